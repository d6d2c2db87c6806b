"""Add the reviews of finished games, and the puzzles from people's own games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables `review` and `missed`. They fill up as games are reviewed."""
    op.create_table(
        "review",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("review_by_changed", "review", ["changed"])
    op.create_table(
        "missed",
        sa.Column("id", sa.String(96), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("examined", sa.Float, nullable=False),
        sa.Column("data", sa.Text),
    )
    op.create_index("missed_by_person", "missed", ["person"])
    op.create_index("missed_by_table", "missed", ["table_id"])


def downgrade() -> None:
    """Drop the tables `review` and `missed`."""
    op.drop_index("missed_by_table", "missed")
    op.drop_index("missed_by_person", "missed")
    op.drop_table("missed")
    op.drop_index("review_by_changed", "review")
    op.drop_table("review")
