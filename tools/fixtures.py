"""Makes the files that later versions must open: `python -m tools.fixtures FOLDER`, run with the old version.

Databases, records, positions and trainings are written by the imported code. To make those of v0.1.0 again:

    git worktree add build/v0.1.0 d6cef1a && cp tools/fixtures.py build/v0.1.0/tools/
    cd build/v0.1.0 && PYTHONPATH=src python -m tools.fixtures ../new

The result is the same, except for the trainings, whose figures depend on the machine.
"""

import argparse
import asyncio
import gzip
import json
import secrets
import subprocess
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from serai.bots import ask, make
from serai.core.notation import NOTATIONS
from serai.core.spec import GAMES
from serai.game import Game
from serai.record import result
from serai.web.guests import Guest, sign
from serai.web.tables import erasure
from serai.web.tables.model import Table
from serai.web.tables.plans import NewSeat, NewTable, Options
from serai.web.tables.service import House
from serai.web.tables.store import Store, sqlite_url
from tests.web.houses import BIRTH, KEY, Clock, decide, plan, play, until_asked, wait
from tests.web.postgres import cluster, program

NAMES = ("Ada", "Bén", "Цyd", "D’Arcy", "E 5")
TRADER = make("trader")
Json = dict[str, Any]


@contextmanager
def seeded(seed: int = 1) -> Iterator[None]:
    """Makes ids, seeds and keys the same each time."""
    random = Random(seed)
    with patch.multiple(
        secrets,
        randbits=random.getrandbits,
        randbelow=random.randrange,
        token_hex=lambda count: random.randbytes(count).hex(),
        token_urlsafe=lambda count: urlsafe_b64encode(random.randbytes(count)).rstrip(b"=").decode(),
    ):
        yield


def choice(game: Game) -> str:
    """Returns what a trader would decide."""
    return str(NOTATIONS[game.name].decision(game.components, game.state, ask(TRADER, game, len(game.steps()))))


def ended(game: Game, most: int = 10_000) -> Game:
    """Plays on to the end, or for some decisions."""
    while not game.over and most > 0:
        game.play(choice(game))
        most -= 1
    return game


async def traded(house: House, table: Table, guests: tuple[Guest, ...], most: int = 10_000) -> Table:
    """Plays all seats as a trader would."""
    while table.game is not None and not table.over and most > 0:
        table, most = await decide(house, table, *guests, choice=choice(table.game)), most - 1
    return table


class Maker:
    """Makes the tables of one game in a house."""

    def __init__(self, house: House, game: str, ada: Guest, ben: Guest) -> None:
        """Takes the two people who play."""
        self.house, self.game, self.people = house, game, (ada, ben)
        self.most = GAMES[game].SEATS[1]

    async def tables(self) -> dict[str, Table]:
        """Makes a table of every kind."""
        made = {
            "open to the house, with labels": self.open(),
            "waiting for a friend": self.waiting(),
            "undone, taken back, and asked to be taken back": self.taken_back(),
            "played on by a bot": self.absent(),
            "resigned and played to the end": self.resigned(),
            "stopped by the limit of rounds": self.stopped(),
            "over, with a guest who was forgotten": self.forgotten(),
            "about to end": self.about_to_end(),
            "closed": self.closed(),
        }
        return {what: await making for what, making in made.items()}

    async def new(self, places: str, **options: Any) -> Table:
        """Makes a table owned by Ada; Ben takes the first seat for a friend."""
        table = await self.house.create(self.people[0], plan(places, self.game, **options))
        for seat in table.open_seats[:1]:
            table = await self.house.sit(table.id, self.people[1], seat, self.house.join_token(table.id, seat))
        return table

    async def traded(self, table: Table, most: int = 10_000) -> Table:
        """Plays all seats."""
        return await traded(self.house, table, self.people, most)

    async def open(self) -> Table:
        """Waits for two friends; the owner has named the seats."""
        bot, me = NewSeat("bot", "novice", "Old Tom"), NewSeat("me", name="Grandma")
        places = (bot, me, NewSeat("friend"))
        return await self.house.create(self.people[0], NewTable(self.game, places, Options(listed=True, rounds=3)))

    async def waiting(self) -> Table:
        """Waits for two friends, one of whom came and left."""
        table = await self.new("me friend friend", hints=False, watch=False, pace="calm", rounds=4)
        return await self.house.leave(table.id, self.people[1])

    async def taken_back(self) -> Table:
        """Undoes a decision, takes back a turn, and asks to take back another."""
        table = await self.traded(await self.new("me friend", rounds=25), 12)
        while not any(table.can_undo(seat) for seat in range(table.players)):
            table = await self.traded(table, 1)
        undone = next(seat for seat in range(table.players) if table.can_undo(seat))
        table = await self.house.undo(table.id, self.guest(table, undone), table.number)
        table = await self.traded(table, 3)
        table = await self.house.ask_takeback(table.id, self.people[0], table.number)
        table = await self.house.answer_takeback(table.id, self.people[1], True, table.number)
        table = await self.traded(table, 9)
        return await self.house.ask_takeback(table.id, self.people[1], table.number)

    def guest(self, table: Table, seat: int) -> Guest:
        """Returns who holds a seat."""
        return next(guest for guest in self.people if guest.id == table.chairs[seat].guest)

    async def absent(self) -> Table:
        """Has a bot play for an absent guest, at a table with the maximum number of players."""
        bots = " ".join(["random"] * (self.most - 2))
        table = await self.traded(await self.new(f"me {bots} friend", rounds=12, absent_minutes=1), 20)
        ben = table.mine(self.people[1].id)[0]
        while table.decides != ben:
            table = await self.traded(table, 1)
        wait(self.house, 90)
        table = await self.house.call_bot(table.id, self.people[0], ben)
        return await self.traded(table, 15)

    async def resigned(self) -> Table:
        """Is played to the end by a bot for a guest who resigned."""
        table = await self.traded(await self.new("me friend trader", rounds=30), 40)
        return await self.traded(await self.house.resign(table.id, self.people[1]))

    async def stopped(self) -> Table:
        """Is ended by the limit of rounds, with the maximum number of players."""
        bots = " ".join(["trader"] * (self.most - 1))
        return await self.traded(await self.new(f"me {bots}", rounds=3))

    async def forgotten(self) -> Table:
        """Is over; one of the guests asked to be forgotten."""
        eve = await self.house.new_guest("Eve")
        table = await self.house.create(self.people[0], plan("me friend", self.game, listed=True))
        table = await self.house.sit(table.id, eve, table.open_seats[0])
        await traded(self.house, table, (*self.people, eve))
        await erasure.forget(self.house, eve)
        return await self.house.table(table.id)

    async def about_to_end(self) -> Table:
        """Has no limit of rounds, and will be over after ten decisions of traders."""
        table = await self.new("me planner")
        assert table.game is not None
        length = len(ended(Game(table.game.setup)).steps())
        return await self.traded(table, length - 10)

    async def closed(self) -> Table:
        """Was left by its only person."""
        table = await play(self.house, await self.new("me trader"), *self.people, most=7)
        return await self.house.close((await until_asked(self.house, table)).id, self.people[0])


async def expected(house: House, what: str, table: Table) -> Json:
    """Returns what must be found at a table, and one way to its end."""
    names = await house.names(table)
    game = table.game
    return {
        "what": what,
        "game": table.game_name,
        "stage": table.stage,
        "number": table.number,
        "names": list(table.names(names)),
        "links": {str(seat): house.join_token(table.id, seat) for seat in table.open_seats},
        "views": [] if game is None else [game.view(seat) for seat in range(table.players)],
        "decisions": [] if game is None else game.decisions(),
        **goes_on(table),
    }


def goes_on(table: Table) -> Json:
    """Plays a table to its end, outside the house."""
    if table.closed:
        return {"then": [], "result": None}
    game = Game.from_json(table.record({})) if table.begun else Game(table._setup(list(NAMES[: table.players])))
    played = len(game.decisions())
    return {"then": ended(game).decisions()[played:], "result": result(game)}


async def database(url: str) -> Json:
    """Fills a database; returns what is in it."""
    store = await Store.open(url)
    clock = Clock()
    house = House(store, KEY, clock)
    with seeded(), patch.object(erasure, "time", SimpleNamespace(time=clock)):
        await store.secret()
        ada, ben = await house.new_guest("Ada"), await house.new_guest("Bén")
        made = {game: await Maker(house, game, ada, ben).tables() for game in GAMES}
        tables = {
            table.id: await expected(house, what, table) for each in made.values() for what, table in each.items()
        }
        cookies = {guest.id: sign(KEY, guest.id, BIRTH) for guest in (ada, ben)}
        found = {"secret": await store.secret(), "cookies": cookies, "tables": tables}
    await store.close()
    return found


def databases(out: Path) -> None:
    """Writes the same tables into a SQLite file and a PostgreSQL dump, and what must be found in them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "serai.db"
        found = asyncio.run(database(sqlite_url(path)))
        compressed(out / "serai.db.gz", path.read_bytes())
    with cluster() as server:
        url = server.new_database()
        assert asyncio.run(database(url)) == found
        compressed(out / "serai.sql.gz", dump(url))
    compressed(out / "tables.json.gz", json.dumps(found, ensure_ascii=False, indent=1).encode())


def dump(url: str) -> bytes:
    r"""Writes a database as SQL that every psql from 15 on reads; some do not know `\restrict`."""
    command = [program("pg_dump"), "--no-owner", "--no-privileges", url.replace("+asyncpg", "")]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b"\\restrict", b"\\unrestrict")))


def records(out: Path) -> None:
    """Writes ten records per game: finished, stopped and unfinished ones, for all numbers of players."""
    results = {}
    for name, rules in GAMES.items():
        least, most = rules.SEATS
        for number in range(10):
            players, kind = least + number % (most - least + 1), number // (most - least + 1) % 3
            game = Game.new(name, seed=number**20, names=NAMES[:players], rounds=4 if kind == 1 else None)
            ended(game, 9 * number if kind == 2 else 10_000)
            file = f"{name}_{number}.json"
            compressed(out / "records" / f"{file}.gz", game.to_json().encode())
            results[file] = {"result": result(game), "position": game.position(), "names": game.names}
    compressed(out / "records.json.gz", json.dumps(results, ensure_ascii=False, indent=1).encode())


def positions(out: Path) -> None:
    """Writes five positions per game, each with a different question, separated by blank lines."""
    for name, rules in GAMES.items():
        random, found = Random(5), dict[str, str]()
        for players in range(rules.SEATS[0], rules.SEATS[1] + 1):
            game = Game.new(name, players, seed=players)
            while not game.over and len(game.steps()) < 400:
                found[game.view(0)["phase"]] = game.position()
                game.play(random.choice(game.legal()) if random.random() < 0.5 else choice(game))
        chosen = random.sample(sorted(found), 5)
        (out / f"positions_{name}.txt").write_text("\n".join(found[phase] for phase in chosen), encoding="utf-8")


def trainings(out: Path) -> None:
    """Writes a training of a few steps per game, with the smallest possible network."""
    sizes = "--minutes 0.001 --whole 0.1 --device cpu --games 8 --steps 4 --width 1 --blocks 1 --jobs 0"
    for name in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "serai.learning.train", name, "--out", folder, *sizes.split()]
            subprocess.run(command, check=True)
            (out / "trainings" / f"{name}.json").write_bytes((Path(folder) / f"{name}.json").read_bytes())
            for part in Path(folder).glob("*.part*.npz"):
                compressed(out / "trainings" / f"{part.name}.gz", part.read_bytes())


def compressed(path: Path, content: bytes) -> None:
    """Writes a compressed file that depends only on the content."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def main() -> None:
    """Writes all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder to create")
    out = parser.parse_args().folder
    for folder in ("records", "trainings"):
        (out / folder).mkdir(parents=True)
    for write in (positions, records, databases, trainings):
        write(out)


if __name__ == "__main__":
    main()
