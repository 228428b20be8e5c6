"""How sure the printed values are, as the notes at the top of the component files say."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from serai.rules import components


def _(text: str) -> str:
    """Marks a text for the catalogues; it is translated where it is used."""
    return text


NAMES = {
    "house": _("house value"),
    "reconstructed": _("reconstructed"),
    "single": _("one source"),
    "inferred": _("inferred"),
    "own": _("your own value"),
    "confirmed": _("confirmed"),
}
FILES = {
    "spice_road": ("spice_road/merchant_cards.csv", "spice_road/point_cards.csv"),
    "sand_to_sea": (
        "spice_road/merchant_cards.csv",
        "sand_to_sea/map.txt",
        "sand_to_sea/starting_spices.csv",
        "sand_to_sea/island_tiles.csv",
        "sand_to_sea/bonus_tiles.csv",
        "sand_to_sea/victory_tiles.csv",
        "sand_to_sea/player_board.csv",
    ),
    "east_to_west": (
        "spice_road/merchant_cards.csv",
        "east_to_west/locations.csv",
        "east_to_west/point_cards.csv",
        "east_to_west/bonus_tiles.csv",
        "east_to_west/exploration_tiles.csv",
    ),
}


def sureness(file: str) -> str:
    """Tells how sure the values of a file in use are: `sand_to_sea/map.txt`."""
    game, _, name = file.partition("/")
    return components.sureness(components.notes(game)[name])


@dataclass(frozen=True)
class Marks:
    """What a page marks as uncertain: how sure each of its files is, and the words for it."""

    kinds: dict[str, str]
    translations: NullTranslations

    @classmethod
    def of(cls, game: str, translations: NullTranslations) -> "Marks":
        """Reads the files that a game is played with."""
        return cls(
            {file.removesuffix(".csv").removesuffix(".txt"): sureness(file) for file in FILES[game]}, translations
        )

    def kind(self, file: str) -> str:
        """Returns how sure a file is; empty when there is nothing to mark."""
        return "" if self.kinds[file] == "confirmed" else self.kinds[file]

    def grouped(self, files: Sequence[str]) -> list[tuple[str, str]]:
        """Lists the kinds of uncertainty among some files, each with its files."""
        kinds = dict.fromkeys(kind for file in files if (kind := self.kind(file)))
        return [(kind, " ".join(file for file in files if self.kind(file) == kind)) for kind in kinds]

    def name(self, kind: str) -> str:
        """Says a kind of sureness."""
        return self.translations.gettext(NAMES[kind])

    @property
    def used(self) -> list[str]:
        """Lists the kinds of uncertainty on this page, the least sure first."""
        return [kind for kind in NAMES if kind != "confirmed" and kind in self.kinds.values()]
