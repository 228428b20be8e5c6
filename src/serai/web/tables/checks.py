"""What must hold before a table changes, or a refusal is raised; and the events of the change."""

import copy
from collections.abc import Sequence

from serai.core.notation import IllegalAction
from serai.game import Game
from serai.web.guests import Guest
from serai.web.refusals import (
    BadName,
    GameOver,
    HasBegun,
    Illegal,
    NoSuchSeat,
    NotBegun,
    NotMaker,
    NotYourSeat,
    NotYourTurn,
    Stale,
    TableClosed,
)
from serai.web.tables.model import Table
from serai.web.tables.plans import LONGEST_NAME, clean_name
from serai.web.tables.table_cache import Happening, after_events, numbered

MOST_DECISIONS = 100
LONGEST_DECISION = 100


def check_seat(table: Table, seat: int) -> None:
    """Checks that the table has the seat."""
    if not 0 <= seat < table.players:
        raise NoSuchSeat


def check_going_on(table: Table) -> None:
    """Checks that the table is not closed and its game is not over."""
    if table.over:
        raise GameOver
    if table.closed:
        raise TableClosed


def check_running(table: Table) -> None:
    """Checks that a game is running."""
    check_going_on(table)
    if not table.begun:
        raise NotBegun


def check_gathering(table: Table) -> None:
    """Checks that the table is open and its game has not begun."""
    check_going_on(table)
    if table.begun:
        raise HasBegun


def check_maker(table: Table, guest: Guest) -> None:
    """Checks that the guest is the maker of the table."""
    if table.maker != guest.id:
        raise NotMaker


def check_fresh(table: Table, seen: int) -> None:
    """Checks that the guest has seen the question; events that do not change it, such as a return, may be unseen."""
    if not table.question <= seen <= table.number:
        raise Stale


def seats_of(table: Table, guest: Guest, seat: int | None) -> tuple[int, ...]:
    """Returns the seats of a guest, or the one of them that is named."""
    mine = table.mine(guest.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotYourSeat
    return mine if seat is None else (seat,)


def asked_seat(table: Table, guest: Guest, seen: int, seat: int | None) -> int:
    """Returns the seat that a guest decides for."""
    check_running(table)
    mine = seats_of(table, guest, seat)
    check_fresh(table, seen)
    if table.decides not in mine or table.decides is None:
        raise NotYourTurn
    return table.decides


def takeback_seat(table: Table, guest: Guest, seat: int | None) -> int:
    """Returns the seat whose last turn a guest takes back: of several, the one that decided last."""
    mine = seats_of(table, guest, seat)
    decided = (step.seat for step in reversed(table.game.steps() if table.game else []))
    return next((own for own in decided if own in mine), mine[0])


def decided(table: Table, seat: int, decisions: Sequence[str]) -> list[Happening]:
    """Returns the events of one seat's decisions, each legal after those before it."""
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
    taken = game.steps()[-len(decisions) :]
    return [("decided", {"seat": seat, "decision": step.text}, step) for step in taken]


def filled(table: Table, happening: Happening) -> list[Happening]:
    """Adds the start of the game when the last open seat is filled."""
    return [happening, *([("begun", {})] if len(table.open_seats) == 1 else [])]


def agreed(table: Table, happenings: list[Happening]) -> list[Happening]:
    """Adds the takeback if it was waiting only for those who now agree or need not be asked any more."""
    after = after_events(table, numbered(table.number, happenings, table.changed_at))
    if after.wish is None or after.wish.waiting_for:
        return happenings
    return [*happenings, ("taken_back", {"seat": after.wish.seat, "steps": after.wish.steps})]


def usable_name(text: str) -> str:
    """Returns the cleaned name; raises BadName."""
    name = clean_name(text)
    if name is None:
        raise BadName(longest=LONGEST_NAME)
    return name
