"""Tunnels: laying out the set, and the surcharge that turned-up cards decide (E-11, E-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import KINDS, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.rules import journal
from whistlestop.rules.actions import (
    ANY_COLOUR,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.bits import bit, has
from whistlestop.rules.cards import NO_CARD, take_from_deck
from whistlestop.rules.claims import lay_pieces
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.payments import LOCOMOTIVES_PLAY, spend
from whistlestop.rules.state import REVEALED

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def is_tunnel(book: Book, route: Number):
    """Return whether a route is a tunnel."""
    return has(book.tunnels[route >> 6], route & 63)


@rule
def lay_out(book: Book, state: State, number: Number, luck: Luck):
    """Lay out the set for the chosen tunnel, and turn up cards that decide the surcharge (E-11).

    The set is the cards that pay the tunnel's length. `number` is the number of this payment. Until
    the tunnel is decided, neither the set nor the turned-up cards are among the discards (E-43).

    The seat need not hold cards in reserve for the surcharge (E-46).
    """
    seat = np.int64(state.seat)
    state.payment = number
    move_set(book, state, -1)
    note(luck, journal.TUNNELLED, seat, np.int64(state.route), number, 0)
    asking = asking_kinds(payment_colour(number))
    for i in range(REVEALED):
        kind = take_from_deck(state, luck)
        if kind == NO_CARD:  # only the cards turned up so far count (E-42)
            break
        state.revealed[i] = kind + 1
        note(luck, journal.REVEALED, kind, np.int64(has(asking, kind)), 0, 0)
    state.due = asked_for(state)
    note(luck, journal.DUE, seat, np.int64(state.due), 0, 0)


@rule
def asked_for(state: State):
    """Return the number of cards that the turned-up cards add to the price (E-11, E-45)."""
    asking = asking_kinds(payment_colour(np.int64(state.payment)))
    number = 0
    for i in range(REVEALED):
        content = np.int64(state.revealed[i])
        if content > 0 and has(asking, content - 1):
            number += 1
    return number


@rule
def asking_kinds(colour: Number):
    """Return the kinds of cards that raise a tunnel's surcharge by 1 when turned up (E-11, E-45).

    The result is a set with one bit for each kind. `colour` is the colour of the cards that are
    laid out for the tunnel. The kinds are locomotives and this colour. If only wild cards are laid
    out, `colour` is `ANY_COLOUR`, and the only kind is locomotives.
    """
    kinds = bit(LOCOMOTIVE)
    return kinds if colour == ANY_COLOUR else kinds | bit(colour)


@rule
def most_turned_up(state: State):
    """Return how many cards a tunnel would turn up now (E-11, E-42).

    The number is `REVEALED`, or less if the deck and the discards have fewer cards together.
    """
    number = np.int64(state.deck_size)
    for kind in range(KINDS):
        number += np.int64(state.discards[kind])
    return min(number, REVEALED)


@rule
def cards_for_surcharge(book: Book, state: State, route: Number, number: Number):
    """Return how many cards the deciding seat would have left to pay a tunnel's surcharge (E-11).

    Args:
        book: the edition.
        state: the position before the deciding seat lays out the set.
        route: the tunnel.
        number: the number of the payment that the seat would lay out as the set.
    """
    seat = np.int64(state.seat)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    cards = np.int64(0)
    if colour != ANY_COLOUR:
        length = np.int64(book.route_length[route])
        cards += np.int64(state.hand[seat, colour]) - (length - locomotives - locomotives4)
    if surcharge_wilds(book, route) & LOCOMOTIVES_PLAY:
        cards += np.int64(state.hand[seat, LOCOMOTIVE]) - locomotives
    return cards


@rule
def surcharge_wilds(book: Book, route: Number):
    """Return the wild cards that can pay the surcharge of a tunnel (E-44, S-17).

    They are coded as in `Book.group_wilds`.
    """
    return np.int64(book.group_wilds[book.route_group[route]]) & LOCOMOTIVES_PLAY


@rule
def surcharge_price(book: Book, state: State):
    """Return the cards that pay the surcharge of a tunnel (E-11, E-44).

    Cards of the colour of the set that was laid out can pay, and so can locomotives.

    Returns:
        Four values: the set of colours that may pay; the number of cards; the wild cards that may
        pay, coded as in `Book.group_wilds` (M-10, S-17); and 0, the minimum number of locomotives.
    """
    # If the set holds only wild cards, its colour is ANY_COLOUR already (E-45).
    colours = bit(payment_colour(np.int64(state.payment))) | bit(ANY_COLOUR)
    wild = surcharge_wilds(book, np.int64(state.route))
    return colours, np.int64(state.due), wild, np.int64(0)


@rule
def move_set(book: Book, state: State, sign: Number):
    """Move the set from the hand to the table if `sign` is -1, and back if it is 1.

    Cards that are taken back count as seen by everybody (E-48).
    """
    number = np.int64(state.payment)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    move_cards(state, LOCOMOTIVE, sign * locomotives)
    move_cards(state, LOCOMOTIVE4, sign * locomotives4)
    if colour != ANY_COLOUR:
        length = np.int64(book.route_length[state.route])
        move_cards(state, colour, sign * (length - locomotives - locomotives4))


@rule
def move_cards(state: State, kind: Number, number: Number):
    """Add a number of cards of a kind to the deciding seat's hand. The number may be negative.

    Everybody has seen these cards, so that they also count as shown.
    """
    seat = np.int64(state.seat)
    state.hand[seat, kind] = np.int64(state.hand[seat, kind]) + number
    state.shown[seat, kind] = max(np.int64(state.shown[seat, kind]) + number, 0)


@rule
def pay_surcharge(book: Book, state: State, number: Number, luck: Luck):
    """Pay the surcharge with the payment of this number, and claim the tunnel (E-12)."""
    due = np.int64(state.due)
    spend(state, number, due)
    note(luck, journal.SURCHARGED, np.int64(state.seat), number, due, 0)
    claim_tunnel(book, state, luck)


@rule
def claim_tunnel(book: Book, state: State, luck: Luck):
    """Move the set to the discards, and give the tunnel to the deciding seat."""
    number = np.int64(state.payment)
    move_set(book, state, 1)
    spend(state, number, np.int64(book.route_length[state.route]))
    lay_pieces(book, state, number, luck)
    clear_table(state)


@rule
def withdraw(book: Book, state: State, luck: Luck):
    """Put the set back into the deciding seat's hand. The tunnel is not claimed (E-12)."""
    move_set(book, state, 1)
    note(luck, journal.WITHDREW, np.int64(state.seat), np.int64(state.route), 0, 0)
    clear_table(state)


@rule
def clear_table(state: State):
    """Move the turned-up cards to the discards, and reset the set and the surcharge."""
    for i in range(REVEALED):
        if state.revealed[i] > 0:
            state.discards[np.int64(state.revealed[i]) - 1] += 1
        state.revealed[i] = 0
    state.payment = 0
    state.due = 0
