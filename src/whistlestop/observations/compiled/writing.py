"""Observations and information states, written into tensors: what a seat may know, as numbers.

What stands where is the business of `features`; what a seat may see is that of `whistlestop.view`,
and these functions tell the same. They are called with any state of the game, and read of it only
what the seat may know.
"""

from __future__ import annotations

import numpy as np

from whistlestop.editions.limits import DISPLAY, LOCOMOTIVE, LOCOMOTIVE4, OFFER
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.rules.actions import (
    ANY_COLOUR,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.bits import NONE, ONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.claims import claimable_by
from whistlestop.rules.networks import part_at
from whistlestop.rules.state import REVEALED, Phase

OPENING_KEEP = Phase.OPENING_KEEP
PAYMENT = Phase.PAYMENT
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
SURCHARGE = Phase.SURCHARGE
STATION_PAYMENT = Phase.STATION_PAYMENT
OVER = Phase.OVER

YES = np.float32(1.0)
NO = np.float32(0.0)
OF_CARDS = np.float32(1 / 32)
OF_BACKS = np.float32(1 / 8)
OF_POINTS = np.float32(1 / 100)
OF_TURNS = np.float32(1 / 100)
OF_SET = np.float32(1 / 8)
OF_DUE = np.float32(1 / 3)
OF_STEPS = np.float32(1 / 8)
OF_TOKENS = np.float32(1 / 4)
OF_TIMES = np.float32(1 / 8)


@compiled
def observe(book, layout, state, seat, out):
    """Write what a seat may know now.

    Args:
        book: the edition.
        layout: a `sizes.LAYOUT` for the edition.
        state: the position.
        seat: who looks; -1 is a spectator.
        out: `float32[layout.observation]` or longer; the rest stays as it is.
    """
    for i in range(layout.routes_owner):
        out[i] = NO
    behind = layout.routes_owner + np.int64(state.seats) * layout.routes  # owners are all written
    for i in range(np.uint64(behind), np.uint64(layout.observation)):
        out[i] = NO
    first = max(np.int64(seat), 0)
    write_table(book, layout, state, seat, out)
    for player in range(state.seats):
        other = first + player
        if other >= state.seats:
            other -= np.int64(state.seats)
        write_player(book, layout, state, player, other, other == seat, out)
    write_routes(book, layout, state, seat, first, out)
    if layout.places_passenger >= 0 or layout.places_station >= 0:
        write_places(book, layout, state, first, out)
    write_tickets(book, layout, state, seat, first, out)
    if layout.pile_there >= 0:
        write_pile(book, layout, state, seat, first, out)


@compiled
def inform(book, layout, state, memory, seat, out):
    """Write everything that a seat has seen: what it may know now, and the past behind it.

    Args:
        book: as above.
        layout: as above.
        state: as above.
        memory: the game's `memory.MEMORY`.
        seat: as above.
        out: `float32[layout.information]` or longer; the rest stays as it is.
    """
    observe(book, layout, state, seat, out)
    for i in range(layout.observation, layout.information):
        out[i] = NO
    first = max(np.int64(seat), 0)
    players = layout.players
    for player in range(state.seats):
        other = first + player
        if other >= state.seats:
            other -= np.int64(state.seats)
        drawn = np.int64(0)
        for i in range(layout.kinds):
            kind = layout.kind[i]
            here = i * players + player
            number = np.int64(memory.drawn[other, kind])
            drawn += number
            out[layout.past_players_taken + here] = (
                np.float32(memory.taken[other, kind]) * layout.of_kind[i]
            )
            out[layout.past_players_spent + here] = (
                np.float32(memory.spent[other, kind]) * layout.of_kind[i]
            )
            if other == seat:
                out[layout.past_players_drawn_kinds + here] = np.float32(number) * layout.of_kind[i]
        out[layout.past_players_drawn + player] = np.float32(drawn) * OF_CARDS
        for stack in range(layout.stacks):
            here = stack * players + player
            out[layout.past_players_offers + here] = (
                np.float32(memory.offers[other, stack]) * OF_BACKS
            )
            out[layout.past_players_returns + here] = (
                np.float32(memory.returns[other, stack]) * OF_BACKS
            )
        if layout.past_players_withdrawals >= 0:
            out[layout.past_players_withdrawals + player] = (
                np.float32(memory.withdrawals[other]) * OF_TIMES
            )
    for route in range(book.routes):
        out[layout.past_routes_claimed + route] = (
            np.float32(memory.claimed[route]) * layout.of_routes
        )
    if seat >= 0:
        write_set(out, layout.past_tickets_seen, memory.seen[seat])
        write_set(out, layout.past_tickets_given_back, memory.given_back[seat])


@compiled
def observe_deciding(books, layouts, states, out):
    """Write for each of many positions what its deciding seat may know.

    Args:
        books: the edition, as an array of one.
        layouts: the layout, as an array of one.
        states: `STATE[n]`, any positions; where a game is over, the seat is the last that decided.
        out: `float32[n, layout.observation]`.
    """
    for i in range(states.shape[0]):
        observe(books[0], layouts[0], states[i], np.int64(states[i].seat), out[i])


@compiled
def inform_deciding(books, layouts, states, memories, out):
    """Write for each of many positions what its deciding seat has seen.

    Args:
        books: as above.
        layouts: as above.
        states: as above.
        memories: `MEMORY[n]`, the memory of each.
        out: `float32[n, layout.information]`.
    """
    for i in range(states.shape[0]):
        inform(books[0], layouts[0], states[i], memories[i], np.int64(states[i].seat), out[i])


@part
def write_set(out, at, members):
    """Write 1 for each member of a set, at its number; the others are 0 already."""
    base = np.uint64(at)  # numbers that cannot be negative are not asked whether they are
    while members != NONE:
        out[base + np.uint64(lowest(members))] = YES
        members = without_lowest(members)


EIGHT = np.array([[(i >> j) & 1 for j in range(8)] for i in range(256)], dtype=np.float32)
"""[set of up to eight] → 1 for each member and 0 for the others."""


@part
def write_bits(out, at, low, high, number):
    """Write 1 for each member of a set of two words and 0 for the others.

    For sets that are large or change much, eight at once: nothing has to be 0 before, and nobody
    has to foresee how many members there are.
    """
    base = np.uint64(at)
    eights = np.uint64(number) >> np.uint64(3)
    for i in range(eights):
        members = (low if i < 8 else high) >> ((i & np.uint64(7)) << np.uint64(3))
        row = members & np.uint64(255)
        for j in range(8):
            out[base + (i << np.uint64(3)) + np.uint64(j)] = EIGHT[row, np.uint64(j)]
    rest = (low if eights < 8 else high) >> ((eights & np.uint64(7)) << np.uint64(3))
    for i in range(eights << np.uint64(3), np.uint64(number)):
        out[base + i] = np.float32(np.int64(rest & ONE))
        rest >>= ONE


@part
def write_table(book, layout, state, seat, out):
    """What is nobody's."""
    kinds = layout.kinds
    out[layout.table_phase + np.int64(state.phase)] = YES
    if seat < 0:
        out[layout.table_spectator] = YES
    for slot in range(DISPLAY):
        card = np.int64(state.display[slot])
        if card > 0:
            out[layout.table_display + slot * kinds + layout.column[card - 1]] = YES
    out[layout.table_deck] = np.float32(state.deck_size) * layout.of_deck
    for i in range(kinds):
        out[layout.table_discards + i] = (
            np.float32(state.discards[layout.kind[i]]) * layout.of_kind[i]
        )
    second = np.int64(0)
    if layout.stacks > 1:
        for i in range(np.int64(state.returned_size)):
            second += np.int64(has(book.stack_tickets[1], np.int64(state.returned[i]) - 1))
        number = size(state.stack[1]) + second
        out[layout.table_stacks + 1] = np.float32(number) * layout.of_stack[1]
    number = size(state.stack[0]) + np.int64(state.returned_size) - second
    out[layout.table_stacks] = np.float32(number) * layout.of_stack[0]
    if state.phase == SURCHARGE:
        write_tunnel(book, layout, state, out)
    if state.phase == JOURNEY:
        out[layout.table_journey_steps] = np.float32(state.journey_steps) * OF_STEPS
    out[layout.table_turns] = np.float32(state.turns) * OF_TURNS
    if state.last_turns > 0:
        out[layout.table_final_round] = YES
        out[layout.table_last_turns] = np.float32(state.last_turns) / np.float32(state.seats)
    out[layout.table_passes] = np.float32(state.passes) / np.float32(state.seats)


@compiled
def write_tunnel(book, layout, state, out):
    """What lies on the table while a tunnel's surcharge is decided (E-12)."""
    number = np.int64(state.payment)
    colour = payment_colour(number)
    locomotives = payment_locomotives(number)
    locomotives4 = payment_locomotives4(number)
    at = layout.table_laid_out
    for i in range(layout.kinds):
        kind = layout.kind[i]
        cards = np.int64(0)
        if kind == LOCOMOTIVE:
            cards = locomotives
        elif kind == LOCOMOTIVE4:
            cards = locomotives4
        elif kind == colour and colour != ANY_COLOUR:
            cards = np.int64(book.route_length[state.route]) - locomotives - locomotives4
        out[at + i] = np.float32(cards) * OF_SET
    for i in range(REVEALED):
        card = np.int64(state.revealed[i])
        if card > 0:
            out[layout.table_revealed + i * layout.kinds + layout.column[card - 1]] = YES
    out[layout.table_due] = np.float32(state.due) * OF_DUE


@part
def write_player(book, layout, state, player, other, own, out):
    """What is seen of one player.

    Args:
        book: the edition.
        layout: the layout.
        state: the position.
        player: where the player is told of.
        other: the player's seat.
        own: whether that is who looks.
        out: where to write.
    """
    players = layout.players
    known = own or state.phase == OVER
    out[layout.players_there + player] = YES
    if other == np.int64(state.seat):
        out[layout.players_decides + player] = YES
    if other == np.int64(state.starter):
        out[layout.players_starter + player] = YES
    shown_at, hand_at = layout.players_shown + player, layout.players_hand + player
    number = np.int64(0)
    for i in range(layout.kinds):
        kind = layout.kind[i]
        cards = np.int64(state.hand[other, kind])
        shown = np.int64(state.shown[other, kind])
        number += cards
        out[shown_at + i * players] = np.float32(shown) * layout.of_kind[i]
        out[hand_at + i * players] = np.float32(cards if known else 0) * layout.of_kind[i]
    out[layout.players_cards + player] = np.float32(number) * OF_CARDS
    if known:
        out[layout.players_hand_known + player] = YES
    for stack in range(layout.stacks):
        backs = size(state.tickets[other] & book.stack_tickets[stack])
        out[layout.players_ticket_backs + stack * players + player] = np.float32(backs) * OF_BACKS
    if state.offer[other, 0] > 0:
        for i in range(OFFER):
            if state.offer[other, i] > 0:
                stack = np.int64(has(book.stack_tickets[1], np.int64(state.offer[other, i]) - 1))
                out[layout.players_offer_backs + stack * players + player] += OF_BACKS
    if state.phase == OPENING_KEEP and other < np.int64(state.seat):
        out[layout.players_answered + player] = YES
    out[layout.players_pieces + player] = np.float32(state.pieces[other]) * layout.of_pieces
    out[layout.players_score + player] = np.float32(state.score[other]) * OF_POINTS
    if layout.players_passengers_left >= 0:
        out[layout.players_passengers_left + player] = (
            np.float32(state.passengers_left[other]) * layout.of_passengers
        )
        out[layout.players_merchandise + player] = np.float32(state.merchandise[other]) * OF_POINTS


@part
def write_routes(book, layout, state, seat, first, out):
    """Who owns the routes, and which ones who looks could claim."""
    for player in range(state.seats):
        other = first + player
        if other >= state.seats:
            other -= np.int64(state.seats)
        at = layout.routes_owner + player * layout.routes
        write_bits(out, at, state.owned[other, 0], state.owned[other, 1], layout.routes)
    if seat >= 0:
        open0, open1 = state.open[seat, 0], state.open[seat, 1]
        write_bits(out, layout.routes_open, open0, open1, layout.routes)
        routes0, routes1 = claimable_by(book, state, np.int64(seat))
        write_bits(out, layout.routes_affordable, routes0, routes1, layout.routes)
    phase = state.phase
    if phase == PAYMENT or phase == PLACEMENT or phase == SURCHARGE:
        out[layout.routes_chosen + np.int64(state.route)] = YES
    if phase == JOURNEY:
        write_set(out, layout.routes_travelled, state.journey_used[0])
        write_set(out, layout.routes_travelled + 64, state.journey_used[1])


@part
def write_places(book, layout, state, first, out):
    """Passengers, merchandise and stations."""
    for player in range(state.seats):
        other = first + player
        if other >= state.seats:
            other -= np.int64(state.seats)
        if layout.places_passenger >= 0:
            at = layout.places_passenger + player * layout.places
            write_set(out, at, state.passengers[other])
        if layout.places_station >= 0:
            at = layout.places_station + player * layout.places
            write_set(out, at, state.stations[other])
    if layout.places_tokens >= 0:
        for place in range(book.places):
            left = np.int64(book.token_count[place]) - np.int64(state.taken[place])
            out[layout.places_tokens + place] = np.float32(left) * OF_TOKENS
    if state.phase == JOURNEY:
        out[layout.places_travelling + np.int64(state.journey_at)] = YES
        write_set(out, layout.places_visited, state.journey_visited)
    if state.phase == STATION_PAYMENT:
        out[layout.places_building + np.int64(state.city)] = YES


@part
def write_tickets(book, layout, state, seat, first, out):
    """The tickets whose holder is known, and those on offer to who looks."""
    if state.phase == OVER:
        for player in range(state.seats):
            other = first + player
            if other >= state.seats:
                other -= np.int64(state.seats)
            at = layout.tickets_holder + player * layout.tickets
            write_set(out, at, state.tickets[other])
    if seat < 0:
        return
    mine = state.tickets[seat]
    write_set(out, layout.tickets_holder, mine)
    answered = state.phase == OPENING_KEEP and seat < np.int64(state.seat)
    if state.offer[seat, 0] > 0:
        for i in range(layout.offer):
            if state.offer[seat, i] > 0:
                ticket = np.int64(state.offer[seat, i]) - 1
                out[layout.tickets_offered + i * layout.tickets + ticket] = YES
                mine |= bit(ticket)
                if answered and (np.int64(state.answer[seat]) >> i) & 1:
                    out[layout.tickets_answer + ticket] = YES
    write_set(out, layout.tickets_completed, completed(book, state, seat, mine))


@part
def completed(book, state, seat, tickets):
    """Those of some tickets that the routes of a seat complete, without stations (C-33)."""
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    touched = NONE
    for word in range(2):
        rest = own0 if word == 0 else own1
        while rest != NONE:
            route = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            touched |= bit(book.route_a[route]) | bit(book.route_b[route])
    done = NONE
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        goals = NONE
        for option in range(book.ticket_options[ticket]):
            goals |= book.ticket_goal[ticket, option]
        goals &= touched
        starts = book.ticket_origin[ticket] & touched
        while starts != NONE and goals != NONE:  # only then is it worth while to walk
            _, _, places = part_at(book, lowest(starts), own0, own1)
            starts &= ~places
            if goals & places != NONE:
                done |= bit(ticket)
                starts = NONE
    return done


@part
def write_pile(book, layout, state, seat, first, out):
    """The tickets at the bottom of the stacks, and which ones, where who looks knows."""
    over = state.phase == OVER
    there_at, stack_at, by_at = layout.pile_there, layout.pile_stack, layout.pile_returned_by
    known_at, tickets, seats = layout.tickets_returned, layout.tickets, np.int64(state.seats)
    for i in range(np.int64(state.returned_size)):
        ticket = np.int64(state.returned[i]) - 1
        other = np.int64(state.returned_by[i]) - 1
        out[there_at + i] = YES
        stack = np.int64(has(book.stack_tickets[1], ticket))
        out[stack_at + stack * tickets + i] = YES
        player = other - first if other >= first else other - first + seats
        out[by_at + player * tickets + i] = YES
        if other == seat or over:
            out[known_at + ticket] = np.float32(i + 1) * layout.of_tickets
