"""A player's own board, by mouse: its file, a game, the replay, and another game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker
from tests.web.staging import browsing
from tests.web.test_language import CODES
from tests.web.watching import accessibility_faults, expect_fault, faults_everywhere

DOCS = Path(__file__).parents[2] / "docs"
TINY = re.findall(
    r"```toml\n(.*?)```", (DOCS / "edition-files.md").read_text(encoding="utf-8"), re.DOTALL
)[0].replace("each = 10", "each = 6")
"""The example of docs/edition-files.md with fewer pieces, so that games are short."""


def file(text: str, name: str = "mine.toml") -> FilePayload:
    return {"name": name, "mimeType": "application/toml", "buffer": text.encode()}


def choose(page: Page, text: str) -> None:
    """Choose an edition file on the start page."""
    page.locator(".own-board input[type=file]").set_input_files(file(text), timeout=SETTLE)


def start_page(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)


def begin(page: Page, text: str = TINY) -> str:
    """Choose an edition file and start a game. Return the id of the table."""
    start_page(page)
    choose(page, text)
    expect(page.locator(".own-board :checked")).to_have_count(1, timeout=SETTLE)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".offer")).to_be_visible(timeout=SETTLE)
    return page.url.rpartition("/")[2]


def test_a_file_with_faults_and_a_good_one(open_page: OpenPage) -> None:
    page = open_page()
    expect_fault(page, "422")
    start_page(page)
    assert page.get_by_role("radio").count() >= 6
    choose(page, TINY.replace('colour = "red"', 'colour = "rde"').replace("most = 2", "most = 9"))
    faults = page.locator(".own-board .faults")
    expect(faults).to_contain_text("The file has 2 faults:", timeout=SETTLE)
    line = TINY.splitlines().index("most = 2") + 1
    expect(faults.locator("li").first).to_contain_text(f"Line {line}, players.most: expected")
    expect(faults).to_contain_text('did you mean "red"?')
    assert faults_everywhere(page) == []
    # Whatever was chosen before is still chosen, and can be played.
    expect(page.locator(".board-choice :checked")).to_have_value("usa")
    choose(page, TINY)
    expect(page.get_by_role("radio", name="The ferry line")).to_be_checked(timeout=SETTLE)
    expect(faults).to_have_count(0)
    expect(page.locator(".own-board")).to_contain_text("2 players")
    expect(page.locator(".own-board img")).to_be_visible(timeout=SETTLE)
    shown = page.locator(".own-board img").evaluate("(img) => img.naturalWidth")
    assert shown > 100
    # The board is for two: no seat can be added or taken away.
    expect(page.locator(".seat-choices li")).to_have_count(2)
    expect(page.get_by_role("button", name="Add a seat")).to_have_count(0)
    assert accessibility_faults(page) == []
    page.get_by_role("radio", name="London").click()
    expect(page.get_by_role("link", name="Rules")).to_have_count(1)
    page.get_by_role("radio", name="The ferry line").click()
    expect(page.get_by_role("link", name="Rules")).to_have_count(0)


def test_too_large_a_file_is_not_even_sent(open_page: OpenPage) -> None:
    page = open_page()
    start_page(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    choose(page, TINY + "#" * 256 * 1024)
    expect(page.locator(".own-board [role=alert]")).to_have_text("That is too large.")
    assert not any(url.endswith("/api/editions") for url in asked)


def test_a_whole_game_on_a_board_of_ones_own(open_page: OpenPage) -> None:
    page = open_page()
    table = begin(page)
    expect(page.locator(".top-title")).to_have_text("The ferry line")
    expect(page.locator(".board-sheet svg")).to_contain_text("Eastport")
    assert accessibility_faults(page) == []
    # Somebody looks on from elsewhere.
    watching = open_page(width=390, height=844)
    watching.goto(f"/t/{table}")
    expect(watching.locator(".board-sheet svg")).to_contain_text("Westport", timeout=SETTLE)
    # The text board says the same.
    page.locator(".menu > summary").click()
    page.get_by_label("Table as text").check()
    expect(page.locator(".text-board")).to_contain_text("Eastport")
    page.get_by_label("Table as text").uncheck()
    page.locator(".menu > summary").click()
    Clicker(page).play()
    expect(page.locator(".finale")).to_be_visible()
    expect(watching.locator(".finale")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".sheet").first).to_contain_text("Eastport–Westport")

    with page.expect_download() as loading:
        page.get_by_role("link", name="Download the record").click()
    record = loading.value.path().read_text(encoding="utf-8")
    assert "edition: ferry-line 1" in record

    page.goto(f"/replay/{table}")
    expect(page.locator(".board-sheet svg")).to_contain_text("Eastport", timeout=SETTLE)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator('.board-sheet use[href^="#piece-"]').first).to_be_attached()

    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Rematch").click(timeout=SETTLE)
    expect(page.locator(".offer")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".top-title")).to_have_text("The ferry line")

    # The record of such a game wants the file of its board.
    expect_fault(page, "400")
    start_page(page)
    page.locator(".import input").set_input_files(file(record, "game.record"), timeout=SETTLE)
    expect(page.locator(".import [role=alert]")).to_contain_text("ferry-line", timeout=SETTLE)
    assert accessibility_faults(page) == []
    page.locator(".import input").last.set_input_files(file(TINY))
    expect(page.locator(".replay-bar")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".board-sheet svg")).to_contain_text("Eastport")


def test_it_may_be_called_like_a_board_that_comes_along(open_page: OpenPage) -> None:
    """A file may have the name of a built-in edition.

    Its cities keep their own names in every language.
    """
    page = open_page(locale="de-DE")
    text = TINY.replace('name = "ferry-line"', 'name = "switzerland"').replace('"EAS"', '"GEN"')
    start_page(page)
    choose(page, text)
    expect(page.locator(".own-board :checked")).to_have_count(1, timeout=SETTLE)
    page.get_by_role("button", name="Spiel beginnen").click()
    expect(page.locator(".offer")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".board-sheet svg")).to_contain_text("Eastport")
    page.locator(".menu > summary").click()
    page.get_by_label("Tisch als Text").check()
    expect(page.locator(".text-board")).to_contain_text("Eastport")
    expect(page.locator(".text-board")).not_to_contain_text("Genf")


def test_its_rules_are_told_too(open_page: OpenPage) -> None:
    page = open_page()
    own = TINY.replace("[pieces]", '[pieces]\nname = "wagon"')
    table = begin(page, own)
    expect(page.locator(".players")).to_contain_text("6 × wagon")
    page.goto(f"/rules/table.{table}")
    expect(page.locator(".rules h2").last).to_be_visible(timeout=SETTLE)
    text = page.locator(".rules").inner_text()
    assert "wagon" in text
    assert "{" not in text
    assert "pieces." not in text
    with page.expect_download() as loading:
        page.evaluate(f"() => location.assign('/api/tables/{table}/edition.toml')")
    assert loading.value.suggested_filename == "ferry-line.toml"
    assert loading.value.path().read_text(encoding="utf-8") == own


ONES = {
    "en": [
        "You begin with 1 card.",
        "you get 1 ticket and",
        "draw 1 ticket, and you have to keep it.",
        "1 more point.",
    ],
    "it": [
        "Cominci con 1 carta.",
        "ricevi 1 biglietto e",
        "pescare 1 biglietto,",
        "1 punto in più.",
    ],
    "nl": [
        "Je begint met 1 kaart.",
        "krijg je 1 ticket en",
        "1 ticket trekken,",
        "1 punt extra.",
    ],
    "de": [
        "Du beginnst mit 1 Karte.",
        "du 1 Fahrkarte und",
        "1 Fahrkarte ziehen;",
        "1 Punkt dazu.",
    ],
    "fr": ["Tu commences avec 1 carte.", "reçois 1 billet et", "1 billet, et", "1 point de plus."],
}
LAST_PIECES = {
    "en": ["has 1 piece or none left", "has no pieces left"],
    "it": ["ha al massimo 1 pezzo,", "non ha più pezzi,"],
    "nl": ["nog hoogstens 1 stuk over,", "geen stukken meer over,"],
    "de": ["höchstens 1 Teil übrig,", "keine Teile mehr,"],
    "fr": ["a au plus 1 pièce après", "n’a plus de pièces après"],
}


@pytest.mark.parametrize("code", CODES)
def test_its_rules_know_one_from_many(open_page: OpenPage, server: str, code: str) -> None:
    page = open_page(locale=code)
    more = "\n[stations]\neach = 1\npoints = 1\n"
    for last, words in enumerate(reversed(LAST_PIECES[code])):
        text = (
            TINY.replace("each = 6", f"each = 6\nfinal_round_at = {last}")
            .replace("locomotive = 6", "locomotive = 6\nstarting_hand = 1")
            .replace("longest_path = 10", "longest_path = 1")
            .replace("closed_up_to = 2", "closed_up_to = 0")
        )
        seats = [{"kind": "me"}, {"kind": "open"}]
        wanted = {"edition_text": text + more, "seats": seats}
        table = browsing(page, server).posted("/api/tables", wanted)["id"]
        page.goto(f"/rules/table.{table}")
        expect(page.locator(".rules h2").last).to_be_visible(timeout=SETTLE)
        told = page.locator(".rules").inner_text()
        assert words in told
        for sentence in ONES[code]:
            assert sentence in told
        # Both tracks are open to everybody, however few they are.
        assert not re.search(r"\b0 (players|giocatori|spelers|oder|joueurs)", told)
        assert not re.search(r"\{|undefined|NaN", told)
