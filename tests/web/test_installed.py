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
from tests.server.test_several import eventually
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import browsing
from tests.web.watching import expect_fault, faults_everywhere

WEB = Path(whistlestop.__file__).parent / "web"
RECORD = Path(__file__).parents[1] / "golden" / "london-2.record"
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


KEEP_AN_OLD_GAME = """async () => {
  const result = { updated: "2020-01-01", place: 2, score: -33 };
  const facts = { id: "old", title: "USA", players: ["Zerlina"], ...result };
  const kept = new Response(JSON.stringify({ facts, record: "" }));
  await (await caches.open("games")).put("/kept-games/old", kept);
}"""
"""Earlier versions did not keep whether the reader gave up."""

KEPT = "async () => (await (await caches.open('games')).keys()).length"


def test_finished_games_are_kept_for_times_without_a_connection(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with Running(sqlite(tmp_path)) as server:
        url = server.url
        page = open_page(base_url=url, width=360, height=640, locale="de-DE")
        page.add_init_script(STANDALONE)
        page.goto("/")
        ada = browsing(page, url)
        ada.posted("/api/me", {"name": "Zerlina"})
        table = ada.new_table("london", "me", "random")
        ada.posted(f"/api/tables/{table}/resign")
        with ada.follow(table) as following:
            following.until_over()
        record = ada.http.get(f"/api/tables/{table}/record").text
        (ended,) = ada.got("/api/me/games")["games"]
        page.reload()
        eventually(lambda: page.evaluate(KEPT) == 1)
        page.evaluate(KEEP_AN_OLD_GAME)
        page.get_by_role("heading", level=1).first.wait_for(timeout=SETTLE)
        expect_fault(page, "ERR_INTERNET_DISCONNECTED")
        page.context.set_offline(True)
        page.goto("/")
        section = page.locator("section[lang=de]")
        expect(section).to_contain_text("auch keine Lektion und kein Spiel an einem Gerät")
        games = section.locator("details")
        expect(games).to_have_count(2)
        expect(games.nth(1).locator("summary")).to_contain_text("\u221233")
        game = games.nth(0)
        expect(game.locator("summary")).to_contain_text("London")
        expect(game.locator("summary")).to_contain_text("Zerlina")
        assert ended["given_up"]
        expect(game.locator("summary")).to_contain_text("aufgegeben")
        game.locator("summary").press("Enter")
        expect(game.locator("pre")).to_have_text(record, use_inner_text=False)
        with page.expect_download() as saved:
            game.get_by_role("link", name="Aufzeichnung als Datei speichern").click()
        assert saved.value.path().read_text(encoding="utf-8") == record
        assert saved.value.suggested_filename == f"{table}.record"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert faults_everywhere(page) == []
        # The record that is being read stays, until it is closed.
        with page.expect_response("**/manifest.webmanifest"):
            page.context.set_offline(False)
        expect(game.locator("pre")).to_be_visible()
        game.locator("summary").click()
        expect(page.locator(".name input")).to_have_value("Zerlina", timeout=SETTLE)
        page.goto("/me")
        page.get_by_role("button", name="Alles über mich löschen").click()
        page.get_by_role("button", name="Alles endgültig löschen").click()
        page.wait_for_url(f"{url}/")
        assert page.evaluate(KEPT) == 0
        page.close()


def test_kept_games_of_a_session_that_has_ended_are_removed(
    open_page: OpenPage, server: str
) -> None:
    page = open_page()
    page.add_init_script(STANDALONE)
    page.goto("/")
    browsing(page, server).http.post("/api/records", content=RECORD.read_text(encoding="utf-8"))
    page.reload()
    eventually(lambda: page.evaluate(KEPT) == 1)
    # The device was signed out elsewhere.
    page.context.clear_cookies()
    page.reload()
    eventually(lambda: page.evaluate(KEPT) == 0)


def test_a_tab_of_a_browser_has_no_service_worker(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.goto("/puzzles")
    page.get_by_role("heading", level=1).wait_for(timeout=SETTLE)
    assert page.evaluate(REGISTERED) == 0
    page.add_init_script(STANDALONE)
    page.reload()
    page.evaluate("async () => void await navigator.serviceWorker.ready")
    assert page.evaluate(REGISTERED) == 1
