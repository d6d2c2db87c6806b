"""Refusals: answers to requests that are not carried out, each with a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypedDict, Unpack, cast

import msgspec

from whistlestop.actions import Cards
from whistlestop.language import ENGLISH, Language


class TrackReason(TypedDict):
    """The reason why one of several parallel routes cannot be claimed."""

    route: str
    """The code of the route that cannot be claimed."""
    code: str
    """The code of the reason, one of those in `docs/reasons.md`."""
    values: Values
    """The values that fill in the sentence for `code`."""
    message: str
    """The reason as an English sentence."""


class Values(TypedDict, total=False):
    """The values for the code of a reason, of a bot's motive for an action, or of a record's fault.

    `docs/reasons.md` lists the values of each code.
    """

    card: str | None
    """The name of a kind of card."""
    cards: Cards
    """The cards that the reason is about, as pairs of a kind and a number."""
    cities: tuple[str, ...]
    """Codes of several cities or countries."""
    city: str
    """The code of a city or country."""
    colour: str | None
    """The name of a colour of cards; null = cards of any one colour."""
    colours: tuple[str, ...]
    """Names of several kinds of cards; empty = cards of any one colour."""
    command: str
    """A word of the notation."""
    commands: tuple[str, ...]
    """Words of the notation."""
    edition: str
    """The name of the edition that a record names."""
    example: str
    """An example of an action in the words of the notation, or of a line in a record."""
    expected: str
    """What a record's header must be, in English."""
    given: int | str
    """The number that was given, or what a record has instead of what was expected."""
    goal: str
    """The code of a second city or country."""
    guesses: tuple[str, ...]
    """Codes of cities or countries that the player may have meant."""
    header: str
    """The name of a record's header."""
    here: str
    """The name of the edition with which the record was read."""
    instead: str | None
    """The wild card that can be used instead of a card of `colours`; null = there is none."""
    kinds: tuple[str, ...]
    """Names of several kinds of cards."""
    known: str
    """The names of all headers that a record can have, separated by commas."""
    lacking: Cards
    """The cards that the player lacks, as pairs of a kind and a number."""
    left: int
    """The number of pieces that the player has left."""
    message: str
    """An English sentence that says what is wrong with a record."""
    mix: Cards
    """The number of tickets left in each stack, as pairs of a stack's name and a number."""
    number: int
    """The number that is needed, expected or possible."""
    reason: str
    """The code of the reason why an action in a record is refused."""
    result: str
    """The result of the game, as a record must give it."""
    route: str
    """The code of a route."""
    seat: int
    """The seat of a player, counted from 0."""
    seats: tuple[int, ...]
    """The seats of players, counted from 0."""
    stacks: tuple[str, ...]
    """Names of ticket stacks."""
    ticket: str
    """The code of a ticket."""
    tickets: tuple[str, ...]
    """The codes of the tickets on offer, in the order of the offer."""
    track: str
    """The number of one of several parallel routes, as it was typed."""
    tracks: tuple[TrackReason, ...]
    """For each of several parallel routes, the reason why it cannot be claimed."""
    values: Values
    """If an action in a record is refused: the values that belong to the code in `reason`."""
    wild: str
    """The name of a kind of wild card."""
    word: str
    """The word that was typed."""


def values_sent(values: Mapping[str, Any]) -> Values:
    """Return the values of a reason or a bot's motive in the form in which clients get them."""
    return cast(Values, dict(values))


class EditionValues(TypedDict, total=False):
    """The values that belong to the code of an edition file's fault (`docs/reasons.md`)."""

    choices: list[str]
    """The words that are allowed at this point of the file."""
    claimed: str
    """The total that the file states in its `counts`, such as the number of routes, as text."""
    counted: str
    """The true total of the cities, routes, tickets or cards that the file lists, as text."""
    detail: str
    """What is wrong with the file's syntax, in English."""
    fewest: int
    """The minimum number of entries of a list in the file."""
    found: int | str
    """What the file has instead of what was expected, or the number of entries in the file."""
    guesses: list[str]
    """Words that the author of the file may have meant."""
    high: int
    """The largest number that is possible at this point of the file."""
    key: str
    """The key of the file that is missing or unknown."""
    low: int
    """The smallest number that is possible at this point of the file."""
    most: int
    """The maximum number of entries of a list in the file."""


class CodedFault(msgspec.Struct, frozen=True):
    """A fault of an edition's file. Its code and values allow messages in other languages."""

    line: int | None
    """The line of the fault, counted from 1; null if it is unknown."""
    place: str
    """The part of the file, such as `map.routes entry 8 (CAM-ES), colour`."""
    code: str
    """The code of the fault, listed in `docs/reasons.md`; empty = the fault has no code."""
    values: EditionValues
    """The values that fill in the sentence for `code` (`docs/reasons.md`); empty if the fault has
    no code."""


class RequestFault(TypedDict, total=False):
    """One field or parameter of a request, and what is wrong with it."""

    message: str
    """What is wrong with the field or parameter, in English."""
    key: str
    """The name of the field or parameter."""
    source: str
    """Where the field or parameter stands, such as `body` or `query`."""


class Details(TypedDict, total=False):
    """Values that belong to the code of a refusal. They also fill the sentence's placeholders.

    Later versions of the server may add values.
    """

    case: str
    """The variant of the refusal's code, if the code has several sentences."""
    reason: str
    """The code of the reason why an action or a record is refused (`docs/reasons.md`), or what is
    wrong with a record as an English sentence."""
    values: Values
    """The values that fill in the sentence for `reason` or `fault`."""
    choices: list[str]
    """The legal actions that the typed words could mean."""
    version: int
    """The present version of the table."""
    seats: list[int | str]
    """The seats that the refusal is about, or the names of a record's players."""
    expected: str
    """The action that the lesson asks for, or the address that a request must come from."""
    action: str
    """The action that is not possible."""
    seconds: float
    """The seconds to wait, or the seconds for which a player must be away."""
    most: int
    """The largest number that is possible."""
    moves: int
    """The number of moves of the game."""
    players: list[int]
    """The minimum and the maximum number of players of the edition."""
    fewest: int
    """The smallest number of seats that a table of the edition can have."""
    known: str
    """The names of all editions or bots that the server knows, separated by commas."""
    phrases: list[str]
    """The codes of the phrases that players can say at a table."""
    entry: int
    """The number of the first damaged entry."""
    host: str
    """The host name of the request."""
    header: str
    """The header that is missing."""
    faults: list[str | RequestFault]
    """The faults of an edition's file as English sentences, or the faults of a request."""
    number: int
    """The number of faults of an edition's file."""
    more: bool
    """Whether an edition's file may have further faults, which were not looked for."""
    told: list[CodedFault]
    """The faults of an edition's file with their codes and values, in the order of `faults`."""
    line: int
    """The line of a record's fault, counted from 1."""
    column: int
    """The column of a record's fault, counted from 1."""
    fault: str
    """The code of a record's fault."""
    edition: str
    """The name of the edition whose file must be sent along."""
    board: str
    """The name of the built-in edition of a record with a fault."""


class Refused(msgspec.Struct, frozen=True):
    """The reason why a request was refused. The request has changed nothing."""

    code: str
    """The code of the reason, such as `not_your_seat`."""
    message: str
    """Why the request was refused, as an English sentence."""
    details: Details
    """The values that belong to `code`, such as the seats that the refusal is about."""


class Refusal(Exception):
    """The exception for a request that is refused. The request has changed nothing."""

    def __init__(
        self,
        status: int,
        code: str,
        *,
        message: str | None = None,
        **details: Unpack[Details],
    ) -> None:
        """Describe why the request is refused.

        The sentence for people has the key `error.CODE.CASE` in the catalogues in `language/`, or
        `error.CODE` without a case. Pages show the sentence in the reader's language.

        Args:
            status: the HTTP status.
            code: the refusal's code in snake case.
            message: the English sentence; None = the sentence of the catalogues.
            details: values for programs, such as the case. They also fill the sentence's
                placeholders.

        Raises:
            KeyError: the catalogues have no such sentence.
        """
        if message is None:
            case = details.get("case")
            key = f"error.{code}" if case is None else f"error.{code}.{case}"
            message = _english().say(key, **details)
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details: Details = details

    @property
    def body(self) -> Refused:
        """The body of the HTTP answer: the refusal's code, sentence and values."""
        return Refused(self.code, self.message, self.details)


@cache
def _english() -> Language:
    """Return the English texts of pages, with the sentences that only programs read."""
    return Language(ENGLISH, "api")


def no_table() -> Refusal:
    """Return the refusal of a request for a table that does not exist."""
    return Refusal(404, "no_table")


def damaged_table(entry: int) -> Refusal:
    """Return the refusal of a request for a table that must be repaired before it can be opened.

    Args:
        entry: the number of the first damaged entry.
    """
    return Refusal(503, "damaged_table", entry=entry)


def not_your_seat() -> Refusal:
    """Return the refusal of a request that only the player in a seat may make."""
    return Refusal(403, "not_your_seat")


def colour_taken() -> Refusal:
    """Return the refusal of a request for a colour that another player at the table has."""
    return Refusal(409, "colour_taken")


def which_seat(seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a request that must name a seat, because several people share a device.

    Args:
        seats: the seats at that device.
    """
    return Refusal(409, "which_seat", seats=[*seats])


def not_started() -> Refusal:
    """Return the refusal of a request that needs a game, at a table where none has begun."""
    return Refusal(409, "not_started")


def game_over() -> Refusal:
    """Return the refusal of a request to a table whose game has ended."""
    # Explanations of refused moves say the same.
    return Refusal(409, "game_over", message=_english().say("reason.game_over"))


def table_closed() -> Refusal:
    """Return the refusal of a request to a table that the host has closed."""
    return Refusal(409, "table_closed")


def stale_version(version: int) -> Refusal:
    """Return the refusal of a request that was made for an earlier version of the table.

    Args:
        version: the table's version.
    """
    return Refusal(409, "stale_version", version=version)


def ended(state: str) -> Refusal:
    """Return the refusal of a request to a table that has ended.

    Args:
        state: the table's state, `over` or `closed`.
    """
    return table_closed() if state == "closed" else game_over()
