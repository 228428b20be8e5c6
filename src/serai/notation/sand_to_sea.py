"""Sand to Sea as text: decisions, deals, reveals and positions."""

import re
from typing import Any

from serai.notation.cards import MERCHANTS, SPICES, Names, common_decisions, cubes, parse_cubes
from serai.notation.errors import BadPosition, brief
from serai.notation.positions import (
    apart,
    begin,
    deck,
    drawn,
    fill,
    listed,
    merchant_row,
    number_in,
    once,
    parts,
    read_deck,
    read_lines,
    read_merchant_row,
    read_set,
    said,
    unlisted,
)
from serai.notation.questions import by_name, check_legal, read_asked, unclear
from serai.notation.sea_questions import check_question
from serai.rules import sea_components, sea_table
from serai.rules.bits import BIT, has
from serai.rules.merchants import DECK
from serai.rules.phases import Phase
from serai.rules.records import NONE, Player, State
from serai.rules.sea_table import (
    ACQUIRE,
    BUILD,
    CHOOSE,
    CLOSED,
    DELIVER,
    FREE,
    GIVE,
    HOLD_TILES,
    ISLANDS,
    ISLANDS_USED,
    MAP,
    PLACE,
    PLAY,
    REST,
    SAIL,
    SAIL_TILES,
    STACK,
    START,
    TAKE,
    WAYS,
    Bonus,
    Sea,
)

SPACES = Names(MAP.names, "space")
ISLAND_NAMES = Names(
    [f"{SPICES[tile.symbol]}:{cubes(tile.give)}>{cubes(tile.get)}" for tile in sea_components.island_tiles()], "island"
)
VICTORY = Names([cubes(tile.cost) for tile in sea_components.victory_tiles()], "victory tile", closed=CLOSED)
GROUPS = Names([cubes(group) for group in sea_components.starting_spices()], "group of starting cubes")
POINTS_TILES = Names([str(points) for points in sea_components.bonus_tiles().points], "points tile")
PORTS = [MAP.names[space] for space in MAP.ports]
OPEN = [name for name in MAP.names if name not in PORTS]


def all_decisions() -> dict[int, str]:
    """Returns the text of every action number; a step is told by the place of the neighbour in the map file."""
    texts = common_decisions(REST) | {BUILD: "build", DELIVER: "deliver"}
    for block, verb in (PLAY, "play"), (ACQUIRE, "acquire"), (TAKE, "take"):
        texts |= {block + number: f"{verb} {text}" for number, text in enumerate(MERCHANTS.texts)}
    for way in range(WAYS.shape[1]):
        texts |= {SAIL + 64 * way + n: f"sail (neighbour {way + 1}) {card}" for n, card in enumerate(MERCHANTS.texts)}
        texts[FREE + way] = f"sail (neighbour {way + 1})"
    texts |= {PLACE + space: f"place {name}" for space, name in enumerate(MAP.names)}
    texts |= {GIVE + spice: f"give {letter}" for spice, letter in enumerate(SPICES)}
    texts |= {CHOOSE + pile: f"choose {pile.name.lower()}" for pile in Bonus}
    texts |= {START + number: f"start {group}" for number, group in enumerate(GROUPS.texts)}
    return dict(sorted(texts.items()))


DECISIONS = all_decisions()
NUMBERS = {text: action for action, text in DECISIONS.items() if "neighbour" not in text}


def decision(state: State, action: int) -> str | None:
    """Writes a decision; steps name the space that they lead to."""
    text = DECISIONS.get(action)
    if text is None or not (SAIL <= action < PLACE or action >= FREE):
        return text
    way = action - FREE if action >= FREE else (action - SAIL) // 64
    space = WAYS[state["players"][state["seat"]]["boat"], way]  # by key, four times as fast: a turn may offer 100 steps
    if space == NONE:
        return None
    return f"sail {MAP.names[space]}" + ("" if action >= FREE else f" {MERCHANTS[action % 64]}")


def parse(state: State, text: str) -> int | None:
    """Reads a decision; None for a text that names none."""
    verb, *words = text.split() or [""]
    if verb != "sail":
        return NUMBERS.get(text)
    here: list[int] = WAYS[state.players[state.seat].boat].tolist()
    space, card = SPACES.get(words[0] if words else ""), MERCHANTS.get(words[1]) if len(words) == 2 else None
    if space not in here or len(words) > 2 or (len(words) == 2 and card is None):
        return None
    way = here.index(space)
    return FREE + way if card is None else SAIL + 64 * way + card


def deal(state: State) -> dict[str, Any]:
    """Returns all that chance decided, of a game that has just been set up (SS-1 to SS-3)."""
    return {
        "merchants": drawn(state.merchants, MERCHANTS),
        "tiles": tiles(state),
        "victory": drawn(state.ports, VICTORY),
    }


def tiles(state: State) -> dict[str, str]:
    """Returns what lies on the spaces that are not ports."""
    return {name: tile_at(state, MAP.names.index(name)) for name in OPEN}


def tile_at(state: State, space: int) -> str:
    """Returns the island at a space, or `sea`."""
    return "sea" if state.tiles[space] == NONE else ISLAND_NAMES[state.tiles[space]]


def reveals(before: State, after: State) -> list[str]:
    """Lists the cards and tiles that a decision turned up."""
    shown = [MERCHANTS[after.merchants.cards[-1]]] if after.merchants.left < before.merchants.left else []
    return shown + ([VICTORY[before.ports.deck[after.ports.left]]] if after.ports.left < before.ports.left else [])


def position(state: State) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    ports = ", ".join(f"{name} {port_tile(state, port)}" for port, name in enumerate(PORTS))
    points = POINTS_TILES.texts[len(POINTS_TILES) - state.points :]
    lines = [
        f"sand_to_sea, {state.seats} players",
        f"asked: {question(state)}",
        f"tiles: {', '.join(f'{name} {tile}' for name, tile in tiles(state).items())}",
        f"merchants: {merchant_row(state.merchants)}",
        f"ports: {ports} / {listed(deck(state.ports, VICTORY))}",
        f"bonus: hold {state.hold}, sail {state.sail}, points {listed(points)}",
        f"groups: {listed(GROUPS.of_set(state.groups))}",
    ]
    return "\n".join(lines + [player_line(state, seat) for seat in range(state.seats)]) + "\n"


def port_tile(state: State, port: int) -> str:
    """Returns the tile in a port, `-` when there is none."""
    tile = state.ports.cards[port]
    return "-" if tile == NONE else VICTORY[tile]


def phase_name(state: State) -> str:
    """Returns the name of the question being asked."""
    return (Phase(state.phase) if state.phase in Phase._value2member_map_ else Sea(state.phase)).name.lower()


def question(state: State) -> str:
    """Writes who decides what, in whose turn."""
    if state.phase == Phase.OVER:
        return "over"
    return f"seat {state.seat + 1} in turn {state.turn + 1} {phase_name(state)}{details(state)}"


def details(state: State) -> str:
    """Writes what a question needs beside its name."""
    match phase_name(state):
        case "pay":
            return f" {state.owed} for place {state.slot + 1}"
        case "upgrade" | "build":
            return f" {state.owed}"
        case "trade":
            return f" {MERCHANTS[state.card]}"
        case "sail":
            return f" {state.free}"
        case "toll":
            return f" {state.payee + 1}"
        case "bonus":
            return f" {state.column + 1}"
        case _:
            return ""


def player_line(state: State, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    boat = "-" if player.boat == NONE else MAP.names[player.boat]
    cards = ", ".join(f"{pile} {listed(MERCHANTS.of_set(player[pile]))}" for pile in ("hand", "played", "spent"))
    return (
        f"{seat + 1}: boat {boat}, caravan {cubes(player.caravan) or '-'}, {cards}, "
        f"outposts {listed(SPACES.of_set(player.outposts))}, victory {listed(VICTORY.of_set(player.victory))}, "
        f"hold {player.hold}, sail {player.sail}, points {listed(POINTS_TILES.of_set(player.points))}"
    )


def parse_position(text: str) -> State:
    """Reads a position; a deck that is not given holds what is nowhere else, in the order of the files."""
    state, lines = begin("sand_to_sea", text, sea_table.STATE, sea_table.SEATS[1])
    state.slot, state.card, state.payee, state.column = NONE, NONE, NONE, NONE
    state.hold, state.sail, state.points = NONE, NONE, NONE
    state.tiles[:] = NONE
    state.ports.cards[:] = NONE
    for player in state.players:
        player.boat = NONE
    read_merchant_row(state.merchants, "-")
    read_deck(state.ports, None, VICTORY)
    read_lines(state, lines, read_line)
    players = [state.players[seat] for seat in range(state.seats)]
    piles = ("hand", "played", "spent")
    held = [card for player in players for pile in piles for card in MERCHANTS.of_set(player[pile])]
    delivered = [tile for player in players for tile in VICTORY.of_set(player.victory)]
    fill(state.merchants, MERCHANTS, [int(card) for card in DECK], held)
    fill(state.ports, VICTORY, [CLOSED, *map(int, STACK)], delivered)
    fill_piles(state, players)
    check(state)
    return state


def fill_piles(state: State, players: list[Player]) -> None:
    """Fills piles of bonus tiles that were not given with what nobody has; there must not be more tiles than exist."""
    for pile, tiles in ("hold", HOLD_TILES), ("sail", SAIL_TILES):
        held = sum(int(player[pile]) for player in players)
        if state[pile] == NONE:
            state[pile] = max(0, tiles - held)
        if state[pile] + held > tiles:
            raise BadPosition(f"{state[pile] + held} {pile} tiles with those on the pile; there are {tiles}")
    taken = [tile for player in players for tile in POINTS_TILES.of_set(player.points)]
    if state.points == NONE:
        state.points = len(POINTS_TILES) - max((POINTS_TILES.number(tile) + 1 for tile in taken), default=0)
    once(points_pile(state.points) + taken)


def points_pile(left: int) -> list[str]:
    """Lists the points tiles on their pile, when so many are left."""
    return POINTS_TILES.texts[len(POINTS_TILES) - left :]


def check(state: State) -> None:
    """Refuses a position that no game comes to."""
    for seat in range(state.seats):
        player = state.players[seat]
        apart(MERCHANTS, player.hand, player.played, player.spent)
        if any(state.tiles[space] == NONE for space in range(len(MAP.names)) if has(player.outposts, space)):
            raise BadPosition(f"seat {seat + 1} has an outpost where no island is")
        if has(player.victory, CLOSED):
            raise BadPosition("the closed port cannot be delivered")
    for symbol, market in zip(SPICES, state.markets, strict=True):
        if int(market).bit_count() > ISLANDS_USED:
            raise BadPosition(f"{int(market).bit_count()} islands with the symbol {symbol}; there are {ISLANDS_USED}")
    check_question(state, phase_name(state))
    check_legal(state)


def read_line(state: State, key: str, value: str) -> None:
    """Reads one line of a position into a state."""
    if key == "asked":
        read_question(state, value)
    elif key == "tiles":
        for name, tile in parts(value, *OPEN).items():
            read_tile(state, SPACES.number(name), tile)
    elif key == "merchants":
        read_merchant_row(state.merchants, value)
    elif key == "ports":
        read_ports(state, value)
    elif key == "bonus":
        found = parts(value, "hold", "sail", "points")
        state.hold = number_in(said(found, "hold"), 0, HOLD_TILES)
        state.sail = number_in(said(found, "sail"), 0, SAIL_TILES)
        state.points = read_points_pile(said(found, "points"))
    elif key == "groups":
        state.groups = read_set({"groups": value}, "groups", GROUPS)
    else:
        read_player(state.players[number_in(key, 1, state.seats) - 1], value)


def read_points_pile(value: str) -> int:
    """Reads the pile of points tiles, top first; returns how many are left."""
    tiles = unlisted(value)
    if len(tiles) > len(POINTS_TILES) or tiles != points_pile(len(tiles)):
        everything = listed(POINTS_TILES.texts)
        raise BadPosition(f"{brief(value)} cannot be left of the points tiles {everything}, taken from the left")
    return len(tiles)


def read_tile(state: State, space: int, tile: str) -> None:
    """Lays a tile on a space."""
    if tile == "sea":
        return
    number = ISLAND_NAMES.number(tile)
    if number in state.tiles:
        raise BadPosition(f"{tile} lies on two spaces")
    state.tiles[space] = number
    state.markets[ISLANDS[number].symbol] |= BIT[space]


def read_ports(state: State, value: str) -> None:
    """Reads the tiles in the ports and the stack, top first."""
    front, slash, back = value.partition("/")
    for name, tile in parts(front, *PORTS).items():
        state.ports.cards[PORTS.index(name)] = NONE if tile.strip() == "-" else VICTORY.number(tile.strip())
    read_deck(state.ports, back if slash else None, VICTORY)


def read_player(player: Player, value: str) -> None:
    """Reads what one player has; what is not given is nothing."""
    piles = ("hand", "played", "spent")
    found = parts(value, "boat", "caravan", *piles, "outposts", "victory", "hold", "sail", "points")
    boat = found.get("boat", "-")
    player.boat = NONE if boat == "-" else SPACES.number(boat)
    player.caravan[:] = parse_cubes(found.get("caravan", "-"))
    for pile in piles:
        player[pile] = read_set(found, pile, MERCHANTS)
    player.outposts = read_set(found, "outposts", SPACES)
    player.victory = read_set(found, "victory", VICTORY)
    player.points = read_set(found, "points", POINTS_TILES)
    player.hold = number_in(found.get("hold", "0"), 0, HOLD_TILES)
    player.sail = number_in(found.get("sail", "0"), 0, SAIL_TILES)


QUESTION = re.compile(
    r"seat (?P<seat>[1-4]) in turn (?P<turn>[1-4]) (?P<phase>[a-z]+)"
    r"(?: (?P<number>\d{1,3}))?(?: for place (?P<place>[2-4]))?(?: (?P<card>[^\s0-9]\S*))?"
)
PHASES = by_name(Phase, Sea)


def read_question(state: State, value: str) -> None:
    """Reads who decides what, in whose turn."""
    found = read_asked(state, value, QUESTION, PHASES)
    if found is None:
        return
    name, number = found["phase"], int(found["number"] or 0)
    if name == "bonus" and not 1 <= number <= 4:
        raise unclear(value)
    state.turn = int(found["turn"]) - 1
    state.owed = number if name in ("pay", "upgrade", "build") else 0
    state.free = number if name == "sail" else 0
    state.payee = number - 1 if name == "toll" else NONE
    state.column = number - 1 if name == "bonus" else NONE
    state.slot = int(found["place"]) - 1 if found["place"] else NONE
    if question(state) != value:
        raise unclear(value)
