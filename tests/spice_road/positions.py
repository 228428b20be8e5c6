"""Positions and decisions of Spice Road in the notation: seats count from 1, as in all text."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np

from serai.game import Game
from serai.notation import spice_road as notation
from serai.notation.cards import MERCHANTS, Names, cubes
from serai.notation.positions import deck as deck_of
from serai.notation.spice_road import POINTS
from serai.rules import games, spice_road
from serai.rules.bits import nth, total
from serai.rules.merchants import DECK
from serai.rules.records import State, empty_states

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
    row = row if row is not None else _first(6, deck, [*held, *(merchant_deck or "").split()])
    points = points if points is not None else _first(5, POINTS.texts, [*held, *(point_deck or "").split()])
    table = coins if coins is not None else (2 * players, 2 * players)
    lines = [
        f"spice_road, {players} players",
        f"asked: seat {seat} {question}",
        f"merchants: {_with_cubes(row, on_row)}{_deck(merchant_deck)}",
        f"points: {points or '-'}{_deck(point_deck)}",
        f"coins: gold {table[0]}, silver {table[1]}",
        *(f"{number}: {text}" for number, text in sorted(seats.items())),
    ]
    return notation.parse_position("\n".join(lines))


def dealt(players: int, seed: int = 0) -> State:
    """Sets up a game."""
    state: State = empty_states(spice_road.STATE, 1)[0]
    games.setup(state, players, np.uint64(0), np.uint64(seed))
    return state


def copy(state: State) -> State:
    """Copies a state."""
    states = empty_states(state.dtype, 1)
    states[0] = state
    copied: State = states[0]
    return copied


def _first(places: int, texts: Sequence[str], taken: Sequence[str]) -> str:
    """Lists the first cards that lie nowhere else."""
    return " ".join([text for text in texts if text not in taken][:places])


def _deck(deck: str | None) -> str:
    """Writes a deck, top card first; nothing when the notation may fill it."""
    return "" if deck is None else f" / {deck or '-'}"


def _with_cubes(row: str, on_row: Sequence[str]) -> str:
    """Writes a row of merchants with the cubes lying on its first cards."""
    cards = row.split()
    loads = [*on_row, *[""] * (len(cards) - len(on_row))]
    return " ".join(f"{card}({load})" if load else card for card, load in zip(cards, loads, strict=True)) or "-"


def actions(state: State) -> list[int]:
    """Lists the numbers of the legal decisions."""
    mask = np.zeros(spice_road.WORDS, np.uint64)
    games.legal(state, mask)
    return [int(nth(mask, place)) for place in range(total(mask))]


def legal(state: State) -> set[str]:
    """Returns the legal decisions as text."""
    return {notation.DECISIONS[action] for action in actions(state)}


def offers(state: State, verb: str) -> set[str]:
    """Returns what may be played, acquired or claimed, raised, paid or discarded."""
    return {text.partition(" ")[2] for text in legal(state) if text.startswith(f"{verb} ")}


def act(state: State, *decisions: str) -> State:
    """Carries out decisions, each of which must be legal, and returns the state."""
    for text in decisions:
        assert text in legal(state), f"{text!r} is not among {sorted(legal(state))}"
        games.apply(state, notation.NUMBERS[text])
    return state


def hasty_game(players: int, seed: int, most: int = 10_000) -> Iterator[State]:
    """Yields every state of a random game in which nobody misses a claim; it is over after some hundred decisions."""
    state, random = dealt(players, seed), Random(seed)
    yield state
    for _ in range(most):
        choices = actions(state)
        if not choices:
            return
        claims = [action for action in choices if spice_road.CLAIM <= action < spice_road.REST]
        state = copy(state)
        games.apply(state, random.choice(claims or choices))
        yield state


def question(state: State) -> str:
    """Returns who is asked what, such as `seat 2 turn`."""
    return notation.question(state)


def caravan(state: State, seat: int = 1) -> str:
    """Returns the cubes of a seat."""
    return cubes(state.players[seat - 1].caravan)


def hand(state: State, seat: int = 1) -> str:
    """Returns the hand of a seat, in the order of the files."""
    return " ".join(MERCHANTS.of_set(state.players[seat - 1].hand))


def played(state: State, seat: int = 1) -> str:
    """Returns the cards that lie face up in front of a seat."""
    return " ".join(MERCHANTS.of_set(state.players[seat - 1].played))


def claimed(state: State, seat: int = 1) -> str:
    """Returns the point cards of a seat."""
    return " ".join(POINTS.of_set(state.players[seat - 1].claimed))


def coins(state: State, seat: int | None = None) -> tuple[int, int]:
    """Returns gold and silver of a seat, or of the table."""
    holder = state if seat is None else state.players[seat - 1]
    return int(holder.gold), int(holder.silver)


def row(state: State) -> str:
    """Returns the face-up merchant cards."""
    return " ".join(MERCHANTS.in_row(state.merchants.cards))


def on_row(state: State) -> list[str]:
    """Lists the cubes on the six places of the row of merchants."""
    return [cubes(spices) for spices in state.merchants.spices]


def point_row(state: State) -> str:
    """Returns the face-up point cards."""
    return " ".join(POINTS.in_row(state.points.cards))


def deck(state: State, kind: str) -> list[str]:
    """Lists the deck of `merchants` or `points`, top card first."""
    names: Names = {"merchants": MERCHANTS, "points": POINTS}[kind]
    return deck_of(state[kind], names)


def score(state: State, seat: int = 1) -> int:
    """Counts the points of a seat."""
    return int(games.score(state, seat - 1))


def play_hastily(game: Game, seed: int, most: int = 10_000) -> Game:
    """Plays random decisions, claims before all others, until the game is over or some decisions are taken."""
    random = Random(seed)
    for _ in range(most):
        if game.over:
            break
        choices = game.legal()
        claims = [text for text in choices if text.startswith("claim")]
        game.play(random.choice(claims or choices))
    return game
