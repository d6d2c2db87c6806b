"""Check the conditions between the parts of an edition, after each part has been read.

Every check notes all faults that it finds. A check is skipped if the parts that it needs have
faults of their own, so that a single mistake is reported only once.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import asin, cos, radians, sin, sqrt
from typing import Final

from whistlestop.editions import limits
from whistlestop.editions.lines import Path
from whistlestop.editions.model import (
    City,
    Country,
    Edition,
    Flag,
    LocomotiveUse,
    Offer,
    Route,
    TieBreak,
)
from whistlestop.editions.reading import WORD, Faults, guesses, near_matches, shown

RESERVED: Final = frozenset(
    {
        *("locomotive", "locomotive4", "passenger", "deck", "display", "grey", "gray"),
        *("ticket", "tickets", "claim", "draw", "keep", "move", "pass", "build", "pay", "take"),
        *("stop", "with", "and", "from"),
    }
)
"""The words of the command language that no colour and no stack of tickets may have as its name."""

_MOST_TRACKS: Final = 3
"""The maximum number of parallel routes between two places, as on the printed boards.

Drawings cannot show more.
"""

_NEAREST: Final = 0.01
"""The minimum distance between two cities, as a share of the largest distance between any two.

On printed boards, the share is at least 0.03. Cities closer together would cover each other in
drawings.
"""

_PLAIN: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


def fold(name: str) -> str:
    """Return a name in lower case, without accents, spaces and punctuation.

    Folded names are compared with folded words that people type.
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    return "".join(letter for letter in decomposed if letter.isalnum())


class Draft:
    """An edition while it is read: the entries without faults, and their paths in the file."""

    edition: Edition

    def __init__(self) -> None:
        """Create a draft without entries."""
        self.codes: set[str] = set()
        """The codes of all places, including those of entries that have faults."""
        self.paths: dict[str, list[Path]] = {
            "cities": [],
            "countries": [],
            "routes": [],
            "tickets": [],
            "districts": [],
            "merchandise": [],
        }
        """For each of these fields of `Edition`: where its items are in the file, in their order,
        as paths of keys and indexes."""


@dataclass
class _Context:
    """The objects that the checks work on: the draft, its faults, and the codes of its places."""

    draft: Draft
    edition: Edition
    faults: Faults
    unread: tuple[Path, ...]
    """The parts of the file in which reading found faults, as paths of keys and indexes."""
    cities: set[str] = field(default_factory=set[str])
    countries: set[str] = field(default_factory=set[str])

    def broken(self, *path: str | int) -> bool:
        """Return whether reading found a fault in a part of the file.

        A fault of something inside the part counts, and so does a fault of a larger part around it.

        Args:
            *path: the path of the part.
        """
        return any(
            place[: len(path)] == path or path[: len(place)] == place for place in self.unread
        )

    def routes(self) -> Iterator[tuple[Path, Route]]:
        return zip(self.draft.paths["routes"], self.edition.routes, strict=True)

    def places(self) -> Iterator[tuple[Path, City | Country]]:
        yield from zip(self.draft.paths["cities"], self.edition.cities, strict=True)
        yield from zip(self.draft.paths["countries"], self.edition.countries, strict=True)

    def known(self, path: Path, code: str) -> bool:
        """Return whether a place with this code exists. If not, add a fault.

        If the map or its cities could not be read, return False for an unknown code without adding
        a fault.

        Args:
            path: the part of the file that contains the code.
            code: the code.
        """
        if code in self.draft.codes:
            return True
        if {("map",), ("map", "cities")} & set(self.unread):
            return False
        self.faults.add(
            path,
            expected="the code of a city or country of this map",
            found=f'"{code}"',
            advice=near_matches(code, self.draft.codes),
            common=("place", {"found": code, "guesses": guesses(code, self.draft.codes)}),
        )
        return False


def check(draft: Draft, faults: Faults, *, kept: bool = False) -> None:
    """Check all conditions between the parts of a draft, and add every fault that is found.

    Args:
        draft: the edition as read.
        faults: receives the faults.
        kept: whether a game was begun with this edition. If so, conditions that only drawings need
            are not checked.
    """
    context = _Context(draft, draft.edition, faults, faults.paths())
    context.cities = {city.code for city in draft.edition.cities}
    context.countries = {country.code for country in draft.edition.countries}
    for part in (
        _players_and_pieces,
        _words,
        _cards,
        _points,
        _codes,
        _names,
        _flags,
        _capacities,
        _routes,
        _colours,
        _parallel,
        _ferries,
        _substitutes,
        _connected,
        _tickets,
        _opening,
        _turn,
        _districts,
        _merchandise,
        _attractions,
        _tie_breaks,
        _doubly_joined,
        _counts,
        *(() if kept else (_positions, _tracks)),
    ):
        part(context)


def _players_and_pieces(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    fewest, most = edition.players
    if fewest > most and not context.broken("players"):
        faults.add(
            ("players", "fewest"),
            expected=f"at most {most}, the most players",
            found=str(fewest),
            advice="swap the two",
        )
    if context.broken("pieces"):
        return
    if edition.final_round_at >= edition.pieces:
        faults.add(
            ("pieces", "final_round_at"),
            expected=f"less than the {edition.pieces} pieces a player starts with",
            found=str(edition.final_round_at),
            advice="the final round would begin at once",
        )
    longest = max((route.length for route in edition.routes), default=0)
    if edition.pieces < longest:
        faults.add(
            ("pieces", "each"),
            expected=f"at least {longest}, the longest route",
            found=str(edition.pieces),
            advice="nobody could ever claim that route",
        )


def _words(context: _Context) -> None:
    """Add a fault for each name that commands cannot use.

    The names of colours and stacks must consist of the letters a to z, and must not be in
    `RESERVED`. The wild card's name must not be in `RESERVED`, unless it is `locomotive`. No colour
    may have the wild card's name.
    """
    edition, faults = context.edition, context.faults
    wild = edition.cards.locomotive_name
    if wild in RESERVED - {"locomotive"}:
        faults.add(
            ("cards", "locomotive_name"),
            expected="a word of its own",
            found=f'"{wild}", a word of the command language',
            advice="choose another",
        )
    groups = (
        (("cards", "colours"), [name for name, _ in edition.cards.colours], RESERVED | {wild}),
        (("tickets", "stacks"), list(edition.stacks), RESERVED),
    )
    for path, words, taken in groups:
        for word in words:
            if not WORD.fullmatch(word):
                faults.add(
                    (*path, word),
                    expected="one lower-case word of the letters a to z",
                    found=shown(word),
                    advice="choose another name",
                )
            elif word in taken:
                faults.add(
                    (*path, word),
                    expected="a word of its own",
                    found=f"{shown(word)}, which the cards or the commands already use",
                    advice="choose another name",
                )


def _cards(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    cards = edition.cards
    colours_given = not {("cards",), ("cards", "colours")} & set(context.unread)
    if colours_given and not cards.colours:
        faults.add(
            ("cards", "colours"), expected="a colour at least", found="none", advice="add some"
        )
    if context.broken("cards"):
        return
    if cards.total > limits.CARDS:
        faults.add(
            ("cards",),
            expected=f"at most {limits.CARDS} cards in all (the engine's capacity for cards)",
            found=str(cards.total),
            advice="use fewer of some kinds",
        )
    if cards.passenger and not edition.passengers and not context.broken("passengers"):
        faults.add(
            ("cards", "passenger"),
            expected="no passenger cards without passengers",
            found=str(cards.passenger),
            advice="give each player some under [passengers]",
        )
    most = edition.players[1]
    needed = most * cards.starting_hand + limits.DISPLAY
    if cards.total < needed and not context.broken("players"):
        faults.add(
            ("cards",),
            expected=f"at least {needed} cards: {most} starting hands of {cards.starting_hand}"
            f" and a display of {limits.DISPLAY}",
            found=str(cards.total),
            advice="add cards, or have fewer players or smaller hands",
        )


def _points(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    if context.broken("scoring", "route_points"):
        return
    for path, route in context.routes():
        if route.length > len(edition.points):
            faults.add(
                (*path, "length"),
                expected=f"at most {len(edition.points)}, the last length in scoring.route_points",
                found=str(route.length),
                advice="shorten the route or add points",
            )


def _codes(context: _Context) -> None:
    first: dict[str, Path] = {}
    for path, place in context.places():
        if place.code in first:
            context.faults.add(
                (*path, "code"),
                expected="a code of its own",
                found=f'"{place.code}", the code of another place too',
                advice="give one of them another code",
                common=("code_twice", {"found": place.code}),
            )
        first.setdefault(place.code, path)


def _flags(context: _Context) -> None:
    """Add a fault for each flag without bands, and for each `nordic` flag without a cross.

    Add a fault, too, for each flag that is equal to the flag of an earlier country. Tickets
    identify countries by their flags.
    """
    owners: dict[Flag, Country] = {}
    for path, country in zip(
        context.draft.paths["countries"], context.edition.countries, strict=True
    ):
        flag, where = country.flag, (*path, "flag")
        if flag is None:
            continue
        if not flag.bands:
            context.faults.add(
                (*where, "bands"),
                expected="the colour of a band at least",
                found="none",
                advice='write it as bands = ["#ffffff"]',
            )
        if flag.nordic and not flag.cross:
            context.faults.add(
                (*where, "nordic"),
                expected='a "cross" of which this says how it lies',
                found="none",
                advice='give the colour of the cross, or leave "nordic" out',
            )
        owner = owners.setdefault(flag, country)
        if owner is not country:
            context.faults.add(
                where,
                expected="a flag of its own",
                found=f"that of {owner.name} ({owner.code})",
                advice="leave it out where flags cannot be told apart: then names are written",
            )


def _names(context: _Context) -> None:
    """Add a fault for each name or alias that another place also has, or that a place has twice.

    Names that differ only in case, accents or punctuation are equal. A name also must not equal the
    code of another place, and must contain a letter or a digit.
    """
    owners: dict[str, City | Country] = {}
    for _, place in context.places():
        owners.setdefault(fold(place.code), place)
    for path, place in context.places():
        own: set[str] = set()
        steps: list[tuple[str, Path]] = [(place.name, (*path, "name"))]
        steps += [(alias, (*path, "aliases", index)) for index, alias in enumerate(place.aliases)]
        for name, where in steps:
            folded = fold(name)
            owner = owners.get(folded, place)
            if not folded:
                found, advice = f'"{name}"', "use letters or digits"
            elif owner.code != place.code:
                found = f'"{name}", which may be {owner.name} ({owner.code}) too'
                advice = "case, accents and punctuation do not count; choose another"
            elif folded in own:
                found, advice = f'"{name}", which this place is called already', "leave it out"
            else:
                owners[folded] = place
                own.add(folded)
                continue
            values: dict[str, str] = {"found": name}
            common = ("name_twice" if folded else "", values)
            context.faults.add(
                where, expected="a name of its own", found=found, advice=advice, common=common
            )


def _positions(context: _Context) -> None:
    """Add a fault for the first city without a position, and for cities too close to earlier ones.

    An edition in which no city has a position has no fault. Drawings then place the cities by their
    routes.
    """
    nowhere = (0.0, 0.0)
    first: dict[tuple[float, float], City] = {}
    cities = [*zip(context.draft.paths["cities"], context.edition.cities, strict=True)]
    if all((city.latitude, city.longitude) == nowhere for _, city in cities):
        return
    missing = False
    sound = [
        city
        for path, city in cities
        if not context.broken(*path, "at") and (city.latitude, city.longitude) != nowhere
    ]
    widest = max((_angle(one, other) for one, other in combinations(sound, 2)), default=0.0)
    placed: list[City] = []
    for path, city in cities:
        if context.broken(*path, "at"):
            continue
        place = city.latitude, city.longitude
        owner = first.setdefault(place, city)
        near = next((one for one in placed if _angle(city, one) < _NEAREST * widest), None)
        if place != nowhere:
            placed.append(city)
        if place == nowhere:
            if missing:  # report missing positions only once
                continue
            missing = True
            expected, found = "a latitude and a longitude, as other cities have them", "none"
            advice = "add at = [latitude, longitude], or leave it out for all cities"
        elif owner is not city:
            expected = "a position of its own"
            found = f"[{place[0]:g}, {place[1]:g}], where {owner.name} ({owner.code}) is too"
            advice = "move one of them"
        elif near is not None:
            expected = "a position farther from other cities"
            found = (
                f"[{place[0]:g}, {place[1]:g}], so near to {near.name} ({near.code}) that drawings "
                "could not show both"
            )
            share = f"{_NEAREST:.0%}".replace("%", " %")
            advice = f"move one of them: {share} of the map's width apart is enough"
        else:
            continue
        context.faults.add((*path, "at"), expected=expected, found=found, advice=advice)


def _angle(one: City, other: City) -> float:
    """Return the distance between two cities on the globe, as an angle in radians."""
    here, there = radians(one.latitude), radians(other.latitude)
    height = sin((there - here) / 2) ** 2
    width = sin(radians(other.longitude - one.longitude) / 2) ** 2
    return 2 * asin(min(1.0, sqrt(height + cos(here) * cos(there) * width)))


def _routes(context: _Context) -> None:
    faults = context.faults
    for path, route in context.routes():
        ends_known = [context.known((*path, "a"), route.a), context.known((*path, "b"), route.b)]
        if not all(ends_known):
            continue
        if route.a == route.b:
            faults.add(
                path,
                expected="two different ends",
                found=f"{route.a} twice",
                advice="correct one of them",
            )
        elif route.a in context.countries and route.b in context.countries:
            faults.add(
                path,
                expected="a city at one end at least",
                found="two countries",
                advice="a country is a dead end; link each with a city",
            )
        elif route.a in context.countries:
            faults.add(
                (*path, "a"),
                expected="the city first, then the country",
                found=f"the country {route.a}",
                advice="swap a and b",
            )
        if route.exit and route.b in context.cities:
            faults.add(
                (*path, "exit"),
                expected="an exit only for a route to a country",
                found=f'"{route.exit}"',
                advice="leave it out",
            )


def _colours(context: _Context) -> None:
    """Add a fault for each route in an unknown colour, and for each that the cards cannot pay for.

    Nothing is checked if the section on cards has faults or has no colours.
    """
    edition, faults = context.edition, context.faults
    cards = edition.cards
    number = dict(cards.colours)
    if context.broken("cards") or not number:
        return
    for path, route in context.routes():
        if route.colour is not None and route.colour not in number:
            faults.add(
                (*path, "colour"),
                expected='a colour of the edition, or "grey"',
                found=f'"{route.colour}"',
                advice=near_matches(route.colour, (*number, "grey")),
                common=(
                    "colour",
                    {"found": route.colour, "guesses": guesses(route.colour, (*number, "grey"))},
                ),
            )
            continue
        payable = max(number.values()) if route.colour is None else number[route.colour]
        if cards.locomotives_pay(route):
            payable += cards.locomotive
        if route.length >= cards.locomotive4_from_length:
            payable += cards.locomotive4
        payable += cards.substitutes(route)[1]
        if payable < route.length:
            faults.add(
                (*path, "length"),
                expected=f"at most {payable}, the cards that can pay for it",
                found=str(route.length),
                advice="nobody could ever claim this route; shorten it or add cards",
            )


def _pair(route: Route) -> tuple[frozenset[str], str]:
    """Return a key that is equal for parallel routes.

    The key is a pair: the codes of both ends of the route, and `Route.exit`.
    """
    return frozenset((route.a, route.b)), route.exit


def _tracks(context: _Context) -> None:
    """Add a fault for parallel routes of one colour, and for more than `_MOST_TRACKS` routes.

    Grey parallel routes may be equal, as on printed boards. Two routes of one colour are most
    likely one route that was written twice.
    """
    if context.broken("map", "routes"):
        return
    tracks: Counter[tuple[frozenset[str], str]] = Counter()
    coloured: set[tuple[tuple[frozenset[str], str], str]] = set()
    for path, route in context.routes():
        tracks[_pair(route)] += 1
        if route.colour is not None:
            if (_pair(route), route.colour) in coloured:
                context.faults.add(
                    (*path, "colour"),
                    expected="another colour than that of the routes parallel to it",
                    found=f'another route of "{route.colour}" between {route.a} and {route.b}',
                    advice="change its colour, make both grey, or leave one out",
                )
            coloured.add((_pair(route), route.colour))
        if tracks[_pair(route)] == _MOST_TRACKS + 1:
            context.faults.add(
                path,
                expected=f"at most {_MOST_TRACKS} parallel routes between two places",
                found=f"another one between {route.a} and {route.b}",
                advice="leave some out",
            )


def _parallel(context: _Context) -> None:
    if context.edition.parallel_unequal:
        return
    first: dict[tuple[frozenset[str], str], int] = {}
    for path, route in context.routes():
        length = first.setdefault(_pair(route), route.length)
        if route.length != length:
            context.faults.add(
                (*path, "length"),
                expected=f"{length}, like the route parallel to it",
                found=str(route.length),
                advice="parallel routes are equally long, unless parallel.unequal is true; two ways"
                " into one country need an exit each",
            )


def _ferries(context: _Context) -> None:
    cards = context.edition.cards
    for path, route in context.routes():
        if not route.ferry:
            continue
        found = str(route.ferry)
        if route.ferry > route.length:
            expected, advice = f"at most {route.length}, its length", "correct one of them"
        elif context.broken("cards"):
            continue
        elif route.ferry > cards.locomotive and not cards.ferry_substitute:
            expected, advice = f"at most {cards.locomotive}, all there are", "nobody could pay it"
        elif cards.locomotive_use is LocomotiveUse.TUNNELS and not route.tunnel:
            expected = "no ferries where locomotives are for tunnels only"
            advice = 'leave it out, or write locomotive_use = "any"'
        else:
            continue
        context.faults.add((*path, "ferry"), expected=expected, found=found, advice=advice)


def _substitutes(context: _Context) -> None:
    """Add a fault for each rule for substitutes that the engine does not know (F-12, F-14)."""
    cards = context.edition.cards
    for path, route in context.routes():
        if route.substitute and route.ferry:
            context.faults.add(
                (*path, "substitute"),
                expected="no substitute for a ferry",
                found=str(route.substitute),
                advice="write cards.ferry_substitute, which holds for all ferries",
            )
        elif route.tunnel and cards.substitutes(route)[0]:
            context.faults.add(
                (*path, "tunnel"),
                expected="no substitutes for a tunnel",
                found="a tunnel with substitutes",
                advice="leave the tunnel or the substitutes out",
            )
        elif cards.locomotive4 and cards.substitutes(route)[0]:
            context.faults.add(
                ("cards", "locomotive4"),
                expected="none in an edition whose routes take substitutes",
                found=str(cards.locomotive4),
                advice="leave these cards or the substitutes out",
            )
            return


def _connected(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    if faults.within("map") or not edition.cities:
        return
    neighbours: dict[str, set[str]] = {code: set() for code in context.cities}
    entered: set[str] = set()
    for route in edition.routes:
        if route.b in context.countries:
            entered.add(route.b)
        else:
            neighbours[route.a].add(route.b)
            neighbours[route.b].add(route.a)
    parts: list[set[str]] = []
    for city in edition.cities:
        if any(city.code in part for part in parts):
            continue
        part: set[str] = set()
        waiting = [city.code]
        while waiting:
            code = waiting.pop()
            if code not in part:
                part.add(code)
                waiting.extend(neighbours[code])
        parts.append(part)
    main: set[str] = max(parts, key=len)
    for path, place in context.places():
        if place.code not in (entered if isinstance(place, Country) else main):
            faults.add(
                path,
                expected="every place linked with the rest of the map, not through a country",
                found=f"{place.name} apart",
                advice="add a route",
                common=("apart", {"found": place.name}),
            )


def _capacities(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    ways_in = {
        (route.a, route.b, route.exit) for route in edition.routes if route.b in context.countries
    }
    places = len(edition.cities) + len(ways_in)
    if places > limits.PLACES and not context.broken("map", "cities"):
        faults.add(
            ("map", "cities"),
            expected=f"at most {limits.PLACES} places (the engine's capacity for places)",
            found=f"{len(edition.cities)} cities and {len(ways_in)} ways into countries",
            advice="leave some out",
        )
    if not edition.stacks and not context.broken("tickets", "stacks"):
        faults.add(
            ("tickets", "stacks"),
            expected="a stack of tickets",
            found="none",
            advice="add one: main = [...]",
        )
    if len(edition.tickets) > limits.TICKETS:
        faults.add(
            ("tickets", "stacks"),
            expected=f"at most {limits.TICKETS} tickets (the engine's capacity for tickets)",
            found=str(len(edition.tickets)),
            advice="leave some out",
        )


def _tickets(context: _Context) -> None:
    for path, ticket in zip(context.draft.paths["tickets"], context.edition.tickets, strict=True):
        context.known((*path, "from"), ticket.origin)
        seen: set[str] = set()
        for index, (goal, _) in enumerate(ticket.options):
            where = (*path, "options", index, "to") if len(ticket.options) > 1 else (*path, "to")
            context.known(where, goal)
            if goal == ticket.origin:  # S-11
                context.faults.add(
                    where,
                    expected="another place than the ticket's origin",
                    found=f'"{goal}" at both ends',
                    advice="correct one of them",
                )
            elif goal in seen:
                context.faults.add(
                    where,
                    expected="every destination once",
                    found=f'"{goal}" twice',
                    advice="leave one out",
                )
            seen.add(goal)


def _opening(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    _offer(context, ("tickets", "opening"), edition.opening)
    if faults.within("tickets", "opening") or context.broken("tickets", "stacks"):
        return
    if context.broken("players"):
        return
    most = edition.players[1]
    stacked = Counter(ticket.stack for ticket in edition.tickets)
    if edition.opening.choose:
        needs = [("all stacks together", edition.opening.choose, len(edition.tickets))]
    else:
        needs = [
            (f'the stack "{stack}"', draw, stacked[stack])
            for stack, draw in zip(edition.stacks, edition.opening.draw, strict=True)
        ]
    for where, draw, held in needs:
        if held < most * draw:
            faults.add(
                ("tickets", "opening"),
                expected=f"at least {most * draw} tickets in {where}: {draw} for each of"
                f" {most} players",
                found=str(held),
                advice="add tickets, or have fewer players or smaller offers",
            )


def _turn(context: _Context) -> None:
    _offer(context, ("tickets", "turn"), context.edition.turn)


def _offer(context: _Context, path: Path, offer: Offer) -> None:
    faults = context.faults
    if faults.within(*path) or context.broken(*path):
        return
    stacks = len(context.edition.stacks)
    if not offer.choose and len(offer.draw) != stacks:
        faults.add(
            (*path, "draw"),
            expected=f"{stacks} numbers, one for each stack of tickets",
            found=str(len(offer.draw)),
            advice="write them in the order of [tickets.stacks]",
        )
    elif sum(offer.draw[1:]) > limits.SECOND_STACK:
        faults.add(
            (*path, "draw"),
            expected=f"at most {limits.SECOND_STACK} tickets from the second stack",
            found=str(offer.draw[1]),
            advice="swap the stacks, or draw fewer tickets",
        )
    offered = offer.choose or sum(offer.draw)
    if not 1 <= offered <= limits.OFFER:
        faults.add(
            (*path, "draw"),
            expected=f"1 to {limits.OFFER} tickets in all (the engine's capacity for an offer)",
            found=str(offered),
            advice="correct the numbers",
        )
    elif offer.keep > offered:
        faults.add(
            (*path, "keep"),
            expected=f"at most {offered}, all that are offered",
            found=str(offer.keep),
            advice="keep fewer or offer more",
        )
    elif offer.most:
        _most_kept(context, path, offer)


def _most_kept(context: _Context, path: Path, offer: Offer) -> None:
    """Add a fault if `most` lacks a stack, or if its numbers do not allow to keep enough tickets.

    `most` has the maximum number of tickets to keep of each stack. `path` is the offer's place in
    the file.
    """
    faults, stacks = context.faults, len(context.edition.stacks)
    if len(offer.most) != stacks:
        faults.add(
            (*path, "most"),
            expected=f"{stacks} numbers, one for each stack of tickets",
            found=str(len(offer.most)),
            advice="write them in the order of [tickets.stacks]",
        )
        return
    # If players choose the stacks, all tickets may come from the stack with the smallest number.
    kept = min(offer.most) if offer.choose else sum(map(min, offer.most, offer.draw))
    if kept < offer.keep:
        faults.add(
            (*path, "most"),
            expected=f"numbers with which {offer.keep} of the offered tickets can be kept",
            found=f"at most {kept}",
            advice='keep fewer, or have higher numbers in "most"',
        )


def _districts(context: _Context) -> None:
    faults = context.faults
    home: dict[str, str] = {}
    districts = context.edition.districts
    for path in _repeated(context.draft.paths["districts"], [each.name for each in districts]):
        faults.add(
            (*path, "name"),
            expected="a name of its own",
            found="that of another district",
            advice="choose another",
        )
    for path, district in zip(context.draft.paths["districts"], districts, strict=True):
        if len(district.cities) < 2:
            faults.add(
                (*path, "cities"),
                expected="at least two cities to link",
                found=str(len(district.cities)),
                advice="add cities or leave the district out",
            )
        for index, code in enumerate(district.cities):
            where = (*path, "cities", index)
            if not context.known(where, code):
                continue
            if code in context.countries:
                faults.add(
                    where,
                    expected="a city",
                    found=f'the country "{code}"',
                    advice="leave it out",
                )
            elif code in home:
                faults.add(
                    where,
                    expected="every city in one district at most",
                    found=f'"{code}", which is in district {home[code]} already',
                    advice="leave it out of one",
                )
            home.setdefault(code, district.name)


def _repeated(paths: Iterable[Path], names: Iterable[str]) -> list[Path]:
    """Return the path of each name that is equal to an earlier name.

    Args:
        paths: the path of each name.
        names: the names, in the order of `paths`.
    """
    seen: set[str] = set()
    found: list[Path] = []
    for path, name in zip(paths, names, strict=True):
        if name in seen:
            found.append(path)
        seen.add(name)
    return found


def _merchandise(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    kinds = edition.merchandise
    for path in _repeated(context.draft.paths["merchandise"], [kind.name for kind in kinds]):
        faults.add(
            (*path, "name"),
            expected="a name of its own",
            found="that of another kind of stack",
            advice="choose another",
        )
    used = {city.merchandise for city in edition.cities}
    for path, kind in zip(context.draft.paths["merchandise"], kinds, strict=True):
        if list(kind.tokens) != sorted(kind.tokens, reverse=True):
            faults.add(
                (*path, "tokens"),
                expected="the highest token first",
                found=", ".join(map(str, kind.tokens)),
                advice="sort them downwards",
            )
        if kind.name not in used and not context.broken("map", "cities"):
            faults.add(
                path,
                expected="a city that has this stack",
                found="none",
                advice=f'write merchandise = "{kind.name}" in a city, or leave the stack out',
            )
    if context.broken("merchandise"):
        return
    known = {kind.name for kind in kinds}
    for path, city in zip(context.draft.paths["cities"], edition.cities, strict=True):
        if city.merchandise is not None and city.merchandise not in known:
            faults.add(
                (*path, "merchandise"),
                expected="a stack of [[merchandise]]",
                found=f'"{city.merchandise}"',
                advice=near_matches(city.merchandise, known),
            )
    if bool(kinds) != bool(edition.passengers) and not context.broken("passengers"):
        faults.add(
            ("passengers",) if edition.passengers else ("merchandise",),
            expected="passengers and merchandise together",
            found="passengers only" if edition.passengers else "merchandise only",
            advice="passengers collect merchandise: add the other, or leave both out",
        )


def _attractions(context: _Context) -> None:
    edition = context.edition
    marked = any(city.attraction for city in edition.cities)
    if marked != bool(edition.attraction_points) and not context.broken("bonus"):
        context.faults.add(
            ("bonus", "attraction") if edition.attraction_points else ("map", "cities"),
            expected="attractions and their points together",
            found="attractions without points" if marked else "points without attractions",
            advice="write attraction = true in cities and [bonus] attraction, or leave both out",
        )


def _tie_breaks(context: _Context) -> None:
    edition, faults = context.edition, context.faults
    no_paths = not edition.longest_path_bonus and not context.broken("bonus")
    lacks = {
        TieBreak.LONGEST_PATH: no_paths,
        TieBreak.MERCHANDISE: not edition.merchandise and not context.broken("merchandise"),
        TieBreak.STATIONS: not edition.stations and not context.broken("stations"),
    }
    for tie_break, number in Counter(edition.tie_breaks).items():
        if number > 1:
            faults.add(
                ("scoring", "tie_breaks"),
                expected="every tie-break once",
                found=f'"{tie_break}" {number} times',
                advice="leave the later ones out",
            )
        if lacks.get(tie_break, False):
            faults.add(
                ("scoring", "tie_breaks"),
                expected="tie-breaks that this edition can decide",
                found=f'"{tie_break}", which it does not have',
                advice="leave it out, or add what it looks at",
            )


def _doubly_joined(context: _Context) -> None:
    """Add a fault if a number of `bonus.doubly_joined` is smaller than the one before it (B-11)."""
    points = context.edition.doubly_joined
    if list(points) != sorted(points) and not context.broken("bonus"):
        context.faults.add(
            ("bonus", "doubly_joined"),
            expected="numbers that never become smaller",
            found=f"[{', '.join(map(str, points))}]",
            advice="write the points for all of these tickets together, not for one more",
        )


def _counts(context: _Context) -> None:
    """Add a fault for each total in `[counts]` that differs from the entries of the file.

    Totals of entries that could not be read are not compared.
    """
    edition, faults = context.edition, context.faults
    counts = edition.counts
    if counts is None:
        return
    values: dict[str, list[int]] = {stack: [] for stack in edition.stacks}
    for ticket in edition.tickets:
        values[ticket.stack].append(max(points for _, points in ticket.options))
    stack_of = {kind.name: len(kind.tokens) for kind in edition.merchandise}
    ticket_numbers = [len(each) for each in values.values()]
    ticket_points = [sum(each) for each in values.values()]
    tokens = sum(stack_of.get(city.merchandise or "", 0) for city in edition.cities)
    totals: list[tuple[str, object, object, tuple[str, ...]]] = [
        ("cities", counts.cities, len(edition.cities), ("map", "cities")),
        ("routes", counts.routes, len(edition.routes), ("map", "routes")),
        ("pairs", counts.pairs, len(set(map(_pair, edition.routes))), ("map", "routes")),
        ("spaces", counts.spaces, sum(each.length for each in edition.routes), ("map", "routes")),
        ("tickets", list(counts.tickets), ticket_numbers, ("tickets", "stacks")),
        (
            "ticket_points",
            list(counts.ticket_points),
            ticket_points,
            ("tickets", "stacks"),
        ),
        ("cards", counts.cards, edition.cards.total, ("cards",)),
        ("merchandise", counts.merchandise, tokens, ("map", "cities")),
    ]
    for key, claimed, counted, part in totals:
        if claimed != counted and not context.broken(*part) and not context.broken("counts", key):
            faults.add(
                ("counts", key),
                expected=f"{counted}, what the file adds up to",
                found=str(claimed),
                advice="correct the entries, or this total",
                common=("count", {"claimed": str(claimed), "counted": str(counted)}),
            )
    per_colour = Counter(route.colour or "grey" for route in edition.routes)
    if context.broken("map", "routes"):
        return
    for colour, claimed in counts.routes_per_colour:
        if per_colour[colour] != claimed:
            faults.add(
                ("counts", "routes_per_colour", colour),
                expected=f"{per_colour[colour]}, the routes of this colour in the file",
                found=str(claimed),
                advice="correct the routes, or this total",
                common=("count", {"claimed": str(claimed), "counted": str(per_colour[colour])}),
            )
