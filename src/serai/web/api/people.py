"""Games and bots, guests, lists of tables, and tables to be made."""

import time

from fastapi import APIRouter, Request

from serai.bots import LADDER
from serai.rules import games
from serai.web import guests
from serai.web.api.answers import line_told, table_told
from serai.web.api.models import GameTold, GuestTold, HouseTold, ListsTold, Naming, PlanSent, TableTold
from serai.web.refusals import BadPlan
from serai.web.requests import give_cookie, guest_of, house_of, player_of
from serai.web.tables import Options, Place, Plan

router = APIRouter()


@router.get("/house", summary="Games and bots")
async def house() -> HouseTold:
    """Lists the games that can be played and the bots."""
    return HouseTold(
        games=[GameTold(game=name, players=rules.SEATS) for name, rules in games.GAMES.items()], bots=LADDER
    )


@router.post("/guest", summary="Become a guest", status_code=201)
async def new_guest(request: Request, sent: Naming) -> GuestTold:
    """Makes a new guest, whose cookie comes with the answer too."""
    guest = await house_of(request).new_guest(sent.name)
    return GuestTold(name=guest.name, token=give_cookie(request, guest.id))


@router.get("/guest", summary="Who am I")
async def who_am_i(request: Request) -> GuestTold:
    """Tells the guest whom the token or cookie belongs to, with a fresh token."""
    guest = await player_of(request)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.patch("/guest", summary="Change my name")
async def rename(request: Request, sent: Naming) -> GuestTold:
    """Gives you another name, at all tables."""
    guest = await house_of(request).rename(await player_of(request), sent.name)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.get("/tables", summary="My tables, and those open to the house")
async def lists(request: Request) -> ListsTold:
    """Lists tables, the latest first."""
    found = await house_of(request).lists(await guest_of(request))
    return ListsTold(
        running=[line_told(listed) for listed in found.running],
        finished=[line_told(listed) for listed in found.finished],
        open=[line_told(listed) for listed in found.open],
    )


@router.post("/tables", summary="Make a table", status_code=201)
async def create(request: Request, sent: PlanSent) -> TableTold:
    """Makes a table; who starts is drawn by lot, and the game begins when all seats are filled."""
    guest = await player_of(request)
    try:
        places = tuple(Place(place.kind, place.bot, place.name) for place in sent.places)
        plan = Plan(sent.game, places, Options(**sent.options.model_dump()))
    except ValueError as error:
        raise BadPlan(why=error) from None
    return await table_told(request, await house_of(request).create(guest, plan), guest)
