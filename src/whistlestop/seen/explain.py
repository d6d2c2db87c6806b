"""Find the reason why an action is not legal, to show to the player.

The rules name the reason (`rules.entry.refusals`). This module fills in the values that the
reason's sentence needs. It reads only the player's view, so that a reason never reveals a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

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
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.editions.model import Edition, LocomotiveUse
from whistlestop.reasons import VALUES, Reason, because, tracks
from whistlestop.rules import actions as numbers
from whistlestop.rules.book import OPENING, books_of
from whistlestop.rules.entry.refusals import CODES, NOTHING, is_due, refusal
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.rules.stations import stations_left
from whistlestop.rules.tickets import fewest_kept, keepable, mixes, offered_of
from whistlestop.seen.encoding import encode, kept_set, payment_number
from whistlestop.seen.known import known_state
from whistlestop.seen.route_graph import members
from whistlestop.seen.view import View

_SORTS: Final[dict[type[Action], int]] = {
    DrawDeck: numbers.DRAW_BLIND,
    DrawDisplay: numbers.DRAW_DISPLAY,
    DrawTickets: numbers.DRAW_TICKETS,
    KeepTickets: numbers.KEEP,
    ClaimRoute: numbers.CLAIM,
    PlacePassenger: numbers.PLACE,
    StartJourney: numbers.MOVE,
    TravelRoute: numbers.STEP,
    EndJourney: numbers.STOP,
    PassTurn: numbers.PASS,
    PaySurcharge: numbers.PAY,
    Withdraw: numbers.WITHDRAW,
    BuildStation: numbers.STATION,
}
"""For each type of action, the lowest number that an action of this type has in the rules."""

_AS_GOOD_AS_ANY: Final = 4
"""If cards of this many colours or more would do equally well, the reason names no colour."""


def belongs(phase: str, action: Action) -> bool:
    """Return whether any action of the type of `action` can be legal in a phase.

    Args:
        phase: the name of the phase, one of `rules.state.PHASES`.
        action: the action. Only its type counts, not its cards, routes or cities.
    """
    return bool(is_due(PHASES.index(phase), _SORTS[type(action)]))


def why_not(view: View, action: Action) -> str:
    """Return an English sentence that says why the viewer cannot take an action now.

    Args:
        view: the view of the player who wants to act.
        action: an action that is not legal. A claim, a surcharge or a station without cards stands
            for all ways to pay.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    return str(reason_for(view, action))


def why_not_route(view: View, routes: tuple[str, ...]) -> str:
    """Return an English sentence that says why the viewer cannot claim any of some routes.

    Args:
        view: the view of the player who wants to claim.
        routes: the codes of parallel routes, none of which the viewer can claim with any cards.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    return str(reason_for_routes(view, routes))


def reason_for(view: View, action: Action) -> Reason:
    """Return the reason why the viewer cannot take an action now.

    A claim, a surcharge or a station without cards stands for all ways to pay.

    Args:
        view: the view of the player who wants to act.
        action: an action that is not legal.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    return _reason(view, known_state(view), action)


def reason_for_routes(view: View, routes: tuple[str, ...]) -> Reason:
    """Return the reason why the viewer cannot claim any of some routes.

    Args:
        view: the view of the player who wants to claim.
        routes: the codes of parallel routes, none of which the viewer can claim with any cards.

    Raises:
        ValueError: the viewer is a spectator or the referee.
    """
    states = known_state(view)
    reasons = {route: _reason(view, states, ClaimRoute(route, ())) for route in routes}
    return tracks(view.index, reasons)


def compile_reasons(edition: Edition) -> None:
    """Compile the functions that find the reason against an action, so that later calls are fast.

    In a new installation, compiling takes some seconds. Later, the compiled code is only loaded.

    Args:
        edition: any edition. The compiled code serves all editions.
    """
    books, states = books_of(edition), np.zeros(1, dtype=STATE)
    is_due(Phase.TURN, numbers.PASS)
    refusal(books, states, numbers.PASS, NOTHING, NOTHING)
    encode(edition, states[0], DrawTickets(()), 0)
    stations_left(books[0], states[0], 0)
    fewest_kept(books[0], OPENING, 0, 0)
    keepable(books[0], states[0], 0, OPENING)
    mixes(books[0], states[0], OPENING)
    offered_of(books[0], states[0], 0, 0)


def _reason(view: View, states: npt.NDArray[Any], action: Action) -> Reason:
    """Return the reason why the viewer cannot take an action.

    `states` is the result of `known_state` for the view: an array of one state.
    """
    base, what, payment = _SORTS[type(action)], NOTHING, NOTHING
    if belongs(view.phase, action):
        what, payment = _named(view, action), _payment(view, action)
    found, number, kinds = refusal(books_of(view.edition), states, base, what, payment)
    code = CODES[int(found)]
    if code == "wild_for_tunnels" and view.edition.cards.locomotive_use is LocomotiveUse.SPECIAL:
        code = "wild_for_special"
    values = {
        name: _value(view, action, code, name, int(number), members(int(kinds)))
        for name in VALUES[code]
    }
    return because(view.index, code, **values)


def _named(view: View, action: Action) -> int:
    """Return the number of what an action names: a kind of card, a route or a place.

    The result is `NOTHING` if the action names none of these, or if it draws a kind of card from
    the display that the edition does not have.
    """
    index = view.index
    match action:
        case DrawDisplay(card):
            return index.kind_of.get(card, NOTHING)
        case ClaimRoute(route) | TravelRoute(route):
            return index.route_of[route]
        case PlacePassenger(city) | StartJourney(city) | BuildStation(city):
            # The rules know a country by its border points.
            return index.points_of(city)[0] if city else NOTHING
        case KeepTickets(tickets):
            return kept_set(index, view.me.offer or (), tickets)
        case _:
            return NOTHING


def _payment(view: View, action: Action) -> int:
    """Return the number of an action's payment, or `NOTHING` if it names no cards."""
    cards: Cards = getattr(action, "cards", ())
    if not cards:
        return NOTHING
    substituted = 0
    if isinstance(action, ClaimRoute):
        route = view.edition.routes[view.index.route_of[action.route]]
        if view.edition.cards.substitutes(route)[0]:
            substituted = max(route.length - sum(number for _, number in cards), 0)
    return payment_number(view.index, cards, substituted)


def _value(view: View, action: Any, code: str, name: str, number: int, kinds: Sequence[int]) -> Any:
    """Return a value that the sentence of a reason needs.

    Args:
        view: the view of the player who wants to act.
        action: the refused action.
        code: the code of the reason.
        name: the name of the value, one of those that `reasons.VALUES` lists for the code.
        number: the number that the rules gave with the reason.
        kinds: the kinds of cards that the rules gave with the reason.
    """
    index = view.index
    match name:
        case "number":
            too_short = code == "wild_too_short"
            return view.edition.cards.locomotive4_from_length if too_short else number
        case "given":
            if code == "keep_more":
                return len(action.tickets)
            stack = view.edition.stacks[kinds[0]]
            return sum(index.stack_of(ticket) == stack for ticket in action.tickets)
        case "stacks":
            return [view.edition.stacks[stack] for stack in kinds]
        case "left":
            return view.me.pieces
        case "seat":
            return _owner(view, action)
        case "route" | "card" | "cards":
            return getattr(action, name)
        case "city":
            return action.city if view.journey is None else view.journey.city
        case "cities":
            return view.me.passengers
        case "wild":
            return index.kinds[LOCOMOTIVE4 if code == "wild_too_short" else LOCOMOTIVE]
        case "colour":
            return _colour(view, action)
        case "colours":
            colours = [index.kinds[kind] for kind in kinds if kind != LOCOMOTIVE]
            return colours if len(colours) < _AS_GOOD_AS_ANY else []
        case "instead":
            return index.kinds[LOCOMOTIVE] if LOCOMOTIVE in kinds else None
        case "kinds":
            return [card for card in view.display if card is not None]
        case "lacking":
            hand = view.me.hand or {}
            return tuple(
                (card, n - hand.get(card, 0)) for card, n in action.cards if n > hand.get(card, 0)
            )
        case _:
            assert name == "mix", name
            return tuple(zip(view.edition.stacks, view.stacks, strict=True))


def _owner(view: View, action: ClaimRoute | BuildStation) -> int:
    """Return the seat whose route or station makes an action illegal.

    The seat owns the route of a claim, or has a station in the city where another one is to be
    built.
    """
    if isinstance(action, ClaimRoute):
        return view.owners[view.index.route_codes[view.index.route_of[action.route]]]
    return next(player.seat for player in view.players if action.city in player.stations)


def _colour(view: View, action: ClaimRoute | PaySurcharge) -> str | None:
    """Return the colour with which a claim or a surcharge must be paid.

    The colour is None for a claim of a route that takes any one colour.
    """
    if isinstance(action, ClaimRoute):
        return view.edition.routes[view.index.route_of[action.route]].colour
    assert view.tunnel is not None
    wild = view.index.kinds[LOCOMOTIVE]
    return next(card for card, _ in view.tunnel.cards if card != wild)
