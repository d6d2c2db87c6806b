"""Find the best journeys of passengers, and the cost and points of the next step (M-21 to M-23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from whistlestop.editions.model import Edition
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import journeys as rules
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.seen.known import mask
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import View
from whistlestop.seen.worlds import position_for


@dataclass(frozen=True, slots=True)
class BestJourney:
    """The best journey that was found for a passenger from one city."""

    points: int
    """The sum of the points of the tokens that the journey collects."""
    exact: bool
    """Whether no journey from the city can bring more points. False if there were too many journeys
    to try all of them."""


def best_journeys(view: View) -> dict[str, BestJourney]:
    """Return the best journey of each of the viewer's passengers that can set out now.

    A journey may spend all passenger cards in the viewer's hand. Their value for other purposes is
    not deducted. At most `rules.entry.journeys.MOST_JOURNEYS` journeys are tried from each city.

    Args:
        view: the viewer's view. Hidden information does not affect the result.

    Returns:
        For the code of each city from which a passenger of the viewer can set out now, the best
        journey. The dictionary is empty unless the viewer is about to begin a turn.

    Raises:
        PositionError: no state agrees with the view.
    """
    if view.over or view.viewer != view.seat or view.phase != PHASES[Phase.TURN]:
        return {}
    if not view.me.passengers:
        return {}
    books, states = books_of(view.edition), position_for(view)
    found: dict[str, BestJourney] = {}
    for city in members(rules.starts(books, states)):
        search = np.zeros(1, dtype=rules.SEARCH)
        points, exact = rules.best_journey(books, states, search, city)
        found[view.index.places[city].code] = BestJourney(int(points), bool(exact))
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """The cost of one step of a journey along a route, and the points that the step collects."""

    toll: int
    """The number of passenger cards that the step costs."""
    points: int
    """The points of the token that the step collects. 0 if it collects none."""


FREE_STEP: Final = Step(0, 0)
"""A step that costs no passenger card and collects no points."""


def steps_ahead(view: View, routes: Sequence[str]) -> dict[str, Step]:
    """Return the cost and points of some possible steps of the current journey (M-21 to M-23).

    Args:
        view: the view of the player whose passenger is travelling.
        routes: the code of each step's route, along which the passenger can go on.

    Returns:
        For the code of each route, the cost and points of the step along this route.

    Raises:
        ValueError: no journey is under way.
    """
    if view.journey is None:
        raise ValueError("no journey is under way")
    index = view.index
    numbers = np.array([index.route_of[code] for code in routes], dtype=np.int64)
    states: Any = np.zeros(1, dtype=STATE)
    # Fill in only what the price of a step depends on. Filling a whole state would take too long.
    state = states[0]
    state["seat"] = view.seat
    state["owned"][view.seat] = words(index.route_of[code] for code in view.me.routes)[0]
    state["journey_at"] = index.place_of[view.journey.city]
    state["journey_visited"] = mask(index.place_of[city] for city in view.journey.visited)
    for city, number in view.taken.items():
        state["taken"][index.place_of[city]] = number
    tolls, tokens = np.empty((2, len(numbers)), dtype=np.int64)
    rules.prices_of_steps(books_of(view.edition), states, numbers, tolls, tokens)
    return {
        code: Step(toll, points)
        for code, toll, points in zip(routes, tolls.tolist(), tokens.tolist(), strict=True)
    }


def compile_journeys(edition: Edition) -> None:
    """Compile the functions that `best_journeys` and `steps_ahead` call, to make first calls fast.

    In a new installation, compiling takes some seconds. Later, the compiled code is only loaded.

    Args:
        edition: any edition. The compiled code serves all editions.
    """
    books, states = books_of(edition), np.zeros(1, dtype=STATE)
    rules.starts(books, states)
    rules.best_journey(books, states, np.zeros(1, dtype=rules.SEARCH), 0)
    none = np.empty(0, dtype=np.int64)
    rules.prices_of_steps(books, states, none, none, none)
