"""The score sheet, itemised: what a scorer would read out at the end (C-41, C-42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition, TieBreak
from whistlestop.networks import linked_districts, members
from whistlestop.rules.book import book_of
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE


@dataclass(frozen=True, slots=True)
class TicketLine:
    """One ticket: its points are negative if it was not completed (C-33)."""

    ticket: str
    title: str
    completed: bool
    points: int


@dataclass(frozen=True, slots=True)
class LengthLine:
    """The routes of one length (C-24)."""

    length: int
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class DistrictLine:
    """A completed district (L-10)."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class StationLine:
    """A station that was built, and the route it opened for its owner's tickets (E-21)."""

    city: str
    route: str | None
    """The code of the opened route; None = it opened none."""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's column of the sheet."""

    seat: int
    routes: tuple[LengthLine, ...]
    route_points: int
    merchandise: int
    tickets: tuple[TicketLine, ...]
    ticket_points: int
    completed: int
    districts: tuple[DistrictLine, ...]
    district_points: int
    attraction_points: int
    stations: tuple[StationLine, ...]
    station_points: int
    """For the stations not built (E-22)."""
    longest_path: int
    """Spaces of the longest path; 0 in editions without that bonus."""
    longest_path_bonus: int
    most_tickets_bonus: int
    total: int
    rank: int
    """1 = won; players who share a place have the same rank."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The final scoring of a whole table."""

    players: tuple[PlayerSheet, ...]
    winners: tuple[int, ...]
    """The seats that won; several share the victory (C-42)."""
    tied: tuple[int, ...]
    """The seats that had the highest total, if there were several."""
    decided_by: TieBreak | None
    """The tie-break that separated them, or None: no tie, or a shared victory."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's final score."""
        return tuple(player.total for player in self.players)


def score_sheet(edition: Edition, state: Any) -> ScoreSheet:
    """Score a position as if the game ended now.

    Args:
        edition: the game's edition.
        state: the state record.
    """
    numbers: Any = np.zeros(1, dtype=SHEET)[0]
    score(book_of(edition), state, numbers)
    players = tuple(_column(edition, state, numbers, s) for s in range(int(state["seats"])))
    winners = tuple(player.seat for player in players if player.rank == 1)
    best = max(player.total for player in players)
    tied = tuple(player.seat for player in players if player.total == best)
    if len(tied) == 1:
        tied = ()
    return ScoreSheet(
        players=players,
        winners=winners,
        tied=tied,
        decided_by=_decided_by(edition, [players[seat] for seat in tied]),
    )


def completed_by_stations(edition: Edition, state: Any, seat: int) -> dict[str, tuple[str, ...]]:
    """Find the tickets that one more station of a seat would complete at once (E-21, E-54 to E-56).

    The final scoring decides, with the stations that the seat has built already: a city's tickets
    are those which the scoring completes with a station there, and does not complete without it.

    Args:
        edition: the game's edition.
        state: the state record. It is not changed.
        seat: whose station it would be. Only this seat's own tickets are looked at.

    Returns:
        For every city where a station would complete a ticket, the codes of these tickets. The
        dictionary is empty if the seat has no station left. Cards and turns do not matter.
    """
    built = members(int(state["stations"][seat]))
    if len(built) >= edition.stations:
        return {}
    index = gazetteer(edition)
    tried: Any = np.zeros(1, dtype=STATE)
    tried[0] = state
    for other in range(int(state["seats"])):
        if other != seat:
            tried["tickets"][0, other] = 0
    mine = members(int(state["tickets"][seat]))

    def completed() -> set[int]:
        numbers: Any = np.zeros(1, dtype=SHEET)[0]
        score(book_of(edition), tried[0], numbers)
        return {ticket for ticket in mine if int(numbers["ticket"][ticket]) > 0}

    before = completed()
    if len(before) == len(mine):
        return {}
    seats = range(int(state["seats"]))
    taken = {city for each in seats for city in members(int(state["stations"][each]))}
    foreign = {route for each in seats if each != seat for route in members(*state["owned"][each])}
    ends = {end for route in foreign for end in (edition.routes[route].a, edition.routes[route].b)}
    found: dict[str, tuple[str, ...]] = {}
    for number, city in enumerate(edition.cities):
        if city.code not in ends or number in taken:
            continue
        tried["stations"][0, seat] = state["stations"][seat] | np.uint64(1 << number)
        if new := completed() - before:
            found[city.code] = tuple(index.ticket_codes[ticket] for ticket in sorted(new))
    return found


def standing(player: PlayerSheet, tie_break: TieBreak) -> int:
    """A player's value for a tie-break; more is better."""
    match tie_break:
        case TieBreak.TICKETS:
            return player.completed
        case TieBreak.LONGEST_PATH:
            return int(player.longest_path_bonus > 0)
        case TieBreak.MERCHANDISE:
            return player.merchandise
        case TieBreak.STATIONS:
            return -len(player.stations)


def _decided_by(edition: Edition, tied: list[PlayerSheet]) -> TieBreak | None:
    """The tie-break after which fewer players were left; the last such one."""
    decided = None
    for tie_break in edition.tie_breaks:
        if len(tied) < 2:
            break
        best = max(standing(player, tie_break) for player in tied)
        remaining = [player for player in tied if standing(player, tie_break) == best]
        if len(remaining) < len(tied):
            decided = tie_break
        tied = remaining
    return decided


def _column(edition: Edition, state: Any, numbers: Any, seat: int) -> PlayerSheet:
    index = gazetteer(edition)
    routes = members(*state["owned"][seat])
    lengths = [edition.routes[route].length for route in routes]
    tickets = [
        TicketLine(
            ticket=index.ticket_codes[ticket],
            title=index.ticket_title(ticket),
            completed=int(numbers["ticket"][ticket]) > 0,
            points=int(numbers["ticket"][ticket]),
        )
        for ticket in members(state["tickets"][seat])
    ]
    districts = tuple(
        DistrictLine(district.name, district.points)
        for district in (edition.districts[n] for n in sorted(linked_districts(edition, routes)))
    )
    return PlayerSheet(
        seat=seat,
        routes=tuple(
            LengthLine(length, lengths.count(length), lengths.count(length) * points)
            for length, points in enumerate(edition.points, start=1)
            if length in lengths
        ),
        route_points=int(numbers["routes"][seat]),
        merchandise=int(numbers["merchandise"][seat]),
        tickets=tuple(sorted(tickets, key=lambda line: (-line.points, line.title))),
        ticket_points=int(numbers["gained"][seat] - numbers["lost"][seat]),
        completed=int(numbers["completed"][seat]),
        districts=districts,
        district_points=int(numbers["districts"][seat]),
        attraction_points=int(numbers["attractions"][seat]),
        stations=_stations(index, state, numbers, seat),
        station_points=int(numbers["stations"][seat]),
        longest_path=int(numbers["longest"][seat]),
        longest_path_bonus=int(numbers["longest_bonus"][seat]),
        most_tickets_bonus=int(numbers["most_tickets_bonus"][seat]),
        total=int(numbers["total"][seat]),
        rank=int(numbers["rank"][seat]),
    )


def _stations(index: Gazetteer, state: Any, numbers: Any, seat: int) -> tuple[StationLine, ...]:
    opened = numbers["opened"][seat]
    return tuple(
        StationLine(
            city=index.places[city].code,
            route=None if int(opened[i]) < 0 else index.route_codes[int(opened[i])],
        )
        for i, city in enumerate(members(state["stations"][seat]))
    )
