"""The itemised score sheet at the end of a game (C-41, C-42)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition, TieBreak
from whistlestop.rules.book import TIE_BREAKS, book_of, books_of
from whistlestop.rules.entry.stations import sites
from whistlestop.rules.scoring import SHEET, decided_by, score, tie_break
from whistlestop.rules.state import STATE
from whistlestop.seen.route_graph import linked_districts, members


@dataclass(frozen=True, slots=True)
class TicketLine:
    """The score of one ticket. The points are negative if it was not completed (C-33)."""

    ticket: str
    """The code of the ticket."""
    title: str
    """The names of the ticket's ends, such as `Denver–El Paso`."""
    completed: bool
    """Whether the player's routes and stations connect the ends."""
    points: int
    """The points that the ticket adds to the total. Negative if the ticket was not completed."""
    doubly_joined: bool
    """Whether two own ways without a common route connect the ends (B-10). False in editions
    without points for doubly joined tickets."""


@dataclass(frozen=True, slots=True)
class LengthLine:
    """The score of a player's routes of one length (C-24). `number` is the number of routes."""

    length: int
    """The number of spaces of each route."""
    number: int
    """The number of routes of this length."""
    points: int
    """The points for all routes of this length together."""


@dataclass(frozen=True, slots=True)
class DistrictLine:
    """The score of a completed district (L-10)."""

    name: str
    """The name of the district."""
    points: int
    """The points for the district."""


@dataclass(frozen=True, slots=True)
class StationLine:
    """A station that a player built, and the route that it opened for its owner (E-21)."""

    city: str
    """The code of the station's city."""
    route: str | None
    """The code of the opened route, or None if the station opened no route."""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """The part of the score sheet for one player."""

    seat: int
    """The player's seat, counted from 0."""
    routes: tuple[LengthLine, ...]
    """The player's routes by length, the shortest first."""
    route_points: int
    """Points for all routes together."""
    merchandise: int
    """Points on the tokens that the player collected (M-23)."""
    tickets: tuple[TicketLine, ...]
    """The player's tickets, the most points first."""
    ticket_points: int
    """Points for all tickets together. Negative if the tickets that were not completed cost more
    points than the completed tickets bring."""
    completed: int
    """The number of completed tickets."""
    districts: tuple[DistrictLine, ...]
    """The districts that the player completed."""
    district_points: int
    """Points for the completed districts together (L-10)."""
    attraction_points: int
    """Points for the attractions that the player's routes touch (N-10)."""
    stations: tuple[StationLine, ...]
    """The stations that the player built."""
    station_points: int
    """Points for the stations that the player did not build (E-22)."""
    longest_path: int
    """The number of spaces of the longest path. 0 in editions that never measure paths."""
    longest_path_bonus: int
    """Points for the longest path of all players. 0 if another player has a longer path, or if the
    edition has no such bonus."""
    most_tickets_bonus: int
    """Points for the most completed tickets of all players. 0 if another player completed more, or
    if the edition has no such bonus."""
    doubly_joined: int
    """The number of doubly joined tickets (B-10). 0 in editions without points for them."""
    doubly_joined_points: int
    """Points for all doubly joined tickets together."""
    total: int
    """The player's final score."""
    rank: int
    """The player's rank. 1 = winner. Tied players have equal ranks."""

    @property
    def parts(self) -> dict[str, int]:
        """The points by source, such as `routes` or `tickets`, in the order of scoring.

        The sum is the total. A source that the edition does not have brings 0 points. In the texts
        in `language/`, the label of the source `routes` has the key `sheet.routes`, and so on.
        """
        return {
            "routes": self.route_points,
            "merchandise": self.merchandise,
            "tickets": self.ticket_points,
            "districts": self.district_points,
            "attractions": self.attraction_points,
            "stations": self.station_points,
            "longest_path": self.longest_path_bonus,
            "most_tickets": self.most_tickets_bonus,
            "doubly_joined": self.doubly_joined_points,
        }


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The final scores of all players of a game."""

    players: tuple[PlayerSheet, ...]
    winners: tuple[int, ...]
    """The seats that won. If there are several, they share the victory (C-42)."""
    tied: tuple[int, ...]
    """The seats with the highest total. Empty if one seat alone has it."""
    decided_by: TieBreak | None
    """The last tie-break that ranked some of the tied seats lower. None if there was no tie, or if
    no tie-break made a difference."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's final score."""
        return tuple(player.total for player in self.players)

    @property
    def shares(self) -> tuple[float, ...]:
        """Every seat's share of the win: 1/n for each of n winners (C-42), and 0 for all others."""
        share = 1 / len(self.winners)
        return tuple(share if player.seat in self.winners else 0.0 for player in self.players)


def scored_parts(edition: Edition) -> tuple[str, ...]:
    """Return those keys of `PlayerSheet.parts` that an edition can give points for."""
    given = {
        "routes": True,
        "merchandise": edition.merchandise,
        "tickets": True,
        "districts": edition.districts,
        "attractions": edition.attraction_points,
        "stations": edition.stations,
        "longest_path": edition.longest_path_bonus,
        "most_tickets": edition.most_tickets_bonus,
        "doubly_joined": edition.doubly_joined,
    }
    return tuple(part for part, gives in given.items() if gives)


def score_sheet(edition: Edition, state: Any) -> ScoreSheet:
    """Return the score sheet of a position as if the game ended now.

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
        decided_by=TIE_BREAKS[int(decided_by(book_of(edition), numbers, len(players)))],
    )


def completed_by_stations(edition: Edition, state: Any, seat: int) -> dict[str, tuple[str, ...]]:
    """Return the tickets that one more station of a seat would complete (E-21, E-54 to E-56).

    The final scoring is run with the seat's present stations, and then with another station in each
    city where it could make a difference. Whether the seat has the cards for the station, and
    whether it is the seat's turn, does not matter.

    Args:
        edition: the game's edition.
        state: the state record. It is not changed.
        seat: the seat that would build the station. Only its own tickets are checked.

    Returns:
        For the code of every city where a station would complete tickets, the codes of these
        tickets. The dictionary is empty if the seat has no station left.
    """
    tried: Any = np.zeros(1, dtype=STATE)
    tried[0] = state
    cities = members(int(sites(books_of(edition), tried, seat)))
    if not cities:
        return {}
    index = gazetteer(edition)
    for other in range(int(state["seats"])):
        if other != seat:
            tried["tickets"][0, other] = 0
    mine = members(*state["tickets"][seat])

    def completed() -> set[int]:
        numbers: Any = np.zeros(1, dtype=SHEET)[0]
        score(book_of(edition), tried[0], numbers)
        return {ticket for ticket in mine if int(numbers["ticket"][ticket]) > 0}

    before = completed()
    if len(before) == len(mine):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for city in cities:
        tried["stations"][0, seat] = state["stations"][seat] | np.uint64(1 << city)
        if new := completed() - before:
            code = index.places[city].code
            found[code] = tuple(index.ticket_codes[ticket] for ticket in sorted(new))
    return found


def standing(player: PlayerSheet, by: TieBreak) -> int:
    """Return the value by which a tie-break ranks a player. The highest value wins."""
    numbers: Any = np.zeros(1, dtype=SHEET)[0]
    numbers["completed"][0] = player.completed
    numbers["longest_bonus"][0] = player.longest_path_bonus
    numbers["longest"][0] = player.longest_path
    numbers["merchandise"][0] = player.merchandise
    numbers["built"][0] = len(player.stations)
    return int(tie_break(TIE_BREAKS.index(by), numbers, 0))


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
            doubly_joined=bool(numbers["joined_twice"][ticket]),
        )
        for ticket in members(*state["tickets"][seat])
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
        doubly_joined=int(numbers["doubly_joined"][seat]),
        doubly_joined_points=int(numbers["doubly_joined_points"][seat]),
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
