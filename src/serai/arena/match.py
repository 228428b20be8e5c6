"""One game of an arena, from the deal to its result."""

import atexit
import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from serai import bots
from serai.arena.plan import ArenaSettings, Match
from serai.arena.seating import seat_names
from serai.bots import Bot, Forfeit, ask
from serai.core.phases import Phase
from serai.game import Game
from serai.programs import ProgramPlayer, ProgramPool, new_game
from serai.programs.player import game_over

WARMING_ROUNDS = 2
BENCH = ProgramPool()
atexit.register(BENCH.close)


@dataclass(frozen=True)
class Result:
    """The result of a game, by seat; `ms` is the total time of all turns, `ranking` lists the seats, best first.

    `forfeit` says which seat forfeited, if any: it has no points and the last rank, whatever it had before.
    """

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
    forfeit: dict[str, Any] | None = None

    @property
    def winner(self) -> str:
        """The name of the bot that won."""
        return self.bots[self.ranking[0]]

    @property
    def key(self) -> int:
        """The number of the game in the arena."""
        return self.number

    def line(self) -> str:
        """Writes the result as one line of JSON."""
        return json.dumps(asdict(self)) + "\n"


class RunningMatch:
    """A game in progress: who sits where, and how long each has thought."""

    def __init__(self, plan: ArenaSettings, match: Match) -> None:
        """Deals the game with fresh bots; programs keep running from game to game."""
        self.plan, self.match = plan, match
        names = seat_names(match.bots)
        self.game = Game.new(
            plan.game, plan.players, plan.deal_seed(match), names, "given", plan.rounds, components=plan.components
        )
        self.bots = [self._seated(seat) for seat in range(plan.players)]
        self.turns, self.ms = [0] * plan.players, [0.0] * plan.players
        self.asked = 0

    def _seated(self, seat: int) -> Bot | ProgramPlayer:
        """Returns who plays a seat."""
        name = self.match.bots[seat]
        program = self.plan.program(name)
        return bots.make(name) if program is None else BENCH.player(program, self.match.bots[:seat].count(name))

    def play(self) -> None:
        """Plays to the end; `asked` is the seat asked last, which a Forfeit refers to."""
        for seat, bot in enumerate(self.bots):
            if isinstance(bot, ProgramPlayer):
                self.asked = seat
                bot.begin(new_game(self.game, seat))
        while not self.game.over:
            self._decide()

    def _decide(self) -> None:
        """Takes the decision of the deciding seat."""
        self.asked = seat = self.game.seat
        self.turns[seat] += int(self.game.state.phase == Phase.TURN)
        began = time.perf_counter()
        try:
            action = ask(self.bots[seat], self.game, self.plan.bot_seed(self.match, len(self.game.steps())))
        finally:
            self.ms[seat] += 1000 * (time.perf_counter() - began)
        self.game.play(action)

    def tell_end(self) -> None:
        """Tells the programs that the game has ended."""
        for bot in self.bots:
            if isinstance(bot, ProgramPlayer):
                bot.end(game_over(self.game))

    def result(self, forfeit: str | None) -> Result:
        """Returns the result; a forfeit ends the game at once, and the others are ranked as they stand."""
        match, game = self.match, self.game
        scores, ranking = game.scores(), game.ranking()
        told = None if forfeit is None else {"seat": self.asked, "why": forfeit}
        if told is not None:
            scores[self.asked] = 0
            ranking = [*(seat for seat in ranking if seat != self.asked), self.asked]
        found = (scores, ranking, self.turns, [round(spent, 3) for spent in self.ms], game.stopped, told)
        return Result(match.number, match.table, match.deal, match.rotation, list(match.bots), *found)


def play(plan: ArenaSettings, match: Match) -> tuple[Game, Result]:
    """Plays a game; the result is reproducible, except for the time it takes and for what programs do."""
    running, forfeit = RunningMatch(plan, match), None
    try:
        running.play()
    except Forfeit as error:
        forfeit = str(error)
    running.tell_end()
    return running.game, running.result(forfeit)


@dataclass(frozen=True)
class Playing:
    """Plays games of an arena by number; keeps their records if there is a folder for them."""

    records: Path | None = None

    def __call__(self, plan: ArenaSettings, number: int) -> Result:
        """Plays a game and returns its result."""
        game, result = play(plan, plan.match(number))
        if self.records is not None:
            keep_record(self.records, number, game)
        return result


def warm_up(plan: ArenaSettings) -> bool:
    """Plays some uncounted turns with every bot, so that loading code does not count as thinking; returns True."""
    for name in plan.bots:
        short = replace(plan, bots=(name,), games=1, rounds=WARMING_ROUNDS)
        play(short, short.match(0))
    return True


def record_file(folder: Path, number: int) -> Path:
    """Returns the file of a game's record."""
    return folder / f"{number:06}.json"


def keep_record(folder: Path, number: int, game: Game) -> None:
    """Writes the record of a game."""
    write_record(folder, number, game.to_json())


def write_record(folder: Path, number: int, record: str) -> None:
    """Writes a record atomically: the file exists only once it is complete."""
    file = record_file(folder, number)
    unfinished = file.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8") as stream:
        stream.write(record)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)


def check_records(folder: Path, done: Sequence[Result]) -> None:
    """Makes the folder of records; the records of games already played must be there."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [result.number for result in done if not record_file(folder, result.number).is_file()]
    if missing:
        raise ValueError(f"{record_file(folder, min(missing))} is missing, though the journal holds its game")
