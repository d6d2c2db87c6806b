"""An edition with more tickets than fit one word of 64 bits: Europe with further short tickets."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from itertools import combinations
from random import Random

from whistlestop.editions import load as editions
from whistlestop.editions.model import Edition

EXPRESS = "express"
"""The name of the edition."""

MORE = 55
"""Europe has 46 tickets. Its six long ones come after all short ones, so that they get numbers from
64 on, as do the last of the short ones."""


def many_tickets_text() -> str:
    """The text of the edition's file."""
    text = (resources.files("whistlestop.editions") / "europe.toml").read_text(encoding="utf-8")
    codes = re.findall(r'\{code = "([A-Z]{3})", name', text)
    there = {frozenset(pair) for pair in re.findall(r'from = "(\w+)", to = "(\w+)"', text)}
    free = [pair for pair in combinations(codes, 2) if frozenset(pair) not in there]
    further = [
        f'    {{from = "{a}", to = "{b}", points = {5 + number % 8}}},\n'
        for number, (a, b) in enumerate(Random(101).sample(free, MORE))
    ]
    text = text.replace("regular = [\n", f"regular = [\n{''.join(further)}")
    text = re.sub(r"\n\[counts\].*", "\n", text, flags=re.DOTALL)
    return re.sub(r'^name = ".*"$', f'name = "{EXPRESS}"', text, count=1, flags=re.MULTILINE)


@lru_cache
def many_tickets() -> Edition:
    """The edition."""
    return editions.loads(many_tickets_text(), "express.toml")


def load(name: str) -> Edition:
    """The edition with many tickets, or a built-in edition."""
    return many_tickets() if name == EXPRESS else editions.load(name)
