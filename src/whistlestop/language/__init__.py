"""The texts in five languages: sentences, names, and the words for typed commands.

The page and the terminal both read the JSON files in the folder of this module. `*.json` has the
sentences. `places/` has a language's own names for places if they differ from the names on the
board. `commands/` has the words that players may type for a move. `rules/` has the texts of the
rules pages. `terminal/` has the sentences that only the terminal shows. `lessons/` has the texts of
the lessons. `reviews/` has the texts of reviews, hints and puzzles, `daily/` those about the deal
of the day, `ladder/` those about the ladder, `club/` those about clubs, `ahead/` those about plans,
`files/` those about files of records and editions and their faults, `me/` those of the personal
page, `refusals/` the reasons why moves and requests are refused, and `variants/` the texts about
the choice of variants. The page loads a file in a folder only when it needs the texts. `calls/` has
the sentences that the server sends to the addresses of people. `api/` has the sentences that the
server sends only to programs, in English alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from importlib import resources
from math import isfinite, isnan
from numbers import Real
from typing import Any, Final, Protocol, cast

LANGUAGES: Final = ("en", "it", "nl", "de", "fr")
"""The codes of the languages."""

ENGLISH: Final = LANGUAGES[0]
"""The code of English, the default language. English commands are accepted in every language."""

Sentence = str | dict[str, str]
"""A text with holes such as {name}. If the wording depends on a number, a dict with one such text
for each plural category (CLDR)."""


class Names(Protocol):
    """The names and codes of an edition that sentences need. Each edition's gazetteer has them."""

    @property
    def board(self) -> str:
        """The edition's name if it is a built-in edition, else an empty string."""
        ...

    @property
    def route_of(self) -> Mapping[str, int]:
        """The number of each route, by the route's code."""
        ...

    def name(self, code: str) -> str:
        """Return the name of a city or country as printed on the board."""
        ...

    def ends(self, route: str) -> tuple[str, str]:
        """Return the codes of the two ends of a route."""
        ...

    def goals(self, ticket: str) -> tuple[str, tuple[tuple[str, int], ...]]:
        """Return the code of a ticket's origin, and the code and points of each destination."""
        ...


class Language:
    """One language: its sentences, and its names of cards, places and commands."""

    def __init__(self, code: str, besides: str = "terminal") -> None:
        """Read the catalogues of a language.

        Args:
            code: the language.
            besides: the folder with additional sentences: `terminal`, `calls`, `reviews`, or `api`
                (English only).

        Raises:
            ValueError: there is no such language.
        """
        if code not in LANGUAGES:
            raise ValueError(f"{code!r} is no language here; use one of {', '.join(LANGUAGES)}")
        self.code = code
        sentences: dict[str, Sentence] = {}
        for folder in ("", "ending", "files", "motives", "refusals", besides):
            sentences |= catalogue(folder, code)
        # Only the page needs no-break spaces.
        self._sentences = {key: _plain(sentence) for key, sentence in sentences.items()}
        self._places: dict[str, dict[str, str]] = catalogue("places", code)

    def __contains__(self, key: str) -> bool:
        """Return whether there is a sentence with this key."""
        return key in self._sentences

    def say(self, key: str, /, **values: Any) -> str:
        """Return a sentence with its holes filled.

        Args:
            key: the key of the sentence in the catalogue.
            values: the values for the holes, by name. The value `n` chooses the plural form.

        Raises:
            KeyError: there is no such sentence.
        """
        return fill(self._sentences[key], values, self.code)

    def say_or(self, key: str, otherwise: str, /, **values: Any) -> str:
        """Return the sentence with this key, its holes filled, or `otherwise` if there is none."""
        return self.say(key, **values) if key in self else otherwise

    def number(self, number: float, signed: bool = False) -> str:
        """Return a number as text, as the language writes numbers.

        Args:
            number: the number.
            signed: whether a plus sign stands before a number that is not negative.
        """
        words = number_words(number, self.code)
        return f"+{words}" if signed and not words.startswith("−") else words

    # Names ----------------------------------------------------------------------------------

    def listed(self, items: Sequence[str]) -> str:
        """Return the items as one text with the word *and*: `Denver, Omaha and Helena`."""
        return self._joined("list.all", items)

    def either(self, items: Sequence[str]) -> str:
        """Return the items as one text with the word *or*: `Denver, Omaha or Helena`."""
        return self._joined("list.either", items)

    def _joined(self, key: str, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return self.say(key, items=", ".join(items[:-1]), last=items[-1])

    def card(self, kind: str) -> str:
        """Return the language's name of a kind of card, or `kind` itself if it has no name."""
        return self.say_or(f"card.{kind}", kind)

    def some_cards(self, kind: str, number: int) -> str:
        """Return a number of cards of one kind as text, such as `3 purple`."""
        some = self.say("cards.some", n=number, card=self.card(kind))
        return self.say_or(f"cards.{kind}", some, n=number)

    def cards(self, cards: Sequence[tuple[str, int]]) -> str:
        """Return a set of cards as text, such as `3 purple and 1 locomotive`."""
        return self.listed([self.some_cards(kind, number) for kind, number in cards])

    def stack(self, name: str) -> str:
        """Return the language's name of a stack of tickets, or `name` itself if it has no name."""
        return self.say_or(f"stack.{name}", name)

    def stacks(self, mix: Sequence[tuple[str, int]]) -> str:
        """Return numbers of tickets as text, such as `2 short and 1 long`.

        Args:
            mix: pairs of a stack's name and a number of tickets.
        """
        return self.listed(
            [self.say("stack.some", n=number, stack=self.stack(name)) for name, number in mix]
        )

    def command(self, command: str) -> str:
        """Return the language's word for a command, the first word of a typed action.

        Args:
            command: the command in the notation of records, such as `claim`.
        """
        return self.say_or(f"command.{command}", command)

    def place(self, index: Names, code: str) -> str:
        """Return the name of the city or country with a code, in this language.

        If the language has no name of its own for the place, return the name printed on the board.

        Args:
            index: the names and codes of the edition.
            code: the code of the city or country.
        """
        return self._places.get(index.board, {}).get(code) or index.name(code)

    def route(self, index: Names, code: str) -> str:
        """Return the names of a route's two ends with a dash between them.

        Args:
            index: the names and codes of the edition.
            code: the code of the route.
        """
        return "–".join(self.place(index, end) for end in index.ends(code))

    def ticket(self, index: Names, code: str) -> str:
        """Return the names of a ticket's origin and destination with a dash between them.

        If a ticket has several destinations, the text lists each one with its points.

        Args:
            index: the names and codes of the edition.
            code: the code of the ticket.
        """
        origin, goals = index.goals(code)
        said = [
            f"{self.place(index, goal)} ({points})" if len(goals) > 1 else self.place(index, goal)
            for goal, points in goals
        ]
        return f"{self.place(index, origin)}–{' / '.join(said)}"

    def player(self, number: int) -> str:
        """Return the default name of the player in a seat: `Player 1` for seat 0."""
        return f"{self.say('given.player')} {number + 1}"


_HOLE: Final = re.compile(r"\{(\w+)\}")


def fill(sentence: Sentence, values: Mapping[str, Any], code: str) -> str:
    """Return a sentence with values in its holes.

    A hole is a name in braces. A hole without a value is removed. Numbers are written as
    `number_words` does. The page has an equal function in JavaScript. Both are tested with the
    examples in `tests/sentences.json`.

    Args:
        sentence: one text, or a text for each plural category. `other` is used for categories
            without a text.
        values: the values for the holes, by name. `n` chooses the plural category. Without a value
            `n`, the category is `other`.
        code: the language.
    """
    if not isinstance(sentence, str):
        category = _plural_form(code)(values["n"]) if "n" in values else "other"
        sentence = sentence.get(category, sentence["other"])
    return _HOLE.sub(lambda hole: _in_words(values.get(hole[1], ""), code), sentence)


def _in_words(value: Any, code: str) -> str:
    """Return a value as text for a hole. Numbers are written as the language writes them."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return str(value)
    return number_words(cast(float, value), code)


def number_words(number: float, code: str) -> str:
    """Return a number as text, as a language writes it, with a true minus sign.

    The language decides how digits are grouped and which mark precedes the decimals. The text has
    at most three decimals. The page writes equal texts with `Intl.NumberFormat`.

    Args:
        number: a whole number, or a number with decimals. Infinity and NaN are also allowed.
        code: the language.
    """
    if isinstance(number, float) and not isfinite(number):
        return "NaN" if isnan(number) else "−∞" if number < 0 else "∞"
    exact = Decimal(str(number))
    size = exact.copy_abs()
    if size < 1000 and size == int(size):
        words = str(int(size))
    else:
        # Most numbers are small and whole, so the library is loaded only when it is needed.
        from babel.numbers import format_decimal

        with localcontext() as context:
            # A number with more digits than the context's precision could not be rounded.
            context.prec += max(0, size.adjusted())
            rounded = size.quantize(_THOUSANDTH, ROUND_HALF_UP) if size != int(size) else size
            grouped = rounded >= _GROUPED_FROM.get(code, 1000)
            words = format_decimal(rounded, locale=code, group_separator=grouped)
    return f"−{words}" if exact < 0 else words


_THOUSANDTH: Final = Decimal("0.001")

_GROUPED_FROM: Final = {"it": 10_000}
"""The smallest number whose digits are grouped, by language. Languages that group from 1000 on are
left out. Unicode's data (CLDR) have this rule as `minimumGroupingDigits`, which Babel ignores."""


@cache
def _plural_form(code: str) -> Callable[[Any], str]:
    """Return the function that maps a number to its plural category in a language (CLDR)."""
    # Most sentences have one form, so the library is loaded only when it is needed.
    from babel import Locale

    return Locale.parse(code).plural_form


def _plain(sentence: Sentence) -> Sentence:
    """Return a sentence with ordinary spaces instead of no-break spaces."""
    if isinstance(sentence, str):
        return sentence.replace("\N{NO-BREAK SPACE}", " ")
    return {form: text.replace("\N{NO-BREAK SPACE}", " ") for form, text in sentence.items()}


@cache
def language(code: str) -> Language:
    """Return a language by its code. Each language is read only once.

    Raises:
        ValueError: there is no such language.
    """
    return Language(code)


@cache
def catalogue(folder: str, code: str) -> dict[str, Any]:
    """Return the parsed contents of one JSON file of texts.

    All callers share the returned object, so they must not change it.

    Args:
        folder: a folder beside this module, such as `places` or `commands`, or an empty string for
            the sentences.
        code: one of `LANGUAGES`. The folder `api` has a file only for English.

    Raises:
        FileNotFoundError: there is no such file.
    """
    file = resources.files(__package__ or "").joinpath(folder, f"{code}.json")
    return cast(dict[str, Any], json.loads(file.read_text(encoding="utf-8")))


def language_of(environment: Mapping[str, str]) -> str:
    """Return the code of the language that the environment variables select.

    The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty counts. If it names none of
    `LANGUAGES`, or all are empty, the result is English.

    Args:
        environment: the environment variables.
    """
    wanted = next(
        (found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))),
        "",
    )
    code = re.split(r"[_.@-]", wanted)[0].lower()
    return code if code in LANGUAGES else ENGLISH
