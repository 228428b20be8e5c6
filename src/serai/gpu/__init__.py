"""The games on a GPU: one game a thread, in kernels that call the same rules; needs numba-cuda (`serai[gpu]`)."""
