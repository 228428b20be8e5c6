"""The log in words; `tell(scene, translations)` in the module `log` of each game's page writes it."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class LogLine:
    """One line of the log: what a seat did in one action, `steps` decisions of it."""

    seat: int
    text: Markup
    steps: int
