"""What programs do at a table: sit down, look, decide, undo, take back, leave."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request

from serai.web.api.answers import number_told, table_told, takeback_told
from serai.web.api.models import (
    MOST_SEATS,
    SEEN,
    Answering,
    Calling,
    Deciding,
    DeterminizationTold,
    HintTold,
    Joining,
    LegalTold,
    NumberTold,
    PositionTold,
    Seat,
    Seeing,
    Seen,
    TableTold,
)
from serai.web.http.session import house_of, looked_at, names_of, player_of, table_of, take
from serai.web.refusals import NotBegun
from serai.web.tables.hints import hint_for
from serai.web.tables.model import Table

router = APIRouter(prefix="/api", responses=SEEN)


@router.get("/tables/{table_id}", summary="A table")
async def table(request: Request, table_id: str, seen: Seen = 0) -> TableTold:
    """Returns who sits where and the stage of the table."""
    return await table_told(request, *await looked_at(request, table_id, seen))


@router.post("/tables/{table_id}/join", summary="Take a seat")
async def join(request: Request, table_id: str, sent: Joining) -> TableTold:
    """Takes an open seat; filling the last one begins the game."""
    guest = await player_of(request)
    sat = await house_of(request).sit(table_id, guest, sent.seat, sent.token, sent.program)
    return await table_told(request, sat, guest)


@router.get("/tables/{table_id}/position", summary="What my seat sees")
async def position(
    request: Request, table_id: str, seat: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None, seen: Seen = 0
) -> PositionTold:
    """Returns the view of your seat; its fields are described in docs/views."""
    found, guest = await looked_at(request, table_id, seen)
    expect_begun(found)
    scene = found.scene(guest.id if guest else None, await names_of(request, found), seat=seat)
    return PositionTold(
        number=scene.number,
        seat=scene.seat,
        view=scene.view,
        can_undo=scene.can_undo,
        can_takeback=scene.can_takeback,
        takeback=takeback_told(scene.takeback),
    )


@router.get("/tables/{table_id}/determinization", summary="A position to think about")
async def determinization(
    request: Request, table_id: str, seat: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None, seen: Seen = 0
) -> DeterminizationTold:
    """Writes a position in the notation that agrees with all that your seat knows; hidden cards are dealt at random."""
    found, guest = await looked_at(request, table_id, seen)
    if (game := found.game) is None:
        raise NotBegun
    guest_id = guest.id if guest else None
    known_to = seat if seat in found.mine(guest_id) else found.seat_of(guest_id) or 0
    return DeterminizationTold(
        number=found.number,
        seat=known_to,
        position=game.position_for(known_to),
        rules=game.version,
        components=game.components.recorded,
    )


@router.get("/tables/{table_id}/legal", summary="What I may decide")
async def legal(request: Request, table_id: str, seen: Seen = 0) -> LegalTold:
    """Lists the legal decisions of your seat in the notation."""
    found, guest = await looked_at(request, table_id, seen)
    expect_begun(found)
    mine = found.mine(guest.id) if guest else ()
    asked = found.game is not None and found.decides in mine
    texts = found.game.legal() if found.game is not None and asked else []
    return LegalTold(number=found.number, seat=found.decides if asked else None, legal=texts)


@router.post("/tables/{table_id}/decide", summary="Decide")
async def decide(request: Request, table_id: str, sent: Deciding) -> NumberTold:
    """Stores decisions of your seat, all or none; answers when they are on the disk."""
    guest = await player_of(request)
    return number_told(request, await house_of(request).decide(table_id, guest, sent.decisions, sent.seen, sent.seat))


@router.post("/tables/{table_id}/undo", summary="Undo my last decision")
async def undo(request: Request, table_id: str, sent: Seeing) -> NumberTold:
    """Undoes your last decision, if nobody has decided since and it revealed nothing."""
    guest = await player_of(request)
    return number_told(request, await house_of(request).undo(table_id, guest, sent.seen, sent.seat))


@router.post("/tables/{table_id}/takeback", summary="Ask for a takeback")
async def takeback(request: Request, table_id: str, sent: Seeing) -> NumberTold:
    """Goes back to the start of your last turn, once all other people at the table agree."""
    guest = await player_of(request)
    return number_told(request, await house_of(request).ask_takeback(table_id, guest, sent.seen, sent.seat))


@router.post("/tables/{table_id}/takeback/answer", summary="Answer a takeback")
async def answer(request: Request, table_id: str, sent: Answering) -> NumberTold:
    """Accepts or declines another player's takeback; the player who asked may withdraw it with a no."""
    guest = await player_of(request)
    return number_told(request, await house_of(request).answer_takeback(table_id, guest, sent.yes, sent.seen))


@router.post("/tables/{table_id}/hint", summary="A hint")
async def hint(request: Request, table_id: str, sent: Seeing) -> HintTold:
    """Returns what a strong bot would do in your place, and how likely you are to win."""
    take(request, "hints")
    found, _ = await looked_at(request, table_id, sent.seen)
    advice = await hint_for(found, await player_of(request), sent.seen, request.app.state.bot_pool)
    return HintTold(number=found.number, turns=advice.turns, points=advice.points, bot=advice.bot, chance=advice.chance)


@router.post("/tables/{table_id}/bot", summary="Give a seat to a bot")
async def bot(request: Request, table_id: str, sent: Calling, seen: Seen = 0) -> NumberTold:
    """Gives an open seat to a bot (maker only), or has a bot play for an absent player."""
    guest, keeper = await player_of(request), house_of(request)
    if (await table_of(request, table_id, seen)).begun:
        return number_told(request, await keeper.call_bot(table_id, guest, sent.seat))
    return number_told(request, await keeper.give_to_bot(table_id, guest, sent.seat, sent.bot))


@router.post("/tables/{table_id}/back", summary="Come back")
async def back(request: Request, table_id: str) -> NumberTold:
    """Takes your seats back from the bots that played them."""
    return number_told(request, await house_of(request).back(table_id, await player_of(request)))


@router.post("/tables/{table_id}/leave", summary="Leave")
async def leave(request: Request, table_id: str) -> NumberTold:
    """Leaves the table; a bot plays on, or the table closes with its last guest."""
    return number_told(request, await house_of(request).leave(table_id, await player_of(request)))


@router.post("/tables/{table_id}/resign", summary="Resign")
async def resign(request: Request, table_id: str, seat: Annotated[Seat, Body(embed=True)] = None) -> NumberTold:
    """Gives up your seat for good; a bot plays on."""
    return number_told(request, await house_of(request).resign(table_id, await player_of(request), seat))


@router.post("/tables/{table_id}/close", summary="Close the table")
async def close(request: Request, table_id: str) -> NumberTold:
    """Closes a table that you made and where no other people play."""
    return number_told(request, await house_of(request).close(table_id, await player_of(request)))


def expect_begun(found: Table) -> None:
    """Refuses what needs a game that has begun."""
    if not found.begun:
        raise NotBegun
