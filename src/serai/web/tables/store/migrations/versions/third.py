"""What a table was made with: the version of its rules, and the files of its component set."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the column and the table; `sets.keep_used` fills in the sets, since they are not in the database."""
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "component_sets",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("files", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_component_sets"),
    )
