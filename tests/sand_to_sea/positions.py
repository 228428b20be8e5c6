"""Positions and decisions of Sand to Sea on one fixed map: seats count from 1, as in all text.

                C1 R:G>RR
       B1 sea               D1 sea
A1 port         C2 G:RR>GG          E1 port
       B2 G:YY>G            D2 B:GG>BB
A2 Y:R>YYY      C3 B:YR>B           E2 G:YYYY>GB
       B3 B:YYY>B           D3 Y:B>YYYG
A3 R:YY>RR      C4 Y:RR>YYYG        E3 B:RRR>BB
       B4 Y:G>YYYYR         D4 R:YYY>RG
A4 port         C5 R:B>RRR          E4 port
       B5 sea               D5 sea
                C6 G:B>GG
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from serai.core.notation.positions import deck as deck_of
from serai.core.records import NONE, State
from serai.games.sand_to_sea import rules as sand_to_sea
from serai.games.sand_to_sea.rules.state import CLOSED_AMONG
from tests.positions import first_free, offers, play_on, set_up, then_deck, walk, with_cubes
from tests.sand_to_sea import standard as notation
from tests.sand_to_sea.standard import (
    GROUPS,
    HOLD_TILES,
    MAP,
    POINTS_TILES,
    PORTS,
    SAIL_TILES,
    SPACES,
    VICTORY,
    port_tile,
)
from tests.sand_to_sea_sides import eager
from tests.spice_road.standard import DECK, MERCHANTS

TILES = {found[1]: found[2] for found in re.finditer(r"([A-E]\d) ([YRGB]:[YRGB]+>[YRGB]+|sea)", __doc__ or "")}
ISLANDS = sorted(name for name, tile in TILES.items() if tile != "sea")
BOATS = {1: "A2", 2: "C6", 3: "C1", 4: "E2"}
PORT_TILES = {"A1": "YYGGG", "A4": "YYYBB", "E1": "GGGG", "E4": "RRBB"}


def position(
    *,
    players: int = 2,
    seat: int = 1,
    turn: int | None = None,
    question: str = "turn",
    boat: str = "C3",
    caravan: str = "",
    hand: str = "YY +2",
    played: str = "",
    spent: str = "",
    outposts: str = "",
    victory: str = "",
    hold: int = 0,
    sail: int = 0,
    points: str = "",
    row: str | None = None,
    on_row: Sequence[str] = (),
    merchant_deck: str | None = None,
    tiles: Mapping[str, str] | None = None,
    ports: Mapping[str, str] | None = None,
    stack: str | None = None,
    bonus: tuple[int, int, str] | None = None,
    groups: str | None = None,
    others: Mapping[int, str] | None = None,
) -> State:
    """Builds a state on the map above; decks not given hold the free pieces, others have just begun, far away."""
    cards = f"hand {hand or '-'}, played {played or '-'}, spent {spent or '-'}"
    owned = f"outposts {outposts or '-'}, victory {victory or '-'}, hold {hold}, sail {sail}, points {points or '-'}"
    deciding = f"boat {boat}, caravan {caravan or '-'}, {cards}, {owned}"
    begun = {number: player(number) for number in range(1, players + 1)}
    given = {number: player(number, text) for number, text in (others or {}).items()}
    seats = {**begun, **given, seat: deciding}
    held = " ".join(seats.values()).replace(",", " ").split()
    row = (
        row if row is not None else first_free(4, [MERCHANTS[n] for n in DECK], [*held, *(merchant_deck or "").split()])
    )
    shown = {**PORT_TILES, **(ports or {})}
    hold_left, sail_left, points_left = bonus if bonus is not None else _piles(list(seats.values()))
    lines = [
        f"sand_to_sea, {players} players",
        f"asked: seat {seat} in turn {turn or seat} {question}",
        f"tiles: {', '.join(f'{name} {tile}' for name, tile in {**TILES, **(tiles or {})}.items())}",
        f"merchants: {with_cubes(row, on_row)}{then_deck(merchant_deck)}",
        f"ports: {', '.join(f'{name} {tile}' for name, tile in shown.items())} / {_stack(stack, shown, held)}",
        f"bonus: hold {hold_left}, sail {sail_left}, points {points_left or '-'}",
        f"groups: {(' '.join(GROUPS.texts[players:]) if groups is None else groups) or '-'}",
        *(f"{number}: {text}" for number, text in sorted(seats.items())),
    ]
    return notation.parse_position("\n".join(lines))


def player(number: int, text: str = "") -> str:
    """Writes a player who has just begun but for what the text says otherwise."""
    begun = {"boat": BOATS[number], "caravan": "RR", "hand": "YY +2"}
    said = dict(part.strip().partition(" ")[::2] for part in text.split(",")) if text else {}
    return ", ".join(f"{key} {value}" for key, value in {**begun, **said}.items())


def _stack(stack: str | None, shown: Mapping[str, str], held: Sequence[str]) -> str:
    """Writes the victory stack, top first; one not given has the closed port as deep as it can be."""
    if stack is not None:
        return stack or "-"
    tiles = [text for text in VICTORY.texts if text not in [*shown.values(), *held]]
    drawn = len(VICTORY) - len(PORTS) - len(tiles)
    if "closed" not in shown.values():
        tiles.insert(CLOSED_AMONG - 1 - drawn, "closed")
    return " ".join(tiles)


def _piles(seats: Sequence[str]) -> tuple[int, int, str]:
    """Returns the bonus tiles that nobody has."""
    text = " ".join(seats)
    taken = {kind: sum(map(int, re.findall(rf"\b{kind} (\d+)", text))) for kind in ("hold", "sail")}
    points = [tile for found in re.findall(r"\bpoints ([\d ]+)", text) for tile in found.split()]
    left = " ".join(tile for tile in POINTS_TILES.texts if tile not in points)
    return HOLD_TILES - taken["hold"], SAIL_TILES - taken["sail"], left


def goals(state: State) -> set[str]:
    """Returns the spaces that the next step may lead to."""
    return {text.split()[0] for text in offers(state, "sail")}


def question(state: State) -> str:
    """Returns what is asked: `turn of 2`, or with who answers when that is another, `discard of 2 in turn of 1`."""
    if notation.question(state) == "over":
        return "over"
    whose = f" in turn of {state.turn + 1}" if state.turn != state.seat else ""
    return f"{notation.phase_name(state)}{notation.details(state)} of {state.seat + 1}{whose}"


def boat(state: State, seat: int = 1) -> str:
    """Returns where the boat of a seat is, `-` before it is placed."""
    space = state.players[seat - 1].boat
    return "-" if space == NONE else MAP.names[space]


def outposts(state: State, seat: int = 1) -> str:
    """Returns the spaces where a seat has outposts."""
    return " ".join(SPACES.of_set(state.players[seat - 1].outposts))


def victory(state: State, seat: int = 1) -> str:
    """Returns the victory tiles of a seat."""
    return " ".join(VICTORY.of_set(state.players[seat - 1].victory))


def bonus(state: State, seat: int | None = None) -> tuple[int, int, str]:
    """Returns hold, sail and points tiles of a seat, or those still on their piles."""
    if seat is None:
        return int(state.hold), int(state.sail), " ".join(POINTS_TILES.texts[len(POINTS_TILES) - state.points :])
    holder = state.players[seat - 1]
    return int(holder.hold), int(holder.sail), " ".join(POINTS_TILES.of_set(holder.points))


def deck(state: State) -> list[str]:
    """Lists the merchant deck, top card first."""
    return deck_of(state.merchants, MERCHANTS)


def stack(state: State) -> list[str]:
    """Lists the victory stack, top tile first."""
    return deck_of(state.ports, VICTORY)


def port_tiles(state: State) -> dict[str, str]:
    """Returns what lies in the ports: a tile, `closed`, or `-`."""
    return {name: port_tile(state, port) for port, name in enumerate(PORTS)}


def hasty(random: Random, state: State, texts: list[str]) -> str:
    """Delivers, builds or sails to a port that can be paid, else takes any kind of decision; games end that way."""
    wanted = eager(state, sorted(texts)) if random.random() < 0.7 else []
    verb = random.choice(sorted({text.split()[0] for text in texts}))
    return random.choice(wanted or sorted(text for text in texts if text.split()[0] == verb))


dealt = partial(set_up, sand_to_sea)
hasty_game = partial(walk, sand_to_sea, hasty)
play_hastily = partial(play_on, hasty)
