"""Hints during the game, and the coach that warns players before a blunder."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from whistlestop.server.errors import Refusal
from whistlestop.server.table.happenings.happening import Happening, HostsChoice, Notice
from whistlestop.server.table.permissions import asked_by_host, seat_in_game
from whistlestop.server.table.requests import HintsRequest

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class HintsChosen(Notice, tag="HintsSwitched", frozen=True):
    """The notice that the host switched hints on or off, after all others agreed if they had to."""

    seat: int | None
    """The host's seat; null if the host has none."""
    allowed: bool
    """Whether players can ask for hints from now on."""


class HintsRequested(Notice, tag="HintsAsked", frozen=True):
    """The notice that the host asks the players to allow hints."""

    seat: int | None
    """The host's seat; null if the host has none."""


class HintsConsent(Notice, tag="HintsAnswered", frozen=True):
    """The notice that a player agreed or refused to allow hints.

    A refusal by the host withdraws the request.
    """

    seat: int | None
    """The seat that answered; null if the host has no seat and withdrew the request."""
    agrees: bool
    """Whether the player agreed. If false, the request has ended."""


class HintGiven(Notice, tag="Hinted", frozen=True):
    """The notice that a player asked for a hint. Only this player sees the hint."""

    seat: int
    """The seat of the player."""


class CoachUsed(Notice, tag="Coached", frozen=True):
    """The notice that a player plays with a coach, who warns before blunders."""

    seat: int
    """The seat of the player."""


class HintsSwitched(HostsChoice, tag_field="kind", tag="hints", frozen=True):
    """The entry for hints that the host allows or forbids."""

    allowed: bool

    def check(self, table: Table, person: str) -> None:
        """Check that a person may switch hints on or off.

        Whether the other players agree is not checked.

        Raises:
            Refusal: the person is not the host, the table has ended, it plays a deal of the day, or
                hints are to be allowed and are not possible at the table.
        """
        super().check(table, person)
        if self.allowed:
            check_possible(table)

    def change(self, table: Table, entry: Entry) -> Notice:
        """Switch hints on or off, and end the host's request. Return the notice for viewers."""
        table.options = replace(table.options, hints=self.allowed)
        table.requests.hints = None
        return HintsChosen(self.subject(table), self.allowed)


class HintsAsked(Happening, tag_field="kind", tag="hints_asked", frozen=True):
    """The entry for the host's request to allow hints."""

    seat: int | None
    """The host's seat; null if the host has none."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record the host's request, to which nobody has agreed yet.

        Return the notice about the request.
        """
        table.requests.hints = HintsRequest(entry.number, entry.at, frozenset(), self.seat)
        table.requests.hints_asked_at = entry.at
        return HintsRequested(self.seat)


class HintsAnswered(Happening, tag_field="kind", tag="hints_answer", frozen=True):
    """The entry for an answer to the host's request to allow hints.

    Any refusal ends the request. A refusal by the host withdraws it.
    """

    seat: int | None
    agrees: bool

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the seat agrees to hints. If the seat refuses, end the request.

        The last missing consent does not allow hints. A further entry follows for that.

        Return the notice about the answer.
        """
        request = table.requests.hints
        if request is not None and self.agrees and self.seat is not None:
            table.requests.hints = request.with_consent(self.seat)
        else:
            table.requests.hints = None
        return HintsConsent(self.seat, self.agrees)


class Hinted(Happening, tag_field="kind", tag="hinted", frozen=True):
    """The entry for a hint that a player was given. The hint itself is not kept."""

    seat: int

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the seat has a hint for its present position.

        Return the notice about the hint.
        """
        assert table.game is not None
        position = self.seat, position_entry(table)
        table.hints.positions.setdefault(position, table.game.length + 1)
        return HintGiven(self.seat)


class Coached(Happening, tag_field="kind", tag="coached", frozen=True):
    """The entry for a player who plays with a coach from now on."""

    seat: int

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the seat has a coach. Return the notice about the coach."""
        table.hints.coached[self.seat] = None
        return CoachUsed(self.seat)


def check_possible(table: Table) -> None:
    """Check that hints are possible at a table. Whether they are allowed is not checked.

    Raises:
        Refusal: the table has a lesson, a puzzle or the deal of a day, or the players have a clock
            of minutes.
    """
    if table.lesson is not None:
        raise Refusal(409, "no_hints", case="lesson")
    if table.puzzle is not None:
        raise Refusal(409, "no_hints", case="puzzle")
    if table.daily is not None:
        raise Refusal(409, "no_hints", case="daily")
    if table.options.pace == "minutes":
        raise Refusal(409, "no_hints", case="clock")


def hinted_seat(table: Table, person: str, named: int | None) -> int:
    """Return the seat for which a person asks for a hint or for the coach.

    Args:
        table: the table.
        person: the id of the person.
        named: the seat that the request names; None = it names none.

    Raises:
        Refusal: the person has no seat, names a seat that is not theirs, has several seats and
            names none, or has resigned; the game is not going on; or hints are not possible or not
            allowed at the table.
    """
    seat = seat_in_game(table, person, named, resigned=False)
    check_possible(table)
    if not table.options.hinted:
        raise Refusal(409, "no_hints")
    return seat


def position_entry(table: Table) -> int:
    """Return the number of the entry that led to the position of a game.

    Different positions have different numbers, even if moves are taken back and others follow.
    Until all players have chosen their opening tickets, the result is the entry of the start,
    because the choices of other players do not change what a player sees.
    """
    assert table.game is not None
    opening = table.game.view().phase.startswith("opening")
    return table.moves.entries[0 if opening else -1]


def awaited_for_hints(table: Table, *leaving: int) -> tuple[int, ...]:
    """Return the seats that have not answered the host's request to allow hints.

    The tuple is empty if there is no request.

    Args:
        table: the table.
        leaving: seats that a bot takes over now. They are not waited for.
    """
    request = table.requests.hints
    if request is None:
        return ()
    answered = {*request.agreed, *leaving}
    return tuple(seat for seat in asked_by_host(table) if seat not in answered)


def hints_without(table: Table, seat: int) -> list[Happening]:
    """Return the entries to add when a seat agrees to hints, or need not agree any more.

    If no other consent is missing, this is one entry that allows hints. The list is empty if there
    is no request, or if other seats must still agree.
    """
    if table.requests.hints is None or awaited_for_hints(table, seat):
        return []
    return [HintsSwitched(True)]
