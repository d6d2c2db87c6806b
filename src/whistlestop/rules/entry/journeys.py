"""The best journey of a passenger, found exactly by a depth-first search (M-21 to M-23).

The city and the set of routes used determine the passenger cards and points of a journey. So if two
journeys use equal routes in different orders and end in one city, only one of them is continued. A
journey that cannot reach more points than the best journey has is not continued, either.
`rules.passengers` says which routes can be taken, what they cost and which tokens cities give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import PASSENGER, ROUTES
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import startable, steps_from, token_ahead, token_at, toll
from whistlestop.rules.records import record

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records, Set
    from whistlestop.rules.record_types import Book, Search, State

MOST_JOURNEYS: Final = 100_000
"""The maximum number of journeys searched from one start. After that, the result is the best
journey found so far.

With all ten passenger cards of Germany in one hand, no position of a random game needed more than
64,000 journeys. With the cards that players really hold, none needed more than 400.
"""

MOST_CARDS: Final = 40
"""The maximum number of passenger cards with which `most_points` calculates. With more cards, it
ignores what routes cost."""

_SLOTS: Final = 16
"""The binary logarithm of the number of slots in the field `known` of `SEARCH`. A slot has room for
one journey."""

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
"""The memory of the search for the best journey. It must be all zero before the search.

| field | meaning |
| --- | --- |
| `used` | [depth, word] the routes that the journey has used |
| `untried` | [depth, word] the routes that may extend the journey and have not been tried |
| `visited` | [depth] the set of cities that the journey has visited |
| `city` | [depth] the city where the journey is |
| `cards` | [depth] the number of passenger cards left |
| `points` | [depth] the points collected |
| `most` | [n] the most points if cities are entered or left n times by other players' routes |
| `known` | [slot, i] a journey searched before: its routes in two words, and its last city + 1 |
| `best` | the maximum points of the journeys found so far |
| `journeys` | the number of journeys searched |
"""


@rule
def starts(books: Records[Book], states: Records[State]):
    """Return the set of cities from which a passenger of the deciding seat can set out."""
    return startable(books[0], states[0])


@rule
def prices_of_steps(
    books: Records[Book],
    states: Records[State],
    routes: Numbers,
    tolls: Numbers,
    tokens: Numbers,
):
    """Write the cost of each possible step of the travelling passenger, and the points it collects.

    Args:
        books: the edition, as an array of one record.
        states: the position, as an array of one record. In it, a passenger of the deciding
            seat is travelling.
        routes: the route of each step.
        tolls: [i] the passenger cards that the i-th step costs are written here.
        tokens: [i] the points of the token that the i-th step collects are written here.
    """
    book, state = books[0], states[0]
    here = np.int64(state.journey_at)
    for i in range(routes.shape[0]):
        route = np.int64(routes[i])
        tolls[i] = toll(state, route)
        tokens[i] = token_ahead(book, state, other_end(book, route, here))


@rule
def best_journey(
    books: Records[Book], states: Records[State], searches: Records[Search], start: Number
):
    """Return the maximum points that a journey of the deciding seat can collect.

    Args:
        books: the edition, as an array of one record.
        states: the position, as an array of one record. The function reads only what is public
            and the seat's own passenger cards.
        searches: an array of one `SEARCH` record.
        start: the city where the journey begins.

    Returns:
        The points, and whether it is certain that no journey collects more. It is not certain if
        the search stopped after `MOST_JOURNEYS` journeys. Then the points are those of the best
        journey found.
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
        route = lowest(own if own != NONE else untried)  # first the routes that cost nothing
        search.untried[depth, word] = untried & ~bit(route)
        go(book, state, search, depth, route + 64 * word)
        # The rules read the hand to see whether the seat can pay for a step.
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
def go(book: Book, state: State, search: Search, depth: Number, route: Number):
    """Extend the journey at `depth` by a route, and save the longer journey at the next depth.

    If the longer journey has collected more points than any journey before, `search.best` becomes
    its points.
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
def is_open(book: Book, state: State, search: Search, depth: Number):
    """Return whether the search should extend the journey at `depth` further.

    This is so if the search has not met an equal journey before (`is_known`), and if the journey
    could still collect more points than the best journey so far. If no equal journey was met, the
    function adds 1 to `search.journeys` and stores the journey in `search.known`.
    """
    if is_known(search, depth):
        return False
    search.journeys += 1
    return most_points(book, state, search, depth) > search.best


@rule
def is_known(search: Search, depth: Number):
    """Return whether the search has met a journey equal to the journey at `depth` before.

    Two journeys are equal if they use the same routes and end in the same city. If the result is
    False, the function stores the journey in `known`, where it may overwrite an older journey. If
    the search meets the older journey again, the result for that journey is False once more.
    """
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
def most_points(book: Book, state: State, search: Search, depth: Number):
    """Return an upper bound for the points that the journey at `depth` can have when it ends.

    To visit a city, the passenger enters it by one route and leaves it by another. If only one
    unused route of the seat ends at the city, the visit needs one end of another player's route. If
    none does, the visit needs two such ends. The last city of the journey needs one end less,
    because the passenger does not leave it. Each passenger card pays for one route of another
    player, so for two ends.

    The bound is the points collected so far, plus the maximum points that unvisited cities within
    reach can bring for these ends.
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
def near(book: Book, state: State, search: Search, depth: Number, own0: Set, own1: Set):
    """Return the set of cities that the journey at `depth` could reach.

    The passenger cards left limit how many routes of other players can lead to a city. Each city is
    considered alone: a journey that reaches one city may be unable to reach another.

    Args:
        book: the edition.
        state: the position.
        search: the memory of the search.
        depth: the depth of the journey in the search.
        own0: the seat's routes below 64 that the journey can still use.
        own1: the seat's routes from 64 on that the journey can still use.
    """
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
def far_ends(book: Book, routes: Set, word: Number, city: Number):
    """Return the set of cities to which the routes in `routes` lead from a city.

    `routes` is one word of a set of routes that end at the city: if `word` is 0, the routes below
    64, and if it is 1, the others.
    """
    found = NONE
    while routes != NONE:
        found |= bit(other_end(book, lowest(routes) + 64 * word, city))
        routes = without_lowest(routes)
    return found
