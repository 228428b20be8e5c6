"""From East to West as text: decisions, deals, reveals and positions."""

import re
from typing import Any

import numpy as np

from serai.notation.cards import MERCHANTS, Names, common_decisions, cubes, parse_cubes
from serai.notation.errors import BadPosition
from serai.notation.positions import (
    begin,
    deck,
    drawn,
    fill,
    listed,
    number_in,
    once,
    parts,
    read_deck,
    read_lines,
    read_row,
    read_set,
    unlisted,
)
from serai.notation.questions import by_name, check_legal, read_asked, unclear
from serai.notation.west_questions import check_question
from serai.rules import west_components, west_table
from serai.rules.bits import BIT
from serai.rules.caravans import LIMIT
from serai.rules.merchants import DECK
from serai.rules.phases import Phase
from serai.rules.records import NONE, Player, State
from serai.rules.west_table import (
    BONUS,
    BONUS_BAG,
    BONUS_TILES,
    COVERED,
    DECK_SIZES,
    DECKS,
    EXPLORE,
    FORT_AT,
    KEEP,
    NO_BONUS,
    NO_SWAP,
    PLACES,
    REPLACE,
    REST,
    ROUTE,
    ROUTE_CARDS,
    SETTLERS,
    STACK_HEIGHTS,
    SWAP,
    USE,
    WORK,
    West,
    Work,
    slots_of,
)


def location_text(number: int) -> str:
    """Writes a location: `fort 2`, `market 3`, `refresh`, or what it does: `YYY`, `+2`, `YY>G`, joined by `&`."""
    place = PLACES[number]
    if place.kind in ("fort", "market"):
        return f"{place.kind} {slots_of(place.kind).index(number) + 1}"
    if place.kind in ("refresh", "adjust"):
        return place.kind
    trade = f"{cubes(place.give)}>{cubes(place.get)}" if any(place.give) else ""
    actions = ["" if trade else cubes(place.get), f"+{place.upgrades}" if place.upgrades else "", trade]
    return "&".join(filter(None, actions))


def exploration_text(tile: west_components.ExplorationTile) -> str:
    """Writes an exploration tile by its bonus: `RR`, `+3`, `settler`; `3p` when it brings only points."""
    settlers = "settler" if tile.settlers == 1 else f"settlers:{tile.settlers}" if tile.settlers else ""
    bonus = [cubes(tile.gain), f"+{tile.upgrades}" if tile.upgrades else "", settlers]
    return "&".join(filter(None, bonus)) or f"{tile.points}p"


def bonus_text(tile: west_components.BonusTile) -> str:
    """Writes a kind of bonus tile: `saddlebag+hammer`, `settlers`, `merchants`."""
    return "+".join(west_components.SYMBOLS[symbol] for symbol in tile.symbols) or tile.score


LOCATIONS = Names([location_text(number) for number in range(len(PLACES))], "location")
POINTS = Names([cubes(card.cost) for card in west_components.point_cards()], "point card")
TILES = Names([exploration_text(tile) for tile in west_components.exploration_tiles()], "exploration tile")
BONUS_NAMES = Names([bonus_text(tile) for tile in west_components.bonus_tiles()], "bonus tile")


def all_decisions() -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = {action: text for action, text in common_decisions(REST).items() if not text.startswith("pay")}
    texts |= {USE: "use", KEEP: "keep", BONUS: "bonus", NO_BONUS: "no bonus", NO_SWAP: "no swap"}
    texts |= {WORK + number: f"work {text}" for number, text in enumerate(LOCATIONS.texts)}
    texts |= {EXPLORE + number: f"explore {text}" for number, text in enumerate(TILES.texts)}
    for place in range(ROUTE_CARDS):
        texts |= {ROUTE + place: f"route {place + 1}", REPLACE + place: f"replace {place + 1}"}
        texts |= {SWAP + 8 * place + n: f"swap {place + 1} {n + 1}" for n in range(place + 1, ROUTE_CARDS)}
    return dict(sorted(texts.items()))


DECISIONS = all_decisions()
NUMBERS = {text: action for action, text in DECISIONS.items()}


def decision(state: State, action: int) -> str | None:
    """Writes a decision; None for a number that names none."""
    return DECISIONS.get(action)


def parse(state: State, text: str) -> int | None:
    """Reads a decision; None for a text that names none."""
    return NUMBERS.get(text)


def deal(state: State) -> dict[str, Any]:
    """Returns all that chance decided, of a game that has just been set up (EW-2 to EW-6)."""
    return {
        "merchants": drawn(state.merchants, MERCHANTS),
        "points": drawn(state.points, POINTS),
        "stacks": stacks(state),
        "spares": BONUS_NAMES.in_row(state.spares),
        "covered": {LOCATIONS[place]: tile for place, tile in covered(state).items()},
    }


def stacks(state: State) -> list[list[str]]:
    """Lists the bonus tiles of each fort, top first."""
    return [BONUS_NAMES.in_row(stack[::-1]) for stack in state.stacks]


def covered(state: State) -> dict[int, str]:
    """Returns the exploration tiles that lie on locations."""
    covers = zip(COVERED, state.cover, strict=True)
    return {int(place): TILES[tile] for place, tile in covers if tile != NONE}


def reveals(before: State, after: State) -> list[str]:
    """Lists what a decision turned up: merchants, the new top of a bonus stack, then of the point deck (EW-9)."""
    shown = []
    if after.merchants.left < before.merchants.left:
        shown.append(MERCHANTS[after.merchants.cards[-1]])
    elif after.merchants.left > 0 and (after.merchants.cards != before.merchants.cards).any():
        shown += MERCHANTS.in_row(after.merchants.cards)
    for fort, height in enumerate(after.heights):
        if 0 < height < before.heights[fort]:
            shown.append(BONUS_NAMES[after.stacks[fort, height - 1]])
    if after.points.left < before.points.left and after.points.left > 0:
        shown.append(POINTS[after.points.deck[after.points.left - 1]])
    return shown


def phase_name(state: State) -> str:
    """Returns the name of the question being asked."""
    return (Phase(state.phase) if state.phase in Phase._value2member_map_ else West(state.phase)).name.lower()


def position(state: State) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    lines = [
        f"east_to_west, {state.seats} players",
        f"asked: {question(state)}",
        f"points: {places(state.points.cards, POINTS)} / {listed(deck(state.points, POINTS))}",
        f"markets: {places(state.merchants.cards, MERCHANTS)} / {listed(deck(state.merchants, MERCHANTS))}",
        f"known: {state.known}",
        f"stacks: {' / '.join(listed(stack) for stack in stacks(state))}",
        f"spares: {listed(BONUS_NAMES.in_row(state.spares))}",
        f"beside: {listed(TILES.of_set(state.beside))}",
        f"covered: {', '.join(f'{LOCATIONS[place]} = {tile}' for place, tile in covered(state).items()) or '-'}",
    ]
    return "\n".join(lines + [player_line(state, seat) for seat in range(state.seats)]) + "\n"


def places(cards: np.ndarray[Any, np.dtype[np.int8]], names: Names) -> str:
    """Writes a row of places, `-` for an empty one."""
    return " ".join("-" if card == NONE else names[card] for card in cards)


def question(state: State) -> str:
    """Writes who decides what, and where."""
    if state.phase == Phase.OVER:
        return "over"
    again = ", then again" if state.again else ""
    return f"seat {state.seat + 1} {phase_name(state)}{details(state)}{again}"


def details(state: State) -> str:
    """Writes what a question needs beside its name."""
    where = f" at {LOCATIONS[state.place]}" if state.place != NONE else " on route"
    match Phase(state.phase) if state.phase in Phase._value2member_map_ else West(state.phase):
        case Phase.UPGRADE:
            return f" {state.owed}{where}"
        case Phase.TRADE:
            return f" {MERCHANTS[state.card]}{where}"
        case West.MARKET | West.REPLACE | West.EXPLORE | West.BONUS | West.BARTER | West.SWAP:
            return where
        case _:
            return ""


def player_line(state: State, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    working = [
        f"{LOCATIONS[place]}*{state.settlers[place]}" for place in range(len(PLACES)) if player.placed & BIT[place]
    ]
    route = [
        f"{MERCHANTS[card]}*{settlers}" if settlers else MERCHANTS[card]
        for card, settlers in zip(player.route, player.on_route, strict=True)
        if card != NONE
    ]
    return (
        f"{seat + 1}: caravan {cubes(player.caravan) or '-'}, board {player.board}, reserve {player.reserve}, "
        f"at {'; '.join(working) or '-'}, route {listed(route)}, spent {listed(MERCHANTS.of_set(player.spent))}, "
        f"claimed {listed(POINTS.of_set(player.claimed))}, explored {listed(TILES.of_set(player.explored))}, "
        f"bonus {listed(BONUS_NAMES.in_row(player.bonus))}"
    )


def parse_position(text: str) -> State:
    """Reads a position; a deck that is not given holds what is nowhere else, in the order of the files."""
    state, lines = begin("east_to_west", text, west_table.STATE, west_table.SEATS[1])
    state.slot, state.card, state.place = NONE, NONE, NONE
    for field in (state.cover, state.stacks, state.spares):
        field[...] = NONE
    for player in state.players:
        player.route[:], player.bonus[:] = NONE, NONE
    read_row(state.merchants, "-", MERCHANTS)
    read_row(state.points, "-", POINTS)
    for seat in range(state.seats):
        read_player(state, seat, "caravan -")
    read_lines(state, lines, read_line)
    players = [state.players[seat] for seat in range(state.seats)]
    held = [card for player in players for card in MERCHANTS.of_set(player.spent) + MERCHANTS.in_row(player.route)]
    claimed = [card for player in players for card in POINTS.of_set(player.claimed)]
    for row, names, cards, taken in (
        (state.merchants, MERCHANTS, DECK, held),
        (state.points, POINTS, DECKS[state.seats][: DECK_SIZES[state.seats]], claimed),
    ):
        if strange := [text for text in taken if names.number(text) not in cards]:
            raise BadPosition(f"never in a game of {state.seats} players: {', '.join(strange)}")
        fill(row, names, [int(card) for card in cards], taken)
    check(state)
    return state


def check(state: State) -> None:
    """Refuses a position that no game comes to."""
    for seat in range(state.seats):
        check_player(state, seat)
    check_tiles(state)
    check_rows(state)
    check_question(state, phase_name(state))
    check_legal(state)


def check_player(state: State, seat: int) -> None:
    """Sees that a player has twelve settlers and, unless an action goes on, cubes within the limit (EW-5, EW-18)."""
    player = state.players[seat]
    working = sum(int(state.settlers[place]) for place in range(len(PLACES)) if player.placed & BIT[place])
    settlers = int(player.board + player.reserve + player.on_route.sum()) + working
    if settlers != SETTLERS:
        where = "board, reserve, locations and route"
        raise BadPosition(f"{settlers} settlers of seat {seat + 1}; {where} must have {SETTLERS} together")
    busy = seat == state.seat and state.phase not in (Phase.TURN, Phase.OVER)
    if player.caravan.sum() > LIMIT and not busy:
        raise BadPosition(f"{player.caravan.sum()} cubes of seat {seat + 1} are above the limit of {LIMIT}")


def check_tiles(state: State) -> None:
    """Sees that no tile is in two places, that covered locations are free and that there are no more bonus tiles."""
    players = [state.players[seat] for seat in range(state.seats)]
    explored = [tile for player in players for tile in TILES.of_set(player.explored)]
    once([*TILES.of_set(state.beside), *covered(state).values(), *explored])
    if covered(state) and state.seats == west_table.SEATS[1]:
        raise BadPosition(f"with {state.seats} players no location is covered")
    if taken := [LOCATIONS[place] for place in covered(state) if state.settlers[place] > 0]:
        raise BadPosition(f"covered, so without settlers: {', '.join(taken)}")
    used = [
        tile for tiles in (state.stacks, state.spares, *(player.bonus for player in players)) for tile in tiles.flat
    ]
    for kind in range(len(BONUS_NAMES)):
        copies = BONUS_BAG.tolist().count(kind)
        if used.count(kind) > copies:
            raise BadPosition(f"{used.count(kind)} bonus tiles {BONUS_NAMES[kind]}; there are {copies}")


def check_rows(state: State) -> None:
    """Sees that rows have no gap but for a claim that goes on, and that no more merchants are known than there are."""
    claiming = state.place in FORT_AT
    forts = [card for slot, card in enumerate(state.points.cards) if slot != state.slot or not claiming]
    for cards, places in (state.merchants.cards.tolist(), "markets"), (forts, "forts"):
        if NONE in cards and any(card != NONE for card in cards[cards.index(NONE) :]):
            raise BadPosition(f"the {places} have a gap; cards slide left, so empty places are at the right end")
    if state.known > state.merchants.left:
        raise BadPosition(f"{state.known} known merchants in a deck of {state.merchants.left}")


def read_line(state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(state, value)
    elif key in ("points", "markets"):
        read_places(state, key, value)
    elif key == "known":
        state.known = number_in(value, 0, 64)
    elif key == "stacks":
        read_stacks(state, value)
    elif key == "spares":
        spares = bonus_kinds(value, len(BONUS_BAG) - sum(STACK_HEIGHTS.tolist()), "among the spares")
        state.spares[: len(spares)] = spares
    elif key == "beside":
        state.beside = read_set({"beside": value}, "beside", TILES)
    elif key == "covered":
        read_covered(state, value)
    else:
        read_player(state, number_in(key, 1, state.seats) - 1, value)


def bonus_kinds(value: str, room: int, where: str) -> list[int]:
    """Reads bonus tiles where there is room for some."""
    tiles = [BONUS_NAMES.number(text) for text in unlisted(value)]
    if len(tiles) > room:
        raise BadPosition(f"{len(tiles)} bonus tiles {where}; there is room for {room}")
    return tiles


def read_places(state: State, key: str, value: str) -> None:
    """Reads the cards at the forts or markets, `-` for none, and the deck, top card first."""
    row, names = (state.points, POINTS) if key == "points" else (state.merchants, MERCHANTS)
    front, slash, back = value.partition("/")
    texts = front.split()
    if len(texts) > len(row.cards):
        raise BadPosition(f"{len(texts)} places where there are {len(row.cards)}")
    row.cards[:] = NONE
    for slot, text in enumerate(texts):
        row.cards[slot] = NONE if text == "-" else names.number(text)
    read_deck(row, back if slash else None, names)


def read_stacks(state: State, value: str) -> None:
    """Reads the bonus tiles of each fort, top first."""
    given = value.split("/")
    if len(given) > len(state.stacks):
        raise BadPosition(f"{len(given)} stacks where there are {len(state.stacks)} forts")
    for fort, stack in enumerate(given):
        tiles = bonus_kinds(stack, int(STACK_HEIGHTS[fort]), f"at fort {fort + 1}")
        state.heights[fort] = len(tiles)
        state.stacks[fort, : len(tiles)] = tiles[::-1]


def read_covered(state: State, value: str) -> None:
    """Reads the exploration tiles on locations."""
    for part in [] if value == "-" else value.split(","):
        name, _, tile = (text.strip() for text in part.partition("="))
        place = LOCATIONS.number(name)
        if place not in COVERED:
            known = ", ".join(LOCATIONS[place] for place in COVERED)
            raise BadPosition(f"{name} is never covered; only these are: {known}")
        number = COVERED.tolist().index(place)
        if state.cover[number] != NONE:
            raise BadPosition(f"{name} is said twice")
        state.cover[number] = TILES.number(tile)


def read_player(state: State, seat: int, value: str) -> None:
    """Reads what one player has; what is not given is nothing, but settlers are as at the start."""
    player = state.players[seat]
    keys = ("caravan", "board", "reserve", "at", "route", "spent", "claimed", "explored", "bonus")
    found = parts(value, *keys)
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    player.board = number_in(found.get("board", "7" if state.seats == 2 else "6"), 0, SETTLERS)
    player.reserve = number_in(found.get("reserve", "5" if state.seats == 2 else "6"), 0, SETTLERS)
    player.spent = read_set(found, "spent", MERCHANTS)
    player.claimed = read_set(found, "claimed", POINTS)
    player.explored = read_set(found, "explored", TILES)
    bonus = bonus_kinds(found.get("bonus", "-"), BONUS_TILES, "of a player")
    player.bonus[: len(bonus)] = sorted(bonus)
    read_route(player, unlisted(found.get("route", "-")))
    for text in [] if found.get("at", "-") == "-" else found["at"].split(";"):
        name, _, settlers = text.strip().partition("*")
        place = LOCATIONS.number(name)
        if state.settlers[place] > 0:
            raise BadPosition(f"settlers are said twice at {name}; a location has those of one player")
        player.placed |= BIT[place]
        state.settlers[place] = number_in(settlers, 1, SETTLERS)


def read_route(player: Player, texts: list[str]) -> None:
    """Reads the cards of a trade route with the settlers on them."""
    if len(texts) > ROUTE_CARDS:
        raise BadPosition(f"{len(texts)} cards in a route of {ROUTE_CARDS} at most")
    for place, text in enumerate(texts):
        card, star, settlers = text.partition("*")
        player.route[place] = MERCHANTS.number(card)
        player.on_route[place] = number_in(settlers, 1, SETTLERS) if star else 0


QUESTION = re.compile(
    r"seat (?P<seat>[1-4]) (?P<phase>[a-z]+)(?: (?P<owed>[1-9]))?(?: (?P<card>[YRGB]+>\S+))?"
    r"(?: (?:at (?P<place>[^,]+)|on route))?(?P<again>, then again)?"
)
PHASES = {name: phase for name, phase in by_name(Phase, West).items() if phase != Phase.PAY}
WORK_OF = {"fort": Work.FORT, "market": Work.MARKET, "refresh": Work.NOTHING, "adjust": Work.NOTHING}


def read_question(state: State, value: str) -> None:
    """Reads who decides what, and where."""
    found = read_asked(state, value, QUESTION, PHASES)
    if found is None:
        return
    state.owed = int(found["owed"] or 0)
    state.again = 1 if found["again"] else 0
    if found["place"]:
        read_place(state, LOCATIONS.number(found["place"]))
    if question(state) != value:
        raise unclear(value)


def read_place(state: State, number: int) -> None:
    """Reads the location being worked and what goes on there."""
    kind = PLACES[number].kind
    state.place = number
    state.slot = slots_of(kind).index(number) if kind in ("fort", "market") else NONE
    going_on = state.phase in (Phase.UPGRADE, Phase.TRADE) or kind not in WORK_OF
    state.work = WORK_OF.get(kind, Work.PLACE) if going_on else Work.NOTHING
