"""The facts and the board geometry of an edition, as pages and programs get them."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from whistlestop.actions import Cards
from whistlestop.drawing.art.palette import wild_glyph
from whistlestop.drawing.board import FIGURE, board_of
from whistlestop.drawing.layout.layout import (
    SPACE_LENGTH,
    SPACE_WIDTH,
    layout_of,
    spaces,
)
from whistlestop.drawing.lettering import BELOW, CAP
from whistlestop.drawing.ticket_headings import MAPS, TYPE
from whistlestop.drawing.tickets import fit, window
from whistlestop.drawing.track import FIELDS, field
from whistlestop.editions import model
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.layout_section import border_codes
from whistlestop.editions.load import load, short_name, variants_of
from whistlestop.editions.model import Edition, LocomotiveUse, TieBreak, Unkept
from whistlestop.play.notation import commands_of

Point = tuple[float, float]
"""A point on the board: x from the left and y from the top, in board units."""

Box = tuple[float, float, float, float]
"""A rectangle: left, top, width and height. On the board, these four are in board units."""

Space = tuple[float, float, float]
"""A space of a route: the x and the y of its centre in board units, and its angle in degrees."""


class Offer(Struct, frozen=True):
    """The rules for an offer of tickets: how many are drawn, and how many must be kept."""

    keep: int
    """The minimum number of tickets that the player must keep."""
    draw: tuple[int, ...]
    """The number of tickets that are drawn from each stack, in the order of the edition's `stacks`.
    Empty if the player divides the tickets among the stacks."""
    choose: int
    """The number of tickets that the player divides among the stacks; 0 = the player does not
    choose."""
    most: tuple[int, ...]
    """The maximum number of tickets that the player may keep of each stack, in the order of the
    edition's `stacks`. Empty if any number may be kept."""
    unkept: Unkept
    """Where the other tickets go: to the `bottom` of their stack, back into it (`reshuffle`), or
    `out` of the game."""


class CardFacts(Struct, frozen=True):
    """The numbers of cards of an edition, and the values that its rules about cards use."""

    colours: Cards
    """The number of cards of each colour, as pairs of the colour's name and a number. Wild cards
    are not included."""
    kinds: dict[str, int]
    """The number of cards of each kind, by the kind's name in the `hand` of positions."""
    starting_hand: int
    """The number of cards that each player gets at the start."""
    locomotive_ends_draw: bool
    """Whether taking a wild card from the display ends the turn."""
    sweep: int
    """If the display has at least this many wild cards, all its cards are discarded (C-14); 0 =
    never."""
    sweep_passengers: int
    """If the display has at least this many passenger cards, all its cards are discarded (M-12);
    0 = never."""


class City(Struct, frozen=True):
    """A city of an edition: its name, and what can be collected there."""

    name: str
    """The city's name."""
    country: Literal[False]
    """Always false. `countries` lists the countries."""
    merchandise: str | None
    """The kind of the merchandise tokens in the city; null if the city has none."""
    attraction: bool
    """Whether the city is an attraction."""


class Country(Struct, frozen=True):
    """A country of an edition: its name, and whether it has a flag."""

    name: str
    """The country's name."""
    flag: bool
    """Whether there is a drawing of the country's flag. If so, the drawings of the edition's cards
    have the symbol `flag-CODE`, with the code of the country."""


class Substitute(Struct, frozen=True):
    """How cards of any kinds can be given in place of cards that pay for a route (F-12, F-14)."""

    cards: int
    """The number of cards that stand for one card of the payment. On a ferry, this one card is a
    wild card that the ferry asks for."""
    most: int
    """The number of cards of the payment that can be replaced at most."""


class Route(Struct, frozen=True):
    """A route of an edition: its ends, and what it takes to claim it."""

    a: str
    """The code of one end."""
    b: str
    """The code of the other end."""
    length: int
    """The number of spaces."""
    colour: str | None
    """The colour of the cards that pay for the route; null = grey: cards of any one colour."""
    ferry: int
    """The number of wild cards that the ferry asks for; 0 = no ferry."""
    tunnel: bool
    """Whether the route is a tunnel."""
    substitute: Substitute | None
    """The cards that can be given in place of others; null = none can."""


class Ticket(Struct, frozen=True):
    """A ticket of an edition: the places to connect, and the points for connecting them."""

    stack: str
    """The stack that the ticket belongs to."""
    origin: str
    """The code of the place where the ticket begins."""
    options: tuple[tuple[str, int], ...]
    """The code of each possible destination, and the points for reaching it."""
    title: str
    """The names of the ticket's origin and destinations, as one text: `Denver–El Paso`."""


class DistrictFacts(Struct, frozen=True):
    """A district of an edition: the cities to connect, and the points for connecting them."""

    name: str
    """The district's name."""
    cities: tuple[str, ...]
    """The codes of the district's cities."""
    points: int
    """The points for linking all cities of the district."""


class Variant(Struct, frozen=True):
    """A variant of an edition: the same board with other tickets."""

    name: str
    """The name of the variant, which is that of an edition, such as `usa-1910`."""
    short: str
    """The part of the name after that of the board, such as `1910`; `base` for the board's own
    edition."""
    title: str
    """The title of the variant."""
    tickets: int
    """The number of tickets."""
    opening: Offer
    """The rules for the offer of tickets at the start."""
    turn: Offer
    """The rules for an offer of tickets during the game."""
    longest_path_bonus: int
    """The points for the longest path; 0 = the variant has no such bonus."""
    most_tickets_bonus: int
    """The points for the most completed tickets; 0 = the variant has no such bonus."""
    doubly_joined: tuple[int, ...]
    """The points for one doubly joined ticket, for two together, and so on; empty = none."""


class Board(Struct, frozen=True):
    """A board and the games that can be played on it, as lists of boards show them."""

    name: str
    """The name of the board's own edition."""
    title: str
    """The title of the board's own edition."""
    players: tuple[int, int]
    """The minimum and maximum number of players."""
    base: Variant
    """The tickets and bonuses of the board's own edition. Its `short` is `base`."""
    variants: tuple[Variant, ...]
    """The variants of the board's own edition."""


class Facts(Struct, frozen=True):
    """An edition: its cities, routes and tickets, and the values that its rules use."""

    name: str
    """The name of the edition."""
    title: str
    """The title of the edition."""
    board: str
    """The name of the edition to which the board belongs. That of a variant belongs to another
    edition; otherwise it is the edition's own name."""
    variants: tuple[Variant, ...]
    """The variants on the edition's board; empty for variants and for players' own editions."""
    revision: int
    """The revision of the edition's file."""
    players: tuple[int, int]
    """The minimum and the maximum number of players."""
    pieces: int
    """The number of pieces that each player has."""
    piece_name: str
    """What a piece is called."""
    passengers: int
    """The number of passengers that each player has."""
    stations: int
    """The number of stations that each player has."""
    colours: tuple[str, ...]
    """The names of the cards' colours."""
    locomotive: str
    """What a wild card is called."""
    locomotive_glyph: str
    """The letter or sign that stands for a wild card."""
    locomotive4: bool
    """Whether there are wild cards that count as four."""
    locomotive4_from_length: int
    """The minimum length of a route for which wild cards that count as four can be played
    (M-10)."""
    locomotive_use: LocomotiveUse
    """The routes for which wild cards can be played: `any`, only `tunnels` (S-02), or only
    `special` routes: tunnels, ferries and routes with substitutes (F-10)."""
    passenger_cards: bool
    """Whether there are passenger cards."""
    cards: CardFacts
    """The number of cards of each kind, and the values that the rules about cards use, such as the
    size of the starting hand."""
    commands: tuple[str, ...]
    """The words that a typed action can begin with, in the notation."""
    opening: Offer
    """The rules for the offer of tickets at the start."""
    turn: Offer
    """The rules for an offer of tickets during the game."""
    stacks: tuple[str, ...]
    """The names of the stacks of tickets."""
    points: tuple[int, ...]
    """The points for a route of length 1, 2 and so on."""
    cities: dict[str, City]
    """The cities by code."""
    countries: dict[str, Country]
    """The countries by code."""
    routes: dict[str, Route]
    """The routes by code."""
    tickets: dict[str, Ticket]
    """The tickets by code."""
    districts: tuple[DistrictFacts, ...]
    """The districts, in the order of the edition's file; empty if there are none."""
    merchandise: dict[str, tuple[int, ...]]
    """The points of the merchandise tokens of each kind, from the top of the stack down."""
    longest_path_bonus: int
    """The points for the longest path; 0 = this edition has no such bonus."""
    most_tickets_bonus: int
    """The points for the most completed tickets; 0 = this edition has no such bonus."""
    doubly_joined: tuple[int, ...]
    """The points for one doubly joined ticket, for two together, and so on. More tickets are worth
    as much as the last number. Empty = this edition has no such points."""
    tie_breaks: tuple[TieBreak, ...]
    """The criteria that decide a tie, in the order of their use."""
    attraction_points: int
    """The points for each attraction that a player's routes touch; 0 = this edition has none."""
    station_points: int
    """The points for each station that a player has not built at the end of the game."""
    parallel_closed_up_to: int
    """In games with at most this many players, a claimed route closes its parallel routes
    (C-26)."""
    final_round_at: int
    """A player who ends a turn with at most this many pieces starts the final round (C-40)."""
    notes: tuple[str, ...]
    """Notes of the edition's author."""
    own: bool
    """Whether a player wrote the edition."""


class Mini(Struct, frozen=True):
    """The scale and position of the board in the map on a ticket card of 120 × 78 card units."""

    scale: float
    """The number of card units for each board unit."""
    left: float
    """The x of the board's left edge on the card, in card units. Can be negative."""
    top: float
    """The y of the board's top edge on the card, in card units. Can be negative."""
    window: Box
    """The part of the card in which the map is shown, in card units."""


class Heading(Struct, frozen=True):
    """The font sizes and lengths for the headings of tickets (`drawing/ticket_headings.py`)."""

    large: float
    """The maximum font size of a heading in one line, and of any heading beside a tall map, in
    units of a card of 120 × 78."""
    small: float
    """The minimum font size of a line above a wide map, in units of a card of 120 × 78. A heading
    that would need a smaller one is broken into more lines. Also the maximum font size of a heading
    in three or more lines."""
    halved: float
    """The maximum font size of a heading in two lines above a wide map, in units of a card of 120 ×
    78."""
    across: float
    """The maximum width of a line of a heading above a wide map, in units of a card of 120 × 78."""
    beside: float
    """The maximum width of a line of a heading beside a tall map, in units of a card of 120 ×
    78."""
    lowest: float
    """The maximum y of the last baseline of a heading with several destinations beside a tall map,
    in units of a card of 120 × 78."""
    flag: float
    """The width of a flag, as a multiple of the font size."""
    flag_high: float
    """The height of a flag, as a multiple of the font size."""
    flag_gap: float
    """The gap after a flag, as a multiple of the font size."""
    apart: float
    """The gap between two destinations, as a multiple of the font size."""
    maps: tuple[float, ...]
    """The scale of a wide map under a heading of one line, two lines and so on. 1 is the full
    size."""


class Measures(Struct, frozen=True):
    """The sizes of spaces, stations, passengers, letters and ticket headings in the drawings."""

    space: tuple[float, float]
    """The length and width of a space, in board units."""
    figure: tuple[float, float]
    """The width and height of a station or a passenger, in board units."""
    capital: float
    """How far capital letters reach above the baseline, as a share of the font size."""
    below: float
    """How far letters reach below the baseline, as a share of the font size."""
    heading: Heading
    """The font sizes and lengths for the headings of tickets."""


class RouteDrawn(Struct, frozen=True):
    """The position of a route on the board."""

    number: int
    """The index of the route in the edition's list of routes, counted from 0."""
    ends: tuple[str, str]
    """The codes of the route's two ends."""
    spaces: tuple[Space, ...]
    """The spaces of the route, in order from the first of `ends`."""


class Geometry(Struct, frozen=True):
    """The positions of cities, routes and the scoring track on the board."""

    size: Point
    """The width and height of the board, in board units."""
    track: tuple[Box, ...]
    """The hundred fields of the scoring track, for 0 to 99 points."""
    cities: dict[str, Point]
    """The position of each city, by code."""
    borders: dict[str, tuple[Point, ...]]
    """The border points of each country, by the country's code."""
    mini: Mini
    """The scale and position of the board in the map on a ticket."""
    border_ids: tuple[str, ...]
    """The codes of all border points in the drawing. The code of a border point is the code of the
    first route to the point."""
    measures: Measures
    """The sizes of spaces, stations, passengers, letters and ticket headings in the drawings."""
    routes: dict[str, RouteDrawn]
    """The position of each route, by the route's code."""


@lru_cache(maxsize=16)
def edition_sent(edition: Edition, *, own: bool = False) -> Facts:
    """Return the facts of an edition.

    Args:
        edition: the edition.
        own: whether a player wrote the edition.
    """
    index = gazetteer(edition)
    cards = edition.cards
    return Facts(
        name=edition.name,
        title=edition.title,
        board=edition.board,
        variants=() if own else tuple(map(_variant, variants_of(edition.name))),
        revision=edition.revision,
        players=edition.players,
        pieces=edition.pieces,
        piece_name=edition.piece_name,
        passengers=edition.passengers,
        stations=edition.stations,
        colours=tuple(name for name, _ in cards.colours),
        locomotive=cards.locomotive_name,
        locomotive_glyph=wild_glyph(cards.locomotive_name),
        locomotive4=cards.locomotive4 > 0,
        locomotive4_from_length=cards.locomotive4_from_length,
        locomotive_use=cards.locomotive_use,
        passenger_cards=cards.passenger > 0,
        cards=CardFacts(
            colours=cards.colours,
            kinds={
                **dict(cards.colours),
                cards.locomotive_name: cards.locomotive,
                "locomotive4": cards.locomotive4,
                "passenger": cards.passenger,
            },
            starting_hand=cards.starting_hand,
            locomotive_ends_draw=cards.locomotive_ends_draw,
            sweep=cards.sweep_locomotives,
            sweep_passengers=cards.sweep_passengers,
        ),
        commands=tuple(commands_of(edition)),
        opening=_offer(edition.opening),
        turn=_offer(edition.turn),
        stacks=edition.stacks,
        points=edition.points,
        cities={
            city.code: City(city.name, False, city.merchandise, city.attraction)
            for city in edition.cities
        },
        countries={
            country.code: Country(country.name, country.flag is not None)
            for country in edition.countries
        },
        routes={
            code: Route(
                route.a,
                route.b,
                route.length,
                route.colour,
                route.ferry,
                route.tunnel,
                _substitute(edition, route),
            )
            for code, route in zip(index.route_codes, edition.routes, strict=True)
        },
        tickets={
            code: Ticket(ticket.stack, ticket.origin, ticket.options, index.ticket_title(number))
            for number, (code, ticket) in enumerate(
                zip(index.ticket_codes, edition.tickets, strict=True)
            )
        },
        districts=tuple(
            DistrictFacts(district.name, district.cities, district.points)
            for district in edition.districts
        ),
        merchandise={kind.name: kind.tokens for kind in edition.merchandise},
        longest_path_bonus=edition.longest_path_bonus,
        most_tickets_bonus=edition.most_tickets_bonus,
        doubly_joined=edition.doubly_joined,
        tie_breaks=edition.tie_breaks,
        attraction_points=edition.attraction_points,
        station_points=edition.station_points,
        parallel_closed_up_to=edition.parallel_closed_up_to,
        final_round_at=edition.final_round_at,
        notes=edition.notes,
        own=own,
    )


def _substitute(edition: Edition, route: model.Route) -> Substitute | None:
    cards, most = edition.cards.substitutes(route)
    return Substitute(cards, most) if cards else None


def board_sent(name: str) -> Board:
    """Return what lists of boards show of a board: its players, its base game and its variants.

    Args:
        name: the name of the built-in edition to which the board belongs.
    """
    edition = load(name)
    variants = tuple(map(_variant, variants_of(name)))
    return Board(name, edition.title, edition.players, _variant(name), variants)


def _variant(name: str) -> Variant:
    edition = load(name)
    return Variant(
        name,
        "base" if edition.board == name else short_name(name),
        edition.title,
        len(edition.tickets),
        _offer(edition.opening),
        _offer(edition.turn),
        edition.longest_path_bonus,
        edition.most_tickets_bonus,
        edition.doubly_joined,
    )


def _offer(offer: model.Offer) -> Offer:
    return Offer(offer.keep, offer.draw, offer.choose, offer.most, offer.unkept)


@lru_cache(maxsize=16)
def geometry_sent(edition: Edition) -> Geometry:
    """Return the positions of cities, routes and the scoring track on an edition's board."""
    layout, index = layout_of(edition), gazetteer(edition)
    scale, left, top = fit(board_of(edition))
    laid = spaces(edition, layout)
    cities = len(edition.cities)
    borders: defaultdict[str, list[Point]] = defaultdict(list)
    for place, at in zip(index.places[cities:], layout.places[cities:], strict=True):
        borders[place.code].append(at)
    return Geometry(
        size=(layout.width, layout.height),
        track=tuple(_box(field(layout, points)) for points in range(FIELDS)),
        cities={
            city.code: (round(x, 1), round(y, 1))
            for city, (x, y) in zip(edition.cities, layout.places, strict=False)
        },
        borders={country: tuple(points) for country, points in borders.items()},
        mini=Mini(scale, left, top, window(board_of(edition))),
        border_ids=tuple(border_codes(edition)),
        measures=Measures(
            space=(SPACE_LENGTH, SPACE_WIDTH),
            figure=(2 * FIGURE[0], 2 * FIGURE[1]),
            capital=CAP,
            below=BELOW,
            heading=Heading(**TYPE, maps=MAPS),
        ),
        routes={
            code: RouteDrawn(
                number=number,
                ends=(edition.routes[number].a, edition.routes[number].b),
                spaces=tuple(
                    (
                        round(space.x, 1),
                        round(space.y, 1),
                        round(math.degrees(math.atan2(space.sin, space.cos)), 1),
                    )
                    for space in laid[number]
                ),
            )
            for number, code in enumerate(index.route_codes)
        },
    )


def _box(box: Box) -> Box:
    left, top, width, height = box
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)
