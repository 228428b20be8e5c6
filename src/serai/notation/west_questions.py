"""Which questions of From East to West can be asked in a position: what must lie and stand where."""

import numpy as np

from serai.notation.cards import MERCHANTS
from serai.notation.questions import cannot_be_asked, discard_fault, trade_fault
from serai.rules import merchants
from serai.rules.bits import has
from serai.rules.caravans import BROWN, LIMIT
from serai.rules.phases import Phase
from serai.rules.records import NONE, Player, State
from serai.rules.west_table import BONUS_TILES, EXPLORATION, PLACES, POINT_CARDS, ROUTE_CARDS, Benefit, West

BETWEEN_TURNS = (Phase.TURN, Phase.DISCARD, Phase.OVER)


def check_question(state: State, name: str) -> None:
    """Refuses a question that cannot be asked in this position."""
    if fault := _again_fault(state) or _place_fault(state) or _fault(state, state.players[state.seat]):
        raise cannot_be_asked(name, fault)


def _again_fault(state: State) -> str | None:
    """Says when another turn cannot follow (EW-14)."""
    return "another turn follows only a discard" if state.again and state.phase != Phase.DISCARD else None


def _place_fault(state: State) -> str | None:
    """Says what is wrong with the place where an action goes on: a location with settlers, or the route."""
    if state.phase in BETWEEN_TURNS:
        return None
    if state.place == NONE:
        return None if state.phase in (Phase.UPGRADE, Phase.TRADE) else "it belongs to a location, not to the route"
    if not has(state.players[state.seat].placed, int(state.place)):
        return f"seat {state.seat + 1} has no settlers there"
    return _fort_fault(state) if PLACES[state.place].kind == "fort" else None


def _fort_fault(state: State) -> str | None:
    """Says what is wrong with a fort where a claim goes on: its point card has been taken (EW-9)."""
    if state.points.cards[state.slot] != NONE:
        return "the point card above the fort has not been taken"
    return None if state.players[state.seat].claimed else f"seat {state.seat + 1} has claimed no point card"


def _fault(state: State, player: Player) -> str | None:
    """Says what is wrong with the question itself."""
    match state.phase:
        case Phase.DISCARD:
            return discard_fault(state, LIMIT)
        case Phase.UPGRADE:
            return _upgrade_fault(state, player)
        case Phase.TRADE:
            return trade_fault(state, MERCHANTS.in_row(_in_use(state, player)), "is not in use there")
        case West.MARKET | West.REPLACE:
            return _market_fault(state, player)
        case West.EXPLORE:
            return _explore_fault(state, player)
        case West.BONUS:
            return _bonus_fault(state, player)
        case West.SWAP:
            return _swap_fault(state, player)
        case West.BARTER:
            return _barter_fault(state, player)
        case _:
            return None


def _upgrade_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with upgrades that go on (C-2)."""
    most = _upgrades(state, player)
    if state.owed > most:
        return f"{state.owed} upgrades where there are {most} at most"
    return None if player.caravan[:BROWN].any() else "no cube below brown is there"


def _upgrades(state: State, player: Player) -> int:
    """Returns how many upgrades the place brings: its own, its merchant's, an explored tile's or a route card's."""
    kind = PLACES[state.place].kind if state.place != NONE else "route"
    if kind in ("market", "route"):
        return max((int(merchants.MERCHANTS[card].upgrades) for card in _in_use(state, player)), default=0)
    if kind == "fort":
        tiles = [tile for number, tile in enumerate(EXPLORATION) if has(player.explored, number)]
        return max((int(tile.upgrades) for tile in tiles), default=0)
    return int(PLACES[state.place].upgrades)


def _in_use(state: State, player: Player) -> list[int]:
    """Lists the merchants that may be in use: that of the market, or those of the route with settlers on them."""
    if state.place == NONE:
        return [int(card) for card, there in zip(player.route, player.on_route, strict=True) if there > 0]
    card = state.merchants.cards[state.slot] if PLACES[state.place].kind == "market" else NONE
    return [] if card == NONE else [int(card)]


def _market_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with a market whose merchant is to be used, kept or to replace another (EW-12, EW-13)."""
    if PLACES[state.place].kind != "market":
        return "the location is no market"
    if not _in_use(state, player):
        return "there is no merchant at the market"
    full = player.route[ROUTE_CARDS - 1] != NONE
    return f"the route has fewer than {ROUTE_CARDS} cards" if state.phase == West.REPLACE and not full else None


def _explore_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with taking an exploration tile (EW-10, EW-11)."""
    if PLACES[state.place].kind != "fort":
        return "the location is no fort"
    claimed = [card for number, card in enumerate(POINT_CARDS) if has(player.claimed, number)]
    explores = any(card.benefit == Benefit.EXPLORE for card in claimed)
    return None if explores else f"no point card of seat {state.seat + 1} lets it explore"


def _bonus_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with taking a bonus tile (EW-9)."""
    if PLACES[state.place].kind != "fort":
        return "the location is no fort"
    if state.heights[state.slot] == 0:
        return "no bonus tile is left at the fort"
    return f"seat {state.seat + 1} has {BONUS_TILES} already" if player.bonus[BONUS_TILES - 1] != NONE else None


def _swap_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with swapping cards of the route (EW-15)."""
    if PLACES[state.place].kind != "adjust":
        return "the location does not adjust the route"
    return "the route has fewer than two cards" if player.route[1] == NONE else None


def _barter_fault(state: State, player: Player) -> str | None:
    """Says what is wrong with the trade of a location that goes on (EW-8)."""
    place = PLACES[state.place]
    if not any(place.give):
        return "the location does not trade"
    payable = (player.caravan >= np.array(place.give)).all()
    return None if payable else "its trade cannot be paid"
