"""The schema of the database. `migrations` creates it; a test checks that both agree.

A table's game is the list of its entries. Everything outside `entry` can be computed from the
entries, or is about people, their devices and their plans.
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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

TOKEN_HASH: Final = 64
"""The number of hexadecimal digits of a SHA-256 hash. Tokens are stored only as hashes."""

person = Table(
    "person",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("colour", String(16)),
)
"""People. `colour` is null if the person has chosen none; a colour is then derived from `id`."""

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
"""One row for each table at which a game is or was played, from its setup on.

A row has the facts that lists show about tables that are not in memory. `updated` may be older than
the last moves of a game.
"""

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
"""People's private plans: marked routes and planned claims. Plans are not part of the game."""

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
    Column("given_up", Boolean),
    Index("result_by_person", "person"),
)
"""The result of each seat in finished games, computed from their entries.

`person` is null if the result counts for nobody: for bots, in lessons and records, and after a
person was forgotten. `board` is null for players' own editions. `given_up` is true if the person
resigned, or left the game to a bot or to another person. It is null in results of versions that did
not save it.
"""

carrying = Table(
    "carrying",
    metadata,
    Column("code", String(TOKEN_HASH), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
"""Hashes of the codes with which people take their account to another device."""

daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("table_id", String(24), ForeignKey("game_table.id"), nullable=False),
    Column("begun", Float, nullable=False),
    Column("ended", Float),
    Column("counts", Boolean),
    Column("given_up", Boolean),
    Column("won", Boolean),
    Column("place", Integer),
    Column("score", Integer),
    Column("margin", Integer),
    Index("daily_by_person", "person"),
    Index("daily_by_table", "table_id"),
)
"""The attempts at the deal of the day. The primary key prevents a second attempt on one day.

`day` is a date in UTC, such as `2026-11-27`. The columns from `ended` on are null until the game is
over. `counts` is false if the game ended too late for the ranking. `margin` is the person's score
less the highest score of the bots.
"""

ladder_player = Table(
    "ladder_player",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("joined", Float),
    Index("ladder_player_by_person", "person", unique=True),
)
"""The people who are or were on the ladder. `id` is random and may be sent to clients.

`joined` is null after the person has left the ladder. The row is deleted with the person.
"""

ladder_result = Table(
    "ladder_result",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(16)),
    Column("bot", String(250)),
    Column("edition", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("started", Float, nullable=False),
    Column("ended", Float),
    Column("place", Integer),
    Column("given_up", Boolean),
    Column("score", Integer),
    Column("position", Integer),
    Index("ladder_result_by_player", "player"),
    Index("ladder_result_by_position", "position", "ended"),
)
"""The seats of games that count for the ladder. The rows are added when a game begins.

`player` is the id of a person or a bot on the ladder. It is null after the person was deleted.
`bot` is the name of the bot; null for people. `players` is the number of seats. The columns from
`ended` to `score` are null until the game is over. `position` is the number of the game in the
order in which games were rated. It is null until the game is rated, and 0 if a row is damaged.
"""

ladder_change = Table(
    "ladder_change",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("edition", String(64), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)
"""The ratings of the players of a game before and after it, computed from `ladder_result`.

There is one row for each seat and each list of the ladder. `edition` is empty in lists of all
boards, and `players` is 0 in lists of all table sizes.
"""

ladder_standing = Table(
    "ladder_standing",
    metadata,
    Column("player", String(16), primary_key=True),
    Column("edition", String(64), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("season", String(7), primary_key=True),
    Column("bot", String(250)),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index("ladder_standing_by_group", "edition", "players", "season"),
)
"""The lists of the ladder, computed from `ladder_result`. Each row is a player in a list.

`edition` is empty in lists of all boards, and `players` is 0 in lists of all table sizes. `season`
is a quarter such as `2026-Q4`, or empty for all time. `games` and `won` count the games of the
season, and `total` all games up to its end. `mu` and `sigma` are the rating after the last of these
games.
"""

ladder_version = Table(
    "ladder_version",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
)
"""One row: the `ratings.VERSION` with which `ladder_change` and `ladder_standing` were computed."""

review = Table(
    "review",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("changed", Float, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("review_by_changed", "changed"),
)
"""The reviews of finished games. They name no players, and can be made again from the entries.

`version` is the version of the code that made the review, and `game` the SHA-256 of the final
position. If one of them differs, the review is made again. `data` is compressed JSON.
"""

examined = Table(
    "missed",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("table_id", String(24), ForeignKey("game_table.id"), nullable=False),
    Column("move", Integer, nullable=False),
    Column("examined", Float, nullable=False),
    Column("data", Text),
    Index("missed_by_person", "person"),
    Index("missed_by_table", "table_id"),
)
"""The decisions of people in their own finished games that were examined as possible puzzles.

`id` is the id of the puzzle. `data` is the puzzle as JSON, or null if the decision is none. The
table has an older name in the database.
"""

webhook = Table(
    "webhook",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("address", String(2000), nullable=False),
    Column("language", String(2), nullable=False),
    Column("origin", String(300), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("saved", Float, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("result", String(16)),
    Column("status", Integer),
    Column("called", Float),
)
"""The addresses at which people are called when a table waits for them.

`origin` is the beginning of the links in calls. `secret` signs the calls. `failures` counts the
calls that have failed since the last one that arrived. The last three columns are about the last
call, and null before the first one.
"""

turn_call = Table(
    "turn_call",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("mark", Integer, nullable=False),
)
"""The last turn, and the last request of another player, for which a person was called.

`mark` is the number of an entry, which is higher for each later turn or request.
"""

push_key = Table(
    "push_key",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("private", String(64), nullable=False),
    Column("made", Float, nullable=False),
)
"""At most one row, with the id 1: the private key that signs messages to devices.

All servers of a database use this key, because browsers bind their subscriptions to it.
"""

push_device = Table(
    "push_device",
    metadata,
    Column("session", String(TOKEN_HASH), primary_key=True),
    Column("id", String(16), nullable=False),
    Column("person", String(32), ForeignKey("person.id"), nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("endpoint", String(2000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(2), nullable=False),
    Column("browser", String(16), nullable=False),
    Column("system", String(16), nullable=False),
    Column("saved", Float, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("result", String(16)),
    Column("status", Integer),
    Column("called", Float),
    Index("push_device_by_person", "person"),
    Index("push_device_by_fingerprint", "fingerprint", unique=True),
)
"""The devices that get a message when a table waits for their person.

`session` is the hash of the token of the device's session. A device without a valid session gets
nothing. `id` is random and may be sent to the person. `endpoint` is the address that the browser's
push service gave to the device, and `fingerprint` its SHA-256. `p256dh` and `auth` encrypt the
messages. `failures` counts the messages that have failed since the last one that was accepted. The
last three columns are about the last message, and null before the first one.
"""

club = Table(
    "club",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("key", String(32), nullable=False),
    Column("founder", String(32), ForeignKey("person.id"), nullable=False),
    Column("created", Float, nullable=False),
)
"""The clubs. `key` is the secret part of the link. `founder` is always one of the members."""

club_member = Table(
    "club_member",
    metadata,
    Column("club", String(16), ForeignKey("club.id"), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("id", String(16), nullable=False),
    Column("joined", Float, nullable=False),
    Index("club_member_by_person", "person"),
)
"""The members of clubs. `id` is random and may be sent to clients."""

club_table = Table(
    "club_table",
    metadata,
    Column("table_id", String(24), ForeignKey("game_table.id"), primary_key=True),
    Column("club", String(16), ForeignKey("club.id"), nullable=False),
    Column("ended", Float),
    Index("club_table_by_club", "club", "ended"),
)
"""The tables that were set up for a club. `ended` is null until the game is over."""

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
"""The entries of all tables. The primary key prevents two writers from using the same number."""
