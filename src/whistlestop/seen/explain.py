"""Find the reason why an action is not legal, to tell the player.

These functions read only the player's view, so that a reason never reveals a secret. They do not
decide whether an action is legal. Only the rules do.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from whistlestop.editions.gazetteer import colours
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.editions.model import LocomotiveUse, Route
from whistlestop.reasons import Reason, because, tracks
from whistlestop.rules.stations import station_cards
from whistlestop.seen.route_graph import closed_by
from whistlestop.seen.view import View

_MUST = {
    "opening_mix": "must_announce",
    "opening_keep": "must_keep_opening",
    "second_card": "must_draw_second",
    "keep": "must_keep",
    "placement": "must_place",
    "journey": "must_travel",
    "surcharge": "must_pay",
    "over": "game_over",
}
"""By phase: the code of the reason why actions of other phases are not possible."""

_BELONGS: dict[type[Action], tuple[str, ...]] = {
    DrawDeck: ("turn", "second_card"),
    DrawDisplay: ("turn", "second_card"),
    DrawTickets: ("turn", "opening_mix"),
    KeepTickets: ("keep", "opening_keep"),
    ClaimRoute: ("turn",),
    PlacePassenger: ("placement",),
    StartJourney: ("turn",),
    TravelRoute: ("journey",),
    EndJourney: ("journey",),
    PassTurn: ("turn",),
    PaySurcharge: ("surcharge",),
    Withdraw: ("surcharge",),
    BuildStation: ("turn",),
}


def belongs(phase: str, action: Action) -> bool:
    """Return whether an action of this kind can be legal in a phase."""
    return phase in _BELONGS[type(action)]


def why_not(view: View, action: Action) -> str:
    """Return an English sentence that says why the viewer cannot take an action now.

    Args:
        view: the view of the player who wants to act.
        action: an action that is not legal.
    """
    return str(reason_for(view, action))


def why_not_route(view: View, routes: tuple[str, ...]) -> str:
    """Return an English sentence that says why the viewer cannot claim any of some routes.

    Args:
        view: the view of the player who wants to claim.
        routes: the codes of parallel routes, none of which the viewer can claim with any cards.
    """
    return str(reason_for_routes(view, routes))


def reason_for(view: View, action: Action) -> Reason:
    """Return the reason why the viewer cannot take an action now.

    Args:
        view: the view of the player who wants to act.
        action: an action that is not legal.
    """
    index = view.index
    if not belongs(view.phase, action):
        return because(index, _MUST.get(view.phase) or _at_a_wrong_time(action))
    match action:
        case DrawDeck():
            return because(index, "deck_empty")
        case DrawDisplay(card):
            return _display(view, card)
        case DrawTickets():
            return _tickets(view)
        case KeepTickets(tickets):
            return _keep(view, tickets)
        case ClaimRoute(route, cards):
            return (
                _closed(view, route)
                or _not_held(view, cards)
                or _unfit(view, index.route_of[route], dict(cards))
            )
        case PlacePassenger(city):
            return _place(view, city)
        case StartJourney(city):
            return _start(view, city)
        case TravelRoute(route):
            return _travel(view, route)
        case EndJourney():
            return because(index, "too_early_to_stop")
        case PaySurcharge(cards):
            return _surcharge(view, cards)
        case Withdraw():
            return because(index, "no_tunnel")
        case BuildStation(city, cards):
            return _station(view, city, cards)
        case PassTurn():
            return because(index, "cannot_pass")


def reason_for_routes(view: View, routes: tuple[str, ...]) -> Reason:
    """Return the reason why the viewer cannot claim any of some routes.

    Args:
        view: the view of the player who wants to claim.
        routes: the codes of parallel routes, none of which the viewer can claim with any cards.
    """
    if view.phase != "turn":
        return because(view.index, _MUST[view.phase])
    reasons = {route: _closed(view, route) or _missing(view, route) for route in routes}
    return tracks(view.index, reasons)


def _at_a_wrong_time(action: Action) -> str:
    if isinstance(action, KeepTickets):
        return "no_offer"
    if isinstance(action, PlacePassenger):
        return "nothing_to_place"
    if isinstance(action, PaySurcharge | Withdraw):
        return "no_tunnel"
    return "no_journey"


def _display(view: View, card: str) -> Reason:
    if card in view.display:
        return because(view.index, "whole_draw", card=card)
    shown = [kind for kind in view.display if kind is not None]
    if not shown:
        return because(view.index, "display_empty", card=card)
    return because(view.index, "not_shown", card=card, kinds=shown)


def _tickets(view: View) -> Reason:
    if not sum(view.stacks):
        return because(view.index, "no_tickets_left")
    left = tuple(zip(view.edition.stacks, view.stacks, strict=True))
    return because(view.index, "stacks_short", mix=left)


def _keep(view: View, tickets: tuple[str, ...]) -> Reason:
    offer = view.edition.opening if view.phase == "opening_keep" else view.edition.turn
    fewest = min(offer.keep, len(view.me.offer or ()))
    return because(view.index, "keep_more", number=fewest, given=len(tickets))


def _place(view: View, city: str | None) -> Reason:
    if city is None or view.me.passengers_left == 0:
        return because(view.index, "all_placed")
    if any(city in player.passengers for player in view.players):
        return because(view.index, "passenger_there", city=city)
    return because(view.index, "country", city=city)


def _start(view: View, city: str) -> Reason:
    index, standing = view.index, view.me.passengers
    if not view.edition.passengers:
        return because(index, "no_passengers")
    if not standing:
        return because(index, "none_on_board")
    if not city:
        return because(index, "no_way_anywhere", cities=standing)
    if city not in standing:
        return because(index, "not_standing", city=city, cities=standing)
    return because(index, "no_way", city=city)


def _travel(view: View, route: str) -> Reason:
    journey = view.journey
    assert journey is not None
    index = view.index
    number = index.route_of[route]
    here = index.place_of[journey.city]
    a, b = index.route_ends[number]
    if here not in (a, b):
        return because(index, "elsewhere", route=route, city=journey.city)
    if index.places[b].country:
        return because(index, "never_into_country")
    if route in journey.routes:
        return because(index, "travelled", route=route)
    if route not in view.owners:
        return because(index, "unclaimed", route=route)
    return because(index, "no_toll", route=route)


def _not_held(view: View, cards: Cards) -> Reason | None:
    """Return a reason that lists the cards the viewer does not hold. None if all are held."""
    hand = view.me.hand or {}
    lacking = tuple((card, n - hand.get(card, 0)) for card, n in cards if n > hand.get(card, 0))
    return because(view.index, "not_held", cards=cards, lacking=lacking) if lacking else None


def _surcharge(view: View, cards: Cards) -> Reason:
    assert view.tunnel is not None
    not_held = _not_held(view, cards)
    if not_held:
        return not_held
    wild, due = view.index.kinds[LOCOMOTIVE], view.tunnel.due
    colour = next((card for card, _ in view.tunnel.cards if card != wild), None)
    if colour is None:
        return because(view.index, "surcharge_wild", number=due, wild=wild)
    return because(view.index, "surcharge", number=due, colour=colour, wild=wild)


def _station(view: View, city: str, cards: Cards) -> Reason:
    index = view.index
    if not view.edition.stations:
        return because(index, "no_stations")
    built = len(view.me.stations)
    if built == view.edition.stations:
        return because(index, "all_stations_built", number=built)
    for player in view.players:
        if city in player.stations:
            return because(index, "station_there", city=city, seat=player.seat)
    if city not in index.place_of:
        return because(index, "country", city=city)
    return _not_held(view, cards) or because(
        index, "station_cards", number=int(station_cards(built))
    )


def _unfit(view: View, number: int, cards: dict[str, int]) -> Reason:
    """Return the reason why a set of cards, which the player holds, does not pay for a route."""
    index, route = view.index, view.edition.routes[number]
    code = index.route_codes[number]
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    if wild4 in cards and not _takes_locomotives4(view, route):
        least = view.edition.cards.locomotive4_from_length
        return because(index, "wild_too_short", wild=wild4, number=least)
    if wild in cards and not _takes_locomotives(view, route):
        return because(index, "wild_for_tunnels", wild=wild)
    if cards.get(wild, 0) < route.ferry:
        return because(index, "ferry_wilds", route=code, number=route.ferry, wild=wild)
    return because(index, "route_colour", route=code, colour=route.colour)


def _takes_locomotives(view: View, route: Route) -> bool:
    return view.edition.cards.locomotive_use is LocomotiveUse.ANY or route.tunnel


def _takes_locomotives4(view: View, route: Route) -> bool:
    return route.length >= view.edition.cards.locomotive4_from_length


def _closed(view: View, route: str) -> Reason | None:
    """Return the reason why the viewer cannot claim a route with any cards. None if it is open."""
    index, owners = view.index, view.owners
    number = index.route_of[route]
    length = view.edition.routes[number].length
    if route in owners:
        if owners[route] == view.viewer:
            return because(index, "yours", route=route)
        return because(index, "taken", route=route, seat=owners[route])
    seats = len(view.players)
    closing = {
        owner
        for other, owner in owners.items()
        if number in closed_by(view.edition, seats, index.route_of[other], owner == view.viewer)
    }
    if view.viewer in closing:
        return because(index, "own_parallel", route=route)
    if closing:
        return because(index, "parallel_closed", route=route)
    if view.me.pieces < length:
        return because(index, "pieces", route=route, number=length, left=view.me.pieces)
    return None


def _missing(view: View, route: str) -> Reason:
    """Return a reason that says which cards the viewer lacks for an open route.

    It names the colours in which the fewest cards are missing.
    """
    index = view.index
    entry = view.edition.routes[index.route_of[route]]
    hand = view.me.hand or {}
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    takes_wild = _takes_locomotives(view, entry)
    wilds = hand.get(wild, 0) if takes_wild else 0
    if wilds < entry.ferry:
        return because(index, "ferry", route=route, number=entry.ferry - wilds, wild=wild)
    if _takes_locomotives4(view, entry):
        wilds += hand.get(wild4, 0)
    fitting = _fitting(view, entry)
    lacking = {colour: entry.length - wilds - hand.get(colour, 0) for colour in fitting}
    least = min(lacking.values())
    best = [colour for colour in fitting if lacking[colour] == least]
    some = best if len(best) < _AS_GOOD_AS_ANY else []
    instead = wild if takes_wild else None
    return because(index, "cards", route=route, number=least, colours=some, instead=instead)


_AS_GOOD_AS_ANY = 4
"""If this many colours fit equally well, the reason does not name them one by one."""


def _fitting(view: View, route: Route) -> Sequence[str]:
    """Return the colours that pay for a route."""
    if route.colour is not None:
        return (route.colour,)
    return [view.index.kinds[kind] for kind in colours(view.edition)]
