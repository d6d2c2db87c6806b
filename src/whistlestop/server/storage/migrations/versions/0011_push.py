"""Add the devices that get messages, and the key that signs the messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the tables `push_key` and `push_device`, both empty.

    No device gets messages before its user allows it.
    """
    op.create_table(
        "push_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("private", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "push_device",
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(2000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("browser", sa.String(16), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("saved", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("result", sa.String(16)),
        sa.Column("status", sa.Integer),
        sa.Column("called", sa.Float),
    )
    op.create_index("push_device_by_person", "push_device", ["person"])
    op.create_index("push_device_by_fingerprint", "push_device", ["fingerprint"], unique=True)


def downgrade() -> None:
    """Drop the tables `push_key` and `push_device`."""
    op.drop_table("push_device")
    op.drop_table("push_key")
