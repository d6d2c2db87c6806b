"""Clubs: founded at a desk, joined by link on a phone, from an open table to the standings."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, until
from tests.web.watching import expect_fault, faults_everywhere

PROOF = {"X-Requested-With": "whistlestop"}


def found(page: Page, name: str) -> str:
    """Found a club as Ada, and return its link."""
    page.goto("/clubs")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Name of the club").fill(name)
    page.get_by_role("button", name="Found the club").press("Enter")
    return page.get_by_role("textbox", name="Link of the club").input_value()


def state(page: Page, table: str) -> str:
    return page.request.get(f"/api/tables/{table}").json()["table"]["state"]


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_the_link_to_the_standings(open_page: OpenPage) -> None:
    desk, phone = open_page(), open_page(width=360, height=640, locale="de-DE")
    link = found(desk, "Sonntagsbahner")
    club = link.partition("#")[0].rsplit("/", 1)[1]
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Sonntagsbahner")).to_be_visible()
    expect(phone.get_by_text("Leitung: Ada")).to_be_visible()
    assert fits(phone)
    phone.get_by_label("Dein Name").fill("Bo")
    phone.get_by_role("button", name="Dem Klub beitreten").click()
    expect(phone.locator(".club-members li")).to_have_count(2)
    # Members do not pass the link on with the address.
    assert "#" not in phone.url
    phone.get_by_role("button", name="Tisch öffnen").click()
    phone.locator("input[value=london]").check(force=True)
    assert fits(phone)
    phone.get_by_role("button", name="Tisch eröffnen").click()
    phone.wait_for_url("**/t/*")
    back = phone.get_by_role("link", name="Zum Klub Sonntagsbahner")
    expect(back).to_have_attribute("href", f"/club/{club}")
    # The founder finds the table, and sits down.
    desk.reload()
    desk.locator(".club-tables .tables a").click()
    desk.get_by_role("button", name="Sit here").click()
    table = desk.url.rsplit("/", 1)[1]
    until(desk, lambda: state(desk, table) == "playing")
    for page in (phone, desk):
        assert page.request.post(f"/api/tables/{table}/resign", headers=PROOF).ok
    until(desk, lambda: state(desk, table) == "over")
    phone.reload()
    expect(back).to_be_visible(timeout=SETTLE)
    assert fits(phone)
    phone.goto(link.partition("#")[0])
    rows = phone.locator(".club-standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Ada")
    expect(rows.nth(1)).to_contain_text("Bo")
    game = phone.locator(".club-games a")
    expect(game).to_contain_text("Bo hat aufgegeben")
    expect(game).to_have_attribute("href", f"/replay/{table}")
    phone.locator(".club-daily summary").press("Enter")
    expect(phone.locator(".daily-ranking .daily-steps")).to_be_visible()
    assert fits(phone)
    assert faults_everywhere(phone) == []


def test_the_founder_removes_hands_over_and_closes_by_keyboard(open_page: OpenPage) -> None:
    desk, other = open_page(), open_page()
    link = found(desk, "Sunday")
    club = link.partition("#")[0]
    for name in ("Bo", "Cleo"):
        page = open_page()
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join the club").press("Enter")
        expect(page.locator(".club-members")).to_be_visible()
    desk.goto(club)
    remove = desk.get_by_role("button", name="Remove: Bo")
    remove.press("Enter")
    # The focus goes to the question, and back.
    question = desk.get_by_role("group", name="Remove: Bo")
    expect(question).to_be_focused()
    question.press("Escape")
    expect(remove).to_be_focused()
    remove.press("Enter")
    expect(question).to_be_focused()
    question.get_by_role("button", name="Remove Bo").press("Enter")
    expect(desk.locator(".club-members li")).to_have_count(2)
    # The buttons of the member are gone. The focus goes to what has happened.
    expect(desk.get_by_text("Bo is no longer a member.")).to_be_focused()
    # The old link has ended.
    expect_fault(other, "404")
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("no longer valid")
    desk.locator(".club-managing summary").press("Enter")
    field = desk.get_by_label("Name of the club")
    field.fill("Monday")
    field.press("Enter")
    expect(desk.get_by_role("heading", name="Monday")).to_be_visible()
    desk.get_by_role("button", name="Make a new link").press("Enter")
    question = desk.get_by_role("group", name="Make a new link")
    question.get_by_role("button", name="Make a new link").press("Enter")
    expect(desk.get_by_text("The link is new.")).to_be_visible()
    desk.get_by_role("button", name="Close the club").press("Enter")
    expect(desk.get_by_role("group", name="Close the club")).to_be_focused()
    assert faults_everywhere(desk) == []
    desk.get_by_role("button", name="Close the club for good").press("Enter")
    desk.wait_for_url("**/clubs")
    expect(desk.get_by_text("You are in no club yet.")).to_be_visible()
