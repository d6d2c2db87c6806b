"""What there is to tell of a game besides its moves: turns, who overtook whom, ways of tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whistlestop.completion import cheapest_ways
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.game import Game
from whistlestop.sheet import PlayerSheet, ScoreSheet
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was taken: everybody at the table saw it."""

    seat: int
    move: int
    """The number of its last move, counted from 1."""
    scores: tuple[int, ...]
    """What the score track showed after it, by seat."""


@dataclass(frozen=True, slots=True)
class Overtaking:
    """Somebody took the lead on the score track from somebody else."""

    turn: int
    """The number of the turn, counted from 1."""
    seat: int
    """Who leads alone after it."""
    passed: int
    """Who led alone before."""


@dataclass(frozen=True, slots=True)
class TicketWay:
    """How a ticket ended on the map."""

    routes: tuple[str, ...]
    """The routes that complete it, from its origin on; none if it was not completed."""
    missing: tuple[str, ...]
    """The routes that would have been enough for one that was not; none if no way was open."""


def turns_of(game: Game) -> tuple[Turn, ...]:
    """The turns of a game that are over; a game is taken back for it, so give a copy."""
    after = [(int(game.state["turns"]), _scores(game))]
    seats: list[int] = []
    while game.length:
        seats.append(game.undo().seat)
        after.append((int(game.state["turns"]), _scores(game)))
    after.reverse()
    seats.reverse()
    return tuple(
        Turn(seats[move - 1], move, after[move][1])
        for move in range(1, len(after))
        if after[move][0] > after[move - 1][0]
    )


def _scores(game: Game) -> tuple[int, ...]:
    return tuple(game.state["score"][: len(game.seats)].tolist())


def overtakings(turns: Sequence[Turn]) -> tuple[Overtaking, ...]:
    """Whenever the lead went from one player to another; who shares it has not lost it yet."""
    found: list[Overtaking] = []
    leader: int | None = None
    for number, turn in enumerate(turns, start=1):
        best = max(turn.scores)
        ahead = [seat for seat, score in enumerate(turn.scores) if score == best]
        if len(ahead) > 1:
            continue
        if leader is not None and ahead[0] != leader:
            found.append(Overtaking(number, ahead[0], leader))
        leader = ahead[0]
    return tuple(found)


def ticket_ways(view: View, sheet: ScoreSheet) -> dict[str, TicketWay]:
    """How every ticket of a finished game ended on the map, by code.

    Args:
        view: what is on the table in the end; routes are public, so any view will do.
        sheet: its final scoring.
    """
    found: dict[str, TicketWay] = {}
    for player in sheet.players:
        failed = [line.ticket for line in player.tickets if not line.completed]
        gaps = cheapest_ways(view, player.seat, failed) if failed else {}
        for line in player.tickets:
            if line.completed:
                routes = _way(view, player, line.ticket, line.points)
                found[line.ticket] = TicketWay(routes, ())
            else:
                gap = gaps[line.ticket]
                found[line.ticket] = TicketWay((), () if gap is None else gap.routes)
    return found


def _way(view: View, player: PlayerSheet, ticket: str, points: int) -> tuple[str, ...]:
    """The shortest way over a player's routes, and those that stations open, for so many points."""
    index = gazetteer(view.edition)
    entry = view.edition.tickets[index.ticket_of[ticket]]
    opened = [line.route for line in player.stations if line.route is not None]
    routes = {index.route_of[code] for code in (*view.players[player.seat].routes, *opened)}
    goals = {
        node for goal, worth in entry.options if worth == points for node in index.points_of(goal)
    }
    way = _shortest(view, sorted(routes), index.points_of(entry.origin), goals)
    return tuple(index.route_codes[route] for route in way)


def _shortest(
    view: View, routes: Iterable[int], origins: Iterable[int], goals: set[int]
) -> tuple[int, ...]:
    """The routes of the way with the fewest spaces; border points lead nowhere else (M-04)."""
    index = gazetteer(view.edition)
    beside: dict[int, list[tuple[int, int]]] = {}
    for route in routes:
        for here, there in (index.route_ends[route], index.route_ends[route][::-1]):
            beside.setdefault(here, []).append((route, there))
    reached: set[int] = set()
    waiting: list[tuple[int, tuple[int, ...], int]] = [(0, (), origin) for origin in origins]
    heapq.heapify(waiting)
    while waiting:
        spaces, way, place = heapq.heappop(waiting)
        if place in goals:
            return way
        if place in reached:
            continue
        reached.add(place)
        if way and index.places[place].country:
            continue
        for route, there in beside.get(place, ()):
            if there not in reached:
                longer = spaces + view.edition.routes[route].length
                heapq.heappush(waiting, (longer, (*way, route), there))
    return ()
