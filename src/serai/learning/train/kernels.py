"""The kernels of a training: a thread steps one game through the same functions as the loops of `batch_env`."""

from serai.core.bits import Bitset
from serai.core.observation.layouts import Entries
from serai.gpu.device import cuda
from serai.learning.stepping import Actions
from serai.learning.train.batch_env import Arrays, deal, go_on, redeal_one, show


def begin(arrays: Arrays, masks: Bitset, observations: Entries) -> None:
    """Deals every game."""
    place = cuda.grid(1)
    if place < len(arrays.states):
        deal(arrays, place)
        show(arrays, place, masks, observations)


def step(arrays: Arrays, actions: Actions, masks: Bitset, observations: Entries) -> None:
    """Takes one decision in every game."""
    place = cuda.grid(1)
    if place < len(arrays.states):
        go_on(arrays, place, actions[place])
        show(arrays, place, masks, observations)


def redeal(arrays: Arrays, worlds: Actions) -> None:
    """Replaces in every game what its deciding seat cannot know."""
    place = cuda.grid(1)
    if place < len(arrays.states):
        redeal_one(arrays, place, worlds[place])
