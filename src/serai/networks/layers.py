"""The layers of a network in compiled code.

The input goes through a first layer, which reads only the rows of entries that are not 0; then through residual blocks
of two layers each; then three heads return a score for each action, each seat's chance to win and its final points.
Weights have one row per input.

Sums have a fixed order, and a product is rounded before it is added, so that a position gets the same answer to the bit
on every CPU, compiled or not: an output is its bias plus the products of the inputs that are not 0, first to last; the
sum of a row uses `LANES` partial sums side by side (`folded`).
"""

from typing import Any

import numpy as np

from serai.core.compiled import PLAIN, arithmetic
from serai.core.observation.layouts import Entries, Floats
from serai.core.records import States
from serai.networks.features import encode

SMALL = np.float32(1e-5)
ZERO = np.float32(0)
LANES = 16
TILE = 64  # inputs whose weights stay in a core's cache while all positions pass through
Matrix = np.ndarray[Any, np.dtype[np.float32]]
Numbers = np.ndarray[Any, np.dtype[np.uintp]]


if PLAIN:

    def see(
        values: States,
        where: States,
        states: States,
        count: int,
        room: Entries,
        inverse: Floats,
        weight: Matrix,
        bias: Floats,
        out: Matrix,
    ) -> None:
        """Encodes each state as its deciding seat sees it, and passes it through the first layer."""
        for place in range(count):
            room[:] = 0
            encode(values[0], where[0], states[place], states[place].seat, room)
            _pass(room * inverse, weight, bias, out[place])

    def normed(x: Matrix, count: int, weight: Floats, bias: Floats, out: Matrix) -> None:
        """Normalizes each row to mean 0 and variance 1, scales and shifts it, and applies ReLU."""
        width, lanes = np.float32(x.shape[1]), np.empty(LANES, np.float32)
        for place in range(count):
            away = x[place] - folded(x[place], lanes) / width
            scale = np.float32(1) / np.sqrt(folded(away * away, lanes) / width + SMALL)
            value = away * scale * weight + bias
            out[place] = np.where(value > 0, value, ZERO)

    def layer(x: Matrix, count: int, weight: Matrix, bias: Floats, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer."""
        for place in range(count):
            _pass(x[place], weight, bias, out[place])
            if cut:
                out[place] = np.where(out[place] > 0, out[place], ZERO)

    def add(x: Matrix, count: int, other: Matrix) -> None:
        """Adds rows to rows."""
        x[:count] += other[:count]

    def folded(row: Floats, lanes: Floats) -> np.float32:
        """Sums a row: every 16th number into one sum, then the sums by halves."""
        lanes[:] = 0
        for begin in range(0, len(row), LANES):
            part = row[begin : begin + LANES]
            lanes[: len(part)] += part
        while len(lanes) > 1:
            lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
        return np.float32(lanes[0])

    def _pass(row: Floats, weight: Matrix, bias: Floats, out: Floats) -> None:
        """Passes one row through a layer, input by input."""
        out[:] = bias
        for number in np.flatnonzero(row):
            out += row[number] * weight[number]

else:

    @arithmetic
    def see(
        values: States,
        where: States,
        states: States,
        count: int,
        room: Entries,
        inverse: Floats,
        weight: Matrix,
        bias: Floats,
        out: Matrix,
    ) -> None:
        """Encodes each state as its deciding seat sees it, and passes it through the first layer."""
        chosen, times = np.empty(len(room), np.uintp), np.empty(len(room), np.float32)
        for place in range(count):
            for number in range(len(room)):
                room[number] = 0
            encode(values[0], where[0], states[place], states[place].seat, room)
            for column in range(len(bias)):
                out[place, column] = bias[column]
            found = 0
            for number in range(len(room)):
                chosen[found] = number
                times[found] = np.float32(room[number]) * inverse[number]
                found += room[number] != 0
            add_rows(weight, chosen, times, found, out[place])

    @arithmetic
    def normed(x: Matrix, count: int, weight: Floats, bias: Floats, out: Matrix) -> None:
        """Normalizes each row to mean 0 and variance 1, scales and shifts it, and applies ReLU."""
        width, lanes = np.float32(x.shape[1]), np.empty(LANES, np.float32)
        for place in range(count):
            mean = folded(x[place], lanes) / width
            for column in range(x.shape[1]):
                out[place, column] = (x[place, column] - mean) * (x[place, column] - mean)
            scale = np.float32(1) / np.sqrt(folded(out[place], lanes) / width + SMALL)
            for column in range(x.shape[1]):
                value = (x[place, column] - mean) * scale * weight[column] + bias[column]
                out[place, column] = value if value > ZERO else ZERO

    @arithmetic
    def layer(x: Matrix, count: int, weight: Matrix, bias: Floats, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer; inputs that are 0, about half of them, are skipped.

        Weights are read once for all rows, since they do not fit into a core's cache.
        """
        chosen, times = np.empty(TILE, np.uintp), np.empty(TILE, np.float32)
        for place in range(count):
            for column in range(len(bias)):
                out[place, column] = bias[column]
        for begin in range(0, weight.shape[0], TILE):
            for place in range(count):
                found = 0
                for number in range(begin, min(begin + TILE, weight.shape[0])):
                    chosen[found] = number
                    times[found] = x[place, number]
                    found += x[place, number] != 0
                add_rows(weight, chosen, times, found, out[place])
        if cut:
            for place in range(count):
                for column in range(len(bias)):
                    out[place, column] = out[place, column] if out[place, column] > ZERO else ZERO

    @arithmetic
    def add(x: Matrix, count: int, other: Matrix) -> None:
        """Adds rows to rows."""
        for place in range(count):
            for column in range(x.shape[1]):
                x[place, column] += other[place, column]

    @arithmetic
    def add_rows(weight: Matrix, chosen: Numbers, times: Floats, count: int, out: Floats) -> None:
        """Adds chosen rows, each multiplied by a factor, in order; four at a time, so that sums stay in registers."""
        whole = count - count % 4
        for at in range(0, whole, 4):
            w, x, y, z = weight[chosen[at]], weight[chosen[at + 1]], weight[chosen[at + 2]], weight[chosen[at + 3]]
            a, b, c, d = times[at], times[at + 1], times[at + 2], times[at + 3]
            for column in range(len(out)):
                out[column] = (((out[column] + a * w[column]) + b * x[column]) + c * y[column]) + d * z[column]
        for at in range(whole, count):
            w, a = weight[chosen[at]], times[at]
            for column in range(len(out)):
                out[column] += a * w[column]

    @arithmetic
    def folded(row: Floats, lanes: Floats) -> np.float32:
        """Sums a row: every 16th number into one sum, then the sums by halves."""
        for lane in range(LANES):
            lanes[lane] = 0
        whole = len(row) - len(row) % LANES
        for begin in range(0, whole, LANES):
            for lane in range(LANES):
                lanes[lane] += row[begin + lane]
        for column in range(whole, len(row)):
            lanes[column - whole] += row[column]
        half = LANES // 2
        while half > 0:
            for lane in range(half):
                lanes[lane] += lanes[lane + half]
            half //= 2
        return lanes[0]
