"""Why the deciding seat may not take a whole action: one code for each reason.

The module `turns` decides whether an action is legal. The functions in this module find the first
rule that forbids an illegal action, and use the functions that decide. They read only what the
deciding seat may see, so a code reveals no secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import COLOURS, LOCOMOTIVE, LOCOMOTIVE4, STACKS
from whistlestop.rules.actions import (
    ANY_COLOUR,
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    KEEP,
    MOVE,
    PASS,
    PAY,
    PLACE,
    STATION,
    STEP,
    STOP,
    WITHDRAW,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
    payment_substituted,
)
from whistlestop.rules.bits import NONE, bit, has, size
from whistlestop.rules.cards import displayed
from whistlestop.rules.claims import route_price, wilds, within_pieces
from whistlestop.rules.compiling import rule
from whistlestop.rules.ownership import closed_by_own
from whistlestop.rules.passengers import occupied
from whistlestop.rules.payments import LOCOMOTIVES4_PLAY, LOCOMOTIVES_PLAY, cards_to_give
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import free_cities, station_cards, stations_left
from whistlestop.rules.substitutes import cards_due, fewest_substituted
from whistlestop.rules.tickets import fewest_kept, mixes, offered_of
from whistlestop.rules.tunnels import surcharge_price
from whistlestop.rules.turns import moment_of

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Records
    from whistlestop.rules.record_types import Book, State

OPENING_MIX = Phase.OPENING_MIX
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP_TICKETS = Phase.KEEP
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
SURCHARGE = Phase.SURCHARGE
SUBSTITUTION = Phase.SUBSTITUTION
OVER = Phase.OVER

CODES: Final = (
    "must_announce",
    "must_keep_opening",
    "must_draw_second",
    "must_keep",
    "must_place",
    "must_travel",
    "must_pay",
    "must_give",
    "game_over",
    "no_offer",
    "nothing_to_place",
    "no_tunnel",
    "no_journey",
    "cannot_pass",
    "deck_empty",
    "whole_draw",
    "display_empty",
    "not_shown",
    "no_tickets_left",
    "stacks_short",
    "keep_more",
    "keep_fewer",
    "yours",
    "taken",
    "own_parallel",
    "parallel_closed",
    "pieces",
    "ferry",
    "cards",
    "not_held",
    "wild_too_short",
    "wild_for_tunnels",
    "ferry_wilds",
    "substitutes",
    "route_colour",
    "surcharge",
    "surcharge_wild",
    "no_stations",
    "all_stations_built",
    "station_there",
    "country",
    "station_cards",
    "all_placed",
    "passenger_there",
    "no_passengers",
    "none_on_board",
    "no_way_anywhere",
    "not_standing",
    "no_way",
    "elsewhere",
    "never_into_country",
    "travelled",
    "unclaimed",
    "no_toll",
    "too_early_to_stop",
)
"""The codes of the reasons that the rules give, as in `whistlestop.reasons`.

The functions of this module return the index of a code in this tuple.
"""

MUST_ANNOUNCE: Final = CODES.index("must_announce")
MUST_KEEP_OPENING: Final = CODES.index("must_keep_opening")
MUST_DRAW_SECOND: Final = CODES.index("must_draw_second")
MUST_KEEP: Final = CODES.index("must_keep")
MUST_PLACE: Final = CODES.index("must_place")
MUST_TRAVEL: Final = CODES.index("must_travel")
MUST_PAY: Final = CODES.index("must_pay")
GAME_OVER: Final = CODES.index("game_over")
NO_OFFER: Final = CODES.index("no_offer")
NOTHING_TO_PLACE: Final = CODES.index("nothing_to_place")
NO_TUNNEL: Final = CODES.index("no_tunnel")
NO_JOURNEY: Final = CODES.index("no_journey")
CANNOT_PASS: Final = CODES.index("cannot_pass")
DECK_EMPTY: Final = CODES.index("deck_empty")
WHOLE_DRAW: Final = CODES.index("whole_draw")
DISPLAY_EMPTY: Final = CODES.index("display_empty")
NOT_SHOWN: Final = CODES.index("not_shown")
NO_TICKETS_LEFT: Final = CODES.index("no_tickets_left")
STACKS_SHORT: Final = CODES.index("stacks_short")
KEEP_MORE: Final = CODES.index("keep_more")
KEEP_FEWER: Final = CODES.index("keep_fewer")
YOURS: Final = CODES.index("yours")
TAKEN: Final = CODES.index("taken")
OWN_PARALLEL: Final = CODES.index("own_parallel")
PARALLEL_CLOSED: Final = CODES.index("parallel_closed")
PIECES: Final = CODES.index("pieces")
FERRY: Final = CODES.index("ferry")
CARDS: Final = CODES.index("cards")
NOT_HELD: Final = CODES.index("not_held")
WILD_TOO_SHORT: Final = CODES.index("wild_too_short")
WILD_FOR_TUNNELS: Final = CODES.index("wild_for_tunnels")
SUBSTITUTES: Final = CODES.index("substitutes")
MUST_GIVE: Final = CODES.index("must_give")
FERRY_WILDS: Final = CODES.index("ferry_wilds")
ROUTE_COLOUR: Final = CODES.index("route_colour")
SURCHARGE_DUE: Final = CODES.index("surcharge")
SURCHARGE_WILD: Final = CODES.index("surcharge_wild")
NO_STATIONS: Final = CODES.index("no_stations")
ALL_STATIONS_BUILT: Final = CODES.index("all_stations_built")
STATION_THERE: Final = CODES.index("station_there")
COUNTRY: Final = CODES.index("country")
STATION_CARDS: Final = CODES.index("station_cards")
ALL_PLACED: Final = CODES.index("all_placed")
PASSENGER_THERE: Final = CODES.index("passenger_there")
NO_PASSENGERS: Final = CODES.index("no_passengers")
NONE_ON_BOARD: Final = CODES.index("none_on_board")
NO_WAY_ANYWHERE: Final = CODES.index("no_way_anywhere")
NOT_STANDING: Final = CODES.index("not_standing")
NO_WAY: Final = CODES.index("no_way")
ELSEWHERE: Final = CODES.index("elsewhere")
NEVER_INTO_COUNTRY: Final = CODES.index("never_into_country")
TRAVELLED: Final = CODES.index("travelled")
UNCLAIMED: Final = CODES.index("unclaimed")
NO_TOLL: Final = CODES.index("no_toll")
TOO_EARLY_TO_STOP: Final = CODES.index("too_early_to_stop")

NOTHING: Final = -1
"""The value of an argument if the action names no kind of card, route, place or payment."""


@rule
def is_due(phase: Number, base: Number):
    """Return whether whole actions of a kind, such as claims, can be legal in a phase.

    True does not mean that a position in this phase has a legal action of the kind. False means
    that no position in this phase has one. A whole action is an action together with its payment,
    if the action needs one.

    Args:
        phase: the phase.
        base: the kind of action, as the constant in `actions` with which its numbers begin, such as
            `CLAIM`.
    """
    if phase == TURN:
        return not (
            base == KEEP
            or base == PLACE
            or base == STEP
            or base == STOP
            or base == PAY
            or base == WITHDRAW
        )
    if base == DRAW_BLIND or base == DRAW_DISPLAY:
        return phase == SECOND_CARD
    if base == DRAW_TICKETS:
        return phase == OPENING_MIX
    if base == KEEP:
        return phase == KEEP_TICKETS or phase == OPENING_KEEP
    if base == PLACE:
        return phase == PLACEMENT
    if base == STEP or base == STOP:
        return phase == JOURNEY
    if base == PAY:
        return phase == SURCHARGE or phase == SUBSTITUTION
    return phase == SURCHARGE and base == WITHDRAW


@rule
def refusal(
    books: Records[Book], states: Records[State], base: Number, what: Number, payment: Number
):
    """Return the reason why the deciding seat may not take a whole action.

    A whole action is an action together with its payment, if it needs one. It must be illegal.
    For a legal action, the result has no meaning.

    Args:
        books: the edition, as an array of one record.
        states: the position, as an array of one record.
        base: the kind of action, as the constant in `actions` with which its numbers begin, such as
            `CLAIM`.
        what: the number of the kind of card, route or city that the action names, or `NOTHING`. Of
            an action that keeps tickets, the set of them: bit i stands for the i-th of the offer.
        payment: the number of the payment for a claim, a surcharge or a station. `NOTHING` stands
            for any payment: the action must be illegal with every payment.

    Returns:
        Three values: the index of the reason in `CODES`; a number for the reason's sentence, such
        as the number of missing cards, or 0; and a set. The set is empty unless the reason is
        `CARDS` or `KEEP_FEWER`. Of `CARDS`, it holds the colours of which the fewest cards are
        missing, and locomotives if they may pay. Of `KEEP_FEWER`, it holds the stack of which too
        many tickets are kept.
    """
    book, state = books[0], states[0]
    number, kinds = np.int64(0), NONE
    if not is_due(state.phase, base):
        return due_instead(state.phase, base), number, kinds
    if base == DRAW_BLIND:
        return DECK_EMPTY, number, kinds
    if base == DRAW_DISPLAY:
        return display_refusal(state, what), number, kinds
    if base == DRAW_TICKETS:
        none_left = mixes(book, state, moment_of(state)) == NONE
        return NO_TICKETS_LEFT if none_left else STACKS_SHORT, number, kinds
    if base == KEEP:
        return keep_refusal(book, state, what)
    if base == CLAIM:
        return claim_refusal(book, state, what, payment)
    if base == PAY:
        if state.phase == SUBSTITUTION:
            return NOT_HELD if payment != NOTHING else MUST_GIVE, number, kinds
        code, number = surcharge_refusal(book, state, payment)
        return code, number, kinds
    if base == STATION:
        code, number = station_refusal(book, state, what, payment)
        return code, number, kinds
    if base == PLACE:
        return placement_refusal(book, state, what), number, kinds
    if base == MOVE:
        return start_refusal(book, state, what), number, kinds
    if base == STEP:
        return step_refusal(book, state, what), number, kinds
    if base == STOP:
        return TOO_EARLY_TO_STOP, number, kinds
    return CANNOT_PASS if base == PASS else NO_TUNNEL, number, kinds


@rule
def due_instead(phase: Number, base: Number):
    """Return the reason why no action of one kind is possible in a phase, as an index in `CODES`.

    Call this function only if `is_due` returns False for the same arguments.

    Args:
        phase: the phase.
        base: the kind of action, as the constant in `actions` with which its numbers begin, such as
            `CLAIM`.
    """
    if phase == OPENING_MIX:
        return MUST_ANNOUNCE
    if phase == OPENING_KEEP:
        return MUST_KEEP_OPENING
    if phase == SECOND_CARD:
        return MUST_DRAW_SECOND
    if phase == KEEP_TICKETS:
        return MUST_KEEP
    if phase == PLACEMENT:
        return MUST_PLACE
    if phase == JOURNEY:
        return MUST_TRAVEL
    if phase == SURCHARGE:
        return MUST_PAY
    if phase == SUBSTITUTION:
        return MUST_GIVE
    if phase == OVER:
        return GAME_OVER
    if base == KEEP:
        return NO_OFFER
    if base == PLACE:
        return NOTHING_TO_PLACE
    return NO_TUNNEL if base == PAY or base == WITHDRAW else NO_JOURNEY


@rule
def keep_refusal(book: Book, state: State, kept: Number):
    """Return the reason why exactly these of the offered tickets cannot be kept (C-02, C-30, V-22).

    Bit i of `kept` is 1 if the i-th ticket of the offer is kept, counted from 0. `NOTHING` stands
    for any set with too few tickets. Call this function only if keeping the set is illegal.

    Returns:
        Three values: the index of the reason in `CODES`; the number of tickets that must or may be
        kept; and the stack of which too many are kept, as a set with one member, or the empty set.
    """
    seat, moment = np.int64(state.seat), moment_of(state)
    for stack in range(STACKS):
        there = np.int64(offered_of(book, state, seat, stack))
        most = np.int64(book.offer_most[moment, stack])
        if kept != NOTHING and size(np.uint64(kept & there)) > most:
            return KEEP_FEWER, most, bit(stack)
    first, second = offered_of(book, state, seat, 0), offered_of(book, state, seat, 1)
    return KEEP_MORE, fewest_kept(book, moment, size(first), size(second)), NONE


@rule
def display_refusal(state: State, kind: Number):
    """Return the reason why a kind cannot be taken from the display (C-10 to C-12).

    The reason is an index in `CODES`. Call this function only if taking the kind is illegal. `kind`
    is `NOTHING` if the action names no kind.
    """
    kinds = displayed(state)
    if kind != NOTHING and has(kinds, kind):
        return WHOLE_DRAW
    return DISPLAY_EMPTY if kinds == NONE else NOT_SHOWN


@rule
def claim_refusal(book: Book, state: State, route: Number, payment: Number):
    """Return the reason why a route cannot be claimed (C-20 to C-27, E-10, M-10, S-02).

    The claim must be illegal. `payment` is the number of the payment. `NOTHING` stands for any
    payment: the claim must be illegal with every payment.

    Returns:
        Three values: the index of the reason in `CODES`; a number for the reason's sentence, such
        as the number of missing cards, or 0; and a set of kinds of cards. The set is empty unless
        the reason is `CARDS`. Then it holds the colours of which the fewest cards are missing, and
        locomotives if they may pay.
    """
    seat, word, member = np.int64(state.seat), route >> 6, route & 63
    number, kinds = np.int64(0), NONE
    for owner in range(state.seats):
        if has(state.owned[owner, word], member):
            return YOURS if owner == seat else TAKEN, number, kinds
    if not has(state.open[seat, word], member):
        own = closed_by_own(book, state, seat, route)
        return OWN_PARALLEL if own else PARALLEL_CLOSED, number, kinds
    _, length, wild, ferry = route_price(book, route)
    if not has(within_pieces(book, state, seat, word), member):
        return PIECES, length, kinds
    if payment == NOTHING:
        return missing_cards(book, state, route)
    if book.route_substitute[route] > 0:
        code, number = substitutes_refusal(book, state, route, payment)
        return code, number, kinds
    if not holds(state, payment, length):
        return NOT_HELD, number, kinds
    if payment_locomotives4(payment) > 0 and not wild & LOCOMOTIVES4_PLAY:
        return WILD_TOO_SHORT, number, kinds
    if payment_locomotives(payment) > 0 and not wild & LOCOMOTIVES_PLAY:
        return WILD_FOR_TUNNELS, number, kinds
    if payment_locomotives(payment) < ferry:
        return FERRY_WILDS, ferry, kinds
    return ROUTE_COLOUR, number, kinds


@rule
def substitutes_refusal(book: Book, state: State, route: Number, payment: Number):
    """Return the reason why a payment cannot pay for a route with substitutes (F-12, F-14).

    The payment must be illegal. `NOTHING` is not allowed.

    Returns:
        The index of the reason in `CODES`, and a number for the reason's sentence: for
        `FERRY_WILDS`, the number of locomotives that the ferry demands; for `SUBSTITUTES`, the
        number of cards that are missing; for any other reason, 0.
    """
    seat = np.int64(state.seat)
    colour, locomotives = payment_colour(payment), payment_locomotives(payment)
    substituted = payment_substituted(payment)
    length, ferry = np.int64(book.route_length[route]), np.int64(book.route_ferry[route])
    if locomotives > state.hand[seat, LOCOMOTIVE]:
        return NOT_HELD, np.int64(0)
    if colour != ANY_COLOUR and length - locomotives - substituted > state.hand[seat, colour]:
        return NOT_HELD, np.int64(0)
    if locomotives + substituted < ferry:
        return FERRY_WILDS, ferry
    more = cards_due(book, route, payment) + length - substituted - cards_to_give(state, seat)
    if more > 0:
        return SUBSTITUTES, more
    return ROUTE_COLOUR, np.int64(0)


@rule
def missing_cards(book: Book, state: State, route: Number):
    """Return which cards the deciding seat lacks for an open route.

    The function returns three values. If the seat has too few locomotives for a ferry, the values
    are `FERRY`, the number of missing locomotives, and an empty set (E-10). If the seat has too few
    cards to give as substitutes, they are `SUBSTITUTES`, the number of missing cards of any kinds,
    and an empty set (F-12, F-14). Otherwise the values
    are `CARDS`, the number of missing cards, and a set of kinds. The set holds the colours
    of which the fewest cards are missing (C-21, C-22), and locomotives if they may pay (M-10,
    S-02).
    """
    seat = np.int64(state.seat)
    colours, length, wild, ferry = route_price(book, route)
    if book.route_substitute[route] > 0:
        most = np.int64(0)
        for colour in range(COLOURS):
            if has(colours, colour):
                most = max(most, np.int64(state.hand[seat, colour]))
        needed = fewest_substituted(book, state, seat, route, most)
        if needed <= book.route_substituted[route]:
            each = np.int64(book.route_substitute[route])
            more = length + (each - 1) * needed - cards_to_give(state, seat)
            if more <= 0:  # other payments are possible, but not substitutes alone
                more = each * length - cards_to_give(state, seat)
            return SUBSTITUTES, more, NONE
        ferry = np.int64(0)
        length -= np.int64(book.route_substituted[route])
    held = np.int64(state.hand[seat, LOCOMOTIVE]) if wild & LOCOMOTIVES_PLAY else np.int64(0)
    if held < ferry:
        return FERRY, ferry - held, NONE
    length -= wilds(book, state, seat, np.int64(book.route_group[route]))
    most = np.int64(0)
    for colour in range(COLOURS):
        if has(colours, colour):
            most = max(most, np.int64(state.hand[seat, colour]))
    kinds = bit(LOCOMOTIVE) if wild & LOCOMOTIVES_PLAY else NONE
    for colour in range(COLOURS):
        if has(colours, colour) and np.int64(state.hand[seat, colour]) == most:
            kinds |= bit(colour)
    return CARDS, length - most, kinds


@rule
def holds(state: State, payment: Number, cards: Number):
    """Return whether the deciding seat holds the cards of a payment (C-21).

    Args:
        state: the position.
        payment: the number of the payment (see `actions`). `NOTHING` is not allowed.
        cards: the number of cards in the payment.
    """
    seat = np.int64(state.seat)
    colour = payment_colour(payment)
    locomotives, locomotives4 = payment_locomotives(payment), payment_locomotives4(payment)
    if locomotives > state.hand[seat, LOCOMOTIVE] or locomotives4 > state.hand[seat, LOCOMOTIVE4]:
        return False
    return colour == ANY_COLOUR or cards - locomotives - locomotives4 <= state.hand[seat, colour]


@rule
def surcharge_refusal(book: Book, state: State, payment: Number):
    """Return the reason why a payment cannot pay the surcharge of the tunnel (E-11, E-45).

    The payment must be illegal. `NOTHING` stands for any payment.

    Returns:
        The index of the reason in `CODES`, and the number of cards due. The number is 0 if the seat
        does not hold the cards of the payment.
    """
    _, due, _, _ = surcharge_price(book, state)
    if payment != NOTHING and not holds(state, payment, due):
        return NOT_HELD, np.int64(0)
    laid_out = payment_colour(np.int64(state.payment))
    return SURCHARGE_WILD if laid_out == ANY_COLOUR else SURCHARGE_DUE, due


@rule
def station_refusal(book: Book, state: State, city: Number, payment: Number):
    """Return the reason why a station cannot be built in a city with a payment (E-20).

    The action must be illegal. A payment of `NOTHING` stands for any payment.

    Returns:
        The index of the reason in `CODES`, and a number for the reason's sentence: for
        `STATION_CARDS`, the number of cards that the station costs; for `ALL_STATIONS_BUILT`, the
        number of stations that the seat has built; for any other reason, 0.
    """
    seat = np.int64(state.seat)
    built = size(state.stations[seat])
    if book.stations == 0:
        return NO_STATIONS, np.int64(0)
    if stations_left(book, state, seat) == 0:
        return ALL_STATIONS_BUILT, built
    if not has(book.cities, city):
        return COUNTRY, np.int64(0)
    if not has(free_cities(book, state), city):
        return STATION_THERE, np.int64(0)
    cards = station_cards(built)
    if payment != NOTHING and not holds(state, payment, cards):
        return NOT_HELD, np.int64(0)
    return STATION_CARDS, cards


@rule
def placement_refusal(book: Book, state: State, city: Number):
    """Return the reason why a passenger cannot be placed at a place (M-20, M-24).

    The reason is an index in `CODES`. Call this function only if the placement is illegal. `city`
    is `NOTHING` if the action names no place.
    """
    if city == NOTHING or state.passengers_left[state.seat] == 0:
        return ALL_PLACED
    return PASSENGER_THERE if has(occupied(state), city) else COUNTRY


@rule
def start_refusal(book: Book, state: State, city: Number):
    """Return the reason why no passenger of the deciding seat can set out from a city (M-21).

    The reason is an index in `CODES`. Call this function only if setting out is illegal. `city` is
    `NOTHING` if the action names no city.
    """
    if book.passengers == 0:
        return NO_PASSENGERS
    if state.passengers[state.seat] == NONE:
        return NONE_ON_BOARD
    if city == NOTHING:
        return NO_WAY_ANYWHERE
    return NO_WAY if has(state.passengers[state.seat], city) else NOT_STANDING


@rule
def step_refusal(book: Book, state: State, route: Number):
    """Return the reason why the travelling passenger cannot go along a route (M-21, M-24).

    The reason is an index in `CODES`. Call this function only if the step is illegal.
    """
    word, member = route >> 6, route & 63
    if not has(book.at[state.journey_at, word], member):
        return ELSEWHERE
    if not has(book.inland[word], member):
        return NEVER_INTO_COUNTRY
    if has(state.journey_used[word], member):
        return TRAVELLED
    for owner in range(state.seats):
        if has(state.owned[owner, word], member):
            return NO_TOLL
    return UNCLAIMED
