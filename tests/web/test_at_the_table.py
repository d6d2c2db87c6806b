"""What players see at a table: invitations, absences, explanations of cards, and the end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, Clicker, start_game
from tests.web.staging import Stage, browsing, rehearse
from tests.web.test_colours import COLOURS
from tests.web.test_finale import end_of, golden
from tests.web.test_room import box
from tests.web.watching import accessibility_faults, expect_fault
from whistlestop.actions import DrawDeck
from whistlestop.editions.load import names

# The end ------------------------------------------------------------------------------------


def covered(page: Page, selector: str) -> list[str]:
    """Return the ids of elements of the board that are covered or outside of the window."""
    found: list[str] = page.locator(selector).evaluate_all(
        """all => all.filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const frame = document.querySelector(".board-frame");
          return [[left, top], [right, top], [left, bottom], [right, bottom]].some(([x, y]) => {
            const there = document.elementsFromPoint(x, y).find((other) => !other.closest(".zoom"));
            return !there || !frame.contains(there);
          });
        }).map((one) => one.id)"""
    )
    return found


def in_window(page: Page, one: Locator) -> bool:
    left, top, right, bottom = box(one)
    size = page.viewport_size
    assert size is not None
    return left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"]


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [
        (1280, 720, "usa-4"),
        (1440, 900, "usa-5"),
        (1280, 720, "germany-5"),
        (390, 844, "usa-4"),
    ],
)
def test_the_winner_is_seen_and_the_path_and_all_of_the_sheet(
    open_page: OpenPage, server: str, width: int, height: int, name: str
) -> None:
    page = open_page(width=width, height=height)
    game = golden(name)
    end_of(page, server, game)
    winner = page.locator(".finale .winner")
    expect(winner).to_be_visible(timeout=SETTLE)
    expect(page.locator(".sentence")).to_contain_text(winner.inner_text())
    assert in_window(page, winner)
    assert in_window(page, page.locator(".sentence"))
    assert covered(page, ".board-sheet .longest-path") == []
    assert page.locator(".board-sheet .longest-path").count() or name == "germany-5"
    # Every line can be brought into sight, and the totals are the last.
    for cell in (*page.locator("#sheet-scores tbody th").all(), page.locator(".sheet .won").last):
        cell.evaluate("one => one.scrollIntoView({block: 'center', inline: 'nearest'})")
        assert in_window(page, cell)
        assert in_window(page, page.locator(".sentence")), "the winner stays"
    totals = page.locator(".finale .sheet tfoot td")
    for cell in totals.all():
        cell.evaluate("one => one.scrollIntoView({block: 'center', inline: 'nearest'})")
        left, _, right, _ = box(cell)
        assert 0 <= left < right <= width
    page.get_by_role("button", name="Close", exact=True).click()
    expect(winner).to_be_visible()


# Inviting -----------------------------------------------------------------------------------


def invited(host: Page, guest: Page, **more: Any) -> str:
    """Create a table at which the host waits and a guest has opened the invitation.

    Return its id.
    """
    table = start_game(host, "usa", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], **more)
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="Sit here").first.wait_for(timeout=SETTLE)
    return table


def test_who_is_invited_is_asked_for_name_and_colour(open_page: OpenPage) -> None:
    host, guest = open_page(), open_page(width=390, height=844)
    invited(host, guest)
    taken = set(COLOURS) - set(guest.locator(".colour-choice:has(:enabled)").all_inner_texts())
    assert len(taken) == 1, "the host's"
    name = guest.get_by_label("Your name")
    for one in (name, guest.get_by_role("button", name="Sit here").first):
        assert in_window(guest, one), "without scrolling"
    colour = "red" if "red" not in taken else "blue"
    guest.get_by_role("radio", name=colour).check()
    # Whoever presses the button right after typing is known by that name, too.
    name.fill("Zoë")
    guest.get_by_role("button", name="Sit here").first.click()
    seat = host.locator(".seats li").nth(1)
    expect(seat).to_contain_text("Zoë", timeout=SETTLE)
    number = {"red": 2, "blue": 1}[colour]
    expect(seat.locator(f'use[href="#piece-{number}"]')).to_have_count(1)
    # It was the first thing that others heard of them.
    host.get_by_role("button", name="Start now").click()
    expect(host.locator(".log")).to_contain_text("Zoë", timeout=SETTLE)
    assert "Player 2" not in host.locator(".log").inner_text()
    assert accessibility_faults(guest) == []


def test_what_is_being_typed_outlasts_an_answer_that_comes_meanwhile(open_page: OpenPage) -> None:
    host, guest = open_page(), open_page()
    invited(host, guest)
    held: list[Route] = []
    guest.route("**/api/me", lambda route: held.append(route), times=1)
    other = guest.locator(".colour-choice input:enabled:not(:checked)").first
    with guest.expect_request("**/api/me"):
        other.check(force=True)
    name = guest.get_by_label("Your name")
    name.press_sequentially("Zo")
    held[0].continue_()
    expect(guest.locator(".colours [role=status]")).to_have_text("Colour saved", timeout=SETTLE)
    expect(name).to_have_value("Zo")
    name.press_sequentially("ë")
    name.press("Enter")
    expect(guest.locator(".name [role=status]")).to_have_text("Name saved", timeout=SETTLE)
    expect(name).to_have_value("Zoë")


def test_name_and_colour_can_be_changed_in_the_game(open_page: OpenPage) -> None:
    page, other = open_page(), open_page(width=390, height=844)
    table = start_game(page, "usa", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    other.goto(f"/t/{table}")
    page.locator(".menu > summary").click(timeout=SETTLE)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").press("Enter")
    expect(other.locator('[data-place="player-0"]')).to_contain_text("Ada", timeout=SETTLE)
    mine = page.get_by_role("radio", checked=True)
    before = mine.get_attribute("value")
    # Also the bot's: it takes the one that is given up.
    bots = page.locator('[data-place="player-1"] use').first.get_attribute("href") or ""
    wanted = COLOURS[int(bots.rpartition("-")[2]) - 1]
    page.get_by_role("radio", name=wanted).check(force=True)
    for one in (page, other):
        for seat, colour in ((0, wanted), (1, before or "")):
            place = one.locator(f'[data-place="player-{seat}"] use[href^="#piece-"]')
            number = COLOURS.index(colour) + 1
            expect(place).to_have_attribute("href", f"#piece-{number}", timeout=SETTLE)
    assert accessibility_faults(page) == []
    page.get_by_role("switch", name="Table as text").check()
    expect(page.locator("#piece-1")).to_have_count(1, timeout=SETTLE)
    with other.expect_response("**/api/me"):
        other.reload()
    other.locator(".menu > summary").click(timeout=SETTLE)
    assert other.get_by_label("Your name").count() == 0, "an onlooker has no seat"


def test_a_link_that_only_works_here_says_so(open_page: OpenPage) -> None:
    """The page warns of a link that works only on this computer."""
    page = open_page()
    lan: list[str] = []

    def told(route: Route) -> None:
        answer = route.fetch()
        me = {**answer.json(), "lan": lan or None, "house": None}
        route.fulfill(response=answer, body=json.dumps(me))

    page.route("**/api/me", told)
    table = start_game(page, "usa", [{"kind": "me"}, {"kind": "open"}])
    warning = page.locator(".waiting .only-here")
    expect(warning).to_contain_text("whistlestop serve --lan", timeout=SETTLE)
    assert page.locator(".qr").count() == 0, "a phone could not open it"
    lan.append("http://192.168.1.20:8787")
    page.reload()
    link = page.locator(".waiting .invite input")
    expect(link).to_have_value(f"http://192.168.1.20:8787/t/{table}", timeout=SETTLE)
    expect(page.locator(".qr")).to_be_visible()
    assert warning.count() == 0


# Away ---------------------------------------------------------------------------------------


def set_up_by_hand(page: Page, seat: str) -> Any:
    """Set up a table on the start page.

    Return the request that the page sent, when the table is shown.
    """
    page.goto("/")
    page.get_by_label("Seat 2").select_option(seat, timeout=SETTLE)

    def asked(request: Request) -> bool:
        return request.method == "POST" and request.url.endswith("/api/tables")

    with page.expect_request(asked) as sent:
        page.locator(".new-table [type=submit]").click()
    # The answer sends the page there, and would do so in the middle of going elsewhere, too.
    page.wait_for_url("**/t/*", timeout=SETTLE)
    return sent.value.post_data_json


def test_a_bot_stands_in_unless_the_host_wants_otherwise(open_page: OpenPage, stage: Stage) -> None:
    host, guest = open_page(base_url=stage.url), open_page(base_url=stage.url)
    assert set_up_by_hand(host, "bot:beginner")["standin_after"] is None, "nobody would wait"
    assert set_up_by_hand(host, "open")["standin_after"] == 300
    host.locator(".waiting").wait_for(timeout=SETTLE)
    rule = host.get_by_label("A bot plays for absent players")
    expect(rule).to_have_value("300", timeout=SETTLE)
    guest.goto(host.url)
    expect(guest.locator(".waiting")).to_contain_text(
        "A bot plays for absent players: after 5 minutes", timeout=SETTLE
    )
    rule.select_option("0")
    expect(guest.locator(".waiting")).to_contain_text("absent players: never", timeout=SETTLE)
    guest.get_by_role("button", name="Sit here").click()
    for one in (host, guest):
        one.locator(".offer").wait_for(timeout=SETTLE)
    Clicker(host).decide()
    guest.goto("about:blank")
    # Who waits is told why, and the host can do something about it.
    away = host.locator(".standin.away")
    expect(away).to_contain_text("Player 2 is away, and the game waits.", timeout=SETTLE)
    away.get_by_label("A bot plays").select_option("60")
    expect(host.locator(".log")).to_contain_text("absent players: after a minute.", timeout=SETTLE)
    table = host.url.rpartition("/")[2]
    browsing(host, stage.url).posted(f"/api/tables/{table}/standin-after", {"seconds": 0.1})
    expect(host.locator(".log")).to_contain_text("a bot stands in", timeout=SETTLE)
    expect(away).to_have_count(0)
    host.locator(".menu > summary").click()
    expect(rule).to_have_value("0.1")


# Cards that are not to be had ---------------------------------------------------------------


def test_after_a_first_card_a_wild_one_looks_unavailable_and_says_why(
    open_page: OpenPage, stage: Stage
) -> None:
    page = open_page(base_url=stage.url)
    rehearsal = rehearse(
        "usa",
        lambda game, move: (
            isinstance(move.action, DrawDeck)
            and game.view(0).phase == "second_card"
            and "locomotive" in game.view(0).display
        ),
    )
    expect_fault(page, "422")
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    locomotive = page.get_by_role("button", name="Take locomotive from the display").first
    stack = page.locator(".stack").first
    page.locator('[data-place="deck"]').click(timeout=SETTLE)
    expect(page.locator(".sentence")).to_have_text("Draw your second card.", timeout=SETTLE)
    for one in (locomotive, stack):
        expect(one).to_have_attribute("aria-disabled", "true")
        assert float(one.evaluate("one => getComputedStyle(one).opacity")) < 0.7
    others = page.locator(".display .slot:not([aria-disabled])")
    assert others.count() > 0
    assert {"1"} == set(
        others.evaluate_all("all => all.map((one) => getComputedStyle(one).opacity)")
    )
    locomotive.click(force=True)
    expect(page.locator(".problem")).to_contain_text("cannot be the second card", timeout=SETTLE)
    page.locator(".problem .close").click()
    stack.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".problem")).to_contain_text("draw the second", timeout=SETTLE)
    others.first.click()
    expect(page.locator(".problem")).to_have_count(0, timeout=SETTLE)


# Menus --------------------------------------------------------------------------------------


def test_what_can_be_said_closes_by_escape_and_by_a_press_beside_it(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london")
    phrases = page.locator(".phrase-list")
    summary = page.locator(".phrases summary")
    summary.click(timeout=SETTLE)
    expect(phrases).to_be_visible()
    page.keyboard.press("Escape")
    expect(phrases).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    expect(phrases).to_be_visible()
    page.mouse.click(300, 400)
    expect(phrases).to_be_hidden()


def test_giving_up_takes_two_decisions(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london")
    menu = page.locator(".menu > summary")
    menu.click(timeout=SETTLE)
    sure = page.get_by_role("button", name="Yes, give up")
    with_bot = page.get_by_role("button", name="Give up (a bot takes over)")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    with_bot.dblclick()
    expect(sure).to_be_visible()
    page.get_by_role("button", name="No, play on").click()
    expect(sure).to_have_count(0)
    with_bot.click()
    expect(sure).to_be_visible()
    menu.click()
    menu.click()
    expect(with_bot).to_be_visible()
    expect(sure).to_have_count(0)
    assert not [url for url in sent if url.endswith("/resign")]
    with_bot.click()
    sure.click()
    expect(page.locator('[data-place="player-0"] .tag')).to_have_text("gave up", timeout=SETTLE)


def test_lists_are_in_the_order_of_the_names_shown(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
    boards = page.locator(".board-title").all_inner_texts()
    # The board for beginners is first.
    first, others = boards[0], boards[1 : len(names())]
    assert first == "USA"
    assert others == sorted(others)
    assert {"Deutschland", "Europa", "Indien", "Schweiz"} < {*others}
    start_game(page, "switzerland")
    page.locator(".offer").wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.get_by_role("switch", name="Tisch als Text").check()
    page.locator(".text-routes li").first.wait_for(state="attached", timeout=SETTLE)
    routes: list[str] = page.locator(".text-routes li").evaluate_all(
        "all => all.map((one) => one.textContent.trim())"
    )
    wanted: list[str] = page.evaluate(
        "all => [...all].sort(new Intl.Collator('de', {numeric: true}).compare)", routes
    )
    assert len(routes) > 40
    assert [name.partition(" (")[0] for name in routes] == [
        name.partition(" (")[0] for name in wanted
    ]


# The board ----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["usa", "germany", "london"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (844, 390)])
def test_no_button_lies_on_the_board(
    open_page: OpenPage, edition: str, width: int, height: int
) -> None:
    page = open_page(width=width, height=height)
    start_game(page, edition)
    expect(page.locator(".zoom")).to_be_visible(timeout=SETTLE)
    left, top, right, bottom = box(page.locator(".board-sheet"))
    for button in page.locator(".zoom button").all():
        one = box(button)
        assert one[0] >= right or one[2] <= left or one[1] >= bottom or one[3] <= top


MARKERS = """async () => {
  const { BoardView } = await import("/static/board/view.js");
  const [text, geometry] = await Promise.all([
    fetch("/drawings/usa/board.svg").then((answer) => answer.text()),
    fetch("/drawings/usa/geometry.json").then((answer) => answer.json()),
  ]);
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.body.replaceChildren(svg);
  const view = new BoardView(svg, geometry);
  const none = [[], [], [], [], []];
  const out = [];
  for (let score = -3; score < 140; score += 1) {
    const [scores, pieces] = [Array(5).fill(score), [1, 2, 3, 4, 5]];
    const nothing = { owners: new Map(), passengers: none, stations: none, tokens: {} };
    view.show({ ...nothing, scores, pieces });
    const [left, top, wide, high] = geometry.track[((score % 100) + 100) % 100];
    for (const use of view.markers.children) {
      const [x, y] = use.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
      const r = 8;
      const inside = x - r >= left && x + r <= left + wide && y - r >= top && y + r <= top + high;
      if (!inside) out.push([score, x, y]);
    }
  }
  return out;
}"""


def test_five_markers_stay_on_their_field(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    assert page.evaluate(MARKERS) == []


# The way on ---------------------------------------------------------------------------------


def test_the_keyboard_goes_on_from_the_turn_when_the_game_begins(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page, "london", [{"kind": "me"}, {"kind": "open"}])
    start = page.get_by_role("button", name="Start now")
    start.focus(timeout=SETTLE)
    page.keyboard.press("Enter")
    expect(page.locator(".offer")).to_be_visible(timeout=SETTLE)
    # The first ticket on offer is what comes next.
    expect(page.locator(".offer .ticket-button").first).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => Boolean(document.activeElement.closest('main'))")


@pytest.mark.parametrize("address", ["/replay/nowhere", "/replay/%E4%BD", "/t/%E4%BD"])
def test_a_bad_address_leads_home(open_page: OpenPage, address: str) -> None:
    page = open_page()
    expect_fault(page, "40")
    page.goto(address)
    page.get_by_role("link", name="Start page", exact=True).click(timeout=SETTLE)
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
