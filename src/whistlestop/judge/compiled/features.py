"""Features: the row of numbers from which a neural network estimates the value of a position.

The features are what a strong player looks at: the scores if the game ended now, the points that
the plans of all seats would add, the cards and turns that these plans still need, and how soon the
game can end. The position is a world, in which all hands and tickets are known. At a table, worlds
are dealt from what the deciding seat knows.

A row is made for one seat, and starts with the numbers of this seat. The numbers of the leading
rival and the averages over all rivals follow. The numbers of the table come last. So all rows have
equal length for every number of players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import COLOURS, LOCOMOTIVE, LOCOMOTIVE4, PASSENGER, SEATS
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.knowledge.observations import hand_size, ticket_number
from whistlestop.policies.games import final_scores
from whistlestop.policies.planner.plan import network_parts
from whistlestop.policies.planner.situation import (
    largest_set,
    turns_to_end,
)
from whistlestop.policies.planner.stations import ticket_points
from whistlestop.policies.planner.turn import prepare
from whistlestop.rules.bits import size
from whistlestop.rules.districts import district_points
from whistlestop.rules.records import record
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import stations_left

if TYPE_CHECKING:
    from whistlestop.judge.compiled.record_types import Ledger
    from whistlestop.policies.record_types import Mind, Planner
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, State

TURN = Phase.TURN

OF_A_SEAT: Final = (
    "total",
    "tickets_now",
    "tickets_planned",
    "districts_planned",
    "points_planned",
    "spaces_planned",
    "claims_planned",
    "borrowed_planned",
    "cards_missing",
    "spaces_ready",
    "turns_needed",
    "at_risk",
    "filler",
    "filler_missing",
    "cards",
    "spare_cards",
    "largest_set",
    "locomotives",
    "long_locomotives",
    "passenger_cards",
    "pieces",
    "tickets",
    "turns_to_end",
    "longest",
    "stations",
    "passengers_to_place",
    "passengers_placed",
    "until_turn",
)
"""The names of the numbers that describe one seat.

| name | meaning |
| --- | --- |
| `total` | the final score if the game ended now |
| `tickets_now` | points of the tickets if the game ended now |
| `tickets_planned` | points of the tickets if the plan were built |
| `districts_planned` | points that the plan adds for districts |
| `points_planned` | points for the routes of the plan |
| `spaces_planned` | spaces of the routes of the plan |
| `claims_planned` | the number of routes of the plan |
| `borrowed_planned` | routes of other seats that the plan opens with stations |
| `cards_missing` | cards that the hand lacks for the plan |
| `spaces_ready` | spaces of the plan that the hand can pay for |
| `turns_needed` | about how many turns the plan takes |
| `at_risk` | points that rivals near the plan's routes put at risk |
| `filler` | the worth in points of the most important target outside the plan |
| `filler_missing` | coloured cards that the hand lacks for this target |
| `cards` | cards in the hand |
| `spare_cards` | coloured cards in the hand that are reserved for no route |
| `largest_set` | cards of the most frequent colour in the hand |
| `locomotives` | locomotives in the hand |
| `long_locomotives` | locomotives (+4) in the hand |
| `passenger_cards` | passenger cards in the hand |
| `pieces` | pieces left |
| `tickets` | tickets kept |
| `turns_to_end` | about how many of its turns the seat needs to begin the final round |
| `longest` | spaces of the longest path |
| `stations` | stations not built |
| `passengers_to_place` | passengers not placed |
| `passengers_placed` | passengers on the board |
| `until_turn` | turns of other seats before the seat's own turn |
"""

OF_THE_TABLE: Final = (
    "seats",
    "turns",
    "turns_left",
    "final_round",
    "last_turns",
    "deck",
)
"""The names of the numbers that describe the game as a whole.

| name | meaning |
| --- | --- |
| `seats` | the number of players |
| `turns` | turns of all seats that are completed |
| `turns_left` | the lowest `turns_to_end` of all seats |
| `final_round` | 1 if the final round has begun, else 0 |
| `last_turns` | turns left in the final round; 0 before the final round |
| `deck` | cards in the deck |
"""

FEATURES: Final = 3 * len(OF_A_SEAT) + len(OF_THE_TABLE)
"""The number of features in a row.

A row has the numbers of a seat, those of its leading rival, the averages of all its rivals, and the
numbers of the whole game. The leading rival is the one with the most points by `foreseen`.
"""

_EACH: Final = len(OF_A_SEAT)

(
    TOTAL,
    TICKETS_NOW,
    TICKETS_PLANNED,
    DISTRICTS_PLANNED,
    POINTS_PLANNED,
    SPACES_PLANNED,
    CLAIMS_PLANNED,
    BORROWED_PLANNED,
    CARDS_MISSING,
    SPACES_READY,
    TURNS_NEEDED,
    AT_RISK,
    FILLER,
    FILLER_MISSING,
    CARDS,
    SPARE_CARDS,
    LARGEST_SET,
    LOCOMOTIVES,
    LONG_LOCOMOTIVES,
    PASSENGER_CARDS,
    PIECES,
    TICKETS,
    TURNS_TO_END,
    LONGEST,
    STATIONS,
    PASSENGERS_TO_PLACE,
    PASSENGERS_PLACED,
    UNTIL_TURN,
) = range(_EACH)
"""The indices of the numbers in `OF_A_SEAT`. Each constant has a number's name in upper case."""

LEDGER = record([("sheet", SHEET), ("seats", np.float64, (SEATS, _EACH)), ("left", np.float64)])
"""The record in which features are computed.

| field | meaning |
| --- | --- |
| `sheet` | the score sheet of the world if the game ended now |
| `seats` | [seat, i] the numbers of each seat, in the order of `OF_A_SEAT` |
| `left` | the lowest `turns_to_end` of all seats |
"""


@compiled
def look(book: Book, state: State, minds: Records[Mind], ledger: Ledger):
    """Compute the numbers in `OF_A_SEAT` for all seats, and store them in the ledger.

    Args:
        book: the edition.
        state: a world at the beginning of a turn. It is changed during the call and then restored.
        minds: [seat] the planners' minds, whose plans are updated.
        ledger: a `LEDGER` record, which is overwritten.
    """
    mover = state.seat
    final_scores(book, state, ledger.sheet)
    ledger.left = 1e9
    for seat in range(state.seats):
        state.seat = seat
        look_at_seat(book, state, minds[seat].planner, ledger, seat)
        until = seat - np.int64(mover)
        ledger.seats[seat, UNTIL_TURN] = until + state.seats if until < 0 else until
    state.seat = mover


@part
def look_at_seat(book: Book, state: State, planner: Planner, ledger: Ledger, seat: Number):
    """Compute the numbers in `OF_A_SEAT` for one seat, and store them in `ledger.seats`.

    `until_turn` is left out: `look` writes it. `ledger.left` becomes the seat's `turns_to_end` if
    that is lower. Before the call, `state.seat` must be this seat, and `ledger.sheet` must hold the
    present scores.
    """
    sheet = ledger.sheet
    planned = prepare(book, state, planner)
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    plan0, plan1 = own0 | planner.routes[0], own1 | planner.routes[1]
    opened0, opened1 = (
        planner.opened[0] | planner.borrowed[0],
        planner.opened[1] | planner.borrowed[1],
    )
    tickets = ticket_points(book, state, planner, plan0 | opened0, plan1 | opened1)
    districts = 0.0
    if book.district_count > 0:
        network_parts(book, planner, plan0, plan1)
        districts = 1.0 * district_points(book, planner.parts, planner.part_count)
        districts -= sheet.districts[seat]
    points, spaces, claims, missing, ready, risk = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(planned):
        route = planner.target[i]
        length = np.int64(book.route_length[route])
        lacking = planner.missing[i] + np.int64(book.route_ferry[route]) - planner.ferry[i]
        points += book.route_points[length]
        spaces += length
        claims += 1.0
        missing += lacking
        risk += planner.value[route]
        if lacking <= 0:
            ready += length
    filler, filler_missing = 0.0, 0.0
    if planner.targets > planned:
        filler = planner.value[planner.target[planned]]
        filler_missing = 1.0 * planner.missing[planned]
    spare = 0.0
    for colour in range(COLOURS):
        spare += planner.spare[colour]
    end = turns_to_end(book, state, planner.weights, seat)
    ledger.left = min(ledger.left, end)
    row = ledger.seats[seat]
    row[TOTAL] = sheet.total[seat]
    row[TICKETS_NOW] = sheet.gained[seat] - sheet.lost[seat]
    row[TICKETS_PLANNED] = tickets
    row[DISTRICTS_PLANNED] = districts
    row[POINTS_PLANNED] = points
    row[SPACES_PLANNED] = spaces
    row[CLAIMS_PLANNED] = claims
    row[BORROWED_PLANNED] = size(planner.borrowed[0]) + size(planner.borrowed[1])
    row[CARDS_MISSING] = missing
    row[SPACES_READY] = ready
    row[TURNS_NEEDED] = claims + missing / 2.0
    row[AT_RISK] = risk
    row[FILLER] = filler
    row[FILLER_MISSING] = filler_missing
    row[CARDS] = hand_size(state, seat)
    row[SPARE_CARDS] = spare
    row[LARGEST_SET] = largest_set(state)
    row[LOCOMOTIVES] = state.hand[seat, LOCOMOTIVE]
    row[LONG_LOCOMOTIVES] = state.hand[seat, LOCOMOTIVE4]
    row[PASSENGER_CARDS] = state.hand[seat, PASSENGER]
    row[PIECES] = state.pieces[seat]
    row[TICKETS] = ticket_number(state, seat)
    row[TURNS_TO_END] = end
    row[LONGEST] = sheet.longest[seat]
    row[STATIONS] = stations_left(book, state, seat)
    row[PASSENGERS_TO_PLACE] = state.passengers_left[seat]
    row[PASSENGERS_PLACED] = size(state.passengers[seat])


@compiled
def write_features(state: State, ledger: Ledger, seat: Number, row: Numbers):
    """Write the row of features for a seat.

    The row has the numbers of the seat, those of its leading rival, the averages of all its rivals,
    and the numbers of the whole game. The leading rival is the one with the most points by
    `foreseen`.

    Args:
        state: the world that was passed to `look`.
        ledger: the ledger that `look` filled.
        seat: the seat.
        row: [feature] receives the features.
    """
    seats = np.int64(state.seats)
    ahead = (seat + 1) % seats
    for further in range(2, seats):
        other = (seat + further) % seats
        if foreseen(ledger, other) > foreseen(ledger, ahead):
            ahead = other
    for i in range(_EACH):
        mean = 0.0
        for other in range(seats):
            if other != seat:
                mean += ledger.seats[other, i]
        row[i] = ledger.seats[seat, i]
        row[_EACH + i] = ledger.seats[ahead, i]
        row[2 * _EACH + i] = mean / (seats - 1)
    row[3 * _EACH] = seats
    row[3 * _EACH + 1] = state.turns
    row[3 * _EACH + 2] = ledger.left
    row[3 * _EACH + 3] = 1.0 if state.last_turns > 0 else 0.0
    row[3 * _EACH + 4] = state.last_turns
    row[3 * _EACH + 5] = state.deck_size


@compiled
def foreseen(ledger: Ledger, seat: Number):
    """Return the points that a seat would have if its plan were built and the game ended now."""
    row = ledger.seats[seat]
    return (
        row[TOTAL]
        - row[TICKETS_NOW]
        + row[TICKETS_PLANNED]
        + row[DISTRICTS_PLANNED]
        + row[POINTS_PLANNED]
    )
