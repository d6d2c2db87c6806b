"""How a game may go on after a candidate: the line and the plan agree with each other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.properties.playing import up_to
from whistlestop.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawDisplay,
    DrawTickets,
    PaySurcharge,
    StartJourney,
    Withdraw,
)
from whistlestop.judge.continuation import Planned
from whistlestop.judge.evaluation import Candidate, evaluate
from whistlestop.policies.mind import RANDOM, mind_of
from whistlestop.seen.view import View

ANYTHING: Any = {"own": mind_of(RANDOM), "others": mind_of(RANDOM)}
"""Minds that do anything: tunnels are given up, too."""

TO_THE_END = 10_000


def plan_in_line(view: View, candidate: Candidate) -> tuple[list[Planned], int]:
    """Return the plan in a line to the end of the game, and the number of withdrawals in it."""
    own = [foreseen.action for foreseen in candidate.line if foreseen.seat == view.viewer]
    held = Counter(view.me.hand or {})
    held.subtract(paid(candidate.action))
    if isinstance(candidate.action, DrawDisplay):
        held[candidate.action.card] += 1
    steps, withdrawn = list[Planned](), 0
    for action, after in zip(own, [*own[1:], None], strict=True):
        if isinstance(after, Withdraw):
            withdrawn += 1
        elif isinstance(action, ClaimRoute | BuildStation | StartJourney | DrawTickets):
            missing = paid(action) - held
            held += missing
            held -= paid(action)
            cards = tuple((card, missing[card]) for card in paid(action) if missing[card])
            steps.append(Planned(action, cards))
    return steps, withdrawn


def paid(action: Action) -> Counter[str]:
    pays = isinstance(action, ClaimRoute | BuildStation | PaySurcharge)
    return Counter(dict(action.cards)) if pays else Counter()


@pytest.mark.parametrize(
    ("edition", "players", "kinds"),
    [
        ("usa", 2, {"claim", "tickets"}),
        ("europe", 3, {"claim", "station", "tickets", "withdraw"}),
        ("switzerland", 2, {"claim", "tickets", "withdraw"}),
        ("germany", 3, {"claim", "move", "tickets"}),
        ("london", 4, {"claim", "tickets"}),
    ],
)
def test_a_plan_is_what_the_seat_does_besides_drawing_cards(
    edition: str, players: int, kinds: set[str]
) -> None:
    seen = set[str]()
    for seed in range(6):
        game = up_to(edition, players, seed, 20 * players)
        view = game.view(game.seat)
        found = evaluate(view, playouts=30, line=TO_THE_END, plan=TO_THE_END, **ANYTHING)
        for candidate in found.candidates:
            steps, given_up = plan_in_line(view, candidate)
            assert list(candidate.plan) == steps
            seen |= {str(step.action).split()[0] for step in steps}
            seen |= {"withdraw"} if given_up else set()
        short = evaluate(view, playouts=30, line=2, plan=1, **ANYTHING)
        for candidate, whole in zip(short.candidates, found.candidates, strict=True):
            assert (candidate.line, candidate.plan) == (whole.line[:2], whole.plan[:1])
    assert seen == kinds
