"""Summaries of a game: its turns, the changes of the lead, and how each ticket ended."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.play.game import Game
from whistlestop.seen.completion import cheapest_ways
from whistlestop.seen.route_graph import two_ways
from whistlestop.seen.sheet import PlayerSheet, ScoreSheet, TicketLine
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
    two_ways: tuple[tuple[str, ...], ...] = ()
    """If the ticket is doubly joined (B-10): the codes of the routes of two ways that have no route
    in common, each in order from the ticket's origin. Empty for all other tickets."""


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
                found[line.ticket] = _completed(view, player, line)
            else:
                gap = gaps[line.ticket]
                found[line.ticket] = TicketWay((), () if gap is None else gap.routes)
    return found


def _completed(view: View, player: PlayerSheet, line: TicketLine) -> TicketWay:
    """Return the shortest path that completes a ticket, and its two ways if it is doubly joined.

    Args:
        view: a view at the end of the game.
        player: the sheet of the ticket's owner. The path consists of the owner's routes and of the
            routes that stations opened for the owner. The two ways use the owner's routes only.
        line: the ticket. Only destinations with the points that it brought count.
    """
    index = gazetteer(view.edition)
    ticket = index.ticket_of[line.ticket]
    entry = view.edition.tickets[ticket]
    own = {index.route_of[code] for code in view.players[player.seat].routes}
    opened = {index.route_of[at.route] for at in player.stations if at.route is not None}
    starts = index.points_of(entry.origin)
    goals = [{*index.points_of(goal)} for goal, worth in entry.options if worth == line.points]
    ways = [_shortest(view, sorted(own | opened), starts, set[int]().union(*goals))]
    if line.doubly_joined:
        both = two_ways(view.edition, own, ticket, line.points)
        for goal in goals:
            one = _shortest(view, sorted(both), starts, goal)
            other = _shortest(view, sorted(both.difference(one)), starts, goal)
            if one and other:
                ways += [one, other]
                break
    routes, *pair = (tuple(index.route_codes[route] for route in way) for way in ways)
    return TicketWay(routes, (), tuple(pair))


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
