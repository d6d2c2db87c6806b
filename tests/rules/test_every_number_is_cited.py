"""Every rule of docs/rules is cited where it is carried out, and by a test that proves it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
SOURCES = TESTS.parent / "src" / "whistlestop"
EDITIONS = SOURCES / "editions"

EDITION_OF = {
    "U": "usa",
    "M": "germany",
    "L": "london",
    "N": "newyork",
    "E": "europe",
    "S": "switzerland",
    "B": "india",
    "F": "nordic",
}
"""The letter of a rule → the edition of which it tells; other letters are of all of them."""

VARIANT_OF = {
    "V-01": "usa-1910.toml",
    "V-10": "usa-1910.toml",
    "V-11": "usa-big-cities.toml",
    "V-12": "usa-mega.toml",
    "V-20": "europe-big-cities.toml",
    "V-21": "europe-extended.toml",
    "V-22": "europe-mega.toml",
    "I-24": "europe-mega.toml",
}
"""The rule of a variant → the file of the variant."""

STATED = re.compile(r"^\*\*([A-Z]-\d\d)\*\*", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]-\d\d\b")
SPAN = re.compile(r"\b[A-Z]-\d\d to [A-Z]-\d\d\b")
"""Names rules from one to another without citing any of them."""
KEY = re.compile(r"^\| \[([A-Z]-\d\d)\]\((\w+)\.md\) \| `([a-z0-9_.]+)` \|", re.MULTILINE)


def stated() -> Counter[str]:
    """The rules that the pages state."""
    pages = sorted(PAGES.glob("*.md"))
    return Counter(n for page in pages for n in STATED.findall(page.read_text(encoding="utf-8")))


def cited() -> dict[str, str]:
    """The numbers that the tests cite, each with a file that does; this file cites none."""
    files = [file for file in sorted(TESTS.rglob("*.py")) if file != Path(__file__)]
    return {n: file.name for file in files for n in NUMBER.findall(file.read_text("utf-8"))}


def test_there_are_rules_and_each_is_stated_once() -> None:
    rules = stated()
    assert len(rules) > 60
    assert [number for number, times in rules.items() if times > 1] == []


def test_every_rule_is_cited_by_a_test() -> None:
    assert sorted(stated().keys() - cited().keys()) == []


def test_every_number_that_tests_cite_is_a_rule() -> None:
    """Of the kinds of rules that have a page; other numbers are of editions to come."""
    rules = stated()
    kinds = {number[0] for number in rules}
    strangers = {
        number: file
        for number, file in cited().items()
        if number[0] in kinds and number not in rules
    }
    assert strangers == {}


def test_every_number_that_the_pages_mention_is_a_rule() -> None:
    rules = stated()
    for page in sorted(PAGES.glob("*.md")):
        mentioned = set(NUMBER.findall(page.read_text(encoding="utf-8")))
        assert sorted(mentioned - rules.keys()) == [], page.name


def carried_out() -> set[str]:
    """The numbers cited by the code that decides: the rules, the editions, and what joins them."""
    folders = (SOURCES, SOURCES / "play", SOURCES / "seen", EDITIONS)
    files = [
        *SOURCES.glob("rules/**/*.py"),
        *(file for one in folders for file in one.glob("*.py")),
    ]
    return {n for file in files for n in NUMBER.findall(SPAN.sub("", file.read_text("utf-8")))}


def keys() -> list[tuple[str, str, str]]:
    """(Rule, page, key of the edition file) of each line of docs/rules/keys.md."""
    return KEY.findall((PAGES / "keys.md").read_text(encoding="utf-8"))


def test_every_rule_is_cited_by_the_code_or_names_a_key_of_the_edition() -> None:
    named = {number for number, _, _ in keys()}
    assert sorted(stated().keys() - carried_out() - named) == []


def test_every_number_that_the_code_cites_is_a_rule() -> None:
    assert sorted(carried_out() - stated().keys()) == []


def test_each_line_of_the_table_of_keys_is_understood() -> None:
    lines = (PAGES / "keys.md").read_text(encoding="utf-8").splitlines()
    assert len(keys()) == sum(line.startswith("| [") for line in lines) > 20


@pytest.mark.parametrize(("number", "page", "key"), keys())
def test_a_key_that_a_rule_names_is_in_the_edition_file(number: str, page: str, key: str) -> None:
    assert f"**{number}**" in (PAGES / f"{page}.md").read_text(encoding="utf-8")
    name = EDITION_OF.get(number[0])
    files = [EDITIONS / f"{name}.toml"] if name else sorted(EDITIONS.glob("*.toml"))
    for file in [EDITIONS / "variants" / VARIANT_OF[number]] if number in VARIANT_OF else files:
        found: Any = tomllib.loads(file.read_text(encoding="utf-8"))
        for part in key.split("."):
            # In Germany the player chooses the stacks: `choose` is there in place of `draw`.
            part = "choose" if part == "draw" and "choose" in found else part
            assert part in found, f"{number}: {file.name} has no {key}"
            found = found[part]
