"""What a network says of positions."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from serai.networks.exponential import exponential
from serai.networks.layers import Matrix, add, layer, normed, see
from serai.networks.sights import scales, size
from serai.networks.weights import Weights, load, weights_file
from serai.observations import LAYOUTS, where
from serai.rules import games
from serai.rules.bits import WORD
from serai.rules.compiled import entry
from serai.rules.records import States, Values, boxed

POINTS = 50.0


class Judgement(NamedTuple):
    """Of each position: how good each action is (the larger the better), each seat's chance to win, and its points."""

    policy: Matrix
    chances: Matrix
    points: Matrix


class Network:
    """One network, with room for positions to be judged together."""

    def __init__(self, game: str, weights: Weights, most: int = 64) -> None:
        """Takes weights by their names; `most` is how many positions are judged at once."""
        self.game, self.most, self.seats = game, most, LAYOUTS[game].seats
        self.weights = weights
        self.blocks = sum(name.endswith(".norm.weight") for name in weights)
        self.width = len(weights["first.bias"])
        if weights["first.weight"].shape[0] != size(game):
            raise ValueError(
                f"this network sees {weights['first.weight'].shape[0]} entries, but {game} shows {size(game)}; "
                "it was trained for other component values or another version"
            )
        self._where = boxed(where(game))
        self._inverse = (1.0 / scales(game)).astype(np.float32)
        self._entries = np.zeros(size(game), np.uint8)
        self._x, self._y, self._z = (np.zeros((most, self.width), np.float32) for _ in range(3))
        self._heads = [
            np.zeros((most, size), np.float32) for size in (WORD * games.GAMES[game].WORDS, self.seats, self.seats)
        ]

    def judge(self, values: Values, states: States, count: int | None = None) -> Judgement:
        """Judges positions, each as its deciding seat sees it; `count` is how many, if not all.

        Chances and points come by seat of the table, 0 for seats that nobody takes. The next call
        overwrites the policy.
        """
        number = len(states) if count is None else count
        see(boxed(values), self._where, states, number, self._entries, self._inverse, *self._pair("first"), self._x)
        for block in range(self.blocks):
            self._add(block, number)
        normed(self._x, number, *self._pair("norm"), self._y)
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
        """Adds what a block makes of the rows."""
        normed(self._x, count, *self._pair(f"{block}.norm"), self._y)
        self._layer(self._y, count, f"{block}.one", True, self._z)
        self._layer(self._z, count, f"{block}.two", False, self._y)
        add(self._x, count, self._y)

    def _layer(self, x: Matrix, count: int, name: str, cut: bool, out: Matrix) -> None:
        """Passes rows through a layer."""
        layer(x, count, *self._pair(name), cut, out)

    def _pair(self, name: str) -> tuple[Any, Any]:
        """Returns the weight and the bias of a layer."""
        return self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]


def by_seat(chances: Matrix, points: Matrix, states: States, count: int) -> tuple[Matrix, Matrix]:
    """Turns answers counted from the deciding seat into chances and points by seat of the table."""
    likely, expected = (np.zeros((count, chances.shape[1]), np.float32) for _ in range(2))
    turn(chances, points, states, count, likely, expected)
    return likely, expected


@entry
def turn(chances: Matrix, points: Matrix, states: States, count: int, likely: Matrix, expected: Matrix) -> None:
    """Writes chances and points by seat of the table; seats that nobody takes stay 0."""
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


@cache
def network(game: str, file: Path | None = None, most: int = 64) -> Network:
    """Returns the network of a game, read at its first use."""
    return Network(game, load(file or weights_file(game)), most)
