"""The start page loads few bytes. Scripts and styles are sent without comments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import whistlestop
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from whistlestop.editions.load import names
from whistlestop.server.http.assets import lightened

MOST = 200_000
"""The most bytes that the start page may load, including the headers of the answers."""
BOARDS = len(names())

WEB = Path(whistlestop.__file__).parent / "web"
OWN = [
    file
    for ending in ("js", "css")
    for file in sorted(WEB.rglob(f"*.{ending}"))
    if "vendor" not in file.parts
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_load_of_the_start_page_is_under_200_kb(open_page: OpenPage, scheme: str) -> None:
    page = open_page(width=1280, height=800)
    page.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
    line: Any = page.context.new_cdp_session(page)
    line.send("Network.enable")
    addresses: dict[str, str] = {}
    weights: dict[str, float] = {}

    def asked(event: dict[str, Any]) -> None:
        addresses[event["requestId"]] = event["response"]["url"]

    def ended(event: dict[str, Any]) -> None:
        weights[event["requestId"]] = event["encodedDataLength"]

    line.on("Network.responseReceived", asked)
    line.on("Network.loadingFinished", ended)
    page.goto("/")
    pictures = page.locator(".board-picture img")
    expect(pictures).to_have_count(BOARDS, timeout=SETTLE)
    # Also those that are fetched when one comes to them.
    for at in range(BOARDS):
        pictures.nth(at).scroll_into_view_if_needed()
        page.wait_for_function(
            "(at) => document.querySelectorAll('.board-picture img')[at].complete", arg=at
        )
    page.wait_for_load_state("networkidle")
    found = {addresses[key]: weight for key, weight in weights.items() if key in addresses}
    heaviest = sorted(found.items(), key=lambda pair: -pair[1])[:8]
    print(sum(found.values()), heaviest)
    assert sum("thumbnail.svg" in address for address in found) == BOARDS
    assert any(address.endswith("/main.js") for address in found)
    assert sum(found.values()) < MOST, heaviest


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_every_picture_stays_in_its_frame(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(width=width, height=height)
    page.goto("/")
    pictures = page.locator(".board-picture img")
    expect(pictures).to_have_count(BOARDS, timeout=SETTLE)
    for at in range(BOARDS):
        pictures.nth(at).scroll_into_view_if_needed()
        inside: list[float] = pictures.nth(at).evaluate(
            """(image) => {
              const [one, all] = [image, image.closest(".board-choice")].map((element) =>
                element.getBoundingClientRect());
              return [one.left - all.left, one.top - all.top, all.right - one.right,
                all.bottom - one.bottom];
            }"""
        )
        assert min(inside) >= 0


@pytest.mark.parametrize("file", OWN, ids=lambda file: str(file.relative_to(WEB)))
def test_only_comments_and_indentation_are_left_out(file: Path) -> None:
    """Every line of code is sent at its place, unchanged except for comments and indentation."""
    lines = file.read_text(encoding="utf-8").split("\n")
    sent = lightened(file.read_bytes()).decode().split("\n")
    assert len(sent) == len(lines)
    inside = False
    for line, there in zip(lines, sent, strict=True):
        words = line.strip()
        begins = words.startswith("/*") and ("*/" not in words or words.endswith("*/"))
        alone = words.startswith("//") or inside or (begins and words.count("*/") < 2)
        assert there == ("" if alone else re.sub(r"/\*\* @\w+ .*?\*/ ?", "", line).lstrip())
        inside = (inside or begins) and "*/" not in words


MODULES = [file for file in OWN if file.suffix == ".js"]
_PIECES = re.compile(r'"(?:\\.|[^"\\\n])*"|\\.|html`|`|\$\{|[{}\n]')
"""The strings and the ends of templates and blocks in JavaScript without comments."""


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(WEB)))
def test_only_templates_of_html_span_lines(file: Path) -> None:
    """Only html templates span lines, because the server removes indentation from all lines."""
    code = lightened(file.read_bytes()).decode()
    opened: list[str] = []
    for piece in _PIECES.findall(code):
        text = bool(opened) and opened[-1].endswith("`")
        if text and piece == "\n":
            assert opened[-1] == "html`", "a template other than html`...` spans lines"
        elif (text and piece == "`") or (not text and piece == "}"):
            opened.pop()
        elif piece == "${" or piece.endswith("`") or (piece == "{" and not text):
            opened.append(piece)
    assert opened == []
