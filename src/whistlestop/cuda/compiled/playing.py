"""Whole random games on the device."""

from __future__ import annotations

from whistlestop.cuda.compiled.threads import device, kernel, share
from whistlestop.rules.entry.playouts import play_game


@kernel
def play_games(books, blank, states, lucks, sheets, seats, seeds, totals, ranks, decisions):
    """Play random games from the deal to the final score, one for each seed.

    They are those of `playouts.play_games`, in which the seats take turns to begin.

    Args:
        books: the edition, as an array of one.
        blank: a state of zeros, as an array of one.
        states: `STATE[threads]`, afterwards the final one of the last game of each thread.
        lucks: `LIGHT_LUCK[threads]`, to work with.
        sheets: `SHEET[threads]`, to work with.
        seats: players.
        seeds: `uint64[games]`.
        totals: `int64[games, seats]`, the final scores are written here.
        ranks: `int64[games, seats]`, the places are written here; 1 = winner.
        decisions: `int64[games]`, the numbers of decisions are written here.
    """
    thread = device.grid(1)
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
