"""What the database keeps about the ladder: who is on it, ratings, lists and results."""

from __future__ import annotations

import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.ratings import VERSION, Placed, Rating, rated
from whistlestop.server.storage.sqlite import intact, legible
from whistlestop.server.storage.store import Store

ALL: Final = ""
"""The value of `edition` in lists of all boards, and of `season` in lists of all time."""

PROVISIONAL: Final = 10
"""The number of games in a list from which a rating is no longer provisional."""

AT_ONCE: Final = 100
"""The maximum number of games that are rated in one transaction."""

MOST_SEASONS: Final = 40
"""The maximum number of seasons from which a list can be chosen: those of ten years."""

SEASON: Final = re.compile(r"(20[0-9]{2})-Q([1-4])")
"""The form of a season: a quarter of a year by UTC, such as `2026-Q4`."""

_RATING: Final = 0x4C4144444552
"""The number of the PostgreSQL advisory lock that a server holds while it rates games."""


class Listing(NamedTuple):
    """A list of the ladder."""

    edition: str = ALL
    """The name of the edition; empty = all boards."""
    players: int = 0
    """The number of seats; 0 = all table sizes."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's row in a list of the ladder."""

    player: str
    """The player's id on the ladder."""
    bot: str | None
    """The name of the bot; None for a person."""
    person: str | None
    """The id of the person; None for a bot."""
    name: str
    """The present name of the person; empty for bots, and if the person has none."""
    rank: int | None
    """The rank, counted from 1; None if the rating is provisional."""
    games: int
    won: int
    total: int
    """The number of the player's games until the end of the season."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Ranked:
    """One page of a list of the ladder, and the row of the person who asks for it."""

    rows: list[RankedPlayer]
    mine: RankedPlayer | None
    """The row of the person who asks; None if the person is not in the list."""
    players: int
    """The number of players in the whole list."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player who is on the ladder."""

    id: str
    bot: str | None
    person: str | None
    name: str


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A player's rating of all time in one list."""

    listing: Listing
    games: int
    won: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's results against another player."""

    player: Player
    games: int
    ahead: int
    """The number of games in which the first player came before the other."""
    behind: int
    margin: float | None
    """The mean of the first player's score less the other's; None if one gave up in each game."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The rating of a player before and after a game, in the list of all boards and sizes."""

    seat: int
    player: str
    before: Rating
    after: Rating


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


class LadderStore:
    """Reads and writes the ladder in the database."""

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    # Who is on the ladder -------------------------------------------------------------------

    async def join(self, person: str, now: float) -> None:
        """Put a person on the ladder. If the person is on it already, nothing changes.

        Args:
            person: the person's id.
            now: the present moment, in seconds since 1970. Games that begin later count.
        """
        columns = schema.ladder_player.c

        def work(connection: Connection) -> None:
            found = select(columns.joined).where(columns.person == person)
            row = connection.execute(found).one_or_none()
            if row is None:
                values = {"id": secrets.token_urlsafe(9), "person": person, "joined": now}
                connection.execute(insert(schema.ladder_player), values)
            elif row[0] is None:
                mine = update(schema.ladder_player).where(columns.person == person)
                connection.execute(mine.values(joined=now))

        try:
            await self._store.write(work)
        except IntegrityError:
            # Another server has put the person on the ladder at the same time.
            return

    async def leave(self, person: str) -> None:
        """Take a person off the ladder. Their results are kept, and hidden until they come back."""
        mine = update(schema.ladder_player).where(schema.ladder_player.c.person == person)
        await self._store.write(lambda connection: connection.execute(mine.values(joined=None)))

    async def joined(self, people: Sequence[str]) -> dict[str, float]:
        """Return since when people are on the ladder, by their ids. Others are left out."""
        columns = schema.ladder_player.c
        found = select(columns.person, columns.joined).where(
            columns.person.in_(people), columns.joined.is_not(None)
        )

        def ask(connection: Connection) -> dict[str, float]:
            return {row[0]: row[1] for row in connection.execute(found)}

        return await self._store.read(ask)

    async def player(self, player: str) -> Player | None:
        """Return the player with an id; None if there is none on the ladder."""
        columns, bots = schema.ladder_player.c, schema.ladder_standing.c
        person = (
            select(columns.person, schema.person.c.name)
            .join(schema.person, schema.person.c.id == columns.person)
            .where(columns.id == player, columns.joined.is_not(None))
        )
        bot = select(bots.bot).where(bots.player == player, bots.bot.is_not(None)).limit(1)

        def ask(connection: Connection) -> Player | None:
            row = connection.execute(person).one_or_none()
            if row is not None:
                return Player(player, None, row[0], legible(row[1]))
            name = connection.execute(bot).scalar_one_or_none()
            return None if name is None else Player(player, name, None, "")

        return await self._store.read(ask)

    async def own(self, person: str) -> str | None:
        """Return the id on the ladder of a person; None if they have never been on it."""
        columns = schema.ladder_player.c
        found = select(columns.id).where(columns.person == person)
        return await self._store.read(lambda one: one.execute(found).scalar_one_or_none())

    # Rating ---------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Rate all finished games that are not rated yet.

        If other rules of rating made the present ratings, all ratings are computed again. Several
        servers may call this at the same time. A database that a later version of the program has
        written is left as it is.
        """
        while await self._store.read(_is_unsettled) and await self._store.write(_settle):
            pass

    # Lists ----------------------------------------------------------------------------------

    async def seasons(self) -> list[str]:
        """Return the seasons in which games were rated, the last first."""
        columns = schema.ladder_standing.c
        found = (
            select(columns.season)
            .where(columns.edition == ALL, columns.players == 0, columns.season != ALL)
            .distinct()
            .order_by(columns.season.desc())
            .limit(MOST_SEASONS)
        )

        def ask(connection: Connection) -> list[str]:
            seasons: Iterable[Any] = connection.scalars(found)
            return [one for one in seasons if isinstance(one, str) and SEASON.fullmatch(one)]

        return await self._store.read(ask)

    async def ranked(
        self, listing: Listing, season: str, person: str, first: int, most: int
    ) -> Ranked:
        """Return one page of a list of the ladder.

        The rating decides. Provisional ratings come last. Only bots and people who are on the
        ladder now are listed.

        Args:
            listing: the list.
            season: the season; empty = all time.
            person: the id of the person who asks; empty = nobody is signed in.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
        """
        standing, players = schema.ladder_standing.c, schema.ladder_player.c
        provisional = case((standing.total < PROVISIONAL, 1), else_=0)
        order = (provisional, standing.mu.desc())
        rows = (
            select(
                standing.player,
                standing.bot,
                players.person,
                case((provisional == 1, None), else_=func.rank().over(order_by=order)).label(
                    "rank"
                ),
                standing.games,
                standing.won,
                standing.total,
                standing.mu,
                standing.sigma,
                func.row_number().over(order_by=(*order, standing.player)).label("position"),
                func.count().over().label("people"),
            )
            .outerjoin(schema.ladder_player, players.id == standing.player)
            .where(
                standing.edition == listing.edition,
                standing.players == listing.players,
                standing.season == season,
                or_(standing.bot.is_not(None), players.joined.is_not(None)),
                self._intact(
                    (standing.games, standing.won, standing.total), (standing.mu, standing.sigma)
                ),
            )
        ).subquery()
        shown = and_(rows.c.position > first, rows.c.position <= first + most)
        found = (
            select(rows, schema.person.c.name)
            .outerjoin(schema.person, schema.person.c.id == rows.c.person)
            .where(or_(shown, rows.c.person == person))
            .order_by(rows.c.position)
        )

        def ask(connection: Connection) -> Ranked:
            page: list[RankedPlayer] = []
            mine, people = None, 0
            for row in connection.execute(found):
                people = row.people
                made = RankedPlayer(
                    row.player,
                    row.bot,
                    row.person,
                    "" if row.name is None else legible(row.name),
                    row.rank,
                    row.games,
                    row.won,
                    row.total,
                    Rating(row.mu, row.sigma),
                )
                if first < row.position <= first + most:
                    page.append(made)
                if row.person is not None and row.person == person:
                    mine = made
            return Ranked(page, mine, people)

        return await self._store.read(ask)

    async def ratings(self, player: str) -> list[ListedRating]:
        """Return the ratings of a player in all lists of all time."""
        columns = schema.ladder_standing.c
        found = (
            select(schema.ladder_standing)
            .where(
                columns.player == player,
                columns.season == ALL,
                self._intact((columns.games, columns.won), (columns.mu, columns.sigma)),
            )
            .order_by(columns.edition, columns.players)
        )

        def ask(connection: Connection) -> list[ListedRating]:
            return [
                ListedRating(
                    Listing(row.edition, row.players),
                    row.games,
                    row.won,
                    Rating(row.mu, row.sigma),
                )
                for row in connection.execute(found)
            ]

        return await self._store.read(ask)

    async def rivals(
        self,
        player: str,
        listing: Listing,
        season: str,
        against: str | None,
        first: int,
        most: int,
    ) -> list[Rival]:
        """Return a player's results against others, those with the most games first.

        If a bot had several seats in a game, the best place and the highest score count. People who
        are not on the ladder now are left out.

        Args:
            player: the player's id.
            listing: the list whose games count.
            season: the season whose games count; empty = all time.
            against: the id of the only other player; None = all others.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
        """
        results = schema.ladder_result.c
        conditions: list[Any] = [
            results.position > 0,
            self._intact((results.place, results.given_up, results.score), ()),
        ]
        if listing.edition:
            conditions.append(results.edition == listing.edition)
        if listing.players:
            conditions.append(results.players == listing.players)
        if season:
            since, until = season_bounds(season)
            conditions += [results.ended >= since, results.ended < until]
        best = (
            select(
                results.table_id,
                results.player,
                func.max(results.bot).label("bot"),
                func.min(results.place).label("place"),
                func.max(results.score).label("score"),
                func.max(case((results.given_up, 1), else_=0)).label("given_up"),
            )
            .where(*conditions)
            .group_by(results.table_id, results.player)
        )
        mine = best.where(results.player == player).subquery()
        # Without the first condition, the results of all players would be read.
        theirs = select(results.table_id).where(results.player == player)
        other = best.where(
            results.table_id.in_(theirs),
            results.player == against if against is not None else results.player != player,
        ).subquery()
        players, people = schema.ladder_player.c, schema.person.c
        both = case((mine.c.given_up + other.c.given_up == 0, mine.c.score - other.c.score))
        count = func.count()
        found = (
            select(
                other.c.player,
                func.max(other.c.bot).label("bot"),
                players.person,
                people.name,
                count.label("games"),
                func.sum(case((mine.c.place < other.c.place, 1), else_=0)).label("ahead"),
                func.sum(case((mine.c.place > other.c.place, 1), else_=0)).label("behind"),
                func.sum(both).label("margins"),
                func.count(both).label("finished"),
            )
            .join(mine, mine.c.table_id == other.c.table_id)
            .outerjoin(schema.ladder_player, players.id == other.c.player)
            .outerjoin(schema.person, people.id == players.person)
            .where(
                other.c.player != player,
                or_(other.c.bot.is_not(None), players.joined.is_not(None)),
            )
            .group_by(other.c.player, players.person, people.name)
            .order_by(count.desc(), other.c.player)
            .limit(most)
            .offset(first)
        )

        def ask(connection: Connection) -> list[Rival]:
            return [
                Rival(
                    Player(
                        row.player,
                        row.bot,
                        row.person,
                        "" if row.name is None else legible(row.name),
                    ),
                    row.games,
                    row.ahead,
                    row.behind,
                    int(row.margins) / row.finished if row.finished else None,
                )
                for row in connection.execute(found)
            ]

        return await self._store.read(ask)

    def _intact(self, numbers: Iterable[Any], floats: Iterable[Any]) -> ColumnElement[bool]:
        """Return the condition that columns of a row were not damaged on the disk."""
        if self._store.engine.dialect.name != "sqlite":
            return true()
        return and_(intact(numbers, ()), *(func.typeof(one) == "real" for one in floats))

    # Tables ---------------------------------------------------------------------------------

    async def has_begun(self, table_id: str) -> bool:
        """Return whether the seats of a table's game are entered for the ladder.

        They are entered when the game begins, and removed if it does not count in the end.
        """
        columns = schema.ladder_result.c
        found = select(columns.seat).where(columns.table_id == table_id).limit(1)
        return await self._store.read(lambda one: one.execute(found).first() is not None)

    async def changes(self, table_id: str) -> list[Changed]:
        """Return how a game has changed the ratings of its players, in the order of the seats.

        People who are not on the ladder now are left out. Empty if the game is not rated.
        """
        results, changes, players = (
            schema.ladder_result.c,
            schema.ladder_change.c,
            schema.ladder_player.c,
        )
        same = (changes.table_id == results.table_id) & (changes.seat == results.seat)
        found = (
            select(
                results.seat,
                results.player,
                changes.mu_before,
                changes.sigma_before,
                changes.mu,
                changes.sigma,
            )
            .select_from(schema.ladder_result)
            .join(schema.ladder_change, same)
            .outerjoin(schema.ladder_player, players.id == results.player)
            .where(
                results.table_id == table_id,
                changes.edition == ALL,
                changes.players == 0,
                or_(results.bot.is_not(None), players.joined.is_not(None)),
            )
            .order_by(results.seat)
        )

        def ask(connection: Connection) -> list[Changed]:
            return [
                Changed(row[0], row[1], Rating(row[2], row[3]), Rating(row[4], row[5]))
                for row in connection.execute(found)
            ]

        return await self._store.read(ask)


def season_of(moment: float) -> str:
    """Return the season of a moment, such as `2026-Q4`.

    Args:
        moment: the moment, in seconds since 1970.
    """
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.year}-Q{(day.month + 2) // 3}"


def season_bounds(season: str) -> tuple[float, float]:
    """Return when a season begins and when the next one begins, in seconds since 1970.

    Args:
        season: a season such as `2026-Q4`.

    Raises:
        ValueError: the text is no season.
    """
    found = SEASON.fullmatch(season)
    if found is None:
        raise ValueError(f"no season: {season!r}")
    year, quarter = int(found[1]), int(found[2])
    since = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    until = datetime(year + quarter // 4, 3 * quarter % 12 + 1, 1, tzinfo=UTC)
    return since.timestamp(), until.timestamp()


# Rating -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Game:
    """A finished game with the rows of its seats, in the order of the seats."""

    id: str
    position: int | None
    seats: list[Any] = field(default_factory=list[Any])


def _lock(connection: Connection) -> None:
    """Keep other servers from rating games until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_RATING)))


def _is_unsettled(connection: Connection) -> bool:
    """Return whether a game is not rated, or whether all ratings must be computed again."""
    columns = schema.ladder_result.c
    version = connection.execute(select(schema.ladder_version.c.version)).scalar()
    if isinstance(version, int) and version > VERSION:
        return False
    waiting = select(columns.seat).where(columns.position.is_(None), columns.ended.is_not(None))
    return version != VERSION or connection.execute(waiting.limit(1)).first() is not None


def _settle(connection: Connection) -> bool:
    """Rate some games that are not rated yet. Return whether this is worth calling again."""
    _lock(connection)
    version = connection.execute(select(schema.ladder_version.c.version)).scalar()
    if isinstance(version, int) and version > VERSION:
        return False
    if version != VERSION:
        _recompute(connection)
    columns = schema.ladder_result.c
    waiting = (
        select(columns.table_id)
        .where(columns.position.is_(None), columns.ended.is_not(None))
        .group_by(columns.table_id)
        .order_by(func.max(columns.ended), columns.table_id)
        .limit(AT_ONCE)
    )
    tables = [*connection.scalars(waiting)]
    games = {game.id: game for game in _games(connection, columns.table_id.in_(tables))}
    last = connection.execute(select(func.max(columns.position))).scalar() or 0
    for table_id in tables:
        game = games[table_id]
        rater = _Rater(_standings(connection, [row.player for row in game.seats]))
        position = 0
        if _is_intact(game):
            last = position = last + 1
            rater.rate(game, {})
            rater.write(connection)
        here = update(schema.ladder_result).where(columns.table_id == table_id)
        connection.execute(here.values(position=position))
    return len(tables) == AT_ONCE


def _recompute(connection: Connection) -> None:
    """Compute all ratings again, in the order in which the games were rated.

    The ratings of deleted people before their games are not known any more, so those that were
    saved are used.
    """
    columns, changes = schema.ladder_result.c, schema.ladder_change
    forgotten: dict[str, dict[tuple[int, Listing], Rating]] = defaultdict(dict)
    theirs = (
        select(changes)
        .join(
            schema.ladder_result,
            (columns.table_id == changes.c.table_id) & (columns.seat == changes.c.seat),
        )
        .where(columns.player.is_(None))
    )
    for row in connection.execute(theirs):
        listing = Listing(row.edition, row.players)
        before = Rating(row.mu_before, row.sigma_before)
        forgotten[row.table_id][row.seat, listing] = before
    connection.execute(delete(changes))
    connection.execute(delete(schema.ladder_standing))
    rater = _Rater({})
    games = _games(connection, columns.position > 0)
    for game in sorted(games, key=lambda game: game.position or 0):
        if _is_intact(game):
            rater.rate(game, forgotten.get(game.id, {}))
    rater.write(connection)
    connection.execute(delete(schema.ladder_version))
    connection.execute(insert(schema.ladder_version), {"version": VERSION})


def _games(connection: Connection, which: ColumnElement[bool]) -> list[_Game]:
    """Return finished games with their seats, by a condition on the rows of `ladder_result`."""
    columns = schema.ladder_result.c
    found = (
        select(schema.ladder_result)
        .where(which, columns.ended.is_not(None))
        .order_by(columns.table_id, columns.seat)
    )
    games: dict[str, _Game] = {}
    for row in connection.execute(found):
        games.setdefault(row.table_id, _Game(row.table_id, row.position)).seats.append(row)
    return [*games.values()]


def _is_intact(game: _Game) -> bool:
    """Return whether the rows of a game have values that a rating can be computed from."""
    return len(game.seats) > 1 and all(
        isinstance(row.place, int)
        and isinstance(row.players, int)
        and isinstance(row.edition, str)
        and isinstance(row.ended, float)
        and 0 <= row.ended < _LAST
        for row in game.seats
    )


_LAST: Final = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
"""A moment after all games, in seconds since 1970. Later times count as damaged."""


def _standings(connection: Connection, players: Sequence[str | None]) -> dict[_Key, _Standing]:
    """Return all rows of some players in the lists of the ladder."""
    columns = schema.ladder_standing.c
    known = [one for one in players if one is not None]
    found = select(schema.ladder_standing).where(columns.player.in_(known))
    return {
        _Key(row.player, row.edition, row.players, row.season): _Standing(
            row.bot, row.games, row.won, row.total, Rating(row.mu, row.sigma)
        )
        for row in connection.execute(found)
    }


class _Rater:
    """Rates games one after the other, and collects the rows to write."""

    def __init__(self, standings: dict[_Key, _Standing]) -> None:
        """Create the object.

        Args:
            standings: all rows of the players of the games that will be rated.
        """
        self._standings = standings
        self._known = frozenset(standings)
        self._touched: dict[_Key, None] = {}
        self._changes: list[dict[str, Any]] = []

    def rate(self, game: _Game, forgotten: Mapping[tuple[int, Listing], Rating]) -> None:
        """Rate a game in all lists to which it belongs.

        Args:
            game: the game.
            forgotten: the ratings of deleted people before the game, by seat and list. A deleted
                person without a rating counts as a new player.
        """
        first = game.seats[0]
        season = season_of(first.ended)
        for edition in (ALL, first.edition):
            for players in (0, first.players):
                self._rate_in(game, Listing(edition, players), season, forgotten)

    def _rate_in(
        self,
        game: _Game,
        listing: Listing,
        season: str,
        forgotten: Mapping[tuple[int, Listing], Rating],
    ) -> None:
        seats: list[Placed] = []
        for row in game.seats:
            if row.player is None:
                before = forgotten.get((row.seat, listing), Rating())
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
        """Return the row of a seat's player in a list, which is new if there was none."""
        key = _Key(row.player, listing.edition, listing.players, season)
        self._touched[key] = None
        return self._standings.setdefault(key, _Standing(row.bot))

    def write(self, connection: Connection) -> None:
        """Write the changes and the rows of lists that belong to the games."""
        if self._changes:
            connection.execute(insert(schema.ladder_change), self._changes)
        new: list[dict[str, Any]] = []
        for key in self._touched:
            standing = self._standings[key]
            values = {
                "bot": standing.bot,
                "games": standing.games,
                "won": standing.won,
                "total": standing.total,
                "mu": standing.rating.mu,
                "sigma": standing.rating.sigma,
            }
            if key not in self._known:
                new.append({**key._asdict(), **values})
                continue
            columns = schema.ladder_standing.c
            here = and_(*(columns[name] == value for name, value in key._asdict().items()))
            connection.execute(update(schema.ladder_standing).where(here).values(values))
        if new:
            connection.execute(insert(schema.ladder_standing), new)
