"""The name of a city does what its ring does, wherever a city can be chosen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import Rehearsal, Stage, rehearse
from tests.web.test_language import places, printed
from whistlestop import Game
from whistlestop.actions import BuildStation, PlacePassenger, StartJourney, TravelRoute
from whistlestop.play.game import Move

NAMED = """([edition, code, name]) => {
  const shown = [...document.querySelectorAll(`#city-${code} > text:not([class])`)];
  const words = shown.map((line) => line.textContent).join(" ").replace("- ", "-");
  if (words !== name) return null;
  const { x, y, width, height } = shown.at(-1).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def tap_name(page: Page, edition: str, code: str, language: str) -> None:
    """Press on the name of a city, far from its ring."""
    name = (printed(edition) | places(language).get(edition, {}))[code]
    at = page.wait_for_function(NAMED, arg=[edition, code, name], timeout=SETTLE)
    page.mouse.click(*at.json_value())


def opened(open_page: OpenPage, stage: Stage, rehearsal: Rehearsal, locale: str) -> Page:
    page = open_page(base_url=stage.url, locale=locale)
    page.goto(f"/t/{stage.set_up(page, rehearsal)}")
    page.locator(".turn.mine").wait_for(timeout=SETTLE)
    return page


def test_a_passenger_is_placed_by_name(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        del game
        return isinstance(move.action, PlacePassenger) and move.action.city is not None

    rehearsal = rehearse("germany", wanted)
    action = rehearsal.action
    assert isinstance(action, PlacePassenger)
    page = opened(open_page, stage, rehearsal, "it-IT")
    tap_name(page, "germany", action.city or "", "it")
    expect(page.locator(".tray")).to_have_count(0, timeout=SETTLE)
    table = page.url.rpartition("/")[2]
    position = page.request.get(f"{stage.url}/api/tables/{table}").json()["position"]
    assert action.city in position["players"][0]["passengers"]


def test_a_journey_is_made_by_name(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        return isinstance(move.action, StartJourney) and len(ways(game)) == 1

    def ways(game: Game) -> list[TravelRoute]:
        return [one for one in game.legal_actions(0) if isinstance(one, TravelRoute)]

    rehearsal = rehearse("germany", wanted)
    start = rehearsal.action
    assert isinstance(start, StartJourney)
    page = opened(open_page, stage, rehearsal, "nl-NL")
    names = printed("germany") | places("nl")["germany"]
    tap_name(page, "germany", start.city, "nl")
    tray = page.locator(".tray")
    expect(tray.locator(".planned-journey")).to_contain_text(names[start.city], timeout=SETTLE)
    (go,) = ways(rehearsal.game)
    index = rehearsal.game.index
    route = rehearsal.game.edition.routes[index.route_of[go.route]]
    goal = route.b if route.a == start.city else route.a
    tap_name(page, "germany", goal, "nl")
    tray.get_by_role("button", name=f"Reis naar {names[goal]}", exact=True).click(timeout=SETTLE)
    log = page.locator(".log li", has_text=f"Verder naar {names[goal]}")
    expect(log).to_have_count(1, timeout=SETTLE)


def test_a_station_is_built_by_name(open_page: OpenPage, stage: Stage) -> None:
    def wanted(game: Game, move: Move) -> bool:
        del game
        return isinstance(move.action, BuildStation)

    rehearsal = rehearse("europe", wanted)
    action = rehearsal.action
    assert isinstance(action, BuildStation)
    page = opened(open_page, stage, rehearsal, "fr-FR")
    page.get_by_role("button", name="Construire une gare").click()
    names = printed("europe") | places("fr")["europe"]
    tap_name(page, "europe", action.city, "fr")
    expect(page.locator(".tray h2")).to_contain_text(names[action.city])
    expect(page.locator(".tray .payments .choice").first).to_be_visible()
