"""Tickets with several destinations show the flags of countries, or their names without flags."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from whistlestop import drawing
from whistlestop.drawing import flags, ticket_headings
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition, Flag

SWITZERLAND = load("switzerland")
MANY = [code for code in gazetteer(SWITZERLAND).ticket_codes if "+" in code]


def lines(edition: Edition, code: str, wide: bool = True) -> list[str]:
    index = gazetteer(edition)
    ticket = edition.tickets[index.ticket_of[code]]
    return ticket_headings.heading(index, ticket, wide)


def words(lines: list[str]) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", "".join(lines))


def without_flags() -> Edition:
    countries = tuple(replace(country, flag=None) for country in SWITZERLAND.countries)
    return replace(SWITZERLAND, countries=countries, source="without flags")


@pytest.mark.parametrize("code", MANY)
def test_countries_are_shown_by_flag(code: str) -> None:
    index = gazetteer(SWITZERLAND)
    origin, options = index.goals(code)
    heading = "".join(lines(SWITZERLAND, code))
    shown = re.findall(r'<g><title>([^<]*)</title><use href="#flag-(..)"', heading)
    goals = [(index.name(goal), goal) for goal, _ in options]
    assert shown == [*([(index.name(origin), origin)] if len(origin) == 2 else []), *goals]
    assert words([heading]) == [f"{index.name(origin)}:", *(str(points) for _, points in options)]
    picture = drawing.ticket(SWITZERLAND, code)
    for _, country in shown:
        assert picture.count(f'id="flag-{country}"') == 1
    assert ".flag-edge{" in picture


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("code", MANY)
def test_without_flags_names_are_written(code: str, wide: bool) -> None:
    edition = without_flags()
    index = gazetteer(edition)
    origin, options = index.goals(code)
    heading = lines(edition, code, wide)
    assert "<use" not in "".join(heading)
    first = index.name(origin) + (":" if wide else "")
    assert words(heading) == [first, *(f"{index.name(goal)} {points}" for goal, points in options)]
    assert len(heading) <= len(ticket_headings.MAPS)
    sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)"', "".join(heading))]
    assert min(sizes) >= 7


@pytest.mark.parametrize("code", MANY)
def test_flags_stand_beside_a_tall_map_too(code: str) -> None:
    heading = lines(SWITZERLAND, code, wide=False)
    options = gazetteer(SWITZERLAND).goals(code)[1]
    assert "".join(heading).count("<use") == len(options)
    lowest = max(float(y) for y in re.findall(r' y="([0-9.]+)" font-size', "".join(heading)))
    assert lowest <= 55


def test_flags_are_bands_and_crosses() -> None:
    def drawn(flag: Flag) -> list[tuple[str, ...]]:
        country = replace(SWITZERLAND.countries[0], flag=flag)
        found = flags.definitions(replace(SWITZERLAND, countries=(country,)))
        return re.findall(
            r'fill="(#[^"]*)" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', found
        )

    bands = ("#111111", "#222222")
    assert drawn(Flag(bands)) == [
        ("#111111", "0", "0", "30", "10"),
        ("#222222", "0", "10", "30", "10"),
    ]
    assert drawn(Flag(bands, upright=True)) == [
        ("#111111", "0", "0", "15", "20"),
        ("#222222", "15", "0", "15", "20"),
    ]
    assert drawn(Flag(("#111111",), cross="#333333"))[1:] == [
        ("#333333", "8.5", "8", "13", "4"),
        ("#333333", "13", "3.5", "4", "13"),
    ]
    assert drawn(Flag(("#111111",), cross="#333333", nordic=True))[1:] == [
        ("#333333", "0", "8", "30", "4"),
        ("#333333", "9", "0", "4", "20"),
    ]
