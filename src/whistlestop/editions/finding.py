"""Finding a place or a route by what people type: codes, names, other names, near misses."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from whistlestop.editions.check import fold
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import City, Country, Edition
from whistlestop.reasons import Reason, because

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_SAINT = re.compile(r"\b(saint|sainte|ste)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s+(?:-|–|—|to|and)\s+|\s*[–—,]\s*|\s*-\s*", re.IGNORECASE)


class NotFound(LookupError):
    """No place or route fits the words, or several do; `choices` has the codes that come close."""

    def __init__(self, reason: Reason, choices: tuple[str, ...] = ()) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.choices = choices


def _key(words: str) -> str:
    return fold(_SAINT.sub("st", words))


@lru_cache(maxsize=64)
def _keys(edition: Edition) -> dict[str, str]:
    """Every folded name → code."""
    found: dict[str, str] = {}
    places: tuple[City | Country, ...] = (*edition.cities, *edition.countries)
    for place in places:
        for name in (place.name, *place.aliases):
            found.setdefault(_key(name), place.code)
            found.setdefault(_key(name.translate(_UMLAUTS)), place.code)
    for place in places:
        found[_key(place.code)] = place.code
    return found


def find_place(edition: Edition, words: str) -> str:
    """The code of the city or country that these words mean.

    Case, accents and punctuation do not matter, `St`, `Saint` and the like are one word, and the
    beginning of a name is enough if it fits only one.

    Raises:
        NotFound: nothing fits, or several places do.
    """
    keys = _keys(edition)
    key = _key(words)
    if key in keys:
        return keys[key]
    index = gazetteer(edition)
    begun = sorted({code for name, code in keys.items() if key and name.startswith(key)})
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise NotFound(
            because(index, "ambiguous_place", word=words.strip(), cities=begun), tuple(begun)
        )
    close = [keys[name] for name in difflib.get_close_matches(key, keys, n=3, cutoff=0.7)]
    close = list(dict.fromkeys(close))
    if not close:
        raise NotFound(because(index, "unknown_place", word=words.strip()))
    raise NotFound(
        because(index, "misspelt_place", word=words.strip(), guesses=close), tuple(close)
    )


def find_routes(edition: Edition, words: str) -> tuple[str, ...]:
    """The codes of the routes that these words mean: all parallel ones, or the one named `/2`.

    Both ends may be codes or names, joined by `-`, `–`, `to`, a comma or just a space.

    Raises:
        NotFound: the words name no two neighbours.
    """
    index = gazetteer(edition)
    text = words.strip()
    track = re.search(r"\s*/\s*([0-9]+)$", text)
    stem = text[: track.start()] if track else text
    a, b = _two_places(edition, stem)
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


def _two_places(edition: Edition, words: str) -> tuple[str, str]:
    """The two ends named in some words: split at a joint, or wherever both halves are places."""
    faults: list[NotFound] = []
    for joint in _BETWEEN.finditer(words):
        try:
            return (
                find_place(edition, words[: joint.start()]),
                find_place(edition, words[joint.end() :]),
            )
        except NotFound as fault:
            faults.append(fault)
    if faults:
        raise faults[0]
    tokens = words.split()
    for split in range(1, len(tokens)):
        try:
            return (
                find_place(edition, " ".join(tokens[:split])),
                find_place(edition, " ".join(tokens[split:])),
            )
        except NotFound as fault:
            faults.append(fault)
    if len(tokens) > 1:
        raise next((fault for fault in faults if fault.choices), faults[0])
    index = gazetteer(edition)
    raise NotFound(because(index, "two_ends", example=index.route_codes[0]))


def _neighbours(edition: Edition, code: str) -> list[str]:
    others = {
        end
        for route in edition.routes
        for end in (route.a, route.b)
        if code in (route.a, route.b) and end != code
    }
    return sorted(others, key=gazetteer(edition).name)
