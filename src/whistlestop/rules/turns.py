"""The game from the deal to the end: who decides, what is legal, and what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import KINDS, STACKS
from whistlestop.rules import journal
from whistlestop.rules.actions import (
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    KEEP,
    KEEP_LARGE,
    MOVE,
    PASS,
    PAY,
    PAY_WILD,
    PLACE,
    PLACE_NOWHERE,
    SMALL_SETS,
    STATION,
    STEP,
    STOP,
    WITHDRAW,
    is_payment,
    kept_by,
    paid_by,
    write_set,
)
from whistlestop.rules.bits import NONE, bit, has, nth, size
from whistlestop.rules.book import ON_TURN, OPENING
from whistlestop.rules.cards import (
    can_draw,
    draw_blind,
    draw_display,
    drawable,
    fill_display,
    take_from_deck,
)
from whistlestop.rules.claims import can_claim, claim, claimable
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import SEAT, below, member_of, note
from whistlestop.rules.ownership import every_route
from whistlestop.rules.passengers import arrive, depart, place, placements, startable, steps, travel
from whistlestop.rules.prices import can_pay, count_payments, nth_payment, payments
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import build, buildable
from whistlestop.rules.substitutes import give
from whistlestop.rules.tickets import keep, keepable, mixes, offer
from whistlestop.rules.tunnels import claim_tunnel, is_tunnel, lay_out, pay_surcharge, withdraw
from whistlestop.rules.wide_sets import read_words, write_words

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book, Luck, State

OPENING_MIX = Phase.OPENING_MIX
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP_TICKETS = Phase.KEEP
PAYMENT = Phase.PAYMENT
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT
SUBSTITUTION = Phase.SUBSTITUTION
OVER = Phase.OVER

FEW_SETS = np.uint64((1 << SMALL_SETS) - 1)
"""The sets below `SMALL_SETS`. A set of offered tickets is a number, and a bit of this word."""

BY_LOT = -1
"""The value of `starter` with which the first seat is drawn by lot (C-03)."""


@rule
def deal(book: Book, state: State, seats: Number, starter: Number, luck: Luck):
    """Deal the hands, the display and the opening offers (C-01).

    If the players choose the stacks of their opening tickets, no tickets are offered yet.

    Args:
        book: the edition.
        state: a record of zeros; it becomes the position before the first decision.
        seats: the number of players, within the edition's limits.
        starter: the seat that begins, or `BY_LOT`.
        luck: the luck that draws the cards.
    """
    state.seats = seats
    if starter == BY_LOT:
        starter = member_of(luck, bit(seats) - np.uint64(1), SEAT)
    state.starter = starter
    note(luck, journal.STARTER, starter, 0, 0, 0)
    for kind in range(KINDS):
        state.deck[kind] = book.cards[kind]
    state.deck_size = book.cards_total
    for seat in range(seats):
        state.pieces[seat] = book.pieces
        state.passengers_left[seat] = book.passengers
        for word in range(2):
            state.open[seat, word] = every_route(book, word)
        for _ in range(book.starting_hand):
            kind = take_from_deck(state, luck)
            state.hand[seat, kind] += 1
            note(luck, journal.DEALT, seat, kind, 0, 0)
    fill_display(book, state, luck)
    for stack in range(STACKS):
        write_words(state.stack[stack], read_words(book.stack_tickets[stack]))
    if book.offer_choose[OPENING] > 0:
        state.phase = OPENING_MIX
        return
    for seat in range(seats):
        offer(book, state, seat, OPENING, np.int64(book.offer_draw[OPENING, 1]), luck)
    state.phase = OPENING_KEEP


@rule
def legal(book: Book, state: State, out: Numbers):
    """Write the legal actions of the deciding seat in ascending order, and return their number.

    Args:
        book: the edition.
        state: any position; if the game is over, there is no legal action.
        out: a buffer for `actions.MOST_LEGAL` numbers (`np.int16` or wider).
    """
    if is_paying(state):
        number = payments(book, state, out)
        if state.phase == SURCHARGE:
            out[number] = WITHDRAW
            number += 1
        return number
    first, routes0, routes1, others, stations = options(book, state)
    routes_base, others_base = bases(state)
    number = write_set(first, 0, out, 0)
    number = write_set(routes0, routes_base, out, number)
    number = write_set(routes1, routes_base + 64, out, number)
    number = write_set(others, others_base, out, number)
    return write_set(stations, STATION, out, number)


@rule
def is_paying(state: State):
    """Return whether the deciding seat is choosing the cards to pay with."""
    phase = state.phase
    return (
        phase == PAYMENT or phase == SURCHARGE or phase == STATION_PAYMENT or phase == SUBSTITUTION
    )


@rule
def any_legal(book: Book, state: State, luck: Luck):
    """Return a random legal action, each equally likely, without listing all of them.

    The result is the action at a random index of the list that `legal` would write. The game must
    not be over.
    """
    if is_paying(state):
        number = count_payments(book, state)
        index = below(luck, number + np.int64(state.phase == SURCHARGE))
        return WITHDRAW if index == number else nth_payment(book, state, index)
    members, routes0, routes1, others, stations = options(book, state)
    routes_base, others_base = bases(state)
    base = 0
    number = size(members) + size(routes0) + size(routes1) + size(others) + size(stations)
    index = below(luck, number)
    if index >= size(members):
        index -= size(members)
        members, base = routes0, routes_base
        if index >= size(members):
            index -= size(members)
            members, base = routes1, routes_base + 64
            if index >= size(members):
                index -= size(members)
                members, base = others, others_base
                if index >= size(members):
                    index -= size(members)
                    members, base = stations, STATION
    return base + nth(members, index)


@rule
def options(book: Book, state: State):
    """Return the options of the deciding seat as five sets. While the seat pays, all are empty.

    Returns:
        The first set has the actions below `CLAIM`. The second and the third set are two words of
        one set: the routes to claim, the routes to travel by on a journey, or the sets of offered
        tickets whose actions begin at `KEEP_LARGE`. The fourth set depends on the phase: the cities
        where a passenger can set out; the ends of the route where a passenger can be placed, with 2
        for nowhere; or only 0, to end a journey. The fifth set has the cities where the seat can
        build a station. `bases` returns the actions that stand for member 0 of the second and of
        the fourth set.
    """
    phase = state.phase
    if phase == TURN:
        return turn_options(book, state)
    if phase == SECOND_CARD:
        return drawable(book, state), NONE, NONE, NONE, NONE  # it must be drawn (I-16)
    if phase == KEEP_TICKETS or phase == OPENING_KEEP:
        small, large = keepable(book, state, np.int64(state.seat), moment_of(state))
        few = small & FEW_SETS
        return few << np.uint64(KEEP), small ^ few, large, NONE, NONE
    if phase == OPENING_MIX:
        draws = mixes(book, state, OPENING) << np.uint64(DRAW_TICKETS)
        return draws, NONE, NONE, NONE, NONE
    if phase == PLACEMENT:
        return NONE, NONE, NONE, placements(book, state) | bit(PLACE_NOWHERE), NONE
    if phase == JOURNEY:
        stop = np.uint64(state.journey_steps > 0)  # allowed even if more steps are possible (I-13)
        return NONE, steps(book, state, 0), steps(book, state, 1), stop, NONE
    return NONE, NONE, NONE, NONE, NONE


@rule
def bases(state: State):
    """Return two action numbers: for member 0 of the second and of the fourth set of `options`.

    The action for member i of such a set is the returned action plus i.
    """
    phase = state.phase
    if phase == JOURNEY:
        return STEP, STOP
    if phase == KEEP_TICKETS or phase == OPENING_KEEP:
        return KEEP_LARGE - SMALL_SETS, MOVE
    return CLAIM, PLACE if phase == PLACEMENT else MOVE


@rule
def turn_options(book: Book, state: State):
    """Return the options of a turn as five sets, in the order of `options`.

    The fourth set has the cities where a passenger can set out. Cards, routes and tickets are
    part of every edition (U-01, L-01, S-01, N-01, B-01, F-01). Passengers (M-01) and stations
    (E-01) are part of editions whose book has some.
    """
    draws = drawable(book, state) | mixes(book, state, ON_TURN) << np.uint64(DRAW_TICKETS)
    routes0, routes1 = claimable(book, state)
    cities = startable(book, state)
    stations = buildable(book, state)
    if draws | routes0 | routes1 | cities | stations == NONE:
        draws = bit(PASS)  # nothing is possible, not even a station (I-03, E-57)
    return draws, routes0, routes1, cities, stations


@rule
def moment_of(state: State):
    """Return `OPENING` or `ON_TURN`: which of the edition's rules for drawing tickets hold now."""
    return ON_TURN if state.phase == KEEP_TICKETS or state.phase == TURN else OPENING


@rule
def is_legal(book: Book, state: State, action: Number):
    """Return whether the deciding seat may take this action now."""
    if is_paying(state):
        if action == WITHDRAW:
            return state.phase == SURCHARGE
        return is_payment(action) and can_pay(book, state, paid_by(action))
    if state.phase == TURN and action != PASS:
        return is_turn_option(book, state, action)
    first, routes0, routes1, others, stations = options(book, state)
    routes_base, others_base = bases(state)
    if 0 <= action < CLAIM:
        return has(first, action)
    if routes_base <= action < routes_base + 64:
        return has(routes0, action - routes_base)
    if routes_base + 64 <= action < routes_base + 128:
        return has(routes1, action - routes_base - 64)
    if STATION <= action < WITHDRAW:
        return has(stations, action - STATION)
    return others_base <= action < others_base + 64 and has(others, action - others_base)


@rule
def is_turn_option(book: Book, state: State, action: Number):
    """Return whether an action other than `PASS` is among `turn_options`.

    To save time, the function does not compute options of other kinds.
    """
    if DRAW_BLIND <= action < DRAW_TICKETS:
        return has(drawable(book, state), action)
    if CLAIM <= action < PAY:
        return can_claim(book, state, action - CLAIM)
    if DRAW_TICKETS <= action < KEEP:
        return has(mixes(book, state, ON_TURN), action - DRAW_TICKETS)
    if STATION <= action < WITHDRAW:
        return has(buildable(book, state), action - STATION)
    return MOVE <= action < STEP and has(startable(book, state), action - MOVE)


@rule
def apply(book: Book, state: State, action: Number, luck: Luck):
    """Take an action if it is legal, and return whether it was. An illegal action changes nothing.

    Afterwards, the luck's journal says what happened, and its outcomes say what was drawn. Call
    `luck.begin` or `luck.repeat` before. If you repeat outcomes, work on a copy of the state: if
    `luck.fault` is `IMPOSSIBLE` afterwards, the given outcomes were impossible.
    """
    if not is_legal(book, state, action):
        return False
    perform(book, state, action, luck)
    return True


@rule
def choose(state: State, action: Number):
    """Choose a route to claim or a city for a station, so that the payment is the next decision.

    Returns:
        Whether the action is such a choice. Any other action changes nothing.
    """
    if CLAIM <= action < PAY:
        state.route = action - CLAIM
        state.phase = PAYMENT
        return True
    if STATION <= action < WITHDRAW:
        state.city = action - STATION
        state.phase = STATION_PAYMENT
        return True
    return False


@rule
def perform(book: Book, state: State, action: Number, luck: Luck):
    """Take a legal action. The function does not check whether the action is legal."""
    if action < KEEP:
        perform_draw(book, state, action, luck)
    elif action < CLAIM:
        perform_keep(book, state, kept_by(action), luck)
    elif action < PAY:
        choose(state, action)
    elif action < PLACE:
        perform_payment(book, state, paid_by(action), luck)
    elif action < MOVE:
        place(book, state, action - PLACE, luck)
        state.route = 0
        end_turn(book, state, luck)
    elif action < STEP:
        depart(state, action - MOVE, luck)
        state.phase = JOURNEY
    elif action < STOP:
        travel(book, state, action - STEP, luck)
        fill_display(book, state, luck)
    elif action < STATION:
        arrive(state, luck)
        end_turn(book, state, luck)
    elif action < WITHDRAW:
        choose(state, action)
    elif action >= PAY_WILD:
        perform_payment(book, state, paid_by(action), luck)
    elif action > WITHDRAW:
        perform_keep(book, state, kept_by(action), luck)
    else:
        withdraw(book, state, luck)
        state.route = 0
        fill_display(book, state, luck)  # not before the tunnel is decided (E-49)
        end_turn(book, state, luck)


@rule
def perform_payment(book: Book, state: State, number: Number, luck: Luck):
    """Pay for a route, for the surcharge of a tunnel or for a station, or give a substitute.

    `number` is the number of the payment (see `actions`).
    """
    if state.phase == STATION_PAYMENT:
        build(book, state, number, luck)
        fill_display(book, state, luck)
        end_turn(book, state, luck)
        return
    if state.phase == SUBSTITUTION:
        give(state, number, luck)
        if state.due > 0:
            return
    elif state.phase == SURCHARGE:
        pay_surcharge(book, state, number, luck)
    elif is_tunnel(book, np.int64(state.route)):
        lay_out(book, state, number, luck)
        if state.due > 0:
            state.phase = SURCHARGE
            return
        claim_tunnel(book, state, luck)  # nothing is due (E-47)
    else:
        claim(book, state, number, luck)
        if state.due > 0:
            state.phase = SUBSTITUTION
            return
    fill_display(book, state, luck)
    if placements(book, state) == NONE:
        state.route = 0
        end_turn(book, state, luck)
    else:
        state.phase = PLACEMENT


@rule
def perform_draw(book: Book, state: State, action: Number, luck: Luck):
    """Take an action that passes, draws a card or draws tickets."""
    if action == PASS:
        note(luck, journal.PASSED, np.int64(state.seat), 0, 0, 0)
        pass_turn(book, state, luck)
    elif action >= DRAW_TICKETS:
        moment = moment_of(state)
        offer(book, state, np.int64(state.seat), moment, action - DRAW_TICKETS, luck)
        if moment == ON_TURN:
            state.phase = KEEP_TICKETS
        else:
            next_opening(state, OPENING_KEEP)
    elif action == DRAW_BLIND:
        draw_blind(book, state, luck)
        after_card(book, state, False, luck)
    else:
        kind = action - DRAW_DISPLAY
        draw_display(book, state, kind, luck)
        after_card(book, state, has(book.whole_draw, kind), luck)


@rule
def after_card(book: Book, state: State, whole: Number, luck: Luck):
    """Let the seat draw its second card, or end the turn if it cannot draw one (C-11, I-02).

    Args:
        book: the edition.
        state: the position after a card was drawn.
        whole: whether the card ends the draw at once (see `Book.whole_draw`).
        luck: the luck.
    """
    if state.phase == TURN and not whole:
        state.phase = SECOND_CARD
        if can_draw(book, state):
            return
    end_turn(book, state, luck)


@rule
def perform_keep(book: Book, state: State, kept: Number, luck: Luck):
    """Keep some of the tickets on offer to the deciding seat.

    Opening tickets are only kept when every seat has answered (C-02). Bit i of `kept` is 1 if the
    seat keeps the i-th ticket of the offer.
    """
    if state.phase == KEEP_TICKETS:
        keep(book, state, np.int64(state.seat), ON_TURN, kept, luck)
        end_turn(book, state, luck)
        return
    state.answer[state.seat] = kept
    note(luck, journal.ANSWERED, np.int64(state.seat), 0, 0, 0)
    if np.int64(state.seat) + 1 < state.seats:
        state.seat += 1
        return
    for seat in range(state.seats):  # all at once, in the order of the seats (I-04, I-18)
        keep(book, state, seat, OPENING, np.int64(state.answer[seat]), luck)
        state.answer[seat] = 0
    state.seat = state.starter
    state.phase = TURN


@rule
def next_opening(state: State, phase: Number):
    """Let the next seat choose how many opening tickets come from each stack.

    After the last seat has chosen, the phase becomes `phase`, and seat 0 decides.
    """
    if np.int64(state.seat) + 1 < state.seats:
        state.seat += 1
    else:
        state.seat = 0
        state.phase = phase


@rule
def pass_turn(book: Book, state: State, luck: Luck):
    """Pass a turn, and end the game if every seat has passed in a row (I-03)."""
    passes = np.int64(state.passes) + 1
    end_turn(book, state, luck)
    if state.phase == OVER:
        return
    state.passes = passes
    if passes == state.seats:
        end_game(state, luck)


@rule
def end_turn(book: Book, state: State, luck: Luck):
    """End the turn, and let the next seat decide. Begin the final round, or end the game, if due.

    The first seat that ends its turn with at most `final_round_at` pieces begins the final round,
    in which every seat has one more turn. The game ends with that round (C-40).
    """
    state.passes = 0
    state.turns += 1
    if state.last_turns > 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            end_game(state, luck)
            return
    elif state.pieces[state.seat] <= book.final_round_at:
        state.last_turns = state.seats
        note(luck, journal.FINAL_ROUND, np.int64(state.seat), 0, 0, 0)
    state.seat = np.int64(state.seat) + 1 if np.int64(state.seat) + 1 < state.seats else 0
    state.phase = TURN


@rule
def end_game(state: State, luck: Luck):
    """Set the phase to the end of the game, and write `GAME_OVER` into the journal of the luck."""
    state.phase = OVER
    state.last_turns = 0
    note(luck, journal.GAME_OVER, 0, 0, 0, 0)
