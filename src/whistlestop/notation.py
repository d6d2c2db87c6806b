"""The words of actions: one grammar for records, for the terminal and for the text board.

`docs/notation.md` describes it. What `str(action)` writes is read back exactly; people may also
type names, parts of names and positions in the offer, and leave out what goes without saying.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

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
from whistlestop.editions.check import fold
from whistlestop.editions.finding import NotFound, find_place, find_routes
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.errors import AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.explain import reason_for, reason_for_routes
from whistlestop.reasons import because
from whistlestop.view import View

COMMANDS: Final = {
    "draw": "draw CARD, draw deck",
    "tickets": "tickets, tickets 3 short 1 long",
    "keep": "keep 1 3, keep DEN-ELP, keep all",
    "claim": "claim DEN-OMA, claim DEN-OMA with 3 purple 1 locomotive",
    "pay": "pay 1 red, pay 1 locomotive",
    "withdraw": "withdraw",
    "station": "station PAR, station PAR with 1 red",
    "passenger": "passenger BER, passenger none",
    "move": "move BER",
    "go": "go BER-LEI, go Leipzig",
    "stop": "stop",
    "pass": "pass",
}
"""The first word of every action, with examples."""

_OTHER_WORDS: Final = {
    "take": "draw",
    "d": "draw",
    "ticket": "tickets",
    "t": "tickets",
    "k": "keep",
    "c": "claim",
    "build": "claim",
    "back": "withdraw",
    "s": "station",
    "place": "passenger",
    "p": "passenger",
    "m": "move",
    "g": "go",
    "end": "stop",
}


def parse(words: str, view: View, legal: tuple[Action, ...]) -> Action:
    """Read an action.

    Args:
        words: what the player typed.
        view: what the player sees.
        legal: the player's legal actions, which settle what the words leave open.

    Raises:
        MalformedAction: the words make no action.
        AmbiguousAction: they fit several legal actions.
        IllegalAction: they make an action that needs more words, and that is not legal anyway.
    """
    first, _, rest = " ".join(words.split()).partition(" ")
    command = first.casefold()
    command = _OTHER_WORDS.get(command, command)
    if command not in COMMANDS:
        if not first:
            raise MalformedAction(because(view.index, "nothing_typed", commands=list(COMMANDS)))
        raise MalformedAction(
            because(view.index, "unknown_command", word=first, commands=list(COMMANDS))
        )
    try:
        return _READERS[command](rest, view, legal)
    except NotFound as fault:
        raise MalformedAction(fault.reason) from fault


def find_card(view: View, word: str) -> str:
    """The name of the card kind that a word means: its name, or the beginning of one.

    Raises:
        MalformedAction: no kind, or more than one, fits.
    """
    kinds = view.index.kinds
    known = {kind: number for number, kind in enumerate(kinds) if kind}
    common = {"locomotive": LOCOMOTIVE, "wild": LOCOMOTIVE, "loco": LOCOMOTIVE}
    common |= {"locomotives": LOCOMOTIVE, "+4": LOCOMOTIVE4, "passenger": PASSENGER}
    key = word.casefold()
    if key in known:
        return key
    if key in common and kinds[common[key]]:
        return kinds[common[key]]
    key = key.removesuffix("s") if key.removesuffix("s") in known else key
    found = [kind for kind in known if kind.startswith(key)] if key else []
    if key in known:
        found = [key]
    if len(found) == 1:
        return found[0]
    if found:
        raise MalformedAction(because(view.index, "ambiguous_card", word=word, kinds=found))
    raise MalformedAction(because(view.index, "unknown_card", word=word, kinds=list(known)))


def _draw(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    del legal
    if fold(rest) in ("deck", "blind", "top"):
        return DrawDeck()
    if not rest:
        raise MalformedAction(because(view.index, "draw_what"))
    return DrawDisplay(find_card(view, rest))


def _tickets(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    opening = view.phase.startswith("opening")
    offer = view.edition.opening if opening else view.edition.turn
    if not offer.choose:
        if rest:
            raise MalformedAction(because(view.index, "tickets_alone"))
        return DrawTickets()
    draws = [action for action in legal if isinstance(action, DrawTickets)]
    if not rest:
        if len(draws) == 1:
            return draws[0]
        if not draws:
            raise IllegalAction(reason_for(view, DrawTickets()))
        raise AmbiguousAction(
            because(view.index, "announce_how", example=str(draws[len(draws) // 2])),
            tuple(map(str, draws)),
        )
    stacks = view.edition.stacks
    numbers = dict.fromkeys(stacks, 0)
    words = rest.replace(",", " ").split()
    bare = [number for number in map(_number, words) if number is not None]
    if len(bare) == len(words) == len(stacks):
        numbers = dict(zip(stacks, bare, strict=True))
    else:
        for number, word in _counted(view, rest, "tickets 3 short 1 long"):
            found = [stack for stack in stacks if stack.startswith(word.casefold())]
            if len(found) != 1:
                raise MalformedAction(
                    because(view.index, "unknown_stack", word=word, stacks=stacks)
                )
            numbers[found[0]] += number
    return DrawTickets(tuple((stack, n) for stack, n in numbers.items() if n))


def _number(word: str) -> int | None:
    """A number that can count cards or tickets, or None."""
    return int(word) if re.fullmatch(r"[0-9]{1,3}", word) else None


def _counted(view: View, text: str, example: str) -> list[tuple[int, str]]:
    """Pairs of a number and a word: `3 purple and 1 locomotive`."""
    words = [w for w in re.split(r"[\s,;]+", text.replace("×", " ")) if w and w != "and"]
    pairs: list[tuple[int, str]] = []
    position = 0
    while position < len(words):
        joined = re.fullmatch(r"([0-9]{1,3})x?([a-z+].*)", words[position], re.IGNORECASE)
        number = _number(words[position].lower().removesuffix("x"))
        if number is not None and position + 1 < len(words):
            pairs.append((number, words[position + 1]))
            position += 2
        elif joined:
            pairs.append((int(joined[1]), joined[2]))
            position += 1
        else:
            raise MalformedAction(because(view.index, "number_and_name", example=example))
    return pairs


def _keep(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    del legal
    offer = view.me.offer or ()
    if not offer:
        raise IllegalAction(reason_for(view, KeepTickets(())))
    words = [word for word in re.split(r"[\s,]+", rest) if word and word.casefold() != "and"]
    if [word.casefold() for word in words] == ["all"]:
        return KeepTickets(offer)
    if [word.casefold() for word in words] == ["none"]:
        return KeepTickets(())
    if not words:
        raise MalformedAction(because(view.index, "keep_which"))
    chosen = {_offered(view, word, offer) for word in words}
    return KeepTickets(tuple(ticket for ticket in offer if ticket in chosen))


def _offered(view: View, word: str, offer: tuple[str, ...]) -> str:
    if word.upper() in offer:
        return word.upper()
    number = _number(word)
    if number is not None and 1 <= number <= len(offer):
        return offer[number - 1]
    raise MalformedAction(because(view.index, "not_offered", word=word, tickets=offer))


def _claim(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    joint = re.search(r"(?:^|\s+)with\b", rest, re.IGNORECASE)
    what = rest[: joint.start()] if joint else rest
    if not what:
        raise MalformedAction(because(view.index, "claim_which", example=view.index.route_codes[0]))
    routes = find_routes(view.edition, what)
    if joint is None:
        return _claim_without_cards(routes, view, legal)
    cards = _cards(view, rest[joint.end() :], "claim DEN-OMA with 3 purple 1 locomotive")
    claims = [ClaimRoute(route, cards) for route in routes]
    fitting = [claim for claim in claims if claim in legal]
    return fitting[0] if fitting else claims[0]


def _cards(view: View, text: str, example: str) -> Cards:
    """A set of cards: `3 purple and 1 locomotive`, in the edition's order."""
    counts: dict[str, int] = {}
    for number, word in _counted(view, text, example):
        card = find_card(view, word)
        counts[card] = counts.get(card, 0) + number
    order = {kind: number for number, kind in enumerate(view.index.kinds)}
    cards = tuple(sorted(((c, n) for c, n in counts.items() if n), key=lambda item: order[item[0]]))
    if not cards:
        raise MalformedAction(because(view.index, "which_cards", example=example))
    return cards


def _claim_without_cards(routes: tuple[str, ...], view: View, legal: tuple[Action, ...]) -> Action:
    claims = [a for a in legal if isinstance(a, ClaimRoute) and a.route in routes]
    if not claims:
        raise IllegalAction(reason_for_routes(view, routes))
    if len({claim.cards for claim in claims}) == 1:
        return claims[0]
    ways = {claim.cards: claim for claim in reversed(claims)}
    raise AmbiguousAction(
        because(view.index, "claim_ways", route=claims[0].route, number=len(ways)),
        tuple(str(claim) for claim in reversed(ways.values())),
    )


def _pay(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    words = re.sub(r"^with\s+", "", rest, flags=re.IGNORECASE)
    if words:
        return PaySurcharge(_cards(view, words, "pay 1 red"))
    ways = [action for action in legal if isinstance(action, PaySurcharge)]
    if not ways:
        raise IllegalAction(reason_for(view, PaySurcharge(())))
    if len(ways) == 1:
        return ways[0]
    raise AmbiguousAction(
        because(view.index, "surcharge_ways", number=len(ways)), tuple(map(str, ways))
    )


def _station(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    joint = re.search(r"\s+with\b", rest, re.IGNORECASE)
    what = re.sub(r"^in\s+", "", rest[: joint.start()] if joint else rest, flags=re.IGNORECASE)
    if not what:
        raise MalformedAction(
            because(view.index, "station_where", example=view.index.places[0].code)
        )
    city = find_place(view.edition, what)
    if joint is not None:
        return BuildStation(city, _cards(view, rest[joint.end() :], "station PAR with 1 red"))
    ways = [a for a in legal if isinstance(a, BuildStation) and a.city == city]
    if not ways:
        raise IllegalAction(reason_for(view, BuildStation(city, ())))
    if len(ways) == 1:
        return ways[0]
    raise AmbiguousAction(
        because(view.index, "station_ways", city=city, number=len(ways)), tuple(map(str, ways))
    )


def _passenger(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    del legal
    if fold(rest) in ("none", "no", "nowhere"):
        return PlacePassenger(None)
    if not rest:
        raise MalformedAction(because(view.index, "place_where"))
    return PlacePassenger(find_place(view.edition, rest))


def _move(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    starts = [action for action in legal if isinstance(action, StartJourney)]
    words = re.sub(r"^(passenger|from|in)\s+", "", rest, flags=re.IGNORECASE)
    if words:
        return StartJourney(find_place(view.edition, words))
    if len(starts) == 1:
        return starts[0]
    if starts:
        raise AmbiguousAction(because(view.index, "move_which"), tuple(map(str, starts)))
    raise IllegalAction(reason_for(view, StartJourney("")))


def _go(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
    words = re.sub(r"^(to|along)\s+", "", rest, flags=re.IGNORECASE)
    if not words:
        raise MalformedAction(because(view.index, "go_where"))
    steps = [action for action in legal if isinstance(action, TravelRoute)]
    exact = TravelRoute(words.upper())
    if exact in steps:
        return exact
    try:
        routes = find_routes(view.edition, words)
    except NotFound:
        if view.journey is None:
            raise IllegalAction(reason_for(view, TravelRoute(""))) from None
        goal = find_place(view.edition, words)
        routes = find_routes(view.edition, f"{view.journey.city}-{goal}")
    fitting = [step for step in steps if step.route in routes]
    if len(fitting) > 1:
        own = [step for step in fitting if step.route in view.me.routes]
        if len(own) != 1:
            raise AmbiguousAction(because(view.index, "go_which"), tuple(map(str, fitting)))
        fitting = own
    return fitting[0] if fitting else TravelRoute(routes[0])


def _bare(action: Action) -> Callable[[str, View, tuple[Action, ...]], Action]:
    def read(rest: str, view: View, legal: tuple[Action, ...]) -> Action:
        del legal
        if rest:
            raise MalformedAction(
                because(view.index, "stands_alone", command=str(action), word=rest)
            )
        return action

    return read


_READERS: Final[dict[str, Callable[[str, View, tuple[Action, ...]], Action]]] = {
    "draw": _draw,
    "tickets": _tickets,
    "keep": _keep,
    "claim": _claim,
    "pay": _pay,
    "withdraw": _bare(Withdraw()),
    "station": _station,
    "passenger": _passenger,
    "move": _move,
    "go": _go,
    "stop": _bare(EndJourney()),
    "pass": _bare(PassTurn()),
}
