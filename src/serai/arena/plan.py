"""What an arena plays: its settings, and the numbered games that follow from them."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from serai import bots
from serai.arena.seating import Seating, seatings, tables
from serai.core.component_folders import original, standard
from serai.core.component_set import CUSTOM, ComponentSet
from serai.programs import Program


@dataclass(frozen=True)
class Match:
    """One game to play: its table, deal and rotation, and the bots by seat."""

    number: int
    table: int
    deal: int
    rotation: int
    bots: Seating


@dataclass(frozen=True)
class ArenaSettings:
    """The settings of an arena; `games` is per table and rounded up to whole deals."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    rounds: int
    programs: tuple[Program, ...] = ()
    components: ComponentSet | None = None  # the standard set unless another is chosen

    @property
    def pieces(self) -> ComponentSet:
        """The component set in use."""
        return self.components or standard(self.game)

    @cached_property
    def tables(self) -> list[Seating]:
        """The groups of bots that meet."""
        return tables(self.bots, self.players)

    @cached_property
    def rotations(self) -> int:
        """How many games a table plays with one deal."""
        return len(seatings(self.tables[0], self.players, 0))

    @property
    def deals(self) -> int:
        """How many deals every table plays."""
        return -(-self.games // self.rotations)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.deals * len(self.tables) * self.rotations

    def program(self, name: str) -> Program | None:
        """Returns the outside program with a name, None for a built-in bot."""
        return next((program for program in self.programs if program.name == name), None)

    def match(self, number: int) -> Match:
        """Returns a game by its number; the games of a deal are consecutive."""
        rest, rotation = divmod(number, self.rotations)
        deal, table = divmod(rest, len(self.tables))
        return Match(number, table, deal, rotation, seatings(self.tables[table], self.players, deal)[rotation])

    def deal_seed(self, match: Match) -> int:
        """Returns the seed of a deal, the same for all games of it."""
        return _hashed("deal", self.seed, match.deal)

    def bot_seed(self, match: Match, decision: int) -> int:
        """Returns the seed of a bot's decision, which reveals nothing about the deal."""
        return _hashed("bot", self.seed, match.deal, match.rotation, decision)


def _hashed(*parts: object) -> int:
    """Returns 128 bits that depend on every part."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:16])


def read_bots(text: str, programs: Sequence[Program] = ()) -> tuple[str, ...]:
    """Reads the names of bots and programs; each must exist and appear only once."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise ValueError("--bots names no bot")
    for name in names:
        if name not in {program.name for program in programs}:
            bots.make(name)
        if names.count(name) > 1:
            raise ValueError(f"{name} is named twice; name a bot once, alone, to play it against itself")
    return names


def chosen(pieces: ComponentSet) -> str:
    """Writes the option that chooses a component set, unless that was always the default; a custom set is a folder."""
    if pieces is standard(pieces.game) and pieces is original(pieces.game):
        return ""
    return f" --components {'FOLDER' if pieces.name == CUSTOM else pieces.name}"
