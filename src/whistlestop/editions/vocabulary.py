"""The words that players can use to type actions, in their language and in English.

They are the names of commands, cards, stacks of tickets and places, and words such as "with". The
files in `language/commands/` list them, except the names of the edition. With this module,
`play.notation` finds out which action a player has typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from whistlestop.editions.check import fold
from whistlestop.editions.finding import find_place, find_routes, ways
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import LOCOMOTIVE, LOCOMOTIVE4, PASSENGER
from whistlestop.editions.model import Edition
from whistlestop.language import ENGLISH, catalogue, language

_COMMON: Final = {LOCOMOTIVE: "locomotive", LOCOMOTIVE4: "locomotive4", PASSENGER: "passenger"}
"""The catalogue keys of the kinds of card that are not colours, by the number of the kind.

The catalogues list the words for a kind under its key. Players can type these words even if the
edition has another name for the kind.
"""

_LONGEST_VERB: Final = 4
"""The maximum number of words in the name of a command."""


class _Thing(NamedTuple):
    """A kind of card or a stack of tickets, with its folded names."""

    name: str
    own: frozenset[str]
    """The names in the vocabulary's language. They take precedence over `further`."""
    further: frozenset[str]
    """The English names, which are understood in every language."""


class Vocabulary:
    """The words of one language and the English words, for one edition."""

    def __init__(self, edition: Edition, spoken: str) -> None:
        """Read the words from the catalogues.

        Args:
            edition: the edition with the cards, stacks and places.
            spoken: the code of a language.

        Raises:
            ValueError: there is no such language.
        """
        self._edition, self._spoken = edition, spoken
        index, tongue = gazetteer(edition), language(spoken)
        own = catalogue("commands", spoken)
        english = catalogue("commands", ENGLISH)
        self._verbs: dict[str, list[str]] = {}
        for command in english["verbs"]:
            names = (tongue.command(command), *own["verbs"][command], *english["verbs"][command])
            for name in dict.fromkeys(map(fold, names)):
                self._verbs.setdefault(name, []).append(command)
        self._words = {
            kind: frozenset(fold(word) for table in (own, english) for word in table["words"][kind])
            for kind in english["words"]
        }
        self._noise = frozenset(fold(word) for word in (*own["noise"], *english["noise"]))

        def thing(name: str, part: str, said: str, *entries: str) -> _Thing:
            def words(table: Any) -> Iterator[str]:
                return chain.from_iterable(table[part].get(entry, ()) for entry in entries)

            return _Thing(name, _folded(said, *words(own)), _folded(*entries, *words(english)))

        self._cards = [
            thing(kind, "cards", tongue.card(kind), kind, *filter(None, [_COMMON.get(number)]))
            for number, kind in enumerate(index.kinds)
            if kind
        ]
        self._stacks = [
            thing(stack, "stacks", tongue.stack(stack), stack) for stack in edition.stacks
        ]

    def commands(self, tokens: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield each command that the first words may name, paired with the words after the name.

        Commands whose names have more words come first. A command is given by its English key in
        the catalogues.
        """
        for length in range(min(_LONGEST_VERB, len(tokens)), 0, -1):
            for command in self._verbs.get(fold("".join(tokens[:length])), ()):
                yield command, list(tokens[length:])

    def means(self, kind: str, tokens: Iterable[str]) -> bool:
        """Return whether the words, taken together, have a certain meaning.

        Args:
            kind: the English word for the meaning, such as `all`, `with` or `deck`.
            tokens: the words.
        """
        return fold("".join(tokens)) in self._words[kind]

    def without(self, kind: str, tokens: list[str]) -> list[str]:
        """Remove the first word if it has a certain meaning, and return the remaining words.

        If `tokens` has only one word, this word is not removed. If nothing is removed, return all
        words.

        Args:
            kind: the English word for the meaning (see `means`).
            tokens: the words.
        """
        return tokens[1:] if len(tokens) > 1 and self.means(kind, tokens[:1]) else tokens

    def bare(self, tokens: Sequence[str]) -> str:
        """Return the words without articles and similar words, joined by spaces.

        If no word would remain, return all words.
        """
        return " ".join([word for word in tokens if fold(word) not in self._noise] or tokens)

    def paid(self, tokens: list[str]) -> tuple[list[str], list[str] | None]:
        """Return the words before and after the first word that means `with` (see `means`).

        If no word means `with`, return all words and None. The code of a city in capital letters
        never counts as `with`.
        """
        # "CON" is a city, and "con" is Italian for "with".
        cities = gazetteer(self._edition).place_of
        for at, token in enumerate(tokens):
            if self.means("with", [token]) and token not in cities:
                return tokens[:at], tokens[at + 1 :]
        return tokens, None

    def cards(self, word: str) -> list[str]:
        """Return the names of the kinds of card that a word may mean. The list may be empty."""
        return _fitting(self._cards, word)

    def stacks(self, word: str) -> list[str]:
        """Return the names of the stacks of tickets that a word may mean. The list may be empty."""
        return _fitting(self._stacks, word)

    def place(self, tokens: Sequence[str]) -> str:
        """Return the code of the place that the words mean.

        Raises:
            NotFound: no place fits, or several do.
        """
        return find_place(self._edition, " ".join(tokens), self._spoken)

    def routes(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Return the codes of the routes that the words mean.

        Raises:
            NotFound: the words do not name two neighbours, or several pairs fit.
        """
        return find_routes(self._edition, " ".join(tokens), self._spoken)

    def counted(self, tokens: Sequence[str]) -> list[tuple[int, str]] | None:
        """Return the pairs of a number and a name in words such as `3 purple and 1 locomotive`.

        Return None if the words do not have this form.
        """
        parts = [
            part
            for token in tokens
            for piece in re.split(r"[,;]+", token)
            for part in _parts(piece)
            if part and part != "×" and not self.means("and", [part])
        ]
        pairs: list[tuple[int, str]] = []
        at = 0
        while at < len(parts):
            end = at + 1
            # A name can contain a number, as the locomotive +4 does.
            while end < len(parts) and number_of(parts[end]) is None:
                end += 1
            number = number_of(parts[at])
            if number is None or end == at + 1:
                return None
            pairs.append((number, self.bare(parts[at + 1 : end])))
            at = end
        return pairs


def number_of(word: str) -> int | None:
    """Return the number that a word of one to three digits means, or None for any other word."""
    return int(word) if re.fullmatch(r"[0-9]{1,3}", word) else None


def _parts(piece: str) -> tuple[str, ...]:
    """Return the number and the name of a text such as `3red`, `3×red` or `3x`.

    The name is an empty string if there is none. For a text of another form, return a tuple of only
    this text.
    """
    joined = re.fullmatch(r"([0-9]{1,3})[x×]?([^\W\d_].*)?", piece, re.IGNORECASE)
    if joined is None:
        return (piece,)
    return (joined[1], joined[2] or "")


def _folded(*names: str) -> frozenset[str]:
    return frozenset(chain.from_iterable(ways(name) for name in names))


def _fitting(things: Sequence[_Thing], word: str) -> list[str]:
    """Return the names of the cards or stacks that are called `word`.

    If there are none, return the names of those with a folded name that begins with `word`. If
    there are none of these either, return an empty list.
    """
    key = fold(word)
    if not key:
        return []
    for called in (key, key.removesuffix("s")):
        if found := [one.name for one in things if called in one.own or called in one.further]:
            return found
    begun = [one.name for one in things if any(name.startswith(key) for name in one.own)]
    return begun or [
        one.name for one in things if any(name.startswith(key) for name in one.further)
    ]


@lru_cache(maxsize=64)
def vocabulary(edition: Edition, spoken: str) -> Vocabulary:
    """Return the words for an edition in a language. The results for recent editions are cached.

    Raises:
        ValueError: there is no such language.
    """
    return Vocabulary(edition, spoken)
