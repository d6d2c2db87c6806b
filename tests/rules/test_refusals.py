"""The rules name the reason of a refusal, and read only what the refused player may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.properties.playing import decisions
from tests.tables import act, refusal, table, variant
from whistlestop.actions import Action, ClaimRoute, DrawTickets
from whistlestop.editions.model import TieBreak
from whistlestop.play.game import Game
from whistlestop.reasons import VALUES
from whistlestop.rules import actions as numbers
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import refusals
from whistlestop.rules.state import PHASES, Phase
from whistlestop.seen.explain import belongs, reason_for, reason_for_routes
from whistlestop.seen.known import known_state
from whistlestop.seen.sheet import standing

SORTS = (
    numbers.PASS,
    numbers.DRAW_BLIND,
    numbers.DRAW_DISPLAY,
    numbers.DRAW_TICKETS,
    numbers.KEEP,
    numbers.CLAIM,
    numbers.PAY,
    numbers.PLACE,
    numbers.MOVE,
    numbers.STEP,
    numbers.STOP,
    numbers.STATION,
    numbers.WITHDRAW,
)


def test_every_code_of_the_rules_has_a_sentence() -> None:
    assert len({*refusals.CODES}) == len(refusals.CODES)
    assert {*refusals.CODES} <= {*VALUES}


@pytest.mark.parametrize(("edition", "style"), [("germany", "travels"), ("europe", "claims")])
def test_a_sort_of_action_is_due_in_the_phases_in_which_some_are_legal(
    edition: str, style: str
) -> None:
    """C-02, C-10, C-30, M-20, M-21, E-12: what is never due in a phase is never legal there."""
    met: set[tuple[str, type[Action]]] = set()
    for game, _, legal, _ in decisions(edition, 2, 4, style):
        phase = PHASES[int(game.state.phase)]
        met.update((phase, type(action)) for action in legal)
        assert all(belongs(phase, action) for action in legal)
    assert len(met) > 8
    assert not any(refusals.is_due(Phase.OVER, sort) for sort in SORTS)


def asked(game: Game) -> Iterator[tuple[int, int, int]]:
    """Sorts, things and payments of actions, many of them illegal."""
    edition = game.edition
    for route in range(0, len(edition.routes), 3):
        yield numbers.CLAIM, route, refusals.NOTHING
        for colour in range(0, len(edition.cards.colours), 2):
            yield numbers.CLAIM, route, colour * numbers.PAIRS
    for city in range(0, len(edition.cities), 5):
        for sort in (numbers.STATION, numbers.MOVE, numbers.PLACE):
            yield sort, city, refusals.NOTHING
    for kind in range(len(edition.cards.colours)):
        yield numbers.DRAW_DISPLAY, kind, refusals.NOTHING
        yield numbers.PAY, refusals.NOTHING, kind * numbers.PAIRS
    for sort in (numbers.DRAW_BLIND, numbers.DRAW_TICKETS, numbers.KEEP, numbers.STOP):
        yield sort, refusals.NOTHING, refusals.NOTHING


@pytest.mark.parametrize(("edition", "style"), [("germany", "travels"), ("europe", "claims")])
def test_a_reason_reads_only_what_the_player_sees(edition: str, style: str) -> None:
    """I-21: from the whole position and from what the player knows, the reason is the same."""
    met: set[int] = set()
    for game, seat, _, _ in decisions(edition, 3, 2, style):
        if len(game.moves) % 9:
            continue
        whole: Any = np.zeros(1, dtype=game.state.dtype)
        whole[0] = game.state
        whole["seat"] = seat
        known, books = known_state(game.view(seat)), books_of(game.edition)
        for sort, what, payment in asked(game):
            found = refusals.refusal(books, whole, sort, what, payment)
            assert found == refusals.refusal(books, known, sort, what, payment)
            met.add(int(found[0]))
    assert len(met) > 12


def test_long_tickets_that_nobody_draws_are_no_tickets_left() -> None:
    """C-30: a turn in Europe draws regular tickets only, however many long ones are left."""
    view = table("europe", {}, {}).view(0)
    spent = replace(view, stacks=(0, 4))
    assert reason_for(spent, DrawTickets()).code == "no_tickets_left"


ONE_STACK = """[tickets.turn]
draw = [3, 0]
keep = 1
unkept = "bottom"
"""
TWO_STACKS = """[tickets.turn]
draw = [2, 1]
keep = 1
unkept = "out"
"""


def test_fewer_tickets_of_a_second_stack_are_drawn_by_the_same_words() -> None:
    """C-30: an edition whose turn draws from two stacks, of which one runs out."""
    edition = variant("europe", (ONE_STACK, TWO_STACKS))
    game = Game.new(edition, 2, seed=1, starter=0)
    for seat in (0, 1):
        game.play("keep all", seat)
    left = game.view().stacks[1]
    for turn in range(6):
        words = str(next(a for a in game.legal_actions() if isinstance(a, DrawTickets)))
        assert words == "tickets"
        game.play("tickets")
        assert len(game.view(turn % 2).me.offer or ()) == (3 if turn < left else 2)
        game.play("keep all")


def test_what_a_route_still_needs() -> None:
    """C-21, C-22, E-10, M-10, S-02: the colours that lack fewest cards, and what stands in."""
    hand = {"red": 2, "blue": 1, "locomotive": 1}
    game = table("switzerland", {"hand": hand}, {})
    index, tunnels = game.index, {r for r in game.index.route_of if "/" not in r}
    for code in sorted(tunnels):
        route = game.edition.routes[index.route_of[code]]
        if code not in index.route_codes or route.colour is not None:
            continue
        reason = reason_for_routes(game.view(0), (code,))
        if reason.code != "cards":
            continue
        wild = 1 if route.tunnel else 0
        assert reason.values["number"] == route.length - 2 - wild
        assert reason.values["colours"] == ["red"]
        assert reason.values["instead"] == ("locomotive" if route.tunnel else None)


def test_who_claims_beside_an_own_track_and_beside_another() -> None:
    """C-25, C-26"""
    for seats, owner, code in ((3, 0, "own_parallel"), (3, 1, "parallel_closed")):
        rows = [{"routes": ["DEN-KAN"]} if seat == owner else {} for seat in range(seats)]
        claim = ClaimRoute("DEN-KAN/2", (("orange", 4),))
        assert reason_for(table("usa", *rows).view(0), claim).code == code
    four = table("usa", {"hand": {"locomotive": 4}}, {"routes": ["DEN-KAN"]}, {}, {})
    assert "DEN-KAN/2" in {a.route for a in four.legal_actions() if isinstance(a, ClaimRoute)}


def test_a_minimum_is_that_of_the_offer() -> None:
    """C-02, C-30"""
    game = Game.new("usa", seed=1, starter=0)
    assert "at least 2 tickets, not 1" in refusal(game, "keep 1")
    game.play("keep all", 0)
    game.play("keep all", 1)
    act(game, "tickets")
    assert "at least 1 ticket, not 0" in refusal(game, "keep none")


def test_the_value_that_decides_a_tie_is_that_of_the_rules() -> None:
    """C-42, M-31, E-30"""
    players = table("europe", {"stations": ["PAR", "ROM"]}, {}).score_sheet().players
    assert [standing(player, TieBreak.STATIONS) for player in players] == [-2, 0]
    assert [standing(player, TieBreak.TICKETS) for player in players] == [0, 0]
