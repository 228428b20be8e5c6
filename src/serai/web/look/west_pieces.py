"""What is printed on the pieces of From East to West, looked up by their names in a view."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from serai.notation.cards import MERCHANTS, cubes, plain
from serai.notation.east_to_west import BONUS_NAMES, POINTS, TILES
from serai.rules.west_components import SYMBOLS, bonus_tiles, exploration_tiles
from serai.views.east_to_west import point_card

SETTLERS = 12
View = dict[str, Any]


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
        """Returns how dark its sky is, from 1 to 4: the darker, the more it counts."""
        return 1 + sum(self.points >= step for step in (6, 8, 10))


@dataclass(frozen=True)
class Merchant:
    """A merchant card, written as what it does."""

    number: int
    text: str

    @property
    def give(self) -> str:
        """Returns the cubes that its trade takes."""
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
        """Tells whether it brings nothing but points."""
        return not (self.gain or self.upgrades or self.settlers)


@dataclass(frozen=True)
class Bonus:
    """A kind of bonus tile: `score` is pair, settlers or merchants; a pair has two symbols."""

    score: str
    symbols: tuple[str, ...]
    points: int


def given(text: str) -> str:
    """Returns the cubes that a trade takes, nothing for any other effect; parts of a location are joined by `&`."""
    return next((part.partition(">")[0] for part in text.split("&") if ">" in part), "")


def lacking(held: str, cost: str) -> str:
    """Returns the cubes of a cost that are not held."""
    return "".join((Counter(cost) - Counter(held)).elements())


@cache
def merchant(name: str) -> Merchant:
    """Returns a merchant card by its name."""
    return Merchant(MERCHANTS.number(name), plain(name))


@cache
def claimable(name: str) -> PointCard:
    """Returns a point card by its name."""
    number = POINTS.number(name)
    printed = point_card(number)
    return PointCard(number, plain(name), printed["points"], printed["symbol"], printed["benefit"])


@cache
def tile(name: str) -> Tile:
    """Returns an exploration tile by its name."""
    number = TILES.number(name)
    printed = exploration_tiles()[number]
    return Tile(number, name, cubes(printed.gain), printed.upgrades, printed.settlers, printed.points)


@cache
def bonus(name: str) -> Bonus:
    """Returns a bonus tile by the name of its kind."""
    printed = bonus_tiles()[BONUS_NAMES.number(name)]
    return Bonus(printed.score, tuple(SYMBOLS[symbol] for symbol in printed.symbols), printed.points)


def worth(view: View, seat: int, tile: Bonus) -> int:
    """Returns what a bonus tile would count for a seat now (EW-21)."""
    player = view["players"][seat]
    if tile.score == "settlers":
        return tile.points * ((SETTLERS - int(player["reserve"])) // 2)
    if tile.score == "merchants":
        return tile.points * ((len(player["route"]) + len(player["spent"])) // 2)
    owned = Counter(claimable(name).symbol for name in player["claimed"])
    one, other = tile.symbols
    return tile.points * (owned[one] // 2 if one == other else min(owned[one], owned[other]))
