"""The component files of a game as forms: their columns, how a line is drawn as a piece, and faults in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import NullTranslations
from types import ModuleType

from markupsafe import Markup

from serai.core.component_folders import KINDS, standard, with_files
from serai.core.component_set import CUSTOM
from serai.core.components import BadComponents, Fault, Files, notes_of
from serai.core.registry import MERCHANT_FILE, SPECS
from serai.web.drawing import render
from serai.web.drawing.catalogues import mark as _
from serai.web.drawing.profiles import profile
from serai.web.drawing.words import Words

MOST_DRAWN = 4000
Cells = dict[str, str]


@dataclass(frozen=True)
class Column:
    """A column of a file: `kind` is cubes, number, choice or text; choices are values with their labels."""

    name: str
    label: str
    kind: str = "text"
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""

    @staticmethod
    def words(label: str) -> list[str]:
        """Splits the label of a choice into words joined by `+`, each of which is translated."""
        found = label.split("+")
        return found if all(found) else [label]


@dataclass(frozen=True)
class Sheet:
    """A file as a form: what one line is called, and its columns; none for a file that is a text.

    A sheet that is drawn whole has one picture of all its lines. Where lines stand for one thing together, such as a
    pile, all of them come from a box as soon as one does.
    """

    path: str
    title: str
    one: str = _("Line %(number)d")
    columns: tuple[Column, ...] = ()
    whole: bool = False
    fixed: bool = False  # has as many lines as it has
    together: bool = False
    hint: str = ""

    @property
    def has_id(self) -> bool:
        """Whether its lines are numbered by a first column, which the form leaves out."""
        return _header(self.path)[0] == "id"

    @property
    def by_line(self) -> bool:
        """Whether each line is a piece of its own, which may come from elsewhere than the others."""
        return bool(self.columns) and self.has_id and not self.whole and not self.together

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the form."""
        return tuple(column.name for column in self.columns)

    def rows(self, text: str) -> list[Cells] | None:
        """Reads the lines of a file without checking them; None if its first line is not that of its columns."""
        lines = text.splitlines()
        head = len(notes_of(lines))
        if lines[head : head + 1] != [",".join(_header(self.path))]:
            return None
        return [self._cells(line) for line in lines[head + 1 :] if line.strip()]

    def _cells(self, line: str) -> Cells:
        """Splits a line; surplus text stays in the last cell, where the fault is shown."""
        cells = [cell.strip() for cell in line.split(",", len(_header(self.path)) - 1)]
        own = cells[1:] if self.has_id else cells
        return dict(zip(self.names, [*own, *[""] * len(self.columns)], strict=False))

    def text(self, rows: Sequence[Cells], notes: Sequence[str]) -> str:
        """Writes the file."""
        lines = [
            ",".join([str(number)] * self.has_id + [row[name] for name in self.names])
            for number, row in enumerate(rows)
        ]
        return "\n".join([*_commented(notes), ",".join(_header(self.path)), *lines, ""])


def body(text: str) -> str:
    """Returns a text without its leading notes."""
    lines = text.splitlines()
    return "\n".join(lines[len(notes_of(lines)) :])


def with_notes(text: str, notes: Sequence[str]) -> str:
    """Puts notes above a text."""
    return "\n".join([*_commented(notes), *text.splitlines(), ""])


def _commented(notes: Sequence[str]) -> list[str]:
    """Writes notes as leading lines."""
    return [f"# {note}" for note in notes]


@cache
def _header(path: str) -> tuple[str, ...]:
    """Returns the columns of a file, as its built-in version has them."""
    lines = next(standard(game).files[path] for game in KINDS if path in KINDS[game].FILES).splitlines()
    return tuple(lines[len(notes_of(lines))].split(","))


CUBES_HINT = _("Letters Y, R, G, B, one for each cube")
MERCHANTS = Sheet(
    MERCHANT_FILE,
    _("Merchant cards"),
    _("Merchant card %(number)d"),
    (
        Column("set", _("Pile"), "choice", (("starting", _("starting hand")), ("deck", _("deck")))),
        Column("kind", _("Kind"), "choice", (("spice", _("gain")), ("upgrade", _("upgrade")), ("trade", _("trade")))),
        Column("give", _("You give"), "cubes", hint=CUBES_HINT),
        Column("get", _("You get"), "cubes", hint=CUBES_HINT),
        Column("upgrades", _("Upgrades"), "number"),
    ),
)


def _page(game: str) -> ModuleType | None:
    """Returns the module that draws the entries of a game, None for a game without a page or without this part."""
    try:
        return None if SPECS[game].web is None else SPECS[game].page("entries")
    except ModuleNotFoundError as error:
        if not (error.name or "").endswith(".entries"):
            raise
        return None


@cache
def sheets(game: str) -> tuple[Sheet, ...]:
    """Lists the files of a game in the order of its rulebook; without forms of its own, by their first lines."""
    page, book = _page(game), profile(game).rulebook
    known = {sheet.path: sheet for sheet in (*(page.SHEETS if page else ()), MERCHANTS)}
    order = [path for path in (book.files if book else ()) if path in KINDS[game].FILES]
    return tuple(known.get(path) or _plain(path) for path in dict.fromkeys([*order, *KINDS[game].FILES]))


def _plain(path: str) -> Sheet:
    """Makes a form from the first line of a file."""
    title = path.rpartition("/")[2]
    if not path.endswith(".csv"):
        return Sheet(path, title)
    return Sheet(path, title, columns=tuple(Column(name, name) for name in _header(path) if name != "id"))


# Drawing.


def drawn(game: str, sheet: Sheet, cells: Cells, language: str) -> Markup:
    """Draws a valid line as its piece."""
    return _drawn(game, sheet.path, tuple(cells.items()), language)


@lru_cache(MOST_DRAWN)
def _drawn(game: str, path: str, cells: tuple[tuple[str, str], ...], language: str) -> Markup:
    """Draws a line by the macros of the table."""
    say, page = Words(game, render.catalogue(language)), _page(game)
    if path == MERCHANT_FILE:
        return Markup(render.render("sets/merchant.html", language, say=say, text=merchant_text(dict(cells))))
    if page is None:
        return Markup("")
    return Markup(render.render(f"{game}/entries.html", language, say=say, **page.picture(path, dict(cells), say)))


def merchant_text(cells: Cells) -> str:
    """Writes a merchant card in the notation."""
    if cells["kind"] == "upgrade":
        return f"+{int(cells['upgrades'])}"
    return f"{cells['give']}>{cells['get']}" if cells["kind"] == "trade" else cells["get"]


@lru_cache(64)
def drawn_whole(game: str, path: str, text: str, language: str) -> Markup:
    """Draws a file that has one picture, in a set that is standard otherwise; nothing if it has faults."""
    say, page = Words(game, render.catalogue(language)), _page(game)
    try:
        pieces = with_files(game, {path: text})
    except BadComponents:
        return Markup("")
    if page is None:
        return Markup("")
    return Markup(render.render(f"{game}/entries.html", language, say=say, **page.whole_picture(path, pieces, say)))


# Faults.


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a file: its line (0: the whole file), the column if one is to blame, and why."""

    path: str
    line: int
    what: str
    column: str = ""


def faults(game: str, texts: Mapping[str, str]) -> list[Wrong]:
    """Lists what is wrong with the files of a set, by the checks of a folder."""
    files = Files(texts)
    try:
        KINDS[game](CUSTOM, files).check(files)
    except BadComponents as error:
        return [_wrong(fault) for fault in error.faults]
    return []


def _wrong(fault: Fault) -> Wrong:
    """Finds the column to blame."""
    path = str(fault.path)
    if named := re.fullmatch(r"column '(\w+)': (.*)", fault.what, re.DOTALL):
        return Wrong(path, fault.line, named[2], named[1])
    first = fault.what.partition(" ")[0]
    return Wrong(path, fault.line, fault.what, first if path.endswith(".csv") and first in _header(path) else "")


# The sentences of the checks, with what they fill in; any other is shown as it is.
SENTENCES = (
    _("%(number)s cells instead of %(wanted)s"),
    _("%(what)s is not made of %(letters)s"),
    _("%(what)s has more than %(most)s cubes"),
    _("no cubes where some belong"),
    _("%(what)s is not a whole number from %(least)s to %(most)s"),
    _("%(what)s where nothing belongs"),
    _("the trade gives back all that it takes, so it could be repeated for ever"),
    _("there must be at least one starting card and six deck cards"),
    _("%(number)s cards; there is room for %(most)s"),
    _("%(number)s cards; there must be %(least)s to %(most)s"),
    _("%(number)s tiles; there must be %(least)s to %(most)s"),
    _("%(what)s is none of %(choices)s"),
)
NAMED = ("kind", "column")  # what a sentence fills in under the name that the form has for it
PLACEHOLDER = re.compile(r"%\\\((\w+)\\\)s")


def fault_text(game: str, what: str, translations: NullTranslations) -> str:
    """Translates a fault into a sentence."""
    page = _page(game)
    for pattern, text in _patterns((*(page.SENTENCES if page else ()), *SENTENCES)):
        if found := pattern.fullmatch(what):
            what = translations.gettext(text) % {
                key: translations.gettext(_labels(game).get(value.strip("'"), value)) if key in NAMED else value
                for key, value in found.groupdict().items()
            }
            break
    return f"{what[:1].upper()}{what[1:]}".rstrip(".") + "."


@cache
def _labels(game: str) -> dict[str, str]:
    """Returns the labels of all columns and of what can be chosen in them."""
    columns = [column for sheet in sheets(game) for column in sheet.columns]
    return {name: label for column in columns for name, label in ((column.name, column.label), *column.choices) if name}


@cache
def _patterns(sentences: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Makes a pattern of each sentence, in which something is filled in."""
    return [(re.compile(PLACEHOLDER.sub(r"(?P<\1>.+?)", re.escape(text)), re.DOTALL), text) for text in sentences]
