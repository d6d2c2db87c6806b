"""Players that use only the page: they click, press keys or type like a person."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browsing import SETTLE as SETTLE
from tests.web.watching import expect_fault
from whistlestop import ClaimRoute
from whistlestop.actions import Cards

AT_HAND = ":enabled:not([aria-disabled])"
"""The selector of a card that can be taken. Other cards can be pressed, too, and show why not."""

OWN_MOVES = ".choosing .moves"
"""The selector of the buttons for one's own turn. While others decide, `.moves` has another one."""


CARD_NAMES = {"locomotive4": "locomotive +4", "passenger": "passenger card"}
SEVERAL = {
    "locomotive": "locomotives",
    "locomotive4": "locomotives +4",
    "bus": "buses",
    "taxi": "taxis",
    "passenger": "passenger cards",
}


def start_game(
    page: Page, edition: str, seats: list[dict[str, str]] | None = None, **more: Any
) -> str:
    """Create a table by a request and open its page. Return the id of the table."""
    # By the person of the page, but without the start page: it would take longer than the table.
    asking = page.context.request
    asking.get("/api/me")
    answer = asking.post(
        "/api/tables",
        headers={"X-Requested-With": "whistlestop"},
        data={
            "edition": edition,
            "seats": seats or [{"kind": "me"}, {"kind": "bot", "bot": "planner"}],
            "public": False,
            "pace": {"kind": "none", "amount": 0},
            "standin_after": None,
            "shuffle": False,
        }
        | more,
    )
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/t/{table}")
    return table


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for something that is heard in this process: a request, a message.

    Until then the page does nothing, picture after picture: what comes from it is heard meanwhile.
    """
    deadline = time.monotonic() + SETTLE / 1000
    while not condition():
        assert time.monotonic() < deadline, "it does not come"
        page.evaluate("() => new Promise(requestAnimationFrame)")


def my_turn(page: Page) -> bool:
    """Wait until the player has to decide, or the game is over. Return whether the game goes on."""
    page.locator(".turn.mine, .finale").first.wait_for(timeout=SETTLE)
    return page.locator(".finale").count() == 0


def version(page: Page) -> int:
    """Return the number of sentences in the log, which grows with every event."""
    return page.locator(".log .told").count()


def cards_words(cards: Cards) -> str:
    """Return cards in the words of the English page."""
    named = [f"{n} {(CARD_NAMES if n == 1 else SEVERAL).get(card, card)}" for card, n in cards]
    if len(named) < 3:
        return " and ".join(named)
    return f"{', '.join(named[:-1])}, and {named[-1]}"


def held(page: Page, card: str = "") -> int:
    """Return the number of cards in the hand, of one kind or of all kinds."""
    stacks = page.locator(".held").evaluate_all(
        "stacks => stacks.map((stack) => stack.getAttribute('aria-label'))"
    )
    kinds = [words.partition(":")[0].partition(" ") for words in stacks]
    return sum(int(number) for number, _, kind in kinds if card in ("", kind))


def claim_on_the_map(page: Page, action: ClaimRoute, about: str = "") -> None:
    """Click a route on the map, and then its payment. The tray must contain the text `about`."""
    page.locator(f'[data-route="{action.route}"] use').first.click()
    expect(page.locator(".tray .about")).to_contain_text(about)
    words = f"Claim it with {cards_words(action.cards)}"
    # A tunnel's risk is told with it.
    name = re.compile(rf"^{re.escape(words)}(,|$)")
    page.locator(".payments").get_by_role("button", name=name).click()


OFFERED = """() =>
  document.querySelector("#text-offer")?.textContent ??
  [...document.querySelectorAll(".offer [data-ticket]")].map((one) => one.dataset.ticket).join()"""
"""A script that returns the tickets on offer as text, or an empty value if there are none."""

LOOKS = f"""() => {{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const named = (selector) =>
    all(selector)
      .filter((button) => button.getClientRects().length > 0)
      .map((button) => (button.getAttribute("aria-label") ?? button.textContent).trim());
  const tray = document.querySelector(".tray");
  const asks = tray && ![...tray.children].some((part) => part.matches(".close"));
  return {{
    version: document.querySelector("[data-version]").dataset.version,
    offered: ({OFFERED})(),
    heading: document.querySelector(".offer") ? "offer" : asks ? "tray" : "turn",
    told: all(".log .told").length,
    moves: named(".moves button"),
    choices: named(".tray .choice:enabled"),
    unchosen: all(".offer .ticket-button[aria-pressed=false]").length,
    hand: all(".held .count").reduce((sum, count) => sum + Number(count.textContent), 0),
    deck: all('[data-place="deck"]{AT_HAND}').length,
    slots: all('.display .slot{AT_HAND}:not([data-place="deck"])').length,
    ended: tray?.textContent.includes("End the journey here") ?? false,
  }};
}}"""
"""A script that returns everything that a decision depends on.

One call is much faster than several.
"""

DECIDED = f"""([version, offered]) =>
  document.querySelector(".finale") ||
  (document.querySelector("[data-version]")?.dataset.version !== version &&
    (!offered || ({OFFERED})() !== offered))"""
"""Whether the table has moved on; opening tickets are chosen by all at once, so that others may
have been what moved it."""


class Clicker:
    """A player with a mouse. It claims the longest route, or else draws cards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: set[str] = set()
        """The headings of all decisions so far."""

    def play(self) -> None:
        """Play to the end of the game."""
        while my_turn(self.page):
            self.decide()

    def decide(self) -> None:
        """Make one decision, and wait until the page shows the next position."""
        self.page.locator("[data-version]").first.wait_for(timeout=SETTLE)
        looks: dict[str, Any] = self.page.evaluate(LOOKS)
        self.seen.add(looks["heading"])
        self._choose(looks)
        before = [looks["version"], looks["offered"]]
        self.page.wait_for_function(DECIDED, arg=before, timeout=SETTLE)

    def mark(self) -> str | None:
        """Return the version of the table that the page shows."""
        return self.page.locator("[data-version]").first.get_attribute("data-version")

    def _choose(self, looks: dict[str, Any]) -> None:
        page = self.page
        if looks["heading"] == "offer":
            for _ in range(looks["unchosen"]):
                page.locator(".offer .ticket-button[aria-pressed=false]").first.click()
            page.locator(".tray .main").click()
        elif looks["heading"] == "tray":
            # A journey of a few steps is enough.
            stops = looks["ended"] and looks["told"] % 2 == 0
            if looks["choices"] and not stops:
                page.locator(".tray .choice:enabled").first.click()
            else:
                page.locator(".tray button:enabled").last.click()
        else:
            self._turn(looks)

    def _turn(self, looks: dict[str, Any]) -> None:
        page, moves = self.page, " / ".join(looks["moves"])
        # Whole words: a passenger is no pass.
        if "Pass" in looks["moves"]:
            page.locator(".moves").get_by_role("button", name="Pass", exact=True).click()
        elif "Send a passenger off" in moves and (
            "journey" not in self.seen or looks["told"] % 3 == 0
        ):
            self._button("Send a passenger off").click()
            page.locator(".tray .choice").first.click()
            page.locator(".planned-journey").wait_for(timeout=SETTLE)
            page.locator(".tray .choice").first.click()
            page.locator(".tray").get_by_role("button", name="Travel to").click(timeout=SETTLE)
            expect(page.locator(".tray")).to_have_count(0, timeout=SETTLE)
            self.seen.add("journey")
        elif "Build a station" in moves and "station" not in self.seen:
            self._button("Build a station").click()
            page.locator(".route-list .choice").first.click()
            self._pay()
            self.seen.add("station")
        elif "Routes you can claim" in moves and self._claim(looks["hand"]):
            self.seen.add("claim")
        elif looks["deck"]:
            page.locator('[data-place="deck"]').first.click()
        elif looks["slots"]:
            page.locator(f'.display .slot{AT_HAND}:not([data-place="deck"])').first.click()
        else:
            self._button("Draw tickets").click()
            page.locator(".tray .choice").first.click()

    def _claim(self, hand: int) -> bool:
        """Claim the longest route if it is long enough or the hand is full.

        Return whether it was claimed.
        """
        routes = self._button("Routes you can claim")
        routes.click()
        choices = self.page.locator(".route-list .choice")
        choices.first.wait_for(timeout=SETTLE)
        lengths = [
            int(text.split()[0])
            for text in self.page.locator(".route-list .choice .quiet").all_inner_texts()
        ]
        spaces = max(lengths)
        if spaces < 3 and hand < 12:
            routes.click()
            return False
        choices.nth(lengths.index(spaces)).click()
        self._pay()
        return True

    def _pay(self) -> None:
        """Choose the first payment. On touch screens, confirm it."""
        self.page.locator(".payments .choice").first.click()
        asked = self.page.locator(".payments .choice.asked")
        if asked.count():
            asked.click()

    def _button(self, name: str) -> Locator:
        return self.page.locator(".moves").get_by_role("button", name=name)


def first_turn(page: Page, edition: str = "usa") -> Clicker:
    """Start a game, choose the opening tickets, and wait for the player's turn."""
    start_game(page, edition)
    player = Clicker(page)
    page.locator(".offer").wait_for(timeout=SETTLE)
    player.decide()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    return player


def draw_card(page: Page, *, force: bool = False) -> None:
    """Draw from the deck, and wait until the page shows a later position.

    Bots may have made all their moves by then, so that it is the player's turn again.
    With `force` not even a deck that is moving is waited for, as people do not.
    """
    shown = page.locator("[data-version]").first
    before = shown.get_attribute("data-version", timeout=SETTLE) or ""
    page.locator(f'[data-place="deck"]{AT_HAND}').click(timeout=SETTLE, force=force)
    expect(shown).not_to_have_attribute("data-version", before, timeout=SETTLE)


def draw_two(page: Page, *, wait: bool = True, force: bool = False) -> None:
    """A turn of two cards from the deck; wait until it is one's turn again."""
    for _ in range(2):
        draw_card(page, force=force)
    if wait:
        page.locator(OWN_MOVES).wait_for(timeout=SETTLE)


class Lines:
    """The connection from a page to the server, which a test can cut.

    Create it before the page is opened.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        expect_fault(page, "/nowhere")
        page.add_init_script(
            """window.lines = [];
            window.WebSocket = class extends WebSocket {
              constructor(url) {
                super(window.unreachable ? url.replace("/live", "/nowhere") : url);
                window.lines.push(this);
              }
            };"""
        )

    def cut(self) -> None:
        """Close the connection, and let all new ones fail."""
        self.page.evaluate("() => { window.unreachable = true; window.lines.at(-1).close(); }")
        expect(self.page.locator(".offline")).to_be_visible(timeout=SETTLE)

    def mend(self) -> None:
        """Let new connections succeed again."""
        self.page.evaluate("() => { window.unreachable = false; }")


class Presser(Clicker):
    """A player with a keyboard: Tab goes to the right element, and Enter presses it."""

    LONGEST_WAY = 400

    def _press(self, wanted: str) -> bool:
        """Move the focus to the first element of a selector and press Enter.

        Return whether there is one.
        """
        if not self.page.locator(wanted).count():
            return False
        for _ in range(self.LONGEST_WAY):
            if self.page.evaluate(
                "wanted => document.activeElement?.matches(wanted) ?? false", wanted
            ):
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {wanted}")

    def _choose(self, looks: dict[str, Any]) -> None:
        if looks["heading"] == "offer":
            while self._press('.offer [aria-pressed="false"]'):
                pass
            self._press(".tray .main:enabled")
        elif looks["heading"] == "tray":
            assert self._press(".tray button:enabled")
        elif not self._claim_first():
            assert (
                self._press(f'[data-place="deck"]{AT_HAND}')
                or self._press(f".display .slot{AT_HAND}")
                or self._press(".moves .main")
            )

    def _claim_first(self) -> bool:
        if not self._press('.moves [aria-pressed="false"]:first-child'):
            return False
        if not self.page.locator(".route-list").count():
            # It was the stack of tickets: take them.
            return self._press(".tray .choice:enabled")
        self._press(".route-list .choice")
        return self._press(".payments .choice:enabled")


class Typist(Clicker):
    """A player who types the words of actions."""

    def refused(self, words: str) -> None:
        """Type words that are no action, and check that the page refuses them."""
        expect_fault(self.page, "422")
        before = self.mark()
        self._type(words)
        expect(self.page.locator(".problem")).to_be_visible(timeout=SETTLE)
        assert self.mark() == before

    def _type(self, words: str) -> None:
        self.page.locator("#command").fill(words)
        self.page.keyboard.press("Enter")

    def _choose(self, looks: dict[str, Any]) -> None:
        del looks
        known: list[str] = self.page.locator("#commands option").evaluate_all(
            "options => options.map((option) => option.value)"
        )
        beginnings = ("keep", "claim", "pay", "withdraw", "draw deck", "draw", "tickets", "pass")
        for beginning in beginnings:
            fitting = [words for words in known if words.startswith(beginning)]
            if fitting:
                self._type(fitting[-1])
                return
        raise AssertionError(f"nothing to type among {known}")
