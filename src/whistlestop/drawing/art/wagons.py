"""The vehicles on the cards: a silhouette for every colour, the wild cards, and the passengers.

They are side views in a box of 100 × 50, facing right. The top of the rails is at y = 46. Each
vehicle has three tones of its colour and a dark outline. Unpainted parts (wheels, glass, load) have
a few common greys and browns, so that the cards look like one set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from whistlestop.drawing.art.palette import CARD_COLOURS, CardColour, luminance, mix
from whistlestop.drawing.art.symbols import number

WIDTH: Final = 100
"""The width of the box in which a vehicle is drawn, in the vehicle's own coordinates."""
HEIGHT: Final = 50

LINE: Final = "#1d2127"
_STEEL: Final = "#474d57"
_WHEEL: Final = "#2e333b"
_METAL: Final = "#a3a9af"
_GLASS: Final = "#fbeec4"
_COAL: Final = "#343941"
_ORE: Final = "#6b5546"
_WOOD: Final = "#9b7a55"


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of one vehicle.

    Attributes:
        base: most of the walls.
        light: lit parts.
        shade: roofs and parts in shadow.
        seam: boards, ribs and rivets. It equals `light` or `shade`, whichever is visible on the
            walls.
    """

    base: str
    light: str
    shade: str
    seam: str


def tones(fill: str) -> Tones:
    """Return the tones for a colour. For black, all other tones are lighter than the base."""
    if luminance(fill) < 0.04:
        light = mix(fill, "#ffffff", 0.42)
        return Tones(fill, light, mix(fill, "#ffffff", 0.16), light)
    shade = mix(fill, "#20222c", 0.34)
    return Tones(fill, mix(fill, "#ffffff", 0.45), shade, shade)


def wagon(kind: CardColour, fleet: str = "locomotive") -> str:
    """Return the vehicle of a kind of card as SVG. The picture must contain `wagon_definitions`.

    Args:
        kind: one of the values of `card_colours`. Its symbol determines the vehicle.
        fleet: the symbol of the edition's wild card. With a bus or a taxi, all coloured cards show
            buses or taxis.
    """
    draw = _VEHICLES.get(kind.glyph, _coach)
    if kind.name == "locomotive4":
        draw = _streamliner
    elif fleet in _FLEETS and kind.glyph in _COLOURED:
        vehicles = _FLEETS[fleet]
        draw = vehicles[_COLOURED.index(kind.glyph) % len(vehicles)]
    return (
        f'<g stroke="{LINE}" stroke-width="1.2" stroke-linejoin="round">'
        f"{draw(tones(kind.fill))}</g>"
    )


# ---------------------------------------------------------------------------------------- parts


def _shape(path: str, fill: str) -> str:
    return f'<path fill="{fill}" d="{path}"/>'


def _plain(path: str, fill: str) -> str:
    """Return a shape without an outline, as SVG."""
    return f'<path fill="{fill}" stroke="none" d="{path}"/>'


def _lines(path: str, stroke: str, width: float = 1.2) -> str:
    return f'<path fill="none" stroke="{stroke}" stroke-width="{number(width)}" d="{path}"/>'


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def _boxes(xs: tuple[float, ...], y: float, width: float, height: float) -> str:
    return "".join(_box(x, y, width, height) for x in xs)


def _circle(x: float, y: float, r: float) -> str:
    return (
        f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 1 {number(2 * r)} 0"
        f"a{number(r)} {number(r)} 0 1 1 {number(-2 * r)} 0Z"
    )


def _uprights(xs: tuple[float, ...], top: float, bottom: float) -> str:
    return "".join(f"M{number(x)} {number(top)}V{number(bottom)}" for x in xs)


def _wheels(xs: tuple[float, ...], r: float = 4.6) -> str:
    y = 46 - r
    return _shape("".join(_circle(x, y, r) for x in xs), _WHEEL) + _plain(
        "".join(_circle(x, y, r * 0.36) for x in xs), _METAL
    )


def wagon_definitions() -> str:
    """Return the definitions that vehicles refer to, for `<defs>`.

    The only one is `shared-underframe`: the underframe of most wagons, with couplers and bogies.
    """
    couplers = _box(1, 34.2, 6, 2.4) + _box(93, 34.2, 6, 2.4)
    bogies = "M13 37H33L30 42H16ZM67 37H87L84 42H70Z"
    parts = _shape(couplers + bogies + _box(6, 33, 88, 4), _STEEL) + _wheels((17, 29, 71, 83))
    return f'<g id="shared-underframe">{parts}</g>'


_UNDERFRAME: Final = '<use href="#shared-underframe"/>'


# ------------------------------------------------------------------------------------- vehicles


def _coach(tone: Tones) -> str:
    """Return a passenger coach with a clerestory, as SVG."""
    windows = tuple(range(21, 79, 10))
    return (
        _UNDERFRAME
        + _shape(_box(8, 13, 84, 21), tone.base)
        + _plain(_box(8.6, 27.5, 82.8, 2), tone.light)
        + _shape("M20 9.5V5.5H80V9.5Z", tone.light)
        + _lines(_uprights(tuple(range(26, 78, 6)), 6, 9), tone.shade)
        + _shape("M5 13.5Q6 9 13 9H87Q94 9 95 13.5Z", tone.shade)
        + _shape(_boxes(windows, 16.5, 7, 8), _GLASS)
        + _shape(_boxes((11, 83), 16.5, 6, 16.5), tone.shade)
        + _plain(_boxes((12.6, 84.6), 18.2, 2.8, 6), _GLASS)
    )


def _tank(tone: Tones) -> str:
    """Return a tank car, as SVG."""
    barrel = "M18 12H82Q92 12 92 22Q92 32 82 32H18Q8 32 8 22Q8 12 18 12Z"
    return (
        _UNDERFRAME
        + _shape(_boxes((16, 46, 76), 28, 8, 6), _STEEL)
        + _shape("M43 13V7.5Q43 5 46 5H54Q57 5 57 7.5V13Z", tone.shade)
        + _shape(barrel, tone.base)
        + _plain("M18 24.5H91.2Q89.5 31.4 82 31.4H18Q10.5 31.4 8.8 24.5Z", tone.shade)
        + _plain("M18 15H82Q85 15 87 17H13Q15 15 18 15Z", tone.light)
        + _lines(_uprights((27, 73), 12, 32), LINE, 1.6)
        + _lines("M46 12V33M54 12V33M46 17H54M46 22H54M46 27H54", LINE, 1.1)
    )


def _hopper(tone: Tones) -> str:
    """Return a hopper car with a heap of ore, as SVG."""
    ends = "M8 33V13H92V33"
    return (
        _UNDERFRAME
        + _shape("M13 14Q22 4 33 7Q42 1 54 5Q64 2 71 7Q81 5 87 14Z", _ORE)
        + _lines("M26 10Q31 8 35 11M48 8Q54 6 58 10M68 10Q74 9 77 12", mix(_ORE, "#ffffff", 0.4))
        + _lines(ends, _STEEL, 2.4)
        + _shape("M7 12H93V22L68 39H56L50 33L44 39H32L7 22Z", tone.base)
        + _plain("M7.6 21.5H92.4L67.8 38.4H56.3L50.3 32H49.7L43.7 38.4H32.2Z", tone.shade)
        + _plain(_box(7.6, 12.6, 84.8, 2.4), tone.light)
        + _lines(_uprights((22, 36, 50, 64, 78), 12.6, 31.5), LINE, 1.2)
    )


def _reefer(tone: Tones) -> str:
    """Return a refrigerator van as SVG: boarded walls, ice hatches on the roof, a double door."""
    boards = (*range(12, 38, 5), *range(65, 92, 5))
    return (
        _UNDERFRAME
        + _shape(_boxes((14, 76), 4.5, 10, 5), _METAL)
        + _shape("M6 13Q7 8 13 8H87Q93 8 94 13Z", mix(tone.shade, "#3b5a72", 0.45))
        + _shape(_box(8, 13, 84, 21), tone.base)
        + _lines(_uprights(boards, 13.6, 33.4), mix(tone.shade, tone.base, 0.35), 0.9)
        + _shape(_boxes((40, 50), 14.5, 10, 18.5), tone.light)
        + _lines("M41.5 18.5H48.5M41.5 29H48.5M51.5 18.5H58.5M51.5 29H58.5", LINE, 1.6)
        + _lines("M25 19V28M21.1 21.3L28.9 25.8M21.1 25.8L28.9 21.3", "#3f7fa6", 1.5)
        + _lines("M77 19V28M73.1 21.3L80.9 25.8M73.1 25.8L80.9 21.3", "#3f7fa6", 1.5)
    )


def _flat(tone: Tones) -> str:
    """Return a flat car with three crates, as SVG."""
    crates = ((10, 10, 26, 22), (39, 15, 20, 17), (62, 9, 26, 23))
    parts = [_UNDERFRAME]
    for x, y, wide, high in crates:
        inside = _box(x + 3.2, y + 3.2, wide - 6.4, high - 6.4)
        brace = f"M{x + 3} {y + high - 3}L{x + wide - 3} {y + 3}"
        parts += [
            _shape(_box(x, y, wide, high), tone.base),
            _lines(brace, LINE, 5),
            _lines(brace, tone.light, 2.8),
            f'<path fill="{tone.light}" fill-rule="evenodd" d="{_box(x, y, wide, high)}{inside}"/>',
        ]
    return "".join(parts) + _shape(_box(6, 31, 88, 3), _WOOD)


def _crane(tone: Tones) -> str:
    """Return a breakdown crane on a flat car, as SVG."""
    return (
        _UNDERFRAME
        + _shape(_box(6, 31, 88, 3), tone.shade)
        + _lines("M22 13L30 4L84 6M22 13L40 30", LINE, 1.2)
        + _shape("M34 27L83 4L88 8L40 33Z", tone.base)
        + _lines("M46 22L49 27.5L55 18L59 22L64 13.5L68 17.5L73 9.5L77 13", LINE, 1.1)
        + _shape("M10 31V17Q10 13 14 13H34L42 23V31Z", tone.base)
        + _plain("M10.6 26H41.4V30.4H10.6Z", tone.shade)
        + _shape("M25 16.5H32.5L37.5 23H25Z", _GLASS)
        + _lines("M15 17V24M19 17V24", tone.shade, 1.4)
        + _hook()
        + _shape(_box(30, 29, 16, 4), _STEEL)
    )


def _hook() -> str:
    """Return the rope, block and hook at the end of the boom, as SVG."""
    return (
        _lines("M86 8V19", LINE, 1.2)
        + _shape(_box(84, 17, 4, 4.5), _STEEL)
        + _lines("M86 21.5V24Q86 27.5 83 27Q81 26.3 82 24.5", LINE, 1.6)
    )


def _gondola(tone: Tones) -> str:
    """Return an open wagon heaped with coal, as SVG."""
    heap = "M11 17L15 12L20 13L26 7L33 10L39 5L47 9L53 4L60 8L66 5L73 10L79 8L85 13L89 17Z"
    return (
        _UNDERFRAME
        + _shape(heap, _COAL)
        + _plain("M26 8.5L30 11L24 13ZM39 6.5L44 10L37 11ZM53 5.5L57 9L51 10Z", _METAL)
        + _plain("M66 6.5L70 10L64 10.5ZM18 14.5L22 15L17 16ZM79 9.5L82 12.5L77 13Z", _METAL)
        + _shape(_box(7, 16, 86, 18), tone.base)
        + _plain(_box(7.6, 16.6, 84.8, 2), tone.light)
        + _lines(_uprights((18, 29, 40, 60, 71, 82), 19, 33), tone.seam, 1.8)
        + _lines("M46 19V33.4M54 19V33.4M46 26H54", tone.seam, 1.2)
    )


def _caboose(tone: Tones) -> str:
    """Return a guard's van with a cupola and open platforms, as SVG."""
    rails = "M9 33V15M91 33V15M9 24H17M83 24H91M13 24V33M87 24V33"
    return (
        _UNDERFRAME
        + _lines(rails, LINE, 1.5)
        + _shape("M73 11V4H78V11Z", _STEEL)
        + _shape(_box(39, 4, 25, 8), tone.base)
        + _plain(_boxes((42, 54), 5.6, 7, 4.6), _GLASS)
        + _shape("M36 4.6Q37 1.6 41 1.6H62Q66 1.6 67 4.6Z", tone.shade)
        + _shape(_box(17, 14, 66, 20), tone.base)
        + _plain(_box(17.6, 30, 64.8, 3.4), tone.shade)
        + _shape("M5 15Q6 11 12 11H88Q94 11 95 15Z", tone.shade)
        + _shape(_boxes((24, 48, 68), 18, 8, 8), _GLASS)
        + _lines("M28 18V26M52 18V26M72 18V26", LINE, 0.9)
        + _lines(_uprights((38, 42, 62), 15.4, 29.6), tone.shade)
    )


def _tram(tone: Tones) -> str:
    """Return a tram with its pantograph up, as SVG."""
    return (
        _lines("M44 10L52 5.5L44 2M56 10L48 5.5L56 2M42 1.5H58", LINE, 1.3)
        + _wheels((24, 36, 64, 76), 4)
        + _shape("M15 12V9.5H85V12Z", _STEEL)
        + _shape(
            "M7 38L8 18Q9 11.5 16 11.5H84Q91 11.5 92 18L93 38Q93 40.5 90 40.5H10Q7 40.5 7 38Z",
            tone.base,
        )
        + _plain("M8 33H92L92.4 38Q92.4 39.9 90 39.9H10Q7.6 39.9 7.6 38Z", tone.shade)
        + _plain("M8.2 29.5H91.8L92 31.5H8Z", tone.light)
        + _shape(
            "M10.5 26L11.5 17.5Q12 15.5 14 15.5H18V26ZM82 15.5H86Q88 15.5 88.5 17.5L89.5 26H82Z",
            _GLASS,
        )
        + _shape(_boxes((32, 42, 52), 15.5, 8, 10.5) + _box(62, 15.5, 6, 10.5), _GLASS)
        + _shape(_boxes((21, 71), 15.5, 8, 23), tone.light)
        + _lines("M25 15.5V38.5M75 15.5V38.5", LINE, 1)
        + _shape(_circle(90.2, 34, 1.8), _GLASS)
    )


def _steam(tone: Tones) -> str:
    """Return a steam locomotive, the wild card of most editions, as SVG."""
    return (
        _plain(_circle(72, 6, 4.6) + _circle(63, 4.6, 3.6) + _circle(55, 5.4, 2.6), "#ffffff")
        + _shape(_box(2, 34.2, 6, 2.4) + "M88 35L98 45.5H85V35Z", _STEEL)
        + _shape("M77 17L75.5 8H86.5L85 17Z", _STEEL)
        + _shape(
            "M48 17V12Q48 9.5 51 9.5H54Q57 9.5 57 12V17Z"
            "M63 17V12.5Q63 11 65 11H68Q70 11 70 12.5V17Z",
            tone.base,
        )
        + _shape("M32 16H86Q90 16 90 20V27Q90 31 86 31H32Z", _WHEEL)
        + _plain("M34 18.4H74V21H34Z", _STEEL)
        + _lines("M46 16.6V30.4M60 16.6V30.4", tone.base, 2)
        + _shape("M75 16H86Q90 16 90 20V27Q90 31 86 31H75Z", _STEEL)
        + _shape("M10 31V10H34V31Z", tone.base)
        + _shape("M14 13.5H21V21H14ZM24 13.5H31V21H24Z", _GLASS)
        + _plain("M10.6 26H33.4V30.4H10.6Z", tone.shade)
        + _shape("M7 11Q8 7 13 7H32Q37 7 38 11Z", _STEEL)
        + _shape("M7 31H92V35.5H7Z", tone.base)
        + _shape(_circle(88, 14, 2.2), _GLASS)
        + _wheels((18, 35, 52), 7.4)
        + _wheels((70, 82), 4.4)
        + _lines("M18 40H56L72 36.5", _METAL, 2.2)
        + _shape("M66 33H78V38.5H66Z", tone.light)
    )


def _streamliner(tone: Tones) -> str:
    """Return a streamlined locomotive, the card for long routes, as SVG."""
    body = "M5 38V18Q5 9.5 14 9.5H60Q82 9.5 92 25Q96 31 97 38Q97 40.5 94 40.5H8Q5 40.5 5 38Z"
    return (
        _wheels((17, 29, 67, 79), 4.6)
        + _shape("M24 10V7H54V10Z", _STEEL)
        + _shape(body, _WHEEL)
        + _plain("M5.6 28H93L96.4 37Q96.4 39.9 94 39.9H8Q5.6 39.9 5.6 38Z", tone.base)
        + _plain("M5.6 35.5H95.4L96.4 38Q96.4 39.9 94 39.9H8Q5.6 39.9 5.6 38Z", tone.shade)
        + _plain("M5.6 23.5H90L91.4 25.6H5.6Z", tone.base)
        + _plain("M15 11.2H60Q66 11.2 71 12.8H11Z", _STEEL)
        + _shape("M66 13.4Q77 15 84 22H66Z", _GLASS)
        + _lines("M74 14.4V22", LINE, 1.2)
        + _shape("".join(_circle(x, 18, 2.6) for x in (16, 27, 38, 49)), _GLASS)
        + _shape(_circle(92, 30.5, 2), _GLASS)
    )


def _bus(tone: Tones) -> str:
    """Return a double-decker bus, as SVG."""
    return (
        _shape("M12 38V8Q12 3 17 3H80Q86 3 87 8L90 36Q90 40 87 40H14Q12 40 12 38Z", tone.base)
        + _plain("M12.6 35H89.8L89.4 37.5Q89 39.4 87 39.4H14Q12.6 39.4 12.6 38Z", tone.shade)
        + _plain("M12.6 18.5H87.6L88 22.5H12.6Z", _WHEEL)
        + _plain("M20 19.7H56V21.3H20Z", tone.light)
        + _shape(_boxes((17, 29, 41, 53, 65), 7, 10, 9) + "M77 7H83L84 16H77Z", _GLASS)
        + _shape(_boxes((32, 44, 56), 24.5, 10, 8.5) + "M76 24.5H85.2L86.2 33H76Z", _GLASS)
        + _shape(_box(16, 24.5, 12, 14), _STEEL)
        + _lines("M22 24.5V38.5", _METAL, 1.4)
        + _shape(_circle(86.5, 36.5, 1.6), _GLASS)
        + _wheels((34, 74), 6.4)
    )


def _taxi(tone: Tones) -> str:
    """Return a taxi with a chequered band, as SVG."""
    checks = "".join(_box(10 + 4 * at, 28 + 3 * (at % 2), 4, 3) for at in range(20))
    return (
        _shape("M43 9V4.5H57V9Z", _GLASS)
        + _shape(
            "M5 38V28Q5 24.5 9 24L22 22.5L32 11Q33.5 9 37 9H61Q65 9 67 11L77 22.5L89 25"
            "Q95 26.5 95 31V38Q95 40 93 40H7Q5 40 5 38Z",
            tone.base,
        )
        + _plain("M5.6 36H94.4V38Q94.4 39.4 93 39.4H7Q5.6 39.4 5.6 38Z", tone.shade)
        + _shape(
            "M27.5 22.5L35 13.5Q36 12.4 38 12.4H47.5V22.5Z"
            "M51.5 22.5V12.4H60.5Q62.5 12.4 63.5 13.5L71 22.5Z",
            _GLASS,
        )
        + _plain(checks, _WHEEL)
        + _lines("M49.5 12V36M28 23V36M72 23V36", LINE, 1)
        + _lines("M44 25.5H47M67 25.5H70", LINE, 1.4)
        + _shape(_circle(92, 30, 1.9), _GLASS)
        + _wheels((22, 76), 7)
    )


def _single_decker(tone: Tones) -> str:
    """Return a single-decker bus with a rack on its roof, as SVG."""
    return (
        _lines("M22 15V11H66V15M33 11V15M44 11V15M55 11V15", _STEEL, 1.4)
        + _shape(
            "M8 38V20Q8 15 13 15H84Q90 15 91.5 20L94 34Q94.6 40 91 40H10Q8 40 8 38Z", tone.base
        )
        + _plain("M8.6 35.5H93.8L93.4 38Q92.6 39.4 91 39.4H10Q8.6 39.4 8.6 38Z", tone.shade)
        + _plain("M8.6 29.5H93L93.4 32H8.6Z", tone.light)
        + _shape(_boxes((13, 24, 35, 46, 57), 19, 9, 8.5) + "M80 19H86.5L89.5 27.5H80Z", _GLASS)
        + _shape(_box(69, 19, 9, 20), tone.shade)
        + _plain(_boxes((70.8,), 20.8, 5.4, 8), _GLASS)
        + _shape(_circle(92, 34.5, 1.7), _GLASS)
        + _wheels((24, 60), 6.4)
    )


def _open_top(tone: Tones) -> str:
    """Return a double-decker bus without a roof, with benches on its upper deck, as SVG."""
    return (
        _lines(_uprights((22, 32, 42, 52, 62, 72), 8.5, 14), _STEEL, 2.2)
        + _shape("M12 38V13H86L90 36Q90 40 87 40H14Q12 40 12 38Z", tone.base)
        + _plain("M12.6 35H89.8L89.4 37.5Q89 39.4 87 39.4H14Q12.6 39.4 12.6 38Z", tone.shade)
        + _plain("M12.6 17.5H86.6L87 20H12.6Z", tone.light)
        + _lines("M12 13V9.5H84L86 13M24 9.5V13M40 9.5V13M56 9.5V13M72 9.5V13", LINE, 1.2)
        + _shape(_boxes((32, 44, 56), 23.5, 10, 9) + "M74 23.5H86L87.6 33H74Z", _GLASS)
        + _shape(_box(16, 23.5, 12, 15), _STEEL)
        + _lines("M22 23.5V38.5", _METAL, 1.4)
        + _shape(_circle(86.5, 36.5, 1.6), _GLASS)
        + _wheels((34, 74), 6.4)
    )


def _half_cab(tone: Tones) -> str:
    """Return an old double-decker bus as SVG: cab beside the bonnet, open stairs at the back."""
    return (
        _shape("M20 38V7Q20 3.5 24 3.5H70Q75 3.5 75 8V22H80V38Z", tone.base)
        + _shape("M80 38V25H91Q94 25 94 28V38Z", tone.shade)
        + _plain("M20.6 18.5H74.4V21.5H20.6Z", tone.light)
        + _shape(_boxes((25, 35, 45, 55), 7, 8.5, 9) + _box(66, 7, 6, 9), _GLASS)
        + _shape(_boxes((25, 35, 45, 55), 24, 8.5, 8) + _box(68, 24, 9, 8), _GLASS)
        + _shape("M20 38V22H12V20L20 10V7L9 20V38Z", _STEEL)
        + _lines("M12 38L20 24M83 27.5V36M86.5 27.5V36M90 27.5V36", LINE, 1.2)
        + _plain("M12.6 36.5H93.4V39.6H12.6Z", tone.shade)
        + _shape(_circle(93.5, 31, 1.8), _GLASS)
        + _wheels((34, 80), 6.6)
    )


def _old_cab(tone: Tones) -> str:
    """Return a tall old taxi with running boards and a spare wheel, as SVG."""
    checks = "".join(_box(26 + 4 * at, 25 + 2.6 * (at % 2), 4, 2.6) for at in range(10))
    return (
        _shape("M40 8V4H52V8Z", _GLASS)
        + _shape("M20 38V12Q20 8 25 8H62Q66 8 67 12L69 22H86Q91 22 91 27V38Z", tone.base)
        + _shape("M24 21V13Q24 11.6 26 11.6H42V21ZM46 21V11.6H60Q62.4 11.6 63 13.5L65 21Z", _GLASS)
        + _plain(checks, _WHEEL)
        + _lines("M44 11V37M69 22V37", LINE, 1)
        + _lines("M73 25.5V34M77 25.5V34M81 25.5V34", tone.seam, 1.2)
        + _shape("M8 39Q10 28 21 28Q31 28 33 37H62Q65 28 76 28Q88 28 91 39V41H8Z", tone.shade)
        + _shape(_circle(90, 26, 2.4), _GLASS)
        + _shape(_circle(15.5, 22, 5.6), _WHEEL)
        + _wheels((21, 77), 7)
    )


def _van_cab(tone: Tones) -> str:
    """Return a large taxi with a sliding door, as SVG."""
    checks = "".join(_box(8 + 4 * at, 27 + 2.6 * (at % 2), 4, 2.6) for at in range(19))
    return (
        _shape("M38 7V3H52V7Z", _GLASS)
        + _shape(
            "M6 38V14Q6 7 13 7H62Q66 7 69 10L80 22L90 25Q95 27 95 32V38Q95 40 93 40H8Q6 40 6 38Z",
            tone.base,
        )
        + _plain("M6.6 36H94.4V38Q94.4 39.4 93 39.4H8Q6.6 39.4 6.6 38Z", tone.shade)
        + _shape(
            "M11 22V14Q11 11 14 11H27V22ZM31 22V11H49V22ZM53 22V11H61Q64 11 66 13L74 22Z", _GLASS
        )
        + _plain(checks, _WHEEL)
        + _lines("M29 10V37M51 10V37M31 33.4H49", LINE, 1)
        + _lines("M46 24.6H49M54 24.6H57", LINE, 1.4)
        + _shape(_circle(92.4, 31, 1.9), _GLASS)
        + _wheels((23, 77), 7)
    )


def _travellers(tone: Tones) -> str:
    """Return two travellers with their luggage, as SVG."""
    return (
        _shape("M5 46V43H95V46Z", _WOOD)
        + _shape("M63 43V30H83V43Z", "#a9713f")
        + _lines("M69 30V26.5H77V30M68 30V43M78 30V43", LINE, 1.4)
        + _shape("M25 43L28 24Q29 17.5 35.5 17.5Q42 17.5 43 24L46 43Z", "#8f3b46")
        + _plain("M33.5 18.2H37.5L38 42.4H33Z", "#b5616a")
        + _shape("M12 43V33H24V43Z", "#3f5f7a")
        + _lines("M15 33V30.5H21V33M12 37H24", LINE, 1.4)
        + _shape(_circle(35.5, 12.6, 4.8), "#f0d6b6")
        + _shape("M27.5 11.5Q29 9 31 9Q31.5 4.5 35.5 4.5Q39.5 4.5 40 9Q42 9 43.5 11.5Z", "#8f3b46")
        + _shape("M48 43V28Q48 18.5 55 18.5Q62 18.5 62 28V43H56.5V35H53.5V43Z", "#35506b")
        + _plain("M53 19L55 24.5L57 19Z", "#fffdf7")
        + _shape(_circle(55, 13.4, 4.8), "#c99873")
        + _shape("M47.5 11.5V9.5H50.5V5H59.5V9.5H62.5V11.5Z", tone.shade)
    )


_VEHICLES: Final[dict[str, Callable[[Tones], str]]] = {
    "hourglass": _coach,
    "drop": _tank,
    "triangle": _hopper,
    "ring": _reefer,
    "square": _flat,
    "star": _crane,
    "cross": _gondola,
    "disc": _caboose,
    "crescent": _tram,
    "locomotive": _steam,
    "bus": _bus,
    "taxi": _taxi,
    "passenger": _travellers,
}

_COLOURED: Final = tuple(entry.glyph for entry in CARD_COLOURS)

_FLEETS: Final[dict[str, tuple[Callable[[Tones], str], ...]]] = {
    "bus": (_single_decker, _open_top, _half_cab),
    "taxi": (_old_cab, _van_cab),
}
"""The vehicles on coloured cards, by the symbol of the wild card. Other editions have railway
wagons."""
