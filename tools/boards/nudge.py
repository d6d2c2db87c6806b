"""Change the layout of a board by hand, and see at once which parts overlap.

    python tools/boards/nudge.py usa                        the layout that comes with Whistlestop
    python tools/boards/nudge.py usa --output copy.toml     a copy, or an existing copy again

The tool serves a page to this computer only, and opens it in the browser. Ctrl+C ends the tool. In
the page, drag places, names and the title. Click a route to get handles for its bends. Overlaps are
shown in magenta on the map and in the list beside it. The page lists its keys. Only Ctrl+S in the
page writes the file.

The file is `src/whistlestop/drawing/layout/boards/EDITION.toml`. For an edition file `my-map.toml`,
it is `my-map.layout.toml` beside that file. `arrange.py` makes both kinds of files.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import runpy
import shlex
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from whistlestop.drawing import cartouche, geography, track
from whistlestop.drawing.art.palette import card_colours
from whistlestop.drawing.layout.arrange import Start, arrange
from whistlestop.drawing.layout.layout import (
    BORDER_RADIUS,
    COUNTRY_SIZE,
    COUNTRY_SPACING,
    SPACE_LENGTH,
    SPACE_WIDTH,
    TOKEN,
    TRACKS_APART,
    Box,
    Label,
    Layout,
    bundles_of,
    label_box,
    label_lines,
    parse,
    spaces,
    trace,
    write,
)
from whistlestop.drawing.layout.overlaps import overlaps
from whistlestop.drawing.lettering import CAP, FONTS, LEADING
from whistlestop.drawing.stylesheet import for_page
from whistlestop.editions.gazetteer import GREY, gazetteer
from whistlestop.editions.layout_section import border_codes
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition

HERE = Path(__file__).parent
LAYOUTS = HERE.parent.parent / "src" / "whistlestop" / "drawing" / "layout" / "boards"
SWEEPS = 200
"""The length of the search that polishes a layout. It is long enough to improve what was moved, and
too short to move everything else."""
MARGIN = 1.5
"""The smallest gap between two things in board units, if the page sets no other. Less counts as an
overlap."""
LARGEST = 1_000_000
"""The maximum size in bytes of a request's body."""

Json = dict[str, Any]


class ChangeError(Exception):
    """Changes cannot be applied. `str()` says which ones, and why."""


# --------------------------------------------------------------------------------------- values


def values(edition: Edition, layout: Layout) -> Json:
    """Return everything that can be changed in a layout, in the shape of a layout file.

    Positions and sizes are whole board units.
    """
    cities: Json = {}
    for city, place, label in zip(edition.cities, layout.places, layout.labels, strict=False):
        at = [round(place[0]), round(place[1])]
        by = [round(label.box.x - at[0]), round(label.box.y - at[1])]
        cities[city.code] = {"at": at, "label": by, "lines": len(label.lines)}
    box = layout.cartouche
    return {
        "cities": cities,
        "borders": {
            code: [round(x), round(y)]
            for code, (x, y) in zip(
                border_codes(edition), layout.places[len(edition.cities) :], strict=True
            )
        },
        "countries": {
            country.code: [round(label.box.x), round(label.box.y)]
            for country, label in zip(edition.countries, layout.countries, strict=True)
        },
        "routes": {
            code: [round(value) for value in (one.bend_a, one.bend_b, one.pad_a, one.pad_b)]
            for code, one in zip(bundle_codes(edition), layout.bundles, strict=True)
        },
        "cartouche": [round(value) for value in (box.left, box.top, box.width, box.height)],
    }


def bundle_codes(edition: Edition) -> tuple[str, ...]:
    """Return the name of each bundle in the layout file: the code of its first route."""
    index = gazetteer(edition)
    return tuple(index.route_codes[bundle.routes[0]] for bundle in bundles_of(edition))


def changed(edition: Edition, layout: Layout, changes: object) -> Layout:
    """Return a layout with some of its values changed.

    If a city moves and its name is not changed, the name moves with the city.

    Args:
        edition: the edition that the layout belongs to.
        layout: the present layout.
        changes: the new values, in the shape of `values`. Values that are left out stay.

    Raises:
        ChangeError: a change names an unknown thing, or has a value that is not allowed.
    """
    table = _table(changes, "the changes")
    _known(table, ("cities", "borders", "countries", "routes", "cartouche"), "the changes")
    now = values(edition, layout)
    size = (layout.width, layout.height)
    longest = layout.width + layout.height
    for code, entry in _entries(table, now, "cities"):
        wanted = _table(entry, code)
        _known(wanted, ("at", "label", "lines"), code)
        if "at" in wanted:
            now["cities"][code]["at"] = _point(wanted["at"], f"the place of {code}", size)
        if "label" in wanted:
            by = _numbers(wanted["label"], 2, f"the label of {code}")
            now["cities"][code]["label"] = [_within(v, -longest, longest, code) for v in by]
        if "lines" in wanted:
            if isinstance(wanted["lines"], bool) or wanted["lines"] not in (1, 2):
                raise ChangeError(f"the lines of {code} are 1 or 2, not {_shown(wanted['lines'])}")
            now["cities"][code]["lines"] = wanted["lines"]
    for kind, what in (("borders", "the border point"), ("countries", "the name of")):
        for code, entry in _entries(table, now, kind):
            now[kind][code] = _point(entry, f"{what} {code}", size)
    for code, entry in _entries(table, now, "routes"):
        a, b, pad_a, pad_b = _numbers(entry, 4, f"the route {code}")
        now["routes"][code] = [
            *(_within(bend, -longest, longest, f"a bend of {code}") for bend in (a, b)),
            *(_within(pad, 0, longest, f"what stays free on {code}") for pad in (pad_a, pad_b)),
        ]
    if "cartouche" in table:
        left, top, wide, high = _numbers(table["cartouche"], 4, "the title")
        now["cartouche"] = [
            *_point([left, top], "the title", size),
            _within(wide, 80, layout.width, "the width of the title"),
            _within(high, 40, layout.height, "the height of the title"),
        ]
    return _laid(edition, layout, now)


def _laid(edition: Edition, layout: Layout, now: Json) -> Layout:
    """Return a layout with new values, which `changed` has checked.

    Raises:
        ChangeError: a name of one word should have two lines.
    """
    labels: list[Label] = []
    for number, city in enumerate(edition.cities):
        entry = now["cities"][city.code]
        lines = label_lines(edition, number, entry["lines"])
        if len(lines) != entry["lines"]:
            raise ChangeError(f"{city.name} is one word: its label has no second line")
        x, y = (at + by for at, by in zip(entry["at"], entry["label"], strict=True))
        box = Box(x, y, *label_box(edition, number, entry["lines"], layout.label_size))
        labels.append(Label(lines, box))
    left, top, wide, high = now["cartouche"]
    return replace(
        layout,
        cartouche=Box(left + wide / 2, top + high / 2, wide, high),
        places=(
            *((entry["at"][0], entry["at"][1]) for entry in now["cities"].values()),
            *((x, y) for x, y in now["borders"].values()),
        ),
        labels=tuple(labels),
        countries=tuple(
            replace(label, box=replace(label.box, x=x, y=y))
            for label, (x, y) in zip(layout.countries, now["countries"].values(), strict=True)
        ),
        bundles=tuple(
            replace(bundle, bend_a=row[0], bend_b=row[1], pad_a=row[2], pad_b=row[3])
            for bundle, row in zip(layout.bundles, now["routes"].values(), strict=True)
        ),
    )


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ChangeError(f"{what}: an object is wanted, not {_shown(value)}")
    return cast("dict[str, object]", value)


def _known(table: Mapping[str, object], keys: tuple[str, ...], what: str) -> None:
    for key in table:
        if key not in keys:
            raise ChangeError(f"{what}: {_shown(key)} is not one of {', '.join(keys)}")


def _entries(table: Mapping[str, object], now: Json, kind: str) -> list[tuple[str, object]]:
    """Return the entries of one kind in the changes, by code.

    Raises:
        ChangeError: the board has no thing of this kind with one of the codes.
    """
    entries = _table(table.get(kind, {}), kind)
    for code in entries:
        if code not in now[kind]:
            raise ChangeError(f"{_shown(code)} is none of this board's {kind}")
    return list(entries.items())


def _numbers(value: object, many: int, what: str) -> list[int]:
    """Return `many` numbers, rounded to whole numbers as in a layout file.

    Raises:
        ChangeError: the value is not a list of that many numbers.
    """
    entries = cast("list[object]", value) if isinstance(value, list) else []
    if len(entries) != many:
        raise ChangeError(f"{what}: {many} numbers are wanted, not {_shown(cast(object, value))}")
    found: list[int] = []
    for one in entries:
        # The comparison is also false for NaN, which Python accepts in JSON.
        if isinstance(one, bool) or not isinstance(one, int | float) or not abs(one) < 1e9:
            raise ChangeError(f"{what}: {_shown(one)} is not a number")
        found.append(round(one))
    return found


def _within(value: int, least: int, most: int, what: str) -> int:
    if not least <= value <= most:
        raise ChangeError(f"{what}: {value} is not between {least} and {most}")
    return value


def _point(value: object, what: str, size: tuple[int, int]) -> list[int]:
    """Return a position on the board as x and y.

    Raises:
        ChangeError: the value is not a position on the board.
    """
    pair = zip(_numbers(value, 2, what), size, strict=True)
    return [_within(at, 0, most, what) for at, most in pair]


# ------------------------------------------------------------------------------ what is shown


def fixed(edition: Edition, layout: Layout) -> Json:
    """Return what never changes in the page: sizes, colours, names, and the drawing of the map."""
    index = gazetteer(edition)
    cities = len(edition.cities)
    return {
        "edition": edition.name,
        "title": edition.title,
        "width": layout.width,
        "height": layout.height,
        "cityRadius": layout.city_radius,
        "borderRadius": BORDER_RADIUS,
        "space": [SPACE_LENGTH, SPACE_WIDTH],
        "apart": TRACKS_APART,
        "token": TOKEN,
        "type": {
            "size": layout.label_size,
            "cap": CAP,
            "leading": LEADING,
            "country": layout.label_size * COUNTRY_SIZE,
            "spacing": layout.label_size * COUNTRY_SIZE * COUNTRY_SPACING,
        },
        "colours": {name: entry.fill for name, entry in card_colours(edition).items()},
        "base": geography.draw(edition, layout) + track.draw(layout),
        "cities": [
            {
                "code": city.code,
                "name": city.name,
                "disc": f"the city {city.name}",
                "label": f"the name {city.name}",
                "token": bool(city.merchandise),
                "breaks": len(label_lines(edition, number, 2)) > 1,
            }
            for number, city in enumerate(edition.cities)
        ],
        "borders": [
            {"code": code, "name": place.name, "disc": f"the border {place.name} {number}"}
            for number, (code, place) in enumerate(
                zip(border_codes(edition), index.places[cities:], strict=True), start=cities
            )
        ],
        "countries": [
            {
                "code": country.code,
                "name": country.name,
                "label": f"the name {country.name.upper()}",
            }
            for country in edition.countries
        ],
        "bundles": [
            {
                "code": code,
                "name": index.route_title(bundle.routes[0]),
                "a": bundle.a,
                "b": bundle.b,
                "ends": [index.places[bundle.a].name, index.places[bundle.b].name],
                "length": " and ".join(
                    map(str, sorted({edition.routes[route].length for route in bundle.routes}))
                ),
                "way": f"the route {code}",
                "tracks": [
                    {
                        "colour": edition.routes[route].colour or GREY,
                        "spaces": [
                            f"space {number} of {index.route_codes[route]}"
                            for number in range(1, edition.routes[route].length + 1)
                        ],
                    }
                    for route in bundle.routes
                ],
            }
            for code, bundle in zip(bundle_codes(edition), layout.bundles, strict=True)
        ],
    }


def geometry(edition: Edition, layout: Layout) -> Json:
    """Return the spaces and the curve of every bundle, and the lines and sizes of all names."""
    laid = spaces(edition, layout)
    return {
        "spaces": [
            [
                [
                    [round(s.x, 1), round(s.y, 1), round(math.degrees(math.atan2(s.sin, s.cos)), 1)]
                    for s in laid[route]
                ]
                for route in bundle.routes
            ]
            for bundle in layout.bundles
        ],
        # Every second point is enough for a display.
        "curves": [trace(layout, bundle)[::2, :2].round(1).tolist() for bundle in layout.bundles],
        "labels": [_label(label) for label in layout.labels],
        "countries": [_label(label) for label in layout.countries],
        "cartouche": cartouche.draw(edition, layout.cartouche),
    }


def _label(label: Label) -> Json:
    size = [round(label.box.width, 1), round(label.box.height, 1)]
    return {"lines": label.lines, "size": size}


def collisions(edition: Edition, layout: Layout, margin: float) -> list[Json]:
    """Return the overlaps on a board, the deepest first, with the fields of `Overlap`."""
    found = sorted(overlaps(edition, layout, margin), key=lambda one: -one.depth)
    return [
        asdict(replace(one, depth=round(one.depth, 1), x=round(one.x, 1), y=round(one.y, 1)))
        for one in found
    ]


# --------------------------------------------------------------------------------------- files


def save(target: Path, text: str) -> None:
    """Replace a file in one step, so that an interrupt leaves the old or the new file whole."""
    target = target.resolve()
    part = target.with_name(f".{target.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def start_of(name: str) -> Start:
    """Return the sizes and margins of a board, as `start_of` of `arrange.py` does."""
    return runpy.run_path(str(HERE / "arrange.py"))["start_of"](name)


def layout_file(named: str) -> Path:
    """Return the path where `arrange.py` writes a layout, from an edition's name or its file."""
    return runpy.run_path(str(HERE / "arrange.py"))["layout_file"](named)


class _GivenUpError(Exception):
    """The page has asked to stop the search."""


class Polish:
    """A search for a better layout, in a thread of its own. The present layout does not change."""

    def __init__(
        self, search: Callable[[Callable[[float], None]], Layout], edition: Edition
    ) -> None:
        """Start the search.

        Args:
            search: a function that returns the new layout. It takes a function, and calls that
                function with the share that is done, from 0 to 1.
            edition: the edition that the layout belongs to.
        """
        self._search, self._edition = search, edition
        self._given_up = threading.Event()
        self.share = 0.0
        self.found: Json | None = None
        self.error = ""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the search is still running."""
        return self._thread.is_alive()

    def give_up(self) -> None:
        """Ask the search to stop without a result. It stops when it next reports its progress."""
        self._given_up.set()

    def wait(self, seconds: float) -> None:
        """Wait until the search has ended, at most for a number of seconds."""
        self._thread.join(seconds)

    def state(self) -> Json:
        """Return the progress of the search, its result if it has ended, and its error if any."""
        # Read first. If the search has ended now, its result and error are complete.
        running = self.running
        return {
            "running": running,
            "share": self.share,
            "found": None if running else self.found,
            "error": self.error,
        }

    def _tell(self, share: float) -> None:
        self.share = share
        if self._given_up.is_set():
            raise _GivenUpError

    def _run(self) -> None:
        try:
            self.found = values(self._edition, self._search(self._tell))
        except _GivenUpError:
            pass
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"


class BoardEditor:
    """The layout that you edit. Any thread may call its methods."""

    def __init__(self, edition: Edition, source: Path, target: Path) -> None:
        """Open a layout.

        Args:
            edition: the edition that the layout belongs to.
            source: the file to read.
            target: the file to write. It may be the source.

        Raises:
            ChangeError: the source is not a layout, or its layout has other places or routes.
            OSError: the source cannot be read.
        """
        self.edition, self.target = edition, target
        text = source.read_text(encoding="utf-8")
        try:
            found = parse(edition, text)
        except (KeyError, TypeError, ValueError) as error:
            raise ChangeError(f"{source} is no layout file: {error!r}") from None
        if found is None:
            raise ChangeError(f"{source} is for other places or routes than {edition.name} has")
        self.layout = self._saved = found
        self._on_disk = text if source == target else None
        self._polish: Polish | None = None
        self._lock = threading.RLock()

    def board(self, margin: float) -> Json:
        """Return everything that a newly opened page needs, with the overlaps at a margin."""
        with self._lock:
            now, saved = (values(self.edition, one) for one in (self.layout, self._saved))
            moved = [
                code
                for code, entry in now["cities"].items()
                if entry["at"] != saved["cities"][code]["at"]
            ]
            return {
                "fixed": fixed(self.edition, self.layout),
                "file": self.target.name,
                "values": now,
                "moved": moved,
                "collisions": collisions(self.edition, self.layout, margin),
                **self._after(),
            }

    @property
    def unsaved(self) -> bool:
        """Whether the layout differs from the one that was last read or saved."""
        return self.layout != self._saved

    def _after(self) -> Json:
        return {"geometry": geometry(self.edition, self.layout), "unsaved": self.unsaved}

    def change(self, changes: object) -> Json:
        """Apply changes, and return the new geometry and whether there are unsaved changes.

        Raises:
            ChangeError: see `changed`; or the layout is being polished. Nothing is changed.
        """
        with self._lock:
            if self._polish and self._polish.running:
                raise ChangeError("the board is being polished")
            self.layout = changed(self.edition, self.layout, changes)
            return self._after()

    def collisions(self, margin: float) -> Json:
        """Return the overlaps in the present layout. Things closer than `margin` overlap, too."""
        layout = self.layout
        return {"collisions": collisions(self.edition, layout, margin)}

    def save(self, *, anyway: bool) -> Json:
        """Write the layout file. Return whether there was a conflict, and unsaved changes.

        If another program has changed the file, this is a conflict, and nothing is written.

        Args:
            anyway: whether to write the file in spite of a conflict.

        Raises:
            OSError: the file cannot be read or written.
        """
        with self._lock:
            there = self.target.read_text(encoding="utf-8") if self.target.is_file() else None
            if there != self._on_disk and not anyway:
                return {"conflict": True, "unsaved": self.unsaved}
            text = write(self.edition, self.layout)
            save(self.target, text)
            self._saved, self._on_disk = self.layout, text
            return {"conflict": False, "unsaved": False}

    def polish(self, pinned: object) -> Json:
        """Start a search that polishes the layout. Return its state.

        Args:
            pinned: the codes of cities that keep their places.

        Raises:
            ChangeError: `pinned` is not a list of codes of cities, or a search is running.
        """
        codes = {city.code for city in self.edition.cities}
        if not isinstance(pinned, list):
            raise ChangeError(f"the cities to pin: a list is wanted, not {_shown(pinned)}")
        for code in cast("list[object]", pinned):
            if not isinstance(code, str) or code not in codes:
                raise ChangeError(f"{_shown(code)} is none of this board's cities")
        stay = frozenset(cast("list[str]", pinned))
        with self._lock:
            if self._polish and self._polish.running:
                raise ChangeError("the board is being polished already")
            layout, start = self.layout, start_of(self.edition.name)
            if start.size is None:
                size = round(layout.width), round(layout.height)
                start = replace(start, size=size, city=layout.city_radius, label=layout.label_size)
            self._polish = Polish(
                lambda tell: arrange(
                    self.edition, start, layout, sweeps=SWEEPS, pinned=stay, progress=tell
                ),
                self.edition,
            )
            return self._polish.state()

    def polishing(self, *, give_up: bool = False) -> Json:
        """Return the state of the last search, after asking it to stop if `give_up` is set."""
        with self._lock:
            if self._polish is None:
                return {"running": False, "share": 0.0, "found": None, "error": ""}
            if give_up:
                self._polish.give_up()
            return self._polish.state()


# --------------------------------------------------------------------------------------- server

PAGE = {
    "/": (HERE / "nudge" / "index.html", "text/html; charset=utf-8"),
    "/nudge.js": (HERE / "nudge" / "nudge.js", "text/javascript; charset=utf-8"),
    "/nudge.css": (HERE / "nudge" / "nudge.css", "text/css; charset=utf-8"),
}
POLICY = "default-src 'self'"
"""The content security policy: nothing from other origins, and no inline scripts and styles."""
ICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    b'<path fill="#e6007e" d="M8 0l3 4H9v3h3V5l4 3-4 3V9H9v3h2l-3 4-3-4h2V9H4v2L0 8l4-3v2h3V4H5Z"/>'
    b"</svg>"
)


@cache
def static(path: str) -> tuple[bytes, str] | None:
    """Return the contents and the media type of a file of the page, or None for other paths."""
    if path in PAGE:
        file, kind = PAGE[path]
        return file.read_bytes(), kind
    if path == "/board.css":
        return for_page().encode(), "text/css; charset=utf-8"
    if path == "/icon.svg":
        return ICON, "image/svg+xml"
    if path in ("/fonts/text.woff2", "/fonts/display.woff2"):
        return FONTS.joinpath(path.rpartition("/")[2]).read_bytes(), "font/woff2"
    return None


class Handler(BaseHTTPRequestHandler):
    """A handler that answers the page's requests with the `BoardEditor` of the `Server`."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, because each drag causes hundreds of requests."""

    def do_GET(self) -> None:
        """Answer with a file of the page, the board, its overlaps, or the state of a search."""
        where = urlsplit(self.path)
        if not self._from_here():
            return
        if found := static(where.path):
            self._send(200, *found)
        elif where.path == "/api/board":
            self._answer(lambda editor: editor.board(_margin(where.query)))
        elif where.path == "/api/collisions":
            self._answer(lambda editor: editor.collisions(_margin(where.query)))
        elif where.path == "/api/polish":
            self._answer(lambda editor: editor.polishing())
        else:
            self._json(404, {"error": f"there is no {where.path}"})

    def do_POST(self) -> None:
        """Apply changes, save the layout, or start or stop a search."""
        if not self._from_here():
            return
        # Pages of other origins cannot send this type without permission, which they do not get.
        if self.headers.get_content_type() != "application/json":
            self._json(415, {"error": "JSON is wanted"})
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST:
            self.close_connection = True
            self._json(413, {"error": "too long, or of unknown length"})
            return
        try:
            body = _table(json.loads(self.rfile.read(int(length))), "what was sent")
        except (ValueError, RecursionError, ChangeError) as error:
            self._json(400, {"error": f"what was sent is no JSON object: {error}"})
            return
        if self.path == "/api/change":
            self._answer(lambda editor: editor.change(body.get("changes")))
        elif self.path == "/api/save":
            self._answer(lambda editor: editor.save(anyway=body.get("anyway") is True))
        elif self.path == "/api/polish":
            self._answer(lambda editor: editor.polish(body.get("pinned")))
        elif self.path == "/api/give-up":
            self._answer(lambda editor: editor.polishing(give_up=True))
        else:
            self._json(404, {"error": f"there is no {self.path}"})

    def _from_here(self) -> bool:
        """Return whether the request names this computer as its host. Otherwise answer with 403.

        This stops pages of other sites whose name was made to lead to this computer.
        """
        port = cast(Server, self.server).server_address[1]
        if self.headers.get("Host") in (f"127.0.0.1:{port}", f"localhost:{port}"):
            return True
        self.close_connection = True
        self._json(403, {"error": f"this is http://127.0.0.1:{port}/ only"})
        return False

    def _answer(self, ask: Callable[[BoardEditor], Json]) -> None:
        try:
            found = ask(cast(Server, self.server).editor)
        except ChangeError as error:
            self._json(400, {"error": str(error)})
        except OSError as error:
            self._json(500, {"error": f"{error.strerror or error}: {error.filename or ''}"})
        else:
            self._json(200, found)

    def _json(self, status: int, value: Json) -> None:
        text = json.dumps(value, separators=(",", ":"))
        self._send(status, text.encode("ascii"), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)


def _margin(query: str) -> float:
    given = parse_qs(query).get("margin", [str(MARGIN)])[0]
    try:
        margin = float(given)
    except ValueError:
        raise ChangeError(f"the margin: {_shown(given)} is not a number") from None
    if not 0 <= margin <= 100:
        raise ChangeError(f"the margin: {given} is not between 0 and 100")
    return margin


class Server(ThreadingHTTPServer):
    """A server that serves one `BoardEditor` to this computer only."""

    daemon_threads = True

    def __init__(self, editor: BoardEditor, port: int) -> None:
        """Listen on a port. 0 = any free port."""
        super().__init__(("127.0.0.1", port), Handler)
        self.editor = editor

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless a page was closed before it got its answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main() -> None:
    """Open a layout, and serve the page until Ctrl+C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("edition", help="an edition's name, or the path of an edition file")
    parser.add_argument("--port", type=int, default=8011)
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--output",
        type=Path,
        help="edit this file instead. It is created as a copy if it does not exist",
    )
    args = parser.parse_args()
    try:
        edition = load(args.edition)
    except ValueError as error:
        sys.exit(str(error))
    ours = layout_file(args.edition)
    target = args.output or ours
    source = target if target.is_file() else ours
    if not source.is_file():
        command = shlex.join(["python", "tools/boards/arrange.py", args.edition])
        sys.exit(f"{source} is missing: {command} makes it")
    try:
        editor = BoardEditor(edition, source, target)
    except (ChangeError, OSError) as error:
        sys.exit(str(error))
    try:
        server = Server(editor, args.port)
    except (OSError, OverflowError) as error:
        sys.exit(f"port {args.port}: {error}. Choose another port with --port.")
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    print(f"{address} edits {target}. Stop with Ctrl-C.", flush=True)
    if not args.no_open:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    if editor.unsaved:
        print("Unsaved changes are lost.", file=sys.stderr)


if __name__ == "__main__":
    main()
