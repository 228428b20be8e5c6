"""How sure the printed values are, as the notes at the top of the component files say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from serai.core import components
from serai.core.component_set import ComponentSet
from serai.web.drawing.catalogues import mark as _

NAMES = {
    "house": _("house value"),
    "reconstructed": _("reconstructed"),
    "single": _("one source"),
    "inferred": _("inferred"),
    "own": _("your own value"),
    "confirmed": _("confirmed"),
}


def sureness(pieces: ComponentSet, file: str) -> str:
    """Returns how sure the values of a file are, such as `GAME/map.txt`."""
    return components.sureness(components.notes_of(pieces.files[file].splitlines()))


def stem(file: str) -> str:
    """Returns the name of a component file without its ending, by which pages mark its values."""
    return file.rpartition(".")[0]


@dataclass(frozen=True)
class Marks:
    """What a page marks as uncertain: how sure each of its files is, and the words for it."""

    kinds: dict[str, str]
    translations: NullTranslations

    @classmethod
    def of(cls, pieces: ComponentSet, files: Iterable[str], translations: NullTranslations) -> "Marks":
        """Reads the notes of a component set."""
        return cls({stem(file): sureness(pieces, file) for file in files}, translations)

    def kind(self, file: str) -> str:
        """Returns how sure a file is; empty when there is nothing to mark."""
        return "" if self.kinds[file] == "confirmed" else self.kinds[file]

    def grouped(self, files: Sequence[str]) -> list[tuple[str, str]]:
        """Lists the kinds of uncertainty among some files, each with its files."""
        kinds = dict.fromkeys(kind for file in files if (kind := self.kind(file)))
        return [(kind, " ".join(file for file in files if self.kind(file) == kind)) for kind in kinds]

    def name(self, kind: str) -> str:
        """Returns the words for a kind of sureness."""
        return self.translations.gettext(NAMES[kind])

    @property
    def used(self) -> list[str]:
        """Lists the kinds of uncertainty on this page, the least sure first."""
        return [kind for kind in NAMES if kind != "confirmed" and kind in self.kinds.values()]
