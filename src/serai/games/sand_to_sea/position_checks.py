"""Which questions of Sand to Sea can be asked in a position: where the boat must be, and what must be there."""

import numpy as np

from serai.core import spec
from serai.core.bits import has, total
from serai.core.notation import questions
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.rules import limit
from serai.games.sand_to_sea.rules.state import WORDS, Sea


def check_question(pieces: SeaSet, state: State, name: str) -> None:
    """Rejects a question that cannot be asked in this position."""
    player = state.players[state.seat]
    if fault := _turn_fault(state) or _fault(pieces, state, player):
        raise questions.cannot_be_asked(name, fault)
    questions.check_question(pieces, state, int(limit(player)))


def _turn_fault(state: State) -> str | None:
    """Returns what is wrong with who is asked, and with the boats (SS-6, SS-15)."""
    if state.seat != state.turn and state.phase != Phase.DISCARD:
        return "out of turn only a discard is"
    if state.phase in (Sea.START, Sea.PLACE):
        return _set_up_fault(state) or _missing_boat(state, int(state.seat) + 1)
    return None if state.phase == Phase.OVER else _missing_boat(state, 0)


def _missing_boat(state: State, first: int) -> str | None:
    """Returns whose boat is missing, from a seat on."""
    for seat in range(first, state.seats):
        if state.players[seat].boat == NONE:
            return f"the boat of seat {seat + 1} is not placed"
    return None


def _set_up_fault(state: State) -> str | None:
    """Returns what is wrong with a choice in the set-up, which goes from the last seat to the first (SS-6)."""
    for seat in range(state.seat + 1):
        if state.players[seat].boat != NONE:
            return f"the boat of seat {seat + 1} is placed"
    if not state.markets.any():
        return "there is no island to place a boat on"
    left, players = int(state.groups).bit_count(), int(state.seat + (state.phase == Sea.START))
    return f"{left} groups of starting cubes are left for {players} players" if left < players else None


def _fault(pieces: SeaSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with a question that only this game asks."""
    match state.phase:
        case Sea.SAIL:
            most = int(player.sail)
            return (
                f"{state.free} free steps where there are {most} at most"
                if state.free > most
                else _idle_fault(pieces, state)
            )
        case Sea.TOLL:
            return _toll_fault(state, player)
        case Sea.ACT:
            return _idle_fault(pieces, state)
        case Sea.BUILD:
            return _build_fault(state, player)
        case Sea.BONUS:
            return _bonus_fault(pieces, state, player)
        case Sea.MARKET:
            return _market_fault(pieces, state, player)
        case _:
            return None


def _idle_fault(pieces: SeaSet, state: State) -> str | None:
    """Returns the fault if there is nothing to do but stop (C-12)."""
    mask = np.zeros(WORDS, np.uint64)
    spec.legal(pieces.values(), state, mask)
    return "nothing is left to do there" if total(mask) <= 1 else None


def _toll_fault(state: State, player: Player) -> str | None:
    """Returns what is wrong with a toll (SS-9)."""
    if not 0 <= state.payee < state.seats or state.payee == state.seat:
        return f"there is no other seat {state.payee + 1}"
    if state.players[state.payee].boat != player.boat or state.tiles[player.boat] == NONE:
        return f"the boat of seat {state.payee + 1} is not at the same island"
    return None if player.caravan.any() else "there is no cube to give"


def _build_fault(state: State, player: Player) -> str | None:
    """Returns what is wrong with paying for an outpost (SS-10)."""
    if state.tiles[player.boat] == NONE or has(player.outposts, int(player.boat)):
        return "the boat is not at an island without an own outpost"
    others = sum(has(state.players[seat].outposts, int(player.boat)) for seat in range(state.seats))
    most = 2 * others if state.seats == 2 else others
    if not 1 <= state.owed <= most:
        return f"{state.owed} cubes for an outpost that costs {most}"
    held = int(player.caravan.sum())
    return f"the caravan holds {held} cubes, not {state.owed}" if held < state.owed else None


def _bonus_fault(pieces: SeaSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with the bonus of a column: it has just been emptied (SS-11)."""
    if not has(player.outposts, int(player.boat)):
        return "the boat is not at an own outpost"
    built = [int(player.outposts & market).bit_count() for market in state.markets]
    here = built[pieces.islands[state.tiles[player.boat]].symbol]
    emptied = here == state.column + 1 <= min(built)
    return None if emptied else f"the outpost here has not emptied column {state.column + 1}"


def _market_fault(pieces: SeaSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with a trade in progress on an island (SS-10)."""
    if not has(player.outposts, int(player.boat)):
        return "the boat is not at an own outpost"
    give = pieces.islands[state.tiles[player.boat]].give
    return None if (player.caravan >= give).all() else "the trade of the island cannot be paid"
