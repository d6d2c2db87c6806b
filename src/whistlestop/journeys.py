"""What the best journey of a passenger would bring now (M-21 to M-23)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from whistlestop.editions.model import Edition
from whistlestop.networks import members
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import journeys as rules
from whistlestop.rules.state import PHASES, STATE, Phase
from whistlestop.view import View
from whistlestop.worlds import position_for


@dataclass(frozen=True, slots=True)
class BestJourney:
    """What the best journey of a passenger from one city would bring."""

    points: int
    """The sum of the tokens that it collects."""
    exact: bool
    """Whether no journey brings more. False: there were too many to look at all of them."""


def best_journeys(view: View) -> dict[str, BestJourney]:
    """Find what the best journey of each passenger of the viewer would bring if it set out now.

    The passenger cards in the viewer's hand may all be spent, and what they are worth elsewhere is
    not deducted. At most `rules.entry.journeys.MOST_JOURNEYS` journeys are tried from each city.

    Args:
        view: what the viewer sees. Nothing that is hidden from the viewer matters.

    Returns:
        For the code of every city from which a passenger of the viewer can set out now, the best
        journey from there. The dictionary is empty while the viewer has no turn to begin.
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
    """Compile the search of `best_journeys`, so that nobody waits for it later.

    It takes some seconds, once for an installation; afterwards it only loads what was compiled.

    Args:
        edition: any edition; what is compiled serves all of them.
    """
    books, states = books_of(edition), np.zeros(1, dtype=STATE)
    rules.starts(books, states)
    rules.best_journey(books, states, np.zeros(1, dtype=rules.SEARCH), 0)
