"""The ladder, as clients get it."""

from __future__ import annotations

import msgspec

from whistlestop.server.storage.ladder import (
    PROVISIONAL,
    ListedRating,
    Player,
    RankedPlayer,
    Rival,
)
from whistlestop.server.table.ladder import Uncounted


class LadderRow(msgspec.Struct, frozen=True):
    """A player in a list of the ladder."""

    id: str
    """The id of the player on the ladder."""
    rank: int | None
    """The rank, counted from 1; null if the rating is provisional. Equal ratings share a rank."""
    name: str
    """The name of the person; empty for bots, and if the person has chosen none."""
    bot: str | None
    """The name of the bot; null for a person."""
    you: bool
    """Whether the player is the caller."""
    games: int
    """The number of rated games in the season, or of all time in a list of all time."""
    won: int
    """The number of the games counted in `games` that the player won, alone or together with
    others."""
    rating: int
    """The rating after the player's last game that the list covers. New players have 1500."""
    uncertainty: int
    """Two standard deviations of the rating, in points of the rating. New players have 500."""
    provisional: bool
    """Whether the player has had fewer than `provisional_below` games in this list by the end of
    the season."""


class LadderStandings(msgspec.Struct, frozen=True):
    """A page of a list of the ladder."""

    edition: str | None
    """The name of the edition whose games are rated; null = all boards."""
    players: int | None
    """The number of seats at the tables whose games are rated; null = all table sizes."""
    season: str | None
    """The season, a quarter of a year by UTC such as `2026-Q4`; null = all time."""
    seasons: tuple[str, ...]
    """The seasons in which games were rated, the last first."""
    people: int
    """The number of players in the whole list; 0 if the page lies beyond the end and `mine` is
    null."""
    rows: tuple[LadderRow, ...]
    """The players on this page of the list: the highest rating first, provisional ratings last."""
    mine: LadderRow | None
    """The caller's row, even if it is on another page; null if the caller is not in the list."""
    joined: bool
    """Whether the caller is on the ladder."""
    provisional_below: int
    """The number of games in a list below which a rating is provisional."""
    page: int
    """The number of this page of the list, counted from 1."""
    more: bool
    """Whether the list has a further page."""


class LadderPlayer(msgspec.Struct, frozen=True):
    """A player on the ladder."""

    id: str
    """The id of the player on the ladder."""
    name: str
    """The name of the person; empty for bots, and if the person has chosen none."""
    bot: str | None
    """The name of the bot; null for a person."""
    you: bool
    """Whether the player is the caller."""


class LadderRating(msgspec.Struct, frozen=True):
    """A player's rating in one list of the ladder, from the games of all seasons."""

    edition: str | None
    """The name of the edition whose games are rated; null = all boards."""
    players: int | None
    """The number of seats at the tables whose games are rated; null = all table sizes."""
    games: int
    """The number of rated games of the player that the list covers."""
    won: int
    """The number of games counted in `games` that the player won, alone or together with others."""
    rating: int
    """The player's rating in the list. New players have 1500."""
    uncertainty: int
    """Two standard deviations of the rating, in points of the rating."""
    provisional: bool
    """Whether the player has had too few games in this list for a reliable rating."""


class LadderRival(msgspec.Struct, frozen=True):
    """A player's results against one opponent."""

    player: LadderPlayer
    """The opponent with whom the player is compared."""
    games: int
    """The number of rated games in which both the player and the opponent played."""
    ahead: int
    """The number of `games` in which the player had a better place than the opponent."""
    behind: int
    """The number of `games` in which the player had a worse place than the opponent. The remaining
    games were ties between the two."""
    margin: float | None
    """The mean of the player's score less the opponent's score, over the games in which neither
    gave up. Null if there are no such games."""


class LadderPerson(msgspec.Struct, frozen=True):
    """A player on the ladder, with ratings and results against others."""

    player: LadderPlayer
    """The player whose ratings and results follow."""
    ratings: tuple[LadderRating, ...]
    """The player's ratings in all lists that cover all seasons."""
    against: tuple[LadderRival, ...]
    """A page of the results against others, those with the most games first."""
    page: int
    """The number of this page of `against`, counted from 1."""
    more: bool
    """Whether `against` has a further page."""


class LadderChange(msgspec.Struct, frozen=True):
    """How a game has changed a player's rating in the list of all boards and table sizes."""

    seat: int
    """The number of the player's seat, counted from 0."""
    player: str
    """The id of the player on the ladder."""
    before: int
    """The player's rating before the game."""
    after: int
    """The player's rating after the game."""
    uncertainty: int
    """Two standard deviations of the rating after the game, in points of the rating."""


class LadderTable(msgspec.Struct, frozen=True):
    """Whether the game of a table counts for the ladder, and how it has changed the ratings."""

    counts: bool
    """Whether the game counts, as far as is known now. Until the game ends, an event such as a hint
    can make this false. Until the game starts, people who sit down or leave can change it."""
    why_not: Uncounted | None
    """Why the game does not count; null if it counts."""
    joined: bool
    """Whether the caller is on the ladder."""
    changes: tuple[LadderChange, ...]
    """The changes of the ratings after a game that counts; otherwise empty. People who have left
    the ladder are left out."""


class LadderPreview(msgspec.Struct, frozen=True):
    """Whether the game of a table that is not set up yet would count for the ladder."""

    counts: bool
    """Whether the game would count, as far as is known before other people have sat down."""
    why_not: Uncounted | None
    """Why the game would not count; null if it would."""
    joined: bool
    """Whether the caller is on the ladder."""


class LadderMembership(msgspec.Struct, frozen=True):
    """The response to joining or leaving the ladder."""

    joined: bool
    """Whether the caller is on the ladder now."""


class LadderKept(msgspec.Struct, frozen=True):
    """What the server stores about the caller for the ladder."""

    id: str
    """The id of the caller on the ladder."""
    since: str | None
    """When the caller joined, in UTC (ISO 8601); null if the caller has left the ladder."""
    ratings: tuple[LadderRating, ...]
    """The caller's ratings in all lists that cover all seasons."""


def row_sent(row: RankedPlayer, caller: str | None) -> LadderRow:
    """Return a row of a list of the ladder in the form in which clients get it.

    Args:
        row: the player, with the rank and the rating in the list.
        caller: the id of the person who asks; None = nobody is signed in.
    """
    return LadderRow(
        id=row.player,
        rank=row.rank,
        name=row.name,
        bot=row.bot,
        you=_is_caller(row.person, caller),
        games=row.games,
        won=row.won,
        rating=row.rating.shown,
        uncertainty=row.rating.uncertainty,
        provisional=row.total < PROVISIONAL,
    )


def rating_sent(one: ListedRating) -> LadderRating:
    """Return a player's rating in one list in the form for clients, in displayed points."""
    return LadderRating(
        edition=one.listing.edition or None,
        players=one.listing.players or None,
        games=one.games,
        won=one.won,
        rating=one.rating.shown,
        uncertainty=one.rating.uncertainty,
        provisional=one.games < PROVISIONAL,
    )


def player_sent(player: Player, caller: str | None) -> LadderPlayer:
    """Return a player's id and name in the form in which clients get them.

    Args:
        player: the player.
        caller: the id of the person who asks; None = nobody is signed in.
    """
    you = _is_caller(player.person, caller)
    return LadderPlayer(id=player.id, name=player.name, bot=player.bot, you=you)


def rival_sent(rival: Rival, caller: str | None) -> LadderRival:
    """Return a player's results against one opponent in the form in which clients get them.

    Args:
        rival: the results. The mean lead is rounded to a tenth of a point.
        caller: the id of the person who asks; None = nobody is signed in.
    """
    margin = None if rival.margin is None else round(rival.margin, 1)
    other = player_sent(rival.player, caller)
    return LadderRival(other, rival.games, rival.ahead, rival.behind, margin)


def _is_caller(person: str | None, caller: str | None) -> bool:
    return person is not None and person == caller
