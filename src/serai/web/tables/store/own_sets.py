"""The component sets of guests: by game and name, so that all servers of a database offer them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row as Found
from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from serai.web.refusals import NoSuchSet, NotYourSet, SetInUse, SetNameTaken, TooManySets
from serai.web.tables.store.schema import own_sets, tables
from serai.web.tables.store.storing import Store

MOST_SETS = 20
GOING_ON = ("open", "running")

known = (own_sets.c.game, own_sets.c.name, own_sets.c.digest, own_sets.c.maker, own_sets.c.made_at)


@dataclass(frozen=True)
class OwnSet:
    """A set that a guest made, without its files."""

    game: str
    name: str
    digest: str
    maker: str
    made_at: float


def _own_set(found: "Found[Any]") -> OwnSet:
    """Reads a row."""
    return OwnSet(found.game, found.name, found.digest, found.maker, found.made_at)


async def listed(store: Store) -> list[OwnSet]:
    """Lists the sets of all guests, the latest first."""
    query = select(*known).order_by(own_sets.c.made_at.desc(), own_sets.c.name)
    return [_own_set(found) for found in await store.read(query)]


async def files_of(store: Store, game: str, name: str) -> dict[str, str] | None:
    """Finds the files of a set."""
    found = await store.read(select(own_sets.c.files).where(own_sets.c.game == game, own_sets.c.name == name))
    return dict(found[0].files) if found else None


async def add(store: Store, made: OwnSet, files: dict[str, str]) -> None:
    """Stores a set; raises TooManySets or SetNameTaken."""

    async def do(connection: AsyncConnection) -> None:
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        count = select(func.count()).select_from(own_sets).where(own_sets.c.maker == made.maker)
        if (await connection.execute(count)).scalar_one() >= MOST_SETS:
            raise TooManySets(most=MOST_SETS)
        values = {**vars(made), "files": files}
        adding = insert(own_sets).values(values).on_conflict_do_nothing()
        if (await connection.execute(adding)).rowcount != 1:
            raise SetNameTaken(name=made.name)

    await store.write(do)


async def remove(store: Store, game: str, name: str, guest_id: str) -> None:
    """Removes a set of a guest from the list, unless a game with it is going on; tables and records keep theirs."""
    this = (own_sets.c.game == game) & (own_sets.c.name == name)

    async def do(connection: AsyncConnection) -> None:
        found = (await connection.execute(select(*known).where(this))).first()
        if found is None:
            raise NoSuchSet(name=name)
        if found.maker != guest_id:
            raise NotYourSet
        digest = tables.c.components["digest"].as_string() == found.digest
        using = select(tables.c.id).where(tables.c.game == game, digest, tables.c.stage.in_(GOING_ON)).limit(1)
        if (await connection.execute(using)).first() is not None:
            raise SetInUse(name=name)
        await connection.execute(delete(own_sets).where(this))

    await store.write(do)
