"""Add clubs with their members and tables, and which seats were given up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables `club`, `club_member` and `club_table`, all empty.

    Also add the column `given_up` to the table `result`. It is null in earlier results.
    """
    op.add_column("result", sa.Column("given_up", sa.Boolean))
    op.create_table(
        "club",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("founder", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "club_member",
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_index("club_member_by_person", "club_member", ["person"])
    op.create_table(
        "club_table",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("ended", sa.Float),
    )
    op.create_index("club_table_by_club", "club_table", ["club", "ended"])


def downgrade() -> None:
    """Drop the tables of clubs, and the column `given_up` of the table `result`."""
    op.drop_index("club_table_by_club", "club_table")
    op.drop_table("club_table")
    op.drop_index("club_member_by_person", "club_member")
    op.drop_table("club_member")
    op.drop_table("club")
    op.drop_column("result", "given_up")
