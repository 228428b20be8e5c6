"""A house to test in: real store, a clock that stands still until it is told to go on."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from serai.web.guests import Guest
from serai.web.tables.model import Table
from serai.web.tables.plans import Event, NewSeat, NewTable, Options
from serai.web.tables.service import House
from serai.web.tables.store import Store, sqlite_url

KEY = b"the key of a test house, long enough"
BIRTH = 1_800_000_000.0


class Clock:
    """Returns the time that the test has set."""

    def __init__(self, now: float = BIRTH) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


SECONDS = 240  # after which a test has failed, and says what it waited for


def house_over(store: Store, most_cached: int = 1000) -> House:
    """Opens a house whose clock and sense of time the test moves together."""
    clock = Clock()
    return House(store, KEY, clock, most_cached, steady=clock)


@asynccontextmanager
async def house_at(path: Path, most_cached: int = 1000) -> AsyncIterator[House]:
    """Opens a house over a database file and closes it at the end."""
    store = await Store.open(sqlite_url(path))
    try:
        yield house_over(store, most_cached)
    finally:
        await store.close()


def in_house(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Runs an async test with a fresh house as its first argument; other arguments come from pytest."""
    others = list(inspect.signature(test).parameters.values())[1:]

    def run(tmp_path: Path, **given: Any) -> None:
        async def inside() -> None:
            async with asyncio.timeout(SECONDS), house_at(tmp_path / "serai.db") as house:
                await test(house, **given)

        asyncio.run(inside())

    run.__name__, run.__doc__ = getattr(test, "__name__", "test"), test.__doc__
    here = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Path)
    run.__signature__ = inspect.Signature([here, *others])  # type: ignore[attr-defined]
    return run


def wait(house: House, seconds: float) -> None:
    """Lets time pass."""
    for clock in {house._clock, house._steady}:
        assert isinstance(clock, Clock)
        clock.now += seconds


def set_clock(house: House, seconds: float) -> None:
    """Sets the clock of the machine forward or back, which is no time that passes; both clocks go on apart."""
    now = house._clock()
    house._clock = house.cache._clock = Clock(now + seconds)


async def read_again(house: House, table: Table) -> Table:
    """Forgets a table and reads it from the store, as after a restart."""
    async with house.cache.apart(table.id):
        pass
    return await house.table(table.id)


def plan(places: str, game: str = "spice_road", **options: Any) -> NewTable:
    """Reads places: `me friend trader` are mine, a friend's and a bot's."""
    found = [NewSeat("bot", word) if word not in ("me", "friend") else NewSeat(word) for word in places.split()]  # type: ignore[arg-type]
    return NewTable(game, tuple(found), Options(**options))


async def two_people(house: House, places: str = "me friend", **given: Any) -> tuple[Table, Guest, Guest]:
    """Makes a table at which two people sit; returns it with who holds the first and who the second seat of people."""
    ada, ben = await house.new_guest("Ada"), await house.new_guest("Ben")
    table = await house.create(ada, plan(places, **given))
    [seat] = table.open_seats
    table = await house.sit(table.id, ben, seat, house.join_token(table.id, seat))
    first = [guest for chair in table.chairs for guest in (ada, ben) if guest.id == chair.guest]
    return table, first[0], first[1]


def holder(table: Table, *guests: Guest) -> Guest:
    """Returns the one of some guests who has to decide."""
    assert table.decides is not None
    return next(guest for guest in guests if guest.id == table.chairs[table.decides].guest)


async def decide(house: House, table: Table, *guests: Guest, choice: str | None = None) -> Table:
    """Takes a decision for whoever has to: the first legal one, or the one that is named."""
    assert table.game is not None
    decision = choice or table.game.legal()[0]
    if table.bot_asked is not None:
        return await house.bot_decide(table.id, table.bot_asked[0], decision, table.number)
    return await house.decide(table.id, holder(table, *guests), [decision], table.number)


async def play(house: House, table: Table, *guests: Guest, most: int = 10_000, seed: int = 1) -> Table:
    """Plays random decisions for everyone, claims before all others, until the game is over."""
    random = Random(seed)
    for _ in range(most):
        if table.over or table.game is None:
            break
        legal = table.game.legal()
        claims = [text for text in legal if text.startswith("claim")]
        table = await decide(house, table, *guests, choice=random.choice(claims or legal))
    return table


def state(table: Table) -> bytes:
    """Returns the bytes of the whole position."""
    assert table.game is not None
    return table.game.state.tobytes()


def kinds(events: list[Event]) -> list[str]:
    """Lists the kinds of events."""
    return [event.kind for event in events]


async def alone(house: House, others: str = "trader", **given: Any) -> tuple[Table, Guest]:
    """Makes a table of one person and bots, and lets the bots decide until the person is asked."""
    ada = await house.new_guest("Ada")
    table = await house.create(ada, plan(f"me {others}", **given))
    return await until_asked(house, table), ada


async def until_asked(house: House, table: Table) -> Table:
    """Lets bots decide until a person has to."""
    while table.bot_asked is not None:
        table = await decide(house, table)
    return table
