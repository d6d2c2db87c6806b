"""Every language says everything, and nothing is said that nobody asks for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import whistlestop

WEB = Path(whistlestop.__file__).parent / "web"
LANGUAGE = WEB / "language"
CODES = ["en", "it", "nl", "de", "fr"]

Catalogue = dict[str, str | dict[str, str]]


def catalogue(code: str, folder: str = "") -> Catalogue:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), "a key occurs twice"
        return dict(pairs)

    path = LANGUAGE / folder / f"{code}.json"
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)


def sources() -> str:
    return "\n".join(
        file.read_text(encoding="utf-8")
        for file in sorted(WEB.rglob("*.js"))
        if file.parent.name != "vendor"
    )


def holes(sentence: str | dict[str, str]) -> set[str]:
    texts = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {hole for text in texts for hole in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("folder", ["", "rules"])
@pytest.mark.parametrize("code", CODES)
def test_a_language_is_complete(code: str, folder: str) -> None:
    english, other = catalogue("en", folder), catalogue(code, folder)
    assert other.keys() == english.keys()
    for key, sentence in english.items():
        assert type(other[key]) is type(sentence), key
        # The rules are prose: a language may do without what another one repeats.
        if folder:
            assert holes(other[key]) <= {hole for one in english.values() for hole in holes(one)}
        else:
            assert holes(other[key]) == holes(sentence), key
        if isinstance(sentence, dict):
            assert {"one", "other"} <= set(other[key]), key


def test_every_key_that_is_asked_for_is_there() -> None:
    text = sources()
    words = catalogue("en")
    asked = set(re.findall(r"""\bt\(\s*["']([^"'$]+)["']""", text))
    assert asked
    assert asked - words.keys() == set()
    rules = catalogue("en", "rules")
    assert set(re.findall(r"""\bsay\(\s*["']([^"'$]+)["']""", text)) - rules.keys() == set()


def test_every_key_is_asked_for() -> None:
    text = sources()
    # Keys that are put together, as `card.${card}`: all that begin so count as asked for.
    beginnings = tuple(re.findall(r"""`([a-z_.]+[._])\$\{""", text))
    endings = re.findall(r"""`([a-z_]+)\.\$\{[^}]+\}\.([a-z_]+)`""", text)
    named = set(re.findall(r"""["']([a-z_]+\.[A-Za-z_.0-9]+|[a-z]+)["']""", text))
    for key in catalogue("en"):
        composed = key.startswith(beginnings) or any(
            key.startswith(f"{first}.") and key.endswith(f".{last}") for first, last in endings
        )
        assert key in named or composed, f"nobody asks for {key}"


def test_every_key_of_the_rules_is_asked_for() -> None:
    text = (WEB / "pages" / "rules.js").read_text(encoding="utf-8")
    named = set(re.findall(r"""["']([a-z_0-9.]+)["']""", text))
    for key in catalogue("en", "rules"):
        first, _, last = key.partition(".")
        composed = (last == "title" and first in named) or (
            first == "differences" and last in named
        )
        assert key in named or composed, f"nobody asks for {key}"
