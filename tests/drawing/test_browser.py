"""Boards in a real browser, under the strictest content security policy that shows them at all."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browsing import browser as browser
from tests.cli.running import run
from tests.drawing.boards import BUILT_IN, middle, tree
from tests.golden_remake import path_of
from whistlestop import drawing
from whistlestop.drawing import lettering
from whistlestop.drawing.art.palette import DARK, LIGHT, Theme, veiled
from whistlestop.drawing.art.pieces import LARGER
from whistlestop.drawing.layout.layout import SPACE_WIDTH, layout_of
from whistlestop.editions.load import load

POLICY = "default-src 'none'; style-src 'self'; font-src 'self'"


class _Site(BaseHTTPRequestHandler):
    """A page for every edition, the style sheet, and its fonts."""

    pages: ClassVar[dict[str, tuple[str, bytes]]] = {}

    def do_GET(self) -> None:
        kind, body = self.pages.get(self.path, ("", b""))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _page(picture: str) -> bytes:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>'
        f'<link rel="stylesheet" href="/style.css"></head><body>{picture}</body></html>'
    ).encode()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a server that only this machine can reach."""
    fonts = resources.files("whistlestop.drawing").joinpath("fonts")
    _Site.pages["/style.css"] = ("text/css", drawing.stylesheet().encode())
    for name in ("text", "display"):
        data = fonts.joinpath(f"{name}.woff2").read_bytes()
        _Site.pages[f"/fonts/{name}.woff2"] = ("font/woff2", data)
    for name in BUILT_IN:
        picture = drawing.position(middle(name, 2).view(0), standalone=False)
        _Site.pages[f"/{name}"] = ("text/html", _page(picture))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which everything that the browser complains about fails the test."""
    context = browser.new_context(viewport={"width": 1600, "height": 1200})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"not loaded: {request.url}"))
    yield page
    context.close()
    # Every page asks for an icon, which no drawing has to do with.
    assert [one for one in complaints if "404" not in one and "favicon" not in one] == []


def style(page: Page, selector: str, name: str) -> Any:
    return page.locator(selector).first.evaluate(
        "(element, name) => getComputedStyle(element).getPropertyValue(name)", name
    )


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def class_list(page: Page, selector: str, name: str, there: bool) -> None:
    page.locator(selector).evaluate(
        "(element, [name, there]) => element.classList.toggle(name, there)", [name, there]
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_everything_shows_under_a_strict_policy(site: str, page: Page, name: str) -> None:
    page.goto(f"{site}/{name}")
    page.evaluate("document.fonts.ready")
    # Whatever is referred to is there and has an extent.
    empty = page.evaluate(
        """() => [...document.querySelectorAll("svg use")].filter(use => {
            if (use.closest("defs, symbol")) return false;
            const box = use.getBBox();
            return !(box.width > 0 && box.height > 0);
        }).map(use => use.outerHTML)"""
    )
    assert empty == []
    drawn = tree(_Site.pages[f"/{name}"][1].decode().partition("<body>")[2].partition("</body>")[0])
    titles = [one.text for one in drawn.iter("title")]
    shown = page.evaluate("[...document.querySelectorAll('svg title')].map(t => t.textContent)")
    assert shown == titles
    assert len(shown) > 50
    assert all(shown)


def test_our_fonts_are_loaded_and_used(site: str, page: Page) -> None:
    page.goto(f"{site}/germany")
    loaded = page.evaluate(
        """async () => {
            await document.fonts.ready;
            return [...document.fonts].filter(f => f.status === "loaded").map(f => f.family);
        }"""
    )
    assert {one.strip('"') for one in loaded} == {"Whistlestop Text", "Whistlestop Display"}
    wide = page.locator("#city-BER text").first.evaluate("text => text.getComputedTextLength()")
    assert wide == pytest.approx(
        lettering.width("Berlin", layout_of(load("germany")).label_size), 0.02
    )


def test_labels_lie_in_the_boxes_that_were_kept_free_for_them(site: str, page: Page) -> None:
    """What the geometry tests assume about type is so in a browser."""
    for name in BUILT_IN:
        edition = load(name)
        layout = layout_of(edition)
        page.goto(f"{site}/{name}")
        page.evaluate("document.fonts.ready")
        for city, label in zip(edition.cities, layout.labels, strict=True):
            boxes = page.evaluate(
                """code => [...document.querySelectorAll(`#city-${code} > text:not([class])`)]
                    .map(text => text.getBBox()).map(b => [b.x, b.width])""",
                city.code,
            )
            assert len(boxes) == len(label.lines)
            for left, wide in boxes:
                assert left >= label.box.left - 1.5
                assert left + wide <= label.box.left + label.box.width + 1.5


def test_states_are_classes(site: str, page: Page) -> None:
    page.goto(f"{site}/usa")
    route = page.locator(".route:not([class*=owned])").first
    name = "#" + str(route.get_attribute("id"))
    plain = style(page, f"{name} .way", "stroke-width")
    assert style(page, name, "cursor") == "auto"
    class_list(page, name, "selectable", True)
    assert style(page, name, "cursor") == "pointer"
    assert style(page, f"{name} .way", "stroke") == rgb(LIGHT.accent)
    assert style(page, f"{name} .way", "stroke-width") != plain
    faint = float(style(page, f"{name} .way", "stroke-opacity"))
    class_list(page, name, "highlighted", True)
    assert float(style(page, f"{name} .way", "stroke-opacity")) > faint
    for state in ("selectable", "highlighted"):
        class_list(page, name, state, False)
    assert style(page, f"{name} .way", "stroke-width") == plain
    class_list(page, name, "dimmed", True)
    assert float(style(page, name, "opacity")) < 0.5
    for state in ("selectable", "highlighted", "ticket-end"):
        city = ".city:not(.ticket-end)"
        code = "#" + str(page.locator(city).first.get_attribute("id"))
        assert style(page, f"{code} .ring", "visibility") == "hidden"
        class_list(page, code, state, True)
        assert style(page, f"{code} .ring", "visibility") == "visible"
        class_list(page, code, state, False)


def test_a_click_reaches_the_route(site: str, page: Page) -> None:
    """Whatever is drawn later, a space can be clicked and tells its route."""
    page.goto(f"{site}/europe")
    missed = page.evaluate(
        """() => [...document.querySelectorAll(".route")].filter(route => {
            const spaces = [...route.querySelectorAll("use")];
            return !spaces.some(space => {
                space.scrollIntoView({block: "center"});
                const box = space.getBoundingClientRect();
                const hit = document.elementFromPoint(
                    box.x + box.width / 2, box.y + box.height / 2);
                return hit && hit.closest("[data-route]") === route;
            });
        }).map(route => route.dataset.route)"""
    )
    assert missed == []


def test_day_and_night(site: str, page: Page) -> None:
    def water() -> Any:
        return style(page, ".map .water", "fill")

    root = page.locator("html")
    page.emulate_media(color_scheme="light")
    page.goto(f"{site}/germany")
    assert water() == rgb(LIGHT.water)
    assert style(page, ".city text", "stroke") == rgb(LIGHT.label_halo)
    page.emulate_media(color_scheme="dark")
    assert water() == rgb(DARK.water)
    assert style(page, ".city text", "stroke") == rgb(DARK.label_halo)
    root.evaluate("root => root.dataset.theme = 'light'")
    assert water() == rgb(LIGHT.water)
    page.emulate_media(color_scheme="light")
    root.evaluate("root => root.dataset.theme = 'dark'")
    assert water() == rgb(DARK.water)
    # Shared definitions change with the theme too, though they stand elsewhere.
    assert style(page, "#shared-ground .open-line", "stroke") == rgb(DARK.open_line)
    root.evaluate("root => delete root.dataset.theme")
    assert style(page, "#shared-ground .open-line", "stroke") == rgb(LIGHT.open_line)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_what_is_used_is_painted_in_the_theme_too(site: str, page: Page, theme: Theme) -> None:
    """Rules do not see through a `<use>`: so look at what is on the screen, not at the rules."""
    page.emulate_media(color_scheme=theme.name)  # pyright: ignore[reportArgumentType]
    page.goto(f"{site}/usa")
    page.evaluate(
        "() => { const svg = document.querySelector('svg.drawing'); "
        "svg.style.width = '6400px'; svg.style.height = 'auto'; }"
    )
    grey = next(
        number
        for number, route in enumerate(load("usa").routes)
        if route.colour is None and not route.ferry
    )
    space = page.locator(f"#space-{grey}-1")
    assert pixel(page, space) == pytest.approx(channels(veiled(theme.open_grey, theme)), abs=2)
    # A piece's rim is the theme's as well: the outermost of what a piece paints beside its shadow.
    space.evaluate("space => space.setAttribute('href', '#piece-1')")
    space.evaluate("space => space.setAttribute('transform', 'translate(800 500)')")
    width = (SPACE_WIDTH + LARGER[1]) / 2
    assert pixel(page, space, 0, -(width + 0.7)) == pytest.approx(channels(theme.space_halo), abs=3)


def channels(code: str) -> list[int]:
    """Red, green and blue of `#rrggbb`."""
    return [int(code[at : at + 2], 16) for at in (1, 3, 5)]


def pixel(page: Page, element: Locator, x: float = 0, y: float = 0) -> list[int]:
    """What is painted at a point of an element's own space, in red, green and blue."""
    element.scroll_into_view_if_needed()
    at = element.evaluate(
        "(element, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform("
        "element.getScreenCTM()); return [p.x, p.y]; }",
        [x, y],
    )
    shot = page.screenshot(clip={"x": round(at[0]), "y": round(at[1]), "width": 1, "height": 1})
    blank = page.context.new_page()
    try:
        return blank.evaluate(
            """async (data) => {
              const image = new Image();
              image.src = `data:image/png;base64,${data}`;
              await image.decode();
              const canvas = new OffscreenCanvas(1, 1).getContext("2d");
              canvas.drawImage(image, 0, 0);
              return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
            }""",
            base64.b64encode(shot).decode(),
        )
    finally:
        blank.close()


def test_a_page_keeps_its_own_look(site: str, page: Page) -> None:
    """The style sheet is about drawings, and about nothing else on the page."""
    page.goto(f"{site}/london")
    assert "Whistlestop Text" in style(page, "#city-BAK text", "font-family")
    assert "Whistlestop" not in style(page, "body", "font-family")
    page.evaluate(
        """() => {
            const other = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            other.innerHTML = "<text class='muted' id='other'>mine</text>";
            document.body.append(other);
        }"""
    )
    assert "Whistlestop" not in style(page, "#other", "font-family")
    assert style(page, "#other", "fill") == "rgb(0, 0, 0)"


def test_the_page_of_frames_steps_through_a_game(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    assert run("draw", str(path_of("newyork", 2, "record")), "--frames", str(folder)).stdout
    last = len(list(folder.glob("*.svg"))) - 1
    page.goto((folder / "index.html").as_uri())

    def shown() -> str:
        page.wait_for_function("document.getElementById('frame').complete")
        assert page.evaluate("document.getElementById('frame').naturalWidth") > 1000
        return str(page.locator("#turn").text_content())

    assert shown() == f"0 / {last}"
    page.locator("#back").click()
    assert shown() == f"0 / {last}"
    # A picture that the next one overtakes is never loaded.
    page.locator("#on").click()
    assert shown() == f"1 / {last}"
    page.keyboard.press("ArrowRight")
    assert shown() == f"2 / {last}"
    page.keyboard.press("ArrowLeft")
    assert shown() == f"1 / {last}"
    page.locator("#at").fill(str(last - 1))
    assert shown() == f"{last - 1} / {last}"
    page.locator("#go").click()
    assert page.locator("#go").text_content() == "Stop"
    page.wait_for_function(f"document.getElementById('turn').textContent === '{last} / {last}'")
    assert page.locator("#go").text_content() == "Play"
    assert shown() == f"{last} / {last}"
