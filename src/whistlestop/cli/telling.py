"""Events in sentences, for the log of the terminal game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whistlestop import events
from whistlestop.actions import cards_text
from whistlestop.editions.gazetteer import Gazetteer
from whistlestop.events import Event

YOU: Final = "You"
"""The name of the only person at a table of bots."""


def tell(event: Event, seats: Sequence[str], index: Gazetteer) -> str | None:
    """One event in a sentence, or None where another sentence says it already.

    Args:
        event: what happened, as the reader may see it.
        seats: the players' names; one called `You` is spoken to.
        index: the edition's names.
    """
    match event:
        case events.GameStarted():
            return f"{_does(seats[event.starter], 'begin')}."
        case events.CardDrawn():
            return _drawn(event, seats[event.seat])
        case events.DisplaySwept():
            return f"Too many {event.card} cards: the display is swept."
        case events.DeckReshuffled():
            return f"The {event.cards} discards become the new deck."
        case events.TicketsOffered():
            drawing = _does(seats[event.seat], "draw")
            return f"{drawing} {_tickets(len(event.stacks))}{_from(event.stacks)}."
        case events.TicketsKept():
            return f"{_does(seats[event.seat], 'keep')} {_kept(event, index)}."
        case events.RouteClaimed():
            route = index.route_title(index.route_of[event.route])
            points = "1 point" if event.points == 1 else f"{event.points} points"
            claiming = _does(seats[event.seat], "claim")
            return f"{claiming} {route} with {cards_text(event.cards)}: {points}."
        case events.TunnelEntered():
            route = index.route_title(index.route_of[event.route])
            laying = _does(seats[event.seat], "try")
            return f"{laying} the tunnel {route} with {cards_text(event.cards)}."
        case events.TunnelCardRevealed():
            return f"Turned up: {event.card}."
        case events.SurchargeDue():
            cards = "1 card" if event.number == 1 else f"{event.number} cards"
            return f"The tunnel asks for {cards} more." if event.number else None
        case events.SurchargePaid():
            return f"{_does(seats[event.seat], 'pay')} {cards_text(event.cards)} more."
        case events.TunnelLeft():
            return f"{_does(seats[event.seat], 'take')} the cards back."
        case events.StationBuilt():
            building = _does(seats[event.seat], "build")
            cards = cards_text(event.cards)
            return f"{building} a station in {index.name(event.city)} with {cards}."
        case events.PassengerPlaced():
            placing = _does(seats[event.seat], "place")
            return f"{placing} a passenger in {index.name(event.city)}."
        case events.JourneyStarted():
            sending = _does(seats[event.seat], "send")
            return f"{sending} the passenger in {index.name(event.city)} off."
        case events.PassengerMoved():
            toll = ", for a passenger card" if event.toll else ""
            return f"The passenger reaches {index.name(event.city)}{toll}."
        case events.MerchandiseCollected():
            collecting = _does(seats[event.seat], "collect")
            return f"{collecting} {event.points} in {index.name(event.city)}."
        case events.JourneyEnded():
            return f"The journey ends in {index.name(event.city)}."
        case events.TurnPassed():
            return f"{_does(seats[event.seat], 'pass')}: nothing else is possible."
        case events.FinalRound():
            running = "You are" if seats[event.seat] == YOU else f"{seats[event.seat]} is"
            return f"{running} almost out of pieces: one more turn for everybody!"
        case events.GameOver():
            return "The game is over."
        case events.TicketsAnswered():
            having = "You have" if seats[event.seat] == YOU else f"{seats[event.seat]} has"
            return f"{having} chosen."
        case events.CardsDealt() | events.DisplayRefilled():
            return None


def _does(name: str, verb: str) -> str:
    """Subject and verb: `Ada draws`, `You draw`."""
    if name == YOU:
        return f"{name} {verb}"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{name} {verb[:-1]}ies"
    return f"{name} {verb}es" if verb.endswith("s") else f"{name} {verb}s"


def _drawn(event: events.CardDrawn, name: str) -> str:
    if event.slot is not None:
        return f"{_does(name, 'take')} {event.card} from the display."
    if event.card is None:
        return f"{_does(name, 'draw')} a card from the deck."
    return f"{_does(name, 'draw')} {event.card} from the deck."


def _tickets(number: int) -> str:
    return "1 ticket" if number == 1 else f"{number} tickets"


def _from(stacks: tuple[str, ...]) -> str:
    """Which stacks they are from, where there are several."""
    names = dict.fromkeys(stacks)
    if names.keys() <= {"main"}:
        return ""
    return " (" + ", ".join(f"{stacks.count(name)} {name}" for name in names) + ")"


def _kept(event: events.TicketsKept, index: Gazetteer) -> str:
    if event.kept is None:
        offered = len(event.kept_stacks) + len(event.returned_stacks)
        return f"{len(event.kept_stacks)} of {_tickets(offered)}"
    titles = [index.ticket_title(index.ticket_of[code]) for code in event.kept]
    return ", ".join(titles) or "none"
