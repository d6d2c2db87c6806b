"""The game from the deal to the end: whose decision, what is legal, what happens (C-01 to C-03,
C-40, I-02, I-03).
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import KINDS, OFFER, STACKS
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
)
from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.book import ON_TURN, OPENING
from whistlestop.rules.cards import (
    BLIND,
    draw_blind,
    draw_display,
    drawable,
    fill_display,
    take_from_deck,
)
from whistlestop.rules.claims import can_pay, claim, claimable, is_claimable, payments
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import member_of, note
from whistlestop.rules.passengers import arrive, depart, place, placements, startable, steps, travel
from whistlestop.rules.state import Phase
from whistlestop.rules.tickets import keep, may_keep, mixes, offer, offered

OPENING_MIX = Phase.OPENING_MIX
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP_TICKETS = Phase.KEEP
PAYMENT = Phase.PAYMENT
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
OVER = Phase.OVER

BY_LOT = -1
"""The starter that is drawn by lot (C-03)."""


@rule
def deal(book, state, seats, starter, luck):
    """Set the table: hands, display and, where they are not announced, the first offers.

    Args:
        book: the edition.
        state: a record of zeros; it becomes the position before the first decision.
        seats: players, within the edition's limits.
        starter: the seat that begins, or `BY_LOT`.
        luck: where the cards come from.
    """
    state.seats = seats
    if starter == BY_LOT:
        starter = member_of(luck, bit(seats) - np.uint64(1))
    state.starter = starter
    note(luck, journal.STARTER, starter, 0, 0, 0)
    for kind in range(KINDS):
        state.deck[kind] = book.cards[kind]
    state.deck_size = book.cards_total
    for seat in range(seats):
        state.pieces[seat] = book.pieces
        state.passengers_left[seat] = book.passengers
        for word in range(2):
            missing = np.int64(book.routes) - 64 * word
            state.open[seat, word] = ~NONE if missing >= 64 else bit(max(missing, 0)) - np.uint64(1)
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
    """Write the legal actions of the deciding seat in ascending order of kind; how many.

    Args:
        book: the edition.
        state: any position; in one that is over there is no action.
        out: room for `actions.MOST_LEGAL` numbers (`np.int16` or wider).
    """
    phase = state.phase
    if phase == TURN:
        return legal_turn(book, state, out)
    if phase == PAYMENT:
        return payments(book, state, np.int64(state.route), out)
    if phase == SECOND_CARD:
        return write(drawable(book, state), out, 0)
    if phase == KEEP_TICKETS or phase == OPENING_KEEP:
        return legal_keep(book, state, out)
    if phase == OPENING_MIX:
        return write_set(mixes(book, state, OPENING), DRAW_TICKETS, out, 0)
    if phase == PLACEMENT:
        ends = placements(book, state) | bit(PLACE_NOWHERE)
        return write_set(ends, PLACE, out, 0)
    if phase == JOURNEY:
        number = write_set(steps(book, state, 0), STEP, out, 0)
        number = write_set(steps(book, state, 1), STEP + 64, out, number)
        if state.journey_steps > 0:
            out[number] = STOP
            number += 1
        return number
    return 0


@rule
def legal_turn(book, state, out):
    """All that a seat may do with its turn."""
    number = write(drawable(book, state), out, 0)
    number = write_set(mixes(book, state, ON_TURN), DRAW_TICKETS, out, number)
    routes0, routes1 = claimable(book, state)
    number = write_set(routes0, CLAIM, out, number)
    number = write_set(routes1, CLAIM + 64, out, number)
    number = write_set(startable(book, state), MOVE, out, number)
    if number == 0:
        out[0] = PASS
        return 1
    return number


@rule
def legal_keep(book, state, out):
    """Every set of the offered tickets that is large enough."""
    seat = state.seat
    moment = moment_of(state)
    number = 0
    for kept in range(1 << offered(state, seat)):
        if may_keep(book, state, seat, moment, kept):
            out[number] = KEEP + kept
            number += 1
    return number


@rule
def moment_of(state):
    """Which rules for tickets hold: those of the start or those of a turn."""
    return ON_TURN if state.phase == KEEP_TICKETS or state.phase == TURN else OPENING


@rule
def write(draws, out, number):
    """Write the draws of a `drawable` set as actions."""
    if has(draws, BLIND):
        out[number] = DRAW_BLIND
        number += 1
    return write_set(draws & ~bit(BLIND), DRAW_DISPLAY, out, number)


@rule
def write_set(mask, base, out, number):
    """Write `base + member` for every member of the set."""
    while mask != NONE:
        out[number] = base + lowest(mask)
        mask = without_lowest(mask)
        number += 1
    return number


@rule
def is_legal(book, state, action):
    """Whether the deciding seat may take this action now."""
    phase = state.phase
    if phase == TURN:
        return is_legal_turn(book, state, action)
    if phase == SECOND_CARD:
        return is_legal_draw(book, state, action)
    if phase == PAYMENT:
        return PAY <= action < PLACE and can_pay(book, state, np.int64(state.route), action - PAY)
    if phase == KEEP_TICKETS or phase == OPENING_KEEP:
        kept = action - KEEP
        in_range = 0 <= kept < (1 << OFFER)
        return in_range and may_keep(book, state, state.seat, moment_of(state), kept)
    if phase == OPENING_MIX:
        mix = action - DRAW_TICKETS
        return 0 <= mix <= OFFER and has(mixes(book, state, OPENING), mix)
    if phase == PLACEMENT:
        end = action - PLACE
        return end == PLACE_NOWHERE or (0 <= end < 2 and has(placements(book, state), end))
    if phase == JOURNEY:
        if action == STOP:
            return state.journey_steps > 0
        route = action - STEP
        return 0 <= route < STOP - STEP and has(steps(book, state, route >> 6), route & 63)
    return False


@rule
def is_legal_draw(book, state, action):
    """Whether the seat may draw this card now."""
    if action == DRAW_BLIND:
        return has(drawable(book, state), BLIND)
    kind = action - DRAW_DISPLAY
    return 0 <= kind < KINDS and has(drawable(book, state), kind)


@rule
def is_legal_turn(book, state, action):
    """Whether the seat may begin its turn with this."""
    if action == PASS:
        return must_pass(book, state)
    if action < DRAW_TICKETS:
        return is_legal_draw(book, state, action)
    if action < KEEP:
        return has(mixes(book, state, ON_TURN), action - DRAW_TICKETS)
    if CLAIM <= action < PAY:
        return is_claimable(book, state, action - CLAIM)
    if MOVE <= action < STEP:
        return has(startable(book, state), action - MOVE)
    return False


@rule
def must_pass(book, state):
    """Whether the seat can do nothing else (I-03)."""
    anything = drawable(book, state) | mixes(book, state, ON_TURN) | startable(book, state)
    routes0, routes1 = claimable(book, state)
    return anything | routes0 | routes1 == NONE


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
def perform(book, state, action, luck):
    """Take an action that is known to be legal."""
    if action < KEEP:
        perform_draw(book, state, action, luck)
    elif action < CLAIM:
        perform_keep(book, state, action - KEEP, luck)
    elif action < PAY:
        state.route = action - CLAIM
        state.phase = PAYMENT
    elif action < PLACE:
        claim(book, state, action - PAY, luck)
        fill_display(book, state, luck)
        if placements(book, state) == NONE:
            state.route = 0
            end_turn(book, state, luck)
        else:
            state.phase = PLACEMENT
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


@rule
def perform_draw(book, state, action, luck):
    """Pass, draw a card, or draw tickets."""
    if action == PASS:
        note(luck, journal.PASSED, state.seat, 0, 0, 0)
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
        after_card(book, state, book.whole_draw[kind] != 0, luck)


@rule
def after_card(book, state, whole, luck):
    """After a card: the second one, or the end of the turn (C-11, I-02)."""
    if state.phase == TURN and not whole:
        state.phase = SECOND_CARD
        if drawable(book, state) != NONE:
            return
    end_turn(book, state, luck)


@rule
def perform_keep(book, state, kept, luck):
    """Keep drawn tickets; at the start the answers wait until everybody has given theirs (C-02)."""
    if state.phase == KEEP_TICKETS:
        keep(book, state, state.seat, ON_TURN, kept, luck)
        end_turn(book, state, luck)
        return
    state.answer[state.seat] = kept
    note(luck, journal.ANSWERED, state.seat, 0, 0, 0)
    if np.int64(state.seat) + 1 < state.seats:
        state.seat += 1
        return
    for seat in range(state.seats):
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
    """The turn is over: perhaps the final round begins or ends, and the next seat decides (C-40)."""
    state.passes = 0
    state.turns += 1
    if state.last_turns > 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            end_game(state, luck)
            return
    elif state.pieces[state.seat] <= book.final_round_at:
        state.last_turns = state.seats
        note(luck, journal.FINAL_ROUND, state.seat, 0, 0, 0)
    state.seat = np.int64(state.seat) + 1 if np.int64(state.seat) + 1 < state.seats else 0
    state.phase = TURN


@rule
def end_game(state, luck):
    """Nothing is left to decide."""
    state.phase = OVER
    note(luck, journal.GAME_OVER, 0, 0, 0, 0)
