"""Memories: the past of a game, as far as any seat saw it. Information states are made from them.

`start` makes a memory after the deal, and `remember` adds each decision. Like a state, a memory
holds the secrets of all seats. Code that writes a memory for one seat leaves out the secrets of the
other seats.

| field | meaning |
| --- | --- |
| `taken` | [seat, kind] the number of cards that the seat took from the display |
| `drawn` | [seat, kind] cards from the deck or the deal; only the sum over kinds is public |
| `spent` | [seat, kind] the number of cards that the seat paid or has laid out for a tunnel |
| `seen` | [seat] the set of tickets that were offered to the seat: secret |
| `given_back` | [seat] the set of tickets that the seat did not keep: secret |
| `offers` | [seat, stack] the number of tickets of this stack offered to the seat: public |
| `returns` | [seat, stack] the number of tickets of this stack that the seat did not keep: public |
| `withdrawals` | [seat] how often the seat gave up a tunnel and took its cards back |
| `claimed` | [route] n = its claim was the n-th that this memory recorded; 0 = none recorded |
| `claims` | the number of claims so far |
| `spare` | unused bytes that fill the last word, so that copies are equal to the last byte |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import KINDS, OFFER, ROUTES, SEATS, STACKS
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import (
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    KEEP,
    WITHDRAW,
    is_keeping,
    kept_by,
)
from whistlestop.rules.bits import NONE, lowest
from whistlestop.rules.records import record
from whistlestop.rules.state import Phase
from whistlestop.rules.tickets import add_ticket, is_of_stack, offered
from whistlestop.rules.wide_sets import EMPTY, write_words

if TYPE_CHECKING:
    from whistlestop.observations.compiled.record_types import Memory
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, State

OPENING_KEEP = Phase.OPENING_KEEP

MEMORY = record(
    [
        ("seen", np.uint64, (SEATS, 2)),
        ("given_back", np.uint64, (SEATS, 2)),
        ("taken", np.uint16, (SEATS, KINDS)),
        ("drawn", np.uint16, (SEATS, KINDS)),
        ("spent", np.uint16, (SEATS, KINDS)),
        ("offers", np.uint16, (SEATS, STACKS)),
        ("returns", np.uint16, (SEATS, STACKS)),
        ("withdrawals", np.uint16, (SEATS,)),
        ("claimed", np.uint8, (ROUTES,)),
        ("claims", np.uint8),
        ("spare", np.uint8, (5,)),
    ]
)


@compiled
def start(book: Book, state: State, memory: Memory):
    """Start a memory after the deal, or at any position whose past is not known.

    Cards in hand that were seen being taken from the display count in `taken`. All other cards in
    hand count in `drawn`. Earlier claims are not recorded.

    Args:
        book: the edition.
        state: the position.
        memory: the memory; its contents before the call do not matter.
    """
    for seat in range(SEATS):
        write_words(memory.seen[seat], EMPTY)
        write_words(memory.given_back[seat], EMPTY)
        memory.withdrawals[seat] = 0
        for stack in range(STACKS):
            memory.offers[seat, stack] = 0
            memory.returns[seat, stack] = 0
        for kind in range(KINDS):
            memory.taken[seat, kind] = state.shown[seat, kind]
            memory.drawn[seat, kind] = np.int64(state.hand[seat, kind]) - np.int64(
                state.shown[seat, kind]
            )
            memory.spent[seat, kind] = 0
    for route in range(ROUTES):
        memory.claimed[route] = 0
    memory.claims = 0
    for seat in range(state.seats):
        note_offer(book, state, seat, memory)


@compiled
def remember(book: Book, before: State, action: Number, after: State, memory: Memory):
    """Add one decision to a memory.

    Args:
        book: the edition.
        before: a copy of the position in which the decision was made.
        action: the number of the legal action that was taken.
        after: the position after the action.
        memory: the memory; changed.
    """
    seat = np.int64(before.seat)
    if action < DRAW_BLIND:
        return
    if action < DRAW_DISPLAY:
        for kind in range(KINDS):
            memory.drawn[seat, kind] += np.int64(after.hand[seat, kind]) - np.int64(
                before.hand[seat, kind]
            )
    elif action < DRAW_TICKETS:
        memory.taken[seat, action - DRAW_DISPLAY] += 1
    elif action < KEEP:
        note_offer(book, after, seat, memory)
    elif is_keeping(action):
        kept = kept_by(np.int64(action))
        if before.phase != OPENING_KEEP:
            note_answer(book, before, seat, kept, memory)
        # Opening answers become public together, after the last one (C-02).
        elif after.phase != OPENING_KEEP:
            for other in range(seat):
                note_answer(book, before, other, np.int64(before.answer[other]), memory)
            note_answer(book, before, seat, kept, memory)
    else:
        for kind in range(KINDS):  # A set that the seat takes back from a tunnel is subtracted.
            memory.spent[seat, kind] += np.int64(before.hand[seat, kind]) - np.int64(
                after.hand[seat, kind]
            )
        for word in range(2):
            claimed = after.owned[seat, word] & ~before.owned[seat, word]
            if claimed != NONE:
                memory.claims += 1
                memory.claimed[64 * word + lowest(claimed)] = memory.claims
        if action == WITHDRAW:
            memory.withdrawals[seat] += 1


@compiled
def note_offer(book: Book, state: State, seat: Number, memory: Memory):
    """Add the tickets on offer to a seat to the fields `seen` and `offers` of the memory."""
    for i in range(OFFER):
        if state.offer[seat, i] > 0:
            ticket = np.int64(state.offer[seat, i]) - 1
            add_ticket(memory.seen[seat], ticket)
            for stack in range(STACKS):
                memory.offers[seat, stack] += np.int64(is_of_stack(book, ticket, stack))


@compiled
def note_answer(book: Book, before: State, seat: Number, kept: Number, memory: Memory):
    """Add the offered tickets that a seat does not keep to the memory.

    The function changes the fields `given_back` and `returns`. Bit i of `kept` is 1 if the seat
    keeps ticket i of the offer.
    """
    for i in range(offered(before, seat)):
        if not (kept >> i) & 1:
            ticket = np.int64(before.offer[seat, i]) - 1
            add_ticket(memory.given_back[seat], ticket)
            for stack in range(STACKS):
                memory.returns[seat, stack] += np.int64(is_of_stack(book, ticket, stack))
