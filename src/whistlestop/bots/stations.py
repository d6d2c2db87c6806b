"""Stations: what they cost, which routes they could open, and when to build them (E-20 to E-22)."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.actions import Action, BuildStation
from whistlestop.bots.joining import joined_by, value
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights


def lendable(situation: Situation) -> frozenset[int]:
    """The routes of others that a new station of the seat could open."""
    if situation.stations_left <= 0 or situation.view.last_turns > 0:
        return frozenset()
    board = situation.board
    cities = len(board.edition.cities)
    taken = _taken(situation)
    return frozenset(
        route
        for route in situation.rival_routes
        if any(end < cities and end not in taken for end in board.ends[route])
    )


def _taken(situation: Situation) -> set[int]:
    """The cities with a station."""
    place_of = situation.board.index.place_of
    return {place_of[code] for player in situation.view.players for code in player.stations}


def station_price(situation: Situation, weights: Weights) -> float:
    """What the next station takes: a turn, cards, and the points for keeping it."""
    cards = len(situation.me.stations) + 1
    turns = 1 + cards / weights.cards_a_turn
    return situation.board.edition.station_points + weights.turn * turns


def best_station(
    situation: Situation,
    legal: Sequence[Action],
    planned: Sequence[int],
    borrowed: Sequence[int],
    spare: dict[str, int],
) -> tuple[float, BuildStation] | None:
    """The station that is worth most now: the points it adds to the tickets, less its own.

    Args:
        situation: the position.
        legal: the legal actions; only stations are looked at.
        planned: routes to be looked upon as the seat's own.
        borrowed: the routes that it would have opened, the others planned taken for granted.
        spare: coloured cards that nothing else needs.
    """
    builds: dict[str, list[BuildStation]] = {}
    for action in legal:
        if isinstance(action, BuildStation):
            builds.setdefault(action.city, []).append(action)
    board = situation.board
    base = situation.mine.union(situation.opened, planned)
    best: tuple[float, BuildStation] | None = None
    for route in borrowed:
        others = base.union(other for other in borrowed if other != route)
        gain = _ticket_points(situation, others | {route}) - _ticket_points(situation, others)
        cities = [board.index.places[place].code for place in board.ends[route]]
        cities = [code for code in cities if code in builds]
        worth = float(gain - board.edition.station_points)
        if cities and (best is None or worth > best[0]):
            city = min(cities, key=lambda code: (_demand(situation, code, borrowed), code))
            best = (worth, _cheapest(situation, builds[city], spare))
    return best


def _demand(situation: Situation, city: str, borrowed: Sequence[int]) -> int:
    """How many of the routes to be opened lead into a city: each station opens only one."""
    place = situation.board.index.place_of[city]
    return sum(place in situation.board.ends[route] for route in borrowed)


def _ticket_points(situation: Situation, routes: frozenset[int]) -> int:
    linked = joined_by(situation.board, routes)
    return sum(value(linked, goal) for goal in situation.tickets)


def _cheapest(
    situation: Situation, builds: Sequence[BuildStation], spare: dict[str, int]
) -> BuildStation:
    """The set to pay with: as few locomotives as can be, and cards that nothing else needs."""

    def price(build: BuildStation) -> tuple[int, int, int]:
        cards = dict(build.cards)
        wild = cards.pop(situation.board.locomotive, 0)
        needed = sum(max(0, number - spare.get(card, 0)) for card, number in cards.items())
        return wild + needed, wild, -max((spare.get(card, 0) for card in cards), default=0)

    return min(builds, key=price)
