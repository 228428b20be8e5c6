"""Chance card by card: what a decision reveals, how likely each card is, and putting it in place."""

from serai.core.component_set import ComponentSet
from serai.core.records import State, Values
from serai.core.registry import Parts
from serai.learning.hidden_piles import Draw, HiddenPlace

__all__ = ["CHANCE_NODES", "Draw", "hidden_places", "name_of", "opening", "outcomes", "revealed", "settle"]

CHANCE_NODES = Parts("chance_nodes")


def opening(values: Values, state: State) -> list[Draw]:
    """Lists the chance events before the first decision, in order."""
    draws: list[Draw] = CHANCE_NODES.of(state).opening(values, state)
    return draws


def revealed(values: Values, before: State, after: State, action: int) -> list[Draw]:
    """Lists the hidden cards that a decision reveals, in the order of the chance nodes."""
    draws: list[Draw] = CHANCE_NODES.of(before).revealed(values, before, after, action)
    return draws


def hidden_places(state: State, draw: Draw) -> list[HiddenPlace]:
    """Lists the places that could hold the drawn card, the place drawn from first."""
    places: list[HiddenPlace] = CHANCE_NODES.of(state).hidden_places(state, draw)
    return places


def outcomes(values: Values, state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists what can be drawn, with probabilities."""
    odds: list[tuple[int, float]] = CHANCE_NODES.of(state).outcomes(values, state, draw)
    return odds


def settle(values: Values, state: State, draw: Draw, outcome: int) -> None:
    """Puts what was drawn into its place, swapping it with what was there."""
    CHANCE_NODES.of(state).settle(values, state, draw, outcome)


def name_of(pieces: ComponentSet, draw: Draw, outcome: int) -> str:
    """Writes in the notation what was drawn."""
    return str(CHANCE_NODES[pieces.game].name_of(pieces, draw, outcome))
