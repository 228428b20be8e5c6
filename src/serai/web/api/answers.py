"""Tables, lists and wishes in the words of the models."""

from fastapi import Request

from serai.web.api.models import LineTold, NumberTold, OptionsSent, SitterTold, TableTold, TakebackTold
from serai.web.guests import Guest, is_gone
from serai.web.requests import house_of, names_of
from serai.web.scene import Takeback
from serai.web.seen import note_seen
from serai.web.store import Listed
from serai.web.tables import Table


async def table_told(request: Request, found: Table, guest: Guest | None) -> TableTold:
    """Tells a table to a guest."""
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
    """Tells a table of a list; `gone` is the word for guests who were forgotten."""
    return LineTold(
        id=listed.id,
        game=listed.game,
        stage=listed.stage,
        decides=listed.decides,
        names=[gone if is_gone(holder.guest or "") else holder.name or holder.bot for holder in listed.holders],
        result=listed.result,
    )


def takeback_told(wish: Takeback | None) -> TakebackTold | None:
    """Tells a takeback that waits for answers."""
    if wish is None:
        return None
    return TakebackTold(asked_by=wish.asked_by, waiting_for=list(wish.waiting_for), mine_to_answer=wish.mine_to_answer)


def number_told(request: Request, found: Table) -> NumberTold:
    """Tells the number of a table's last event."""
    note_seen(request, found)
    return NumberTold(number=found.number, stage=found.stage)
