"""Levels for people: the suggested one, kept in a cookie, and the next one offered after two wins or two losses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from fastapi import Request
from fastapi.responses import Response

from serai.bots.levels import NAMES
from serai.web.pages.choices import Rung, level_rungs
from serai.web.tables.plans import NewTable
from serai.web.tables.store import Listed

COOKIE = "levels"
A_YEAR = 365 * 24 * 60 * 60
ENOUGH = 2  # wins or losses in a row


def remembered(request: Request) -> dict[str, str]:
    """Returns the level last played in each game on this device; strangers to a game begin with the first level."""
    found = re.findall(r"(\w+)-(\w+)", request.cookies.get(COOKIE, "")[:400])
    return {game: level for game, level in found if level in NAMES}


def suggested(request: Request, game: str) -> str:
    """Returns the level to play next in a game."""
    return remembered(request).get(game, NAMES[0])


def remember(request: Request, answer: Response, plan: NewTable) -> Response:
    """Remembers the strongest level at a new table."""
    levels = [place.bot for place in plan.places if place.bot in NAMES]
    if levels:
        known = {**remembered(request), plan.game: max(levels, key=lambda level: NAMES.index(level or ""))}
        value = ".".join(f"{game}-{level}" for game, level in known.items())
        answer.set_cookie(COOKIE, value, max_age=A_YEAR, samesite="lax", secure=request.url.scheme == "https")
    return answer


@dataclass(frozen=True)
class Offer:
    """The next level up or down, after games that ended alike against the same one."""

    before: str
    up: bool
    next: Rung


def offer(played: Sequence[Listed], table: str, guest: str, translations: NullTranslations) -> Offer | None:
    """Returns the level offered after the guest's latest game, or None."""
    at = next((place for place, listed in enumerate(played) if listed.id == table), None)
    if at is None:
        return None
    game = played[at].game
    duels = [found for listed in played[at:] if listed.game == game and (found := _duel(listed, guest))]
    alike = duels[:ENOUGH]
    if len(alike) < ENOUGH or len(set(alike)) > 1 or _duel(played[at], guest) is None:
        return None
    level, won = alike[0]
    place = NAMES.index(level) + (1 if won else -1)
    if not 0 <= place < len(NAMES):
        return None
    rungs = level_rungs(translations)
    return Offer(rungs[NAMES.index(level)].short, won, rungs[place])


def _duel(listed: Listed, guest: str) -> tuple[str, bool] | None:
    """Returns the level that a guest met alone and whether the guest won; None for other games."""
    mine = [seat for seat, holder in enumerate(listed.holders) if holder.guest == guest]
    levels = {holder.bot for seat, holder in enumerate(listed.holders) if seat not in mine}
    level = levels.pop() if len(levels) == 1 else None
    if len(mine) != 1 or level not in NAMES or listed.result is None:
        return None
    return level or "", listed.result["winner"] == mine[0]
