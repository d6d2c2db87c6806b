"""Add the addresses at which people are called, and for which turns they were called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables `webhook` and `turn_call`, both empty."""
    op.create_table(
        "webhook",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("address", sa.String(2000), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("saved", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("result", sa.String(16)),
        sa.Column("status", sa.Integer),
        sa.Column("called", sa.Float),
    )
    op.create_table(
        "turn_call",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("mark", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables `webhook` and `turn_call`."""
    op.drop_table("turn_call")
    op.drop_table("webhook")
