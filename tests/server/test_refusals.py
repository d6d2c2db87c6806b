"""Every refusal is a code with values; what is said stands in the catalogues, for API and page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import whistlestop.server
from whistlestop.language import ENGLISH, LANGUAGES, catalogue
from whistlestop.server.errors import Refusal, game_over

FOLDER = Path(whistlestop.server.__file__).parent

REASONS = {"ambiguous_action", "bad_record", "game_over", "illegal_action", "not_your_turn"}
"""Codes whose sentence can be that of a reason, which other catalogues have."""


class Raised(NamedTuple):
    """A refusal as the code of the server makes it."""

    where: str
    code: str
    case: str | None
    values: frozenset[str]
    spoken: bool
    """Whether the code brings a sentence of its own."""
    positional: int


def refusals() -> Iterator[Raised]:
    """All refusals in the code of the server whose code is a literal."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal"), args=[_, ast.Constant(value=code), *_]):
                    given = {one.arg: one.value for one in node.keywords if one.arg is not None}
                    case = given.get("case")
                    yield Raised(
                        f"{file.relative_to(FOLDER)}:{node.lineno}",
                        str(code),
                        str(case.value) if isinstance(case, ast.Constant) else None,
                        frozenset(given),
                        "message" in given,
                        len(node.args),
                    )
                case _:
                    pass


def test_no_sentence_stands_in_the_code() -> None:
    found = list(refusals())
    assert len(found) > 100
    assert [one for one in found if one.positional != 2] == []
    assert [one for one in found if one.spoken and one.code not in REASONS] == []


def sentences_of_errors() -> dict[str, Any]:
    """The English sentences of all catalogues in which refusals are looked up."""
    found: dict[str, Any] = {}
    for folder in ("", "refusals", "api"):
        found |= catalogue(folder, ENGLISH)
    return found


def test_every_refusal_has_a_sentence_and_the_values_for_it() -> None:
    english = sentences_of_errors()
    for one in refusals():
        if one.spoken:
            continue
        key = f"error.{one.code}" if one.case is None else f"error.{one.code}.{one.case}"
        assert key in english, one
        assert set(re.findall(r"\{(\w+)\}", english[key])) <= one.values, one


def test_every_case_that_the_catalogues_have_is_raised() -> None:
    raised = {(one.code, one.case) for one in refusals()}
    for key in sentences_of_errors():
        if key.startswith("error.") and key.count(".") == 2:
            _, code, case = key.split(".")
            assert (code, case) in raised, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_languages_have_the_holes_of_the_english_one(code: str) -> None:
    english, other = catalogue("refusals", ENGLISH), catalogue("refusals", code)
    for key in english:
        if key.startswith("error."):
            holes = [sorted(re.findall(r"\{(\w+)\}", each[key])) for each in (english, other)]
            assert holes[0] == holes[1], key


def test_a_refusal_says_its_case() -> None:
    general, exact = (
        Refusal(409, "still_there", seconds=3),
        Refusal(409, "still_there", case="host"),
    )
    assert general.body.details == {"seconds": 3}
    assert exact.body.details == {"case": "host"}
    assert general.message != exact.message
    assert "the host" in exact.message
    assert Refusal(422, "unknown_bot", case="known", known="a, b").message.endswith(": a, b.")
    assert game_over().message == "The game is over."
    with pytest.raises(KeyError):
        Refusal(400, "never_heard_of")
