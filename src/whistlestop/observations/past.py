"""Memories made from the events of a game, for callers that have a `Game` or a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Cards
from whistlestop.editions.arguments import checked_edition
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition
from whistlestop.events import (
    CardDrawn,
    CardsDealt,
    Event,
    GameStarted,
    PassengerMoved,
    RouteClaimed,
    StationBuilt,
    SubstituteGiven,
    SurchargePaid,
    TicketsKept,
    TicketsOffered,
    TunnelEntered,
    TunnelLeft,
)
from whistlestop.observations.compiled.memory import MEMORY

EVENTS: Final = get_args(Event)
"""The classes of all events of a game."""


def memory_from(edition: Edition, events: Iterable[Event]) -> npt.NDArray[np.void]:
    """Return a memory made from the events of a game from the deal on.

    The result is an array of one record.

    The events may be those that one seat has seen. Hidden cards and tickets in them are only
    counted.

    Args:
        edition: the edition.
        events: what happened, as in `Game.events`.

    Raises:
        TypeError: an element of `events` is not an event.
        ValueError: the events belong to a game of another edition.
    """
    try:
        return _memory_from(checked_edition(edition), events)
    except KeyError as fault:
        raise ValueError(
            f"the events are not those of a game of {edition.name}: there is no {fault} there"
        ) from fault


def check_past(position: Any, state: Any, events: Sequence[Event], memory: Any) -> None:
    """Check that events can be those that led to a position.

    If the position is a `Game` that began with its deal, every event is compared. For any other
    position, only the claimed routes and the seats are compared.

    Args:
        position: a `Game`, or a state.
        state: the state record of the position.
        events: the events; hidden parts may be missing.
        memory: the memory that was made from the events.

    Raises:
        ValueError: the events are those of another game, or some events are missing.
    """
    if getattr(position, "from_deal", False):
        own = position.events
        if len(events) != len(own):
            raise ValueError(
                f"the game has {len(own)} events so far, and {len(events)} are given; "
                "pass game.events"
            )
        for number, (given, known) in enumerate(zip(events, own, strict=True)):
            if given is not known and given not in (known, known.seen_by(None)):
                raise ValueError(
                    f"the events are those of another game: event {number} is '{given}', and in "
                    f"this game '{known}'; pass game.events"
                )
        return
    claimed = sum(1 << int(route) for route in np.flatnonzero(memory["claimed"]))
    owned = 0
    for low, high in state["owned"].tolist():
        owned |= low | high << 64
    beyond = int(state["seats"])
    if claimed & ~owned or memory["drawn"][beyond:].any() or memory["spent"][beyond:].any():
        raise ValueError(
            "the events are those of another game, or of later moves: in this position nobody has "
            "the routes that they claim, or their seats are not there"
        )


def _memory_from(edition: Edition, events: Iterable[Event]) -> npt.NDArray[np.void]:
    index = gazetteer(edition)
    memories = np.zeros(1, dtype=MEMORY)
    memory: Any = memories[0]
    entered: TunnelEntered | None = None
    for event in events:
        match event:
            case GameStarted(name):
                if name != edition.name:
                    raise ValueError(
                        f"the events are those of a game of {name}, not of {edition.name}"
                    )
            case CardsDealt(seat, number, cards):
                _draw(index, memory, seat, cards, number)
            case CardDrawn(seat, None, card):
                _draw(index, memory, seat, None if card is None else (card,), 1)
            case CardDrawn(seat, _, card) if card is not None:
                memory["taken"][seat, index.kind_of[card]] += 1
            case TicketsOffered(seat, stacks, tickets):
                _count(edition, memory["offers"][seat], stacks)
                _add(index, memory["seen"], seat, tickets)
            case TicketsKept(seat, returned_stacks=stacks, returned=tickets):
                _count(edition, memory["returns"][seat], stacks)
                _add(index, memory["given_back"], seat, tickets)
            case TunnelEntered(seat, _, cards):
                _spend(index, memory, seat, cards, 1)
                entered = event
            case TunnelLeft(seat):
                memory["withdrawals"][seat] += 1
                if entered is not None:
                    _spend(index, memory, seat, entered.cards, -1)
                entered = None
            case RouteClaimed(seat, route, cards):
                if entered is None:
                    _spend(index, memory, seat, cards, 1)
                entered = None
                memory["claims"] += 1
                memory["claimed"][index.route_of[route]] = memory["claims"]
            case SurchargePaid(seat, cards) | StationBuilt(seat, _, cards):
                _spend(index, memory, seat, cards, 1)
            case SubstituteGiven(seat, card):
                _spend(index, memory, seat, ((card, 1),), 1)
            case PassengerMoved(seat, toll=True):
                _spend(index, memory, seat, (("passenger", 1),), 1)
            case _ if not isinstance(event, EVENTS):
                raise TypeError(f"an event of whistlestop.events is expected, not {event!r}")
            case _:
                pass
    return memories


def _draw(
    index: Gazetteer, memory: Any, seat: int, cards: tuple[str, ...] | None, number: int
) -> None:
    """Add cards that a seat got from the deck or the deal to a memory's field `drawn`.

    Args:
        index: the edition's index of names.
        memory: the memory, which is changed.
        seat: the seat that got the cards.
        cards: the names of the cards. None = the cards are hidden. Then `number` is added to the
            count of the first kind, because only the sum over all kinds matters.
        number: the number of the cards.
    """
    if cards is None:
        memory["drawn"][seat, 0] += number
    for card in cards or ():
        memory["drawn"][seat, index.kind_of[card]] += 1


def _spend(index: Gazetteer, memory: Any, seat: int, cards: Cards, sign: int) -> None:
    spent = memory["spent"][seat]
    for card, number in cards:
        kind = index.kind_of[card]
        spent[kind] = int(spent[kind]) + sign * number


def _count(edition: Edition, counts: Any, stacks: tuple[str, ...]) -> None:
    for stack in stacks:
        if stack not in edition.stacks:
            raise KeyError(stack)
        counts[edition.stacks.index(stack)] += 1


def _add(index: Gazetteer, sets: Any, seat: int, tickets: tuple[str, ...] | None) -> None:
    for ticket in tickets or ():
        word, bit = divmod(index.ticket_of[ticket], 64)
        sets[seat, word] |= np.uint64(1 << bit)
