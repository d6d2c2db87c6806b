"""What can be done at a table, besides playing a game to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, draw_two, first_turn, start_game
from tests.web.staging import Stage, browsing, last_rounds
from tests.web.watching import accessibility_faults, expect_fault

RECORD = Path(__file__).parents[1] / "golden" / "london-2.record"


def test_a_route_is_chosen_on_the_map_and_paid(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    while not page.get_by_role("button", name="Routes you can claim").count():
        draw_two(page)
    page.get_by_role("button", name="Routes you can claim").click()
    name = page.locator(".route-list .choice span").first.inner_text()
    code = page.locator(".board-sheet .selectable[data-route]").first.get_attribute("data-route")
    page.locator(".tray > .close").click()
    assert page.locator(".board-sheet .selectable").count() == 0
    page.locator(f'[data-route="{code}"] use').first.click()
    assert page.locator(f'[data-route="{code}"].highlighted').count() == 1
    expect(page.locator(".tray")).to_contain_text("point")
    pieces = page.locator(".player").first.inner_text()
    page.locator(".payments .choice").first.click()
    expect(page.locator(f'[data-route="{code}"][class*=owned-by]')).to_have_count(1, timeout=SETTLE)
    assert name
    assert page.locator(".player").first.inner_text() != pieces
    space = page.locator(f'[data-route="{code}"] use').first
    assert (space.get_attribute("href") or "").startswith("#piece-")


def test_what_cannot_be_claimed_says_why(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    page.locator('[data-route="LAX-ELP"] use, [data-route="ELP-LAX"] use').first.click()
    expect(page.locator(".tray .reason")).to_be_visible(timeout=SETTLE)
    page.keyboard.press("Escape")
    expect(page.locator(".tray")).to_have_count(0)


def test_a_stack_of_the_hand_filters_and_is_dragged(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    page.locator(".held").first.click()
    expect(page.locator(".tray h2")).to_contain_text("Routes you can claim with")
    page.locator(".held").first.click()
    expect(page.locator(".tray")).to_have_count(0)
    held = page.locator(".held").first.bounding_box()
    target = page.locator('[data-route="DEN-OMA"] use').nth(1).bounding_box()
    assert held is not None
    assert target is not None
    page.mouse.move(held["x"] + 20, held["y"] + 20)
    page.mouse.down()
    page.mouse.move(held["x"] + 60, held["y"] - 60, steps=4)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    assert page.locator(".dragged").count() == 1
    page.mouse.up()
    expect(page.locator(".tray h2")).to_have_text("Denver–Omaha")
    assert page.locator(".dragged").count() == 0
    # However quick the hand is: the first that is heard of it is far from the stack.
    page.keyboard.press("Escape")
    page.mouse.move(held["x"] + 20, held["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"], target["y"])
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".tray h2")).to_have_text("Denver–Omaha")


def test_a_ticket_shows_its_way(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    page.locator(".tickets .ticket-button").first.hover()
    assert page.locator(".board-sheet .way-to-go").count() > 0
    assert page.locator(".board-sheet .ticket-end").count() == 2
    page.mouse.move(5, 5)
    expect(page.locator(".board-sheet .way-to-go")).to_have_count(0)


def test_asking_before_paying(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    page.locator(".menu > summary").click()
    page.get_by_label("Ask before paying").check()
    page.keyboard.press("Escape")
    while not page.get_by_role("button", name="Routes you can claim").count():
        draw_two(page)
    page.get_by_role("button", name="Routes you can claim").click()
    page.locator(".route-list .choice").first.click()
    before = Clicker(page).mark()
    page.locator(".payments .choice").first.click()
    expect(page.locator(".payments .asked")).to_have_count(1)
    assert Clicker(page).mark() == before
    page.locator(".payments .asked").click()
    expect(page.locator(".board-sheet [class*=owned-by]")).not_to_have_count(0, timeout=SETTLE)


def test_two_people_meet_and_choose_their_tickets(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page(width=360, height=740, has_touch=True)
    table = start_game(ann, "london", [{"kind": "me"}, {"kind": "open"}])
    expect(ann.locator(".waiting")).to_be_visible(timeout=SETTLE)
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    for page in (ann, ben):
        page.locator(".offer").wait_for(timeout=SETTLE)
        Clicker(page).decide()
    (seat,) = ann.request.get(f"/api/tables/{table}").json()["deciding"]
    page, other = (ann, ben) if seat == 0 else (ben, ann)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    expect(other.locator(".turn:not(.mine)")).to_be_visible(timeout=SETTLE)


def test_two_people_play_and_one_loses_the_line(open_page: OpenPage, stage: Stage) -> None:
    """Two people play to the end.

    One of them reloads the page and loses the connection for a while.
    """
    ann = open_page(base_url=stage.url)
    ben = open_page(base_url=stage.url, width=360, height=740, has_touch=True)
    expect_fault(ben, "ERR_INTERNET_DISCONNECTED")
    table = stage.set_up(ann, last_rounds("london"), ben)
    asking = browsing(ann, stage.url)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    players = [Clicker(ann), Clicker(ben)]
    decisions = {0: 0, 1: 0}
    while deciding := asking.table(table)["deciding"]:
        seat: int = deciding[0]
        players[seat].page.locator(".turn.mine").wait_for(timeout=SETTLE)
        if seat == 1 and decisions[1] == 0:
            ben.reload()
            ben.locator(".turn.mine").wait_for(timeout=SETTLE)
        # What Ann does after Ben's first turn he hears of later.
        ben.context.set_offline(seat == 0 and decisions[1] > 0 and decisions[0] < 4)
        players[seat].decide()
        decisions[seat] += 1
        ben.context.set_offline(False)
    assert min(decisions.values()) > 1
    for page in (ann, ben):
        expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert ann.locator(".sheet tfoot").inner_text() == ben.locator(".sheet tfoot").inner_text()


def test_a_spectator_sees_no_hand(open_page: OpenPage) -> None:
    player, other = open_page(), open_page()
    table = start_game(player, "usa")
    player.locator(".offer").wait_for(timeout=SETTLE)
    other.goto(f"/t/{table}")
    expect(other.locator(".watching")).to_be_visible(timeout=SETTLE)
    assert other.locator(".hand, .tickets, .offer").count() == 0
    assert other.locator('[data-place="deck"]').is_disabled()
    assert accessibility_faults(other) == []


def test_phrases_resigning_and_the_rematch(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london")
    page.locator(".offer").wait_for(timeout=SETTLE)
    page.locator(".phrases summary").click()
    page.get_by_role("button", name="Good luck!").click()
    expect(page.locator(".log")).to_contain_text("Good luck!", timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    address = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != address, timeout=SETTLE)
    page.locator(".turn").wait_for(timeout=SETTLE)


def test_import_and_replay(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".import input").set_input_files(RECORD, timeout=SETTLE)
    page.wait_for_url("**/replay/**", timeout=SETTLE)
    at = page.locator(".replay-at")
    expect(at).to_contain_text("0 / ", timeout=SETTLE)
    page.keyboard.press("ArrowRight")
    expect(at).to_contain_text("1 / ")
    page.keyboard.press("End")
    total = at.inner_text().split("/")[1].strip()
    expect(at).to_have_text(f"{total} / {total}")
    expect(page.locator(".sentence")).to_contain_text("The game is over.", timeout=SETTLE)
    routes = page.locator(".board-sheet [class*=owned-by]")
    expect(routes).not_to_have_count(0, timeout=SETTLE)
    owned = routes.count()
    expect(page).to_have_url(re.compile(f"#{total}$"))
    page.keyboard.press("Home")
    expect(routes).to_have_count(0, timeout=SETTLE)
    page.get_by_role("slider").fill("5")
    expect(at).to_contain_text("5 / ")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_contain_text("7 / ", timeout=SETTLE)
    page.get_by_role("button", name="Pause").click()
    address = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(f"{address}#{total}")
    expect(routes).to_have_count(owned, timeout=SETTLE)
    assert accessibility_faults(page) == []


def test_a_damaged_record_is_refused(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    expect_fault(page, "400")
    damaged = tmp_path / "damaged.record"
    damaged.write_text(RECORD.read_text(encoding="utf-8").replace("draw", "dance", 1), "utf-8")
    page.goto("/")
    page.locator(".import input").set_input_files(damaged, timeout=SETTLE)
    expect(page.locator(".import .problem")).to_contain_text("line 11, column 7", timeout=SETTLE)


def test_a_station_is_built(open_page: OpenPage) -> None:
    page = open_page()
    player = first_turn(page, "europe")
    player.decide()
    assert "station" in player.seen
    expect(page.locator(".board-sheet .standing use")).to_have_count(1, timeout=SETTLE)
    expect(page.locator(".log")).to_contain_text("builds a station in")


def test_offers_are_shown_on_the_map(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "usa")
    offered = page.locator(".offer .ticket-button")
    offered.first.wait_for(timeout=SETTLE)
    ends, way = page.locator(".board-sheet .ticket-end"), page.locator(".board-sheet .way-to-go")
    # All ends of three tickets; the way of one that is pointed at or chosen.
    page.mouse.move(2, 2)
    ends.first.wait_for(timeout=SETTLE)
    assert 3 <= ends.count() <= 6
    assert way.count() == 0
    offered.first.click()
    page.mouse.move(2, 2)
    expect(ends).to_have_count(2)
    expect(way).not_to_have_count(0)
    offered.last.hover()
    expect(page.locator(".board-sheet .ticket-end")).to_have_count(2)
    Clicker(page).decide()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    # Drawn later, they are shown together with those one has.
    page.mouse.move(2, 2)
    held = {*ends.evaluate_all("all => all.map((city) => city.id)")}
    page.get_by_role("button", name="Draw tickets", exact=True).click()
    page.locator(".tray .choice").click()
    offered.first.wait_for(timeout=SETTLE)
    page.mouse.move(2, 2)
    both = {*ends.evaluate_all("all => all.map((city) => city.id)")}
    assert held <= both
    assert len(both) > len(held)


def test_hints_are_switched_off(open_page: OpenPage) -> None:
    page = open_page()
    first_turn(page)
    expect(page.locator(".hint")).to_contain_text("Click cards to draw")
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    assert page.locator(".hint").count() == 0


def test_a_running_game_is_looked_back_at(open_page: OpenPage) -> None:
    """The replay of a running game shows it as the player saw it.

    The cards of others stay hidden.
    """
    page = open_page()
    first_turn(page)
    draw_two(page)
    hand = page.locator(".held .count")
    now = hand.all_inner_texts()
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Replay the game so far").click()
    at = page.locator(".replay-at")
    expect(at).to_contain_text("0 / ", timeout=SETTLE)
    expect(page.locator(".board-sheet > svg")).to_be_visible(timeout=SETTLE)
    assert sum(map(int, hand.all_inner_texts())) == 4
    page.keyboard.press("End")
    expect(hand).to_have_text(now, timeout=SETTLE)
    assert page.locator(".other-hand, .finale, .offer").count() == 0
    expect(page.locator('[data-place="deck"]')).to_be_disabled()
    page.get_by_role("link", name="To the table", exact=True).click()
    page.locator(".turn.mine").wait_for(timeout=SETTLE)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_what_others_claimed_since_my_turn_is_marked(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width=width, height=height)
    start_game(page, "london", seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    player = Clicker(page)
    page.locator(".offer").wait_for(timeout=SETTLE)
    player.decide()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    fresh = page.locator(".board-sheet .since-my-turn")
    for _ in range(20):
        if fresh.count():
            break
        draw_two(page)
    assert fresh.count() == 1, "what the other did last"
    code = fresh.get_attribute("data-route")
    if width > 1000:
        page.locator(f'[data-route="{code}"] use').first.hover()
        expect(page.locator(".pointed")).to_contain_text("since your turn")
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)
    expect(fresh).to_have_count(0)
