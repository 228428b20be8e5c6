"""Games and bots, guests, lists of tables, and tables to be made."""

import time

from fastapi import APIRouter, Request

from serai.bots import LADDER
from serai.rules import games
from serai.web import farewells, guests
from serai.web.api.answers import line_told, table_told
from serai.web.api.models import GameTold, GuestTold, HouseTold, ListsTold, Naming, PlanSent, Renaming, TableTold
from serai.web.plans import Options, Place, Plan
from serai.web.refusals import BadPlan
from serai.web.requests import gone_word, guest_of, house_of, open_table, player_of, take_cookie
from serai.web.requests import new_guest as make_guest

router = APIRouter(prefix="/api")


@router.get("/house", summary="Games and bots")
async def house(request: Request) -> HouseTold:
    """Lists the games that can be played, the bots, and the programs that the operator of the house has named."""
    programs = dict.fromkeys(house_of(request).programs, "a program of this house")
    return HouseTold(
        games=[GameTold(game=name, players=rules.SEATS) for name, rules in games.GAMES.items()],
        bots={**LADDER, **programs},
    )


@router.post("/guest", summary="Become a guest", status_code=201)
async def new_guest(request: Request, sent: Naming) -> GuestTold:
    """Makes a new guest, whose cookie comes with the answer too."""
    guest = await make_guest(request, sent.name)
    return GuestTold(name=guest.name, token=request.state.cookie)


@router.get("/guest", summary="Who am I")
async def who_am_i(request: Request) -> GuestTold:
    """Tells the guest whom the token or cookie belongs to, with a fresh token."""
    guest = await player_of(request)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.patch("/guest", summary="Change my name")
async def rename(request: Request, sent: Renaming) -> GuestTold:
    """Gives you another name, at all tables."""
    guest = await house_of(request).rename(await player_of(request), sent.name)
    return GuestTold(name=guest.name, token=guests.sign(request.app.state.key, guest.id, time.time()))


@router.delete("/guest", summary="Delete my name and games", status_code=204)
async def forget(request: Request) -> None:
    """Forgets you: your seats are given up, games with bots alone are deleted, others go on without your name."""
    await farewells.forget(house_of(request), await player_of(request))
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
    """Makes a table; who starts is drawn by lot, and the game begins when all seats are filled."""
    guest = await player_of(request)
    try:
        known = house_of(request).programs
        places = tuple(Place(place.kind, place.bot, place.name, known) for place in sent.places)
        plan = Plan(sent.game, places, Options(**sent.options.model_dump()))
    except ValueError as error:
        raise BadPlan(why=error) from None
    return await table_told(request, await open_table(request, guest, plan), guest)
