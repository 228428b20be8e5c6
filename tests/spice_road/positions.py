"""Positions and decisions of Spice Road in the notation: seats count from 1, as in all text."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from serai.core.notation.cards import Names
from serai.core.notation.positions import deck as deck_of
from serai.core.records import State
from serai.games.spice_road import rules as spice_road
from tests.positions import first_free, pile, play_on, set_up, then_deck, walk, with_cubes
from tests.spice_road import standard as notation
from tests.spice_road.standard import DECK, MERCHANTS, POINTS

STARTING_CUBES = ("YYY", "YYYY", "YYYY", "YYYR", "YYYR")


def position(
    *,
    players: int = 2,
    seat: int = 1,
    question: str = "turn",
    caravan: str = "",
    hand: str = "YY +2",
    played: str = "",
    claimed: str = "",
    gold: int = 0,
    silver: int = 0,
    row: str | None = None,
    on_row: Sequence[str] = (),
    merchant_deck: str | None = None,
    points: str | None = None,
    point_deck: str | None = None,
    coins: tuple[int, int] | None = None,
    others: Mapping[int, str] | None = None,
) -> State:
    """Builds a state; rows and decks not given hold the free cards by file order, others have just begun."""
    cards = f"hand {hand or '-'}, played {played or '-'}, claimed {claimed or '-'}"
    started = {number: f"caravan {STARTING_CUBES[number - 1]}, hand YY +2" for number in range(1, players + 1)}
    deciding = f"caravan {caravan or '-'}, {cards}, gold {gold}, silver {silver}"
    seats = {**started, **(others or {}), seat: deciding}
    held = " ".join(seats.values()).replace(",", " ").split()
    deck = [MERCHANTS[number] for number in DECK]
    row = row if row is not None else first_free(6, deck, [*held, *(merchant_deck or "").split()])
    points = points if points is not None else first_free(5, POINTS.texts, [*held, *(point_deck or "").split()])
    table = coins if coins is not None else (2 * players, 2 * players)
    lines = [
        f"spice_road, {players} players",
        f"asked: seat {seat} {question}",
        f"merchants: {with_cubes(row, on_row)}{then_deck(merchant_deck)}",
        f"points: {points or '-'}{then_deck(point_deck)}",
        f"coins: gold {table[0]}, silver {table[1]}",
        *(f"{number}: {text}" for number, text in sorted(seats.items())),
    ]
    return notation.parse_position("\n".join(lines))


def hasty(random: Random, state: State, texts: list[str]) -> str:
    """Takes any decision, a claim before all others: games end after some hundred decisions that way."""
    return random.choice([text for text in texts if text.startswith("claim")] or texts)


dealt = partial(set_up, spice_road)
hasty_game = partial(walk, spice_road, hasty)
play_hastily = partial(play_on, hasty)


def question(state: State) -> str:
    """Returns who is asked what, such as `seat 2 turn`."""
    return notation.question(state)


def played(state: State, seat: int = 1) -> str:
    """Returns the cards that lie face up in front of a seat."""
    return pile(state, "played", seat)


def claimed(state: State, seat: int = 1) -> str:
    """Returns the point cards of a seat."""
    return " ".join(POINTS.of_set(state.players[seat - 1].claimed))


def coins(state: State, seat: int | None = None) -> tuple[int, int]:
    """Returns gold and silver of a seat, or of the table."""
    holder = state if seat is None else state.players[seat - 1]
    return int(holder.gold), int(holder.silver)


def point_row(state: State) -> str:
    """Returns the face-up point cards."""
    return " ".join(POINTS.in_row(state.points.cards))


def deck(state: State, kind: str) -> list[str]:
    """Lists the deck of `merchants` or `points`, top card first."""
    names: Names = {"merchants": MERCHANTS, "points": POINTS}[kind]
    return deck_of(state[kind], names)
