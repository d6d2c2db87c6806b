"""The report on a board: what its file says, what games show, and how it is told."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.running import run

from whistlestop import drawing
from whistlestop.arena.balance import Balance, balance, findings
from whistlestop.editions.load import load, loads
from whistlestop.editions.model import Edition

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "new-edition.md").read_text(encoding="utf-8")
(LAKES,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def lakes() -> Edition:
    return loads(LAKES)


@pytest.fixture(scope="module")
def played(lakes: Edition) -> Balance:
    return balance(lakes, games=12, bot="random", seed=3)


def test_the_file_of_a_board_that_is_even() -> None:
    report = balance(load("usa"), games=0)
    ticket = next(one for one in report.tickets if one.ticket == "LAX-NYC")
    assert (ticket.points, ticket.spaces, ticket.off) == (21, 20, 0)
    assert {(one.routes, one.spaces, one.cards) for one in report.colours[:-1]} == {(7, 27, 12)}
    assert (report.double_routes, report.pairs) == (22, 78)
    assert report.routes == report.seats == ()
    assert findings(report) == []


def test_what_stands_out_is_said(lakes: Edition) -> None:
    """A ticket that pays ten too much, a colour that is missing, and a city at the end of a way."""
    text = LAKES.replace('to = "DAL", points = 4', 'to = "DAL", points = 14')
    text = text.replace("blue = 10", "blue = 10\ngreen = 10")
    text = text.replace(
        '{a = "DAL", b = "EST", length = 3, colour = "red"}',
        '{a = "DAL", b = "BRK", length = 2, colour = "grey"}',
    )
    report = balance(loads(text), games=0)
    told = " ".join(findings(report))
    ticket = report.tickets[0]
    assert (ticket.ticket, ticket.points, ticket.spaces) == ("ALB-DAL", 14, 4)
    assert (
        f"The ticket Albury–Dale pays 14 for 4 spaces, more than others: {ticket.fair:.0f}" in told
    )
    assert "No route asks for green." in told
    assert "Only Cliff links Eastend with the others." in told
    assert report.only_ways == ("CLF-EST",)
    assert "Single routes without a way round: Cliff–Eastend." in told
    even = balance(lakes, games=0)
    assert even.only_ways == ()
    assert all(not city.parts_off for city in even.cities)


def test_games_add_up(lakes: Edition, played: Balance) -> None:
    assert played.games == 12
    for route in played.routes:
        assert route.claimed == pytest.approx(sum(route.by_seat) / 12)
        assert (route.when is None) == (route.claimed == 0)
        assert route.claimed <= route.link <= 1
    twins = [one for one in played.routes if one.route.startswith("BRK-CLF")]
    assert len(twins) == 2
    assert twins[0].link == twins[1].link == pytest.approx(sum(one.claimed for one in twins))
    assert sum(seat.wins.value for seat in played.seats) == pytest.approx(1)
    assert any(ticket.held for ticket in played.tickets)
    assert all(ticket.completed <= ticket.held for ticket in played.tickets)
    assert balance(lakes, games=12, bot="random", seed=3) == played
    assert balance(lakes, games=12, bot="random", seed=4) != played


def test_an_interrupt_reports_what_there_is(lakes: Edition) -> None:
    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    report = balance(lakes, games=50, bot="random", on_progress=stop)
    assert (report.games, report.asked) == (3, 50)
    assert report.seats


def test_a_better_seat_is_named(played: Balance) -> None:
    one, other = played.seats
    uneven = replace(
        played, seats=(replace(one, wins=replace(one.wins, low=0.6, value=0.7)), other)
    )
    assert any(line.startswith("Seat 1 wins 70%") for line in findings(uneven))


def test_the_picture_tells_every_share(lakes: Edition, played: Balance) -> None:
    picture = drawing.shaded(lakes, played.contested)
    for route in played.routes:
        assert f"{route.title}: {round(route.claimed * 100)} %" in picture
    bands = picture.count('class="shade"')
    assert bands == sum(route.claimed > 0 for route in played.routes)
    for wrong in ({"ALB-BRK": 1.5}, {"ALB-EST": 0.5}):
        with pytest.raises(ValueError, match="ALB-"):
            drawing.shaded(lakes, wrong)


def test_the_command(tmp_path: Path) -> None:
    """As the page on new boards has it, and in JSON; what makes no sense is refused."""
    (tmp_path / "lakes.toml").write_text(LAKES, encoding="utf-8")
    words = ("balance", "lakes.toml", "--bot", "random", "--games", "5")
    done = run(*words, "-o", "claims.svg", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    for part in ("Tickets", "Colours", "Routes", "Seats", "5 games of 2 × random"):
        assert part in done.stdout
    assert (tmp_path / "claims.svg").read_text(encoding="utf-8").startswith("<svg")
    document = json.loads(run(*words, "--json", folder=tmp_path).stdout)
    assert document["games"] == 5
    assert {"tickets", "routes", "seats", "findings", "completed"} <= document.keys()
    for more, says in (
        (("--games", "0", "-o", "x.svg"), "leave out --games 0"),
        (("-o", "x.gif"), "a drawing is written as"),
        (("--players", "5"), "is for 2 to 2 players, not 5"),
        (("--bot", "nobody"), "nobody"),
    ):
        refused = run("balance", "lakes.toml", "--bot", "random", *more, folder=tmp_path)
        assert refused.returncode == 2
        assert says in refused.stderr
        assert "Traceback" not in refused.stderr


def test_every_option_is_named() -> None:
    options = set(re.findall(r"--[a-z][a-z-]*", run("balance", "--help").stdout))
    assert options - {"--help", "--output"} <= set(re.findall(r"--[a-z][a-z-]*", PAGE))
