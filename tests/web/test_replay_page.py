"""Replays: whose view is shown, steps, speed, the log, keys and links."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.staging import browsing
from tests.web.test_finale import end_of, golden
from tests.web.test_readable import settled
from tests.web.watching import faults_everywhere
from whistlestop import Game


def replay(page: Page, server: str, game: Game, place: str = "") -> str:
    """Import a game and open its replay. Return the table's id."""
    table = end_of(page, server, game)
    page.goto(f"/replay/{table}{place}")
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.locator(".replay-log [aria-current]").wait_for(timeout=SETTLE)
    return table


def at(page: Page) -> Locator:
    return page.locator(".replay-at")


def check_at(page: Page, moves: int, game: Game) -> None:
    expect(at(page)).to_have_text(f"{moves} / {game.length}", timeout=SETTLE)


def ends_of(page: Page, server: str, table: str) -> list[int]:
    """Return the number of the last move of every turn."""
    told = browsing(page, server).got(f"/api/tables/{table}/turns")
    return [turn["move"] for turn in told["turns"]]


def test_keys_step_by_decisions_and_by_turns(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("usa-2")
    table = replay(page, server, game, "#30")
    ends = ends_of(page, server, table)
    after, before = (end for end in ends if end > 30), [end for end in ends if end < 30]
    first, second = next(after), next(after)
    # The turns are there some time after the moment.
    page.locator(".replay-ways").wait_for()
    page.wait_for_load_state("networkidle")
    for key, wanted in (
        ("ArrowRight", 31),
        ("ArrowLeft", 30),
        ("Shift+ArrowRight", first),
        ("Shift+ArrowRight", second),
        ("Home", 0),
        ("End", game.length),
        ("Shift+ArrowLeft", ends[-2]),
    ):
        page.keyboard.press(key)
        check_at(page, wanted, game)
    # The address follows when the moment is shown; before that it may still say what is asked now.
    page.wait_for_function("at => location.hash === at", arg=f"#{ends[-2]}")
    page.evaluate("() => { location.hash = '#30'; }")
    check_at(page, 30, game)
    page.keyboard.press("Shift+ArrowLeft")
    check_at(page, before[-1], game)
    # The buttons do the same, by the unit that is chosen.
    page.get_by_label("Steps").select_option("turns")
    page.get_by_role("button", name="One turn forward").click()
    check_at(page, ends[len(before)], game)
    page.get_by_label("Steps").select_option("decisions")
    page.get_by_role("button", name="One decision back").click()
    check_at(page, ends[len(before)] - 1, game)


def test_it_plays_at_several_speeds_and_stops_at_the_end(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.add_init_script(
        """const at = window.setTimeout;
        window.waits = [];
        window.setTimeout = (act, wait, ...more) => {
          if ([2000, 900, 300].includes(wait)) window.waits.push(wait);
          return at(act, wait >= 300 ? 10 : wait, ...more);
        };"""
    )
    game = golden("london-2")
    last = game.length
    replay(page, server, game, f"#{last - 4}")
    for speed, wait in (("slow", 2000), ("normal", 900), ("fast", 300)):
        page.evaluate("last => { location.hash = `#${last - 4}`; }", last)
        check_at(page, last - 4, game)
        page.get_by_label("Speed").select_option(speed)
        page.locator("body").click(position={"x": 5, "y": 300})
        page.evaluate("() => { document.activeElement?.blur(); window.waits = []; }")
        page.keyboard.press("Space")
        check_at(page, last, game)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        assert wait in page.evaluate("() => window.waits")
        page.wait_for_function("last => location.hash === `#${last}`", arg=last, timeout=SETTLE)
    page.keyboard.press("Home")
    check_at(page, 0, game)


def test_a_line_of_the_log_leads_to_its_moment(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("usa-3")
    replay(page, server, game, "#100")
    current = page.locator(".replay-log [aria-current]")
    inside = """line => {
      const box = line.closest(".log-scroll").getBoundingClientRect();
      const row = line.getBoundingClientRect();
      return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
    }"""
    assert current.count() == 1
    assert current.evaluate(inside)
    # What is to come is there, too, and leads on.
    page.locator(".replay-log li.later button").nth(20).click()
    expect(at(page)).not_to_have_text(f"100 / {game.length}")
    later = int(at(page).inner_text().split(" / ")[0])
    assert later > 100
    page.wait_for_function("hash => location.hash === hash", arg=f"#{later}", timeout=SETTLE)
    expect(current).to_have_count(1)
    assert current.evaluate(inside)
    page.locator(".replay-log li button").first.click()
    check_at(page, 0, game)
    assert page.locator(".replay-log li.later").count() > 0
    # The page itself has not moved: the board is where it was.
    assert page.evaluate("() => scrollY") == 0


def test_a_seats_eyes_never_show_another_hand(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("usa-3")
    sent: list[str] = []
    page.on("response", lambda answer: sent.append(answer.url))
    table = replay(page, server, game, "#120")
    expect(page.locator(".other-hand")).to_have_count(3)
    page.get_by_label("Eyes").select_option("Ben")
    expect(page.locator(".other-hand")).to_have_count(0, timeout=SETTLE)
    expect(page).to_have_url(f"{server}/replay/{table}#120,2")
    while game.length > 120:
        game.undo()
    mine = game.view(1).players[1]
    assert sum(map(int, page.locator(".held .count").all_inner_texts())) == mine.cards
    assert page.locator(".tickets .ticket-button").count() == len(mine.tickets or ())
    # The log tells what others drew from the deck as it was told then: without the card.
    lines = page.locator(".replay-log li")
    told = lines.filter(has_text=re.compile(r"^(Ada|Cleo): (?!a card ).* from the deck"))
    expect(told).to_have_count(0)
    assert lines.filter(has_text=re.compile(r"^Ben: .* from the deck")).count() > 0
    for step in ("ArrowRight", "ArrowRight", "ArrowLeft", "Shift+ArrowRight"):
        sent.clear()
        page.keyboard.press(step)
        expect(page.locator(".other-hand")).to_have_count(0)
        page.wait_for_function("() => location.hash.endsWith(',2')")
        asked = [url for url in sent if "/at/" in url]
        assert all(url.endswith("?eyes=1") for url in asked)
    page.get_by_label("Eyes").select_option("All open")
    expect(page.locator(".other-hand")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"#\d+$"))


def test_a_link_opens_the_moment_with_the_eyes(open_page: OpenPage, server: str) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    game = golden("germany-3")
    table = replay(page, server, game, "#77,3")
    check_at(page, 77, game)
    expect(page.get_by_label("Eyes")).to_have_value("2")
    page.get_by_role("button", name="Link to this moment").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link: str = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{server}/replay/{table}#77,3"
    page.goto("about:blank")
    page.goto(link)
    check_at(page, 77, game)
    expect(page.get_by_label("Eyes")).to_have_value("2", timeout=SETTLE)
    # Beyond the game, or with eyes that nobody has, it opens what there is.
    page.evaluate("() => { location.hash = '#9999,9'; }")
    check_at(page, game.length, game)
    expect(page.get_by_label("Eyes")).to_have_value("")


def test_a_running_game_has_ones_own_eyes_alone(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    page.locator(".offer").wait_for(timeout=SETTLE)
    page.goto(page.url.replace("/t/", "/replay/"))
    page.locator(".replay-bar").wait_for(timeout=SETTLE)
    assert page.get_by_label("Eyes").count() == 0
    assert page.locator(".other-hand").count() == 0


@pytest.mark.parametrize(
    "sizes", [[(1280, 720), (1440, 900)], [(390, 844), (360, 640), (844, 390)]]
)
def test_the_board_is_never_covered(
    open_page: OpenPage, server: str, sizes: list[tuple[int, int]]
) -> None:
    page = open_page(has_touch=sizes[0][0] < 1000, locale="de-DE")
    replay(page, server, golden("london-4"), "#40")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        check_uncovered(page, width, height)


def check_uncovered(page: Page, width: int, height: int) -> None:
    parts = [page.locator(part).bounding_box() for part in (".board-frame", ".replay-bar")]
    for one in parts:
        assert one is not None
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= width + 1
    board, bar = parts
    assert board is not None
    assert bar is not None
    beside = bar["x"] >= board["x"] + board["width"] - 1
    apart = (
        bar["y"] >= board["y"] + board["height"] - 1 or board["y"] >= bar["y"] + bar["height"] - 1
    )
    assert beside or apart
    assert bar["y"] + bar["height"] <= height + 1
    buttons = page.locator(".replay-steps button").all()
    boxes = [button.bounding_box() for button in buttons]
    for one, other in pairwise(boxes):
        assert one is not None
        assert other is not None
        assert one["x"] + one["width"] <= other["x"]
        assert min(one["width"], one["height"]) >= 40
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_it_is_for_everybody(open_page: OpenPage, server: str) -> None:
    page = open_page()
    replay(page, server, golden("germany-2"), "#60")
    found = faults_everywhere(page)
    page.locator(".replay-keys summary").click()
    expect(page.locator(".replay-keys dl")).to_be_visible()
    page.get_by_label("Eyes").select_option("Ada")
    expect(page.locator(".other-hand")).to_have_count(0)
    found += faults_everywhere(page, board=False)
    assert found == []
