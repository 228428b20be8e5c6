"""Learning by playing oneself: thousands of games on the GPU (or, slowly, here), one network a game; needs torch.

`python -m serai.learning.train spice_road --minutes 8` needs numpy, numba and torch, and on a GPU numba-cuda.
"""
