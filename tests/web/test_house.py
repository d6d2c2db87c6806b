"""The switch in the waiting room that lets other devices in the house in.

Only the person at the computer sees it.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.server.serving import Running, sqlite
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.watching import faults_everywhere
from whistlestop.server.house import House

HOUSE = "127.0.0.2"
"""An address that takes the part of the computer's private address."""


def test_the_house_is_let_in_from_the_waiting_room(open_page: OpenPage, tmp_path: Path) -> None:
    def house(port: int) -> House:
        return House(port, lambda: (HOUSE,), lambda _: True)

    with Running(sqlite(tmp_path), house=house) as server:
        page = open_page(base_url=server.url, width=390, height=844)
        start_game(page, "usa", [{"kind": "me"}, {"kind": "open"}])
        room = page.get_by_role("region", name="Waiting for players")
        switch = room.get_by_role("switch", name="Let devices in this network join")
        expect(switch).not_to_be_checked()
        link = room.get_by_label("Link for friends")
        here = link.input_value()
        assert here == page.url
        expect(room.get_by_text("opens on this computer only")).to_be_visible()
        assert room.locator(".qr").count() == 0
        switch.press("Space")
        expect(room.locator(".house-link")).to_have_text(here.replace("127.0.0.1", HOUSE))
        expect(link).to_have_value(here.replace("127.0.0.1", HOUSE))
        expect(room.locator(".qr")).to_be_visible(timeout=SETTLE)
        assert faults_everywhere(page) == []
        guest = open_page(base_url=server.url)
        guest.goto(link.input_value())
        guest.get_by_role("button", name="Sit here").click(timeout=SETTLE)
        # The table is full, and begins; the switch has moved to the menu, and is on.
        page.locator(".players").wait_for(timeout=SETTLE)
        guest.locator(".players").wait_for(timeout=SETTLE)
        for one in (page, guest):
            one.locator(".menu > summary").click()
        assert guest.get_by_role("switch", name="Let devices").count() == 0
        guest.close()
        menu = page.locator(".menu-sheet")
        menu.get_by_role("switch", name="Let devices").uncheck()
        expect(menu.get_by_label("Link for friends")).to_have_value(here)
        expect(menu.get_by_text("opens on this computer only")).to_be_visible()
