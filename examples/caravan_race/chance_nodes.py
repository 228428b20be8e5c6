"""What chance decides in Caravan Race: the order of the deck."""

from caravan_race.component_set import RaceSet
from serai.core.compiled import compiled
from serai.core.records import State, Values
from serai.learning.hidden_piles import Draw, HiddenPlace, even_odds, laid_out, row_places, swap, top


def opening(values: Values, state: State) -> list[Draw]:
    """Lists what chance decides before the first decision, in order."""
    return laid_out(state, "market")


def revealed(values: Values, before: State, after: State, action: int) -> list[Draw]:
    """Lists what a decision turns up."""
    return list(top(before, after, "market"))


@compiled
def may_reveal(state: State, after: State) -> bool:
    """Returns whether a decision that leads from one position to the other may have revealed a card."""
    return bool(after.market.left < state.market.left)


def hidden_places(state: State, draw: Draw) -> list[HiddenPlace]:
    """Lists the places whose contents could be what is drawn."""
    return row_places(state.market, draw)


def outcomes(values: Values, state: State, draw: Draw) -> list[tuple[int, float]]:
    """Lists what can be drawn and how likely it is."""
    return even_odds(hidden_places(state, draw))


def settle(values: Values, state: State, draw: Draw, outcome: int) -> None:
    """Puts what was drawn into its place."""
    swap(hidden_places(state, draw), outcome)


def name_of(pieces: RaceSet, draw: Draw, outcome: int) -> str:
    """Says in the notation what was drawn."""
    return pieces.goods_names[outcome]
