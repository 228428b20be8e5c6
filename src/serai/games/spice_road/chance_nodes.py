"""What chance decides in Spice Road: the order of both decks."""

from serai.core.compiled import compiled
from serai.core.piece_names import Names
from serai.core.records import State, Values
from serai.games.spice_road.component_set import RoadSet
from serai.learning.hidden_piles import Draw, HiddenPlace, even_odds, laid_out, row_places, swap, top

NAMES = {"merchants": "merchant_names", "points": "point_names"}


def opening(values: Values, state: State) -> list[Draw]:
    """Lists what chance decides before the first decision, in order."""
    return laid_out(state, "merchants") + laid_out(state, "points")


def revealed(values: Values, before: State, after: State, action: int) -> list[Draw]:
    """Lists what a decision reveals."""
    return [*top(before, after, "merchants"), *top(before, after, "points")]


@compiled
def may_reveal(state: State, after: State) -> bool:
    """Returns whether a decision that leads from one position to the other may have revealed a card."""
    return bool(after.merchants.left < state.merchants.left or after.points.left < state.points.left)


def hidden_places(state: State, draw: Draw) -> list[HiddenPlace]:
    """Lists the hidden places that the drawn card may be in."""
    return row_places(state[draw.pile], draw)


def outcomes(values: Values, state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists the possible draws with their probabilities."""
    return even_odds(hidden_places(state, draw))


def settle(values: Values, state: State, draw: Draw, outcome: int) -> None:
    """Puts the drawn piece in its place."""
    swap(hidden_places(state, draw), outcome)


def name_of(pieces: RoadSet, draw: Draw, outcome: int) -> str:
    """Writes what was drawn in the notation."""
    names: Names = getattr(pieces, NAMES[draw.pile])
    return names[outcome]
