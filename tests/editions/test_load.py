"""A user's own file loads, with everything that it says."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from whistlestop.editions.check import fold
from whistlestop.editions.load import load
from whistlestop.editions.model import (
    Flag,
    LocomotiveUse,
    Offer,
    TieBreak,
    Unkept,
)

MadeUp = Callable[..., Path]


def test_a_file_by_path(made_up: MadeUp) -> None:
    path = made_up()
    edition = load(path)
    assert (edition.name, edition.title, edition.revision) == ("isles", "The Isles", 3)
    assert edition.source == hashlib.sha256(path.read_bytes()).hexdigest()
    assert load(str(path)) is edition


def test_a_changed_file_is_read_again(made_up: MadeUp) -> None:
    before = load(made_up())
    after = load(made_up(("revision = 3", "revision = 4")))
    assert (before.revision, after.revision) == (3, 4)
    assert before.source != after.source


def test_extra_pieces_and_cards(made_up: MadeUp) -> None:
    edition = load(made_up())
    assert (edition.passengers, edition.stations, edition.station_points) == (1, 2, 4)
    cards = edition.cards
    assert cards.colours == (("red", 12), ("blue", 10))
    assert (cards.locomotive, cards.locomotive4, cards.passenger, cards.total) == (6, 2, 3, 33)
    assert (cards.locomotive_name, cards.locomotive_use) == ("joker", LocomotiveUse.ANY)
    assert not cards.locomotive_ends_draw
    assert (cards.sweep_locomotives, cards.sweep_passengers) == (4, 0)
    assert edition.tie_breaks == (
        TieBreak.TICKETS,
        TieBreak.MERCHANDISE,
        TieBreak.STATIONS,
        TieBreak.LONGEST_PATH,
    )


def test_ferries_tunnels_and_exits(made_up: MadeUp) -> None:
    edition = load(made_up())
    assert [route.ferry for route in edition.routes] == [0, 0, 0, 0, 0, 0, 2, 0]
    assert [route.tunnel for route in edition.routes].index(True) == 5
    assert [route.exit for route in edition.routes if route.b == "FR"] == ["west", "east"]
    assert edition.routes[1].colour is None


def test_stacks_and_offers(made_up: MadeUp) -> None:
    edition = load(made_up())
    assert edition.stacks == ("near", "far")
    assert edition.opening == Offer(keep=2, unkept=Unkept.OUT, draw=(2, 1))
    assert edition.turn == Offer(keep=1, unkept=Unkept.BOTTOM, draw=(2, 0))
    assert edition.tickets[0].options == (("CAM", 5),)
    assert edition.tickets[5].options == (("ES", 7), ("FR", 2))
    assert edition.tickets[6] == edition.tickets[7]


def test_locomotives_for_tunnels_only(made_up: MadeUp) -> None:
    path = made_up(('locomotive_use = "any"', 'locomotive_use = "tunnels"'), (", ferry = 2", ""))
    assert load(path).cards.locomotive_use is LocomotiveUse.TUNNELS


def test_a_file_from_another_editor(made_up: MadeUp) -> None:
    """A byte-order mark and Windows line ends do no harm, and faults keep their lines."""
    path = made_up()
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load(path).title == "The Isles"


def test_defaults(tmp_path: Path) -> None:
    path = tmp_path / "least.toml"
    path.write_text(
        """
        name = "least"
        title = "Least"
        revision = 1
        players = {fewest = 2, most = 2}
        pieces = {each = 5}
        cards = {locomotive = 3, colours = {red = 12}}
        scoring = {route_points = [1], tie_breaks = []}
        parallel = {closed_up_to = 0}
        map.cities = [{code = "AAA", name = "A"}, {code = "BBB", name = "B"}]
        map.routes = [{a = "AAA", b = "BBB", length = 1, colour = "grey"}]
        [tickets]
        opening = {draw = [1], keep = 1}
        turn = {draw = [1], keep = 1}
        [tickets.stacks]
        main = [{from = "AAA", to = "BBB", points = 1}, {from = "BBB", to = "AAA", points = 1}]
        """,
        encoding="utf-8",
    )
    edition = load(path)
    assert edition.notes == ()
    assert (edition.piece_name, edition.final_round_at) == ("train", 2)
    assert (edition.passengers, edition.stations, edition.station_points) == (0, 0, 0)
    assert (edition.longest_path_bonus, edition.most_tickets_bonus) == (0, 0)
    assert edition.opening.unkept is Unkept.BOTTOM
    assert edition.cards.starting_hand == 4
    assert edition.counts is None


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("munchen", "München"),
        ("SAULT ST MARIE", "Sault St. Marie"),
        ("kings cross", "King's Cross"),
        ("kobenhavn", "København"),
        ("Elephant & Castle", "elephant castle"),
    ],
)
def test_folded_names(typed: str, printed: str) -> None:
    assert fold(typed) == fold(printed)


def test_flags(made_up: MadeUp) -> None:
    assert [country.flag for country in load(made_up()).countries] == [None, None]
    flag = 'flag = {bands = ["#ffffff", "#cc0000"], upright = true, cross = "#000000"}'
    estria, frisia = load(made_up(('name = "Estria"', f'name = "Estria", {flag}'))).countries
    assert estria.flag == Flag(("#ffffff", "#cc0000"), upright=True, cross="#000000")
    assert frisia.flag is None
