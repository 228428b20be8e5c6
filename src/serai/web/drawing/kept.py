"""What is not drawn again: parts that a page has already, and parts that others have seen just so.

A part that a page has is left out of what it gets, by its digest (`drawing.js` puts it back). A part that several see
is drawn for the first of them and kept by everything that it is drawn from, so nobody gets what was drawn for another.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Hashable
from dataclasses import fields, is_dataclass
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from serai.web.drawing.pieces import Seat
from serai.web.drawing.scene import Scene

MOST = 2000


def kept(drawn: Markup, has: Collection[str]) -> Markup:
    """Draws a part of a picture; it is left empty for a page that has it."""
    digest = hashlib.sha256(drawn.encode()).hexdigest()[:8]
    return Markup('<g data-drawn="{}">{}</g>').format(digest, "" if digest in has else drawn)


class Once:
    """Calls macros that draw other players, once for all who see the same; a language has one."""

    def __init__(self) -> None:
        """Has drawn nothing yet."""
        self._drawn: OrderedDict[Hashable, Markup] = OrderedDict()

    @pass_context
    def __call__(self, context: Context, macro: Macro, *given: Any, also: Hashable = ()) -> Markup:
        """Draws what is given, or returns what was drawn from the same; `also` is what else the macro reads."""
        scene: Scene = context["scene"]
        key = (scene.view["game"], macro.name, also, *(values(scene, each) for each in given))
        if key not in self._drawn:
            self._drawn[key] = Markup(macro(*given))
        self._drawn.move_to_end(key)
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return self._drawn[key]

    def forget(self) -> None:
        """Forgets what was drawn."""
        self._drawn.clear()


def values(scene: Scene, thing: Any) -> Hashable:
    """Returns all that a piece is drawn from; of a seat also who is there, and what its head and body say of it."""
    if isinstance(thing, Seat):
        player, called = thing.player, thing.seat in scene.may_call_bot
        head = (thing.seat, thing.name, thing.kind, thing.turn, thing.start, thing.mine)
        return (*head, player["score"], player["caravan"], scene.sitters[thing.seat].presence, called)
    if isinstance(thing, (list, tuple)):
        return tuple(values(scene, each) for each in thing)
    if is_dataclass(thing):
        return tuple(values(scene, getattr(thing, field.name)) for field in fields(thing))
    known: Hashable = thing
    return known
