"""The value of positions: what is looked at, what was learned, and how searches use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, positions
from tests.many_tickets import load
from tests.properties.playing import up_to
from whistlestop.editions.load import names
from whistlestop.judge.compiled.features import FEATURES, LEDGER, look, write_features
from whistlestop.judge.compiled.neural_network import (
    MARGIN_UNIT,
    NEURAL_NETWORK,
    NEURAL_WORKSPACE,
    run_neural_network,
)
from whistlestop.judge.compiled.samples import LOOKS, SAMPLING_WORKSPACE, sample_games
from whistlestop.judge.evaluation import search_from
from whistlestop.judge.search import PRIOR, Settings
from whistlestop.judge.value import (
    LAYERS,
    feature_names,
    neural_network_for,
    read_neural_network,
    write_neural_network,
)
from whistlestop.policies.mind import PLANNING, RANDOM, mind_of
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE, Phase

WHOLE = Settings(horizon=0)
"""Everything is played to the end."""


ASKED = {
    ("europe", 2): 10,
    ("europe", 4): 20,
    ("germany", 2): 10,
    ("london", 2): 6,
    ("london", 3): 6,
    ("switzerland", 2): 10,
    ("switzerland", 3): 10,
    ("usa", 2): 10,
    ("usa", 3): 10,
}
"""Tables for which a network is asked, and after how many turns: elsewhere nobody found it better
than whole playouts."""

TURNS = {"london": 16}
"""The turns of each seat in a game, where they are not some forty."""

OF_SEATS = [
    "answer",
    "hand",
    "merchandise",
    "offer",
    "open",
    "owned",
    "passengers",
    "passengers_left",
    "pieces",
    "score",
    "shown",
    "stations",
    "tickets",
]
"""The fields of a state that have an entry for each seat."""


def turns(edition: str, players: int) -> Iterator[Any]:
    """Positions at the beginning of a turn, each a state that may be changed."""
    for state in positions(edition, players):
        if state["phase"] == Phase.TURN:
            yield np.array([state], dtype=STATE)[0]


def rows_of(edition: str, state: Any) -> np.ndarray:
    """[seat, feature] what each seat of a position would ask the network about."""
    players = int(state["seats"])
    minds = np.concatenate([mind_of(PLANNING, edition, players)] * players)
    ledger: Any = np.zeros(1, dtype=LEDGER)[0]
    rows = np.zeros((players, FEATURES), dtype=np.float32)
    look(book_of(load(edition)), state, minds, ledger)
    for seat in range(players):
        write_features(state, ledger, seat, rows[seat])
    return rows


def turned(state: Any) -> Any:
    """The same position with everybody one seat further."""
    players = int(state["seats"])
    other = np.array([state], dtype=STATE)
    for field in ("seat", "starter"):
        other[field] = (int(state[field]) + 1) % players
    for field in OF_SEATS:
        other[field][0, :players] = np.roll(state[field][:players], 1, axis=0)
    given = state["returned_by"]
    other["returned_by"] = np.where(given > 0, given % players + 1, 0)
    return other[0]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_features_do_not_depend_on_the_numbers_of_the_seats(edition: str, players: int) -> None:
    """And looking changes nothing."""
    for state in turns(edition, players):
        before = state.tobytes()
        rows = rows_of(edition, state)
        assert state.tobytes() == before
        assert np.isfinite(rows).all()
        assert np.allclose(np.roll(rows, 1, axis=0), rows_of(edition, turned(state)), atol=1e-3)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_features_are_what_their_names_say(edition: str, players: int) -> None:
    place = {name: number for number, name in enumerate(feature_names())}
    assert len(place) == FEATURES
    sheet: Any = np.zeros(1, dtype=SHEET)[0]
    for state in turns(edition, players):
        score(book_of(load(edition)), state, sheet)
        rows = rows_of(edition, state)
        for seat, row in enumerate(rows):
            others = [other for other in range(players) if other != seat]
            told = {name: float(row[number]) for name, number in place.items()}
            assert told["own.total"] == sheet["total"][seat]
            assert told["own.pieces"] == state["pieces"][seat]
            assert told["own.cards"] == state["hand"][seat].sum()
            assert told["own.longest"] == sheet["longest"][seat]
            assert told["own.until_turn"] == (seat - int(state["seat"])) % players
            assert told["own.spaces_ready"] <= told["own.spaces_planned"]
            assert told["others.cards"] == pytest.approx(state["hand"][others].sum() / len(others))
            assert told["ahead.total"] in sheet["total"][others]
            assert (told["seats"], told["turns"]) == (players, state["turns"])


def test_the_compiled_network_is_the_one_that_was_learned() -> None:
    random = np.random.default_rng(1)
    neural_networks = np.zeros(1, dtype=NEURAL_NETWORK)
    for field in ("mean", "scale", *LAYERS, *(f"{layer}_bias" for layer in LAYERS)):
        neural_networks[field] = random.normal(scale=0.3, size=neural_networks[field].shape)
    one: Any = neural_networks[0]
    work: Any = np.zeros(1, dtype=NEURAL_WORKSPACE)[0]
    for _ in range(20):
        row = random.normal(size=FEATURES).astype(np.float32)
        work["row"] = row
        run_neural_network(one, work)
        first = np.maximum((row - one["mean"]) * one["scale"] @ one["first"] + one["first_bias"], 0)
        second = np.maximum(first @ one["second"] + one["second_bias"], 0)
        odds, margin = second @ one["last"] + one["last_bias"]
        assert work["share"] == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-3)
        assert work["margin"] == pytest.approx(MARGIN_UNIT * margin, rel=1e-3, abs=0.05)


@pytest.mark.parametrize(("edition", "players"), list(ASKED))
def test_a_network_foresees_games_that_it_has_not_seen(edition: str, players: int) -> None:
    neural_networks = neural_network_for(load(edition), players)
    assert neural_networks is not None
    games, turns = 150, TURNS.get(edition, 40) * players
    rows = np.zeros((games, LOOKS, players, FEATURES), dtype=np.float32)
    shares = np.full((games, LOOKS, players), -1.0, dtype=np.float32)
    margins = np.zeros((games, LOOKS, players), dtype=np.float32)
    minds = np.concatenate([mind_of(PLANNING, edition, players)] * players)
    workspaces = np.zeros(2, dtype=SAMPLING_WORKSPACE)
    number = np.uint64(10**15)
    sample_games(
        books_of(load(edition)), minds, workspaces, number, turns, 6, rows, shares, margins
    )
    there = shares >= 0
    assert there.sum() > games
    work: Any = np.zeros(1, dtype=NEURAL_WORKSPACE)[0]
    told: list[tuple[float, float]] = []
    for row in rows[there]:
        work["row"] = row
        run_neural_network(neural_networks[0], work)
        told.append((float(work["share"]), float(work["margin"])))
    foreseen = np.array(told)
    off = foreseen[:, 1] - margins[there]
    assert off.var() < 0.85 * margins[there].var(), "of the lead"
    assert abs(off.mean()) < 0.15 * margins[there].std()
    off = foreseen[:, 0] - shares[there]
    assert off.var() < 0.92 * shares[there].var(), "of the win"
    assert abs(off.mean()) < 0.05


def test_a_network_is_kept_as_it_was(tmp_path: Path) -> None:
    neural_networks = neural_network_for(load("usa"), 2)
    assert neural_networks is not None
    file = tmp_path / "usa.npz"
    write_neural_network(file, neural_networks, {"seed": 1})
    assert read_neural_network(file).tobytes() == neural_networks.tobytes()


def test_a_network_for_other_features_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    neural_networks = neural_network_for(load("usa"), 2)
    assert neural_networks is not None
    file = tmp_path / "usa.npz"
    monkeypatch.setattr("whistlestop.judge.value.feature_names", lambda: ["weather"])
    write_neural_network(file, neural_networks, {})
    monkeypatch.undo()
    with pytest.raises(ValueError, match="made for other features"):
        read_neural_network(file)


def test_networks_are_asked_where_they_were_found_to_be_a_gain() -> None:
    for name in names():
        fewest, most = load(name).players
        for players in range(fewest, most + 1):
            neural_networks = neural_network_for(load(name), players)
            horizon = 0 if neural_networks is None else int(neural_networks["horizon"][0])
            assert horizon == ASKED.get((name, players), 0), (name, players)


def test_an_edition_of_one_s_own_has_no_network() -> None:
    """Whatever it is called."""
    for name in names():
        assert neural_network_for(replace(load(name), source="another"), 2) is None


def test_a_horizon_that_is_given_is_obeyed_at_every_table() -> None:
    game = up_to("usa", 4, 3, 20)
    view = game.view(game.seat)
    usual, whole = search_from(view, seed=1), search_from(view, seed=1, settings=WHOLE)
    asked = search_from(view, seed=1, settings=Settings(horizon=8))
    for search in (usual, whole, asked):
        search.run_playouts(60)
    assert (usual.margins(PRIOR) == whole.margins(PRIOR)).all()
    assert (asked.margins(PRIOR) != whole.margins(PRIOR)).any()


def test_a_search_asks_the_network_after_so_many_turns() -> None:
    view = up_to("usa", 2, 3, 20).view(up_to("usa", 2, 3, 20).seat)
    asked = search_from(view, seed=1)
    asked.run_playouts(120)
    assert ((asked.shares(PRIOR) > 0) & (asked.shares(PRIOR) < 1)).all()
    assert len({*asked.margins(PRIOR).tolist()}) == len(asked.margins(PRIOR))
    for settings, others in ((WHOLE, None), (Settings(), mind_of(RANDOM))):
        played = search_from(view, seed=1, settings=settings, others=others)
        played.run_playouts(120)
        assert {*played.shares(PRIOR).tolist()} <= {0.0, 0.5, 1.0}, "who won is known"
        assert (played.margins(PRIOR) % 1 == 0).all()


def test_a_world_that_ends_before_is_scored() -> None:
    game = up_to("usa", 2, 3, 20)
    far = search_from(game.view(game.seat), seed=1, settings=Settings(horizon=10_000))
    whole = search_from(game.view(game.seat), seed=1, settings=WHOLE)
    for search in (far, whole):
        search.run_playouts(60)
    assert far.margins(PRIOR).tolist() == whole.margins(PRIOR).tolist()


@pytest.mark.parametrize("wrong", [{"horizon": -1}, {"caution": -0.1}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="horizon and caution"):
        Settings(**wrong)
