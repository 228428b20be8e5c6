"""The component set of Caravan Race."""

from typing import Any

from serai.core.component_set import ComponentSet
from serai.core.components import CARDS, Files, some_cubes
from serai.core.piece_names import Names, cubes

OPEN_GOODS = 3
GOODS_FILE = "caravan_race/goods.csv"


class RaceSet(ComponentSet):
    """Goods cards."""

    GAME = "caravan_race"
    FILES = (GOODS_FILE,)

    def read(self, files: Files) -> None:
        """Reads the cubes of each goods card."""
        file = files.read(GOODS_FILE, ("id", "cubes"))
        self.goods = file.each(lambda line: line.read("cubes", some_cubes))
        if not OPEN_GOODS <= len(self.goods) <= CARDS:
            raise file.wrong(f"{len(self.goods)} cards; there must be {OPEN_GOODS} to {CARDS}")
        self.goods_names = Names([cubes(card) for card in self.goods], "goods card")

    @property
    def pieces(self) -> tuple[Any, ...]:
        """All pieces, as the digest takes them."""
        return (self.goods,)


KIND = RaceSet
