"""The component sets that tables were made with: their files, by the digest in a table's row.

A set is stored with the first table made with it, so a table can be continued wherever its database goes. Tables older
than the migration have theirs filled in at the next start of a program that has the set, built in or installed.
"""

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from serai.component_sets import with_digest
from serai.core.component_folders import DIGESTS, built_in, with_files
from serai.core.component_set import ComponentSet
from serai.core.components import BadComponents
from serai.core.spec import GAMES
from serai.web.refusals import OtherComponents, OtherGame, OtherRules
from serai.web.tables.plans import TableRow
from serai.web.tables.store.schema import component_sets, tables


def keep(connection: Connection, pieces: ComponentSet) -> None:
    """Stores a set unless it is already there."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    kept = {"digest": pieces.digest, "game": pieces.game, "name": pieces.name, "files": pieces.files}
    connection.execute(insert(component_sets).values(kept).on_conflict_do_nothing())


def keep_used(connection: Connection) -> None:
    """Stores the sets that tables were made with and this program has, if they are missing."""
    known = set(connection.execute(select(component_sets.c.digest)).scalars())
    digest = tables.c.components["digest"].as_string()
    for row in connection.execute(select(tables.c.game, digest.label("digest")).distinct()):
        found = with_digest(row.game, row.digest) if row.digest not in known and row.game in GAMES else None
        if found is not None:
            keep(connection, found)


def check_rules(row: TableRow) -> None:
    """Refuses a table of a game that is not registered, or made with a newer version of the rules."""
    if row.game not in GAMES:
        raise OtherGame(game=row.game)
    version = GAMES[row.game].VERSION
    if not 1 <= row.rules <= version:
        raise OtherRules(rules=row.rules, ours=version)


def built_in_pieces(row: TableRow) -> ComponentSet | None:
    """Returns the set of a table if it is built in."""
    digest = row.components["digest"]
    name = next((name for name, of_set in DIGESTS[row.game].items() if of_set == digest), None)
    return None if name is None else built_in(row.game, name)


def kept_pieces(row: TableRow, files: dict[str, str] | None) -> ComponentSet:
    """Returns the set of a table from its stored files; without them, from the installed sets."""
    digest = row.components["digest"]
    try:
        found = with_digest(row.game, digest) if files is None else with_files(row.game, files)
    except BadComponents:
        found = None
    if found is None or found.digest != digest:
        raise OtherComponents(theirs=f"{row.components['set']} ({digest})")
    return found
