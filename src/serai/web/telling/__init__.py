"""Tells what happened in words: one module a game, each with `tell(scene, translations)`."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Line:
    """One line of the log: what a seat did in one action, `steps` decisions of it."""

    seat: int
    text: Markup
    steps: int
