"""A table is legible and still on every screen: its names, its cards, and its layout."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LANGUAGES, LETTERS_ARE_LATE, speak
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, draw_card, start_game
from whistlestop import edition_names

SCREENS = [(1280, 720), (1440, 900), (390, 844), (360, 640), (844, 390), (820, 1180)]
PHONES = [(390, 844), (360, 640), (844, 390)]
AGAINST_RANDOM = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]

READ = """() => {
  const sizes = (selector) => [...document.querySelectorAll(`.board-sheet ${selector}`)]
    .filter((text) => text.getBoundingClientRect().width > 0)
    .map((text) => {
      const box = text.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
      return {words: text.textContent, place: text.closest(".city")?.id ?? "",
              size, box: [box.left, box.top, box.right, box.bottom]};
    });
  return {names: sizes(".city > text:not([class])"), countries: sizes(".country"),
          goods: sizes(".token-value"), districts: sizes(".district-number")};
}"""


def turn_at(page: Page, edition: str) -> Clicker:
    """Start a game against a fast bot.

    Wait for the player's turn and until the board is settled.
    """
    start_game(page, edition, AGAINST_RANDOM)
    player = Clicker(page)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    while page.locator(OWN_MOVES).count() == 0:
        player.decide()
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
    settled(page)
    return player


AT_REST = """async () => {
  await document.fonts.ready;
  const parts = [".board-frame", ".board-sheet > svg", ".board-sheet text", ".sentence", ".tray"];
  const wanted = [...parts, ".hand", ".supply"].join();
  const seen = () => [...document.querySelectorAll(wanted)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height, one.getAttribute("class")].join(" ");
  }).join();
  const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
  const moves = () => document.querySelector(".board-frame.moving")
    || document.getAnimations().some((one) => one.playState === "running" && ends(one));
  const frame = () => new Promise((come, fail) => {
    const late = setTimeout(() => fail(new Error("no frame was drawn for a minute")), 60_000);
    requestAnimationFrame(() => { clearTimeout(late); setTimeout(come); });
  });
  let before = seen();
  for (let still = 0, frames = 0; still < 4; still += 1, frames += 1) {
    if (frames === 2000) {
      throw new Error(`it never rests: ${moves() ? "an animation runs" : `${before} | ${seen()}`}`);
    }
    await frame();
    const now = seen();
    if (now !== before || moves()) still = -1;
    before = now;
  }
}"""
"""A script that waits until nothing has moved for some frames and no animation is waiting.

It throws an error if something still moves after 2,000 frames, or if no frame comes for a minute.
"""


def settled(page: Page) -> None:
    """Wait until the board is drawn, its names are placed, and nothing moves any more."""
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    page.evaluate(AT_REST)


def boxes(page: Page, *selectors: str) -> dict[str, Any]:
    return {one: page.locator(one).first.bounding_box() for one in selectors}


def on_top(page: Page, selector: str) -> bool:
    """Return whether the middle of an element is visible and not covered."""
    return page.locator(selector).first.evaluate(
        """(wanted) => {
            const {left, top, width, height} = wanted.getBoundingClientRect();
            const found = document.elementFromPoint(left + width / 2, top + height / 2);
            return found !== null && (wanted.contains(found) || found.contains(wanted));
        }"""
    )


def screens_of(edition: str) -> list[tuple[int, int]]:
    """Return the screens on which the names of a board are checked."""
    more = {"germany": SCREENS[2:], "europe": SCREENS[1:4], "london": SCREENS[2:3]}
    return [SCREENS[0], *more.get(edition, [])]


@pytest.mark.parametrize("edition", edition_names())
def test_a_table_can_be_read_and_played_on_every_screen(open_page: OpenPage, edition: str) -> None:
    """One table is legible and can be played on every screen, after the window was resized."""
    page = open_page(has_touch=True)
    turn_at(page, edition)
    names_can_be_read(page, edition)
    drawing_needs_no_scrolling(page, edition)


def names_can_be_read(page: Page, edition: str) -> None:
    """Check that shown names are legible, and that the ends of own tickets are named."""
    ends: list[str] = page.locator(".board-sheet .city.ticket-end").evaluate_all(
        "ends => ends.map((end) => end.id)"
    )
    assert ends
    for width, height in screens_of(edition):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for closer in (False, True):
            if closer:
                page.get_by_role("button", name="Zoom in").click()
                settled(page)
            seen = page.evaluate(READ)
            names, places = seen["names"], seen["names"] + seen["countries"]
            assert all(one["size"] >= 11 for one in places), names
            assert all(one["size"] >= 10 for one in seen["goods"] + seen["districts"])
            assert len(names) >= 15, "most names are there at any size"
            assert {*ends} <= {one["place"] for one in names}
            check_nothing_covered(names)
        page.get_by_role("button", name="Whole board").click()


def check_nothing_covered(names: list[dict[str, Any]]) -> None:
    places = [one for one in names if one["place"]]
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            if one["place"] != other["place"]:
                assert not _overlap(one["box"], other["box"]), (one["words"], other["words"])


def _overlap(one: list[float], other: list[float]) -> bool:
    """Return whether two names overlap by more than the empty edges of their lines."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 2 and high > 0.4 * min(one[3] - one[1], other[3] - other[1])


def drawing_needs_no_scrolling(page: Page, edition: str) -> None:
    page.evaluate("() => scrollTo(0, 0)")
    others = (390, 844), (844, 390), (820, 1180)
    for width, height in (*(others if edition == "germany" else ()), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for place in ("deck", "slot-0", "hand"):
            box = page.locator(f'[data-place="{place}"]').bounding_box()
            assert box is not None
            assert box["y"] >= 0, place
            assert box["y"] + box["height"] <= height + 1, place
            assert on_top(page, f'[data-place="{place}"]'), place
        board = page.locator(".board-frame").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= height, "the whole board is in sight as well"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.locator('[data-place="deck"]').tap()
    page.locator(".sentence", has_text="second card").wait_for(timeout=SETTLE)
    assert page.evaluate("() => scrollY") == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("edition", "screen"), [("germany", SCREENS[0]), ("europe", SCREENS[1]), ("london", SCREENS[0])]
)
def test_nothing_jumps_on_a_desk(
    open_page: OpenPage, edition: str, screen: tuple[int, int]
) -> None:
    page = open_page(width=screen[0], height=screen[1])
    start_game(page, edition, AGAINST_RANDOM)
    parts = (".board-frame", ".supply", ".hand", '[data-place="slot-0"]', '[data-place="deck"]')
    player = Clicker(page)
    choosing: dict[str, Any] = {}
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    while page.locator(OWN_MOVES).count() == 0:
        # Tickets are chosen with the open cards in sight.
        settled(page)
        assert on_top(page, '[data-place="slot-0"]')
        choosing = boxes(page, *parts)
        player.decide()
        page.locator(".turn.mine").wait_for(timeout=SETTLE)
    settled(page)
    before = boxes(page, *parts)
    assert choosing[".supply"] == before[".supply"]
    page.get_by_role("button", name="Routes you can claim").click()
    page.locator(".route-list .choice").first.click()
    page.locator(".payments .choice").first.wait_for()
    page.mouse.move(2, 2)
    settled(page)
    assert boxes(page, *parts) == before, "a route was opened"
    assert on_top(page, '[data-place="slot-0"]')
    page.keyboard.press("Escape")
    page.locator('[data-place="deck"]').click()
    page.locator(".sentence", has_text="second card").wait_for(timeout=SETTLE)
    page.mouse.move(2, 2)
    settled(page)
    assert boxes(page, *parts) == before, "a card was drawn"


COLUMN = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const log = document.querySelector(".log-scroll");
  const words = document.createRange();
  words.selectNodeContents(log.querySelector("li:last-child"));
  const lines = [...words.getClientRects()].filter(({ width }) => width > 1);
  const inside = ({ top, bottom }) => top >= box(".log").top && bottom <= box(".log").bottom;
  const hint = document.querySelector(".turn-hint");
  return {
    places: [".players", ".turn-hint", ".log"].map((part) => [box(part).top, box(part).height]),
    lines: (log.clientHeight - 8) / parseFloat(getComputedStyle(log).lineHeight),
    newest: lines.length > 0 && inside(lines.at(-1)),
    seen: box(".log").bottom <= innerHeight,
    hinted: hint.scrollHeight <= hint.clientHeight && hint.innerText.trim() !== "",
  };
}"""


@pytest.mark.parametrize(("edition", "others"), [("london", 3), ("usa", 4)])
def test_two_lines_of_what_happened_are_seen_at_a_full_table(
    open_page: OpenPage, edition: str, others: int
) -> None:
    """Two lines of the log are visible beside every hint in every language."""
    page = open_page(width=1280, height=720)
    page.add_init_script(LETTERS_ARE_LATE)
    start_game(page, edition, [AGAINST_RANDOM[0], *[AGAINST_RANDOM[1]] * others])
    page.locator(".offer").wait_for(timeout=SETTLE)
    Clicker(page).decide()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    places: dict[str, Any] = {}
    for moment in ("turn", "second card"):
        for code in LANGUAGES:
            speak(page, code)
            column = page.evaluate(COLUMN)
            assert column["lines"] >= 2, (moment, code)
            assert column["newest"], (moment, code)
            assert column["seen"], (moment, code)
            assert column["hinted"], (moment, code)
            assert places.setdefault(code, column["places"]) == column["places"], (moment, code)
        draw_card(page)


def test_a_route_in_question_stays_in_sight(open_page: OpenPage) -> None:
    page = open_page(width=PHONES[0][0], height=PHONES[0][1], has_touch=True)
    turn_at(page, "usa")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        page.get_by_role("button", name="Routes you can claim").click()
        rows = page.locator(".route-list .choice").count()
        for row in range(min(rows, 4)):
            page.locator(".route-list .choice").nth(row).click()
            page.locator(".tray .about").wait_for()
            settled(page)
            route = page.locator(".board-sheet .route.highlighted").first
            tray = page.locator(".tray").bounding_box()
            spaces = route.locator("use").evaluate_all(
                "spaces => spaces.map((one) => one.getBoundingClientRect().bottom)"
            )
            assert tray is not None
            assert tray["x"] > 300 or max(spaces) <= tray["y"], route.get_attribute("data-route")
            # A low screen has no room for them besides.
            cards = height < 720 or on_top(page, '[data-place="slot-0"]')
            assert cards, "the cards on the table are in sight"
            page.keyboard.press("Escape")
            page.get_by_role("button", name="Routes you can claim").click()
        page.keyboard.press("Escape")


def test_what_happened_is_told_beside_the_names_and_on_a_phone_in_a_line(
    open_page: OpenPage,
) -> None:
    page = open_page(width=1280, height=720)
    player = turn_at(page, "usa")
    page.locator('[data-place="deck"]').click()
    page.locator(".sentence", has_text="second card").wait_for(timeout=SETTLE)
    own = page.locator('[data-place="player-0"] .last-turn')
    if page.locator('[data-place="player-0"] .you').count() == 0:
        own = page.locator('[data-place="player-1"] .last-turn')
    expect(own).to_contain_text("from the deck")
    expect(own.locator("svg")).to_have_count(1)
    player.decide()
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    page.set_viewport_size({"width": 390, "height": 844})
    line = page.locator(".happened summary")
    expect(line).to_be_visible()
    line.click()
    expect(page.locator(".happened li").last).to_be_visible()
    # The whole page is as wide as before.
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
