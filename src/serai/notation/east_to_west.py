"""From East to West as text: decisions, deals, reveals and positions."""

import re
from typing import Any

import numpy as np

from serai.notation.cards import MERCHANTS, Names, common_decisions, cubes, parse_cubes
from serai.notation.errors import BadPosition
from serai.notation.positions import (
    begin,
    check_legal,
    deck,
    fill,
    listed,
    number_in,
    parts,
    read_deck,
    read_lines,
    read_row,
    read_set,
    unlisted,
)
from serai.rules import west_components, west_table
from serai.rules.bits import BIT
from serai.rules.merchants import DECK
from serai.rules.phases import Phase
from serai.rules.records import NONE, State
from serai.rules.west_table import (
    BONUS,
    COVERED,
    DECK_SIZES,
    DECKS,
    EXPLORE,
    KEEP,
    NO_BONUS,
    NO_SWAP,
    PLACES,
    REPLACE,
    REST,
    ROUTE,
    ROUTE_CARDS,
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
        "merchants": MERCHANTS.in_row(state.merchants.cards) + deck(state.merchants, MERCHANTS),
        "points": POINTS.in_row(state.points.cards) + deck(state.points, POINTS),
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
    """Lists what a decision turned up: merchants, the new top of the point deck, the new top of a bonus stack."""
    shown = []
    if after.merchants.left < before.merchants.left:
        shown.append(MERCHANTS[after.merchants.cards[-1]])
    elif after.merchants.left > 0 and (after.merchants.cards != before.merchants.cards).any():
        shown += MERCHANTS.in_row(after.merchants.cards)
    if after.points.left < before.points.left and after.points.left > 0:
        shown.append(POINTS[after.points.deck[after.points.left - 1]])
    for fort, height in enumerate(after.heights):
        if 0 < height < before.heights[fort]:
            shown.append(BONUS_NAMES[after.stacks[fort, height - 1]])
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
    read_lines(state, lines, read_line)
    players = [state.players[seat] for seat in range(state.seats)]
    held = [card for player in players for card in MERCHANTS.of_set(player.spent) + MERCHANTS.in_row(player.route)]
    claimed = [card for player in players for card in POINTS.of_set(player.claimed)]
    fill(state.merchants, MERCHANTS, [int(card) for card in DECK], held)
    fill(state.points, POINTS, [int(card) for card in DECKS[state.seats][: DECK_SIZES[state.seats]]], claimed)
    check_legal(state)
    return state


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
        spares = [BONUS_NAMES.number(text) for text in unlisted(value)]
        state.spares[: len(spares)] = spares
    elif key == "beside":
        state.beside = read_set({"beside": value}, "beside", TILES)
    elif key == "covered":
        read_covered(state, value)
    else:
        read_player(state, number_in(key, 1, state.seats) - 1, value)


def read_places(state: State, key: str, value: str) -> None:
    """Reads the cards at the forts or markets, `-` for none, and the deck, top card first."""
    row, names = (state.points, POINTS) if key == "points" else (state.merchants, MERCHANTS)
    front, slash, back = value.partition("/")
    row.cards[:] = NONE
    for slot, text in enumerate(front.split()):
        row.cards[slot] = NONE if text == "-" else names.number(text)
    read_deck(row, back if slash else None, names)


def read_stacks(state: State, value: str) -> None:
    """Reads the bonus tiles of each fort, top first."""
    for fort, stack in enumerate(value.split("/")):
        tiles = [BONUS_NAMES.number(text) for text in unlisted(stack)]
        state.heights[fort] = len(tiles)
        state.stacks[fort, : len(tiles)] = tiles[::-1]


def read_covered(state: State, value: str) -> None:
    """Reads the exploration tiles on locations."""
    for part in [] if value == "-" else value.split(","):
        place, _, tile = (text.strip() for text in part.partition("="))
        state.cover[COVERED.tolist().index(LOCATIONS.number(place))] = TILES.number(tile)


def read_player(state: State, seat: int, value: str) -> None:
    """Reads what one player has; what is not given is nothing, but settlers are as at the start."""
    player = state.players[seat]
    keys = ("caravan", "board", "reserve", "at", "route", "spent", "claimed", "explored", "bonus")
    found = parts(value, *keys)
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    player.board = number_in(found.get("board", "7" if state.seats == 2 else "6"), 0, west_table.SETTLERS)
    player.reserve = number_in(found.get("reserve", "5" if state.seats == 2 else "6"), 0, west_table.SETTLERS)
    player.spent = read_set(found, "spent", MERCHANTS)
    player.claimed = read_set(found, "claimed", POINTS)
    player.explored = read_set(found, "explored", TILES)
    bonus = [BONUS_NAMES.number(text) for text in unlisted(found.get("bonus", "-"))]
    player.bonus[: len(bonus)] = sorted(bonus)
    for place, text in enumerate(unlisted(found.get("route", "-"))):
        card, _, settlers = text.partition("*")
        player.route[place], player.on_route[place] = MERCHANTS.number(card), number_in(settlers or "0", 0, 12)
    for text in [] if found.get("at", "-") == "-" else found["at"].split(";"):
        name, _, settlers = text.strip().partition("*")
        place = LOCATIONS.number(name)
        player.placed |= BIT[place]
        state.settlers[place] = number_in(settlers, 1, 12)


QUESTION = re.compile(
    r"seat (?P<seat>[1-4]) (?P<phase>[a-z]+)(?: (?P<owed>[1-9]))?(?: (?P<card>[YRGB]+>\S+))?"
    r"(?: (?:at (?P<place>[^,]+)|on route))?(?P<again>, then again)?"
)
WORK_OF = {"fort": Work.FORT, "market": Work.MARKET, "refresh": Work.NOTHING, "adjust": Work.NOTHING}


def read_question(state: State, value: str) -> None:
    """Reads who decides what, and where."""
    if value == "over":
        state.phase = Phase.OVER
        return
    found = QUESTION.fullmatch(value)
    if not found or int(found["seat"]) > state.seats:
        raise BadPosition(f"{value!r} is no question of this game")
    name = found["phase"].upper()
    if name not in Phase.__members__ and name not in West.__members__:
        raise BadPosition(f"{value!r} is no question of this game")
    state.seat = int(found["seat"]) - 1
    state.phase = Phase[name] if name in Phase.__members__ else West[name]
    state.owed = int(found["owed"] or 0)
    state.card = MERCHANTS.number(found["card"]) if found["card"] else NONE
    state.again = 1 if found["again"] else 0
    if found["place"]:
        read_place(state, LOCATIONS.number(found["place"]))
    if question(state) != value:
        raise BadPosition(f"{value!r} does not say all that it must, or too much")


def read_place(state: State, number: int) -> None:
    """Reads the location being worked and what goes on there."""
    kind = PLACES[number].kind
    state.place = number
    state.slot = slots_of(kind).index(number) if kind in ("fort", "market") else NONE
    going_on = state.phase in (Phase.UPGRADE, Phase.TRADE) or kind not in WORK_OF
    state.work = WORK_OF.get(kind, Work.PLACE) if going_on else Work.NOTHING
