"""The results of games for the ladder, written with the entries that begin or end these games.

A game counts only if all of its people are on the ladder when it begins. Leaving the ladder later
does not change this, so nobody can avoid a bad result by leaving.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from whistlestop.server.storage import schema


@dataclass(frozen=True, slots=True)
class RatedStart:
    """The beginning of a game that counts if all its people are on the ladder."""

    edition: str
    at: float
    """When the game begins, in seconds since 1970."""
    seats: tuple[tuple[str | None, str | None], ...]
    """The id of the person and the name of the bot on each seat. Exactly one of the two is None."""


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """A seat at the end of a game."""

    person: str | None
    """The id of the person who has the seat; None if there is none."""
    bot: str | None
    """The name of the bot that has the seat; None if a person has it."""
    given_up: bool
    """Whether the person has resigned, or has left the game to a bot or to another person."""
    changed: bool
    """Whether a bot began the game on the seat, and the seat has had another player since."""
    rank: int
    """The rank on the score sheet, counted from 1."""
    score: int


@dataclass(frozen=True, slots=True)
class RatedEnd:
    """The end of a game that may count."""

    at: float
    """When the game ended, in seconds since 1970."""
    seats: tuple[SeatEnd, ...]
    """The seats; empty if the game does not count, for example because hints were given."""


LEAST_SEATS: Final = 2
"""The minimum number of seats that a game must have for the ladder."""


def bot_id(bot: str) -> str:
    """Return the id of a bot on the ladder. It is the same on all servers."""
    return "b" + hashlib.sha256(bot.encode()).hexdigest()[:11]


def places(seats: list[SeatEnd]) -> list[int]:
    """Return the place of each seat, counted from 1.

    Seats whose players gave up share the place after all others.
    """
    keys = [(one.given_up, 0 if one.given_up else one.rank) for one in seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def begin(connection: Connection, table_id: str, start: RatedStart) -> None:
    """Add the seats of a game that begins to `ladder_result`.

    Add nothing if one of the game's people is not on the ladder.
    """
    columns = schema.ladder_player.c
    people = [person for person, _ in start.seats if person is not None]
    found = select(columns.person, columns.id).where(
        columns.person.in_(people), columns.joined <= start.at
    )
    ids: dict[str, str] = {row[0]: row[1] for row in connection.execute(found)}
    if len(ids) < len(people):
        return
    rows: list[dict[str, Any]] = []
    for number, (person, bot) in enumerate(start.seats):
        player = ids[person] if person is not None else bot_id(bot or "")
        rows.append(
            {
                "table_id": table_id,
                "seat": number,
                "player": player,
                "bot": bot,
                "edition": start.edition,
                "players": len(start.seats),
                "started": start.at,
            }
        )
    connection.execute(insert(schema.ladder_result), rows)


def finish(connection: Connection, table_id: str, end: RatedEnd) -> None:
    """Write the results of a game that ends to `ladder_result`.

    If the game does not count, delete its rows. A person who no longer has the seat with which they
    began counts as having given up. The row of a seat that began with a bot and had another player
    later is deleted. If fewer than two seats are left, the game does not count. Nothing changes if
    `begin` added no seats of the game, or if the game has results already.
    """
    columns, players = schema.ladder_result.c, schema.ladder_player.c
    here = (columns.table_id == table_id) & columns.ended.is_(None)
    found = (
        select(columns.seat, columns.bot, players.person)
        .outerjoin(schema.ladder_player, players.id == columns.player)
        .where(here)
        .order_by(columns.seat)
    )
    begun = connection.execute(found).all()
    if not begun:
        return
    ended: dict[int, SeatEnd] = {}
    # If rows are missing, the database is damaged. The game ends all the same, and does not count.
    intact = [row.seat for row in begun] == [*range(len(end.seats))]
    for row, seat in zip(begun, end.seats if intact else (), strict=False):
        if row.bot is not None and (seat.changed or row.bot != seat.bot):
            continue
        lost = row.bot is None and (row.person is None or seat.person != row.person)
        ended[row.seat] = replace(seat, given_up=seat.given_up or lost)
    if len(ended) < LEAST_SEATS:
        connection.execute(delete(schema.ladder_result).where(here))
        return
    left_out = here & columns.seat.not_in([*ended])
    connection.execute(delete(schema.ladder_result).where(left_out))
    for (number, seat), place in zip(ended.items(), places([*ended.values()]), strict=True):
        values = {
            "ended": end.at,
            "place": place,
            "given_up": seat.given_up,
            "score": seat.score,
        }
        one = here & (columns.seat == number)
        connection.execute(update(schema.ladder_result).where(one).values(values))


def take_off(connection: Connection, person: str) -> None:
    """Remove a person from the ladder, because the person is being deleted.

    The person's results and ratings before each game stay, because the ratings of others are
    computed from them. The person's id is removed from these results, so that nothing shows which
    of them belong to the same person.
    """
    found = select(schema.ladder_player.c.id).where(schema.ladder_player.c.person == person)
    player = connection.execute(found).scalar_one_or_none()
    if player is None:
        return
    results, standings = schema.ladder_result, schema.ladder_standing
    connection.execute(update(results).where(results.c.player == player).values(player=None))
    connection.execute(delete(standings).where(standings.c.player == player))
    connection.execute(delete(schema.ladder_player).where(schema.ladder_player.c.id == player))
