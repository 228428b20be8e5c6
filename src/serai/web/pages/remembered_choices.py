"""The choices of the last table of each game on this device, kept in a cookie, and the form they fill in."""

import json
from collections.abc import Collection
from dataclasses import replace
from gettext import NullTranslations
from typing import Any
from urllib.parse import quote, unquote

from fastapi import Request
from fastapi.responses import Response

from serai.bots.levels import NAMES
from serai.core import spec
from serai.core.registry import SPECS
from serai.web.pages.levels import A_YEAR, suggested
from serai.web.pages.table_form import MOST_SEATS, TableForm, usual_game

COOKIE = "usual"
LONGEST = 3000  # browsers keep cookies of 4,096 bytes


def kept(request: Request) -> dict[str, Any]:
    """Returns the stored choices by game; those that cannot be read are forgotten."""
    try:
        found = json.loads(unquote(request.cookies.get(COOKIE, "")[: 2 * LONGEST]))
    except ValueError:
        return {}
    return {game: fields for game, fields in found.items() if game in SPECS} if isinstance(found, dict) else {}


def last_game(request: Request) -> str:
    """Returns the game of the last table, or the one that is selected by default."""
    return next(reversed(kept(request)), usual_game())


def usual_form(request: Request, game: str, programs: Collection[str] = ()) -> TableForm:
    """Restores the last form of a game; a single opponent gets the suggested level."""
    fields, level = kept(request).get(game), suggested(request, game)
    if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
        return TableForm(game, bots=(level,) * MOST_SEATS)
    form = TableForm.read({**fields, "game": game}, programs)
    playing = [bot for kind, bot in zip(form.seats, form.bots, strict=True) if kind == "bot"]
    alone = len(playing) == 1 and playing[0] in NAMES
    bots = (bot if kind == "bot" and not alone else level for kind, bot in zip(form.seats, form.bots, strict=True))
    return replace(form, bots=tuple(bots))


def keep(request: Request, answer: Response, form: TableForm) -> Response:
    """Stores the choices of a table, and as many others as fit."""
    known = {game: fields for game, fields in kept(request).items() if game != form.game}
    known[form.game] = form.fields()
    while (
        len(value := quote(json.dumps(known, ensure_ascii=False, separators=(",", ":")))) > LONGEST and len(known) > 1
    ):
        del known[next(game for game in known if game != form.game)]
    if len(value) <= LONGEST:
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, value, max_age=A_YEAR, samesite="lax", httponly=True, secure=secure)
    return answer


def invitation(form: TableForm, translations: NullTranslations) -> str:
    """Labels the quick-start button."""
    _ = translations.gettext
    seats = list(zip(form.seats, form.bots, strict=True))[: spec.GAMES[form.game].SEATS[1]]
    bots = [bot.capitalize() for kind, bot in seats if kind == "bot"]
    if any(kind == "friend" for kind, _bot in seats):
        return _("Play with friends")
    if not bots:
        return _("Play on this device")
    if len(bots) == 1:
        return _("Play against %(name)s") % {"name": bots[0]}
    if len(bots) == 2:
        return _("Play against %(first)s and %(second)s") % {"first": bots[0], "second": bots[1]}
    return translations.ngettext("Play against %(num)d bot", "Play against %(num)d bots", len(bots)) % {
        "num": len(bots)
    }
