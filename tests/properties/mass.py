"""Whole games inside compiled code, checked at every decision against nothing but the rules.

The facts are read from the edition, not from the book, and every count is made from scratch.
"""

from __future__ import annotations

# pyright: basic
# Compiled functions have no types, as in the rules.
from typing import Any, Final

import numpy as np

from tests.many_tickets import load
from whistlestop.editions.gazetteer import cards_in_box, gazetteer
from whistlestop.editions.limits import (
    DISPLAY,
    KINDS,
    LOCOMOTIVE,
    LOCOMOTIVE4,
    OFFER,
    PASSENGER,
    SEATS,
    TICKETS,
)
from whistlestop.editions.model import Unkept
from whistlestop.rules import luck as lucks
from whistlestop.rules.actions import (
    ACTIONS,
    ANY_COLOUR,
    CLAIM,
    DRAW_TICKETS,
    KEEP,
    MOST_LEGAL,
    MOVE,
    STATION,
    STEP,
    STOP,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.book import book_of
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import LUCK, begin, below, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import any_legal, apply, deal, is_legal, legal

FAULTS: Final = {
    1: "cards are lost or made",
    2: "pieces are lost or made",
    3: "a route has two owners, or none such exists",
    4: "two parallel routes that cannot both be taken (C-25, C-26)",
    5: "the open routes are wrong (C-25, C-26)",
    6: "tickets are lost or made",
    7: "passengers are lost or made, or two stand in one city",
    8: "tokens are lost or made",
    9: "the running score is wrong (C-41)",
    10: "more cards were seen being taken than are held",
    11: "something that is not in use is not 0",
    12: "the display has a gap, or should have been swept (C-14, C-16, M-12)",
    13: "the final round has not begun (C-40)",
    14: "two stations stand in one city, or somebody has built too many (E-20)",
    15: "what lies on the table is not for this tunnel (E-11, E-43)",
    16: "these cards cannot be due for this route (F-12, F-14)",
    20: "nobody can do anything, and the game is not over",
    21: "legal and is_legal disagree",
    22: "apply took an illegal action, or refused a legal one",
    23: "apply changed something although it refused",
    24: "the game does not end",
    25: "the turns are not counted right",
    26: "the actions are not listed in ascending order, each once",
    27: "any_legal is not the action that legal lists at the place that is drawn",
}

OVER: Final = Phase.OVER
TURN: Final = Phase.TURN
OPENING_MIX: Final = Phase.OPENING_MIX
OPENING_KEEP: Final = Phase.OPENING_KEEP
KEEPING: Final = Phase.KEEP
PAYMENT: Final = Phase.PAYMENT
PLACEMENT: Final = Phase.PLACEMENT
JOURNEY: Final = Phase.JOURNEY
SURCHARGE: Final = Phase.SURCHARGE
STATION_PAYMENT: Final = Phase.STATION_PAYMENT
SUBSTITUTION: Final = Phase.SUBSTITUTION

FACTS = np.dtype(
    [
        ("seats", np.int64),
        ("routes", np.int64),
        ("a", np.int64, (128,)),
        ("b", np.int64, (128,)),
        ("mates", np.int64, (128, 3)),
        ("length", np.int64, (128,)),
        ("points", np.int64, (128,)),
        ("cities", np.int64),
        ("box", np.int64, (KINDS,)),
        ("tickets", np.int64),
        ("second_stack", np.int64, (TICKETS,)),
        ("tokens", np.int64, (64, 5)),
        ("pieces", np.int64),
        ("passengers", np.int64),
        ("closed_up_to", np.int64),
        ("final_round_at", np.int64),
        ("sweeps", np.int64, (KINDS,)),
        ("tunnel", np.int64, (128,)),
        ("given", np.int64, (128,)),
        ("stations", np.int64),
        ("tickets_leave", np.int64),
    ]
)


def facts_of(name: str, seats: int) -> Any:
    """What a table of this edition must add up to."""
    edition = load(name)
    index = gazetteer(edition)
    facts: Any = np.zeros(1, dtype=FACTS)
    row = facts[0]
    row["seats"] = seats
    row["routes"] = len(edition.routes)
    for number, route in enumerate(edition.routes):
        ends = index.route_ends[number]
        row["a"][number], row["b"][number] = ends
        mates = [m for m, e in enumerate(index.route_ends) if set(e) == set(ends) and m != number]
        row["mates"][number] = [*mates, -1, -1, -1][:3]
        row["length"][number] = route.length
        row["points"][number] = edition.points[route.length - 1]
        row["tunnel"][number] = route.tunnel
        if route.ferry:
            row["given"][number] = route.ferry * edition.cards.ferry_substitute
        else:
            row["given"][number] = route.length * route.substitute
    row["cities"] = len(edition.cities)
    for kind, number in cards_in_box(index.edition).items():
        row["box"][kind] = number
    row["tickets"] = len(edition.tickets)
    for number, ticket in enumerate(edition.tickets):
        row["second_stack"][number] = ticket.stack != edition.stacks[0]
    tokens = {stack.name: stack.tokens for stack in edition.merchandise}
    for number, city in enumerate(edition.cities):
        here = tokens[city.merchandise] if city.merchandise else ()
        row["tokens"][number, : len(here)] = here
    row["pieces"] = edition.pieces
    row["stations"] = edition.stations
    row["tickets_leave"] = Unkept.OUT in (edition.opening.unkept, edition.turn.unkept)
    row["passengers"] = edition.passengers
    row["closed_up_to"] = edition.parallel_closed_up_to
    row["final_round_at"] = edition.final_round_at
    row["sweeps"][LOCOMOTIVE] = edition.cards.sweep_locomotives
    if edition.cards.passenger:
        row["sweeps"][PASSENGER] = edition.cards.sweep_passengers
    return facts


@rule
def in_set(words, member):
    return (words[member // 64] >> np.uint64(member % 64)) & np.uint64(1) != np.uint64(0)


@rule
def in_word(word, member):
    return (word >> np.uint64(member)) & np.uint64(1) != np.uint64(0)


@rule
def owners_of(facts, state):
    """[route] the owner, -1 for nobody, or -2 for several."""
    owners = np.full(128, -1, dtype=np.int64)
    for seat in range(facts.seats):
        for route in range(facts.routes):
            if in_set(state.owned[seat], route):
                owners[route] = seat if owners[route] == -1 else -2
    return owners


@rule
def on_table(facts, state, kind):
    """Cards of this kind that lie on the table for a tunnel: of the set, and turned up."""
    found = 0
    for i in range(3):
        if np.int64(state.revealed[i]) == kind + 1:
            found += 1
    if state.phase == SURCHARGE:
        number = np.int64(state.payment)
        locomotives, locomotives4 = payment_locomotives(number), payment_locomotives4(number)
        if kind == LOCOMOTIVE:
            found += locomotives
        elif kind == LOCOMOTIVE4:
            found += locomotives4
        elif kind == payment_colour(number) and kind != ANY_COLOUR:
            found += facts.length[state.route] - locomotives - locomotives4
    return found


@rule
def check_table(facts, state):
    """The tunnel that is being tried, and the stations."""
    revealed, due = 0, 0
    for i in range(3):
        kind = np.int64(state.revealed[i]) - 1
        if kind >= 0:
            revealed += 1
            if i > 0 and state.revealed[i - 1] == 0:
                return 15
        colour = payment_colour(np.int64(state.payment))
        if kind == LOCOMOTIVE or (kind >= 0 and kind == colour and colour != ANY_COLOUR):
            due += 1
    if state.phase == SURCHARGE:
        if state.due != due or due == 0 or facts.tunnel[state.route] == 0:
            return 15
        if not in_set(state.open[state.seat], np.int64(state.route)):
            return 15
        if facts.length[state.route] > np.int64(state.pieces[state.seat]):
            return 15
        loose = 0
        for kind in range(KINDS):
            loose += np.int64(state.deck[kind]) + np.int64(state.discards[kind])
        if revealed < 3 and loose > 0:
            return 15
    elif state.phase == SUBSTITUTION:
        if revealed != 0 or state.payment != 0 or not 1 <= state.due <= facts.given[state.route]:
            return 16
        held = 0
        for kind in range(KINDS):
            held += np.int64(state.hand[state.seat, kind])
        if held < state.due or not in_set(state.owned[state.seat], np.int64(state.route)):
            return 16
    elif revealed != 0 or state.due != 0 or state.payment != 0:
        return 15
    if state.city != 0 and state.phase != STATION_PAYMENT:
        return 11
    for city in range(64):
        standing = 0
        for seat in range(SEATS):
            if in_word(state.stations[seat], city):
                standing += 1
                if seat >= facts.seats:
                    return 14
        if standing > 1 or (standing == 1 and city >= facts.cities):
            return 14
    for seat in range(facts.seats):
        built = 0
        for city in range(64):
            if in_word(state.stations[seat], city):
                built += 1
        if built > facts.stations:
            return 14
    return 0


@rule
def check_cards(facts, state):
    deck = 0
    loose = 0
    empty = 0
    usable = 0
    swept = False
    for slot in range(DISPLAY):
        if state.display[slot] == 0:
            empty += 1
    for kind in range(KINDS):
        outside = np.int64(state.deck[kind]) + np.int64(state.discards[kind])
        loose += outside
        shown = 0
        for slot in range(DISPLAY):
            if state.display[slot] == kind + 1:
                shown += 1
        outside += shown
        most = facts.sweeps[kind]
        usable += outside if most == 0 else min(outside, most - 1)
        if most > 0 and shown >= most:
            swept = True
        found = outside + on_table(facts, state, kind)
        for seat in range(SEATS):
            found += np.int64(state.hand[seat, kind])
            if state.shown[seat, kind] > state.hand[seat, kind]:
                return 10
        if found != facts.box[kind]:
            return 1
        deck += np.int64(state.deck[kind])
    if deck != np.int64(state.deck_size):
        return 1
    # While cards are due, those paid so far lie in the discards already (I-27).
    if state.phase != SUBSTITUTION:
        if empty > 0 and loose > 0:
            return 12
        if empty == 0 and swept and usable >= DISPLAY:
            return 12
    return 0


@rule
def check_routes(facts, state):
    for seat in range(SEATS):
        for route in range(128):
            missing = route >= facts.routes or seat >= facts.seats
            if missing and (in_set(state.owned[seat], route) or in_set(state.open[seat], route)):
                return 3
    for seat in range(facts.seats):
        pieces = np.int64(state.pieces[seat])
        points = np.int64(state.merchandise[seat])
        for route in range(facts.routes):
            if in_set(state.owned[seat], route):
                pieces += facts.length[route]
                points += facts.points[route]
        if pieces != facts.pieces:
            return 2
        if points != state.score[seat]:
            return 9
    few = facts.seats <= facts.closed_up_to
    owners = owners_of(facts, state)
    for route in range(facts.routes):
        owner = owners[route]
        if owner == -2:
            return 3
        for seat in range(facts.seats):
            free = owner == -1
            for mate in facts.mates[route]:
                rival = owners[mate] if mate >= 0 else -1
                if rival >= 0 and (few or rival == seat):
                    free = False
                    if owner >= 0 and (few or owner == rival):
                        return 4
            if free != in_set(state.open[seat], route):
                return 5
    return 0


@rule
def check_tickets(facts, state):
    for ticket in range(TICKETS):
        found = 0
        for seat in range(SEATS):
            if in_set(state.tickets[seat], ticket):
                found += 1
            for i in range(OFFER):
                if np.int64(state.offer[seat, i]) - 1 == ticket:
                    found += 1
        for stack in range(2):
            if in_set(state.stack[stack], ticket):
                found += 1
                if stack != facts.second_stack[ticket]:
                    return 6
        for position in range(state.returned_size):
            if np.int64(state.returned[position]) - 1 == ticket:
                found += 1
        opening = state.phase == OPENING_KEEP or state.phase == OPENING_MIX
        gone = facts.tickets_leave == 1 and not opening and found == 0
        if found != (1 if ticket < facts.tickets else 0) and not gone:
            return 6
    for position in range(TICKETS):
        used = position < state.returned_size
        if (state.returned[position] != 0) != used or (state.returned_by[position] != 0) != used:
            return 11
        if used and state.returned_by[position] > facts.seats:
            return 6
    return 0


@rule
def check_passengers(facts, state):
    points = 0
    for city in range(64):
        standing = 0
        for seat in range(SEATS):
            if in_word(state.passengers[seat], city):
                standing += 1
        if standing > 1 or (standing == 1 and city >= facts.cities):
            return 7
        for i in range(state.taken[city]):
            if i > 3 or facts.tokens[city, i] == 0:
                return 8
            points += facts.tokens[city, i]
    for seat in range(SEATS):
        points -= np.int64(state.merchandise[seat])
        left = np.int64(state.passengers_left[seat])
        if state.phase == JOURNEY and seat == state.seat:
            left += 1
        for city in range(64):
            if in_word(state.passengers[seat], city):
                left += 1
        if left > facts.passengers:
            return 7
    return 8 if points != 0 else 0


@rule
def check_unused(facts, state):
    for seat in range(SEATS):
        if seat >= facts.seats:
            used = np.int64(state.score[seat]) + np.int64(state.merchandise[seat])
            used += np.int64(state.pieces[seat]) + np.int64(state.passengers_left[seat])
            used += np.int64(state.answer[seat]) + np.int64(state.passengers[seat])
            used += np.int64(state.tickets[seat, 0]) | np.int64(state.tickets[seat, 1])
            used += np.int64(state.offer[seat, 0])
            for kind in range(KINDS):
                used += np.int64(state.hand[seat, kind]) + np.int64(state.shown[seat, kind])
            if used != 0:
                return 11
        offers = state.phase == OPENING_KEEP
        offers = offers or (state.phase == OPENING_MIX and seat < state.seat)
        offers = offers or (state.phase == KEEPING and seat == state.seat)
        ended = False
        for i in range(OFFER):
            if state.offer[seat, i] == 0:
                ended = True
            elif ended or not offers:
                return 11
        if state.answer[seat] != 0 and (state.phase != OPENING_KEEP or seat >= state.seat):
            return 11
    claiming = state.phase == PAYMENT or state.phase == PLACEMENT or state.phase == SURCHARGE
    claiming = claiming or state.phase == SUBSTITUTION
    if state.route != 0 and not claiming:
        return 11
    if state.phase != JOURNEY:
        if state.journey_at != 0 or state.journey_steps != 0:
            return 11
        if (state.journey_used[0] | state.journey_used[1] | state.journey_visited) != np.uint64(0):
            return 11
    if state.seats != facts.seats or state.seat >= facts.seats or state.starter >= facts.seats:
        return 11
    return 0


@rule
def check_turns(facts, state):
    if state.phase == OVER or state.last_turns > 0:
        return 0
    for seat in range(facts.seats):
        claimed = state.phase == PLACEMENT or state.phase == SUBSTITUTION
        busy = seat == state.seat and claimed
        if not busy and state.pieces[seat] <= facts.final_round_at:
            return 13
    return 0


@rule
def check(facts: Any, state: Any) -> Any:
    """0, or what is wrong with a position."""
    fault = check_cards(facts, state)
    if fault == 0:
        fault = check_routes(facts, state)
    if fault == 0:
        fault = check_tickets(facts, state)
    if fault == 0:
        fault = check_passengers(facts, state)
    if fault == 0:
        fault = check_unused(facts, state)
    if fault == 0:
        fault = check_table(facts, state)
    if fault == 0:
        fault = check_turns(facts, state)
    return fault


@rule
def same(raw):
    """Whether both records hold the same bytes."""
    return (raw[0] == raw[1]).all()


@rule
def check_actions(book, states, raw, luck, out, number):
    """Whether the listed actions, and only they, are legal, and all others change nothing."""
    marked = np.zeros(ACTIONS, dtype=np.bool_)
    for i in range(number):
        if i > 0 and out[i] <= out[i - 1]:
            return 26
        marked[out[i]] = True
    for action in range(ACTIONS):
        if is_legal(book, states[0], action) != marked[action]:
            return 21
        if not marked[action]:
            begin(luck)
            states[1] = states[0]
            if apply(book, states[0], action, luck):
                return 22
            if not same(raw) or luck.events != 0 or luck.used != 0:
                return 23
    generator = luck.generator.copy()
    found = any_legal(book, states[0], luck)
    luck.generator[:] = generator
    return 0 if found == out[below(luck, number)] else 27


@rule
def liked(action, style):
    """Whether a player of this style likes this action."""
    if style == 1:
        return CLAIM <= action < STEP
    if style == 2:
        return action < CLAIM
    if style == 3:
        return DRAW_TICKETS <= action < KEEP
    return MOVE <= action < STOP or action >= STATION


@rule
def pick(chooser, out, number, style):
    """One of the legal actions: any, or often one that the style likes."""
    if style > 0:
        for _ in range(12):
            action = np.int64(out[below(chooser, number)])
            if liked(action, style):
                return action
    return np.int64(out[below(chooser, number)])


@rule
def play_checked(book, facts, states, raw, luck, chooser, out, style, thorough):
    """Play one game, checked at every decision; the fault, and how many decisions there were."""
    state = states[0]
    deal(book, state, facts.seats, -1, luck)
    for decisions in range(30_000):
        fault = check(facts, state)
        if fault != 0:
            return fault, decisions
        if state.phase == OVER:
            return 0, decisions
        number = legal(book, state, out)
        if number == 0:
            return 20, decisions
        if thorough:
            fault = check_actions(book, states, raw, luck, out, number)
            if fault != 0:
                return fault, decisions
        turns = np.int64(state.turns)
        turn_begins = state.phase == TURN
        begin(luck)
        if not apply(book, state, pick(chooser, out, number, style), luck):
            return 22, decisions
        if np.int64(state.turns) - turns > 1 or state.turns < turns:
            return 25, decisions
        if not turn_begins and state.turns == turns and state.phase == TURN and turns > 0:
            return 25, decisions
    return 24, 30_000


def play(name: str, seats: int, games: int, *, thorough: bool, start: int = 0) -> list[int]:
    """Play checked games of all styles; how many decisions each took."""
    facts = facts_of(name, seats)
    book = book_of(load(name))
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    chooser: Any = np.zeros(1, dtype=LUCK)[0]
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    lengths: list[int] = []
    for number in range(start, start + games):
        states = np.zeros(2, dtype=STATE)
        raw = states.view(np.uint8).reshape(2, -1)
        seed(luck, np.uint64(number))
        lucks.seed(chooser, np.uint64(number + 1_000_000))
        record: Any = facts.view((np.record, FACTS))[0]
        fault, decisions = play_checked(
            book, record, states, raw, luck, chooser, out, number % 5, thorough
        )
        assert fault == 0, (
            f"{name}, {seats} players, game {number}, decision {decisions}: " + (FAULTS[fault])
        )
        lengths.append(decisions)
    return lengths
