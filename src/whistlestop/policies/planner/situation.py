"""A position as the deciding seat reads it: what it can still get, and the turns that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import COLOURS, KINDS
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.observations import hand_size, unseen_cards
from whistlestop.rules.actions import ANY_COLOUR
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.claims import within_pieces
from whistlestop.rules.state import Phase
from whistlestop.rules.tunnels import asking_kinds

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Weights
    from whistlestop.rules.annotations import Number, Numbers, Set
    from whistlestop.rules.record_types import Book, State

SURCHARGE = Phase.SURCHARGE

CARDS_OF_A_DRAW = 2.0
"""The most cards that a seat draws in a turn."""

MANY_TURNS = 1e9
"""More turns than any game has."""


@compiled
def turns_to_end(book: Book, state: State, w: Weights, seat: Number):
    """Return an estimate of the fewest turns in which a seat can end the game.

    It estimates when `turns.end_turn` begins the final round (C-40), from the pieces and the cards
    that a seat uses in a turn on average.
    """
    pieces = max(np.int64(state.pieces[seat]) - np.int64(book.final_round_at), 0)
    draws = max(pieces - w.clock_hand * hand_size(state, seat), 0.0) / CARDS_OF_A_DRAW
    return draws + pieces / w.clock_spaces


@compiled
def turns_left(book: Book, state: State, w: Weights):
    """Return an estimate of the turns that the deciding seat still has."""
    if state.last_turns > 0:
        return 1.0
    least = MANY_TURNS
    for seat in range(state.seats):
        least = min(least, turns_to_end(book, state, w, seat))
    return least + 1.0


@compiled
def count_unseen(state: State, unseen: Numbers):
    """Write how many cards of each kind the deciding seat has not seen, and return their sum.

    They are in the deck or in other hands; cards that others were seen taking do not count.
    """
    total = np.int64(0)
    for kind in range(KINDS):
        unseen[kind] = unseen_cards(state, np.int64(state.seat), kind)
        total += unseen[kind]
    return total


@compiled
def asking(book: Book, unseen: Numbers, total: Number, colour: Number):
    """Return the chance that a card turned up for a tunnel asks for one more card.

    If the colour is `GREY`, the chance is the average over all colours. A set of wild cards alone
    is treated alike, although only locomotives ask then (`tunnels.asking_kinds`): the planner's
    weights were tuned with this estimate, which is too high.
    """
    if total == 0:
        return 0.0
    if colour != GREY:
        return 1.0 * count_of(unseen, asking_kinds(colour)) / total
    wild = count_of(unseen, asking_kinds(ANY_COLOUR))
    coloured = 0.0
    for kind in range(COLOURS):
        coloured += count_of(unseen, asking_kinds(kind)) - wild
    return (1.0 * wild + coloured / book.colours) / total


@compiled
def count_of(unseen: Numbers, kinds: Set):
    """Return how many unseen cards are of one of these kinds."""
    number = np.int64(0)
    while kinds != NONE:
        number += unseen[lowest(kinds)]
        kinds = without_lowest(kinds)
    return number


@compiled
def largest_set(state: State):
    """Return the most cards of one colour that the deciding seat holds."""
    most = np.int64(0)
    for colour in range(COLOURS):
        most = max(most, np.int64(state.hand[state.seat, colour]))
    return most


@compiled
def missing_cards(book: Book, state: State, route: Number, largest: Number):
    """Return how many more coloured cards the deciding seat needs for a route.

    For a grey route, the seat holds `largest` cards of one colour. The locomotives of a ferry do
    not count. The number is an estimate: `claims.covered`, which decides, also counts wild cards
    (C-21, C-22, E-10).
    """
    colour = np.int64(book.route_colour[route])
    held = largest if colour == GREY else np.int64(state.hand[state.seat, colour])
    needed = np.int64(book.route_length[route]) - np.int64(book.route_ferry[route])
    return max(needed - held, 0)


@compiled
def own_places(book: Book, state: State, seat: Number):
    """Return the places that a seat's routes lead to."""
    places = NONE
    for word in range(2):
        routes = state.owned[seat, word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            places |= bit(book.route_a[route]) | bit(book.route_b[route])
    return places


@compiled
def attraction_gain(book: Book, route: Number, places: Set):
    """Return the points of the attractions that a route adds to a network touching these places.

    This is what the route adds to `attractions.attraction_points` (N-10), which would have to find
    the whole network first.
    """
    if book.attraction_points == 0:
        return np.int64(0)
    ends = (bit(book.route_a[route]) | bit(book.route_b[route])) & book.attraction_places & ~places
    return size(ends) * np.int64(book.attraction_points)


@compiled
def rivals_at(state: State, book: Book, place: Number):
    """Return the number of other seats with a route to a place."""
    number = 0
    for seat in range(state.seats):
        if seat != state.seat:
            here = (state.owned[seat, 0] & book.at[place, 0]) | (
                state.owned[seat, 1] & book.at[place, 1]
            )
            number += np.int64(here != NONE)
    return number


@compiled
def rival_routes(state: State, word: Number):
    """Return the routes of all other seats, in one word of a set."""
    routes = NONE
    for seat in range(state.seats):
        if seat != state.seat:
            routes |= state.owned[seat, word]
    return routes


@compiled
def affordable_routes(book: Book, state: State, word: Number):
    """Return the routes that the deciding seat may still claim and has the pieces for.

    The result is one word of a set.
    """
    return within_pieces(book, state, np.int64(state.seat), word)


@compiled
def is_in(routes: Numbers, route: Number):
    """Return whether a route is in a set of two words."""
    return has(routes[route >> 6], route & 63)
