"""Add the table of people's private plans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table `ahead`, which has people's plans."""
    op.create_table(
        "ahead",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the table `ahead` with all plans."""
    op.drop_table("ahead")
