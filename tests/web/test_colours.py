"""Everybody's own colour: chosen with swatches, and the same wherever a player is shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, start_game
from tests.web.watching import accessibility_faults, faults_everywhere
from whistlestop.drawing.art.palette import PLAYER_COLOURS

COLOURS = [colour.name for colour in PLAYER_COLOURS]


def like(page: Page, colour: str) -> None:
    """Choose a colour on the start page."""
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
    page.locator(".colour-menu summary").click()
    swatch = page.get_by_role("radio", name=colour)
    if not swatch.is_checked():
        with page.expect_response(lambda answer: answer.url.endswith("/api/me")):
            swatch.check()


def pieces(page: Page, within: str) -> list[int]:
    """Return the numbers of the colours that are shown in a part of the page."""
    found: list[str] = page.locator(f'{within} use[href^="#piece-"]').evaluate_all(
        "(uses) => uses.map((use) => use.getAttribute('href'))"
    )
    return [int(href.rpartition("-")[2]) for href in found]


def test_the_drawings_and_the_page_agree(open_page: OpenPage) -> None:
    """Swatches show the drawings' pieces in their order, each with a name and a pattern."""
    page = open_page()
    like(page, "yellow")
    labels = page.locator(".colour-choice").all_inner_texts()
    assert [label.strip() for label in labels] == COLOURS
    assert pieces(page, ".colours") == [1, 2, 3, 4, 5]
    patterns = page.evaluate(
        "() => [1, 2, 3, 4, 5].map((n) => document.querySelector(`#piece-${n} > path`)"
        ".getAttribute('d'))"
    )
    assert len(set(patterns)) == 5
    assert faults_everywhere(page) == []


def test_a_colour_is_chosen_by_keyboard_and_remembered(open_page: OpenPage) -> None:
    page = open_page()
    like(page, "blue")
    page.keyboard.press("Escape")
    expect(page.locator(".colours")).to_be_hidden()
    # Back where one was: the summary opens it again.
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_response(lambda answer: answer.url.endswith("/api/me")):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="red")).to_be_checked()
    expect(page.locator(".colours [role=status]")).to_have_text("Colour saved")
    page.reload()
    summary = page.locator(".colour-menu summary")
    expect(summary).to_have_attribute("aria-label", "Your colour: red", timeout=SETTLE)
    assert pieces(page, ".colour-menu summary") == [2]


def test_one_colour_wherever_a_player_is_shown(open_page: OpenPage) -> None:
    """A player has the same colour on the board, in lists, at the end and in replays."""
    page = open_page()
    like(page, "turquoise")
    table = start_game(page, "switzerland", [{"kind": "bot", "bot": "random"}, {"kind": "me"}])
    player = Clicker(page)
    for _ in range(60):
        expect(page.locator(".turn.mine")).to_be_visible(timeout=SETTLE)
        player.decide()
        if 5 in pieces(page, ".board-sheet .routes"):
            break
    assert pieces(page, ".players") == [1, 5]
    assert {5} <= set(pieces(page, ".board-sheet .routes")) <= {1, 5}
    markers = page.locator('.board-sheet .markers use[href="#marker-5"]')
    expect(markers).to_have_count(1)
    for number in (1, 5):
        assert page.locator(f"#piece-{number}").count() == 1
    expect(page.locator(".log .by-5").first).to_be_attached()
    expect(page.locator(".log .by-2")).to_have_count(0)
    page.locator(".menu > summary").click()
    page.get_by_label("Table as text").check()
    expect(page.locator(".text-board")).to_contain_text("turquoise pieces")
    page.get_by_label("Table as text").uncheck()
    page.goto(f"/replay/{table}")
    expect(page.locator(".replay-bar")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".players .piece").first).to_be_visible(timeout=SETTLE)
    assert pieces(page, ".players") == [1, 5]


def test_the_end_and_the_rematch_keep_the_colours(open_page: OpenPage) -> None:
    page = open_page()
    like(page, "black")
    start_game(page, "newyork", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    Clicker(page).play()
    expect(page.locator(".sheet").first).to_be_visible(timeout=SETTLE)
    assert sorted(set(pieces(page, ".sheet"))) == [1, 4]
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".offer")).to_be_visible(timeout=SETTLE)
    assert pieces(page, ".players") == [1, 4]


def test_friends_choose_their_colours_while_they_wait(open_page: OpenPage) -> None:
    host, guest = open_page(), open_page(width=360, height=740)
    like(host, "red")
    table = start_game(host, "london", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    expect(host.locator(".seats .no-piece")).to_have_count(2, timeout=SETTLE)
    like(guest, "red")
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit").first.click(timeout=SETTLE)
    # Red is taken: the next free one.
    expect(host.locator(".seats .no-piece")).to_have_count(1, timeout=SETTLE)
    assert pieces(host, ".seats") == [2, 3]
    guest.get_by_role("radio", name="turquoise").check()
    expect(host.locator('.seats use[href="#piece-5"]')).to_have_count(1, timeout=SETTLE)
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_label("Your name").press("Tab")
    expect(host.locator(".seats")).to_contain_text("Zoë", timeout=SETTLE)
    assert accessibility_faults(guest) == []
    wide = guest.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    host.get_by_role("button", name="Start now").click()
    expect(guest.locator(".offer")).to_be_visible(timeout=SETTLE)
    assert set(pieces(guest, ".players")) == {1, 2, 5}
    assert pieces(guest, ".players") == pieces(host, ".players")
