"""A player's progress with tickets and districts, from what that player can see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from whistlestop.seen.completion import Way, cheapest_ways
from whistlestop.seen.route_graph import linked_districts, part_numbers
from whistlestop.seen.view import View


class District(Struct, frozen=True):
    """A player's progress in a district (L-10)."""

    name: str
    """The name of the district."""
    points: int
    """The points for linking all cities of the district."""
    cities: dict[str, bool]
    """For each city of the district, by its code: whether a route of the player reaches it."""
    linked: bool
    """Whether the player's routes link all cities of the district."""


class Progress(Struct, frozen=True):
    """A player's progress with tickets and districts."""

    ways: dict[str, Way | None]
    """For each ticket, by its code: the way to complete it that needs the fewest pieces; null = the
    ticket cannot be completed any more."""
    districts: tuple[District, ...]
    """The progress in each district."""


NO_PROGRESS: Final = Progress({}, ())
"""The progress of a viewer without a seat."""


class Ways:
    """A cache of the cheapest ways to complete tickets: those that need the fewest pieces.

    A claim by another player can close a way but never open a better one. So a cached way stays
    valid as long as its routes are open to the player. If a player gets a new route, the player's
    ways are dropped. If a player takes back a claim, the ways of all players are dropped.
    """

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._board: tuple[tuple[str, ...], ...] = ()
        self._known: dict[tuple[int, str], Way | None] = {}

    def of(self, view: View, seat: int, tickets: Iterable[str]) -> dict[str, Way | None]:
        """Return a mapping from the code of each ticket to the cheapest way to complete the ticket.

        The cheapest way needs the fewest pieces. None instead of a way means that the ticket cannot
        be completed any more.

        Args:
            view: the view of any viewer, because claimed routes are public.
            seat: the player's seat.
            tickets: the codes of the tickets.
        """
        board = tuple(player.routes for player in view.players)
        if board != self._board:
            self._forget(view, board)
        wanted = list(tickets)
        new = [ticket for ticket in wanted if (seat, ticket) not in self._known]
        if new:
            for ticket, way in cheapest_ways(view, seat, new).items():
                self._known[seat, ticket] = way
        return {ticket: self._known[seat, ticket] for ticket in wanted}

    def _forget(self, view: View, board: tuple[tuple[str, ...], ...]) -> None:
        before, self._board = self._board, board
        known, self._known = self._known, {}
        if len(before) != len(board) or any(map(_lost_some, before, board)):
            return
        waiting = [seat for seat, routes in enumerate(board) if routes == before[seat]]
        still_open = {seat: view.open_routes(seat) for seat in waiting}
        for (seat, ticket), way in known.items():
            if seat in still_open and (way is None or still_open[seat].issuperset(way.routes)):
                self._known[seat, ticket] = way


def _lost_some(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Return whether a player has lost a route.

    Args:
        before: the codes of the routes that the player had.
        now: the codes of the routes that the player has.
    """
    return not {*before} <= {*now}


def progress_of(view: View, seat: int | None, ways: Ways) -> Progress:
    """Return a player's progress with tickets and districts.

    The tickets are the player's own tickets and those that are on offer to the player.

    Args:
        view: the seat's view.
        seat: the seat; None = a viewer without a seat, whose progress is empty.
        ways: the cache of the ways to complete tickets.
    """
    if seat is None:
        return NO_PROGRESS
    player = view.players[seat]
    tickets = dict.fromkeys((*(player.tickets or ()), *(player.offer or ())))
    return Progress(ways.of(view, seat, tickets), districts(view, seat))


def districts(view: View, seat: int) -> tuple[District, ...]:
    """Return a player's progress in each district, in the edition's order.

    The result is empty in editions without districts.

    Args:
        view: the view of any viewer, because claimed routes are public.
        seat: the player's seat.
    """
    if not view.edition.districts:
        return ()
    index = view.index
    routes = [index.route_of[code] for code in view.players[seat].routes]
    parts = part_numbers(view.edition, routes)
    linked = linked_districts(view.edition, routes)
    return tuple(
        [
            District(
                district.name,
                district.points,
                {code: parts[index.place_of[code]] >= 0 for code in district.cities},
                number in linked,
            )
            for number, district in enumerate(view.edition.districts)
        ]
    )
