"""The ladder, from joining it to the ratings after a game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import until
from tests.web.watching import faults_everywhere

PROOF = {"X-Requested-With": "whistlestop"}


def given_up(page: Page, *bots: str) -> str:
    """A game against bots in which the reader resigns, when it is over. Return the table's id."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    body = {"edition": "london", "seats": seats, "bot_pace": "instant"}
    table = page.request.post("/api/tables", headers=PROOF, data=body).json()["id"]
    assert page.request.post(f"/api/tables/{table}/resign", headers=PROOF).ok
    path = f"/api/tables/{table}"
    until(page, lambda: page.request.get(path).json()["table"]["state"] == "over")
    return table


def test_joining_playing_and_looking(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").press("Tab")
    page.get_by_role("link", name="Ladder: ratings and seasons").click()
    page.get_by_role("button", name="Join the ladder").click()
    expect(page.get_by_text("You are on the ladder.")).to_be_visible()
    table = given_up(page, "random", "random")
    page.goto(f"/t/{table}")
    note = page.locator(".finale .ladder-note")
    expect(note).to_contain_text(re.compile(r"Ada 1\d\d\d \(−\d+\)"))
    note.get_by_role("link").click()
    expect(page.get_by_text("Your rating is")).to_be_visible()
    page.get_by_label("Board").select_option(label="London")
    page.get_by_label("Players").select_option("3")
    mine = page.locator(".ladder-list tr.mine")
    expect(mine).to_contain_text("provisional")
    # By keyboard: against everyone, then against one bot, then nobody.
    mine.get_by_role("button", name="Ada").press("Enter")
    against = page.get_by_role("region", name="Ada against everyone")
    expect(against.get_by_role("row")).to_have_count(2)
    page.locator(".ladder-list").get_by_role("button", name="Random").press("Enter")
    pair = page.get_by_role("region", name="Ada against Random")
    expect(pair.get_by_role("row")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults_everywhere(page) == []
    pair.get_by_role("button", name="Close").press("Enter")
    expect(pair).to_have_count(0)
    page.get_by_label("Players").select_option("2")
    expect(mine).to_have_count(0)


def test_the_personal_page_joins_and_leaves(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    page.goto("/me")
    section = page.locator(".ladder-of-mine")
    section.get_by_role("button", name="In die Bestenliste eintragen").click()
    # A waiting room says that the game will count; others than members hear nothing of it.
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"edition": "london", "seats": seats}
    expect(section.get_by_text("Du stehst in der Bestenliste.")).to_be_visible()
    made = page.request.post("/api/tables", headers=PROOF, data=body).json()["id"]
    page.goto(f"/t/{made}")
    expect(page.locator(".waiting .ladder-note")).to_have_text(
        "Diese Partie zählt für die Bestenliste."
    )
    page.goto("/me")
    section.get_by_role("button", name="Aus der Bestenliste austragen").click()
    expect(section.get_by_role("button", name="In die Bestenliste eintragen")).to_be_visible()


def test_the_start_page_says_whether_a_game_would_count(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto("/")
    note = page.locator(".start-now .ladder-note")
    with page.expect_response(re.compile("/api/ladder/preview")):
        page.reload()
    expect(note).to_have_count(0)
    assert page.request.post("/api/ladder/join", headers=PROOF).ok
    page.reload()
    expect(note).to_have_text("This game counts for the ladder.")
    page.get_by_text("More options").click()
    page.get_by_role("switch", name="Hints").check()
    expect(note).to_contain_text("does not count for the ladder: hints")
    page.get_by_role("button", name="Together at this device").click()
    expect(note).to_contain_text("does not count for the ladder: several people")
    assert faults_everywhere(page) == []
    page.get_by_role("button", name="With friends by link").click()
    page.get_by_role("switch", name="Hints").uncheck()
    expect(note).to_have_text("This game counts for the ladder.")
