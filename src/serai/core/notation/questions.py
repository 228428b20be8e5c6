"""What the questions of all games share in position texts: how they are read, and when they can be asked."""

import re
from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from serai.core import spec
from serai.core.caravans import BROWN
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import BadPosition, brief
from serai.core.phases import Phase
from serai.core.records import NONE, State, Values


def by_name(*kinds: type[IntEnum]) -> dict[str, IntEnum]:
    """Returns the phases of a game by the names that position texts give them."""
    return {phase.name.lower(): phase for kind in kinds for phase in kind}


def read_asked(
    pieces: ComponentSet, state: State, value: str, pattern: re.Pattern[str], phases: dict[str, IntEnum]
) -> re.Match[str] | None:
    """Reads who is asked what about which card; returns the match, None when the game is over."""
    if value == "over":
        state.phase = Phase.OVER
        return None
    found = pattern.fullmatch(value)
    if not found or found["phase"] not in phases or _strangers(state, found):
        raise BadPosition(f"{brief(value)} is no question of this game")
    if (found["phase"] == "trade") != bool(found["card"]):
        raise unclear(value)
    state.seat = int(found["seat"]) - 1
    state.phase = phases[found["phase"]]
    state.card = pieces.merchant_names.number(found["card"]) if found["card"] else NONE
    return found


def _strangers(state: State, found: re.Match[str]) -> bool:
    """Returns whether a question names a seat that is not in the game."""
    said = found.groupdict()
    return any(int(said[who]) > state.seats for who in ("seat", "turn") if who in said)


def unclear(value: str) -> BadPosition:
    """Returns the error for a question that can be read but is incomplete."""
    return BadPosition(f"{brief(value)} does not say all that it must, or too much")


def cannot_be_asked(name: str, fault: str) -> BadPosition:
    """Returns the error for a question that does not fit the position."""
    return BadPosition(f"{name} cannot be asked: {fault}")


def check_question(pieces: ComponentSet, state: State, limit: int) -> None:
    """Rejects a question that cannot be asked in this position; `limit` is the number of cubes that may be kept."""
    if fault := _fault(pieces, state, limit):
        raise cannot_be_asked(Phase(state.phase).name.lower(), fault)


def _fault(pieces: ComponentSet, state: State, limit: int) -> str | None:
    """Returns what is wrong with one of the questions that all games ask (C-2, C-3, SR-7)."""
    caravan = state.players[state.seat].caravan
    held = int(caravan.sum())
    if state.phase == Phase.PAY:
        return _payment_fault(state, held)
    if state.phase == Phase.UPGRADE:
        return "no cube below brown is there" if held == caravan[BROWN] else _upgrade_fault(pieces, state)
    if state.phase == Phase.TRADE:
        return trade_fault(
            pieces, state, pieces.merchant_names.of_set(state.players[state.seat].played), "has not been played"
        )
    return discard_fault(state, limit) if state.phase == Phase.DISCARD else None


def _upgrade_fault(pieces: ComponentSet, state: State) -> str | None:
    """Returns what is wrong with upgrades in progress."""
    played = pieces.merchant_names.of_set(state.players[state.seat].played)
    most = max((pieces.merchants[pieces.merchant_names.number(card)].upgrades for card in played), default=0)
    return f"{state.owed} upgrades where there are {most} at most" if state.owed > most else None


def _payment_fault(state: State, held: int) -> str | None:
    """Returns what is wrong with a payment for a card of the row."""
    if state.owed > state.slot:
        return f"place {state.slot + 1} costs {state.slot}, not {state.owed}"
    if state.merchants.cards[state.slot] == NONE:
        return f"there is no card at place {state.slot + 1}"
    return f"the caravan holds {held} cubes, not {state.owed}" if held < state.owed else None


def trade_fault(pieces: ComponentSet, state: State, ready: Sequence[str], otherwise: str) -> str | None:
    """Returns what is wrong with a trade in progress; `otherwise` for a card that is not `ready`."""
    card, text = pieces.merchants[state.card], pieces.merchant_names[state.card]
    if card.kind != "trade":
        return f"{text} is no trade"
    if text not in ready:
        return f"{text} {otherwise}"
    return f"{text} cannot be paid" if (state.players[state.seat].caravan < card.give).any() else None


def discard_fault(state: State, limit: int) -> str | None:
    """Returns the fault if there is nothing to discard."""
    held = int(state.players[state.seat].caravan.sum())
    return f"{held} cubes are within the limit of {limit}" if held <= limit else None


def check_legal(values: Values, state: State) -> None:
    """Rejects a position without a legal decision, unless the game is over."""
    mask = np.zeros(spec.rules_of(state).WORDS, np.uint64)
    spec.legal(values, state, mask)
    if state.phase != Phase.OVER and not mask.any():
        raise BadPosition("nothing can be decided in this position, but the game is not over")
