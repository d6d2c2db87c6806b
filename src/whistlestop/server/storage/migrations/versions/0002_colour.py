"""People may choose the colour of their pieces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Room for it."""
    op.add_column("person", sa.Column("colour", sa.String(16)))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("person", "colour")
