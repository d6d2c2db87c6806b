"""Views: what each viewer sees, field by field."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from tests.properties.playing import TABLES, decisions, up_to, whole
from tests.tables import SIZES
from whistlestop import REFEREE, SPECTATOR, Game
from whistlestop.seen.view import Player, View, see

SECRETS = {"hand", "tickets", "offer", "answer"}
"""Of another player, what a viewer may not see."""


def fields(value: Player | View, *without: str) -> dict[str, object]:
    return {
        field.name: getattr(value, field.name)
        for field in dataclasses.fields(value)
        if field.name not in without
    }


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_who_sees_what(edition: str, seats: int) -> None:
    """The same for everybody, but for the secrets: one's own are there, the others' are None."""
    for game, *_ in decisions(edition, seats, 12, "tickets"):
        if len(game.moves) % 9 or game.over:
            continue
        whole_view = game.view(REFEREE)
        public = game.view(None)
        assert public.viewer == SPECTATOR
        for viewer in (SPECTATOR, *range(seats)):
            view = game.view(None if viewer == SPECTATOR else viewer)
            special = ("viewer", "players", "deck_cards", "stack_tickets", "returned")
            assert fields(view, *special) == fields(whole_view, *special)
            assert view.deck_cards is None
            assert view.stack_tickets is None
            for mine, real in zip(view.players, whole_view.players, strict=True):
                assert fields(mine, *SECRETS) == fields(real, *SECRETS)
                for secret in SECRETS:
                    expected = getattr(real, secret) if mine.seat == viewer else None
                    assert getattr(mine, secret) == expected
            for entry, real_entry in zip(view.returned, whole_view.returned, strict=True):
                assert (entry.stack, entry.seat) == (real_entry.stack, real_entry.seat)
                assert entry.ticket == (real_entry.ticket if entry.seat == viewer else None)


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
def test_at_the_end_everything_in_hands_is_open(edition: str) -> None:
    """C-32: the final scoring shows the tickets; what lies in the piles stays unknown."""
    game = whole(edition, 3, 2)
    view = game.view(None)
    assert view.over
    assert view.deck_cards is None
    assert view.stack_tickets is None
    for player, real in zip(view.players, game.view(REFEREE).players, strict=True):
        assert player == real
        assert player.hand is not None
        assert player.tickets is not None


def test_the_referee_hides_nothing() -> None:
    view = up_to("usa", 3, 1, 30).view(REFEREE)
    assert view.deck_cards is not None
    assert sum(view.deck_cards.values()) == view.deck
    assert view.stack_tickets is not None
    assert len(view.stack_tickets) + len(view.returned) == sum(view.stacks)
    assert all(player.hand is not None for player in view.players)


def test_what_everybody_saw() -> None:
    """Cards taken from the display are remembered until they must have been played."""
    game = Game.new("usa", 2, seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    card = next(card for card in game.view().display if card not in (None, "locomotive"))
    game.play(f"draw {card}")
    for viewer in (None, 0, 1):
        assert dict(game.view(viewer).players[0].shown) == {card: 1}
    game.play("draw deck")
    assert sum(game.view(1).players[0].shown.values()) == 1
    assert game.view(1).players[0].cards == 6


def test_a_spectator_has_no_seat() -> None:
    game = up_to("usa", 2, 1, 5)
    with pytest.raises(ValueError, match="no seat of their own"):
        _ = game.view(None).me
    assert game.view(1).me.seat == 1


def test_views_do_not_change() -> None:
    """A view is of its moment: playing on changes no view, and nobody can write into one."""
    game = up_to("usa", 2, 1, 12)
    view = game.view(0)
    before = repr(view)
    game.play(game.legal_actions()[0])
    assert repr(view) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.turns = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        view.discards["red"] = 3  # type: ignore[index]


def test_owners() -> None:
    game = whole("london", 2, 3, "claims")
    view = game.view()
    assert {route: seat for player in view.players for route in player.routes
            for seat in [player.seat]} == view.owners  # fmt: skip
    assert len(view.owners) == sum(len(player.routes) for player in view.players)


@pytest.mark.parametrize("seed", range(3))
def test_events_are_redacted(seed: int) -> None:
    """No event tells a seat a card or ticket of another's hand; its own it is told whole."""
    game = whole("germany", 3, seed, "tickets")
    hidden = 0
    for event in game.events:
        owner = getattr(event, "seat", None)
        for viewer in (None, 0, 1, 2):
            seen = event.seen_by(viewer)
            assert seen.seen_by(viewer) == seen
            assert type(seen) is type(event)
            if viewer == owner:
                assert seen == event
            changed = [
                field.name
                for field in dataclasses.fields(event)
                if getattr(seen, field.name) != getattr(event, field.name)
            ]
            hidden += bool(changed)
            assert set(changed) <= {"cards", "card", "tickets", "kept", "returned"}
            assert all(getattr(seen, name) is None for name in changed)
    assert hidden > 30


@pytest.mark.parametrize(("edition", "seats"), SIZES)
def test_a_game_shows_what_its_state_shows(edition: str, seats: int) -> None:
    """Whatever was seen before, and whether everybody looked each time."""
    random = Random(f"{edition} {seats}")
    game = Game.new(edition, seats, seed=4)
    while not game.over:
        for viewer in random.sample(range(REFEREE, seats), random.randint(0, seats + 2)):
            pending = {seat: answer.tickets for seat, answer in game._pending.items()}  # pyright: ignore[reportPrivateUsage]
            assert game.view(viewer) == see(game.edition, game.state, viewer, pending)
        if random.random() < 0.1 and game.length:
            game.undo()
        seat = random.choice(game.deciding)
        game.play(random.choice(game.legal_actions(seat)), seat)
    assert game.view(0) == see(game.edition, game.state, 0)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_view_after_many_others_is_as_the_first_one(edition: str, seats: int) -> None:
    """What a view takes over from the one before has not changed since."""
    viewers = (SPECTATOR, REFEREE, *range(seats))
    game, random = Game.new(edition, seats, seed=7), Random(7)
    played: list[tuple[str, int | None]] = []
    while not game.over:
        seat = random.choice(game.deciding)
        action = random.choice(game.legal_actions(seat))
        game.play(action, seat)
        played.append((str(action), seat))
        # Some positions are looked at by some only, or by nobody.
        for viewer in random.sample(viewers, random.randrange(len(viewers))):
            game.view(viewer)
        if random.random() < 0.1 or game.over:
            again = Game.new(edition, seats, seed=7)
            for words, by in played:
                again.play(words, by)
            for viewer in viewers:
                assert game.view(viewer) == again.view(viewer)
