"""Templates and languages: one Jinja2 environment, with the catalogues of every language read once."""

import hashlib
import io
from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from serai.web.scene import Scene
from serai.web.words import Words, tied

HERE = Path(__file__).parent
LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano"}
Translate = Callable[[str], str]


@cache
def environment(language: str) -> Environment:
    """Makes the environment of a language; templates say `_()` and `ngettext()`."""
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    found.install_gettext_translations(catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    found.globals.update(language=language, languages=LANGUAGES, art=art, static=static)
    found.filters["tied"] = tied
    return found


@cache
def catalogue(language: str) -> NullTranslations:
    """Reads the catalogue of a language from its .po file; English is the language of the sources."""
    path = HERE / "locale" / language / "LC_MESSAGES" / "serai.po"
    if not path.exists():
        return NullTranslations()
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return Translations(compiled)


@cache
def art(name: str) -> Markup:
    """Returns one of our drawings to be put inline."""
    return Markup((HERE / "templates" / "art" / f"{name}.svg").read_text(encoding="utf-8"))


@cache
def static(name: str) -> str:
    """Returns the address of a static file; it changes with the file, so that browsers may keep it for ever."""
    digest = hashlib.sha256((HERE / "static" / name).read_bytes()).hexdigest()[:16]
    return f"/static/{name}?v={digest}"


def render(template: str, language: str, **context: Any) -> str:
    """Renders a template in a language."""
    return environment(language).get_template(template).render(**context)


def table_page(scene: Scene, language: str, whole: bool = True, **context: Any) -> str:
    """Draws a table: the whole page, or only what lies on the table; `theme` and `replay` come as context."""
    game, translations = scene.view["game"], catalogue(language)
    look = import_module(f"serai.web.look.{game}").look(scene, translations)
    log = import_module(f"serai.web.telling.{game}").tell(scene, translations)
    say = Words(game, translations)
    return render(f"games/{game}.html", language, scene=scene, say=say, log=log, whole=whole, **look, **context)
