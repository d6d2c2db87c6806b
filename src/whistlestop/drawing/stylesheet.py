"""The style of all drawings, as CSS: with a theme's colours for a picture, or for a page.

The drawings use classes to say what a thing is and in what state. Only this module says how each
class looks. A standalone picture contains the rules with one theme's colours (`for_picture`). A
page links the rules as a file with custom properties (`for_page`). Such a page follows the reader's
preference for light or dark, and needs no inline style under a strict content security policy.
"""

from __future__ import annotations

import base64
import re
from dataclasses import fields
from functools import cache
from typing import Final

from whistlestop.drawing.art.palette import DARK, LIGHT, PLAYER_COLOURS, THEMES, Theme
from whistlestop.drawing.lettering import FONTS

TEXT_FONT: Final = "Whistlestop Text"
DISPLAY_FONT: Final = "Whistlestop Display"

_RULES: Final = """
text{font-family:'Whistlestop Text','Barlow Semi Condensed','Arial Narrow',sans-serif;fill:[text]}
.display{font-family:'Whistlestop Display','Playfair Display SC',Georgia,serif;fill:[title]}
.outlined{fill:[title]}
.middle{text-anchor:middle}
.end{text-anchor:end}
.muted{fill:[muted-text]}
.paper{fill:[paper]}
.frame{fill:[frame]}
.frame-line{fill:none;stroke:[frame-line]}
.field text{fill:[muted-text];text-anchor:middle}
.field .ten{fill:[title]}
.water{fill:[water]}
.waterlines{fill:none;stroke:[coast];stroke-width:1;stroke-opacity:.28}
.land{fill:[neighbour-land];stroke:[coast];stroke-width:1.6;stroke-linejoin:round}
.focus{fill:[focus-land]}
.lakes{fill:[lake];stroke:[coast];stroke-width:1.1}
.rivers{fill:none;stroke:[river];stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.parks{fill:[park];stroke:[relief];stroke-width:1}
.streets{fill:none;stroke:[relief];stroke-width:1.6;stroke-opacity:.6}
.sands{fill:none;stroke:[relief];stroke-width:1.8;stroke-linecap:round}
.forests{fill:none;stroke:[relief];stroke-width:1.2;stroke-linejoin:round}
.border path{fill:[city-fill];stroke:[label];stroke-width:2}
.slopes{fill:[slope]}
.country-1,.of-country-1 path{fill:[country-1]}
.country-2,.of-country-2 path{fill:[country-2]}
.country-3,.of-country-3 path{fill:[country-3]}
.country-4,.of-country-4 path{fill:[country-4]}
.country-5,.of-country-5 path{fill:[country-5]}
.water-name{fill:[water-name]}
.landmark{fill:[focus-land];stroke:[engraving];stroke-width:1.1;stroke-linejoin:round}
.landmark .lines{fill:none;stroke-linecap:round}
.landmark .solid{fill:[engraving];stroke:none}
.relief{fill:none;stroke:[relief];stroke-width:1.3;stroke-linecap:round}
.states{fill:none;stroke:[state-line];stroke-width:1;stroke-dasharray:5 4}
.borders{fill:none;stroke:[border];stroke-width:2.2;stroke-dasharray:12 4 2 4;stroke-linejoin:round}
.shade{fill:none;stroke:[accent];stroke-width:30;stroke-linecap:round;stroke-linejoin:round}
.share{fill:[paper];stroke:[track-ink];stroke-width:.8}
.way{fill:none;stroke:[track-ink];stroke-width:1.4;stroke-linecap:round}
.space-line{stroke:[space-line]}
.space-halo{stroke:[space-halo]}
.dark-edge{stroke:[dark-edge]}
.piece-shadow{fill:[shadow];stroke:[shadow]}
.open-line,.tunnel-wall{stroke:[open-line]}
.open-mortar{stroke:[open-veil]}
.open-veil{fill:[open-veil]}
.open-grey{fill:[open-grey]}
.open-mark{fill:[label]}
.city circle{fill:[city-fill];stroke:[city-line];stroke-width:2.4}
.city .heart{fill:[city-line];stroke:none}
.city .ring,.border .ring{fill:none;stroke:[accent];stroke-width:3.6;visibility:hidden}
.city .district-1{fill:#ecc65e}
.city .district-2{fill:#86c3a4}
.city .district-3{fill:#ea9b8d}
.city .district-4{fill:#9db8ea}
.city .district-5{fill:#cfa5d6}
.city .district-6{fill:#d5cf9b}
.city .star{fill:[accent];stroke:none}
.city text{fill:[label];stroke:[label-halo];stroke-width:4;stroke-linejoin:round}
.city text{paint-order:stroke;text-anchor:middle}
.country{fill:[border];stroke:[neighbour-land];stroke-width:4;stroke-opacity:.7}
.country{paint-order:stroke;stroke-linejoin:round;text-anchor:middle}
.city .district-number,.city .token-value{fill:#14171c;stroke:none}
.city .light-ink{fill:#ffffff}
.cartouche{fill:[cartouche];stroke:[title];stroke-width:2.4}
.cartouche-line{fill:none;stroke:[title];stroke-width:1}
.legend{fill:[muted-text];text-anchor:middle}
.legend-space{fill:[paper];stroke:[title];stroke-width:1.2}
.panel{fill:[panel];stroke:[panel-line];stroke-width:1.4}
.rule{stroke:[panel-line];stroke-width:1.2;fill:none}
.bold{fill:[text]}
.good{fill:[text]}
.bad{fill:[accent]}
.to-play{fill:[accent]}
.ticket{fill:[cartouche];stroke:[title];stroke-width:1.2}
.flag-edge{fill:none;stroke:[title];stroke-width:1.2}
.ticket-map .land{stroke-width:3}
.ticket-line{fill:none;stroke:[accent];stroke-width:2.4;stroke-dasharray:1 5;stroke-linecap:round}
.ticket-mark{fill:[accent];stroke:[cartouche];stroke-width:1.4}
.network{fill:none;stroke:[track-ink];stroke-opacity:.55}
.bar-line{fill:none;stroke:[space-line];stroke-width:1}
.tick{fill:none;stroke:[cartouche];stroke-width:2.2;stroke-linecap:round}
.tick-mark{fill:none;stroke:[text];stroke-width:2.2;stroke-linecap:round}
.cross-mark{fill:none;stroke:[accent];stroke-width:2.2;stroke-linecap:round}
.leaf{fill:[accent]}
.ticket-end .ring,.highlighted .ring{visibility:visible}
.selectable{cursor:pointer}
.selectable .way{stroke:[glow];stroke-width:25;stroke-opacity:.42}
.selectable .ring{visibility:visible}
.highlighted .way{stroke:[glow];stroke-width:25;stroke-opacity:.75}
.dimmed{opacity:.32}
"""

_TOKENS: Final = tuple(field.name for field in fields(Theme) if field.name != "name")


def tokens(theme: Theme) -> dict[str, str]:
    """Return the colours of a theme by the names of their custom properties, such as `label-halo`.

    The players' colours are `player-1` and so on.
    """
    colours = {name.replace("_", "-"): getattr(theme, name) for name in _TOKENS}
    return colours | {f"player-{n}": entry.fill for n, entry in enumerate(PLAYER_COLOURS, start=1)}


def _replaced(rules: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        rules = rules.replace(f"[{name}]", value)
    return rules


def for_picture(theme: str, used: frozenset[str], *, lettered: bool = True) -> str:
    """Return the style sheet of a standalone picture, with the fonts.

    Args:
        theme: `light` or `dark`.
        used: the classes in the picture. Rules for other classes are left out.
        lettered: whether the picture contains text, which needs a font.
    """
    rules = "".join(rule for rule, wanted in _rules(theme) if not wanted or wanted & used)
    font = _font("text-small") if lettered else ""
    return font + (_font("display") if "display" in used else "") + rules


@cache
def _rules(theme: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return every CSS rule in a theme's colours, with the classes on which its use depends.

    These classes are the last class of each selector of the rule. A picture needs the rule if it
    uses at least one of them. It also needs every rule without such classes.
    """
    rules = _replaced(_RULES.strip(), tokens(THEMES[theme])).splitlines()
    return tuple(
        (rule, frozenset(re.findall(r"\.([a-z0-9-]+)[^.]*?(?=,|$)", rule.partition("{")[0])))
        for rule in rules
    )


@cache
def _font(name: str) -> str:
    data = base64.b64encode(FONTS.joinpath(f"{name}.woff2").read_bytes()).decode("ascii")
    family = DISPLAY_FONT if name == "display" else TEXT_FONT
    return (
        f"@font-face{{font-family:'{family}';src:url(data:font/woff2;base64,{data}) "
        "format('woff2')}"
    )


@cache
def for_page(fonts: str = "fonts/") -> str:
    """Return the style sheet for a page: custom properties, both themes, and fonts as files.

    `data-theme="light"` or `"dark"` on the page's root element overrides the reader's preference.

    Args:
        fonts: the folder of `text.woff2` and `display.woff2`, relative to the style sheet.
    """

    def properties(theme: Theme) -> str:
        return "".join(f"--{name}:{value};" for name, value in tokens(theme).items())

    faces = "".join(
        f"@font-face{{font-family:'{family}';src:url({fonts}{name}.woff2) format('woff2');"
        "font-display:swap}\n"
        for name, family in (("text", TEXT_FONT), ("display", DISPLAY_FONT))
    )
    rules = _replaced(_RULES.strip(), {name: f"var(--{name})" for name in tokens(LIGHT)})
    # The rules must not affect the page outside of drawings.
    scoped = "\n".join(_scoped(line) for line in rules.splitlines())
    return (
        f"{faces}:root{{{properties(LIGHT)}}}\n"
        f"@media(prefers-color-scheme:dark){{:root{{{properties(DARK)}}}}}\n"
        f':root[data-theme="light"]{{{properties(LIGHT)}}}\n'
        f':root[data-theme="dark"]{{{properties(DARK)}}}\n'
        f"{scoped}\n"
    )


def _scoped(rule: str) -> str:
    selectors, brace, rest = rule.partition("{")
    return ",".join(f".drawing {one}" for one in selectors.split(",")) + brace + rest
