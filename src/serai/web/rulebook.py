"""The rules of the three games for people: a page to choose from and one for each game, in every language."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from serai.rules import components
from serai.web import rendering
from serai.web.homes import ARTS, game_cards
from serai.web.pictures import east_to_west, sand_to_sea, spice_road
from serai.web.pictures.common import Drawn
from serai.web.requests import language_of, page, theme_of
from serai.web.sureness import FILES, Marks
from serai.web.words import TITLES, Words


def _(text: str) -> str:
    """Marks a text for the catalogues; it is translated where it is used."""
    return text


PICTURES: dict[str, Callable[[Words], dict[str, Any]]] = {
    "spice_road": spice_road.pictures,
    "sand_to_sea": sand_to_sea.pictures,
    "east_to_west": east_to_west.pictures,
}
# The sections of each page in order; those that begin with a dot stand below the one before them.
SECTIONS = {
    "spice_road": (
        "goal pieces setup turn .play .upgrade .trade .acquire .rest .claim .coins limit end players here cards open"
    ),
    "sand_to_sea": (
        "goal pieces setup turn .play .upgrade .trade .acquire .sail .toll .build .column .port .rest "
        "limit end players here cards open"
    ),
    "east_to_west": (
        "goal pieces setup turn .work .upgrade .trade .fort .benefit .explore .market .route .refresh .adjust .rest "
        "limit end bonus players here cards open"
    ),
}
HEADINGS = {
    "goal": _("Goal"),
    "pieces": _("The pieces"),
    "setup": _("Set-up"),
    "turn": _("Your turn"),
    "play": _("Play a card"),
    "upgrade": _("Upgrading"),
    "trade": _("Trading"),
    "acquire": _("Acquire a card"),
    "rest": _("Resting"),
    "claim": _("Claim a point card"),
    "coins": _("Coins"),
    "limit": _("The limit of ten"),
    "end": _("End, scoring and ties"),
    "players": _("By number of players"),
    "here": _("At this table"),
    "cards": _("All cards and tiles"),
    "open": _("What is not certain"),
    "sail": _("The boat"),
    "toll": _("Company on an island"),
    "build": _("Outposts and markets"),
    "column": _("Emptied columns"),
    "port": _("Ports"),
    "work": _("Work at a location"),
    "fort": _("Forts"),
    "benefit": _("What point cards bring"),
    "explore": _("Exploring"),
    "market": _("Markets"),
    "route": _("Your trade route"),
    "refresh": _("Refresh the market"),
    "adjust": _("Adjust the route"),
    "bonus": _("Bonus tiles"),
}
FILE_NAMES = {
    "spice_road/merchant_cards": _("Merchant cards"),
    "spice_road/point_cards": _("Point cards"),
    "sand_to_sea/map": _("Map"),
    "sand_to_sea/starting_spices": _("Starting spices"),
    "sand_to_sea/island_tiles": _("Island tiles"),
    "sand_to_sea/bonus_tiles": _("Bonus tiles"),
    "sand_to_sea/victory_tiles": _("Victory tiles"),
    "sand_to_sea/player_board": _("Outpost board"),
    "east_to_west/locations": _("Locations"),
    "east_to_west/point_cards": _("Point cards"),
    "east_to_west/bonus_tiles": _("Bonus tiles"),
    "east_to_west/exploration_tiles": _("Exploration tiles"),
}
RULES = {"spice_road": ("SR", 14), "sand_to_sea": ("SS", 17), "east_to_west": ("EW", 21)}
COMMON_RULES = 12
ITS_OWN = {"spice_road": "", "sand_to_sea": "symbols_sea", "east_to_west": "symbols_ew"}

router = APIRouter()


@dataclass(frozen=True)
class Section:
    """A section of a page; `deep` ones stand below the one before them."""

    id: str
    heading: str
    deep: bool


@dataclass
class Citations:
    """Writes the numbers of rules beside what they say; the first place that tells a rule is its anchor."""

    translations: NullTranslations
    told: list[str] = field(default_factory=list)

    def __call__(self, *rules: str, ruling: bool = False) -> Markup:
        """Writes the numbers that a paragraph tells; a ruling of ours gets a mark."""
        links = [self._link(rule, rule not in self.told) for rule in rules]
        self.told += [rule for rule in rules if rule not in self.told]
        return self._listed(links, self._ruling() if ruling else Markup(""))

    def see(self, *rules: str) -> Markup:
        """Writes numbers that are told elsewhere."""
        return self._listed([self._link(rule, False) for rule in rules], Markup(""))

    def _listed(self, links: list[Markup], before: Markup) -> Markup:
        """Puts numbers at the end of a paragraph."""
        return Markup(' <span class="nos">{}{}</span>').format(before, Markup(" ").join(links))

    def _link(self, rule: str, anchor: bool) -> Markup:
        """Writes one number."""
        name = Markup(' id="{}"').format(rule) if anchor else ""
        return Markup('<a class="rule-no" href="#{}"{}>{}</a>').format(rule, name, rule)

    def _ruling(self) -> Markup:
        """Says that the sheets leave this open."""
        told = self.translations.gettext("our ruling")
        return Markup('<span class="ours">{}</span> ').format(told)


def sections(game: str, translations: NullTranslations) -> list[Section]:
    """Lists the sections of a page."""
    return [
        Section(name.lstrip("."), translations.gettext(HEADINGS[name.lstrip(".")]), name.startswith("."))
        for name in SECTIONS[game].split()
    ]


def rules_of(game: str) -> list[str]:
    """Lists the numbers of all rules that players of a game need."""
    prefix, last = RULES[game]
    own = [f"{prefix}-{number}" for number in range(1, last + 1)]
    return own + [f"C-{number}" for number in range(1, COMMON_RULES + 1)]


def context(game: str, language: str) -> dict[str, Any]:
    """Returns what the page of a game is drawn from."""
    translations = rendering.catalogue(language)
    say, marks = Words(game, translations), Marks.of(game, translations)
    return {
        "game": game,
        "say": say,
        "title": say.title,
        "art_name": ARTS[game],
        "sprite": ITS_OWN[game],
        "sections": sections(game, translations),
        "numbers": rules_of(game),
        "rule": Citations(translations),
        "marks": marks,
        "files": [(name, translations.gettext(FILE_NAMES[name]), marks.kinds[name]) for name in files_of(game)],
        "component_set": components.set_name(game),
        "draw": Drawn(say),
        **PICTURES[game](say),
    }


def files_of(game: str) -> list[str]:
    """Lists the component files that a game is played with."""
    return [file.removesuffix(".csv").removesuffix(".txt") for file in FILES[game]]


@cache
def drawn(game: str, language: str, theme: str | None) -> str:
    """Draws the page of a game; it never changes while the server runs."""
    return rendering.render(f"rules/{game}.{language}.html", language, theme=theme, **context(game, language))


@router.get("/rules")
async def choose(request: Request) -> Response:
    """Shows the three games."""
    translations = rendering.catalogue(language_of(request))
    return page(request, "rules/index.html", games=game_cards(translations))


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """Shows the rules of a game."""
    if game not in TITLES:
        raise HTTPException(404)
    return HTMLResponse(drawn(game, language_of(request), theme_of(request)))
