"""A program at a seat: one hello, a message for each game, and a question for each decision."""

import json
from collections.abc import Mapping
from typing import Any

from serai.bots.base import Forfeit
from serai.game import Game
from serai.programs.process import Process
from serai.programs.program_options import Program
from serai.version import VERSION

PROTOCOL = 1
START_SECONDS = 20.0


def new_game(game: Game, seat: int) -> dict[str, Any]:
    """Returns the message sent to a program before the first question of a game."""
    return {
        "type": "new_game",
        "game": game.name,
        "players": game.players,
        "seat": seat,
        "names": game.names,
        "rounds": game.setup.rounds,
        "components": game.components.named,
    }


def game_over(game: Game) -> dict[str, Any]:
    """Returns the message sent to a program at the end of a game."""
    return {"type": "game_over", "scores": game.scores(), "ranking": game.ranking(), "stopped": game.stopped}


class ProgramPlayer:
    """A running program; a fault of the program raises Forfeit and ends it."""

    def __init__(self, program: Program) -> None:
        """Starts nothing; `start` does."""
        self.program = program
        self.name = program.name
        self._process: Process | None = None
        self._asked = self._known = 0

    def start(self) -> None:
        """Starts the program and says hello, unless it is running."""
        if self._process is None:
            self._process = Process(self.program.command)
            self._tell({"type": "hello", "protocol": PROTOCOL, "serai": VERSION})
            hello = self._hear("hello", START_SECONDS)
            if hello.get("protocol") != PROTOCOL:
                raise self._faulty(f"speaks protocol {hello.get('protocol')!r:.20}, not {PROTOCOL}")
            self._games = hello.get("games")
            self._tell({"type": "options", "options": self._options(hello.get("options", {}))})

    def _options(self, offered: Any) -> dict[str, Any]:
        """Returns the options to set; the program must offer each."""
        options = dict(self.program.options)
        unknown = [key for key in options if not isinstance(offered, Mapping) or key not in offered]
        if unknown:
            raise self._faulty(f"has no option {unknown[0]!r}")
        return options

    def begin(self, game: dict[str, Any]) -> None:
        """Announces a new game and waits until the program is ready."""
        self.start()
        if isinstance(self._games, list) and game["game"] not in self._games:
            raise self._faulty(f"does not play {game['game']}")
        self._known = 0
        self._tell(game)
        self._hear("ready", START_SECONDS)

    def choose(self, position: dict[str, Any]) -> str:
        """Asks for a decision; returns a legal one as written by the program."""
        self._asked += 1
        history = position["history"]
        news = {"view": position["view"], "after": self._known, "history": history[self._known :]}
        self._known = len(history)
        self._tell({"type": "position", "id": self._asked, "seconds": self.program.seconds, **news})
        answer = self._hear("decision", self.program.seconds)
        if answer.get("id") != self._asked:
            raise self._faulty(f"answered question {answer.get('id')!r:.20}, not {self._asked}")
        decision = answer.get("decision")
        if not isinstance(decision, str) or decision not in position["view"]["legal"]:
            raise self._faulty(f"decided {decision!r:.80}, which is not legal")
        return decision

    def end(self, game: dict[str, Any]) -> None:
        """Announces the end of a game; expects no answer."""
        if self._process is not None:
            self._tell(game)

    def close(self) -> None:
        """Asks the program to quit, and makes sure that it does."""
        if self._process is not None:
            self._process.send({"type": "quit"})
            self._process.close()
            self._process = None

    def _tell(self, message: dict[str, Any]) -> None:
        """Sends a message."""
        assert self._process is not None, "the program is not running"
        self._process.send(message)

    def _hear(self, kind: str, seconds: float) -> dict[str, Any]:
        """Returns the next message, which must be of the given type."""
        assert self._process is not None, "the program is not running"
        try:
            message = self._process.receive(seconds)
        except Forfeit:
            self._drop()
            raise
        if message["type"] != kind:
            raise self._faulty(f"answered {message['type']!r:.40} where {kind!r} was asked for")
        return message

    def _faulty(self, why: str) -> Forfeit:
        """Ends a program that broke the protocol; returns the Forfeit that says how."""
        assert self._process is not None, "the program is not running"
        forfeit = self._process.forfeit(why)
        self._drop()
        return forfeit

    def _drop(self) -> None:
        """Kills the program; it is restarted when needed again."""
        if self._process is not None:
            self._process.kill()
            self._process = None


class ProgramPool:
    """The programs that this process keeps running from game to game, one per seat they occupy at the same time."""

    def __init__(self) -> None:
        """Begins without programs."""
        self._players: dict[tuple[str, int], ProgramPlayer] = {}

    def player(self, program: Program, copy: int = 0) -> ProgramPlayer:
        """Returns a program, already running if it has played before."""
        return self._players.setdefault((json.dumps(program.body()), copy), ProgramPlayer(program))

    def close(self) -> None:
        """Ends all programs."""
        for player in self._players.values():
            player.close()
        self._players.clear()


def try_out(program: Program, game: str | None) -> None:
    """Checks that a program starts, says hello and, if a game is named, plays it; raises an error otherwise."""
    player = ProgramPlayer(program)
    try:
        player.start() if game is None else player.begin(new_game(Game.new(game, seed=0), 0))
    except Forfeit as error:
        raise ValueError(f"the program {program.name} {error}") from None
    finally:
        player.close()
