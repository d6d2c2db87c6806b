"""When an element is added or removed at a table, the browser does not compute all styles again."""

from __future__ import annotations

import json
from typing import Any

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, draw_two, first_turn


def restyled(event: dict[str, Any]) -> int:
    """Return the number of elements whose style was computed in one pass."""
    count: int = event["args"].get("elementCount", 0)
    return count


def test_cards_that_are_drawn(open_page: OpenPage) -> None:
    page = open_page(width=1100, height=640)
    first_turn(page)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    elements: int = page.evaluate("() => document.querySelectorAll('*').length")
    chromium = page.context.browser
    assert chromium is not None
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    draw_two(page)
    trace = json.loads(chromium.stop_tracing())["traceEvents"]
    found = [restyled(event) for event in trace if event["name"] == "UpdateLayoutTree"]
    # The board is most of it; its pieces, the hand and the panels are some hundreds.
    assert 0 < max(found) < elements / 2
