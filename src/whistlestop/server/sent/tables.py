"""Tables as a caller sees them: seats, options, open questions, and the caller's own part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from whistlestop.server.sent.presence import Caller, Presence
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.happenings.changing_hands import (
    asked_to_pass,
    awaited_to_pass,
    reclaimable,
)
from whistlestop.server.table.happenings.closing import awaited_to_close
from whistlestop.server.table.happenings.hints import awaited_for_hints
from whistlestop.server.table.happenings.taking_back import awaited_to_take_back, free_to_take_back
from whistlestop.server.table.holders import Offerer
from whistlestop.server.table.outcome import is_attempt
from whistlestop.server.table.seats import BotPace, Colour, PaceKind, SeatKind, colours
from whistlestop.server.table.table import State
from whistlestop.server.table.table import Table as Kept


class Seat(Struct, frozen=True):
    """A seat of a table."""

    seat: int
    """The number of the seat, counted from 0."""
    kind: SeatKind
    """Who has the seat: a `person`, a `bot`, or nobody yet (`open`)."""
    name: str
    """The displayed name; empty if there is none yet."""
    name_of: str | None
    """The word that a generated name begins with: `player`, or the name of the bot. A number may
    follow. Null if a person chose the name."""
    bot: str | None
    """The name of the bot that plays in the seat, also for a person who is absent or has resigned;
    null if no bot plays."""
    colour: Colour | None
    """The colour of the pieces; null for an open seat."""
    present: bool
    """Whether the player is connected to the table. True for bots."""
    standin: bool
    """Whether a bot stands in for the person until the person returns."""
    resigned: bool
    """Whether the person has resigned, so that a bot moves until the end."""
    beside: bool
    """Whether the player sits at another person's device."""


class Pace(Struct, frozen=True):
    """How much time the players of a table have to think."""

    kind: PaceKind
    """`minutes` = minutes per player for the whole game; `days` = days per turn; `none` = no
    clock."""
    amount: int | float
    """The number of minutes or days; without meaning if there is no clock."""


class You(Struct, frozen=True):
    """The caller's name and seats at a table."""

    seat: int | None
    """The seat whose view the caller gets; null = the spectators' view."""
    name: str
    """The caller's name."""
    seats: tuple[int, ...]
    """All seats at the caller's device."""
    former: int | None
    """The seat that the caller had in the game and no longer has; null if there is
    none."""


class OfferedSeat(Struct, frozen=True):
    """A seat that another person can take with the key in a link."""

    seat: int
    """The number of the offered seat, counted from 0."""
    by: Offerer
    """Who offers the seat: its player or the host."""


class Passing(Struct, frozen=True):
    """The host's question whether another person may have a seat."""

    entry: int
    """The table's version at which the host asked. Send this number as `asked` in an answer."""
    seat: int
    """The seat that another person may get."""
    asker: int | None
    """The seat of the host, who asked; null if the host has none."""
    awaited: tuple[int, ...]
    """The seats that have not agreed to the host's question yet."""
    alone: bool
    """Whether there is no other player who could agree. If true, another person can have the seat
    only if the seat's player has left it or has been absent for at least a day."""


class Closing(Struct, frozen=True):
    """The host's question whether the game may end without a result."""

    entry: int
    """The table's version at which the host asked. Send this number as `asked` in an answer."""
    seat: int | None
    """The seat of the host, who asked; null if the host has none."""
    awaited: tuple[int, ...]
    """The seats that have not agreed to the host's question yet."""


class Asked(Struct, frozen=True):
    """A player's question whether moves may be taken back."""

    entry: int
    """The table's version at which the player asked. Send this number as `asked` in an answer."""
    seat: int
    """The seat of the player who asked."""
    move: int
    """The number of the first move that would be taken back, counted from 1."""
    awaited: tuple[int, ...]
    """The seats that have not agreed to the player's question yet."""


class TakingBack(Struct, frozen=True):
    """A table's setting for taking moves back, and a player's open request to do so."""

    allowed: bool
    """Whether the table was set up so that players can take moves back."""
    asked: Asked | None
    """A player's question that waits for answers; null if there is none."""


class HintsAsked(Struct, frozen=True):
    """The host's open request to allow hints, which waits for answers."""

    entry: int
    """The table's version at which the host asked. Send this number as `asked` in an answer."""
    seat: int | None
    """The seat of the host, who asked; null if the host has none."""
    awaited: tuple[int, ...]
    """The seats that have not agreed to the host's question yet."""


class Hints(Struct, frozen=True):
    """A table's setting for hints, the host's open request to allow them, and who has a coach."""

    allowed: bool
    """Whether players can ask for hints, and can have a coach."""
    asked: HintsAsked | None
    """The host's question that waits for answers; null if there is none."""
    coached: tuple[int, ...]
    """The seats whose players play with a coach."""


class LookedBack(Struct, frozen=True):
    """Moves that a seat took back with the consent of the other people and bots.

    The seat may have seen hidden information, such as a drawn card, before it took the moves back.
    """

    seat: int
    """The seat that took the moves back."""
    move: int
    """The number of the first move that was taken back, counted from 1."""


class OpenedLuck(Struct, frozen=True):
    """The values that the players added to the luck, and the order of play."""

    values: tuple[str, ...]
    """The value that each seat added to the luck, in the order in which the seats were set up. An
    empty text means that the seat added nothing."""
    order: tuple[int, ...] | None
    """The seats in the order of play, by the numbers that they had when they were set up. This
    version of the server never sends null."""


class LessonPlace(Struct, frozen=True):
    """The lesson that is taken at a table, and the number of its current step."""

    name: str
    """The name of the lesson."""
    step: int | None
    """The number of the step whose action is due, counted from 0. The number of steps if all steps
    are done. Null if the game has left the lesson."""


class Branch(Struct, frozen=True):
    """The moment of an earlier game from which the game of a table branches off."""

    table: str
    """The id of the table of the earlier game."""
    move: int
    """The number of moves that both games have in common."""
    hidden: Literal["same", "new"]
    """`same` = hidden cards and tickets are as in the earlier game; `new` = they were dealt
    again at random."""


class DailyPlace(Struct, frozen=True):
    """The deal of the day that is played at a table."""

    day: str
    """The day of the deal in UTC, such as `2026-11-27`."""
    attempt: bool
    """Whether the game was begun on this day, so that it can count in the ranking."""


class Table(Struct, frozen=True):
    """A table as the caller sees it."""

    id: str
    """The id of the table. The path of the table's page is `/t/ID`."""
    state: State
    """`open` = the game has not begun; `playing` = the game is going on; `over` = the game has
    ended with a result; `closed` = the table was closed without a result."""
    edition: str
    """The name of the edition, or `table.ID` for a player's own edition."""
    title: str
    """The title of the edition."""
    seats: tuple[Seat, ...]
    """All seats, in the order of their numbers."""
    public: bool
    """Whether the table is listed for everyone."""
    pace: Pace
    """How much time the players have to think."""
    standin_after: float | None
    """The seconds after which a bot stands in for an absent player; null = never."""
    commitment: str | None
    """The SHA-256 of `seed` in hexadecimal, sent before the game. After the game, players can check
    that `seed` has this hash. Null in lessons, for imported records, and in games that go on from
    a moment of another game."""
    seed: str | None
    """After the end of the game: `SEED:SALT`, the server's part of the luck. Null before, and if
    `commitment` is null."""
    luck: OpenedLuck | None
    """After the end of the game: the players' part of the luck. Null before, if `commitment`
    is null, and if the players could not add values."""
    shuffle: bool
    """Whether the order of play is drawn by lot."""
    explain: bool
    """Whether bots explain their moves during the game, and not only after it."""
    bot_pace: BotPace
    """How fast bots move."""
    take_back: TakingBack
    """Whether moves can be taken back, and a player's open request to do so."""
    hints: Hints
    """Whether players can ask for hints, the host's open request to allow them, and the seats with
    a coach."""
    host_seat: int | None
    """The host's seat; null if the host has none."""
    offered: tuple[OfferedSeat, ...]
    """The seats that another person can take with the key in a link."""
    passing: Passing | None
    """The host's open question whether another person may have a seat; null if there is none."""
    closing: Closing | None
    """The host's open question whether the game may end without a result; null if there is none."""
    looked: tuple[LookedBack, ...]
    """The moves that were taken back with the consent of the other people and bots."""
    rematch: str | None
    """The id of the next table of the same players; null if there is none yet."""
    viewers: int
    """The number of connected viewers who do not play at the table."""
    invite: str
    """The path of the link with which the caller can invite others."""
    imported: bool
    """Whether the game comes from a record."""
    daily: DailyPlace | None
    """The deal of the day that is played at the table; null if there is none."""
    host: bool = False
    """Whether the caller is the host."""
    you: You = You(None, "", (), None)
    """The caller's name and seats."""
    reclaimable: tuple[int, ...] = ()
    """The seats that the caller lost while they were away, and can take back."""
    moves: int = 0
    """The number of moves so far, without moves that were taken back."""
    lesson: LessonPlace | None = None
    """The lesson that is taken at the table; null if the table is not for a lesson."""
    branch: Branch | None = None
    """The moment from which the game branches off; null if the game begins with a new deal."""
    puzzle: str | None = None
    """The id of the puzzle that is solved at the table; null if there is none."""
    free_to_take_back: int | None = None
    """The number of the move that the caller can take back without asking anybody, counted from 1;
    null if there is none."""


class Own(Struct, frozen=True):
    """The fields of `Table` that depend on the caller and that moves do not change."""

    host: bool
    you: You
    reclaimable: tuple[int, ...]


def table_sent(table: Kept, caller: Caller, presence: Presence) -> Table:
    """Return a table as a caller sees it, with all of its fields."""
    seat = table.looking(caller.person, caller.seat)
    return for_caller(shared_part(table, presence), own_part(table, caller), table, seat)


def shared_part(table: Kept, presence: Presence) -> Table:
    """Return a table with only the fields that are equal for all callers and that no move changes.

    All other fields have their defaults. `for_caller` fills them.
    """
    options = table.options
    # The deal of a lesson is fixed and public, and that of a branch or a puzzle comes from an
    # earlier game. So there is no commitment to show.
    luck = None if table.lesson or table.begun_elsewhere else table.luck
    over = table.state == "over"
    return Table(
        id=table.id,
        state=table.state,
        edition=table.edition_key,
        title=table.edition.title,
        seats=seats_sent(table, presence.present),
        public=options.public,
        pace=Pace(options.pace, options.amount),
        standin_after=options.standin_after,
        commitment=None if luck is None else luck.commitment,
        seed=luck.opened if luck is not None and over else None,
        luck=_luck(table, luck) if over else None,
        shuffle=options.shuffle,
        explain=options.explained,
        bot_pace=options.pace_of_bots,
        take_back=TakingBack(options.takes_back, _asked(table)),
        hints=Hints(options.hinted, _hints_asked(table), tuple(table.hints.coached)),
        host_seat=table.seat_of(table.host),
        offered=tuple(
            [OfferedSeat(seat, offer.by) for seat, offer in table.holders.offers.items()]
        ),
        passing=_passing(table),
        closing=_closing(table),
        looked=tuple([LookedBack(seat, move) for seat, move in table.moves.looked]),
        rematch=table.rematch,
        viewers=presence.viewers,
        invite=f"/t/{table.id}",
        imported=table.imported,
        branch=_branch(table),
        puzzle=table.puzzle,
        daily=None
        if table.daily is None
        else DailyPlace(table.daily.isoformat(), is_attempt(table)),
    )


def own_part(table: Kept, caller: Caller) -> Own:
    """Return the fields of a table that are about the caller and that no move changes."""
    return Own(
        table.host is not None and table.host == caller.person,
        You(
            table.looking(caller.person, caller.seat),
            caller.name,
            table.seats_of(caller.person),
            table.holders.former.get(caller.person or ""),
        ),
        reclaimable(table, caller.person),
    )


def for_caller(shared: Table, own: Own, table: Kept, seat: int | None) -> Table:
    """Return a table as a caller sees it: the cached parts, and the fields that moves can change.

    Args:
        shared: the part that all callers get.
        own: the part about the caller.
        table: the table.
        seat: the seat whose view the caller gets; None = no seat.
    """
    played = None if seat is None else table.own_seat(seat)
    return replace(
        shared,
        host=own.host,
        you=own.you,
        reclaimable=own.reclaimable,
        moves=0 if table.game is None else table.game.length,
        lesson=_lesson(table),
        free_to_take_back=None if played is None else free_to_take_back(table, played),
    )


def _branch(table: Kept) -> Branch | None:
    if table.branch is None:
        return None
    return Branch(table.branch.table, table.branch.move, table.branch.hidden)


def _lesson(table: Kept) -> LessonPlace | None:
    if table.lesson is None:
        return None
    guide = guide_of(table)
    return LessonPlace(table.lesson, None if guide is None else guide.step)


def _asked(table: Kept) -> Asked | None:
    request = table.requests.take_back
    if request is None:
        return None
    return Asked(request.entry, request.seat, request.move, awaited_to_take_back(table))


def _hints_asked(table: Kept) -> HintsAsked | None:
    request = table.requests.hints
    if request is None:
        return None
    return HintsAsked(request.entry, request.seat, awaited_for_hints(table))


def _closing(table: Kept) -> Closing | None:
    closing = table.requests.closing
    if closing is None:
        return None
    return Closing(closing.entry, closing.seat, awaited_to_close(table))


def _passing(table: Kept) -> Passing | None:
    passing = table.requests.seat
    if passing is None:
        return None
    return Passing(
        passing.entry,
        passing.seat,
        passing.asker,
        awaited_to_pass(table),
        not asked_to_pass(table, passing.seat),
    )


def _luck(table: Kept, luck: Luck | None) -> OpenedLuck | None:
    if luck is None or luck.values is None:
        return None
    return OpenedLuck(luck.values, table.order)


def seats_sent(table: Kept, present: Iterable[str]) -> tuple[Seat, ...]:
    """Return the seats of a table in the form in which clients get them.

    Args:
        table: the table.
        present: the ids of the people who are connected.
    """
    there = frozenset(present)
    painted = colours(table.seats)
    return tuple(
        [
            Seat(
                number,
                seat.kind,
                seat.name,
                seat.name_of,
                seat.bot,
                painted[number],
                seat.kind == "bot" or seat.person in there,
                seat.standin,
                seat.resigned,
                seat.beside,
            )
            for number, seat in enumerate(table.seats)
        ]
    )
