"""Why a bot did what it did: a code with values, and one sentence of it in any language.

A motive is found afterwards, from what the bot saw and what it did: the policy is asked again, and
its plan tells what the action is for. It names the bot's tickets, so it is for those only who may
know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from whistlestop.completion import cheapest_ways
from whistlestop.editions.limits import LOCOMOTIVE, PASSENGER
from whistlestop.language import language
from whistlestop.networks import completed_tickets, longest_path, members
from whistlestop.reasons import Names, filled
from whistlestop.view import View

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    # Claiming a route.
    "completes": ("ticket",),
    "way": ("ticket",),
    "way_urgent": ("ticket", "seat"),
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
"""Code → the names of its values, which mean what they mean in `reasons`; `ticket` is a code."""

DEAR: Final = 3.0
"""Points that it costs to go another way, from which on a route is worth hurrying for."""

_VAGUE: Final = frozenset(("best", "spare_card", "deck", "points", "wild", "network"))
"""What says little of somebody who thinks ahead, and did not do what the policy would have done."""


@dataclass(frozen=True, slots=True)
class Motive:
    """Why a bot did something; `str()` is an English sentence, in which the bot speaks."""

    code: str
    """A key of `VALUES`."""
    values: Mapping[str, Any]
    """What belongs to it: numbers, codes of places, routes and tickets; ready for JSON."""
    index: Names = field(compare=False, repr=False)
    """The names of the edition's places and routes."""

    def __str__(self) -> str:
        return self.said("en")

    def said(self, code: str, people: Sequence[str] = ()) -> str:
        """The sentence in a language.

        Args:
            code: one of `LANGUAGES`.
            people: the players' names by seat, for a sentence that names them.
        """
        spoken = language(code)
        holes = filled(self.values, self.index, spoken, people)
        return spoken.say(f"motive.{self.code}", **holes)


def motive_of(view: View, action: Action, legal: Sequence[Action], bot: str, seed: int) -> Motive:
    """Why a built-in bot did something.

    Args:
        view: what its seat saw.
        action: what it did.
        legal: what it might have done.
        bot: its name.
        seed: its seed.

    Raises:
        BotError: there is no such built-in bot.
        ValueError: the viewer had nothing to decide.
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
"""A code, and its values."""


class _Reading:
    """A view, and the planner's part of a mind after a decision in it."""

    def __init__(self, view: View, planner: Any) -> None:
        self._view = view
        self._index = view.index
        self._planner = planner
        self._plan = frozenset(members(*planner["routes"].tolist()))
        """The routes that the seat means to build."""
        self._own = frozenset(self._index.route_of[code] for code in view.me.routes)

    def of(self, action: Action) -> Found:
        """What the action is for."""
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
        edition = self._view.edition
        points = edition.points[edition.routes[route].length - 1]
        if self._view.last_turns:
            return "last_points", {"number": points}
        if route in self._plan:
            return "network", {}
        city = self._attraction(code)
        if city is not None:
            return "attraction", {"city": city}
        if edition.longest_path_bonus and self._longest(self._own | {route}) > self._longest(
            self._own
        ):
            return "longest_path", {}
        return "points", {"number": points}

    def _served(self, network: Iterable[int], route: int) -> str | None:
        """The most valuable of the seat's tickets that a network serves only with a route."""
        edition, index = self._view.edition, self._index
        tickets = [index.ticket_of[code] for code in self._view.me.tickets or ()]
        without = frozenset(network) - {route}
        before = completed_tickets(edition, without, tickets)
        served = completed_tickets(edition, without | {route}, tickets) - before
        if not served:
            return None
        best = max(served, key=lambda ticket: (max(index.ticket_values(ticket)), -ticket))
        return index.ticket_codes[best]

    def _rival_at(self, code: str) -> int | None:
        """Somebody else with a route to an end of this one."""
        ends = {*self._index.ends(code)}
        for player in self._view.players:
            if player.seat != self._view.viewer and any(
                ends & {*self._index.ends(route)} for route in player.routes
            ):
                return player.seat
        return None

    def _attraction(self, code: str) -> str | None:
        """A city with an attraction that the route is the first of the seat's to touch."""
        own = {end for route in self._view.me.routes for end in self._index.ends(route)}
        cities = {city.code for city in self._view.edition.cities if city.attraction}
        return next((end for end in self._index.ends(code) if end in cities - own), None)

    def _longest(self, routes: Iterable[int]) -> int:
        """The spaces of the longest path in a network."""
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
