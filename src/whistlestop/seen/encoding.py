"""Convert typed actions to the numbers of the rules and back, and list the legal actions.

In the rules, most actions are one number. A claim is two numbers: the route, and then the payment.
A station is two numbers, too: the city, and then the payment. A *code* is one number for a whole
action together with its payment.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, SupportsIndex, TypeAlias, cast, overload

import numpy as np
import numpy.typing as npt

from whistlestop.actions import (
    Action,
    BuildStation,
    Cards,
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    EndJourney,
    KeepTickets,
    PassTurn,
    PaySurcharge,
    PlacePassenger,
    StartJourney,
    TravelRoute,
    Withdraw,
)
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.editions.model import Edition
from whistlestop.errors import IllegalAction, MalformedAction
from whistlestop.lazy_sequence import LazySequence
from whistlestop.reasons import because
from whistlestop.rules import actions as numbers
from whistlestop.rules.book import OPENING, book_of, books_of
from whistlestop.rules.entry.whole_actions import (
    ALONE,
    CONTEXT_AT,
    GAME,
    MOST_WHOLE,
    NO_CODE,
    NUMBER_BITS,
    NUMBERS,
    TICKET_BITS,
    WORKSPACE,
    advance,
    code_of,
    whole_actions,
)
from whistlestop.rules.luck import LUCK
from whistlestop.rules.prices import price
from whistlestop.rules.state import Phase
from whistlestop.rules.stations import station_cards, stations_left
from whistlestop.rules.tickets import tickets_drawn
from whistlestop.rules.turns import legal, moment_of
from whistlestop.whole_numbers import whole_number


def legal_numbers(edition: Edition, state: Any) -> list[int]:
    """Return the numbers of the actions that the deciding seat may take.

    A claim or a station is listed without its payment. The payment is the seat's next decision in
    the rules.
    """
    out = np.zeros(numbers.MOST_LEGAL, dtype=np.int16)
    return out[: legal(book_of(edition), state, out)].tolist()


def legal_actions(edition: Edition, state: Any, seat: int) -> LegalActions:
    """Return the typed actions that a seat may take.

    Args:
        edition: the game's edition.
        state: the position. It is not changed.
        seat: the seat that decides. During the opening, any seat that has not answered its offer.

    Raises:
        TypeError: the seat is not a whole number.
        ValueError: there is no such seat.
    """
    seat = whole_number(seat, "a seat", 0, int(state["seats"]) - 1)
    games = _game_of(state)
    games["state"]["seat"] = seat
    return LegalActions(typed_actions(edition), legal_codes(edition, games))


def _game_of(state: Any) -> npt.NDArray[Any]:
    """Return an array of one new `GAME` record, with a copy of the position in `state`."""
    games = np.zeros(1, dtype=GAME)
    games["state"] = state
    return games


class Workspace:
    """The arrays that one thread uses to take and list whole actions, in any game.

    Attributes:
        records: the `WORKSPACE` record for the rules, as an array of one record.
        luck: the `LUCK` record in the workspace.
        numbers: the memory of the workspace as 64-bit whole numbers.
        journal: the memory from the journal of `luck` on, as bytes.
    """

    __slots__ = ("journal", "luck", "numbers", "records")

    def __init__(self) -> None:
        journal_at = _field(WORKSPACE, "luck") + _field(LUCK, "journal")
        # The other attributes are views of this memory. They keep it alive and in place.
        self.numbers = array("q", bytes(WORKSPACE.itemsize))
        self.records = np.frombuffer(self.numbers, dtype=WORKSPACE)
        self.luck: Any = self.records["luck"][0]
        self.journal = memoryview(self.numbers).cast("B")[journal_at:]

    def codes(self, edition: Edition, games: npt.NDArray[Any]) -> Codes:
        """Return the codes of the legal actions that `advance` listed in this workspace.

        `advance` is the function of `rules.entry.whole_actions`. Its last call with this workspace
        counts.

        Args:
            edition: the edition given to `advance`.
            games: the game given to `advance`, as an array of one record.
        """
        numbers = self.numbers
        end = CODES_AT + numbers[LEGAL_AT]
        if end <= CODES_END:
            return numbers[CODES_AT:end]
        return _many_codes(edition, games, end - CODES_AT)


def _many_codes(edition: Edition, games: npt.NDArray[Any], count: int) -> Codes:
    """Return the codes of all legal actions. Use it if a workspace has no room for so many codes.

    Args:
        edition: the edition.
        games: the game, as an array of one record.
        count: the number of legal actions.
    """
    books, states = books_of(edition), games["state"].copy()
    pairs = np.empty((count, 2), dtype=np.int16)
    whole_actions(books, states, np.empty(2 * numbers.MOST_LEGAL, dtype=np.int16), pairs)
    seat = int(states["seat"][0])
    codes: Any = [code_of(books, games, seat, *pair) for pair in pairs.tolist()]
    return array("q", codes)


def _field(kind: np.dtype[Any], name: str) -> int:
    """Return the distance in bytes from the start of a record of this type to one of its fields."""
    return int(cast(Any, kind.fields)[name][1])


Codes: TypeAlias = Sequence[int]
"""The codes of whole actions (see `rules.entry.whole_actions`)."""

ENTRY_BYTES: Final = LUCK["journal"].base.itemsize * LUCK["journal"].shape[-1]
"""The length of a journal entry in bytes."""

LEGAL_AT: Final = _field(WORKSPACE, "legal") // 8
CODES_AT: Final = _field(WORKSPACE, "codes") // 8
CODES_END: Final = CODES_AT + MOST_WHOLE
"""The index in `Workspace.numbers` after the last place for a code. The codes of the legal actions
begin at `CODES_AT`. The number of legal actions is at `LEGAL_AT`."""


class _Threads(threading.local):
    """Thread-local storage with one `Workspace` for each thread.

    A thread's workspace is created when the thread first uses it.
    """

    def __init__(self) -> None:
        self.workspace = Workspace()


_threads = _Threads()


def workspace() -> Workspace:
    """Return the workspace of the calling thread. Other threads never use that workspace."""
    return _threads.workspace


def legal_codes(edition: Edition, games: npt.NDArray[Any]) -> Codes:
    """Return the codes of all actions that the deciding seat may take now.

    A code is one whole number for an action together with its payment. `TypedActions` has the typed
    action for a code.

    Args:
        edition: the edition.
        games: the game as an array of one record. It is not changed.
    """
    work = workspace()
    advance(books_of(edition), games, work.records, NO_CODE, False)
    return work.codes(edition, games)


class LegalActions(LazySequence[Action]):
    """The legal actions of a seat, in the order of their numbers.

    The list holds only codes. An action is looked up by its code when you access the action.
    """

    __slots__ = ("_actions", "_codes")

    def __init__(self, actions: TypedActions, codes: Codes) -> None:
        """Create the sequence of the actions with these codes, in the order of the codes.

        Args:
            actions: the edition's `TypedActions`, in which the actions are looked up.
            codes: the codes of the legal actions.
        """
        self._made = None
        self._actions = actions
        self._codes = codes

    def _make(self) -> tuple[Action, ...]:
        actions = self._actions
        return tuple([actions[code] for code in self._codes])

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Action | tuple[Action, ...]:
        try:
            return self._actions[self._codes[cast(int, index)]]
        except TypeError:
            # The index is a slice. Checking for slices first would slow every other access down.
            return self._all()[index]


class TypedActions(dict[int, Action]):
    """The typed actions of an edition by code. Each is created on first access.

    Attributes:
        code_of: the codes of the actions in this mapping by the `id` of the action. The mapping
            keeps its actions alive, so that no other object can have their ids.
    """

    __slots__ = ("_index", "code_of")

    def __init__(self, edition: Edition) -> None:
        """Create an empty mapping. Call `typed_actions` instead to share one for each edition."""
        super().__init__()
        self._index = gazetteer(edition)
        self.code_of: dict[int, int] = {}

    def __missing__(self, code: int) -> Action:
        action = _typed(self._index, code)
        if isinstance(action, KeepTickets) and len(self) >= MOST_KEPT:
            return action
        # Another thread may have added the action in the meantime.
        action = self.setdefault(code, action)
        self.code_of[id(action)] = code
        return action

    def __reduce__(self) -> tuple[Callable[..., TypedActions], tuple[Edition]]:
        """Return how to restore the mapping when it is copied or unpickled.

        The result is always the mapping that `typed_actions` shares for the edition, because the
        ids in `code_of` are only valid in one process.
        """
        return typed_actions, (self._index.edition,)


MOST_KEPT: Final = 1 << 16
"""The number of actions at which a `TypedActions` stops storing answers to ticket offers.

Europe has millions of such answers, but only a few thousand other actions. A `TypedActions` with
this number of actions takes 18 MB.
"""


@lru_cache(maxsize=64)
def typed_actions(edition: Edition) -> TypedActions:
    """Return the typed actions of an edition by code. All games of the edition share the result."""
    return TypedActions(edition)


def _typed(index: Gazetteer, code: int) -> Action:
    """Build the typed action that a code stands for.

    Args:
        index: the index of the edition for which the code was made.
        code: the code of a whole action, legal or not.
    """
    first = code & NUMBERS - 1
    payment = int(numbers.paid_by((code >> NUMBER_BITS & NUMBERS - 1) - 1))
    context = code >> CONTEXT_AT
    if numbers.is_keeping(first):
        number = numbers.kept_by(first).bit_count()
        return KeepTickets(tuple(index.ticket_codes[t] for t in _tickets(code, number)))
    if first == numbers.PASS:
        return PassTurn()
    if first == numbers.DRAW_BLIND:
        return DrawDeck()
    if first < numbers.DRAW_TICKETS:
        return DrawDisplay(index.kinds[first - numbers.DRAW_DISPLAY])
    if first < numbers.KEEP:
        from_second = first - numbers.DRAW_TICKETS
        drawn: tuple[int, ...] = (context - from_second, from_second) if context else ()
        mix = zip(index.edition.stacks, drawn, strict=False)
        return DrawTickets(tuple((stack, number) for stack, number in mix if number))
    if first < numbers.PAY:
        route = first - numbers.CLAIM
        return ClaimRoute(index.route_codes[route], cards_for_route(index, payment, route))
    if numbers.is_payment(first):
        return PaySurcharge(payment_cards(index, int(numbers.paid_by(first)), context))
    if first < numbers.MOVE:
        end = first - numbers.PLACE
        if end == numbers.PLACE_NOWHERE:
            return PlacePassenger(None)
        return PlacePassenger(index.places[index.route_ends[context][end]].code)
    if first < numbers.STEP:
        return StartJourney(index.places[first - numbers.MOVE].code)
    if first < numbers.STOP:
        return TravelRoute(index.route_codes[first - numbers.STEP])
    if first == numbers.STOP:
        return EndJourney()
    if first == numbers.WITHDRAW:
        return Withdraw()
    city = first - numbers.STATION
    return BuildStation(index.places[city].code, payment_cards(index, payment, context))


def _tickets(code: int, number: int) -> Iterator[int]:
    """Yield the numbers of the kept tickets, in order, from the code of a `KeepTickets`.

    `number` is the number of kept tickets. Each takes `TICKET_BITS` bits of the context, the first
    ticket the lowest.
    """
    context = code >> NUMBER_BITS
    for _ in range(number):
        yield context & (1 << TICKET_BITS) - 1
        context >>= TICKET_BITS


def due(edition: Edition, state: Any) -> int:
    """Return the number of cards in the payment that the deciding seat has to choose now.

    If the seat has no payment to choose, the number has no meaning.
    """
    return int(price(book_of(edition), state)[1])


def next_station(state: Any) -> int:
    """Return the number of cards that the deciding seat's next station costs (E-20)."""
    built = int(state["stations"][int(state["seat"])]).bit_count()
    return int(station_cards(built))


def cards_for_route(index: Gazetteer, payment: int, route: int) -> Cards:
    """Return the cards of a payment for a route, without those that are substituted (F-12, F-14).

    Args:
        index: the edition's index of names.
        payment: the number of the payment.
        route: the number of the route.
    """
    facts = index.edition.routes[route]
    if not index.edition.cards.substitutes(facts)[0]:
        return payment_cards(index, payment, facts.length)
    colour = int(numbers.payment_colour(payment))
    locomotives = int(numbers.payment_locomotives(payment))
    substituted = int(numbers.payment_substituted(payment))
    pairs = ((colour, facts.length - locomotives - substituted), (LOCOMOTIVE, locomotives))
    return tuple((index.kinds[kind], number) for kind, number in pairs if number)


def payment_cards(index: Gazetteer, payment: int, length: int) -> Cards:
    """Return the cards of a payment in which no card is substituted.

    For a payment for a route, call `cards_for_route`, which also knows substituted cards.

    Args:
        index: the edition's index of names.
        payment: the number of the payment.
        length: the number of cards in the payment: the length of a route, the surcharge of a
            tunnel, or the price of a station.
    """
    colour = int(numbers.payment_colour(payment))
    locomotives = int(numbers.payment_locomotives(payment))
    locomotives4 = int(numbers.payment_locomotives4(payment))
    coloured = length - locomotives - locomotives4
    cards = [(index.kinds[colour], coloured)] if coloured else []
    if locomotives:
        cards.append((index.kinds[LOCOMOTIVE], locomotives))
    if locomotives4:
        cards.append((index.kinds[LOCOMOTIVE4], locomotives4))
    return tuple(cards)


def decode(edition: Edition, state: Any, action: tuple[int, ...], seat: int) -> Action:
    """Return the typed action for the numbers of an action.

    Args:
        edition: the game's edition.
        state: the position before the action.
        action: one number. For a claim or a station, two numbers: that of the action and that of
            the action that pays.
        seat: the seat that takes the action.
    """
    return typed_actions(edition)[whole_code(edition, state, action, seat)]


def whole_code(edition: Edition, state: Any, action: tuple[int, ...], seat: int) -> int:
    """Return the code of an action: one number for the action together with its payment.

    Args:
        edition: the game's edition.
        state: the position before the action.
        action: one number. For a claim or a station, two numbers: that of the action and that of
            the action that pays.
        seat: the seat that takes the action.
    """
    first, payment = (*action, ALONE)[:2]
    code: Any = code_of(books_of(edition), _game_of(state), seat, first, payment)
    return code


def offered_codes(index: Gazetteer, state: Any, seat: int) -> tuple[str, ...]:
    """Return the codes of the tickets offered to a seat, in the order of the offer."""
    return tuple(index.ticket_codes[int(t) - 1] for t in state["offer"][seat] if t)


def encode(edition: Edition, state: Any, action: Action, seat: int) -> tuple[int, ...]:
    """Return the numbers of a typed action, legal or not.

    Args:
        edition: the game's edition.
        state: the position before the action.
        action: the typed action.
        seat: the seat that takes the action.

    Returns:
        One number. For a claim or a station, two numbers: that of the action and that of the
        action that pays.

    Raises:
        IllegalAction: the action is a station, and the seat that decides in `state` has none left.
        MalformedAction: the action names something that the edition does not have, or something
            that an action of this kind cannot contain.
    """
    index = gazetteer(edition)
    match action:
        case PassTurn():
            return (numbers.PASS,)
        case DrawDeck():
            return (numbers.DRAW_BLIND,)
        case DrawDisplay(card):
            return (numbers.DRAW_DISPLAY + kind_number(index, card),)
        case DrawTickets(mix):
            return (numbers.DRAW_TICKETS + _from_second(edition, state, mix),)
        case KeepTickets(tickets):
            kept = kept_set(index, offered_codes(index, state, seat), tickets)
            return (int(numbers.keep_action(kept)),)
        case ClaimRoute(route, cards):
            return numbers.CLAIM + route_number(index, route), _claim_payment(index, route, cards)
        case PaySurcharge(cards):
            if state["phase"] == Phase.SUBSTITUTION and sum(number for _, number in cards) != 1:
                raise MalformedAction(because(index, "must_give"))
            return (_payment(index, cards, due(edition, state), "surcharge_price"),)
        case Withdraw():
            return (numbers.WITHDRAW,)
        case BuildStation(city, cards):
            if not stations_left(book_of(edition), state, int(state["seat"])):
                if not edition.stations:
                    raise IllegalAction(because(index, "no_stations"))
                built = because(index, "all_stations_built", number=edition.stations)
                raise IllegalAction(built)
            return (
                numbers.STATION + city_number(index, city),
                _payment(index, cards, next_station(state), "station_price"),
            )
        case PlacePassenger(city):
            return (numbers.PLACE + _end(index, int(state["route"]), city),)
        case StartJourney(city):
            return (numbers.MOVE + city_number(index, city),)
        case TravelRoute(route):
            return (numbers.STEP + route_number(index, route),)
        case EndJourney():
            return (numbers.STOP,)


def kind_number(index: Gazetteer, card: str) -> int:
    """Return the number of a kind of card.

    Raises:
        MalformedAction: the edition has no kind of this name.
    """
    if card not in index.kind_of:
        raise MalformedAction(because(index, "unknown_card", word=card, kinds=list(index.kind_of)))
    return index.kind_of[card]


def route_number(index: Gazetteer, route: str) -> int:
    """Return the number of a route.

    Raises:
        MalformedAction: the edition has no route with this code.
    """
    if route not in index.route_of:
        raise MalformedAction(because(index, "unknown_route", word=route))
    return index.route_of[route]


def city_number(index: Gazetteer, city: str) -> int:
    """Return the number of a city.

    Raises:
        MalformedAction: the edition has no city with this code, or the code is that of a country.
    """
    if city in index.borders:
        raise MalformedAction(because(index, "country", city=city))
    if city not in index.place_of:
        raise MalformedAction(because(index, "unknown_place", word=city))
    return index.place_of[city]


def _from_second(edition: Edition, state: Any, mix: tuple[tuple[str, int], ...]) -> int:
    index = gazetteer(edition)
    offer = edition.opening if moment_of(state) == OPENING else edition.turn
    _, second, total = tickets_drawn(book_of(edition), state, moment_of(state))
    chosen = dict(mix)
    if len(chosen) != len(mix) or any(number < 0 for number in chosen.values()):
        raise MalformedAction(because(index, "stack_twice"))
    for stack in chosen:
        if stack not in edition.stacks:
            raise MalformedAction(
                because(index, "unknown_stack", word=stack, stacks=edition.stacks)
            )
    if not offer.choose:
        if mix:
            raise MalformedAction(because(index, "tickets_alone"))
        return int(second)
    if sum(chosen.values()) != total:
        total = int(total)
        example = DrawTickets(((edition.stacks[0], total),))
        raise MalformedAction(because(index, "announce_number", number=total, example=str(example)))
    return chosen.get(edition.stacks[1], 0)


def kept_set(index: Gazetteer, offer: tuple[str, ...], tickets: tuple[str, ...]) -> int:
    """Return a set of offered tickets as a number whose bit i stands for the i-th of the offer.

    Args:
        index: the edition's index of names.
        offer: the codes of the offered tickets.
        tickets: the codes of the tickets in the set.

    Raises:
        MalformedAction: one of the tickets is not in the offer.
    """
    strangers = [code for code in tickets if code not in offer]
    if strangers:
        raise MalformedAction(because(index, "not_offered", word=strangers[0], tickets=offer))
    return sum(1 << i for i, code in enumerate(offer) if code in tickets)


def _claim_payment(index: Gazetteer, route: str, cards: Cards) -> int:
    """Check the cards of a claim, and return the action that pays.

    For each card fewer than the route has spaces, other cards are given (F-12, F-14).

    Raises:
        MalformedAction: the number of cards is wrong, or the cards cannot be a payment.
    """
    facts = index.edition.routes[index.route_of[route]]
    _, most = index.edition.cards.substitutes(facts)
    substituted = facts.length - sum(number for _, number in cards)
    if most and not 0 <= substituted <= most:
        too_many = substituted < 0
        number = facts.length if too_many else facts.length - most
        code = "route_most" if too_many else "route_least"
        given = facts.length - substituted
        raise MalformedAction(because(index, code, route=route, number=number, given=given))
    if not most:
        substituted = 0
    return _payment(index, cards, facts.length, "route_price", route, substituted)


def _payment(
    index: Gazetteer,
    cards: Cards,
    due: int,
    price_code: str,
    route: str | None = None,
    substituted: int = 0,
) -> int:
    """Check the cards of a payment, and return the action that pays.

    Args:
        index: the edition's index of names.
        cards: the cards of the payment.
        due: the number of cards that have to be paid.
        price_code: the code of the reason in the exception if the number of cards is wrong.
        route: the code of the route that is paid for, for this reason. None = it names no route.
        substituted: the number of cards for which other cards are given (F-12, F-14).

    Raises:
        MalformedAction: the number of cards is wrong, or the cards cannot be a payment.
    """
    counts: dict[int, int] = {}
    for card, number in cards:
        kind = kind_number(index, card)
        if number < 0 or kind in counts:
            raise MalformedAction(because(index, "kind_twice"))
        if number:
            counts[kind] = number
    total = sum(counts.values())
    counts.pop(LOCOMOTIVE, None)
    counts.pop(LOCOMOTIVE4, None)
    if total != due - substituted:
        what = {} if route is None else {"route": route}
        raise MalformedAction(because(index, price_code, **what, number=due, given=total))
    if PASSENGER in counts:
        raise MalformedAction(because(index, "passenger_cards"))
    if len(counts) > 1:
        raise MalformedAction(because(index, "one_colour"))
    return int(numbers.pay_action(payment_number(index, cards, substituted)))


def payment_number(index: Gazetteer, cards: Cards, substituted: int = 0) -> int:
    """Return the number of a payment with these cards. The cards are not checked.

    Args:
        index: the edition's index of names.
        cards: cards of one colour, wild cards, or both.
        substituted: the number of cards for which other cards are given (F-12, F-14). If it is
            above 0, there are no locomotives (+4).
    """
    counts = {index.kind_of[card]: number for card, number in cards}
    locomotives = counts.pop(LOCOMOTIVE, 0)
    locomotives4 = counts.pop(LOCOMOTIVE4, 0)
    colour = next((kind for kind, number in counts.items() if number), numbers.ANY_COLOUR)
    return colour * numbers.PAIRS + int(numbers.PAIR_OF[locomotives, locomotives4 + substituted])


def _end(index: Gazetteer, route: int, city: str | None) -> int:
    if city is None:
        return numbers.PLACE_NOWHERE
    place = city_number(index, city)
    ends = index.route_ends[route]
    if place not in ends:
        raise MalformedAction(
            because(index, "not_on_route", city=city, route=index.route_codes[route])
        )
    return ends.index(place)
