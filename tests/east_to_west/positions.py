"""Positions and decisions of From East to West in the notation: seats count from 1, as in all text."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from serai.core.bits import BIT
from serai.core.notation.cards import Names
from serai.core.notation.positions import deck as deck_of
from serai.core.records import State
from serai.games.east_to_west import notation, notation_writing
from serai.games.east_to_west import rules as east_to_west
from serai.games.east_to_west.rules.state import SETTLERS
from serai.games.east_to_west.rules.state import point_deck as deal_of_points
from tests.agreement import choose
from tests.east_to_west_sides import EAST_TO_WEST
from tests.positions import pile, play_on, set_up, then_deck, walk
from tests.standard import pieces

NO_TILES = "- / - / - / -"


def west() -> Any:
    """Returns the set that positions are of."""
    return pieces("east_to_west")


def position(
    *,
    players: int = 2,
    seat: int = 1,
    question: str = "turn",
    caravan: str = "",
    reserve: int | None = None,
    at: str = "",
    route: str = "",
    spent: str = "",
    claimed: str = "",
    explored: str = "",
    bonus: str = "",
    forts: str | None = None,
    point_deck: str | None = None,
    markets: str | None = None,
    merchant_deck: str | None = None,
    known: int = 0,
    stacks: str = NO_TILES,
    spares: str = "",
    beside: str | None = None,
    covered: str = "",
    others: Mapping[int, str] | None = None,
) -> State:
    """Builds a state without bonus tiles; rows and decks not given hold the free cards by file order.

    Exploration tiles not given lie beside the board, and players have their settlers at home that stand nowhere.
    """
    cards = f"spent {spent or '-'}, claimed {claimed or '-'}, explored {explored or '-'}, bonus {bonus or '-'}"
    reserved = "" if reserve is None else f"reserve {reserve}, "
    deciding = f"caravan {caravan or '-'}, {reserved}at {at or '-'}, route {route or '-'}, {cards}"
    seats = {**dict.fromkeys(range(1, players + 1), "caravan YYYY"), **(others or {}), seat: deciding}
    used = west()
    points = [used.point_names[number] for number in deal_of_points(used, players)]
    merchants = [used.merchant_names[number] for number in used.merchant_deck]
    tiles = _free(used.tile_names.texts, _held(seats, "explored") + re.findall(r"= (\S+?)(?:,|$)", covered))
    lines = [
        f"east_to_west, {players} players",
        f"asked: {'' if question == 'over' else f'seat {seat} '}{question}",
        f"points: {_row(forts, points, _held(seats, 'claimed'), point_deck)}",
        f"markets: {_row(markets, merchants, _held(seats, 'route', 'spent'), merchant_deck)}",
        f"known: {known}",
        f"stacks: {stacks}",
        f"spares: {spares or '-'}",
        f"beside: {(' '.join(tiles) if beside is None else beside) or '-'}",
        f"covered: {covered or '-'}",
        *(f"{number}: {_at_home(text, players)}" for number, text in sorted(seats.items())),
    ]
    return notation.parse_position(west(), "\n".join(lines))


def _held(seats: Mapping[int, str], *keys: str) -> list[str]:
    """Lists the cards or tiles that the players have under some keys."""
    values = [value for text in seats.values() for key in keys for value in re.findall(rf"\b{key} ([^,]+)", text)]
    return re.sub(r"\*\d+", "", " ".join(values)).split()


def _free(texts: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Lists what lies nowhere else."""
    return [text for text in texts if text not in taken]


def _row(row: str | None, texts: Sequence[str], held: Sequence[str], deck: str | None) -> str:
    """Writes four places and the deck; places not given hold the first free cards, a deck not given is left out."""
    cards = row.split() if row is not None else _free(texts, [*held, *(deck or "").split()])
    return " ".join([*cards, "-", "-", "-", "-"][:4]) + then_deck(deck)


def _at_home(text: str, players: int) -> str:
    """Adds the settlers on the player board: of twelve, those neither in reserve nor standing anywhere."""
    found = re.search(r"reserve (\d+)", text)
    reserve = int(found[1]) if found else 5 if players == 2 else 6
    standing = sum(int(settlers) for settlers in re.findall(r"\*(\d+)", text))
    return f"{text}, board {SETTLERS - reserve - standing}" + ("" if found else f", reserve {reserve}")


def hasty(random: Random, state: State, texts: list[str]) -> str:
    """Looks for forts half of the time."""
    return choose(random, state, sorted(texts), EAST_TO_WEST)


dealt = partial(set_up, east_to_west)
hasty_game = partial(walk, east_to_west, hasty)
play_hastily = partial(play_on, hasty)


def question(state: State) -> str:
    """Returns who is asked what, such as `seat 2 turn`."""
    return notation.question(west(), state)


def settlers(state: State, seat: int = 1) -> tuple[int, int]:
    """Returns the settlers of a seat on its board and in its reserve."""
    return int(state.players[seat - 1].board), int(state.players[seat - 1].reserve)


def at(state: State, seat: int = 1) -> str:
    """Returns where the settlers of a seat stand on the game board, such as `YYY*1; fort 1*2`."""
    placed = [place for place in range(len(west().locations)) if state.players[seat - 1].placed & BIT[place]]
    return "; ".join(f"{west().location_names[place]}*{state.settlers[place]}" for place in placed)


def route(state: State, seat: int = 1) -> str:
    """Returns the trade route of a seat with the settlers on it, such as `YY +3*2`."""
    cards = zip(state.players[seat - 1].route, state.players[seat - 1].on_route, strict=True)
    return " ".join(
        f"{west().merchant_names[card]}*{there}" if there else west().merchant_names[card]
        for card, there in cards
        if card >= 0
    )


def spent(state: State, seat: int = 1) -> str:
    """Returns the discard pile of a seat, in the order of the files."""
    return pile(state, "spent", seat)


def claimed(state: State, seat: int = 1) -> str:
    """Returns the point cards of a seat."""
    return " ".join(west().point_names.of_set(state.players[seat - 1].claimed))


def explored(state: State, seat: int = 1) -> str:
    """Returns the exploration tiles of a seat."""
    return " ".join(west().tile_names.of_set(state.players[seat - 1].explored))


def bonus(state: State, seat: int = 1) -> str:
    """Returns the bonus tiles of a seat."""
    return " ".join(west().bonus_names.in_row(state.players[seat - 1].bonus))


def forts(state: State) -> str:
    """Returns the point cards above the forts, `-` where there is none."""
    return notation_writing.places(state.points.cards, west().point_names)


def markets(state: State) -> str:
    """Returns the merchants below the markets, `-` where there is none."""
    return notation_writing.places(state.merchants.cards, west().merchant_names)


def deck(state: State, kind: str) -> list[str]:
    """Lists the deck of `merchants` or `points`, top card first."""
    names: Names = {"merchants": west().merchant_names, "points": west().point_names}[kind]
    return deck_of(state[kind], names)


def stacks(state: State) -> list[str]:
    """Lists the bonus tiles at each fort, top first."""
    return [" ".join(stack) for stack in notation.stacks(west(), state)]


def beside(state: State) -> str:
    """Returns the exploration tiles beside the board."""
    return " ".join(west().tile_names.of_set(state.beside))


def covered(state: State) -> dict[str, str]:
    """Returns the exploration tiles on locations."""
    return {west().location_names[place]: tile for place, tile in notation.covered(west(), state).items()}
