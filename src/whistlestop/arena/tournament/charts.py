"""The charts of a report, as SVG.

Vega-Lite draws the charts in `vl-convert`, which needs neither a browser nor a network. Lines and
letters have the colour of the surrounding text, in light and dark mode.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from whistlestop.extras import needed

_INK: Final = "currentColor"
_MARK: Final = "#2f7fc1"
"""The colour of points, bars and lines: a blue that stands out from white and from black."""
_FAINT: Final = "#8886"

_WIDTH: Final = 270
"""The width of a chart in SVG units, without the names beside the chart."""

_LONGEST_NAME: Final = 16

_CONFIG: Final[dict[str, Any]] = {
    "background": None,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": _INK,
        "titleColor": _INK,
        "tickCount": 5,
        "gridColor": "#8883",
        "domainColor": _FAINT,
        "tickColor": _FAINT,
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
    },
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A named value with the two ends of its interval."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Quantiles:
    """A named spread of values: its median, its quartiles, and its first and last deciles."""

    name: str
    tenth: float
    quarter: float
    half: float
    three_quarters: float
    nine_tenths: float


def intervals(
    bars: Sequence[Bar],
    title: str,
    said: str,
    *,
    line: float | None = None,
    form: str = "d",
    limits: tuple[float, float] | None = None,
) -> str:
    """Return an SVG chart of values with their intervals, one below the other.

    Args:
        bars: the values, from the top down.
        title: the title of the horizontal axis, which shows the values.
        said: the text that a screen reader reads instead of the chart.
        line: a value to compare with, drawn as a dashed line. None draws no line.
        form: the D3 format of the numbers on the horizontal axis: `d` for whole numbers, or for
            example `%` for percentages.
        limits: the lowest and the highest number of the horizontal axis. If None, they fit the
            values.
    """
    values = [
        {"name": label, "value": one.value, "low": one.low, "high": one.high}
        for label, one in zip(_labels([one.name for one in bars]), bars, strict=True)
    ]
    scale: dict[str, Any] = {"zero": False, "nice": True}
    if limits is not None:
        scale = {"domain": list(limits)}
    x = {
        "type": "quantitative",
        "title": title,
        "scale": scale,
        "axis": {"format": form, "grid": True},
    }
    layers: list[Any] = []
    if line is not None:
        layers.append(_compared(line, scale))
    layers += [
        {
            "mark": {"type": "rule", "color": _INK, "strokeWidth": 1.5},
            "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 70, "color": _MARK, "opacity": 1},
            "encoding": {"x": {"field": "value", **x}},
        },
    ]
    return _drawn(values, layers, said)


def spreads(boxes: Sequence[Quantiles], title: str, said: str) -> str:
    """Return an SVG chart of spreads, one below the other.

    A line shows the middle four fifths of the values, a box the middle half.

    Args:
        boxes: the spreads, from the top down.
        title: the title of the horizontal axis, which shows the values.
        said: the text that a screen reader reads instead of the chart.
    """
    values = [
        {
            "name": label,
            "a": one.tenth,
            "b": one.quarter,
            "c": one.half,
            "d": one.three_quarters,
            "e": one.nine_tenths,
        }
        for label, one in zip(_labels([one.name for one in boxes]), boxes, strict=True)
    ]
    x = {"type": "quantitative", "title": title, "scale": {"zero": False}, "axis": {"format": "d"}}
    layers = [
        {
            "mark": {"type": "rule", "color": _INK, "strokeWidth": 1.5},
            "encoding": {"x": {"field": "a", **x}, "x2": {"field": "e"}},
        },
        {
            "mark": {"type": "bar", "color": _MARK, "size": 14},
            "encoding": {"x": {"field": "b", **x}, "x2": {"field": "d"}},
        },
        {
            "mark": {"type": "tick", "color": "white", "thickness": 2, "size": 14},
            "encoding": {"x": {"field": "c", **x}},
        },
    ]
    return _drawn(values, layers, said)


def course(points: Sequence[tuple[int, Bar]], said: str, *, line: float, title: str) -> str:
    """Return an SVG chart of how a share and its interval changed as more games were played.

    Args:
        points: pairs of a number of games and the share in these first games. The numbers increase.
        said: the text that a screen reader reads instead of the chart.
        line: a share to compare with, drawn as a dashed line.
        title: the title of the vertical axis, which shows the share.
    """
    values = [
        {"games": games, "value": one.value, "low": one.low, "high": one.high}
        for games, one in points
    ]
    scale = {"domain": [0, 1]}
    y = {"type": "quantitative", "title": title, "scale": scale, "axis": {"format": "%"}}
    x = {"field": "games", "type": "quantitative", "title": "games", "scale": {"zero": True}}
    return _svg(
        {
            "width": _WIDTH + 50,
            "height": 170,
            "data": {"values": values},
            "layer": [
                {
                    "mark": {"type": "rule", "color": _INK, "strokeDash": [4, 4]},
                    "encoding": {"y": {"datum": line, "type": "quantitative", "scale": scale}},
                },
                {
                    "mark": {"type": "area", "color": _MARK, "opacity": 0.25},
                    "encoding": {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}},
                },
                {
                    "mark": {"type": "line", "color": _MARK, "point": len(values) < 3},
                    "encoding": {"x": x, "y": {"field": "value", **y}},
                },
            ],
        },
        said,
    )


def _compared(line: float, scale: dict[str, Any]) -> dict[str, Any]:
    return {
        "data": {"values": [{}]},
        "mark": {"type": "rule", "color": _INK, "strokeDash": [4, 4]},
        "encoding": {"x": {"datum": line, "type": "quantitative", "scale": scale}},
    }


def _drawn(values: list[dict[str, Any]], layers: list[Any], said: str) -> str:
    """Return an SVG chart made of layers, with the names one below the other.

    Args:
        values: the data. Each item has a `name` and the fields that the layers use.
        layers: Vega-Lite layers without a vertical axis.
        said: the text that a screen reader reads instead of the chart.
    """
    names = [value["name"] for value in values]
    y = {
        "field": "name",
        "type": "nominal",
        "title": None,
        "scale": {"domain": names},
        "axis": {"ticks": False, "domain": False, "labelPadding": 8},
    }
    for layer in layers:
        if "data" not in layer:
            layer["encoding"]["y"] = y
    spec = {"width": _WIDTH, "height": {"step": 30}, "data": {"values": values}, "layer": layers}
    return _svg(spec, said)


def _labels(names: Sequence[str]) -> list[str]:
    """Return a label for each name, in order: the name, or only its end if the name is too long.

    Labels that would be equal begin with the number of the name, from 1.
    """
    short = [
        name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}" for name in names
    ]
    return [
        name if short.count(name) == 1 else f"{number}: {name}"
        for number, name in enumerate(short, start=1)
    ]


def _svg(spec: dict[str, Any], said: str) -> str:
    """Return a chart as an SVG element that scales with the page.

    Args:
        spec: the chart as a Vega-Lite specification.
        said: the text that a screen reader reads instead of the chart.
    """
    converter: Any = needed("vl_convert")
    drawn: str = converter.vegalite_to_svg({**spec, "config": _CONFIG})
    found = re.match(r'<svg [^>]*?(viewBox="[^"]+")[^>]*>', drawn)
    assert found is not None, "the chart is an SVG element"
    return f'<svg {found[1]} role="img" aria-label="{_quoted(said)}">{drawn[found.end() :]}'


def _quoted(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    )
