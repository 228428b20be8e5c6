"""The component set of Spice Road."""

from typing import Any

from serai.core.component_set import ComponentSet
from serai.core.components import CARDS, Files, PointCard, point_card
from serai.core.piece_names import Names, cubes
from serai.core.registry import MERCHANT_FILE

POINT_FILE = "spice_road/point_cards.csv"


class RoadSet(ComponentSet):
    """Merchant and point cards."""

    GAME = "spice_road"
    FILES = (MERCHANT_FILE, POINT_FILE)

    def read(self, files: Files) -> None:
        """Reads the point cards."""
        self.points = point_cards(files)
        self.point_names = Names([cubes(card.cost) for card in self.points], "point card")

    @property
    def pieces(self) -> tuple[Any, ...]:
        """All pieces, in the order of the digest."""
        return self.merchants, self.points


def point_cards(files: Files) -> tuple[PointCard, ...]:
    """Reads the point cards; with 21, a player can always end the game (SR-13)."""
    file = files.read(POINT_FILE, ("id", "cost", "points"))
    cards = file.each(point_card)
    if not 21 <= len(cards) <= CARDS:
        raise file.wrong(f"{len(cards)} cards; there must be 21 to {CARDS}")
    return cards


KIND = RoadSet
