"""Whole random games on the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.cuda.compiled.threads import device, kernel, share
from whistlestop.rules.entry.playouts import play_game

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State


@kernel
def play_games(
    books: Records[Book],
    blank: Records[State],
    states: Records[State],
    lucks: Records[Luck],
    sheets: Records[Sheet],
    seats: Number,
    seeds: Numbers,
    totals: Numbers,
    ranks: Numbers,
    decisions: Numbers,
):
    """Play random games from the deal to the final score, one for each seed.

    The games equal those of `rules.entry.playouts.play_games`. Seat 0 starts the first game. Each
    following game is started by the next seat.

    Args:
        books: an array with one book, that of the edition.
        blank: an array with one state, all zeros.
        states: `STATE[threads]`, receives the final state of the last game of each thread.
        lucks: `LIGHT_LUCK[threads]`, a workspace.
        sheets: `SHEET[threads]`, a workspace.
        seats: the number of players.
        seeds: `uint64[games]`, the seeds.
        totals: `int64[games, seats]`, receives the final scores.
        ranks: `int64[games, seats]`, receives the ranks. 1 = winner.
        decisions: `int64[games]`, receives the number of decisions in each game.
    """
    thread: Number = device.grid(1)
    sheet = sheets[thread]
    first, end = share(thread, device.gridsize(1), seeds.shape[0])
    for game in range(first, end):
        decisions[game] = play_game(
            books[0],
            blank,
            states[thread : thread + 1],
            lucks[thread],
            sheet,
            seats,
            game % seats,
            seeds[game],
        )
        for seat in range(seats):
            totals[game, seat] = sheet.total[seat]
            ranks[game, seat] = sheet.rank[seat]
