"""What is printed on the pieces of From East to West, looked up by their names in a view."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.core.notation.cards import cubes, plain
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.pieces import SYMBOLS
from serai.games.east_to_west.view import point_card

View = Mapping[str, Any]


@dataclass(frozen=True)
class PointCard:
    """A point card: its cost, points, symbol and benefit, such as `discount:gain`."""

    number: int
    cost: str
    points: int
    symbol: str
    benefit: str

    @property
    def sky(self) -> int:
        """How dark its sky is, from 1 to 4: the darker, the more points."""
        return 1 + sum(self.points >= step for step in (6, 8, 10))


@dataclass(frozen=True)
class Merchant:
    """A merchant card, written as what it does."""

    number: int
    text: str

    @property
    def give(self) -> str:
        """The cubes that its trade takes."""
        return given(self.text)


@dataclass(frozen=True)
class Tile:
    """An exploration tile: what it brings at once and its points; `name` as in `explore NAME`."""

    number: int
    name: str
    gain: str
    upgrades: int
    settlers: int
    points: int

    @property
    def only_points(self) -> bool:
        """Whether it brings only points."""
        return not (self.gain or self.upgrades or self.settlers)


@dataclass(frozen=True)
class Bonus:
    """A kind of bonus tile: `score` is pair, settlers or merchants; a pair has two symbols."""

    score: str
    symbols: tuple[str, ...]
    points: int


def given(text: str) -> str:
    """Returns the cubes that a trade takes, empty for any other effect; parts of a location are joined by `&`."""
    return next((part.partition(">")[0] for part in text.split("&") if ">" in part), "")


def merchant(pieces: WestSet, name: str) -> Merchant:
    """Returns a merchant card by its name."""
    return Merchant(pieces.merchant_names.number(name), plain(name))


def claimable(pieces: WestSet, name: str) -> PointCard:
    """Returns a point card by its name."""
    number = pieces.point_names.number(name)
    printed = point_card(pieces, number)
    return PointCard(number, plain(name), printed["points"], printed["symbol"], printed["benefit"])


def tile(pieces: WestSet, name: str) -> Tile:
    """Returns an exploration tile by its name."""
    number = pieces.tile_names.number(name)
    printed = pieces.exploration[number]
    return Tile(number, name, cubes(printed.gain), printed.upgrades, printed.settlers, printed.points)


def bonus(pieces: WestSet, name: str) -> Bonus:
    """Returns a bonus tile by the name of its kind."""
    printed = pieces.bonus[pieces.bonus_names.number(name)]
    return Bonus(printed.score, tuple(SYMBOLS[symbol] for symbol in printed.symbols), printed.points)
