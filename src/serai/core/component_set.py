"""A component set: everything printed on the pieces of one game. No NumPy here except in `values`.

A set is immutable and shared: in each process, the same files give the same object as long as it is in use.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from weakref import WeakValueDictionary

from serai.core.components import Faults, Files, Merchant, certainty, digest, merchant_cards, notes_of
from serai.core.piece_names import Names, merchant
from serai.core.registry import MERCHANT_FILE

if TYPE_CHECKING:
    from serai.core.records import Values

CUSTOM = "custom"
Kept = TypeVar("Kept")
SomeSet = TypeVar("SomeSet", bound="ComponentSet")


class ComponentSet:
    """The pieces of one game and their names; `name` is that of a built-in set (`1`, `1+variant`), or `custom`."""

    GAME: ClassVar[str]
    FILES: ClassVar[tuple[str, ...]]  # by path, GAME/NAME.csv, sorted

    def __init__(self, name: str, files: Files) -> None:
        """Reads and checks the files; raises BadComponents. Use `shared` instead."""
        self.game, self.name = self.GAME, name
        self.files: dict[str, str] = {path: files.text(path) for path in self.FILES}
        self.merchants: tuple[Merchant, ...] = ()
        self.kept: dict[Any, Any] = {}  # values derived from the set, see `once_per_set`
        self._values: dict[int, Values] = {}
        faults = Faults()
        with faults:
            self.merchants = merchant_cards(files) if MERCHANT_FILE in self.FILES else ()
        with faults:
            self.read(files)
        faults.report()
        self.merchant_names = Names([merchant(card) for card in self.merchants], "merchant card")

    def read(self, files: Files) -> None:
        """Reads the pieces that only this game has."""
        raise NotImplementedError

    def check(self, files: Files) -> None:
        """Checks what a folder must satisfy besides; sets in records and databases stay playable without it."""

    @property
    def pieces(self) -> tuple[Any, ...]:
        """All pieces as plain tuples, in the order that the digest uses."""
        raise NotImplementedError

    @cached_property
    def digest(self) -> str:
        """Identifies the values: the same values spelled differently have the same digest."""
        return digest(self.pieces)

    @cached_property
    def merchant_deck(self) -> tuple[int, ...]:
        """The merchant cards that are not starting cards."""
        return tuple(number for number, card in enumerate(self.merchants) if card.group == "deck")

    @cached_property
    def notes(self) -> dict[str, tuple[str, ...]]:
        """What the files of the game say about how certain their values are, by file name."""
        own = {path.partition("/")[2]: text for path, text in self.files.items() if path.startswith(f"{self.game}/")}
        return {name: notes_of(text.splitlines()) for name, text in own.items()}

    def certainty(self, name: str) -> str:
        """Returns how certain the values of a file are."""
        return certainty(self.notes[name])

    @property
    def named(self) -> dict[str, str]:
        """Set and digest, as they appear in views, records and tables."""
        return {"set": self.name, "digest": self.digest}

    @property
    def recorded(self) -> dict[str, Any]:
        """The components entry of a record: built-in sets by name, others with their files."""
        return {**self.named, "files": dict(self.files)} if self.name == CUSTOM else self.named

    def values(self, version: int | None = None) -> "Values":
        """Returns the values for compiled rules, for a version of the rules (default: the newest)."""
        if version is not None and version in self._values:
            return self._values[version]
        from serai.core.spec import GAMES

        rules = GAMES[self.game]
        wanted = rules.VERSION if version is None else version
        if wanted not in self._values:
            self._values[wanted] = rules.printed(self, wanted)
        return self._values[wanted]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the files; another process reads them once."""
        return shared, (type(self), self.name, self.files)

    def __repr__(self) -> str:
        """Shows game, set and digest."""
        return f"<{type(self).__name__} {self.game}/{self.name} {self.digest}>"


_SHARED: WeakValueDictionary[tuple[type[ComponentSet], str, str], ComponentSet] = WeakValueDictionary()


def shared(kind: type[SomeSet], name: str, files: Files | Mapping[str, str]) -> SomeSet:
    """Returns the set made of some files; the same files give the same object as long as it is in use."""
    files = files if isinstance(files, Files) else Files(files)
    texts = [files.text(path) for path in kind.FILES]
    key = kind, name, hashlib.sha256("\0".join(texts).encode()).hexdigest()
    found = _SHARED.get(key)
    if not isinstance(found, kind):
        found = _SHARED[key] = kind(name, files)
    return found


def once_per_set(make: Callable[[SomeSet], Kept]) -> Callable[[SomeSet], Kept]:
    """Caches the result of a function on each set, for as long as the set lives."""

    @wraps(make)
    def look_up(pieces: SomeSet) -> Kept:
        kept: dict[Any, Any] = pieces.kept
        if make not in kept:
            kept[make] = make(pieces)
        found: Kept = kept[make]
        return found

    return look_up
