"""The games on a GPU: one game per thread, in kernels that call the same rules; needs numba-cuda (`serai[gpu]`)."""
