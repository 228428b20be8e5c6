"""The layers of a network in compiled code.

An observation goes through a first layer, of which only the rows of entries that are not 0 are read; then through
blocks that each add to it what two layers make of it; then three heads say how good each action is, how likely each
seat wins and how many points it will have. Weights lie with a row for each input.
"""

from typing import Any

import numpy as np

from serai.networks.sights import look
from serai.observations.layouts import Entries, Floats, Where
from serai.rules.compiled import PLAIN, arithmetic
from serai.rules.records import States, Values

SMALL = np.float32(1e-5)
Matrix = np.ndarray[Any, np.dtype[np.float32]]


if PLAIN:

    def see(
        values: Values,
        where: Where,
        states: States,
        count: int,
        room: Entries,
        inverse: Floats,
        weight: Matrix,
        bias: Floats,
        out: Matrix,
    ) -> None:
        """Lets the deciding seat of each state look, and passes what it sees through the first layer."""
        for place in range(count):
            room[:] = 0
            look(values, where, states[place], states[place].seat, room)
            out[place] = (room * inverse) @ weight + bias

    def normed(x: Matrix, count: int, weight: Floats, bias: Floats, out: Matrix) -> None:
        """Gives each row mean 0 and spread 1, stretches it, and cuts off what is below 0."""
        away = x[:count] - x[:count].mean(1, keepdims=True)
        scale = 1 / np.sqrt((away**2).mean(1, keepdims=True) + SMALL)
        out[:count] = np.maximum(away * scale * weight + bias, 0)

    def layer(x: Matrix, count: int, weight: Matrix, bias: Floats, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer."""
        out[:count] = x[:count] @ weight + bias
        if cut:
            np.maximum(out[:count], 0, out=out[:count])

    def add(x: Matrix, count: int, other: Matrix) -> None:
        """Adds rows to rows."""
        x[:count] += other[:count]

else:

    @arithmetic
    def see(
        values: Values,
        where: Where,
        states: States,
        count: int,
        room: Entries,
        inverse: Floats,
        weight: Matrix,
        bias: Floats,
        out: Matrix,
    ) -> None:
        """Lets the deciding seat of each state look, and passes what it sees through the first layer."""
        for place in range(count):
            for number in range(len(room)):
                room[number] = 0
            look(values, where, states[place], states[place].seat, room)
            for column in range(len(bias)):
                out[place, column] = bias[column]
            for number in range(len(room)):
                if room[number] != 0:
                    times = np.float32(room[number]) * inverse[number]
                    for column in range(len(bias)):
                        out[place, column] += times * weight[number, column]

    @arithmetic
    def normed(x: Matrix, count: int, weight: Floats, bias: Floats, out: Matrix) -> None:
        """Gives each row mean 0 and spread 1, stretches it, and cuts off what is below 0."""
        width = np.float32(x.shape[1])
        for place in range(count):
            total, squares = np.float32(0), np.float32(0)
            for column in range(x.shape[1]):
                total += x[place, column]
            mean = total / width
            for column in range(x.shape[1]):
                squares += (x[place, column] - mean) ** 2
            scale = np.float32(1) / np.sqrt(squares / width + SMALL)
            for column in range(x.shape[1]):
                value = (x[place, column] - mean) * scale * weight[column] + bias[column]
                out[place, column] = max(value, np.float32(0))

    @arithmetic
    def layer(x: Matrix, count: int, weight: Matrix, bias: Floats, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer; inputs that are 0, about half of them, cost nothing.

        Weights are read once for all rows, since there are more of them than a core's own cache holds.
        """
        for place in range(count):
            for column in range(len(bias)):
                out[place, column] = bias[column]
        for number in range(weight.shape[0]):
            for place in range(count):
                times = x[place, number]
                if times != 0:
                    for column in range(len(bias)):
                        out[place, column] += times * weight[number, column]
        if cut:
            for place in range(count):
                for column in range(len(bias)):
                    out[place, column] = max(out[place, column], np.float32(0))

    @arithmetic
    def add(x: Matrix, count: int, other: Matrix) -> None:
        """Adds rows to rows."""
        for place in range(count):
            for column in range(x.shape[1]):
                x[place, column] += other[place, column]
