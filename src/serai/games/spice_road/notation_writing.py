"""Spice Road written as text: decisions, deals, reveals and positions."""

from collections.abc import Iterable
from typing import Any

from serai.core.component_set import once_per_set
from serai.core.notation.writing import Fields, deck, draw_order, listed, merchant_row, shared_decisions
from serai.core.phases import Phase
from serai.core.piece_names import cubes
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.numbers import ACQUIRE, CLAIM, PLAY, REST


@once_per_set
def all_decisions(pieces: RoadSet) -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = shared_decisions(REST)
    for block, verb, names in (
        (PLAY, "play", pieces.merchant_names),
        (ACQUIRE, "acquire", pieces.merchant_names),
        (CLAIM, "claim", pieces.point_names),
    ):
        texts |= {block + number: f"{verb} {text}" for number, text in enumerate(names.texts)}
    return dict(sorted(texts.items()))


def decision(pieces: RoadSet, state: Fields, action: int) -> str | None:
    """Writes a decision; None if the number names none."""
    return all_decisions(pieces).get(action)


def decisions(pieces: RoadSet, state: Fields, actions: Iterable[int]) -> list[str]:
    """Writes legal decisions."""
    texts = all_decisions(pieces)
    return [texts[action] for action in actions]


def deal(pieces: RoadSet, state: Fields) -> dict[str, Any]:
    """Returns the draw order of both kinds of cards in a game that has just been set up (SR-1, SR-4)."""
    return {
        "merchants": draw_order(state.merchants, pieces.merchant_names),
        "points": draw_order(state.points, pieces.point_names),
    }


def reveals(pieces: RoadSet, before: Fields, after: Fields) -> list[str]:
    """Lists the cards that a decision revealed."""
    rows = (
        (after.merchants, before.merchants, pieces.merchant_names),
        (after.points, before.points, pieces.point_names),
    )
    return [names[row.cards[-1]] for row, was, names in rows if row.left < was.left]


def position(pieces: RoadSet, state: Fields) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    names = pieces.point_names
    lines = [
        f"spice_road, {state.seats} players",
        f"asked: {question(pieces, state)}",
        f"merchants: {merchant_row(pieces, state.merchants)}",
        f"points: {listed(names.in_row(state.points.cards))} / {listed(deck(state.points, names))}",
        f"coins: gold {state.gold}, silver {state.silver}",
    ]
    return "\n".join(lines + [player_line(pieces, state, seat) for seat in range(state.seats)]) + "\n"


def question(pieces: RoadSet, state: Fields) -> str:
    """Writes who decides what."""
    match Phase(state.phase):
        case Phase.OVER:
            return "over"
        case Phase.PAY:
            what = f"pay {state.owed} for place {state.slot + 1}"
        case Phase.UPGRADE:
            what = f"upgrade {state.owed}"
        case Phase.TRADE:
            what = f"trade {pieces.merchant_names[state.card]}"
        case phase:
            what = phase.name.lower()
    return f"seat {state.seat + 1} {what}"


def player_line(pieces: RoadSet, state: Fields, seat: int) -> str:
    """Writes what one player has."""
    player, cards = state.players[seat], pieces.merchant_names
    return (
        f"{seat + 1}: caravan {cubes(player.caravan) or '-'}, hand {listed(cards.of_set(player.hand))}, "
        f"played {listed(cards.of_set(player.played))}, claimed {listed(pieces.point_names.of_set(player.claimed))}, "
        f"gold {player.gold}, silver {player.silver}"
    )
