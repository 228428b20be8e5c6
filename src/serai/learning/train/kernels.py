"""The kernels of a training: a thread steps one game through the same functions as the loops of `tables`."""

from serai.gpu.device import cuda
from serai.learning.stepping import Actions
from serai.learning.train.tables import Arrays, deal, go_on, show
from serai.observations.layouts import Entries
from serai.rules.bits import Words


def begin(arrays: Arrays, masks: Words, observations: Entries) -> None:
    """Deals every game."""
    place = cuda.grid(1)
    if place < len(arrays.states):
        deal(arrays, place)
        show(arrays, place, masks, observations)


def step(arrays: Arrays, actions: Actions, masks: Words, observations: Entries) -> None:
    """Takes one decision in every game."""
    place = cuda.grid(1)
    if place < len(arrays.states):
        go_on(arrays, place, actions[place])
        show(arrays, place, masks, observations)
