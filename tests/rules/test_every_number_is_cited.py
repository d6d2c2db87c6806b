"""Every rule of docs/rules is proved by a test that cites it, and no test cites one that is not."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"

STATED = re.compile(r"^\*\*([A-Z]-\d\d)\*\*", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]-\d\d\b")


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
