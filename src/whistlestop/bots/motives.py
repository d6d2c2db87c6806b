"""Motives: why a built-in bot took an action, as a code with values and as a sentence.

A motive is found afterwards from the bot's view and its action. The bot's policy decides again, and
its plan shows the purpose of the action. A motive may name the bot's secret tickets, so show it
only to viewers who may see those tickets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

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
from whistlestop.bots.registry import BotError, bot_names, policy_bot, thinks_ahead
from whistlestop.editions.limits import LOCOMOTIVE, PASSENGER
from whistlestop.language import language
from whistlestop.reasons import Names, filled
from whistlestop.seen.completion import cheapest_ways
from whistlestop.seen.route_graph import (
    attractions_touched,
    completed_tickets,
    doubly_joined_tickets,
    longest_path,
    members,
)
from whistlestop.seen.view import View

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    # Claiming a route.
    "completes": ("ticket",),
    "way": ("ticket",),
    "way_urgent": ("ticket", "seat"),
    "joins_doubly": ("ticket",),
    "two_ways": ("ticket",),
    "network": (),
    "attraction": ("city",),
    "longest_path": (),
    "points": ("number",),
    "last_points": ("number",),
    # Drawing cards.
    "card_for": ("card", "route"),
    "card_for_points": ("card", "route"),
    "wild": ("wild",),
    "wild_for_ferry": ("wild", "route"),
    "passenger_card": (),
    "spare_card": ("card",),
    "deck": (),
    # Tickets.
    "tickets_done": (),
    "new_tickets": (),
    "mix": (),
    "keep_done": ("ticket",),
    "keep_together": (),
    "keep_one": ("ticket",),
    "keep_several": (),
    # Stations, passengers, tunnels.
    "station": ("city",),
    "place": ("city",),
    "place_nowhere": (),
    "journey": ("city",),
    "step": (),
    "stop": (),
    "tunnel_paid": (),
    "tunnel_left": (),
    # Anything.
    "only": (),
    "tried": (),
    "random": (),
    "best": (),
}
"""The codes of all motives, each with the names of its values.

`docs/reasons.md` describes the values.
"""

DEAR: Final = 3.0
"""The threshold for the motive `way_urgent`: the detour around the route must cost at least this
many points."""

_VAGUE: Final = frozenset(("best", "spare_card", "deck", "points", "wild", "network"))
"""Codes of motives that say little. If a bot that searches decided differently from its policy, the
code `tried` replaces them."""


@dataclass(frozen=True, slots=True)
class Motive:
    """A bot's reason for an action. `str(motive)` is an English sentence in the first person."""

    code: str
    """A key of `VALUES`."""
    values: Mapping[str, Any]
    """The values that `VALUES` lists for the code, such as numbers and codes of places, routes and
    tickets. They can be written as JSON."""
    index: Names = field(compare=False, repr=False)
    """The names of the edition's places and routes."""

    def __str__(self) -> str:
        return self.said("en")

    def said(self, code: str, people: Sequence[str] = ()) -> str:
        """Return the sentence of the motive in a language.

        Args:
            code: the code of the language, one of `LANGUAGES`.
            people: the players' names by seat. If empty, the players are numbered.

        Raises:
            ValueError: there is no such language.
        """
        spoken = language(code)
        holes = filled(self.values, self.index, spoken, people)
        return spoken.say(f"motive.{self.code}", **holes)


def motive_of(view: View, action: Action, legal: Sequence[Action], bot: str, seed: int) -> Motive:
    """Return the motive for which a built-in bot took an action.

    Args:
        view: the view of the bot's seat before the action.
        action: the action that the bot took.
        legal: the actions that were legal.
        bot: the bot's name, one of `bot_names()`.
        seed: the bot's seed.

    Raises:
        BotError: the name is not one of `bot_names()`.
        ValueError: the seat of the view had nothing to decide.
    """

    def made(code: str, **values: Any) -> Motive:
        assert {*values} == {*VALUES[code]}, code
        return Motive(code, values, view.index)

    if bot not in bot_names():
        raise BotError(f"there is no bot {bot!r} that says why")
    if len(legal) == 1:
        return made("only")
    if bot == "random":
        return made("random")
    policy = policy_bot(bot, seed)
    planned = policy.decide(view)
    code, values = _Reading(view, policy.minds["planner"][0]).of(action)
    if action != planned and code in _VAGUE and thinks_ahead(bot):
        return made("tried")
    return made(code, **values)


Found = tuple[str, dict[str, Any]]
"""The code of a motive, and its values by name."""


class _Reading:
    """The motives for the actions that are possible in one view.

    They are derived from the planner's mind after the planner's decision in this view.
    """

    def __init__(self, view: View, planner: Any) -> None:
        self._view = view
        self._index = view.index
        self._planner = planner
        self._plan = frozenset(members(*planner["routes"].tolist()))
        """The numbers of the routes that the seat means to build."""
        self._own = frozenset(self._index.route_of[code] for code in view.me.routes)
        self._tickets = [self._index.ticket_of[code] for code in view.me.tickets or ()]

    def of(self, action: Action) -> Found:
        """Return the motive for an action: its code and its values."""
        match action:
            case ClaimRoute(route=route):
                return self._claim(self._index.route_of[route], route)
            case DrawDisplay(card=card):
                return self._card(card)
            case DrawDeck():
                return "deck", {}
            case DrawTickets():
                return self._new_tickets()
            case KeepTickets(tickets=tickets):
                return self._kept(tickets)
            case BuildStation(city=city):
                return "station", {"city": city}
            case PlacePassenger(city=None):
                return "place_nowhere", {}
            case PlacePassenger(city=city):
                return "place", {"city": city}
            case StartJourney(city=city):
                return "journey", {"city": city}
            case TravelRoute():
                return "step", {}
            case EndJourney():
                return "stop", {}
            case PaySurcharge() if self._view.owed:
                return "best", {}
            case PaySurcharge():
                return "tunnel_paid", {}
            case Withdraw():
                return "tunnel_left", {}
            case PassTurn():
                return "only", {}
            case _:
                return "best", {}

    # Routes ---------------------------------------------------------------------------------

    def _claim(self, route: int, code: str) -> Found:
        ticket = self._served(self._own, route)
        if ticket is not None:
            return "completes", {"ticket": ticket}
        ticket = self._served(self._own | self._plan, route)
        if ticket is not None:
            rival = self._rival_at(code)
            if rival is not None and float(self._planner["detour"][route]) >= DEAR:
                return "way_urgent", {"ticket": ticket, "seat": rival}
            return "way", {"ticket": ticket}
        ticket = self._doubled(self._own, route)
        if ticket is not None:
            return "joins_doubly", {"ticket": ticket}
        ticket = self._doubled(self._own | self._plan, route)
        if ticket is not None:
            return "two_ways", {"ticket": ticket}
        edition = self._view.edition
        points = edition.points[edition.routes[route].length - 1]
        if self._view.last_turns:
            return "last_points", {"number": points}
        if route in self._plan:
            return "network", {}
        city = self._attraction(route)
        if city is not None:
            return "attraction", {"city": city}
        if edition.longest_path_bonus and self._longest(self._own | {route}) > self._longest(
            self._own
        ):
            return "longest_path", {}
        return "points", {"number": points}

    def _served(self, network: Iterable[int], route: int) -> str | None:
        """Return the code of a ticket of the seat that a network completes only with a given route.

        Of several such tickets, return the one with the most points. Return None if there is no
        such ticket.

        Args:
            network: the numbers of the network's routes, with or without the given route.
            route: the number of the given route.
        """
        return self._gained(network, route, self._completed)

    def _doubled(self, network: Iterable[int], route: int) -> str | None:
        """Return the code of a ticket that is doubly joined in a network only with a given route.

        Only tickets of the seat count (B-10). Of several such tickets, return the one with the most
        points. Return None if there is no such ticket, or if doubly joined tickets bring no points.

        Args:
            network: the numbers of the network's routes, with or without the given route.
            route: the number of the given route.
        """
        if not self._view.edition.doubly_joined:
            return None
        return self._gained(network, route, self._doubly_joined)

    def _gained(
        self,
        network: Iterable[int],
        route: int,
        counted: Callable[[frozenset[int]], frozenset[int]],
    ) -> str | None:
        """Return the code of a ticket that a route adds to those that `counted` returns.

        Of several such tickets, return the one with the most points. Return None if the route adds
        no ticket.

        Args:
            network: the numbers of the network's routes, with or without the given route.
            route: the number of the given route.
            counted: returns the numbers of some of the seat's tickets for a network, such as
                `_completed`. It is called for the network without the route and with it.
        """
        index = self._index
        without = frozenset(network) - {route}
        gained = counted(without | {route}) - counted(without)
        if not gained:
            return None
        best = max(gained, key=lambda ticket: (max(index.ticket_values(ticket)), -ticket))
        return index.ticket_codes[best]

    def _completed(self, network: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the seat's tickets whose ends the routes of a network join (C-33).

        `network` has the numbers of the routes.
        """
        return completed_tickets(self._view.edition, network, self._tickets)

    def _doubly_joined(self, network: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the seat's tickets that a network completes by two ways (B-10).

        The two ways have no route in common. `network` has the numbers of the routes.
        """
        return doubly_joined_tickets(self._view.edition, network, self._tickets)

    def _rival_at(self, code: str) -> int | None:
        """Return the seat of another player who owns a route from or to an end of a given route.

        Of several such seats, return the lowest. Return None if there is no such seat.

        Args:
            code: the code of the given route.
        """
        ends = {*self._index.ends(code)}
        for player in self._view.players:
            if player.seat != self._view.viewer and any(
                ends & {*self._index.ends(route)} for route in player.routes
            ):
                return player.seat
        return None

    def _attraction(self, route: int) -> str | None:
        """Return the code of a city at an end of a route if its attraction is new to the seat.

        An attraction is new if no other route of the seat reaches it. Return None if neither end
        has a new attraction.

        Args:
            route: the number of the route.
        """
        edition, index = self._view.edition, self._index
        before = attractions_touched(edition, self._own)
        new = attractions_touched(edition, self._own | {route}) - before
        return next((index.places[end].code for end in index.route_ends[route] if end in new), None)

    def _longest(self, routes: Iterable[int]) -> int:
        """Return the number of spaces of the longest path in a network.

        Args:
            routes: the numbers of the network's routes.
        """
        edition = self._view.edition
        return sum(edition.routes[route].length for route in longest_path(edition, routes))

    # Cards ----------------------------------------------------------------------------------

    def _card(self, card: str) -> Found:
        kind = self._index.kind_of[card]
        planner = self._planner
        number = int(planner["targets"])
        targets = sorted(range(number), key=lambda place: -float(planner["priority"][place]))
        routes = self._view.edition.routes
        if kind == PASSENGER:
            return "passenger_card", {}
        if kind >= LOCOMOTIVE:
            for place in targets:
                route = int(planner["target"][place])
                if int(planner["ferry"][place]) < routes[route].ferry:
                    return "wild_for_ferry", {"wild": card, "route": self._index.route_codes[route]}
            return "wild", {"wild": card}
        for place in targets:
            if int(planner["colour"][place]) == kind and int(planner["missing"][place]):
                route = int(planner["target"][place])
                code = "card_for" if route in self._plan else "card_for_points"
                return code, {"card": card, "route": self._index.route_codes[route]}
        return "spare_card", {"card": card}

    # Tickets --------------------------------------------------------------------------------

    def _new_tickets(self) -> Found:
        if self._view.phase == "opening_mix":
            return "mix", {}
        return ("new_tickets" if self._plan else "tickets_done"), {}

    def _kept(self, tickets: tuple[str, ...]) -> Found:
        done = self._view.completed(self._view.viewer)
        ready = next((ticket for ticket in tickets if ticket in done), None)
        if ready is not None:
            return "keep_done", {"ticket": ready}
        ways = cheapest_ways(self._view, self._view.viewer, tickets)
        routes = [route for way in ways.values() if way is not None for route in way.routes]
        if len({*routes}) < len(routes):
            return "keep_together", {}
        if len(tickets) == 1:
            return "keep_one", {"ticket": tickets[0]}
        return "keep_several", {}
