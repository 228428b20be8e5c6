"""What people and bots do at tables: checked, stored, and only then applied; a refusal changes nothing."""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from serai.bots import LADDER
from serai.component_sets import listed
from serai.core.spec import GAMES
from serai.programs import Program
from serai.setup import SEED_BITS
from serai.web.guests import Guest, new_id, new_table_id, same, seat_token
from serai.web.refusals import (
    AlreadySeated,
    CannotTakeBack,
    CannotUndo,
    NoSuchBot,
    NotAbsent,
    NotAway,
    NothingAsked,
    NotYourSeat,
    OthersPlay,
    Refused,
    SeatTaken,
    Stale,
    WrongLink,
)
from serai.web.tables.checks import (
    agreed,
    asked_seat,
    check_fresh,
    check_gathering,
    check_going_on,
    check_maker,
    check_running,
    check_seat,
    decided,
    filled,
    seats_of,
    takeback_seat,
    usable_name,
)
from serai.web.tables.model import Table
from serai.web.tables.own_sets import HouseSets
from serai.web.tables.plans import NewTable, TableRow, clean_name
from serai.web.tables.store import Listed, Store
from serai.web.tables.table_cache import MOST_CACHED, Clock, Happening, TableCache

STAND_IN = "trader"

__all__ = ["STAND_IN", "House", "Lists", "Refused", "Stale"]


@dataclass(frozen=True)
class Lists:
    """The lists of the home page: a guest's open and running tables, finished games, and tables open to the house."""

    running: list[Listed]
    finished: list[Listed]
    open: list[Listed]


class House:
    """All tables: the live ones in memory, all of them in the store."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        clock: Clock = time.time,
        most_cached: int = MOST_CACHED,
        programs: Mapping[str, Program] | None = None,
        steady: Clock = time.monotonic,
        data: Path | None = None,
    ) -> None:
        """Opens the house; `key` signs seat links, `programs` play as bots, `data` holds installed component sets.

        Events are dated by `clock`. Absence is measured by `steady`, which nobody can set.
        """
        self.store = store
        self.cache = TableCache(store, clock, most_cached, steady)
        self.key = key
        self.programs = programs or {}
        self.sets = HouseSets(store, {game: dict(listed(game, data)) for game in GAMES}, clock)
        self._clock, self._steady = clock, steady
        self._lives: dict[tuple[str, str], float] = {}

    @property
    def now(self) -> float:
        """The monotonic time by which absence is measured, in seconds."""
        return self._steady()

    @property
    def listeners(self) -> list[Callable[[str, int], None]]:
        """Callbacks with the table id and the last event number, called after each stored change."""
        return self.cache.listeners

    async def new_guest(self, name: str = "") -> Guest:
        """Creates a guest; the name may come later."""
        guest = Guest(new_id(), usable_name(name) if name else "")
        await self.store.new_guest(guest, self._clock())
        return guest

    async def guest(self, guest_id: str) -> Guest | None:
        """Finds a guest by id."""
        return await self.store.guest(guest_id)

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Renames a guest, at all tables."""
        renamed = Guest(guest.id, usable_name(name))
        await self.store.rename(renamed.id, renamed.name)
        return renamed

    async def names(self, table: Table) -> dict[str, str]:
        """Returns the names of the guests at a table by id."""
        return await self.store.names(table.guests)

    async def lists(self, guest: Guest | None) -> Lists:
        """Returns the lists of a guest's home page."""
        listed = await self.store.open_tables()
        if guest is None:
            return Lists([], [], listed)
        running = await self.store.tables_of(guest.id, ("open", "running"))
        finished = await self.store.tables_of(guest.id, ("over",))
        mine = {table.id for table in running}
        return Lists(running, finished, [table for table in listed if table.id not in mine])

    async def create(self, guest: Guest, plan: NewTable) -> Table:
        """Makes a table with a random start player; the maker and the bots sit down, and a full table begins."""
        start = secrets.randbelow(len(plan.places))
        places = plan.places[start:] + plan.places[:start]
        row = TableRow(
            new_table_id(),
            plan.game,
            secrets.randbits(SEED_BITS),
            len(places),
            plan.options,
            guest.id,
            self._clock(),
            plan.pieces.named,
            tuple(None if place.name is None else clean_name(place.name) for place in places),
            GAMES[plan.game].VERSION,
        )
        happenings: list[Happening] = []
        for seat, place in enumerate(places):
            if place.kind == "me":
                happenings.append(("sat", {"seat": seat, "guest": guest.id}))
            elif place.kind == "bot":
                happenings.append(("bot", {"seat": seat, "bot": place.bot}))
        if len(happenings) == len(places):
            happenings.append(("begun", {}))
        return await self.cache.create(row, happenings, plan.pieces)

    async def table(self, table_id: str, at_least: int = 0) -> Table:
        """Returns a snapshot of a table that includes the event `at_least`, if there is one."""
        return await self.cache.table(table_id, at_least)

    async def sit(
        self, table_id: str, guest: Guest, seat: int, token: str | None = None, program: bool = False
    ) -> Table:
        """Takes an open seat, by its link or, at a table open to the house, without; filling the last starts it."""
        sat = {"seat": seat, "guest": guest.id, **({"program": True} if program else {})}

        def happens(table: Table) -> list[Happening]:
            check_seat(table, seat)
            if table.chairs[seat].guest == guest.id:
                return []
            check_gathering(table)
            if not table.chairs[seat].open:
                raise SeatTaken
            if table.mine(guest.id):
                raise AlreadySeated
            free = table.options.listed or table.maker == guest.id
            if not free and not same(token or "", self.join_token(table.id, seat)):
                raise WrongLink
            return filled(table, ("sat", sat))

        return await self.cache.change(table_id, happens)

    def join_token(self, table_id: str, seat: int) -> str:
        """Returns the token of the link by which a friend takes an open seat; only the maker may see it."""
        return seat_token(self.key, table_id, seat, "join")

    async def carry_token(self, table_id: str, guest: Guest, seat: int) -> str:
        """Returns the token of the link that moves a guest to another device."""
        table = await self.table(table_id)
        if seat not in table.mine(guest.id):
            raise NotYourSeat
        return seat_token(self.key, table_id, seat, "carry", guest.id)

    async def carried(self, table_id: str, seat: int, token: str) -> Guest:
        """Returns the guest whom a carry link belongs to, as long as they hold the seat and the game goes on."""
        table = await self.table(table_id)
        check_seat(table, seat)
        holder = table.chairs[seat].guest
        ended = table.stage in ("over", "closed") or table.chairs[seat].resigned
        if ended or holder is None or not same(token, seat_token(self.key, table_id, seat, "carry", holder)):
            raise WrongLink
        found = await self.store.guest(holder)
        if found is None:
            raise WrongLink
        return found

    async def give_to_bot(self, table_id: str, guest: Guest, seat: int, bot: str) -> Table:
        """Gives an open seat to a bot (maker only); filling the last one begins the game."""

        def happens(table: Table) -> list[Happening]:
            check_seat(table, seat)
            check_gathering(table)
            check_maker(table, guest)
            if bot not in LADDER and bot not in self.programs:
                raise NoSuchBot(bot=bot)
            if not table.chairs[seat].open:
                raise SeatTaken
            return filled(table, ("bot", {"seat": seat, "bot": bot}))

        return await self.cache.change(table_id, happens)

    async def call_bot(self, table_id: str, guest: Guest, seat: int) -> Table:
        """Has a bot play for a guest who has to answer but gave no sign of life for as long as the table allows."""
        await self._hear_lives(table_id)

        def happens(table: Table) -> list[Happening]:
            check_seat(table, seat)
            check_running(table)
            if not table.mine(guest.id) or seat in table.mine(guest.id):
                raise NotYourSeat
            if seat not in table.absent(self.now):
                raise NotAbsent(minutes=f"{table.options.absent_minutes:g}")
            return agreed(table, [("away", {"seat": seat, "bot": STAND_IN})])

        return await self.cache.change(table_id, happens)

    async def back(self, table_id: str, guest: Guest) -> Table:
        """Hands back to a returning guest all seats that bots have played."""

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            away = [seat for seat in table.mine(guest.id) if table.chairs[seat].stand_in is not None]
            if not away:
                raise NotAway
            return [("back", {"seat": seat}) for seat in away]

        return await self.cache.change(table_id, happens, guest.id)

    async def decide(
        self, table_id: str, guest: Guest, decisions: Sequence[str], seen: int, seat: int | None = None
    ) -> Table:
        """Stores decisions of a guest, all or none; `seen` is the last event that the guest saw."""

        def happens(table: Table) -> list[Happening]:
            asked = asked_seat(table, guest, seen, seat)
            returning = [("back", {"seat": asked})] if table.chairs[asked].stand_in else []
            return [*returning, *decided(table, asked, decisions)]

        return await self.cache.change(table_id, happens, guest.id)

    async def bot_decide(self, table_id: str, seat: int, decision: str, seen: int) -> Table:
        """Stores the decision of a bot for the seat that it plays."""

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            check_fresh(table, seen)
            if table.bot_asked is None or table.bot_asked[0] != seat:
                raise Stale
            return decided(table, seat, [decision])

        return await self.cache.change(table_id, happens)

    async def undo(self, table_id: str, guest: Guest, seen: int, seat: int | None = None) -> Table:
        """Undoes a guest's last decision, if nobody has decided since and it revealed nothing."""

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            check_fresh(table, seen)
            mine = seats_of(table, guest, seat)
            undone = next((own for own in mine if table.can_undo(own)), None)
            if undone is None:
                raise CannotUndo
            return [("undone", {"seat": undone})]

        return await self.cache.change(table_id, happens, guest.id)

    async def ask_takeback(self, table_id: str, guest: Guest, seen: int, seat: int | None = None) -> Table:
        """Asks to go back to the start of a guest's last turn; it is done at once if no other people are present."""
        await self._hear_lives(table_id)

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            check_fresh(table, seen)
            own = takeback_seat(table, guest, seat)
            steps = table.turn_start(own)
            if table.wish is not None or steps is None:
                raise CannotTakeBack
            if others := table.must_agree(own, self.now):
                return [("asked", {"seat": own, "of": list(others)})]
            return [("taken_back", {"seat": own, "steps": steps})]

        return await self.cache.change(table_id, happens, guest.id)

    async def answer_takeback(self, table_id: str, guest: Guest, yes: bool, seen: int) -> Table:
        """Answers a takeback for all seats of a guest; the seat that asked may withdraw it with a no."""

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            check_fresh(table, seen)
            mine = table.mine(guest.id)
            wish = table.wish
            if wish is None:
                raise NothingAsked
            if wish.seat in mine and not yes:
                return [("answered", {"seat": wish.seat, "yes": False})]
            asked = sorted(wish.waiting_for & set(mine))
            if not asked:
                raise NothingAsked
            if not yes:
                return [("answered", {"seat": asked[0], "yes": False})]
            return agreed(table, [("answered", {"seat": seat, "yes": True}) for seat in asked])

        return await self.cache.change(table_id, happens, guest.id)

    async def leave(self, table_id: str, guest: Guest) -> Table:
        """Leaves a table: before the start the seats reopen, later bots play them; the last guest closes it."""

        def happens(table: Table) -> list[Happening]:
            check_going_on(table)
            mine = seats_of(table, guest, None)
            if not table.begun:
                gone: list[Happening] = [("left", {"seat": seat}) for seat in mine]
            else:
                here = [seat for seat in mine if not table.chairs[seat].left]
                gone = [("away", {"seat": seat, "bot": STAND_IN, "left": True}) for seat in here]
            if not table.others(guest.id):
                return [*gone, ("closed", {})]
            return agreed(table, gone)

        return await self.cache.change(table_id, happens)

    async def resign(self, table_id: str, guest: Guest, seat: int | None = None) -> Table:
        """Gives up one seat or all of a guest's; bots play on."""

        def happens(table: Table) -> list[Happening]:
            check_running(table)
            mine = seats_of(table, guest, seat)
            return agreed(table, [("resigned", {"seat": own, "bot": STAND_IN}) for own in mine])

        return await self.cache.change(table_id, happens)

    async def close(self, table_id: str, guest: Guest) -> Table:
        """Closes a table (maker only); once the game has begun, only if no other people are at it."""
        await self._hear_lives(table_id)

        def happens(table: Table) -> list[Happening]:
            check_going_on(table)
            check_maker(table, guest)
            if table.begun and table.others(guest.id, self.now):
                raise OthersPlay
            return [("closed", {})]

        return await self.cache.change(table_id, happens)

    def seen_alive(self, table: Table, guest: Guest) -> None:
        """Notes a guest's sign of life at a table."""
        table.alive(guest.id, self.now)
        if self.store.shared:
            self._lives[table.id, guest.id] = self.now

    async def tell_lives(self) -> None:
        """Stores for the other servers of this database which guests gave signs of life here, and how long ago."""
        told, self._lives = self._lives, {}
        try:
            await self.store.note_lives({who: self.now - at for who, at in told.items()})
        except BaseException:
            self._lives = told | self._lives
            raise

    async def _hear_lives(self, table_id: str) -> None:
        """Reads the signs of life that guests of a table gave at other servers."""
        if self.store.shared:
            table = await self.table(table_id)
            for guest_id, seconds in (await self.store.lives(table_id)).items():
                table.alive(guest_id, self.now - seconds)

    async def may_call_bot(self, table: Table, guest: Guest | None) -> tuple[int, ...]:
        """Lists the absent seats for which a guest may call a bot; a guest active at another server is not absent."""
        guest_id = guest.id if guest else None
        absent = table.may_call_bot(guest_id, self.now)
        if not absent or not self.store.shared:
            return absent
        await self._hear_lives(table.id)
        return table.may_call_bot(guest_id, self.now)
