"""Who is present at a table, as its other players see it; the rule for calling a bot is another one (`absent`)."""

from dataclasses import replace
from typing import Literal

from serai.web.drawing.scene import Scene
from serai.web.tables.model import RECENTLY, Table
from serai.web.tables.streams import Hub

Presence = Literal["", "here", "away", "gone"]
JUST_NOW = 40.0


def presence(table: Table, seat: int, hub: Hub, now: float) -> Presence:
    """Returns whether the guest of a seat has the table before them, had it lately, or is gone; empty for bots."""
    chair = table.chairs[seat]
    if chair.guest is None or chair.resigned:
        return ""
    silent = table.silence(seat, now)
    if hub.here(table.id, chair.guest) or (silent is not None and silent < JUST_NOW):
        return "here"
    return "away" if silent is not None and silent < RECENTLY and not chair.left else "gone"


def attended(scene: Scene, table: Table, hub: Hub, now: float) -> Scene:
    """Returns a scene in which the seats of other guests say who is present."""
    sitters = tuple(
        sitter if sitter.mine else replace(sitter, presence=presence(table, sitter.seat, hub, now))
        for sitter in scene.sitters
    )
    return replace(scene, sitters=sitters)


def presences(table: Table, hub: Hub, now: float, guest_id: str | None) -> tuple[Presence, ...]:
    """Lists the presence of all seats but a guest's own."""
    mine = table.mine(guest_id)
    return tuple("" if seat in mine else presence(table, seat, hub, now) for seat in range(table.players))
