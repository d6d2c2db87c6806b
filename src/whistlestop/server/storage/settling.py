"""Settling the ladder: rating the games that have ended, or all games again.

Every transaction is small, so moves never wait long for one. Computing all ratings again takes many
transactions. It reads the games list by list, because the ratings of the lists are independent of
each other. So the memory that it needs depends on the number of players, and not on the number of
games. If it is interrupted, the next call begins again and reaches the same result.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from whistlestop.server import logs
from whistlestop.server.storage import schema
from whistlestop.server.storage.ladder import ALL, Listing, season_of
from whistlestop.server.storage.ratings import VERSION, Placed, Rating, rated
from whistlestop.server.storage.store import Store

AT_ONCE: Final = 50
"""The maximum number of games that are rated in one transaction."""

PART: Final = 400
"""The maximum number of rows of a table that one transaction of a recomputation writes."""

MOST_AGAIN: Final = 3
"""The maximum number of times that one call computes all ratings again."""

_RATING: Final = 0x4C4144444552
"""The number of the PostgreSQL advisory lock that a server holds while it rates games."""

_LAST: Final = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
"""A moment after all games, in seconds since 1970. Later times count as damaged."""

_WIDEST: Final = 1000.0
"""The largest absolute value of `mu` and `sigma`. Larger ones count as damaged."""

_Left = Literal["nothing", "games", "everything"]
"""Which ratings are missing.

`nothing` = none, or a later version of the program wrote them. `games` = some finished games are
not rated yet. `everything` = all ratings must be computed again.
"""


async def settle(store: Store) -> None:
    """Rate all finished games that are not rated yet.

    If the present ratings were computed with a lower `ratings.VERSION`, or if a rating is damaged,
    all ratings are computed again. Several servers may call this at the same time. A database that
    a later version of the program has written is left as it is.

    Raises:
        RuntimeError: ratings are damaged again and again.
    """
    again = 0
    while (left := await store.read(_left)) != "nothing":
        if left == "games":
            if not await store.write(_rate_some):
                return
        elif again < MOST_AGAIN:
            again += 1
            await _recompute(store)
        else:
            raise RuntimeError("ratings are damaged again after they were computed")


def _lock(connection: Connection) -> None:
    """Keep other servers from rating games until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_RATING)))


def _version(connection: Connection) -> int | None:
    """Return the stored version of the rating; None if there is none, or if it is damaged.

    It is negative while all ratings are being computed again.
    """
    found = connection.execute(select(schema.ladder_version.c.version)).scalar()
    return found if isinstance(found, int) else None


def _set_version(connection: Connection, version: int) -> None:
    connection.execute(delete(schema.ladder_version))
    connection.execute(insert(schema.ladder_version), {"version": version})


def _left(connection: Connection) -> _Left:
    """Return which ratings are missing: none, those of some games, or all of them."""
    version = _version(connection)
    if version is not None and abs(version) > VERSION:
        return "nothing"
    if version != VERSION:
        return "everything"
    columns = schema.ladder_result.c
    waiting = select(columns.seat).where(columns.position.is_(None), columns.ended.is_not(None))
    return "nothing" if connection.execute(waiting.limit(1)).first() is None else "games"


# New games ----------------------------------------------------------------------------------


def _rate_some(connection: Connection) -> bool:
    """Rate up to `AT_ONCE` games that are not rated yet.

    Return whether something may be left: further games, or all ratings because some are damaged.
    """
    _lock(connection)
    if _version(connection) != VERSION:
        return True
    columns = schema.ladder_result.c
    waiting = (
        select(columns.table_id)
        .where(columns.position.is_(None), columns.ended.is_not(None))
        .group_by(columns.table_id)
        .order_by(func.max(columns.ended), columns.table_id)
        .limit(AT_ONCE)
    )
    tables = [*connection.scalars(waiting)]
    rows = connection.execute(_seats(columns.table_id.in_(tables)).order_by(columns.seat))
    games = {game.id: game for game in _games(rows)}
    players = {row.player for game in games.values() for row in game.seats}
    found = _standings(connection, players)
    damaged = sorted({row.player for row in found if not _is_intact(row)})
    if damaged:
        # All values follow from the results of the games, which are somewhere else.
        logs.warn("ladder ratings damaged", players=damaged)
        _set_version(connection, -VERSION)
        return True
    standings = {
        _Key(row.player, row.edition, row.players, row.season): _Standing(
            row.bot, row.games, row.won, row.total, Rating(row.mu, row.sigma)
        )
        for row in found
    }
    rater = _Rater(standings)
    last = connection.execute(select(func.max(columns.position))).scalar() or 0
    for table_id in tables:
        game = games[table_id]
        position = 0
        if game.is_intact:
            last = position = last + 1
            rater.rate(game)
        here = update(schema.ladder_result).where(columns.table_id == table_id)
        connection.execute(here.values(position=position))
    rater.write(connection)
    return len(tables) == AT_ONCE


def _standings(connection: Connection, players: Iterable[str | None]) -> Sequence[Row[Any]]:
    """Return the rows of `ladder_standing` of some players: one for each list with the player.

    Args:
        connection: a connection within a transaction.
        players: the ids of the players. None is ignored.
    """
    known = [one for one in players if one is not None]
    found = select(schema.ladder_standing).where(schema.ladder_standing.c.player.in_(known))
    return connection.execute(found).all()


def _is_intact(row: Row[Any]) -> bool:
    """Return whether a row of `ladder_standing` has whole numbers as counts and a sound rating."""
    whole = (row.players, row.games, row.won, row.total)
    return _is_sound(row.mu, row.sigma) and all(isinstance(one, int) for one in whole)


def _is_sound(mu: Any, sigma: Any) -> bool:
    """Return whether two stored values are floats below `_WIDEST`, and `sigma` is above 0."""
    numbers = isinstance(mu, float) and isinstance(sigma, float)
    return numbers and math.fabs(mu) < _WIDEST and 0 < sigma < _WIDEST


# All games again ----------------------------------------------------------------------------


async def _recompute(store: Store) -> None:
    """Compute all ratings again, in the order in which the games were rated before.

    The results of games no longer name people who were deleted. For these people, the rating before
    each game is read from `ladder_change`. Games that end meanwhile are rated only after all
    ratings have been computed. `ladder_standing` has the old ratings of a list until all games of
    the list have been rated again.

    Several servers may do this at the same time: they compute equal ratings. When one server has
    finished, the others stop.
    """
    if not await store.write(_begin):
        return
    lists = await store.read(_lists)
    for listing in lists:
        if not await _recompute_list(store, listing):
            return
    await store.write(partial(_end, lists=lists))


def _begin(connection: Connection) -> bool:
    """Note in the database that all ratings are being computed again, and return true.

    Return false, without a note, if another server has finished this already, or if a later version
    of the program has written the ratings.
    """
    _lock(connection)
    version = _version(connection)
    if version is not None and (version == VERSION or abs(version) > VERSION):
        return False
    _set_version(connection, -VERSION)
    return True


def _goes_on(connection: Connection) -> bool:
    """Return whether all ratings are still being computed again.

    False if another server has finished this. Other servers cannot finish it from now on until the
    transaction ends.
    """
    _lock(connection)
    return _version(connection) == -VERSION


def _end(connection: Connection, lists: Sequence[Listing]) -> None:
    """Delete rows of lists that are not in `lists`, and note that all ratings have been computed.

    Do nothing if another server has finished this already.
    """
    if not _goes_on(connection):
        return
    columns = schema.ladder_standing.c
    there = select(columns.edition, columns.players).distinct()
    for edition, players in [*connection.execute(there)]:
        if (edition, players) not in lists:
            stray = (columns.edition == edition) & (columns.players == players)
            connection.execute(delete(schema.ladder_standing).where(stray))
    _set_version(connection, VERSION)


def _lists(connection: Connection) -> list[Listing]:
    """Return all lists to which rated games belong."""
    columns = schema.ladder_result.c
    found = select(columns.edition, columns.players).where(columns.position > 0).distinct()
    lists: dict[Listing, None] = {Listing(): None}
    for edition, players in connection.execute(found):
        if isinstance(edition, str) and isinstance(players, int):
            lists.update(dict.fromkeys(_lists_of(edition, players)))
    return [*lists]


def _lists_of(edition: str, players: int) -> list[Listing]:
    """Return the four lists to which a game belongs.

    These are the list of all games, that of its edition, that of its number of seats, and that of
    both.

    Args:
        edition: the name of the game's edition.
        players: the number of seats.
    """
    return [Listing(board, size) for board in (ALL, edition) for size in (0, players)]


@dataclass(frozen=True, slots=True)
class _Part:
    """Some games of a list, in the order in which they were rated."""

    games: list[_Game]
    forgotten: dict[tuple[str, int], Rating]
    """The ratings of deleted people before a game, by table and seat."""
    last: int
    """The number of the last of these games in the order in which games were rated."""
    more: bool
    """Whether the list may have further games after `last`. If false, these are its last games."""


def _part(connection: Connection, listing: Listing, after: int) -> _Part:
    """Return the next games of a list in the order in which they were rated.

    The number of each game in this order is above `after`. At most `PART` seats are read.
    """
    columns, changes = schema.ladder_result.c, schema.ladder_change
    which = [columns.position > after, *_in_list(columns, listing)]
    order = (columns.position, columns.table_id, columns.seat)
    rows = [*connection.execute(_seats(*which).order_by(*order).limit(PART))]
    # In SQLite, a damaged position can be a text. Texts come after all numbers.
    good = [row for row in rows if isinstance(row.position, int)]
    more = len(good) == PART
    if more:
        # The last game may have further seats.
        good = [row for row in good if row.position < good[-1].position] or good
    games = _games(good)
    tables = [game.id for game in games if any(row.player is None for row in game.seats)]
    found = select(changes).where(changes.c.table_id.in_(tables), *_of_list(changes.c, listing))
    forgotten: dict[tuple[str, int], Rating] = {}
    for row in connection.execute(found):
        if _is_sound(row.mu_before, row.sigma_before):
            forgotten[row.table_id, row.seat] = Rating(row.mu_before, row.sigma_before)
    return _Part(games, forgotten, good[-1].position if good else after, more)


def _in_list(columns: Any, listing: Listing) -> list[ColumnElement[bool]]:
    """Return the SQL conditions for rows of `ladder_result` whose games belong to a list."""
    conditions: list[ColumnElement[bool]] = []
    if listing.edition:
        conditions.append(columns.edition == listing.edition)
    if listing.players:
        conditions.append(columns.players == listing.players)
    return conditions


def _of_list(columns: Any, listing: Listing) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions for rows of `ladder_change` or `ladder_standing` of one list."""
    return columns.edition == listing.edition, columns.players == listing.players


async def _recompute_list(store: Store, listing: Listing) -> bool:
    """Compute all ratings of a list again. Return whether this was done.

    False if another server has finished computing all ratings.
    """
    rater = _Rater({})
    after, more = 0, True
    while more:
        part = await store.read(partial(_part, listing=listing, after=after))
        await asyncio.to_thread(_rate_part, rater, listing, part)
        changes = rater.taken_changes()
        tables = [game.id for game in part.games]
        if not await store.write(partial(_write_changes, listing, tables, changes)):
            return False
        after, more = part.last, part.more
    rows = sorted(rater.rows(), key=lambda row: row["player"])
    known = {row["player"] for row in rows}
    for some in _batches_of_players(rows):
        if not await store.write(partial(_write_standings, listing, some)):
            return False
    columns = schema.ladder_standing.c
    there = select(columns.player).where(*_of_list(columns, listing)).distinct()
    strays = await store.read(lambda one: [*{*one.scalars(there)} - known])
    for first in range(0, len(strays), PART):
        some = strays[first : first + PART]
        if not await store.write(partial(_delete_standings, listing, some)):
            return False
    return True


def _rate_part(rater: _Rater, listing: Listing, part: _Part) -> None:
    for game in part.games:
        if game.is_intact:
            rater.rate_in(game, listing, part.forgotten)


def _batches_of_players(rows: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in batches of about `PART`. All rows of a player are in one batch.

    Args:
        rows: the rows, sorted by player.
    """
    batch: list[dict[str, Any]] = []
    for row in rows:
        if len(batch) >= PART and row["player"] != batch[-1]["player"]:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _write_changes(
    listing: Listing,
    tables: Sequence[str],
    rows: Sequence[dict[str, Any]],
    connection: Connection,
) -> bool:
    """Replace the rows of `ladder_change` of some games in a list. Return whether this was done.

    False if another server has finished computing all ratings. Nothing has changed then.
    """
    if not _goes_on(connection):
        return False
    columns = schema.ladder_change.c
    old = delete(schema.ladder_change).where(columns.table_id.in_(tables))
    connection.execute(old.where(*_of_list(columns, listing)))
    if rows:
        connection.execute(insert(schema.ladder_change), rows)
    return True


def _write_standings(
    listing: Listing, rows: Sequence[dict[str, Any]], connection: Connection
) -> bool:
    """Replace the rows of some players in a list, in `ladder_standing`. Return whether it was done.

    False if another server has finished computing all ratings. Nothing has changed then.
    """
    players = sorted({row["player"] for row in rows})
    if not _delete_standings(listing, players, connection):
        return False
    # People who were deleted since their games were read must not come back.
    columns = schema.ladder_player.c
    people = {*connection.scalars(select(columns.id).where(columns.id.in_(players)))}
    left = [row for row in rows if row["bot"] is not None or row["player"] in people]
    if left:
        connection.execute(insert(schema.ladder_standing), left)
    return True


def _delete_standings(listing: Listing, players: Sequence[Any], connection: Connection) -> bool:
    """Delete the rows of some players in a list, in `ladder_standing`. Return whether it was done.

    False if another server has finished computing all ratings. Nothing has changed then.
    """
    if not _goes_on(connection):
        return False
    columns = schema.ladder_standing.c
    old = delete(schema.ladder_standing).where(columns.player.in_(players))
    connection.execute(old.where(*_of_list(columns, listing)))
    return True


# Games and ratings --------------------------------------------------------------------------


def _seats(*which: ColumnElement[bool]) -> Select[Any]:
    """Return the query for seats of finished games, each with the number of its game's seats.

    The caller sorts them.

    Args:
        which: conditions on the rows of `ladder_result`.
    """
    others = schema.ladder_result.alias()
    columns = schema.ladder_result.c
    number = select(func.count()).where(others.c.table_id == columns.table_id).scalar_subquery()
    found = select(schema.ladder_result, number.label("seats"))
    return found.where(*which, columns.ended.is_not(None))


@dataclass(slots=True)
class _Game:
    """A finished game with the rows of its seats, in the order of the seats."""

    id: str
    seats: list[Any] = field(default_factory=list[Any])

    @property
    def is_intact(self) -> bool:
        """Whether the rows have values that a rating can be computed from."""
        first = self.seats[0]
        return len(self.seats) == first.seats > 1 and all(
            isinstance(row.place, int)
            and isinstance(row.players, int)
            and isinstance(row.edition, str)
            and isinstance(row.ended, float)
            and 0 <= row.ended < _LAST
            and (row.players, row.edition, row.ended) == (first.players, first.edition, first.ended)
            for row in self.seats
        )


def _games(rows: Iterable[Any]) -> list[_Game]:
    """Group rows of `ladder_result`, one for each seat, into games, in the order of the rows."""
    games: dict[str, _Game] = {}
    for row in rows:
        games.setdefault(row.table_id, _Game(row.table_id)).seats.append(row)
    return [*games.values()]


class _Key(NamedTuple):
    """The key of a row of the table `ladder_standing`."""

    player: str
    edition: str
    players: int
    season: str


@dataclass(slots=True)
class _Standing:
    """The values of a row of the table `ladder_standing`."""

    bot: str | None
    games: int = 0
    won: int = 0
    total: int = 0
    rating: Rating = field(default_factory=Rating)


class _Rater:
    """A calculator that rates games one after the other, and collects the rows to write."""

    def __init__(self, standings: dict[_Key, _Standing]) -> None:
        """Create the object.

        Args:
            standings: all rows of the players of the games that will be rated.
        """
        self._standings = standings
        self._known = frozenset(standings)
        self._touched: dict[_Key, None] = {}
        self._changes: list[dict[str, Any]] = []

    def rate(self, game: _Game) -> None:
        """Rate a game in all lists to which it belongs."""
        first = game.seats[0]
        for listing in _lists_of(first.edition, first.players):
            self.rate_in(game, listing, {})

    def rate_in(
        self, game: _Game, listing: Listing, forgotten: Mapping[tuple[str, int], Rating]
    ) -> None:
        """Rate a game in one list.

        Args:
            game: the game.
            listing: the list.
            forgotten: the ratings of deleted people before their games, by table and seat. A
                deleted person without a rating counts as a new player.
        """
        season = season_of(game.seats[0].ended)
        seats: list[Placed] = []
        for row in game.seats:
            if row.player is None:
                before = forgotten.get((game.id, row.seat), Rating())
            else:
                before = self._at(row, listing, ALL).rating
            seats.append(Placed(row.player, before, row.place))
        after = rated(seats)
        won: dict[str, bool] = {}
        for row, seat, new in zip(game.seats, seats, after, strict=True):
            self._changes.append(
                {
                    "table_id": game.id,
                    "seat": row.seat,
                    "edition": listing.edition,
                    "players": listing.players,
                    "mu_before": seat.rating.mu,
                    "sigma_before": seat.rating.sigma,
                    "mu": new.mu,
                    "sigma": new.sigma,
                }
            )
            if row.player is None:
                continue
            first = row.player not in won
            wins = row.place == 1 and not row.given_up
            total = self._at(row, listing, ALL)
            total.total += first
            for standing in (total, self._at(row, listing, season)):
                standing.games += first
                standing.won += wins and not won.get(row.player, False)
                standing.total = total.total
                standing.rating = new
            won[row.player] = won.get(row.player, False) or wins

    def _at(self, row: Any, listing: Listing, season: str) -> _Standing:
        """Return the changeable row of a seat's player in a list. Create it if there is none.

        `row` is the seat's row of `ladder_result`. `season` can be `ALL`.
        """
        key = _Key(row.player, listing.edition, listing.players, season)
        self._touched[key] = None
        return self._standings.setdefault(key, _Standing(row.bot))

    def taken_changes(self) -> list[dict[str, Any]]:
        """Return the rows of `ladder_change` that have been collected, and forget them."""
        taken, self._changes = self._changes, []
        return taken

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows of `ladder_standing` that are new or have changed."""
        for key in self._touched:
            standing = self._standings[key]
            yield {
                **key._asdict(),
                "bot": standing.bot,
                "games": standing.games,
                "won": standing.won,
                "total": standing.total,
                "mu": standing.rating.mu,
                "sigma": standing.rating.sigma,
            }

    def write(self, connection: Connection) -> None:
        """Write the collected rows of `ladder_change` and `ladder_standing` to the database."""
        if self._changes:
            connection.execute(insert(schema.ladder_change), self.taken_changes())
        known: list[dict[str, Any]] = []
        new: list[dict[str, Any]] = []
        for key, row in zip(self._touched, self.rows(), strict=True):
            (known if key in self._known else new).append(row)
        if known:
            # Columns cannot be bound under their own names in an update.
            renamed = [{f"new_{name}": value for name, value in row.items()} for row in known]
            connection.execute(_UPDATE, renamed)
        if new:
            connection.execute(insert(schema.ladder_standing), new)


_UPDATE: Final = (
    update(schema.ladder_standing)
    .where(
        and_(*(schema.ladder_standing.c[name] == bindparam(f"new_{name}") for name in _Key._fields))
    )
    .values(
        {
            column.name: bindparam(f"new_{column.name}")
            for column in schema.ladder_standing.c
            if column.name not in _Key._fields
        }
    )
)
