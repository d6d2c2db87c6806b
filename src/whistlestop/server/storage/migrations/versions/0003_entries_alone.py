"""Drop data that entries now contain: answers to actions, and files of players' own editions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drop the table of answers to actions, and the column with the files of editions."""
    op.drop_table("answered")
    op.drop_column("game_table", "edition_text")


def downgrade() -> None:
    """Create the table of answers and the column with the files again, both empty."""
    op.add_column("game_table", sa.Column("edition_text", sa.Text))
    op.create_table(
        "answered",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("action", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
