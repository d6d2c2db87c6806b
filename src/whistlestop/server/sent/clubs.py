"""Clubs, as clients get them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from whistlestop.server.sent.entries import iso
from whistlestop.server.sent.listing import Listed
from whistlestop.server.storage.clubs import KeptClub, KeptMember, KeptSeat
from whistlestop.server.storage.standings import MOST_RATED, Standings, places_of


class ClubLine(msgspec.Struct, frozen=True):
    """A club of the caller."""

    id: str
    """The id of the club. The path of the club's page is `/club/ID`."""
    name: str
    """The name of the club."""
    founder: bool
    """Whether the caller is the founder of the club."""
    since: str | None
    """When the caller joined the club, in UTC (ISO 8601); null if that cannot be read."""
    members: int
    """The number of members of the club."""


class OwnClubs(msgspec.Struct, frozen=True):
    """The clubs of the caller."""

    clubs: tuple[ClubLine, ...]
    """The clubs, the one that the caller joined first at the beginning."""
    most: int
    """The maximum number of clubs of a person."""


class ClubOfTable(msgspec.Struct, frozen=True):
    """The club to which a table belongs."""

    club: ClubLine | None
    """The club; null if the table belongs to none, or if the caller is no member of the club."""


class ClubInvitation(msgspec.Struct, frozen=True):
    """What the link of a club shows to everybody who has it."""

    id: str
    """The id of the club."""
    name: str
    """The name of the club."""
    founder: str
    """The name of the founder of the club; empty if the founder has none."""
    member: bool
    """Whether the caller is a member of the club already."""


class ClubMember(msgspec.Struct, frozen=True):
    """A member of a club."""

    id: str
    """The id of the member in this club."""
    name: str
    """The member's name. Names that look alike have numbers. Empty if the member has none."""
    founder: bool
    """Whether the member is the founder of the club."""
    you: bool
    """Whether the member is the caller."""
    since: str | None
    """When the member joined the club, in UTC (ISO 8601); null if that cannot be read."""


class ClubNow(msgspec.Struct, frozen=True):
    """A club with its members, and the tables that are open or being played."""

    id: str
    """The id of the club."""
    name: str
    """The name of the club."""
    founder: bool
    """Whether the caller is the founder of the club."""
    members: tuple[ClubMember, ...]
    """All members of the club, the longest member first."""
    most: int
    """The maximum number of members of a club."""
    open: tuple[Listed, ...]
    """Tables of the club whose games have not begun, and that have changed within 30 days: at most
    50, the last changed first."""
    playing: tuple[Listed, ...]
    """Tables of the club that are being played: at most 50, the last changed first."""


class ClubLink(msgspec.Struct, frozen=True):
    """The link with which people join a club."""

    link: str
    """The address of the club's page, with the secret part of the link behind `#`."""
    qr: str
    """The link as a QR code, in SVG."""


class ClubSeat(msgspec.Struct, frozen=True):
    """The result of a seat in a finished game."""

    seat: int
    """The number of the seat, counted from 0."""
    place: int
    """The place of the seat in the game, counted from 1. Those who gave up share the last place."""
    score: int
    """The final score of the seat. If the person gave up, others have played for it, too."""
    won: bool
    """Whether the seat has won, alone or together with others."""
    given_up: bool
    """Whether the person resigned, or left the game to a bot or to another person."""


class ClubGame(Listed, frozen=True):
    """A finished game of a club."""

    results: tuple[ClubSeat, ...]
    """The results of the seats, in the order of the seats; empty if they cannot be read."""
    counts: bool
    """Whether the game can count in the standings of the club. Of the games that can, only the last
    ones count, as many as `most` of the standings says."""


class ClubGames(msgspec.Struct, frozen=True):
    """A page of the finished games of a club."""

    games: tuple[ClubGame, ...]
    """The finished games on this page, the last ended first."""
    further: str | None
    """The value of `before` for the next page; null if there are no more games."""


class ClubRow(msgspec.Struct, frozen=True):
    """A member in the standings of a club."""

    id: str
    """The id of the member in this club."""
    name: str
    """The member's name, as in the list of members."""
    you: bool
    """Whether the member is the caller."""
    rank: int
    """The rank by the rating, counted from 1. Equal ratings share a rank."""
    games: int
    """The number of games of the member that count in the club's standings."""
    won: int
    """The number of games counted in `games` that the member won, alone or together with others."""
    place: float
    """The mean of the member's places in the games counted in `games`, counted from 1, rounded to
    two digits. Those who gave up share the last place."""
    rating: int
    """The member's rating after the last game that counts. New players have 1500."""
    uncertainty: int
    """Two standard deviations of the rating, in points of the rating. New players have 500."""


class ClubStandings(msgspec.Struct, frozen=True):
    """The standings of the members of a club."""

    rows: tuple[ClubRow, ...]
    """The members who have played a game that counts, the highest rating first."""
    games: int
    """The number of games that count in the standings."""
    most: int
    """The maximum number of games that are rated: the last ones that count."""


def line_sent(club: KeptClub) -> ClubLine:
    """Return a club of the caller as it is sent, such as in the list of the caller's clubs."""
    since = None if club.joined is None else iso(club.joined)
    return ClubLine(club.id, club.name, club.founder, since, club.members)


def members_sent(members: Iterable[tuple[KeptMember, str]], caller: str) -> tuple[ClubMember, ...]:
    """Return the members of a club as they are sent.

    Args:
        members: the members with their displayed names.
        caller: the id of the person who asks.
    """
    return tuple(
        [
            ClubMember(
                one.id,
                name,
                one.founder,
                one.person == caller,
                None if one.joined is None else iso(one.joined),
            )
            for one, name in members
        ]
    )


def game_sent(table: Listed, seats: Sequence[KeptSeat], *, counts: bool) -> ClubGame:
    """Return a finished game of a club as it is sent.

    Args:
        table: the table as a line of a list.
        seats: the results of all seats that can be read.
        counts: whether the game counts in the standings.
    """
    results = [
        ClubSeat(one.seat, place, one.score, place == 1 and not one.given_up, one.given_up)
        for one, place in zip(seats, places_of(seats), strict=True)
    ]
    return ClubGame(
        **msgspec.structs.asdict(table),
        results=tuple(results),
        counts=counts,
    )


def standings_sent(
    found: Standings, members: Iterable[tuple[KeptMember, str]], caller: str
) -> ClubStandings:
    """Return the standings of a club as they are sent.

    Args:
        found: the results of the members.
        members: the members with their displayed names.
        caller: the id of the person who asks.
    """
    shown = {one.person: (one, name) for one, name in members}
    best = sorted(
        [(person, one) for person, one in found.by_person.items() if person in shown],
        key=lambda pair: (-pair[1].rating.shown, -pair[1].games, shown[pair[0]][1]),
    )
    ratings = [one.rating.shown for _, one in best]
    rows = [
        ClubRow(
            id=shown[person][0].id,
            name=shown[person][1],
            you=person == caller,
            rank=1 + ratings.index(one.rating.shown),
            games=one.games,
            won=one.won,
            place=round(one.places / one.games, 2),
            rating=one.rating.shown,
            uncertainty=one.rating.uncertainty,
        )
        for person, one in best
    ]
    return ClubStandings(tuple(rows), found.games, MOST_RATED)


def names_of(members: Iterable[tuple[KeptMember, str]]) -> Mapping[str, str]:
    """Return the displayed names of the members of a club, by the ids of the people."""
    return {one.person: name for one, name in members}
