"""The score sheet: its lines are not covered."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import ended
from tests.web.test_finale import end_of


def test_the_total_covers_no_line(open_page: OpenPage, server: str) -> None:
    # So low that the sheet is longer than the window, as it is with five players in a higher one.
    page = open_page(width=1280, height=480)
    end_of(page, server, ended("usa", lambda sheet: len(sheet.totals) == 2))
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    covered = page.evaluate(
        """() => {
          const total = document.querySelector(".sheet tfoot td").getBoundingClientRect();
          const rows = [...document.querySelectorAll(".sheet tbody tr")];
          return rows.filter((row) => row.getBoundingClientRect().bottom > total.top + 1).length;
        }"""
    )
    assert covered == 0
