"""What everybody sees, and what is whose secret."""

from __future__ import annotations

import pytest

from tests.tables import EDITIONS, act, acts, open_view, table
from whistlestop import Game
from whistlestop.events import CardDrawn

DRAW = {"usa": "tickets", "germany": "tickets 2 short 2 long", "london": "tickets"}
DISPLAY = "yellow blue green black orange"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("viewer", [1, None])
def test_numbers_are_open(edition: str, viewer: int | None) -> None:
    """I-21"""
    game = table(edition, {"hand": {"blue": 2}}, {}, {}, discards={"green": 3})
    act(game, DRAW[edition])
    act(game, "keep 1")
    everything, seen = open_view(game), game.view(viewer)
    assert seen.players[0].cards == 2
    assert len(seen.players[0].stacks) == 1
    assert dict(seen.discards) == {"green": 3}
    assert (seen.deck, seen.stacks) == (everything.deck, everything.stacks)
    assert [entry.seat for entry in seen.returned] == [0] * len(everything.returned)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("viewer", [1, None])
def test_hands_tickets_and_returned_tickets_are_secret(edition: str, viewer: int | None) -> None:
    """I-21, C-32"""
    game = table(edition, {"hand": {"blue": 2}}, {}, {})
    act(game, DRAW[edition])
    assert game.view(viewer).players[0].offer is None
    act(game, "keep 1")
    seen = game.view(viewer)
    assert seen.players[0].hand is None
    assert seen.players[0].tickets is None
    assert {entry.ticket for entry in seen.returned} == {None}
    assert seen.deck_cards is None
    assert seen.stack_tickets is None
    mine = game.view(0)
    assert mine.me.hand == {"blue": 2}
    assert len(mine.me.tickets or ()) == 1
    assert None not in {entry.ticket for entry in mine.returned}


def test_a_card_from_the_deck_is_secret_one_from_the_display_is_not() -> None:
    """I-21"""
    game = table("usa", {}, {}, display=DISPLAY)
    (unseen,) = act(game, "draw deck > red")
    (taken, _) = act(game, "draw blue > red")
    assert unseen.seen_by(1) == CardDrawn(0, None, None)
    assert unseen.seen_by(None) == CardDrawn(0, None, None)
    assert unseen.seen_by(0) == CardDrawn(0, None, "red")
    assert taken.seen_by(1) == CardDrawn(0, 1, "blue")
    assert dict(game.view(1).players[0].shown) == {"blue": 1}


def ended(edition: str) -> Game:
    """A game that has just ended; seat 0 returned tickets in its last turn but one."""
    players = ({"hand": {"blue": 2}}, {"hand": {"green": 1}})
    game = table(edition, *players, display=DISPLAY, last_turns=2)
    act(game, DRAW[edition])
    act(game, "keep 1")
    acts(game, "draw deck", "draw deck")
    assert game.over
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_after_the_end_hands_and_tickets_lie_open(edition: str, viewer: int | None) -> None:
    """C-32, I-21: those that were kept, and those that were returned."""
    game = ended(edition)
    seen, everything = game.view(viewer), open_view(game)
    assert seen.players == everything.players
    assert seen.players[0].hand == {"blue": 2}
    assert sum((seen.players[1].hand or {}).values()) == 3
    assert [len(player.tickets or ()) for player in seen.players] == [1, 0]
    assert seen.returned == everything.returned
    assert seen.returned
    assert None not in {entry.ticket for entry in seen.returned}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_after_the_end_the_piles_stay_face_down(edition: str, viewer: int | None) -> None:
    """I-21"""
    seen = ended(edition).view(viewer)
    assert (seen.deck_cards, seen.stack_tickets) == (None, None)
    assert seen.deck > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_seat_learnt_in_the_game_stays_what_it_learnt(edition: str) -> None:
    """I-21: the end opens the last position, and does not change what was seen on the way."""
    game = ended(edition)
    drawn = [event for event in game.events if isinstance(event, CardDrawn)]
    assert [event.seen_by(0).card for event in drawn] == [None, None]
    assert None not in {event.seen_by(1).card for event in drawn}
