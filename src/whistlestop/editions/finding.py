"""Find a place or a route from typed words: codes, names, other names, and misspelt ones."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from whistlestop.editions.check import fold
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import City, Country, Edition
from whistlestop.language import ENGLISH, catalogue, language
from whistlestop.reasons import Reason, because

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_SAINT = re.compile(r"\b(saint|sainte|ste)\b", re.IGNORECASE)
_SPACE = re.compile(" ")


class NotFound(LookupError):
    """The error for words that no place or route fits, or that several fit.

    `choices` has the codes of the places or routes that are closest to the words.
    """

    def __init__(self, reason: Reason, choices: tuple[str, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.choices = choices


def ways(name: str) -> tuple[str, str]:
    """Return two folded forms of a name: with umlauts as one letter, and as two letters.

    For Köln, the forms are `koln` and `koeln`.
    """
    return _key(name), _key(name.translate(_UMLAUTS))


def _key(words: str) -> str:
    return fold(_SAINT.sub("st", words))


class _Places(NamedTuple):
    """The codes of the places of an edition, by their folded names in one language."""

    called: dict[str, str]
    """The code of each place, by all of its folded names and by its folded code."""
    own: dict[str, str]
    """The code of each place, by its name on the board and by its name in the reader's language.
    Both names are folded."""
    further: dict[str, str]
    """The code of each place, by its folded aliases (`City.aliases`) and by its folded code."""
    longest: int
    """The number of letters in the longest name."""


@lru_cache(maxsize=64)
def _places(edition: Edition, spoken: str) -> _Places:
    index, tongue = gazetteer(edition), language(spoken)
    own: dict[str, str] = {}
    further: dict[str, str] = {}
    places: tuple[City | Country, ...] = (*edition.cities, *edition.countries)
    for place in places:
        for name in (place.name, tongue.place(index, place.code)):
            for key in ways(name):
                own.setdefault(key, place.code)
        for name in place.aliases:
            for key in ways(name):
                further.setdefault(key, place.code)
    codes = {_key(place.code): place.code for place in places}
    called = further | own | codes
    return _Places(called, own, further | codes, max(map(len, called)))


@lru_cache(maxsize=16)
def _between(spoken: str) -> re.Pattern[str]:
    """Return a pattern for what people type between two places: a sign, or a word such as `to`.

    Args:
        spoken: the code of a language. The words are in this language or in English.
    """
    words = {
        word for code in (spoken, ENGLISH) for word in catalogue("commands", code)["words"]["to"]
    }
    joints = "|".join(map(re.escape, sorted(words)))
    return re.compile(rf" (?:-|–|—|{joints}) | ?[–—,] ?| ?- ?", re.IGNORECASE)


def find_place(edition: Edition, words: str, spoken: str = ENGLISH) -> str:
    """Return the code of the city or country that the words mean.

    Case, accents and punctuation have no effect. `St`, `Saint` and similar words are equal. The
    beginning of a name is enough if it fits only one place.

    Args:
        edition: the edition.
        words: what was typed.
        spoken: the code of a language whose names are accepted as well as those of the board.

    Raises:
        NotFound: no place fits, or several do.
    """
    key = _key(words)
    found = _meant(edition, key, spoken)
    if len(found) == 1:
        return found[0]
    index = gazetteer(edition)
    if found:
        raise NotFound(
            because(index, "ambiguous_place", word=words.strip(), cities=found), tuple(found)
        )
    places = _places(edition, spoken)
    # Longer words are not close to any name. Comparing them would only take time.
    near = places.called if len(key) <= 2 * places.longest else ()
    close = [places.called[name] for name in difflib.get_close_matches(key, near, n=3, cutoff=0.7)]
    close = list(dict.fromkeys(close))
    if not close:
        raise NotFound(because(index, "unknown_place", word=words.strip()))
    raise NotFound(
        because(index, "misspelt_place", word=words.strip(), guesses=close), tuple(close)
    )


def _meant(edition: Edition, key: str, spoken: str) -> list[str]:
    """Return the codes of the places that a folded word may mean.

    If a place has the word as its name, alias or code, return only the code of this place.
    Otherwise, return the codes of all places with a name that begins with the word. If there are
    none, return those with an alias or a code that begins with the word. The list is empty if no
    place fits.

    Args:
        edition: the edition.
        key: the folded word.
        spoken: the code of a language whose names are accepted as well as those of the board.
    """
    places = _places(edition, spoken)
    if key in places.called:
        return [places.called[key]]
    if not key or len(key) > places.longest:
        return []
    for names in (places.own, places.further):
        if begun := sorted({code for name, code in names.items() if name.startswith(key)}):
            return begun
    return []


def find_routes(edition: Edition, words: str, spoken: str = ENGLISH) -> tuple[str, ...]:
    """Return the codes of the routes that the words mean: all parallel ones, or one of them (`/2`).

    Both ends may be codes or names, joined by `-`, `–`, `to`, a comma or a space. If the beginning
    of a name fits several places, only places with a route to the other end count.

    Args:
        edition: the edition.
        words: what was typed.
        spoken: the code of a language whose words are accepted as well as English ones.

    Raises:
        NotFound: the words do not name two neighbours, or several pairs fit, or there is no
            parallel route with the given number.
    """
    index = gazetteer(edition)
    text = " ".join(words.split())
    track = re.search(r" ?/ ?([0-9]+)$", text)
    a, b = _two_places(edition, text[: track.start()] if track else text, spoken)
    first = index.route_of.get(f"{a}-{b}")
    if first is None:
        raise NotFound(
            because(index, "no_link", city=a, goal=b, cities=_neighbours(edition, a)),
        )
    if track is None:
        same_pair = [
            number
            for number, code in enumerate(index.route_codes)
            if {a, b} == set(code.split("/")[0].split("-"))
        ]
        return tuple(index.route_codes[number] for number in same_pair)
    number = index.route_of.get(f"{a}-{b}/{track[1].lstrip('0')}")
    if number is None:
        raise NotFound(because(index, "no_track", city=a, goal=b, track=track[1]))
    return (index.route_codes[number],)


class _Split(NamedTuple):
    """A split of typed words into two halves, each of which may name a place."""

    joint: re.Match[str]
    a: list[str]
    """The codes of the places that the first half may mean."""
    b: list[str]


def _two_places(edition: Edition, words: str, spoken: str) -> tuple[str, str]:
    """Return the codes of the two places that some words name. They need not be neighbours.

    If the words can be split in several ways, only splits into two neighbours count.

    Args:
        edition: the edition.
        words: what was typed.
        spoken: the code of a language whose words are accepted as well as English ones.

    Raises:
        NotFound: the words do not name two places, or several pairs of neighbours fit.
    """
    index = gazetteer(edition)
    strong, weak = (list(joints.finditer(words)) for joints in (_between(spoken), _SPACE))
    if not strong and not weak:
        raise NotFound(because(index, "two_ends", example=index.route_codes[0]))
    tried: list[_Split] = []
    for joints in (strong, weak):
        splits = list(_splits(edition, words, joints, spoken))
        linked = [
            (split, a, b)
            for split in splits
            for a in split.a
            for b in split.b
            if f"{a}-{b}" in index.route_of
        ]
        pairs = {index.route_of[f"{a}-{b}"] for _, a, b in linked}
        if len(pairs) == 1:
            return linked[0][1], linked[0][2]
        if pairs:
            raise _several(edition, words, linked)
        tried += splits
    # The error message is about the split that comes closest, or else the first one.
    tried.sort(key=lambda split: -((len(split.a) == 1) + (len(split.b) == 1)))
    joint = tried[0].joint if tried and 1 in map(len, tried[0][1:]) else (strong or weak)[0]
    return (
        find_place(edition, words[: joint.start()], spoken),
        find_place(edition, words[joint.end() :], spoken),
    )


def _several(edition: Edition, words: str, linked: list[tuple[_Split, str, str]]) -> NotFound:
    """Return an error that lists the places that one half of the words may mean.

    This is the first half if it may mean several places, and otherwise the second half.

    Args:
        edition: the edition.
        words: what was typed.
        linked: each possible split of the words into two neighbours, and the codes of the first
            and of the second neighbour.
    """
    joint = linked[0][0].joint
    from_ = list(dict.fromkeys(a for _, a, _ in linked))
    to = list(dict.fromkeys(b for _, _, b in linked))
    word, cities = (words[: joint.start()], from_) if len(from_) > 1 else (words[joint.end() :], to)
    reason = because(gazetteer(edition), "ambiguous_place", word=word, cities=cities)
    return NotFound(reason, tuple(cities))


def _splits(
    edition: Edition, words: str, joints: list[re.Match[str]], spoken: str
) -> Iterator[_Split]:
    """Yield the splits of typed words into two halves, each of which may be the name of a place.

    The words are split at the matches in `joints`, which belong to neither half. A split is left
    out if a half is empty or has more letters than the longest name on the board. So there are at
    most as many splits as letters in the longest name. If long halves were tried, too, the time
    would grow with the square of the length of the words.

    Args:
        edition: the edition.
        words: what was typed.
        joints: the matches in `words` at which to split.
        spoken: the code of a language whose names are accepted as well as those of the board.
    """
    folded: list[str] = []
    ends: list[tuple[int, int]] = []
    length = at = 0
    for joint in joints:
        before, between = _key(words[at : joint.start()]), _key(joint[0])
        folded += (before, between)
        ends.append((length + len(before), length + len(before) + len(between)))
        length, at = ends[-1][1], joint.end()
    folded.append(_key(words[at:]))
    whole, longest = "".join(folded), _places(edition, spoken).longest
    seen: set[tuple[int, int]] = set()
    for joint, (end, start) in zip(joints, ends, strict=True):
        if 0 < end <= longest and 0 < len(whole) - start <= longest and (end, start) not in seen:
            seen.add((end, start))
            yield _Split(
                joint,
                _meant(edition, whole[:end], spoken),
                _meant(edition, whole[start:], spoken),
            )


def _neighbours(edition: Edition, code: str) -> list[str]:
    others = {
        end
        for route in edition.routes
        for end in (route.a, route.b)
        if code in (route.a, route.b) and end != code
    }
    return sorted(others, key=gazetteer(edition).name)
