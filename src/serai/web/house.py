"""What people and bots do at tables: checked, stored, and only then so; a refusal leaves all as it was."""

import asyncio
import copy
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from serai.bots import LADDER
from serai.game import Game
from serai.notation import IllegalAction
from serai.record import result, used_components
from serai.setups import SEED_BITS
from serai.web.guests import Guest, new_id, new_table_id, same, seat_token
from serai.web.refusals import (
    AlreadySeated,
    BadName,
    CannotTakeBack,
    CannotUndo,
    GameOver,
    HasBegun,
    Illegal,
    NoSuchBot,
    NoSuchSeat,
    NoSuchTable,
    NotAbsent,
    NotAway,
    NotBegun,
    NothingAsked,
    NotMaker,
    NotYourSeat,
    NotYourTurn,
    OtherComponents,
    OthersPlay,
    Refused,
    SeatTaken,
    Stale,
    TableClosed,
    WrongLink,
)
from serai.web.store import Listed, Standing, Store
from serai.web.tables import LONGEST_NAME, Event, Plan, Row, Table, clean_name

STAND_IN = "trader"
MOST_LIVE = 1000
MOST_DECISIONS = 100
LONGEST_DECISION = 100
MANY_EVENTS = 20

Happening = tuple[str, dict[str, Any]]
Clock = Callable[[], float]

__all__ = ["STAND_IN", "House", "Lists", "Refused", "Stale"]


@dataclass(frozen=True)
class Lists:
    """What a guest finds at home: own tables, still open or running, finished ones, and tables open to the house."""

    running: list[Listed]
    finished: list[Listed]
    open: list[Listed]


class House:
    """All tables: the live ones in memory, all of them in the store."""

    def __init__(self, store: Store, key: bytes, clock: Clock = time.time, most_live: int = MOST_LIVE) -> None:
        """Opens the house; the key makes the tokens of seat links, the clock tells the time in seconds."""
        self.store = store
        self.listeners: list[Callable[[str, int], None]] = []
        self.key = key
        self._clock = clock
        self._most_live = most_live
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def new_guest(self, name: str = "") -> Guest:
        """Welcomes somebody; the name may come later."""
        guest = Guest(new_id(), _name(name) if name else "")
        await self.store.new_guest(guest, self._clock())
        return guest

    async def guest(self, guest_id: str) -> Guest | None:
        """Finds a guest by id."""
        return await self.store.guest(guest_id)

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Gives a guest another name, at all tables."""
        renamed = Guest(guest.id, _name(name))
        await self.store.rename(renamed.id, renamed.name)
        return renamed

    async def names(self, table: Table) -> dict[str, str]:
        """Returns the names of the guests at a table by id."""
        return await self.store.names(table.guests)

    async def lists(self, guest: Guest | None) -> Lists:
        """Returns what a guest finds at home."""
        listed = await self.store.open_tables()
        if guest is None:
            return Lists([], [], listed)
        running = await self.store.tables_of(guest.id, ("open", "running"))
        finished = await self.store.tables_of(guest.id, ("over",))
        mine = {table.id for table in running}
        return Lists(running, finished, [table for table in listed if table.id not in mine])

    async def running(self) -> list[str]:
        """Lists the ids of all tables at which a game is running."""
        return await self.store.running()

    async def create(self, guest: Guest, plan: Plan) -> Table:
        """Makes a table: who starts is drawn by lot, the maker and the bots sit down, and if all sit it begins."""
        start = secrets.randbelow(len(plan.places))
        places = plan.places[start:] + plan.places[:start]
        row = Row(
            new_table_id(),
            plan.game,
            secrets.randbits(SEED_BITS),
            len(places),
            plan.options,
            guest.id,
            self._clock(),
            used_components(plan.game),
            tuple(None if place.name is None else clean_name(place.name) for place in places),
        )
        happenings: list[Happening] = []
        for seat, place in enumerate(places):
            if place.kind == "me":
                happenings.append(("sat", {"seat": seat, "guest": guest.id}))
            elif place.kind == "bot":
                happenings.append(("bot", {"seat": seat, "bot": place.bot}))
        if len(happenings) == len(places):
            happenings.append(("begun", {}))
        events = _events(0, happenings, row.made_at)
        table = Table.of(row, events)
        await self.store.new_table(row, events, _standing(table))
        self._keep(table)
        self._tell(table)
        return table

    async def table(self, table_id: str) -> Table:
        """Returns a table as it is now, built from its events at need; what happens later is not seen on it."""
        if table_id in self._live:
            self._live.move_to_end(table_id)
            return self._live[table_id]
        async with self._lock(table_id):
            return await self._loaded(table_id)

    async def sit(self, table_id: str, guest: Guest, seat: int, token: str | None = None) -> Table:
        """Takes an open seat, by its link or, at a table opened to the house, without; the last one begins the game."""

        def happens(table: Table) -> list[Happening]:
            _check_seat(table, seat)
            if table.chairs[seat].guest == guest.id:
                return []
            _check_gathering(table)
            if not table.chairs[seat].open:
                raise SeatTaken
            if table.mine(guest.id):
                raise AlreadySeated
            free = table.options.listed or table.maker == guest.id
            if not free and not same(token or "", self.join_token(table.id, seat)):
                raise WrongLink
            return _filled(table, ("sat", {"seat": seat, "guest": guest.id}))

        return await self._change(table_id, happens)

    def join_token(self, table_id: str, seat: int) -> str:
        """Returns the token of the link by which a friend takes an open seat; for the maker's eyes."""
        return seat_token(self.key, table_id, seat, "join")

    async def carry_token(self, table_id: str, guest: Guest, seat: int) -> str:
        """Returns the token of the link by which a guest goes on at another device."""
        table = await self.table(table_id)
        if seat not in table.mine(guest.id):
            raise NotYourSeat
        return seat_token(self.key, table_id, seat, "carry", guest.id)

    async def carried(self, table_id: str, seat: int, token: str) -> Guest:
        """Returns the guest whom a carry link belongs to, as long as that guest holds the seat and plays."""
        table = await self.table(table_id)
        _check_seat(table, seat)
        holder = table.chairs[seat].guest
        ended = table.stage in ("over", "closed") or table.chairs[seat].resigned
        if ended or holder is None or not same(token, seat_token(self.key, table_id, seat, "carry", holder)):
            raise WrongLink
        found = await self.store.guest(holder)
        if found is None:
            raise WrongLink
        return found

    async def give_to_bot(self, table_id: str, guest: Guest, seat: int, bot: str) -> Table:
        """Gives an open seat to a bot, as the maker may; the last one begins the game."""

        def happens(table: Table) -> list[Happening]:
            _check_seat(table, seat)
            _check_gathering(table)
            _check_maker(table, guest)
            if bot not in LADDER:
                raise NoSuchBot(bot=bot)
            if not table.chairs[seat].open:
                raise SeatTaken
            return _filled(table, ("bot", {"seat": seat, "bot": bot}))

        return await self._change(table_id, happens)

    async def call_bot(self, table_id: str, guest: Guest, seat: int, now: float | None = None) -> Table:
        """Lets a bot play for a guest who has to answer but has given no sign of life for as long as the table says."""
        at = self._clock() if now is None else now

        def happens(table: Table) -> list[Happening]:
            _check_seat(table, seat)
            _check_running(table)
            if not table.mine(guest.id) or seat in table.mine(guest.id):
                raise NotYourSeat
            if seat not in table.absent(at):
                raise NotAbsent(minutes=f"{table.options.absent_minutes:g}")
            return _agreed(table, [("away", {"seat": seat, "bot": STAND_IN})])

        return await self._change(table_id, happens)

    async def back(self, table_id: str, guest: Guest) -> Table:
        """Gives an absent guest all seats back that bots have played."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            away = [seat for seat in table.mine(guest.id) if table.chairs[seat].stand_in is not None]
            if not away:
                raise NotAway
            return [("back", {"seat": seat}) for seat in away]

        return await self._change(table_id, happens, guest)

    async def decide(
        self, table_id: str, guest: Guest, decisions: Sequence[str], seen: int, seat: int | None = None
    ) -> Table:
        """Stores decisions of a guest, all or none; `seen` is the last event that the guest saw."""

        def happens(table: Table) -> list[Happening]:
            asked = _asked_seat(table, guest, seen, seat)
            returning = [("back", {"seat": asked})] if table.chairs[asked].stand_in else []
            return [*returning, *_decided(table, asked, decisions)]

        return await self._change(table_id, happens, guest)

    async def bot_decide(self, table_id: str, seat: int, decision: str, seen: int) -> Table:
        """Stores the decision of a bot for the seat that it plays."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            _check_fresh(table, seen)
            if table.bot_asked is None or table.bot_asked[0] != seat:
                raise Stale
            return _decided(table, seat, [decision])

        return await self._change(table_id, happens)

    async def undo(self, table_id: str, guest: Guest, seen: int, seat: int | None = None) -> Table:
        """Takes a guest's last decision back, if nobody has decided since and it revealed nothing."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            _check_fresh(table, seen)
            mine = _mine(table, guest, seat)
            undone = next((own for own in mine if table.can_undo(own)), None)
            if undone is None:
                raise CannotUndo
            return [("undone", {"seat": undone})]

        return await self._change(table_id, happens, guest)

    async def ask_takeback(self, table_id: str, guest: Guest, seen: int, seat: int | None = None) -> Table:
        """Asks to go back to the start of a guest's last turn; it is done at once if no other people play here."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            _check_fresh(table, seen)
            own = _takeback_seat(table, guest, seat)
            steps = table.turn_start(own)
            if table.wish is not None or steps is None:
                raise CannotTakeBack
            if table.must_agree(own):
                return [("asked", {"seat": own})]
            return [("taken_back", {"seat": own, "steps": steps})]

        return await self._change(table_id, happens, guest)

    async def answer_takeback(self, table_id: str, guest: Guest, yes: bool, seen: int) -> Table:
        """Answers a takeback for all seats of a guest; who asked may withdraw it by a no."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            _check_fresh(table, seen)
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
            return _agreed(table, [("answered", {"seat": seat, "yes": True}) for seat in asked])

        return await self._change(table_id, happens, guest)

    async def leave(self, table_id: str, guest: Guest) -> Table:
        """Leaves: before the start the seats are open again, later bots play them; with nobody left it closes."""

        def happens(table: Table) -> list[Happening]:
            _check_going_on(table)
            mine = _mine(table, guest, None)
            if not table.begun:
                gone: list[Happening] = [("left", {"seat": seat}) for seat in mine]
            else:
                present = [seat for seat in mine if table.chairs[seat].present]
                gone = [("away", {"seat": seat, "bot": STAND_IN}) for seat in present]
            if not _others(table, guest):
                return [*gone, ("closed", {})]
            return _agreed(table, gone)

        return await self._change(table_id, happens)

    async def resign(self, table_id: str, guest: Guest, seat: int | None = None) -> Table:
        """Gives up one seat or all of a guest's; bots play on."""

        def happens(table: Table) -> list[Happening]:
            _check_running(table)
            mine = _mine(table, guest, seat)
            return _agreed(table, [("resigned", {"seat": own, "bot": STAND_IN}) for own in mine])

        return await self._change(table_id, happens)

    async def close(self, table_id: str, guest: Guest) -> Table:
        """Closes a table, as its maker may while no other people play at it."""

        def happens(table: Table) -> list[Happening]:
            _check_going_on(table)
            _check_maker(table, guest)
            if table.begun and _others(table, guest):
                raise OthersPlay
            return [("closed", {})]

        return await self._change(table_id, happens)

    @asynccontextmanager
    async def apart(self, table_id: str) -> AsyncIterator[None]:
        """Lets nothing happen at a table meanwhile, and reads it anew from the store afterwards."""
        async with self._lock(table_id):
            try:
                yield
            finally:
                self._live.pop(table_id, None)

    async def seen_alive(self, table_id: str, guest: Guest, now: float | None = None) -> None:
        """Notes that a guest has given a sign of life at a table."""
        (await self.table(table_id)).alive(guest.id, self._clock() if now is None else now)

    async def _change(
        self, table_id: str, happens: Callable[[Table], list[Happening]], alive: Guest | None = None
    ) -> Table:
        """Lets something happen at a table, one thing at a time, also if who asked does not wait for it."""
        return await asyncio.shield(asyncio.create_task(self._changed(table_id, happens, alive)))

    async def _changed(self, table_id: str, happens: Callable[[Table], list[Happening]], alive: Guest | None) -> Table:
        """Checks what shall happen, stores it, and only then lets it happen at the live table."""
        async with self._lock(table_id):
            table = await self._loaded(table_id)
            now = self._clock()
            if alive is not None:
                table.alive(alive.id, now)
            events = _events(table.number, happens(table), now)
            return await self._stored(table, events) if events else table

    async def _stored(self, table: Table, events: list[Event]) -> Table:
        """Stores events, then shows the table after them; if the store knows more than we do, we read it anew."""
        after = _after(table, events)
        try:
            await self.store.append(table.id, table.number, events, _standing(after))
        except BaseException:
            self._live.pop(table.id, None)
            raise
        self._keep(after)
        self._tell(after)
        return after

    async def _loaded(self, table_id: str) -> Table:
        """Returns the live table, built from the store if it is not in memory; its lock is held."""
        if table_id not in self._live:
            row = await self.store.table_row(table_id)
            if row is None:
                raise NoSuchTable
            if row.components["digest"] != used_components(row.game)["digest"]:
                raise OtherComponents
            events = await self.store.events(table_id)
            many = len(events) > MANY_EVENTS
            self._keep(await asyncio.to_thread(Table.of, row, events) if many else Table.of(row, events))
        self._live.move_to_end(table_id)
        return self._live[table_id]

    def _keep(self, table: Table) -> None:
        """Keeps a table in memory and forgets the one that was used least lately, unless it is being changed."""
        self._live[table.id] = table
        self._live.move_to_end(table.id)
        while len(self._live) > self._most_live:
            oldest = next((key for key in self._live if key != table.id and not self._busy(key)), None)
            if oldest is None:
                return
            del self._live[oldest]

    def _busy(self, table_id: str) -> bool:
        """Tells whether a table is being changed."""
        lock = self._locks.get(table_id)
        return lock is not None and lock.locked()

    def _lock(self, table_id: str) -> asyncio.Lock:
        """Returns the lock of a table."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _tell(self, table: Table) -> None:
        """Tells the listeners the number of the last event of a table."""
        for listener in self.listeners:
            listener(table.id, table.number)


def _events(number: int, happenings: list[Happening], now: float) -> list[Event]:
    """Numbers what happens."""
    return [Event(number + place, kind, body, now) for place, (kind, body) in enumerate(happenings, 1)]


def _after(table: Table, events: list[Event]) -> Table:
    """Returns what a table will be after events, apart from the live one."""
    twin = table.twin()
    for event in events:
        twin.apply(event)
    return twin


def _standing(table: Table) -> Standing:
    """Tells how a table stands."""
    return Standing(table.stage, table.decides, result(table.game) if table.game and table.over else None)


def _name(text: str) -> str:
    """Returns a name that can be used."""
    name = clean_name(text)
    if name is None:
        raise BadName(longest=LONGEST_NAME)
    return name


def _check_seat(table: Table, seat: int) -> None:
    """Sees that the table has the seat."""
    if not 0 <= seat < table.players:
        raise NoSuchSeat


def _check_going_on(table: Table) -> None:
    """Sees that the table is neither closed nor its game over."""
    if table.over:
        raise GameOver
    if table.closed:
        raise TableClosed


def _check_running(table: Table) -> None:
    """Sees that a game is going on."""
    _check_going_on(table)
    if not table.begun:
        raise NotBegun


def _check_gathering(table: Table) -> None:
    """Sees that people are still sitting down."""
    _check_going_on(table)
    if table.begun:
        raise HasBegun


def _check_maker(table: Table, guest: Guest) -> None:
    """Sees that it is the maker who asks."""
    if table.maker != guest.id:
        raise NotMaker


def _check_fresh(table: Table, seen: int) -> None:
    """Sees that who answers has seen the question; what changes no question, as somebody's return, may be unseen."""
    if not table.question <= seen <= table.number:
        raise Stale


def _mine(table: Table, guest: Guest, seat: int | None) -> tuple[int, ...]:
    """Returns the seats of a guest, or the one of them that is named."""
    mine = table.mine(guest.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotYourSeat
    return mine if seat is None else (seat,)


def _asked_seat(table: Table, guest: Guest, seen: int, seat: int | None) -> int:
    """Returns the seat that a guest decides for."""
    _check_running(table)
    mine = _mine(table, guest, seat)
    _check_fresh(table, seen)
    if table.decides not in mine or table.decides is None:
        raise NotYourTurn
    return table.decides


def _takeback_seat(table: Table, guest: Guest, seat: int | None) -> int:
    """Returns the seat whose last turn a guest takes back: of several, the one that decided last."""
    mine = _mine(table, guest, seat)
    decided = (step.seat for step in reversed(table.game.steps() if table.game else []))
    return next((own for own in decided if own in mine), mine[0])


def _decided(table: Table, seat: int, decisions: Sequence[str]) -> list[Happening]:
    """Returns decisions of one seat in the notation, each legal after those before it."""
    if table.game is None or not 0 < len(decisions) <= MOST_DECISIONS:
        raise Illegal(decision="")
    game: Game = copy.copy(table.game)
    for decision in decisions:
        if game.over or game.seat != seat:
            raise NotYourTurn
        if len(decision) > LONGEST_DECISION:
            raise Illegal(decision=f"{decision[:40]}…")
        try:
            game.play(decision)
        except IllegalAction:
            raise Illegal(decision=decision) from None
    written = game.decisions()[-len(decisions) :]
    return [("decided", {"seat": seat, "decision": text}) for text in written]


def _filled(table: Table, happening: Happening) -> list[Happening]:
    """Lets the game begin when the last open seat is filled."""
    return [happening, *([("begun", {})] if len(table.open_seats) == 1 else [])]


def _agreed(table: Table, happenings: list[Happening]) -> list[Happening]:
    """Adds the takeback that was waiting only for those who now agree, or are no longer here to be asked."""
    after = _after(table, _events(table.number, happenings, table.changed_at))
    if after.wish is None or after.wish.waiting_for:
        return happenings
    return [*happenings, ("taken_back", {"seat": after.wish.seat, "steps": after.wish.steps})]


def _others(table: Table, guest: Guest) -> bool:
    """Tells whether other people are at the table."""
    return any(chair.present and chair.guest != guest.id for chair in table.chairs)
