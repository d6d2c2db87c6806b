"""The panel about seats and table in the menu of a game."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.staging import Stage, browsing

FRIENDS = [{"kind": "me"}, {"kind": "open"}]


def table_of(page: Page) -> str:
    """Return the id of the table that a page shows."""
    return page.url.split("/t/")[1]


def open_panel(page: Page) -> None:
    """Open the panel about seats and table."""
    page.locator(".menu > summary").click()
    page.locator(".seats-and-table > summary").click()
    page.locator(".seat-rows").wait_for(timeout=SETTLE)


def host_and_guest(open_page: OpenPage, stage: Stage) -> tuple[Page, Page]:
    """Begin a game of two people. Return the page of the host and the page of the other player."""
    host, guest = (open_page(base_url=stage.url) for _ in range(2))
    start_game(host, "usa", FRIENDS, pace={"kind": "minutes", "amount": 20})
    browsing(guest, stage.url).posted(f"/api/tables/{table_of(host)}/join")
    guest.goto(f"/t/{table_of(host)}")
    for page in (host, guest):
        page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    return host, guest
