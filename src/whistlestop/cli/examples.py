"""Example actions for the help on each command. The examples need not be legal."""

from __future__ import annotations

from whistlestop.actions import (
    Action,
    BuildStation,
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
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition


def examples(command: str, edition: Edition) -> tuple[Action, ...]:
    """Return one or two example actions of a command.

    Args:
        command: the first word of an action in English, such as `claim`, as records write it.
        edition: the edition whose places and cards the examples name.
    """
    index = gazetteer(edition)
    colour = edition.cards.colours[0][0]
    city = edition.cities[0].code
    # A short route with a colour makes the clearest example of a payment.
    shortest = min(
        range(len(edition.routes)),
        key=lambda one: (edition.routes[one].colour is None, edition.routes[one].length),
    )
    route, track = index.route_codes[shortest], edition.routes[shortest]
    stacks = edition.stacks
    mix = tuple((stack, 1 + number) for number, stack in enumerate(stacks))
    return {
        "draw": (DrawDeck(), DrawDisplay(colour)),
        "tickets": (DrawTickets(mix if len(stacks) > 1 else ()),),
        "keep": (KeepTickets(index.ticket_codes[:1]),),
        "claim": (ClaimRoute(route, ((track.colour or colour, track.length),)),),
        "pay": (PaySurcharge(((colour, 1),)),),
        "withdraw": (Withdraw(),),
        "station": (BuildStation(city, ((colour, 1),)),),
        "passenger": (PlacePassenger(city),),
        "move": (StartJourney(city),),
        "go": (TravelRoute(route),),
        "stop": (EndJourney(),),
        "pass": (PassTurn(),),
    }[command]
