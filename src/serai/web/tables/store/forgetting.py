"""The one exception to "nothing is deleted or rewritten": a guest who wants to be forgotten."""

from collections.abc import Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from serai.web.tables.store.news import REWRITTEN, announce
from serai.web.tables.store.schema import events, guests, metadata, own_sets, seats, tables
from serai.web.tables.store.storing import Store

who = events.c.body["guest"].as_string()
of_tables = [table for table in metadata.sorted_tables if "table_id" in table.c]
passing = [table for table in metadata.sorted_tables if "guest" in table.c and table is not seats]


async def traces(store: Store, guest_id: str) -> dict[str, bool]:
    """Returns the tables that a guest made or sits at, and whether another guest made or joined them."""

    async def do(connection: AsyncConnection) -> dict[str, bool]:
        made = select(tables.c.id).where(tables.c.maker == guest_id)
        sits = select(seats.c.table_id).where(seats.c.guest == guest_id)
        found = (await connection.execute(made.union(sits))).scalars().all()
        return {table: await _is_shared(connection, table, guest_id) for table in found}

    return await store.write(do)


async def _is_shared(connection: AsyncConnection, table_id: str, guest_id: str) -> bool:
    """Whether another guest made a table, or ever sat there."""
    made = select(tables.c.id).where(tables.c.id == table_id, tables.c.maker != guest_id)
    sat = select(events.c.table_id).where(events.c.table_id == table_id, events.c.kind == "sat", who != guest_id)
    return (await connection.execute(made.union_all(sat).limit(1))).first() is not None


async def begin(store: Store, guest_id: str, heir: str, now: float) -> None:
    """Creates the nameless guest who replaces another, and clears the other's name."""

    async def do(connection: AsyncConnection) -> None:
        await connection.execute(guests.insert().values(id=heir, name="", made_at=now))
        await connection.execute(update(guests).where(guests.c.id == guest_id).values(name=""))

    await store.write(do)


async def hand_over(store: Store, table_id: str, guest_id: str, heir: str) -> None:
    """Replaces a guest by the heir at a table; labels that the guest gave are removed."""

    async def do(connection: AsyncConnection) -> None:
        here = events.c.table_id == table_id
        sat = select(events.c.id, events.c.body).where(here, events.c.kind == "sat", who == guest_id)
        for found in (await connection.execute(sat)).all():
            body = {**found.body, "guest": heir}
            await connection.execute(update(events).where(events.c.id == found.id).values(body=body))
        held = (seats.c.table_id == table_id) & (seats.c.guest == guest_id)
        await connection.execute(update(seats).where(held).values(guest=heir))
        made = (tables.c.id == table_id) & (tables.c.maker == guest_id)
        count = (await connection.execute(select(tables.c.players).where(made))).scalar()
        if count is not None:
            await connection.execute(update(tables).where(made).values(maker=heir, labels=[None] * count))
        await announce(connection, table_id, REWRITTEN)

    await store.write(do)


async def remove_table(store: Store, table_id: str) -> None:
    """Deletes a table with its events and everything else that belongs to it."""

    async def do(connection: AsyncConnection) -> None:
        await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
        for table in of_tables:
            await connection.execute(delete(table).where(table.c.table_id == table_id))
        await connection.execute(delete(tables).where(tables.c.id == table_id))
        await announce(connection, table_id, REWRITTEN)

    await store.write(do)


async def remove_guests(store: Store, guest_ids: Sequence[str]) -> None:
    """Deletes guests whom no table needs, their own component sets, and transient rows such as signs of life."""
    made = select(tables.c.maker).where(tables.c.maker.in_(guest_ids))
    sits = select(seats.c.guest).where(seats.c.guest.in_(guest_ids))
    unneeded = guests.c.id.in_(guest_ids) & guests.c.id.not_in(made) & guests.c.id.not_in(sits)

    async def do(connection: AsyncConnection) -> None:
        for table in passing:
            await connection.execute(delete(table).where(table.c.guest.in_(guest_ids)))
        await connection.execute(delete(own_sets).where(own_sets.c.maker.in_(guest_ids)))
        await connection.execute(delete(guests).where(unneeded))

    await store.write(do)
