"""Ports and victory tiles of Sand to Sea (SS-3, SS-13)."""

from serai.core.bits import Bitset, bit
from serai.core.caravans import covers, remove
from serai.core.chance import Numbers, below
from serai.core.compiled import compiled
from serai.core.records import NONE, Player, State, Values
from serai.core.rows import draw, hide, lay_out
from serai.games.sand_to_sea.rules.state import CLOSED, CLOSED_AMONG


@compiled
def stack_victory_tiles(values: Values, state: State, generator: Bitset) -> None:
    """Puts a tile on each port and the closed-port tile among the next five (SS-3)."""
    lay_out(state.ports, values.stack, values.victory_size, generator)
    insert_closed_port(state.ports.deck, int(state.ports.left), CLOSED_AMONG, generator)
    state.ports.left += 1


@compiled
def insert_closed_port(stack: Numbers, size: int, among: int, generator: Bitset) -> None:
    """Inserts the closed-port tile at a random place among the top tiles of a stack."""
    stack[size] = CLOSED
    place = size - below(generator, among)
    stack[size], stack[place] = stack[place], stack[size]


@compiled
def can_deliver(values: Values, state: State, player: Player) -> bool:
    """Returns whether the boat is in an open port and the player can pay for its tile (SS-13)."""
    port = values.port_at[player.boat]
    if port == NONE or state.ports.cards[port] == NONE or state.ports.cards[port] == CLOSED:
        return False
    return covers(player.caravan, values.victory_tiles[state.ports.cards[port]].cost)


@compiled
def deliver(values: Values, state: State, player: Player) -> bool:
    """Delivers the printed cubes and takes the tile; the next one comes, or the closed port moves here (SS-13)."""
    port = values.port_at[player.boat]
    tile = state.ports.cards[port]
    remove(player.caravan, values.victory_tiles[tile].cost)
    player.victory |= bit(tile)
    closed = closed_port(state)
    if closed == NONE:
        state.ports.cards[port] = draw(state.ports)
    else:
        state.ports.cards[port] = CLOSED
        state.ports.cards[closed] = draw(state.ports)
    return True


@compiled
def closed_port(state: State) -> int:
    """Returns the closed port, NONE before the closed-port tile is drawn (SS-13)."""
    for port in range(len(state.ports.cards)):
        if state.ports.cards[port] == CLOSED:
            return port
    return NONE


@compiled
def hide_stack(values: Values, state: State, generator: Bitset) -> None:
    """Reorders the stack; a closed port still in it is equally likely in each of its possible places (SS-3, C-11)."""
    hide(state.ports, generator)
    top = state.ports.left - 1
    for place in range(state.ports.left):
        if state.ports.deck[place] == CLOSED:
            state.ports.deck[place] = state.ports.deck[top]
            insert_closed_port(state.ports.deck, int(top), max(1, closed_within(values, state)), generator)
            return


@compiled
def closed_within(values: Values, state: State) -> int:
    """Returns how many top tiles of the stack are sure to include the closed port; 0 once it is out (SS-3)."""
    if closed_port(state) != NONE:
        return 0
    drawn = values.victory_size + 1 - len(state.ports.cards) - state.ports.left
    return CLOSED_AMONG - drawn
