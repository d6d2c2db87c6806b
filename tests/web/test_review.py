"""The review of a finished game: its curve, its turning points, the better move on the board."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from tests.analysis.test_accounting import played_by
from tests.web.conftest import OpenPage
from tests.web.fitting import everywhere, faults_of_controls
from tests.web.playing import SETTLE
from tests.web.test_finale import end_of
from tests.web.watching import expect_fault
from whistlestop.actions import ClaimRoute
from whistlestop.analysis.review import Effort, Review, review
from whistlestop.analysis.verdicts import MISTAKES, Verdict
from whistlestop.server.sent.reviews import (
    DeeperSent,
    OwnPuzzle,
    ReviewedMoveSent,
    ReviewSent,
    Summary,
    accounts_of,
    move_sent,
    summary_sent,
)

SMALL = Effort(playouts=20, least_worlds=50, most_worlds=100, luck_worlds=4)


def better_routes(reviewed: Review) -> list[tuple[int, str]]:
    """The moves instead of which a claim would have been better, each with the claim's route."""
    return [
        (move.move, best.route)
        for move in reviewed.moves
        if move.decision and move.verdict in MISTAKES
        if isinstance(best := move.decision.best.action, ClaimRoute)
    ]


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """A game with three turning points, and with a claim that would have been better."""
    found = (
        review(played_by("london", ("beginner", "planner"), seed), SMALL) for seed in range(50)
    )
    return next(one for one in found if len(one.turning_points) == 3 and better_routes(one))


def answer(reviewed: Review, since: int, until: int) -> Any:
    """The answer of a server for which the last turning point is a puzzle of the reader."""
    moves = tuple(map(move_sent, reviewed.moves))
    done = until >= len(moves)
    sent = ReviewSent(
        moves=moves[since:until],
        reviewed=min(until, len(moves)),
        all=len(moves),
        summary=summary_of(reviewed, moves) if done else None,
        puzzles=(own_puzzle(reviewed),) if done else (),
    )
    return json.loads(msgspec.json.encode(sent))


def own_puzzle(reviewed: Review) -> OwnPuzzle:
    move = reviewed.turning_points[-1].move
    return OwnPuzzle(
        f"london-{0:016}", "london", 3, "A" * 12, move, "2026-11-27T12:00:00.000+00:00"
    )


def summary_of(reviewed: Review, moves: Sequence[ReviewedMoveSent]) -> Summary:
    return summary_sent(moves, accounts_of(reviewed.game, reviewed.moves), reviewed.game)


def reviewing(page: Page, reviewed: Review, steps: int = 1) -> None:
    """Let the server's answers be parts of a review: `steps` of them."""
    size = -(-len(reviewed.moves) // steps)

    def answered(route: Route) -> None:
        found = re.search(r"since=(\d+)", route.request.url)
        assert found is not None
        since = int(found[1])
        route.fulfill(json=answer(reviewed, since, since + size))

    page.route("**/api/tables/*/review?*", answered)


def opened(page: Page, server: str, reviewed: Review) -> str:
    table = end_of(page, server, reviewed.game)
    page.goto(f"/replay/{table}?review")
    page.locator(".review-points").wait_for(timeout=SETTLE)
    return table


def test_a_review_leads_to_its_turning_points(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed)
    opened(page, server, reviewed)
    points = reviewed.turning_points
    buttons = page.locator(".review-points button")
    expect(buttons).to_have_count(len(points))
    for number, point in enumerate(points):
        buttons.nth(number).click()
        expect(page.locator(".replay-at")).to_have_text(
            f"{point.move} / {reviewed.game.length}", timeout=SETTLE
        )
        decision = page.locator(".review-decision")
        expect(decision).to_contain_text("the chance to win is lower by")
        expect(decision).to_contain_text("Better: ")


def test_a_moment_can_be_tried_again(server: str, open_page: OpenPage, reviewed: Review) -> None:
    page = open_page()
    table = end_of(page, server, reviewed.game)
    move = reviewed.turning_points[0]
    page.goto(f"/replay/{table}#{move}")
    page.get_by_text("Try it from here").click()
    page.get_by_role("button", name="The same hidden cards").click()
    page.wait_for_url("**/t/*", timeout=SETTLE)
    expect(page.locator(".turn.mine")).to_be_visible(timeout=SETTLE)
    # The last move before was made in the earlier game, so it cannot be taken back here.
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


def test_the_better_route_is_highlighted_on_the_board(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed)
    table = opened(page, server, reviewed)
    move, route = better_routes(reviewed)[0]
    page.goto(f"/replay/{table}?review#{move}")
    marked = page.locator(f'.board-sheet [data-route="{route}"].highlighted')
    expect(marked.first).to_be_attached(timeout=SETTLE)
    page.keyboard.press("Home")
    expect(marked).to_have_count(0, timeout=SETTLE)


def test_the_next_mistake_is_one_press_away(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    """On a phone, the bar below the board says what would have been better.

    A turning point leads up to the board.
    """
    page = open_page(width=390, height=844)
    reviewing(page, reviewed)
    opened(page, server, reviewed)
    wrong = [move.move for move in reviewed.moves if move.verdict in MISTAKES]
    moment, shown = page.locator(".replay-at"), 0
    for _ in range(len(wrong) + 1):
        shown = next((move for move in wrong if move > shown), wrong[0])
        page.get_by_role("button", name="Next mistake").click()
        expect(moment).to_have_text(f"{shown} / {reviewed.game.length}", timeout=SETTLE)
        expect(page.locator(".replay-verdict")).to_have_text(
            re.compile(r"^\?[?!]? Better: "), timeout=SETTLE
        )
    page.locator(".review-points button").first.click()
    expect(page.locator(".board-frame")).to_be_in_viewport(ratio=0.3, timeout=SETTLE)


def test_the_text_board_has_the_review_too(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed)
    opened(page, server, reviewed)
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_label("Table as text").check()
    page.keyboard.press("Escape")
    expect(page.locator(".table-as-text .review-points button")).to_have_count(3, timeout=SETTLE)


def test_a_press_on_the_curve_leads_to_the_moment(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed, steps=3)
    opened(page, server, reviewed)
    chart = page.locator(".review .chart")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    length = reviewed.game.length
    expect(page.locator(".replay-at")).to_have_text(f"{length} / {length}", timeout=SETTLE)
    line = chart.locator(".chart-line").first.get_attribute("d")
    page.locator(".review-choice input").check()
    expect(chart.locator(".chart-line").first).not_to_have_attribute("d", line or "")


def test_a_review_begins_on_request_and_says_why_it_waits(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    refusals = [(503, "players_compiling"), (500, "internal")]

    def answered(route: Route) -> None:
        if refusals:
            status, code = refusals.pop(0)
            route.fulfill(status=status, json={"code": code, "message": "No."})
        else:
            route.fulfill(json=answer(reviewed, 0, len(reviewed.moves)))

    page.route("**/api/tables/*/review?*", answered)
    expect_fault(page, "503")
    expect_fault(page, "500")
    table = end_of(page, server, reviewed.game)
    page.clock.install()
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="Review this game").click(timeout=SETTLE)
    expect(page.locator(".review [role=status]")).to_have_text(
        re.compile("The judge is being prepared"), timeout=SETTLE
    )
    page.clock.run_for(5000)
    expect(page.locator(".review [role=alert]")).to_have_text("The review failed.", timeout=SETTLE)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".review-points")).to_be_visible(timeout=SETTLE)


def test_everything_fits_in_every_language_and_window(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed)
    opened(page, server, reviewed)
    page.locator(".review-points button").first.click()
    page.locator(".review-decision .quiet").first.wait_for(timeout=SETTLE)
    assert everywhere(page, faults_of_controls) == {}


def test_the_end_of_a_game_leads_to_its_review(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page()
    reviewing(page, reviewed)
    end_of(page, server, reviewed.game)
    page.get_by_role("link", name="Review").click(timeout=SETTLE)
    expect(page.locator(".review-points")).to_be_visible(timeout=SETTLE)


def test_a_decision_is_judged_more_deeply(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    """The new verdict and the players' figures take the place of the old ones."""
    page = open_page(width=390, height=844)
    reviewing(page, reviewed)
    point = reviewed.turning_points[0]
    moves = [*map(move_sent, reviewed.moves)]
    judgement = moves[point.move].judgement
    assert judgement is not None
    deeper = replace(judgement, verdict=Verdict.GOOD, loss=0.0, deeper=True)
    moves[point.move] = replace(moves[point.move], judgement=deeper)
    bodies: list[Any] = []

    def answered(route: Route) -> None:
        bodies.append(route.request.post_data_json)
        done = len(bodies) > 1
        sent = DeeperSent(
            moves=(moves[point.move],) if done else (),
            judged=int(done),
            all=1,
            summary=summary_of(reviewed, moves),
        )
        route.fulfill(json=json.loads(msgspec.json.encode(sent)))

    page.route("**/api/tables/*/review/deeper", answered)
    table = opened(page, server, reviewed)
    page.goto(f"/replay/{table}?review#{point.move}")
    page.get_by_role("button", name="Judge more deeply").click(timeout=SETTLE)
    decision = page.locator(".review-decision")
    expect(decision).to_contain_text("Judged more deeply.", timeout=SETTLE)
    expect(decision).to_contain_text("A good choice.")
    expect(page.get_by_role("button", name="Judge more deeply")).to_have_count(0)
    assert bodies == [{"move": point.move, "since": 0}] * 2
    points = page.locator(".review-points button")
    expect(points).to_have_count(len(summary_of(reviewed, moves).turning_points))


def test_a_missed_decision_leads_to_its_puzzle(
    server: str, open_page: OpenPage, reviewed: Review
) -> None:
    page = open_page(width=360, height=640)
    reviewing(page, reviewed)
    table = opened(page, server, reviewed)
    puzzle = own_puzzle(reviewed)
    address = f"/puzzle/{puzzle.id}"
    missed = page.locator(f'.review-puzzles a[href="{address}"]')
    expect(missed).to_contain_text(f"Move {puzzle.move + 1}", timeout=SETTLE)
    page.goto(f"/replay/{table}?review#{puzzle.move}")
    again = page.get_by_role("link", name="Try this again as a puzzle")
    expect(again).to_have_attribute("href", address, timeout=SETTLE)
    page.keyboard.press("Home")
    expect(again).to_have_count(0, timeout=SETTLE)
