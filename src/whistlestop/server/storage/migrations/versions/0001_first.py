"""Create the first tables: people, their sessions and tokens, game tables and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the seven tables of the first version, from `person` to `answered`."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    for name, last in (("session", "expires"), ("api_token", "created")):
        op.create_table(
            name,
            sa.Column("token", sa.String(64), primary_key=True),
            sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
            sa.Column(last, sa.Float, nullable=False),
        )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("edition_text", sa.Text),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("game_table_by_state", "game_table", ["state", "public"])
    op.create_table(
        "member",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
    )
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "answered",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("action", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the seven tables of the first version."""
    for name in ("answered", "entry", "member", "game_table", "api_token", "session", "person"):
        op.drop_table(name)
