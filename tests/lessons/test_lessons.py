"""Lessons are played by their data, on the engine, and have something to say in every language."""

from __future__ import annotations

import re

import pytest

from whistlestop import edition_names
from whistlestop.bots.registry import bot_names
from whistlestop.language import LANGUAGES, catalogue
from whistlestop.play.lessons import (
    LEARNER,
    LessonError,
    lesson,
    lesson_names,
    lessons_in,
    rehearse,
)
from whistlestop.play.lessons.lesson import read

COMMON = {"free", "over", "left"}
"""What is said in every lesson, at its end."""

SMALL = """
edition = "newyork"
kind = "board"
minutes = 2
bot = "random"
seed = 217
"""


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_can_be_played(name: str) -> None:
    """Every action that it asks for is legal at that moment, and so is every reply."""
    taught = lesson(name)
    game = rehearse(taught)
    assert [(move.seat, str(move.action)) for move in game.moves] == [*taught.moves]
    assert not game.over
    assert game.view(LEARNER).phase == "turn"
    assert taught.bot in bot_names()


@pytest.mark.parametrize("name", lesson_names())
def test_what_is_pointed_at_is_there(name: str) -> None:
    taught = lesson(name)
    for number, step in enumerate(taught.steps):
        view = rehearse(taught, number).view(LEARNER)
        me = view.players[LEARNER]
        for thing in step.point:
            kind, _, code = thing.partition(" ")
            if kind == "ticket":
                assert code in {*(me.tickets or ()), *(me.offer or ())}, thing
            if kind == "card":
                assert code in view.display, thing


@pytest.mark.parametrize("name", lesson_names())
def test_the_step_that_is_due(name: str) -> None:
    taught = lesson(name)
    made = len(taught.before)
    for number, step in enumerate(taught.steps):
        if step.expect is None:
            continue
        for _ in (step.expect, *step.reply):
            assert taught.step_at(made) == number
            made += 1
    assert taught.step_at(made) == len(taught.steps)


def test_there_is_a_lesson_for_every_board() -> None:
    assert all(lessons_in(edition) for edition in edition_names())
    first = [name for name in lesson_names() if lesson(name).kind == "first_game"]
    assert lesson_names()[: len(first)] == tuple(first)
    assert [lesson(name).edition.name for name in first] == ["newyork", "usa"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_step_has_its_text(code: str) -> None:
    """In every language the same keys, in the same order, with the holes that the lesson fills."""
    texts = catalogue("lessons", code)
    assert list(texts) == list(catalogue("lessons", "en"))
    said = set(COMMON)
    for name in lesson_names():
        for step in lesson(name).steps:
            key = f"{name}.{step.text}"
            said.add(key)
            assert holes(texts[key]) == set(step.values), key
    assert set(texts) == said
    assert all(text == text.strip() and text.endswith((".", "!")) for text in texts.values())


def test_texts_are_short() -> None:
    """Three lines at the most: more than that nobody reads who is about to play."""
    long = [
        key
        for code in LANGUAGES
        for key, text in catalogue("lessons", code).items()
        if len(text) > 150
    ]
    assert long == []


def test_there_is_no_other_lesson() -> None:
    for name in ("nothing", "../editions/usa", ""):
        with pytest.raises(KeyError):
            lesson(name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("steps = [", "no: "),
        (SMALL.replace("newyork", "nowhere") + '[[steps]]\ntext = "a"', "nowhere"),
        (SMALL, "steps"),
        (SMALL + '[[steps]]\ntext = "a b"', "steps[0].text"),
        (SMALL + '[[steps]]\ntext = "a"\nsay = "b"', "say"),
        (SMALL + 'before = ["draw deck"]\n[[steps]]\ntext = "a"', "move 1 before"),
        (SMALL + '[[steps]]\ntext = "a"\nreply = ["draw deck"]', "step 1 (a): a reply needs"),
        (SMALL + '[[steps]]\ntext = "a"\npoint = ["roof"]', "nothing to point at: 'roof'"),
        (SMALL + '[[steps]]\ntext = "a"\npoint = ["ticket X"]', "nothing to point at: 'ticket X'"),
        (SMALL + '[[steps]]\ntext = "a"\nvalues = {a = "route A"}', "there is no 'route A'"),
        (SMALL + '[[steps]]\ntext = "a"\nvalues = {a = "cards red 2"}', "no 'cards red 2'"),
    ],
)
def test_a_fault_in_a_file_is_told(text: str, told: str) -> None:
    with pytest.raises(LessonError, match=re.escape(told)):
        read("no", text)


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ('[[steps]]\ntext = "a"\nexpect = "draw deck"', "step 1 (a): 'draw deck' is not possible"),
        ('[[steps]]\ntext = "a"\nexpect = "keep all"', "records write 'keep all' otherwise"),
        (
            '[[steps]]\ntext = "a"\nexpect = "keep CHI-GRA"\nreply = ["draw deck"]',
            "step 1 (a), reply: 'draw deck' is not possible",
        ),
        (
            '[[steps]]\ntext = "a"\nexpect = "keep CHI-GRA"',
            "in the end it is not the learner's turn",
        ),
    ],
)
def test_what_cannot_be_played_is_told(steps: str, told: str) -> None:
    with pytest.raises(LessonError, match=re.escape(told)):
        rehearse(read("no", SMALL + steps))
