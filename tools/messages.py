"""Collects the texts of the web table into the catalogues: `make messages`; `--check` only reports problems."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from serai.web.drawing import render

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "serai"
WEB = SOURCE / "web"
LANGUAGES = [language for language in render.LANGUAGES if language != "en"]  # English is in the sources
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%%")
Text = str | list[str] | tuple[str, ...] | None


def path_of(language: str) -> Path:
    """Returns the catalogue file of a language."""
    return WEB / "locale" / language / "LC_MESSAGES" / "serai.po"


def template() -> Catalog:
    """Collects every text from sources and templates, in the order of the files."""
    found = Catalog(project="serai", charset="utf-8", fuzzy=False)
    options = {"**.html": {"extensions": "jinja2.ext.i18n"}}
    for folder in (WEB, *sorted(SOURCE.glob("games/*/web"))):
        texts = extract_from_dir(folder, METHODS, options, KEYWORDS)
        for _, _, text, comments, context in sorted(texts, key=lambda entry: (entry[0], entry[1])):
            found.add(text, None, auto_comments=comments, context=context)
    return found


def read(language: str) -> Catalog:
    """Reads a catalogue; an empty one if there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="serai", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Updates a catalogue: removes old texts, adds new ones empty at the end, and keeps the order of the rest."""
    before, fresh = read(language), template()
    catalogue = Catalog(locale=language, project="serai", charset="utf-8", fuzzy=False)
    catalogue.header_comment, catalogue.mime_headers = before.header_comment, before.mime_headers
    kept = (message for message in before if message.id and message.id in fresh)
    for message in (*kept, *(message for message in fresh if message.id and message.id not in before)):
        catalogue[message.id] = message
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, omit_header=False, no_location=True, ignore_obsolete=True)


def forms(text: Text) -> tuple[str, ...]:
    """Returns all forms of a text."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(text: str) -> set[str]:
    """Returns the placeholders of a text."""
    return {found for found in PLACEHOLDER.findall(text) if found}


def faults(language: str) -> Iterator[str]:
    """Yields which texts of a language are missing, unused, or have other placeholders than in English."""
    catalogue, wanted = read(language), template()
    known = {message.id for message in wanted if message.id}
    for message in catalogue:
        if message.id and message.id not in known:
            yield f"{language}: {message.id!r} is used nowhere"
    for message in wanted:
        if message.id:
            yield from fault(language, message, catalogue.get(message.id))


def fault(language: str, wanted: Message, found: Message | None) -> Iterator[str]:
    """Yields what is wrong with one text."""
    texts = forms(found.string) if found else ()
    if not found or found.fuzzy or not texts or not all(texts):
        yield f"{language}: {wanted.id!r} is not translated"
        return
    if len(texts) != len(forms(wanted.id)):
        yield f"{language}: {wanted.id!r} needs {len(forms(wanted.id))} forms"
    allowed = set().union(*(placeholders(text) for text in forms(wanted.id)))
    for text in texts:
        if placeholders(text) - allowed or (len(texts) == 1 and placeholders(text) != allowed):
            yield f"{language}: {text!r} fills in other things than {wanted.id!r}"


def main() -> None:
    """Updates the catalogues, then prints what is left to translate."""
    if "--check" not in sys.argv:
        for language in LANGUAGES:
            update(language)
    found = [fault for language in LANGUAGES for fault in faults(language)]
    print("\n".join(found[:40]) or "messages: every text in every language")
    print(f"{len(found)} faults" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
