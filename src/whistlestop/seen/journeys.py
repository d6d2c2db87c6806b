"""Find how many points the best journey of a passenger would bring now (M-21 to M-23)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from whistlestop.editions.model import Edition
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import journeys as rules
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.seen.route_graph import members
from whistlestop.seen.view import View
from whistlestop.seen.worlds import position_for


@dataclass(frozen=True, slots=True)
class BestJourney:
    """The best journey that was found for a passenger from one city."""

    points: int
    """The sum of the points of the tokens that the journey collects."""
    exact: bool
    """Whether no journey can bring more. False if there were too many journeys to try them all."""


def best_journeys(view: View) -> dict[str, BestJourney]:
    """Return the best journey of each of the viewer's passengers that can set out now.

    A journey may spend all passenger cards in the viewer's hand. Their value for other purposes is
    not deducted. At most `rules.entry.journeys.MOST_JOURNEYS` journeys are tried from each city.

    Args:
        view: the viewer's view. Hidden information does not affect the result.

    Returns:
        For the code of each city from which a passenger of the viewer can set out now, the best
        journey. The dictionary is empty unless the viewer is about to begin a turn.
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


def compile_journeys(edition: Edition) -> None:
    """Compile the search of `best_journeys`, so that its first call is fast.

    The first time in an installation this takes some seconds. Later it only loads the compiled
    code.

    Args:
        edition: any edition. The compiled code serves all editions.
    """
    books, states = books_of(edition), np.zeros(1, dtype=STATE)
    rules.starts(books, states)
    rules.best_journey(books, states, np.zeros(1, dtype=rules.SEARCH), 0)
