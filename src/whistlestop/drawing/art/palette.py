"""The colours of the cards, of the players, and of the board in the light and the dark theme.

`tools/boards/palette_search.py` found the card and player colours. Each colour fits its name. Any
two colours of an edition can be distinguished with normal vision, protanopia, deuteranopia and
tritanopia. `tests/drawing/test_palette.py` measures the distances with an independent library. No
information depends on colour alone: every card colour has a symbol (`symbols`), and every player
has a mark (`pieces`).
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
    """The colours and the symbol of one kind of card, and of the spaces that need this kind."""

    name: str
    """The name of the kind in the edition, such as `red`."""
    fill: str
    """The colour of the ground of the card and of the space (`#rrggbb`)."""
    ink: str
    """The colour of the symbol on the ground (`#rrggbb`)."""
    glyph: str
    """The name of the symbol in `symbols`. Grey has `none`."""


@dataclass(frozen=True, slots=True)
class PlayerColour:
    """The colours and the mark of one player's pieces."""

    name: str
    """The English name of the colour, such as `blue`."""
    fill: str
    """The colour of the piece (`#rrggbb`)."""
    ink: str
    """The colour of the mark on the piece (`#rrggbb`)."""
    mark: str
    """The name of the pattern that all pieces of the player show besides the colour, one of
    `pieces.mark_names()`."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything except cards and pieces, all as `#rrggbb`.

    The map recedes. Its grounds are pale (or dark) and close to each other, so that only cards and
    pieces have strong colours.
    """

    name: str
    """`light` or `dark`."""
    paper: str
    """The colour of the page, and of the ground under everything."""
    water: str
    land: str
    focus_land: str
    """The colour of the country that the game is about. It is slightly stronger than `land`."""
    neighbour_land: str
    lake: str
    river: str
    """The colour of rivers."""
    coast: str
    """The colour of coast lines."""
    border: str
    """The colour of lines between countries."""
    state_line: str
    """The colour of lines between the states of a country. It is fainter than `border`."""
    relief: str
    """The colour of the lines of hills."""
    slope: str
    """The colour of the shaded sides of mountains. It lies between the colours of land and
    relief."""
    country_1: str
    """The first of five colours for the countries around the country of the game. The fields
    `country_2` to `country_5` have the other four."""
    country_2: str
    country_3: str
    country_4: str
    country_5: str
    water_name: str
    """The colour of the names of waters."""
    engraving: str
    """The colour of the lines of landmarks. It is stronger than `relief`, and weaker than the
    colour of names."""
    park: str
    """The colour of the parks of city maps."""
    label: str
    """The colour of the names of cities."""
    label_halo: str
    """The colour of the line around the letters of a name."""
    city_fill: str
    city_line: str
    frame: str
    """The colour of the band around the map."""
    frame_line: str
    track_ink: str
    """The colour of the lines of tracks between spaces, of the network on ticket maps, and of the
    outline around a route's percentage."""
    space_line: str
    """The colour of the outline of a piece. It is dark in both themes."""
    space_halo: str
    """The colour of the rim around the outline of a piece. It is light in both themes, so that
    either the rim or the outline is visible on every ground."""
    dark_edge: str
    """The colour of the outline of a piece that is itself about as dark as `space_line`. In the
    dark theme it is light."""
    open_line: str
    """The colour of the outline of an unclaimed space. It is weaker than that of a piece."""
    open_veil: str
    """The colour of the thin layer over the colour of an unclaimed space (`OPEN_VEIL`)."""
    open_grey: str
    """The colour of the ground of a grey space. It is only slightly visible inside the outline."""
    shadow: str
    """The colour of the shadow of a piece."""
    glow: str
    """The colour of the band under a route that is selectable or highlighted. No card has this
    colour."""
    offer_a: str
    """The colour of the first offered ticket, on its card and at its ends on the map. The fields
    `offer_b` to `offer_e` have the colours of the other offered tickets."""
    offer_b: str
    offer_c: str
    offer_d: str
    offer_e: str
    offer_ink: str
    """The colour of the letter on an offered ticket."""
    title: str
    cartouche: str
    """The colour of the ground of the title box."""
    panel: str
    """The colour of the ground of the panel beside the map."""
    panel_line: str
    text: str
    muted_text: str
    accent: str
    """The colour of what is selected or new."""


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
"""The light theme: a railway company's wall map, printed on cream paper."""

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
"""The dark theme: blue-grey paper and warm ink."""

OPEN_VEIL: Final = 0.25
"""The opacity of `Theme.open_veil` over the colour of an open space.

With this opacity, any two veiled colours of an edition differ by at least 11 (CIEDE2000) in
normal vision and in three kinds of colour blindness. The colours of its cards, which have no veil,
differ by at least 18.
"""

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
"""The colours of the built-in editions. Any two colours of one edition differ by at least 18
(CIEDE2000) in normal vision and in three kinds of colour blindness. Colours that no edition has
together, such as pink and purple, differ by at least 13."""

GREY_COLOUR: Final = CardColour(GREY, LIGHT.open_grey, DARK_INK, "none")
"""The colour of grey routes, which take any one colour. It is only slightly visible inside its
outline, and is the only one without a symbol. The dark theme uses `DARK.open_grey` instead."""

LOCOMOTIVE: Final = CardColour("locomotive", "#beae7c", DARK_INK, "locomotive")
"""The colours of the wild card. A band of all the edition's colours across the card means "any
colour". The ground is brass, which differs by at least 13 (CIEDE2000) from the other colours. No
brass differs by 18 from all eight colours of an edition in normal vision and in all three kinds of
colour blindness."""

PASSENGER: Final = CardColour("passenger", "#e9dcc3", DARK_INK, "passenger")
"""The colours of the passenger card. Its ground is plain parchment, and its picture identifies
it."""

PLAYER_COLOURS: Final = (
    PlayerColour("blue", "#3061ce", LIGHT_INK, "stripe"),
    PlayerColour("red", "#c42c21", LIGHT_INK, "bands"),
    PlayerColour("yellow", "#ffd21f", DARK_INK, "chevrons"),
    PlayerColour("black", "#10131b", LIGHT_INK, "dots"),
    PlayerColour("turquoise", "#4bdeec", DARK_INK, "saltire"),
)
"""The colours of the players, by seat. Any two differ by at least 31 (CIEDE2000) in normal vision
and in three kinds of colour blindness."""

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
"""Other names of colours that edition files may use, each with the built-in colour that looks most
similar."""


def card_colour(name: str) -> CardColour:
    """Return the `CardColour` of a built-in colour, of `grey` or of `locomotive`.

    Raises:
        KeyError: the name is none of these. `card_colours` has the colours of every kind of card.
    """
    return _BY_NAME[name]


def card_colours(edition: Edition) -> dict[str, CardColour]:
    """Return the colours of an edition's cards, by the name of the kind of card.

    The order is: the coloured cards in the edition's order, grey, and the other cards.

    The wild card has the edition's own word as its name (`bus`). A colour with an unknown name gets
    a built-in colour that the edition does not use: the most similar one if the name is in
    `_ALIKE`, else the first one.
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
    """Return the colours of an edition's kinds of merchandise, in the edition's order.

    The shapes of the tokens are in `pieces`.

    A kind whose name is not a known colour gets the first built-in colour that no other kind uses.
    If all are in use, the kind gets the first built-in colour.
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
    """Return the name of the symbol for an edition's wild card: `bus`, `taxi` or `locomotive`.

    Args:
        name: the edition's word for its wild card. Words other than `bus` and `taxi` give
            `locomotive`.
    """
    return name if name in ("bus", "taxi") else "locomotive"


def mix(colour: str, other: str, share: float) -> str:
    """Return a mixture of two colours `#rrggbb`.

    `share` is the share of the second colour, from 0 to 1.
    """
    parts = [
        round(int(colour[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def veiled(colour: str, theme: Theme) -> str:
    """Return the colour `#rrggbb` that a colour has on an open space, under the theme's veil."""
    return mix(colour, theme.open_veil, OPEN_VEIL)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2.2)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Return the contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(a), luminance(b)))
    return (lighter + 0.05) / (darker + 0.05)
