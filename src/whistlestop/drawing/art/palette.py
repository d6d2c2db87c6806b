"""The colours: of the cards, of the players, and of the board by day and by night.

Card and player colours were found by `tools/boards/palette_search.py`: within the colours that a
name allows, any two that meet in one edition stay apart for people with normal vision and with
protanopia, deuteranopia and tritanopia. `tests/drawing/test_palette.py` measures them with an
independent library. No colour is ever alone in saying something: every card colour has a symbol
(`symbols`), every player a mark (`pieces`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from whistlestop.editions.gazetteer import GREY
from whistlestop.editions.model import Edition

DARK_INK: Final = "#14171c"
LIGHT_INK: Final = "#ffffff"


@dataclass(frozen=True, slots=True)
class CardColour:
    """How one kind of card, and the spaces that want it, are painted."""

    name: str
    """The kind's name in the edition: `red`."""
    fill: str
    """The ground of the card and of the space (`#rrggbb`)."""
    ink: str
    """The symbol on it (`#rrggbb`)."""
    glyph: str
    """The name of its symbol in `symbols`; `none` for grey."""


@dataclass(frozen=True, slots=True)
class PlayerColour:
    """How one player's pieces are painted."""

    name: str
    """What people call it: `blue`."""
    fill: str
    """The piece (`#rrggbb`)."""
    ink: str
    """The mark on it (`#rrggbb`)."""
    mark: str
    """The name of the pattern on the piece, in `pieces`."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that is neither card nor piece, all `#rrggbb`.

    The map recedes: its grounds are pale (or dark) and close to each other, so that the strong
    colours are those of the game.
    """

    name: str
    """`light` or `dark`."""
    paper: str
    """The page, and the ground under everything."""
    water: str
    land: str
    focus_land: str
    """The country the game is about, slightly stronger than `land`."""
    neighbour_land: str
    lake: str
    river: str
    """A line."""
    coast: str
    """A line."""
    border: str
    """A line between countries."""
    state_line: str
    """A line inside a country, fainter than `border`."""
    relief: str
    """Hills, over land."""
    slope: str
    """The shaded sides of mountains, between land and relief."""
    country_1: str
    """The first of the lands next to the game's own; so are the second to the fifth."""
    country_2: str
    country_3: str
    country_4: str
    country_5: str
    water_name: str
    """Names of lakes."""
    engraving: str
    """The lines of landmarks: stronger than relief, quieter than any name."""
    park: str
    """Green spaces of city maps."""
    label: str
    """City names."""
    label_halo: str
    """A line round the letters."""
    city_fill: str
    city_line: str
    frame: str
    """The band round the map."""
    frame_line: str
    track_ink: str
    """Rails and sleepers drawn between spaces, ferry lines, ticks."""
    space_line: str
    """The outline of a space or a piece: dark in either theme."""
    space_halo: str
    """The line round that outline: light in either theme, so that one of the two always shows."""
    dark_edge: str
    """The outline of a piece as dark as `space_line`: light by night, as open black is dark."""
    open_line: str
    """The outline of a space that nobody has claimed: quieter than that of a piece."""
    open_veil: str
    """What lies thinly over the colour of such a space (`OPEN_VEIL`)."""
    open_grey: str
    """The ground of a grey space: hardly more than its outline."""
    shadow: str
    """What a piece casts on the map."""
    glow: str
    """The band under a route that may be chosen, or is pointed out: no card has this colour."""
    offer_a: str
    """A ticket on offer, on its card and at its ends; so have the second to the fifth."""
    offer_b: str
    offer_c: str
    offer_d: str
    offer_e: str
    offer_ink: str
    """The letter on each of these."""
    title: str
    cartouche: str
    """The ground of the title box."""
    panel: str
    """The ground of what stands beside the map."""
    panel_line: str
    text: str
    muted_text: str
    accent: str
    """What is selected or new."""


LIGHT: Final = Theme(
    name="light",
    paper="#f4eddc",
    water="#cfdde2",
    land="#efe8d6",
    focus_land="#f8f1dd",
    neighbour_land="#e5dfd1",
    lake="#c3d6de",
    river="#93b4c2",
    coast="#6f8d99",
    border="#8f8378",
    state_line="#c6b9a2",
    relief="#d5c7a6",
    slope="#ebe0c6",
    country_1="#e9ddc6",
    country_2="#dfe0cd",
    country_3="#e0dbe0",
    country_4="#ecdcd0",
    country_5="#dadfdf",
    water_name="#3f6b80",
    engraving="#8a7c66",
    park="#d8e2c4",
    label="#22262c",
    label_halo="#f8f2e3",
    city_fill="#fffaf0",
    city_line="#22262c",
    frame="#e8dec6",
    frame_line="#5c4937",
    track_ink="#5f554a",
    space_line="#1d2127",
    space_halo="#fffdf7",
    dark_edge="#1d2127",
    open_line="#71665a",
    open_veil="#f8f1dd",
    open_grey="#d2cabb",
    shadow="#2a2019",
    glow="#8f1d5e",
    offer_a="#b4126a",
    offer_b="#2d7480",
    offer_c="#2a22b0",
    offer_d="#8d6118",
    offer_e="#0c420a",
    offer_ink="#ffffff",
    title="#3b2a20",
    cartouche="#fbf6e8",
    panel="#faf6ec",
    panel_line="#cbbda4",
    text="#22262c",
    muted_text="#5d5850",
    accent="#8f1d5e",
)
"""By day: a railway company's wall map, printed on cream paper."""

DARK: Final = Theme(
    name="dark",
    paper="#161b25",
    water="#131a27",
    land="#242c39",
    focus_land="#2c3645",
    neighbour_land="#1f2632",
    lake="#16202e",
    river="#3a5268",
    coast="#52677b",
    border="#717a86",
    state_line="#3d4857",
    relief="#333e4d",
    slope="#354152",
    country_1="#2a2b2d",
    country_2="#1f2c2b",
    country_3="#252637",
    country_4="#2c262c",
    country_5="#1c2a36",
    water_name="#86a9c4",
    engraving="#77818f",
    park="#25372f",
    label="#f1e8d5",
    label_halo="#161b25",
    city_fill="#f1e8d5",
    city_line="#0c1016",
    frame="#10141c",
    frame_line="#a88f60",
    track_ink="#938b7a",
    space_line="#0a0d12",
    space_halo="#d8cfbb",
    dark_edge="#fffdf7",
    open_line="#98a0ab",
    open_veil="#222b38",
    open_grey="#505a66",
    shadow="#05070a",
    glow="#fff3d6",
    offer_a="#fe5fa0",
    offer_b="#4ff0f5",
    offer_c="#9299e9",
    offer_d="#c99440",
    offer_e="#d6fe94",
    offer_ink="#10141c",
    title="#ead8ae",
    cartouche="#1c2330",
    panel="#1b212c",
    panel_line="#3c4554",
    text="#ede6d7",
    muted_text="#aba89b",
    accent="#ffb454",
)
"""By night: blue-grey paper and warm ink."""

OPEN_VEIL: Final = 0.25
"""How much of `Theme.open_veil` there is over the colour of an open space.

Under it the colours of an edition stay 11 apart (CIEDE2000, four visions); the cards themselves,
which have no veil, 18."""

THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}

CARD_COLOURS: Final = (
    CardColour("purple", "#783c9f", LIGHT_INK, "hourglass"),
    CardColour("blue", "#228ef8", DARK_INK, "drop"),
    CardColour("orange", "#f46f02", DARK_INK, "triangle"),
    CardColour("white", "#f8fefc", DARK_INK, "ring"),
    CardColour("green", "#227b5b", LIGHT_INK, "square"),
    CardColour("yellow", "#ffeb28", DARK_INK, "star"),
    CardColour("black", "#1c2026", LIGHT_INK, "cross"),
    CardColour("red", "#bf0011", LIGHT_INK, "disc"),
    CardColour("pink", "#f3a5c9", DARK_INK, "crescent"),
)
"""The colours of the built-in editions. Those that meet in one edition are 18 or more apart
(CIEDE2000, four visions); the others, pink and purple for one, at least 13."""

GREY_COLOUR: Final = CardColour(GREY, LIGHT.open_grey, DARK_INK, "none")
"""Routes that take any one colour: hardly more than an outline, and the only ones without a
symbol. By night they are `DARK.open_grey`."""

LOCOMOTIVE: Final = CardColour("locomotive", "#beae7c", DARK_INK, "locomotive")
"""The wild card. Its ground is brass, for trim; what says "any colour" is the band of all the
edition's colours across the card. A ninth ground 18 away from eight others in every vision does
not exist inside what their names allow, so brass keeps 13, and the band does the telling."""

PASSENGER: Final = CardColour("passenger", "#e9dcc3", DARK_INK, "passenger")
"""The passenger card: plain parchment, told by its picture."""

PLAYER_COLOURS: Final = (
    PlayerColour("blue", "#3061ce", LIGHT_INK, "stripe"),
    PlayerColour("red", "#c42c21", LIGHT_INK, "bands"),
    PlayerColour("yellow", "#ffd21f", DARK_INK, "chevrons"),
    PlayerColour("black", "#10131b", LIGHT_INK, "dots"),
    PlayerColour("turquoise", "#4bdeec", DARK_INK, "saltire"),
)
"""By seat. Any two are 31 or more apart (CIEDE2000, four visions)."""

_BY_NAME: Final = {entry.name: entry for entry in (*CARD_COLOURS, GREY_COLOUR, LOCOMOTIVE)}

_ALIKE: Final = {
    "amber": "yellow",
    "beige": "white",
    "brown": "orange",
    "cream": "white",
    "crimson": "red",
    "cyan": "blue",
    "gold": "yellow",
    "lilac": "purple",
    "lime": "green",
    "magenta": "pink",
    "navy": "blue",
    "rose": "pink",
    "scarlet": "red",
    "silver": "white",
    "teal": "green",
    "turquoise": "blue",
    "violet": "purple",
}
"""Names that edition files may use → the entry that looks most like them."""


def card_colour(name: str) -> CardColour:
    """The entry of a built-in colour, of `grey` or of `locomotive`.

    Raises:
        KeyError: for any other name; `card_colours` knows what to do with those.
    """
    return _BY_NAME[name]


def card_colours(edition: Edition) -> dict[str, CardColour]:
    """The entries of an edition: its colours in order, grey, and its other kinds by their names.

    The wild card goes by the edition's own word for it (`bus`). A colour with a name we do not
    know gets the entry nearest to its name, or else the first one, that the edition does not use.
    """
    names = [name for name, _ in edition.cards.colours]
    built_in = {entry.name: entry for entry in CARD_COLOURS}
    taken = {name for name in names if name in built_in}
    chosen: dict[str, str] = {name: name for name in taken}
    for name in names:
        alike = _ALIKE.get(name)
        if name not in chosen and alike is not None and alike not in taken:
            chosen[name] = alike
            taken.add(alike)
    for name in names:
        if name not in chosen:
            chosen[name] = next(entry for entry in built_in if entry not in taken)
            taken.add(chosen[name])
    colours = {name: replace(built_in[chosen[name]], name=name) for name in names}
    colours[GREY] = GREY_COLOUR
    wild = edition.cards.locomotive_name
    colours[wild] = replace(LOCOMOTIVE, name=wild, glyph=wild_glyph(wild))
    if edition.cards.locomotive4:
        colours["locomotive4"] = replace(LOCOMOTIVE, name="locomotive4", glyph=wild_glyph(wild))
    if edition.cards.passenger:
        colours[PASSENGER.name] = PASSENGER
    return colours


def merchandise_colours(edition: Edition) -> list[CardColour]:
    """The entries of the edition's merchandise, in its order; their symbols are in `pieces`.

    A kind whose name is no colour we know gets the first entry that the others leave free.
    """
    built_in = {entry.name: entry for entry in CARD_COLOURS}
    wanted = [_ALIKE.get(kind.name, kind.name) for kind in edition.merchandise]
    free = [name for name in built_in if name not in wanted]
    chosen: list[CardColour] = []
    for kind, name in zip(edition.merchandise, wanted, strict=True):
        entry = built_in.get(name) or built_in[free.pop(0) if free else CARD_COLOURS[0].name]
        chosen.append(replace(entry, name=kind.name, glyph="none"))
    return chosen


def wild_glyph(name: str) -> str:
    """The symbol of the wild card, by the edition's word for it: a locomotive, bus or taxi."""
    return name if name in ("bus", "taxi") else "locomotive"


def mix(colour: str, other: str, share: float) -> str:
    """Two colours `#rrggbb` mixed; `share` is how much there is of the other one."""
    parts = [
        round(int(colour[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def veiled(colour: str, theme: Theme) -> str:
    """What a colour `#rrggbb` becomes on an open space, under its veil."""
    return mix(colour, theme.open_veil, OPEN_VEIL)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(a), luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)
