"""The schema of the database. `migrations` makes it; a test compares the two.

A table's game is the list of its entries, and nothing else: everything beside `entry` can be made
from it, or only says who somebody is, or what they have in mind.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

TOKEN_HASH: Final = 64
"""Letters of a SHA-256 in hexadecimal: no token itself is ever stored."""

person = Table(
    "person",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("colour", String(16)),
)
"""`colour` is null until somebody chooses one: the one they were drawn is in their id."""

session = Table(
    "session",
    metadata,
    Column("token", String(TOKEN_HASH), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("expires", Float, nullable=False),
)

api_token = Table(
    "api_token",
    metadata,
    Column("token", String(TOKEN_HASH), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("created", Float, nullable=False),
)

game_table = Table(
    "game_table",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("edition", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("state", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("summary", Text, nullable=False),
    Index("game_table_by_state", "state", "public"),
)
"""What lists show of tables that are not in memory; `updated` may lag behind a game's moves."""

member = Table(
    "member",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
)

ahead = Table(
    "ahead",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("data", Text, nullable=False),
)
"""What people mark and plan at tables for themselves alone: it is no part of any game."""

result = Table(
    "result",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), ForeignKey("person.id")),
    Column("bot", String(250)),
    Column("board", String(64)),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("path", Integer, nullable=False),
    Index("result_by_person", "person"),
)
"""What games that are over brought each seat; made from their entries.

`person` is null where the game is nobody's: for bots, in lessons and records, and where somebody
has had themselves forgotten. `board` is null for boards of one's own.
"""

carrying = Table(
    "carrying",
    metadata,
    Column("code", String(TOKEN_HASH), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
"""Codes, hashed, with which people carry themselves over to another device."""

entry = Table(
    "entry",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("secret", Text),
    Column("at", Float, nullable=False),
)
"""The primary key is what keeps two writers from both being number 17."""
