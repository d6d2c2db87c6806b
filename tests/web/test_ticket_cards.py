"""Every name of every edition fits on its ticket's card in every language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.test_language import CODES
from whistlestop import edition_names
from whistlestop.editions.load import load

CARDS = """async ([edition, codes]) => {
  const at = (path) => import(`/static/${path}`);
  const { html, render } = await at("html.js");
  const { Ticket } = await at("controls/pictures.js");
  const net = await at("net/drawings.js");
  const { speak } = await at("language/index.js");
  const { chosenLanguage } = await at("settings.js");
  const [facts, geometry] = await Promise.all([net.factsOf(edition), net.geometryOf(edition)]);
  await net.layOutCards(edition);
  await document.fonts.load("20px 'Whistlestop Text'");
  const sheet = document.createElement("div");
  document.body.append(sheet);
  const found = [];
  for (const code of codes) {
    chosenLanguage.value = code;
    await speak();
    render(null, sheet);
    const draw = (ticket) => html`<${Ticket} facts=${facts} geometry=${geometry} code=${ticket} />`;
    render(html`${Object.keys(facts.tickets).map(draw)}`, sheet);
    for (const card of sheet.querySelectorAll(".ticket-card")) {
      const value = [...card.querySelectorAll("rect")].at(-1).getBBox();
      const lines = [...card.querySelectorAll(".heading")].map((line) => {
        const texts = [...line.querySelectorAll("text")];
        const [size, base] = ["font-size", "y"].map((name) => Number(texts[0].getAttribute(name)));
        const { x, width } = line.getBBox();
        const uses = [...line.querySelectorAll("use")];
        const flags = uses.map((flag) => flag.getBBox().width);
        const drawn = uses.every((flag) => document.querySelector(flag.getAttribute("href")));
        const words = texts.map((text) => text.textContent);
        return { words, left: x, right: x + width, size, base, flags, drawn };
      });
      found.push({ code, lines, left: value.x, top: value.y });
    }
  }
  return found;
}"""
EDGE = 4
"""The least distance between a name and the edge of its card."""
LEGIBLE = 10
"""The smallest font size, in units of a card whose width is 120."""
FLAG = 12
"""The least width of a flag."""
RISES, HANGS = 0.7, 0.22
"""How far letters reach above and below their base line, as shares of the font size."""


@pytest.mark.parametrize("edition", edition_names())
def test_names_have_room_on_their_cards(open_page: OpenPage, edition: str) -> None:
    page = open_page()
    page.goto("/")
    page.locator(".new-table").wait_for(timeout=SETTLE)
    cards: list[dict[str, Any]] = page.evaluate(CARDS, [edition, CODES])
    assert len(cards) == len(CODES) * len(load(edition).tickets)
    for card in cards:
        above = 0.0
        for line in card["lines"]:
            about = f"{card['code']}: {line}"
            size, base = line["size"], line["base"]
            assert size >= LEGIBLE, about
            assert line["left"] >= EDGE, about
            assert line["right"] <= 120 - EDGE, about
            assert line["drawn"], about
            assert all(width >= FLAG for width in line["flags"]), about
            assert base - RISES * size >= above, about
            above = base
            beside_value = line["right"] > card["left"] and base + HANGS * size > card["top"]
            assert not beside_value, about
        assert above > 0
    # A country among several destinations is shown by its flag, in every language.
    flags = sum(len(line["flags"]) for card in cards for line in card["lines"])
    many = [ticket for ticket in load(edition).tickets if len(ticket.options) > 1]
    ends = sum(len(ticket.options) + (len(ticket.origin) == 2) for ticket in many)
    assert flags == len(CODES) * ends
