"""The games and bots to choose from: games with what they are about, and bots with how they play."""

from collections.abc import Collection
from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from serai.bots import LADDER
from serai.core import spec
from serai.core.component_folders import WITH, built_in, standard, standard_name
from serai.core.component_set import ComponentSet
from serai.core.registry import SPECS
from serai.web.drawing.profiles import listed, profile


@dataclass(frozen=True)
class GameCard:
    """A game to choose: its name, what it is about, its picture, its number of seats, and why to begin with it."""

    key: str
    title: str
    text: str
    art: str
    seats: int
    begin: str


def game_cards(translations: NullTranslations, *more: str) -> list[GameCard]:
    """Describes each listed game, and some more."""
    return [game_card(game, translations) for game in dict.fromkeys([*listed(), *more])]


def game_card(game: str, translations: NullTranslations) -> GameCard:
    """Describes a game."""
    told = profile(game)
    title, about, begin = (text and translations.gettext(text) for text in (told.title, told.about, told.begin))
    return GameCard(game, title, about, told.art, spec.GAMES[game].SEATS[1], begin)


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
    """A bot to choose: its key, its name, and how it plays."""

    key: str
    name: str
    text: str


def ladder(translations: NullTranslations, programs: Collection[str]) -> list[Rung]:
    """Lists the bots with how they play, the weakest first, and then the programs of the house."""
    _ = translations.gettext
    texts = {
        "random": _("takes any legal decision"),
        "novice": _("looks one turn ahead and makes mistakes"),
        "trader": _("looks one turn ahead"),
        "planner": _("plans its own coming turns"),
        "network": network_text(translations),
        "master": _("plans against the plans of others"),
        "grandmaster": _("plans with what it learned"),
        **dict.fromkeys(programs, _("a program added by the operator of this server")),
    }
    return [Rung(key, key.capitalize(), texts.get(key) or LADDER[key]) for key in (*LADDER, *programs)]


def network_text(translations: NullTranslations) -> str:
    """Describes how Network plays, with notes on single games."""
    _, notes = translations.gettext, [profile(game).network for game in listed()]
    return "; ".join([_("plays by what it learned"), *(_(note) for note in notes if note)])
