"""Add the attempts at the deal of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table `daily`. It is empty, because there were no deals of the day before."""
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("counts", sa.Boolean),
        sa.Column("given_up", sa.Boolean),
        sa.Column("won", sa.Boolean),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("margin", sa.Integer),
    )
    op.create_index("daily_by_person", "daily", ["person"])
    op.create_index("daily_by_table", "daily", ["table_id"])


def downgrade() -> None:
    """Drop the table `daily`."""
    op.drop_index("daily_by_table", "daily")
    op.drop_index("daily_by_person", "daily")
    op.drop_table("daily")
