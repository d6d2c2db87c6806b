"""Tickets: offering them, keeping or returning them, and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import OFFER, STACKS
from whistlestop.rules import journal
from whistlestop.rules.actions import SETS_OF, SETS_WITHIN
from whistlestop.rules.bits import NONE, bit, size, span
from whistlestop.rules.book import BOTTOM, OUT
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import certain, note, ticket_from, ticket_outcome
from whistlestop.rules.wide_sets import (
    difference,
    holds,
    intersection,
    is_empty,
    number_of,
    read_words,
    set_of,
    union,
    write_words,
)

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def is_of_stack(book: Book, ticket: Number, stack: Number):
    """Return whether a ticket belongs to a stack, wherever it lies now."""
    return holds(read_words(book.stack_tickets[stack]), ticket)


@rule
def left(book: Book, state: State, stack: Number, wanted: Number):
    """Return the number of tickets left in a stack, or `wanted` if there are more."""
    number = number_of(read_words(state.stack[stack]))
    i = 0
    while number < wanted and i < state.returned_size:
        if is_of_stack(book, np.int64(state.returned[i]) - 1, stack):
            number += 1
        i += 1
    return min(number, wanted)


@rule
def tickets_drawn(book: Book, state: State, moment: Number):
    """Return how many tickets a seat draws: fewer than usual if not enough are left.

    Which stacks the tickets come from depends on the edition and on `moment`, which is `OPENING` or
    `ON_TURN` (C-30, M-02, M-03).

    Returns:
        Three numbers: the maximum number of tickets from the first stack, the maximum number from
        the second stack, and the number of tickets drawn from both stacks together.
    """
    total = np.int64(book.offer_choose[moment])
    if total > 0:
        first, second = left(book, state, 0, total), left(book, state, 1, total)
        return first, second, min(total, first + second)
    first = left(book, state, 0, np.int64(book.offer_draw[moment, 0]))
    second = left(book, state, 1, np.int64(book.offer_draw[moment, 1]))
    return first, second, first + second


@rule
def mixes(book: Book, state: State, moment: Number):
    """Return the possible numbers of tickets from the second stack in a seat's next draw.

    The result is a set: bit n is 1 if n tickets may come from the second stack, and the others from
    the first. The set is empty if no tickets are left (C-30, M-02, M-03). `moment` is `OPENING` or
    `ON_TURN`.
    """
    first, second, total = tickets_drawn(book, state, moment)
    if total == 0:
        return NONE
    return span(max(0, total - first), min(total, second))


@rule
def offer(book: Book, state: State, seat: Number, moment: Number, from_second: Number, luck: Luck):
    """Offer tickets to a seat: `from_second` from the second stack, the others from the first.

    `moment` is `OPENING` or `ON_TURN`. For each of these, the edition sets how many tickets come
    from the first stack or, if the seat chooses the stacks, from both together. If a stack has too
    few tickets, fewer are offered.
    """
    if book.offer_choose[moment] > 0:
        from_first = np.int64(book.offer_choose[moment]) - from_second
    else:
        from_first = np.int64(book.offer_draw[moment, 0])
    number = 0
    for stack in range(STACKS):
        wanted = from_first if stack == 0 else from_second
        for _ in range(left(book, state, stack, wanted)):
            draw_ticket(book, state, seat, stack, number, luck)
            number += 1


@rule
def draw_ticket(book: Book, state: State, seat: Number, stack: Number, i: Number, luck: Luck):
    """Draw a ticket from a stack, and write it to element i of the seat's offer (C-31).

    Elements are counted from 0. The stack must not be empty. A ticket that was returned under the
    stack is drawn only if no shuffled tickets are left.
    """
    shuffled = read_words(state.stack[stack])
    if not is_empty(shuffled):
        ticket = ticket_from(luck, shuffled)
        write_words(state.stack[stack], difference(shuffled, set_of(ticket)))
        note(luck, journal.OFFERED, seat, ticket, 0, 0)
    else:
        position = 0
        while not is_of_stack(book, np.int64(state.returned[position]) - 1, stack):
            position += 1
        ticket = np.int64(state.returned[position]) - 1
        certain(luck, ticket_outcome(ticket))
        size_before = np.int64(state.returned_size)
        for later in range(position, size_before - 1):
            state.returned[later] = state.returned[later + 1]
            state.returned_by[later] = state.returned_by[later + 1]
        state.returned[size_before - 1] = 0
        state.returned_by[size_before - 1] = 0
        state.returned_size -= 1
        note(luck, journal.OFFERED, seat, ticket, 1, 0)
    state.offer[seat, i] = ticket + 1


@rule
def offered(state: State, seat: Number):
    """Return the number of tickets on offer to a seat."""
    number = 0
    while number < OFFER and state.offer[seat, number] != 0:
        number += 1
    return number


@rule
def keepable(book: Book, state: State, seat: Number, moment: Number):
    """Return which sets of the offered tickets are large enough to be kept (C-02, C-30).

    The result is a wide set of numbers. In each number, bit i stands for the i-th ticket of the
    offer. If fewer tickets than the minimum are on offer, all of them must be kept (L-02, N-02).
    The stacks that the tickets come from make no difference (E-40), unless the edition has a
    maximum for one (V-22). `moment` is `OPENING` or `ON_TURN`.
    """
    number = offered(state, seat)
    first, second = offered_of(book, state, seat, 0), offered_of(book, state, seat, 1)
    sets = read_words(SETS_OF[number, fewest_kept(book, moment, size(first), size(second))])
    for stack in range(STACKS):
        there = first if stack == 0 else second
        most = np.int64(book.offer_most[moment, stack])
        if most < size(there):
            sets = intersection(sets, read_words(SETS_WITHIN[np.int64(there), most]))
    return sets


@rule
def offered_of(book: Book, state: State, seat: Number, stack: Number):
    """Return which tickets of a seat's offer belong to a stack.

    The result is a set: member i stands for the i-th ticket of the offer, counted from 0.
    """
    found = NONE
    for i in range(offered(state, seat)):
        if is_of_stack(book, np.int64(state.offer[seat, i]) - 1, stack):
            found |= bit(i)
    return found


@rule
def fewest_kept(book: Book, moment: Number, first: Number, second: Number):
    """Return the minimum number of tickets to keep of an offer (C-02, C-30, L-02, V-22).

    Args:
        book: the edition.
        moment: `OPENING` or `ON_TURN`.
        first: the number of offered tickets that belong to the first stack.
        second: the number of offered tickets that belong to the second stack.
    """
    first = min(first, np.int64(book.offer_most[moment, 0]))
    second = min(second, np.int64(book.offer_most[moment, 1]))
    return min(np.int64(book.offer_keep[moment]), first + second)


@rule
def keep(book: Book, state: State, seat: Number, moment: Number, kept: Number, luck: Luck):
    """Keep some of the tickets on offer to a seat.

    `kept` is the set of tickets to keep: bit i stands for the i-th ticket of the offer. The other
    tickets go where the edition says for `moment`, which is `OPENING` or `ON_TURN` (C-31, C-32).
    """
    for i in range(offered(state, seat)):
        ticket = np.int64(state.offer[seat, i]) - 1
        state.offer[seat, i] = 0
        if (kept >> i) & 1:
            add_ticket(state.tickets[seat], ticket)
            note(luck, journal.KEPT, seat, ticket, 0, 0)
        else:
            unkept = np.int64(book.offer_unkept[moment])
            give_back(book, state, seat, ticket, unkept)
            note(luck, journal.RETURNED, seat, ticket, unkept, 0)


@rule
def give_back(book: Book, state: State, seat: Number, ticket: Number, unkept: Number):
    """Take back an offered ticket that a seat does not keep.

    `unkept` says where the ticket goes: under its stack (`book.BOTTOM`), into the shuffled part of
    its stack (`book.RESHUFFLE`), or out of the game (`book.OUT`).
    """
    if unkept == OUT:  # out of the game: no player sees it again (E-41, S-15)
        return
    if unkept == BOTTOM:
        position = np.int64(state.returned_size)
        state.returned[position] = ticket + 1
        state.returned_by[position] = seat + 1
        state.returned_size += 1
        return
    for stack in range(STACKS):
        if is_of_stack(book, ticket, stack):
            add_ticket(state.stack[stack], ticket)


@rule
def add_ticket(tickets: Numbers, ticket: Number):
    """Add a ticket to the set that is kept in the row `tickets` of two words."""
    write_words(tickets, union(read_words(tickets), set_of(ticket)))


@rule
def value(book: Book, ticket: Number, parts: Numbers, number: Number):
    """Return the points that a ticket is worth to the owner of a network (C-33, M-04, S-03).

    The connected parts of the network are the first `number` elements of `parts`. A completed
    ticket is worth its most valuable completed destination, which counts once (S-13). A ticket that
    is not completed costs the points of its least valuable destination: the result is negative.

    An end in a country is any of the country's border points, so that a ticket between countries
    needs a path from a border point of one to a border point of the other (S-10).
    """
    best = 0
    worst = np.int64(book.ticket_points[ticket, 0])
    for option in range(book.ticket_options[ticket]):
        points = np.int64(book.ticket_points[ticket, option])
        worst = min(worst, points)
        if points > best:
            for i in range(number):
                reaches = parts[i] & book.ticket_goal[ticket, option] != NONE
                if reaches and parts[i] & book.ticket_origin[ticket] != NONE:
                    best = points
    return best if best > 0 else -worst
