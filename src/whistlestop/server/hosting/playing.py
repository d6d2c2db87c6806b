"""Taking actions in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from whistlestop.actions import Action
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.errors import ActionError, AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.language import ENGLISH
from whistlestop.play.notation import parse
from whistlestop.reasons import because
from whistlestop.seen.view import View
from whistlestop.server.errors import (
    Details,
    Refusal,
    ended,
    not_started,
    not_your_seat,
    stale_version,
    values_sent,
)
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.hosting.standing_in import return_drafts
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.happenings import Moved
from whistlestop.server.table.happenings.playing import Mover, SpokenAction
from whistlestop.server.table.permissions import the_seat
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that a client sent."""

    id: str
    version: int
    """The newest version of the table that the sender had seen."""
    words: str
    language: str = ENGLISH
    """The code of a language, such as `de`. The words of the action may be in this language or in
    English."""


class PlayingCommands:
    """The commands that take actions at tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def act(self, table_id: str, person: Person, proposal: Proposal, came: float) -> int:
        """Take a player's action and commit it. Return the table's version after the action.

        If the person has sent an action with the same id before, nothing changes. Then the version
        after that earlier action is returned.

        Args:
            table_id: the id of the table.
            person: the person who takes the action.
            proposal: the action, as the client sent it.
            came: when the request arrived, in seconds since 1970 by the server's clock. Time spent
                on waiting for the table does not count against the player.

        Raises:
            Refusal: the action is not possible now, or the person may not act for the seat.
        """
        async with self._tables.use(table_id, proposal.version) as (room, table):
            if (answer := table.moves.versions.get((person.id, proposal.id))) is not None:
                return answer
            seat = the_seat(table, person.id, person.seat)
            if table.state == "open":
                raise not_started()
            if table.seats[seat].resigned:
                raise not_your_seat()
            if table.ended:
                raise ended(table.state)
            stale = proposal.version < table.version
            if proposal.version < table.moves.turned_back and not _opening(table, seat):
                # The player chose this action for the position before moves were taken back.
                raise stale_version(table.version)
            if seat not in table.deciding:
                raise stale_version(table.version) if stale else not_your_turn(table)
            action = read(table, seat, proposal, stale)
            _follow_lesson(table, seat, action)
            drafts = return_drafts(table, person)
            drafts.append(move_draft(table, seat, action, "person", came + room.lead, proposal.id))
            return await self._tables.append(room, table, drafts)

    async def act_for_bot(
        self, room: Room, table: Table, seat: int, action: Action, now: float
    ) -> None:
        """Append a bot's action to the log of a table.

        Args:
            room: the table's room, whose lock the caller holds.
            table: the table.
            seat: the seat that moves: a bot's, or that of a person for whom a bot stands in.
            action: a legal action of the seat.
            now: the present moment by the table's time, in seconds since 1970.
        """
        by = "bot" if table.seats[seat].kind == "bot" else "standin"
        await self._tables.append(room, table, [move_draft(table, seat, action, by, now)])


def move_draft(
    table: Table, seat: int, action: Action, by: Mover, now: float, sent: str | None = None
) -> Moved:
    """Return the entry for a move.

    If the pace of the table is `minutes`, the entry has the seconds that the decision took. At
    other paces, it has no such time.

    Args:
        table: the table.
        seat: the seat that moves.
        action: the action.
        by: who chose the action.
        now: the present moment by the table's time, in seconds since 1970.
        sent: the id that a client sent with the action; None = not from a client.
    """
    timed = table.options.pace == "minutes"
    return Moved(
        seat,
        SpokenAction(str(action), action),
        by,
        UNSET if sent is None else sent,
        round(table.clocks.spent(seat, now), 3) if timed else UNSET,
    )


def not_your_turn(table: Table) -> Refusal:
    """Return the refusal of a move by a player who does not have to decide now."""
    people = [player.name for player in table.seats]
    reason = because(gazetteer(table.edition), "not_your_turn", people, seats=table.deciding)
    return Refusal(409, "not_your_turn", seats=list(table.deciding), message=str(reason))


def _opening(table: Table, seat: int) -> bool:
    """Return whether a seat is choosing its opening tickets.

    This choice stays valid when moves of others are taken back meanwhile.
    """
    assert table.game is not None
    return seat in table.deciding and table.game.view(seat).phase.startswith("opening")


def read(table: Table, seat: int, proposal: Proposal, stale: bool) -> Action:
    """Return the legal action that a client's words mean.

    Args:
        table: the table.
        seat: the seat that moves.
        proposal: the action, as the client sent it.
        stale: whether the client had not seen the newest version. If so, the refusal of an
            impossible action says that the table has changed.

    Raises:
        Refusal: the words cannot be read, mean several actions, or mean an action that is not
            legal.
    """
    assert table.game is not None
    try:
        action = table.game.parse(proposal.words, seat, proposal.language)
        if str(action) in table.game.choices(seat):
            return action
        # An action can be written in several ways, and the list of legal actions has only one of
        # them. So play the action in a copy of the game to find out whether it is legal.
        table.game.copy().play(action, seat)
    except AmbiguousAction as error:
        details: Details = {"choices": [*error.choices], **_reason_details(error)}
        raise Refusal(422, "ambiguous_action", message=str(error), **details) from error
    except (MalformedAction, IllegalAction) as error:
        if stale:
            raise stale_version(table.version) from error
        code = "illegal_action" if isinstance(error, IllegalAction) else "malformed_action"
        raise Refusal(422, code, **_reason_details(error), message=str(error)) from error
    return action


def read_words(words: str, view: View, legal: Sequence[Action], language: str) -> Action:
    """Return the action that a player's words mean, which need not be legal now.

    Args:
        words: what the player typed.
        view: the view of the player's seat.
        legal: the actions that the words can mean if they leave something open.
        language: the code of the language of the words. They may always be in English.

    Raises:
        Refusal: the words cannot be read, or they mean several actions or none.
    """
    try:
        return parse(words, view, legal, language)
    except AmbiguousAction as error:
        details: Details = {"choices": [*error.choices], **_reason_details(error)}
        raise Refusal(422, "ambiguous_action", message=str(error), **details) from error
    except (MalformedAction, IllegalAction) as error:
        code = "illegal_action" if isinstance(error, IllegalAction) else "malformed_action"
        raise Refusal(422, code, **_reason_details(error), message=str(error)) from error


def _follow_lesson(table: Table, seat: int, action: Action) -> None:
    """Check that an action is the one that the table's lesson asks for next, if any.

    Raises:
        Refusal: the lesson asks for another action.
    """
    guide = guide_of(table)
    if guide is None or guide.due is None or guide.due == (seat, str(action)):
        return
    raise Refusal(409, "lesson_asks", expected=guide.due[1])


def _reason_details(error: ActionError) -> Details:
    """Return the reason for a refused action as values for programs (`docs/reasons.md`)."""
    if error.reason is None:
        return {}
    return {"reason": error.reason.code, "values": values_sent(error.reason.values)}
