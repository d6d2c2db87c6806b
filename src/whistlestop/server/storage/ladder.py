"""What the database keeps about the ladder: who is on it, ratings, lists and results."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.ratings import Rating
from whistlestop.server.storage.sqlite import intact, legible
from whistlestop.server.storage.store import Store

ALL: Final = ""
"""The value of `edition` in lists of all boards, and of `season` in lists of all time."""

PROVISIONAL: Final = 10
"""The number of games in a list from which a rating is no longer provisional."""

MOST_SEASONS: Final = 40
"""The maximum number of seasons that `LadderStore.seasons` returns: those of ten years."""

SEASON: Final = re.compile(r"(20[0-9]{2})-Q([1-4])")
"""The form of a season: a quarter of a year by UTC, such as `2026-Q4`."""


class Listing(NamedTuple):
    """The key of a list of the ladder: the edition and the number of seats of the rated games."""

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
    """The number of the player's games in this list, up to the end of the season."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Ranked:
    """One page of a list of the ladder, and the row of the person who asks for it."""

    rows: list[RankedPlayer]
    mine: RankedPlayer | None
    """The row of the person who asks; None if the person is not in the list."""
    players: int
    """The number of players in the whole list. 0 if the page lies beyond the end and `mine` is
    None."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person or a bot on the ladder. For a person, `bot` is None; for a bot, `person` is None."""

    id: str
    bot: str | None
    person: str | None
    name: str


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A player's rating in one list, from the games of all seasons."""

    listing: Listing
    games: int
    won: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's results against one opponent."""

    player: Player
    """The opponent."""
    games: int
    ahead: int
    """The number of games in which the player had a better place than the opponent."""
    behind: int
    """The number of games in which the player had a worse place than the opponent."""
    margin: float | None
    """The mean of the player's score less the opponent's score, over the games in which neither
    gave up. None if there are no such games."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The rating of a player before and after a game, in the list of all boards and sizes."""

    seat: int
    player: str
    before: Rating
    after: Rating


class LadderStore:
    """The access to the ladder in the database: its people, ratings and lists."""

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
        """Take a person off the ladder. Hide the person's results until the person joins again."""
        mine = update(schema.ladder_player).where(schema.ladder_player.c.person == person)
        await self._store.write(lambda connection: connection.execute(mine.values(joined=None)))

    async def joined(self, people: Sequence[str]) -> dict[str, float]:
        """Return when people joined the ladder, in seconds since 1970, by the people's ids.

        People who are not on the ladder now are left out.
        """
        columns = schema.ladder_player.c
        found = select(columns.person, columns.joined).where(
            columns.person.in_(people), columns.joined.is_not(None)
        )

        def ask(connection: Connection) -> dict[str, float]:
            return {row[0]: row[1] for row in connection.execute(found)}

        return await self._store.read(ask)

    async def player(self, player: str) -> Player | None:
        """Return the bot or the person with an id on the ladder.

        None if there is no such bot or person on the ladder now.
        """
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
        """Return a person's id on the ladder, even if the person has left the ladder.

        None if the person has never been on the ladder.
        """
        columns = schema.ladder_player.c
        found = select(columns.id).where(columns.person == person)
        return await self._store.read(lambda one: one.execute(found).scalar_one_or_none())

    # Lists ----------------------------------------------------------------------------------

    async def seasons(self) -> list[str]:
        """Return the seasons in which games were rated, the latest first.

        There are at most `MOST_SEASONS` of them.
        """
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

        Rows are sorted by the rating, the highest first. Provisional ratings come last. Only bots
        and people who are on the ladder now are listed.

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
        """Return the ratings of a player in all lists that cover all seasons."""
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
        """Return a player's results against each opponent, the most frequent opponents first.

        If a bot had several seats in a game, the best place and the highest score count. People who
        are not on the ladder now are left out.

        Args:
            player: the player's id.
            listing: the list whose games count.
            season: the season whose games count; empty = all time.
            against: the id of the only opponent to consider; None = all opponents.
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
        """Return the condition that columns of a row were not damaged on the disk.

        Args:
            numbers: columns that must contain whole numbers.
            floats: columns that must contain floating-point numbers.
        """
        if self._store.engine.dialect.name != "sqlite":
            return true()
        return and_(intact(numbers, ()), *(func.typeof(one) == "real" for one in floats))

    # Tables ---------------------------------------------------------------------------------

    async def has_begun(self, table_id: str) -> bool:
        """Return whether the table `ladder_result` has rows for a table's game.

        The rows are added when a game begins that can count for the ladder. They are removed if the
        game does not count in the end.
        """
        columns = schema.ladder_result.c
        found = select(columns.seat).where(columns.table_id == table_id).limit(1)
        return await self._store.read(lambda one: one.execute(found).first() is not None)

    async def changes(self, table_id: str) -> list[Changed]:
        """Return how a game has changed the ratings of its players, in the order of the seats.

        People who are not on the ladder now are left out. The list is empty if the game is not
        rated.
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
