"""Convert the journal of the rules to typed events and random outcomes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from struct import Struct
from typing import Any, Final

from whistlestop import events
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition, Unkept
from whistlestop.events import Event
from whistlestop.rules import journal
from whistlestop.seen.encoding import cards_for_route, payment_cards

UNKEPT = (Unkept.BOTTOM, Unkept.RESHUFFLE, Unkept.OUT)

Entry = tuple[int, int, int, int, int]
"""A journal entry: its code and four arguments."""


def journal_of(luck: Any) -> bytes:
    """Return a copy of the journal in a `LUCK` record, as bytes that `entries` can read."""
    return luck["journal"][: int(luck["events"])].tobytes()


def entries(journaled: bytes) -> list[Entry]:
    """Return the entries of a journal.

    Args:
        journaled: the bytes of the journal.
    """
    return list(_ENTRY.iter_unpack(journaled))


_ENTRY: Final = Struct("=5h")


def answered(seat: int) -> bytes:
    """Return the bytes of a journal with one entry: a seat answered its opening offer."""
    return _ENTRY.pack(journal.ANSWERED, seat, 0, 0, 0)


def without_answers(journaled: bytes, seats: Collection[int]) -> bytes:
    """Return the bytes of a journal without the opening answers of some seats.

    Args:
        journaled: the bytes of the journal.
        seats: the seats whose answers have already been reported.
    """
    kept = [
        entry
        for entry in entries(journaled)
        if not (entry[0] == journal.ANSWERED and entry[1] in seats)
    ]
    return b"".join(_ENTRY.pack(*entry) for entry in kept)


def tell(edition: Edition, journaled: list[Entry], seats: int) -> tuple[Event, ...]:
    """Return the events of a journal.

    Several entries may make one event. For example, each card of a deal is an entry, and the whole
    starting hand is one event.

    Args:
        edition: the game's edition.
        journaled: the entries of the journal.
        seats: the number of players.
    """
    index = gazetteer(edition)
    told: list[Event] = []
    position = 0
    while position < len(journaled):
        length = _run(journaled, position)
        told.append(_event(index, journaled[position : position + length], seats))
        position += length
    return tuple(told)


_GROUPED = {journal.DEALT: (journal.DEALT,), journal.OFFERED: (journal.OFFERED,)}
_ANSWERS = (journal.KEPT, journal.RETURNED)


def _run(journaled: list[Entry], start: int) -> int:
    """Return the number of entries, from the entry `start` on, that make one event."""
    code, seat = journaled[start][0], journaled[start][1]
    group = _ANSWERS if code in _ANSWERS else _GROUPED.get(code)
    if group is None:
        return 1
    length = 1
    for entry in journaled[start + 1 :]:
        if entry[0] not in group or entry[1] != seat:
            break
        length += 1
    return length


def _event(index: Gazetteer, run: list[Entry], seats: int) -> Event:
    code, a = run[0][0], run[0][1]
    if code == journal.STARTER:
        return events.GameStarted(index.edition.name, seats, a)
    if code == journal.DEALT:
        cards = tuple(index.kinds[entry[2]] for entry in run)
        return events.CardsDealt(a, len(cards), cards)
    if code == journal.OFFERED:
        tickets = [entry[2] for entry in run]
        return events.TicketsOffered(a, _stacks(index, tickets), _codes(index, tickets))
    if code in _ANSWERS:
        kept = [entry[2] for entry in run if entry[0] == journal.KEPT]
        returned = [entry for entry in run if entry[0] == journal.RETURNED]
        back = [entry[2] for entry in returned]
        return events.TicketsKept(
            seat=a,
            kept_stacks=_stacks(index, kept),
            returned_stacks=_stacks(index, back),
            unkept=str(UNKEPT[returned[0][3]]) if returned else None,
            kept=_codes(index, kept),
            returned=_codes(index, back),
        )
    return _SINGLE[code](index, run[0])


def _codes(index: Gazetteer, tickets: list[int]) -> tuple[str, ...]:
    return tuple(index.ticket_codes[ticket] for ticket in tickets)


def _stacks(index: Gazetteer, tickets: list[int]) -> tuple[str, ...]:
    return tuple(index.edition.tickets[ticket].stack for ticket in tickets)


def _claimed(index: Gazetteer, entry: Entry) -> Event:
    _, seat, route, payment, points = entry
    cards = cards_for_route(index, payment, route)
    return events.RouteClaimed(seat, index.route_codes[route], cards, points)


def _entered(index: Gazetteer, entry: Entry) -> Event:
    _, seat, route, payment, _ = entry
    cards = payment_cards(index, payment, index.edition.routes[route].length)
    return events.TunnelEntered(seat, index.route_codes[route], cards)


_SINGLE: dict[int, Callable[[Gazetteer, Entry], Event]] = {
    journal.TURNED_UP: lambda i, e: events.DisplayRefilled(e[1], i.kinds[e[2]]),
    journal.SWEPT: lambda i, e: events.DisplaySwept(i.kinds[e[1]]),
    journal.RESHUFFLED: lambda _, e: events.DeckReshuffled(e[1]),
    journal.DREW_BLIND: lambda i, e: events.CardDrawn(e[1], None, i.kinds[e[2]]),
    journal.DREW_DISPLAY: lambda i, e: events.CardDrawn(e[1], e[2], i.kinds[e[3]]),
    journal.ANSWERED: lambda _, e: events.TicketsAnswered(e[1]),
    journal.CLAIMED: _claimed,
    journal.TUNNELLED: _entered,
    journal.REVEALED: lambda i, e: events.TunnelCardRevealed(i.kinds[e[1]], bool(e[2])),
    journal.DUE: lambda _, e: events.SurchargeDue(e[1], e[2]),
    journal.SURCHARGED: lambda i, e: events.SurchargePaid(e[1], payment_cards(i, e[2], e[3])),
    journal.GAVE: lambda i, e: events.SubstituteGiven(e[1], i.kinds[e[2]], e[3]),
    journal.WITHDREW: lambda i, e: events.TunnelLeft(e[1], i.route_codes[e[2]]),
    journal.BUILT: lambda i, e: events.StationBuilt(
        e[1], i.places[e[2]].code, payment_cards(i, e[3], e[4])
    ),
    journal.PLACED: lambda i, e: events.PassengerPlaced(e[1], i.places[e[2]].code),
    journal.DEPARTED: lambda i, e: events.JourneyStarted(e[1], i.places[e[2]].code),
    journal.TRAVELLED: lambda i, e: events.PassengerMoved(
        e[1], i.route_codes[e[2]], i.places[e[3]].code, bool(e[4])
    ),
    journal.COLLECTED: lambda i, e: events.MerchandiseCollected(e[1], i.places[e[2]].code, e[3]),
    journal.ARRIVED: lambda i, e: events.JourneyEnded(e[1], i.places[e[2]].code),
    journal.PASSED: lambda _, e: events.TurnPassed(e[1]),
    journal.FINAL_ROUND: lambda _, e: events.FinalRound(e[1]),
    journal.GAME_OVER: lambda _i, _e: events.GameOver(),
}


def chance(index: Gazetteer, journaled: list[Entry]) -> Iterator[tuple[str, int | None]]:
    """Yield the random outcomes of a journal in order.

    Each outcome is a pair. The first item is the name of a kind of card or the code of a ticket.
    The second item is the only seat that may see this card or ticket, or None if everybody may.
    """
    for code, a, b, _, _ in journaled:
        if code == journal.DEALT or code == journal.DREW_BLIND:
            yield index.kinds[b], a
        elif code == journal.TURNED_UP:
            yield index.kinds[b], None
        elif code == journal.REVEALED:
            yield index.kinds[a], None
        elif code == journal.OFFERED:
            yield index.ticket_codes[b], a
