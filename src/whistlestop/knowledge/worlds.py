"""Worlds, compiled: deal again, at random, everything that a seat does not know.

Each possible world is equally likely.

The distribution is that of `whistlestop.seen.worlds`, which starts from a view. The functions here
start from any state that agrees with what the seat knows. States that look alike to the seat give
equal worlds from equal luck, so that the results reveal nothing hidden.

What is public stays as it is. The cards that other seats were seen taking, the seat's own hand and
tickets, and the tickets that the seat has returned also stay. Everything else is dealt again:

- the rest of the other seats' hands, and the deck (I-21);
- the tickets, offers and returned tickets of other seats, the stacks, and the tickets that have
  left the game. Because the backs are public, each ticket is replaced by a ticket of its stack
  whose whereabouts the seat does not know;
- the opening answers of other seats that wait to be carried out (C-02).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import KINDS, STACKS
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.rules.book import OPENING
from whistlestop.rules.luck import below, seed
from whistlestop.rules.state import Phase
from whistlestop.rules.tickets import is_of_stack, keepable, offered
from whistlestop.rules.wide_sets import (
    difference,
    first_member,
    intersection,
    is_empty,
    member_at,
    number_of,
    read_words,
    set_of,
    union,
    write_words,
)

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Records, WideSet
    from whistlestop.rules.record_types import Book, Luck, State

OPENING_KEEP = Phase.OPENING_KEEP
OVER = Phase.OVER

PLAYERS_BITS = 12
"""The number of bits for the count of one seat's hidden cards. One whole number holds the counts of
all seats, side by side."""


@compiled
def deal_world(book: Book, state: State, seat: Number, luck: Luck):
    """Replace a state by a random one that looks the same to a seat.

    All states that look the same to the seat are equally likely.

    Args:
        book: the edition.
        state: any state that agrees with what the seat knows; changed.
        seat: the seat whose knowledge counts; -1 is a spectator.
        luck: the luck that deals; nothing is written into its journal.
    """
    if state.phase != OVER:  # At the end of the game, all hands are public.
        deal_cards(state, seat, luck)
    for stack in range(STACKS):
        if not is_empty(read_words(book.stack_tickets[stack])):
            deal_tickets(book, state, seat, stack, luck)
    if state.phase == OPENING_KEEP:
        deal_answers(book, state, seat, luck)


@part
def deal_worlds(book: Book, state: State, seat: Number, luck: Luck, worlds: Records[State]):
    """Fill an array with worlds that `deal_world` deals from a state.

    Args:
        book: the edition.
        state: any state that agrees with what the seat knows; it stays unchanged.
        seat: the seat whose knowledge counts; -1 is a spectator.
        luck: the luck that deals.
        worlds: `STATE[n]`, receives the worlds.
    """
    for world in range(worlds.shape[0]):
        worlds[world] = state
        deal_world(book, worlds[world], seat, luck)


@compiled
def sample_worlds(
    books: Records[Book],
    states: Records[State],
    seat: Number,
    number: Number,
    lucks: Records[Luck],
    worlds: Records[State],
):
    """Fill an array with random worlds that agree with what a seat knows, from a seed.

    Each record is passed in an array of one record.

    Args:
        books: the edition.
        states: any state that agrees with what the seat knows; it stays unchanged.
        seat: the seat whose knowledge counts; -1 is a spectator.
        number: the seed.
        lucks: a workspace for the luck.
        worlds: `STATE[n]`, receives the worlds.
    """
    seed(lucks[0], number)
    deal_worlds(books[0], states[0], seat, lucks[0], worlds)


@compiled
def deal_cards(state: State, seat: Number, luck: Luck):
    """Deal again the cards that are hidden from a seat: the deck, and cards in the other hands.

    Cards that other seats were seen taking stay in their hands. All hands and the deck keep their
    sizes.
    """
    total = np.int64(state.deck_size)
    hidden = np.int64(0)
    for other in range(state.seats):
        if other != seat:
            number = np.int64(0)
            for kind in range(KINDS):
                unseen = np.int64(state.hand[other, kind]) - np.int64(state.shown[other, kind])
                number += unseen
                state.deck[kind] += unseen
                state.hand[other, kind] = state.shown[other, kind]
            total += number
            hidden += number << (PLAYERS_BITS * other)
    for other in range(state.seats):
        for _ in range((hidden >> (PLAYERS_BITS * other)) & ((1 << PLAYERS_BITS) - 1)):
            index = below(luck, total)
            kind = np.int64(0)
            passed = np.int64(0)
            for earlier in range(KINDS):  # An early exit would cost more (see `luck.card_from`).
                passed += np.int64(state.deck[earlier])
                kind += np.int64(passed <= index)
            state.deck[kind] -= 1
            state.hand[other, kind] += 1
            total -= 1


@compiled
def deal_tickets(book: Book, state: State, seat: Number, stack: Number, luck: Luck):
    """Deal again those tickets of one stack that a seat cannot locate (see `unknown_tickets`)."""
    of_stack = read_words(book.stack_tickets[stack])
    unknown = unknown_tickets(book, state, seat, stack)
    over = state.phase == OVER
    for other in range(state.seats):
        if other == seat or over:
            continue
        held = read_words(state.tickets[other])
        kept = intersection(held, of_stack)
        dealt = some_of(luck, unknown, number_of(kept))
        unknown = difference(unknown, dealt)
        write_words(state.tickets[other], union(difference(held, kept), dealt))
        for i in range(offered(state, other)):
            if is_of_stack(book, np.int64(state.offer[other, i]) - 1, stack):
                dealt = some_of(luck, unknown, 1)
                unknown = difference(unknown, dealt)
                state.offer[other, i] = first_member(dealt) + 1
    for position in range(state.returned_size):
        if np.int64(state.returned_by[position]) == seat + 1 or over:
            continue
        if is_of_stack(book, np.int64(state.returned[position]) - 1, stack):
            dealt = some_of(luck, unknown, 1)
            unknown = difference(unknown, dealt)
            state.returned[position] = first_member(dealt) + 1
    number = number_of(read_words(state.stack[stack]))
    write_words(state.stack[stack], some_of(luck, unknown, number))


@compiled
def unknown_tickets(book: Book, state: State, seat: Number, stack: Number):
    """Return the set of those tickets of one stack that a seat cannot locate.

    The tickets of a stack include those that were drawn from it. The seat knows its own tickets,
    its own offer, and the tickets that it put under a stack. At the end of the game, it also knows
    the tickets of all other seats and all tickets under the stacks.
    """
    unknown = read_words(book.stack_tickets[stack])
    over = state.phase == OVER
    for other in range(state.seats):
        if other == seat or over:
            unknown = difference(unknown, read_words(state.tickets[other]))
            for i in range(offered(state, other)):
                unknown = difference(unknown, set_of(np.int64(state.offer[other, i]) - 1))
    for position in range(state.returned_size):
        if np.int64(state.returned_by[position]) == seat + 1 or over:
            unknown = difference(unknown, set_of(np.int64(state.returned[position]) - 1))
    return unknown


@compiled
def some_of(luck: Luck, members: WideSet, number: Number):
    """Return a random subset with `number` members, each such subset equally likely.

    The set must have at least `number` members. If the subset has more than half of the members,
    the function draws the members to leave out, which takes fewer random numbers.
    """
    total = number_of(members)
    rest = total - number
    left = members
    for removed in range(min(number, rest)):
        left = difference(left, set_of(member_at(left, below(luck, total - removed))))
    return difference(members, left) if number <= rest else left


@compiled
def deal_answers(book: Book, state: State, seat: Number, luck: Luck):
    """Replace the opening answers of other seats that have not been carried out yet (C-02).

    Each of these answers is drawn at random from the sets of offered tickets that the answering
    seat may keep.
    """
    for other in range(state.seat):
        if other != seat:
            sets = keepable(book, state, other, OPENING)
            state.answer[other] = member_at(sets, below(luck, number_of(sets)))
