"""Hints are the best actions in new worlds, and warnings come before clear blunders only."""

from __future__ import annotations

import pytest

from tests.properties.playing import decisions, up_to
from whistlestop.actions import Action, ClaimRoute, DrawDeck
from whistlestop.analysis.hints import (
    Hint,
    HintEffort,
    HintOption,
    HintSearch,
    different,
    effect,
    hint_for,
)
from whistlestop.analysis.verdicts import LOSSES, Loss, Verdict
from whistlestop.judge.comparison import Outlook
from whistlestop.play.game import Game
from whistlestop.seen.view import View

SMALL = HintEffort(playouts=24, worlds=20, step=8, least_worlds=20, most_worlds=40)

ALL = {"usa": 5, "europe": 3, "germany": 2, "london": 4, "newyork": 2, "switzerland": 3}


def option(chance: float, loss: float, error: float) -> HintOption:
    return HintOption(DrawDeck(), Outlook(chance, 0.1, 0, 1), Loss(loss, error, 100), ())


def view_of(game: Game) -> View:
    return game.view(game.deciding[0])


def test_a_hint_is_clear_if_chance_cannot_explain_the_differences() -> None:
    best = option(0.6, 0.0, 0.0)
    assert Hint((best,)).clear
    assert Hint((best, option(0.5, 0.1, 0.04), option(0.4, 0.2, 0.04))).clear
    assert not Hint((best, option(0.55, 0.05, 0.04), option(0.4, 0.2, 0.04))).clear
    assert [one.close for one in (best, option(0.5, 0.1, 0.04), option(0.5, 0.1, 0.06))] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(("edition", "seats"), ALL.items())
def test_every_kind_of_decision_has_a_hint(edition: str, seats: int) -> None:
    """Also tickets, second cards, journeys, stations and surcharges."""
    kinds: set[str] = set()
    for moves in (0, 1, 2 * seats + 3, 30, 60, 90):
        game = up_to(edition, seats, 7, moves)
        while not game.over and len(game.legal_actions(game.deciding[0])) < 2:
            seat = game.deciding[0]
            game.play(game.legal_actions(seat)[0], seat)
        if game.over:
            continue
        view = view_of(game)
        legal = game.legal_actions(view.viewer)
        kinds.add(view.phase)
        hint = hint_for(view, HintEffort(playouts=8, worlds=4, step=4), seed=3)
        actions = [one.action for one in hint.options]
        assert set(actions) <= set(legal)
        assert 2 <= len(set(actions)) == len(actions) <= 3
        chances = [(one.outlook.chance, one.outlook.margin) for one in hint.options]
        assert chances == sorted(chances, reverse=True)
        assert hint.options[0].loss == Loss(0.0, 0.0, 4)
        for one in hint.options:
            assert one.loss.chance == pytest.approx(chances[0][0] - one.outlook.chance)
    assert len(kinds) > 1


def test_equal_views_have_equal_hints() -> None:
    game = up_to("usa", 2, 3, 40)
    view = view_of(game)
    hint = hint_for(view, SMALL, seed=5)
    assert hint_for(view, SMALL, seed=5) == hint
    steps = HintEffort(playouts=24, worlds=20, step=20, least_worlds=20, most_worlds=40)
    assert hint_for(view, steps, seed=5) == hint
    assert hint_for(view, SMALL, seed=6) != hint


def test_a_search_ends_with_its_hint() -> None:
    search = HintSearch(view_of(up_to("london", 2, 3, 20)), SMALL)
    found = [search.go_on() for _ in range(4)]
    # One step of search, and 8, 16 and 20 worlds.
    assert found[:3] == [None] * 3
    assert found[3] is not None
    assert search.go_on() is search.hint is found[3]


def test_a_warning_needs_a_clear_blunder() -> None:
    effort = HintEffort(playouts=40, worlds=40, step=40, least_worlds=40, most_worlds=80)
    warned = 0
    for moves in range(20, 50, 3):
        game = up_to("london", 2, 9, moves)
        if game.over:
            break
        view = view_of(game)
        search = HintSearch(view, effort)
        with pytest.raises(ValueError, match="finish the hint first"):
            search.warning(game.legal_actions(view.viewer)[0])
        while search.go_on() is None:
            pass
        assert search.hint is not None
        best = search.hint.options[0].action
        assert search.warning(best) is None
        for action in game.legal_actions(view.viewer)[:8]:
            warning = search.warning(action)
            if warning is None:
                continue
            warned += 1
            assert warning.loss.chance >= LOSSES[Verdict.BLUNDER]
            assert warning.loss.at_least > 0
            assert warning.better.action == best
            assert 0 <= warning.outlook.chance <= 1
    assert warned > 0


def test_equal_tracks_have_the_same_effect() -> None:
    """Parallel tracks in one colour count once, if they are paid for alike."""
    game = up_to("usa", 4, 3, 40)
    view = game.view(0)
    twins: dict[frozenset[str], list[str]] = {}
    for code in view.index.route_codes:
        route = view.edition.routes[view.index.route_of[code]]
        if route.colour is None:
            twins.setdefault(frozenset((route.a, route.b)), []).append(code)
    one, other = next(codes for codes in twins.values() if len(codes) == 2)
    red, blue = (("red", 2),), (("blue", 2),)
    first, second = ClaimRoute(one, red), ClaimRoute(other, red)
    assert effect(view, first) == effect(view, second)
    assert effect(view, first) != effect(view, ClaimRoute(other, blue))
    mixed = ClaimRoute(one, (("red", 1), ("locomotive", 1)))
    assert effect(view, mixed) == effect(view, ClaimRoute(other, (("locomotive", 1), ("red", 1))))
    listed: list[Action] = [first, DrawDeck(), second, ClaimRoute(other, blue), DrawDeck()]
    assert different(view, listed) == (first, DrawDeck(), ClaimRoute(other, blue))


def test_what_makes_no_sense_is_refused() -> None:
    view = view_of(up_to("london", 2, 3, 20))
    with pytest.raises(ValueError, match="seed"):
        HintSearch(view, seed=-1)
    for wrong in ({"playouts": 0}, {"worlds": 1}, {"step": 0}, {"least_worlds": 500}):
        with pytest.raises(ValueError, match=next(iter(wrong)).split("_")[-1]):
            HintEffort(**wrong)


@pytest.mark.parametrize(
    ("edition", "phases"),
    [
        ("usa", {"opening_keep", "turn", "second_card", "keep"}),
        ("europe", {"surcharge"}),
        ("germany", {"opening_mix", "placement", "journey"}),
    ],
)
def test_every_phase_has_hints(edition: str, phases: set[str]) -> None:
    left = set(phases)
    for style in ("travels", "tickets", "claims"):
        for game, seat, legal, _ in decisions(edition, 2, 11, style):
            if seat < 0 or len(legal) < 2 or game.view(seat).phase not in left:
                continue
            view = game.view(seat)
            left.remove(view.phase)
            hint = hint_for(view, HintEffort(playouts=4, worlds=2, step=2))
            assert {option.action for option in hint.options} <= set(legal)
    assert left == set()
