"""Plans with an else in the browser: by clicking on a phone, and on a table that is text."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import Stage, browsing
from tests.web.test_thinking_ahead import could_claim, draw_two_cards, seated
from tests.web.watching import WITHOUT_MAP, accessibility_faults


def expect_steps(page: Page, *words: str) -> None:
    """Wait until the plan has steps that contain these words."""
    lines = page.locator(".plans li > span")
    expect(lines).to_have_count(len(words), timeout=SETTLE)
    for at, one in enumerate(words):
        expect(lines.nth(at)).to_contain_text(one, timeout=SETTLE)


def test_a_plan_is_made_on_a_phone_and_played_without_its_player(
    open_page: OpenPage, stage: Stage
) -> None:
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    table, _ = seated(stage, first, second, could_claim)
    second.set_viewport_size({"width": 390, "height": 844})
    second.get_by_role("button", name="Plan my next turn").click(timeout=SETTLE)
    # Two quick presses are two steps: the deck comes last.
    second.get_by_role("button", name="draw from the deck", exact=True).click(timeout=SETTLE)
    second.get_by_role("button", name="take locomotive from the display", exact=True).click()
    expect_steps(second, "take locomotive", "else: draw from the deck")
    second.locator(".tray details summary").click()
    choice = second.locator(".tray details .route-list .choice").first
    name = choice.locator("span").first.inner_text()
    choice.click()
    second.get_by_role("button", name="Claim it as soon as my cards pay for it").click()
    expect_steps(second, name, "else: take locomotive", "else: draw from the deck")
    assert accessibility_faults(second, WITHOUT_MAP) == []
    second.locator(".tray").get_by_role("button", name="Close").click()
    plans = second.locator(".plans")
    # A route for which there are no cards yet is planned for more than one turn.
    expect(plans.get_by_role("combobox")).to_have_value("claimed")
    expect(plans).to_contain_text("For 10 more turns at most.")
    plans.get_by_role("button", name="Move up: draw from the deck").click()
    expect_steps(second, name, "else: draw from the deck", "else: take locomotive")
    plans.get_by_role("button", name="Remove from the plan: take locomotive").click()
    expect_steps(second, name, "else: draw from the deck")
    assert second.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert accessibility_faults(second, WITHOUT_MAP) == []
    assert first.locator(".plans").count() == 0
    second.goto("about:blank")
    draw_two_cards(first)
    # The other player's turn passes by itself.
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    me = browsing(second, stage.url).table(table)
    assert me["deciding"] == [0]
    own = [entry for entry in me["log"] if entry["seat"] == 1][-2:]
    slots = [e["slot"] for entry in own for e in entry["events"] if e["type"] == "CardDrawn"]
    assert slots == [None, None]
    second.goto(f"{stage.url}/t/{table}")
    expect(plans).to_contain_text("For 9 more turns at most.", timeout=SETTLE)
    plans.get_by_role("button", name="Stop the plan").click()
    expect(plans).to_have_count(0, timeout=SETTLE)
    draw_two_cards(first)
    second.locator(".turn.mine").wait_for(timeout=SETTLE)


def test_a_plan_is_made_where_the_table_is_text(open_page: OpenPage, stage: Stage) -> None:
    """By keyboard alone. When the plan has stopped, the reason is told."""
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    table, _ = seated(stage, first, second, could_claim)
    second.evaluate("localStorage.setItem('whistlestop.text-board', 'true')")
    second.reload()
    section = second.locator(".text-ahead")
    section.get_by_role("button", name="draw from the deck", exact=True).press(
        "Enter", timeout=SETTLE
    )
    section.get_by_role("button", name="take locomotive from the display", exact=True).press(
        "Enter"
    )
    expect_steps(second, "take locomotive", "else: draw from the deck")
    plans = second.locator(".plans")
    plans.get_by_role("button", name="Move up: draw from the deck").press("Enter")
    expect_steps(second, "draw from the deck", "else: take locomotive")
    plans.get_by_role("combobox").select_option("claimed")
    expect(plans).to_contain_text("For 10 more turns at most.", timeout=SETTLE)
    assert accessibility_faults(second) == []
    person = browsing(second, stage.url)
    words = [step["words"] for step in person.got(f"/api/tables/{table}/ahead")["steps"]]
    plan = {"steps": words, "until": "claimed", "turns": 1}
    person.posted(f"/api/tables/{table}/ahead", {"plan": plan})
    expect(plans).to_contain_text("For 1 more turn at most.", timeout=SETTLE)
    draw_two_cards(first)
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    told = second.locator(".plans-dropped")
    expect(told).to_contain_text("Your plan has stopped", timeout=SETTLE)
    told.get_by_role("button", name="OK").press("Enter")
    expect(plans).to_have_count(0, timeout=SETTLE)
