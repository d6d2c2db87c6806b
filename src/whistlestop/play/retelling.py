"""Summaries of a game: its turns, the changes of the lead, and how each ticket ended."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.play.game import Game
from whistlestop.seen.completion import cheapest_ways
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet
from whistlestop.seen.view import View


@dataclass(frozen=True, slots=True)
class Turn:
    """A completed turn. It contains only public information."""

    seat: int
    """The seat whose turn it was, counted from 0."""
    move: int
    """The number of the turn's last move among all moves of the game, counted from 1."""
    scores: tuple[int, ...]
    """The points on the score track after the turn, by seat."""


@dataclass(frozen=True, slots=True)
class Overtaking:
    """A turn after which a different player than before leads alone on the score track."""

    turn: int
    """The number of the turn, counted from 1."""
    seat: int
    """The seat that leads alone after the turn."""
    passed: int
    """The seat that led alone most recently before this turn."""


@dataclass(frozen=True, slots=True)
class TicketWay:
    """The routes that completed a ticket, or the routes that were missing at the end of a game."""

    routes: tuple[str, ...]
    """The codes of the routes that completed the ticket, in order from the ticket's origin. Empty
    if the ticket was not completed."""
    missing: tuple[str, ...]
    """The codes of the routes that would have completed the ticket with the fewest pieces. Empty if
    the ticket was completed, or if it could not be completed any more."""


def turns_of(game: Game) -> tuple[Turn, ...]:
    """Return the completed turns of a game.

    Args:
        game: a copy of the game. This function takes back all moves of the copy.
    """
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
    """Return the turns after which a new player leads alone on the score track.

    A player is new if another player was the last who led alone. So the first player who leads
    alone does not count, and neither do players who share the lead.
    """
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
    """Return the way of every ticket of a finished game, by the ticket's code.

    A way has the routes that completed the ticket, or the routes that were missing.

    Args:
        view: a view at the end of the game. Every viewer's view gives equal results, because routes
            are public.
        sheet: the final score sheet.
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
    """Return the codes of the routes of the shortest path that completes a ticket.

    Args:
        view: a view at the end of the game.
        player: the sheet of the ticket's owner. The path consists of the owner's routes and of the
            routes that stations opened for the owner.
        ticket: the code of a completed ticket.
        points: the points that the ticket brought. Only destinations with these points count.
    """
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
    """Return the route numbers of the path with the fewest spaces between two sets of places.

    The result is empty if there is no path. No path passes through border points (M-04).

    Args:
        view: a view of the game.
        routes: the numbers of the routes that the path may use.
        origins: the numbers of the places where the path may begin.
        goals: the numbers of the places where the path may end.
    """
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
