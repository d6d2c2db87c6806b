"""Several browsers at one table: lost connections, two tabs, two people for one seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import (
    OWN_MOVES,
    SETTLE,
    Clicker,
    Lines,
    draw_two,
    first_turn,
    start_game,
    until,
    version,
)
from tests.web.staging import Stage, staged
from tests.web.watching import Watched, expect_fault


def second_tab(context: BrowserContext) -> tuple[Page, Watched]:
    page = context.new_page()
    return page, Watched(page)


def state(page: Page) -> dict[str, str]:
    """Return the texts that show the state of the game on a page."""
    return {
        "version": page.locator("[data-version]").get_attribute("data-version") or "",
        "sentence": page.locator(".sentence").inner_text(),
        "hand": page.locator(".hand").inner_text(),
        "log": page.locator(".log").inner_text(),
        "players": page.locator(".players").inner_text(),
    }


def expect_follows(there: Page, here: Clicker) -> None:
    """Expect another tab to get as far as one does whose player has decided.

    Only when it is the player's turn again does the table stand still: before, a bot may move
    between a look at one tab and a look at the other.
    """
    here.page.locator(".turn.mine").wait_for(timeout=SETTLE)
    expect(there.locator("[data-version]")).to_have_attribute(
        "data-version", here.mark() or "", timeout=SETTLE
    )


def test_two_tabs_of_one_player_agree(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    tab, watched = second_tab(page.context)
    tab.goto(page.url)
    tab.locator(".turn.mine").wait_for(timeout=SETTLE)
    assert state(tab) == state(page)
    players = [Clicker(page), Clicker(tab)]
    for turn in range(4):
        here, there = players[turn % 2], players[1 - turn % 2]
        here.decide()
        expect_follows(there.page, here)
        assert state(here.page) == state(there.page)
    # What one of them is about to do does not survive what the other one does.
    tickets = page.get_by_role("button", name="Draw tickets", exact=True)
    if not tickets.count():
        # It was the first of two cards.
        players[0].decide()
    tickets.click(timeout=SETTLE)
    expect(page.locator(".tray")).to_have_count(1)
    expect_follows(tab, players[0])
    assert tab.locator(".tray").count() == 0
    players[1].decide()
    expect_follows(page, players[1])
    expect(page.locator(".tray")).to_have_count(0)
    watched.check()


def test_two_people_want_one_seat(open_page: OpenPage) -> None:
    host, ann, ben = open_page(), open_page(), open_page()
    for page in (ann, ben):
        expect_fault(page, "409")
    table = start_game(host, "london", [{"kind": "me"}, {"kind": "open"}])
    for page in (ann, ben):
        page.goto(f"/t/{table}")
        page.get_by_role("button", name="Sit here").wait_for(timeout=SETTLE)
    # Both requests are made before either gets to the server.
    held: list[Route] = []
    for page in (ann, ben):
        page.route("**/join", lambda route: held.append(route))
    for page in (ann, ben):
        with page.expect_request("**/join"):
            page.get_by_role("button", name="Sit here").click()
    until(ben, lambda: len(held) == 2)
    for route in held:
        route.continue_()
    for page in (host, ann, ben):
        page.locator(".players").wait_for(timeout=SETTLE)
    seated = [page for page in (ann, ben) if page.locator(".offer").count()]
    late = [page for page in (ann, ben) if page not in seated]
    assert (len(seated), len(late)) == (1, 1)
    expect(late[0].locator(".watching")).to_be_visible(timeout=SETTLE)
    expect(late[0].locator(".problem")).to_be_visible()
    assert late[0].locator(".hand").count() == 0


@pytest.mark.parametrize("how", ["offline", "cut"])
def test_whoever_loses_the_line_misses_nothing(open_page: OpenPage, stage: Stage, how: str) -> None:
    """A page without connection says so and keeps its state.

    It gets the missed updates afterwards.
    """
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    expect_fault(page, "ERR_INTERNET_DISCONNECTED")
    lines = Lines(page)
    stage.begin(1)
    table = start_game(other, "usa", [{"kind": "open"}, {"kind": "me"}])
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    players = [Clicker(page), Clicker(other)]
    for player in players:
        player.page.locator(".offer").wait_for(timeout=SETTLE)
        player.decide()
    other.locator(".turn.mine").wait_for(timeout=SETTLE)
    if how == "offline":
        page.context.set_offline(True)
    lines.cut()
    offline = page.locator(".offline")
    expect(offline).to_have_text("No connection – trying again…")
    before = page.locator(".log").inner_text()
    players[1].decide()
    players[1].decide()
    expect(other.locator(".sentence")).to_have_text("It is Player 1’s turn.", timeout=SETTLE)
    assert page.locator(".log").inner_text() == before
    lines.mend()
    page.context.set_offline(False)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    expect(offline).to_have_count(0)
    assert page.locator(".log .told").count() == other.locator(".log .told").count()
    assert "".join(page.locator(".player-facts").all_inner_texts()).count("card") == 2
    players[0].decide()
    expect(other.locator("[data-version]")).to_have_attribute(
        "data-version", players[0].mark() or "", timeout=SETTLE
    )


def test_what_others_choose_leaves_ones_own_choice(open_page: OpenPage) -> None:
    """A choice of opening tickets is kept while another player keeps theirs."""
    pages = [open_page(), open_page()]
    table = start_game(pages[0], "usa", [{"kind": "me"}, {"kind": "open"}])
    pages[1].goto(f"/t/{table}")
    pages[1].get_by_role("button", name="Sit here").click(timeout=SETTLE)
    quick, slow = pages
    slow.locator(".offer").wait_for(timeout=SETTLE)
    slow.locator(".offer .ticket-button").nth(1).click()
    player = Clicker(quick)
    quick.locator(".offer").wait_for(timeout=SETTLE)
    player.decide()
    expect(slow.locator("[data-version]")).to_have_attribute(
        "data-version", player.mark() or "", timeout=SETTLE
    )
    expect(slow.locator(".offer [aria-pressed='true']")).to_have_count(1)
    # What was chosen lies ready, also for a page that is loaded anew, and stays when the others
    # have chosen.
    expect(quick.locator(".tickets .ticket-button")).to_have_count(3)
    quick.reload()
    expect(quick.locator(".tickets .ticket-button")).to_have_count(3, timeout=SETTLE)
    Clicker(slow).decide()
    expect(quick.locator(".log")).to_contain_text("Player 1 keeps", timeout=SETTLE)
    expect(quick.locator(".tickets .ticket-button")).to_have_count(3)


def test_a_refusal_goes_when_the_game_goes_on(open_page: OpenPage) -> None:
    page, other = open_page(), open_page()
    table = start_game(other, "usa", [{"kind": "me"}, {"kind": "open"}])
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    for one in (page, other):
        one.locator(".offer").wait_for(timeout=SETTLE)
        Clicker(one).decide()
    for one in (page, other):
        expect(one.locator(".log")).to_contain_text("Player 1 keeps", timeout=SETTLE)
        expect(one.locator(".log")).to_contain_text("Player 2 keeps", timeout=SETTLE)
    # Who begins is drawn by lot.
    if page.locator(".turn.mine").count():
        page, other = other, page
    expect_fault(page, "409")
    other.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.get_by_role("switch", name="Table as text").check()
    page.locator("#command").fill("draw deck")
    page.keyboard.press("Enter")
    expect(page.locator(".problem")).to_be_visible(timeout=SETTLE)
    Clicker(other).decide()
    expect(page.locator(".problem")).to_have_count(0, timeout=SETTLE)


@pytest.mark.parametrize(
    "body",
    ["new ReadableStream({start: (line) => line.error(new TypeError())})", "'<title>Log in'"],
)
def test_half_an_answer_is_none(open_page: OpenPage, body: str) -> None:
    """An answer that breaks off or is not JSON is reported like a lost connection."""
    page = open_page()
    page.goto("/")
    told = page.evaluate(
        f"""async () => {{
            const {{ get }} = await import("/static/net/api.js");
            window.fetch = async () => new Response({body});
            return get("/api/me").catch((error) => error.code);
        }}"""
    )
    assert told == "offline"


def test_an_answer_that_is_lost_does_no_harm(open_page: OpenPage) -> None:
    """If an answer is lost, the page sends the same action again. The server takes it once."""
    page = open_page()
    expect_fault(page, "ERR_")
    first_turn(page)
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["id"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/actions", lose)
    before = page.locator(".log .told").count()
    with page.expect_response("**/actions", timeout=SETTLE):
        page.locator('[data-place="deck"]').click()
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    assert page.locator(".log .told").count() == before + 1
    # Had it been sent a third time, that would be seen before the next action.
    with page.expect_response("**/actions", timeout=SETTLE):
        page.locator('[data-place="deck"]').click()
    first, again, following = sent
    assert first == again != following
    assert page.locator(".problem").count() == 0


def test_the_server_goes_away_and_comes_back(open_page: OpenPage, tmp_path: Path) -> None:
    """After a restart of the server, the page connects again and the game goes on."""
    with staged(tmp_path) as stage:
        page = open_page(base_url=stage.url)
        expect_fault(page, "ERR_CONNECTION_REFUSED")
        first_turn(page)
        draw_two(page)
        before = state(page)
        port = int(stage.url.rpartition(":")[2])
    expect(page.locator(".offline")).to_be_visible(timeout=SETTLE)
    # Whoever tries to move all the same is told, and has lost nothing.
    page.locator('[data-place="deck"]').click()
    expect(page.locator(".problem")).to_contain_text("Nothing is lost", timeout=SETTLE)
    page.locator(".problem .close").click()
    with staged(tmp_path, port=port):
        expect(page.locator(".offline")).to_have_count(0, timeout=SETTLE)
        assert state(page) == before
        draw_two(page)
        assert version(page) > before["log"].count("\n")


def test_a_public_table_is_found(open_page: OpenPage) -> None:
    host, guest = open_page(), open_page()
    host.goto("/")
    host.get_by_role("radio", name="New York").click(timeout=SETTLE)
    host.get_by_label("Seat 2").select_option("open")
    host.locator(".options summary").click()
    host.get_by_label("Show the table to everybody on the start page").check()
    host.get_by_role("button", name="Open the table").click()
    host.locator(".waiting").wait_for(timeout=SETTLE)
    guest.goto("/")
    table = host.url.rpartition("/")[2]
    guest.locator(f'.tables a[href="/t/{table}"]').click(timeout=SETTLE)
    guest.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    for page in (host, guest):
        page.locator(".offer").wait_for(timeout=SETTLE)
    # It is no longer to be had.
    host.goto("/")
    expect(host.locator(".tables").first).to_contain_text("New York", timeout=SETTLE)
    late = open_page()
    late.goto("/")
    late.locator(".new-table").wait_for(timeout=SETTLE)
    assert late.locator(f'a[href="/t/{table}"]').count() == 0
