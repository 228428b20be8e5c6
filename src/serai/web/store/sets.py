"""The component sets that tables were made with: their files, by the digest that the row of a table names.

A set is kept with the first table that is made with it. Tables older than the migration have theirs filled in when a
program opens the database that plays with it, at every start: the migration itself may be run by a program with other
values, and who waits until somebody looks at a table may have lost the values by then.
"""

from dataclasses import dataclass
from functools import cache

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from serai.record import component_files, used_components
from serai.rules.games import GAMES
from serai.web.plans import Row
from serai.web.refusals import OtherComponents, OtherRules
from serai.web.store.schema import component_sets, tables


@dataclass(frozen=True)
class ComponentSet:
    """The values of a game: `name` is the number of a set of the package, or `custom`; `files` are texts by path."""

    digest: str
    game: str
    name: str
    files: dict[str, str]


@cache
def used_set(game: str) -> ComponentSet:
    """Returns the set that this process plays a game with."""
    used = used_components(game)
    return ComponentSet(used["digest"], game, used["set"], component_files(game))


def keep(connection: Connection, kept: ComponentSet) -> None:
    """Stores a set unless it is there."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(insert(component_sets).values(vars(kept)).on_conflict_do_nothing())


def keep_used(connection: Connection) -> None:
    """Stores the sets that this process and some table of the database play with."""
    known = set(connection.execute(select(component_sets.c.digest)).scalars())
    for used in map(used_set, GAMES):
        if used.digest not in known and _is_used(connection, used.digest):
            keep(connection, used)


def _is_used(connection: Connection, digest: str) -> bool:
    """Tells whether a table was made with a set."""
    made = select(tables.c.id).where(tables.c.components["digest"].as_string() == digest)
    return connection.execute(made.limit(1)).first() is not None


def check_playable(row: Row) -> None:
    """Refuses a table that this process would play by other rules, or with other values, than it was made with."""
    version, used = GAMES[row.game].VERSION, used_components(row.game)
    if not 1 <= row.rules <= version:
        raise OtherRules(rules=row.rules, ours=version)
    if row.components["digest"] != used["digest"]:
        raise OtherComponents(theirs=_named(row.components), ours=_named(used))


def _named(components: dict[str, str]) -> str:
    """Names a set; two sets of somebody's own differ by their digests alone."""
    return f"{components['set']} ({components['digest']})"
