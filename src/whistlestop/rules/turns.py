"""The game from the deal to the end: whose decision it is, what is legal, what happens."""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import KINDS, STACKS
from whistlestop.rules import journal
from whistlestop.rules.actions import (
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    KEEP,
    MOVE,
    PASS,
    PAY,
    PLACE,
    PLACE_NOWHERE,
    STATION,
    STEP,
    STOP,
    WITHDRAW,
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
from whistlestop.rules.tickets import keep, keepable, mixes, offer
from whistlestop.rules.tunnels import claim_tunnel, is_tunnel, lay_out, pay_surcharge, withdraw

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
OVER = Phase.OVER

BY_LOT = -1
"""The starter that is drawn by lot (C-03)."""


@rule
def deal(book, state, seats, starter, luck):
    """Set the table: hands, display and, where they are not announced, the first offers (C-01).

    Args:
        book: the edition.
        state: a record of zeros; it becomes the position before the first decision.
        seats: players, within the edition's limits.
        starter: the seat that begins, or `BY_LOT`.
        luck: where the cards come from.
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
        state.stack[stack] = book.stack_tickets[stack]
    if book.offer_choose[OPENING] > 0:
        state.phase = OPENING_MIX
        return
    for seat in range(seats):
        offer(book, state, seat, OPENING, np.int64(book.offer_draw[OPENING, 1]), luck)
    state.phase = OPENING_KEEP


@rule
def legal(book, state, out):
    """Write the legal actions of the deciding seat in ascending order; how many.

    Args:
        book: the edition.
        state: any position; in one that is over there is no action.
        out: room for `actions.MOST_LEGAL` numbers (`np.int16` or wider).
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
def is_paying(state):
    """Whether the deciding seat is choosing the cards to pay with."""
    phase = state.phase
    return phase == PAYMENT or phase == SURCHARGE or phase == STATION_PAYMENT


@rule
def any_legal(book, state, luck):
    """One of the legal actions at random, each equally likely, without writing a list of them.

    It is the one that `legal` would list at the place that is drawn.
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
def options(book, state):
    """The options of the deciding seat as five sets, without the ways to pay.

    Returns:
        The actions below `CLAIM`; the routes to claim or to travel by, in two words; others; and
        the cities to build stations in. What the members of the routes and of the others are
        counted from, `bases` says.
    """
    phase = state.phase
    if phase == TURN:
        return turn_options(book, state)
    if phase == SECOND_CARD:
        return drawable(book, state), NONE, NONE, NONE, NONE  # no way out of it (I-16)
    if phase == KEEP_TICKETS or phase == OPENING_KEEP:
        sets = keepable(book, state, np.int64(state.seat), moment_of(state))
        return sets << np.uint64(KEEP), NONE, NONE, NONE, NONE
    if phase == OPENING_MIX:
        draws = mixes(book, state, OPENING) << np.uint64(DRAW_TICKETS)
        return draws, NONE, NONE, NONE, NONE
    if phase == PLACEMENT:
        return NONE, NONE, NONE, placements(book, state) | bit(PLACE_NOWHERE), NONE
    if phase == JOURNEY:
        stop = np.uint64(state.journey_steps > 0)  # not only where no step is left (I-13)
        return NONE, steps(book, state, 0), steps(book, state, 1), stop, NONE
    return NONE, NONE, NONE, NONE, NONE


@rule
def bases(state):
    """The actions that the member 0 of the sets of routes and of others in `options` stands for."""
    if state.phase == JOURNEY:
        return STEP, STOP
    return CLAIM, PLACE if state.phase == PLACEMENT else MOVE


@rule
def turn_options(book, state):
    """The options of a turn; the last set has the cities where a passenger may set out.

    Cards, routes and tickets are part of every edition (U-01, L-01, S-01, N-01); passengers (M-01)
    and stations (E-01) of those whose book has some.
    """
    draws = drawable(book, state) | mixes(book, state, ON_TURN) << np.uint64(DRAW_TICKETS)
    routes0, routes1 = claimable(book, state)
    cities = startable(book, state)
    stations = buildable(book, state)
    if draws | routes0 | routes1 | cities | stations == NONE:
        draws = bit(PASS)  # nothing is possible, not even a station (I-03, E-57)
    return draws, routes0, routes1, cities, stations


@rule
def moment_of(state):
    """Which rules for tickets hold: those of the start or those of a turn."""
    return ON_TURN if state.phase == KEEP_TICKETS or state.phase == TURN else OPENING


@rule
def is_legal(book, state, action):
    """Whether the deciding seat may take this action now."""
    if is_paying(state):
        if action == WITHDRAW:
            return state.phase == SURCHARGE
        return PAY <= action < PLACE and can_pay(book, state, action - PAY)
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
def is_turn_option(book, state, action):
    """Whether an action, not passing, is among `turn_options`; no others are worked out for it."""
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
def apply(book, state, action, luck):
    """Take an action if it is legal; whether it was. An illegal one changes nothing.

    What happened is in the luck's journal, what chance brought among its outcomes. Call
    `luck.begin` or `luck.repeat` before; after repeating, `luck.fault` tells whether the given
    outcomes were possible: work on a copy then.
    """
    if not is_legal(book, state, action):
        return False
    perform(book, state, action, luck)
    return True


@rule
def choose(state, action):
    """Choose a route to claim or a city for a station, so that its payment comes next.

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
def perform(book, state, action, luck):
    """Take an action that is known to be legal."""
    if action < KEEP:
        perform_draw(book, state, action, luck)
    elif action < CLAIM:
        perform_keep(book, state, action - KEEP, luck)
    elif action < PAY:
        choose(state, action)
    elif action < PLACE:
        perform_payment(book, state, action - PAY, luck)
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
    else:
        withdraw(book, state, luck)
        state.route = 0
        fill_display(book, state, luck)  # only now that the tunnel is decided (E-49)
        end_turn(book, state, luck)


@rule
def perform_payment(book, state, number, luck):
    """Pay for a route, a tunnel's surcharge or a station."""
    if state.phase == STATION_PAYMENT:
        build(book, state, number, luck)
        fill_display(book, state, luck)
        end_turn(book, state, luck)
        return
    if state.phase == SURCHARGE:
        pay_surcharge(book, state, number, luck)
    elif is_tunnel(book, np.int64(state.route)):
        lay_out(book, state, number, luck)
        if state.due > 0:
            state.phase = SURCHARGE
            return
        claim_tunnel(book, state, luck)  # nothing is due (E-47)
    else:
        claim(book, state, number, luck)
    fill_display(book, state, luck)
    if placements(book, state) == NONE:
        state.route = 0
        end_turn(book, state, luck)
    else:
        state.phase = PLACEMENT


@rule
def perform_draw(book, state, action, luck):
    """Pass, draw a card, or draw tickets."""
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
def after_card(book, state, whole, luck):
    """After a card: the second one, or the end of the turn (C-11, I-02)."""
    if state.phase == TURN and not whole:
        state.phase = SECOND_CARD
        if can_draw(book, state):
            return
    end_turn(book, state, luck)


@rule
def perform_keep(book, state, kept, luck):
    """Keep drawn tickets; at the start the answers wait until everybody has given theirs (C-02)."""
    if state.phase == KEEP_TICKETS:
        keep(book, state, np.int64(state.seat), ON_TURN, kept, luck)
        end_turn(book, state, luck)
        return
    state.answer[state.seat] = kept
    note(luck, journal.ANSWERED, np.int64(state.seat), 0, 0, 0)
    if np.int64(state.seat) + 1 < state.seats:
        state.seat += 1
        return
    for seat in range(state.seats):  # together, in the order of the seats (I-04, I-18)
        keep(book, state, seat, OPENING, np.int64(state.answer[seat]), luck)
        state.answer[seat] = 0
    state.seat = state.starter
    state.phase = TURN


@rule
def next_opening(state, phase):
    """The next seat announces its mix; after the last one everybody answers."""
    if np.int64(state.seat) + 1 < state.seats:
        state.seat += 1
    else:
        state.seat = 0
        state.phase = phase


@rule
def pass_turn(book, state, luck):
    """A turn passed; when everybody has had to pass in turn, the game ends (I-03)."""
    passes = np.int64(state.passes) + 1
    end_turn(book, state, luck)
    if state.phase == OVER:
        return
    state.passes = passes
    if passes == state.seats:
        end_game(state, luck)


@rule
def end_turn(book, state, luck):
    """The turn is over: perhaps the final round begins or ends; the next seat decides (C-40)."""
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
def end_game(state, luck):
    """Nothing is left to decide."""
    state.phase = OVER
    state.last_turns = 0
    note(luck, journal.GAME_OVER, 0, 0, 0, 0)
