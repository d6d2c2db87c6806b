"""Colours stay apart for everybody, inks show on them, and none is ever alone in saying something.

CIEDE2000 and the matrices of colour vision come from an independent library, colour-science.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from whistlestop.drawing.art.palette import (
    CARD_COLOURS,
    GREY_COLOUR,
    LOCOMOTIVE,
    PASSENGER,
    PLAYER_COLOURS,
    THEMES,
    CardColour,
    PlayerColour,
    Theme,
    card_colour,
    card_colours,
    contrast,
    luminance,
    merchandise_colours,
    mix,
    veiled,
)
from whistlestop.drawing.art.pieces import mark_names, mark_path
from whistlestop.drawing.art.symbols import glyph_names, glyph_path
from whistlestop.editions.gazetteer import GREY
from whistlestop.editions.load import load

EDITIONS = ("europe", "germany", "india", "london", "newyork", "nordic", "switzerland", "usa")
VISIONS = ("Normal", "Protanomaly", "Deuteranomaly", "Tritanomaly")
editions = pytest.mark.parametrize("name", EDITIONS)
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@dataclass(frozen=True)
class Science:
    """The library, and how each of the four visions turns linear RGB into what it sees."""

    library: Any
    matrices: Any


@pytest.fixture(scope="module")
def science() -> Science:
    # It warns of what it lacks for parts not used here, and that its tritanomaly is approximate.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = importlib.import_module("colour")
        # At severity 1 the three anomalies are protanopia, deuteranopia and tritanopia.
        machado = library.blindness.matrix_cvd_Machado2009
        matrices = [np.eye(3), *(machado(vision, 1.0) for vision in VISIONS[1:])]
    return Science(library, np.stack(matrices))


def seen(science: Science, code: str) -> Any:
    """CIELAB of a colour `#rrggbb` as each of the four visions sees it."""
    library = science.library
    linear = library.cctf_decoding(library.notation.HEX_to_RGB(code))
    views = np.clip(science.matrices @ linear, 0, 1)
    return library.XYZ_to_Lab(library.RGB_to_XYZ(views, "sRGB", apply_cctf_decoding=False))


def apart(science: Science, a: str, b: str) -> list[float]:
    """CIEDE2000 of two colours in each of the four visions."""
    views = seen(science, a), seen(science, b)
    return [float(value) for value in science.library.delta_E(*views, method="CIE 2000")]


def closest(science: Science, colours: Iterable[tuple[str, str]]) -> tuple[float, str]:
    """The smallest distance of any two colours, given by name and code, in any vision."""
    return min(
        (distance, f"{a} and {b}: {vision}")
        for (a, code_a), (b, code_b) in combinations(colours, 2)
        for vision, distance in zip(VISIONS, apart(science, code_a, code_b), strict=True)
    )


def grounds(theme: Theme) -> dict[str, str]:
    """Whatever a space, a piece or the name of a city may lie on."""
    names = ("paper", "water", "land", "focus_land", "neighbour_land", "lake", "relief", "park")
    names += ("slope", *(f"country_{number}" for number in range(1, 6)))
    return {name: getattr(theme, name) for name in names}


@editions
def test_card_colours_of_an_edition_are_18_apart(science: Science, name: str) -> None:
    edition = load(name)
    entries = card_colours(edition)
    distance, pair = closest(
        science, [(kind, entries[kind].fill) for kind, _ in edition.cards.colours]
    )
    assert distance >= 18, pair


@editions
def test_the_wild_card_is_13_apart_from_every_colour(science: Science, name: str) -> None:
    edition = load(name)
    entries = card_colours(edition)
    wild = edition.cards.locomotive_name
    for kind, _ in edition.cards.colours:
        pair = [(wild, entries[wild].fill), (kind, entries[kind].fill)]
        distance, told = closest(science, pair)
        assert distance >= 13, told


@editions
@themes
def test_open_spaces_of_an_edition_are_11_apart(science: Science, name: str, theme: Theme) -> None:
    """They are quieter than cards, and carry the cards' symbols."""
    edition = load(name)
    entries = card_colours(edition)
    kinds = [kind for kind, _ in edition.cards.colours]
    seen = [(kind, veiled(entries[kind].fill, theme)) for kind in kinds]
    distance, pair = closest(science, seen)
    assert distance >= 11, pair
    # Grey has no symbol and hardly a colour; it need not be as far from those that have both.
    grey = (GREY, veiled(theme.open_grey, theme))
    distance, pair = min(closest(science, [grey, other]) for other in seen)
    assert distance >= 8, pair


@themes
@pytest.mark.parametrize("entry", CARD_COLOURS, ids=lambda entry: entry.name)
def test_open_spaces_are_quiet_and_can_be_read(theme: Theme, entry: CardColour) -> None:
    """The symbol shows on its veiled ground; the colour keeps to the ground more than a card's."""
    shown = veiled(entry.fill, theme)
    assert contrast(entry.ink, shown) >= 3
    for ground in (theme.land, theme.focus_land):
        assert contrast(shown, ground) <= max(1.25, contrast(entry.fill, ground))


@themes
def test_the_outline_of_an_open_space_shows_on_every_ground(theme: Theme) -> None:
    for name, ground in grounds(theme).items():
        assert contrast(theme.open_line, ground) >= 3, name
    assert contrast(theme.open_line, veiled(theme.open_grey, theme)) >= 3
    # Quieter than what goes round a piece.
    loud = max(contrast(line, theme.focus_land) for line in (theme.space_line, theme.space_halo))
    assert contrast(theme.open_line, theme.focus_land) < 0.6 * loud


@themes
@pytest.mark.parametrize("player", PLAYER_COLOURS, ids=lambda entry: entry.name)
def test_a_piece_shows_on_every_ground_and_beside_every_open_space(
    theme: Theme, player: PlayerColour
) -> None:
    """Line, rim and body make an edge towards whatever lies beside them, in either theme."""
    beside = grounds(theme)
    beside |= {entry.name: veiled(entry.fill, theme) for entry in CARD_COLOURS}
    beside[GREY] = veiled(theme.open_grey, theme)
    for name, colour in beside.items():
        edges = [contrast(line, colour) for line in (theme.space_line, theme.space_halo)]
        assert max(edges) >= 3, name
    # The body itself against the line that it has, or the rim beyond that.
    assert max(contrast(player.fill, line) for line in (theme.space_line, theme.space_halo)) >= 3
    assert contrast(theme.space_line, theme.space_halo) >= 7


@themes
def test_what_black_owns_differs_at_a_glance_from_what_is_open_and_black(theme: Theme) -> None:
    """By the piece's body by day, and by its edge by night, when open spaces are dark as well."""
    black = next(entry.fill for entry in CARD_COLOURS if entry.name == "black")
    piece = next(entry.fill for entry in PLAYER_COLOURS if entry.name == "black")
    space = veiled(black, theme)
    assert max(contrast(piece, space), contrast(theme.dark_edge, space)) >= 2.4
    if contrast(piece, space) < 2.4:
        assert contrast(theme.dark_edge, piece) >= 7


@themes
def test_a_band_shows_on_every_ground_and_no_route_is_lost_on_it(
    science: Science, theme: Theme
) -> None:
    """Also orange routes by night, and black ones."""
    for share, least in ((0.42, 1.8), (0.75, 3)):
        for name in ("land", "focus_land", "neighbour_land", "water"):
            ground = getattr(theme, name)
            band = mix(ground, theme.glow, share)
            assert contrast(band, ground) >= least, name
            for entry in CARD_COLOURS:
                pair = [("band", band), (entry.name, veiled(entry.fill, theme))]
                distance, told = closest(science, pair)
                assert distance >= 9, (name, share, told)


@themes
def test_tickets_on_offer_are_told_apart(science: Science, theme: Theme) -> None:
    """By colour, and by letter as well."""
    accents = {letter: getattr(theme, f"offer_{letter}") for letter in "abcde"}
    for (one, a), (other, b) in combinations(accents.items(), 2):
        normal, *anomalous = apart(science, a, b)
        assert normal >= 20, (one, other)
        assert min(anomalous) >= 10, (one, other)
    for letter, accent in accents.items():
        assert contrast(theme.offer_ink, accent) >= 4.5, letter
        for name, ground in grounds(theme).items():
            assert contrast(accent, ground) >= 3, (letter, name)


def test_card_colours_that_never_meet_are_13_apart(science: Science) -> None:
    distance, pair = closest(science, [(entry.name, entry.fill) for entry in CARD_COLOURS])
    assert distance >= 13, pair


def test_player_colours_are_30_apart(science: Science) -> None:
    distance, pair = closest(science, [(entry.name, entry.fill) for entry in PLAYER_COLOURS])
    assert distance >= 30, pair


def test_the_measure_measures(science: Science) -> None:
    """Known colours have the distance that is known of them."""
    assert closest(science, [("black", "#000000"), ("white", "#ffffff")])[0] == pytest.approx(100)
    assert closest(science, [("one", "#3061ce"), ("same", "#3061ce")])[0] == 0
    # Red and olive are far apart only for those who see red.
    normal, protan, *_ = apart(science, "#a00000", "#4a4a00")
    assert normal > 35
    assert protan < normal / 2


@pytest.mark.parametrize(
    "entry",
    [*CARD_COLOURS, GREY_COLOUR, LOCOMOTIVE, PASSENGER, *PLAYER_COLOURS],
    ids=lambda entry: f"{type(entry).__name__}-{entry.name}",
)
def test_symbols_and_marks_show_on_their_ground(entry: Any) -> None:
    assert contrast(entry.ink, entry.fill) >= 3


@themes
def test_outline_or_halo_shows_on_every_ground(theme: Theme) -> None:
    fills = {entry.name: entry.fill for entry in (*CARD_COLOURS, GREY_COLOUR, *PLAYER_COLOURS)}
    pair = (theme.space_line, theme.space_halo)
    for name, ground in (grounds(theme) | fills).items():
        assert max(contrast(ground, line) for line in pair) >= 3, name
    assert contrast(*pair) >= 7


@themes
def test_names_can_be_read(theme: Theme) -> None:
    for name, ground in grounds(theme).items():
        assert contrast(theme.label, ground) >= 4.5, name
    assert contrast(theme.label, theme.label_halo) >= 4.5
    assert contrast(theme.title, theme.cartouche) >= 4.5
    assert contrast(theme.text, theme.panel) >= 4.5
    assert contrast(theme.muted_text, theme.panel) >= 4.5


@editions
def test_every_colour_has_a_symbol_of_its_own(name: str) -> None:
    edition = load(name)
    entries = card_colours(edition)
    symbols = [entries[kind].glyph for kind in entries if kind != "locomotive4"]
    assert len(set(symbols)) == len(symbols)
    assert len({glyph_path(symbol) for symbol in symbols}) == len(symbols)
    assert "" not in {glyph_path(entries[kind].glyph) for kind, _ in edition.cards.colours}
    assert entries[GREY].glyph == "none"


def test_every_symbol_named_is_drawn() -> None:
    named = {entry.glyph for entry in (*CARD_COLOURS, GREY_COLOUR, LOCOMOTIVE, PASSENGER)}
    assert named | {"bus", "taxi"} == set(glyph_names())


def test_every_player_has_a_mark_of_their_own() -> None:
    marks = [entry.mark for entry in PLAYER_COLOURS]
    assert sorted(marks) == sorted(mark_names())
    assert len({mark_path(mark) for mark in marks}) == len(marks)
    assert len(PLAYER_COLOURS) >= max(load(name).players[1] for name in EDITIONS)


def test_merchandise_takes_the_colour_of_its_name() -> None:
    entries = merchandise_colours(load("germany"))
    assert [entry.name for entry in entries] == ["black", "red", "yellow", "white"]
    assert all(entry.fill == card_colour(entry.name).fill for entry in entries)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert luminance("#ffffff") == pytest.approx(1)
    assert luminance("#000000") == 0
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # a known borderline
