"""Plans at a shared device and on a table as text: who sees them, and that they are carried out."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.server.serving import move
from tests.server.test_thinking_ahead import NOTHING
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import Stage, browsing, rehearse
from tests.web.test_thinking_ahead import could_claim, draw_two_cards, plan_the_first, seated
from tests.web.watching import accessibility_faults

TRACES = ".plans, .board-sheet .intended, .planned-claim, .mark-route"
"""The elements that show plans or marks."""


def family(stage: Stage, page: Page) -> str:
    """Create a table at which Ada draws and Ben, at the same device, can plan a claim.

    Return its id.
    """
    found = rehearse("usa", could_claim)
    stage.seeds.append(found.seed)
    person = browsing(page, stage.url)
    person.posted("/api/me", {"name": "Ada"})
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    table = person.posted("/api/tables", {"edition": "usa", "seats": seats, "shuffle": False})["id"]
    for seat, words in found.moves:
        person.posted(f"/api/tables/{table}/actions?seat={seat}", move(words, 1))
    return table


def take(page: Page, name: str) -> None:
    """Take over the device as this player, and wait for the table."""
    page.locator(".hand-over").get_by_role("button", name=f"I am {name}").click(timeout=SETTLE)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    expect(page.locator(".player:has(.tag.you)")).to_contain_text(name)


def test_what_one_plans_is_seen_by_nobody_else_at_the_device(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(base_url=stage.url, width=390, height=844, has_touch=True, is_mobile=True)
    table = family(stage, page)
    page.goto(f"/t/{table}")
    take(page, "Ben")
    name = plan_the_first(page)
    page.get_by_role("button", name="Mark it for myself").click()
    expect(page.locator(".board-sheet .intended")).to_have_count(1, timeout=SETTLE)
    expect(page.locator(".plans")).to_contain_text(name)
    assert accessibility_faults(page) == []
    page.locator(".pass-on .main").click()
    page.locator("main.hand-over").wait_for(timeout=SETTLE)
    assert page.locator(TRACES).count() == 0
    assert name not in page.content()
    told: list[Response] = []
    page.on("response", lambda answer: told.append(answer) if "/ahead" in answer.url else None)
    with page.expect_response(lambda answer: "/ahead" in answer.url):
        take(page, "Ada")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    for answer in told:
        assert answer.json() == NOTHING
    assert page.locator(TRACES).count() == 0
    # Loaded again, the page has nobody's: neither hers nor his.
    page.reload()
    page.locator("main.hand-over").wait_for(timeout=SETTLE)
    take(page, "Ada")
    draw_two_cards(page)
    line = page.locator(".log li", has_text="Ben claims").last
    expect(line).to_contain_text(name, timeout=SETTLE)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    assert page.locator(".plans").count() == 0


def test_plans_are_made_on_a_table_as_text(open_page: OpenPage, stage: Stage) -> None:
    """Plans can be made by keyboard, and are shown in words."""
    first, second = (open_page(base_url=stage.url) for _ in range(2))
    table, _ = seated(stage, first, second, could_claim)
    person = browsing(second, stage.url)
    claim = person.got(f"/api/tables/{table}/ahead/claims")["claims"][0]
    second.set_viewport_size({"width": 390, "height": 844})
    second.locator(".menu > summary").click()
    second.get_by_label("Table as text").check()
    second.keyboard.press("Escape")
    second.get_by_label("Route to plan or mark").select_option(claim["route"], timeout=SETTLE)
    second.locator(".planned-claim").first.press("Enter", timeout=SETTLE)
    plans = second.locator(".plans li")
    expect(plans).to_have_count(1, timeout=SETTLE)
    second.get_by_role("button", name="Mark it for myself").press("Enter")
    marked = second.locator(".marked-routes li")
    expect(marked).to_have_count(1, timeout=SETTLE)
    second.locator("summary", has_text="routes nobody has claimed").click()
    expect(second.locator(".text-routes li", has_text="you have marked it")).to_have_count(1)
    for theme in ("light", "dark"):
        second.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert accessibility_faults(second) == []
    assert second.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    marked.get_by_role("button").press("Enter")
    expect(marked).to_have_count(0, timeout=SETTLE)
    expect(plans).to_have_count(1)
    draw_two_cards(first)
    expect(plans).to_have_count(0, timeout=SETTLE)
    routes = person.table(table)["position"]["players"][1]["routes"]
    assert claim["route"] in routes
