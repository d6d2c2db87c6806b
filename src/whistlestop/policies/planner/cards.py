"""Cards: which routes the hand is reserved for, how to pay, and which cards to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import COLOURS, KINDS, LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.planner import options
from whistlestop.policies.planner.memory import TARGETS
from whistlestop.policies.planner.situation import asking
from whistlestop.policies.planner.weights import (
    COUNTED_SPARE_CARDS,
    FERRY_LOCOMOTIVE_USE,
    FERRY_LOCOMOTIVE_WANTED,
    LIMITED_WILD_USE,
    LONG_LOCOMOTIVE_USE,
    LONG_LOCOMOTIVE_WANTED,
    UNPAYABLE,
)
from whistlestop.rules.actions import ANY_COLOUR, DRAW_BLIND, DRAW_DISPLAY, PAIR_OF, PAIRS
from whistlestop.rules.bits import NONE, has, lowest, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import drawable
from whistlestop.rules.claims import route_price
from whistlestop.rules.payments import (
    LOCOMOTIVES4_PLAY,
    LOCOMOTIVES_PLAY,
    SUBSTITUTE_AT,
    most_substituted,
)
from whistlestop.rules.prices import price
from whistlestop.rules.state import Phase
from whistlestop.rules.tunnels import cards_for_surcharge, is_tunnel, most_turned_up

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Real, Set
    from whistlestop.rules.record_types import Book, State

SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT

NO_PAYMENT = -1
"""The value that functions return as a payment if the hand cannot pay."""

MANY_MISSING = 99
"""A number higher than the number of cards that any route can lack."""


@compiled
def add_target(planner: Planner, route: Number, priority: Real):
    """Add a route to the end of the planner's list of targets, unless the list is full.

    Targets are the routes that cards are collected for. `priority` is a factor for the use of a
    card that the target lacks. It is 1 for the first route of the plan.
    """
    if planner.targets < TARGETS:
        planner.target[planner.targets] = route
        planner.priority[planner.targets] = priority
        planner.targets += 1


@compiled
def share_out(book: Book, state: State, planner: Planner):
    """Reserve the cards in hand for the targets in their order, grey routes last.

    Targets are the routes that cards are collected for. Locomotives are reserved for ferries. For a
    tunnel, one more card is reserved for the surcharge if no locomotive is left. One card is an
    estimate of the surcharge, which `tunnels.asked_for` determines (E-11).

    The function writes `ferry`, `colour`, `reserved` and `missing` of each target, and `spare` and
    `wild_reserved`.
    """
    seat = np.int64(state.seat)
    for colour in range(COLOURS):
        planner.spare[colour] = np.int64(state.hand[seat, colour])
    wild = np.int64(state.hand[seat, LOCOMOTIVE])
    planner.wild_reserved = 0
    for i in range(planner.targets):
        ferry = np.int64(book.route_ferry[planner.target[i]])
        planner.ferry[i] = min(ferry, wild)
        wild -= planner.ferry[i]
        planner.wild_reserved += planner.ferry[i]
    for grey in range(2):
        for i in range(planner.targets):
            route = planner.target[i]
            colour = np.int64(book.route_colour[route])
            if (colour == GREY) != (grey == 1):
                continue
            length = np.int64(book.route_length[route]) - np.int64(book.route_ferry[route])
            if wild == 0 and is_tunnel(book, route):
                length += 1
            if colour == GREY:
                colour = fullest(book, planner, length)
            used = min(length, planner.spare[colour])
            planner.spare[colour] -= used
            planner.colour[i] = colour
            planner.reserved[i] = used
            planner.missing[i] = length - used


@compiled
def fullest(book: Book, planner: Planner, length: Number):
    """Return the colour in which the planner should pay for a grey route of this length.

    Of the colours with at least `length` spare cards, the result is the one with the fewest, so
    that larger sets stay whole. If no colour has enough spare cards, the result is the one with the
    most.
    """
    best = np.int64(0)
    for colour in range(1, book.colours):
        have, most = planner.spare[colour], planner.spare[best]
        if most >= length:
            if length <= have < most:
                best = np.int64(colour)
        elif have > most:
            best = np.int64(colour)
    return best


@compiled
def best_payment(
    book: Book,
    state: State,
    planner: Planner,
    route: Number,
    colours: Set,
    cards: Number,
    wild: Number,
    ferry: Number,
    planned: Number,
):
    """Find the cheapest payment for a price. For each colour, use as few wild cards as possible.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, after `share_out`.
        route: the route to be paid for; -1 = a station.
        colours: the set of colours that may pay; see `prices.price`.
        cards: the number of cards.
        wild: the wild cards that may pay, and the substitutes, coded as in `claims.route_price`.
        ferry: the number of locomotives that the price requires at least.
        planned: how many of the targets, from the first on, should keep the cards reserved for
            them.

    Returns:
        What the payment costs in points, and the number of the payment. If the hand cannot pay,
        `UNPAYABLE` and `NO_PAYMENT`.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    locomotives = np.int64(state.hand[seat, LOCOMOTIVE]) if wild & LOCOMOTIVES_PLAY else 0
    locomotives4 = np.int64(state.hand[seat, LOCOMOTIVE4]) if wild & LOCOMOTIVES4_PLAY else 0
    for_others = np.int64(0)
    for i in range(planned):
        if planner.target[i] != route:
            for_others += planner.ferry[i]
    free_wild = max(np.int64(state.hand[seat, LOCOMOTIVE]) - for_others, 0)
    ends_draw = has(book.whole_draw, LOCOMOTIVE)
    each_wild = w.locomotive if ends_draw else w.plain_locomotive
    each = wild >> SUBSTITUTE_AT & 15
    substitutable, to_give = np.int64(-1), np.int64(0)
    if each > 0:
        substitutable = most_substituted(state, seat, cards, wild)
        for colour in range(book.colours):
            to_give += max(planner.spare[colour], 0)
    tries = route >= 0 and state.phase != SURCHARGE and is_tunnel(book, route)
    best = UNPAYABLE
    found = np.int64(NO_PAYMENT)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        have = np.int64(0) if colour == ANY_COLOUR else np.int64(state.hand[seat, colour])
        wilds = max(cards - have, ferry)
        if colour == ANY_COLOUR:
            wilds = cards
        elif wilds >= cards:
            continue
        coloured = cards - wilds
        if each > 0:
            plain = min(wilds, locomotives)
            long = wilds - plain  # the substituted cards
            if long > substitutable:
                continue
            given = each * long
            lacking = max(given - max(to_give - coloured, 0), 0)
            cost = w.spare_card * (given - lacking) + w.reserved_card * lacking
        else:
            long = min(locomotives4, wilds - ferry)
            plain = wilds - long
            if plain > locomotives:
                continue
            cost = w.locomotive4 * long
        if coloured > 0:
            kept = np.int64(0)
            for i in range(planned):
                if planner.target[i] != route and planner.colour[i] == colour:
                    kept += planner.reserved[i]
            taken = max(coloured - max(have - kept, 0), 0)
            cost += w.reserved_card * taken + w.spare_card * (coloured - taken)
        due = min(plain, ferry)
        taken = max(plain - max(free_wild, due), 0)
        cost += w.spare_card * due + each_wild * (plain - due - taken)
        cost += w.reserved_locomotive * taken
        payment = colour * PAIRS + PAIR_OF[plain, long]
        if tries:
            able = cards_for_surcharge(book, state, route, payment)
            cost += w.failed_tunnel * failure(book, state, planner, colour, able)
        if cost < best:
            best = cost
            found = payment
    return best, found


@compiled
def failure(book: Book, state: State, planner: Planner, colour: Number, able: Number):
    """Return an estimate of the chance that a tunnel asks for more than `able` cards (E-11).

    `colour` is the colour of the payment, or `ANY_COLOUR` for wild cards alone. The estimate treats
    the cards that `tunnels.lay_out` turns up as independent, with equal chances to ask for one more
    card. `knowledge.tunnels` computes the exact chance.
    """
    turned = most_turned_up(state)
    asked = asking(book, planner.unseen, planner.unseen_total, colour)
    chance = 0.0
    for due in range(able + 1, turned + 1):
        ways = 1.0
        for i in range(due):
            ways = ways * (turned - i) / (i + 1)
        chance += ways * asked**due * (1.0 - asked) ** (turned - due)
    return chance


@compiled
def claim_payment(book: Book, state: State, planner: Planner, route: Number, planned: Number):
    """Return the cost of the cheapest payment for a route, and the number of this payment.

    The cost is in points. If the hand cannot pay, the results are `UNPAYABLE` and `NO_PAYMENT`.
    `planned` says how many of the targets, from the first on, should keep the cards reserved for
    them.
    """
    colours, cards, wild, ferry = route_price(book, route)
    return best_payment(book, state, planner, route, colours, cards, wild, ferry, planned)


@compiled
def payment_under_way(book: Book, state: State, planner: Planner, planned: Number):
    """Return the cost and the number of the cheapest payment that the seat can make now.

    The payment is for the route, station or surcharge that the seat is paying for. The cost is in
    points. If the hand cannot pay, the results are `UNPAYABLE` and `NO_PAYMENT`. `planned` says how
    many of the targets, from the first on, should keep the cards reserved for them.
    """
    colours, cards, wild, ferry = price(book, state)
    route = np.int64(-1) if state.phase == STATION_PAYMENT else np.int64(state.route)
    return best_payment(book, state, planner, route, colours, cards, wild, ferry, planned)


@compiled
def put_uses(book: Book, state: State, planner: Planner):
    """Write to `planner.uses` how useful one more card of each kind is.

    The use is about 1 for a card that the plan needs.

    Returns:
        Whether one more locomotive would be enough to pay for a target.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    wanted_wild = 0.0
    wanted_ferry = 0.0
    wanted_long = 0.0
    closest = np.int64(MANY_MISSING)
    for colour in range(COLOURS):
        planner.uses[colour] = w.spare_use + w.spare_set * min(
            planner.spare[colour], COUNTED_SPARE_CARDS
        )
    for i in range(planner.targets):
        route = planner.target[i]
        priority = planner.priority[i]
        group = np.int64(book.group_wilds[book.route_group[route]])
        if planner.ferry[i] < np.int64(book.route_ferry[route]):
            wanted_ferry = max(wanted_ferry, priority)
        number = planner.missing[i]
        if number == 0:
            continue
        if group & LOCOMOTIVES_PLAY:
            wanted_wild = max(wanted_wild, priority)
            closest = min(closest, number)
        if group & LOCOMOTIVES4_PLAY:
            wanted_long = max(wanted_long, priority)
        use = priority * (w.missing_use + w.last_missing / number)
        colour = planner.colour[i]
        planner.uses[colour] = max(planner.uses[colour], use)
        if book.route_colour[route] == GREY:
            length = np.int64(book.route_length[route]) - np.int64(book.route_ferry[route])
            for other in range(book.colours):
                if other != colour:
                    share = min((planner.spare[other] + 1.0) / max(length, 1), 1.0)
                    planner.uses[other] = max(planner.uses[other], priority * w.grey_use * share)
    wild = w.wild_use + w.wild_wanted * wanted_wild
    if wanted_ferry > 0.0:
        wild = max(wild, FERRY_LOCOMOTIVE_USE + FERRY_LOCOMOTIVE_WANTED * wanted_ferry)
    if not plays_everywhere(book):
        wild = LIMITED_WILD_USE + w.wild_use * wanted_wild
    planner.uses[LOCOMOTIVE] = wild
    planner.uses[LOCOMOTIVE4] = LONG_LOCOMOTIVE_USE + LONG_LOCOMOTIVE_WANTED * wanted_long
    useful = np.int64(state.passengers_left[seat]) > 0 or state.passengers[seat] != NONE
    have = np.int64(state.hand[seat, PASSENGER])
    planner.uses[PASSENGER] = w.passenger_use / (1 + have) if useful else 0.0
    free = np.int64(state.hand[seat, LOCOMOTIVE]) - planner.wild_reserved
    return closest == free + 1


@compiled
def plays_everywhere(book: Book):
    """Return whether locomotives may pay for every route."""
    for group in range(book.groups):
        if not np.int64(book.group_wilds[group]) & LOCOMOTIVES_PLAY:
            return False
    return True


@compiled
def add_cards(book: Book, state: State, planner: Planner, base: Real, share: Real):
    """Add an option for each draw of a card that is possible now.

    The worth of an option, in points, is `base` plus `share` times the use of the card (see
    `put_uses`). If the card is a whole draw (C-11), its use is first multiplied by a weight. The
    weight is `whole_draw_now` if one more locomotive would be enough to pay for a target, and
    `whole_draw` otherwise.
    """
    w = planner.weights
    pays_now = put_uses(book, state, planner)
    draws = drawable(book, state)
    if has(draws, DRAW_BLIND):
        total = 0.0
        for kind in range(KINDS):
            total += planner.unseen[kind] * planner.uses[kind]
        options.add(planner, DRAW_BLIND, base + share * total / max(planner.unseen_total, 1))
    for kind in range(KINDS):
        if has(draws, DRAW_DISPLAY + kind):
            use = planner.uses[kind]
            if has(book.whole_draw, kind):
                use *= w.whole_draw_now if pays_now else w.whole_draw
            options.add(planner, DRAW_DISPLAY + kind, base + share * use)
