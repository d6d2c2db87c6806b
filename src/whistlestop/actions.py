"""The actions of a game as typed values.

`str(action)` returns the words of an action in the notation of records. `notation.parse` converts
the words back to an action. A claim contains both the route and the cards, and a station contains
both the city and the cards. The compiled rules treat each of these as two decisions in a row
(`rules.actions` has their numbers).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, cast

Cards = tuple[tuple[str, int], ...]
"""A set of cards, as pairs of a kind's name and a number above 0. No kind appears twice."""


@dataclass(frozen=True, slots=True)
class DrawDeck:
    """An action: draw the top card of the deck (C-10)."""

    def __str__(self) -> str:
        return "draw deck"


@dataclass(frozen=True, slots=True)
class DrawDisplay:
    """An action: take a card of one kind from the display (C-10)."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """An action: draw tickets (C-30). In some editions the player chooses the stacks (M-03)."""

    mix: tuple[tuple[str, int], ...] = ()
    """The number of tickets to draw from each stack, as pairs of a stack's name and a number. Empty
    in editions where the player does not choose."""

    def __str__(self) -> str:
        return " ".join(["tickets", *(f"{number} {stack}" for stack, number in self.mix)])


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """An action: keep some of the offered tickets, and return the rest of them (C-02, C-30)."""

    tickets: tuple[str, ...]
    """The codes of the tickets to keep, in the order of the offer."""

    def __str__(self) -> str:
        return " ".join(["keep", *(self.tickets or ("none",))])


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """An action: claim a route, and pay for it with cards (C-20, C-27)."""

    route: str
    """The route's code."""
    cards: Cards
    """One card for each space of the route. On a route with substitutes there may be fewer. For
    each card that is missing, the player then gives other cards, with `PaySurcharge` (F-12,
    F-14)."""

    def __str__(self) -> str:
        return f"claim {self.route} with {cards_text(self.cards) or 'none'}"


@dataclass(frozen=True, slots=True)
class PlacePassenger:
    """An action: place a passenger in a city of the route just claimed, or place none (M-20)."""

    city: str | None
    """The city's code, or None to place no passenger."""

    def __str__(self) -> str:
        return f"passenger {self.city or 'none'}"


@dataclass(frozen=True, slots=True)
class StartJourney:
    """An action: begin a journey with the player's passenger in a city (M-21)."""

    city: str

    def __str__(self) -> str:
        return f"move {self.city}"


@dataclass(frozen=True, slots=True)
class TravelRoute:
    """An action: move the travelling passenger along a route (M-21)."""

    route: str

    def __str__(self) -> str:
        return f"go {self.route}"


@dataclass(frozen=True, slots=True)
class EndJourney:
    """An action: end the journey in the passenger's city. The passenger leaves the game (M-23)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class PassTurn:
    """An action: pass the turn. Passing is legal only if no other action is legal (I-03)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PaySurcharge:
    """An action: pay what is still due for a route.

    For a tunnel, the cards pay the surcharge, and so claim the tunnel (E-12). After a claim with
    substitutes, the player gives one card with each of these actions (F-12, F-14).
    """

    cards: Cards

    def __str__(self) -> str:
        return f"pay {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """An action: give up a tunnel, and take back the cards paid for it. The turn ends (E-12)."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """An action: build a station in a city, and pay for it with cards (E-20)."""

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
"""Any action of a player."""


def claims_by_route(legal: Iterable[Action]) -> dict[str, tuple[ClaimRoute, ...]]:
    """Group the claims among some actions by route.

    A grey route can be paid for in dozens of ways, and each way is an action of its own. This
    function lets a bot choose a route first and the payment afterwards.

    Args:
        legal: actions of any kind.

    Returns:
        The claims of each route that can be claimed, by the route's code. The claims of a route are
        in the order of `legal`.
    """
    found: dict[str, list[ClaimRoute]] = {}
    for action in legal:
        if isinstance(action, ClaimRoute):
            found.setdefault(action.route, []).append(action)
    return {route: tuple(claims) for route, claims in found.items()}


def cards_text(cards: Cards) -> str:
    """Return a set of cards in the notation of records, such as `3 purple 1 locomotive`."""
    return " ".join(f"{number} {card}" for card, number in cards)


def check_types(action: object) -> None:
    """Check that a value is an action and that its fields have the declared types.

    Lists are accepted in place of tuples, and any kind of whole number in place of an int. The
    names in the action are not checked here but in `seen.encoding`. Whether the action is legal is
    not checked either.

    Raises:
        TypeError: the value is not an action, or a field has a value of a wrong type.
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
    """Return whether a value is a sequence of pairs of a name and a whole number."""
    return _is_list(value) and all(map(_is_count, cast(Sequence[Any], value)))


def _is_count(value: object) -> bool:
    if not _is_list(value):
        return False
    pair = cast(Sequence[Any], value)
    return len(pair) == 2 and _is_name(pair[0]) and isinstance(pair[1], SupportsIndex)
