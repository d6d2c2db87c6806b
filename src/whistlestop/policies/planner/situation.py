"""Facts and estimates that the planner takes from a position: turns, cards, routes and places."""

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
"""The maximum number of cards that a seat draws in a turn."""

MANY_TURNS = 1e9
"""More turns than any game has."""


@compiled
def turns_to_end(book: Book, state: State, w: Weights, seat: Number):
    """Return an estimate of how many turns a seat needs until it starts the final round (C-40).

    Only turns of this seat count. The estimate is the number of turns in which the seat draws the
    cards that it lacks, plus the number of turns in which it claims routes.
    """
    pieces = max(np.int64(state.pieces[seat]) - np.int64(book.final_round_at), 0)
    draws = max(pieces - w.clock_hand * hand_size(state, seat), 0.0) / CARDS_OF_A_DRAW
    return draws + pieces / w.clock_spaces


@compiled
def turns_left(book: Book, state: State, w: Weights):
    """Return an estimate of the number of turns that the deciding seat still has.

    In the final round, the result is 1.
    """
    if state.last_turns > 0:
        return 1.0
    least = MANY_TURNS
    for seat in range(state.seats):
        least = min(least, turns_to_end(book, state, w, seat))
    return least + 1.0


@compiled
def count_unseen(state: State, unseen: Numbers):
    """Write to `unseen` how many cards of each kind the deciding seat has not seen.

    Return the sum of these numbers.

    Unseen cards are in the deck or in other hands. Cards that others were seen taking do not count.
    """
    total = np.int64(0)
    for kind in range(KINDS):
        unseen[kind] = unseen_cards(state, np.int64(state.seat), kind)
        total += unseen[kind]
    return total


@compiled
def asking(book: Book, unseen: Numbers, total: Number, colour: Number):
    """Return the chance that a card turned up for a tunnel asks for one more card.

    For a payment with wild cards alone, the result is too high, because only locomotives ask then
    (`tunnels.asking_kinds`). The planner's weights were tuned with this estimate.

    Args:
        book: the edition.
        unseen: [kind] the number of cards that the seat has not seen.
        total: the sum of `unseen`. If it is 0, the result is 0.
        colour: the colour of the tunnel or of its payment. If it is `GREY`, whose number is also
            that of `ANY_COLOUR`, the chance is the average over all colours.
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
    """Return the number of unseen cards whose kind is in a set.

    Args:
        unseen: [kind] the number of unseen cards.
        kinds: the set of kinds.
    """
    number = np.int64(0)
    while kinds != NONE:
        number += unseen[lowest(kinds)]
        kinds = without_lowest(kinds)
    return number


@compiled
def largest_set(state: State):
    """Return the size of the largest set of cards of one colour that the deciding seat holds."""
    most = np.int64(0)
    for colour in range(COLOURS):
        most = max(most, np.int64(state.hand[state.seat, colour]))
    return most


@compiled
def missing_cards(book: Book, state: State, route: Number, largest: Number):
    """Return an estimate of how many coloured cards for a route the deciding seat lacks.

    `largest` is the result of `largest_set`: the number of cards that the seat can use for a grey
    route. The locomotives that a ferry requires do not count. The number is an estimate, because
    wild cards can also pay. `claims.covered` decides what the seat can pay for (C-21, C-22, E-10).
    """
    colour = np.int64(book.route_colour[route])
    held = largest if colour == GREY else np.int64(state.hand[state.seat, colour])
    needed = np.int64(book.route_length[route]) - np.int64(book.route_ferry[route])
    return max(needed - held, 0)


@compiled
def own_places(book: Book, state: State, seat: Number):
    """Return the set of the places that a seat's routes touch."""
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
    """Return the points for attractions that a route adds to a network.

    `places` is the set of the places that the network touches.

    The result is the increase of `attractions.attraction_points` (N-10), but it is faster to
    compute, because the whole network need not be found.
    """
    if book.attraction_points == 0:
        return np.int64(0)
    ends = (bit(book.route_a[route]) | bit(book.route_b[route])) & book.attraction_places & ~places
    return size(ends) * np.int64(book.attraction_points)


@compiled
def rivals_at(state: State, book: Book, place: Number):
    """Return the number of seats, not counting the deciding one, that own a route to a place."""
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
    """Return the routes that seats other than the deciding seat own, as one word of a set.

    Args:
        state: the position.
        word: 0 for routes 0 to 63, 1 for routes from 64 on.
    """
    routes = NONE
    for seat in range(state.seats):
        if seat != state.seat:
            routes |= state.owned[seat, word]
    return routes


@compiled
def affordable_routes(book: Book, state: State, word: Number):
    """Return the open routes for which the deciding seat has the pieces, as one word of a set.

    Args:
        book: the edition.
        state: the position.
        word: 0 for routes 0 to 63, 1 for routes from 64 on.
    """
    return within_pieces(book, state, np.int64(state.seat), word)


@compiled
def is_in(routes: Numbers, route: Number):
    """Return whether a set of routes, which consists of two words, contains a route."""
    return has(routes[route >> 6], route & 63)
