"""Board, display, hand and deck never move during a turn, whatever text is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import LETTERS_ARE_LATE, everywhere
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, Lines, draw_card, start_game, until
from tests.web.staging import Stage, browsing, rehearse
from tests.web.test_at_hand import update
from tests.web.watching import expect_fault
from whistlestop import ClaimRoute
from whistlestop.events import FinalRound

PARTS = """() => Object.fromEntries(
  [".board-frame", ".supply", '[data-place="slot-0"]', '[data-place="deck"]', ".hand", ".players"]
    .map((part) => {
      const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
      return [part, [x, y, width, height].map(Math.round).join(" ")];
    }),
)"""


def boxes(page: Page) -> list[str]:
    """Return the positions and sizes of the parts of the table."""
    # A card below the pointer is raised.
    page.mouse.move(2, 2)
    page.evaluate("() => scrollTo(0, 0)")
    found: dict[str, str] = page.evaluate(PARTS)
    return [f"{part}: {box}" for part, box in found.items()]


def whole_turn(first: Page, second: Page) -> Iterator[tuple[str, Page]]:
    """Play a turn of drawing cards.

    Yield every moment with another text, and the page that shows it.
    """
    first.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    second.locator(".turn-area:not(.mine)").wait_for(timeout=SETTLE)
    yield "turn", first
    yield "another's turn", second
    draw_card(first)
    yield "second card", first
    yield "another's second card", second
    expect_fault(first, "422")
    first.locator('.slot[aria-disabled="true"]').first.click(force=True)
    first.locator(".problem").wait_for(timeout=SETTLE)
    yield "refusal", first
    first.locator(".problem .close").click()
    first.locator(".menu > summary").click()
    table, known = first.url.rpartition("/")[2], update(first)
    asked = first.request.post(
        f"/api/tables/{table}/take-back",
        headers={"X-Requested-With": "whistlestop"},
        data={"ask": True, "version": known["version"]},
    )
    assert asked.ok, asked.text()
    first.keyboard.press("Escape")
    for page in (first, second):
        page.locator(".take-back-asked").wait_for(timeout=SETTLE)
    yield "request", first
    yield "request of another", second
    second.locator(".take-back-answers button").last.click()
    for page in (first, second):
        expect(page.locator(".take-back-asked")).to_have_count(0, timeout=SETTLE)
    draw_card(first)
    second.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    yield "turn", second
    yield "another's turn", first


def test_nothing_jumps(open_page: OpenPage, stage: Stage) -> None:
    first, second = (open_page(base_url=stage.url, width=390, height=844) for _ in range(2))
    table = stage.set_up(
        first, rehearse("usa", lambda _, move: isinstance(move.action, ClaimRoute)), second
    )
    for page in (first, second):
        page.add_init_script(LETTERS_ARE_LATE)
        page.goto(f"/t/{table}")
    known: dict[Page, dict[str, list[str]]] = {}
    jumps: list[str] = []
    for moment, page in whole_turn(first, second):
        found = everywhere(page, boxes)
        before = known.setdefault(page, found)
        jumps += [
            f"{moment}, {where}: {old} → {new}"
            for where, now in found.items()
            for old, new in zip(before[where], now, strict=True)
            if old != new
        ]
    assert not jumps, "\n".join(jumps)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
def test_an_open_route_stays_when_planning_arrives(
    open_page: OpenPage, stage: Stage, width: int, height: int
) -> None:
    """A payment that moves below the finger is pressed in vain."""
    page = open_page(base_url=stage.url, width=width, height=height)
    rehearsal = rehearse("usa", lambda _, move: isinstance(move.action, ClaimRoute))
    assert isinstance(rehearsal.action, ClaimRoute)
    held: list[Route] = []
    page.route("**/thinking-ahead.js*", lambda route: held.append(route))
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    page.locator(f'[data-route="{rehearsal.action.route}"] use').first.click()
    payment = page.locator(".payments .choice").first
    before = payment.bounding_box()
    until(page, lambda: bool(held))
    assert payment.bounding_box() == before
    assert page.locator(".mark-route").count() == 0
    held[0].continue_()
    expect(page.locator(".mark-route")).to_be_visible(timeout=SETTLE)
    assert payment.bounding_box() == before


def jumps_in(moments: Iterator[str], page: Page) -> list[str]:
    """Return the parts whose position differs from that in the first moment."""
    found = {moment: everywhere(page, boxes) for moment in moments}
    before = next(iter(found.values()))
    return [
        f"{moment}, {where}: {old} → {new}"
        for moment, screens in found.items()
        for where, now in screens.items()
        for old, new in zip(before[where], now, strict=True)
        if old != new
    ]


def last_rounds_of_a_tall_board(page: Page, other: Page, stage: Stage) -> Iterator[str]:
    """On Germany's board, lose the connection, restore it, and begin the final round.

    Yield each moment.
    """
    lines = Lines(page)
    rehearsal = rehearse(
        "germany", lambda _, move: any(isinstance(event, FinalRound) for event in move.events)
    )
    table = stage.set_up(page, rehearsal, other)
    me, them = browsing(page, stage.url), browsing(other, stage.url)
    page.goto(f"/t/{table}")
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    yield "turn"
    lines.cut()
    yield "offline"
    lines.mend()
    expect(page.locator(".offline")).to_have_count(0, timeout=SETTLE)
    yield "online again"
    me.act(table, str(rehearsal.action), me.table(table)["version"])
    page.locator(".turn-area:not(.mine) .final-round").wait_for(timeout=SETTLE)
    yield "another's last turn"
    while (known := them.table(table))["legal"]:
        words = [action["words"] for action in known["legal"]]
        them.act(table, "draw deck" if "draw deck" in words else words[0], known["version"])
    page.locator(".turn-area.mine .final-round").wait_for(timeout=SETTLE)
    yield "last turn"


def test_nothing_jumps_in_the_last_round_or_offline(open_page: OpenPage, stage: Stage) -> None:
    page, other = (open_page(base_url=stage.url, width=390, height=844) for _ in range(2))
    page.add_init_script(LETTERS_ARE_LATE)
    jumps = jumps_in(last_rounds_of_a_tall_board(page, other, stage), page)
    assert not jumps, "\n".join(jumps)


def turns_at_one_device(page: Page) -> Iterator[str]:
    """Play a turn of each of two people at one device. Yield each moment."""
    for _ in range(2):
        page.locator(".hand-over .main").click()
        page.locator(".offer").wait_for()
        Clicker(page).decide()
        page.locator(".turn.mine, .pass-on .main").first.wait_for()
        if page.locator(".pass-on .main").count():
            page.locator(".pass-on .main").click()
    for whose in ("one", "the other"):
        page.locator(".hand-over .main, .moves").first.wait_for()
        if page.locator(".hand-over").count():
            page.locator(".hand-over .main").click()
        page.locator(OWN_MOVES).wait_for()
        yield f"turn of {whose}"
        draw_card(page)
        draw_card(page)
        page.locator(".pass-on .main").wait_for()
        yield f"{whose} passes the device on"
        page.locator(".pass-on .main").click()


def test_nothing_jumps_at_one_device(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url, width=390, height=844)
    page.add_init_script(LETTERS_ARE_LATE)
    start_game(page, "usa", [{"kind": "me"}, {"kind": "here", "name": "Benjamin"}])
    jumps = jumps_in(turns_at_one_device(page), page)
    assert not jumps, "\n".join(jumps)
