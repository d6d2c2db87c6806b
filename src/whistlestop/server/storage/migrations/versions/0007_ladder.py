"""Add the ladder: who is on it, results, ratings and standings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables of the ladder. Games that began before this migration do not count."""
    op.create_table(
        "ladder_player",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("joined", sa.Float),
    )
    op.create_index("ladder_player_by_person", "ladder_player", ["person"], unique=True)
    op.create_table(
        "ladder_result",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(16)),
        sa.Column("bot", sa.String(250)),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("place", sa.Integer),
        sa.Column("given_up", sa.Boolean),
        sa.Column("score", sa.Integer),
        sa.Column("position", sa.Integer),
    )
    op.create_index("ladder_result_by_player", "ladder_result", ["player"])
    op.create_index("ladder_result_by_position", "ladder_result", ["position", "ended"])
    op.create_table(
        "ladder_change",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("edition", sa.String(64), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("sigma_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_table(
        "ladder_standing",
        sa.Column("player", sa.String(16), primary_key=True),
        sa.Column("edition", sa.String(64), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("season", sa.String(7), primary_key=True),
        sa.Column("bot", sa.String(250)),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("ladder_standing_by_group", "ladder_standing", ["edition", "players", "season"])
    op.create_table(
        "ladder_version",
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    )


def downgrade() -> None:
    """Drop the tables of the ladder."""
    op.drop_table("ladder_version")
    op.drop_index("ladder_standing_by_group", "ladder_standing")
    op.drop_table("ladder_standing")
    op.drop_table("ladder_change")
    op.drop_index("ladder_result_by_position", "ladder_result")
    op.drop_index("ladder_result_by_player", "ladder_result")
    op.drop_table("ladder_result")
    op.drop_index("ladder_player_by_person", "ladder_player")
    op.drop_table("ladder_player")
