"""Cards and spices in words, in the language of the page; every game has its own names for the four colours."""

import re
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations

from markupsafe import Markup, escape

from serai.core.notation.cards import SPICES as LETTERS
from serai.web.drawing.profiles import profile
from serai.web.drawing.scene import Sitter

MOST_KEPT = 5000
DRAWN = re.compile(r'(<span class="note[^>]*>(?:(?!</span>).)*</span>)([.,:;?!])')


@lru_cache(MOST_KEPT, typed=True)
def tied(text: str | Markup) -> str | Markup:
    """Keeps a full stop or a comma on the line of the drawing before it."""
    return Markup(DRAWN.sub(r'<span class="tied">\1\2</span>', str(text))) if isinstance(text, Markup) else text


def sentence(text: Markup | str) -> Markup | str:
    """Makes a sentence of a phrase: a capital letter first, a full stop last."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?" else ".")


def acting(sitter: Sitter, translations: NullTranslations) -> str:
    """Names who plays at a seat: the bot that plays on for somebody who has resigned."""
    _ = translations.gettext
    if not sitter.resigned:
        return sitter.name
    text = _("%(bot)s for you") if sitter.yours else _("%(bot)s for %(name)s")
    return text % {"bot": sitter.stand_in, "name": sitter.name}


def percent(chance: float) -> str:
    """Returns a chance in percent; only certainty is 0 % or 100 %."""
    number = round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))
    return f"{number}\N{NO-BREAK SPACE}%"


@dataclass(frozen=True)
class Words:
    """Puts the cards and spices of one game into words of one language."""

    game: str
    translations: NullTranslations

    def _(self, text: str) -> str:
        """Translates a text."""
        return self.translations.gettext(text)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._(profile(self.game).title)

    @property
    def names(self) -> dict[str, str]:
        """The names of the spices by letter."""
        return {letter: self._(name) for letter, name in profile(self.game).spices.items()}

    @property
    def goods(self) -> dict[str, tuple[str, str]]:
        """The names of the spices by letter, of one and of several."""
        return {letter: (self._counted(letter, letter), name) for letter, name in self.names.items()}

    def _counted(self, letter: str, text: str) -> str:
        """Names the spice of a letter: one clove, two cloves."""
        single = profile(self.game).single.get(letter)
        return self._(single) if single and text.count(letter) == 1 else self.names[letter]

    @lru_cache(MOST_KEPT)  # noqa: B019 – games and languages are few
    def spices(self, text: str) -> str:
        """Says cubes: `YYR` is "2 turmeric, 1 saffron"."""
        counted = [f"{text.count(letter)} {self._counted(letter, text)}" for letter in self.names if letter in text]
        return ", ".join(counted) if counted else self._("nothing")

    @lru_cache(MOST_KEPT)  # noqa: B019
    def card(self, text: str) -> str:
        """Says what a merchant card, a trade or a gain does."""
        if text.startswith("+"):
            number = int(text[1:])
            told = self.translations.ngettext("upgrade %(number)d spice", "upgrade up to %(number)d spices", number)
            return told % {"number": number}
        give, arrow, get = text.partition(">")
        if arrow:
            return self._("trade %(give)s for %(get)s") % {"give": self.spices(give), "get": self.spices(get)}
        return self._("gain %(get)s") % {"get": self.spices(text)}

    @lru_cache(MOST_KEPT)  # noqa: B019
    def note(self, text: str) -> Markup:
        """Draws the notation inline: cubes with a label in words."""
        return self._drawn(text, self._label(text))

    @lru_cache(MOST_KEPT)  # noqa: B019
    def card_note(self, text: str) -> Markup:
        """Draws a merchant card inline; its label tells it from the spices on it."""
        return self._drawn(text, self._card_label(text))

    @lru_cache(MOST_KEPT)  # noqa: B019
    def island_note(self, trade: str) -> Markup:
        """Draws an island as its trade; its label tells it from the trade."""
        give, _arrow, get = trade.partition(">")
        told = self._("the island that turns %(give)s into %(get)s")
        return self._drawn(trade, told % {"give": self.spices(give), "get": self.spices(get)})

    @lru_cache(MOST_KEPT)  # noqa: B019
    def upgrade(self, spice: str) -> Markup:
        """Draws what an upgrade does to a cube."""
        better = LETTERS[LETTERS.index(spice) + 1]
        told = self._("%(give)s into %(get)s") % {"give": self.spices(spice), "get": self.spices(better)}
        return self._drawn(f"{spice}>{better}", told)

    def _drawn(self, text: str, label: str) -> Markup:
        """Draws the notation with a label."""
        if text.startswith("+"):
            inner = Markup('<b>{}</b><svg class="icon" aria-hidden="true"><use href="#i-upgrade"/></svg>').format(text)
        else:
            arrow = Markup('<svg class="icon to" aria-hidden="true"><use href="#i-chevron"/></svg>')
            cube = Markup('<svg class="cube" aria-hidden="true"><use href="#cube-{}-l"/></svg>')
            inner = Markup("").join(arrow if letter == ">" else cube.format(letter) for letter in text)
        return Markup('<span class="note" role="img" aria-label="{}">{}</span>').format(escape(label), inner)

    def _card_label(self, text: str) -> str:
        """Says a card inside a sentence: "the card that gives 3 turmeric"."""
        if text.startswith("+"):
            number = int(text[1:])
            told = self.translations.ngettext(
                "the card that upgrades once", "the card that upgrades up to %(number)d times", number
            )
            return told % {"number": number}
        give, arrow, get = text.partition(">")
        if not arrow:
            return self._("the card that gives %(get)s") % {"get": self.spices(text)}
        told = self._("the card that turns %(give)s into %(get)s")
        return told % {"give": self.spices(give), "get": self.spices(get)}

    def _label(self, text: str) -> str:
        """Says a note inside a sentence: "2 turmeric for 2 saffron"."""
        if text.startswith("+"):
            number = int(text[1:])
            told = self.translations.ngettext("%(number)d upgrade", "up to %(number)d upgrades", number)
            return told % {"number": number}
        give, arrow, get = text.partition(">")
        if not arrow:
            return self.spices(text)
        return self._("%(give)s for %(get)s") % {"give": self.spices(give), "get": self.spices(get)}
