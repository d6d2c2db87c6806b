"""Zooming and moving the board: a tap always chooses the route below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, first_turn
from tests.web.test_readable import settled

Point = tuple[float, float]

TAPPED = 4
"""The number of routes that are tapped, spread over the visible part of the board."""

SIGHT = 30
"""The least distance in pixels between a tapped route and the edge of the frame."""


class Board:
    """The board of a page, with its position."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.whole = self.width()

    def width(self) -> float:
        """Return the board's width when it is at rest."""
        # What comes above it moves it down, and taps would miss.
        settled(self.page)
        return self._box()[2]

    @property
    def scale(self) -> float:
        """Return how many times larger the board is than when all of it is visible."""
        return self.width() / self.whole

    def corner(self) -> Point:
        """Return the board's upper left corner."""
        self.width()
        return self._box()[:2]

    def middle(self) -> Point:
        """Return the middle of the frame."""
        return middle(self.page.locator(".board-frame"))

    def _box(self) -> tuple[float, float, float]:
        box = self.page.locator(".board-sheet > svg").bounding_box()
        assert box is not None
        return box["x"], box["y"], box["width"]

    def taps_choose(self, tap: Callable[[float, float], None]) -> None:
        """Tap routes, and check that each tap chooses the right one."""
        self.width()
        in_sight: dict[str, Point] = self.page.evaluate(
            """(margin) => {
              const frame = document.querySelector(".board-frame").getBoundingClientRect();
              const bottom = Math.min(frame.bottom, innerHeight);
              const found = {};
              for (const group of document.querySelectorAll(".board-sheet [data-route]")) {
                const spaces = [...group.querySelectorAll("use")];
                const box = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
                const x = box.x + box.width / 2;
                const y = box.y + box.height / 2;
                const within = x > frame.left + margin && x < frame.right - margin
                  && y > frame.top + margin && y < bottom - margin
                  // Not where the buttons are.
                  && document.elementFromPoint(x, y)?.closest(".board-frame");
                if (within) found[group.getAttribute("data-route")] = [x, y];
              }
              return found;
            }""",
            SIGHT,
        )
        assert in_sight, "none of the routes is in sight"
        for code in list(in_sight)[:: len(in_sight) // TAPPED + 1]:
            tap(*in_sight[code])
            expect(
                self.page.locator(f'.board-sheet [data-route="{code}"].highlighted')
            ).to_have_count(1, timeout=SETTLE)
            expect(self.page.locator(".board-sheet [data-route].highlighted")).to_have_count(1)
            self.page.keyboard.press("Escape")
            self.page.mouse.move(2, 2)
            expect(self.page.locator(".board-sheet [data-route].highlighted")).to_have_count(0)


class Fingers:
    """Two fingers on a screen."""

    def __init__(self, page: Page) -> None:
        self.session: Any = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def press(self, at: Point) -> None:
        """Put one finger down."""
        self._send("touchStart", [at])

    def drag(self, to: Point) -> None:
        """Move the finger."""
        self._send("touchMove", [to])

    def lift(self) -> None:
        """Lift the finger."""
        self._send("touchEnd", [])

    def pinch(self, around: Point, apart: float, now: float, aside: float = 0) -> None:
        """Move two fingers from one distance to another, and aside at the same time."""
        x, y = around
        steps = 6
        for step in range(steps + 1):
            half = (apart + (now - apart) * step / steps) / 2
            middle = x + aside * step / steps
            kind = "touchMove" if step else "touchStart"
            self._send(kind, [(middle - half, y), (middle + half, y)])
        self._send("touchEnd", [(x + aside - now / 2, y)])
        self._send("touchEnd", [])


def test_pinching(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    first_turn(page)
    page.evaluate("() => scrollTo(0, 0)")
    board, fingers = Board(page), Fingers(page)
    board.taps_choose(page.touchscreen.tap)
    fingers.pinch(board.middle(), 80, 200)
    assert 2.2 < board.scale < 2.8
    # A gesture chooses nothing.
    assert page.locator(".tray").count() == 0
    board.taps_choose(page.touchscreen.tap)
    before = board.corner()
    fingers.pinch(board.middle(), 120, 120, aside=-60)
    after = board.corner()
    assert -70 < after[0] - before[0] < -50
    board.taps_choose(page.touchscreen.tap)
    fingers.pinch(board.middle(), 200, 40)
    assert board.scale == 1
    board.taps_choose(page.touchscreen.tap)


def test_wheel_dragging_and_buttons(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    board = Board(page)
    wheel_and_dragging(page, board)
    the_point_under_the_wheel_stays(page, board)
    page.get_by_role("button", name="Whole board").click()
    buttons_beside_the_board(page, board)


def wheel_and_dragging(page: Page, board: Board) -> None:
    board.taps_choose(page.mouse.click)
    x, y = board.middle()
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    assert 1.8 < board.scale < 2.5
    board.taps_choose(page.mouse.click)
    before = board.corner()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    after = board.corner()
    assert (round(after[0] - before[0]), round(after[1] - before[1])) == (60, 40)
    assert page.locator(".tray").count() == 0
    board.taps_choose(page.mouse.click)
    page.mouse.move(x, y)
    page.mouse.wheel(0, 900)
    assert board.scale == 1


def the_point_under_the_wheel_stays(page: Page, board: Board) -> None:
    place = page.locator('[data-route="DEN-OMA"] use').first
    before = place.bounding_box()
    assert before is not None
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.wheel(0, -200)
    assert board.scale > 1.3
    after = place.bounding_box()
    assert after is not None
    assert abs(after["x"] + after["width"] / 2 - before["x"] - before["width"] / 2) < 2
    assert abs(after["y"] + after["height"] / 2 - before["y"] - before["height"] / 2) < 2


def buttons_beside_the_board(page: Page, board: Board) -> None:
    start = board.corner()
    page.get_by_role("button", name="Zoom in").click()
    assert 1.4 < board.scale < 1.6
    board.taps_choose(page.mouse.click)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom out").click()
    assert 1.4 < board.scale < 1.6
    page.get_by_role("button", name="Whole board").click()
    assert board.scale == 1
    assert board.corner() == start


def test_a_stack_is_dragged_with_a_finger(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    first_turn(page)
    fingers = Fingers(page)
    held = page.locator(".held").first
    held.scroll_into_view_if_needed()
    x, y = middle(held)
    fingers.press((x, y))
    fingers.drag((x, y - 20))
    # The map comes into sight.
    expect(page.locator(".dragged")).to_have_count(1, timeout=SETTLE)
    expect(page.locator(".board-frame")).to_be_in_viewport(timeout=SETTLE)
    settled(page)
    x, y = middle(page.locator('.board-sheet [data-route="DEN-OMA"] use').nth(1))
    fingers.drag((x - 10, y + 10))
    fingers.drag((x, y))
    expect(page.locator('.board-sheet [data-route="DEN-OMA"].highlighted')).to_have_count(1)
    fingers.lift()
    expect(page.locator(".tray h2")).to_have_text("Denver–Omaha", timeout=SETTLE)
    expect(page.locator(".dragged")).to_have_count(0)


def middle(locator: Locator) -> Point:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
