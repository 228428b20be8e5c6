"""Earlier moments of a running game, as its players saw them."""

import copy
from dataclasses import replace
from itertools import groupby

from serai.core.views.states import Steps
from serai.web.drawing.scene import Scene
from serai.web.tables.model import Table

MOST_TURNS = 3


def look_back(table: Table, scene: Scene, first: int, last: int) -> Scene:
    """Returns a scene as it was after decision `last`, with the traces of those from `first` on; counted from 1."""
    if table.game is None:
        return scene
    last = max(0, min(last, len(table.game.steps())))
    return replace(_after(table, scene, last), fresh=max(0, last - first + 1), past=last)


def next_turn(table: Table, scene: Scene, seen: int) -> Scene:
    """Returns a scene as it was after the first turn that a page with event `seen` has not shown.

    If that is the last one, if the page is more than a round behind, or if something was taken back, it is as it is.
    """
    since = table.steps_since(seen)
    if table.game is None or since != sorted(since):
        return scene
    turns = [len(list(turn)) for _, turn in groupby(table.game.steps()[since[0] :], key=lambda step: step.seat)]
    if not 1 < len(turns) <= max(MOST_TURNS, table.players - 1):
        return scene
    last = since[0] + turns[0]
    later = sum(count > last for count in since)
    return replace(_after(table, scene, last), fresh=turns[0], shown=table.number - later, takeback=None)


def _after(table: Table, scene: Scene, steps: int) -> Scene:
    """Returns a scene as it was after a number of decisions, with nothing to decide."""
    then = copy.copy(table.game)
    assert then is not None
    then.rewind(steps)
    return replace(
        scene,
        view={**then.view(scene.seat or 0), "legal": [], "names": scene.view["names"]},
        steps=Steps(table.pieces, then.values, then.steps()),
        hint=None,
        message=None,
    )
