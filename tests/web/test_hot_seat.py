"""Several people at one device: only one player's cards are shown at a time."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.serving import Person
from tests.web.conftest import OpenPage
from tests.web.fitting import LETTERS_ARE_LATE, everywhere
from tests.web.playing import SETTLE, Clicker, draw_two, start_game
from tests.web.staging import Stage, browsing
from tests.web.watching import accessibility_faults

OF_ONE = ".hand, .held, .own, .tickets, .offer, .tray, .moves, .supply, .log, .flight, .plans"
"""The elements that show what a player has or may do."""

PUBLIC = """() => {
  const lasting = document.documentElement.cloneNode(true);
  for (const one of lasting.querySelectorAll("script, link, style")) one.remove();
  return lasting.outerHTML.replaceAll(location.pathname.split("/").pop(), "TABLE");
}"""
"""A script that returns the page's HTML without what differs between tables."""

UNCOVERED = """() => [".hand-over .main", ".board-frame", ".hand-over .players"].every((part) => {
  const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  return inside && right - left > 60 && bottom - top > 30 && there?.closest(part);
})"""


def names_of_tickets(person: Person, table: str, edition: str) -> dict[str, set[str]]:
    """Return the codes and names of tickets by the name of the player at the device."""
    facts = person.got(f"/api/editions/{edition}")
    tickets = facts["tickets"]
    cities = {code: city["name"] for code, city in facts["cities"].items()}
    found: dict[str, set[str]] = {}
    for seat in person.table(table)["table"]["you"]["seats"]:
        update = person.got(f"/api/tables/{table}?seat={seat}")
        player = update["position"]["players"][seat]
        codes = {*(player["tickets"] or ()), *(player["offer"] or ())}
        said = {
            f"{cities[tickets[code]['origin']]}–{cities[goal]}"
            for code in codes
            for goal, _ in tickets[code]["options"]
        }
        found[update["table"]["seats"][seat]["name"]] = codes | said
    return found


def handed_over(page: Page, name: str, secrets: dict[str, set[str]]) -> None:
    """Check that the page shows the board and the next player, but no tickets.

    Then take the device.
    """
    expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
    page.locator(".hand-over .board-sheet > svg").wait_for(timeout=SETTLE)
    expect(page.locator(".hand-over .players")).to_be_visible()
    expect(page.locator(OF_ONE)).to_have_count(0)
    shown = page.content() + page.title()
    for hidden in set[str]().union(*secrets.values()):
        assert hidden not in shown, hidden
    page.locator(".hand-over").get_by_role("button", name=f"I am {name}").click()


def seen_tickets(page: Page) -> str:
    """Return the HTML of the main part of the page, which contains the tickets."""
    page.locator(".offer, .tickets").first.wait_for(timeout=SETTLE)
    return page.locator("main").inner_html()


def passed_on(page: Page) -> None:
    page.locator(".pass-on .main").click()


def first_rounds(page: Page, stage: Stage, table: str) -> None:
    """Let both players choose their tickets and take turns. Reload the page in between."""
    person = browsing(page, stage.url)
    secrets = names_of_tickets(person, table, "usa")
    for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
        handed_over(page, name, secrets)
        seen = seen_tickets(page)
        assert any(words in seen for words in secrets[name])
        assert not any(words in seen for words in secrets[other])
        # In the middle of anybody's turn: the page knows nobody again.
        page.reload()
        handed_over(page, name, secrets)
        page.locator(".offer").wait_for(timeout=SETTLE)
        Clicker(page).decide()
        if name == "Ada":
            # What she has chosen stays before her until she passes the device on.
            expect(page.locator(".own .tickets")).to_be_visible()
            passed_on(page)
    turns: set[str] = set()
    while turns != {"Ada", "Ben"}:
        page.locator(".turn.mine, .pass-on .main").first.wait_for(timeout=SETTLE)
        if page.locator(".pass-on .main").count():
            passed_on(page)
            name = page.locator(".hand-over h2").inner_text().split()[-1]
            handed_over(page, name, secrets)
            page.locator(".turn.mine").wait_for(timeout=SETTLE)
        holder = page.locator(".player:has(.tag.you) .player-name").inner_text().split()[0]
        expect(page.locator(".hand")).to_be_visible()
        turns.add(holder)
        for _ in range(2):
            if page.locator(".turn.mine").count():
                Clicker(page).decide()


def known_as(page: Page, **liked: str) -> None:
    """Save a name or a colour for the person of a page."""
    asking, headers = page.context.request, {"X-Requested-With": "whistlestop"}
    assert asking.post("/api/me", headers=headers, data=liked).ok


def family(page: Page, **more: Any) -> str:
    """Create a table for Ada, Ben at the same device, and a bot. Return its id."""
    known_as(page, name="Ada")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}, {"kind": "bot", "bot": "random"}]
    return start_game(page, "usa", seats, **more)


def test_first_rounds_on_a_phone(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url, width=390, height=844, has_touch=True, is_mobile=True)
    first_rounds(page, stage, family(page))


def painted(page: Page, where: Locator, title: str, colour: str) -> None:
    """Choose another colour for a player at the same device. Colours of others cannot be chosen."""
    button = where.locator(f'summary[aria-label^="{title}"]')
    button.click()
    sheet = where.locator(".colour-menu[open] .colour-sheet")
    expect(sheet.get_by_role("radio", disabled=True)).to_have_count(1)
    assert accessibility_faults(page) == []
    sheet.get_by_role("radio", name=colour).check()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button).to_have_accessible_name(f"{title}: {colour}")


def test_with_somebody_elsewhere(open_page: OpenPage, stage: Stage) -> None:
    """People at one device play with a person elsewhere.

    While others decide, each can look at their cards.
    """
    page = open_page(base_url=stage.url)
    # Everybody begins with a colour that was drawn for them: it could be one that is chosen below.
    known_as(page, colour="yellow")
    page.goto("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name of the player in seat 2").fill("Ben")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Seat 3", exact=True).select_option("open")
    painted(page, page.locator(".seat-choices"), "Colour of the player in seat 2", "black")
    page.locator(".start-now .main").click()
    expect(page.locator(".waiting .seats")).to_contain_text("at this device")
    expect(page.locator(".waiting .seats summary")).to_have_accessible_name("Colour of Ben: black")
    painted(page, page.locator(".waiting .seats"), "Colour of Ben", "turquoise")
    elsewhere = stage.person()
    table = page.url.rpartition("/")[2]
    elsewhere.posted(f"/api/tables/{table}/join")
    secrets = names_of_tickets(browsing(page, stage.url), table, "usa")
    page.locator("main.hand-over").wait_for(timeout=SETTLE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
        assert accessibility_faults(page) == []
    for _ in range(2):
        name = page.locator(".hand-over h2").inner_text().split()[-1]
        handed_over(page, name, secrets)
        page.locator(".offer").wait_for(timeout=SETTLE)
        Clicker(page).decide()
        if page.locator(".pass-on .main").count():
            passed_on(page)
    # Now only the one elsewhere has to decide.
    page.get_by_role("button", name="Cover the cards").first.click()
    covered = page.locator(".pass-on")
    expect(covered).to_contain_text("All cards are covered")
    expect(page.locator(".hand, .held, .tickets, .offer")).to_have_count(0)
    page.locator(".board-sheet > svg").wait_for(timeout=SETTLE)
    assert accessibility_faults(page) == []
    covered.get_by_role("button", name="I am Ada").click()
    expect(page.locator(".hand")).to_be_visible()
    expect(page.locator(".player:has(.tag.you)")).to_contain_text("Ada")
    # A device that was put aside may come back in other hands.
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(covered).to_contain_text("All cards are covered")
    expect(page.locator(".hand")).to_have_count(0)


def test_on_a_phone_whose_turn_it_is_stays_short(open_page: OpenPage) -> None:
    """On a phone, the sentence about the turn stays short beside the buttons next to it."""
    page = open_page(width=390, height=844, locale="de-DE")
    start_game(page, "usa", [{"kind": "me"}, {"kind": "here", "name": "Benjamin"}])
    page.locator(".hand-over .main").click(timeout=SETTLE)
    page.locator(".offer").wait_for(timeout=SETTLE)
    Clicker(page).decide()
    page.locator(".pass-on .main").wait_for(timeout=SETTLE)
    page.locator(".take-back").wait_for()
    lines: float = page.locator(".sentence").evaluate(
        "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    )
    assert round(lines) <= 2
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def kept(page: Page, stage: Stage, which: tuple[int, int]) -> str:
    """Create a table at which Ada keeps two of three tickets and passes the device on."""
    stage.seeds.append(5)
    colours = [{"kind": "me", "colour": "red"}, {"kind": "here", "name": "Ben", "colour": "blue"}]
    start_game(page, "usa", colours)
    page.locator(".hand-over .main").click(timeout=SETTLE)
    offered = page.locator(".offer .ticket-button")
    offered.first.wait_for(timeout=SETTLE)
    codes: list[str] = offered.evaluate_all("all => all.map((one) => one.dataset.ticket).sort()")
    for at in which:
        page.locator(f'.offer [data-ticket="{codes[at]}"]').click()
    page.locator(".tray .main").click()
    expect(page.locator(".own .tickets .ticket-button")).to_have_count(2)
    passed_on(page)
    page.locator(".hand-over .board-sheet > svg .city text").first.wait_for(timeout=SETTLE)
    return codes[which[1]]


def test_what_is_secret_changes_nothing_at_a_hand_over(open_page: OpenPage, stage: Stage) -> None:
    """Two tables that differ only in the tickets that Ada has kept look the same when Ben comes."""
    pages: list[Page] = []
    secrets: list[str] = []
    for which in ((0, 1), (0, 2)):
        page = open_page(base_url=stage.url)
        known_as(page, name="Ada", colour="red")
        secrets.append(kept(page, stage, which))
        pages.append(page)
    assert secrets[0] != secrets[1]
    one, other = pages
    # The names on the board are placed once their letters are there.
    other.wait_for_function(f"shown => ({PUBLIC})() === shown", arg=one.evaluate(PUBLIC))
    shown = one.content()
    assert not any(code in shown for code in secrets)


def test_the_board_is_in_sight_at_a_hand_over(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url)
    page.add_init_script(LETTERS_ARE_LATE)
    known_as(page, name="Annegret")
    start_game(page, "germany", [{"kind": "me"}, {"kind": "here", "name": "Benjamin"}])
    page.locator(".hand-over .board-sheet > svg").wait_for(timeout=SETTLE)

    def covered(page: Page) -> list[str]:
        return [] if page.evaluate(UNCOVERED) else ["not all is in sight"]

    assert everywhere(page, covered) == {}


def test_no_card_flies_on_into_a_hand_over(open_page: OpenPage, stage: Stage) -> None:
    page = open_page(base_url=stage.url, reduced_motion="no-preference")
    # Whatever sets out takes an hour.
    page.add_init_script(
        """const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
          return animate.call(this, frames, { ...timing, duration: 3600000 });
        };"""
    )
    stage.begin(0)
    start_game(page, "usa", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
    for _ in range(2):
        page.locator(".hand-over .main").click(timeout=SETTLE)
        page.locator(".offer").wait_for(timeout=SETTLE)
        Clicker(page).decide()
        passed_on(page)
    page.locator(".hand-over .main").click(timeout=SETTLE)
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    draw_two(page, wait=False, force=True)
    page.locator(".flight").first.wait_for(state="attached", timeout=SETTLE)
    passed_on(page)
    page.locator(".hand-over .board-sheet > svg").wait_for(timeout=SETTLE)
    expect(page.locator(".flight")).to_have_count(0)
