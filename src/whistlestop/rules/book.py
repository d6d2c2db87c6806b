"""The book: an edition packed into tables of fixed size.

The rules take the book as an argument, so that one compilation serves every edition. A set of
routes takes two words of 64 bits: route r is bit r % 64 of word r // 64. A set of tickets takes two
words in the same way. Other sets take one word.

| field | meaning |
| --- | --- |
| `routes` | the number of routes |
| `places` | the number of places |
| `colours` | the number of colours of cards, without wild cards |
| `route_a` | [route] the place at the first end of the route |
| `route_b` | [route] the place at the second end of the route |
| `route_length` | [route] the number of spaces of the route |
| `route_colour` | [route] the colour of the route, or `GREY` |
| `route_group` | [route] the wild group, which says which wild cards may pay for the route |
| `route_ferry` | [route] how many locomotives a payment must hold at least (E-10) |
| `route_substitute` | [route] how many cards stand for one card of a payment; 0 = none (F-12) |
| `route_substituted` | [route] how many cards of a payment can be substituted at most (F-14) |
| `route_points` | [length] the points for a route of this length |
| `parallel` | [route, word] the other routes between the two places of a route |
| `at` | [place, word] the routes that end at a place |
| `inland` | [word] the routes that do not lead into a country |
| `within` | [n, word] the routes of at most n spaces |
| `ferries` | [n, word] the routes that require at most n locomotives |
| `groups` | the number of wild groups in use |
| `group_wilds` | [group] bit 0: locomotives may pay; bit 1: locomotives (+4) may pay |
| `payable` | [group, colour, n, word] the group's routes that n cards, coloured or wild, pay for |
| `cards` | [kind] the number of cards of a kind in the box |
| `cards_total` | the number of cards of all kinds in the box |
| `whole_draw` | the kinds that are the whole draw if taken from the display (C-11) |
| `sweep_at` | [kind] how many cards of a kind sweep the display away (C-14, M-12); 0 = never |
| `starting_hand` | the number of cards that each player gets at the start |
| `pieces` | the number of pieces of each player at the start |
| `passengers` | the number of passengers of each player at the start |
| `ticket_count` | the number of tickets |
| `stack_tickets` | [stack, word] the set of tickets of a stack |
| `ticket_origin` | [ticket] the set of places where the ticket's path may begin |
| `ticket_options` | [ticket] the number of destinations of the ticket |
| `ticket_goal` | [ticket, i] the set of places where a path to the i-th destination may end |
| `ticket_points` | [ticket, i] the points for the ticket's i-th destination |
| `offer_draw` | [`OPENING` or `ON_TURN`, stack] how many tickets are drawn from the stack |
| `offer_choose` | [`OPENING` or `ON_TURN`] tickets drawn if players choose stacks; 0 = no choice |
| `offer_keep` | [`OPENING` or `ON_TURN`] the minimum number of offered tickets to keep |
| `offer_most` | [`OPENING` or `ON_TURN`, stack] the maximum number of its tickets to keep |
| `offer_unkept` | [`OPENING` or `ON_TURN`] where unkept tickets go: `BOTTOM`, `RESHUFFLE`, `OUT` |
| `tunnels` | [word] the tunnels (E-11) |
| `substitutes` | [word] the routes with substitutes (F-12, F-14) |
| `cities` | the places that are cities, not border points |
| `stations` | the number of stations of each player at the start (E-20) |
| `station_points` | the points for each station that a player has not built (E-22) |
| `station_wilds` | bit 0: locomotives may pay for a station; bit 1: locomotives (+4) may |
| `attraction_places` | the set of places with an attraction |
| `attraction_points` | the points for each attraction |
| `token_count` | [city] the number of merchandise tokens |
| `tokens` | [city, i] the points of the i-th token from the top |
| `district_count` | the number of districts |
| `district_places` | [district] the places that score together (L-10) |
| `district_points` | [district] the points for linking all of its places |
| `closed_up_to` | with at most this many players, an owned route closes parallel routes (C-26) |
| `final_round_at` | a seat with at most this many pieces left starts the final round (C-40) |
| `longest_path_bonus` | the points of the bonus for the longest path; 0 = there is no such bonus |
| `most_tickets_bonus` | the points of the bonus for the most tickets; 0 = there is no such bonus |
| `measures_paths` | 1 if the final scoring needs the longest path of each player (B-12, F-17) |
| `doubly_joined_most` | the length of the table `doubly_joined`; 0 = there are no such points |
| `doubly_joined` | [i] the points for i + 1 doubly joined tickets together (B-11) |
| `tie_breaks` | [i] the code of the i-th tie-break, an index of `TIE_BREAKS`; 0 = no more |
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import (
    COLOURS,
    DISTRICTS,
    DOUBLY_JOINED,
    KINDS,
    LENGTH,
    LOCOMOTIVE,
    LOCOMOTIVE4,
    OFFER,
    OPTIONS,
    PASSENGER,
    PLACES,
    ROUTES,
    STACKS,
    TICKETS,
    TOKENS,
)
from whistlestop.editions.limits import TIE_BREAKS as MOST_TIE_BREAKS
from whistlestop.editions.model import Edition, LocomotiveUse, Offer, TieBreak, Unkept
from whistlestop.rules.records import record

if TYPE_CHECKING:
    from whistlestop.rules.record_types import Book

GREY: Final = COLOURS
"""The colour of routes that cards of any single colour can pay for."""

OPENING: Final = 0
"""The code of the moment at which the opening tickets are drawn. It is an index of the rules for
offers in a book, such as `offer_keep`."""
ON_TURN: Final = 1
"""The code of the moment at which tickets are drawn on a turn. It is an index of the rules for
offers in a book, such as `offer_keep`."""

BOTTOM: Final = 0
"""The code of the rule that tickets not kept go to the bottom of their stack."""
RESHUFFLE: Final = 1
"""The code of the rule that tickets not kept are shuffled into their stack."""
OUT: Final = 2
"""The code of the rule that tickets not kept leave the game."""

TIE_BREAKS: Final = (
    None,
    TieBreak.TICKETS,
    TieBreak.LONGEST_PATH,
    TieBreak.MERCHANDISE,
    TieBreak.STATIONS,
    TieBreak.OWN_PATH,
)
"""The tie-breaks, each at the index that is its code. Code 0 ends a book's list of tie-breaks."""

WILD_GROUPS: Final = 4
"""The maximum number of wild groups. A wild group consists of the routes for which the same kinds
of wild cards may pay."""

BOOK = record(
    [
        ("parallel", np.uint64, (ROUTES, 2)),
        ("at", np.uint64, (PLACES, 2)),
        ("inland", np.uint64, (2,)),
        ("within", np.uint64, (LENGTH + 1, 2)),
        ("ferries", np.uint64, (LENGTH + 1, 2)),
        ("payable", np.uint64, (WILD_GROUPS, COLOURS, LENGTH + 1, 2)),
        ("stack_tickets", np.uint64, (STACKS, 2)),
        ("tunnels", np.uint64, (2,)),
        ("substitutes", np.uint64, (2,)),
        ("cities", np.uint64),
        ("attraction_places", np.uint64),
        ("ticket_origin", np.uint64, (TICKETS,)),
        ("ticket_goal", np.uint64, (TICKETS, OPTIONS)),
        ("district_places", np.uint64, (DISTRICTS,)),
        ("whole_draw", np.uint64),
        ("ticket_points", np.int16, (TICKETS, OPTIONS)),
        ("district_points", np.int16, (DISTRICTS,)),
        ("route_points", np.int16, (LENGTH + 1,)),
        ("attraction_points", np.int16),
        ("station_points", np.int16),
        ("longest_path_bonus", np.int16),
        ("most_tickets_bonus", np.int16),
        ("measures_paths", np.uint8),
        ("doubly_joined_most", np.uint8),
        ("doubly_joined", np.int16, (DOUBLY_JOINED,)),
        ("cards_total", np.int16),
        ("routes", np.uint8),
        ("places", np.uint8),
        ("colours", np.uint8),
        ("route_a", np.uint8, (ROUTES,)),
        ("route_b", np.uint8, (ROUTES,)),
        ("route_length", np.uint8, (ROUTES,)),
        ("route_colour", np.uint8, (ROUTES,)),
        ("route_group", np.uint8, (ROUTES,)),
        ("route_ferry", np.uint8, (ROUTES,)),
        ("route_substitute", np.uint8, (ROUTES,)),
        ("route_substituted", np.uint8, (ROUTES,)),
        ("groups", np.uint8),
        ("group_wilds", np.uint8, (WILD_GROUPS,)),
        ("cards", np.uint8, (KINDS,)),
        ("sweep_at", np.uint8, (KINDS,)),
        ("starting_hand", np.uint8),
        ("pieces", np.uint8),
        ("passengers", np.uint8),
        ("stations", np.uint8),
        ("station_wilds", np.uint8),
        ("ticket_count", np.uint8),
        ("ticket_options", np.uint8, (TICKETS,)),
        ("offer_draw", np.uint8, (2, STACKS)),
        ("offer_choose", np.uint8, (2,)),
        ("offer_keep", np.uint8, (2,)),
        ("offer_most", np.uint8, (2, STACKS)),
        ("offer_unkept", np.uint8, (2,)),
        ("token_count", np.uint8, (PLACES,)),
        ("tokens", np.uint8, (PLACES, TOKENS)),
        ("district_count", np.uint8),
        ("closed_up_to", np.uint8),
        ("final_round_at", np.uint8),
        ("tie_breaks", np.uint8, (MOST_TIE_BREAKS,)),
    ]
)


def book_of(edition: Edition) -> Book:
    """Return the book of an edition. Books are cached and read-only."""
    book: Any = books_of(edition)[0]
    return book


@lru_cache(maxsize=64)
def books_of(edition: Edition) -> np.ndarray:
    """Return the book of an edition as an array of one record, which compiled functions take."""
    store = np.zeros(1, dtype=BOOK)
    book: np.record = store[0]
    _pack_routes(edition, book)
    _pack_payments(edition, book)
    _pack_cards(edition, book)
    _pack_tickets(edition, book)
    _pack_places(edition, book)
    book.closed_up_to = edition.parallel_closed_up_to
    book.final_round_at = edition.final_round_at
    book.longest_path_bonus = edition.longest_path_bonus
    book.most_tickets_bonus = edition.most_tickets_bonus
    book.measures_paths = edition.measures_paths
    book.doubly_joined_most = len(edition.doubly_joined)
    book.doubly_joined[: len(edition.doubly_joined)] = edition.doubly_joined
    for i, tie_break in enumerate(edition.tie_breaks):
        book.tie_breaks[i] = TIE_BREAKS.index(tie_break)
    store.flags.writeable = False
    return store


def _add(mask: np.ndarray, member: int) -> None:
    """Add a member to the set in `mask`, which takes several words. The set is changed in place."""
    mask[member // 64] |= np.uint64(1 << (member % 64))


def _mask(members: tuple[int, ...]) -> np.uint64:
    return np.uint64(sum(1 << member for member in set(members)))


def _pack_routes(edition: Edition, book: np.record) -> None:
    index = gazetteer(edition)
    names = [name for name, _ in edition.cards.colours]
    book.routes = len(edition.routes)
    for length, points in enumerate(edition.points, start=1):
        book.route_points[length] = points
    for number, route in enumerate(edition.routes):
        a, b = index.route_ends[number]
        book.route_a[number], book.route_b[number] = a, b
        book.route_length[number] = route.length
        book.route_colour[number] = GREY if route.colour is None else names.index(route.colour)
        book.route_ferry[number] = route.ferry
        for other in index.parallel[number]:
            _add(book.parallel[number], other)
        _add(book.at[a], number)
        _add(book.at[b], number)
        if not index.places[b].country:
            _add(book.inland, number)
        if route.tunnel:
            _add(book.tunnels, number)
        each, most = edition.cards.substitutes(route)
        book.route_substitute[number], book.route_substituted[number] = each, most
        if each:
            _add(book.substitutes, number)
        for most in range(LENGTH + 1):
            if route.length <= most:
                _add(book.within[most], number)
            if route.ferry <= most:
                _add(book.ferries[most], number)


def _pack_payments(edition: Edition, book: np.record) -> None:
    """Write to the book the wild groups, the wild group of each route, and the field `payable`.

    `payable` has the routes of a wild group that a number of cards can pay for.
    """
    cards = edition.cards
    wilds: list[int] = []
    for number, route in enumerate(edition.routes):
        # In editions whose locomotives are for some routes only, no other route takes them, not
        # even a grey one (S-02, S-16, F-10).
        locomotives = cards.locomotives_pay(route)
        locomotives4 = cards.locomotive4 > 0 and route.length >= cards.locomotive4_from_length
        use = int(locomotives) + 2 * int(locomotives4)
        if use not in wilds:
            wilds.append(use)
        group = wilds.index(use)
        book.group_wilds[group] = use
        book.route_group[number] = group
        for colour, (name, _) in enumerate(cards.colours):
            if route.colour in (None, name):
                for paid in range(route.length, LENGTH + 1):
                    _add(book.payable[group, colour, paid], number)
    book.groups = len(wilds)


def _pack_cards(edition: Edition, book: np.record) -> None:
    cards = edition.cards
    book.colours = len(cards.colours)
    for colour, (_, number) in enumerate(cards.colours):
        book.cards[colour] = number
    book.cards[LOCOMOTIVE] = cards.locomotive
    book.cards[LOCOMOTIVE4] = cards.locomotive4
    book.cards[PASSENGER] = cards.passenger
    book.cards_total = cards.total
    if cards.locomotive_ends_draw:
        book.whole_draw = _mask((LOCOMOTIVE,))  # C-11; never a locomotive (+4) (M-11)
    book.sweep_at[LOCOMOTIVE] = cards.sweep_locomotives
    if cards.passenger:
        book.sweep_at[PASSENGER] = cards.sweep_passengers
    book.starting_hand = cards.starting_hand


def _pack_tickets(edition: Edition, book: np.record) -> None:
    index = gazetteer(edition)
    book.ticket_count = len(edition.tickets)
    for number, ticket in enumerate(edition.tickets):
        stack = edition.stacks.index(ticket.stack)
        _add(book.stack_tickets[stack], number)
        book.ticket_origin[number] = _mask(index.points_of(ticket.origin))
        book.ticket_options[number] = len(ticket.options)
        for option, (goal, points) in enumerate(ticket.options):
            book.ticket_goal[number, option] = _mask(index.points_of(goal))
            book.ticket_points[number, option] = points
    _pack_offer(edition.opening, book, OPENING)
    _pack_offer(edition.turn, book, ON_TURN)


def most_offered(book: Any) -> int:
    """Return how many tickets the larger of an edition's two offers has: opening and turn.

    `book` is the edition's `BOOK` record.
    """
    return int(max(book.offer_draw.sum(axis=1).max(), book.offer_choose.max()))


def _pack_offer(offer: Offer, book: np.record, moment: int) -> None:
    for stack, number in enumerate(offer.draw):
        book.offer_draw[moment, stack] = number
    book.offer_choose[moment] = offer.choose
    book.offer_keep[moment] = offer.keep
    book.offer_most[moment] = OFFER
    for stack, number in enumerate(offer.most):
        book.offer_most[moment, stack] = number
    book.offer_unkept[moment] = (Unkept.BOTTOM, Unkept.RESHUFFLE, Unkept.OUT).index(offer.unkept)


def _pack_places(edition: Edition, book: np.record) -> None:
    index = gazetteer(edition)
    book.places = len(index.places)
    book.pieces = edition.pieces
    book.passengers = edition.passengers
    book.cities = _mask(tuple(range(len(edition.cities))))
    book.stations = edition.stations
    book.station_points = edition.station_points
    book.station_wilds = int(edition.cards.locomotive_use is LocomotiveUse.ANY)
    book.attraction_points = edition.attraction_points
    book.attraction_places = _mask(
        tuple(number for number, city in enumerate(edition.cities) if city.attraction)
    )
    stacks = {stack.name: stack.tokens for stack in edition.merchandise}
    for number, city in enumerate(edition.cities):
        if city.merchandise is not None:
            tokens = stacks[city.merchandise]
            book.token_count[number] = len(tokens)
            for i, points in enumerate(tokens):
                book.tokens[number, i] = points
    book.district_count = len(edition.districts)
    for number, district in enumerate(edition.districts):
        places = tuple(index.place_of[code] for code in district.cities)
        book.district_places[number] = _mask(places)
        book.district_points[number] = district.points
