"""Facts about the game for the tests under Node, from the functions that send them to the page."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.properties.playing import decisions
from whistlestop import edition_names, read_record
from whistlestop.drawing import lettering
from whistlestop.drawing.art.palette import PLAYER_COLOURS
from whistlestop.drawing.layout.layout import COUNTRY_SIZE, layout_of
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.language import language
from whistlestop.play.notation import said
from whistlestop.server.sent.choices import action_sent
from whistlestop.server.sent.editions import edition_sent, geometry_sent

if TYPE_CHECKING:
    from whistlestop.actions import Action
    from whistlestop.editions.model import Edition

GOLDEN = Path(__file__).parents[1] / "golden"

LANGUAGES = ("en", "it", "nl", "de", "fr")


def facts() -> dict[str, Any]:
    """Return all facts that the tests use, by name."""
    return {
        "editions": {
            name: msgspec.to_builtins(edition_sent(load(name))) for name in edition_names()
        },
        "boards": {name: _board(load(name)) for name in edition_names()},
        "colours": [colour.name for colour in PLAYER_COLOURS],
        "endings": {file.stem: _ending(file) for file in sorted(GOLDEN.glob("*.record"))},
        "said": {name: _said(name) for name in ("europe", "germany")},
    }


def _ending(file: Path) -> dict[str, Any]:
    """Return the edition and the score sheet of a recorded game."""
    game = read_record(file.read_text(encoding="utf-8"))
    sheet = game.score_sheet()
    return {"edition": game.edition.name, "sheet": asdict(sheet) | {"totals": sheet.totals}}


def _board(edition: Edition) -> dict[str, Any]:
    """Return the geometry of a board, and its names with their boxes and line widths."""
    layout = layout_of(edition)
    return {
        "geometry": msgspec.to_builtins(geometry_sent(edition)),
        "size": layout.label_size,
        "radius": layout.city_radius,
        "labels": {
            city.code: {
                "box": [label.box.x, label.box.y, label.box.width, label.box.height],
                "ways": _ways(city.name, layout.label_size, len(label.lines)),
            }
            for city, label in zip(edition.cities, layout.labels, strict=True)
        },
        "countries": {
            country.code: {
                "box": [label.box.x, label.box.y, label.box.width, label.box.height],
                "ways": [{"lines": label.lines, "widths": [label.box.width]}],
            }
            for country, label in zip(edition.countries, layout.countries, strict=True)
        },
        "country_size": layout.label_size * COUNTRY_SIZE,
        "called": {code: _called(edition, layout.label_size, code) for code in LANGUAGES},
    }


def _called(edition: Edition, size: float, code: str) -> dict[str, list[dict[str, Any]]]:
    """Return the names in a language, by city, as far as they differ from those on the board."""
    index, tongue = gazetteer(edition), language(code)
    local = {city.code: tongue.place(index, city.code) for city in edition.cities}
    return {
        city.code: _ways(local[city.code], size, 1)
        for city in edition.cities
        if local[city.code] != city.name
    }


def _ways(name: str, size: float, printed: int) -> list[dict[str, Any]]:
    """Return a name in one line and, if it can be broken, in two. The printed way comes first."""
    broken = {lettering.lines(name, 1), lettering.lines(name, 2)}
    return [
        {"lines": lines, "widths": [lettering.width(line, size) for line in lines]}
        for lines in sorted(broken, key=lambda lines: abs(len(lines) - printed))
    ]


@cache
def _decided(name: str) -> tuple[Action, ...]:
    """Return all actions that are legal in a few games of an edition."""
    actions = {
        str(action): action
        for style in ("travels", "any")
        for _, _, legal, _ in decisions(name, 3, 2, style)
        for action in legal
    }
    return tuple(actions.values())


def _said(name: str) -> dict[str, Any]:
    """Return actions as they are sent, and their words in each language, which `parse` can read."""
    actions, places = _decided(name), gazetteer(load(name))
    return {
        "actions": [msgspec.to_builtins(action_sent(action)) for action in actions],
        "words": {code: [said(one, places, code) for one in actions] for code in LANGUAGES},
    }
