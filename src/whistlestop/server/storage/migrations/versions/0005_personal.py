"""Add the results of seats, and codes for taking an account to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables `result` and `carrying`, both empty.

    Results of earlier games are written when a person asks for them.
    """
    op.create_table(
        "result",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id")),
        sa.Column("bot", sa.String(250)),
        sa.Column("board", sa.String(64)),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("path", sa.Integer, nullable=False),
    )
    op.create_index("result_by_person", "result", ["person"])
    op.create_table(
        "carrying",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables `result` and `carrying`."""
    op.drop_table("carrying")
    op.drop_index("result_by_person", "result")
    op.drop_table("result")
