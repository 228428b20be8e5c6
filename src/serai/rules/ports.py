"""Ports and victory tiles of Sand to Sea (SS-3, SS-13)."""

from serai.rules.bits import Words, bit
from serai.rules.caravans import covers, remove
from serai.rules.chance import Numbers, below
from serai.rules.compiled import compiled
from serai.rules.records import NONE, Player, State, Values
from serai.rules.rows import draw, hide, lay_out
from serai.rules.sea_table import CLOSED, CLOSED_AMONG


@compiled
def stack_victory_tiles(values: Values, state: State, generator: Words) -> None:
    """Puts a tile on each port and the closed-port tile among the next five (SS-3)."""
    lay_out(state.ports, values.stack, values.victory_size, generator)
    insert_closed_port(state.ports.deck, int(state.ports.left), CLOSED_AMONG, generator)
    state.ports.left += 1


@compiled
def insert_closed_port(stack: Numbers, size: int, among: int, generator: Words) -> None:
    """Puts the closed-port tile at a random place among the top tiles of a stack, which grows by it."""
    stack[size] = CLOSED
    place = size - below(generator, among)
    stack[size], stack[place] = stack[place], stack[size]


@compiled
def can_deliver(values: Values, state: State, player: Player) -> bool:
    """Tells whether the boat is in an open port whose tile can be paid (SS-13)."""
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
    """Returns the port that is closed, NONE before the closed-port tile is drawn (SS-13)."""
    for port in range(len(state.ports.cards)):
        if state.ports.cards[port] == CLOSED:
            return port
    return NONE


@compiled
def hide_stack(values: Values, state: State, generator: Words) -> None:
    """Reorders the stack; a closed port still in it stays as likely at each place where it can be (SS-3, C-11)."""
    hide(state.ports, generator)
    top = state.ports.left - 1
    for place in range(state.ports.left):
        if state.ports.deck[place] == CLOSED:
            drawn = values.victory_size + 1 - len(state.ports.cards) - state.ports.left
            state.ports.deck[place] = state.ports.deck[top]
            insert_closed_port(state.ports.deck, int(top), max(1, CLOSED_AMONG - drawn), generator)
            return
