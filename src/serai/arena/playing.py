"""One game of an arena, from the deal to its result."""

import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from serai.arena.plan import Match, Plan, make_bot
from serai.arena.seating import seat_names
from serai.bots.base import ask
from serai.game import Game
from serai.rules.phases import Phase

WARMING_ROUNDS = 2


@dataclass(frozen=True)
class Result:
    """What came of a game, by seat; `ms` is the time of all turns together, `ranking` names the seats, best first."""

    number: int
    table: int
    deal: int
    rotation: int
    bots: list[str]
    scores: list[int]
    ranking: list[int]
    turns: list[int]
    ms: list[float]
    stopped: bool

    @property
    def winner(self) -> str:
        """The name of the bot that won."""
        return self.bots[self.ranking[0]]

    def line(self) -> str:
        """Writes the result as one line of JSON."""
        return json.dumps(asdict(self)) + "\n"


def play(plan: Plan, match: Match) -> tuple[Game, Result]:
    """Plays a game with bots made for it alone; the same whoever plays it and when, except for the time it takes."""
    bots = [make_bot(name) for name in match.bots]
    game = Game.new(plan.game, plan.players, plan.deal_seed(match), seat_names(match.bots), "given", plan.rounds)
    turns, ms = [0] * plan.players, [0.0] * plan.players
    while not game.over:
        seat = game.seat
        turns[seat] += int(game.state.phase == Phase.TURN)
        began = time.perf_counter()
        action = ask(bots[seat], game, plan.bot_seed(match, len(game.steps())))
        ms[seat] += 1000 * (time.perf_counter() - began)
        game.play(action)
    found = (game.scores(), game.ranking(), turns, [round(spent, 3) for spent in ms], game.stopped)
    return game, Result(match.number, match.table, match.deal, match.rotation, list(match.bots), *found)


def warm_up(plan: Plan) -> bool:
    """Lets every bot play some turns that nobody counts, so that loading code is not taken for thinking; then True."""
    for name in plan.bots:
        short = Plan(plan.game, plan.players, (name,), 1, plan.seed, WARMING_ROUNDS)
        play(short, short.match(0))
    return True


def record_file(folder: Path, number: int) -> Path:
    """Names the file of a game's record."""
    return folder / f"{number:06}.json"


def keep_record(folder: Path, number: int, game: Game) -> None:
    """Writes the record of a game; the file is there only when it is whole."""
    file = record_file(folder, number)
    unfinished = file.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8") as stream:
        stream.write(game.to_json())
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)


def check_records(folder: Path, done: Sequence[Result]) -> None:
    """Makes the folder of records; those of games that are done must be there."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [result.number for result in done if not record_file(folder, result.number).is_file()]
    if missing:
        raise ValueError(f"{record_file(folder, min(missing))} is missing, though the journal holds its game")
