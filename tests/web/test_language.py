"""Every catalogue has all keys that the page uses, and no others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import whistlestop
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.watching import expect_fault
from whistlestop import edition_names
from whistlestop.bots.registry import bot_names
from whistlestop.editions.load import load
from whistlestop.editions.reading import COMMON
from whistlestop.play.record import FAULTS
from whistlestop.reasons import VALUES
from whistlestop.server.app import STATUS_CODES
from whistlestop.server.table.happenings.talking import PHRASES

WEB = Path(whistlestop.__file__).parent / "web"
LANGUAGE = Path(whistlestop.__file__).parent / "language"
CODES = ["en", "it", "nl", "de", "fr"]

Catalogue = dict[str, str | dict[str, str]]

SPOKEN = (
    *(
        "",
        "reviews",
        "ladder",
        "club",
        "ahead",
        "ending",
        "files",
        "me",
        "motives",
        "refusals",
        "start",
        "variants",
    ),
)
"""The folders of the catalogues in which `t` finds sentences."""


def catalogue(code: str, folder: str = "") -> Catalogue:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), "a key occurs twice"
        return dict(pairs)

    path = LANGUAGE / folder / f"{code}.json"
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)


def spoken() -> Catalogue:
    """Return all English sentences that the page finds by `t`."""
    return {key: words for folder in SPOKEN for key, words in catalogue("en", folder).items()}


def sources() -> str:
    return "\n".join(
        file.read_text(encoding="utf-8")
        for file in sorted(WEB.rglob("*.js"))
        if file.parent.name != "vendor"
    )


def holes(sentence: str | dict[str, str]) -> set[str]:
    texts = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {hole for text in texts for hole in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("folder", [*SPOKEN, "rules", "terminal", "calls"])
@pytest.mark.parametrize("code", CODES)
def test_a_language_is_complete(code: str, folder: str) -> None:
    english, other = catalogue("en", folder), catalogue(code, folder)
    assert other.keys() == english.keys()
    for key, sentence in english.items():
        assert type(other[key]) is type(sentence), key
        # The rules are prose: a language may do without what another one repeats.
        if folder == "rules":
            assert holes(other[key]) <= {hole for one in english.values() for hole in holes(one)}
        else:
            assert holes(other[key]) == holes(sentence), key
        if isinstance(sentence, dict):
            assert {"one", "other"} <= set(other[key]), key


def test_every_key_that_is_asked_for_is_there() -> None:
    text = sources()
    words = spoken()
    asked = set(re.findall(r"""\bt\(\s*["']([^"'$]+)["']""", text))
    assert asked
    assert asked - words.keys() == set()
    rules = catalogue("en", "rules")
    assert set(re.findall(r"""\bsay\(\s*["']([^"'$]+)["']""", text)) - rules.keys() == set()


def test_what_is_said_without_a_refusal_is_there_from_the_beginning() -> None:
    """The catalogue of refusals is loaded with the first refusal of the server."""
    said = set(re.findall(r"""["']((?:error|reason)\.[a-z_.]+)["']""", sources()))
    assert "error.offline" in said
    assert said - catalogue("en", "ahead").keys() <= catalogue("en").keys()


def test_every_key_is_asked_for() -> None:
    text = sources()
    # Keys that are put together, as `card.${card}`: all that begin so count as asked for.
    beginnings = tuple(re.findall(r"""`([A-Za-z_.]+[._])\$\{""", text))
    endings = re.findall(r"""`([a-z_]+)\.\$\{[^}]+\}\.([a-z_]+)`""", text)
    named = set(re.findall(r"""["']([a-z_]+\.[A-Za-z_.0-9]+|[a-z]+)["']""", text))
    for key in spoken():
        composed = key.startswith(beginnings) or any(
            key.startswith(f"{first}.") and key.endswith(f".{last}") for first, last in endings
        )
        assert key in named or composed, f"nobody asks for {key}"


def test_the_phrases_of_the_server_are_those_that_can_be_said() -> None:
    said = {key.removeprefix("chat.") for key in catalogue("en") if key.startswith("chat.")}
    assert said - {"label"} == set(PHRASES)


SAID = {"number": "n", "seat": "name", "seats": "names", "instead": "colours"}
"""The name of a reason's value → the name of the placeholder for it, if the two differ."""


@pytest.mark.parametrize("code", CODES)
def test_every_reason_can_be_said(code: str) -> None:
    words = catalogue(code, "refusals")
    said = {key.removeprefix("reason.") for key in words if key.startswith("reason.")}
    assert said == set(VALUES)
    for reason in VALUES:
        known = {SAID.get(name, name) for name in VALUES[reason]}
        # Sentences that ask for cards give an example.
        known |= {"card"} if "example" in known else set()
        assert holes(words[f"reason.{reason}"]) <= known, reason


@pytest.mark.parametrize("code", CODES)
def test_every_common_fault_of_a_file_can_be_said(code: str) -> None:
    words = catalogue(code, "files")
    own = {"line", "entry", "guess", "quoted", "other", "detail"}
    said = {key.removeprefix("fault.") for key in words if key.startswith("fault.")}
    assert said == COMMON.keys() | own
    for fault, values in COMMON.items():
        assert holes(words[f"fault.{fault}"]) <= {*values}, fault
    # What an edition or a move says for itself, and what only reading up to a turn can find.
    elsewhere = {"edition", "move", "header_value"}
    headers = {f"value_{one}" for one in ("edition", "starter", "result", "names")}
    said = {key.removeprefix("record_fault.") for key in words if key.startswith("record_fault.")}
    assert said == FAULTS.keys() - elsewhere | headers
    for fault in said - headers:
        assert holes(words[f"record_fault.{fault}"]) <= {*FAULTS[fault]}, fault


def test_every_refusal_of_the_server_can_be_said() -> None:
    folder = Path(whistlestop.__file__).parent / "server"
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    refusals = set(re.findall(r'\bRefusal\(\s*\d+,\s*"(\w+)"', text))
    # One has a variable for its code: that of actions.
    assert len(refusals) == len(set(re.findall(r"\bRefusal\(\s*\d+,\s*(\S+?)[,)]", text))) - 1
    actions = {"illegal_action", "malformed_action"}
    ours = {"offline"}
    # A code may have more exact sentences for its cases, as `error.CODE.CASE`.
    sentences = catalogue("en") | catalogue("en", "refusals")
    said = {key.split(".")[1] for key in sentences if key.startswith("error.")}
    codes = refusals | actions | ours | set(STATUS_CODES.values()) | {"internal_error"}
    # Some refusals are reasons: the page says them as such.
    assert said == codes - {"game_over", "not_your_turn"}


def test_every_key_of_the_rules_is_asked_for() -> None:
    pages = sorted((WEB / "pages" / "rules").glob("*.js"))
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"""["']([a-z_0-9.]+)["']""", text))
    for key in catalogue("en", "rules"):
        first, _, last = key.partition(".")
        composed = (last == "title" and first in named) or (
            first == "differences" and last in named
        )
        assert key in named or composed, f"nobody asks for {key}"


def places(code: str) -> dict[str, dict[str, str]]:
    text = (LANGUAGE / "places" / f"{code}.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    as_it_should_be = json.dumps(found, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    assert text == as_it_should_be, "keys are sorted, and none occurs twice"
    return found


def printed(edition: str) -> dict[str, str]:
    loaded = load(edition)
    return {place.code: place.name for place in (*loaded.cities, *loaded.countries)}


def test_every_language_has_places() -> None:
    assert {file.stem for file in (LANGUAGE / "places").iterdir()} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_places_are_on_the_board_and_called_otherwise(code: str) -> None:
    for edition, names in places(code).items():
        board = printed(edition)
        assert names.keys() <= board.keys(), edition
        for place, name in names.items():
            assert name.strip(), place
            assert name != board[place], f"{edition}: {place} is printed so"
        # Nobody could tell two places of one name apart.
        shown = list((board | names).values())
        assert len(set(shown)) == len(shown), edition


def test_places_keep_their_time() -> None:
    modern = {"Ankara", "Istanbul", "Izmir", "Gdańsk", "Gdansk", "Vilnius"}
    modern |= {"San Pietroburgo", "Sint-Petersburg", "Sankt Petersburg", "Saint-Pétersbourg"}
    for code in CODES:
        assert modern.isdisjoint(places(code)["europe"].values()), code


def test_names_that_nobody_chose_are_in_the_readers_language(open_page: OpenPage) -> None:
    assert {f"edition_title.{name}" for name in edition_names()} <= catalogue("en").keys()
    assert {f"given.{bot}" for bot in bot_names()} <= catalogue("en").keys()
    page = open_page(locale="de-DE")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "planner"}]
    start_game(page, "germany", seats)
    page.locator(".tray").wait_for(timeout=SETTLE)
    expect(page.locator(".top-title")).to_have_text("Deutschland")
    names = page.locator(".players .player-name").all_inner_texts()
    assert names == ["Spieler 1\ndu", "Planer\nBot", "Planer 2\nBot"]
    expect(page).to_have_title("● Spieler 1, du bist dran – Deutschland")
    page.goto("/")
    expect(page.locator(".board-title", has_text="Schweiz")).to_be_visible(timeout=SETTLE)
    expect(page.locator(".tables")).to_contain_text("Spieler 1")


def test_a_person_called_like_a_bot_keeps_the_name(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    asking = page.context.request
    asking.get("/api/me")
    own = {"X-Requested-With": "whistlestop"}
    asking.post("/api/me", headers=own, data={"name": "Random"})
    start_game(page, "usa", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    page.locator(".tray").wait_for(timeout=SETTLE)
    names = page.locator(".players .player-name").all_inner_texts()
    assert sorted(names) == ["Random\ndu", "Zufall 2\nBot"]


def test_a_long_name_leaves_room_for_what_is_said_of_its_owner(open_page: OpenPage) -> None:
    page = open_page(width=1280, height=720)
    asking = page.context.request
    asking.get("/api/me")
    own = {"X-Requested-With": "whistlestop"}
    asking.post("/api/me", headers=own, data={"name": "Wilhelmina Hohenzollern"})
    bots = [{"kind": "bot", "bot": "random"}] * 4
    start_game(page, "germany", [{"kind": "me"}, *bots])
    page.locator(".tray").wait_for(timeout=SETTLE)
    cut: list[str] = page.locator(".players .player-name").evaluate_all(
        """names => names.filter((name) => {
          const tag = name.querySelector(".tag").getBoundingClientRect();
          return !tag.width || tag.right > name.getBoundingClientRect().right + 0.5;
        }).map((name) => name.textContent)"""
    )
    assert cut == []
    wide: list[float] = page.locator(".players .called").first.evaluate(
        "name => [name.scrollWidth, name.clientWidth]"
    )
    assert wide[0] > wide[1], "the name has more letters than room"


def test_tickets_and_routes_have_the_names_of_the_readers_language(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    table = start_game(page, "europe")
    names = printed("europe") | places("de")["europe"]
    page.locator(".offer .ticket-button").first.wait_for(timeout=SETTLE)
    offer: list[str] = page.evaluate(
        """async (id) => {
          const answer = await fetch(`/api/tables/${id}`);
          const {position} = await answer.json();
          return position.players[0].offer;
        }""",
        table,
    )
    assert offer
    for code in offer:
        origin, goal = code.split("-")
        ticket = page.locator(".offer .ticket-button", has_text=f"{names[origin]}–{names[goal]}")
        expect(ticket.first).to_be_visible()
    expect(page.locator(".board-sheet")).to_contain_text("Kopenhagen", timeout=SETTLE)
    expect(page.locator(".board-sheet")).not_to_contain_text("København")
    page.locator(".menu > summary").click()
    page.locator(".menu").get_by_label("Tisch als Text").check()
    page.keyboard.press("Escape")
    page.locator(".text-routes").locator("xpath=..").locator("summary").click()
    routes = page.locator(".text-routes").inner_text()
    assert "Kopenhagen–Stockholm (KOB-STO)" in routes
    assert "Moskau–Petrograd (MOS-PET)" in routes
    expect(page.locator("#text-offer + ol")).to_contain_text(f"({offer[0]})")
    # Commands take the codes that are shown.
    page.locator("#command").fill(f"keep {offer[0]} {offer[1]}")
    page.keyboard.press("Enter")
    expect(page.locator("#text-offer")).to_have_count(0, timeout=SETTLE)


def test_a_page_whose_language_is_refused_asks_again(open_page: OpenPage) -> None:
    """A busy server refuses any request. The page waits for its words, and then appears."""
    page = open_page(locale="de-DE")
    expect_fault(page, "503")
    refused: list[str] = []

    def busy(route: Route) -> None:
        if route.request.url in refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, json={"code": "too_many_connections", "message": "Busy."})

    page.route("**/static/language/**/*.json", busy)
    page.route("**/static/language/*.json", busy)
    page.goto("/")
    expect(page.locator(".board-title", has_text="Schweiz")).to_be_visible(timeout=SETTLE)
    assert len(refused) >= 2


@pytest.mark.parametrize("code", CODES)
def test_an_address_with_nothing_says_so_in_the_readers_language(
    open_page: OpenPage, code: str
) -> None:
    page = open_page(locale=code)
    expect_fault(page, "404")
    answer = page.goto("/nothing/here")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text(str(catalogue(code)["error.not_found"]))
    page.get_by_role("link", name=str(catalogue(code)["finale.start"]), exact=True).click()
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
    asked = page.request.get("/nothing/here", headers={"accept": "application/json"})
    assert asked.json()["code"] == "not_found"
