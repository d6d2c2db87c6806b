"""A compact numbering of actions: only those that can ever be legal in an edition.

Most numbers of `rules.actions`, which are equal for all editions, never occur in a given edition.
Here the actions of an edition are numbered without gaps, in the order of `rules.actions`.

    >>> from whistlestop import load_edition
    >>> from whistlestop.observations import Numbering
    >>> numbering = Numbering.of(load_edition("usa"))
    >>> numbering.size
    173
    >>> numbering.words(0)
    'pass'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

from whistlestop.editions.arguments import checked_edition
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import LENGTH, LOCOMOTIVE, LOCOMOTIVE4, OFFER, STACKS
from whistlestop.editions.model import Edition
from whistlestop.observations.compiled.masks import write_mask
from whistlestop.observations.positions import checked_state
from whistlestop.rules.actions import (
    ACTIONS,
    ANY_COLOUR,
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    FIRST_OFFERED,
    KEEP,
    KEEP_LARGE,
    MOST_LEGAL,
    MOVE,
    PASS,
    PAY,
    PAY_WILD,
    PLACE,
    STATION,
    STEP,
    STOP,
    WITHDRAW,
    is_keeping,
    is_payment,
    keep_action,
    kept_by,
    paid_by,
    payment_colour,
    payment_locomotives,
    payment_locomotives4,
)
from whistlestop.rules.book import books_of, most_offered
from whistlestop.rules.state import REVEALED, STATE, Phase
from whistlestop.rules.tickets import keepable
from whistlestop.rules.turns import legal


class Numbering:
    """The actions of an edition, numbered without gaps.

    Attributes:
        edition: the edition.
        numbers: `int64[size]`, the number of each action in `rules.actions`.
        compact: `int64[ACTIONS]`, the compact number of each action of `rules.actions`; -1 = it can
            never be legal.
    """

    def __init__(self, edition: Edition, numbers: list[int]) -> None:
        """Number the given actions in their order. Callers use `of` or `every` instead."""
        self.edition = edition
        self.numbers = np.array(numbers, dtype=np.int64)
        self.compact = np.full(ACTIONS, -1, dtype=np.int64)
        self.compact[self.numbers] = np.arange(len(numbers))
        self.numbers.flags.writeable = False
        self.compact.flags.writeable = False
        self._room = np.zeros(MOST_LEGAL, dtype=np.int16)

    @classmethod
    def of(cls, edition: Edition) -> Numbering:
        """Return the compact numbering of an edition, which is cached.

        Args:
            edition: the edition.

        Raises:
            TypeError: `edition` is not an edition.
        """
        return _numbering(checked_edition(edition))

    @classmethod
    def every(cls, edition: Edition) -> Numbering:
        """Return the numbering of `rules.actions` itself, which is equal for all editions.

        The sets with the sixth or seventh ticket of an offer are left out if no offer of the
        edition has more than five tickets, and payments with nine wild cards if it has no route of
        this length.

        Args:
            edition: the edition.
        """
        large = most_offered(books_of(edition)[0]) > FIRST_OFFERED
        nine = any(route.length == LENGTH for route in edition.routes)
        others = [*range(PAY_WILD if large else KEEP_LARGE), *range(PAY_WILD, ACTIONS)]
        return cls(edition, others if nine else [n for n in others if n < PAY_WILD])

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.numbers)

    def mask(self, position: Any, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Return a mask of the legal actions. In a game that is over, only passing is marked.

        Args:
            position: a `Game`, or a state.
            out: the array to write to, `bool[size]`; a new one if left out.

        Raises:
            TypeError: the argument is not a position.
            ValueError: there are several positions, the game is of another edition, or `out` has
                another shape.
        """
        state = checked_state(position, self.edition)
        mask = np.zeros(self.size, dtype=np.bool_) if out is None else out
        if mask.shape != (self.size,):
            raise ValueError(f"`out` must have {self.size} places, not {[*mask.shape]}")
        write_mask(books_of(self.edition)[0], self.compact, state, self._room, mask)
        return mask

    def words(self, action: int) -> str:
        """Return an action in words for people, such as `claim DEN-OMA`.

        Args:
            action: the compact number of the action.
        """
        return _words(self.edition, int(self.numbers[action]))


@lru_cache(maxsize=64)
def _numbering(edition: Edition) -> Numbering:
    book = books_of(edition)[0]
    found = {PASS, DRAW_BLIND}
    found |= {DRAW_DISPLAY + kind for kind in range(len(book.cards)) if book.cards[kind]}
    for moment in range(2):
        found |= _ticket_actions(book, moment)
    found |= {CLAIM + route for route in range(book.routes)}
    found |= _payments(book)
    if book.passengers:
        cities = [place for place in range(book.places) if int(book.cities) >> place & 1]
        found |= {PLACE, PLACE + 1, PLACE + 2, STOP, *(MOVE + city for city in cities)}
        inland = [r for r in range(book.routes) if int(book.inland[r // 64]) >> r % 64 & 1]
        found |= {STEP + route for route in inland}
    if book.stations:
        found |= {STATION + p for p in range(book.places) if int(book.cities) >> p & 1}
    if book.tunnels.any():
        found.add(WITHDRAW)
    return Numbering(edition, sorted(found))


def _ticket_actions(book: Any, moment: int) -> set[int]:
    """Return the numbers of all actions that draw tickets, or keep offered tickets, at a moment.

    `moment` is `OPENING` or `ON_TURN`. Offers of every size count, because fewer tickets than usual
    may be left in the stacks.
    """
    draw = [int(book.offer_draw[moment, stack]) for stack in range(STACKS)]
    choose = int(book.offer_choose[moment])
    from_second = range((choose or draw[1]) + 1)
    if not book.stack_tickets[1].any():
        from_second = range(1)
    found = {DRAW_TICKETS + number for number in from_second}
    stacks = [_members(book.stack_tickets[stack]) for stack in range(STACKS)]
    mixes = product(*(range((choose or number) + 1) for number in draw))
    for first, second in mixes:
        if 0 < first + second <= (choose or sum(draw)):
            state: Any = np.zeros(1, dtype=STATE)[0]
            offer = [*stacks[0][:first], *stacks[1][:second]]
            state["offer"][0, : len(offer)] = np.array(offer) + 1
            sets = _members(keepable(book, state, 0, moment))
            found |= {int(keep_action(kept)) for kept in sets}
    return found


def _members(words: Iterable[SupportsInt]) -> list[int]:
    """Return the members of a wide set, given as its two words, in ascending order."""
    return [64 * at + i for at, word in enumerate(words) for i in range(64) if int(word) >> i & 1]


def _payments(book: Any) -> set[int]:
    """Return the numbers of all payments that a seat with all cards could make for any purchase."""
    states, numbers = np.zeros(1, dtype=STATE), np.zeros(MOST_LEGAL, dtype=np.int16)
    state: Any = states[0]
    state["seats"] = 2
    state["hand"][0] = book.cards
    found: set[int] = set()

    def add() -> None:
        found.update(int(action) for action in numbers[: legal(book, state, numbers)])

    state["phase"] = Phase.PAYMENT
    for route in range(book.routes):
        state["route"] = route
        add()
    laid_out = [int(paid_by(action)) for action in found if is_payment(action)]
    if book.tunnels.any():
        state["phase"] = Phase.SURCHARGE
        for payment in laid_out:
            for due in range(1, REVEALED + 1):
                state["payment"], state["due"] = payment, due
                add()
    if book.substitutes.any():
        state["phase"] = Phase.SUBSTITUTION
        add()
    state["phase"] = Phase.STATION_PAYMENT
    for built in range(int(book.stations)):
        state["stations"][0] = (1 << built) - 1
        add()
    return {action for action in found if is_payment(action)}


def _words(edition: Edition, number: int) -> str:
    index = gazetteer(edition)
    if is_keeping(number):
        kept = [str(i + 1) for i in range(OFFER) if kept_by(number) >> i & 1]
        return f"keep {' '.join(kept) or 'none'}"
    if number == PASS:
        return "pass"
    if number == DRAW_BLIND:
        return "draw deck"
    if number < DRAW_TICKETS:
        return f"draw {index.kinds[number - DRAW_DISPLAY]}"
    if number < KEEP:
        return f"tickets, {number - DRAW_TICKETS} of the second stack"
    if number < PAY:
        return f"claim {index.route_codes[number - CLAIM]}"
    if is_payment(number):
        return _payment(edition, int(paid_by(number)))
    if number < MOVE:
        return f"passenger {('first end', 'second end', 'nowhere')[number - PLACE]}"
    if number < STEP:
        return f"journey from {index.places[number - MOVE].code}"
    if number < STOP:
        return f"travel {index.route_codes[number - STEP]}"
    if number < STATION:
        return "stop"
    return "withdraw" if number == WITHDRAW else f"station {index.places[number - STATION].code}"


def _payment(edition: Edition, payment: int) -> str:
    """Return a payment in words, without the number of its coloured cards.

    The number of coloured cards depends on the price.
    """
    kinds = gazetteer(edition).kinds
    colour, substitutes = int(payment_colour(payment)), books_of(edition)[0].substitutes.any()
    wild = {
        kinds[LOCOMOTIVE]: int(payment_locomotives(payment)),
        "substituted" if substitutes else kinds[LOCOMOTIVE4]: int(payment_locomotives4(payment)),
    }
    parts = [f"{number} {name}" for name, number in wild.items() if number]
    if colour != ANY_COLOUR:
        parts.insert(0, kinds[colour])
    return f"pay {' and '.join(parts)}"
