"""What a teacher would have done: positions of games between bots of the ladder, with a bot's decision in each."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from serai.bots import ask, make
from serai.bots.base import Bot
from serai.bots.network import NetworkBot
from serai.game import Game
from serai.networks.judging import POINTS, Network
from serai.networks.weights import load
from serai.observations import LAYOUTS, observed
from serai.rules import games

STRAYING = 0.4
SEED = 1 << 41
ROUNDS = 80
Array = np.ndarray[Any, Any]


class Lessons(NamedTuple):
    """A row for each decision: what was seen, what was legal, what the teacher did, and how the game ended."""

    observations: Array
    masks: Array
    actions: Array
    chances: Array  # 1 at the winner, counted from the deciding seat; all 0 where a pupil played along
    points: Array  # likewise the final points, as networks count them
    players: Array


def lesson(game: str, teacher: str, number: int, pupil: str | None) -> Lessons:
    """Plays one game; in some a pupil's network decides for one seat, so that its mistakes are met with advice.

    Every decision is the teacher's in what is learned, whoever decides in the game.
    """
    random = Random(SEED + number)
    least, most = games.GAMES[game].SEATS
    players = random.choice([least, least, least, *range(least + 1, most + 1)])
    strays = random.randrange(players) if pupil is not None and random.random() < STRAYING else None
    taught: Bot = make(teacher)
    other: Bot = taught if strays is None else NetworkBot("pupil", Network(game, load(Path(str(pupil))), most=1))
    played = Game.new(game, players, SEED + number, [f"seat {seat}" for seat in range(players)], "given", ROUNDS)
    rows = []
    while not played.over:
        advice = ask(taught, played, number * 1000 + len(played.steps()))
        if len(played.actions()) > 1:
            seen = observed(played.state, played.seat, 0, None)
            rows.append((seen, played.mask(), advice, played.seat))
        strayed = played.seat == strays
        played.play(ask(other, played, len(played.steps())) if strayed else advice)
    return _told(game, rows, played, strays is not None)


def _told(game: str, rows: list[tuple[Array, Array, int, int]], played: Game, strayed: bool) -> Lessons:
    """Adds to each decision how the game ended."""
    seats = LAYOUTS[game].seats
    winner, scores, count = played.ranking()[0], played.scores(), played.players
    chances, points = np.zeros((len(rows), seats), np.float32), np.zeros((len(rows), seats), np.float32)
    for place, (_, _, _, seat) in enumerate(rows):
        chances[place, (winner - seat) % count] = 0.0 if strayed else 1.0
        for step in range(count):
            points[place, step] = scores[(seat + step) % count] / POINTS
    return Lessons(
        np.array([row[0] for row in rows], np.uint8),
        np.array([row[1] for row in rows], np.uint64),
        np.array([row[2] for row in rows], np.int64),
        chances,
        points,
        np.full(len(rows), count, np.int64),
    )


def lessons(game: str, teacher: str, count: int, jobs: int, pupil: str | None) -> Iterator[Lessons]:
    """Plays games in processes of their own, and returns each when it is there."""
    terms = [(game, teacher, number, pupil) for number in range(count)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(_lesson, terms)


def _lesson(terms: tuple[str, str, int, str | None]) -> Lessons:
    """Plays one game as told."""
    return lesson(*terms)


def joined(parts: list[Lessons]) -> Lessons:
    """Puts lessons together."""
    return Lessons(*(np.concatenate(fields) for fields in zip(*parts, strict=True)))
