"""Notices: public messages about a table that are not events of its game.

A notice hides nothing from anybody. It is sent as JSON of its fields, with its class name as
`type`.
"""

from __future__ import annotations

from msgspec import Struct

from whistlestop.server.table.seats import Colour


class Notice(Struct, frozen=True):
    """The base class of notices."""


class TableCreated(Notice, tag=True, frozen=True):
    """The table was set up."""


class SeatTaken(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person sat down on a seat."""

    seat: int
    name: str
    name_of: str | None = None
    """`player` if the server made the name ("Player 2") because the person chose none.

    Absent if the person chose the name.
    """


class SeatLeft(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person gave a seat back before the game began; `name` is the name the person had."""

    seat: int
    name: str
    name_of: str | None = None
    """Where the name came from; see `SeatTaken.name_of`."""


class Renamed(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person changed their name from `before` to `name`."""

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """Where the new name came from; see `SeatTaken.name_of`."""
    before_of: str | None = None


class ColourChosen(Notice, tag=True, frozen=True):
    """A seat changed the colour of its pieces."""

    seat: int
    colour: Colour | None


class Resigned(Notice, tag=True, frozen=True):
    """A person resigned: a bot plays on that seat until the end of the game."""

    seat: int


class StandinStarted(Notice, tag=True, frozen=True):
    """A bot stands in for a person. `why` is `absent` or `clock` (the time has run out)."""

    seat: int
    why: str


class StandinEnded(Notice, tag=True, frozen=True):
    """A person took their seat back from the bot that stood in."""

    seat: int


class StandinAfterChanged(Notice, tag=True, frozen=True):
    """The host changed the seconds after which bots stand in; None = bots never stand in."""

    seconds: float | None


class OptionsChanged(Notice, tag=True, frozen=True):
    """The host changed the bots' pace, or whether bots explain their moves; None = unchanged."""

    bot_pace: str | None
    explain: bool | None


class ClocksResumed(Notice, tag=True, frozen=True):
    """The clocks go on, after no server was running or the machine's clock was set back."""


class SeatOffered(Notice, tag=True, frozen=True):
    """An offer of a seat was made or withdrawn.

    If `open` is true, anybody who has the link can take the seat. `by` says who offers the seat:
    its `player` or the `host`.
    """

    seat: int
    by: str
    open: bool


class SeatAsked(Notice, tag=True, frozen=True, omit_defaults=True):
    """The host asked the players to let another person take the seat of the player `name`."""

    seat: int
    name: str
    name_of: str | None = None
    """Where the name came from; see `SeatTaken.name_of`."""


class SeatAnswered(Notice, tag=True, frozen=True, omit_defaults=True):
    """A player answered the host's request to let another person take the seat of `owner`.

    A refusal ends the request. `role` says who answered: `asker` is the host, who withdraws the
    request. `owner` is the player whose seat was asked for, and who keeps it. Everybody else is
    `other`.
    """

    seat: int | None
    owner: str
    agrees: bool
    role: str
    owner_of: str | None = None
    """Where the owner's name came from; see `SeatTaken.name_of`."""


class TakenOver(Notice, tag=True, frozen=True, omit_defaults=True):
    """A person took a seat during the game; `before` is the name of the player who had it.

    `back` is true if the person had lost this seat while they were away.
    """

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """Where the new name came from; see `SeatTaken.name_of`."""
    before_of: str | None = None
    back: bool = False


class Replaced(Notice, tag=True, frozen=True, omit_defaults=True):
    """The host gave a seat to a bot for good; `before` is the name of the player who had it."""

    seat: int
    name: str
    before: str
    name_of: str | None = None
    """Where the new name came from; see `SeatTaken.name_of`."""
    before_of: str | None = None


class HostChanged(Notice, tag=True, frozen=True):
    """The player in a seat became the host of the table."""

    seat: int


class PaceChanged(Notice, tag=True, frozen=True):
    """The host changed the time to think.

    `added` is the number of seconds added to every clock that was running. It is None if the clocks
    started again from the full time, or if there was or is no clock.
    """

    pace: str
    amount: int | float
    added: float | None


class CloseAsked(Notice, tag=True, frozen=True):
    """The host asked the players to end the game without a result."""

    seat: int | None


class CloseAnswered(Notice, tag=True, frozen=True):
    """A player agreed or refused to end the game, or the host withdrew the request."""

    seat: int | None
    agrees: bool


class TableClosed(Notice, tag=True, frozen=True):
    """The host closed the table."""

    seat: int | None


class Said(Notice, tag=True, frozen=True):
    """A person said one of the fixed phrases; `phrase` is its code."""

    seat: int
    phrase: str


class RematchMade(Notice, tag=True, frozen=True):
    """A new table was set up for the same players; `table` is its id."""

    table: str


class TakeBackAsked(Notice, tag=True, frozen=True):
    """A player asked to take a move back; `entry` is the number of the entry of that move."""

    seat: int
    move: int
    entry: int


class TakeBackAnswered(Notice, tag=True, frozen=True):
    """A player agreed or refused to let a move be taken back.

    If `seat` is the seat that asked, it withdraws its request.
    """

    seat: int
    agrees: bool


class TakenBack(Notice, tag=True, frozen=True):
    """Moves were taken back. The first of them is `move`, made by `seat`.

    `entries` has the numbers of the entries that no longer count.
    """

    seat: int
    move: int
    entries: list[int]


class Forgotten(Notice, tag=True, frozen=True):
    """The server forgot a person at the person's request.

    `seats` has the seats that the person had. A bot plays on there if the game is still running.
    The list is empty if the game had not begun: the seats are open again.
    """

    seats: list[int]
