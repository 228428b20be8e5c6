"""The tables of the database; a change here comes with a migration."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made_at", Float, nullable=False),
)

# The component sets that tables were made with; `components` of a table names its set by the digest.
component_sets = Table(
    "component_sets",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("files", JSON, nullable=False),
)

# The sets that guests made from their own boxes, by game and name; tables keep theirs in `component_sets`.
own_sets = Table(
    "own_sets",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("maker", String(40), ForeignKey("guests.id"), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Column("files", JSON, nullable=False),
)

# `number` is the last event's: a change names the number that it follows, so only one change can follow it.
# `stage`, `decides`, `bot_asked`, `changed_at` and `result` follow from the events; they make lists quick.
tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seed", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("maker", String(40), ForeignKey("guests.id"), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("components", JSON, nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("labels", JSON, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),
    Column("stage", String(10), nullable=False),
    Column("decides", Integer),
    Column("bot_asked", Integer, nullable=False, server_default="0"),
    Column("changed_at", Float, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Index("ix_tables_stage", "stage", "changed_at"),
)

events = Table(
    "events",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "number"),
)

# Who holds which seat, as the events say; a guest's tables are found here.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(40), ForeignKey("guests.id"), index=True),
    Column("bot", String(40)),
)

# Which server plays the bots of a table, and until when (in seconds since 1970, by the clock of the database).
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("holder", String(40), nullable=False),
    Column("until", Float, nullable=False),
)

# When a guest last gave a sign of life at a table, by the database's clock; only written to a shared database.
lives = Table(
    "lives",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("guest", String(40), ForeignKey("guests.id"), primary_key=True),
    Column("at", Float, nullable=False),
)
