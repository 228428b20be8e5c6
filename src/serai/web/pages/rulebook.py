"""The rulebooks: a page to choose from and one for each game, in every language."""

from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from serai.core.component_folders import WITH, standard
from serai.core.component_set import ComponentSet
from serai.core.registry import SPECS
from serai.web.drawing import render
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.examples import Drawn
from serai.web.drawing.profiles import Rulebook, profile
from serai.web.drawing.provenance import Marks, stem
from serai.web.drawing.words import Words
from serai.web.http.session import house_of, language_of, page, theme_of
from serai.web.pages.choices import game_cards

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
    "limit": _("The limit of ten"),
    "end": _("End, scoring and ties"),
    "players": _("By number of players"),
    "here": _("At this table"),
    "cards": _("All cards and tiles"),
    "open": _("What is not certain"),
}
COMMON_RULES = 12

router = APIRouter()


@dataclass(frozen=True)
class Section:
    """A section of a page; a `deep` one is a subsection of the one before."""

    id: str
    heading: str
    deep: bool


@dataclass
class Citations:
    """Writes the numbers of rules beside their text; the first place that states a rule is its anchor."""

    translations: NullTranslations
    told: list[str] = field(default_factory=list)

    def __call__(self, *rules: str, ruling: bool = False) -> Markup:
        """Writes the numbers of the rules that a paragraph states; our own rulings are marked."""
        links = [self._link(rule, rule not in self.told) for rule in rules]
        self.told += [rule for rule in rules if rule not in self.told]
        return self._listed(links, self._ruling() if ruling else Markup(""))

    def see(self, *rules: str) -> Markup:
        """Writes the numbers of rules that are stated elsewhere."""
        return self._listed([self._link(rule, False) for rule in rules], Markup(""))

    def _listed(self, links: list[Markup], before: Markup) -> Markup:
        """Puts numbers at the end of a paragraph."""
        return Markup(' <span class="nos">{}{}</span>').format(before, Markup(" ").join(links))

    def _link(self, rule: str, anchor: bool) -> Markup:
        """Writes one number."""
        name = Markup(' id="{}"').format(rule) if anchor else ""
        return Markup('<a class="rule-no" href="#{}"{}>{}</a>').format(rule, name, rule)

    def _ruling(self) -> Markup:
        """Marks what the rule sheets leave open."""
        told = self.translations.gettext("our ruling")
        return Markup('<span class="ours">{}</span> ').format(told)


def sections(book: Rulebook, translations: NullTranslations) -> list[Section]:
    """Lists the sections of a page."""
    headings = {**HEADINGS, **book.headings}
    return [
        Section(name.lstrip("."), translations.gettext(headings[name.lstrip(".")]), name.startswith("."))
        for name in book.sections.split()
    ]


def rules_of(book: Rulebook) -> list[str]:
    """Lists the numbers of all rules that players of a game need."""
    own = [f"{book.prefix}-{number}" for number in range(1, book.rules + 1)]
    return own + [f"C-{number}" for number in range(1, COMMON_RULES + 1)]


def context(pieces: ComponentSet, book: Rulebook, language: str, called: str = "") -> dict[str, Any]:
    """Returns the template context of a game's page."""
    translations, game = render.catalogue(language), pieces.game
    say, marks = Words(game, translations), Marks.of(pieces, book.files, translations)
    return {
        "game": game,
        "say": say,
        "title": say.title,
        "art_at": profile(game).art,
        "has_lesson": profile(game).lesson is not None,
        "own_symbols": book.own_symbols,
        "sections": sections(book, translations),
        "numbers": rules_of(book),
        "rule": Citations(translations),
        "marks": marks,
        "files": [
            (stem(name), translations.gettext(text), marks.kinds[stem(name)]) for name, text in book.files.items()
        ],
        "component_set": called or pieces.name,
        "digest": pieces.digest,
        "draw": Drawn(say),
        **SPECS[game].page("figures").figures(pieces, say),
    }


@lru_cache(maxsize=64)
def rulebook_page(pieces: ComponentSet, language: str, theme: str | None, called: str = "") -> str:
    """Renders the page of a game with the pieces of a component set; it never changes while the server runs."""
    game = pieces.game
    book = profile(game).rulebook
    if book is None:
        return plain(game, language, theme)
    return render.render(
        f"{game}/rules.{language}.html", language, theme=theme, **context(pieces, book, language, called)
    )


def plain(game: str, language: str, theme: str | None) -> str:
    """Shows the rules as the terminal does, for a game without a rulebook."""
    path = SPECS[game].folder / "rules.md"
    if not path.exists():
        raise HTTPException(404)
    title = Words(game, render.catalogue(language)).title
    text = path.read_text(encoding="utf-8")
    return render.render("rules/plain.html", language, theme=theme, title=title, text=text)


@router.get("/rules")
async def choose(request: Request) -> Response:
    """Shows the games."""
    translations = render.catalogue(language_of(request))
    return page(request, "rules/index.html", games=game_cards(translations))


@router.get("/rules/{game}")
async def rules(request: Request, game: str, components: str = "") -> Response:
    """Shows the rules of a game, with the standard set or another one of the house, by name or digest."""
    if game not in SPECS:
        raise HTTPException(404)
    components = components.replace(" ", WITH)  # as browsers read a plus sign in an address
    language, theme = language_of(request), theme_of(request)
    if not components:
        return HTMLResponse(rulebook_page(standard(game), language, theme))
    sets = house_of(request).sets
    named = await sets.named(game, components)
    if named is not None:
        return HTMLResponse(rulebook_page(named, language, theme, components))
    pieces = await sets.with_digest(game, components) or standard(game)
    return HTMLResponse(rulebook_page(pieces, language, theme, await sets.name_of(pieces)))
