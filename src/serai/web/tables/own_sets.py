"""The component sets of the house: built in, installed, and made by guests from the values of their own boxes."""

import re
from collections.abc import Mapping

from serai.component_sets import is_name
from serai.core.component_folders import WITH, variants, varied, with_files
from serai.core.component_set import ComponentSet
from serai.core.components import BadComponents
from serai.core.messages import brief
from serai.web.guests import Guest
from serai.web.refusals import BadSetName, NoSuchSet, SetNameTaken, SetTooLarge
from serai.web.tables.store import Store
from serai.web.tables.store import own_sets as kept
from serai.web.tables.store.own_sets import OwnSet
from serai.web.tables.table_cache import Clock

MOST_BYTES = 64 * 1024
MOST_NAMED = 100
DIGEST = re.compile(r"[0-9a-f]{16}")


class HouseSets:
    """All component sets of the house; those that guests made are read from the database each time."""

    def __init__(self, store: Store, fixed: Mapping[str, Mapping[str, ComponentSet]], clock: Clock) -> None:
        """Takes the built-in and installed sets of each game by name."""
        self.fixed, self._store, self._clock = fixed, store, clock

    async def made(self) -> list[OwnSet]:
        """Lists the sets that guests made, the latest first; an installed set hides one of the same name."""
        found = await kept.listed(self._store)
        return [own for own in found if own.game in self.fixed and own.name not in self.fixed[own.game]]

    async def names(self, guest: Guest | None = None) -> dict[str, list[str]]:
        """Lists the names of the sets of each game: built in, installed, the guest's own, the latest of others."""
        mine = guest.id if guest else ""
        made = sorted(await self.made(), key=lambda own: own.maker != mine)
        return {
            game: [*fixed, *[own.name for own in made if own.game == game][:MOST_NAMED]]
            for game, fixed in self.fixed.items()
        }

    async def named(self, game: str, name: str) -> ComponentSet | None:
        """Finds a set by its name; `+` and a name after it choose a variant."""
        fixed, (own, plus, variant) = self.fixed.get(game, {}), name.partition(WITH)
        if not fixed or name in fixed or not is_name(own) or (plus and variant not in variants(game)):
            return fixed.get(name)
        found = _read(game, await kept.files_of(self._store, game, own))
        return varied(found, variant) if found and variant else found

    async def chosen(self, game: str, name: str | None) -> ComponentSet | None:
        """Finds a set by its name, None for the standard one; raises ValueError for an unknown name."""
        found = None if name is None else await self.named(game, name)
        if name is not None and found is None:
            there = (await self.names()).get(game, [])
            raise ValueError(f"there is no component set {brief(name)} of {game}; there are: {', '.join(there)}")
        return found

    async def with_digest(self, game: str, digest: str) -> ComponentSet | None:
        """Finds a set by its digest: one of the house, or one that only tables still use."""
        if not DIGEST.fullmatch(digest):
            return None
        fixed = next((pieces for pieces in self.fixed[game].values() if pieces.digest == digest), None)
        if fixed is not None:
            return fixed
        own = next((own for own in await self.made() if (own.game, own.digest) == (game, digest)), None)
        if own is not None:
            return await self.named(game, own.name)
        found = _read(game, await self._store.component_files(digest))
        return found if found and found.digest == digest else None

    async def name_of(self, pieces: ComponentSet) -> str:
        """Returns the name of a set in the house; empty if only tables still use it."""
        fixed = [name for name, found in self.fixed[pieces.game].items() if found.digest == pieces.digest]
        made = [own.name for own in await self.made() if (own.game, own.digest) == (pieces.game, pieces.digest)]
        return next(iter([*fixed, *made]), "")

    async def save(self, guest: Guest, pieces: ComponentSet, name: str) -> OwnSet:
        """Stores a set of a guest under a name; raises a refusal, and then nothing has changed."""
        if not is_name(name):
            raise BadSetName
        if name in self.fixed[pieces.game]:
            raise SetNameTaken(name=name)
        if sum(len(text.encode()) for text in pieces.files.values()) > MOST_BYTES:
            raise SetTooLarge(most=MOST_BYTES // 1024)
        made = OwnSet(pieces.game, name, pieces.digest, guest.id, self._clock())
        await kept.add(self._store, made, pieces.files)
        return made

    async def remove(self, guest: Guest, game: str, name: str) -> None:
        """Removes a set of a guest from the list; tables and records keep theirs."""
        if not is_name(name):
            raise NoSuchSet(name=name)
        await kept.remove(self._store, game, name, guest.id)


def _read(game: str, files: dict[str, str] | None) -> ComponentSet | None:
    """Reads stored files; None if there are none, or if this program allows less than the one that stored them."""
    try:
        return None if files is None else with_files(game, files)
    except BadComponents:
        return None
