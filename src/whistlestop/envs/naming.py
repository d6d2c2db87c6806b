"""Words for the numbers of actions, whatever the position: for messages and for people."""

from __future__ import annotations

from functools import lru_cache

from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.limits import COLOURS, LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.editions.model import Edition
from whistlestop.rules import actions as numbers


@lru_cache(maxsize=64)
def action_names(edition: Edition) -> tuple[str, ...]:
    """What each of the numbers of `rules.actions` stands for in an edition.

    Numbers that mean nothing there have a name all the same.
    """
    index = gazetteer(edition)
    return tuple(_name(index, number) for number in range(numbers.ACTIONS))


def _name(index: Gazetteer, number: int) -> str:
    if number == numbers.PASS:
        return "pass"
    if number == numbers.DRAW_BLIND:
        return "draw deck"
    if number < numbers.DRAW_TICKETS:
        return f"draw {_at(index.kinds, number - numbers.DRAW_DISPLAY)}"
    if number < numbers.KEEP:
        from_second = number - numbers.DRAW_TICKETS
        return f"draw tickets, {from_second} of the second stack" if from_second else "draw tickets"
    if number < numbers.CLAIM:
        kept = number - numbers.KEEP
        places = [str(i + 1) for i in range(kept.bit_length()) if kept >> i & 1]
        return f"keep {' '.join(places) or 'none'}"
    if number < numbers.PAY:
        return f"claim {_at(index.route_codes, number - numbers.CLAIM)}"
    if number < numbers.PLACE:
        return f"pay {_payment(index, number - numbers.PAY)}"
    if number < numbers.MOVE:
        return f"place {('at the first end', 'at the second end', 'none')[number - numbers.PLACE]}"
    if number < numbers.STEP:
        return f"move {_city(index, number - numbers.MOVE)}"
    if number < numbers.STOP:
        return f"take {_at(index.route_codes, number - numbers.STEP)}"
    if number == numbers.STOP:
        return "stop"
    if number == numbers.WITHDRAW:
        return "withdraw"
    return f"build {_city(index, number - numbers.STATION)}"


def _payment(index: Gazetteer, payment: int) -> str:
    colour, pair = divmod(payment, numbers.PAIRS)
    parts: list[str] = []
    if colour < COLOURS:
        parts.append(_at(index.kinds, colour))
    for kind, many in (
        (LOCOMOTIVE, int(numbers.PAIR_LOCOMOTIVES[pair])),
        (LOCOMOTIVE4, int(numbers.PAIR_LOCOMOTIVES4[pair])),
    ):
        if many:
            parts.append(f"{many} {_at(index.kinds, kind)}")
    return " and ".join(parts) or "nothing"


def _city(index: Gazetteer, place: int) -> str:
    return index.places[place].code if place < len(index.places) else f"city {place}"


def _at(words: tuple[str, ...], number: int) -> str:
    return (words[number] if number < len(words) else "") or f"number {number}"
