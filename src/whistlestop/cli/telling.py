"""Sentences for events, for the log of the terminal. Some sentences call the player "you"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whistlestop import events
from whistlestop.editions.gazetteer import Gazetteer
from whistlestop.events import Event
from whistlestop.language import LANGUAGES, Language, language


def you_are_called(name: str) -> bool:
    """Return whether a name is the default name of a person who plays alone, in any language."""
    return name in {language(code).say("seat.you") for code in LANGUAGES}


def tell(
    event: Event,
    seats: Sequence[str],
    index: Gazetteer,
    spoken: Language,
    you: int | None = None,
) -> str | None:
    """Return the sentence for an event, or None if the event has no sentence of its own.

    An event has no sentence if the sentence of another event covers it.

    Args:
        event: the event, as the reader may see it.
        seats: the names of the players.
        index: the edition's gazetteer.
        spoken: the language of the sentence.
        you: the seat of the player whom sentences call "you", as in `You claim …`. None calls all
            players by name.
    """

    def say(key: str, seat: int | None = None, /, **values: object) -> str:
        if seat is None:
            return spoken.say(f"log.{key}", **values)
        if seat == you and f"you.{key}" in spoken:
            return spoken.say(f"you.{key}", **values)
        return spoken.say(f"log.{key}", name=seats[seat], **values)

    match event:
        case events.GameStarted():
            return say("GameStarted", event.starter)
        case events.CardDrawn(seat, slot, card):
            if card is None:
                return say("CardDrawn.hidden", seat)
            where = "deck" if slot is None else "display"
            return say(f"CardDrawn.{where}", seat, card=spoken.card(card))
        case events.DisplaySwept():
            return say("DisplaySwept", card=spoken.card(event.card))
        case events.DeckReshuffled():
            return say("DeckReshuffled", n=event.cards)
        case events.TicketsOffered():
            stacks = _from(event.stacks, index, spoken)
            return say("TicketsOffered", event.seat, n=len(event.stacks), **{"from": stacks})
        case events.TicketsAnswered():
            return say("TicketsAnswered", event.seat)
        case events.TicketsKept():
            return _kept(event, say, index, spoken)
        case events.RouteClaimed():
            return say(
                "RouteClaimed" if event.cards else "RouteClaimed.none",
                event.seat,
                route=spoken.route(index, event.route),
                cards=spoken.cards(event.cards),
                n=event.points,
            )
        case events.TunnelEntered():
            route, cards = spoken.route(index, event.route), spoken.cards(event.cards)
            return say("TunnelEntered", event.seat, route=route, cards=cards)
        case events.TunnelCardRevealed():
            return say("TunnelCardRevealed", card=spoken.card(event.card))
        case events.SurchargeDue():
            return say("SurchargeDue", n=event.number) if event.number else None
        case events.SurchargePaid():
            return say("SurchargePaid", event.seat, cards=spoken.cards(event.cards))
        case events.TunnelLeft():
            return say("TunnelLeft", event.seat)
        case events.SubstituteGiven():
            return say("SubstituteGiven", event.seat, card=spoken.card(event.card))
        case events.StationBuilt():
            city, cards = spoken.place(index, event.city), spoken.cards(event.cards)
            return say("StationBuilt", event.seat, city=city, cards=cards)
        case events.PassengerPlaced():
            return say("PassengerPlaced", event.seat, city=spoken.place(index, event.city))
        case events.JourneyStarted():
            return say("JourneyStarted", event.seat, city=spoken.place(index, event.city))
        case events.PassengerMoved():
            key = "PassengerMoved.toll" if event.toll else "PassengerMoved"
            return say(key, city=spoken.place(index, event.city))
        case events.MerchandiseCollected():
            city = spoken.place(index, event.city)
            return say("MerchandiseCollected", n=event.points, city=city)
        case events.JourneyEnded():
            return say("JourneyEnded", city=spoken.place(index, event.city))
        case events.TurnPassed():
            return say("TurnPassed", event.seat)
        case events.FinalRound():
            return say("FinalRound", event.seat)
        case events.GameOver():
            return say("GameOver")
        case events.CardsDealt() | events.DisplayRefilled():
            return None


def _from(stacks: tuple[str, ...], index: Gazetteer, spoken: Language) -> str:
    """Return the text for the stacks that tickets come from, such as ` (2 long, 1 short)`.

    The text is empty if the edition has only one stack.
    """
    if len(index.edition.stacks) < 2:
        return ""
    counted = [(name, stacks.count(name)) for name in index.edition.stacks if name in stacks]
    return f" ({', '.join(spoken.stacks([one]) for one in counted)})"


def _kept(
    event: events.TicketsKept, say: Callable[..., str], index: Gazetteer, spoken: Language
) -> str:
    number = len(event.kept_stacks)
    if event.kept is None:
        everything = number + len(event.returned_stacks)
        return say("TicketsKept.hidden", event.seat, n=number, all=everything)
    titles = [spoken.ticket(index, code) for code in event.kept]
    tickets = spoken.listed(titles) or spoken.say("log.none")
    return say("TicketsKept", event.seat, n=number, tickets=tickets)
