"""The progress of a player's tickets and districts, from what that player sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from whistlestop.completion import Way, cheapest_ways
from whistlestop.networks import linked_districts, part_numbers
from whistlestop.view import View


def way_data(way: Way | None) -> dict[str, Any] | None:
    """The cheapest way to complete a ticket, as JSON."""
    if way is None:
        return None
    return {"pieces": way.pieces, "routes": way.routes, "points": way.points}


class Ways:
    """The cheapest ways to complete tickets, kept until a claim may have changed them.

    A claim of somebody else can close a way, but never open a better one; only a claim that is
    taken back can.
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._board: tuple[tuple[str, ...], ...] = ()
        self._known: dict[tuple[int, str], dict[str, Any] | None] = {}

    def of(self, view: View, seat: int, tickets: Iterable[str]) -> dict[str, Any]:
        """The cheapest way to complete each of these tickets."""
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
        if len(before) != len(board) or any(map(_lost_some, before, board)):
            return
        waiting = [seat for seat, routes in enumerate(board) if routes == before[seat]]
        still_open = {seat: view.open_routes(seat) for seat in waiting}
        for (seat, ticket), way in known.items():
            if seat in still_open and (way is None or still_open[seat].issuperset(way["routes"])):
                self._known[seat, ticket] = way


def _lost_some(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether a player no longer has all routes that they had."""
    return not {*before} <= {*now}


def districts(view: View, seat: int) -> list[dict[str, Any]]:
    """A player's progress in every district: which cities are reached, and whether all are linked.

    Args:
        view: what is on the table; routes are public.
        seat: whose network counts.
    """
    if not view.edition.districts:
        return []
    index = view.index
    routes = [index.route_of[code] for code in view.players[seat].routes]
    parts = part_numbers(view.edition, routes)
    linked = linked_districts(view.edition, routes)
    return [
        {
            "name": district.name,
            "points": district.points,
            "cities": {code: parts[index.place_of[code]] >= 0 for code in district.cities},
            "linked": number in linked,
        }
        for number, district in enumerate(view.edition.districts)
    ]
