"""What the rules of Spice Road draw."""

from dataclasses import dataclass
from typing import Any

from serai.notation.cards import cubes
from serai.rules.caravans import LIMIT, STARTING_CUBES
from serai.rules.components import point_cards
from serai.rules.spice_road import GOLD, SEATS, SILVER
from serai.web.pictures import common
from serai.web.words import Words

ROW, POINT_ROW = 6, 5
OVER = "YYYYRRRGGGBB"


@dataclass(frozen=True)
class Point:
    """A point card; `coin` and `coins` lie above its place."""

    cost: str
    points: int
    coin: str = ""
    coins: int = 0
    state: str = ""


@dataclass(frozen=True)
class Claiming:
    """A point card being claimed at the first place."""

    before: tuple[Point, ...]
    after: tuple[Point, ...]
    card: Point
    held: str
    kept: str


@dataclass(frozen=True)
class Score:
    """A score added up."""

    cards: tuple[Point, ...]
    gold: int
    silver: int
    cubes: str

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """Returns the points of cards, gold, silver and cubes (SR-14)."""
        left = sum(letter != "Y" for letter in self.cubes)
        return sum(card.points for card in self.cards), GOLD * self.gold, SILVER * self.silver, left

    @property
    def total(self) -> int:
        """Adds it all up."""
        return sum(self.parts)


def points() -> list[Point]:
    """Lists all point cards."""
    return [Point(cubes(card.cost), card.points) for card in point_cards()]


def with_coins(cards: list[Point], *piles: tuple[str, int]) -> tuple[Point, ...]:
    """Puts coins above the first places of a row."""
    laid = [Point(card.cost, card.points, coin, coins) for card, (coin, coins) in zip(cards, piles, strict=False)]
    return (*laid, *cards[len(laid) :])


def claiming() -> Claiming:
    """Claims the leftmost of five point cards, with a gold coin (SR-9, SR-10)."""
    cards = common.apart(points(), POINT_ROW + 1)
    card = cards[1]
    row = [card, cards[0], *cards[2:POINT_ROW]]
    before = with_coins(row, ("gold", 4), ("silver", 4))
    chosen = Point(card.cost, card.points, "gold", 4, "is-selected")
    after = with_coins([*row[1:], cards[POINT_ROW]], ("gold", 3), ("silver", 4))
    return Claiming((chosen, *before[1:]), after, card, common.ordered(card.cost + "YG"), "YG")


def last_gold() -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Shows the first two places before and after the last gold coin is taken (SR-11)."""
    cards = common.apart(points(), 4)
    return with_coins(cards[1:3], ("gold", 1), ("silver", 3)), with_coins(cards[2:], ("silver", 3))


def pictures(say: Words) -> dict[str, Any]:
    """Returns everything that the page draws."""
    cards = points()
    seats = range(SEATS[0], SEATS[1] + 1)
    return {
        "limit": LIMIT,
        "gaining": common.gaining(common.everybody()),
        "upgrading": common.upgrading(common.everybody()),
        "trading": common.trading(),
        "acquiring": common.acquiring(ROW),
        "claiming": claiming(),
        "last_gold": last_gold(),
        "over": OVER,
        "returned": "YY",
        "opening": {"points": with_coins(common.apart(cards, POINT_ROW), ("gold", 6), ("silver", 6))},
        "first_row": common.fresh_row(ROW),
        "starting": common.starting(),
        "starting_cubes": [cubes((*counts, 0, 0)) for counts in STARTING_CUBES],
        "counts": [(number, 2 * number, 6 if number <= 3 else 5) for number in seats],
        "score": Score(tuple(common.apart(cards, 5)), 2, 1, "YYRGB"),
        "merchants": common.all_merchants(),
        "points": cards,
        "resting": (common.starting(), common.mixed()[:2]),
    }
