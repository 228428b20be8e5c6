"""Spice Road told as its naive implementation tells it."""

from typing import Any

from serai.core.notation.cards import cubes
from serai.core.notation.positions import deck
from serai.core.phases import Phase
from serai.core.records import State
from tests.agreement import Naive, Sides
from tests.naive.spice_road import Deal, SpiceRoad
from tests.spice_road.standard import MERCHANTS, POINTS, deal


def begin(players: int, state: State) -> Naive:
    """Gives the naive game the same deal."""
    return SpiceRoad(players, Deal(**deal(state)))


def told(state: State) -> dict[str, Any]:
    """Returns a state as plain data."""
    merchants = MERCHANTS.in_row(state.merchants.cards)
    return {
        "seat": state.seat,
        "over": state.phase == Phase.OVER,
        "phase": Phase(state.phase).name.lower(),
        "merchants": merchants,
        "on_merchants": [cubes(spices) for spices in state.merchants.spices[: len(merchants)]],
        "merchant_deck": deck(state.merchants, MERCHANTS),
        "points": POINTS.in_row(state.points.cards),
        "point_deck": deck(state.points, POINTS),
        "gold": state.gold,
        "silver": state.silver,
        "players": [told_player(state.players[seat]) for seat in range(state.seats)],
    }


def told_player(player: Any) -> dict[str, Any]:
    """Returns what one player has."""
    return {
        "caravan": cubes(player.caravan),
        "hand": sorted(MERCHANTS.of_set(player.hand)),
        "played": sorted(MERCHANTS.of_set(player.played)),
        "claimed": sorted(POINTS.of_set(player.claimed)),
        "gold": player.gold,
        "silver": player.silver,
    }


def eager(state: State, texts: list[str]) -> list[str]:
    """Claims whenever possible."""
    return [text for text in texts if text.startswith("claim")]


SPICE_ROAD = Sides("spice_road", begin, told, eager)
