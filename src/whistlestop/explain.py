"""Why an action is not legal, in a sentence for the player.

It looks only at the player's view, so that no answer tells a secret. Whether an action is legal is
for the rules alone to say; this merely finds the words.
"""

from __future__ import annotations

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
    cards_text,
)
from whistlestop.editions.gazetteer import colours
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4
from whistlestop.editions.model import LocomotiveUse, Route
from whistlestop.view import View

_PHASES = {
    "opening_mix": "first say how many of your opening tickets come from each stack",
    "opening_keep": "first choose which opening tickets to keep",
    "second_card": "you have drawn one card: draw the second",
    "keep": "first choose which of the drawn tickets to keep",
    "placement": "first place a passenger on the route you claimed, or say 'passenger none'",
    "journey": "your passenger is under way: 'go' on or 'stop'",
    "surcharge": "the tunnel asks for more: 'pay' it, or 'withdraw'",
    "over": "the game is over",
}

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
    """Whether an action of this kind is ever legal in this phase."""
    return phase in _BELONGS[type(action)]


def why_not(view: View, action: Action) -> str:
    """Why the viewer cannot take this action now.

    Args:
        view: what the player who wants to act sees.
        action: an action that is not legal.
    """
    if not belongs(view.phase, action):
        return _PHASES.get(view.phase, _at_a_wrong_time(action))
    match action:
        case DrawDeck():
            return "the deck is empty, and there are no discards to make a new one from"
        case DrawDisplay(card):
            return _why_not_display(view, card)
        case DrawTickets():
            return _why_not_tickets(view)
        case KeepTickets(tickets):
            return _why_not_keep(view, tickets)
        case ClaimRoute(route, cards):
            return _why_not_claim(view, route, cards)
        case PlacePassenger(city):
            return _why_not_place(view, city)
        case StartJourney(city):
            return _why_not_start(view, city)
        case TravelRoute(route):
            return _why_not_travel(view, route)
        case EndJourney():
            return "a passenger that sets out must travel at least one route"
        case PaySurcharge(cards):
            return _why_not_surcharge(view, cards)
        case Withdraw():
            return "there is no tunnel to withdraw from"
        case BuildStation(city, cards):
            return _why_not_station(view, city, cards)
        case PassTurn():
            return "you can pass only when you can do nothing else"


def _at_a_wrong_time(action: Action) -> str:
    if isinstance(action, KeepTickets):
        return "no tickets are offered to you; draw some with 'tickets'"
    if isinstance(action, PlacePassenger):
        return "a passenger is placed only when a route has just been claimed"
    if isinstance(action, PaySurcharge | Withdraw):
        return "no tunnel asks for anything now"
    return "no passenger of yours is under way; set out with 'move CITY'"


def _why_not_display(view: View, card: str) -> str:
    if card not in view.display:
        shown = ", ".join(kind for kind in view.display if kind is not None) or "nothing"
        return f"there is no {card} in the display, which shows {shown}"
    return f"a {card} from the display is a whole draw: it cannot be the second card"


def _why_not_tickets(view: View) -> str:
    if not sum(view.stacks):
        return "there are no tickets left to draw"
    left = ", ".join(
        f"{number} {stack}" for stack, number in zip(view.edition.stacks, view.stacks, strict=True)
    )
    return f"the stacks do not hold that many; left are {left}"


def _why_not_keep(view: View, tickets: tuple[str, ...]) -> str:
    offer = view.edition.opening if view.phase == "opening_keep" else view.edition.turn
    fewest = min(offer.keep, len(view.me.offer or ()))
    return f"keep at least {fewest} of the tickets, not {len(tickets)}"


def _why_not_place(view: View, city: str | None) -> str:
    if city is None or view.me.passengers_left == 0:
        return "all your passengers have been placed"
    if any(city in player.passengers for player in view.players):
        return f"a passenger already stands in {view.index.name(city)}"
    return "passengers are placed in cities, not in countries"


def _why_not_start(view: View, city: str) -> str:
    if not view.edition.passengers:
        return "there are no passengers in this edition"
    if city not in view.me.passengers:
        cities = ", ".join(map(view.index.name, view.me.passengers)) or "nowhere"
        return f"you have no passenger in {_name(view, city)}; yours stand in {cities}"
    return (
        f"the passenger in {view.index.name(city)} has no way to go: no route of yours to a city "
        "begins there, nor one of somebody else's that you have a passenger card for"
    )


def _name(view: View, city: str) -> str:
    return view.index.name(city) if city else "any city"


def _why_not_travel(view: View, route: str) -> str:
    journey = view.journey
    assert journey is not None
    number = view.index.route_of[route]
    title = view.index.route_title(number)
    here = view.index.place_of[journey.city]
    a, b = view.index.route_ends[number]
    if here not in (a, b):
        return f"{title} does not begin in {view.index.name(journey.city)}"
    if view.index.places[b].country:
        return "a passenger never enters a country"
    if route in journey.routes:
        return f"the passenger has travelled {title} already"
    if route not in view.owners:
        return f"nobody has claimed {title}"
    return f"{title} is not yours, and you have no passenger card to pay for it"


def _lacking(view: View, cards: Cards) -> str:
    """What of a set the viewer does not hold, in a sentence; empty if they hold it all."""
    hand = view.me.hand or {}
    short = [(card, n - hand.get(card, 0)) for card, n in cards if n > hand.get(card, 0)]
    if not short:
        return ""
    return f"you do not have {cards_text(cards)}: {cards_text(tuple(short))} more are needed"


def _why_not_surcharge(view: View, cards: Cards) -> str:
    assert view.tunnel is not None
    wild = view.index.kinds[LOCOMOTIVE]
    colour = next((card for card, _ in view.tunnel.cards if card != wild), None)
    asked = f"{view.tunnel.due} {colour} or {wild}" if colour else f"{view.tunnel.due} {wild}"
    lacking = _lacking(view, cards) if cards else ""
    return lacking or f"the tunnel asks for {asked}; pay that or withdraw"


def _why_not_station(view: View, city: str, cards: Cards) -> str:
    if not view.edition.stations:
        return "there are no stations in this edition"
    if len(view.me.stations) == view.edition.stations:
        return f"you have built all your {view.edition.stations} stations"
    for player in view.players:
        if city in player.stations:
            return f"there is a station in {view.index.name(city)} already"
    if city not in view.index.place_of:
        return "stations are built in cities, not in countries"
    price = len(view.me.stations) + 1
    lacking = _lacking(view, cards) if cards else ""
    return lacking or f"your next station takes {price} cards of one colour, or wild ones"


def why_not_route(view: View, routes: tuple[str, ...]) -> str:
    """Why the viewer can claim none of these parallel routes, with any cards."""
    if view.phase != "turn":
        return _PHASES.get(view.phase, "")
    reasons = [_why_not_open(view, route) or _missing(view, route) for route in routes]
    if len(set(reasons)) == 1:
        return reasons[0]
    return "; ".join(f"{route}: {why}" for route, why in zip(routes, reasons, strict=True))


def _why_not_claim(view: View, route: str, cards: Cards) -> str:
    closed = _why_not_open(view, route)
    if closed:
        return closed
    lacking = _lacking(view, cards)
    if lacking:
        return lacking
    return _why_not_cards(view, view.index.route_of[route], dict(cards))


def _why_not_cards(view: View, number: int, cards: dict[str, int]) -> str:
    """Why this set, which the player holds, does not pay for the route."""
    index, route = view.index, view.edition.routes[number]
    title = index.route_title(number)
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    if wild4 in cards and not _takes_locomotives4(view, route):
        least = view.edition.cards.locomotive4_from_length
        return f"{wild4} cards are wild only for routes of {least} spaces or more"
    if wild in cards and not _takes_locomotives(view, route):
        return f"here a {wild} can be played only for a tunnel"
    if cards.get(wild, 0) < route.ferry:
        return f"{title} is a ferry and takes at least {route.ferry} {wild}"
    return f"{title} is {route.colour}: it takes {route.colour} cards and wild ones"


def _takes_locomotives(view: View, route: Route) -> bool:
    return view.edition.cards.locomotive_use is LocomotiveUse.ANY or route.tunnel


def _takes_locomotives4(view: View, route: Route) -> bool:
    return route.length >= view.edition.cards.locomotive4_from_length


def _why_not_open(view: View, route: str) -> str:
    """Why the viewer may not have this route, whatever the cards; empty if they may."""
    number = view.index.route_of[route]
    title = view.index.route_title(number)
    owners = view.owners
    parallel = [view.index.route_codes[other] for other in view.index.parallel[number]]
    length = view.edition.routes[number].length
    if route in owners:
        return f"{title} is already yours" if owners[route] == view.viewer else f"{title} is taken"
    if any(owners.get(other) == view.viewer for other in parallel):
        return f"you own a parallel route of {title}, and may have only one of them"
    few = len(view.players) <= view.edition.parallel_closed_up_to
    if few and any(other in owners for other in parallel):
        return f"a parallel route of {title} is taken, which closes this one with so few players"
    if view.me.pieces < length:
        return f"{title} takes {length} pieces, and you have {view.me.pieces} left"
    return ""


def _missing(view: View, route: str) -> str:
    """What the viewer's hand lacks for an open route, by the best colours."""
    index = view.index
    number = index.route_of[route]
    entry = view.edition.routes[number]
    hand = view.me.hand or {}
    wild, wild4 = index.kinds[LOCOMOTIVE], index.kinds[LOCOMOTIVE4]
    locomotives = hand.get(wild, 0) if _takes_locomotives(view, entry) else 0
    wilds = locomotives
    if _takes_locomotives4(view, entry):
        wilds += hand.get(wild4, 0)
    if locomotives < entry.ferry:
        return (
            f"{index.route_title(number)} is a ferry: {entry.ferry - locomotives} more {wild} "
            "are needed"
        )
    names = [index.kinds[kind] for kind in colours(view.edition)]
    fitting = names if entry.colour is None else [entry.colour]
    lacking = {name: entry.length - wilds - hand.get(name, 0) for name in fitting}
    least = min(lacking.values())
    best = [name for name in fitting if lacking[name] == least]
    words = " or ".join(best) if len(best) < 4 else "of any one colour"
    instead = f", or {wild}" if _takes_locomotives(view, entry) else ""
    return f"{index.route_title(number)} needs {least} more {words}{instead}"
