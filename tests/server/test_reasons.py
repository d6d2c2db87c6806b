"""Codes for why something is not possible: as many as there are, and what the sentences say."""

from __future__ import annotations

import re

import pytest

from tests.properties.playing import decisions
from whistlestop.actions import BuildStation, ClaimRoute
from whistlestop.explain import why_not, why_not_route
from whistlestop.server.reasons import Reason, route_reason, station_reason

SENTENCES = {
    "yours": "already yours",
    "taken": "is taken",
    "own_parallel": "you own a parallel route",
    "parallel_closed": "a parallel route of .* is taken",
    "pieces": r"takes {needed} pieces, and you have {left} left",
    "ferry": r"is a ferry: {missing} more {card}",
    "cards": r"needs {missing} more ",
    "phase": "",
    "no_stations": "no stations in this edition",
    "all_stations_built": "you have built all your {number} stations",
    "station_there": "there is a station in .* already",
    "station_cards": "your next station takes {number} cards",
}
"""What the English sentence for each code says."""


def agree(reason: Reason, sentence: str) -> str:
    """Check a reason by its sentence; its code."""
    code, values = reason
    assert re.search(SENTENCES[code].format(**values), sentence), (reason, sentence)
    if code == "cards":
        assert all(colour in sentence for colour in values["colours"])
        assert bool(values["colours"]) != ("of any one colour" in sentence)
        assert (values["wild"] is None) != (f", or {values['wild']}" in sentence)
        assert values["missing"] > 0
    return code


@pytest.mark.parametrize(
    ("edition", "seats", "style"),
    [
        ("usa", 2, "claims"),
        ("germany", 3, "any"),
        ("europe", 4, "travels"),
        ("switzerland", 3, "any"),
    ],
)
def test_reasons_agree_with_the_sentences(edition: str, seats: int, style: str) -> None:
    met: set[str] = set()
    for game, seat, legal, _ in decisions(edition, seats, 2, style):
        if game.over or len(game.moves) % 7:
            continue
        view = game.view(seat)
        claims = {action.route for action in legal if isinstance(action, ClaimRoute)}
        for route in set(view.index.route_codes) - claims:
            met.add(agree(route_reason(view, route), why_not_route(view, (route,))))
        built = {action.city for action in legal if isinstance(action, BuildStation)}
        for city in {city.code for city in view.edition.cities} - built:
            sentence = why_not(view, BuildStation(city, ()))
            met.add(agree(station_reason(view, city), sentence))
    assert {"taken", "yours", "cards", "phase"} <= met
