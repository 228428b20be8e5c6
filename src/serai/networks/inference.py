"""Evaluates positions with a network."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from serai.core import spec
from serai.core.bits import WORD
from serai.core.compiled import entry
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.observation import layout, where
from serai.core.records import States, Values, boxed
from serai.networks.exponential import exponential
from serai.networks.features import scales, size
from serai.networks.layers import Matrix, add, layer, normed, see
from serai.networks.weights import Weights, load, weights_file

POINTS = 50.0


class Judgement(NamedTuple):
    """For each position: a score per action (larger is better), each seat's chance to win, and its final points."""

    policy: Matrix
    chances: Matrix
    points: Matrix


class Network:
    """One network, with buffers to evaluate positions in batches."""

    def __init__(self, pieces: ComponentSet, weights: Weights, most: int = 64) -> None:
        """Takes weights by name; `most` is the size of a batch."""
        game, self.most, self.seats = pieces.game, most, layout(pieces).seats
        self.weights = weights
        self._pairs = {name: (weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in _layers(weights)}
        self.blocks = sum(name.endswith(".norm") for name in self._pairs)
        self.width = len(weights["first.bias"])
        if weights["first.weight"].shape[0] != size(pieces):
            raise ValueError(
                f"this network sees {weights['first.weight'].shape[0]} entries, but {game} shows {size(pieces)}; "
                "it was trained for other component values or another version"
            )
        self._where = boxed(where(pieces))
        self._inverse = (1.0 / scales(pieces)).astype(np.float32)
        self._entries = np.zeros(size(pieces), np.uint8)
        self._x, self._y, self._z = (np.zeros((most, self.width), np.float32) for _ in range(3))
        self._heads = [
            np.zeros((most, size), np.float32) for size in (WORD * spec.GAMES[game].WORDS, self.seats, self.seats)
        ]

    def judge(self, values: Values, states: States, count: int | None = None) -> Judgement:
        """Evaluates positions, each as its deciding seat sees it; `count` is how many, if not all.

        Chances and points are by seat of the table, 0 for empty seats. The next call overwrites the policy.
        """
        number = len(states) if count is None else count
        see(boxed(values), self._where, states, number, self._entries, self._inverse, *self._pairs["first"], self._x)
        for block in range(self.blocks):
            self._add(block, number)
        normed(self._x, number, *self._pairs["norm"], self._y)
        for name, out in zip(("policy", "chances", "points"), self._heads, strict=True):
            self._layer(self._y, number, name, False, out)
        policy, chances, points = (head[:number] for head in self._heads)
        return Judgement(policy, *by_seat(chances, points, states, number))

    def chances(self, values: Values, states: States) -> Matrix:
        """Returns every seat's chance to win in any number of positions."""
        batches = [states[first : first + self.most] for first in range(0, len(states), self.most)]
        parts = [self.judge(values, batch).chances for batch in batches]
        return np.concatenate([np.zeros((0, self.seats), np.float32), *parts])

    def _add(self, block: int, count: int) -> None:
        """Adds the output of a residual block to the rows."""
        normed(self._x, count, *self._pairs[f"{block}.norm"], self._y)
        self._layer(self._y, count, f"{block}.one", True, self._z)
        self._layer(self._z, count, f"{block}.two", False, self._y)
        add(self._x, count, self._y)

    def _layer(self, x: Matrix, count: int, name: str, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer."""
        layer(x, count, *self._pairs[name], cut, out)


def _layers(weights: Weights) -> list[str]:
    """Lists the layers that have a weight and a bias."""
    return [name.removesuffix(".bias") for name in weights if name.endswith(".bias")]


def by_seat(chances: Matrix, points: Matrix, states: States, count: int) -> tuple[Matrix, Matrix]:
    """Converts outputs relative to the deciding seat into chances and points by seat of the table."""
    likely, expected = (np.zeros((count, chances.shape[1]), np.float32) for _ in range(2))
    turn(chances, points, states, count, likely, expected)
    return likely, expected


@entry
def turn(chances: Matrix, points: Matrix, states: States, count: int, likely: Matrix, expected: Matrix) -> None:
    """Writes chances and points by seat of the table; empty seats stay 0."""
    for place in range(count):
        players, deciding = int(states[place].seats), int(states[place].seat)
        most, whole = chances[place, 0], np.float32(0)
        for away in range(players):
            most = max(most, chances[place, away])
        for seat in range(players):
            away = (seat - deciding + players) % players
            likely[place, seat] = exponential(float(chances[place, away] - most))
            expected[place, seat] = POINTS * points[place, away]
            whole += likely[place, seat]
        for seat in range(players):
            likely[place, seat] /= whole


@once_per_set
def network(pieces: ComponentSet) -> Network:
    """Returns the network of a game for a component set; raises ValueError for a set it does not fit."""
    return Network(pieces, weights_of(weights_file(pieces.game, pieces.name)))


@cache
def weights_of(file: Path) -> Weights:
    """Returns the weights in a file, read on first use."""
    return load(file)
