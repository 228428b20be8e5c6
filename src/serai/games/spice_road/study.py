"""What a study sees in Spice Road."""

from collections.abc import Iterator, Sequence

from serai.core import questions
from serai.core.records import State
from serai.game import Step
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.rules import ACQUIRE, CLAIM, GOLD, REST, SILVER, STATE
from serai.studies.pieces import (
    Piece,
    PieceKind,
    Taking,
    Use,
    in_row,
    merchant_kind,
    slots,
    trades_at_once,
)

TITLE = "Spice Road"
BOT = "network"  # the strongest fast bot
HELD = {"gold coins": ("gold", GOLD), "silver coins": ("silver", SILVER)}
PARTS = ("point cards", "gold", "silver", "cubes")
ACTIONS = ("play", "acquire", "claim", "rest")
START = "Later seats start with more cubes (SR-5) and win ties (C-7)."


def kinds(pieces: RoadSet) -> tuple[PieceKind, ...]:
    """Describes the pieces of a component set."""
    return (
        PieceKind(
            "points",
            "Point cards",
            "point card",
            pieces.point_names.texts,
            "spice_road/point_cards.csv",
            verb="claimed",
            points=[card.points for card in pieces.points],
            places=slots(STATE["points"]),
            place="place",
            ways={"gold": "with gold", "silver": "with silver"},
        ),
        merchant_kind(
            pieces, slots(STATE["merchants"]), verb="acquired", place="place", paid="cubes paid", uses="plays"
        ),
    )


def shown(pieces: RoadSet, state: State) -> list[Piece]:
    """Lists the cards of both rows."""
    return in_row("merchants", state.merchants.cards) + in_row("points", state.points.cards)


def takings(pieces: RoadSet, before: State, step: Step) -> Iterator[Taking]:
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


def uses(pieces: RoadSet, before: State, step: Step) -> Iterator[Use]:
    """Yields the card that is played or trades again."""
    if step.action < ACQUIRE:
        yield Use("merchants", step.action, 1, trades_at_once(pieces, step.action))
    elif step.action == REST + questions.TRADE:
        yield Use("merchants", int(before.card), 0, 1)


def action(pieces: RoadSet, state: State, actions: Sequence[int]) -> str:
    """Returns the kind of a turn."""
    return "rest" if actions[0] == REST else ACTIONS[actions[0] >> 6]
