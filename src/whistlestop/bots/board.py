"""An edition as a planning bot reads it: a network of numbered places and routes, and the goals.

Everything here follows from the edition alone and is made once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition, LocomotiveUse

Link = tuple[frozenset[int], frozenset[int]]
"""Two sets of places, any one of which is to be joined to any one of the other."""


@dataclass(frozen=True)
class Goal:
    """Something that scores once all its links are made: a ticket or a district."""

    links: tuple[Link, ...]
    gain: int
    """Points if it is reached."""
    loss: int
    """Points lost if it is not."""
    better: tuple[Goal, ...] = ()
    """The same for those destinations only that bring more, the best first (S-03)."""
    borrows: bool = False
    """Whether the routes that stations open count for it (E-21)."""

    @property
    def stake(self) -> int:
        """What is to be won, in points."""
        return self.gain + self.loss


@dataclass(frozen=True)
class Board:
    """The network. Routes and places have the numbers of the edition's index.

    A border point of a country is a place that only one city leads to, so no path passes through
    a country (M-04).
    """

    edition: Edition
    index: Gazetteer
    ends: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]
    points: tuple[int, ...]
    """What claiming each route scores."""
    colours: tuple[str | None, ...]
    """The colour of each route; None = grey."""
    ferries: tuple[int, ...]
    """The locomotives that each route asks for."""
    tunnels: tuple[bool, ...]
    wild: tuple[bool, ...]
    """Whether wild cards are good for each route."""
    coloured: tuple[int, ...]
    """How many cards of each route are of a colour."""
    attractions: frozenset[int]
    """The places that score for everybody who has a route there."""
    exits: tuple[tuple[tuple[int, int], ...], ...]
    """For each place, the routes there: (route, the place it leads to)."""
    tickets: tuple[Goal, ...]
    districts: tuple[Goal, ...]
    tokens: tuple[tuple[int, ...], ...]
    """The merchandise of each place, from the top down; empty where there is none."""
    locomotive: str
    """The name of the wild card."""
    colour_names: tuple[str, ...]

    def routes_of(self, codes: tuple[str, ...]) -> list[int]:
        """The numbers of these routes."""
        return [self.index.route_of[code] for code in codes]


@lru_cache(maxsize=16)
def board_of(edition: Edition) -> Board:
    """The board of an edition."""
    index = gazetteer(edition)
    exits: list[list[tuple[int, int]]] = [[] for _ in index.places]
    for route, (a, b) in enumerate(index.route_ends):
        exits[a].append((route, b))
        exits[b].append((route, a))
    tokens = {stack.name: stack.tokens for stack in edition.merchandise}
    merchandise = [tokens.get(city.merchandise or "", ()) for city in edition.cities]
    return Board(
        edition=edition,
        index=index,
        ends=index.route_ends,
        lengths=tuple(route.length for route in edition.routes),
        points=tuple(edition.points[route.length - 1] for route in edition.routes),
        colours=tuple(route.colour for route in edition.routes),
        ferries=tuple(route.ferry for route in edition.routes),
        tunnels=tuple(route.tunnel for route in edition.routes),
        wild=tuple(
            route.tunnel or edition.cards.locomotive_use is LocomotiveUse.ANY
            for route in edition.routes
        ),
        coloured=tuple(route.length - route.ferry for route in edition.routes),
        attractions=frozenset(
            number for number, city in enumerate(edition.cities) if city.attraction
        ),
        exits=tuple(tuple(routes) for routes in exits),
        tickets=tuple(_ticket_goal(index, number) for number in range(len(edition.tickets))),
        districts=tuple(
            _district_goal(tuple(index.place_of[code] for code in district.cities), district.points)
            for district in edition.districts
        ),
        tokens=(*merchandise, *[()] * (len(index.places) - len(merchandise))),
        locomotive=edition.cards.locomotive_name,
        colour_names=tuple(name for name, _ in edition.cards.colours),
    )


def _ticket_goal(index: Gazetteer, number: int) -> Goal:
    """A ticket; one with several destinations is reached with any of them, for its lowest value."""
    ticket = index.edition.tickets[number]
    origin = frozenset(index.points_of(ticket.origin))
    values = sorted({points for _, points in ticket.options}, reverse=True)

    def goal(least: int, better: tuple[Goal, ...]) -> Goal:
        ends = [index.points_of(code) for code, points in ticket.options if points >= least]
        link = (origin, frozenset(point for points in ends for point in points))
        return Goal((link,), gain=least, loss=values[-1], better=better, borrows=True)

    return goal(values[-1], tuple(goal(value, ()) for value in values[:-1]))


def _district_goal(places: tuple[int, ...], points: int) -> Goal:
    first, *others = (frozenset((place,)) for place in places)
    return Goal(tuple((first, other) for other in others), gain=points, loss=0)
