"""Legal actions as pages and programs get them: their words in the notation, and their parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from whistlestop import actions
from whistlestop.actions import Cards
from whistlestop.seen.journeys import FREE_STEP, Step, steps_ahead
from whistlestop.seen.known import ticket_draw
from whistlestop.seen.view import View


class _Action(Struct, frozen=True, tag_field="kind"):
    """The fields that every legal action has."""

    words: str
    """The action in the words of the notation. A client sends these words to take the action."""


class DrawAction(_Action, frozen=True, tag="draw"):
    """The action to draw a card (C-10)."""

    card: str | None
    """The kind of the card to take from the display; null = the top card of the deck."""


class TicketsAction(_Action, frozen=True, tag="tickets"):
    """The action to draw tickets (C-30)."""

    mix: Mix
    """The number of tickets from each stack. Empty in editions where the player does not choose."""
    drawn: int
    """The number of tickets that the player draws."""
    keep: int
    """The minimum number of the drawn tickets that the player must keep."""


class KeepAction(_Action, frozen=True, tag="keep"):
    """The action to keep some of the offered tickets and return the others (C-02, C-30)."""

    tickets: tuple[str, ...]
    """The codes of the tickets to keep."""


class ClaimAction(_Action, frozen=True, tag="claim"):
    """The action to claim a route (C-20, C-27)."""

    route: str
    """The route's code."""
    cards: Cards
    """The cards that pay for the route."""


class PassengerAction(_Action, frozen=True, tag="passenger"):
    """The action to place a passenger in a city of the route just claimed, or place none (M-20)."""

    city: str | None
    """The code of the city in which to place the passenger; null = place no passenger."""


class MoveAction(_Action, frozen=True, tag="move"):
    """The action to begin a journey with a passenger (M-21)."""

    city: str
    """The code of the city where the passenger stands."""


class GoAction(_Action, frozen=True, tag="go"):
    """The action to move the travelling passenger along a route (M-21)."""

    route: str
    """The route's code."""
    toll: int
    """The number of passenger cards that moving along the route costs."""
    points: int
    """The points of the token that moving along the route collects. 0 if it collects none
    (M-22)."""


class StopAction(_Action, frozen=True, tag="stop"):
    """The action to end the journey in the city where the passenger is (M-23)."""


class PayAction(_Action, frozen=True, tag="pay"):
    """The action to pay what is still due for a route.

    It pays the surcharge of a tunnel, and so claims the route (E-12), or gives one card as a
    substitute (F-12, F-14).
    """

    cards: Cards
    """The cards that are paid or given."""


class WithdrawAction(_Action, frozen=True, tag="withdraw"):
    """The action to give up a tunnel and take back the cards played for it (E-12)."""


class StationAction(_Action, frozen=True, tag="station"):
    """The action to build a station (E-20)."""

    city: str
    """The city's code."""
    cards: Cards
    """The cards that pay for the station."""


class PassAction(_Action, frozen=True, tag="pass"):
    """The action to pass the turn, because no other action is possible (I-03)."""


Mix = tuple[tuple[str, int], ...]
"""The number of tickets to draw from each stack, as pairs of the stack's name and the number."""

Action = (
    DrawAction
    | TicketsAction
    | KeepAction
    | ClaimAction
    | PassengerAction
    | MoveAction
    | GoAction
    | StopAction
    | PayAction
    | WithdrawAction
    | StationAction
    | PassAction
)
"""A legal action: its words in the notation, and its parts."""


def legal_sent(view: View, legal: Sequence[actions.Action]) -> tuple[Action, ...]:
    """Return legal actions in the form in which clients get them.

    Args:
        view: the view of the seat that can take the actions.
        legal: the seat's legal actions.
    """
    if view.journey is not None:
        return _steps_sent(view, legal)
    return tuple(
        [
            action_sent(action, *ticket_draw(view))
            if type(action) is actions.DrawTickets
            else action_sent(action)
            for action in legal
        ]
    )


def _steps_sent(view: View, legal: Sequence[actions.Action]) -> tuple[Action, ...]:
    """Return legal actions on a journey in the form in which clients get them."""
    routes = [action.route for action in legal if isinstance(action, actions.TravelRoute)]
    steps = steps_ahead(view, routes)
    return tuple(
        [
            action_sent(action, step=steps[action.route])
            if isinstance(action, actions.TravelRoute)
            else action_sent(action)
            for action in legal
        ]
    )


@lru_cache(maxsize=1 << 15)
def action_sent(
    action: actions.Action, drawn: int = 0, keep: int = 0, step: Step = FREE_STEP
) -> Action:
    """Return an action in the form in which clients get it.

    Results are cached, because most actions occur again.

    Args:
        action: the action.
        drawn: for a draw of tickets, the number of tickets that are drawn.
        keep: for a draw of tickets, the number of tickets that must be kept.
        step: for a step of a journey, its cost and points.
    """
    words = str(action)
    match action:
        case actions.DrawDeck():
            return DrawAction(words, None)
        case actions.DrawDisplay(card):
            return DrawAction(words, card)
        case actions.DrawTickets(mix):
            return TicketsAction(words, mix, drawn, keep)
        case actions.KeepTickets(tickets):
            return KeepAction(words, tickets)
        case actions.ClaimRoute():
            return claim_sent(action)
        case actions.PlacePassenger(city):
            return PassengerAction(words, city)
        case actions.StartJourney(city):
            return MoveAction(words, city)
        case actions.TravelRoute(route):
            return GoAction(words, route, step.toll, step.points)
        case actions.EndJourney():
            return StopAction(words)
        case actions.PaySurcharge(cards):
            return PayAction(words, cards)
        case actions.Withdraw():
            return WithdrawAction(words)
        case actions.BuildStation(city, cards):
            return StationAction(words, city, cards)
        case actions.PassTurn():
            return PassAction(words)


def claim_sent(claim: actions.ClaimRoute) -> ClaimAction:
    """Return a claim in the form in which clients get it."""
    return ClaimAction(str(claim), claim.route, claim.cards)
