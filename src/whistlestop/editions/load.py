"""Load an edition from its TOML file. `docs/edition-files.md` describes the format.

`load` takes the name of a built-in edition or the path of a file. If a file has faults, an
`EditionError` names them all.

A *variant* is a built-in edition that is played on the board of another one with other tickets,
such as `usa-1910`. Its file names the board's edition, and contains only what differs from it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, cast

from whistlestop.editions import limits
from whistlestop.editions.check import Draft, check
from whistlestop.editions.layout_section import layout_text
from whistlestop.editions.lines import Excess, check_size, lines
from whistlestop.editions.model import (
    Cards,
    City,
    Country,
    Counts,
    District,
    Edition,
    Flag,
    LocomotiveUse,
    Merchandise,
    Offer,
    Route,
    Ticket,
    TieBreak,
    Unkept,
)
from whistlestop.editions.reading import (
    WORD,
    Fault,
    Faults,
    Table,
    TooManyFaults,
    near_matches,
)

POINTS: Final = 100
"""The maximum points for one route, ticket, district, token, station or bonus."""

EXTRA_PIECES: Final = 3
"""The maximum number of passengers for each player, and likewise the maximum number of stations."""

MOST_BANDS: Final = 5
"""The maximum number of bands of a flag, which is drawn a few pixels high."""

LARGEST_FILE: Final = 256 * 1024
"""The maximum size of an edition's file in bytes."""

COMPLETED: Final = ("scoring", "tickets", "counts")
"""The tables in a variant's file that are completed from the table of the board's file."""

_PACKAGE: Final = "whistlestop.editions"
_VARIANTS: Final = "variants"
_AT_LINE: Final = re.compile(r" \(at line (\d+)(?:, column \d+)?\)")
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_CITY_CODE: Final = re.compile(r"[A-Z]{3}")
_COUNTRY_CODE: Final = re.compile(r"[A-Z]{2}")
_CODE: Final = re.compile(r"[A-Z]{2,3}")
_EXIT: Final = re.compile(r"[a-z0-9]+")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_A_COLOUR: Final = 'a colour as "#rrggbb", in small letters'


class EditionError(ValueError):
    """The error for an edition that cannot be used.

    `faults` has a sentence for each fault, up to `MOST_FAULTS` sentences.
    """

    def __init__(
        self,
        summary: str,
        faults: tuple[str, ...],
        told: tuple[Fault, ...] = (),
        more: bool = False,
    ) -> None:
        """Set the summary and the faults.

        Args:
            summary: a sentence that names the edition.
            faults: one sentence for each fault.
            told: the faults as objects, which may have lines, codes and values. By default, objects
                with only the sentences.
            more: whether there may be further faults, which were not looked for.
        """
        super().__init__(summary, faults)
        self.summary = summary
        self.faults = faults
        self.told = told or tuple(map(Fault, faults))
        self.more = more

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  - {fault}" for fault in self.faults)])


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of the built-in editions that are no variants, in alphabetical order."""
    return _files_in(resources.files(_PACKAGE))


@lru_cache(maxsize=1)
def variants() -> tuple[str, ...]:
    """Return the names of the built-in variants of all boards, in alphabetical order."""
    return _files_in(resources.files(_PACKAGE).joinpath(_VARIANTS))


def all_names() -> tuple[str, ...]:
    """Return the names of all built-in editions, and after them those of the variants."""
    return (*names(), *variants())


@lru_cache(maxsize=16)
def variants_of(board: str) -> tuple[str, ...]:
    """Return the names of the variants on a board, those with the fewest tickets first.

    Args:
        board: the name of a built-in edition.
    """
    found = [edition for edition in map(load, variants()) if edition.variant_of == board]
    return tuple(one.name for one in sorted(found, key=lambda one: (len(one.tickets), one.name)))


def short_name(variant: str) -> str:
    """Return what follows the board's name in the name of a variant: `mega` of `usa-mega`."""
    return variant.removeprefix(f"{load(variant).board}-")


def _files_in(folder: Traversable) -> tuple[str, ...]:
    files = (file.name for file in folder.iterdir())
    return tuple(sorted(file[:-5] for file in files if file.endswith(".toml")))


def load(name_or_path: str | os.PathLike[str]) -> Edition:
    """Return the built-in edition or variant with this name, or the edition in this file.

    A text that ends in `.toml` or contains a slash is the path of a file.

    Raises:
        EditionError: there is no such edition, or its file cannot be read or has faults.
        TypeError: the argument is neither a name nor a path.
    """
    if not isinstance(cast(object, name_or_path), str | os.PathLike):
        raise TypeError(
            f"an edition is a name, the path of a .toml file, or an Edition, not {name_or_path!r}"
        )
    text = os.fspath(name_or_path)
    is_path = isinstance(name_or_path, os.PathLike) or text.endswith(".toml")
    if is_path or "/" in text or os.sep in text:
        return _parse(_content(Path(text)), text)
    known = all_names()
    if text not in known:
        raise EditionError(
            f'There is no edition "{text}".',
            (
                f"expected one of {', '.join(known)}, or the path of a .toml file, "
                f'found "{text}"; {near_matches(text, known)}',
            ),
        )
    return _built_in(text)


@lru_cache(maxsize=64)
def _built_in(name: str) -> Edition:
    """Return a built-in edition. It is cached, because the package's files do not change."""
    file = f"{name}.toml"
    folder = resources.files(_PACKAGE)
    if name in names():
        return _parse(folder.joinpath(file).read_bytes(), file)
    content = folder.joinpath(_VARIANTS, file).read_bytes()
    board: str = tomllib.loads(content.decode())["board"]
    return _parse(content, file, board=folder.joinpath(f"{board}.toml").read_bytes())


def is_built_in(edition: Edition) -> bool:
    """Return whether an edition is a built-in one.

    An edition from another file is not, even if it has the name of a built-in one.
    """
    return edition.name in all_names() and load(edition.name).source == edition.source


def loads(text: str, file: str = "edition.toml", *, kept: bool = False) -> Edition:
    """Return the edition in a text. No file is opened.

    Args:
        text: the contents of an edition's file.
        file: the name of the file in messages about faults.
        kept: whether a game was begun with this edition. Then only what the rules need is checked,
            because earlier versions allowed more.

    Raises:
        EditionError: the text has faults.
    """
    content = text.encode("utf-8", "replace")
    if len(content) > LARGEST_FILE:
        raise _too_large(file)
    return _parse(content, file, kept)


def _content(path: Path) -> bytes:
    """Return the bytes of a user's file. Raise `EditionError` if it is unreadable or too large."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _unreadable(
            str(path), f"expected a file to read, found none: {reason}; check the path"
        ) from error
    except ValueError as error:
        raise _unreadable(
            str(path), f"expected a path, found a text that cannot be one: {error}; check it"
        ) from error
    if len(content) > LARGEST_FILE:
        raise _too_large(str(path))
    return content


def _too_large(file: str) -> EditionError:
    return _unreadable(
        file, f"expected at most {LARGEST_FILE} bytes, found more; is this an edition's file?"
    )


def _unreadable(
    file: str, fault: str, line: int | None = None, code: str = "", **values: str
) -> EditionError:
    text = f"{file}: {fault}"
    told = Fault(text, line, code=code, values=values)
    return EditionError(f"{file} cannot be read.", (text,), (told,))


@lru_cache(maxsize=64)
def _parse(content: bytes, file: str, kept: bool = False, board: bytes = b"") -> Edition:
    """Return the edition in these bytes. The results for recent contents are cached.

    Args:
        content: the bytes of an edition's file.
        file: the name of the file in messages about faults.
        kept: whether a game was begun with this edition. Then only what the rules need is checked.
        board: if the file is that of a variant, the file of the edition that has the board.

    Raises:
        EditionError: the content has faults.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise _unreadable(
            file,
            f"line {line}: expected UTF-8, found other bytes; save the file as UTF-8",
            line,
            "encoding",
        ) from error
    try:
        check_size(text)
        data = tomllib.loads(text)
    except Excess as error:
        raise _unreadable(
            file, f"line {error.line}: {error}", error.line, "syntax", detail=str(error)
        ) from error
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "arrays nested too deeply"
        raise _unreadable(
            file,
            f"expected TOML, found what is none: {reason}; correct the syntax there",
            int(at[1]) if (at := _AT_LINE.search(reason)) else None,
            "syntax",
            detail=_AT_LINE.sub("", reason),
        ) from error
    faults = Faults(file, lambda: lines(text.replace("\r\n", "\n")))
    variant_of: str = data.pop("board") if board else ""
    if board:
        data = _on_board(tomllib.loads(board.decode()), data)
    try:
        top = Table(data, (), faults)
        draft = _edition(top, faults, hashlib.sha256(board + content).hexdigest())
        draft.edition = replace(draft.edition, variant_of=variant_of)
        check(draft, faults, kept=kept)
        # The layout can only be checked once the cities and routes are known.
        layout = "" if faults else layout_text(top, draft.edition)
    except TooManyFaults as error:
        summary = f"{file} has more than {len(faults)} faults; the first:"
        raise EditionError(summary, faults.texts(), faults.all(), more=True) from error
    if faults:
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        raise EditionError(f"{file} has {number}:", faults.texts(), faults.all())
    return replace(draft.edition, layout=layout) if layout else draft.edition


def _on_board(board: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """Return the complete data of a variant: what its file leaves out is as in the board's file.

    Of the tables in `COMPLETED`, each key can be left out. Everything else is given whole.
    """
    parts = {key: {**board[key], **variant.get(key, {})} for key in COMPLETED}
    return {**board, **variant, **parts}


def _edition(top: Table, faults: Faults, source: str) -> Draft:
    """Return a draft of the edition in a file, without the entries that have faults.

    Args:
        top: the file's top-level table.
        faults: receives the faults.
        source: the SHA-256 digest of the file in hexadecimal.
    """
    draft = Draft()
    players = top.table("players")
    pieces = top.table("pieces")
    passengers = top.table("passengers", required=False)
    stations = top.table("stations", required=False)
    scoring = top.table("scoring")
    bonus = top.table("bonus", required=False)
    parallel = top.table("parallel")
    cards = _cards(top.table("cards"))
    tickets = top.table("tickets")
    stack_table = tickets.table("stacks")
    stacks = stack_table.given(limits.STACKS, "stacks")
    board = top.table("map")
    counts = top.table("counts", required=False)
    merchandise = top.tables("merchandise", 16, "", required=False)
    districts = top.tables(
        "districts", limits.DISTRICTS, "the engine's capacity for districts", required=False
    )
    draft.edition = Edition(
        name=top.text(
            "name",
            form=_NAME,
            what="a short lower-case name: a letter, then letters, digits, - or _",
        ),
        title=top.text("title"),
        revision=top.integer("revision", 1, 9999),
        notes=top.texts("notes", 50),
        players=(
            players.integer("fewest", 2, limits.SEATS),
            players.integer("most", 2, limits.SEATS, limit="seats at one table"),
        ),
        pieces=pieces.integer("each", 1, limits.PIECES, limit="pieces a player"),
        piece_name=pieces.text("name", "train", WORD, "one lower-case word"),
        final_round_at=pieces.integer("final_round_at", 0, limits.PIECES, 2),
        passengers=passengers.integer("each", 0, EXTRA_PIECES, 0, "passengers a player"),
        stations=stations.integer("each", 0, EXTRA_PIECES, 0, "stations a player"),
        station_points=stations.integer("points", 0, POINTS, 0),
        cards=cards,
        points=scoring.integers(
            "route_points", 0, POINTS, limits.LENGTH, "the engine's longest route"
        ),
        stacks=stacks,
        opening=_offer(tickets.table("opening"), tuple(Unkept)),
        turn=_offer(tickets.table("turn"), (Unkept.BOTTOM, Unkept.OUT)),
        parallel_closed_up_to=parallel.integer("closed_up_to", 0, limits.SEATS),
        parallel_unequal=parallel.flag("unequal", False),
        attraction_points=bonus.integer("attraction", 0, POINTS, 0),
        longest_path_bonus=bonus.integer("longest_path", 0, POINTS, 0),
        most_tickets_bonus=bonus.integer("most_tickets", 0, POINTS, 0),
        doubly_joined=_doubly_joined(bonus),
        tie_breaks=_tie_breaks(scoring),
        cities=_cities(board, faults, draft),
        countries=_countries(board, faults, draft),
        routes=_routes(board, faults, draft),
        tickets=_tickets(stack_table, stacks, faults, draft),
        districts=_districts(districts, faults, draft),
        merchandise=_merchandise(merchandise, faults, draft),
        counts=_counts(counts, cards) if "counts" in top else None,
        source=source,
    )
    top.unknown("layout")
    for table in (top, players, pieces, passengers, stations, scoring, bonus, parallel):
        table.close()
    tickets.close()
    board.close()
    return draft


def _doubly_joined(bonus: Table) -> tuple[int, ...]:
    if "doubly_joined" not in bonus:
        return ()
    limit = "the engine's capacity for doubly joined tickets"
    return bonus.integers("doubly_joined", 1, POINTS, limits.DOUBLY_JOINED, limit)


def _cards(table: Table) -> Cards:
    most = limits.CARDS_OF_A_KIND
    limit = "cards of one kind"
    colours = table.table("colours")
    cards = Cards(
        colours=tuple(
            (name, colours.integer(name, 1, most, limit=limit))
            for name in colours.given(limits.COLOURS, "colours")
        ),
        locomotive=table.integer("locomotive", 0, most, limit=limit),
        locomotive4=table.integer("locomotive4", 0, most, 0, limit),
        passenger=table.integer("passenger", 0, most, 0, limit),
        starting_hand=table.integer("starting_hand", 0, limits.CARDS, 4),
        locomotive_name=table.text("locomotive_name", "locomotive", WORD, "one lower-case word"),
        locomotive_use=LocomotiveUse(
            table.choice("locomotive_use", tuple(LocomotiveUse), LocomotiveUse.ANY)
        ),
        ferry_substitute=_substitute(table, "ferry_substitute"),
        locomotive_ends_draw=table.flag("locomotive_ends_draw", True),
        locomotive4_from_length=table.integer("locomotive4_from_length", 1, limits.LENGTH, 4),
        sweep_locomotives=table.integer("sweep_locomotives", 0, limits.DISPLAY, 3),
        sweep_passengers=table.integer("sweep_passengers", 0, limits.DISPLAY, 3),
    )
    table.close()
    return cards


def _offer(table: Table, unkept: tuple[Unkept, ...]) -> Offer:
    limit = "tickets offered at once"
    draw: tuple[int, ...] = ()
    choose = 0
    if "choose" in table:
        choose = table.integer("choose", 1, limits.SECOND_STACK, limit=limit)
        if "draw" in table:
            table.fault(
                "draw",
                expected='either "draw" or "choose"',
                found="both",
                advice='keep "choose" if the player says how many come from each stack',
            )
            table.integers("draw", 0, limits.OFFER, limits.STACKS)
    else:
        draw = table.integers("draw", 0, limits.OFFER, limits.STACKS, "one for each stack")
    offer = Offer(
        keep=table.integer("keep", 1, limits.OFFER, limit=limit),
        unkept=Unkept(table.choice("unkept", unkept, Unkept.BOTTOM)),
        draw=draw,
        choose=choose,
        most=table.integers("most", 0, limits.OFFER, limits.STACKS, "one for each stack")
        if "most" in table
        else (),
    )
    table.close()
    return offer


def _tie_breaks(scoring: Table) -> tuple[TieBreak, ...]:
    known = {str(tie_break): tie_break for tie_break in TieBreak}
    words = scoring.texts("tie_breaks", limits.TIE_BREAKS)
    for word in words:
        if word and word not in known:
            scoring.fault(
                "tie_breaks",
                expected="one of " + ", ".join(known),
                found=f'"{word}"',
                advice=near_matches(word, known),
            )
    return tuple(known[word] for word in words if word in known)


def _cities(board: Table, faults: Faults, draft: Draft) -> tuple[City, ...]:
    cities: list[City] = []
    for table in board.tables("cities", limits.PLACES, "the engine's capacity for places"):
        before = len(faults)
        faults.label(table.path, table.peek("code"))
        draft.codes.add(table.peek("code"))
        latitude, longitude = _position(table)
        city = City(
            code=table.text("code", form=_CITY_CODE, what="a code of three capital letters"),
            name=table.text("name"),
            aliases=table.texts("aliases", 10),
            latitude=latitude,
            longitude=longitude,
            merchandise=table.text("merchandise", "") or None,
            attraction=table.flag("attraction", False),
        )
        table.close()
        if len(faults) == before:
            cities.append(city)
            draft.paths["cities"].append(table.path)
    return tuple(cities)


def _countries(board: Table, faults: Faults, draft: Draft) -> tuple[Country, ...]:
    countries: list[Country] = []
    limit = "the engine's capacity for places"
    for table in board.tables("countries", limits.PLACES, limit, required=False):
        before = len(faults)
        faults.label(table.path, table.peek("code"))
        draft.codes.add(table.peek("code"))
        latitude, longitude = _position(table)
        country = Country(
            code=table.text("code", form=_COUNTRY_CODE, what="a code of two capital letters"),
            name=table.text("name"),
            aliases=table.texts("aliases", 10),
            latitude=latitude,
            longitude=longitude,
            flag=_flag(table.table("flag")) if "flag" in table else None,
        )
        table.close()
        if len(faults) == before:
            countries.append(country)
            draft.paths["countries"].append(table.path)
    return tuple(countries)


def _flag(table: Table) -> Flag:
    flag = Flag(
        bands=table.texts("bands", MOST_BANDS, _COLOUR, _A_COLOUR),
        upright=table.flag("upright", False),
        cross=table.text("cross", "", _COLOUR, _A_COLOUR),
        nordic=table.flag("nordic", False),
    )
    table.close()
    return flag


def _position(table: Table) -> tuple[float, float]:
    latitude, longitude = table.numbers("at", (("latitude", 90), ("longitude", 180)))
    return latitude, longitude


def _routes(board: Table, faults: Faults, draft: Draft) -> tuple[Route, ...]:
    routes: list[Route] = []
    for table in board.tables("routes", limits.ROUTES, "the engine's capacity for routes"):
        before = len(faults)
        faults.label(table.path, f"{table.peek('a')}-{table.peek('b')}")
        colour = table.text("colour", what='a colour of the edition, or "grey"')
        route = Route(
            a=_code(table, "a"),
            b=_code(table, "b"),
            length=table.integer("length", 1, limits.LENGTH, limit="spaces of a route"),
            colour=None if colour == "grey" else colour,
            ferry=table.integer("ferry", 0, limits.LENGTH, 0),
            tunnel=table.flag("tunnel", False),
            substitute=_substitute(table, "substitute"),
            exit=table.text("exit", "", _EXIT, "a lower-case word"),
        )
        table.close()
        if len(faults) == before:
            routes.append(route)
            draft.paths["routes"].append(table.path)
    return tuple(routes)


def _substitute(table: Table, key: str) -> int:
    """Read a number of cards that stand for one card, or 0 if the file names none (F-12, F-14)."""
    return table.integer(key, 2, limits.LENGTH) if key in table else 0


def _code(table: Table, key: str) -> str:
    return table.text(key, form=_CODE, what="the code of a city or country")


def _tickets(
    stack_table: Table, stacks: tuple[str, ...], faults: Faults, draft: Draft
) -> tuple[Ticket, ...]:
    tickets: list[Ticket] = []
    for stack in stacks:
        limit = "the engine's capacity for tickets"
        for table in stack_table.tables(stack, limits.TICKETS, limit):
            before = len(faults)
            faults.label(table.path, f"{table.peek('from')}-{table.peek('to') or '...'}")
            origin = _code(table, "from")
            if "options" in table:
                limit = "the engine's capacity for destinations of one ticket"
                goals = table.tables("options", limits.OPTIONS, limit)
            else:
                goals = (table,)
            options = tuple(
                (_code(goal, "to"), goal.integer("points", 1, POINTS)) for goal in goals
            )
            for goal in goals:
                if goal is not table:
                    goal.close()
            table.close()
            if len(faults) == before:
                tickets.append(Ticket(stack, origin, options))
                draft.paths["tickets"].append(table.path)
    return tuple(tickets)


def _districts(tables: tuple[Table, ...], faults: Faults, draft: Draft) -> tuple[District, ...]:
    districts: list[District] = []
    for table in tables:
        before = len(faults)
        faults.label(table.path, table.peek("name"))
        district = District(
            name=table.text("name"),
            cities=table.texts("cities", limits.PLACES, _CODE, "the code of a city"),
            points=table.integer("points", 1, POINTS),
        )
        table.close()
        if len(faults) == before:
            districts.append(district)
            draft.paths["districts"].append(table.path)
    return tuple(districts)


def _merchandise(
    tables: tuple[Table, ...], faults: Faults, draft: Draft
) -> tuple[Merchandise, ...]:
    kinds: list[Merchandise] = []
    for table in tables:
        before = len(faults)
        faults.label(table.path, table.peek("name"))
        limit = "the engine's capacity for tokens in one city"
        kind = Merchandise(
            name=table.text("name", form=WORD, what="one lower-case word"),
            tokens=table.integers("tokens", 1, POINTS, limits.TOKENS, limit),
        )
        table.close()
        if len(faults) == before:
            kinds.append(kind)
            draft.paths["merchandise"].append(table.path)
    return tuple(kinds)


def _counts(table: Table, cards: Cards) -> Counts:
    most = 9999
    colours = table.table("routes_per_colour", required=False)
    known = (*(name for name, _ in cards.colours), "grey")
    per_colour = tuple((name, colours.integer(name, 0, most, 0)) for name in known)
    counts = Counts(
        cities=table.integer("cities", 1, most),
        routes=table.integer("routes", 1, most),
        pairs=table.integer("pairs", 1, most),
        spaces=table.integer("spaces", 1, most),
        tickets=table.integers("tickets", 1, most, limits.STACKS, "one for each stack"),
        ticket_points=table.integers("ticket_points", 1, most, limits.STACKS, "one for each stack"),
        cards=table.integer("cards", 1, most),
        merchandise=table.integer("merchandise", 0, most, 0),
        routes_per_colour=tuple(each for each in per_colour if each[0] in colours),
    )
    colours.close()
    table.close()
    return counts
