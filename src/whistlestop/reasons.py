"""Why an action is refused: a code with values, and the same as an English sentence.

The table below is the one place that has both. Whoever refuses names the code and the values; the
sentence follows. Values of one name mean the same in every reason, so that another language needs
the codes and this list alone: `docs/reasons.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Final, Protocol

SENTENCES: Final = {
    # When something else has to be decided, or nothing.
    "must_announce": "first say how many of your opening tickets come from each stack",
    "must_keep_opening": "first choose which opening tickets to keep",
    "must_draw_second": "you have drawn one card: draw the second",
    "must_keep": "first choose which of the drawn tickets to keep",
    "must_place": "first place a passenger on the route you claimed, or say 'passenger none'",
    "must_travel": "your passenger is under way: 'go' on or 'stop'",
    "must_pay": "the tunnel asks for more: 'pay' it, or 'withdraw'",
    "game_over": "the game is over",
    "not_your_turn": "it is not your turn: {seats} must decide",
    "cannot_pass": "you can pass only when you can do nothing else",
    # Words that make no action.
    "nothing_typed": "type an action; it begins with {commands}",
    "unknown_command": "{word} is no action; actions begin with {commands}",
    "stands_alone": "'{command}' stands alone; what is {word}?",
    "number_and_name": "expected a number and a name, as in '{example}'",
    "unknown_card": "{word} is no card; the cards are {kinds}",
    "ambiguous_card": "{word} fits {kinds}; type more of it",
    "unknown_place": "there is no place {word} on this board",
    "misspelt_place": "there is no place {word} on this board; did you mean {guesses}?",
    "ambiguous_place": "{word} fits {cities}; type more of it",
    "unknown_route": "there is no route {word} on this board",
    "country": "{city} is a country, not a city",
    "two_ends": "a route has two ends, as in {example}",
    "no_link": "no route links {city} and {goal}; {city} has routes to {cities}",
    "no_track": "{city}–{goal} has no track {track}",
    # Cards.
    "draw_what": "draw what? 'draw deck', or a card of the display: 'draw red'",
    "deck_empty": "the deck is empty, and there are no discards to make a new one from",
    "not_shown": "there is no {card} in the display, which shows {kinds}",
    "display_empty": "there is no {card} in the display, which is empty",
    "whole_draw": "a {card} from the display is a whole draw: it cannot be the second card",
    # Tickets.
    "no_tickets_left": "there are no tickets left to draw",
    "stacks_short": "the stacks do not hold that many; left are {mix}",
    "tickets_alone": "here tickets are drawn with the one word 'tickets', without a stack",
    "announce_how": "say how many from which stack, for instance: {example}",
    "announce_number": "name {number} tickets in all, for instance: {example}",
    "stack_twice": "name each ticket stack once, with how many tickets of it",
    "unknown_stack": "{word} is no stack; the stacks are {stacks}",
    "keep_which": "keep which? by number or code, 'keep 1 3', or 'keep all'",
    "not_offered": "{word} is none of the offered tickets; they are {tickets}",
    "no_offer": "no tickets are offered to you; draw some with 'tickets'",
    "keep_more": "keep at least {number} of the tickets, not {given}",
    # Claiming a route.
    "claim_which": "claim which route? for instance: claim {example}",
    "claim_ways": "{route} can be paid for in {number} ways; say with which cards",
    "yours": "{route} is already yours",
    "taken": "{route} is taken{seat}",
    "own_parallel": "you own a parallel route of {route}, and may have only one of them",
    "parallel_closed": "a parallel route of {route} is taken, which closes this one with so few "
    "players",
    "pieces": "{route} takes {number} pieces, and you have {left} left",
    "ferry": "{route} is a ferry: {number} more {wild} are needed",
    "cards": "{route} needs {number} more {colours}{instead}",
    "tracks": "{tracks}",
    # Sets of cards that do not pay for it.
    "which_cards": "with which cards? for instance: {example}",
    "not_held": "you do not have {cards}: {lacking} more are needed",
    "kind_twice": "name each kind of card once, with how many of it",
    "one_colour": "a set has cards of one colour, besides the wild ones",
    "passenger_cards": "passenger cards are never part of a set",
    "route_price": "{route} takes exactly {number} cards, not {given}",
    "route_colour": "{route} is {colour}: it takes {colour} cards and wild ones",
    "wild_too_short": "{wild} cards are wild only for routes of {number} spaces or more",
    "wild_for_tunnels": "here a {wild} can be played only for a tunnel",
    "ferry_wilds": "{route} is a ferry and takes at least {number} {wild}",
    # Tunnels.
    "no_tunnel": "no tunnel asks for anything now",
    "surcharge": "the tunnel asks for {number} {colour} or {wild}; pay that or withdraw",
    "surcharge_wild": "the tunnel asks for {number} {wild}; pay that or withdraw",
    "surcharge_price": "the surcharge takes exactly {number} cards, not {given}",
    "surcharge_ways": "the surcharge can be paid for in {number} ways; say with which cards",
    # Stations.
    "no_stations": "there are no stations in this edition",
    "all_stations_built": "you have built all your {number} stations",
    "station_where": "a station where? for instance: station {example}",
    "station_there": "there is a station in {city} already{seat}",
    "station_cards": "your next station takes {number} cards of one colour, or wild ones",
    "station_price": "your next station takes exactly {number} cards, not {given}",
    "station_ways": "a station in {city} can be paid for in {number} ways; say with which cards",
    # Passengers.
    "no_passengers": "there are no passengers in this edition",
    "nothing_to_place": "a passenger is placed only when a route has just been claimed",
    "place_where": "place a passenger where? a city of the route, or 'none'",
    "all_placed": "all your passengers have been placed",
    "passenger_there": "a passenger already stands in {city}",
    "not_on_route": "{city} is not on the route just claimed, {route}",
    "move_which": "move which passenger? name its city",
    "none_on_board": "you have no passenger on the board",
    "not_standing": "you have no passenger in {city}; yours stand in {cities}",
    "no_way": "the passenger in {city} has no way to go: no route of yours to a city begins there, "
    "nor one of somebody else's that you have a passenger card for",
    "no_way_anywhere": "your passengers have no way to go; they stand in {cities}",
    "no_journey": "no passenger of yours is under way; set out with 'move CITY'",
    "go_where": "go where? a route or a neighbouring city",
    "go_which": "along which track?",
    "elsewhere": "{route} does not begin in {city}",
    "never_into_country": "a passenger never enters a country",
    "travelled": "the passenger has travelled {route} already",
    "unclaimed": "nobody has claimed {route}",
    "no_toll": "{route} is not yours, and you have no passenger card to pay for it",
    "too_early_to_stop": "a passenger that sets out must travel at least one route",
}
"""Code → the sentence, with a hole for every value; empty holes are for other languages."""


class Names(Protocol):
    """What leads from the codes of an edition to names: its gazetteer."""

    @property
    def route_of(self) -> Mapping[str, int]:
        """Code → number of a route."""
        ...

    def name(self, code: str) -> str:
        """The name of a city or country."""
        ...

    def route_title(self, route: int) -> str:
        """The two ends of a route."""
        ...


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused; `str()` is the sentence, without capital and full stop."""

    code: str
    """A key of `SENTENCES`."""
    values: Mapping[str, Any]
    """What belongs to it: numbers, codes of places and routes, names of cards; ready for JSON."""
    sentence: str = field(compare=False)

    def __str__(self) -> str:
        return self.sentence


def value_names(code: str) -> tuple[str, ...]:
    """The names of the values that a reason of this code has."""
    found = [name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name]
    return tuple(dict.fromkeys(found))


def because(index: Names, code: str, /, people: Sequence[str] = (), **values: Any) -> Reason:
    """A reason, with its sentence.

    Args:
        index: the names of the edition's places and routes.
        code: a key of `SENTENCES`.
        people: the players' names by seat, where the sentence names them.
        values: all that belong to this code.
    """
    assert {*values} == {*value_names(code)}, code

    def said(name: str, value: Any) -> str:
        if name in ("seat", "seats"):
            seats = value if name == "seats" else (value,)
            return _and([people[int(seat)] for seat in seats]) if people else ""
        return _SAID[name](index, value)

    holes = {name: said(name, value) for name, value in values.items()}
    return Reason(code, values, SENTENCES[code].format(**holes))


def tracks(index: Names, reasons: Mapping[str, Reason]) -> Reason:
    """The reason for several parallel routes: theirs, if it is the same for all."""
    first = next(iter(reasons.values()))
    if all(str(reason) == str(first) for reason in reasons.values()):
        return first
    each = [
        {"route": route, "code": reason.code, "values": reason.values, "message": str(reason)}
        for route, reason in reasons.items()
    ]
    return because(index, "tracks", tracks=each)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), "".join(words[-1:])]))


def _plain(_: Names, value: Any) -> str:
    return str(value)


def _place(index: Names, code: str) -> str:
    return index.name(code)


def _places(index: Names, codes: Sequence[str]) -> str:
    return _and([index.name(code) for code in codes])


def _guesses(index: Names, codes: Sequence[str]) -> str:
    return " or ".join(map(index.name, codes))


def _listed(_: Names, words: Sequence[str]) -> str:
    return _and(words)


def _colours(_: Names, colours: Sequence[str]) -> str:
    return " or ".join(colours) or "of any one colour"


def _instead(_: Names, card: str | None) -> str:
    return f", or {card}" if card else ""


def _word(_: Names, typed: str) -> str:
    return repr(typed)


def _route(index: Names, code: str) -> str:
    return index.route_title(index.route_of[code])


def _counted(_: Names, cards: Sequence[tuple[str, int]]) -> str:
    return " ".join(f"{number} {name}" for name, number in cards)


def _mix(_: Names, stacks: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {name}" for name, number in stacks)


def _offer(_: Names, tickets: Sequence[str]) -> str:
    return ", ".join(f"{number} {ticket}" for number, ticket in enumerate(tickets, start=1))


def _each(_: Names, each: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(f"{one['route']}: {one['message']}" for one in each)


_SAID: Final[Mapping[str, Callable[[Names, Any], str]]] = {
    "card": _plain,
    "cards": _counted,
    "cities": _places,
    "city": _place,
    "colour": _plain,
    "colours": _colours,
    "command": _plain,
    "commands": _listed,
    "example": _plain,
    "given": _plain,
    "goal": _place,
    "guesses": _guesses,
    "instead": _instead,
    "kinds": _listed,
    "lacking": _counted,
    "left": _plain,
    "mix": _mix,
    "number": _plain,
    "route": _route,
    "stacks": _listed,
    "tickets": _offer,
    "track": _plain,
    "tracks": _each,
    "wild": _plain,
    "word": _word,
}
"""How each value is said in English; `seat` and `seats` are players, by name where known."""
