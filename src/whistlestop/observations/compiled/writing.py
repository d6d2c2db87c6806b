"""Writing observations and information states into tensors: what a seat may know, as numbers.

`features` says which number means what. What a seat may see is defined by `whistlestop.seen.view`,
and these functions agree with it. They take the full state of a game, but read only what the seat
may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import DISPLAY, LOCOMOTIVE, LOCOMOTIVE4, OFFER
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.observations.features import SET_CARDS
from whistlestop.rules.actions import (
    ANY_COLOUR,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.bits import NONE, ONE, lowest, without_lowest
from whistlestop.rules.claims import claimable_by
from whistlestop.rules.networks import part_at
from whistlestop.rules.state import REVEALED, Phase
from whistlestop.rules.tickets import is_of_stack
from whistlestop.rules.wide_sets import (
    EMPTY,
    first_member,
    holds,
    intersection,
    is_empty,
    number_of,
    read_words,
    set_of,
    union,
    without_first,
)

if TYPE_CHECKING:
    from whistlestop.observations.compiled.record_types import LayoutRecord, Memory
    from whistlestop.rules.annotations import Number, Numbers, Records, Set, WideSet
    from whistlestop.rules.record_types import Book, State

OPENING_KEEP = Phase.OPENING_KEEP
PAYMENT = Phase.PAYMENT
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
SURCHARGE = Phase.SURCHARGE
SUBSTITUTION = Phase.SUBSTITUTION
STATION_PAYMENT = Phase.STATION_PAYMENT
OVER = Phase.OVER

YES = np.float32(1.0)
NO = np.float32(0.0)
WORD = np.uint64(64)
OF_CARDS = np.float32(1 / 32)
OF_BACKS = np.float32(1 / 8)
OF_POINTS = np.float32(1 / 100)
OF_TURNS = np.float32(1 / 100)
OF_SET = np.float32(1 / SET_CARDS)
OF_OWED = np.float32(1 / 32)
OF_DUE = np.float32(1 / 3)
OF_STEPS = np.float32(1 / 8)
OF_TOKENS = np.float32(1 / 4)
OF_TIMES = np.float32(1 / 8)


@compiled
def observe(book: Book, layout: LayoutRecord, state: State, seat: Number, out: Numbers):
    """Write the observation of a seat to `out`: what the seat may know now.

    Args:
        book: the edition.
        layout: a `sizes.LAYOUT` for the edition.
        state: the position.
        seat: the viewer's seat; -1 is a spectator.
        out: `float32[layout.observation]` or longer. Numbers beyond this length stay unchanged.
    """
    write_nothing(out, 0, layout.routes_owner)
    owners_end = layout.routes_owner + np.int64(state.seats) * layout.routes
    write_nothing(out, owners_end, layout.routes_open)
    write_nothing(out, layout.routes_affordable + layout.routes, layout.observation)
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
def inform(
    book: Book, layout: LayoutRecord, state: State, memory: Memory, seat: Number, out: Numbers
):
    """Write the information state of a seat to `out`: its observation, followed by the past.

    Args:
        book: the edition.
        layout: a `sizes.LAYOUT` for the edition.
        state: the position.
        memory: the game's `memory.MEMORY`.
        seat: the viewer's seat; -1 is a spectator.
        out: `float32[layout.information]` or longer. Numbers beyond this length stay unchanged.
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
        write_wide_set(out, layout.past_tickets_seen, read_words(memory.seen[seat]))
        write_wide_set(out, layout.past_tickets_given_back, read_words(memory.given_back[seat]))


@compiled
def observe_deciding(
    books: Records[Book], layouts: Records[LayoutRecord], states: Records[State], out: Numbers
):
    """Write for each of many positions the observation of its deciding seat.

    Args:
        books: the edition, as an array of one record.
        layouts: the layout, as an array of one record.
        states: `STATE[n]`, any positions. In a game that is over, the seat is the last one that
            decided.
        out: `float32[n, layout.observation]`.
    """
    for i in range(states.shape[0]):
        observe(books[0], layouts[0], states[i], np.int64(states[i].seat), out[i])


@compiled
def inform_deciding(
    books: Records[Book],
    layouts: Records[LayoutRecord],
    states: Records[State],
    memories: Records[Memory],
    out: Numbers,
):
    """Write for each of many positions the information state of its deciding seat.

    Args:
        books: the edition, as an array of one record.
        layouts: the layout, as an array of one record.
        states: `STATE[n]`, any positions. In a game that is over, the seat is the last one that
            decided.
        memories: `MEMORY[n]`, the memory of each position.
        out: `float32[n, layout.information]`.
    """
    for i in range(states.shape[0]):
        inform(books[0], layouts[0], states[i], memories[i], np.int64(states[i].seat), out[i])


@part
def write_nothing(out: Numbers, first: Number, end: Number):
    """Write 0 to the numbers from index `first` up to, but not including, `end`.

    For most features, `observe` calls this function before it writes the feature's numbers. The
    owners of routes and the routes that can be claimed need no zeros, because `observe` writes all
    of their numbers.
    """
    for i in range(np.uint64(first), np.uint64(end)):
        out[i] = NO


@part
def write_set(out: Numbers, at: Number, members: Set):
    """Write 1 to `out` at index `at` + i for each member i of a set.

    The function writes no zeros: where i is not a member, `out` must already have 0.
    """
    base = np.uint64(at)  # an unsigned index is not checked for being negative
    while members != NONE:
        out[base + np.uint64(lowest(members))] = YES
        members = without_lowest(members)


@part
def write_wide_set(out: Numbers, at: Number, members: WideSet):
    """Write 1 to `out` at index `at` + i for each member i of a wide set, as `write_set` does."""
    write_set(out, at, members[0])
    if members[1] != NONE:
        write_set(out, at + 64, members[1])


@part
def write_bits(out: Numbers, at: Number, low: Set, high: Set, number: Number):
    """Write to `out` for each i from 0 to `number` - 1 whether a set has the member i.

    The function writes 1 or 0 at index `at` + i. The set is `low` (members 0 to 63) and `high`
    (members from 64 on).

    Use this function instead of `write_set` for sets that are large or change often. `out` need not
    have zeros before the call. The loop does not depend on the number of members, so that compilers
    can turn the loop into vector instructions.
    """
    write_word(out, np.uint64(at), low, min(np.uint64(number), WORD))
    if np.uint64(number) > WORD:
        write_word(out, np.uint64(at) + WORD, high, np.uint64(number) - WORD)


@part
def write_word(out: Numbers, base: Number, members: Set, number: Number):
    """Write to `out` for each i from 0 to `number` - 1 whether a set of one word has the member i.

    The function writes 1 or 0 at index `base` + i.
    """
    for i in range(np.uint64(number)):
        out[base + i] = YES if (members >> i) & ONE else NO


@part
def write_table(book: Book, layout: LayoutRecord, state: State, seat: Number, out: Numbers):
    """Write the block `table`: the features of the whole game, such as phase and display.

    `seat` is the viewer's seat, or -1 for a spectator.
    """
    kinds = np.uint64(layout.kinds)
    if state.phase == SUBSTITUTION:
        out[layout.table_owed] = np.float32(state.due) * OF_OWED
    else:
        out[np.uint64(layout.table_phase) + np.uint64(state.phase)] = YES
    if seat < 0:
        out[layout.table_spectator] = YES
    display_at, discards_at = np.uint64(layout.table_display), np.uint64(layout.table_discards)
    for slot in range(DISPLAY):
        card = np.int64(state.display[slot])
        if card > 0:
            out[display_at + np.uint64(slot) * kinds + np.uint64(layout.column[card - 1])] = YES
    out[layout.table_deck] = np.float32(state.deck_size) * layout.of_deck
    for i in range(kinds):
        cards = np.float32(state.discards[np.uint64(layout.kind[i])])
        out[discards_at + i] = cards * layout.of_kind[i]
    second = np.int64(0)
    if layout.stacks > 1:
        for i in range(np.int64(state.returned_size)):
            second += np.int64(is_of_stack(book, np.int64(state.returned[i]) - 1, 1))
        number = number_of(read_words(state.stack[1])) + second
        out[layout.table_stacks + 1] = np.float32(number) * layout.of_stack[1]
    number = number_of(read_words(state.stack[0])) + np.int64(state.returned_size) - second
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
def write_tunnel(book: Book, layout: LayoutRecord, state: State, out: Numbers):
    """Write the cards that lie on the table while a seat decides on a tunnel's surcharge (E-12)."""
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
def write_player(
    book: Book,
    layout: LayoutRecord,
    state: State,
    player: Number,
    other: Number,
    own: Number,
    out: Numbers,
):
    """Write what the viewer sees of one player.

    Args:
        book: the edition.
        layout: the layout.
        state: the position.
        player: the player's index in the tensor.
        other: the player's seat.
        own: whether the player is the viewer.
        out: the tensor to write to.
    """
    players = layout.players
    known = own or state.phase == OVER
    out[layout.players_there + player] = YES
    out[layout.players_decides + player] = YES if other == np.int64(state.seat) else NO
    out[layout.players_starter + player] = YES if other == np.int64(state.starter) else NO
    out[layout.players_hand_known + player] = YES if known else NO
    seat, stride = np.uint64(other), np.uint64(players)
    shown_at = np.uint64(layout.players_shown + player)
    hand_at = np.uint64(layout.players_hand + player)
    number = np.int64(0)
    for i in range(np.uint64(layout.kinds)):
        kind, of_kind = np.uint64(layout.kind[i]), layout.of_kind[i]
        cards = np.int64(state.hand[seat, kind])
        shown = np.int64(state.shown[seat, kind])
        number += cards
        out[shown_at + i * stride] = np.float32(shown) * of_kind
        out[hand_at + i * stride] = np.float32(cards if known else 0) * of_kind
    out[layout.players_cards + player] = np.float32(number) * OF_CARDS
    for stack in range(layout.stacks):
        of_stack = read_words(book.stack_tickets[stack])
        backs = number_of(intersection(read_words(state.tickets[other]), of_stack))
        out[layout.players_ticket_backs + stack * players + player] = np.float32(backs) * OF_BACKS
    if state.offer[other, 0] > 0:
        for i in range(OFFER):
            if state.offer[other, i] > 0:
                stack = np.int64(is_of_stack(book, np.int64(state.offer[other, i]) - 1, 1))
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
def write_routes(
    book: Book, layout: LayoutRecord, state: State, seat: Number, first: Number, out: Numbers
):
    """Write who owns the routes, and which routes the viewer could claim.

    Also write which route is to be paid for, and which routes a journey has used. `seat` is the
    viewer's seat, or -1 for a spectator. `first` is the seat of player 0 in the tensor.
    """
    for player in range(state.seats):
        other = first + player
        if other >= state.seats:
            other -= np.int64(state.seats)
        at = layout.routes_owner + player * layout.routes
        write_bits(out, at, state.owned[other, 0], state.owned[other, 1], layout.routes)
    open0, open1, routes0, routes1 = NONE, NONE, NONE, NONE
    if seat >= 0:
        open0, open1 = state.open[seat, 0], state.open[seat, 1]
        routes0, routes1 = claimable_by(book, state, np.int64(seat))
    write_bits(out, layout.routes_open, open0, open1, layout.routes)
    write_bits(out, layout.routes_affordable, routes0, routes1, layout.routes)
    phase = state.phase
    chosen = phase == PAYMENT or phase == PLACEMENT or phase == SURCHARGE or phase == SUBSTITUTION
    route = np.uint64(state.route if chosen else 0)
    out[np.uint64(layout.routes_chosen) + route] = YES if chosen else NO
    if phase == JOURNEY:
        write_set(out, layout.routes_travelled, state.journey_used[0])
        write_set(out, layout.routes_travelled + 64, state.journey_used[1])


@part
def write_places(book: Book, layout: LayoutRecord, state: State, first: Number, out: Numbers):
    """Write the passengers, merchandise tokens and stations in all places, and the current journey.

    Also write for which city a station is to be paid. `first` is the seat of player 0 in the
    tensor.
    """
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
def write_tickets(
    book: Book, layout: LayoutRecord, state: State, seat: Number, first: Number, out: Numbers
):
    """Write the tickets whose holder the viewer knows, and those on offer to the viewer.

    `seat` is the viewer's seat, or -1 for a spectator. `first` is the seat of player 0 in the
    tensor.
    """
    if state.phase == OVER:
        for player in range(state.seats):
            other = first + player
            if other >= state.seats:
                other -= np.int64(state.seats)
            at = layout.tickets_holder + player * layout.tickets
            write_wide_set(out, at, read_words(state.tickets[other]))
    if seat < 0:
        return
    mine = read_words(state.tickets[seat])
    write_bits(out, layout.tickets_holder, mine[0], mine[1], layout.tickets)
    answered = state.phase == OPENING_KEEP and seat < np.int64(state.seat)
    if state.offer[seat, 0] > 0:
        for i in range(layout.offer):
            if state.offer[seat, i] > 0:
                ticket = np.int64(state.offer[seat, i]) - 1
                out[layout.tickets_offered + i * layout.tickets + ticket] = YES
                mine = union(mine, set_of(ticket))
                if answered and (np.int64(state.answer[seat]) >> i) & 1:
                    out[layout.tickets_answer + ticket] = YES
    done = completed(book, state, seat, mine)
    write_bits(out, layout.tickets_completed, done[0], done[1], layout.tickets)


@part
def completed(book: Book, state: State, seat: Number, tickets: WideSet):
    """Return which of the given tickets a seat's routes complete. Stations do not count (C-33).

    The argument and the result are sets of tickets.
    """
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    touched = NONE
    for place in range(np.uint64(book.places)):
        there = (book.at[place, 0] & own0) | (book.at[place, 1] & own1)
        touched |= (ONE if there != NONE else NONE) << place
    possible = EMPTY
    while not is_empty(tickets):
        # A search is only needed if the routes touch both ends of the ticket.
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        ends = (goals(book, ticket) & touched != NONE) & (
            book.ticket_origin[ticket] & touched != NONE
        )
        possible = union(possible, set_of(ticket)) if ends else possible
    done = EMPTY
    while not is_empty(possible):
        ticket = first_member(possible)
        possible = without_first(possible)
        starts = book.ticket_origin[ticket] & touched
        while starts != NONE:
            _, _, places = part_at(book, lowest(starts), own0, own1)
            starts &= ~places
            if goals(book, ticket) & places != NONE:
                done = union(done, set_of(ticket))
                starts = NONE
    return done


@part
def goals(book: Book, ticket: Number):
    """Return the set of the places of all destinations of a ticket."""
    places = book.ticket_goal[ticket, 0]
    for option in range(1, book.ticket_options[ticket]):
        places |= book.ticket_goal[ticket, option]
    return places


@part
def write_pile(
    book: Book, layout: LayoutRecord, state: State, seat: Number, first: Number, out: Numbers
):
    """Write who returned each ticket at the bottom of the stacks, and to which stack.

    The ticket itself is only written if the viewer returned it or the game is over. `seat` is the
    viewer's seat, or -1 for a spectator. `first` is the seat of player 0 in the tensor.
    """
    over = state.phase == OVER
    tickets, seats = np.uint64(layout.tickets), np.int64(state.seats)
    there_at, stack_at = np.uint64(layout.pile_there), np.uint64(layout.pile_stack)
    by_at, known_at = np.uint64(layout.pile_returned_by), np.uint64(layout.tickets_returned)
    of_tickets, second = layout.of_tickets, read_words(book.stack_tickets[1])
    for i in range(np.uint64(state.returned_size)):
        ticket = np.int64(state.returned[i]) - 1
        other = np.int64(state.returned_by[i]) - 1
        out[there_at + i] = YES
        stack = np.uint64(holds(second, ticket))
        out[stack_at + stack * tickets + i] = YES
        player = np.uint64(other - first if other >= first else other - first + seats)
        out[by_at + player * tickets + i] = YES
        if other == seat or over:
            out[known_at + np.uint64(ticket)] = np.float32(i + ONE) * of_tickets
