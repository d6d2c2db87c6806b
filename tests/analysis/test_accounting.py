"""Luck and skill add up to the result, and luck is 0 on average."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from tests.properties.playing import up_to, whole
from whistlestop.actions import Action, ClaimRoute, DrawDeck, DrawTickets
from whistlestop.analysis.accounting import Account, Luck, MoveValues, accounts, move_values
from whistlestop.bots.registry import policy_bot
from whistlestop.judge.open_cards import play_open
from whistlestop.judge.whole_games import Asked, asked_in
from whistlestop.play.game import Game


def played_by(edition: str, bots: tuple[str, ...], seed: int) -> Game:
    """Return a whole game of bots without search."""
    game = Game.new(edition, len(bots), seed=seed)
    players = [policy_bot(name, seat) for seat, name in enumerate(bots)]
    while not game.over:
        seat = game.deciding[0]
        game.play(players[seat].decide(game.view(seat)), seat)
    return game


def accounted(game: Game, worlds: int = 4) -> tuple[list[MoveValues], tuple[Account, ...]]:
    values = [move_values(asked, worlds, asked.move) for asked in asked_in(game)]
    return values, accounts(values, game.score_sheet())


GAMES = [
    ("usa", ("casual", "planner")),
    ("europe", ("skilled", "racer", "casual")),
    ("germany", ("casual", "beginner")),
    ("london", ("planner", "casual", "beginner", "skilled")),
]


@pytest.mark.parametrize(("edition", "bots"), GAMES)
def test_all_terms_add_up_to_the_result(edition: str, bots: tuple[str, ...]) -> None:
    game = played_by(edition, bots, seed=5)
    sheet = game.score_sheet()
    values, found = accounted(game)
    assert [move.move for move in values] == list(range(game.length))
    for account, player in zip(found, sheet.players, strict=True):
        terms = [account.start, *account.luck.values(), account.own, account.others]
        assert sum(term.chance for term in terms) == pytest.approx(account.result.chance)
        assert sum(term.points for term in terms) == pytest.approx(account.result.points)
        best = max(other.total for other in sheet.players if other is not player)
        assert account.result.points == player.total - best
        assert (account.result.chance > 0) == (player.rank == 1)
        assert account.start.chance == 1 / len(bots)
    assert sum(account.result.chance for account in found) == pytest.approx(1)
    for move in values:
        assert sum(move.chances) == pytest.approx(1)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_secret_answers_has_no_effect(order: tuple[int, ...]) -> None:
    """At a table, seats choose their first tickets in any order, and nobody sees the others'."""
    usual = Game.new("london", 3, seed=6)
    game = usual.copy()
    for seat in range(3):
        usual.play(usual.legal_actions(seat)[seat], seat)
    for seat in order:
        game.play(game.legal_actions(seat)[seat], seat)
    while not usual.over:
        usual.play(usual.legal_actions()[0])
    for move in usual.moves[3:]:
        game.replay(move.action, move.seat, [chance.word for chance in move.outcomes])
    values, found = accounted(game, worlds=3)
    assert [move.move for move in values] == list(range(game.length))
    expected, _ = accounted(usual, worlds=3)
    by_seat = {move.seat: move for move in expected[:3]}
    for move in values[:3]:
        # The seeds differ with the numbers of the moves, so new worlds are played.
        again = by_seat[move.seat]
        assert again.place == move.place == move.seat
    assert move_roots(game) == move_roots(usual)
    assert [account.result for account in found] == [
        account.result for account in accounts(expected, usual.score_sheet())
    ]
    for account in found:
        terms = [account.start, *account.luck.values(), account.own, account.others]
        assert sum(term.points for term in terms) == pytest.approx(account.result.points)


def move_roots(game: Game) -> dict[tuple[int, int], bytes]:
    """The position before each move, by the move's place and seat."""
    return {(asked.place, asked.seat): asked.root.tobytes() for asked in asked_in(game)}


def test_an_opening_under_way_is_reviewed_too() -> None:
    game = Game.new("london", 3, seed=6)
    game.play(game.legal_actions(2)[0], 2)
    (asked,) = asked_in(game)
    assert (asked.move, asked.place, asked.seat) == (0, 0, 2)
    assert move_values(asked, 2, 1).prior.shape == (2, 2, 3)


def test_the_start_is_the_same_for_all_and_has_its_error() -> None:
    _, found = accounted(played_by("london", ("planner", "casual", "beginner"), seed=5))
    starts = {account.start for account in found}
    assert len(starts) == 1
    (start,) = starts
    assert start.chance_error == 0 < start.points_error
    _, found = accounted(played_by("london", ("planner", "casual"), seed=5))
    assert {(account.start.points, account.start.points_error) for account in found} == {(0, 0)}


def test_two_players_share_all_luck() -> None:
    _, (one, two) = accounted(played_by("usa", ("casual", "planner"), seed=5))
    for kind in Luck:
        assert one.luck[kind].chance == pytest.approx(-two.luck[kind].chance)
        assert one.luck[kind].points == pytest.approx(-two.luck[kind].points)
        assert one.luck[kind].points_error == pytest.approx(two.luck[kind].points_error)
    assert one.own.points == pytest.approx(-two.others.points)
    # Two decisions of a casual player that is worth it are not those of the planner.
    assert one.own.points_error > 0
    assert two.own.points == one.others.points == 0


def test_planners_results_are_luck() -> None:
    """The planner is the measure of decisions, so its own decisions count as 0."""
    _, found = accounted(played_by("europe", ("planner",) * 3, seed=2))
    for account in found:
        nothing = (account.own, account.others)
        assert {(term.chance, term.points, term.points_error) for term in nothing} == {(0, 0, 0)}
        # All values but the first and the last cancel out, whatever kind of luck they stand in.
        total = account.start.points + sum(term.points for term in account.luck.values())
        assert total == pytest.approx(account.result.points)


@pytest.mark.parametrize(
    ("edition", "players", "moves", "wanted"),
    [
        ("london", 2, 20, DrawDeck),
        ("london", 3, 20, ClaimRoute),
        ("europe", 2, 40, DrawTickets),
        ("germany", 2, 40, DrawDeck),
    ],
)
def test_luck_is_0_on_average(edition: str, players: int, moves: int, wanted: type[Action]) -> None:
    """The value before an outcome is the mean of the values after all outcomes."""
    game, action = next(
        (game, action)
        for game in (up_to(edition, players, seed, moves) for seed in range(50))
        for action in game.legal_actions()
        if isinstance(action, wanted)
    )
    before: Asked | None = None
    after: list[np.ndarray] = []
    for seed in range(300):
        copy = game.copy(seed=seed)
        copy.play(action)
        seat = copy.deciding[0]
        copy.play(copy.legal_actions(seat)[0], seat)
        *_, before, then = asked_in(copy)
        after.append(move_values(replace(then, taken=then.prior), 5, seed).prior.mean(1))
    assert before is not None
    worlds = 3000
    taken = move_values(replace(before, prior=before.taken), worlds, 1).taken
    difference = np.mean(after, 0) - taken.mean(1)
    error = (np.var(after, 0) / len(after) + taken.var(1) / worlds) ** 0.5
    assert np.all(np.abs(difference) < 3.5 * error + 1e-9)
    assert np.all(error < [[0.04], [2.5]])


def test_without_chance_the_value_is_the_result() -> None:
    """On the last turn, nothing but the action decides how the game ends."""
    game = next(
        game
        for game in (whole("london", 2, seed) for seed in range(50))
        if isinstance(game.moves[-1].action, ClaimRoute)
    )
    values, found = accounted(game)
    last = values[-1]
    sheet = game.score_sheet()
    assert set(last.taken[1, :, 0]) == {sheet.players[0].total - sheet.players[1].total}
    assert found[0].result.points == last.taken[1, 0, 0]


def test_luck_is_told_by_what_brought_it() -> None:
    game = played_by("europe", ("skilled", "beginner"), seed=3)
    kinds = {move.move: move.luck for move in accounted(game, worlds=1)[0]}
    tunnels = {route.tunnel for route in game.edition.routes}
    assert tunnels == {True, False}
    seen: set[Luck] = set()
    for number, move in enumerate(game.moves):
        events = {type(event).__name__ for event in move.events}
        if "TunnelCardRevealed" in events:
            assert kinds[number] == Luck.TUNNELS
        elif "TicketsOffered" in events:
            assert kinds[number] == Luck.TICKETS
        elif "CardDrawn" in events:
            assert kinds[number] == Luck.CARDS
        seen.add(kinds[number])
    assert Luck.TUNNELS in seen


def test_open_playouts_do_not_change_position_or_minds() -> None:
    *_, asked = asked_in(up_to("usa", 3, 2, 30))
    root, minds = asked.root.copy(), asked.minds.copy()
    one, two = (
        play_open(asked.view.edition, asked.root, asked.minds, [asked.taken, asked.prior], 5, 3)
        for _ in range(2)
    )
    assert root.tobytes() == asked.root.tobytes()
    assert minds.tobytes() == asked.minds.tobytes()
    assert np.array_equal(one.margins, two.margins)
    assert one.shares.shape == (5, 2, 3)
    assert np.allclose(one.shares.sum(2), 1)
