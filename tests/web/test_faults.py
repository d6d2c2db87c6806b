"""Faults in a file are described in the reader's language, with their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.test_own_edition import TINY, choose, file, start_page
from tests.web.watching import accessibility_faults, expect_fault

RECORD = (Path(__file__).parents[1] / "golden" / "germany-2.record").read_text(encoding="utf-8")
LINES = RECORD.splitlines()
DEAL = next(at for at, line in enumerate(LINES) if line.startswith("deal"))


def fault_of(page: Page, text: str) -> Locator:
    """Choose a record with a fault. Return the element with the page's message."""
    page.locator(".import input").set_input_files(file(text, "a.record"), timeout=SETTLE)
    return page.locator(".import [role=alert]")


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[:number], line, *LINES[number + 1 :]])


def moved(words: str) -> str:
    """Return the record with other words in the line of the first turn."""
    first = next(at for at, line in enumerate(LINES) if at > DEAL and " p" in line)
    head = LINES[first].partition(":")[0]
    return with_line(first, f"{head}: {words}")


def test_a_record_is_found_fault_with_in_german(open_page: OpenPage) -> None:
    page = open_page(locale="de-DE")
    expect_fault(page, "400")
    start_page(page)
    expected = [
        (
            "?" + RECORD,
            "In Zeile 1, Spalte 1 stimmt etwas mit der Aufzeichnung nicht: "
            "Eine Aufzeichnung beginnt mit der Zeile",
        ),
        (with_line(2, "seats: Ada"), "Hier müssen Namen in Anführungszeichen stehen"),
        (with_line(DEAL, "deal"), "Was hier vom Stapel gekommen sein soll, passt nicht"),
        (moved("draw white > "), "Sag zuerst, wie viele deiner ersten Fahrkarten"),
        (RECORD.replace("result: ", "result: 1 "), "Das Ergebnis muss"),
        (LINES[0], "fehlt über dieser Zeile"),
    ]
    for text, words in expected:
        page.reload()
        page.locator(".new-table").wait_for(timeout=SETTLE)
        alert = fault_of(page, text)
        expect(alert).to_contain_text(words, timeout=SETTLE)
        told = alert.inner_text()
        details = page.locator(".import [role=alert] q").all()
        # What English there is, is marked as such.
        assert all(one.get_attribute("lang") == "en" for one in details)
        assert bool(details) == ("Genaueres auf Englisch:" in told) == ("Stapel" in words)
        assert accessibility_faults(page) == []


SAID = {
    "de": ("Zeile {}, players.most:", "2 bis 5 stehen, nicht 9", "„rde“. Meintest du „red“?"),
    "it": ("Riga {}, players.most:", "intero da 2 a 5, non 9", "“rde”. Volevi dire “red”?"),
    "nl": ("Regel {}, players.most:", "van 2 tot 5, niet 9", "“rde”. Bedoelde je “red”?"),
    "fr": ("Ligne {}, players.most:", "de 2 à 5, et non 9", "« rde ». Voulais-tu dire « red » ?"),
}


@pytest.mark.parametrize("locale", SAID)
def test_an_edition_is_found_fault_with(open_page: OpenPage, locale: str) -> None:
    page = open_page(locale=locale)
    expect_fault(page, "422")
    start_page(page)
    text = TINY.replace("most = 2", "most = 9").replace('colour = "red"', 'colour = "rde"')
    text = text.replace("cards = 30", 'cards = 30\nflags = "no"')
    choose(page, text.replace("longest_path = 10", "longest_path = true"))
    faults = page.locator(".own-board .faults")
    expect(faults.locator("li").first).to_be_visible(timeout=SETTLE)
    told = faults.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    line = TINY.splitlines().index("most = 2") + 1
    for sentence in SAID[locale]:
        assert sentence.format(line) in told
    assert "flags" in told
    assert "expected" not in told
    assert faults.locator("q").count() == 0
    assert accessibility_faults(page) == []
    assert "entry" not in told
    # What is rare is said in English, below the place where it is.
    choose(
        page, TINY.replace("fewest = 2", "fewest = 2 # two").replace("tunnel = true", "tunnel = 1")
    )
    expect(faults.locator("li q")).to_have_count(1, timeout=SETTLE)
    expect(faults.locator("li q")).to_have_text(
        "expected true or false, found 1; write it without quotes"
    )
    assert faults.locator("li q").get_attribute("lang") == "en"
    # And what is no TOML at all has its line.
    choose(page, TINY.replace("[players]", "[players"))
    line = TINY.splitlines().index("[players]") + 1
    expect(faults.locator("strong").first).to_contain_text(str(line), timeout=SETTLE)
