"""Delete my name and games: a guest is forgotten, and what others still need stays, without the name."""

import time
from contextlib import suppress

from serai.web.guests import Guest, gone_id
from serai.web.refusals import Refused
from serai.web.tables.service import House
from serai.web.tables.store import forgetting


async def forget(house: House, guest: Guest) -> None:
    """Forgets a guest: removes the name everywhere, voids the cookie, deletes games that no other guest joined."""
    heir = Guest(gone_id(), "")
    await forgetting.begin(house.store, guest.id, heir.id, time.time())
    while found := await forgetting.traces(house.store, guest.id):
        for table_id, shared in found.items():
            await (_leave if shared else _remove)(house, table_id, guest, heir)
    await forgetting.remove_guests(house.store, (guest.id, heir.id))


async def _leave(house: House, table_id: str, guest: Guest, heir: Guest) -> None:
    """Hands the guest's seats to a nameless heir, who leaves; a table that only its maker could fill is closed."""
    async with house.cache.apart(table_id):
        await forgetting.hand_over(house.store, table_id, guest.id, heir.id)
    with suppress(Refused):
        table = await house.table(table_id)
        if table.begun or table.maker != heir.id:
            await house.leave(table_id, heir)
        else:
            await house.close(table_id, heir)


async def _remove(house: House, table_id: str, guest: Guest, heir: Guest) -> None:
    """Closes a table, so that bots stop, and deletes it for good."""
    with suppress(Refused):
        await house.close(table_id, guest)
    async with house.cache.apart(table_id):
        await forgetting.remove_table(house.store, table_id)
