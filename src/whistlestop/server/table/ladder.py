"""Which games count for the ladder, and with what result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from whistlestop.server.storage.rated import LEAST_SEATS, RatedEnd, RatedStart, SeatEnd
from whistlestop.server.table.seats import Options, Seat
from whistlestop.server.table.table import Table

Uncounted = Literal[
    "record",
    "lesson",
    "puzzle",
    "branch",
    "daily",
    "own_board",
    "one_device",
    "only_bots",
    "hints",
    "explained",
    "bots_changed",
    "taken_back",
    "closed",
    "not_joined",
]
"""Why a game does not count for the ladder.

`record`: it was played elsewhere. `lesson`, `puzzle`, `branch`, `daily`: its deal is known.
`own_board`: it has a player's own edition. `one_device`: several people share a device.
`only_bots`: no person plays. `hints`: hints are allowed, or a player had a hint or a coach.
`explained`: bots explain their moves. `bots_changed`: seats that a bot had at the start and that
got another player later are left out, and fewer than two other seats remain. `taken_back`: moves
were taken back after they had shown something. `closed`: the table was closed without a result.
`not_joined`: one of the people was not on the ladder when the game began.
"""


def why_uncounted(table: Table, *, begun: bool = False) -> Uncounted | None:
    """Return why a game does not count for the ladder, as far as the table itself says.

    None if nothing at the table keeps it from counting. The result is not final before the end of
    the game: a hint, for example, can still end the counting. Whether the people are on the ladder
    is not checked, so `not_joined` is never returned.

    Args:
        table: the table. Before the start, open seats are left out.
        begun: whether the game counted when it began, so that its players need not be checked.
    """
    if table.imported:
        return "record"
    if table.lesson is not None:
        return "lesson"
    if table.puzzle is not None:
        return "puzzle"
    if table.branch is not None:
        return "branch"
    if table.daily is not None:
        return "daily"
    if table.edition_text is not None:
        return "own_board"
    if table.state == "closed":
        return "closed"
    if not begun:
        people = [seat.person for seat in table.seats if seat.kind == "person"]
        if len({*people}) < len(people):
            return "one_device"
        if all(seat.kind == "bot" for seat in table.seats):
            return "only_bots"
    return _spoilt(table)


def why_uncounted_if_set_up(
    seats: Sequence[Seat], options: Options, *, own_board: bool
) -> Uncounted | None:
    """Return why a game would not count for the ladder if its table were set up now.

    None if nothing keeps it from counting. As with `why_uncounted`, whether the people are on the
    ladder is not checked.

    Args:
        seats: the seats of the table.
        options: the options of the table.
        own_board: whether the table would have a player's own edition.
    """
    text = "" if own_board else None
    return why_uncounted(Table("", edition_text=text, options=options, seats=[*seats]))


def _spoilt(table: Table) -> Uncounted | None:
    """Return why an option of the table or a past event keeps its game from counting, or None."""
    if table.options.hinted or table.hints.positions or table.hints.coached:
        return "hints"
    if _is_explained(table):
        return "explained"
    left_out = sum(has_lost_bot(table, seat) for seat in table.holders.earlier)
    if len(table.seats) - left_out < LEAST_SEATS:
        return "bots_changed"
    return "taken_back" if table.moves.looked else None


def _is_explained(table: Table) -> bool:
    """Return whether a game does not count because bots explain their moves.

    If the host let bots explain their moves only after the start, a game of several people still
    counts: all of them get the explanations, and the host must not decide whether a game counts.
    """
    # `explained_since` is 0 if bots have explained their moves from the beginning or never.
    begun = table.moves.entries[0] if table.moves.entries else table.version
    if table.explained_since <= begun:
        return table.options.explained
    return sum(_first(table, seat).kind == "person" for seat in range(len(table.seats))) < 2


def _first(table: Table, seat: int) -> Seat:
    """Return a seat with the player who had it when the game began."""
    earlier = table.holders.earlier.get(seat)
    return earlier[0] if earlier else table.seats[seat]


def has_lost_bot(table: Table, seat: int) -> bool:
    """Return whether a seat began the game with a bot and got another player later.

    True also if the same bot has come back.
    """
    return seat in table.holders.earlier and _first(table, seat).kind == "bot"


def rated_start(table: Table) -> RatedStart | None:
    """Return what the ladder stores when a game begins: the edition, the time and the players.

    None if the game is not being played or cannot count.

    Call this with the entry that starts the game as the table's last entry.
    """
    if table.state != "playing" or why_uncounted(table) is not None:
        return None
    seats = tuple(
        [(seat.person, None) if seat.kind == "person" else (None, seat.bot) for seat in table.seats]
    )
    return RatedStart(table.edition.name, table.updated, seats)


def rated_end(table: Table) -> RatedEnd | None:
    """Return what the ladder stores when a game ends: the time, and the result of each seat.

    None if the table has no game or the game has not ended. If the game does not count, the result
    has no seats.
    """
    if table.game is None or not table.ended:
        return None
    if table.state != "over" or why_uncounted(table, begun=True) is not None:
        return RatedEnd(table.updated, ())
    seats = tuple(
        [
            SeatEnd(
                person=seat.person if seat.kind == "person" else None,
                bot=seat.bot if seat.kind == "bot" else None,
                given_up=has_given_up(table, number),
                changed=has_lost_bot(table, number),
                rank=column.rank,
                score=column.total,
            )
            for number, (seat, column) in enumerate(
                zip(table.seats, table.game.score_sheet().players, strict=True)
            )
        ]
    )
    return RatedEnd(table.updated, seats)


def has_given_up(table: Table, seat: int) -> bool:
    """Return whether the person on a seat has resigned, or has left the game to others.

    True if the person has resigned, if a bot stands in at the end, if bots have made at least half
    of the seat's moves, or if several people have had the seat during the game. False for seats of
    bots.
    """
    there = table.seats[seat]
    if there.kind != "person":
        return False
    if there.resigned or there.standin:
        return True
    had = [*table.holders.earlier.get(seat, ()), there]
    if len({one.person for one in had if one.kind == "person"}) > 1:
        return True
    makers = [table.log[number - 1] for number in table.moves.entries[1:]]
    by_person = [one.by == "person" for one in makers if one.seat == seat]
    return 2 * by_person.count(False) >= len(by_person) > 0
