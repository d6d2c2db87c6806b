"""Cards: the deck, the discards and the display (C-10 to C-17, M-11 to M-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import DISPLAY, KINDS, LOCOMOTIVE
from whistlestop.rules import journal
from whistlestop.rules.actions import DRAW_BLIND, DRAW_DISPLAY
from whistlestop.rules.bits import NONE, ONE, bit, lowest, size, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import card_from, note
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State

NO_CARD: Final = -1
"""The return value of functions that look for a kind of card and find none."""

SWEEPS: Final = 400
"""The maximum number of sweeps in a row (I-15). After that, the display is filled without cards
that would sweep it.

The limit keeps every action finite and its journal small, whatever cards lie outside the hands.
"""

SECOND_CARD = Phase.SECOND_CARD


@rule
def drawable(book: Book, state: State):
    """Return the set of actions with which the deciding seat may draw a card now.

    A kind in `Book.whole_draw` ends the draw at once if it is taken from the display. So a seat may
    not take it as its second card (C-11, C-12). Cards of the display can be taken even if no card
    can come off the deck (I-11).
    """
    kinds = displayed(state)
    if state.phase == SECOND_CARD:
        kinds &= ~book.whole_draw
    draws = kinds << np.uint64(DRAW_DISPLAY)
    if can_draw_blind(state):
        draws |= bit(DRAW_BLIND)
    return draws


@rule
def can_draw(book: Book, state: State):
    """Return whether the deciding seat may draw any card now."""
    return can_draw_blind(state) or drawable(book, state) != NONE


@rule
def displayed(state: State):
    """Return the set of kinds in the display."""
    slots = NONE
    for slot in range(DISPLAY):
        slots |= bit(state.display[slot])
    return slots >> ONE  # drops the bit of empty slots


@rule
def can_draw_blind(state: State):
    """Return whether a card can come off the deck, if need be after reshuffling (C-15, C-16)."""
    if state.deck_size > 0:
        return True
    for kind in range(KINDS):
        if state.discards[kind] > 0:
            return True
    return False


@rule
def draw_blind(book: Book, state: State, luck: Luck):
    """Give the deciding seat the top card of the deck (C-10, C-13).

    `can_draw_blind` must hold.
    """
    seat = np.int64(state.seat)
    kind = take_from_deck(state, luck)
    state.hand[seat, kind] += 1  # a hand has no limit (C-17)
    note(luck, journal.DREW_BLIND, seat, kind, 0, 0)


@rule
def draw_display(book: Book, state: State, kind: Number, luck: Luck):
    """Give the deciding seat a card of a kind from the display, and refill the display (C-10).

    The display must show a card of the kind.
    """
    seat = np.int64(state.seat)
    slot = lowest(slots_with(state, kind + 1))  # equal cards are interchangeable (I-20)
    state.display[slot] = 0
    state.hand[seat, kind] += 1
    state.shown[seat, kind] += 1
    note(luck, journal.DREW_DISPLAY, seat, slot, kind, 0)
    fill_display(book, state, luck)


@rule
def slots_with(state: State, content: Number):
    """Return the set of display slots with this content: a kind + 1, or 0 for an empty slot."""
    slots = NONE
    for slot in range(DISPLAY):
        slots |= np.uint64(state.display[slot] == content) << np.uint64(slot)
    return slots


@rule
def discard(state: State, seat: Number, kind: Number, number: Number):
    """Move cards of one kind from a seat's hand to the discards.

    Cards that everybody saw the seat take count as discarded first.
    """
    state.hand[seat, kind] -= number
    state.discards[kind] += number
    if state.shown[seat, kind] > number:
        state.shown[seat, kind] -= number
    else:
        state.shown[seat, kind] = 0


@rule
def take_from_deck(state: State, luck: Luck):
    """Take the top card off the deck and return its kind.

    An empty deck is first refilled with the discards (C-15, I-10). If the discards are empty too,
    the result is `NO_CARD`.
    """
    if state.deck_size == 0:
        total = 0
        for kind in range(KINDS):
            total += np.int64(state.discards[kind])
        if total == 0:
            return NO_CARD
        for kind in range(KINDS):
            state.deck[kind] = state.discards[kind]
            state.discards[kind] = 0
        state.deck_size = total
        note(luck, journal.RESHUFFLED, total, 0, 0, 0)
    kind = card_from(luck, state.deck, state.deck_size)
    state.deck[kind] -= 1
    state.deck_size -= 1
    return kind


@rule
def fill_display(book: Book, state: State, luck: Luck):
    """Turn up cards for the empty slots, and sweep the display as long as the rules ask for it.

    Too many wild or passenger cards in a full display sweep it (C-14, M-12). A display with gaps is
    never swept (I-12). A display is also checked if no slot was empty (I-17). After `SWEEPS` sweeps
    in a row, `settle` fills the display.
    """
    for _ in range(SWEEPS):
        if not turn_up(state, luck):
            return
        kind = sweeping_kind(book, state)
        if kind == NO_CARD or not can_settle(book, state):
            return
        sweep(state, kind, luck)
    settle(book, state, luck)


@rule
def turn_up(state: State, luck: Luck):
    """Turn up cards for the empty slots, and return whether the display is full now (C-16)."""
    empty = slots_with(state, 0)
    while empty != NONE:
        slot = lowest(empty)
        empty = without_lowest(empty)
        kind = take_from_deck(state, luck)
        if kind == NO_CARD:
            return False
        state.display[slot] = kind + 1
        note(luck, journal.TURNED_UP, slot, kind, 0, 0)
    return True


@rule
def sweeping_kind(book: Book, state: State):
    """Return the kind of which a full display shows too many cards, or `NO_CARD` if there is none.

    Only wild cards and passenger cards can be too many, never cards of a colour.
    """
    for kind in range(LOCOMOTIVE, KINDS):
        most = np.int64(book.sweep_at[kind])
        if most > 0 and size(slots_with(state, kind + 1)) >= most:
            return kind
    return NO_CARD


@rule
def can_settle(book: Book, state: State):
    """Return whether the cards outside the hands can make a display that stands (I-01, S-19).

    A display stands if no rule sweeps it away.
    """
    usable = 0
    for kind in range(KINDS):
        outside = np.int64(state.deck[kind]) + np.int64(state.discards[kind])
        outside += size(slots_with(state, kind + 1))
        most = np.int64(book.sweep_at[kind])
        usable += outside if most == 0 else min(outside, most - 1)
    return usable >= DISPLAY


@rule
def settle(book: Book, state: State, luck: Luck):
    """Fill an empty display so that it is not swept; `can_settle` must hold (I-15).

    As soon as one more card of a kind would sweep the display, the function moves all cards of that
    kind from the deck to the discards.
    """
    for slot in range(DISPLAY):
        for kind in range(LOCOMOTIVE, KINDS):
            if is_passed_over(book, state, kind):
                state.deck_size -= state.deck[kind]
                state.discards[kind] += state.deck[kind]
                state.deck[kind] = 0
        if state.deck_size == 0:
            for kind in range(KINDS):
                if not is_passed_over(book, state, kind):
                    state.deck[kind] = state.discards[kind]
                    state.deck_size += state.discards[kind]
                    state.discards[kind] = 0
            note(luck, journal.RESHUFFLED, np.int64(state.deck_size), 0, 0, 0)
        kind = take_from_deck(state, luck)
        state.display[slot] = kind + 1
        note(luck, journal.TURNED_UP, slot, kind, 0, 0)


@rule
def is_passed_over(book: Book, state: State, kind: Number):
    """Return whether one more card of this kind would sweep the display."""
    most = np.int64(book.sweep_at[kind])
    return most > 0 and size(slots_with(state, kind + 1)) >= most - 1


@rule
def sweep(state: State, kind: Number, luck: Luck):
    """Move all cards of a full display to the discards, and leave the display empty (C-14, I-01).

    The function writes `kind`, the kind of which the display had too many cards, into the journal
    of `luck`. It draws no cards.
    """
    for slot in range(DISPLAY):
        state.discards[np.int64(state.display[slot]) - 1] += 1
        state.display[slot] = 0
    note(luck, journal.SWEPT, kind, 0, 0, 0)
