"""The games of this package and of other packages; no other shared module names a game.

An external game is registered by an entry point of the group `serai.games`, by the environment variable SERAI_GAMES
(packages separated by commas), or by `SPECS.register`. Bot workers are other processes and see only the first two.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Found = TypeVar("Found", covariant=True)

BUILT_IN = ("serai.games.spice_road", "serai.games.sand_to_sea", "serai.games.east_to_west")
MERCHANT_FILE = "spice_road/merchant_cards.csv"  # its cards are part of all games of the package
GROUP = "serai.games"
VARIABLE = "SERAI_GAMES"


class NoSuchPart(ValueError):
    """A game lacks an optional part; names it."""


class NoGame(ValueError):
    """A package cannot be registered as a game; says why."""


@dataclass(frozen=True)
class GameSpec:
    """What a game provides: modules below its package, each imported on first use; None for a part that it lacks."""

    name: str
    title: str
    package: str
    listed: bool = True  # offered on the home page
    rules: str = "rules"
    components: str = "component_set"
    sets: Mapping[str, str] = field(default_factory=dict)  # digests of the built-in component sets by name
    standard: str = "1"  # the default set
    varied: str | None = None  # the component file with variants, such as map.txt: those are in components/map
    notation: str = "notation"
    view: str = "view"
    answers: str = "answers"  # costs, reach and reasons in a position, from the rules
    observation: str | None = "observation"
    evaluation: str | None = None  # for the beam searches
    traits: str | None = None  # for `master`
    features: str | None = None  # what a network sees besides the observation
    chance_nodes: str | None = None  # explicit chance, for OpenSpiel
    study: str | None = None
    gpu: str | None = None  # where a kernel stores a game
    training: str | None = None  # what actions and pieces have in common
    web: str | None = None  # the page, in its own package

    def part(self, role: str, otherwise: ModuleType | None = None) -> ModuleType:
        """Imports the module of a role, such as `notation`; `otherwise` replaces a part that the game lacks."""
        module: str | None = getattr(self, role)
        if module is None and otherwise is not None:
            return otherwise
        if module is None:
            raise NoSuchPart(f"{self.title} has no {role.replace('_', ' ')}")
        return imported(f"{self.package}.{module}")

    def page(self, module: str) -> ModuleType:
        """Imports a module of the game's page, such as `board`."""
        if self.web is None:
            raise NoSuchPart(f"{self.title} has no page")
        return imported(f"{self.package}.{self.web}.{module}")

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's package."""
        found = find_spec(self.package)
        if found is None or not found.submodule_search_locations:
            raise NoGame(f"{self.title}: {self.package} is not a package, that is, a folder with an __init__.py")
        return Path(next(iter(found.submodule_search_locations)))

    @cached_property
    def sources(self) -> str:
        """A digest of the game's Python files: the cache key for machine code of an external game."""
        seen = hashlib.sha256()
        for path in sorted(self.folder.rglob("*.py")):
            seen.update(path.relative_to(self.folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return seen.hexdigest()[:24]


def imported(name: str) -> ModuleType:
    """Imports a module; a look-up for one that is loaded, since pages and bots ask hundreds of times."""
    found = sys.modules.get(name)
    return import_module(name) if found is None else found


class Registry(Mapping[str, GameSpec]):
    """The games by name, in the order in which they were registered."""

    def __init__(self, packages: Sequence[str]) -> None:
        """Starts with the games of some packages, and those that are installed or named in SERAI_GAMES."""
        self._built_in = tuple(packages)
        self._known: dict[str, GameSpec] = {}
        self._complete = False

    @property
    def _specs(self) -> dict[str, GameSpec]:
        """The games so far; the first access imports the initial ones."""
        self._begin()
        return self._known

    def _begin(self) -> None:
        """Adds the initial games."""
        if not self._complete:
            for package in (*self._built_in, *installed(), *named()):
                self._add(package)
            self._complete = True

    def register(self, package: str) -> GameSpec:
        """Adds the game that a package describes in `GAME`; registering it again changes nothing."""
        self._begin()
        return self._add(package)

    def _add(self, package: str) -> GameSpec:
        """Adds the description of a game; two games never share a name."""
        spec = description(package)
        if self._known.setdefault(spec.name, spec).package != spec.package:
            raise NoGame(f"there is already a game named {spec.name!r}, in {self._known[spec.name].package}")
        return self._known[spec.name]

    def __getitem__(self, name: str) -> GameSpec:
        """Returns a game by name."""
        if not self._complete:
            self._begin()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        """Yields the names."""
        return iter(self._specs)

    def __len__(self) -> int:
        """Counts the games."""
        return len(self._specs)

    def outside(self) -> list[GameSpec]:
        """Lists the external games."""
        return [spec for spec in self._specs.values() if spec.package not in BUILT_IN]


def description(package: str) -> GameSpec:
    """Imports the description of a game; a failure names the package and where it was named."""
    try:
        spec = getattr(import_module(package), "GAME", None)
    except ImportError as error:
        raise NoGame(f"the game {package!r} cannot be imported: {error}; see {VARIABLE} and PYTHONPATH") from error
    if not isinstance(spec, GameSpec):
        raise NoGame(f"the package {package!r} describes no game: its __init__.py needs GAME = GameSpec(…)")
    return spec


def installed() -> list[str]:
    """Lists the packages of installed games, by their entry points."""
    return sorted(point.value for point in entry_points(group=GROUP))


def named() -> list[str]:
    """Lists the packages that the environment names, for games under development."""
    return [package for text in os.environ.get(VARIABLE, "").split(",") if (package := text.strip())]


SPECS = Registry(BUILT_IN)


class OfGames(Mapping[str, Found]):
    """Something of each game by its name, looked up on access; games without the role are left out."""

    def __init__(self, find: Callable[[GameSpec], Found], role: str = "rules") -> None:
        """Takes the function that finds it from a game's description."""
        self._find, self._role = find, role
        self._found: dict[str, tuple[GameSpec, Found]] = {}

    def __getitem__(self, name: str) -> Found:
        """Looks up the value of a game; it is found once, since pages and bots ask hundreds of times."""
        spec, kept = SPECS[name], self._found.get(name)
        if kept is None or kept[0] is not spec:
            kept = self._found[name] = spec, self._find(spec)
        return kept[1]

    def __iter__(self) -> Iterator[str]:
        """Yields the names of the games."""
        return (name for name, spec in SPECS.items() if getattr(spec, self._role) is not None)

    def __contains__(self, name: object) -> bool:
        """Returns whether a game has it."""
        return any(name == each for each in self)

    def __len__(self) -> int:
        """Counts the games."""
        return sum(1 for _ in self)


class Parts(OfGames[ModuleType]):
    """The modules of one role by game name, each imported on first use."""

    def __init__(self, role: str, otherwise: ModuleType | None = None) -> None:
        """Takes the role; `otherwise` replaces the part in games without it."""
        super().__init__(lambda spec: spec.part(role, otherwise), "rules" if otherwise else role)

    def of(self, state: Any) -> ModuleType:
        """Returns the module of the game that a state (or, while compiling, the type of a state) belongs to."""
        return self[spec_of(state).name]


_BY_STATE: dict[Any, GameSpec] = {}


def spec_of(state: Any) -> GameSpec:
    """Returns the game that a state (or, while compiling, the type of a state) belongs to."""
    dtype = state.dtype
    kept = _BY_STATE.get(dtype)
    if kept is not None and SPECS.get(kept.name) is kept:
        return kept
    for spec in SPECS.values():
        if dtype == spec.part("rules").STATE:
            _BY_STATE[dtype] = spec
            return spec
    raise LookupError("no game that is registered has states of this type")
