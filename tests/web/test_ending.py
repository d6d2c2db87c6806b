"""The end of a game: the scenes of the final scoring, skipping them, the charts, and sharing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import Stage, browsing, rehearse
from tests.web.test_finale import end_of, golden, marked, totals
from tests.web.watching import faults_everywhere
from whistlestop import Game
from whistlestop.actions import DrawDeck
from whistlestop.events import CardDrawn

HELD = """
  const [at, never] = [window.setTimeout, window.clearTimeout];
  const held = new Map();
  let last = -1e6;
  window.setTimeout = (act, wait, ...more) => {
    if (!(wait > 400)) return at(act, wait, ...more);
    last -= 1;
    held.set(last, act);
    return last;
  };
  window.clearTimeout = (id) => held.delete(id) || never(id);
  window.step = () => {
    const now = [...held];
    for (const [id, act] of now) if (held.has(id)) { held.delete(id); act(); }
  };
"""
"""A script that replaces long timers. They run only when the test calls `step()`."""

AGAIN = "See it again"


def told(page: Page, table: str, edition: str) -> list[dict[str, Any]]:
    """Return the scenes of the final scoring, as the page's own schedule computes them."""
    return page.evaluate(
        """async ([table, edition]) => {
          const {scenesOf} = await import("/static/table/ending/schedule.js");
          const {sheetLines} = await import("/static/table/ending/lines.js");
          const ask = async (path) => (await fetch(path)).json();
          const sheet = await ask(`/api/tables/${table}/sheet`);
          const facts = await ask(`/api/editions/${edition}`);
          return scenesOf(sheetLines(sheet, facts), sheet, facts);
        }""",
        [table, edition],
    )


def scene(page: Page) -> str | None:
    """Return the name of the scene that is shown; None after the last one."""
    return page.evaluate("() => document.querySelector('.finale.showing')?.dataset.scene ?? null")


def step(page: Page) -> None:
    """Go to the next scene, or to the end after the last one."""
    now = "document.querySelector('.finale.showing')?.dataset.at ?? null"
    page.wait_for_function(
        f"before => ({now}) !== before || (step(), false)",
        arg=page.evaluate(f"() => {now}"),
        timeout=SETTLE,
    )


def on_the_track(page: Page, edition: str) -> list[int]:
    """Return the field of every player's marker on the score track, in the order of the sheet."""
    return page.evaluate(
        """async (edition) => {
          const {track} = await (await fetch(`/drawings/${edition}/geometry.json`)).json();
          return [...document.querySelectorAll(".finale .sheet thead use")].map((piece) => {
            const marker = piece.getAttribute("href").replace("piece", "marker");
            const use = document.querySelector(`.board-sheet > svg .markers use[href="${marker}"]`);
            const [x, y] = use.getAttribute("transform").match(/-?[0-9.]+/g).map(Number);
            const inside = ([left, top, wide, high]) =>
              x >= left && x <= left + wide && y >= top && y <= top + high;
            return track.findIndex(inside);
          });
        }""",
        edition,
    )


def check_nothing_left(page: Page, game: Game) -> None:
    """Check that the final scoring is over and the page looks as if it were opened only now."""
    sheet = game.score_sheet()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".turn")).to_contain_text("win", timeout=SETTLE)
    for left in (".showing", ".ending-stage", ".curtain", ".telling"):
        assert page.locator(left).count() == 0, left
    assert totals(page) == list(sheet.totals)
    fields = on_the_track(page, game.edition.name)
    assert fields == [total % 100 for total in sheet.totals]


def test_a_game_that_ends_before_ones_eyes_is_told_once(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url, reduced_motion="no-preference")
    page.add_init_script(
        """const at = window.setTimeout;
        window.setTimeout = (act, wait, ...more) => at(act, wait > 400 ? wait / 12 : wait, ...more);
        window.seen = [];
        new MutationObserver(() => {
          const scene = document.querySelector(".finale.showing")?.dataset.scene;
          if (scene && scene !== window.seen.at(-1)) window.seen.push(scene);
        }).observe(document, {childList: true, subtree: true, attributes: true});"""
    )
    rehearsal = rehearse(
        "newyork", lambda game, move: game.over and isinstance(move.action, DrawDeck)
    )
    table = stage.set_up(page, rehearsal)
    page.goto(f"/t/{table}")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)
    expect(page.locator(".finale .afterwards")).to_be_visible(timeout=SETTLE)
    check_nothing_left(page, rehearsal.game)
    seen: list[str] = page.evaluate("() => window.seen")
    assert seen[0] == "routes"
    assert seen[-2:] == ["turning", "winner"]
    assert "ticket" in seen
    # Whoever comes back finds how it ended, and may see it again.
    page.reload()
    expect(page.get_by_role("button", name=AGAIN)).to_be_visible(timeout=SETTLE)
    page.locator(".board-sheet > svg .markers use").first.wait_for(state="attached")
    check_nothing_left(page, rehearsal.game)
    assert page.evaluate("() => window.seen") == []


def test_the_end_by_stillness_is_there_at_once(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url)
    page.add_init_script(
        """window.shown = 0;
        new MutationObserver(() => {
          window.shown += document.querySelectorAll(".showing, .curtain, .telling").length;
        }).observe(document, {childList: true, subtree: true, attributes: true});"""
    )
    rehearsal = rehearse(
        "newyork", lambda game, move: game.over and isinstance(move.action, DrawDeck)
    )
    table = stage.set_up(page, rehearsal)
    page.goto(f"/t/{table}")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)
    check_nothing_left(page, rehearsal.game)
    assert page.evaluate("() => window.shown") == 0
    assert page.get_by_role("button", name=AGAIN).count() == 0


def by_button(page: Page) -> None:
    page.get_by_role("button", name="Show everything").click()


def by_key(page: Page) -> None:
    page.keyboard.press("Escape")


def by_click(page: Page) -> None:
    page.mouse.click(40, 400)


def test_it_can_be_skipped_at_any_moment(open_page: OpenPage, server: str) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(HELD)
    game = golden("europe-2")
    table = end_of(page, server, game)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    last = len(told(page, table, "europe")) - 1
    page.locator(".board-sheet [data-route].longest-path").first.wait_for(
        state="attached", timeout=SETTLE
    )
    marks = marked(page, "[data-route]")
    assert marks
    # At the end the curtain lies over the button.
    for moment, skip in (
        (0, by_button),
        (1, by_key),
        (last // 2, by_click),
        (last - 1, by_button),
        (last, by_click),
    ):
        page.get_by_role("button", name=AGAIN).click(timeout=SETTLE)
        expect(page.locator(".finale.showing")).to_be_visible()
        assert page.locator(".turn").inner_text() == "The game is over."
        for _ in range(moment):
            step(page)
        assert scene(page) is not None
        skip(page)
        check_nothing_left(page, game)
        assert marked(page, "[data-route]") == marks
    # And to its own end.
    page.get_by_role("button", name=AGAIN).click()
    for _ in range(last + 1):
        step(page)
    check_nothing_left(page, game)
    assert marked(page, "[data-route]") == marks


@pytest.mark.parametrize("name", ["germany-3", "london-2", "usa-5"])
def test_what_is_told_is_drawn(open_page: OpenPage, server: str, name: str) -> None:
    """Every scene shows its markers, the ends of tickets, districts, or the longest path."""
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(HELD)
    game = golden(name)
    edition, sheet = game.edition.name, game.score_sheet()
    table = end_of(page, server, game)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    scenes = told(page, table, edition)
    page.get_by_role("button", name=AGAIN).click(timeout=SETTLE)
    for one in scenes:
        expect(page.locator(".finale.showing")).to_have_attribute(
            "data-scene", one.get("line") or one["kind"]
        )
        if one["kind"] == "points":
            written = page.locator(".race strong").all_inner_texts()
            assert [int(words.replace("−", "-")) for words in written] == one["totals"]
        assert page.locator(".ending-stage .told-badge").count() == len(one["tickets"])
        done = sum(line["completed"] for line in one["tickets"])
        walked = len({p.seat for p in sheet.players if p.longest_path_bonus})
        walked *= one.get("line") == "longest_path"
        linked = sum(bool(player.most_tickets_bonus) for player in sheet.players)
        linked *= one.get("line") == "most_tickets"
        assert page.locator(".ending-stage .told-line").count() == done + walked + linked
        assert page.locator(".ending-stage .told-gap").count() == len(one["tickets"]) - done
        if one.get("line") == "districts":
            cities = sum(
                len(district.cities)
                for player in sheet.players
                for line in player.districts
                for district in game.edition.districts
                if district.name == line.name
            )
            assert cities
            assert page.locator(".ending-stage .told-place").count() == cities
        assert (page.locator(".curtain").count() == 1) == (one["kind"] == "winner")
        step(page)
    check_nothing_left(page, game)


@pytest.mark.parametrize("name", ["germany-3", "london-4"])
def test_the_charts_have_the_numbers_of_the_game(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page()
    game = golden(name)
    table = end_of(page, server, game)
    page.locator(".finale .tabs").wait_for(timeout=SETTLE)
    turns = browsing(page, server).got(f"/api/tables/{table}/turns")["turns"]

    def cells(number: int) -> list[list[int]]:
        rows: list[list[str]] = (
            page.locator(".statistics figure table")
            .nth(number)
            .evaluate(
                "table => [...table.querySelectorAll('tbody tr')].map("
                "row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
            )
        )
        return [[int(cell.replace("−", "-")) for cell in row] for row in rows]

    assert cells(0) == [turn["scores"] for turn in turns]
    seats = range(len(game.seats))
    events = [event for move in game.moves for event in move.events]
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    by_seat = [[one.slot is not None for one in drawn if one.seat == seat] for seat in seats]
    assert cells(1) == [[sum(slots), len(slots) - sum(slots)] for slots in by_seat]
    lengths = [
        [game.edition.routes[game.index.route_of[code]].length for code in player.routes]
        for player in game.view().players
    ]
    used = sorted({length for row in lengths for length in row})
    assert cells(2) == [[row.count(length) for length in used] for row in lengths]
    charts = page.locator(".statistics .chart")
    paths = (
        charts.nth(0)
        .locator(".chart-line")
        .evaluate_all("all => all.map(one => one.getAttribute('d').split('L').length)")
    )
    assert paths == [len(turns) + 1] * len(game.seats)
    said = charts.nth(1).locator("text").all_text_contents()
    assert said == [f"{sum(slots)} + {len(slots) - sum(slots)}" for slots in by_seat]
    bars = charts.nth(2).locator(".chart-bar").count()
    assert bars == sum(len({*row}) for row in lengths)
    for words in charts.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"):
        assert words


def test_the_sheets_after_the_end_need_no_scrolling(open_page: OpenPage, server: str) -> None:
    """With the most players, neither the page nor the column beside the board has to scroll."""
    page = open_page(width=1280, height=800)
    end_of(page, server, golden("germany-5"))
    tabs = page.get_by_role("tablist", name="After the game").get_by_role("tab")
    expect(tabs).to_have_count(3, timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    tabs.first.focus()
    for at in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(tabs.nth(at)).to_be_focused()
        expect(tabs.nth(at)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).to_have_count(1)
        end = page.get_by_role("tabpanel").bounding_box()
        assert end is not None
        assert end["y"] + end["height"] <= 800
        assert page.evaluate("() => document.documentElement.scrollHeight") == 800
    page.keyboard.press("ArrowRight")
    expect(tabs.first).to_be_focused()
    expect(page.locator(".finale .winner")).to_be_visible()


def test_the_link_is_copied_and_opens_the_replay(open_page: OpenPage, server: str) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    table = end_of(page, server, golden("london-2"))
    page.get_by_role("button", name="Share the replay").click(timeout=SETTLE)
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link: str = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{server}/replay/{table}"
    page.goto(link)
    expect(page.locator(".replay-at")).to_have_text(re.compile("^0 / "), timeout=SETTLE)


def test_where_the_device_can_share_it_does(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.add_init_script(
        """navigator.canShare = () => true;
        navigator.share = async (what) => {
          window.shared = {...what, files: what.files?.map((file) => file.type)};
        };"""
    )
    table = end_of(page, server, golden("london-2"))
    page.get_by_role("button", name="Share the replay").click(timeout=SETTLE)
    page.wait_for_function("() => window.shared?.url", timeout=SETTLE)
    assert page.evaluate("() => window.shared.url") == f"{server}/replay/{table}"
    page.get_by_role("button", name="Share as a picture").click()
    page.wait_for_function("() => window.shared?.files", timeout=SETTLE)
    assert page.evaluate("() => window.shared.files") == ["image/png"]


def test_without_a_clipboard_the_address_can_be_marked(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    table = end_of(page, server, golden("london-2"))
    page.get_by_role("button", name="Share the replay").click(timeout=SETTLE)
    expect(page.get_by_label("Address of the replay")).to_have_value(f"{server}/replay/{table}")


def test_the_picture_is_saved(open_page: OpenPage, server: str) -> None:
    page = open_page(locale="de-DE")
    end_of(page, server, golden("london-2"))
    with page.expect_download(timeout=SETTLE) as download:
        page.get_by_role("button", name="Als Bild teilen").click(timeout=SETTLE)
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(picture[16:20], "big") == 1600
    assert len(picture) > 50_000
    assert download.value.suggested_filename.endswith(".png")
    expect(page.get_by_text("Das Bild liegt bei deinen Downloads.")).to_be_visible()


def test_the_end_is_for_everybody(open_page: OpenPage, server: str) -> None:
    """axe finds nothing during and after the final scoring, in both themes, on two screens."""
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(HELD)
    game = golden("london-3")
    table = end_of(page, server, game)
    page.locator(".finale .tabs").wait_for(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    found = faults_everywhere(page)
    page.get_by_role("button", name=AGAIN).click()
    seen: set[str] = set()
    for one in told(page, table, "london"):
        kind = one.get("line") or one["kind"]
        if kind in ("ticket", "districts", "turning") and kind not in seen:
            found += faults_everywhere(page)
            seen.add(kind)
        step(page)
    assert len(seen) == 3
    assert found == []


def test_nothing_is_wider_than_the_window(open_page: OpenPage, server: str) -> None:
    page = open_page(locale="de-DE", reduced_motion="no-preference")
    page.add_init_script(HELD)
    table = end_of(page, server, golden("usa-5"))
    page.locator(".finale .tabs").wait_for(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    scenes = len(told(page, table, "usa"))
    for width, height in ((1280, 720), (390, 844), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        check_width(page, scenes, height)


def check_width(page: Page, scenes: int, height: int) -> None:
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    page.get_by_role("button", name="Noch einmal zeigen").click()
    for _ in range(scenes):
        assert page.evaluate(wide) <= 0
        # What is told is in sight, and so is the map.
        if page.locator(".scene").count():
            top = page.locator(".scene").bounding_box()
            assert top is not None
            assert top["y"] < height
        step(page)
