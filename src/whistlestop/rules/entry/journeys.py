"""The best journey of a passenger, exact: a search in depth with a bound (M-21 to M-23).

A journey is known by its city and by the routes that it has taken: cards and points follow from
them. So of two orders in which the same routes lead to the same city, one is looked at. A journey
is given up if even the most that it could still collect is no more than has been found. Which
routes can be taken, what they cost and what a city gives, `rules.passengers` says.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import PASSENGER, ROUTES
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import startable, steps_from, token_at, toll
from whistlestop.rules.records import record

MOST_JOURNEYS: Final = 100_000
"""Journeys that are looked at from one start; beyond that, the best one so far counts.

With all ten passenger cards of Germany in one hand, no position of a random game needed more than
64,000; with the cards that players really hold, none needed more than 400.
"""

MOST_CARDS: Final = 40
"""Passenger cards that the bound reckons with; with more of them it leaves costs out."""

_SLOTS: Final = 16
"""The table of known journeys has 2 to the power of this many places."""

SEARCH = record(
    [
        ("used", np.uint64, (ROUTES + 1, 2)),
        ("untried", np.uint64, (ROUTES + 1, 2)),
        ("visited", np.uint64, (ROUTES + 1,)),
        ("city", np.int64, (ROUTES + 1,)),
        ("cards", np.int64, (ROUTES + 1,)),
        ("points", np.int64, (ROUTES + 1,)),
        ("most", np.int64, (2 * MOST_CARDS + 2,)),
        ("known", np.uint64, (1 << _SLOTS, 3)),
        ("best", np.int64),
        ("journeys", np.int64),
    ]
)
"""Room for the search, all zero at its beginning.

| field | meaning |
| --- | --- |
| `used`, `untried` | [depth, word] routes taken so far; those to try next |
| `visited`, `city` | [depth] cities visited so far; the last of them |
| `cards`, `points` | [depth] passenger cards left; points collected |
| `most` | [ends] the most points for so many ends of other players' routes |
| `known` | [slot] routes taken, in two words, and the city of a journey looked at, counted from 1 |
| `best` | the most points found |
| `journeys` | how many journeys have been looked at |
"""


@rule
def starts(books, states):
    """The set of cities from which a passenger of the deciding seat can set out."""
    return startable(books[0], states[0])


@rule
def best_journey(books, states, searches, start):
    """Return the most points that a journey of the deciding seat can collect, and if that is sure.

    It is not sure if there are more than `MOST_JOURNEYS` to look at: then a journey brings at least
    the points returned.

    Args:
        books: the edition.
        states: the position. Only what is public and the seat's own passenger cards is read.
        searches: an array of one `SEARCH` record.
        start: the city where the journey begins.
    """
    book, state, search = books[0], states[0], searches[0]
    seat = np.int64(state.seat)
    held = np.int64(state.hand[seat, PASSENGER])
    search.visited[0], search.city[0] = bit(start), start
    search.cards[0], search.points[0] = held, 0
    for word in range(2):
        search.untried[0, word] = steps_from(book, state, start, NONE, word)
    depth = np.int64(0)
    while depth >= 0 and search.journeys < MOST_JOURNEYS:
        word = 0 if search.untried[depth, 0] != NONE else 1
        untried = search.untried[depth, word]
        if untried == NONE:
            depth -= 1
            continue
        own = untried & state.owned[seat, word]
        route = lowest(own if own != NONE else untried)  # what costs nothing first
        search.untried[depth, word] = untried & ~bit(route)
        go(book, state, search, depth, route + 64 * word)
        # The rules look into the hand to see whether a toll can be paid.
        state.hand[seat, PASSENGER] = search.cards[depth + 1]
        if not is_open(book, state, search, depth + 1):
            continue
        depth += 1
        for word in range(2):
            search.untried[depth, word] = steps_from(
                book, state, search.city[depth], search.used[depth, word], word
            )
    state.hand[seat, PASSENGER] = held
    return search.best, depth < 0


@rule
def go(book, state, search, depth, route):
    """Go along a route from the journey at `depth`; the longer journey stands at the next depth.

    If it has collected more points than any before, `search.best` becomes its points.
    """
    city = other_end(book, route, search.city[depth])
    visited = search.visited[depth]
    token = np.int64(0) if has(visited, city) else token_at(book, state, city)
    deeper = depth + 1
    search.used[deeper, 0], search.used[deeper, 1] = search.used[depth, 0], search.used[depth, 1]
    search.used[deeper, route >> 6] |= bit(route & 63)
    search.visited[deeper], search.city[deeper] = visited | bit(city), city
    search.cards[deeper] = search.cards[depth] - toll(state, route)
    search.points[deeper] = search.points[depth] + token
    search.best = max(search.best, search.points[deeper])


@rule
def is_open(book, state, search, depth):
    """Whether to go on from the journey at `depth`: it is new, and could still be the best.

    Counts it in `search.journeys` if it is new.
    """
    if is_known(search, depth):
        return False
    search.journeys += 1
    return most_points(book, state, search, depth) > search.best


@rule
def is_known(search, depth):
    """Whether the same routes are known to have led to the same city; if not, remember them."""
    used0, used1 = search.used[depth, 0], search.used[depth, 1]
    city = np.uint64(search.city[depth] + 1)
    mixed = used0 ^ (used1 << np.uint64(31)) ^ (used1 >> np.uint64(33)) ^ (city << np.uint64(57))
    # G. Marsaglia's xorshift, 2003.
    mixed ^= mixed << np.uint64(13)
    mixed ^= mixed >> np.uint64(7)
    mixed ^= mixed << np.uint64(17)
    slot = np.int64(mixed >> np.uint64(64 - _SLOTS))
    if (
        search.known[slot, 0] == used0
        and search.known[slot, 1] == used1
        and search.known[slot, 2] == city
    ):
        return True
    search.known[slot, 0], search.known[slot, 1], search.known[slot, 2] = used0, used1, city
    return False


@rule
def most_points(book, state, search, depth):
    """Return no less than the points that a journey has when it ends, however it goes on.

    It can visit every city that is near enough for its cards. To enter and leave a city by own
    routes takes two of them: one with a single own route takes an end of another player's route,
    and one without own routes takes two. The last city takes one less. A card pays for two ends.
    """
    seat = np.int64(state.seat)
    used0, used1 = search.used[depth, 0], search.used[depth, 1]
    own0 = state.owned[seat, 0] & book.inland[0] & ~used0
    own1 = state.owned[seat, 1] & book.inland[1] & ~used1
    cards = search.cards[depth]
    rest = near(book, state, search, depth, own0, own1) & ~search.visited[depth]
    points = search.points[depth]
    ends = 2 * min(cards, np.int64(MOST_CARDS)) + 1
    for i in range(ends + 1):
        search.most[i] = 0
    while rest != NONE:
        city = lowest(rest)
        rest = without_lowest(rest)
        token = token_at(book, state, city)
        needed = 2 - (size(book.at[city, 0] & own0) + size(book.at[city, 1] & own1))
        if needed <= 0 or cards > MOST_CARDS:
            points += token
        else:
            for i in range(ends, needed - 1, -1):
                search.most[i] = max(search.most[i], search.most[i - needed] + token)
    return points + search.most[ends]


@rule
def near(book, state, search, depth, own0, own1):
    """The cities that a journey can still reach, if each step may be thought of by itself."""
    cards = search.cards[depth]
    reached = bit(search.city[depth])
    frontier = reached
    while frontier != NONE:
        beyond = NONE
        while frontier != NONE:
            city = lowest(frontier)
            frontier = without_lowest(frontier)
            for word in range(2):
                here = book.at[city, word] & (own0 if word == 0 else own1)
                found = far_ends(book, here, word, city) & ~reached
                reached |= found
                frontier |= found
                if cards > 0:
                    usable = steps_from(book, state, city, search.used[depth, word], word)
                    beyond |= far_ends(book, usable, word, city)
        cards -= 1
        frontier = beyond & ~reached
        reached |= frontier
    return reached


@rule
def far_ends(book, routes, word, city):
    """The cities to which some of a city's routes, of one word, lead."""
    found = NONE
    while routes != NONE:
        found |= bit(other_end(book, lowest(routes) + 64 * word, city))
        routes = without_lowest(routes)
    return found
