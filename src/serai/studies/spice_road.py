"""What a study sees in Spice Road."""

from collections.abc import Iterator, Sequence

from serai.game import Step
from serai.notation.spice_road import POINTS
from serai.rules import questions
from serai.rules.records import State
from serai.rules.spice_road import ACQUIRE, CLAIM, GOLD, POINT_CARDS, REST, SILVER
from serai.studies.pieces import (
    Kind,
    Piece,
    Taking,
    Use,
    cube_points,
    in_row,
    members,
    merchant_kind,
    numbered,
    trades_at_once,
)

TITLE = "Spice Road"
KINDS = (
    Kind(
        "points",
        "Point cards",
        "point card",
        POINTS.texts,
        "spice_road/point_cards.csv",
        verb="claimed",
        points=[int(card.points) for card in POINT_CARDS],
        places=numbered(5),
        place="place",
        ways={"gold": "with gold", "silver": "with silver"},
    ),
    merchant_kind(6, verb="acquired", place="place", paid="cubes paid", uses="plays"),
)
COINS = {"gold": GOLD, "silver": SILVER}
PARTS = ("point cards", "gold", "silver", "cubes")
ACTIONS = ("play", "acquire", "claim", "rest")
START = "Later seats start with more cubes (SR-5) and win ties (C-7)."


def shown(state: State) -> list[Piece]:
    """Lists the cards of both rows."""
    return in_row("merchants", state.merchants.cards) + in_row("points", state.points.cards)


def takings(before: State, step: Step) -> Iterator[Taking]:
    """Yields the card that is acquired or claimed."""
    if ACQUIRE <= step.action < CLAIM:
        slot = before.merchants.cards.tolist().index(step.action - ACQUIRE)
        yield Taking("merchants", step.action - ACQUIRE, slot, slot)
    elif CLAIM <= step.action < REST:
        slot = before.points.cards.tolist().index(step.action - CLAIM)
        yield Taking("points", step.action - CLAIM, slot, None, _coin(before, step.state))


def _coin(before: State, after: State) -> str:
    """Returns the coin that came with a point card."""
    return "gold" if after.gold < before.gold else "silver" if after.silver < before.silver else ""


def uses(before: State, step: Step) -> Iterator[Use]:
    """Yields the card that is played or trades once more."""
    if step.action < ACQUIRE:
        yield Use("merchants", step.action, 1, trades_at_once(step.action))
    elif step.action == REST + questions.TRADE:
        yield Use("merchants", int(before.card), 0, 1)


def action(state: State, actions: Sequence[int]) -> str:
    """Returns what a turn was."""
    return "rest" if actions[0] == REST else ACTIONS[actions[0] >> 6]


def parts(state: State, seat: int) -> list[int]:
    """Returns the points of cards, coins and cubes."""
    player = state.players[seat]
    cards = sum(int(POINT_CARDS[card].points) for card in members(player.claimed))
    return [cards, GOLD * int(player.gold), SILVER * int(player.silver), cube_points(player)]


def goals(state: State, seat: int) -> int:
    """Counts point cards (SR-13)."""
    return int(state.players[seat].claimed).bit_count()
