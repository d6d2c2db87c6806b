"""How far a player's own tickets and districts are, from what that player sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from whistlestop.paths import Way, cheapest_ways, open_routes
from whistlestop.view import View


def way_data(way: Way | None) -> dict[str, Any] | None:
    """What a ticket still needs."""
    if way is None:
        return None
    return {"pieces": way.pieces, "routes": way.routes, "points": way.points}


class Ways:
    """What tickets still need; worked out again only where a claim may have changed it.

    A claim of somebody else can close a way, but never open a better one.
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._board: tuple[tuple[str, ...], ...] = ()
        self._known: dict[tuple[int, str], dict[str, Any] | None] = {}

    def of(self, view: View, seat: int, tickets: Iterable[str]) -> dict[str, Any]:
        """For each of these tickets what it still needs."""
        board = tuple(player.routes for player in view.players)
        if board != self._board:
            self._forget(view, board)
        wanted = list(tickets)
        new = [ticket for ticket in wanted if (seat, ticket) not in self._known]
        if new:
            for ticket, way in cheapest_ways(view, seat, new).items():
                self._known[seat, ticket] = way_data(way)
        return {ticket: self._known[seat, ticket] for ticket in wanted}

    def _forget(self, view: View, board: tuple[tuple[str, ...], ...]) -> None:
        before, self._board = self._board, board
        known, self._known = self._known, {}
        if len(before) != len(board):
            return
        waiting = [seat for seat, routes in enumerate(board) if routes == before[seat]]
        still_open = {seat: open_routes(view, seat) for seat in waiting}
        for (seat, ticket), way in known.items():
            if seat in still_open and (way is None or still_open[seat].issuperset(way["routes"])):
                self._known[seat, ticket] = way


def districts(view: View, seat: int) -> list[dict[str, Any]]:
    """A player's progress in every district: which cities are reached, and whether all are linked.

    Args:
        view: what is on the table; routes are public.
        seat: whose network counts.
    """
    if not view.edition.districts:
        return []
    part = _parts(view, seat)
    return [
        {
            "name": district.name,
            "points": district.points,
            "cities": {code: view.index.place_of[code] in part for code in district.cities},
            "linked": len({part.get(view.index.place_of[code], -1) for code in district.cities})
            == 1
            and view.index.place_of[district.cities[0]] in part,
        }
        for district in view.edition.districts
    ]


def _parts(view: View, seat: int) -> dict[int, int]:
    """Place → a number that linked places share; only places that the seat's routes reach."""
    part: dict[int, int] = {}
    for code in view.players[seat].routes:
        a, b = view.index.route_ends[view.index.route_of[code]]
        one, other = part.setdefault(a, a), part.setdefault(b, b)
        if one != other:
            part = {place: one if number == other else number for place, number in part.items()}
    return part
