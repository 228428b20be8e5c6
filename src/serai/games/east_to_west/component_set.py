"""The component set of From East to West."""

from typing import Any

from serai.core.component_set import ComponentSet
from serai.core.components import Faults, Files
from serai.core.piece_names import Names, cubes
from serai.core.registry import MERCHANT_FILE
from serai.games.east_to_west import pieces as west_components
from serai.games.east_to_west.pieces import GAME, SYMBOLS, BonusTile, ExplorationTile, Location


def exploration_text(tile: ExplorationTile) -> str:
    """Writes an exploration tile by its bonus: `RR`, `+3`, `settler`; `3p` if it brings only points."""
    settlers = "settler" if tile.settlers == 1 else f"settlers:{tile.settlers}" if tile.settlers else ""
    bonus = [cubes(tile.gain), f"+{tile.upgrades}" if tile.upgrades else "", settlers]
    return "&".join(filter(None, bonus)) or f"{tile.points}p"


def bonus_text(tile: BonusTile) -> str:
    """Writes a kind of bonus tile: `saddlebag+hammer`, `settlers`, `merchants`."""
    return "+".join(SYMBOLS[symbol] for symbol in tile.symbols) or tile.score


def action_text(place: Location) -> str:
    """Writes what a location does: `YYY`, `+2`, `YY>G`, joined by `&`."""
    trade = f"{cubes(place.give)}>{cubes(place.get)}" if any(place.give) else ""
    actions = ["" if trade else cubes(place.get), f"+{place.upgrades}" if place.upgrades else "", trade]
    return "&".join(filter(None, actions))


class WestSet(ComponentSet):
    """Merchant cards, locations, point cards, bonus and exploration tiles."""

    GAME = GAME
    FILES = tuple(sorted((MERCHANT_FILE, *(f"{GAME}/{name}" for name in west_components.FILES))))

    def read(self, files: Files) -> None:
        """Reads the pieces of this game."""
        faults = Faults()
        places: tuple[Location, ...] | None = None
        with faults:
            self.locations = places = west_components.locations(files)
        with faults:
            self.points = west_components.point_cards(files, places)
        with faults:
            self.bonus = west_components.bonus_tiles(files, places)
        with faults:
            self.exploration = west_components.exploration_tiles(files)
        faults.report()
        self.covered = tuple(number for number, place in enumerate(self.locations) if place.covered)
        self.name_pieces()

    def name_pieces(self) -> None:
        """Names the pieces and places of this game."""
        self.location_names = Names([self.location_text(n) for n in range(len(self.locations))], "location")
        self.point_names = Names([cubes(card.cost) for card in self.points], "point card")
        self.tile_names = Names([exploration_text(tile) for tile in self.exploration], "exploration tile")
        self.bonus_names = Names([bonus_text(tile) for tile in self.bonus], "bonus tile")

    def location_text(self, number: int) -> str:
        """Writes a location: `fort 2`, `market 3`, `refresh`, or what it does."""
        place = self.locations[number]
        if place.kind in ("fort", "market"):
            return f"{place.kind} {self.slots_of(place.kind).index(number) + 1}"
        return place.kind if place.kind in ("refresh", "adjust") else action_text(place)

    def slots_of(self, kind: str) -> list[int]:
        """Lists the locations of a kind from left to right."""
        return [number for number, place in enumerate(self.locations) if place.kind == kind]

    @property
    def pieces(self) -> tuple[Any, ...]:
        """All pieces, in the order of the digest."""
        return self.merchants, self.locations, self.points, self.bonus, self.exploration


KIND = WestSet
