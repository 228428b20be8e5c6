"""Templates and languages: one Jinja2 environment per language, whose catalogue is read once."""

import hashlib
import io
import re
import shutil
from collections.abc import Callable
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from serai.core.notation.cards import SPICES
from serai.core.registry import SPECS
from serai.web.drawing.kept import Once
from serai.web.drawing.log import log_of
from serai.web.drawing.profiles import first_and_last, page_part, profile
from serai.web.drawing.recap import look_back, recap
from serai.web.drawing.scene import Scene
from serai.web.drawing.whitespace import Condensed
from serai.web.drawing.words import Words, tied

WEB = Path(__file__).parents[1]
LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano"}
# Yellow, red, green and brown; none in German, where two of them share a letter: the shape is enough.
COLOUR_LETTERS = {"en": SPICES, "de": ("", "", "", ""), "it": "GRVM"}
LETTER = re.compile(f'(<symbol id="cube-[^"]*-l".*?<text class="ltr"[^>]*>)([{"".join(SPICES)}])(</text>)')
MOST_FACES = 1000
Translate = Callable[[str], str]


@cache
def environment(language: str) -> Environment:
    """Makes the environment of a language; templates say `_()` and `ngettext()`."""
    found = Environment(
        loader=ChoiceLoader([FileSystemLoader(WEB / "templates"), PrefixLoader(_templates())]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", Condensed],
    )
    found.install_gettext_translations(catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    found.globals.update(language=language, languages=LANGUAGES, art=partial(art, language=language), static=static)
    found.globals["games_named"] = partial(first_and_last, catalogue(language).gettext)
    found.globals["card_face"] = lru_cache(MOST_FACES)(partial(_card_face, found))
    found.globals["once"] = Once()
    found.filters["tied"] = tied
    return found


def _card_face(pages: Environment, text: str, letter: bool) -> Markup:
    """Draws what is printed on a merchant card; the same for all tables and everyone."""
    return Markup(pages.get_template("face.html").render(s=text, letter=letter))


@cache
def catalogue(language: str) -> NullTranslations:
    """Reads the catalogue of a language from its .po file; English is the language of the sources."""
    path = WEB / "locale" / language / "LC_MESSAGES" / "serai.po"
    if not path.exists():
        return NullTranslations()
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return Translations(compiled)


@cache
def art(name: str, language: str = "en") -> Markup:
    """Returns one of our drawings as inline SVG; cubes have the letters of their colours in a language."""
    drawn = found(f"{name}.svg", WEB / "templates" / "art").read_text(encoding="utf-8")
    letters = dict(zip(SPICES, COLOUR_LETTERS[language], strict=True))
    return Markup(LETTER.sub(lambda found: f"{found[1]}{letters[found[2]]}{found[3]}", drawn))


def found(name: str, shared: Path) -> Path:
    """Returns a file shared by all pages, or one of a game: `GAME/table.css`."""
    game, _, rest = name.partition("/")
    own = _web_folders().get(game)
    return own / rest if rest and own else shared / name


def _templates() -> dict[str, FileSystemLoader]:
    """Returns the template loader of each game, by its name."""
    return {name: FileSystemLoader(folder) for name, folder in _web_folders().items()}


def _web_folders() -> dict[str, Path]:
    """Returns the folders of the pages that games have."""
    return {name: spec.folder / spec.web for name, spec in SPECS.items() if spec.web is not None}


@cache
def static(name: str) -> str:
    """Returns the address of a static file; it changes with the file, so browsers may cache it forever."""
    digest = hashlib.sha256(found(name, WEB / "static").read_bytes()).hexdigest()[:16]
    return f"/static/{name}?v={digest}"


@cache
def static_files() -> dict[str, Path]:
    """Lists the style sheets and scripts of the games by the names under which they are served."""
    folders, kinds = _web_folders().items(), ("*.css", "*.js")
    return {f"{name}/{path.name}": path for name, folder in folders for kind in kinds for path in folder.glob(kind)}


def copy_static(to: Path) -> None:
    """Copies everything served under /static into a folder."""
    shutil.copytree(WEB / "static", to, dirs_exist_ok=True)
    for name, path in static_files().items():
        (to / name).parent.mkdir(exist_ok=True)
        shutil.copy(path, to / name)


def render(template: str, language: str, **context: Any) -> str:
    """Renders a template in a language."""
    return environment(language).get_template(template).render(**context)


def table_page(scene: Scene, language: str, whole: bool = True, now: Scene | None = None, **context: Any) -> str:
    """Draws a table: the whole page, or only what lies on the table; `theme` and `replay` come as context.

    With `now`, the scene is a look back at an earlier moment of it.
    """
    game, translations = scene.view["game"], catalogue(language)
    board = page_part(game, "board").context(scene, translations)
    log = log_of(now or scene, translations)
    board["recap"] = [] if "replay" in context else recap(now or scene, log)
    if now is not None:
        board["ask"] = look_back(scene, board["recap"], translations)
    say, template = Words(game, translations), "plain.html" if SPECS[game].web is None else f"{game}/table.html"
    context = {"sounds": profile(game).sounds, **context}
    return render(template, language, scene=scene, say=say, log=log, whole=whole, **board, **context)
