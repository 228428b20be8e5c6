"""Plays a seat on another server through its API: `serai bridge`."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from serai.api_client import ApiClient, NoAnswer, RefusedByServer, table_path
from serai.bots import Bot, Forfeit, ask, chance_of, make
from serai.game import Game
from serai.programs.player import ProgramPlayer
from serai.programs.program_options import Program
from serai.recorded_components import components_of

PART = r"[^/?#]+"
SEAT = rf"join/(?P<table>{PART})/(?P<seat>\d+)/(?P<token>{PART})"
LINK = re.compile(rf"(?P<server>https?://[^?#]+?)/(?:{SEAT}|table/(?P<open>{PART}))/?")
LONGEST_PAUSE = 30.0
NOT_NOW, TOO_MANY, BROKEN = 409, 429, 500

Json = dict[str, Any]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Invitation:
    """A link to a seat, or to a table that is open to everyone on the server."""

    server: str
    table: str
    seat: int | None = None
    token: str | None = None

    @classmethod
    def read(cls, link: str) -> "Invitation":
        """Reads a link as a browser would be given it."""
        found = LINK.fullmatch(link.strip())
        if found is None:
            raise ValueError(
                f"{link!r:.200} is no invitation; it looks like http://127.0.0.1:8000/join/TABLE/SEAT/TOKEN, or "
                "http://127.0.0.1:8000/table/TABLE for a table that is open to everyone"
            )
        seat = found["seat"]
        return cls(
            found["server"], found["table"] or found["open"], None if seat is None else int(seat), found["token"]
        )


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    link: str
    bot: str
    server: str | None = None
    name: str | None = None
    token: str | None = None
    programs: tuple[Program, ...] = ()


class Decider(Protocol):
    """Returns a legal decision for the seat."""

    def __call__(self, table: "RemoteTable", position: Json) -> str:
        """Returns a decision."""


class RemoteTable:
    """A table of a server, seen from one seat."""

    def __init__(self, client: ApiClient, table: str, seat: int) -> None:
        """Starts with no event seen."""
        self.client, self.table, self.seat = client, table, seat
        self.number = 0

    def get(self, what: str) -> Json:
        """Fetches something that is not older than what was seen before."""
        told: Json = self.client.send("GET", f"{table_path(self.table)}{what}?seat={self.seat}&seen={self.number}")
        self.number = max(self.number, told["number"])
        return told

    def post(self, what: str, body: Json | None = None) -> None:
        """Posts an action."""
        self.number = self.client.send("POST", f"{table_path(self.table)}{what}", body or {})["number"]

    def history(self) -> list[Json]:
        """Lists the decisions that still count, with what they revealed."""
        events = self.client.send("GET", f"{table_path(self.table)}/events?seen={self.number}")
        found: list[Json] = []
        for event in events:
            if event["kind"] == "decided":
                found.append({key: event[key] for key in ("seat", "decision", "reveals")})
            elif event["kind"] == "undone":
                found.pop()
            elif event["kind"] == "taken_back":
                del found[event["steps"] :]
        return found


@dataclass
class BotDecider:
    """A built-in bot; it gets a position with all hidden cards redealt (C-11)."""

    bot: Bot

    def close(self) -> None:
        """Nothing to close."""

    def __call__(self, table: RemoteTable, position: Json) -> str:
        """Returns the decision of the bot."""
        told = table.get("/determinization")
        pieces = components_of(position["view"]["game"], told["components"], files=True)
        game = Game.from_position(told["position"], rules=told["rules"], components=pieces)
        return game.legal()[game.actions().index(ask(self.bot, game, chance_of(game)))]


class ProgramDecider:
    """A program that speaks the bot protocol; after a takeback it gets a new game message."""

    def __init__(self, player: ProgramPlayer) -> None:
        """Starts the program."""
        self._player = player
        self._known: list[Json] | None = None
        player.start()

    def close(self) -> None:
        """Ends the program."""
        self._player.close()

    def __call__(self, table: RemoteTable, position: Json) -> str:
        """Returns the decision of the program."""
        history, known = table.history(), self._known
        if known is None or history[: len(known)] != known:
            self._known = None
            self._player.begin(_new_game(table, position["view"]))
        try:
            decision = self._player.choose({"view": position["view"], "history": history})
        except Forfeit:
            self._known = None
            raise
        self._known = history
        return decision


def _new_game(table: RemoteTable, view: Mapping[str, Any]) -> Json:
    """Returns the message that begins a game."""
    return {
        "type": "new_game",
        "game": view["game"],
        "players": len(view["names"]),
        "seat": table.seat,
        "names": view["names"],
        "rounds": view["rounds"],
        "components": table.get("/determinization")["components"],
    }


def run(wishes: Wishes, say: Say) -> None:
    """Takes a seat and plays it to the end."""
    invitation = Invitation.read(wishes.link)
    with closing(_decider(wishes)) as decide:
        name = wishes.name or wishes.bot.partition(":")[0]
        table = sit(ApiClient(wishes.server or invitation.server, wishes.token, name), invitation)
        say(f"{wishes.bot} has seat {table.seat + 1}")
        view = play(table, decide, say)
    say("the table was closed" if view is None else f"over: {result(view)}")


def _decider(wishes: Wishes) -> "BotDecider | ProgramDecider":
    """Makes the bot, or starts the program."""
    program = next((program for program in wishes.programs if program.name == wishes.bot), None)
    return BotDecider(make(wishes.bot)) if program is None else ProgramDecider(ProgramPlayer(program))


def result(view: Mapping[str, Any]) -> str:
    """Returns the final points of all players, the winner first."""
    return ", ".join(f"{view['names'][seat]} {view['players'][seat]['score']}" for seat in view["ranking"])


def sit(client: ApiClient, invitation: Invitation) -> RemoteTable:
    """Takes the seat of an invitation, or the first open one; marks it as played by a program."""
    path, seat = table_path(invitation.table), invitation.seat
    if seat is None:
        sitters = client.send("GET", path)["sitters"]
        seat = next((sitter["seat"] for sitter in sitters if sitter["kind"] == "open"), None)
        if seat is None:
            raise ValueError("no seat is open at this table")
    client.send("POST", f"{path}/join", {"seat": seat, "token": invitation.token, "program": True})
    return RemoteTable(client, invitation.table, seat)


def play(table: RemoteTable, decide: Decider, say: Say, pause: Callable[[float], None] = time.sleep) -> Json | None:
    """Plays a seat until the game is over; returns the last view, None if the table was closed before that."""
    silent = 0
    while True:
        try:
            told = table.get("")
            if told["stage"] == "closed":
                return None
            position = table.get("/position") if told["stage"] != "open" else None
            if position is not None and position["view"]["over"]:
                view: Json = position["view"]
                return view
            if position is None or not _acted(table, told, position, decide, say):
                table.client.wait(table.table, table.number)
            silent = 0
        except RefusedByServer as error:
            if error.status not in (NOT_NOW, TOO_MANY) and error.status < BROKEN:
                raise
            silent = _wait(silent, str(error), say, pause)
        except NoAnswer as error:
            silent = _wait(silent, str(error), say, pause)


def _wait(silent: int, why: str, say: Say, pause: Callable[[float], None]) -> int:
    """Waits before the next try, longer each time; returns the number of tries in a row."""
    seconds = min(2.0**silent, LONGEST_PAUSE)
    if silent:
        say(f"{why}; trying again in {seconds:.0f} s")
    pause(seconds)
    return silent + 1


def _acted(table: RemoteTable, told: Json, position: Json, decide: Decider, say: Say) -> bool:
    """Acts for the seat if it can; returns whether it did."""
    if told["sitters"][table.seat]["away"]:
        table.post("/back")
        return True
    if position["takeback"] is not None and position["takeback"]["mine_to_answer"]:
        table.post("/takeback/answer", {"yes": True, "seen": table.number})
        return True
    legal: Sequence[str] = position["view"]["legal"]
    if not legal:
        return False
    decision = _decision(table, position, legal, decide, say)
    table.post("/decide", {"decisions": [decision], "seen": position["number"], "seat": table.seat})
    say(f"round {position['view']['round']}: {decision}")
    return True


def _decision(table: RemoteTable, position: Json, legal: Sequence[str], decide: Decider, say: Say) -> str:
    """Returns a legal decision; in place of a program that failed, the first one."""
    try:
        decision = decide(table, position)
    except Forfeit as fault:
        say(f"the program {fault}; it plays {legal[0]}")
        return legal[0]
    return decision if decision in legal else legal[0]


__all__ = ["BotDecider", "Invitation", "ProgramDecider", "RemoteTable", "Wishes", "play", "run", "sit"]
