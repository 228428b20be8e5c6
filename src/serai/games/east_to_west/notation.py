"""From East to West as text: decisions, deals, reveals and positions."""

import re
from functools import partial

from serai.core.bits import BIT, Bitset
from serai.core.caravans import LIMIT
from serai.core.component_set import once_per_set
from serai.core.notation.cards import parse_cubes
from serai.core.notation.errors import BadPosition
from serai.core.notation.positions import (
    begin,
    fill,
    number_in,
    once,
    parts,
    read_deck,
    read_lines,
    read_row,
    read_set,
    unlisted,
)
from serai.core.notation.questions import by_name, check_legal, read_asked, unclear
from serai.core.phases import Phase
from serai.core.records import NONE, Player, State
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.notation_writing import PHRASES as PHRASES
from serai.games.east_to_west.notation_writing import all_decisions as all_decisions
from serai.games.east_to_west.notation_writing import covered as covered
from serai.games.east_to_west.notation_writing import deal as deal
from serai.games.east_to_west.notation_writing import decision as decision
from serai.games.east_to_west.notation_writing import decisions as decisions
from serai.games.east_to_west.notation_writing import phase_name as phase_name
from serai.games.east_to_west.notation_writing import position as position
from serai.games.east_to_west.notation_writing import question as question
from serai.games.east_to_west.notation_writing import reveals as reveals
from serai.games.east_to_west.notation_writing import stacks as stacks
from serai.games.east_to_west.position_checks import check_question
from serai.games.east_to_west.rules import settlers_at_start
from serai.games.east_to_west.rules import state as west_table
from serai.games.east_to_west.rules.state import (
    BONUS_TILES,
    ROUTE_CARDS,
    SETTLERS,
    Continuation,
    West,
    bonus_bag,
    point_deck,
)


@once_per_set
def numbers(pieces: WestSet) -> dict[str, int]:
    """Returns the action number of every text."""
    return {text: action for action, text in all_decisions(pieces).items()}


def parse(pieces: WestSet, state: State, text: str) -> int | None:
    """Reads a decision; None if the text names none."""
    return numbers(pieces).get(text)


def parse_position(pieces: WestSet, text: str, generator: Bitset | None = None) -> State:
    """Reads a position; a deck that is not given holds all pieces not elsewhere, shuffled if there is a generator."""
    state, lines = begin("east_to_west", text, west_table.STATE, west_table.SEATS[1])
    state.slot, state.card, state.place = NONE, NONE, NONE
    for field in (state.cover, state.stacks, state.spares):
        field[...] = NONE
    for player in state.players:
        player.route[:], player.bonus[:] = NONE, NONE
    read_row(state.merchants, "-", pieces.merchant_names)
    read_row(state.points, "-", pieces.point_names)
    for seat in range(state.seats):
        read_player(pieces, state, seat, "caravan -")
    read_lines(lines, partial(read_line, pieces, state))
    players = [state.players[seat] for seat in range(state.seats)]
    held = [
        card
        for player in players
        for card in pieces.merchant_names.of_set(player.spent) + pieces.merchant_names.in_row(player.route)
    ]
    claimed = [card for player in players for card in pieces.point_names.of_set(player.claimed)]
    for row, names, cards, taken in (
        (state.merchants, pieces.merchant_names, pieces.merchant_deck, held),
        (state.points, pieces.point_names, point_deck(pieces, int(state.seats)), claimed),
    ):
        if strange := [text for text in taken if names.number(text) not in cards]:
            raise BadPosition(f"never in a game of {state.seats} players: {', '.join(strange)}")
        fill(row, names, cards, taken, generator)
    check(pieces, state)
    return state


def check(pieces: WestSet, state: State) -> None:
    """Rejects a position that no game can reach."""
    for seat in range(state.seats):
        check_player(pieces, state, seat)
    check_tiles(pieces, state)
    check_rows(pieces, state)
    check_question(pieces, state, phase_name(state))
    check_legal(pieces.values(), state)


def check_player(pieces: WestSet, state: State, seat: int) -> None:
    """Checks that a player has twelve settlers and, between actions, cubes within the limit (EW-5, EW-18)."""
    player = state.players[seat]
    working = sum(int(state.settlers[place]) for place in range(len(pieces.locations)) if player.placed & BIT[place])
    settlers = int(player.board + player.reserve + player.on_route.sum()) + working
    if settlers != SETTLERS:
        where = "board, reserve, locations and route"
        raise BadPosition(f"{settlers} settlers of seat {seat + 1}; {where} must have {SETTLERS} together")
    busy = seat == state.seat and state.phase not in (Phase.TURN, Phase.OVER)
    if player.caravan.sum() > LIMIT and not busy:
        raise BadPosition(f"{player.caravan.sum()} cubes of seat {seat + 1} are above the limit of {LIMIT}")


def check_tiles(pieces: WestSet, state: State) -> None:
    """Checks that no tile is in two places, covered locations are free, and there are not too many bonus tiles."""
    players = [state.players[seat] for seat in range(state.seats)]
    explored = [tile for player in players for tile in pieces.tile_names.of_set(player.explored)]
    once([*pieces.tile_names.of_set(state.beside), *covered(pieces, state).values(), *explored])
    if covered(pieces, state) and state.seats == west_table.SEATS[1]:
        raise BadPosition(f"with {state.seats} players no location is covered")
    if taken := [pieces.location_names[place] for place in covered(pieces, state) if state.settlers[place] > 0]:
        raise BadPosition(f"covered, so without settlers: {', '.join(taken)}")
    used = [
        tile for tiles in (state.stacks, state.spares, *(player.bonus for player in players)) for tile in tiles.flat
    ]
    bag = bonus_bag(pieces)
    for kind in range(len(pieces.bonus_names)):
        copies = bag.count(kind)
        if used.count(kind) > copies:
            raise BadPosition(f"{used.count(kind)} bonus tiles {pieces.bonus_names[kind]}; there are {copies}")


def check_rows(pieces: WestSet, state: State) -> None:
    """Checks that rows have no gap except during a claim, and that no more merchants are known than exist."""
    claiming = state.place in pieces.slots_of("fort")
    forts = [card for slot, card in enumerate(state.points.cards) if slot != state.slot or not claiming]
    for cards, places in (state.merchants.cards.tolist(), "markets"), (forts, "forts"):
        if NONE in cards and any(card != NONE for card in cards[cards.index(NONE) :]):
            raise BadPosition(f"the {places} have a gap; cards slide left, so empty places are at the right end")
    if state.known > state.merchants.left:
        raise BadPosition(f"{state.known} known merchants in a deck of {state.merchants.left}")


def read_line(pieces: WestSet, state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(pieces, state, value)
    elif key in ("points", "markets"):
        read_places(pieces, state, key, value)
    elif key == "known":
        state.known = number_in(value, 0, 64)
    elif key == "stacks":
        read_stacks(pieces, state, value)
    elif key == "spares":
        spares = bonus_kinds(pieces, value, len(bonus_bag(pieces)) - sum(stack_heights(pieces)), "among the spares")
        state.spares[: len(spares)] = spares
    elif key == "beside":
        state.beside = read_set({"beside": value}, "beside", pieces.tile_names)
    elif key == "covered":
        read_covered(pieces, state, value)
    else:
        read_player(pieces, state, number_in(key, 1, state.seats) - 1, value)


def bonus_kinds(pieces: WestSet, value: str, room: int, where: str) -> list[int]:
    """Reads at most `room` bonus tiles."""
    tiles = [pieces.bonus_names.number(text) for text in unlisted(value)]
    if len(tiles) > room:
        raise BadPosition(f"{len(tiles)} bonus tiles {where}; there is room for {room}")
    return tiles


def stack_heights(pieces: WestSet) -> list[int]:
    """Lists how many bonus tiles lie at each fort at the start."""
    return [pieces.locations[place].bonus_stack for place in pieces.slots_of("fort")]


def read_places(pieces: WestSet, state: State, key: str, value: str) -> None:
    """Reads the cards at the forts or markets, `-` for none, and the deck, top card first."""
    row, names = (state.points, pieces.point_names) if key == "points" else (state.merchants, pieces.merchant_names)
    front, slash, back = value.partition("/")
    texts = front.split()
    if len(texts) > len(row.cards):
        raise BadPosition(f"{len(texts)} places where there are {len(row.cards)}")
    row.cards[:] = NONE
    for slot, text in enumerate(texts):
        row.cards[slot] = NONE if text == "-" else names.number(text)
    read_deck(row, back if slash else None, names)


def read_stacks(pieces: WestSet, state: State, value: str) -> None:
    """Reads the bonus tiles of each fort, top first."""
    given = value.split("/")
    if len(given) > len(state.stacks):
        raise BadPosition(f"{len(given)} stacks where there are {len(state.stacks)} forts")
    for fort, stack in enumerate(given):
        tiles = bonus_kinds(pieces, stack, stack_heights(pieces)[fort], f"at fort {fort + 1}")
        state.heights[fort] = len(tiles)
        state.stacks[fort, : len(tiles)] = tiles[::-1]


def read_covered(pieces: WestSet, state: State, value: str) -> None:
    """Reads the exploration tiles on locations."""
    for part in [] if value == "-" else value.split(","):
        name, _, tile = (text.strip() for text in part.partition("="))
        place = pieces.location_names.number(name)
        if place not in pieces.covered:
            known = ", ".join(pieces.location_names[place] for place in pieces.covered)
            raise BadPosition(f"{name} is never covered; only these are: {known}")
        number = pieces.covered.index(place)
        if state.cover[number] != NONE:
            raise BadPosition(f"{name} is said twice")
        state.cover[number] = pieces.tile_names.number(tile)


def read_player(pieces: WestSet, state: State, seat: int, value: str) -> None:
    """Reads what one player has: by default nothing but the starting settlers."""
    player = state.players[seat]
    keys = ("caravan", "board", "reserve", "at", "route", "spent", "claimed", "explored", "bonus")
    found = parts(value, *keys)
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    begun = settlers_at_start(state.seats)
    player.board = number_in(found.get("board", str(begun)), 0, SETTLERS)
    player.reserve = number_in(found.get("reserve", str(SETTLERS - begun)), 0, SETTLERS)
    player.spent = read_set(found, "spent", pieces.merchant_names)
    player.claimed = read_set(found, "claimed", pieces.point_names)
    player.explored = read_set(found, "explored", pieces.tile_names)
    bonus = bonus_kinds(pieces, found.get("bonus", "-"), BONUS_TILES, "of a player")
    player.bonus[: len(bonus)] = sorted(bonus)
    read_route(pieces, player, unlisted(found.get("route", "-")))
    for text in [] if found.get("at", "-") == "-" else found["at"].split(";"):
        name, _, settlers = text.strip().partition("*")
        place = pieces.location_names.number(name)
        if state.settlers[place] > 0:
            raise BadPosition(f"settlers are said twice at {name}; a location has those of one player")
        player.placed |= BIT[place]
        state.settlers[place] = number_in(settlers, 1, SETTLERS)


def read_route(pieces: WestSet, player: Player, texts: list[str]) -> None:
    """Reads the cards of a trade route with the settlers on them."""
    if len(texts) > ROUTE_CARDS:
        raise BadPosition(f"{len(texts)} cards in a route of {ROUTE_CARDS} at most")
    for place, text in enumerate(texts):
        card, star, settlers = text.partition("*")
        player.route[place] = pieces.merchant_names.number(card)
        player.on_route[place] = number_in(settlers, 1, SETTLERS) if star else 0


QUESTION = re.compile(
    r"seat (?P<seat>[1-4]) (?P<phase>[a-z]+)(?: (?P<owed>[1-9]))?(?: (?P<card>[YRGB]+>\S+))?"
    r"(?: (?:at (?P<place>[^,]+)|on route))?(?P<again>, then again)?"
)
PHASES = {name: phase for name, phase in by_name(Phase, West).items() if phase != Phase.PAY}
WORK_OF = {
    "fort": Continuation.FORT,
    "market": Continuation.MARKET,
    "refresh": Continuation.NOTHING,
    "adjust": Continuation.NOTHING,
}


def read_question(pieces: WestSet, state: State, value: str) -> None:
    """Reads who decides what, and where."""
    found = read_asked(pieces, state, value, QUESTION, PHASES)
    if found is None:
        return
    state.owed = int(found["owed"] or 0)
    state.again = 1 if found["again"] else 0
    if found["place"]:
        read_place(pieces, state, pieces.location_names.number(found["place"]))
    if question(pieces, state) != value:
        raise unclear(value)


def read_place(pieces: WestSet, state: State, number: int) -> None:
    """Reads the location being worked and the action in progress there."""
    kind = pieces.locations[number].kind
    state.place = number
    state.slot = pieces.slots_of(kind).index(number) if kind in ("fort", "market") else NONE
    going_on = state.phase in (Phase.UPGRADE, Phase.TRADE) or kind not in WORK_OF
    state.work = WORK_OF.get(kind, Continuation.PLACE) if going_on else Continuation.NOTHING
