"""Caravan Race written as text: decisions, deals, reveals and positions; no NumPy here."""

from collections.abc import Iterable
from typing import Any

from caravan_race.component_set import RaceSet
from caravan_race.numbers import LOAD, PAY, REST, TRAVEL
from serai.core.component_set import once_per_set
from serai.core.components import SPICES
from serai.core.notation.writing import Fields, deck, draw_order, listed
from serai.core.numbers import NONE
from serai.core.phases import Phase
from serai.core.piece_names import cubes


@once_per_set
def all_decisions(pieces: RaceSet) -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = {LOAD + number: f"load {text}" for number, text in enumerate(pieces.goods_names.texts)}
    for block, verb in (TRAVEL, "travel"), (PAY, "pay"):
        texts |= {block + spice: f"{verb} {letter}" for spice, letter in enumerate(SPICES)}
    return dict(sorted({**texts, REST: "rest"}.items()))


def decision(pieces: RaceSet, state: Fields, action: int) -> str | None:
    """Writes a decision; None for a number that names none."""
    return all_decisions(pieces).get(action)


def decisions(pieces: RaceSet, state: Fields, actions: Iterable[int]) -> list[str]:
    """Writes decisions that are legal."""
    return [all_decisions(pieces)[action] for action in actions]


def deal(pieces: RaceSet, state: Fields) -> dict[str, Any]:
    """Returns the goods in the order in which they are drawn, of a game that has just been set up (CR-1)."""
    return {"goods": draw_order(state.market, pieces.goods_names)}


def reveals(pieces: RaceSet, before: Fields, after: Fields) -> list[str]:
    """Lists the cards that a decision turned up."""
    return [pieces.goods_names[after.market.cards[-1]]] if after.market.left < before.market.left else []


def position(pieces: RaceSet, state: Fields) -> str:
    """Writes a whole position, hidden deck included; `parse_position` reads it back."""
    names = pieces.goods_names
    lines = [
        f"caravan_race, {state.seats} players",
        f"asked: {question(state)}",
        f"market: {listed(names.in_row(state.market.cards))} / {listed(deck(state.market, names))}",
        f"first: {'-' if state.first == NONE else state.first + 1}",
    ]
    return "\n".join(lines + [player_line(state, seat) for seat in range(state.seats)]) + "\n"


def question(state: Fields) -> str:
    """Writes who decides what."""
    phase = Phase(state.phase).name.lower()
    return phase if state.phase == Phase.OVER else f"seat {state.seat + 1} {phase}"


def player_line(state: Fields, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    return f"{seat + 1}: stage {player.stage}, caravan {cubes(player.caravan) or '-'}"
