"""The pieces of From East to West in words."""

from gettext import NullTranslations

from markupsafe import Markup

from serai.games.east_to_west.web.pieces import Bonus, PointCard, Tile
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.words import Words

SYMBOLS = {
    "saddlebag": _("saddlebag"),
    "hammer": _("hammer"),
    "dreamcatcher": _("dreamcatcher"),
    "compass": _("compass"),
}
CHEAPER = {
    "gain": _("gain locations cost you 1 settler less"),
    "upgrade": _("upgrade locations cost you 1 settler less"),
    "trade": _("trade locations cost you 1 settler less"),
    "": _("some locations cost you 1 settler less"),
}
RICHER = {
    "gain": _("gain locations bring you %(cubes)s more"),
    "upgrade": _("upgrade locations bring you %(cubes)s more"),
    "trade": _("trade locations bring you %(cubes)s more"),
    "": _("some locations bring you %(cubes)s more"),
}


class WestWords:
    """Describes the pieces of the game in one language."""

    def __init__(self, translations: NullTranslations) -> None:
        """Takes the catalogue of the language."""
        self.translations = translations
        self._ = translations.gettext
        self.ngettext = translations.ngettext
        self.say = Words("east_to_west", translations)

    def symbol(self, name: str) -> str:
        """Names a symbol."""
        return self._(SYMBOLS[name])

    def benefit(self, text: str) -> str:
        """Says what a point card brings (EW-10)."""
        kind, *rest = text.split(":")
        if kind == "settlers":
            number = int(rest[0])
            told = self.ngettext("%(number)d settler from the reserve", "%(number)d settlers from the reserve", number)
            return told % {"number": number}
        if kind == "discount":
            return self._(CHEAPER.get(rest[0], CHEAPER[""]))
        if kind == "extra":
            return self._(RICHER.get(rest[0], RICHER[""])) % {"cubes": self.say.spices(rest[1])}
        return self._("an exploration tile")

    def points(self, number: int) -> str:
        """Writes a number of points."""
        return self.ngettext("%(number)d point", "%(number)d points", number) % {"number": number}

    def card(self, card: PointCard) -> str:
        """Describes a point card."""
        told = self._("Point card: %(points)s and a %(symbol)s for %(cost)s; it brings: %(benefit)s")
        return told % {
            "points": self.points(card.points),
            "symbol": self.symbol(card.symbol),
            "cost": self.say.spices(card.cost),
            "benefit": self.benefit(card.benefit),
        }

    def bonus(self, tile: Bonus) -> str:
        """Says what a bonus tile counts for (EW-21)."""
        points = self.points(tile.points)
        if tile.score == "settlers":
            return self._("%(points)s per 2 settlers outside the reserve") % {"points": points}
        if tile.score == "merchants":
            return self._("%(points)s per 2 merchants in route and discard pile") % {"points": points}
        one, other = map(self.symbol, tile.symbols)
        if one == other:
            return self._("%(points)s per pair of the symbol %(symbol)s") % {"points": points, "symbol": one}
        told = self._("%(points)s per %(one)s with %(other)s")
        return told % {"points": points, "one": one, "other": other}

    def draw(self, tile: Bonus) -> Markup:
        """Draws a bonus tile inline: its symbols and points."""
        icons = {"settlers": ["i-settler"] * 2, "merchants": ["i-cards"]}.get(tile.score, [])
        drawn = [
            Markup('<svg class="sym" aria-hidden="true"><use href="#sym-{}"/></svg>').format(k) for k in tile.symbols
        ]
        drawn += [Markup('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>').format(name) for name in icons]
        points = f"{tile.points}/2" if icons else tile.points
        told = Markup('<span class="note bnote" role="img" aria-label="{}">{}<b>{}</b></span>')
        return told.format(self.bonus(tile), Markup("").join(drawn), points)

    def tile(self, tile: Tile) -> str:
        """Describes an exploration tile."""
        brings = []
        if tile.gain:
            brings.append(self.say.card(tile.gain))
        if tile.upgrades:
            brings.append(self.say.card(f"+{tile.upgrades}"))
        if tile.settlers:
            brings.append(self.benefit(f"settlers:{tile.settlers}"))
        return self._("Exploration tile: %(what)s") % {"what": ", ".join([*brings, self.points(tile.points)])}

    def note(self, text: str) -> Markup:
        """Draws a trade inline."""
        return self.say.note(text)

    def card_note(self, text: str) -> Markup:
        """Draws a merchant card inline."""
        return self.say.card_note(text)
