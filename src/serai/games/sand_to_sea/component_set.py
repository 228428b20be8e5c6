"""The component set of Sand to Sea."""

from typing import Any

from serai.core.component_set import ComponentSet
from serai.core.components import SPICES, BadComponents, Faults, Files
from serai.core.piece_names import Names, cubes
from serai.core.registry import MERCHANT_FILE
from serai.games.sand_to_sea import pieces as sea_components
from serai.games.sand_to_sea.pieces import CLOSED, GAME, Island, Spot


def island_text(tile: Island) -> str:
    """Writes an island: its symbol and its trade, `Y:RR>B`."""
    return f"{SPICES[tile.symbol]}:{cubes(tile.give)}>{cubes(tile.get)}"


class SeaSet(ComponentSet):
    """Merchant cards, islands, map, victory and bonus tiles, player board and starting cubes."""

    GAME = GAME
    FILES = tuple(sorted((MERCHANT_FILE, *(f"{GAME}/{name}" for name in sea_components.FILES))))

    def read(self, files: Files) -> None:
        """Reads the pieces of this game."""
        faults = Faults()
        with faults:
            self.islands = sea_components.island_tiles(files)
        with faults:
            self.map = sea_components.sea_map(files)
        with faults:
            self.victory = sea_components.victory_tiles(files)
        with faults:
            self.bonus = sea_components.bonus_tiles(files)
        with faults:
            self.board = sea_components.player_board(files)
        with faults:
            self.groups = sea_components.starting_spices(files)
        faults.report()
        self.spots = self.drawn(files)
        self.name_pieces()

    def drawn(self, files: Files) -> tuple[Spot, ...]:
        """Returns where the page draws each space; sets from before the checks may have no drawing that fits."""
        try:
            return sea_components.drawn_spots(files, self.map)
        except BadComponents:
            return sea_components.spots_in_columns(self.map)

    def check(self, files: Files) -> None:
        """Checks that the drawing of the map shows its spaces and neighbours, in one piece (SS-2)."""
        sea_components.drawn_spots(files, self.map)

    def name_pieces(self) -> None:
        """Names the pieces and places of this game."""
        self.space_names = Names(self.map.names, "space")
        self.island_names = Names([island_text(tile) for tile in self.islands], "island")
        self.victory_names = Names([cubes(tile.cost) for tile in self.victory], "victory tile", closed=CLOSED)
        self.group_names = Names([cubes(group) for group in self.groups], "group of starting cubes")
        self.points_names = Names([str(points) for points in self.bonus.points], "points tile")
        self.ports = tuple(self.map.names[space] for space in self.map.ports)
        self.open_spaces = tuple(name for name in self.map.names if name not in self.ports)

    @property
    def pieces(self) -> tuple[Any, ...]:
        """All pieces, in the order of the digest."""
        return self.merchants, self.islands, self.map, self.victory, self.bonus, self.board, self.groups


KIND = SeaSet
