"""Moves typed in every language: each legal one can be, and what people type is understood."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import whistlestop
from tests.properties.playing import decisions
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE, start_game
from tests.web.watching import expect_fault
from whistlestop import edition_names
from whistlestop.editions.gazetteer import kind_names
from whistlestop.editions.load import load
from whistlestop.notation import COMMANDS
from whistlestop.server.facts import edition_data
from whistlestop.server.legal import action_data

LOCALES = {"en": "en-GB", "it": "it-IT", "nl": "nl-NL", "de": "de-DE", "fr": "fr-FR"}

INTERPRETER = """
  const base = document.querySelector('script[type="module"]').src;
  const {Interpreter, loadWords, say} = await import(new URL("table/commands.js", base));
  const reader = new Interpreter(facts, await loadWords());
  const read = (typed) => {
    try {
      return reader.read(typed);
    } catch (error) {
      return [error.details.reason, error.details.values];
    }
  };
"""


COMMANDS_FOLDER = Path(whistlestop.__file__).parent / "web" / "language" / "commands"


def test_every_language_has_words_for_everything() -> None:
    cards = {kind for name in edition_names() for kind in kind_names(load(name)) if kind}
    stacks = {stack for name in edition_names() for stack in load(name).stacks}
    assert {file.stem for file in COMMANDS_FOLDER.iterdir()} == set(LOCALES)
    for language in LOCALES:
        text = (COMMANDS_FOLDER / f"{language}.json").read_text(encoding="utf-8")
        words: dict[str, Any] = json.loads(text)
        assert set(words["verbs"]) == set(COMMANDS)
        assert all(words["verbs"].values())
        assert all(words["words"].values())
        assert cards <= set(words["cards"])
        assert stacks <= set(words["stacks"])
        assert all(set(words[part]) == set(english()[part]) for part in english())


def english() -> dict[str, dict[str, list[str]]]:
    words = json.loads((COMMANDS_FOLDER / "en.json").read_text(encoding="utf-8"))
    return {part: found for part, found in words.items() if isinstance(found, dict)}


def facts(edition: str) -> dict[str, Any]:
    return edition_data(load(edition))


def some_legal(edition: str, seats: int) -> list[dict[str, Any]]:
    """Legal actions of a whole random game, each once."""
    found: dict[str, dict[str, Any]] = {}
    for style in ("travels", "any"):
        for _, _, legal, _ in decisions(edition, seats, 4, style):
            found |= {str(action): action_data(action) for action in legal}
    return list(found.values())


def ready(open_page: OpenPage, language: str) -> Page:
    page = open_page(locale=LOCALES[language])
    page.goto("/")
    expect(page.locator(f"html[lang={language}] .new-table")).to_be_visible(timeout=SETTLE)
    return page


@pytest.mark.parametrize("language", LOCALES)
def test_every_legal_action_can_be_typed(open_page: OpenPage, language: str) -> None:
    page = ready(open_page, language)
    for edition, seats in (
        ("usa", 3),
        ("germany", 3),
        ("london", 2),
        ("europe", 3),
        ("switzerland", 2),
        ("newyork", 2),
    ):
        actions = some_legal(edition, seats)
        assert len({action["kind"] for action in actions}) >= 4
        misread: list[Any] = page.evaluate(
            "async ({facts, actions}) => {"
            + INTERPRETER
            + """
              return actions
                .flatMap(({words, ...action}) => [[say(facts, action), words], [words, words]])
                .map(([typed, words]) => [typed, words, read(typed)])
                .filter(([_, words, got]) => words !== got);
            }""",
            {"facts": facts(edition), "actions": actions},
        )
        assert misread == [], (edition, misread[:5])


TYPED: list[tuple[str, str, str, str | tuple[str, str, list[str]]]] = [
    ("it", "europe", "pesca rosso", "draw red"),
    ("it", "europe", "pesca una carta rossa", "draw red"),
    ("it", "europe", "pesca dal mazzo", "draw deck"),
    ("it", "europe", "prendi biglietti", "tickets"),
    ("it", "europe", "tieni tutti", "keep all"),
    ("it", "europe", "tieni 1 e 3", "keep 1 3"),
    ("it", "europe", "prendi Parigi a Zurigo con 3 rosse", "claim PAR-ZUR with 3 red"),
    ("it", "europe", "prendi Parigi - Marsiglia", "claim MAR-PAR"),
    ("it", "europe", "stazione a Monaco con 1 jolly", "station MUN with 1 locomotive"),
    ("it", "europe", "costruisci una stazione CON con 1 nera", "station CON with 1 black"),
    ("it", "europe", "paga 1 rossa e 1 locomotiva", "pay 1 red 1 locomotive"),
    ("it", "europe", "pesca b", ("ambiguous_card", "b", ["blue", "white"])),
    ("it", "europe", "mi ritiro", "withdraw"),
    ("de", "germany", "zieh rot", "draw red"),
    ("de", "germany", "Zieh eine rote Karte", "draw red"),
    ("de", "germany", "nimm vom Stapel", "draw deck"),
    ("de", "germany", "zieh 3 kurze, 1 lange Fahrkarte", "tickets 3 short 1 long"),
    ("de", "germany", "nimm Koeln-Düsseldorf mit 1 Lok", "claim DUS-KOL with 1 locomotive"),
    ("de", "germany", "nimm München nach Österreich mit 3 rote", "claim MUN-AT with 3 red"),
    ("de", "germany", "Passagier in Leipzig", "passenger LEI"),
    ("de", "germany", "Passagier nirgends", "passenger none"),
    ("de", "germany", "losschicken Berlin", "move BER"),
    ("de", "germany", "weiter nach Leipzig", "go LEI"),
    ("de", "germany", "halt", "stop"),
    ("de", "germany", "claim Berlin to Leipzig with 2 red", "claim BER-LEI with 2 red"),
    ("de", "germany", "tanze", "tanze"),
    (
        "de",
        "germany",
        "losschicken Ha",
        ("ambiguous_place", "Ha", ["HAM", "HAN"]),
    ),
    ("nl", "europe", "trek rode kaart", "draw red"),
    ("nl", "europe", "neem Parijs naar Zürich met 3 rode", "claim PAR-ZUR with 3 red"),
    ("nl", "usa", "pas", "pass"),
    ("fr", "switzerland", "prends une carte verte", "draw green"),
    ("fr", "switzerland", "prends à la pioche", "draw deck"),
    ("fr", "switzerland", "prends des billets", "tickets"),
    ("fr", "switzerland", "garde aucun", "keep none"),
    ("fr", "switzerland", "prends Bâle-Olten avec 2 bleues", "claim BAS-OLT with 2 blue"),
    ("fr", "usa", "prends Denver à Miami", "claim DEN-MIA"),
    ("en", "usa", "claim new york to washington with 2 orange", "claim NYC-WAS with 2 orange"),
    ("en", "usa", "d loco", "draw locomotive"),
    ("en", "usa", "C WAS NYC/2", "claim NYC-WAS/2"),
    ("en", "usa", "claim Atlantis to Denver", "claim Atlantis to Denver"),
]


@pytest.mark.parametrize("language", LOCALES)
def test_what_people_type_is_understood(open_page: OpenPage, language: str) -> None:
    page = ready(open_page, language)
    for _, edition, typed, meant in (one for one in TYPED if one[0] == language):
        got = page.evaluate(
            "async ({facts, typed}) => {" + INTERPRETER + "return read(typed); }",
            {"facts": facts(edition), "typed": typed},
        )
        if isinstance(meant, tuple):
            reason, values = got
            assert (reason, values["word"]) == meant[:2], typed
            assert sorted(values.get("kinds") or values["cities"]) == sorted(meant[2]), typed
        else:
            assert got == meant, typed


def text_board(page: Page, label: str) -> None:
    page.locator(".tray").wait_for(timeout=SETTLE)
    page.locator(".menu summary").click()
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
    before = page.locator(".log li").count()
    say(page, draw)
    expect(page.locator(".log li").nth(before)).to_contain_text(done, timeout=SETTLE)
    expect(page.locator("#command")).to_have_value("")
