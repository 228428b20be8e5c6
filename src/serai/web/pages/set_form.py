"""The component-set form: input, resulting files, and page data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations

from markupsafe import Markup

from serai.core.component_folders import original
from serai.core.component_set import ComponentSet
from serai.core.components import certainty, ids_from_box, notes_of
from serai.web.drawing import entries, render
from serai.web.drawing.entries import Cells, Column, Sheet, Wrong
from serai.web.drawing.provenance import BOX, NAMES
from serai.web.refusals import BadColumns

MOST_ROWS = 100
LONGEST_CELL = 80
LONGEST_TEXT = 16 * 1024
NOTE = "From this box: entered in the form of a server."
SOME = "From this box: ids %s. About the others:"

Sent = Mapping[str, str]


@dataclass(frozen=True)
class Filled:
    """A sheet as filled in: its rows, or its text; `box`: the owner has compared it with the box."""

    sheet: Sheet
    rows: tuple[Cells, ...] = ()
    text: str = ""
    box: bool = False

    @classmethod
    def of(cls, sheet: Sheet, text: str) -> "Filled":
        """Reads a file; raises BadColumns if it is no table of this kind."""
        box = certainty(notes_of(text.splitlines())) == BOX
        if not sheet.columns:
            return cls(sheet, text=entries.body(text)[:LONGEST_TEXT], box=box)
        rows = sheet.rows(text)
        if rows is None or len(rows) > MOST_ROWS:
            columns = standard_header(sheet)
            raise BadColumns(file=sheet.path, columns=columns, most=MOST_ROWS)
        return cls(sheet, tuple({name: cell[:LONGEST_CELL] for name, cell in row.items()} for row in rows), box=box)

    @classmethod
    def read(cls, sheet: Sheet, number: int, sent: Sent) -> "Filled":
        """Reads the fields of a sheet."""
        box = f"b{number}" in sent
        if not sheet.columns:
            text = "\n".join(sent.get(f"t{number}", "")[:LONGEST_TEXT].splitlines())
            return cls(sheet, text=entries.body(text), box=box)
        count = sent.get(f"n{number}", "")
        rows = range(min(MOST_ROWS, int(count)) if count.isascii() and count.isdigit() and len(count) < 5 else 0)
        return cls(
            sheet,
            tuple(
                {column.name: clean(sent.get(f"{number}.{row}.{column.name}", ""), column) for column in sheet.columns}
                for row in rows
            ),
            box=box,
        )

    def same(self, text: str) -> bool:
        """Whether a file has the same values."""
        if self.sheet.columns:
            return list(self.rows) == self.sheet.rows(text)
        return [line.split() for line in self.text.split("\n")] == [
            line.split() for line in entries.body(text).split("\n")
        ]

    def file(self, usual: Iterable[ComponentSet]) -> str:
        """Writes the file with notes that say where its values come from."""
        notes = self._notes(list(dict.fromkeys(pieces.files[self.sheet.path] for pieces in usual)))
        return self.sheet.text(self.rows, notes) if self.sheet.columns else entries.with_notes(self.text, notes)

    def _notes(self, texts: Sequence[str]) -> Sequence[str]:
        """Takes the notes of the nearest file of the house, and names the lines that are not from there."""
        same = [text for text in texts if self.same(text)]
        if same and not self.box:
            return notes_of(same[0].splitlines())
        changes = {text: changed for text in texts if (changed := self._changed(text))}
        nearest = min(changes, key=lambda text: len(changes[text]), default="")
        if self.box or not nearest or len(changes[nearest]) == len(self.rows):
            return (NOTE,)
        return (SOME % ", ".join(map(str, changes[nearest])), *notes_of(nearest.splitlines()))

    def _changed(self, text: str) -> list[int]:
        """Lists the lines that differ from those of a file with as many lines; none where lines do not count singly."""
        others = self.sheet.rows(text) if self.sheet.by_line else None
        if others is None or len(others) != len(self.rows):
            return []
        return [number for number, (row, other) in enumerate(zip(self.rows, others, strict=True)) if row != other]


def standard_header(sheet: Sheet) -> str:
    """Returns the first line that a file must have."""
    return ",".join([*["id"] * sheet.has_id, *sheet.names])


def clean(text: str, column: Column) -> str:
    """Reads a cell: one line, and cubes as capital letters without spaces."""
    words = text[: 4 * LONGEST_CELL].split()
    return ("".join(words).upper() if column.kind == "cubes" else " ".join(words))[:LONGEST_CELL]


@dataclass(frozen=True)
class SetForm:
    """The whole form: a game, its sheets, and the name of the set."""

    game: str
    sheets: tuple[Filled, ...]
    name: str = ""

    @classmethod
    def of(cls, game: str, files: Mapping[str, str], name: str = "") -> "SetForm":
        """Fills the form with files; missing ones are of the oldest set."""
        texts = {**original(game).files, **files}
        return cls(game, tuple(Filled.of(sheet, texts[sheet.path]) for sheet in entries.sheets(game)), name)

    @staticmethod
    def paths(game: str) -> list[str]:
        """Lists the files of a game."""
        return [sheet.path for sheet in entries.sheets(game)]

    @classmethod
    def read(cls, game: str, sent: Sent) -> "SetForm":
        """Reads what was sent."""
        found = tuple(Filled.read(sheet, number, sent) for number, sheet in enumerate(entries.sheets(game)))
        return cls(game, found, sent.get("name", "").strip()[:LONGEST_CELL])

    def files(self, usual: Iterable[ComponentSet]) -> dict[str, str]:
        """Writes the files of the set."""
        known = list(usual)
        return {filled.sheet.path: filled.file(known) for filled in self.sheets}

    def with_row(self, number: int) -> "SetForm":
        """Adds a line to a sheet: a copy of the last one."""
        filled = self.sheets[number]
        empty = dict.fromkeys(filled.sheet.names, "")
        rows = (*filled.rows, dict(filled.rows[-1]) if filled.rows else empty)[:MOST_ROWS]
        return self._with(number, rows)

    def without_row(self, number: int, row: int) -> "SetForm":
        """Removes a line from a sheet."""
        rows = self.sheets[number].rows
        return self._with(number, (*rows[:row], *rows[row + 1 :]))

    def _with(self, number: int, rows: tuple[Cells, ...]) -> "SetForm":
        """Changes the lines of a sheet."""
        sheets = list(self.sheets)
        sheets[number] = replace(sheets[number], rows=rows)
        return replace(self, sheets=tuple(sheets))


@dataclass(frozen=True)
class ShownRow:
    """A line of the form: its cells, the piece, what is wrong with it and with which of its cells."""

    number: int
    title: str
    cells: Cells
    picture: Markup
    faults: tuple[str, ...] = ()
    wrong: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ShownSheet:
    """A sheet of the form: its lines, its picture if it has one, what is wrong with all of it, how sure it is."""

    number: int
    sheet: Sheet
    title: str
    rows: tuple[ShownRow, ...]
    text: str
    picture: Markup
    faults: tuple[str, ...]
    kind: str
    sure: str
    boxed: int  # lines from this box, while `kind` is about the others
    box: bool
    open: bool = field(default=False)

    @property
    def wrong(self) -> int:
        """The number of faults in the sheet."""
        return len(self.faults) + sum(len(row.faults) for row in self.rows)


@dataclass(frozen=True)
class Shown:
    """What the page shows: all sheets, checked and drawn."""

    sheets: tuple[ShownSheet, ...]

    @property
    def wrong(self) -> int:
        """The number of all faults."""
        return sum(sheet.wrong for sheet in self.sheets)

    @property
    def marked(self) -> list[str]:
        """Lists the element ids of all faults."""
        rows = [f"{sheet.number}-{row.number}" for sheet in self.sheets for row in sheet.rows if row.faults]
        return [*(str(sheet.number) for sheet in self.sheets if sheet.faults), *rows]


def first_unsure(form: SetForm, usual: Iterable[ComponentSet]) -> int:
    """Returns the first sheet that is not confirmed; the first one if all are."""
    kinds = [certainty(notes_of(text.splitlines())) for text in form.files(usual).values()]
    return next((number for number, kind in enumerate(kinds) if kind != "confirmed"), 0)


def shown(form: SetForm, usual: Iterable[ComponentSet], language: str, opened: int | None = None) -> Shown:
    """Checks and draws a form."""
    return Shown(tuple(sheets_shown(form, usual, language, opened)))


def sheets_shown(
    form: SetForm, usual: Iterable[ComponentSet], language: str, opened: int | None = None
) -> Iterator[ShownSheet]:
    """Checks a form and draws it sheet by sheet; sheets with faults are open, and so is one sheet more."""
    files = form.files(usual)
    wrong = entries.faults(form.game, files)
    for number, filled in enumerate(form.sheets):
        yield _sheet(form.game, number, filled, files[filled.sheet.path], wrong, language, opened)


def _sheet(
    game: str, number: int, filled: Filled, text: str, wrong: list[Wrong], language: str, opened: int | None
) -> ShownSheet:
    """Checks and draws a sheet."""
    sheet, translations = filled.sheet, render.catalogue(language)
    notes = notes_of(text.splitlines())
    head = len(notes) + 2 if sheet.columns else 0
    mine = [fault for fault in wrong if fault.path == sheet.path]
    lines = {fault.line: fault for fault in mine if fault.line and sheet.columns}
    rows = tuple(
        _row(game, sheet, row, cells, lines.get(head + row), language) for row, cells in enumerate(filled.rows)
    )
    whole = [fault for fault in mine if fault.line - head not in range(len(rows))]
    told = tuple(_told(game, fault, sheet, translations) for fault in whole)
    kind = certainty(notes)
    return ShownSheet(
        number,
        sheet,
        translations.gettext(sheet.title),
        rows,
        filled.text,
        entries.drawn_whole(game, sheet.path, text, language) if sheet.whole else Markup(""),
        told,
        kind,
        translations.gettext(NAMES[kind]),
        0 if kind == BOX else len(ids_from_box(notes)),
        filled.box,
        bool(mine) or number == opened,
    )


def _row(game: str, sheet: Sheet, number: int, cells: Cells, fault: Wrong | None, language: str) -> ShownRow:
    """Checks and draws a line."""
    translations = render.catalogue(language)
    title = translations.gettext(sheet.one) % {"number": number + 1}
    if fault is not None:
        told = _told(game, fault, sheet, translations)
        return ShownRow(number, title, cells, Markup(""), (told,), frozenset({fault.column} - {""}))
    picture = Markup("") if sheet.whole else entries.drawn(game, sheet, cells, language)
    return ShownRow(number, title, cells, picture)


def _told(game: str, fault: Wrong, sheet: Sheet, translations: NullTranslations) -> str:
    """Words a fault with its column or line."""
    text = entries.fault_text(game, fault.what, translations)
    column = next((column for column in sheet.columns if column.name == fault.column), None)
    if column is not None and not fault.what.startswith(column.name):
        return f"{translations.gettext(column.label)}: {text}"
    return text
