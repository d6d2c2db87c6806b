"""The judge: candidates that are tried in worlds, and the choice that follows."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions
from tests.many_tickets import load
from tests.properties.playing import up_to
from tests.tables import table
from whistlestop import evaluate
from whistlestop.bots.thinker import ThinkerBot
from whistlestop.judge.compiled.ticket_sets import SET_FEATURES, draw_ticket_sets
from whistlestop.judge.evaluation import search_from
from whistlestop.judge.search import PRIOR, Search, Settings, minds_at_table
from whistlestop.judge.ticket_sets import set_weights_for
from whistlestop.knowledge.inference import LIKELIHOOD, weigh_tickets
from whistlestop.knowledge.worlds import deal_world
from whistlestop.play.game import Game
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import final_scores, take
from whistlestop.policies.mind import PLANNING, RANDOM, mind_of
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import is_legal

ANYTHING: Any = {"own": mind_of(RANDOM), "others": mind_of(RANDOM)}
"""Minds that do anything: quick, and never of the same opinion as somebody who thinks."""


def last_turn() -> Game:
    """The last turn of a game: one claim of two cards completes a ticket, others are worth less."""
    return table(
        "usa",
        {"hand": {"red": 2}, "routes": ["DEN-SFE"], "tickets": ["DEN-ELP"]},
        {"hand": {"blue": 3}},
        last_turns=1,
        turns=40,
    )


@pytest.mark.parametrize("seed", range(4))
def test_on_the_last_turn_the_claim_that_completes_a_ticket_is_found(seed: int) -> None:
    game = last_turn()
    found = evaluate(
        game.view(0), playouts=300, seed=seed, settings=Settings(candidates=64), **ANYTHING
    )
    assert str(found.choice) == "claim ELP-SFE with 2 red"
    best, *others = found.candidates
    assert best.action == found.choice
    assert best.margin > max(other.margin for other in others)
    assert best.margin_error == 0
    assert best.line == best.plan == ()  # the game is over


def test_the_planner_s_candidates_come_with_its_own_choice_first() -> None:
    for game in (last_turn(), up_to("germany", 3, 2, 40)):
        view = game.view(game.seat)
        search = search_from(view, seed=1, settings=Settings(candidates=8))
        own = minds_at_table(
            mind_of(PLANNING, game.edition.name, len(game.seats)),
            mind_of(PLANNING),
            len(game.seats),
            view.viewer,
        )
        action = choose(book_of(game.edition), game.state, own[view.viewer], luck_of(1))
        assert int(search.actions[PRIOR]) == int(action)
        assert len({*search.actions.tolist()}) == len(search.actions)


def test_candidates_are_of_several_sorts() -> None:
    """Claims are among them where the planner would rather draw, and draws where it would claim."""
    game = table(
        "usa",
        {"hand": {"red": 3, "blue": 3, "green": 2, "locomotive": 1}, "tickets": ["DEN-ELP"]},
        {"hand": {"black": 4}},
    )
    found = evaluate(game.view(0), playouts=20, settings=Settings(candidates=4), line=0)
    words = {str(candidate.action).split()[0] for candidate in found.candidates}
    assert {"claim", "draw"} <= words


def counted(search: Search) -> list[int]:
    return [len(search.shares(candidate)) for candidate in range(len(search.actions))]


def test_playouts_are_shared_out_by_halving() -> None:
    game = up_to("usa", 2, 3, 20)
    view = game.view(game.seat)
    search = search_from(view, seed=1, settings=Settings(candidates=6), **ANYTHING)
    assert search.rounds() == [6, 3, 2]
    search.run_playouts(300)
    assert sorted(counted(search)) == [16, 16, 16, 50, 101, 101]
    assert counted(search)[PRIOR] == 101
    assert search.playouts == sum(counted(search)) <= 300
    evenly = search_from(view, seed=1, settings=Settings(candidates=6, halving=False), **ANYTHING)
    evenly.run_playouts(300)
    assert counted(evenly) == [50] * 6
    search = search_from(view, seed=1, settings=Settings(candidates=6), **ANYTHING)
    search.run_playouts(1)
    assert min(counted(search)) == 1


def test_a_search_by_the_clock_plays_every_candidate_however_short_it_is() -> None:
    game = up_to("london", 2, 3, 20)
    for seconds in (1e-9, 0.05):
        search = search_from(game.view(game.seat), seed=1, **ANYTHING)
        search.run_seconds(seconds)
        assert min(counted(search)) >= 1
        assert search.worlds == max(counted(search))


def test_the_prior_gives_way_only_to_what_is_clearly_better() -> None:
    """By more than so many standard errors of the paired difference; a second look proves it."""
    game = up_to("usa", 2, 5, 30)
    view = game.view(game.seat)
    replaced = 0
    for seed in range(12):
        search = search_from(view, seed=seed, **ANYTHING)
        search.run_playouts(120)
        chosen = search.chosen()
        prior = search.utilities(PRIOR)
        for candidate in search.active.tolist():
            lead = search.utilities(candidate) - prior
            if candidate == chosen and chosen != PRIOR:
                assert lead.mean() > lead.std(ddof=1) / len(lead) ** 0.5 > 0
                replaced += 1
            elif candidate != PRIOR and chosen == PRIOR:
                assert lead.mean() <= lead.std(ddof=1) / len(lead) ** 0.5
        stubborn = search_from(view, seed=seed, settings=Settings(threshold=1e9), **ANYTHING)
        stubborn.run_playouts(120)
        assert stubborn.chosen() == PRIOR
    assert 0 < replaced < 12


def test_what_is_maximised_is_the_win_with_a_share_of_the_margin() -> None:
    game = up_to("usa", 2, 5, 30)
    for share in (0.0, 0.25, 1.0):
        settings = Settings(margin_share=share, margin_scale=20.0)
        search = search_from(game.view(game.seat), seed=2, settings=settings, **ANYTHING)
        search.run_playouts(60)
        margins, wins = search.margins(PRIOR), search.shares(PRIOR)
        expected = (1 - share) * wins + share / (1 + np.exp(-margins / 20))
        assert np.allclose(search.utilities(PRIOR), expected)
        assert ((wins == 1) == (margins > 0)).all() or (margins == 0).any()


def world_by_world(
    search: Search, minds: np.ndarray, candidate: int
) -> Iterator[tuple[float, int]]:
    """What comes of a candidate in each world, played step by step from the true position."""
    roots = np.array([search.root])
    book = books_of(load("germany"))[0]
    seat = int(roots[0]["seat"])
    sheet: Any = np.zeros(1, dtype=SHEET)[0]
    likelihood: Any = np.zeros(1, dtype=LIKELIHOOD)[0]
    row, held_weights = np.zeros(SET_FEATURES), np.zeros(len(minds))
    weigh_tickets(book, roots[0], seat, likelihood)
    for world in range(search.worlds):
        luck = luck_of((search.first_seed + world) % 2**64)
        state: Any = roots.copy()[0]
        deal_world(book, state, seat, luck)
        own = minds.copy()
        draw_ticket_sets(
            book,
            state,
            seat,
            own,
            set_weights_for(load("germany")),
            likelihood,
            row,
            held_weights,
            luck,
        )
        own = minds.copy()
        for number in (int(search.actions[candidate]), int(search.payments[candidate])):
            if number != ALONE:
                take(book, state, number, luck)
        while state["phase"] != Phase.OVER:
            take(book, state, choose(book, state, own[int(state["seat"])], luck), luck)
        final_scores(book, state, sheet)
        totals = sheet["total"].tolist()[: int(state["seats"])]
        winners = (sheet["rank"][: int(state["seats"])] == 1).sum()
        best = max(total for other, total in enumerate(totals) if other != seat)
        yield (1 / winners if sheet["rank"][seat] == 1 else 0.0), totals[seat] - best


@pytest.mark.parametrize("policies", [(RANDOM, RANDOM), (PLANNING, RANDOM), (PLANNING, PLANNING)])
def test_playouts_are_games_in_worlds_with_the_same_luck(policies: tuple[int, int]) -> None:
    """Every number of a search again, with nothing but worlds, policies and rules."""
    state: Any = next(s for s in positions("germany", 2) if s["phase"] == Phase.TURN)
    own, others = map(mind_of, policies)
    minds = minds_at_table(own, others, 2, int(state["seat"]))
    settings = Settings(candidates=3, halving=False)
    weights = set_weights_for(load("germany"))
    search = Search(
        books_of(load("germany")), np.array([state]), minds, 3, settings, set_weights=weights
    )
    search.run_playouts(12)
    for candidate in range(len(search.actions)):
        again = list(world_by_world(search, minds, candidate))
        assert [share for share, _ in again] == search.shares(candidate).tolist()
        assert [margin for _, margin in again] == search.margins(candidate).tolist()


def test_equal_seeds_give_equal_results_in_any_number_of_threads() -> None:
    game = up_to("europe", 3, 4, 50)
    view = game.view(game.seat)
    found = [
        evaluate(view, playouts=150, seed=seed, settings=Settings(threads=threads), **ANYTHING)
        for seed, threads in ((7, 1), (7, 1), (7, 3), (8, 1))
    ]
    assert found[0] == found[1] == found[2]
    assert found[0] != found[3]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_hidden_things_do_not_change_a_judgement(edition: str, players: int) -> None:
    """In every phase: positions that look alike to the seat are judged alike, line included."""
    books = books_of(load(edition))
    judged: set[int] = set()
    for number, state in enumerate(positions(edition, players)):
        if state["phase"] == Phase.OVER or (number % 5 and int(state["phase"]) in judged):
            continue
        seat = int(state["seat"])
        twin: Any = np.array([state])[0]
        deal_world(books[0], twin, seat, luck_of(number))
        results: list[Any] = []
        for root in (state, twin):
            own = mind_of(PLANNING if number % 2 else RANDOM)
            others = mind_of(PLANNING if number % 3 else RANDOM)
            minds = minds_at_table(own, others, players, seat)
            before = root.tobytes(), minds.tobytes()
            search = Search(
                books,
                np.array([root]),
                minds,
                number,
                Settings(candidates=4),
                set_weights=set_weights_for(load(edition)),
            )
            search.run_playouts(10)
            assert before == (root.tobytes(), minds.tobytes())
            actions, states = np.zeros(5, dtype=np.int64), np.zeros(5, dtype=STATE)
            search.follow(PRIOR, 0, actions, states)
            results.append(
                [
                    search.actions.tolist(),
                    search.payments.tolist(),
                    [search.margins(c).tolist() for c in range(len(search.actions))],
                    search.chosen(),
                    actions.tolist(),
                    states.tobytes(),
                ]
            )
        assert results[0] == results[1]
        judged.add(int(state["phase"]))
    assert {Phase.OPENING_KEEP, Phase.TURN, Phase.SECOND_CARD, Phase.PAYMENT} <= judged


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_candidates_and_lines_are_legal_in_every_phase(edition: str, players: int) -> None:
    book = book_of(load(edition))
    for number, state in enumerate(positions(edition, players)):
        if state["phase"] == Phase.OVER:
            continue
        minds = minds_at_table(
            mind_of(PLANNING, edition, players), mind_of(RANDOM), players, int(state["seat"])
        )
        search = Search(books_of(load(edition)), np.array([state]), minds, number, Settings())
        assert all(is_legal(book, state, action) for action in search.actions.tolist())
        actions, states = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=STATE)
        found = search.follow(len(search.actions) - 1, number, actions, states)
        for place in range(found):
            assert is_legal(book, states[place], int(actions[place]))


def test_a_view_is_judged_for_any_seat_that_has_something_to_decide() -> None:
    game = Game.new("usa", 3, seed=4, starter=0)
    for seat in (2, 0):
        found = evaluate(game.view(seat), playouts=20, line=3)
        assert {candidate.action for candidate in found.candidates} <= {*game.legal_actions(seat)}
        assert len(found.candidates) == 4
        assert sum(candidate.prior for candidate in found.candidates) == 1
        assert all(len(candidate.line) == 3 for candidate in found.candidates)
        assert found.playouts == sum(candidate.playouts for candidate in found.candidates)
        assert str(found).count("\n") == 3
        game.play(found.choice, seat)
    with pytest.raises(ValueError, match="something to decide"):
        evaluate(game.view(0), playouts=10)
    with pytest.raises(ValueError, match="something to decide"):
        evaluate(game.view(), playouts=10)


def test_views_that_are_alike_are_judged_alike() -> None:
    game = up_to("switzerland", 3, 6, 60)
    view = game.view(game.seat)
    twin = Game.sampled(view, seed=5)
    assert twin.state.tobytes() != game.state.tobytes()
    assert evaluate(twin.view(game.seat), playouts=40) == evaluate(view, playouts=40)


def test_a_single_playout_knows_no_error() -> None:
    game = last_turn()
    found = evaluate(game.view(0), playouts=1, settings=Settings(candidates=1), **ANYTHING)
    assert found.candidates[0].chance_error == inf
    assert found.playouts == found.worlds == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "either"),
        ({"seconds": 1.0, "playouts": 5}, "either"),
        ({"seconds": 0.0}, "above 0"),
        ({"seconds": float("nan")}, "above 0"),
        ({"playouts": -3}, "above 0"),
    ],
)
def test_how_long_to_think_must_be_said(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(last_turn().view(0), **given)


@pytest.mark.parametrize(
    "wrong",
    [
        {"candidates": 0},
        {"threads": 0},
        {"margin_share": 1.5},
        {"margin_scale": 0.0},
        {"threshold": -1.0},
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|at least one"):
        Settings(**wrong)


@pytest.mark.parametrize("edition", ["london", "europe", "germany"])
def test_the_bot_plays_whole_games_and_repeats_itself(edition: str) -> None:
    game = Game.new(edition, 2, seed=5)
    bots, twins = ([ThinkerBot(seed, playouts=6) for seed in range(2)] for _ in range(2))
    while (seat := game.seat) is not None:
        legal = game.legal_actions(seat)
        action = bots[seat].choose(game.view(seat), tuple(legal), 1.0)
        assert action in legal
        assert action == twins[seat].choose(game.view(seat), tuple(legal), 1.0)
        game.play(action, seat)
