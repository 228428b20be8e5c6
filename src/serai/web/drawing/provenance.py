"""How sure the printed values are, as the notes at the top of the component files say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from serai.core import components
from serai.core.component_set import ComponentSet
from serai.web.drawing.catalogues import mark as _

BOX = "box"
THEIRS = {BOX, "own"}
NAMES = {
    "house": _("house value"),
    "reconstructed": _("reconstructed"),
    "single": _("one source"),
    "inferred": _("inferred"),
    "own": _("your own value"),
    BOX: _("from this box"),
    "confirmed": _("confirmed"),
}


def stem(file: str) -> str:
    """Returns the name of a component file without its ending, by which pages mark its values."""
    return file.rpartition(".")[0]


@dataclass(frozen=True)
class Marks:
    """What a page marks: how sure each of its files is, which lines are from a box even so, and the words for it."""

    kinds: dict[str, str]
    boxed: dict[str, frozenset[int]]
    translations: NullTranslations

    @classmethod
    def of(cls, pieces: ComponentSet, files: Iterable[str], translations: NullTranslations) -> "Marks":
        """Reads the notes of a component set."""
        notes = {stem(file): components.notes_of(pieces.files[file].splitlines()) for file in files}
        return cls(
            {file: components.certainty(told) for file, told in notes.items()},
            {file: components.ids_from_box(told) for file, told in notes.items()},
            translations,
        )

    def kind(self, file: str, number: int | None = None) -> str:
        """Returns how sure a file, or one of its lines, is; empty when there is nothing to mark."""
        if number in self.boxed[file]:
            return BOX
        return "" if self.kinds[file] == "confirmed" else self.kinds[file]

    def marked(self, file: str) -> list[str]:
        """Lists the marks that values of a file have."""
        return list(dict.fromkeys(filter(None, [self.kind(file), BOX if self.boxed[file] else ""])))

    def grouped(self, files: Sequence[str]) -> list[tuple[str, str]]:
        """Lists the marks that values of some files have, each with its files."""
        kinds = dict.fromkeys(kind for file in files for kind in self.marked(file))
        return [(kind, " ".join(file for file in files if kind in self.marked(file))) for kind in kinds]

    def ours(self, *files: str) -> bool:
        """Returns whether what the page says about our values is true of these files, or of all."""
        return not {self.kinds[file] for file in files or self.kinds} & THEIRS

    def name(self, kind: str) -> str:
        """Returns the words for a kind of certainty."""
        return self.translations.gettext(NAMES[kind])

    @property
    def used(self) -> list[str]:
        """Lists the marks on this page, the least sure first."""
        found = {kind for file in self.kinds for kind in self.marked(file)}
        return [kind for kind in NAMES if kind in found]
