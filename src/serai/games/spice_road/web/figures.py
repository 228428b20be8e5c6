"""What the rules of Spice Road draw."""

from dataclasses import dataclass
from typing import Any

from serai.core.bits import set_of
from serai.core.caravans import LIMIT, STARTING_CUBES
from serai.core.notation.cards import cubes, parse_cubes
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.rules import SEATS, claims_to_end, coins_of_each
from serai.games.spice_road.web.board import COIN_POINTS
from serai.web.drawing import example_games, examples
from serai.web.drawing.words import Words

ROW, POINT_ROW = 6, 5
OVER = "YYYYRRRGGGBB"


@dataclass(frozen=True)
class PointFigure:
    """A point card; `coin` and `coins` lie above its slot."""

    cost: str
    points: int
    coin: str = ""
    coins: int = 0
    state: str = ""


@dataclass(frozen=True)
class Claiming:
    """A point card being claimed in the first slot."""

    before: tuple[PointFigure, ...]
    after: tuple[PointFigure, ...]
    card: PointFigure
    held: str
    kept: str


@dataclass(frozen=True)
class Score(examples.Score):
    """A score added up, with the pieces that it counts."""

    cards: tuple[PointFigure, ...]
    gold: int
    silver: int


def points(pieces: RoadSet) -> list[PointFigure]:
    """Lists all point cards."""
    return [PointFigure(cubes(card.cost), card.points) for card in pieces.points]


def with_coins(cards: list[PointFigure], *piles: tuple[str, int]) -> tuple[PointFigure, ...]:
    """Puts coins above the first slots of a row."""
    laid = [PointFigure(card.cost, card.points, coin, coins) for card, (coin, coins) in zip(cards, piles, strict=False)]
    return (*laid, *cards[len(laid) :])


def claiming(pieces: RoadSet) -> Claiming:
    """Claims the leftmost of five point cards, with a gold coin (SR-9, SR-10)."""
    cards = examples.apart(points(pieces), POINT_ROW + 1)
    card = cards[1]
    row = [card, cards[0], *cards[2:POINT_ROW]]
    before = with_coins(row, ("gold", 4), ("silver", 4))
    chosen = PointFigure(card.cost, card.points, "gold", 4, "is-selected")
    after = with_coins([*row[1:], cards[POINT_ROW]], ("gold", 3), ("silver", 4))
    return Claiming((chosen, *before[1:]), after, card, examples.ordered(card.cost + "YG"), "YG")


def last_gold(pieces: RoadSet) -> tuple[tuple[PointFigure, ...], tuple[PointFigure, ...]]:
    """Shows the first two slots before and after the last gold coin is taken (SR-11)."""
    cards = examples.apart(points(pieces), 4)
    return with_coins(cards[1:3], ("gold", 1), ("silver", 3)), with_coins(cards[2:], ("silver", 3))


def score(pieces: RoadSet) -> Score:
    """Adds up a score (SR-14)."""
    chosen, state = examples.apart(range(len(pieces.points)), 5), example_games.dealt(pieces, 2)
    player, held = state.players[0], "YYRGB"
    player.claimed, player.gold, player.silver = set_of(chosen), 2, 1
    player.caravan[:] = parse_cubes(held)
    cards = points(pieces)
    return Score(held, example_games.parts_of(pieces, state), tuple(cards[number] for number in chosen), 2, 1)


def figures(pieces: RoadSet, say: Words) -> dict[str, Any]:
    """Returns everything the page draws."""
    cards = points(pieces)
    seats = range(SEATS[0], SEATS[1] + 1)
    return {
        "limit": LIMIT,
        "gaining": examples.gaining(examples.everybody(pieces)),
        "upgrading": examples.upgrading(examples.everybody(pieces)),
        "trading": examples.trading(pieces),
        "acquiring": examples.acquiring(pieces, ROW),
        "claiming": claiming(pieces),
        "last_gold": last_gold(pieces),
        "over": OVER,
        "returned": "YY",
        "opening": {"points": with_coins(examples.apart(cards, POINT_ROW), ("gold", 6), ("silver", 6))},
        "first_row": examples.fresh_row(pieces, ROW),
        "starting": examples.starting(pieces),
        "starting_cubes": [cubes((*counts, 0, 0)) for counts in STARTING_CUBES],
        "counts": [(number, coins_of_each(number), claims_to_end(number)) for number in seats],
        "coin_points": COIN_POINTS,
        "score": score(pieces),
        "merchants": examples.all_merchants(pieces),
        "merchants_file": "spice_road/merchant_cards",
        "points": cards,
        "resting": (examples.starting(pieces), examples.mixed(pieces)[:2]),
    }
