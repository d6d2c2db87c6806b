"""The promise about seeds: the same seed brings the same game (`docs/seeds.md`)."""

from __future__ import annotations

import json
from pathlib import Path

import whistlestop
from tests.properties.seed_digests import FILE, digests

PAGE = Path(__file__).parent.parent.parent / "docs" / "seeds.md"


def test_seeds_bring_what_they_brought() -> None:
    kept, now = json.loads(FILE.read_text(encoding="utf-8")), digests()
    assert kept == now, (
        "Seeds bring other games than before. If that is meant, raise SEED_VERSION in "
        "rules/luck.py, say in docs/seeds.md and the changelog what changed, and run "
        "`python -m tests.properties.seed_digests`."
    )


def test_the_page_names_the_version() -> None:
    assert f"`SEED_VERSION` is **{whistlestop.SEED_VERSION}**" in PAGE.read_text(encoding="utf-8")
