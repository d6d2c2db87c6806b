"""The end of a game, its replay, and playing again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, start_game, until
from tests.web.staging import Stage, browsing, ended, rehearse
from whistlestop import Game, read_record, write_record
from whistlestop.actions import DrawDeck

GOLDEN = Path(__file__).parents[1] / "golden"


def end_of(page: Page, url: str, game: Game) -> str:
    """Import a finished game and open its table. Return the table's id."""
    answer = browsing(page, url).http.post(
        "/api/records", content=write_record(game), headers={"Content-Type": "text/plain"}
    )
    table: str = answer.json()["id"]
    page.goto(f"/t/{table}")
    return table


def golden(name: str) -> Game:
    return read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


def totals(page: Page) -> list[int]:
    written = page.locator(".finale .sheet tfoot td").all_inner_texts()
    return [int(text.replace("−", "-")) for text in written]


def marked(page: Page, kind: str) -> set[str]:
    """Return the codes of the routes or cities that are marked as the longest path."""
    found: list[str] = page.locator(f".board-sheet {kind}.longest-path").evaluate_all(
        "all => all.map((one) => one.dataset.route ?? one.id.replace('city-', ''))"
    )
    return set(found)


def test_the_longest_path_is_drawn(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("usa-3")
    sheet = game.score_sheet()
    end_of(page, server, game)
    expect(page.locator(".finale .winner")).to_contain_text("win", timeout=SETTLE)
    assert totals(page) == list(sheet.totals)
    best = [player for player in sheet.players if player.longest_path_bonus]
    page.locator(".board-sheet .longest-path").first.wait_for(timeout=SETTLE)
    path = marked(page, "[data-route]")
    length = {
        code: route.length
        for code, route in zip(game.index.route_codes, game.edition.routes, strict=True)
    }
    owned = {code for player in best for code in game.view().players[player.seat].routes}
    assert path
    assert path <= owned
    assert sum(length[code] for code in path) == sum(player.longest_path for player in best)


def test_linked_districts_are_lit(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("london-2")
    sheet = game.score_sheet()
    end_of(page, server, game)
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert totals(page) == list(sheet.totals)
    linked = {line.name for player in sheet.players for line in player.districts}
    assert linked
    page.locator(".board-sheet .longest-path").first.wait_for(timeout=SETTLE)
    assert marked(page, ".city") == {
        code
        for district in game.edition.districts
        if district.name in linked
        for code in district.cities
    }


def test_hands_are_revealed_and_there_are_statistics(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("germany-3")
    end_of(page, server, game)
    page.get_by_role("tab", name="Cards and routes").click(timeout=SETTLE)
    claimed = page.locator(".statistics .sheet tbody tr").first.locator("td")
    for player in game.view().players:
        expect(claimed.nth(player.seat)).to_have_text(str(len(player.routes)))
        hand = page.locator(".other-hand").nth(player.seat).locator(".counted")
        assert sum(int(text.split()[-1]) for text in hand.all_inner_texts()) == player.cards


@pytest.mark.parametrize(
    ("edition", "decided_by", "first", "words"),
    [
        ("london", "tickets", 160, "Equal points: more completed tickets decided."),
        ("usa", "longest_path", 147, "Equal points: the longest path decided."),
        ("london", None, 39, "Player 1 and Player 2 share the victory!"),
    ],
)
def test_ties_are_told(
    open_page: OpenPage, server: str, edition: str, decided_by: str | None, first: int, words: str
) -> None:
    page = open_page()
    game = ended(
        edition,
        lambda sheet: len(sheet.tied) == 2 and sheet.decided_by == decided_by,
        first=first,
    )
    end_of(page, server, game)
    expect(page.locator(".finale")).to_contain_text(words, timeout=SETTLE)
    assert len(set(totals(page))) == 1
    assert page.locator(".finale .sheet .won").count() == len(game.score_sheet().winners)


def test_what_is_below_nothing_has_a_minus_and_no_hyphen(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = ended("usa", lambda sheet: max(sheet.totals) < 0)
    end_of(page, server, game)
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    wanted = [f"−{-total}" for total in game.score_sheet().totals]
    assert page.locator(".finale .sheet tfoot td").all_inner_texts() == wanted
    assert page.locator(".player-score").all_inner_texts() == wanted
    assert "-" not in "".join(page.locator(".finale .sheet td").all_inner_texts())


def test_the_last_move_the_record_and_the_rematch(open_page: OpenPage, stage: Stage) -> None:
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    rehearsal = rehearse(
        "newyork", lambda game, move: game.over and isinstance(move.action, DrawDeck)
    )
    table = stage.set_up(page, rehearsal, other)
    for one in (page, other):
        one.goto(f"/t/{table}")
    page.locator('[data-place="deck"]:enabled').click(timeout=SETTLE)
    for one in (page, other):
        expect(one.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
        assert totals(one) == list(rehearsal.game.score_sheet().totals)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = Path(download.value.path()).read_text(encoding="utf-8")
    assert read_record(record).events == rehearsal.game.events
    assert download.value.suggested_filename.endswith(".record")
    expect(page.locator(".seed > p code")).to_be_hidden()
    expect(page.locator(".seed > p code")).to_have_text(f"{rehearsal.seed}:salt")
    page.get_by_role("button", name="Rematch").click()
    page.locator(".offer").wait_for(timeout=SETTLE)
    assert table not in page.url
    other.get_by_role("link", name="To the rematch").click(timeout=SETTLE)
    other.locator(".offer").wait_for(timeout=SETTLE)
    assert other.url == page.url
    # The order is rotated.
    expect(page.locator(".players .player-name").first).to_contain_text("Player 2")
    expect(page.locator(".players .player-name").last).to_contain_text("Player 1")


def test_pages_add_to_the_luck_and_show_it_at_the_end(open_page: OpenPage, stage: Stage) -> None:
    page, other = open_page(base_url=stage.url), open_page(base_url=stage.url)
    me = browsing(page, stage.url)
    added = "0123456789abcdef-_"
    table = me.new_table("london", "me", "open", "random", luck=added)
    other.goto(f"/t/{table}")
    # Not before the answer has come is there a game to give up.
    with other.expect_response(f"**/api/tables/{table}/join") as joining:
        other.get_by_role("button", name="Sit here").click(timeout=SETTLE)
    sent: Any = joining.value.request.post_data_json
    value: str = sent["luck"]
    assert re.fullmatch("[0-9a-f]{32}", value)
    for person in (me, browsing(other, stage.url)):
        person.posted(f"/api/tables/{table}/resign")
    page.goto(f"/t/{table}")
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".seed li code")).to_have_text([added, value])
    expect(page.locator(".seed li").last).to_contain_text("Player 2")
    seed = me.table(table)["table"]["seed"]
    expect(page.locator(".seed > p code")).to_have_text(seed)


def test_a_link_opens_a_move_of_a_replay(open_page: OpenPage, server: str) -> None:
    page = open_page()
    game = golden("europe-2")
    table = end_of(page, server, game)
    moves = len(game.moves)
    middle = moves // 2

    # What happened comes after the moment that is looked at.
    held: list[Route] = []
    page.route(f"**/api/tables/{table}", lambda route: held.append(route))
    with page.expect_response(f"**/api/tables/{table}/at/{middle}*"):
        page.goto(f"/replay/{table}#{middle}")
    until(page, lambda: bool(held))
    for route in held:
        route.continue_()
    page.unroute(f"**/api/tables/{table}")
    at = page.locator(".replay-at")
    expect(at).to_have_text(f"{middle} / {moves}", timeout=SETTLE)
    assert page.locator(".log li").count() > 0
    claimed = sum(
        len(set(game.index.route_codes) & {getattr(event, "route", "")})
        for move in game.moves[:middle]
        for event in move.events
        if type(event).__name__ == "RouteClaimed"
    )
    routes = page.locator(".board-sheet [data-route][class*=owned-by]")
    expect(routes).to_have_count(claimed, timeout=SETTLE)
    # Keys step by one, also beyond what has been seen, but not while one is typing elsewhere.
    for key, wanted in (
        ("ArrowRight", middle + 1),
        ("ArrowRight", middle + 2),
        ("ArrowLeft", middle + 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", moves),
        ("ArrowRight", moves),
    ):
        page.keyboard.press(key)
        expect(at).to_have_text(f"{wanted} / {moves}", timeout=SETTLE)
        expect(page).to_have_url(f"{server}/replay/{table}#{wanted}", timeout=SETTLE)
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("ArrowLeft")
    expect(at).to_have_text(f"{moves - 1} / {moves}")
    assert slider.get_attribute("aria-valuetext") == f"{moves - 1} / {moves}"
    # The address can be changed by hand.
    page.evaluate("() => { location.hash = '#3'; }")
    expect(at).to_have_text(f"3 / {moves}", timeout=SETTLE)


def test_bots_say_why_when_the_game_is_over(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    seats = [{"kind": "bot", "bot": "casual"}, {"kind": "bot", "bot": "random"}]
    start_game(page, "london", seats)
    page.locator(".finale").wait_for(timeout=SETTLE)
    asked = page.get_by_role("button", name="Warum hat Zufall das gemacht?").last
    asked.click()
    motive = page.locator(".log .motive").last
    expect(motive).to_have_text(
        re.compile("„Ich (habe einfach irgendetwas gemacht|konnte nichts anderes tun)[.]“")
    )


def test_bots_do_not_say_why_before_unless_they_may(open_page: OpenPage) -> None:
    page = open_page()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "casual"}]
    for explain in (False, True):
        start_game(page, "london", seats, explain=explain)
        player = Clicker(page)
        page.locator(".offer").wait_for(timeout=SETTLE)
        player.decide()
        page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
        asked = page.locator(".log .why button")
        if explain:
            expect(asked.first).to_be_visible(timeout=SETTLE)
        else:
            expect(asked).to_have_count(0)
