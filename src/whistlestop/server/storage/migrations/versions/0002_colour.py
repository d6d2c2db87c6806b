"""Add the colour that a person chose for their pieces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column `colour` to the table `person`."""
    op.add_column("person", sa.Column("colour", sa.String(16)))


def downgrade() -> None:
    """Drop the column `colour` of the table `person`, with all chosen colours."""
    op.drop_column("person", "colour")
