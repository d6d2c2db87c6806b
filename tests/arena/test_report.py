from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser
from tests.arena.playing import planned
from tests.arena.test_intervals import deal
from tests.browsing import browser as browser

from whistlestop.arena.tournament.charts import Bar, intervals
from whistlestop.arena.tournament.engines import local
from whistlestop.arena.tournament.report import report, write_report
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.running import play
from whistlestop.arena.tournament.standings import results
from whistlestop.arena.tournament.stopping import Enough


class Words(HTMLParser):
    """What a page says, and whatever it would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.fetched += [str(named[key]) for key in ("src", "href") if key in named]
        if tag in ("script", "link", "iframe"):
            self.fetched.append(tag)

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_a_report_says_what_the_results_say_and_needs_nothing_else() -> None:
    found = planned("random", "random@5s", "random@6s", editions=["usa"], players=[2, 3])
    run = play(found, Enough(6), local(1))
    summed_up = results(found, run.outcomes)
    page = report(found, summed_up, run.outcomes, complete=False)
    words = Words(page)
    assert words.fetched == []
    assert "url(" not in page
    assert "@import" not in page
    said = " ".join(words.said)
    for part in ("USA, 2 players", "USA, 3 players", "Pairs", "Ratings", "Fair share: 33.3%"):
        assert part in said
    assert "Not everything has been played yet." in said
    for table in summed_up.overall:
        for one in table.standings:
            assert f"{one.wins.value:.1%}" in said
            assert f"{one.score.mean:.1f}".replace("-", "−") in said
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(charts) == 8
    for chart in charts:
        (label,) = re.findall(r'role="img" aria-label="([^"]+)"', chart)
        assert "random" in label
        ElementTree.fromstring(chart)
    assert "Not everything" not in report(found, summed_up, run.outcomes, complete=True)


def test_doubly_joined_tickets_have_a_column_on_boards_that_reward_them() -> None:
    for board, rewarded in (("india", True), ("usa", False)):
        found = planned("random", "random@5s", editions=[board], players=[2])
        run = play(found, Enough(2), local(1))
        page = report(found, results(found, run.outcomes), run.outcomes, complete=True)
        assert ('scope="col">Doubly joined<' in page) == rewarded


def lost(outcome: DealOutcome) -> DealOutcome:
    """The same deal, but the first contestant has lost moves."""
    games = tuple(
        replace(
            game,
            seats=tuple(
                replace(
                    one, thinking=replace(one.thinking, late=2, failed=1, complaint="<b>dozed</b>")
                )
                if one.contestant == 0
                else one
                for one in game.seats
            ),
        )
        for game in outcome.games
    )
    return replace(outcome, games=games)


def test_lost_moves_are_told_and_nothing_that_a_bot_says_becomes_part_of_the_page() -> None:
    found = planned("random", "planner")
    outcomes = [lost(deal(0, 1, 0.5)), lost(deal(1, 1, 1))]
    page = report(found, results(found, outcomes), outcomes, complete=True)
    assert "lost 12 moves to the fallback in 4 games: 8 came too late, 4 were not legal" in page
    assert "<b>" not in page
    assert "&lt;b&gt;dozed&lt;/b&gt;" in page


def test_long_names_stay_apart_in_charts() -> None:
    names = [f"/a/long/way/to/{end}.py:Player@100ms" for end in ("one/bot", "two/bot")]
    chart = intervals([Bar(name, 0.5, 0.4, 0.6) for name in names], "share", "two")
    assert "1: …" in chart
    assert "2: …" in chart


@pytest.mark.parametrize("width", [1280, 375])
def test_the_page_fits_the_screen(tmp_path: Path, browser: Browser, width: int) -> None:
    found = planned("random", "planner", "random@5s")
    outcomes = [replace(deal(number, 1, 0.5), matchup=0) for number in range(6)]
    write_report(tmp_path / "report.html", found, results(found, outcomes), outcomes, complete=True)
    page = browser.new_page(viewport={"width": width, "height": 800})
    try:
        page.goto((tmp_path / "report.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for figure in page.locator("figure svg").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["width"] > 0.6 * min(width, 560)
    finally:
        page.close()
