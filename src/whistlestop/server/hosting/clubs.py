"""Clubs: who may do what, and the standings of the members."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from sqlalchemy.exc import IntegrityError

from whistlestop.player_names import distinct
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.people import Person
from whistlestop.server.rate_limits import CLUB_STANDINGS, RateLimits
from whistlestop.server.storage.clubs import (
    ClubStore,
    Invited,
    KeptClub,
    KeptMember,
)
from whistlestop.server.storage.standings import (
    LEAST_MEMBERS,
    MOST_RATED,
    Standings,
    standings_of,
)
from whistlestop.server.storage.store import Store

MOST_MEMBERS: Final = 100
"""The maximum number of members of a club."""

MOST_CLUBS: Final = 20
"""The maximum number of clubs of a person."""

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
"""The form of the ids of clubs."""

_CACHED: Final = 100
"""The maximum number of clubs whose standings are cached."""


class Clubs:
    """The operations on clubs: found, join, leave and change them, and compute their standings."""

    def __init__(self, store: Store, limits: RateLimits) -> None:
        """Create the object for the database of `store`.

        Args:
            store: the database.
            limits: limits how often the standings of each club are computed.
        """
        self.kept = ClubStore(store)
        self._limits = limits
        self._standings: OrderedDict[str, tuple[object, Standings]] = OrderedDict()
        self._computing: dict[str, asyncio.Task[None]] = {}
        self._thread_free = asyncio.Semaphore()

    async def found(self, person: Person, name: str) -> str:
        """Add a club, and return its id. The person is the founder and the only member.

        Args:
            person: the founder.
            name: the name of the club, in displayed form.

        Raises:
            Refusal: the person has no name, was deleted meanwhile, or is in too many clubs.
        """
        _check_named(person)
        try:
            club = await self.kept.found(name, person.id, clock.now(), MOST_CLUBS)
        except IntegrityError:
            # The person was deleted meanwhile. People who are not signed in get the same refusal.
            raise Refusal(409, "needs_name") from None
        if club is None:
            raise Refusal(409, "too_many_clubs", most=MOST_CLUBS)
        return club

    async def invited(self, club: str, key: str, person: Person) -> Invited:
        """Return what the link of a club shows to a person.

        Args:
            club: the id of the club.
            key: the secret part of the link.
            person: the person who opened the link.

        Raises:
            Refusal: the link is not valid.
        """
        found = await self.kept.invited(club, key, person.id) if _ID.fullmatch(club) else None
        if found is None:
            raise Refusal(404, "club_link_ended")
        return found

    async def join(self, club: str, key: str, person: Person) -> None:
        """Make a person a member of a club. Nothing changes if the person is one already.

        Args:
            club: the id of the club.
            key: the secret part of the link.
            person: the person who joins.

        Raises:
            Refusal: the link is not valid, the club is full, or the person has no name or is in too
                many clubs.
        """
        await self.invited(club, key, person)
        _check_named(person)
        made = await self.kept.join(club, key, person.id, clock.now(), MOST_MEMBERS, MOST_CLUBS)
        if made == "ended":
            raise Refusal(404, "club_link_ended")
        if made == "full":
            raise Refusal(409, "club_full", most=MOST_MEMBERS)
        if made == "too_many":
            raise Refusal(409, "too_many_clubs", most=MOST_CLUBS)

    async def get(self, club: str, person: Person | None) -> KeptClub:
        """Return a club of a person.

        Args:
            club: the id of the club.
            person: the person who asks; None = nobody is signed in.

        Raises:
            Refusal: there is no such club, or the person is no member.
        """
        _check_id(club)
        found = None if person is None else await self.kept.get(club, person.id)
        if found is None:
            raise no_club()
        return found

    async def members(self, club: str) -> list[tuple[KeptMember, str]]:
        """Return the members of a club with their displayed names, the longest member first.

        Names that look alike get numbers. A member without a name has an empty displayed name.
        """
        members = await self.kept.members(club)
        named = [member for member in members if member.name]
        shown = dict(
            zip(
                [member.id for member in named],
                distinct([member.name for member in named]),
                strict=True,
            )
        )
        return [(member, shown.get(member.id, "")) for member in members]

    async def leave(self, club: str, person: Person) -> None:
        """Remove a person from a club.

        If the founder leaves, the longest member becomes the founder. If nobody is left, the club
        is deleted.

        Raises:
            Refusal: there is no such club, or the person is no member.
        """
        _check_id(club)
        if not await self.kept.leave(club, person.id):
            raise no_club()

    async def key(self, club: str, person: Person) -> str:
        """Return the secret part of the link with which people join a club.

        Raises:
            Refusal: there is no such club, or the person is not its founder.
        """
        await self._check_founder(club, person)
        key = await self.kept.key(club, person.id)
        if key is None:
            raise not_founder()
        return key

    async def new_key(self, club: str, person: Person) -> str:
        """Replace the link with which people join a club, and return the new link's secret part.

        The old link no longer works.

        Raises:
            Refusal: there is no such club, or the person is not its founder.
        """
        await self._check_founder(club, person)
        if not await self.kept.renew(club, person.id):
            raise not_founder()
        return await self.key(club, person)

    async def rename(self, club: str, person: Person, name: str) -> None:
        """Give a club another name, which is in displayed form.

        Raises:
            Refusal: there is no such club, or the person is not its founder.
        """
        await self._check_founder(club, person)
        if not await self.kept.rename(club, person.id, name):
            raise not_founder()

    async def remove(self, club: str, person: Person, member: str) -> None:
        """Remove another member of a club.

        The link with which people join the club is replaced, because the removed member knows it.

        Args:
            club: the id of the club.
            person: the founder.
            member: the id of the member in this club.

        Raises:
            Refusal: there is no such club or member, or the person is not the founder or would
                remove themselves.
        """
        if (await self._member(club, person, member)).person == person.id:
            raise Refusal(409, "founder_stays")
        if not await self.kept.remove(club, person.id, member):
            raise not_founder()

    async def hand_over(self, club: str, person: Person, member: str) -> None:
        """Make a member the founder of a club, in place of the present founder.

        Args:
            club: the id of the club.
            person: the founder.
            member: the id of the member in this club.

        Raises:
            Refusal: there is no such club or member, or the person is not the founder.
        """
        await self._member(club, person, member)
        if not await self.kept.hand_over(club, person.id, member):
            raise not_founder()

    async def close(self, club: str, person: Person) -> None:
        """Delete a club. Its tables stay, and belong to no club any more.

        Raises:
            Refusal: there is no such club, or the person is not its founder.
        """
        await self._check_founder(club, person)
        if not await self.kept.close(club, person.id):
            raise not_founder()

    async def _check_founder(self, club: str, person: Person) -> None:
        """Check that a person is the founder of a club.

        Raises:
            Refusal: there is no such club, or the person is not its founder.
        """
        if not (await self.get(club, person)).founder:
            raise not_founder()

    async def _member(self, club: str, person: Person, member: str) -> KeptMember:
        """Return a member of a club, after checking that the caller is the founder.

        Args:
            club: the id of the club.
            person: the caller.
            member: the id of the member in this club.

        Raises:
            Refusal: there is no such club or member, or the person is not the founder.
        """
        await self._check_founder(club, person)
        for one in await self.kept.members(club):
            if one.id == member:
                return one
        raise Refusal(404, "no_member")

    async def standings(self, club: str, members: Sequence[str]) -> Standings:
        """Return the results of the members of a club in its games.

        Only games count in which at least two members played. They are rated in the order in which
        they ended, as on the ladder. The ratings of a club are independent of the ladder.

        Requests for one club share a computation. If the standings of the club have been computed
        too often, the last ones are returned, which may contain people who have left the club.

        Args:
            club: the id of the club.
            members: the ids of the people who are members.
        """
        known = (await self.kept.extent(club), frozenset(members))
        while True:
            cached = self._standings.get(club)
            if cached is not None and cached[0] == known:
                self._standings.move_to_end(club)
                return cached[1]
            computing = self._computing.get(club)
            if computing is None:
                if not self._limits.allow(CLUB_STANDINGS, club) and cached is not None:
                    return cached[1]
                computing = asyncio.create_task(self._compute(club, known), name="standings")
                # Take note of the exception even if all requests have been cancelled.
                computing.add_done_callback(lambda done: done.cancelled() or done.exception())
                self._computing[club] = computing
            await asyncio.shield(computing)

    async def _compute(self, club: str, known: tuple[object, frozenset[str]]) -> None:
        """Compute the standings of a club, and put them into the cache.

        Args:
            club: the id of the club.
            known: the extent of the club's games, and the ids of the people who are members.
        """
        try:
            # One thread for all clubs leaves time for the rest of the server.
            async with self._thread_free:
                games = await self.kept.last_games(club, MOST_RATED, LEAST_MEMBERS)
                found = await asyncio.to_thread(standings_of, games, known[1])
            self._standings[club] = (known, found)
            self._standings.move_to_end(club)
            while len(self._standings) > _CACHED:
                self._standings.popitem(last=False)
        finally:
            del self._computing[club]


def _check_id(club: str) -> None:
    """Check that a text can be the id of a club.

    Raises:
        Refusal: it cannot, so there is no such club.
    """
    if not _ID.fullmatch(club):
        raise no_club()


def _check_named(person: Person) -> None:
    """Check that a person has a name, because the members of a club see it.

    Raises:
        Refusal: the person has none.
    """
    if not person.name:
        raise Refusal(409, "needs_name")


def no_club() -> Refusal:
    """Return the refusal for a club that does not exist, or of which the caller is no member."""
    return Refusal(404, "no_club")


def not_founder() -> Refusal:
    """Return the refusal for a member who asks for what only the founder of the club may do."""
    return Refusal(403, "not_founder")
