"""Plans with an else in the browser: by clicking on a phone, and on a table that is text."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

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


def how_long(page: Page) -> Locator:
    """The choice of what ends the plan."""
    return page.locator(".plans").get_by_label("How long does the plan count?")


def turns(page: Page) -> Locator:
    """The choice of the most turns for which the plan counts."""
    return page.locator(".plans").get_by_label("For how many turns at most?")


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
    # The tray covers the list of the steps, so it says them itself.
    planned = second.locator(".tray .planned")
    expect(planned).to_contain_text("take locomotive from the display; else: draw from the deck")
    expect(planned).to_be_in_viewport(ratio=1)
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
    expect(how_long(second)).to_have_value("claimed")
    expect(turns(second)).to_have_value("10")
    turns(second).select_option("4")
    stops = plans.locator(".plan-stops")
    stops.locator("summary").click()
    stops.get_by_label("A player has this many pieces left").select_option("12")
    stops.get_by_label("One of my tickets is completed").check()
    expect(plans).to_contain_text(
        "You decide yourself as soon as a player has 12 trains left, or fewer "
        "or one of your tickets is completed.",
        timeout=SETTLE,
    )
    # On a desk, the players' part of the column scrolls if a plan is longer than this part.
    second.set_viewport_size({"width": 1280, "height": 720})
    stop = plans.get_by_role("button", name="Stop the plan")
    stop.scroll_into_view_if_needed()
    expect(stop).to_be_in_viewport()
    assert second.locator(".side").evaluate("side => side.scrollTop") == 0
    second.set_viewport_size({"width": 390, "height": 844})
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
    expect(turns(second)).to_have_value("3", timeout=SETTLE)
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
    how_long(second).select_option("claimed")
    expect(turns(second)).to_have_value("10", timeout=SETTLE)
    assert accessibility_faults(second) == []
    person = browsing(second, stage.url)
    words = [step["words"] for step in person.got(f"/api/tables/{table}/ahead")["steps"]]
    plan = {"steps": words, "until": "claimed", "turns": 1}
    person.posted(f"/api/tables/{table}/ahead", {"plan": plan})
    expect(turns(second)).to_have_value("1", timeout=SETTLE)
    draw_two_cards(first)
    first.locator(".turn.mine").wait_for(timeout=SETTLE)
    told = second.locator(".plans-dropped")
    expect(told).to_contain_text("Your plan has stopped", timeout=SETTLE)
    told.get_by_role("button", name="OK").press("Enter")
    expect(plans).to_have_count(0, timeout=SETTLE)


def test_a_plan_is_typed_where_the_table_is_text(open_page: OpenPage, stage: Stage) -> None:
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    seated(stage, first, second, could_claim)
    second.evaluate("localStorage.setItem('whistlestop.text-board', 'true')")
    second.reload()
    command = second.locator("#command")
    command.fill("plan draw locomotive; draw deck; for 3; until taken")
    command.press("Enter")
    expect_steps(second, "take locomotive", "else: draw from the deck")
    expect(turns(second)).to_have_value("3")
    expect(second.locator(".plans")).to_contain_text("as soon as another player claims a route")
    command.fill("plan until doomsday")
    command.press("Enter")
    # The words stay, and the reason says what is possible.
    expect(second.locator(".problem")).to_contain_text("“until doomsday” makes no sense in a plan")
    expect(command).to_have_value("plan until doomsday")
    command.fill("plan stop")
    command.press("Enter")
    expect(second.locator(".plans")).to_have_count(0, timeout=SETTLE)
