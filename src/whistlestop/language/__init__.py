"""Everything that is said in five languages: catalogues of sentences, of names, and of typed words.

The page and the terminal read the same files. `*.json` has the sentences, `places/` what a language
calls places otherwise than their boards do, `commands/` what moves may be called when they are
typed, `rules/` the texts of the pages of rules, `terminal/` what only the terminal says. `api/` is
English alone: what only programs that use the server are told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, Protocol, cast

LANGUAGES: Final = ("en", "it", "nl", "de", "fr")
"""Codes of the languages."""

ENGLISH: Final = LANGUAGES[0]
"""The language that has a word for everything and is always understood."""

Sentence = str | dict[str, str]
"""A text with {holes}; where a number decides about the grammar, one for each plural category."""


class Names(Protocol):
    """What leads from the codes of an edition to names: its gazetteer."""

    @property
    def board(self) -> str:
        """The edition's name, if it is a built-in one, else nothing."""
        ...

    @property
    def route_of(self) -> Mapping[str, int]:
        """Code → number of a route."""
        ...

    def name(self, code: str) -> str:
        """The name of a city or country as the board has it."""
        ...

    def ends(self, route: str) -> tuple[str, str]:
        """The codes of the two ends of a route."""
        ...

    def goals(self, ticket: str) -> tuple[str, tuple[tuple[str, int], ...]]:
        """The code of a ticket's origin, and code and value of each destination."""
        ...


class Language:
    """One language: its sentences and its names of things."""

    def __init__(self, code: str, besides: str = "terminal") -> None:
        """Read the catalogues of a language.

        Args:
            code: the language.
            besides: the folder with further sentences: `terminal`, or `api`, which is English only.

        Raises:
            ValueError: there is no such language.
        """
        if code not in LANGUAGES:
            raise ValueError(f"{code!r} is no language here; use one of {', '.join(LANGUAGES)}")
        self.code = code
        sentences: dict[str, Sentence] = catalogue("", code) | catalogue(besides, code)
        # Where a line may break is for pages to say.
        self._sentences = {key: _plain(sentence) for key, sentence in sentences.items()}
        self._places: dict[str, dict[str, str]] = catalogue("places", code)

    def __contains__(self, key: str) -> bool:
        """Whether there is a sentence with this key."""
        return key in self._sentences

    def say(self, key: str, /, **values: Any) -> str:
        """A sentence with its holes filled; the number `n` chooses the plural form.

        Raises:
            KeyError: there is no such sentence.
        """
        sentence = self._sentences[key]
        if not isinstance(sentence, str):
            one = self._is_one(values.get("n", 0))
            sentence = sentence["one"] if one else sentence["other"]
        return _HOLE.sub(lambda hole: str(values.get(hole[1], "")), sentence)

    def say_or(self, key: str, otherwise: str, /, **values: Any) -> str:
        """A sentence for a key that the catalogue may not have."""
        return self.say(key, **values) if key in self else otherwise

    def _is_one(self, number: Any) -> bool:
        """Whether a number takes the plural category `one`."""
        return number in (0, 1) if self.code == "fr" else number == 1

    # Names ----------------------------------------------------------------------------------

    def listed(self, items: Sequence[str]) -> str:
        """Several things that all count: `Denver, Omaha and Helena`."""
        return self._joined("list.all", items)

    def either(self, items: Sequence[str]) -> str:
        """Several things of which one counts: `Denver, Omaha or Helena`."""
        return self._joined("list.either", items)

    def _joined(self, key: str, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return self.say(key, items=", ".join(items[:-1]), last=items[-1])

    def card(self, kind: str) -> str:
        """What a kind of card is called."""
        return self.say_or(f"card.{kind}", kind)

    def some_cards(self, kind: str, number: int) -> str:
        """A number of cards of one kind."""
        some = self.say("cards.some", n=number, card=self.card(kind))
        return self.say_or(f"cards.{kind}", some, n=number)

    def cards(self, cards: Sequence[tuple[str, int]]) -> str:
        """A set of cards."""
        return self.listed([self.some_cards(kind, number) for kind, number in cards])

    def stack(self, name: str) -> str:
        """What a stack of tickets is called."""
        return self.say_or(f"stack.{name}", name)

    def stacks(self, mix: Sequence[tuple[str, int]]) -> str:
        """Tickets by their stacks."""
        return self.listed(
            [self.say("stack.some", n=number, stack=self.stack(name)) for name, number in mix]
        )

    def command(self, command: str) -> str:
        """The first word of an action."""
        return self.say_or(f"command.{command}", command)

    def place(self, index: Names, code: str) -> str:
        """A city or country; as its board is printed where the language has no name of its own."""
        return self._places.get(index.board, {}).get(code) or index.name(code)

    def route(self, index: Names, code: str) -> str:
        """A route by its two ends."""
        return "–".join(self.place(index, end) for end in index.ends(code))

    def ticket(self, index: Names, code: str) -> str:
        """A ticket by its ends; several destinations with their values."""
        origin, goals = index.goals(code)
        said = [
            f"{self.place(index, goal)} ({points})" if len(goals) > 1 else self.place(index, goal)
            for goal, points in goals
        ]
        return f"{self.place(index, origin)}–{' / '.join(said)}"

    def player(self, number: int) -> str:
        """Somebody of whom only the seat is known, counted from 0."""
        return f"{self.say('given.player')} {number + 1}"


_HOLE: Final = re.compile(r"\{(\w+)\}")


def _plain(sentence: Sentence) -> Sentence:
    """A sentence with ordinary spaces."""
    if isinstance(sentence, str):
        return sentence.replace("\N{NO-BREAK SPACE}", " ")
    return {form: text.replace("\N{NO-BREAK SPACE}", " ") for form, text in sentence.items()}


@cache
def language(code: str) -> Language:
    """A language by its code; read once.

    Raises:
        ValueError: there is no such language.
    """
    return Language(code)


@cache
def catalogue(folder: str, code: str) -> dict[str, Any]:
    """What one file has; not to be changed.

    Args:
        folder: `places`, `commands`, `rules`, `terminal` or `api`; nothing for the sentences.
        code: one of `LANGUAGES`.
    """
    file = resources.files(__package__ or "").joinpath(folder, f"{code}.json")
    return cast(dict[str, Any], json.loads(file.read_text(encoding="utf-8")))


def language_of(environment: Mapping[str, str]) -> str:
    """The code of the language that an environment's locale asks for; English if there is none.

    Args:
        environment: with `LC_ALL`, `LC_MESSAGES` or `LANG`; the first that is not empty counts.
    """
    wanted = next(
        (found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))),
        "",
    )
    code = re.split(r"[_.@-]", wanted)[0].lower()
    return code if code in LANGUAGES else ENGLISH
