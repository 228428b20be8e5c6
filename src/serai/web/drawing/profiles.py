"""What the pages around the tables say about a game: name, spices, what it is about, its rulebook and its lesson."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from serai.core.registry import SPECS
from serai.web.drawing.catalogues import mark as _

COLOURS = {"Y": _("yellow"), "R": _("red"), "G": _("green"), "B": _("brown")}


@dataclass(frozen=True)
class Source:
    """Something that gives points: its name, what it counts, its icon; `key` chooses colour and pattern."""

    key: str
    name: str
    note: str
    icon: str
    points: int = 0  # of each, where the note says so


CARDS = Source("cards", _("Cards"), _("Point cards"), "i-claim")
CUBES = Source("cubes", _("Spices"), _("Spices left, 1 each (%(yellow)s none)"), "cube-any")
POINTS = Source("cards", _("Points"), _("Points"), "i-claim")


@dataclass(frozen=True)
class Rulebook:
    """The page of a game's rules: `rules.LANGUAGE.html` has a block for each section, `figures` draws its pictures.

    Its style sheets are `table.css` and `rules.css`.
    """

    prefix: str  # of its rule numbers
    rules: int
    sections: str  # in order; a leading dot makes a subsection of the one before
    headings: Mapping[str, str] = field(default_factory=dict)  # of sections that no other game has
    files: Mapping[str, str] = field(default_factory=dict)  # the component files that the game is played with
    own_symbols: bool = False  # in `symbols.svg`


@dataclass(frozen=True)
class Invitation:
    """The invitation to a lesson, which is in the module `lesson` of the game's page, and the words at its end."""

    title: str
    text: str
    farewell: str


class Won(NamedTuple):
    """The pieces with points that a player collects: the key of a view, and what names and prints them in a set."""

    key: str
    names: str
    printed: str


@dataclass(frozen=True)
class Variants:
    """The variants of a component file (`GameSpec.varied`); the module `variants` of the game's page draws them."""

    title: str  # what is chosen
    own: tuple[str, str]  # name and description of the file of the standard set
    texts: Mapping[str, tuple[str, str]]  # the same of each variant


@dataclass(frozen=True)
class Profile:
    """A game in words that are translated where they are used."""

    title: str
    spices: Mapping[str, str]
    single: Mapping[str, str] = field(default_factory=dict)  # what one cube is called, where that differs
    sources: tuple[Source, ...] = (POINTS,)  # in the order in which the rules count them
    won: Won | None = None
    about: str = ""
    art: str = ""  # the template of its picture
    begin: str = ""  # why to begin with its rules
    network: str = ""  # a note on the bot of that name
    rulebook: Rulebook | None = None
    lesson: Invitation | None = None
    variants: Variants | None = None
    sounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of its own verbs, by names of `moments.js`


def profile(game: str) -> Profile:
    """Returns the profile of a game; without a page it has a title and colours, unregistered it has only its name."""
    spec = SPECS.get(game)
    if spec is None or spec.web is None:
        return Profile(spec.title if spec else game, COLOURS)
    found: Profile = spec.page("profile").PROFILE
    return found


def page_part(game: str, module: str) -> ModuleType:
    """Returns a module of a game's page, such as `board`; one module draws all games without a page."""
    spec = SPECS[game]
    return import_module("serai.web.drawing.plain") if spec.web is None else spec.page(module)


def listed() -> list[str]:
    """Lists the games that the home page offers."""
    return [name for name, spec in SPECS.items() if spec.listed]


def first_and_last(translate: Callable[[str], str]) -> tuple[str, str]:
    """Names the games that the home page offers: all but the last, and the last."""
    *first, last = (translate(profile(game).title) for game in listed())
    return ", ".join(first), last


def games_with_lessons() -> list[str]:
    """Lists the games that have a lesson."""
    return [game for game in listed() if profile(game).lesson]
