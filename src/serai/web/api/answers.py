"""Converts tables, lists and takebacks to the models."""

from fastapi import Request

from serai.web.api.models import LineTold, NumberTold, OptionsSent, SitterTold, TableTold, TakebackTold
from serai.web.drawing.scene import Takeback
from serai.web.guests import Guest, is_gone
from serai.web.http.freshness import note_seen
from serai.web.http.session import house_of, names_of
from serai.web.tables.model import Table
from serai.web.tables.store import Listed


async def table_told(request: Request, found: Table, guest: Guest | None) -> TableTold:
    """Returns a table as a guest sees it."""
    note_seen(request, found)
    keeper = house_of(request)
    is_maker = guest is not None and guest.id == found.maker
    sitters = found.sitters(await names_of(request, found), guest.id if guest else None)
    return TableTold(
        id=found.id,
        game=found.game_name,
        stage=found.stage,
        number=found.number,
        decides=found.decides,
        sitters=[SitterTold(**vars(sitter)) for sitter in sitters],
        options=OptionsSent(**vars(found.options)),
        joins={seat: keeper.join_token(found.id, seat) for seat in found.open_seats} if is_maker else {},
    )


def line_told(listed: Listed, gone: str) -> LineTold:
    """Returns an entry of a list; `gone` is the placeholder for forgotten guests."""
    return LineTold(
        id=listed.id,
        game=listed.game,
        stage=listed.stage,
        decides=listed.decides,
        names=[gone if is_gone(holder.guest or "") else holder.name or holder.bot for holder in listed.holders],
        result=listed.result,
    )


def takeback_told(wish: Takeback | None) -> TakebackTold | None:
    """Returns a takeback that waits for answers."""
    if wish is None:
        return None
    return TakebackTold(asked_by=wish.asked_by, waiting_for=list(wish.waiting_for), mine_to_answer=wish.mine_to_answer)


def number_told(request: Request, found: Table) -> NumberTold:
    """Returns the number of a table's last event."""
    note_seen(request, found)
    return NumberTold(number=found.number, stage=found.stage)
