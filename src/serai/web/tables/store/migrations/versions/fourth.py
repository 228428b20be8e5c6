"""Component sets that guests make on the page from the values of their own boxes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "own_sets",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("files", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "name", name="pk_own_sets"),
        sa.ForeignKeyConstraint(["maker"], ["guests.id"], name="fk_own_sets_maker"),
    )
    op.create_index("ix_own_sets_maker", "own_sets", ["maker"])
