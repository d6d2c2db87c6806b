"""Moves typed at the page's text board, in the reader's language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game, until
from tests.web.watching import expect_fault

LOCALES = {"it": "it-IT", "de": "de-DE"}


def text_board(page: Page, label: str) -> None:
    page.locator(".tray").wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_label(label).check()
    page.keyboard.press("Escape")
    expect(page.locator("#command")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.locator("#command").fill(words)
    page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("language", "label", "wrong", "told", "keep", "draw", "done"),
    [
        (
            "it",
            "Tavolo come testo",
            "balla",
            "“balla” non è una mossa. Le mosse cominciano con: pesca",
            "tieni tutti",
            "pesca dal mazzo",
            "dal mazzo.",
        ),
        (
            "de",
            "Tisch als Text",
            "tanze",
            "„tanze“ ist kein Zug. Züge beginnen mit: zieh",
            "behalte alle",
            "zieh vom Stapel",
            "vom Stapel.",
        ),
    ],
)
def test_a_turn_in_ones_own_words(
    open_page: OpenPage,
    language: str,
    label: str,
    wrong: str,
    told: str,
    keep: str,
    draw: str,
    done: str,
) -> None:
    page = open_page(locale=LOCALES[language])
    start_game(page, "europe")
    text_board(page, label)
    expect_fault(page, "422")
    say(page, wrong)
    expect(page.locator(".problem")).to_contain_text(told, timeout=SETTLE)
    # There are none on this board.
    expect(page.locator(".problem")).not_to_contain_text(
        re.compile("passag|passegg", re.IGNORECASE)
    )
    say(page, keep)
    expect(page.locator("#text-offer")).to_have_count(0, timeout=SETTLE)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    before = page.locator(".log .told").count()
    say(page, draw)
    expect(page.locator(".log .told").nth(before)).to_contain_text(done, timeout=SETTLE)
    expect(page.locator("#command")).to_have_value("")


def test_what_is_typed_before_an_answer_is_here_stays(open_page: OpenPage) -> None:
    """Text that is typed before the answer to the last move arrives is kept."""
    page = open_page()
    page.clock.install()
    start_game(page, "usa")
    text_board(page, "Table as text")
    # Answers are held back; the server has acted by then.
    unanswered: list[tuple[Route, APIResponse]] = []
    page.route("**/actions", lambda route: unanswered.append((route, route.fetch())))

    def answer_to(number: int) -> tuple[Route, APIResponse]:
        """Wait for an answer and return it. The update may arrive earlier."""
        until(page, lambda: len(unanswered) > number)
        return unanswered[number]

    def draws(*answered: int) -> None:
        """Type a move, deliver the answers to earlier requests, and press Enter."""
        before = page.locator(".log .told").count()
        page.locator("#command").fill("draw deck")
        for number in answered:
            route, answer = answer_to(number)
            with page.expect_response("**/actions"):
                route.fulfill(response=answer)
        # What the answer leads to has happened before the key is pressed.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        page.keyboard.press("Enter")
        expect(page.locator(".log .told").nth(before)).to_contain_text(
            "from the deck", timeout=SETTLE
        )

    say(page, "keep all")
    expect(page.locator("#text-offer")).to_have_count(0, timeout=SETTLE)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    draws(0)
    draws(1)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    # Nor does it matter that none is answered for so long that it shows.
    page.clock.fast_forward(1000)
    draws()
    expect(page.locator("#command")).to_have_value("")
    for number in (2, 3):
        route, answer = answer_to(number)
        route.fulfill(response=answer)
    # What is refused can be mended.
    expect_fault(page, "422")
    page.unroute("**/actions")
    say(page, "dance")
    expect(page.locator(".problem")).to_be_visible(timeout=SETTLE)
    expect(page.locator("#command")).to_have_value("dance")
