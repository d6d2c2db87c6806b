"""The index of an edition: every place, route, ticket and kind of card, by number and by name.

The rules count places, routes and tickets from 0. People and records use codes and names. This
module has the only tables that convert between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from whistlestop.editions.limits import COLOURS, KINDS, LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.editions.load import is_built_in
from whistlestop.editions.model import Edition

GREY = "grey"
"""The word for the colour of grey routes. Cards of any one colour can pay for them (C-22)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node of the network: a city, or one border point of a country."""

    code: str
    """The code of the city or of the country."""
    name: str
    country: bool
    """Whether the place is a border point, which is a dead end (M-04)."""


@dataclass(frozen=True)
class Gazetteer:
    """The index of one edition: the numbers and names of its places, routes, tickets and cards.

    `places` are the cities in the order of the file, then the border points in the order of the
    routes that lead there. Routes and tickets are numbered in the order of the file.
    """

    edition: Edition
    board: str
    """The name of a built-in edition, or an empty string for any other edition. Only built-in
    editions have names of places in other languages."""
    places: tuple[Place, ...]
    place_of: dict[str, int]
    """The index of each city in `places`, by the city's code."""
    borders: dict[str, tuple[int, ...]]
    """The indices of each country's border points in `places`, by the country's code."""
    route_ends: tuple[tuple[int, int], ...]
    route_codes: tuple[str, ...]
    """The code of each route, such as `DEN-OMA`. The second of parallel routes is `DEN-KAN/2`."""
    route_of: dict[str, int]
    """The number of each route, by its code in either direction, with or without `/1`."""
    parallel: tuple[tuple[int, ...], ...]
    """For each route, the numbers of the other routes between its two places (C-25)."""
    ticket_codes: tuple[str, ...]
    """The code of each ticket, such as `DEN-ELP`. `+` joins several destinations. The code of a
    second copy ends in `/2`."""
    ticket_of: dict[str, int]
    kinds: tuple[str, ...]
    """The names of the card kinds by number. Kinds that the edition does not have are empty."""
    kind_of: dict[str, int]

    def name(self, code: str) -> str:
        """Return the name of the city or country with this code, as printed on the board.

        Raises:
            KeyError: no city or country has this code.
        """
        return _names(self.edition)[code]

    def route_title(self, route: int) -> str:
        """Return the names of a route's ends: `Denver–Kansas City`."""
        a, b = self.route_ends[route]
        return f"{self.places[a].name}–{self.places[b].name}"

    def ticket_title(self, ticket: int) -> str:
        """Return the names of a ticket's ends: `Denver–El Paso`."""
        entry = self.edition.tickets[ticket]
        goals = " / ".join(self.name(code) for code, _ in entry.options)
        return f"{self.name(entry.origin)}–{goals}"

    def ends(self, route: str) -> tuple[str, str]:
        """Return the codes of the two ends of a route."""
        entry = self.edition.routes[self.route_of[route]]
        return entry.a, entry.b

    def goals(self, ticket: str) -> tuple[str, tuple[tuple[str, int], ...]]:
        """Return the code of a ticket's origin, and the code and value of each destination."""
        entry = self.edition.tickets[self.ticket_of[ticket]]
        return entry.origin, entry.options

    def stack_of(self, ticket: str) -> str:
        """Return the name of the stack to which a ticket belongs."""
        return self.edition.tickets[self.ticket_of[ticket]].stack

    def ticket_values(self, ticket: int) -> tuple[int, ...]:
        """Return a ticket's value for each destination."""
        return tuple(points for _, points in self.edition.tickets[ticket].options)

    def points_of(self, code: str) -> tuple[int, ...]:
        """Return the numbers of the places with a code.

        For a city, this is one place. For a country, these are all its border points.
        """
        return self.borders[code] if code in self.borders else (self.place_of[code],)


def kind_names(edition: Edition) -> tuple[str, ...]:
    """Return the names of all card kinds, by number. Kinds not in the edition are empty."""
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
    """Return the index of an edition. The indexes of recent editions are cached."""
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
        board=edition.board if is_built_in(edition) else "",
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
    """Return the numbers of the card kinds that are the edition's colours."""
    return range(min(len(edition.cards.colours), COLOURS))


def cards_in_box(edition: Edition) -> dict[int, int]:
    """Return how many cards of each kind are in the box, by the number of the kind."""
    cards = edition.cards
    return {
        **{colour: number for colour, (_, number) in enumerate(cards.colours)},
        LOCOMOTIVE: cards.locomotive,
        LOCOMOTIVE4: cards.locomotive4,
        PASSENGER: cards.passenger,
    }
