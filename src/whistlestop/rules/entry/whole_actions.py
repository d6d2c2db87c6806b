"""Whole actions: a route or a city together with its payment, as people think of an action.

In the rules, the route and the payment are two decisions. These functions let Python list or take
whole actions in one call. They take arrays of one record, because Numba needs ten times as long to
recognise a record as to recognise an array.

A whole action is also one number, its code. The code holds everything that the typed action needs,
so that Python can find the typed action in a table:

| bits | content |
| --- | --- |
| 0 to 9 | the action (see `actions`) |
| 10 to 19 | the payment + 1, or 0 if there is none |
| 20 to 59 | the context, which depends on the action (see `context`) |

If the action keeps tickets, there is no payment, and the context begins at bit 10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import OFFER, TICKETS
from whistlestop.rules.actions import (
    ACTIONS,
    DRAW_TICKETS,
    KEEP,
    MOST_LEGAL,
    PLACE,
    PLACE_NOWHERE,
    STATION,
    WITHDRAW,
    is_keeping,
    is_payment,
    kept_by,
    paid_by,
)
from whistlestop.rules.bits import size
from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import LUCK, begin, seed
from whistlestop.rules.prices import can_pay, payments, price
from whistlestop.rules.records import record
from whistlestop.rules.state import STATE
from whistlestop.rules.stations import station_cards
from whistlestop.rules.tickets import tickets_drawn
from whistlestop.rules.turns import apply, choose, deal, is_legal, legal, moment_of, perform

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, PlayedGame, State, Workspace

ALONE = -1
"""The value of `payment` for an action without a payment."""

NUMBER_BITS: Final = 10
"""The number of bits in each of the first two fields of a code: the action and the payment."""
NUMBERS: Final = 1 << NUMBER_BITS
"""The number of values that fit `NUMBER_BITS` bits."""
CONTEXT_AT: Final = 2 * NUMBER_BITS
"""The number of the lowest bit of the context in a code."""
TICKET_BITS: Final = 7
"""The number of bits that each kept ticket has in the context."""

assert ACTIONS < NUMBERS
assert TICKETS <= 1 << TICKET_BITS
assert NUMBER_BITS + OFFER * TICKET_BITS < 63

NO_CODE: Final = -1
"""The value to pass to `advance` instead of a code if no action is to be taken."""

MOST_WHOLE: Final = 2048
"""The number of codes of legal whole actions that a workspace has room for."""

GAME = record([("state", STATE), ("generator", np.uint64, (4,))])
"""A game that is played from Python.

| field | meaning |
| --- | --- |
| `state` | the position |
| `generator` | [i] the four words of the game's random number generator (see `rules.luck`) |
"""

WORKSPACE = record(
    [
        ("legal", np.int64),
        ("codes", np.int64, (MOST_WHOLE,)),
        ("luck", LUCK),
        ("numbers", np.int16, (2 * MOST_LEGAL,)),
        ("pairs", np.int16, (MOST_WHOLE, 2)),
    ]
)
"""The memory that a thread needs to take and list whole actions.

| field | meaning |
| --- | --- |
| `legal` | the number of legal whole actions, which may be more than `MOST_WHOLE` |
| `codes` | [i] the codes of the legal whole actions |
| `luck` | the source of randomness; its generator is copied from the game for each action |
| `numbers` | [i] buffer for the numbers of actions (first half) and payments (second half) |
| `pairs` | [i, j] of the i-th whole action: the action (j = 0), the one that pays (j = 1) |
"""


@rule
def whole_actions(books: Records[Book], states: Records[State], numbers: Numbers, pairs: Numbers):
    """Write the legal whole actions of the deciding seat, and return their number.

    Args:
        books: the edition, as an array of one record.
        states: any position, as an array of one record; it is changed during the call and restored.
        numbers: a buffer for two times `actions.MOST_LEGAL` numbers.
        pairs: [n, 2] each action is written here with the action that pays, or with `ALONE` if
            there is no payment. Actions that do not fit are counted but not written.
    """
    return list_whole(books[0], states[0], numbers, pairs)


@rule
def list_whole(book: Book, state: State, numbers: Numbers, pairs: Numbers):
    """Write the legal whole actions of the deciding seat to `pairs`, and return their number.

    Each element of `pairs` is an action and the action that pays, or `ALONE` if there is no
    payment. Actions that do not fit are counted but not written. `numbers` is a buffer for two
    times `actions.MOST_LEGAL` numbers. `state` is changed during the call and restored.
    """
    first, second = numbers[:MOST_LEGAL], numbers[MOST_LEGAL:]
    phase, route, city = state.phase, state.route, state.city
    count = 0
    for i in range(legal(book, state, first)):
        action = np.int64(first[i])
        if not choose(state, action):
            if count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = action, ALONE
            count += 1
            continue
        for j in range(payments(book, state, second)):
            if count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = action, second[j]
            count += 1
        state.phase, state.route, state.city = phase, route, city
    return count


@rule
def take(books: Records[Book], states: Records[State], actions: Numbers, lucks: Records[Luck]):
    """Take one or two actions in order, with `turns.apply`.

    An illegal action changes nothing, and the function does not report it.

    Args:
        books: the edition, as an array of one record.
        states: the position, as an array of one record; changed.
        actions: the number of one action. For a claim or a station, two numbers: that of the action
            and that of the action that pays.
        lucks: the luck, as an array of one record.
    """
    for i in range(actions.shape[0]):
        apply(books[0], states[0], actions[i], lucks[0])


@rule
def context(book: Book, state: State, seat: Number, action: Number):
    """Return the context of an action.

    The context is one number. It holds what a typed action needs besides the numbers of the action
    and the payment.

    | action | context |
    | --- | --- |
    | draw tickets from stacks of the player's choice | the number of tickets drawn |
    | keep tickets | the kept tickets, `TICKET_BITS` bits each, the first in the lowest bits |
    | pay | the number of cards to pay |
    | place a passenger in a city | the route at which the passenger is placed |
    | build a station | the number of cards for the station |
    | any other action | 0 |

    Args:
        book: the edition.
        state: the position in which the action is taken.
        seat: the seat whose offer and stations count.
        action: the number of the action.
    """
    found = np.int64(0)
    if DRAW_TICKETS <= action < KEEP:
        moment = moment_of(state)
        if book.offer_choose[moment] > 0:
            found = np.int64(tickets_drawn(book, state, moment)[2])
    elif is_keeping(action):
        for i in range(OFFER - 1, -1, -1):
            if kept_by(action) >> i & 1:
                found = found << TICKET_BITS | max(np.int64(state.offer[seat, i]) - 1, 0)
    elif is_payment(action):
        found = np.int64(price(book, state)[1])
    elif PLACE <= action < PLACE + PLACE_NOWHERE:
        found = np.int64(state.route)
    elif STATION <= action < WITHDRAW:
        found = np.int64(station_cards(size(state.stations[seat])))
    return found


@rule
def code(book: Book, state: State, seat: Number, action: Number, payment: Number):
    """Return the code of a whole action: one number for the action, its payment and its context.

    The context is what the typed action needs besides the action and the payment, such as the kept
    tickets (see `context`).

    Args:
        book: the edition.
        state: the position in which the action is taken.
        seat: the seat that takes it.
        action: the number of the action.
        payment: the action that pays (see `is_payment`), or `ALONE` if there is none.
    """
    found = context(book, state, seat, action)
    if is_keeping(action):
        return action | found << NUMBER_BITS
    return action | np.int64(payment + 1) << NUMBER_BITS | found << CONTEXT_AT


@rule
def code_of(
    books: Records[Book], games: Records[PlayedGame], seat: Number, action: Number, payment: Number
):
    """Return the code of a whole action, legal or not.

    Args:
        books: the edition, as an array of one record.
        games: the game with the position in which the action is taken, as an array of one record.
        seat: the seat that takes it.
        action: the number of the action.
        payment: the action that pays (see `is_payment`), or `ALONE` if there is none.
    """
    return code(books[0], games[0].state, seat, np.int64(action), np.int64(payment))


@rule
def is_whole_legal(book: Book, state: State, action: Number, payment: Number):
    """Return whether the deciding seat may take an action and make this payment for it.

    Args:
        book: the edition.
        state: the position. It is changed during the call and restored.
        action: the number of the action.
        payment: the action that pays (see `is_payment`), or `ALONE` if there is none.
    """
    if not is_legal(book, state, action):
        return False
    phase, route, city = state.phase, state.route, state.city
    if not choose(state, action):
        return payment == ALONE
    paid = is_payment(payment) and can_pay(book, state, paid_by(payment))
    state.phase, state.route, state.city = phase, route, city
    return paid


@rule
def advance(
    books: Records[Book],
    games: Records[PlayedGame],
    workspaces: Records[Workspace],
    taken: Number,
    begins: Number,
):
    """Take a whole action if it is legal, and list the legal whole actions afterwards.

    Args:
        books: the edition, as an array of one record.
        games: the game, as an array of one record; an illegal action leaves it unchanged.
        workspaces: a workspace, as an array of one record. The legal actions are written there.
        taken: the code of the action, or `NO_CODE` to list the legal actions only.
        begins: true to empty the journal and to draw random outcomes. If false, the action adds to
            the journal, and repeats outcomes if `luck.repeat` was called before.

    Returns:
        The number of entries in the journal. If the action was illegal, the result is -1, and no
        legal actions are listed.
    """
    book, game, workspace = books[0], games[0], workspaces[0]
    state, luck = game.state, workspace.luck
    if taken != NO_CODE:
        action = np.int64(taken & (NUMBERS - 1))
        payment = np.int64((taken >> NUMBER_BITS & (NUMBERS - 1)) - 1)
        if is_keeping(action):
            payment = np.int64(ALONE)
        # A code with the context of another position is refused.
        if taken != code(book, state, np.int64(state.seat), action, payment):
            return -1
        if not is_whole_legal(book, state, action, payment):
            return -1
        for i in range(game.generator.shape[0]):
            luck.generator[i] = game.generator[i]
        if begins:
            begin(luck)
        for part in range(2):
            number = action if part == 0 else payment
            if number != ALONE:
                perform(book, state, number, luck)
        for i in range(game.generator.shape[0]):
            game.generator[i] = luck.generator[i]
    pairs, codes = workspace.pairs, workspace.codes
    count = list_whole(book, state, workspace.numbers, pairs)
    for i in range(min(count, MOST_WHOLE)):
        codes[i] = code(
            book, state, np.int64(state.seat), np.int64(pairs[i, 0]), np.int64(pairs[i, 1])
        )
    workspace.legal = count
    return luck.events


@rule
def seed_game(games: Records[PlayedGame], workspaces: Records[Workspace], number: Number):
    """Start the random generator of a game from a seed.

    Args:
        games: the game, as an array of one record.
        workspaces: a workspace, as an array of one record. Its luck is started from the seed, too.
        number: the seed, a number of 64 bits.
    """
    game, luck = games[0], workspaces[0].luck
    seed(luck, number)
    for i in range(game.generator.shape[0]):
        game.generator[i] = luck.generator[i]


@rule
def set_table(
    books: Records[Book],
    games: Records[PlayedGame],
    workspaces: Records[Workspace],
    seats: Number,
    starter: Number,
    begins: Number,
):
    """Deal the hands, the display and the opening offers of a new game.

    The state of the game must be all zeros before.

    Args:
        books: the edition, as an array of one record.
        games: the game, as an array of one record.
        workspaces: a workspace, as an array of one record.
        seats: the number of players.
        starter: the seat that begins, or `BY_LOT`.
        begins: true to empty the journal and to draw random outcomes. If false, outcomes are
            repeated if `luck.repeat` was called before.

    Returns:
        The number of entries in the journal.
    """
    game, luck = games[0], workspaces[0].luck
    if begins:
        begin(luck)
    for i in range(game.generator.shape[0]):
        luck.generator[i] = game.generator[i]
    deal(books[0], game.state, seats, starter, luck)
    for i in range(game.generator.shape[0]):
        game.generator[i] = luck.generator[i]
    return luck.events
