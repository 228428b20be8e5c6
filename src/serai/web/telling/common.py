"""What the logs of all three games share: who did it, whole sentences with drawn cubes."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from importlib import import_module
from typing import Any

from markupsafe import Markup

from serai.notation.cards import plain
from serai.web.scene import Scene
from serai.web.telling import Line
from serai.web.words import Words


@dataclass(frozen=True)
class Teller:
    """Makes lines: every sentence is given for "you" and for somebody else by name."""

    scene: Scene
    translations: NullTranslations

    @property
    def say(self) -> Words:
        """Says cards and spices."""
        return Words(self.scene.view["game"], self.translations)

    def sentence(self, seat: int, you: str, other: str, **values: Any) -> Markup:
        """Says the sentence that fits the seat; values are escaped unless they are Markup."""
        sitter = self.scene.sitters[seat]
        return Markup(you if sitter.you else other) % {"name": sitter.name, **values}

    def line(self, seat: int, steps: int, you: str, other: str, **values: Any) -> Line:
        """Makes a line of the sentence that fits the seat."""
        return Line(seat, self.sentence(seat, you, other, **values), steps)

    def note(self, text: str) -> Markup:
        """Draws the notation inline."""
        return self.say.note(plain(text))

    def rises(self, spices: Sequence[str]) -> Markup:
        """Draws what upgrades do to cubes."""
        return Markup(" ").join(self.say.rise(spice) for spice in spices)

    def bold(self, text: object) -> Markup:
        """Sets a number or a word in bold."""
        return Markup("<b>{}</b>").format(text)


def planned(scene: Scene, translations: NullTranslations, turn: Sequence[str]) -> Markup:
    """Tells the decisions of one planned turn; a game's telling has `plan_turn(teller, turn)` for it."""
    telling = import_module(f"serai.web.telling.{scene.view['game']}")
    told: Markup = telling.plan_turn(Teller(scene, translations), turn)
    return told


def count_times(translations: NullTranslations, times: int) -> str:
    """Says how often: once, twice, three times and more."""
    _ = translations.gettext
    return [_("once"), _("twice")][times - 1] if times in (1, 2) else _("%(times)d times") % {"times": times}
