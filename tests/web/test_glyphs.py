"""All texts of the page are set in its own fonts, whatever fonts a system has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import OWN_MOVES, SETTLE, Clicker, start_game
from tests.web.test_finale import end_of, golden
from whistlestop.editions.load import load, names

SOURCES = Path(__file__).parents[2] / "src" / "whistlestop"
SHOWN = [SOURCES / "web", SOURCES / "language"]
SPOKEN_ALONE = {"commands", "terminal"}
"""The folders of catalogues that the page does not show: typed commands, the terminal."""

FAMILIES = ("--reading", "--lettering", "--headline")

PROBE = """async ([characters, families]) => {
  const fonts = ["Text", "Display"].map((name) => `20px "Whistlestop ${name}"`);
  await Promise.all(fonts.map((font) => document.fonts.load(font)));
  const probe = document.createElement("div");
  probe.id = "probe";
  for (const family of families) for (const character of characters) {
    const cell = document.createElement("span");
    cell.style.fontFamily = `var(${family})`;
    cell.textContent = character;
    probe.append(cell);
  }
  document.body.append(probe);
}"""


def written() -> dict[str, set[str]]:
    """Return every character of texts, scripts and styles, with the files that contain it."""
    found: dict[str, set[str]] = {}

    def note(text: str, file: str) -> None:
        for character in text:
            if not character.isspace():
                found.setdefault(character, set()).add(file)

    for file in (file for folder in SHOWN for file in sorted(folder.rglob("*"))):
        name = str(file.relative_to(SOURCES))
        if "vendor" in file.parts or file.parent.name in SPOKEN_ALONE:
            continue
        if file.suffix == ".json":
            sentences: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            # The browser's own tab shows them.
            shown = {key: said for key, said in sentences.items() if not key.startswith("title.")}
            note(json.dumps(shown, ensure_ascii=False), name)
        elif file.suffix in (".js", ".css", ".html"):
            text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
            note(re.sub(r"(?m)(^|\s)//.*$", "", text) if file.suffix == ".js" else text, name)
    for name in names():
        edition = load(name)
        for place in (*edition.cities, *edition.countries):
            note(place.name, name)
        note(edition.title, name)
    return found


def foreign(page: Page, selector: str) -> list[tuple[str, str]]:
    """Return the texts that are partly shown in a font of the system, with the name of the font."""
    session: Any = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    wanted = {"nodeId": root, "selector": selector}
    nodes: list[int] = session.send("DOM.querySelectorAll", wanted)["nodeIds"]
    texts: list[str] = page.locator(selector).evaluate_all(
        "all => all.map((one) => one.textContent)"
    )
    found: list[tuple[str, str]] = []
    for node, text in zip(nodes, texts, strict=True):
        fonts: Any = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        found += [(text, font["familyName"]) for font in fonts if not font["isCustomFont"]]
    return found


def test_the_fonts_that_come_along_have_every_character(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
    where = written()
    assert {"é", "ß", "„", "×"} <= set(where)
    page.evaluate(PROBE, [sorted(where), FAMILIES])
    lacking = {character: where[character] for character, _ in foreign(page, "#probe span")}
    assert lacking == {}


def test_what_is_shown_is_set_in_them(open_page: OpenPage, server: str) -> None:
    """Texts that scripts make, and those in fields, are shown in the page's own fonts."""
    # A field to choose files is not seen; its label is.
    leaves = "body :not(:has(*), script, style, title, option, datalist, [type=file])"
    page = open_page(locale="de-DE")
    page.goto("/rules/germany")
    expect(page.locator(".rules")).to_be_visible(timeout=SETTLE)
    assert foreign(page, leaves) == []
    page.goto("/")
    expect(page.locator(".new-table")).to_be_visible(timeout=SETTLE)
    page.locator(".options summary").click()
    assert foreign(page, leaves) == []
    start_game(page, "london", [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 3])
    player = Clicker(page)
    page.locator(".offer .ticket-button").first.click(timeout=SETTLE)
    assert foreign(page, leaves) == []
    page.locator(".offer .ticket-button").first.click()
    player.decide()
    page.locator(OWN_MOVES).wait_for(timeout=SETTLE)
    page.locator(".menu > summary").click()
    assert foreign(page, leaves) == []
    end_of(page, server, golden("london-4"))
    expect(page.locator(".finale .winner")).to_be_visible(timeout=SETTLE)
    assert foreign(page, leaves) == []
