"""Convert words to actions and actions to words, with one grammar for records and people.

`docs/notation.md` describes the grammar. Given the words `str(action)`, `parse` returns an equal
action. `parse` also accepts what people type: names, parts of names, positions in the offer, and
actions without unnecessary words. People may type in five languages. The words of all languages are
data (`editions.vocabulary`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from whistlestop.editions.finding import NotFound
from whistlestop.editions.gazetteer import Gazetteer
from whistlestop.editions.model import Edition
from whistlestop.editions.vocabulary import Vocabulary, number_of, vocabulary
from whistlestop.errors import AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.language import ENGLISH
from whistlestop.language import language as tongue
from whistlestop.reasons import Reason, because
from whistlestop.seen.explain import reason_for, reason_for_routes
from whistlestop.seen.view import View

LONGEST_ACTION: Final = 400
"""The maximum length of a typed action in characters. For longer texts, `parse` raises
`MalformedAction`. Every real action is far shorter."""

_NEEDED: Final[dict[str, Callable[[Edition], bool]]] = {
    "pay": lambda edition: any(
        route.tunnel or edition.cards.substitutes(route)[0] for route in edition.routes
    ),
    "withdraw": lambda edition: any(route.tunnel for route in edition.routes),
    "station": lambda edition: edition.stations > 0,
    "passenger": lambda edition: edition.passengers > 0,
    "move": lambda edition: edition.passengers > 0,
    "go": lambda edition: edition.passengers > 0,
    "stop": lambda edition: edition.passengers > 0,
}
"""The commands that only some editions need, each with a function that returns whether an edition
needs the command."""

_TELLING: Final = ("ambiguous_card", "ambiguous_place", "misspelt_place", "no_link", "no_track")
"""The codes of reasons that show that the words were partly understood. If the words can be read in
several ways and all fail, these reasons are preferred for the error message."""


def commands_of(edition: Edition) -> tuple[str, ...]:
    """Return the commands that an edition needs.

    Commands for tunnels, stations and passengers are left out in editions without these.
    """
    return tuple(one for one in COMMANDS if one not in _NEEDED or _NEEDED[one](edition))


def parse(words: str, view: View, legal: Sequence[Action], language: str = ENGLISH) -> Action:
    """Read the words of an action and return the action. The action need not be legal.

    Args:
        words: what the player typed.
        view: what the player sees.
        legal: the player's legal actions. If the words leave something open, such as the payment,
            they mean the legal action that fits.
        language: the code of a language. The words may be in this language or in English.

    Raises:
        MalformedAction: the words do not describe an action.
        AmbiguousAction: the words leave something open, and several legal actions fit them.
        IllegalAction: the words leave something open, and no legal action fits them.
        ValueError: there is no such language.
    """
    if len(words) > LONGEST_ACTION:
        raise MalformedAction(
            because(view.index, "action_too_long", number=LONGEST_ACTION, given=len(words))
        )
    tokens = words.split()
    known = vocabulary(view.edition, language)
    asked = _Asked(view, legal, known)
    faults: list[MalformedAction] = []
    for command, rest in known.commands(tokens):
        # A first word may belong to several commands: `take red`, `take Denver to Omaha`.
        try:
            return _READERS[command](rest, asked)
        except MalformedAction as fault:
            faults.append(fault)
        except NotFound as fault:
            faults.append(MalformedAction(fault.reason))
    telling = (fault for fault in faults if fault.reason and fault.reason.code in _TELLING)
    if faults:
        # A single word after the command may be a card. Several words are more likely two places.
        raise next(telling, faults[0 if len(tokens) < 3 else -1])
    commands = list(commands_of(view.edition))
    if not tokens:
        raise MalformedAction(because(view.index, "nothing_typed", commands=commands))
    raise MalformedAction(because(view.index, "unknown_command", word=tokens[0], commands=commands))


def said(action: Action, index: Gazetteer, language: str = ENGLISH) -> str:
    """Return the words in a language that a player can type for an action.

    The words use names of places instead of codes.

    Args:
        action: a legal action. If its route has parallel routes, a slash and the route's number
            follow the names. A claim of the first parallel route leaves out `/1`.
        index: the edition's names.
        language: the code of a language.

    Raises:
        ValueError: there is no such language.
    """
    spoken = tongue(language)

    def between(route: str, *, first: bool = False) -> str:
        _, _, track = route.partition("/")
        tracks = len(index.parallel[index.route_of[route]])
        track = track or ("1" if first and tracks else "")
        return spoken.route(index, route) + (f"/{track}" if track else "")

    def paid(cards: Cards) -> str:
        nothing = spoken.say("command.none")
        return f"{spoken.say('command.with')} {spoken.cards(cards) if cards else nothing}"

    verb = spoken.command(str(action).split()[0])
    match action:
        case DrawDeck():
            return spoken.say("command.from_deck")
        case DrawDisplay(card):
            return f"{verb} {spoken.card(card)}"
        case DrawTickets(mix):
            return f"{verb} {spoken.stacks(mix)}".strip()
        case KeepTickets(tickets):
            return " ".join((verb, *tickets)) if tickets else spoken.say("command.keep_none")
        case ClaimRoute(route, cards):
            return f"{verb} {between(route)} {paid(cards)}"
        case PaySurcharge(cards):
            return f"{verb} {spoken.cards(cards)}"
        case BuildStation(city, cards):
            return f"{verb} {spoken.place(index, city)} {paid(cards)}"
        case PlacePassenger(city):
            if city is None:
                return spoken.say("command.no_passenger")
            return f"{verb} {spoken.place(index, city)}"
        case StartJourney(city):
            return f"{verb} {spoken.place(index, city)}"
        case TravelRoute(route):
            return f"{verb} {between(route, first=True)}"
        case EndJourney() | PassTurn() | Withdraw():
            return verb


@dataclass(frozen=True, slots=True)
class _Asked:
    """The data for reading a player's words: the view, the legal actions and the vocabulary."""

    view: View
    legal: Sequence[Action]
    words: Vocabulary

    def card(self, word: str) -> str:
        """Return the name of the kind of card that a word means.

        Raises:
            MalformedAction: no kind of card fits the word, or several kinds fit.
        """
        found, index = self.words.cards(word), self.view.index
        if len(found) == 1:
            return found[0]
        if found:
            raise MalformedAction(because(index, "ambiguous_card", word=word, kinds=found))
        kinds = [kind for kind in index.kinds if kind]
        raise MalformedAction(because(index, "unknown_card", word=word, kinds=kinds))

    def cards(self, tokens: list[str], example: str) -> Cards:
        """Return the set of cards that words such as `3 purple and 1 locomotive` mean.

        The kinds of cards are in the edition's order.

        Args:
            tokens: the words.
            example: the words of a correct action, for the message.

        Raises:
            MalformedAction: the words are not pairs of a number and a card, or the set is empty.
        """
        index = self.view.index
        pairs = self.words.counted(tokens)
        if pairs is None:
            raise MalformedAction(because(index, "number_and_name", example=example))
        counts: dict[str, int] = {}
        for number, word in pairs:
            card = self.card(word)
            counts[card] = counts.get(card, 0) + number
        held = sorted((index.kind_of[card], card, n) for card, n in counts.items() if n)
        if not held:
            raise MalformedAction(because(index, "which_cards", example=example))
        return tuple((card, n) for _, card, n in held)


_Reader = Callable[[list[str], _Asked], Action]
"""A function that reads the words after a command and returns the action."""


def _draw(rest: list[str], asked: _Asked) -> Action:
    words, view = asked.words, asked.view
    if words.means("deck", rest):
        return DrawDeck()
    if not rest:
        raise MalformedAction(because(view.index, "draw_what"))
    bare = words.bare(rest)
    if words.means("deck", [bare]):
        return DrawDeck()
    if view.edition.turn.choose and words.counted(rest):
        return _tickets(rest, asked)
    return DrawDisplay(asked.card(bare))


def _tickets(rest: list[str], asked: _Asked) -> Action:
    view, index = asked.view, asked.view.index
    opening = view.phase.startswith("opening")
    offer = view.edition.opening if opening else view.edition.turn
    if not offer.choose:
        if rest:
            raise MalformedAction(because(index, "tickets_alone"))
        return DrawTickets()
    draws = [action for action in asked.legal if isinstance(action, DrawTickets)]
    if not rest:
        if len(draws) == 1:
            return draws[0]
        if not draws:
            raise IllegalAction(reason_for(view, DrawTickets()))
        raise AmbiguousAction(_mix_wanted(view, draws), tuple(map(str, draws)))
    stacks = view.edition.stacks
    numbers = dict.fromkeys(stacks, 0)
    bare = [number_of(word) for token in rest for word in token.split(",") if word]
    if None not in bare and len(bare) == len(stacks):
        numbers = {stack: n or 0 for stack, n in zip(stacks, bare, strict=True)}
    else:
        pairs = asked.words.counted(rest)
        if pairs is None:
            raise MalformedAction(_mix_wanted(view, draws))
        for number, word in pairs:
            found = asked.words.stacks(word)
            if len(found) != 1:
                raise MalformedAction(because(index, "unknown_stack", word=word, stacks=stacks))
            numbers[found[0]] += number
    return DrawTickets(tuple((stack, n) for stack, n in numbers.items() if n))


def _mix_wanted(view: View, draws: list[DrawTickets]) -> Reason:
    """Return the reason "announce how many tickets of each stack you draw", with an example.

    Args:
        view: the player's view.
        draws: the legal draws, one of which is the example. If there are none, the example is
            `tickets 3 short 1 long`.
    """
    example = str(draws[len(draws) // 2]) if draws else "tickets 3 short 1 long"
    return because(view.index, "announce_how", example=example)


def _keep(rest: list[str], asked: _Asked) -> Action:
    view = asked.view
    offer = view.me.offer or ()
    if not offer:
        raise IllegalAction(reason_for(view, KeepTickets(())))
    if not rest:
        raise MalformedAction(because(view.index, "keep_which"))
    if asked.words.means("all", rest):
        return KeepTickets(offer)
    if asked.words.means("none", rest):
        return KeepTickets(())
    words = [word for token in rest for word in token.split(",") if word]
    chosen = {_offered(view, word, offer) for word in words if not asked.words.means("and", [word])}
    if not chosen:
        raise MalformedAction(because(view.index, "keep_which"))
    return KeepTickets(tuple(ticket for ticket in offer if ticket in chosen))


def _offered(view: View, word: str, offer: tuple[str, ...]) -> str:
    if word.upper() in offer:
        return word.upper()
    number = number_of(word)
    if number is not None and 1 <= number <= len(offer):
        return offer[number - 1]
    raise MalformedAction(because(view.index, "not_offered", word=word, tickets=offer))


def _claim(rest: list[str], asked: _Asked) -> Action:
    view, legal = asked.view, asked.legal
    what, paid = asked.words.paid(rest)
    if not what:
        raise MalformedAction(because(view.index, "claim_which", example=view.index.route_codes[0]))
    routes = asked.words.routes(what)
    if paid is None:
        return _claim_without_cards(routes, view, legal)
    example = "claim DEN-OMA with 3 purple 1 locomotive"
    cards = () if asked.words.means("none", paid) else asked.cards(paid, example)
    claims = [ClaimRoute(route, cards) for route in routes]
    # The words of a record mean exactly one action, legal or not. Other words prefer legal ones.
    typed = f"claim {' '.join(rest)}"
    written = [claim for claim in claims if str(claim) == typed]
    return next(iter(written or [claim for claim in claims if claim in legal] or claims))


def _claim_without_cards(routes: tuple[str, ...], view: View, legal: Sequence[Action]) -> Action:
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


def _pay(rest: list[str], asked: _Asked) -> Action:
    view = asked.view
    words = asked.words.without("with", rest)
    if words:
        return PaySurcharge(asked.cards(words, "pay 1 red"))
    ways = [action for action in asked.legal if isinstance(action, PaySurcharge)]
    if not ways:
        raise IllegalAction(reason_for(view, PaySurcharge(())))
    if len(ways) == 1:
        return ways[0]
    raise AmbiguousAction(
        because(view.index, "surcharge_ways", number=len(ways)), tuple(map(str, ways))
    )


def _station(rest: list[str], asked: _Asked) -> Action:
    view = asked.view
    what, paid = asked.words.paid(rest)
    if not what:
        raise MalformedAction(
            because(view.index, "station_where", example=view.index.places[0].code)
        )
    city = asked.words.place(asked.words.without("in", what))
    if paid is not None:
        return BuildStation(city, asked.cards(paid, "station PAR with 1 red"))
    ways = [a for a in asked.legal if isinstance(a, BuildStation) and a.city == city]
    if not ways:
        raise IllegalAction(reason_for(view, BuildStation(city, ())))
    if len(ways) == 1:
        return ways[0]
    raise AmbiguousAction(
        because(view.index, "station_ways", city=city, number=len(ways)), tuple(map(str, ways))
    )


def _passenger(rest: list[str], asked: _Asked) -> Action:
    if not rest:
        raise MalformedAction(because(asked.view.index, "place_where"))
    if asked.words.means("none", rest):
        return PlacePassenger(None)
    return PlacePassenger(asked.words.place(asked.words.without("in", rest)))


def _move(rest: list[str], asked: _Asked) -> Action:
    view = asked.view
    words = asked.words.without("in", asked.words.without("passenger", rest))
    if words:
        return StartJourney(asked.words.place(words))
    starts = [action for action in asked.legal if isinstance(action, StartJourney)]
    if len(starts) == 1:
        return starts[0]
    if starts:
        raise AmbiguousAction(because(view.index, "move_which"), tuple(map(str, starts)))
    raise IllegalAction(reason_for(view, StartJourney("")))


def _go(rest: list[str], asked: _Asked) -> Action:
    view = asked.view
    typed = " ".join(rest)
    if typed in view.index.route_codes:
        # The words of a record mean exactly this track, even if only a parallel track is open.
        return TravelRoute(typed)
    words = asked.words.without("to", rest)
    if not words:
        raise MalformedAction(because(view.index, "go_where"))
    steps = [action for action in asked.legal if isinstance(action, TravelRoute)]
    exact = TravelRoute(" ".join(words).upper())
    if exact in steps:
        return exact
    try:
        routes = asked.words.routes(words)
    except NotFound:
        if view.journey is None:
            raise IllegalAction(reason_for(view, TravelRoute(""))) from None
        goal = asked.words.place(words)
        routes = asked.words.routes([f"{view.journey.city}-{goal}"])
    fitting = [step for step in steps if step.route in routes]
    if len(fitting) > 1:
        own = [step for step in fitting if step.route in view.me.routes]
        if len(own) != 1:
            raise AmbiguousAction(because(view.index, "go_which"), tuple(map(str, fitting)))
        fitting = own
    return fitting[0] if fitting else TravelRoute(routes[0])


def _bare(action: Action) -> _Reader:
    def read(rest: list[str], asked: _Asked) -> Action:
        if rest:
            raise MalformedAction(
                because(asked.view.index, "stands_alone", command=str(action), word=" ".join(rest))
            )
        return action

    return read


_READERS: Final[dict[str, _Reader]] = {
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

COMMANDS: Final = tuple(_READERS)
"""The commands: the first words that actions have in the notation of records."""
