"""Read and check the file of a lesson."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import resources
from typing import Annotated, Final, Literal

import msgspec

from whistlestop.editions.gazetteer import Gazetteer, gazetteer, kind_names
from whistlestop.editions.load import EditionError, load
from whistlestop.editions.model import Edition

LEARNER: Final = 0
"""The seat of the person who takes the lesson. A bot has the other seat."""

SEATS: Final = 2
"""The number of players in a lesson."""

PLACES: Final = (
    "deck",
    "display",
    "districts",
    "hand",
    "map",
    "players",
    "sheet",
    "stacks",
    "tickets",
)
"""The parts of the page that a step can point at."""

KINDS: Final = ("card", "cards", "city", "route", "ticket")
"""The first words of the things that a step can point at or name in its text, such as `route` in
`route DEN-OMA`."""

_WORD: Final = r"[a-z][a-z0-9_]*"
_NAME: Final = re.compile(_WORD)

Word = Annotated[str, msgspec.Meta(pattern=f"^{_WORD}$")]


class LessonError(ValueError):
    """The error for a fault in the file of a lesson.

    The message names the lesson and the step or move, and says what is wrong.
    """


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: a text, what to point at, and the action to ask for."""

    text: Word
    """The last part of the key of the step's text: the key is the lesson's name, a dot and this
    word."""
    expect: str | None = None
    """The only action that is accepted, in the notation of records. None if the learner only reads
    the step."""
    point: tuple[str, ...] = ()
    """What the step points at: parts of the page, such as `hand`, or things on it, such as
    `route DEN-OMA`, `city DEN` or `ticket DEN-ELP`."""
    values: dict[Word, int | str] = {}
    """The values of the text's placeholders: numbers, or things such as `route DEN-OMA`."""
    reply: tuple[str, ...] = ()
    """The moves of the bot's seat after the expected action, in the notation of records."""


LessonKind = Literal["first_game", "board"]
"""The kind of a lesson: `first_game` is a whole game for beginners, and `board` introduces what is
new on a board."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file of a lesson."""

    edition: str
    kind: LessonKind
    minutes: Annotated[int, msgspec.Meta(ge=1, le=30)]
    bot: str
    seed: Annotated[int, msgspec.Meta(ge=0)]
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]
    before: tuple[str, ...] = ()


class Lesson:
    """A lesson whose file has been read and checked."""

    def __init__(self, name: str, file: _File, edition: Edition) -> None:
        """Create a lesson from its file, which must be checked already."""
        self.name = name
        self.edition = edition
        self.kind: LessonKind = file.kind
        self.minutes = file.minutes
        """About how many minutes the lesson takes."""
        self.bot = file.bot
        """The bot that plays the other seat after the last move of the lesson."""
        self.seed = file.seed
        self.steps = file.steps
        self.before = tuple(_seated(move) for move in file.before)
        """The seat and the words of each move that is made before the learner's first step."""

    @cached_property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The seat and the words of each move of the lesson, in order.

        The moves that are made before the learner's first step come first.
        """
        found = list(self.before)
        for step in self.steps:
            if step.expect is not None:
                found.append((LEARNER, step.expect))
                found += [(1 - LEARNER, words) for words in step.reply]
        return tuple(found)

    def step_at(self, moves: int) -> int:
        """Return the number of the step whose action or reply is the next move.

        If all moves of the lesson have been made, return the number of steps.

        Args:
            moves: how many of the lesson's moves have been made.
        """
        made = len(self.before)
        for number, step in enumerate(self.steps):
            if step.expect is None:
                continue
            made += 1 + len(step.reply)
            if moves < made:
                return number
        return len(self.steps)


@cache
def lesson_names() -> tuple[str, ...]:
    """Return the names of all lessons.

    The lessons of the kind `first_game` come before those of the kind `board`. Within each kind,
    the names are sorted.
    """
    files = resources.files(__package__ or "").iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return tuple(sorted(names, key=lambda name: (lesson(name).kind == "board", name)))


def lessons_in(edition: str) -> tuple[str, ...]:
    """Return the names of the lessons on an edition's board."""
    return tuple(name for name in lesson_names() if lesson(name).edition.name == edition)


@cache
def lesson(name: str) -> Lesson:
    """Return the lesson with this name.

    Raises:
        KeyError: there is no such lesson.
        LessonError: the file of the lesson has a fault.
    """
    file = resources.files(__package__ or "").joinpath(f"{name}.toml")
    if not _NAME.fullmatch(name) or not file.is_file():
        raise KeyError(name)
    return read(name, file.read_text(encoding="utf-8"))


def read(name: str, text: str) -> Lesson:
    """Return a lesson from the text of its file.

    Raises:
        LessonError: the text has a fault.
    """
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
        edition = load(file.edition)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, EditionError) as error:
        raise LessonError(f"{name}: {error}") from error
    index = gazetteer(edition)
    for place, move in enumerate(file.before, start=1):
        if not re.fullmatch(r"[01] \S.*", move):
            raise LessonError(f"{name}, move {place} before: expected a seat and words: {move!r}")
    for number, step in enumerate(file.steps, start=1):
        where = f"{name}, step {number} ({step.text})"
        if step.reply and step.expect is None:
            raise LessonError(f"{where}: a reply needs an action, in `expect`, that it follows")
        for thing in step.point:
            if thing not in PLACES and not _known(thing, index):
                places = ", ".join(PLACES)
                raise LessonError(f"{where}: nothing to point at: {thing!r}; there are {places}")
        for value in step.values.values():
            if isinstance(value, str) and not _known(value, index):
                raise LessonError(f"{where}: there is no {value!r} in {edition.title}")
    return Lesson(name, file, edition)


def _seated(move: str) -> tuple[int, str]:
    seat, _, words = move.partition(" ")
    return int(seat), words


def _known(thing: str, index: Gazetteer) -> bool:
    """Return whether a text such as `route DEN-OMA` names something that the edition has.

    The first word must be one of `KINDS`. Otherwise the result is False.
    """
    kind, _, code = thing.partition(" ")
    match kind:
        case "route":
            return code in index.route_of
        case "ticket":
            return code in index.ticket_of
        case "city":
            places = (*index.edition.cities, *index.edition.countries)
            return any(code == place.code for place in places)
        case "card":
            return code in kind_names(index.edition)
        case "cards":
            return _known_cards(code.split(), kind_names(index.edition))
        case _:
            return False


def _known_cards(words: Sequence[str], kinds: Sequence[str]) -> bool:
    """Return whether words are pairs of a number and a kind of card: `2 red 1 locomotive`."""
    numbers, named = words[::2], words[1::2]
    return len(numbers) == len(named) and all(
        number.isdecimal() and card in kinds for number, card in zip(numbers, named, strict=True)
    )
