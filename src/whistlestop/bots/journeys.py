"""Passengers: where to place them, when to send them off, and which way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from whistlestop.actions import Action, EndJourney, PlacePassenger, TravelRoute
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights
from whistlestop.editions.limits import PASSENGER

_WIDTH = 16
"""Ways that are followed at the same time."""

_LONGEST = 40
"""Steps after which a way is not followed any further."""


@dataclass(frozen=True)
class Way:
    """A way for a passenger."""

    points: int
    """Points of the tokens on it."""
    worth: float
    """The same, less what the passenger cards are worth."""
    city: int
    used: int
    """Its routes, as a set of bits."""
    visited: int
    """Cities that give no token any more, as a set of bits."""
    cards: int
    """Passenger cards still in hand."""
    first: int | None = None
    """The route that it begins with."""


def tokens_left(situation: Situation) -> list[int]:
    """The top token of each place; 0 = none."""
    board = situation.board
    tops = [tokens[0] if tokens else 0 for tokens in board.tokens]
    for code, taken in situation.view.taken.items():
        place = board.index.place_of[code]
        tokens = board.tokens[place]
        tops[place] = tokens[taken] if taken < len(tokens) else 0
    return tops


def setting_out(situation: Situation, city: int) -> Way:
    """The way of a passenger who has not yet left."""
    return Way(0, 0.0, city, 0, 1 << city, _passenger_cards(situation))


def under_way(situation: Situation) -> Way:
    """The way still to go of the passenger who is travelling."""
    journey = situation.view.journey
    assert journey is not None, "a passenger is under way in this phase"
    index = situation.board.index
    used = sum(1 << index.route_of[code] for code in journey.routes)
    visited = sum(1 << index.place_of[code] for code in journey.visited)
    city = index.place_of[journey.city]
    return Way(0, 0.0, city, used, visited | 1 << city, _passenger_cards(situation))


def _passenger_cards(situation: Situation) -> int:
    name = situation.board.index.kinds[PASSENGER]
    return situation.hand.get(name, 0) if name else 0


def tolls(situation: Situation, planned: Sequence[int] = ()) -> dict[int, int]:
    """The routes that a passenger can travel: passenger cards each takes, 0 or 1.

    Args:
        situation: the position.
        planned: routes to be looked upon as the seat's own.
    """
    index = situation.board.index
    found = {index.route_of[code]: 1 for code in situation.view.owners}
    found |= dict.fromkeys(situation.mine, 0)
    return found | dict.fromkeys(planned, 0)


def best_way(situation: Situation, start: Way, tolls: Mapping[int, int], weights: Weights) -> Way:
    """The most valuable way on from here, which may be not to go any further."""
    board = situation.board
    tops = tokens_left(situation)
    cities = len(board.edition.cities)
    best = start
    front = [start]
    for _ in range(_LONGEST):
        further: dict[tuple[int, int], Way] = {}
        for way in front:
            for route, city in board.exits[way.city]:
                toll = tolls.get(route)
                if toll is None or way.used >> route & 1 or toll > way.cards or city >= cities:
                    continue
                token = 0 if way.visited >> city & 1 else tops[city]
                worth = way.worth + token - toll * weights.passenger_card
                key = (city, way.visited | 1 << city)
                if key in further and further[key].worth >= worth:
                    continue
                further[key] = Way(
                    points=way.points + token,
                    worth=worth,
                    city=city,
                    used=way.used | 1 << route,
                    visited=key[1],
                    cards=way.cards - toll,
                    first=route if way.first is None else way.first,
                )
        front = sorted(further.values(), key=lambda way: -way.worth)[:_WIDTH]
        if not front:
            break
        if front[0].worth > best.worth:
            best = front[0]
    return best


def best_passenger(situation: Situation, weights: Weights) -> tuple[Way, str] | None:
    """The seat's passenger with the most valuable journey now: the way and the city it starts in.

    None if none of them has anywhere to go.
    """
    open_to = tolls(situation)
    found: list[tuple[Way, str]] = []
    for code in situation.me.passengers:
        start = setting_out(situation, situation.board.index.place_of[code])
        way = best_way(situation, start, open_to, weights)
        if way.first is not None:
            found.append((way, code))
    return max(found, key=lambda item: item[0].worth) if found else None


def next_step(situation: Situation, legal: tuple[Action, ...], weights: Weights) -> Action:
    """Where the passenger under way goes next, or that it stops here."""
    way = best_way(situation, under_way(situation), tolls(situation), weights)
    if way.first is not None:
        return TravelRoute(situation.board.index.route_codes[way.first])
    return EndJourney() if EndJourney() in legal else legal[0]


def place_passenger(
    situation: Situation, legal: tuple[Action, ...], planned: Sequence[int], weights: Weights
) -> Action:
    """Where to place a passenger: where the longest way begins once the plan is built."""
    open_to = tolls(situation, planned)
    best: tuple[float, Action] = (weights.placement, PlacePassenger(None))
    for action in legal:
        if isinstance(action, PlacePassenger) and action.city is not None:
            city = situation.board.index.place_of[action.city]
            way = best_way(situation, setting_out(situation, city), open_to, weights)
            if way.worth > best[0]:
                best = (way.worth, action)
    return best[1]
