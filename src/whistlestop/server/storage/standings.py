"""The standings of clubs: which games count, and how their members are rated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from whistlestop.server.storage.clubs import KeptSeat
from whistlestop.server.storage.rated import SeatEnd, bot_id, places
from whistlestop.server.storage.ratings import Placed, Rating, rated

MOST_RATED: Final = 1000
"""The maximum number of games of a club that are rated: the last ones that count."""

LEAST_MEMBERS: Final = 2
"""The minimum number of members who must play a game for it to count."""


@dataclass(slots=True)
class Standing:
    """A member's results in the games of a club that count."""

    games: int = 0
    won: int = 0
    places: int = 0
    """The sum of the member's places."""
    rating: Rating = field(default_factory=Rating)


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of the members of a club."""

    games: int
    """The number of games that count."""
    by_person: dict[str, Standing]
    """The results of the members who have played a game that counts, by the ids of the people."""


def standings_of(games: Sequence[Sequence[KeptSeat]], members: frozenset[str]) -> Standings:
    """Return the results of the members of a club.

    All players are rated, also bots and guests, because a rating depends on those of the opponents.

    Args:
        games: the results of the games in the order in which they ended.
        members: the ids of the people who are members.
    """
    ratings: defaultdict[str | None, Rating] = defaultdict(Rating)
    found: defaultdict[str, Standing] = defaultdict(Standing)
    counted = 0
    for seats in games:
        if not does_count(seats, members):
            continue
        counted += 1
        placed = places_of(seats)
        players = [seat.person if seat.bot is None else bot_id(seat.bot) for seat in seats]
        before = [Rating() if one is None else ratings[one] for one in players]
        new = rated([Placed(*one) for one in zip(players, before, placed, strict=True)])
        for seat, player, place, rating in zip(seats, players, placed, new, strict=True):
            if player is not None:
                ratings[player] = rating
            if seat.person in members:
                mine = found[seat.person]
                mine.games += 1
                mine.won += place == 1 and not seat.given_up
                mine.places += place
                mine.rating = rating
    return Standings(counted, dict(found))


def places_of(seats: Sequence[KeptSeat]) -> list[int]:
    """Return the place of each seat, counted from 1. Those who gave up share the last place."""
    return places([_end(seat) for seat in seats])


def does_count(seats: Sequence[KeptSeat], members: frozenset[str]) -> bool:
    """Return whether a game of a club counts in its standings.

    At least two members must have played, and each person must have had one seat.

    Args:
        seats: the results of the seats.
        members: the ids of the people who are members.
    """
    people = [seat.person for seat in seats if seat.person is not None]
    return len(people) == len({*people}) and len(members.intersection(people)) >= LEAST_MEMBERS


def _end(seat: KeptSeat) -> SeatEnd:
    return SeatEnd(
        person=seat.person,
        bot=seat.bot,
        given_up=seat.given_up,
        changed=False,
        rank=seat.place,
        score=seat.score,
    )
