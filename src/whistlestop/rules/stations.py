"""Stations: building them, and the routes that they open at the end of the game (E-20 to E-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import LOCOMOTIVE, STATIONS
from whistlestop.rules import journal
from whistlestop.rules.bits import NONE, bit, lowest, size, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import note
from whistlestop.rules.payments import LOCOMOTIVES_PLAY, any_one_colour, spend
from whistlestop.rules.tickets import value
from whistlestop.rules.wide_sets import (
    EMPTY,
    first_member,
    is_empty,
    member_at,
    read_words,
    set_of,
    union,
    without_first,
)

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, WideSet
    from whistlestop.rules.record_types import Book, Luck, Sheet, State


@rule
def buildable(book: Book, state: State):
    """Return the set of cities where the deciding seat can build and pay for a station now (E-20).

    These are all cities without a station. A city needs no routes (E-50). The set is empty if the
    seat has no station left or cannot pay for the next one.
    """
    seat = np.int64(state.seat)
    if stations_left(book, state, seat) == 0:
        return NONE
    most = np.int64(0)
    for colour in range(book.colours):
        most = max(most, np.int64(state.hand[seat, colour]))
    if book.station_wilds & LOCOMOTIVES_PLAY:
        most += np.int64(state.hand[seat, LOCOMOTIVE])
    if most < station_cards(size(state.stations[seat])):
        return NONE
    return free_cities(book, state)


@rule
def stations_left(book: Book, state: State, seat: Number):
    """Return how many stations a seat has not built yet (E-20)."""
    return stations_unbuilt(np.int64(book.stations), size(state.stations[seat]))


@rule
def stations_unbuilt(stations: Number, built: Number):
    """Return how many of its stations a seat still has after it has built some (E-20).

    Args:
        stations: the number of stations of each seat at the start.
        built: the number of stations that the seat has built.
    """
    return max(stations - built, 0)


@rule
def free_cities(book: Book, state: State):
    """Return the set of cities where no seat has built a station (E-20, E-50)."""
    cities = book.cities
    for seat in range(state.seats):
        cities &= ~state.stations[seat]
    return cities


@rule
def station_cards(built: Number):
    """Return the number of cards for a seat's next station after `built` stations (E-20)."""
    return built + 1


@rule
def station_price(book: Book, state: State):
    """Return the price of the deciding seat's next station (E-20, E-51).

    Cards of any single colour can pay.

    Returns:
        Four values: the set of colours that may pay; the number of cards; the wild cards that may
        pay, coded as in `Book.group_wilds`; and 0, the minimum number of locomotives.
    """
    cards = station_cards(size(state.stations[state.seat]))
    return any_one_colour(book), cards, np.int64(book.station_wilds), np.int64(0)


@rule
def build(book: Book, state: State, number: Number, luck: Luck):
    """Pay for the station that the deciding seat has chosen, and build it.

    `number` is the number of the payment (see `actions`). A station is never moved and costs no
    pieces (E-52).
    """
    seat = np.int64(state.seat)
    city = np.int64(state.city)
    cards = station_cards(size(state.stations[seat]))
    spend(state, number, cards)
    state.stations[seat] |= bit(city)
    state.city = 0
    note(luck, journal.BUILT, seat, city, number, cards)


@rule
def open_routes(book: Book, state: State, seat: Number, city: Number, word: Number):
    """Return the routes that a seat's station in a city can open (E-21, E-56).

    These are the routes of other seats that end at the city. A station can open a route even if the
    seat could not have claimed that route (E-53).

    Args:
        book: the edition.
        state: the position.
        seat: the owner of the station.
        city: the city of the station.
        word: 0 for the routes below 64, 1 for the others; the result is a set of this word.
    """
    routes = NONE
    for other in range(state.seats):
        if other != seat:
            routes |= state.owned[other, word]
    return routes & book.at[city, word]


@rule
def choose_routes(book: Book, state: State, seat: Number, number: Number, sheet: Sheet):
    """Open one route for each station so that the seat's tickets are worth most (E-21, E-55).

    Each station opens one route or none, and two stations may open one and the same route (E-54).
    All combinations are tried if any of them can change the value of a ticket. Of the combinations
    with the most points, the function takes the one that completes the most tickets. If several
    complete equally many, it takes the first of them. The first combination opens nothing.

    Args:
        book: the edition.
        state: the position.
        seat: the owner of the stations.
        number: the number of parts of the seat's network, which are in `sheet.parts`.
        sheet: a `scoring.SHEET`. The chosen routes are written to `sheet.opened`, and the parts of
            the network with these routes to `sheet.parts`.

    Returns:
        The number of parts of the network with these routes.
    """
    combinations = 1
    cities = state.stations[seat]
    for station in range(STATIONS):
        sheet.opened[seat, station] = -1
        sheet.choices[station] = 0
        if cities != NONE:
            city = lowest(cities)
            cities = without_lowest(cities)
            for word in range(2):
                sheet.choosable[station, word] = open_routes(book, state, seat, city, word)
                sheet.choices[station] += size(sheet.choosable[station, word])
        combinations *= sheet.choices[station] + 1
    tickets = undecided(book, state, seat, number, sheet)
    if is_empty(tickets):
        combinations = 1
    best = np.int64(-1)
    best_points, best_completed = np.int64(-(1 << 30)), np.int64(0)
    for combination in range(combinations):
        linked = link(book, sheet, combination, number)
        points, completed = ticket_sum(book, tickets, sheet, linked)
        if points > best_points or (points == best_points and completed > best_completed):
            best, best_points, best_completed = np.int64(combination), points, completed
    linked = link(book, sheet, best, number)
    for i in range(linked):
        sheet.parts[i] = sheet.linked[i]
    for station in range(STATIONS):
        sheet.opened[seat, station] = chosen(sheet, best, station)
    return linked


@rule
def undecided(book: Book, state: State, seat: Number, number: Number, sheet: Sheet):
    """Return the set of the seat's tickets whose value depends on what its stations open.

    These tickets would be completed, and worth more than without stations, if each station opened
    every route that it can open.

    Args:
        book: the edition.
        state: the position.
        seat: the owner of the stations.
        number: the number of parts of the seat's network, which are in `sheet.parts`.
        sheet: a `scoring.SHEET`, in which `choosable` and `choices` have been filled in. Its field
            `linked` is overwritten.
    """
    linked = number
    for i in range(number):
        sheet.linked[i] = sheet.parts[i]
    for station in range(STATIONS):
        for word in range(2):
            routes = sheet.choosable[station, word] if sheet.choices[station] > 0 else NONE
            while routes != NONE:
                linked = join(book, sheet, lowest(routes) + 64 * word, linked)
                routes = without_lowest(routes)
    found = EMPTY
    tickets = read_words(state.tickets[seat])
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        most = value(book, ticket, sheet.linked, linked)
        if most > 0 and most > value(book, ticket, sheet.parts, number):
            found = union(found, set_of(ticket))
    return found


@rule
def chosen(sheet: Sheet, combination: Number, station: Number):
    """Return the route that a station opens in a combination, or -1 if it opens none.

    Args:
        sheet: a `scoring.SHEET`, which lists the routes that each station can open.
        combination: the number of the combination of opened routes. In combination 0, no station
            opens a route.
        station: the index of the station, in ascending order of the cities.
    """
    for earlier in range(station):
        combination //= sheet.choices[earlier] + 1
    choice = combination % (sheet.choices[station] + 1) - 1
    if choice < 0:
        return np.int64(-1)
    return member_at(read_words(sheet.choosable[station]), choice)


@rule
def link(book: Book, sheet: Sheet, combination: Number, number: Number):
    """Write the parts of the seat's network, joined by the routes of a combination, to the sheet.

    Args:
        book: the edition.
        sheet: a `scoring.SHEET`; `sheet.parts` is read and `sheet.linked` is written.
        combination: the number of the combination.
        number: the number of parts without stations.

    Returns:
        The number of parts after they were joined.
    """
    for i in range(number):
        sheet.linked[i] = sheet.parts[i]
    for station in range(STATIONS):
        route = chosen(sheet, combination, station)
        if route >= 0:
            number = join(book, sheet, route, number)
    return number


@rule
def join(book: Book, sheet: Sheet, route: Number, number: Number):
    """Join parts in `sheet.linked` by one more route, and return how many parts are left.

    Args:
        book: the edition.
        sheet: a `scoring.SHEET`; `sheet.linked` is changed.
        route: the route that joins the parts at its ends.
        number: the number of parts before.
    """
    part = bit(book.route_a[route]) | bit(book.route_b[route])
    kept = 0
    for i in range(number):
        if sheet.linked[i] & part != NONE:
            part |= sheet.linked[i]
        else:
            sheet.linked[kept] = sheet.linked[i]
            kept += 1
    sheet.linked[kept] = part
    return kept + 1


@rule
def ticket_sum(book: Book, tickets: WideSet, sheet: Sheet, number: Number):
    """Return the sum of the values of tickets, and how many of the tickets a network completes.

    Args:
        book: the edition.
        tickets: the set of tickets. Those that are not completed have negative values.
        sheet: a `scoring.SHEET`. `sheet.linked` has the connected parts of the network.
        number: the number of parts.
    """
    total = np.int64(0)
    completed = np.int64(0)
    while not is_empty(tickets):
        points = value(book, first_member(tickets), sheet.linked, number)
        tickets = without_first(tickets)
        total += points
        completed += np.int64(points > 0)
    return total, completed
