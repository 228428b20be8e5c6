"""Which questions of From East to West can be asked in a position: which pieces must be where."""

import numpy as np

from serai.core.bits import has
from serai.core.caravans import BROWN, LIMIT
from serai.core.notation.questions import cannot_be_asked, discard_fault, trade_fault
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.rules.state import BONUS_TILES, ROUTE_CARDS, West

BETWEEN_TURNS = (Phase.TURN, Phase.DISCARD, Phase.OVER)


def check_question(pieces: WestSet, state: State, name: str) -> None:
    """Rejects a question that cannot be asked in this position."""
    if fault := _again_fault(state) or _place_fault(pieces, state) or _fault(pieces, state, state.players[state.seat]):
        raise cannot_be_asked(name, fault)


def _again_fault(state: State) -> str | None:
    """Returns the fault if another turn cannot follow (EW-14)."""
    return "another turn follows only a discard" if state.again and state.phase != Phase.DISCARD else None


def _place_fault(pieces: WestSet, state: State) -> str | None:
    """Returns what is wrong with the place of an action in progress: a location with settlers, or the route."""
    if state.phase in BETWEEN_TURNS:
        return None
    if state.place == NONE:
        return None if state.phase in (Phase.UPGRADE, Phase.TRADE) else "it belongs to a location, not to the route"
    if not has(state.players[state.seat].placed, int(state.place)):
        return f"seat {state.seat + 1} has no settlers there"
    return _fort_fault(state) if pieces.locations[state.place].kind == "fort" else None


def _fort_fault(state: State) -> str | None:
    """Returns what is wrong with a fort where a claim is in progress: its point card has been taken (EW-9)."""
    if state.points.cards[state.slot] != NONE:
        return "the point card above the fort has not been taken"
    return None if state.players[state.seat].claimed else f"seat {state.seat + 1} has claimed no point card"


def _fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with the question itself."""
    match state.phase:
        case Phase.DISCARD:
            return discard_fault(state, LIMIT)
        case Phase.UPGRADE:
            return _upgrade_fault(pieces, state, player)
        case Phase.TRADE:
            return trade_fault(
                pieces, state, pieces.merchant_names.in_row(_in_use(pieces, state, player)), "is not in use there"
            )
        case West.MARKET | West.REPLACE:
            return _market_fault(pieces, state, player)
        case West.EXPLORE:
            return _explore_fault(pieces, state, player)
        case West.BONUS:
            return _bonus_fault(pieces, state, player)
        case West.SWAP:
            return _swap_fault(pieces, state, player)
        case West.BARTER:
            return _trade_fault(pieces, state, player)
        case _:
            return None


def _upgrade_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with upgrades in progress (C-2)."""
    most = _upgrades(pieces, state, player)
    if state.owed > most:
        return f"{state.owed} upgrades where there are {most} at most"
    return None if player.caravan[:BROWN].any() else "no cube below brown is there"


def _upgrades(pieces: WestSet, state: State, player: Player) -> int:
    """Returns how many upgrades the place brings: its own, its merchant's, an explored tile's or a route card's."""
    kind = pieces.locations[state.place].kind if state.place != NONE else "route"
    if kind in ("market", "route"):
        return max((pieces.merchants[card].upgrades for card in _in_use(pieces, state, player)), default=0)
    if kind == "fort":
        tiles = [tile for number, tile in enumerate(pieces.exploration) if has(player.explored, number)]
        return max((tile.upgrades for tile in tiles), default=0)
    return pieces.locations[int(state.place)].upgrades


def _in_use(pieces: WestSet, state: State, player: Player) -> list[int]:
    """Lists the merchants that may be in use: the market's, or those of the route with settlers on them."""
    if state.place == NONE:
        return [int(card) for card, there in zip(player.route, player.on_route, strict=True) if there > 0]
    card = state.merchants.cards[state.slot] if pieces.locations[state.place].kind == "market" else NONE
    return [] if card == NONE else [int(card)]


def _market_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with a market whose merchant is to be used, kept, or to replace another (EW-12, EW-13)."""
    if pieces.locations[state.place].kind != "market":
        return "the location is no market"
    if not _in_use(pieces, state, player):
        return "there is no merchant at the market"
    full = player.route[ROUTE_CARDS - 1] != NONE
    return f"the route has fewer than {ROUTE_CARDS} cards" if state.phase == West.REPLACE and not full else None


def _explore_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with taking an exploration tile (EW-10, EW-11)."""
    if pieces.locations[state.place].kind != "fort":
        return "the location is no fort"
    claimed = [card for number, card in enumerate(pieces.points) if has(player.claimed, number)]
    explores = any(card.benefit == "explore" for card in claimed)
    return None if explores else f"no point card of seat {state.seat + 1} lets it explore"


def _bonus_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with taking a bonus tile (EW-9)."""
    if pieces.locations[state.place].kind != "fort":
        return "the location is no fort"
    if state.heights[state.slot] == 0:
        return "no bonus tile is left at the fort"
    return f"seat {state.seat + 1} has {BONUS_TILES} already" if player.bonus[BONUS_TILES - 1] != NONE else None


def _swap_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with swapping cards of the route (EW-15)."""
    if pieces.locations[state.place].kind != "adjust":
        return "the location does not adjust the route"
    return "the route has fewer than two cards" if player.route[1] == NONE else None


def _trade_fault(pieces: WestSet, state: State, player: Player) -> str | None:
    """Returns what is wrong with a location's trade in progress (EW-8)."""
    place = pieces.locations[state.place]
    if not any(place.give):
        return "the location does not trade"
    payable = (player.caravan >= np.array(place.give)).all()
    return None if payable else "its trade cannot be paid"
