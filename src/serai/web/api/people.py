"""Games and bots, guests, lists of tables, and new tables."""

import time

from fastapi import APIRouter, Request

from serai.bots import LADDER
from serai.core import spec
from serai.web import guests
from serai.web.api.answers import line_told, table_told
from serai.web.api.models import GameTold, GuestTold, HouseTold, ListsTold, Naming, PlanSent, Renaming, TableTold
from serai.web.http.session import gone_word, guest_of, house_of, open_table, player_of, take_cookie
from serai.web.http.session import new_guest as make_guest
from serai.web.refusals import BadPlan
from serai.web.tables import erasure
from serai.web.tables.plans import NewSeat, NewTable, Options

router = APIRouter(prefix="/api")


@router.get("/house", summary="Games and bots")
async def house(request: Request) -> HouseTold:
    """Lists the games with their component sets, the bots, and the programs that the operator has added."""
    sets = await house_of(request).sets.names(await guest_of(request))
    programs = dict.fromkeys(house_of(request).programs, "a program of this server")
    return HouseTold(
        games=[GameTold(game=name, players=rules.SEATS, components=sets[name]) for name, rules in spec.GAMES.items()],
        bots={**LADDER, **programs},
    )


@router.post("/guest", summary="Become a guest", status_code=201)
async def new_guest(request: Request, sent: Naming) -> GuestTold:
    """Creates a guest; the cookie comes with the response too."""
    guest = await make_guest(request, sent.name)
    return GuestTold(name=guest.name, token=request.state.cookie)


@router.get("/guest", summary="Who am I")
async def who_am_i(request: Request) -> GuestTold:
    """Returns the guest whom the token or cookie belongs to, with a fresh token."""
    guest = await player_of(request)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.patch("/guest", summary="Change my name")
async def rename(request: Request, sent: Renaming) -> GuestTold:
    """Changes your name, at all tables."""
    guest = await house_of(request).rename(await player_of(request), sent.name)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.delete("/guest", summary="Delete my name and games", status_code=204)
async def forget(request: Request) -> None:
    """Forgets you: your seats are given up, games with only bots are deleted, others go on without your name."""
    await erasure.forget(house_of(request), await player_of(request))
    take_cookie(request)


@router.get("/tables", summary="My tables, and those open to the house")
async def lists(request: Request) -> ListsTold:
    """Lists tables, the latest first."""
    found, gone = await house_of(request).lists(await guest_of(request)), gone_word(request)
    return ListsTold(
        running=[line_told(listed, gone) for listed in found.running],
        finished=[line_told(listed, gone) for listed in found.finished],
        open=[line_told(listed, gone) for listed in found.open],
    )


@router.post("/tables", summary="Make a table", status_code=201)
async def create(request: Request, sent: PlanSent) -> TableTold:
    """Makes a table; the start player is random, and the game begins when all seats are filled."""
    guest = await player_of(request)
    try:
        known = house_of(request).programs
        places = tuple(NewSeat(place.kind, place.bot, place.name, known) for place in sent.places)
        chosen = await house_of(request).sets.chosen(sent.game, sent.components)
        plan = NewTable(sent.game, places, Options(**sent.options.model_dump()), chosen)
    except ValueError as error:
        raise BadPlan(why=error) from None
    return await table_told(request, await open_table(request, guest, plan), guest)
