"""The layers of a network in compiled code.

An observation goes through a first layer, of which only the rows of entries that are not 0 are read; then through
blocks that each add to it what two layers make of it; then three heads say how good each action is, how likely each
seat wins and how many points it will have. Weights lie with a row for each input.
"""

from typing import Any

import numpy as np

from serai.observations import observe
from serai.observations.layouts import Entries, Floats
from serai.rules.compiled import compiled, entry
from serai.rules.records import States

SMALL = np.float32(1e-5)
Matrix = np.ndarray[Any, np.dtype[np.float32]]


@entry
def see(states: States, count: int, room: Entries, inverse: Floats, weight: Matrix, bias: Floats, out: Matrix) -> None:
    """Lets the deciding seat of each state look, and passes what it sees through the first layer.

    The rounds are not told: no rule depends on them.
    """
    for place in range(count):
        for number in range(len(room)):
            room[number] = 0
        observe(states[place], states[place].seat, room)
        row = out[place]
        for column in range(len(bias)):
            row[column] = bias[column]
        for number in range(len(room)):
            if room[number] != 0:
                add_row(row, np.float32(room[number]) * inverse[number], weight[number])


@compiled
def add_row(out: Floats, times: float, row: Floats) -> None:
    """Adds a row of weights, times what came in."""
    for column in range(len(out)):
        out[column] += times * row[column]


@entry
def normed(x: Matrix, count: int, weight: Floats, bias: Floats, out: Matrix) -> None:
    """Gives each row mean 0 and spread 1, stretches it, and cuts off what is below 0."""
    width = x.shape[1]
    for place in range(count):
        mean = np.float32(0)
        for column in range(width):
            mean += x[place, column]
        mean /= np.float32(width)
        spread = np.float32(0)
        for column in range(width):
            away = x[place, column] - mean
            spread += away * away
        scale = np.float32(1) / np.sqrt(spread / np.float32(width) + SMALL)
        for column in range(width):
            value = (x[place, column] - mean) * scale * weight[column] + bias[column]
            out[place, column] = max(value, np.float32(0))


@entry
def layer(x: Matrix, count: int, weight: Matrix, bias: Floats, cut: bool, out: Matrix) -> None:
    """Passes rows through a layer; inputs that are 0 cost nothing."""
    for place in range(count):
        row = out[place]
        for column in range(len(bias)):
            row[column] = bias[column]
        for number in range(weight.shape[0]):
            if x[place, number] != 0:
                add_row(row, x[place, number], weight[number])
        if cut:
            for column in range(len(bias)):
                row[column] = max(row[column], np.float32(0))
