"""The actions of a game as typed values: what a player says in one breath.

`str(action)` is its notation, which `notation.parse` reads back. A claim names the route and the
cards together, a station the city and the cards; the rules take either as two decisions
(`rules.actions` has the numbers).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, cast

Cards = tuple[tuple[str, int], ...]
"""A set of cards: (name of the kind, how many) with no kind twice and no zero."""


@dataclass(frozen=True, slots=True)
class DrawDeck:
    """Draw the top card of the deck (C-10)."""

    def __str__(self) -> str:
        return "draw deck"


@dataclass(frozen=True, slots=True)
class DrawDisplay:
    """Take a card of this kind from the display (C-10)."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets (C-30); `mix` tells how many from each stack where the player chooses (M-03)."""

    mix: tuple[tuple[str, int], ...] = ()
    """(name of the stack, how many); empty where there is nothing to announce."""

    def __str__(self) -> str:
        return " ".join(["tickets", *(f"{number} {stack}" for stack, number in self.mix)])


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep these of the offered tickets, by code, in the order of the offer (C-02, C-30)."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["keep", *(self.tickets or ("none",))])


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route with these cards (C-20, C-27)."""

    route: str
    """The route's code."""
    cards: Cards

    def __str__(self) -> str:
        return f"claim {self.route} with {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class PlacePassenger:
    """Place a passenger in a city of the route just claimed, or nowhere (M-20)."""

    city: str | None

    def __str__(self) -> str:
        return f"passenger {self.city or 'none'}"


@dataclass(frozen=True, slots=True)
class StartJourney:
    """Set out with one's passenger in this city (M-21)."""

    city: str

    def __str__(self) -> str:
        return f"move {self.city}"


@dataclass(frozen=True, slots=True)
class TravelRoute:
    """Travel on along this route (M-21)."""

    route: str

    def __str__(self) -> str:
        return f"go {self.route}"


@dataclass(frozen=True, slots=True)
class EndJourney:
    """Stop here; the passenger leaves the game (M-23)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Do nothing, which is legal only when nothing else is (I-03)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PaySurcharge:
    """Pay what a tunnel asks for on top, and claim it (E-12)."""

    cards: Cards

    def __str__(self) -> str:
        return f"pay {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take the set for a tunnel back; the turn is over (E-12)."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in this city with these cards (E-20)."""

    city: str
    cards: Cards

    def __str__(self) -> str:
        return f"station {self.city} with {cards_text(self.cards)}"


Action = (
    DrawDeck
    | DrawDisplay
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | PlacePassenger
    | StartJourney
    | TravelRoute
    | EndJourney
    | PaySurcharge
    | Withdraw
    | BuildStation
    | PassTurn
)
"""Anything a player can do."""


def claims_by_route(legal: Iterable[Action]) -> dict[str, tuple[ClaimRoute, ...]]:
    """The claims among some actions, by route: first which one, then how to pay for it.

    A grey route can be paid for in dozens of ways, each of which is an action of its own; most
    bots decide for a route first.

    Args:
        legal: actions, in any order.

    Returns:
        Route → its claims, in the order of the actions; routes that cannot be claimed are left out.
    """
    found: dict[str, list[ClaimRoute]] = {}
    for action in legal:
        if isinstance(action, ClaimRoute):
            found.setdefault(action.route, []).append(action)
    return {route: tuple(claims) for route, claims in found.items()}


def cards_text(cards: Cards) -> str:
    """A set of cards in words: `3 purple 1 locomotive`."""
    return " ".join(f"{number} {card}" for card, number in cards)


def check_types(action: object) -> None:
    """Check that a value is an action and that its fields have the declared types.

    Lists count as tuples, and any whole number as an int. Whether an edition has what is named is
    for `encoding` to say, and whether the action is legal, for the rules.

    Raises:
        TypeError: the value is no action, or one of its fields holds something else.
    """
    match action:
        case DrawDeck() | EndJourney() | PassTurn() | Withdraw():
            sound = True
        case DrawDisplay(name) | StartJourney(name) | TravelRoute(name):
            sound = _is_name(name)
        case PlacePassenger(city):
            sound = city is None or _is_name(city)
        case KeepTickets(tickets):
            sound = _is_list(tickets) and all(map(_is_name, tickets))
        case DrawTickets(counts) | PaySurcharge(counts):
            sound = _are_counts(counts)
        case ClaimRoute(name, cards) | BuildStation(name, cards):
            sound = _is_name(name) and _are_counts(cards)
        case _:
            raise TypeError(
                "an action is a value of one of the types in whistlestop.actions, or its words as "
                f"a str, not {action!r} of type {type(action).__name__}"
            )
    if not sound:
        kind = type(action)
        declared = inspect.signature(kind, eval_str=True).replace(
            return_annotation=inspect.Signature.empty
        )
        raise TypeError(f"{action!r} has a field of the wrong type: {kind.__name__}{declared}")


def _is_name(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _are_counts(value: object) -> bool:
    """Whether this is a sequence of pairs of a name and a whole number."""
    return _is_list(value) and all(map(_is_count, cast(Sequence[Any], value)))


def _is_count(value: object) -> bool:
    if not _is_list(value):
        return False
    pair = cast(Sequence[Any], value)
    return len(pair) == 2 and _is_name(pair[0]) and isinstance(pair[1], SupportsIndex)
