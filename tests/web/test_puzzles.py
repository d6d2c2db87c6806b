"""Puzzles in the browser: choose one, decide on the board, see the solution, try again."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import everywhere, faults_of_controls
from tests.web.playing import SETTLE
from whistlestop.analysis.puzzles.puzzle import puzzles

DECK = next(
    puzzle for puzzle in puzzles() if puzzle.best != "draw deck" and puzzle.topic == "cards"
)
"""A puzzle in which a card can be drawn from the deck, but should not."""


def test_a_puzzle_is_tried_and_tried_again(server: str, open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto(f"/puzzle/{DECK.id}")
    panel = page.locator(".puzzle")
    expect(panel).to_contain_text("Which one?", timeout=SETTLE)
    page.locator('[data-place="deck"]').click()
    expect(panel).to_contain_text("Not the best", timeout=SETTLE)
    with page.expect_request("**/take-back") as asked:
        panel.get_by_role("button", name="Try again").click()
    # The bots may move on at any time, so the button does not depend on the version that is shown.
    assert asked.value.post_data_json == {"move": DECK.move + 1, "ask": True}
    expect(panel).to_contain_text("Which one?", timeout=SETTLE)
    panel.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Puzzle of the day")).to_be_visible(timeout=SETTLE)
    board = next(one for one in page.locator(".puzzle-boards button").all())
    expect(board).to_have_attribute("aria-pressed", "true")
    page.goto(f"/puzzles#{DECK.edition}")
    expect(page.get_by_role("link", name="not solved at once")).to_have_count(1, timeout=SETTLE)
    assert everywhere(page, faults_of_controls) == {}


def test_a_solution_fits_in_every_language_and_window(server: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"/puzzle/{DECK.id}")
    page.locator('[data-place="deck"]').click(timeout=SETTLE)
    panel = page.locator(".puzzle")
    panel.get_by_role("button", name="Show the solution").click(timeout=SETTLE)
    expect(panel).to_contain_text("Best: ")
    # The bot answers, so that nothing moves while the page is checked.
    expect(page.locator(".turn.mine")).to_be_visible(timeout=SETTLE)
    assert everywhere(page, faults_of_controls) == {}


def test_puzzles_from_own_games_come_first(server: str, open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    own = {"difficulty": 4, "table": "A" * 12, "move": 7, "found": "2026-11-27T12:00:00.000+00:00"}

    def answered(route: Route) -> None:
        answer = route.fetch().json()
        names = (DECK.id, f"usa-{1:016}")
        answer["own"] = [{"id": name, "edition": name.split("-")[0], **own} for name in names]
        route.fulfill(json=answer)

    page.goto(f"/puzzle/{DECK.id}")
    page.locator('[data-place="deck"]').click(timeout=SETTLE)
    expect(page.locator(".puzzle")).to_contain_text("Not the best", timeout=SETTLE)
    page.route("**/api/puzzles", answered)
    page.goto("/puzzles")
    section = page.locator(".puzzle-own")
    expect(section).to_contain_text("1 of 2 tried, 0 solved at once.", timeout=SETTLE)
    expect(section.locator("a.button")).to_have_count(2)
    # The review shows the solution, so that only what was tried leads there.
    expect(section.get_by_role("link", name="Review")).to_have_attribute(
        "href", f"/replay/{own['table']}?review#7"
    )
    assert everywhere(page, faults_of_controls) == {}
