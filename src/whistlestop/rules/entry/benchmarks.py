"""The loops that `whistlestop bench` measures inside compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.bits import NONE, bit, lowest, nth, size
from whistlestop.rules.compiling import rule
from whistlestop.rules.entry.playouts import play_on
from whistlestop.rules.luck import begin, below, seed
from whistlestop.rules.ownership import closed_by
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.trails import longest_trail
from whistlestop.rules.turns import apply, deal, legal

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State, Trail

OVER = Phase.OVER


@rule
def copy_states(states: Records[State], rounds: Number):
    """Copy the first state over all other states, `rounds` times."""
    for _ in range(rounds):
        for i in range(1, states.shape[0]):
            states[i] = states[i - 1]


@rule
def play_checked_games(
    book: Book,
    blank: Records[State],
    states: Records[State],
    luck: Luck,
    sheet: Sheet,
    seats: Number,
    seeds: Numbers,
    totals: Numbers,
    decisions: Numbers,
    out: Numbers,
):
    """Play the random games of `playouts.play_games`, but check every action before taking it.

    For each decision, the legal actions are listed, one of them is drawn, and it is checked again
    when it is applied. An action that is refused, which should never happen, ends the game.

    Args:
        book: the edition.
        blank: an array of one state, which is all zeros.
        states: an array of one state. It becomes the final state of the last game.
        luck: a `LUCK` record, used as a workspace.
        sheet: a `SHEET` record, used as a workspace.
        seats: the number of players.
        seeds: `uint64[games]`, the seed of each game. Seat `i % seats` begins game i.
        totals: `int64[games, seats]`; the final scores are written here.
        decisions: `int64[games]`; the numbers of decisions are written here, -1 for a game in which
            an action was refused.
        out: a buffer for `actions.MOST_LEGAL` numbers.
    """
    for game in range(seeds.shape[0]):
        seed(luck, seeds[game])
        states[0] = blank[0]
        state = states[0]
        deal(book, state, seats, game % seats, luck)
        decisions[game] = 0
        while state.phase != OVER:
            begin(luck)
            number = legal(book, state, out)
            if not apply(book, state, np.int64(out[below(luck, number)]), luck):
                decisions[game] = -1
                break
            decisions[game] += 1
        score(book, state, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet.total[seat]


@rule
def networks(
    book: Book,
    blank: Records[State],
    states: Records[State],
    luck: Luck,
    connected: Number,
    found: Numbers,
):
    """Fill `found` with random networks, whose longest paths `longest_trails` can measure.

    Network i is made with the seed i. A network is either made by `grow` or consists of the routes
    that seat 0 owns at the end of a random game of two players.

    Args:
        book: the edition.
        blank: an array of one state, which is all zeros.
        states: an array of one state, used as a workspace.
        luck: a `LUCK` record, used as a workspace.
        connected: true for networks made by `grow`, which are connected; false for networks from
            games, which need not be connected.
        found: [network, word] the networks are written here.
    """
    for i in range(found.shape[0]):
        seed(luck, i)
        if connected:
            found[i, 0], found[i, 1] = grow(book, luck)
        else:
            states[0] = blank[0]
            deal(book, states[0], 2, 0, luck)
            play_on(book, states[0], luck)
            found[i, 0] = states[0].owned[0, 0]
            found[i, 1] = states[0].owned[0, 1]


@rule
def grow(book: Book, luck: Luck):
    """Return a random connected network of one player, as a set of routes in two words.

    Random routes that touch the network are added until the pieces do not suffice for another one.
    """
    first = below(luck, book.routes)
    pieces = np.int64(book.pieces)
    mine0, mine1 = NONE, NONE
    barred0, barred1 = NONE, NONE
    route = first
    places = NONE
    while True:
        if route < 64:
            mine0 |= bit(route)
        else:
            mine1 |= bit(route - 64)
        barred0 |= closed_by(book, 1, route, True, 0)
        barred1 |= closed_by(book, 1, route, True, 1)
        pieces -= np.int64(book.route_length[route])
        places |= bit(book.route_a[route]) | bit(book.route_b[route])
        near0, near1 = NONE, NONE
        rest = places
        while rest != NONE:
            place = lowest(rest)
            rest &= ~bit(place)
            near0 |= book.at[place, 0]
            near1 |= book.at[place, 1]
        most = min(pieces, 8)
        near0 &= ~barred0 & book.within[most, 0]
        near1 &= ~barred1 & book.within[most, 1]
        number = size(near0) + size(near1)
        if number == 0:
            return mine0, mine1
        choice = below(luck, number)
        if choice < size(near0):
            route = nth(near0, choice)
        else:
            route = 64 + nth(near1, choice - size(near0))


@rule
def longest_trails(book: Book, found: Numbers, work: Trail):
    """Measure the longest path of every network, and return the sum of the lengths in spaces.

    Args:
        book: the edition.
        found: [network, word] the networks, as `networks` writes them.
        work: a `TRAIL` record, used as a workspace.
    """
    total = 0
    for i in range(found.shape[0]):
        total += longest_trail(book, found[i, 0], found[i, 1], work)
    return total
