"""Notices: what can be told of a table besides its game, to everybody and with nothing hidden.

Each notice is sent as JSON of its fields, with its name as `type`.
"""

from __future__ import annotations

from msgspec import Struct

from whistlestop.server.table.seats import Colour


class Notice(Struct, frozen=True):
    """Something that happened at a table, and not in its game."""


class TableCreated(Notice, tag=True, frozen=True):
    """The table was set up."""


class SeatTaken(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person sat down."""

    seat: int
    name: str
    name_of: str | None = None
    """`player` where the name was made of that and a number; absent where somebody chose it."""


class SeatLeft(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person gave a seat back; `name` is what they were called."""

    seat: int
    name: str
    name_of: str | None = None
    """As for `SeatTaken`."""


class Renamed(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person is called something else; `before` is the former name."""

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """As for `SeatTaken`."""
    before_of: str | None = None


class ColourChosen(Notice, tag=True, frozen=True):
    """A seat plays with pieces of another colour."""

    seat: int
    colour: Colour | None


class Resigned(Notice, tag=True, frozen=True):
    """A person turned a seat over to a bot for good."""

    seat: int


class StandinStarted(Notice, tag=True, frozen=True):
    """A bot stands in, as the person is `absent` or the `clock` has run out."""

    seat: int
    why: str


class StandinEnded(Notice, tag=True, frozen=True):
    """A person took their seat back from the bot that stood in."""

    seat: int


class StandinAfterChanged(Notice, tag=True, frozen=True):
    """The host chose after how many seconds bots stand in; None = never."""

    seconds: float | None


class OptionsChanged(Notice, tag=True, frozen=True):
    """The host chose how long bots wait, or whether they say why they moved; None = as before."""

    bot_pace: str | None
    explain: bool | None


class ClocksResumed(Notice, tag=True, frozen=True):
    """The clocks go on after a time in which no server was running."""


class SeatOffered(Notice, tag=True, frozen=True):
    """A seat can be taken by whoever has the link, if `open`; `by` its `player` or the `host`."""

    seat: int
    by: str
    open: bool


class SeatAsked(Notice, tag=True, frozen=True, omit_defaults=True):
    """The host would like to let another person have a seat; `name` is who has it."""

    seat: int
    name: str
    name_of: str | None = None
    """As for `SeatTaken`."""


class SeatAnswered(Notice, tag=True, frozen=True, omit_defaults=True):
    """The player in `seat` agreed that another person has the seat of `owner`, or ended the wish.

    `role` is `asker` where the host gave the wish up, `owner` where the player keeps their own
    seat, and else `other`.
    """

    seat: int | None
    owner: str
    agrees: bool
    role: str
    owner_of: str | None = None
    """As for `SeatTaken`."""


class TakenOver(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person took a seat in the middle of the game; `before` is who sat there.

    `back`: they had lost it while they were away.
    """

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """As for `SeatTaken`."""
    before_of: str | None = None
    back: bool = False


class Replaced(Notice, tag=True, frozen=True, omit_defaults=True):
    """A bot plays on a seat for good; `before` is who sat there."""

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """As for `SeatTaken`."""
    before_of: str | None = None


class HostChanged(Notice, tag=True, frozen=True):
    """The player in a seat is the host of the table."""

    seat: int


class PaceChanged(Notice, tag=True, frozen=True):
    """There is another time to think, and so many seconds more on the clocks that were running.

    `added` is None where no clock runs on: there was none, there is none, or all begin anew.
    """

    pace: str
    amount: int | float
    added: float | None


class CloseAsked(Notice, tag=True, frozen=True):
    """The host would like to end the game without a result."""

    seat: int | None


class CloseAnswered(Notice, tag=True, frozen=True):
    """A player agreed, or did not; the host gives it up so, too."""

    seat: int | None
    agrees: bool


class TableClosed(Notice, tag=True, frozen=True):
    """The host closed the table."""

    seat: int | None


class Said(Notice, tag=True, frozen=True):
    """A person said a phrase, which is named by its code."""

    seat: int
    phrase: str


class RematchMade(Notice, tag=True, frozen=True):
    """There is another table for the same players; `table` is its id."""

    table: str


class TakeBackAsked(Notice, tag=True, frozen=True):
    """A player would like to take a move back; `entry` is the number of that move's entry."""

    seat: int
    move: int
    entry: int


class TakeBackAnswered(Notice, tag=True, frozen=True):
    """A player agreed, or did not; the seat may be the one that asked, which then gives it up."""

    seat: int
    agrees: bool


class TakenBack(Notice, tag=True, frozen=True):
    """Moves have been taken back, the first of them, `move`, the seat's.

    `entries` are the numbers of the entries that no longer count.
    """

    seat: int
    move: int
    entries: list[int]


class Forgotten(Notice, tag=True, frozen=True):
    """A person had the server forget them; `seats` is where they sat, as far as they do not leave.

    In a game that runs, a bot plays on there.
    """

    seats: list[int]
