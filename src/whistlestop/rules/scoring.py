"""The final scoring: tickets, bonuses, totals and tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import PLACES, SEATS, STATIONS, TICKETS
from whistlestop.editions.limits import TIE_BREAKS as MOST_TIE_BREAKS
from whistlestop.editions.model import TieBreak
from whistlestop.rules.attractions import attraction_points
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.book import TIE_BREAKS
from whistlestop.rules.compiling import rule
from whistlestop.rules.districts import district_points
from whistlestop.rules.doubly_joined import doubly_joined_points, is_doubly_joined
from whistlestop.rules.networks import PARTS, components
from whistlestop.rules.records import record
from whistlestop.rules.stations import choose_routes
from whistlestop.rules.tickets import value
from whistlestop.rules.trails import TRAIL, longest_trail
from whistlestop.rules.wide_sets import first_member, is_empty, read_words, without_first

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers
    from whistlestop.rules.record_types import Book, Sheet, State

SHEET = record(
    [
        ("routes", np.int64, (SEATS,)),
        ("merchandise", np.int64, (SEATS,)),
        ("completed", np.int64, (SEATS,)),
        ("failed", np.int64, (SEATS,)),
        ("gained", np.int64, (SEATS,)),
        ("lost", np.int64, (SEATS,)),
        ("ticket", np.int64, (TICKETS,)),
        ("stations", np.int64, (SEATS,)),
        ("built", np.int64, (SEATS,)),
        ("opened", np.int64, (SEATS, STATIONS)),
        ("districts", np.int64, (SEATS,)),
        ("attractions", np.int64, (SEATS,)),
        ("longest", np.int64, (SEATS,)),
        ("longest_bonus", np.int64, (SEATS,)),
        ("most_tickets_bonus", np.int64, (SEATS,)),
        ("doubly_joined", np.int64, (SEATS,)),
        ("doubly_joined_points", np.int64, (SEATS,)),
        ("joined_twice", np.uint8, (TICKETS,)),
        ("total", np.int64, (SEATS,)),
        ("rank", np.int64, (SEATS,)),
        ("parts", np.uint64, (PARTS + STATIONS,)),
        ("linked", np.uint64, (PARTS + STATIONS,)),
        ("choosable", np.uint64, (STATIONS, 2)),
        ("choices", np.int64, (STATIONS,)),
        ("via", np.int64, (PLACES,)),
        ("trail", TRAIL),
    ]
)
"""The score sheet, and the memory that scoring needs.

| field | meaning |
| --- | --- |
| `routes` | [seat] the points for routes, counted again (C-41) |
| `merchandise` | [seat] the points of the tokens collected |
| `completed` | [seat] the number of completed tickets |
| `failed` | [seat] the number of tickets that are not completed |
| `gained` | [seat] the points won with completed tickets |
| `lost` | [seat] the points lost with tickets that are not completed, as a positive number |
| `ticket` | [ticket] the value of a held ticket to its holder, negative if it is not completed |
| `stations` | [seat] the points for stations not built (E-22) |
| `built` | [seat] the number of stations built |
| `opened` | [seat, station] the route that the seat's station opens (E-21); -1 = none |
| `districts` | [seat] the points of districts |
| `attractions` | [seat] the points of attractions |
| `longest` | [seat] the spaces of the longest path; 0 if the edition has no bonus for it |
| `longest_bonus` | [seat] the bonus for the longest path |
| `most_tickets_bonus` | [seat] the bonus for the most completed tickets |
| `doubly_joined` | [seat] the number of doubly joined tickets; 0 if they bring no points |
| `doubly_joined_points` | [seat] the points for the doubly joined tickets together |
| `joined_twice` | [ticket] 1 = the held ticket is doubly joined (B-10) |
| `total` | [seat] the sum of all points |
| `rank` | [seat] 1 = winner; tied seats have equal ranks |
| `parts` | working memory: [part] the connected parts of a network, each as a set of places |
| `linked` | working memory: [part] `parts`, after joining those that an opened route connects |
| `choosable` | working memory: [station, word] the routes that a station can open |
| `choices` | working memory: [station] the number of routes that a station can open |
| `via` | working memory: [place] the last route of a way to the place |
| `trail` | working memory of the search for the longest path |
"""

BY_TICKETS: Final = TIE_BREAKS.index(TieBreak.TICKETS)
"""The code of the tie-break by the number of completed tickets."""
BY_LONGEST_PATH: Final = TIE_BREAKS.index(TieBreak.LONGEST_PATH)
"""The code of the tie-break by the bonus for the longest path."""
BY_OWN_PATH: Final = TIE_BREAKS.index(TieBreak.OWN_PATH)
"""The code of the tie-break by the spaces of the seat's own longest path."""
BY_MERCHANDISE: Final = TIE_BREAKS.index(TieBreak.MERCHANDISE)
"""The code of the tie-break by the points of merchandise."""
BY_STATIONS: Final = TIE_BREAKS.index(TieBreak.STATIONS)
"""The code of the tie-break by the number of stations built. The lower number wins."""


@rule
def score(book: Book, state: State, sheet: Sheet):
    """Fill in the score sheet of a position as if the game ended now.

    Points that seats score during the game never depend on whether tickets are completed (I-08).

    Args:
        book: the edition.
        state: the position.
        sheet: a `SHEET` record; its contents before the call do not matter.
    """
    for seat in range(state.seats):
        sheet.routes[seat] = route_points(book, state, seat)
        sheet.merchandise[seat] = state.merchandise[seat]
        score_networks(book, state, seat, sheet)
    award(sheet.longest, sheet.longest_bonus, state.seats, book.longest_path_bonus)
    award(sheet.completed, sheet.most_tickets_bonus, state.seats, book.most_tickets_bonus)
    for seat in range(state.seats):
        sheet.total[seat] = (
            sheet.routes[seat]
            + sheet.merchandise[seat]
            + sheet.gained[seat]
            - sheet.lost[seat]
            + sheet.districts[seat]
            + sheet.attractions[seat]
            + sheet.stations[seat]
            + sheet.longest_bonus[seat]
            + sheet.most_tickets_bonus[seat]
            + sheet.doubly_joined_points[seat]
        )
    for seat in range(state.seats):
        sheet.rank[seat] = 1
        for other in range(state.seats):
            if beats(book, sheet, other, seat):
                sheet.rank[seat] += 1


@rule
def route_points(book: Book, state: State, seat: Number):
    """Return the points of all routes of a seat, counted again from the board (C-41)."""
    points = np.int64(0)
    for word in range(2):
        routes = state.owned[seat, word]
        while routes != NONE:
            length = book.route_length[lowest(routes) + 64 * word]
            points += np.int64(book.route_points[length])
            routes = without_lowest(routes)
    return points


@rule
def score_networks(book: Book, state: State, seat: Number, sheet: Sheet):
    """Fill in what the score sheet says about a seat's network and stations.

    These are the points of districts, attractions, stations and tickets, the numbers of tickets and
    stations, the doubly joined tickets, and the spaces of the longest path.
    """
    routes0, routes1 = state.owned[seat, 0], state.owned[seat, 1]
    number = components(book, routes0, routes1, sheet.parts)
    sheet.districts[seat] = district_points(book, sheet.parts, number)
    sheet.attractions[seat] = attraction_points(book, sheet.parts, number)
    sheet.built[seat] = size(state.stations[seat])
    sheet.stations[seat] = (book.stations - sheet.built[seat]) * book.station_points  # E-22
    if sheet.built[seat] > 0:
        number = choose_routes(book, state, seat, number, sheet)
    sheet.completed[seat] = 0
    sheet.failed[seat] = 0
    sheet.gained[seat] = 0
    sheet.lost[seat] = 0
    tickets = read_words(state.tickets[seat])
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        points = value(book, ticket, sheet.parts, number)  # each of two copies counts (S-12)
        sheet.ticket[ticket] = points
        if points > 0:
            sheet.completed[seat] += 1
            sheet.gained[seat] += points
        else:
            sheet.failed[seat] += 1
            sheet.lost[seat] -= points
    score_doubly_joined(book, state, seat, sheet)
    sheet.longest[seat] = 0
    if book.measures_paths:
        # Routes that stations open do not count for the longest path (E-21).
        sheet.longest[seat] = longest_trail(book, routes0, routes1, sheet.trail)


@rule
def score_doubly_joined(book: Book, state: State, seat: Number, sheet: Sheet):
    """Fill in what the score sheet says about a seat's doubly joined tickets (B-10).

    The values of the seat's tickets must be there already. Routes that stations open do not count
    (I-25).
    """
    sheet.doubly_joined[seat] = 0
    tickets = read_words(state.tickets[seat])
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        points = sheet.ticket[ticket]
        sheet.joined_twice[ticket] = 0
        if book.doubly_joined_most > 0 and points > 0:
            routes0, routes1 = state.owned[seat, 0], state.owned[seat, 1]
            if is_doubly_joined(book, ticket, points, routes0, routes1, sheet.via):
                sheet.joined_twice[ticket] = 1
                sheet.doubly_joined[seat] += 1
    sheet.doubly_joined_points[seat] = doubly_joined_points(book, sheet.doubly_joined[seat])


@rule
def award(counts: Numbers, bonuses: Numbers, seats: Number, bonus: Number):
    """Give a bonus to every seat with the highest count, if that is above 0 (U-11, M-30, I-05).

    Args:
        counts: [seat] the counts.
        bonuses: [seat] receives the bonuses. Seats without the bonus get 0.
        seats: the number of players.
        bonus: the points of the bonus.
    """
    most = np.int64(0)
    for seat in range(seats):
        most = max(most, counts[seat])
    for seat in range(seats):
        bonuses[seat] = np.int64(bonus) if most > 0 and counts[seat] == most else 0


@rule
def beats(book: Book, sheet: Sheet, seat: Number, other: Number):
    """Return whether one seat ranks above another: by total, then by the tie-breaks (C-42).

    Two seats share a rank if neither ranks above the other (I-19).
    """
    if sheet.total[seat] != sheet.total[other]:
        return sheet.total[seat] > sheet.total[other]
    for i in range(MOST_TIE_BREAKS):
        difference = tie_break(book.tie_breaks[i], sheet, seat) - tie_break(
            book.tie_breaks[i], sheet, other
        )
        if difference != 0:
            return difference > 0
    return False


@rule
def decided_by(book: Book, sheet: Sheet, seats: Number):
    """Return the code of the last tie-break that ranked some of the leading seats lower (C-42).

    The leading seats are those with the highest total. The result is 0 if there is only one leading
    seat, or if no tie-break made a difference.
    """
    most = sheet.total[0]
    for seat in range(seats):
        most = max(most, sheet.total[seat])
    tied = NONE
    for seat in range(seats):
        if sheet.total[seat] == most:
            tied |= bit(seat)
    decided = np.int64(0)
    for i in range(MOST_TIE_BREAKS):
        code = np.int64(book.tie_breaks[i])
        first = lowest(tied)
        best = tie_break(code, sheet, first)
        for seat in range(seats):
            if has(tied, seat):
                best = max(best, tie_break(code, sheet, seat))
        left = NONE
        for seat in range(seats):
            if has(tied, seat) and tie_break(code, sheet, seat) == best:
                left |= bit(seat)
        if left != tied:
            decided = code
        tied = left
    return decided


@rule
def tie_break(code: Number, sheet: Sheet, seat: Number):
    """Return a seat's value for a tie-break; the higher value wins (U-12, M-31, L-11, E-30, B-12).

    Merchandise counts by its points (I-14), and the seat's own longest path by its spaces (I-26).
    """
    if code == BY_TICKETS:
        return sheet.completed[seat]
    if code == BY_LONGEST_PATH:
        return np.int64(sheet.longest_bonus[seat] > 0)
    if code == BY_OWN_PATH:
        return sheet.longest[seat]
    if code == BY_MERCHANDISE:
        return sheet.merchandise[seat]
    if code == BY_STATIONS:
        return -sheet.built[seat]
    return np.int64(0)
