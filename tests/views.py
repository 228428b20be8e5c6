"""What every view of every game has to be: plain data, alike for all seats, silent about what is hidden."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from serai import Game
from serai.core.records import State

PLAIN = {str, int, bool, type(None)}
OWN = ("repeats", "reach", "work", "stack_points")


def keys(view: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yields the keys of a view, those of listed dictionaries as `list[].key`, names of spaces as `SPACE`."""
    for key, value in view.items():
        name = above + re.sub(r"^[A-E]\d$", "SPACE", key)
        yield name
        if isinstance(value, dict):
            yield from keys(value, f"{name}.")
        for item in value if isinstance(value, list) else []:
            if isinstance(item, dict):
                yield from keys(item, f"{name}[].")


def kinds(value: Any) -> Iterator[type]:
    """Yields the type of every value inside a view."""
    if type(value) is dict:
        assert all(type(key) is str for key in value)
        value = list(value.values())
    if type(value) is list:
        for item in value:
            yield from kinds(item)
    else:
        yield type(value)


def check_plain(view: dict[str, Any]) -> None:
    """Sees that a view is plain data that JSON keeps."""
    assert set(kinds(view)) <= PLAIN
    assert json.loads(json.dumps(view)) == view


def check_told_alike(game: Game, other: Game) -> None:
    """Sees that two games of different hidden parts look the same to every seat."""
    assert other.position() != game.position()
    for seat in range(game.players):
        assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))
    assert (str(other), repr(other), other.legal()) == (str(game), repr(game), game.legal())


def disguised(game: Game, reordered: Callable[[State], State]) -> Game:
    """Returns the game with another seed and what is hidden in another order: what a seat knows is the same."""
    other = Game(replace(game.setup, seed=game.setup.seed + 1))
    other._start = reordered(game._start)
    other._steps = [replace(step, state=reordered(step.state)) for step in game._steps]
    return other


def check_finished(game: Game) -> None:
    """Sees that nobody decides any more in a finished game, and that its winner is named (C-7)."""
    view = game.view(0)
    assert (view["over"], view["phase"], view["decides"], view["legal"]) == (True, "over", None, [])
    assert view["winner"] == game.winner
    assert [player["score"] for player in view["players"]] == game.scores()


def check_seats_know_the_same(game: Game) -> None:
    """Sees that the views of all seats differ only in the seat, what it may decide, and what that costs it."""
    views = [game.view(seat) for seat in range(game.players)]
    for seat, view in enumerate(views):
        assert view.pop("seat") == seat
        assert view.pop("legal") == (game.legal() if seat == game.seat else [])
        for key in OWN:
            view.pop(key, None)
    assert all(view == views[0] for view in views)
