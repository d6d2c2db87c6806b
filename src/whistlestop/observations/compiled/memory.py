"""What a game's past was, as far as anybody at the table saw it: the ground of information states.

A memory is begun after the deal and told each decision. It holds everybody's secrets like a state
does, and who writes it down for a seat leaves out those of the others.

| field | meaning |
| --- | --- |
| `taken` | [seat, kind] cards taken from the display |
| `drawn` | [seat, kind] cards from the deck, the dealt ones included: a secret, the sum is none |
| `spent` | [seat, kind] cards paid, and the set that lies out for a tunnel |
| `seen` | [seat] tickets that were offered to it: a secret |
| `given_back` | [seat] tickets that it did not keep: a secret |
| `offers`, `returns` | [seat, stack] how many those are: the backs are public |
| `withdrawals` | [seat] tunnels given up |
| `claimed` | [route] which claim of the game it was, from 1; 0 = none that was seen |
| `claims` | claims so far |
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import KINDS, OFFER, ROUTES, SEATS, STACKS
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import CLAIM, DRAW_BLIND, DRAW_DISPLAY, DRAW_TICKETS, KEEP, WITHDRAW
from whistlestop.rules.bits import NONE, bit, has, lowest
from whistlestop.rules.records import record
from whistlestop.rules.state import Phase
from whistlestop.rules.tickets import offered

OPENING_KEEP = Phase.OPENING_KEEP

MEMORY = record(
    [
        ("seen", np.uint64, (SEATS,)),
        ("given_back", np.uint64, (SEATS,)),
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
def start(book, state, memory):
    """Begin a memory: after the deal, or at any position whose past nobody tells.

    Cards in hand count as drawn, those that were shown as taken; claims made before are in no
    order.

    Args:
        book: the edition.
        state: the position.
        memory: what it holds does not matter.
    """
    for seat in range(SEATS):
        memory.seen[seat] = NONE
        memory.given_back[seat] = NONE
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
def remember(book, before, action, after, memory):
    """Add one decision to a memory.

    Args:
        book: the edition.
        before: the position in which it was made: a copy.
        action: the number of the legal action that was taken.
        after: the position after it.
        memory: changed.
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
    elif action < CLAIM:
        kept = np.int64(action) - KEEP
        if before.phase != OPENING_KEEP:
            note_answer(book, before, seat, kept, memory)
        elif after.phase != OPENING_KEEP:  # together, once the last one has answered (C-02)
            for other in range(seat):
                note_answer(book, before, other, np.int64(before.answer[other]), memory)
            note_answer(book, before, seat, kept, memory)
    else:
        for kind in range(KINDS):  # a set that is taken back counts against what was paid
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
def note_offer(book, state, seat, memory):
    """The tickets that a seat is offered."""
    for i in range(OFFER):
        if state.offer[seat, i] > 0:
            ticket = np.int64(state.offer[seat, i]) - 1
            memory.seen[seat] |= bit(ticket)
            for stack in range(STACKS):
                memory.offers[seat, stack] += np.int64(has(book.stack_tickets[stack], ticket))


@compiled
def note_answer(book, before, seat, kept, memory):
    """The tickets that a seat does not keep of what it was offered before."""
    for i in range(offered(before, seat)):
        if not (kept >> i) & 1:
            ticket = np.int64(before.offer[seat, i]) - 1
            memory.given_back[seat] |= bit(ticket)
            for stack in range(STACKS):
                memory.returns[seat, stack] += np.int64(has(book.stack_tickets[stack], ticket))
