"""Lessons, taken by mouse, by touch and by keyboard, in five languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.conftest import OpenPage
from tests.web.fitting import FRAMES, LANGUAGES, LETTERS_ARE_LATE, speak
from tests.web.playing import SETTLE
from tests.web.test_readable import settled
from tests.web.watching import expect_fault, faults_everywhere

WINDOWS = [(390, 844), (360, 640), (844, 390), (1280, 720)]

Press = Callable[[Locator], None]


def click(what: Locator) -> None:
    what.click()


def tap(what: Locator) -> None:
    what.tap()


def key(what: Locator) -> None:
    what.focus()
    what.press("Enter")


class Learner:
    """A player who follows the coach, and reads only what the coach's elements say to programs."""

    def __init__(self, page: Page, press: Press, *, on_the_map: bool = False) -> None:
        self.page = page
        self.press = press
        self.on_the_map = on_the_map
        self.coach = page.locator(".coach")
        self.texts: list[str] = []
        """All texts of the coach so far."""

    def begin(self, lesson: str) -> None:
        self.page.goto(f"/learn/{lesson}")
        self.coach.wait_for(timeout=SETTLE)
        self.page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)

    def take(self, steps: int | None = None) -> None:
        """Go through the lesson to its end, or through a number of its steps."""
        taken = 0
        while steps is None or taken < steps:
            said = self.coach.locator(".coach-text")
            self.page.wait_for_function(
                "() => document.querySelector('.coach-text').textContent.trim()", timeout=SETTLE
            )
            self.texts.append(said.inner_text())
            step, asked = self._step(), self.coach.get_attribute("data-expects")
            if asked is None:
                further = self.coach.locator("button.main")
                # The last one says that the game is the learner's.
                if self.page.locator(".coach-count").count() == 0:
                    return
                self.press(further)
            else:
                self._do(asked)
            self.page.wait_for_function(
                "step => document.querySelector('.coach').dataset.step !== step",
                arg=step,
                timeout=SETTLE,
            )
            taken += 1

    def _step(self) -> str | None:
        return self.coach.get_attribute("data-step")

    def _do(self, words: str) -> None:
        """Take the action that the coach asks for, by pressing what the coach points at."""
        page = self.page
        page.locator(".turn-area.mine").wait_for(timeout=SETTLE)
        pointed = page.locator("[data-coached]:visible, .drawing .highlighted")
        pointed.first.wait_for(timeout=SETTLE)
        command, _, rest = words.partition(" ")
        if words == "draw deck":
            self.press(page.locator('[data-place="deck"]'))
        elif command == "draw":
            self.press(page.locator('.supply [data-place^="slot-"][data-coached]').first)
        elif command == "keep":
            for ticket in rest.split():
                self.press(page.locator(f'.offer [data-ticket="{ticket}"]'))
            self.press(page.locator(".tray > .main"))
        elif command == "claim":
            self._claim(rest.split()[0], words)
        else:
            self._open(command, rest)
            self._pay(words)

    def _claim(self, route: str, words: str) -> None:
        page = self.page
        if self.on_the_map:
            page.locator(f'[data-route="{route}"] use').first.click()
        else:
            self.press(page.locator('[data-opens="routes"]'))
            self.press(page.locator(f'[data-claims="{route}"]'))
        self._pay(words)

    def _pay(self, words: str) -> None:
        """Choose a payment. On touch screens, confirm it."""
        self.press(self.page.locator(f'[data-words="{words}"]'))
        asked = self.page.locator(f'[data-words="{words}"].asked')
        if asked.count():
            self.press(asked)

    def _open(self, command: str, rest: str) -> None:
        """Press the buttons that lead to an action that is neither on the table nor on the map."""
        page = self.page
        if command == "tickets":
            self.press(page.locator('[data-place^="stack-"]').first)
        elif command == "station":
            self.press(page.locator('[data-opens="station"]'))
            self.press(page.locator(f'[data-city="{rest.split()[0]}"]'))
        elif command == "move":
            self.press(page.locator('[data-opens="journey"]'))


def test_the_first_game_by_mouse(open_page: OpenPage) -> None:
    """The first lesson by mouse, from the start page on.

    Other actions are refused, and a reload changes nothing.
    """
    page = open_page()
    page.goto("/")
    offer = page.locator(".start-here.newcomer")
    expect(offer).to_contain_text("Start here")
    offer.get_by_role("link", name="New York").click()
    learner = Learner(page, click, on_the_map=True)
    learner.coach.wait_for(timeout=SETTLE)
    expect(learner.coach).to_contain_text("1 of 12")
    expect(learner.coach.get_by_role("status")).to_contain_text("Welcome!")
    learner.take(2)
    assert learner.texts[0].startswith("Welcome!")

    # Of the open cards it is the blue one that is asked for.
    expect_fault(page, "409")
    asked = page.locator('[data-place^="slot-"][data-coached]')
    expect(asked).to_have_attribute("aria-label", "Take blue from the display")
    page.locator('[data-place="deck"]').click()
    expect(page.locator(".problem")).to_contain_text("The lesson asks for something else first")
    learner.take(1)
    expect(page.locator(".problem")).to_have_count(0)

    # What was said can be read again.
    learner.coach.get_by_role("button", name="Back").click()
    expect(learner.coach).to_contain_text("3 of 12")
    assert learner.coach.get_attribute("data-expects") is None
    learner.coach.get_by_role("button", name="Next").click()

    table = page.url
    page.reload()
    expect(learner.coach).to_contain_text("4 of 12")
    page.goto("/")
    expect(page.locator(".start-here.newcomer")).to_have_count(0)
    page.locator(".start-here").get_by_role("link", name="New York").click()
    expect(learner.coach).to_contain_text("4 of 12", timeout=SETTLE)
    assert page.url == table

    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    learner.take()
    assert "Gramercy Park–Greenwich Village has two black spaces" in " ".join(learner.texts)
    expect(page.locator('.tickets [data-ticket="CHI-GRA"]')).to_have_class("ticket-button done")
    expect(learner.coach).to_contain_text("From here on the game is yours")
    learner.coach.get_by_role("button", name="I’ll play on").click()
    expect(learner.coach).to_have_count(0)
    expect(page.locator("[data-coached]")).to_have_count(0)
    # The usual helper is here again.
    expect(page.locator(".turn-hint")).to_be_visible()


def test_begun_anew(open_page: OpenPage) -> None:
    page = open_page()
    learner = Learner(page, click)
    learner.begin("first")
    learner.take(3)
    before = page.url
    learner.coach.get_by_role("button", name="Start over").click()
    page.wait_for_url(lambda url: url != before)
    expect(learner.coach).to_contain_text("1 of 12", timeout=SETTLE)


def test_the_first_game_by_touch(open_page: OpenPage) -> None:
    page = open_page(width=390, height=844, locale="de-DE", has_touch=True, is_mobile=True)
    learner = Learner(page, tap)
    learner.begin("first")
    high = page.evaluate("() => document.querySelector('.coach').offsetHeight")
    learner.take()
    assert "Der Weg gehört zum größten Teil schon dir" in " ".join(learner.texts)
    expect(learner.coach).to_contain_text("Ab hier gehört das Spiel dir")
    assert page.evaluate("() => document.querySelector('.coach').offsetHeight") == high
    wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wide


def test_the_first_game_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(locale="fr-FR")
    learner = Learner(page, key)
    learner.begin("first")
    learner.take()
    assert "Bienvenue !" in learner.texts[0].replace("\u00a0", " ")
    expect(learner.coach).to_contain_text("la partie est à toi")


@pytest.mark.parametrize(
    ("lesson", "locale", "told"),
    [
        ("usa", "it-IT", "Denver–El Paso è completato"),
        ("europe", "nl-NL", "Athene–Smyrna is een veerboot"),
        ("germany", "it-IT", "fai partire quello di Kassel"),
        ("london", "nl-NL", "Nu ontbreekt alleen Big Ben"),
        ("switzerland", "it-IT", "fino a questo paese: Germania"),
        ("india", "nl-NL", "Calicut–Quilon is een veerboot"),
        ("nordic", "it-IT", "Bergen–Stavanger è un traghetto"),
    ],
)
def test_the_other_lessons(open_page: OpenPage, lesson: str, locale: str, told: str) -> None:
    page = open_page(locale=locale)
    learner = Learner(page, click)
    learner.begin(lesson)
    learner.take()
    assert told in " ".join(learner.texts)


def test_the_coach_covers_nothing(open_page: OpenPage) -> None:
    """The coach covers neither the board nor cards, and its text fits, in every window."""
    page = open_page(width=1280, height=720, locale="de-DE")
    learner = Learner(page, click)
    learner.begin("first")
    learner.take(4)
    expect(learner.coach).to_contain_text("zwei schwarze Felder")
    for width, height in ((1280, 720), (390, 844), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        check_uncovered(page, learner)


COACHED = """() => {
  const lines = (part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    const spoken = part.querySelector("span");
    if (spoken && getComputedStyle(spoken).clipPath !== "none") return 1;
    return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  };
  const shown = document.querySelectorAll(".coach :is(button, a)");
  return {
    high: document.querySelector(".coach").offsetHeight,
    wrapped: [...shown].filter((part) => lines(part) > 1).map((part) => part.textContent),
    wide: document.querySelector(".board-sheet").getBoundingClientRect().width,
  };
}"""


def test_the_coach_leaves_the_board_its_room_on_a_phone(open_page: OpenPage) -> None:
    """With the coach, the board is wide enough for its names, and buttons have one line."""
    page = open_page(width=390, height=844)
    page.add_init_script(LETTERS_ARE_LATE)
    learner = Learner(page, click)
    learner.begin("germany")
    for width, height in WINDOWS[:3]:
        page.set_viewport_size({"width": width, "height": height})
        highest: set[int] = set()
        for code in LANGUAGES:
            speak(page, code)
            page.evaluate(FRAMES)
            seen = page.evaluate(COACHED)
            assert seen["wrapped"] == [], (width, code)
            assert seen["wide"] >= 220, (width, code)
            highest.add(seen["high"])
        assert len(highest) == 1, (width, "as high in every language")


POINTED = """() => {
  const faults = [];
  const inside = (x, y, box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const seen = (part, x, y) => {
    if (!inside(x, y, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
    const there = document.elementFromPoint(x, y);
    return Boolean(there) && (part.contains(there) || there.contains(part));
  };
  const called = (part) => part.dataset.place ?? part.dataset.words ?? part.className;
  for (const part of document.querySelectorAll("[data-coached], .coach-text")) {
    if (!part.getClientRects().length) continue;
    const { left, right, top, bottom } = part.getBoundingClientRect();
    // What is large may go on below.
    const low = Math.min(bottom, top + 150);
    const middle = (left + right) / 2;
    const points = [[middle, (top + low) / 2], [middle, top + 4], [middle, low - 4]];
    if (!points.every(([x, y]) => seen(part, x, y))) {
      faults.push(`${called(part)} ${Math.round(top)}-${Math.round(bottom)}`);
    };
  }
  const frame = document.querySelector(".board-frame");
  const box = frame.getBoundingClientRect();
  // What a tray is about moves above it, and nothing else has to.
  const free = !document.querySelector(".tray");
  for (const place of free ? document.querySelectorAll(".drawing .highlighted") : []) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (!inside(x, y, box) || !seen(frame, x, y)) {
      faults.push(`map ${place.dataset.route} ${Math.round(x)},${Math.round(y)}`);
    }
  }
  return faults;
}"""
"""A script that returns the things that the coach points at and that are not visible."""


class Reader(Learner):
    """A player who checks in every window that everything the coach points at is visible."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, self.look_and_click)
        self.asked = 0
        """How often the player pressed something that the coach points at."""

    def look(self) -> None:
        for width, height in WINDOWS:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(FRAMES)
            try:
                # What has to scroll gets there after a while.
                self.page.wait_for_function(f"() => ({POINTED})().length === 0", timeout=SETTLE)
            except TimeoutError:
                faults = self.page.evaluate(POINTED)
                raise AssertionError((width, height, self.texts[-1], faults)) from None

    def look_and_click(self, what: Locator) -> None:
        what.wait_for(timeout=SETTLE)
        if what.get_attribute("data-words") or what.get_attribute("data-claims"):
            # What is asked for has a ring, also where it has just been drawn.
            expect(what).to_have_attribute("data-coached", "", timeout=SETTLE)
            self.asked += 1
        self.look()
        what.click()


@pytest.mark.parametrize(
    "lesson", ["first", "usa", "europe", "germany", "london", "switzerland", "india", "nordic"]
)
def test_all_that_is_pointed_at_is_in_sight(open_page: OpenPage, lesson: str) -> None:
    page = open_page(locale="de-DE")
    # Names on the map take the most time of a change of the window, and are not what is looked for.
    page.add_init_script(LETTERS_ARE_LATE)
    reader = Reader(page)
    reader.begin(lesson)
    reader.take()
    assert reader.asked > 1


def check_uncovered(page: Page, learner: Learner) -> None:
    box = learner.coach.bounding_box()
    assert box is not None
    for other in (".hand", ".supply", ".board-frame", ".turn-area"):
        beside = page.locator(other).bounding_box()
        assert beside is not None
        apart = (
            box["x"] + box["width"] <= beside["x"] + 1
            or beside["x"] + beside["width"] <= box["x"] + 1
            or box["y"] + box["height"] <= beside["y"] + 1
            or beside["y"] + beside["height"] <= box["y"] + 1
        )
        assert apart, other
    fits = "element => element.scrollHeight <= element.clientHeight + 1"
    assert learner.coach.evaluate(fits)
    small = page.evaluate(
        "() => Math.min(...[...document.querySelectorAll('.coach *')]"
        ".map((part) => parseFloat(getComputedStyle(part).fontSize)))"
    )
    assert small >= 14


def test_lessons_where_boards_are(open_page: OpenPage) -> None:
    """Each board's lesson is linked where the board is chosen, and where its rules are told."""
    page = open_page()
    page.goto("/")
    page.locator('.board-choice input[value="germany"]').check()
    link = page.locator(".start-now .lesson-link")
    expect(link).to_have_text("What is new in Germany (lesson, 3 minutes)")
    expect(link).to_have_attribute("href", "/learn/germany")
    page.goto("/rules/switzerland")
    expect(page.locator(".lesson-link")).to_have_attribute("href", "/learn/switzerland")


def test_there_is_no_such_lesson(open_page: OpenPage) -> None:
    page = open_page()
    expect_fault(page, "404")
    page.goto("/learn/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such lesson.")


def test_axe_finds_nothing_at_a_lesson(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".start-here.newcomer").wait_for(timeout=SETTLE)
    assert faults_everywhere(page) == []
    learner = Learner(page, click)
    learner.begin("first")
    assert faults_everywhere(page) == []
    learner.take(4)
    page.locator(".hand[data-coached]").wait_for(timeout=SETTLE)
    assert faults_everywhere(page, board=False) == []
