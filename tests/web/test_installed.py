"""The page as an installed app: its icons, and what it shows without a connection."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

import whistlestop
from tests.server.serving import QUICK, Running, sqlite
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.watching import expect_fault

WEB = Path(whistlestop.__file__).parent / "web"
REGISTERED = "async () => (await navigator.serviceWorker.getRegistrations()).length"


STANDALONE = """
  const asked = window.matchMedia.bind(window);
  window.matchMedia = (query) => asked(query.includes("display-mode: standalone") ? "all" : query);
"""
"""A script that lets the page believe that it has been installed."""


def test_every_icon_has_its_size() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    icons = manifest["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        file = WEB / icon["src"].removeprefix("/static/")
        assert file.is_file()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_installed_page_says_that_there_is_no_connection_and_comes_back(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with Running(sqlite(tmp_path)) as server:
        url = server.url
        page = open_page(base_url=url, width=390, height=844, locale="de-DE")
        page.add_init_script(STANDALONE)
        page.goto("/puzzles")
        page.evaluate("async () => void await navigator.serviceWorker.ready")
        page.get_by_role("heading", level=1).wait_for(timeout=SETTLE)
    expect_fault(page, "ERR_CONNECTION_REFUSED")
    page.goto("/puzzles")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Keine Verbindung")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with Running(sqlite(tmp_path), replace(QUICK, port=urlsplit(url).port)):
        expect(heading).to_contain_text("Rätsel", timeout=SETTLE)
        page.close()


def test_a_tab_of_a_browser_has_no_service_worker(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.goto("/puzzles")
    page.get_by_role("heading", level=1).wait_for(timeout=SETTLE)
    assert page.evaluate(REGISTERED) == 0
    page.add_init_script(STANDALONE)
    page.reload()
    page.evaluate("async () => void await navigator.serviceWorker.ready")
    assert page.evaluate(REGISTERED) == 1
