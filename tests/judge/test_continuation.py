"""How a game may go on after a candidate: the line and the plan agree with each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.properties.playing import decisions, up_to
from whistlestop.actions import (
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
    """Return the plan in a line to the end of the game, and the number of withdrawals in it.

    The cards that the seat holds now are told apart from later ones: they are paid first, and they
    come back when a tunnel is given up.
    """
    own = [foreseen.action for foreseen in candidate.line if foreseen.seat == view.viewer]
    held = dict(view.me.hand or {})
    laid_out: dict[str, int] = dict(view.tunnel.cards) if view.tunnel else {}
    steps, withdrawn = list[Planned](), 0
    for number, action in enumerate([candidate.action, *own]):
        after = own[number] if number < len(own) else None
        missing = dict[str, int]()
        if isinstance(action, DrawDisplay) and number == 0:
            held[action.card] = held.get(action.card, 0) + 1
        if isinstance(action, Withdraw):
            withdrawn += 1
            held = {card: held.get(card, 0) + laid_out.get(card, 0) for card in held | laid_out}
        if isinstance(action, ClaimRoute | BuildStation | PaySurcharge):
            laid_out = {card: min(count, held.get(card, 0)) for card, count in action.cards}
            held = {card: count - laid_out.get(card, 0) for card, count in held.items()}
            missing = {card: count - laid_out[card] for card, count in action.cards}
        if not number or isinstance(after, Withdraw):
            continue
        if isinstance(action, ClaimRoute | BuildStation | StartJourney | DrawTickets):
            cards = tuple((card, count) for card, count in missing.items() if count)
            steps.append(Planned(action, cards))
    return steps, withdrawn


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
        legal = game.legal_actions()
        given: Any = {"playouts": 30, "also": legal[:: len(legal) // 20 + 1], **ANYTHING}
        found = evaluate(view, line=TO_THE_END, plan=TO_THE_END, **given)
        for candidate in found.candidates:
            steps, given_up = plan_in_line(view, candidate)
            assert list(candidate.plan) == steps
            seen |= {str(step.action).split()[0] for step in steps}
            seen |= {"withdraw"} if given_up else set()
        short = evaluate(view, line=2, plan=1, **given)
        for candidate, whole in zip(short.candidates, found.candidates, strict=True):
            assert (candidate.line, candidate.plan) == (whole.line[:2], whole.plan[:1])
    assert seen == kinds


def test_the_set_laid_out_for_a_tunnel_is_held_after_a_withdrawal() -> None:
    """After the candidate, or in the told world, the tunnel is given up, and claimed later."""
    again = 0
    for seed in range(30):
        for game, seat, legal, _ in decisions("switzerland", 2, seed):
            if game.length > 40:
                break
            if game.view().phase != "surcharge" or len(legal) > 1:
                continue
            view = game.view(seat)
            assert view.tunnel is not None
            withdraw = evaluate(view, playouts=20, plan=1, **ANYTHING).candidates[0]
            for step in withdraw.plan:
                if isinstance(step.action, ClaimRoute) and step.action.cards == view.tunnel.cards:
                    assert step.missing == ()
                    again += 1
    assert again > 0
