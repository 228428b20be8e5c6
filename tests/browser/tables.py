"""Tables in the database of a running server: set up as a test wants them, and read as they are stored."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.bots import BOTS, ask, make
from serai.game import Game
from serai.record import result
from serai.setup import Setup
from serai.web.guests import new_table_id
from serai.web.tables.model import Table
from serai.web.tables.plans import Event, Options, TableRow, options_of
from serai.web.tables.store import Store, TableStanding, sqlite_url

PLANNER = "planner:200n"
LONGEST_SEARCH = 150
HANDS = {"spice_road": True, "sand_to_sea": True, "east_to_west": False}
CARDS, LATE = 18, 180


def apart(work: Coroutine[Any, Any, None]) -> None:
    """Runs something asynchronous beside the loop that Playwright has in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class Book:
    """The database of a server."""

    path: Path

    def put(self, table: Table, events: Sequence[Event]) -> str:
        """Stores a table before the server knows of it."""

        async def work() -> None:
            store = await Store.open(sqlite_url(self.path))
            told = result(table.game) if table.game is not None and table.over else None
            await store.new_table(table.row, events, TableStanding(table.stage, table.decides, told))
            await store.close()

        apart(work())
        return table.id

    def read(self, table_id: str, known: Table | None = None) -> Table:
        """Reads a table as it is stored now; what is known of it already is gone on from."""
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as open_book:
            if known is None:
                known = Table(self._row(open_book, table_id))
            found = open_book.execute(
                "select number, kind, body, at from events where table_id = ? and number > ? order by number",
                (table_id, known.number),
            ).fetchall()
        open_book.close()
        for number, kind, body, at in found:
            known.apply(Event(number, kind, json.loads(body), at))
        return known

    @staticmethod
    def _row(open_book: sqlite3.Connection, table_id: str) -> TableRow:
        """Reads the set-up of a table."""
        columns = "id, game, seed, players, options, maker, made_at, components, labels, rules"
        found = open_book.execute(f"select {columns} from tables where id = ?", (table_id,)).fetchone()
        name, game, seed, players, options, maker, made_at, components, labels, rules = found
        return TableRow(
            name,
            game,
            int(seed, 16),
            players,
            options_of(json.loads(options)),
            maker,
            made_at,
            json.loads(components),
            tuple(json.loads(labels)),
            rules,
        )

    def game(self, table_id: str) -> Game:
        """Reads the game at a table."""
        game = self.read(table_id).game
        assert game is not None
        return game

    def seat(self, game: Game, guest: str, other: str = "novice", **options: Any) -> str:
        """Stores a table with a guest at the seat that decides, and a bot or another guest at all others.

        `ago` says how many seconds ago everything happened, if it was not just now.
        """
        holders = [guest if seat == game.seat else other for seat in range(game.players)]
        return self.table(game, holders, **options)

    def table(self, game: Game, holders: Sequence[str], ago: float = 0.0, **options: Any) -> str:
        """Stores a table at which a game has come so far; holders are guests' ids or bots by name, by seat."""
        now = time.time() - ago
        guests = [holder for holder in holders if make_bot(holder) is None]
        chosen = Options(**{"pace": "instant", "rounds": game.setup.rounds, **options})
        row = TableRow(
            new_table_id(),
            game.name,
            game.setup.seed,
            game.players,
            chosen,
            guests[0],
            now,
            game.components.named,
            (None,) * game.players,
            game.version,
        )
        happened: list[tuple[str, dict[str, Any]]] = [
            ("sat", {"seat": seat, "guest": holder})
            if make_bot(holder) is None
            else ("bot", {"seat": seat, "bot": holder})
            for seat, holder in enumerate(holders)
        ]
        happened.append(("begun", {}))
        happened += [("decided", {"seat": step.seat, "decision": step.text}) for step in game.steps()]
        events = [Event(number, kind, body, now) for number, (kind, body) in enumerate(happened, 1)]
        return self.put(Table.of(row, events), events)


def make_bot(name: str) -> str | None:
    """Returns a bot's name, None for a guest's id."""
    return name if name in BOTS else None


def dealt(name: str, seed: int, players: int = 2, rounds: int | None = None) -> Game:
    """Deals a game by a seed."""
    return Game(Setup(name, players, seed, tuple(f"player {seat + 1}" for seat in range(players)), rounds))


def play_on(game: Game, bot: str = "trader") -> None:
    """Lets a bot take one decision."""
    game.play(ask(make(bot), game, len(game.decisions())))


def game_at(name: str, phase: str, seed: int = 1, after: int = 0, where: str = "", bot: str = "trader") -> Game:
    """Plays until a player is asked in a phase; one of the legal decisions must begin with `where`."""
    for number in range(seed, seed + 50):
        game = dealt(name, number)
        while not game.over and len(game.decisions()) < LONGEST_SEARCH:
            view = game.view(game.seat)
            asked = view["phase"] == phase and len(game.decisions()) >= after
            if asked and any(decision.startswith(where) for decision in view["legal"]):
                return game
            play_on(game, bot)
    raise AssertionError(f"no game of {name} asks {phase}")


def laden(name: str) -> Game:
    """Plays a game of four until the first player has a hand of 18 cards; without hands, until late."""
    game = dealt(name, 3, 4)
    while True:
        view = game.view(game.seat)
        mine = game.seat == 0 and view["phase"] == "turn"
        if mine and (len(view["players"][0]["hand"]) >= CARDS if HANDS[name] else len(game.decisions()) > LATE):
            return game
        free = f"acquire {view['merchants'][0]['card']}" if mine and HANDS[name] else ""
        if free in view["legal"]:
            game.play(free)
        else:
            play_on(game)


def planned(game: Game) -> str:
    """Returns what `planner` does now; trades that follow each other are one list, as the buttons offer them."""
    twin, seat = Game.from_json(game.to_json()), game.seat
    decisions: list[str] = []
    while not decisions or (decisions[0] == "trade" and twin.seat == seat and "trade" in twin.legal()):
        twin.play(ask(make(PLANNER), twin, len(twin.decisions())))
        decisions.append(twin.decisions()[-1])
        if decisions[-1] == "stop":
            break
    return ";".join(decisions)
