"""The personal page: results, signing in on another device, and deleting all data."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.receiving import ChatRoom
from tests.server.serving import QUICK, Running, sqlite
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import browsing
from tests.web.watching import expect_fault, faults_everywhere

RECORD = Path(__file__).parents[1] / "golden" / "london-2.record"


def visit(page: Page, code: str = "") -> None:
    """Open the personal page and wait until all of it has loaded."""
    page.goto(f"/me#{code}" if code else "/me")
    for part in (".oneself", ".everything", ".devices", ".tables >> nth=1"):
        page.locator(part).first.wait_for(timeout=SETTLE)


def made_code(page: Page) -> str:
    page.get_by_role("button", name="Add another device").click()
    shown = page.locator(".code").inner_text(timeout=SETTLE)
    return "".join(shown.removeprefix("Code:").split())


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_two_devices_become_one_person_by_a_link(open_page: OpenPage, server: str) -> None:
    laptop, phone = open_page(), open_page(width=390, height=844)
    laptop.goto("/")
    ada = browsing(laptop, server)
    ada.posted("/api/me", {"name": "Ada"})
    table = ada.new_table("london", "me", "random")
    visit(laptop)
    expect(laptop.locator(".devices")).to_contain_text("You are signed in on this device only.")
    expect(laptop.locator(".tables").first).to_contain_text("London")
    made_code(laptop)
    link = laptop.locator(".code-link input").input_value()
    picture = laptop.locator(".code-made .qr")
    assert picture.evaluate("picture => picture.naturalWidth") > 0

    phone.goto(link)
    question = phone.locator(".arriving .question")
    expect(question).to_contain_text("Sign in as Ada on this device?", timeout=SETTLE)
    expect(question).to_contain_text("Nothing is lost")
    # The code has left the address, and until somebody says yes nothing has happened.
    assert phone.url.endswith("/me")
    assert browsing(phone, server).got("/api/me")["name"] == ""
    assert faults_everywhere(phone) == []
    button(phone, "Yes, sign in as Ada")
    expect(phone.locator(".arriving")).to_contain_text("You are signed in as Ada.", timeout=SETTLE)
    expect(phone.locator(".name input")).to_have_value("Ada")
    expect(phone.locator(".devices")).to_contain_text("signed in on 2 devices", timeout=SETTLE)
    phone.locator(".tables a").first.click()
    phone.wait_for_url(f"**/t/{table}")
    # The seat and its secrets are here, too.
    phone.locator(".turn.mine").first.wait_for(timeout=SETTLE)

    visit(laptop)
    button(laptop, "Sign out the others")
    button(laptop, "Yes, sign out all but this one")
    expect(laptop.locator(".devices")).to_contain_text(
        "You are signed in on this device only.", timeout=SETTLE
    )
    visit(phone)
    expect(phone.locator(".name input")).to_have_value("")


def test_a_typed_code_tells_what_is_left_behind(open_page: OpenPage, server: str) -> None:
    tablet, phone = open_page(), open_page(width=360, height=640)
    tablet.goto("/")
    phone.goto("/")
    browsing(tablet, server).posted("/api/me", {"name": "Ada"})
    ben = browsing(phone, server)
    ben.posted("/api/me", {"name": "Ben"})
    ben.new_table("london", "me", "open")
    visit(tablet)
    code = made_code(tablet)
    visit(phone)
    field = phone.get_by_label("I have a code from another device")
    expect_fault(phone, "404")
    field.fill("BBBBBBBB")
    field.press("Enter")
    expect(phone.locator(".arriving .problem")).to_contain_text(
        "expired or was already used", timeout=SETTLE
    )
    field.fill(f"{code[:4]} {code[4:].lower()}")
    field.press("Enter")
    question = phone.locator(".arriving .question")
    expect(question).to_contain_text(
        "Until now this device was signed in as Ben, with 1 game.", timeout=SETTLE
    )
    expect(question).to_contain_text("No other device is signed in as Ben")
    button(phone, "No, change nothing")
    expect(question).to_have_count(0)
    assert ben.got("/api/me")["name"] == "Ben"


def test_results_and_the_end(open_page: OpenPage, server: str) -> None:
    page = open_page(color_scheme="dark")
    visit(page)
    expect(page.locator(".results")).to_contain_text("after your first game", timeout=SETTLE)
    assert faults_everywhere(page) == []
    ada = browsing(page, server)
    ada.posted("/api/me", {"name": "Zerlina"})
    table = ada.new_table("london", "me", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    for _ in range(20):
        ada.http.post("/api/records", content=RECORD.read_text(encoding="utf-8"))
    visit(page)
    rows = page.locator(".result-tables tbody tr")
    expect(rows).to_have_count(3, timeout=SETTLE)
    expect(rows.nth(1)).to_contain_text("Random")
    expect(rows.nth(2)).to_contain_text("London")
    finished = page.locator(".tables").last
    expect(finished.locator("li")).to_have_count(20)
    button(page, "Show more")
    expect(finished.locator("li")).to_have_count(21, timeout=SETTLE)
    expect(finished.locator("li").last).to_contain_text("Zerlina")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download everything about me").click()
    assert "Zerlina" in saved.value.path().read_text(encoding="utf-8")

    button(page, "Delete everything about me")
    expect(page.locator(".everything .question")).to_contain_text("backups")
    assert faults_everywhere(page) == []
    button(page, "Keep everything")
    assert ada.got("/api/me")["name"] == "Zerlina"
    button(page, "Delete everything about me")
    button(page, "Delete everything for good")
    page.wait_for_url(f"{server}/")
    expect(page.locator(".name input")).to_have_value("", timeout=SETTLE)
    page.goto(f"/t/{table}")
    page.locator(".finale, .finale-open, .log").first.wait_for(timeout=SETTLE)
    assert "Zerlina" not in page.content()


def test_an_address_for_messages_is_tried_and_removed(open_page: OpenPage, tmp_path: Path) -> None:
    with ChatRoom(500) as room:
        settings = replace(QUICK, webhooks=True, webhook_hosts=(room.host,))
        with Running(sqlite(tmp_path), settings) as running:
            page = open_page(width=360, height=640, locale="de-DE")
            page.goto(f"{running.url}/me")
            section = page.locator(".webhook")
            field = section.get_by_label("Adresse für Nachrichten")
            expect_fault(page, "422")
            field.fill("chat.example")
            field.press("Enter")
            expect(section.get_by_role("alert")).to_contain_text(
                "keine vollständige Internetadresse"
            )
            field.fill("https://localhost/")
            section.get_by_role("button", name="Speichern und ausprobieren").click()
            said = section.locator("p[role=status]")
            expect(said).to_contain_text("im eigenen Netz des Servers", timeout=SETTLE)
            expect(section.get_by_role("alert")).to_have_count(0)
            field.fill(room.address)
            section.get_by_role("button", name="Speichern und ausprobieren").click()
            expect(said).to_contain_text("mit 500 geantwortet", timeout=SETTLE)
            person = browsing(page, running.url)
            while not person.posted("/api/me/webhook/try")["off"]:
                pass
            page.reload()
            expect(section.locator(".reason")).to_contain_text("10 Nachrichten", timeout=SETTLE)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            assert faults_everywhere(page) == []
            room.status = 204
            section.get_by_role("button", name="Ausprobieren").click()
            expect(said).to_contain_text("Sie ist angekommen.", timeout=SETTLE)
            expect(section.locator(".reason")).to_have_count(0)
            section.locator("summary").click()
            expect(section.locator("details input")).to_have_value(re.compile("^whsec_"))
            section.get_by_role("button", name="Adresse entfernen").click()
            expect(said).to_contain_text("Die Adresse ist entfernt.", timeout=SETTLE)
            expect(field).to_have_value("")


def test_nothing_about_messages_is_shown_if_the_host_has_not_switched_them_on(
    open_page: OpenPage,
) -> None:
    page = open_page()
    visit(page)
    expect(page.locator(".webhook")).to_have_count(0)
