"""Puzzles: each has one clearly best decision, and the evidence for it."""

from __future__ import annotations

import datetime
from collections import Counter

import pytest
from msgspec.structs import replace
from tools.make_puzzles import SHARES, chosen

from tests.analysis.test_accounting import played_by
from whistlestop import edition_names
from whistlestop.actions import BuildStation, ClaimRoute, DrawDeck, DrawDisplay, KeepTickets
from whistlestop.analysis.puzzles.finding import (
    FEWEST_KINDS,
    holds,
    is_promising,
    puzzle_at,
    puzzles_in,
    seems_missed,
    source_of,
)
from whistlestop.analysis.puzzles.puzzle import (
    HARDEST,
    USUAL,
    Source,
    Thoroughness,
    editions_with_puzzles,
    kind_of,
    puzzle_named,
    puzzle_of_the_day,
    puzzles,
    solves,
    sources,
    topic_of,
)
from whistlestop.analysis.verdicts import SURE
from whistlestop.bots.levels import LEVELS
from whistlestop.judge.evaluation import Candidate, Evaluation
from whistlestop.play.record import Reader


def test_boards_have_puzzles() -> None:
    """Those of India and of the Nordic Countries have not been searched for yet."""
    assert {*edition_names()} - {*editions_with_puzzles()} == {"india", "nordic"}


@pytest.mark.parametrize("edition", editions_with_puzzles())
def test_the_puzzles_that_come_with_the_program_are_sound(edition: str) -> None:
    levels = [level.name for level in LEVELS]
    for source in sources(edition):
        game = Reader(source.record).game()
        for puzzle in reversed(source.puzzles):
            game.undo_to(puzzle.move)
            assert game.length == puzzle.move
            assert puzzle.seat in game.deciding
            assert puzzle.edition == game.edition.name == edition
            assert 1 <= puzzle.difficulty <= HARDEST
            assert [*puzzle.levels] == [name for name in levels if name in puzzle.levels]
            legal = set(game.legal_actions(puzzle.seat))
            best = game.parse(puzzle.best, puzzle.seat)
            others = [game.parse(other.action, puzzle.seat) for other in puzzle.others]
            assert legal.issuperset((best, *others))
            assert len({kind_of(action) for action in legal}) >= FEWEST_KINDS
            assert len({kind_of(action) for action in (best, *others)}) == 1 + len(others)
            assert puzzle.topic == topic_of(best)
            assert [other.loss for other in puzzle.others] == sorted(
                other.loss for other in puzzle.others
            )
            for other in puzzle.others:
                assert other.loss >= USUAL.loss - 0.001
                assert other.loss - SURE * other.error > USUAL.sure_loss - 0.003
                assert other.chance + other.loss == pytest.approx(puzzle.chance, abs=0.002)
            for step in puzzle.plan:
                game.parse(step.action, puzzle.seat)


def test_ids_are_unique_and_name_their_puzzles() -> None:
    every = puzzles()
    assert Counter(puzzle.id for puzzle in every).most_common(1)[0][1] == 1
    for puzzle in every:
        found, record = puzzle_named(puzzle.id)
        assert found is puzzle
        assert record.startswith("whistlestop record")
    with pytest.raises(KeyError):
        puzzle_named("usa-nothing")
    boards = [puzzle.edition for puzzle in every]
    assert boards == sorted(boards)
    for board in set(boards):
        difficulties = [puzzle.difficulty for puzzle in every if puzzle.edition == board]
        assert difficulties == sorted(difficulties)


def test_every_day_has_a_puzzle() -> None:
    first = datetime.date(2026, 12, 30)
    days = [first + datetime.timedelta(days=number) for number in range(60)]
    found = [puzzle_of_the_day(day).id for day in days]
    assert found == [puzzle_of_the_day(day).id for day in days]
    assert len(set(found)) > 40


def test_payments_and_parallel_tracks_make_no_difference() -> None:
    puzzle = puzzles()[0]
    claim = ClaimRoute("NYC-PIT", (("white", 2),))
    for same in (
        ClaimRoute("NYC-PIT", (("white", 1), ("locomotive", 1))),
        ClaimRoute("NYC-PIT/2", (("green", 2),)),
    ):
        assert solves(puzzle, same, claim)
    for other in (ClaimRoute("NYC-MON", (("blue", 3),)), DrawDeck(), BuildStation("NYC", ())):
        assert not solves(puzzle, other, claim)
    assert not solves(puzzle, DrawDisplay("red"), DrawDeck())
    assert solves(puzzle, KeepTickets(("A-B", "C-D")), KeepTickets(("C-D", "A-B")))
    assert not solves(puzzle, KeepTickets(("A-B",)), KeepTickets(("C-D", "A-B")))


def test_puzzles_are_found_in_a_game_and_hold_in_new_worlds() -> None:
    how = Thoroughness(quick_playouts=100, deep_playouts=400, worlds=300)
    games = (played_by("london", ("skilled", "casual"), seed) for seed in range(20))
    looked = ((game, list(puzzles_in(game, 7, how))) for game in games)
    game, found = next((game, found) for game, found in looked if len(found) > 1)
    assert found == list(puzzles_in(game, 7, how))
    source = source_of(game, found)
    kept = Reader(source.record).game()
    assert kept.length == found[-1].move
    for move, was in zip(kept.moves, game.moves, strict=False):
        assert (move.seat, move.action) == (was.seat, was.action)
    for puzzle in found:
        assert game.moves[puzzle.move].seat == puzzle.seat
        assert puzzle.worlds == 300
        # A decision that another search found promising is judged by the same rules.
        assert puzzle_at(game, puzzle.move, puzzle.best, 7, how) == puzzle
        other = puzzle.others[0].action
        assert puzzle_at(game, puzzle.move, other, 7, how) is None
    # Most of them are clear in other worlds, too, and none is if the worst action is called best.
    assert sum(holds(source, puzzle, 600, 3) for puzzle in found) >= len(found) / 2


def test_a_player_seems_to_miss_what_is_clearly_the_best() -> None:
    def candidate(words: str, chance: float) -> Candidate:
        action = DrawDeck() if words == "deck" else DrawDisplay(words)
        return Candidate(action, chance, 0.01, 0.0, 1.0, 0.0, 0.0, 50, False, (), ())

    def judged(*candidates: Candidate) -> Evaluation:
        return Evaluation(candidates[0].action, candidates, 160, 80)

    clear = judged(candidate("red", 0.7), candidate("deck", 0.5), candidate("blue", 0.3))
    assert seems_missed(clear, DrawDeck())
    assert not seems_missed(clear, DrawDisplay("red"))
    close = judged(candidate("red", 0.6), candidate("deck", 0.51))
    assert not seems_missed(close, DrawDeck())
    assert seems_missed(close, DrawDeck(), Thoroughness(quick_gap=0.05))
    # With nothing to choose from, nothing is missed.
    assert not is_promising(judged(candidate("red", 0.6)))


def test_a_forced_move_is_no_puzzle() -> None:
    game = played_by("london", ("casual", "casual"), 1)
    with pytest.raises(ValueError, match=r"is no decision"):
        puzzle_at(game, game.length, "draw deck", 0)


def test_topics_get_their_shares_of_the_chosen_puzzles() -> None:
    """They get more only if there are not enough puzzles of other topics."""
    found, most = [*sources("usa")], 20
    for searched in (found, found + found):
        kept = chosen(searched, most)
        topics = Counter(puzzle.topic for source in kept for puzzle in source.puzzles)
        # All puzzles of this board have one of these topics, and the shares add up to less than 1.
        assert topics.keys() == SHARES.keys()
        assert topics.total() == most
        for topic, share in SHARES.items():
            assert topics[topic] >= share * most
    journeys = [
        Source(source.record, tuple(replace(puzzle, topic="journey") for puzzle in source.puzzles))
        for source in found[:20]
    ]
    kept = chosen(found[20:] + journeys, most)
    topics = Counter(puzzle.topic for source in kept for puzzle in source.puzzles)
    for topic, share in SHARES.items():
        assert topics[topic] <= share * most
