"""The edition's index: every place, route, ticket and card kind by number and by name.

The rules count places, routes and tickets from 0; people and records use codes and names. This is
the one table that leads from either to the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from whistlestop.editions.limits import COLOURS, KINDS, LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import Edition

GREY = "grey"
"""The colour word of routes that take any one colour (C-22)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A city, or one border point of a country: a node of the network."""

    code: str
    """The city's code, or the country's."""
    name: str
    country: bool
    """Whether it is a border point: a dead end (M-04)."""


@dataclass(frozen=True)
class Gazetteer:
    """Numbers and names of one edition.

    `places` are the cities in the file's order, then the border points in the order of the routes
    that lead there. Routes and tickets have the numbers of their order in the file.
    """

    edition: Edition
    board: str
    """The edition's name, if it is a built-in one, else nothing: only of those is it known what
    other languages call their places."""
    places: tuple[Place, ...]
    place_of: dict[str, int]
    """City code → place."""
    borders: dict[str, tuple[int, ...]]
    """Country code → its border points."""
    route_ends: tuple[tuple[int, int], ...]
    route_codes: tuple[str, ...]
    """`DEN-OMA`; the second parallel one is `DEN-KAN/2`."""
    route_of: dict[str, int]
    """Code in either direction, with or without `/1`, → route."""
    parallel: tuple[tuple[int, ...], ...]
    """For each route, the other routes between the same two places (C-25)."""
    ticket_codes: tuple[str, ...]
    """`DEN-ELP`; several destinations are joined by `+`; a second copy of a ticket ends in `/2`."""
    ticket_of: dict[str, int]
    kinds: tuple[str, ...]
    """The names of the card kinds by number; unused ones are empty."""
    kind_of: dict[str, int]

    def name(self, code: str) -> str:
        """The name of the city or country with this code."""
        return _names(self.edition)[code]

    def route_title(self, route: int) -> str:
        """The route for people: `Denver–Kansas City`."""
        a, b = self.route_ends[route]
        return f"{self.places[a].name}–{self.places[b].name}"

    def ticket_title(self, ticket: int) -> str:
        """The ticket's ends for people: `Denver–El Paso`."""
        entry = self.edition.tickets[ticket]
        goals = " / ".join(self.name(code) for code, _ in entry.options)
        return f"{self.name(entry.origin)}–{goals}"

    def ends(self, route: str) -> tuple[str, str]:
        """The codes of the two ends of a route."""
        entry = self.edition.routes[self.route_of[route]]
        return entry.a, entry.b

    def goals(self, ticket: str) -> tuple[str, tuple[tuple[str, int], ...]]:
        """The code of a ticket's origin, and code and value of each destination."""
        entry = self.edition.tickets[self.ticket_of[ticket]]
        return entry.origin, entry.options

    def ticket_values(self, ticket: int) -> tuple[int, ...]:
        """The ticket's value for each destination."""
        return tuple(points for _, points in self.edition.tickets[ticket].options)

    def points_of(self, code: str) -> tuple[int, ...]:
        """The places a ticket's end stands for: one city, or all border points of a country."""
        return self.borders[code] if code in self.borders else (self.place_of[code],)


def kind_names(edition: Edition) -> tuple[str, ...]:
    """The names of all card kinds, by number; kinds that the edition lacks are empty."""
    names = [""] * KINDS
    for number, (colour, _) in enumerate(edition.cards.colours):
        names[number] = colour
    names[LOCOMOTIVE] = edition.cards.locomotive_name
    if edition.cards.locomotive4:
        names[LOCOMOTIVE4] = "locomotive4"
    if edition.cards.passenger:
        names[PASSENGER] = "passenger"
    return tuple(names)


@lru_cache(maxsize=64)
def _names(edition: Edition) -> dict[str, str]:
    return {place.code: place.name for place in (*edition.cities, *edition.countries)}


@lru_cache(maxsize=64)
def gazetteer(edition: Edition) -> Gazetteer:
    """The index of an edition; made once."""
    places = [Place(city.code, city.name, False) for city in edition.cities]
    place_of = {city.code: number for number, city in enumerate(edition.cities)}
    country_names = {country.code: country.name for country in edition.countries}
    border_of: dict[tuple[str, str, str], int] = {}
    ends: list[tuple[int, int]] = []
    codes: list[str] = []
    route_of: dict[str, int] = {}
    tracks: dict[str, int] = {}
    for number, route in enumerate(edition.routes):
        if route.b in country_names:
            way_in = (route.b, route.a, route.exit)  # two ways in are not parallel (S-21)
            if way_in not in border_of:
                border_of[way_in] = len(places)
                places.append(Place(route.b, country_names[route.b], True))
            b = border_of[way_in]
        else:
            b = place_of[route.b]
        ends.append((place_of[route.a], b))
        pair = "-".join(sorted((route.a, route.b)))
        track = tracks[pair] = tracks.get(pair, 0) + 1
        suffix = "" if track == 1 else f"/{track}"
        codes.append(f"{route.a}-{route.b}{suffix}")
        for stem in (f"{route.a}-{route.b}", f"{route.b}-{route.a}"):
            route_of[f"{stem}/{track}"] = number
            if track == 1:
                route_of[stem] = number
    groups: dict[frozenset[int], list[int]] = {}
    for number, pair_of_ends in enumerate(ends):
        groups.setdefault(frozenset(pair_of_ends), []).append(number)
    ticket_codes: list[str] = []
    for ticket in edition.tickets:
        stem = f"{ticket.origin}-" + "+".join(code for code, _ in ticket.options)
        copy = sum(code.split("/")[0] == stem for code in ticket_codes)
        ticket_codes.append(stem if copy == 0 else f"{stem}/{copy + 1}")
    kinds = kind_names(edition)
    return Gazetteer(
        edition=edition,
        board=edition.name if is_built_in(edition) else "",
        places=tuple(places),
        place_of=place_of,
        borders={
            code: tuple(point for (country, _, _), point in border_of.items() if country == code)
            for code in country_names
        },
        route_ends=tuple(ends),
        route_codes=tuple(codes),
        route_of=route_of,
        parallel=tuple(
            tuple(other for other in groups[frozenset(pair_of_ends)] if other != number)
            for number, pair_of_ends in enumerate(ends)
        ),
        ticket_codes=tuple(ticket_codes),
        ticket_of={code: number for number, code in enumerate(ticket_codes)},
        kinds=kinds,
        kind_of={name: number for number, name in enumerate(kinds) if name},
    )


def colours(edition: Edition) -> range:
    """The kinds that are the edition's colours."""
    return range(min(len(edition.cards.colours), COLOURS))


def cards_in_box(edition: Edition) -> dict[int, int]:
    """The number of cards of each kind in the box."""
    cards = edition.cards
    return {
        **{colour: number for colour, (_, number) in enumerate(cards.colours)},
        LOCOMOTIVE: cards.locomotive,
        LOCOMOTIVE4: cards.locomotive4,
        PASSENGER: cards.passenger,
    }
