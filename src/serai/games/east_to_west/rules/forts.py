"""Forts, point cards, exploration and bonus tiles of From East to West (EW-9 to EW-11)."""

import numpy as np

from serai.core.bits import NOTHING, Bitset, bit
from serai.core.caravans import add, remove
from serai.core.compiled import compiled
from serai.core.merchants import ask_upgrade
from serai.core.records import NONE, Player, State, Values
from serai.core.rows import close
from serai.games.east_to_west.rules.state import BONUS_TILES, EXPLORE, Benefit, Continuation, West


@compiled
def claim(values: Values, state: State, player: Player, slot: int) -> bool:
    """Returns the cubes of the point card above a fort, takes it and gains its benefit (EW-9, EW-10)."""
    card = state.points.cards[slot]
    state.points.cards[slot] = NONE
    state.slot = slot
    remove(player.caravan, values.point_cards[card].cost)
    player.claimed |= bit(card)
    enlist(player, values.point_cards[card].settlers)
    if values.point_cards[card].benefit == Benefit.EXPLORE and unexplored(state) != NOTHING:
        state.phase = West.EXPLORE
        return False
    return ask_bonus(state, player)


@compiled
def enlist(player: Player, settlers: int) -> None:
    """Moves settlers from the reserve to the player board, as many as are left (EW-10)."""
    moved = min(settlers, player.reserve)
    player.reserve -= moved
    player.board += moved


@compiled
def unexplored(state: State) -> np.uint64:
    """Returns the exploration tiles beside the board and on locations (EW-11)."""
    tiles = state.beside
    for place in range(len(state.cover)):
        if state.cover[place] != NONE:
            tiles |= bit(state.cover[place])
    return tiles


@compiled
def offer_explore(state: State, mask: Bitset) -> None:
    """Offers every exploration tile that is left (EW-11)."""
    mask[EXPLORE >> 6] = unexplored(state)


@compiled
def explore(values: Values, state: State, player: Player, tile: int) -> bool:
    """Takes an exploration tile, opening the location it covered, and gains its bonus (EW-11)."""
    state.beside &= ~bit(tile)
    for place in range(len(state.cover)):
        if state.cover[place] == tile:
            state.cover[place] = NONE
    player.explored |= bit(tile)
    add(player.caravan, values.exploration[tile].gain)
    enlist(player, values.exploration[tile].settlers)
    state.work = Continuation.FORT
    return ask_upgrade(state, player, int(values.exploration[tile].upgrades)) and ask_bonus(state, player)


@compiled
def ask_bonus(state: State, player: Player) -> bool:
    """Asks whether to take the top bonus tile of the fort, if there is one and the player has fewer than 3 (EW-9)."""
    if state.heights[state.slot] == 0 or player.bonus[BONUS_TILES - 1] != NONE:
        return leave(state)
    state.work = Continuation.NOTHING
    state.phase = West.BONUS
    return False


@compiled
def take_bonus(state: State, player: Player) -> bool:
    """Takes the top bonus tile of the fort; a player's tiles are sorted, lowest first (EW-9)."""
    state.heights[state.slot] -= 1
    tile = state.stacks[state.slot, state.heights[state.slot]]
    state.stacks[state.slot, state.heights[state.slot]] = NONE
    place = 0
    while player.bonus[place] != NONE and player.bonus[place] <= tile:
        place += 1
    for other in range(BONUS_TILES - 1, place, -1):
        player.bonus[other] = player.bonus[other - 1]
    player.bonus[place] = tile
    return leave(state)


@compiled
def leave(state: State) -> bool:
    """Slides the point cards left and refills their row (EW-9, C-4)."""
    close(state.points, int(state.slot))
    return True
