"""Memories made from the events of a game, for callers that have a `Game` or a record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Cards
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition
from whistlestop.events import (
    CardDrawn,
    CardsDealt,
    Event,
    PassengerMoved,
    RouteClaimed,
    StationBuilt,
    SurchargePaid,
    TicketsKept,
    TicketsOffered,
    TunnelEntered,
    TunnelLeft,
)
from whistlestop.observations.compiled.memory import MEMORY


def memory_from(edition: Edition, events: Iterable[Event]) -> npt.NDArray[np.void]:
    """Return the memory of a game, made from its events with those of the deal, as an array of one.

    The events may be those that one seat has seen. Hidden cards and tickets in them are only
    counted.

    Args:
        edition: the edition.
        events: what happened, as in `Game.events`.
    """
    index = gazetteer(edition)
    memories = np.zeros(1, dtype=MEMORY)
    memory: Any = memories[0]
    entered: TunnelEntered | None = None
    for event in events:
        match event:
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
            case PassengerMoved(seat, toll=True):
                _spend(index, memory, seat, (("passenger", 1),), 1)
            case _:
                pass
    return memories


def _draw(
    index: Gazetteer, memory: Any, seat: int, cards: tuple[str, ...] | None, number: int
) -> None:
    """Add cards from the deck to the memory; hidden cards are counted as the first kind."""
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
        counts[edition.stacks.index(stack)] += 1


def _add(index: Gazetteer, sets: Any, seat: int, tickets: tuple[str, ...] | None) -> None:
    for ticket in tickets or ():
        sets[seat] |= np.uint64(1 << index.ticket_of[ticket])
