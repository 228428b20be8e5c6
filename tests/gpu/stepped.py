"""Runs in a process of its own, in CUDA's simulator: steps games of a training by its kernels and by its loops."""

import json
import sys
from typing import Any

import numpy as np
import torch

from serai.core import spec
from serai.core.bits import nth
from serai.core.component_folders import standard
from serai.learning.train.batch_env import BatchEnv, _kernels, all_go_on, begin_all, redeal_all

COUNT, STEPS, ROUNDS = 3, 12, (1, 2)


def story(game: str, begin: Any, step: Any, redeal: Any) -> tuple[list[bytes], int]:
    """Takes the first legal decision of redealt games, past the limit of rounds; returns all bytes, and games ended."""
    batch_env = BatchEnv(standard(game), torch.tensor([2, 3, 4]), 1, ROUNDS, "cpu", standing=True)
    masks, seen = np.zeros((COUNT, batch_env.words), np.uint64), np.zeros((COUNT, batch_env.size), np.uint8)
    begin(batch_env._arrays, masks, seen)
    told, ended = [masks.tobytes(), seen.tobytes()], 0
    for _ in range(STEPS):
        actions = np.array([nth(mask, 0) for mask in masks], np.int64)
        seen[:] = 0
        redeal(batch_env._arrays, actions)
        step(batch_env._arrays, actions, masks, seen)
        told += [np.asarray(array).tobytes() for array in (*batch_env._arrays, masks, seen)]
        ended += int((batch_env.dones > 0).sum())
    return told, ended


def same(game: str) -> bool:
    """Returns whether kernels and loops leave the same in every array after every step."""
    by_loop = story(game, begin_all, all_go_on, redeal_all)
    by_kernel = story(game, *(kernel[1, COUNT] for kernel in _kernels()))
    return by_loop == by_kernel and by_loop[1] > 0


if __name__ == "__main__":
    json.dump({game: same(game) for game in spec.GAMES}, sys.stdout)
