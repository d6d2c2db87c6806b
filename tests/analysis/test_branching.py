"""Games branch off from a moment of another game, with the same hidden cards or others."""

from __future__ import annotations

import pytest

from tests.analysis.test_accounting import GAMES, played_by
from whistlestop.analysis.branching import Beginning, other_beginning, same_beginning
from whistlestop.events import Event
from whistlestop.play.game import Game
from whistlestop.play.position import read_position, write_position

BOARDS = [*GAMES, ("newyork", ("casual", "racer")), ("switzerland", ("casual", "planner"))]


def before(game: Game, length: int) -> Game:
    """Return the game as it was after a number of moves."""
    copy = game.copy(seed=0)
    copy.undo_to(length)
    return copy


def told(game: Game, seat: int) -> list[Event]:
    """Return what a seat has seen happen."""
    return [event.seen_by(seat) for event in game.events]


def moments(game: Game) -> list[int]:
    return [0, 1, game.length // 3, game.length // 2, game.length - 2, game.length - 1]


@pytest.mark.parametrize(("edition", "bots"), BOARDS)
def test_the_same_beginning_leads_to_the_same_position(edition: str, bots: tuple[str, ...]) -> None:
    game = played_by(edition, bots, seed=3)
    for length in moments(game):
        begun = same_beginning(game, length).play(game, seed=1)
        assert begun.state == before(game, length).state
        assert begun.events == before(game, length).events
    whole = same_beginning(game, game.length).play(game)
    assert whole.over
    assert whole.score_sheet() == game.score_sheet()


@pytest.mark.parametrize(("edition", "bots"), BOARDS)
def test_the_next_player_cannot_tell_the_beginnings_apart(
    edition: str, bots: tuple[str, ...]
) -> None:
    game = played_by(edition, bots, seed=4)
    others: list[Beginning] = []
    for length in moments(game):
        seat = game.moves[length].seat
        beginning = other_beginning(game, length, seed=length)
        begun, was = beginning.play(game, seed=1), before(game, length)
        assert begun.view(seat) == was.view(seat)
        assert told(begun, seat) == told(was, seat)
        assert begun.deciding == was.deciding
        # The next player's choice stays possible, and the game can be played to its end.
        begun.play(game.moves[length].action, seat)
        while not begun.over:
            begun.play(begun.legal_actions()[0])
        others.append(beginning)
    same = [same_beginning(game, length) for length in moments(game)]
    assert sum(one != other for one, other in zip(same, others, strict=True)) >= 4


def test_other_hands_and_tickets_are_dealt() -> None:
    game = played_by("usa", ("planner", "planner"), seed=5)
    length = game.length // 2
    seat = game.moves[length].seat
    hands: set[str] = set()
    tickets: set[tuple[str, ...]] = set()
    for seed in range(8):
        me = other_beginning(game, length, seed).play(game, seed=1).view(1 - seat).me
        assert me.tickets is not None
        hands.add(str(me.hand))
        tickets.add(me.tickets)
    assert len(hands) > 2
    assert len(tickets) > 2
    assert other_beginning(game, length, 3) == other_beginning(game, length, 3)


def test_what_cannot_begin_is_refused() -> None:
    game = played_by("london", ("casual", "casual"), seed=6)
    for length in (-1, game.length + 1):
        with pytest.raises(ValueError, match="length"):
            same_beginning(game, length)
        with pytest.raises(ValueError, match="length"):
            other_beginning(game, length, 1)
    with pytest.raises(ValueError, match="no move after"):
        other_beginning(game, game.length, 1)
    with pytest.raises(TypeError, match="length"):
        same_beginning(game, 1.5)  # type: ignore[arg-type]
    half = read_position(write_position(before(game, 9)))
    with pytest.raises(ValueError, match="began from a position"):
        same_beginning(half, 0)
