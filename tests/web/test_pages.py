"""The start page and the rules, in every language, theme and size."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, start_game
from tests.web.test_language import LANGUAGE
from tests.web.watching import expect_fault, faults_everywhere

LOCALES = {"en-GB": "All aboard", "it-IT": "In carrozza", "nl-NL": "Instappen maar"} | {
    "de-DE": "Einsteigen, bitte",
    "fr-FR": "En voiture",
}

EDITIONS = ["usa", "germany", "london", "europe", "switzerland", "newyork", "india", "nordic"]


def start_page(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return page.evaluate("() => document.documentElement.scrollWidth - innerWidth")


def test_a_game_in_three_clicks(open_page: OpenPage) -> None:
    page = open_page()
    start_page(page)
    page.get_by_role("radio", name="London").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".tray")).to_be_visible(timeout=SETTLE)
    assert "London" in page.title()


def test_a_name_typed_last_is_the_one_at_the_table(open_page: OpenPage) -> None:
    """If a name is typed just before the start, the table is created after the name was saved."""
    page = open_page()
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    held: list[Route] = []
    order: list[str] = []
    page.on("requestfinished", lambda one: order.append(f"{one.method} {one.url} done"))
    page.on("request", lambda one: order.append(f"{one.method} {one.url}"))
    page.route("**/api/me", lambda route: held.append(route))
    with page.expect_request("**/api/me", timeout=SETTLE):
        page.get_by_role("button", name="Start the game").click()
    (asked,) = held
    asked.continue_()
    page.unroute("**/api/me")
    expect(page.locator(".player:has(.tag.you)")).to_contain_text("Ada", timeout=SETTLE)
    (known,) = (n for n, one in enumerate(order) if re.fullmatch(r"POST .*/api/me done", one))
    (made,) = (n for n, one in enumerate(order) if re.fullmatch(r"POST .*/api/tables", one))
    assert known < made


def test_a_name_and_the_last_choice_are_remembered(open_page: OpenPage) -> None:
    page = open_page()
    start_page(page)
    name = page.get_by_label("Your name")
    name.fill("Zoë <b>&")
    with page.expect_response(lambda answer: answer.url.endswith("/api/me")):
        name.press("Tab")
    page.get_by_role("radio", name="New York").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".players")).to_contain_text("Zoë <b>&", timeout=SETTLE)
    start_page(page)
    expect(page.get_by_label("Your name")).to_have_value("Zoë <b>&")
    expect(page.locator(".board-choice :checked")).to_have_value("newyork")
    expect(page.locator(".tables")).to_contain_text("your turn")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language(open_page: OpenPage, locale: str) -> None:
    page = open_page(locale=locale, width=360, height=740)
    start_page(page)
    expect(page.locator("h1")).to_have_text(LOCALES[locale])
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert overflow(page) <= 0
    start_game(page, "germany")
    expect(page.locator(".tray .mix").first).to_be_visible(timeout=SETTLE)
    assert overflow(page) <= 0
    page.goto("/rules/switzerland")
    expect(page.locator(".rules h2").first).to_be_visible(timeout=SETTLE)
    assert overflow(page) <= 0


def test_the_language_can_be_changed(open_page: OpenPage) -> None:
    page = open_page()
    start_page(page)
    page.locator(".menu > summary").click()
    page.get_by_label("Language").select_option("it")
    expect(page.locator("h1")).to_have_text("In carrozza")
    page.reload()
    expect(page.locator("h1")).to_have_text("In carrozza", timeout=SETTLE)


@pytest.mark.parametrize(
    ("edition", "shown"),
    [
        ("usa", ["routes", "tickets", "end"]),
        ("germany", ["routes", "passengers", "tickets"]),
        ("london", ["routes", "tickets", "districts"]),
        ("europe", ["routes", "ferries", "tunnels", "stations", "tickets", "end"]),
        ("switzerland", ["routes", "tunnels", "tickets", "end"]),
        ("newyork", ["routes", "tickets", "attractions"]),
        ("india", ["routes", "ferries", "tickets", "doubly", "end"]),
        ("nordic", ["routes", "ferries", "substitutes", "tunnels", "tickets"]),
    ],
)
def test_rules_of_every_edition(open_page: OpenPage, edition: str, shown: list[str]) -> None:
    page = open_page()
    page.goto(f"/rules/{edition}")
    expect(page.locator(".rules h2").last).to_be_visible(timeout=SETTLE)
    assert "{" not in page.locator(".rules").inner_text()
    assert "undefined" not in page.locator(".rules").inner_text()
    # What is about the map is shown on it.
    captions = page.locator(".on-the-map figcaption")
    expect(captions).to_have_count(len(shown), timeout=SETTLE)
    words = json.loads((LANGUAGE / "rules" / "en.json").read_text(encoding="utf-8"))
    for caption, chapter in zip(captions.all_inner_texts(), shown, strict=True):
        sentence = words[f"{chapter}.picture"]
        first = (sentence if isinstance(sentence, str) else sentence["other"]).partition("{")[0]
        assert caption.startswith(first)
    # Something is drawn in each, and what it is made of is there.
    for piece in page.locator(".on-the-map svg").all():
        assert piece.locator("[data-route]").count() >= 1
        assert piece.locator(".city text").count() >= 1
    missing: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".on-the-map use")]
            .map((use) => use.getAttribute("href"))
            .filter((href) => !document.querySelector(href))"""
    )
    assert missing == []
    twice: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("[id]")].map(({id}) => id)
            .filter((id, at, all) => all.indexOf(id) !== at)"""
    )
    assert twice == []
    assert faults_everywhere(page) == []


def test_an_unknown_table_and_an_unknown_edition(open_page: OpenPage) -> None:
    page = open_page()
    expect_fault(page, "404")
    page.goto("/t/nothing")
    expect(page.get_by_role("heading")).to_have_text("There is no such table.", timeout=SETTLE)
    assert faults_everywhere(page) == []
    page.goto("/rules/atlantis")
    expect(page.get_by_role("heading")).to_have_text("There is no such edition.", timeout=SETTLE)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (820, 1180), (360, 740)])
def test_nothing_overflows(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(width=width, height=height, has_touch=width < 1000)
    start_page(page)
    assert overflow(page) <= 0
    start_game(page, "europe", [{"kind": "me"}] + [{"kind": "bot", "bot": "random"}] * 4)
    player = Clicker(page)
    player.decide()
    for _ in range(3):
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
        assert overflow(page) <= 0
        player.decide()
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    if width < 1000:
        small = page.evaluate(
            """() => [...document.querySelectorAll("main button:enabled")]
              .filter((button) => button.checkVisibility())
              .map((button) => [button.outerHTML.slice(0, 80), button.getBoundingClientRect()])
              .filter(([, box]) => box.width && (box.width < 40 || box.height < 24))
              .map(([words]) => words)"""
        )
        assert small == []


def test_a_table_is_light_to_load(open_page: OpenPage) -> None:
    page = open_page()
    session: Any = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received: list[float] = []

    def arrived(event: dict[str, Any]) -> None:
        received.append(event["encodedDataLength"])

    session.on("Network.loadingFinished", arrived)
    table = start_game(page, "germany")
    page.goto("about:blank")
    session.send("Network.clearBrowserCache")
    received.clear()
    page.goto(f"/t/{table}")
    expect(page.locator(".tray .mix").first).to_be_visible(timeout=SETTLE)
    page.wait_for_load_state("networkidle")
    print(f"{sum(received) / 1000:.2f} kB in {len(received)} answers")
    assert sum(received) <= 250_000
