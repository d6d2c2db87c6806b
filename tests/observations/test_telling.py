"""What a tensor tells is what a view shows: read back, in random games of every table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.observations.playing import told
from tests.properties.playing import TABLES
from whistlestop.editions.load import load
from whistlestop.events import RouteClaimed
from whistlestop.observations import Layout, memory_from
from whistlestop.play.game import Game
from whistlestop.seen.view import Player, View
from whistlestop.seen.worlds import sample


def shown(view: View) -> dict[str, Any]:
    """What a view shows, in the words of `Layout.describe`."""
    first, seats = max(view.viewer, 0), len(view.players)
    stacks = {stack.name: len(stack.tokens) for stack in view.edition.merchandise}
    tokens = {
        city.code: stacks[city.merchandise]
        for city in view.edition.cities
        if city.merchandise is not None
    }
    told: dict[str, Any] = {
        "phase": view.phase,
        "spectator": view.viewer < 0,
        "display": list(view.display),
        "deck": view.deck,
        "discards": dict(view.discards),
        "stacks": list(view.stacks),
        "turns": view.turns,
        "last_turns": view.last_turns,
        "passes": view.passes,
        "route": view.route,
        "players": [player(view, (first + i) % seats) for i in range(seats)],
        "open": [],
        "completed": [],
    }
    if view.viewer >= 0:
        index = view.index
        told["open"] = sorted(view.open_routes(view.viewer), key=index.route_codes.index)
        told["completed"] = sorted(view.completed(view.viewer), key=index.ticket_codes.index)
    if any(route.tunnel for route in view.edition.routes):
        told["tunnel"] = view.tunnel and {
            "cards": dict(view.tunnel.cards),
            "revealed": list(view.tunnel.revealed),
            "due": view.tunnel.due,
        }
    if view.edition.passengers:
        told["tokens"] = {city: number - view.taken.get(city, 0) for city, number in tokens.items()}
        told["journey"] = view.journey and {
            "city": view.journey.city,
            "routes": list(view.journey.routes),
            "visited": list(view.journey.visited),
            "steps": view.journey.steps,
        }
    pile = [
        {"stack": r.stack, "player": (r.seat - first) % seats, "ticket": r.ticket}
        for r in view.returned
    ]
    if pile:
        told["pile"] = pile
    return told


def player(view: View, seat: int) -> dict[str, Any]:
    seen: Player = view.players[seat]
    told: dict[str, Any] = {
        "decides": view.seat == seat,
        "starter": view.starter == seat,
        "cards": seen.cards,
        "hand": None if seen.hand is None else dict(seen.hand),
        "shown": dict(seen.shown),
        "tickets": None if seen.tickets is None else list(seen.tickets),
        "ticket_backs": dict(Counter(seen.stacks)),
        "offer_backs": dict(Counter(seen.offer_stacks)),
        "answered": seen.answered,
        "pieces": seen.pieces,
        "score": seen.score,
        "routes": list(seen.routes),
    }
    if seat == view.viewer:
        told["offer"] = list(seen.offer or ())
        told["answer"] = list(seen.answer or ())
    if view.edition.passengers:
        told["passengers"] = list(seen.passengers)
        told["passengers_left"] = seen.passengers_left
        told["merchandise"] = seen.merchandise
    if view.edition.stations:
        told["stations"] = list(seen.stations)
    return told


def assert_told(found: Any, expected: Any) -> None:
    """Everything expected is there, and the same."""
    if isinstance(expected, dict):
        for name, value in expected.items():  # pyright: ignore[reportUnknownVariableType]
            assert_told(found[name], value)
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        assert len(found) == len(expected)  # pyright: ignore[reportUnknownArgumentType]
        for one, other in zip(found, expected, strict=True):  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
            assert_told(one, other)
    else:
        assert found == expected


def assert_in_range(layout: Layout, tensor: np.ndarray) -> None:
    for name, placed in layout.placed.items():
        part = tensor[placed.start : placed.stop]
        highest = placed.feature.most(len(layout.edition.tickets))
        assert 0 <= part.min() <= part.max() <= highest, name
        if not placed.feature.unit:
            assert set(part.tolist()) <= {0.0, 1.0}, name


def assert_padded_alike(fitted: Layout, padded: Layout, one: np.ndarray, other: np.ndarray) -> None:
    """The same numbers at the same names; in the room to spare there is nothing."""
    rest = other.copy()
    kinds = fitted.record[0]["kind"][: fitted.record[0]["kinds"]]
    for name, placed in fitted.placed.items():
        wide = padded.part(other, name)
        narrow = fitted.part(one, name)
        axes: list[Any] = []
        for axis, size in enumerate(narrow.shape):
            part = placed.feature.parts[axis] if axis < len(placed.feature.parts) else "item"
            axes.append(kinds if part == "kind" else np.arange(size))
        where = np.ix_(*axes) if axes else ()
        assert (wide[where] == narrow).all(), name
        padded.part(rest, name)[where] = 0
    left = [n for n in padded.placed if padded.part(rest, n).any() and n in fitted.placed]
    assert not left
    there = {name for name in padded.placed if padded.part(rest, name).any()}
    assert there <= {"places.tokens"}


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_what_a_view_shows_can_be_read_back(edition: str, seats: int) -> None:
    layout, padded = Layout.fitted(load(edition), seats), Layout.padded(load(edition))
    random = Random(f"{edition} {seats}")
    phases: set[str] = set()
    for style in ("any", "travels"):
        for game, memories in told(layout, seats, style):
            phase = game.view().phase
            if phase in phases and random.random() < 0.9:
                continue
            phases.add(phase)
            viewer = random.randrange(-1, seats)
            view = game.view(viewer)
            tensor = layout.inform(game, memories, viewer)
            assert_in_range(layout, tensor)
            found = layout.describe(tensor)
            assert_told(found, shown(view))
            if viewer >= 0 and not game.over:
                affordable = {claim.route for claim in game.next_claims(viewer)}
                assert set(found["affordable"]) == affordable
            claims = [event.route for event in game.events if isinstance(event, RouteClaimed)]
            assert found["past"]["claims"] == claims
            assert_padded_alike(layout, padded, tensor, padded.inform(game, memories, viewer))
            assert (layout.observe(game, viewer) == tensor[: layout.size]).all()
    assert {"opening_keep", "turn", "over"} <= phases


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_events_and_decisions_make_the_same_memory(edition: str, seats: int) -> None:
    layout = Layout.fitted(load(edition), seats)
    for style in ("claims", "travels"):
        for game, memories in told(layout, 7 + seats, style):
            if game.length % 40 == 0 or game.over:
                made = memory_from(layout.edition, game.events)
                assert made.tobytes() == memories.tobytes()
            if game.over:
                assert_seen_alike(layout, game)


def assert_seen_alike(layout: Layout, game: Game) -> None:
    """What somebody saw of the events makes their information state, and so do the whole ones."""
    for viewer in range(-1, layout.players):
        seen = [event.seen_by(None if viewer < 0 else viewer) for event in game.events]
        one, other = (layout.inform(game, past, viewer) for past in (seen, game.events))
        assert one.tobytes() == other.tobytes()


def test_answers_that_came_early_are_told_like_others() -> None:
    """C-02"""
    game = Game.new("usa", 4, seed=3, starter=0)
    layout = Layout.fitted(game.edition, 4)
    game.play(game.legal_actions(2)[0], 2)
    for viewer in range(-1, 4):
        found = layout.describe(layout.observe(game, viewer))
        assert_told(found, shown(game.view(viewer)))
    assert layout.describe(layout.observe(game, 2))["players"][0]["answer"]


def test_a_view_makes_the_same_tensor_as_its_game() -> None:
    """A bot, which has only a view, asks by a world of it."""
    layout = Layout.fitted(load("europe"), 3)
    for game, _ in told(layout, 5, "any"):
        if game.length % 25 == 3 and not game.over:
            view = game.view(1)
            world = sample(view, 1, seed=0)
            assert (layout.observe(world, 1) == layout.observe(game, 1)).all()


def test_blocks_are_matrices_of_the_same_numbers() -> None:
    edition = load("germany")
    layout = Layout.fitted(edition, 3)
    tensor = np.arange(layout.whole, dtype=np.float32)
    batch = np.stack([tensor, tensor + 1])
    blocks = layout.split(batch)
    assert sum(block[0].size for block in blocks.values()) == layout.whole
    for name, block in blocks.items():
        assert np.shares_memory(block, batch)
        assert block.shape[-1] == len(layout.columns(name))
    at = layout.columns("routes").index("open")
    assert (blocks["routes"][0, :, at] == layout.part(tensor, "routes.open")).all()
    assert "past_players" not in layout.split(tensor[: layout.size])
    board = layout.board()
    assert (board["edges"] >= 0).all()
    assert len(board["edges"]) == blocks["routes"].shape[1] == len(edition.routes)
    assert board["points"].shape[0] == blocks["tickets"].shape[1] == len(edition.tickets)
