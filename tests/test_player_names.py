"""Names that are shown: nothing in them is invisible, and no two at a table look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.player_names import LONGEST_NAME, displayed_name, distinct, skeleton


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \n\t Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff44\uff41", "Ada"),
        ("a\u200bb\u202ec\u00ad\ufeff", "abc"),
        ("a\ufe0fb\U000e0101\u034f", "ab"),
        ("\u2764\ufe0f", "\u2764"),
        ("A\u2800B", "A B"),
        ("\U0001d159A\ufffcB\U00016fe4", "A B"),
        ("花子", "花子"),
        ("Việt", "Việt"),
        ("नमस्ते", "नमस्ते"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("a" + "\u0301" * 4, "á" + "\u0301" * 3),
    ],
)
def test_names_have_one_form(text: str, name: str) -> None:
    assert displayed_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \u3000\u200b",
        "\u3164",
        "\uffa0\u115f",
        "\u2800",
        "a\x00b",
        "a\x1bb",
        "a\ud800",
        "a\ue000",
        "a\U000e0fff",
        "\u0301a",
        "a \u0301",
        "a" + "\u0301" * 5,
        "x" * (LONGEST_NAME + 1),
        "x" * 1_000_000,
        "\ufdfa" * 2,
    ],
)
def test_what_cannot_be_seen_is_no_name(text: str) -> None:
    assert displayed_name(text) is None


def test_a_table_has_room_for_a_number() -> None:
    assert displayed_name("x" * 27, longest=27) == "x" * 27
    assert displayed_name("x" * 28, longest=27) is None


@given(st.text(max_size=40))
def test_a_name_stays_as_it_is(text: str) -> None:
    name = displayed_name(text)
    if name is not None:
        assert displayed_name(name) == name
        assert unicodedata.is_normalized("NFKC", name)
        assert name.isprintable()
        assert 1 <= len(name) <= LONGEST_NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410d\u0430"),
        ("Ida", "lda"),
        ("Bob 0", "Bob O"),
        ("Emma", "Ernrna"),
        ("Player 1", "Player l"),
        ("Leo", "L\u0435\u043e"),
        ("Zoë", "Zoe\u0308"),
    ],
)
def test_look_alikes(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert distinct([one, other]) == (one, f"{other} 2")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ada"), ("Ada", "Adá"), ("Ada", "Ida"), ("Ada 2", "Ada 3"), ("Иван", "Иваан")],
)
def test_names_that_differ(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
    assert distinct([one, other]) == (one, other)


def test_every_name_gets_a_number_of_its_own() -> None:
    assert distinct(["Ada", "\u0410da", "Ada 2", "Ada"]) == (
        "Ada",
        "\u0410da 2",
        "Ada 2 2",
        "Ada 3",
    )
