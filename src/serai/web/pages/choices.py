"""The games and bots to choose from: games with what they are about, and bots with how they play."""

from collections.abc import Collection
from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from serai.bots import LADDER
from serai.bots.levels import NAMES
from serai.core import spec
from serai.core.component_folders import WITH, built_in, standard, standard_name
from serai.core.component_set import ComponentSet
from serai.core.registry import SPECS
from serai.web.drawing.profiles import listed, profile

OTHERS = [name for name in LADDER if name not in NAMES]


@dataclass(frozen=True)
class GameCard:
    """A game to choose: its name, what it is about, its picture, seats, why to begin with it, if it has a lesson."""

    key: str
    title: str
    text: str
    art: str
    seats: int
    begin: str
    lesson: bool


def game_cards(translations: NullTranslations, *more: str) -> list[GameCard]:
    """Describes each listed game, and some more."""
    return [game_card(game, translations) for game in dict.fromkeys([*listed(), *more])]


def game_card(game: str, translations: NullTranslations) -> GameCard:
    """Describes a game."""
    told = profile(game)
    title, about, begin = (text and translations.gettext(text) for text in (told.title, told.about, told.begin))
    return GameCard(game, title, about, told.art, spec.GAMES[game].SEATS[1], begin, told.lesson is not None)


@dataclass(frozen=True)
class Choice:
    """A variant to choose: its key (empty for the file of the set itself), its name, a description and a drawing."""

    key: str
    name: str
    text: str
    drawing: Markup


@dataclass(frozen=True)
class VariantChoices:
    """What is chosen, and the variants to choose from."""

    title: str
    choices: list[Choice]


def variant_choices(game: str, translations: NullTranslations) -> VariantChoices | None:
    """Describes the variants of a game's component file; None if it has none."""
    told, _ = profile(game).variants, translations.gettext
    if told is None:
        return None
    sets = {"": standard(game), **{key: built_in(game, f"{standard_name(game)}{WITH}{key}") for key in told.texts}}
    texts = {"": told.own, **told.texts}
    choices = [Choice(key, _(name), _(text), drawing(sets[key])) for key, (name, text) in texts.items()]
    return VariantChoices(_(told.title), choices)


def drawing(pieces: ComponentSet) -> Markup:
    """Draws the variant that a set is played with."""
    drawn: Markup = SPECS[pieces.game].page("variants").drawing(pieces)
    return drawn


@dataclass(frozen=True)
class Rung:
    """A bot to choose: its key, its name, and how it plays; of a level also its number."""

    key: str
    name: str
    text: str
    number: int = 0

    @property
    def short(self) -> str:
        """The name without the number."""
        return self.key.capitalize()


def level_rungs(translations: NullTranslations) -> list[Rung]:
    """Lists the levels for people with their styles and how they play, the weakest first."""
    _ = translations.gettext
    texts = {
        "amira": _("collects; gathers spices and sees only the cards close by"),
        "batu": _("hurries; goes for the first points in reach and sees few cards"),
        "cem": _("builds; thinks two turns ahead"),
        "dilara": _("hurries; thinks three turns ahead"),
        "emin": _("collects; thinks four turns ahead"),
        "farah": _("collects; thinks six turns ahead and more"),
        "gulnar": _("weighs everything; plans the whole way to the next cards"),
        "hakim": _("weighs everything; has learned from very many games, and overlooks some cards"),
        "inara": _("weighs everything; overlooks no card"),
        "jamal": _("weighs everything; considers what the others may do"),
        "kamila": _("weighs everything; has learned, and tries out a few ways on"),
        "leyla": _("weighs everything; has learned, and tries out hundreds of ways on: the champion"),
    }
    return [Rung(key, f"{number} · {key.capitalize()}", texts[key], number) for number, key in enumerate(NAMES, 1)]


@dataclass(frozen=True)
class Rungs:
    """A part of the list of bots, with its heading."""

    title: str
    rungs: list[Rung]


def ladder(translations: NullTranslations, programs: Collection[str]) -> list[Rungs]:
    """Lists the levels for people, then the bots of the arena with how they play, then the programs of the house."""
    _ = translations.gettext
    texts = {
        "random": _("takes any legal decision"),
        "novice": _("looks one turn ahead and makes mistakes"),
        "trader": _("looks one turn ahead"),
        "planner": _("plans its own coming turns"),
        "network": network_text(translations),
        "master": _("plans against the plans of others"),
        "grandmaster": _("plans with what it learned"),
    }
    added = dict.fromkeys(programs, _("a program added by the operator of this server"))
    parts = [
        Rungs(_("Levels"), level_rungs(translations)),
        Rungs(_("Bots for comparison"), [_plain(key, texts.get(key) or LADDER[key]) for key in OTHERS]),
        Rungs(_("Programs"), [_plain(key, text) for key, text in added.items()]),
    ]
    return [part for part in parts if part.rungs]


def _plain(key: str, text: str) -> Rung:
    """Describes a bot that is no level."""
    return Rung(key, key.capitalize(), text)


def network_text(translations: NullTranslations) -> str:
    """Describes how Network plays, with notes on single games."""
    _, notes = translations.gettext, [profile(game).network for game in listed()]
    return "; ".join([_("plays by what it learned"), *(_(note) for note in notes if note)])
