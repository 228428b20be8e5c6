"""Several servers over one database: the last event's number, whether a bot has to decide, leases and signs of life."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

LAST = "UPDATE tables SET number = (SELECT coalesce(max(number), 0) FROM events WHERE events.table_id = tables.id)"
# Whether a bot has to decide follows from the events; a server that loads such a table finds out.
ASKED = "UPDATE tables SET bot_asked = 1 WHERE stage = 'running'"


def upgrade() -> None:
    """Adds columns and tables, and fills them from the events."""
    op.add_column("tables", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("bot_asked", sa.Integer, nullable=False, server_default="0"))
    op.execute(LAST)
    op.execute(ASKED)
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("events", "id", type_=sa.BigInteger)
        op.execute("ALTER SEQUENCE events_id_seq AS bigint")
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_leases_table_id"),
    )
    op.create_table(
        "lives",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest", name="pk_lives"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_lives_table_id"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_lives_guest"),
    )
