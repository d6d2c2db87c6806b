"""Taking moves back: at once if nothing was revealed, otherwise with the consent of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.events import TicketsKept
from whistlestop.server.errors import Refusal
from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.permissions import any_seat, check_playing
from whistlestop.server.table.requests import TakeBackRequest

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class TakeBackRequested(Notice, tag="TakeBackAsked", frozen=True):
    """The notice that a player asked to take a move back.

    `entry` is the number of the entry with the move.
    """

    seat: int
    """The seat of the player who asked."""
    move: int
    """The number of the move in the game, counted from 1. All later moves would be taken back,
    too."""
    entry: int
    """The number of the entry with the move."""


class TakeBackConsent(Notice, tag="TakeBackAnswered", frozen=True):
    """The notice that a player agreed or refused to let a move be taken back.

    If `seat` made the request itself, the player has withdrawn the request.
    """

    seat: int
    """The seat that answered."""
    agrees: bool
    """Whether the player agreed. If false, the request has ended."""


class MovesTakenBack(Notice, tag="TakenBack", frozen=True):
    """The notice that moves were taken back. The first of them is `move`, made by `seat`.

    `entries` has the numbers of the entries that no longer count.
    """

    seat: int
    """The seat that made the first of these moves."""
    move: int
    """The number of the first move that was taken back, counted from 1."""
    entries: list[int]
    """The numbers of the entries of all moves that were taken back."""


class TakeBackAsked(Happening, tag_field="kind", tag="take_back_asked", frozen=True):
    """The entry for a person's request to take back one of their own moves."""

    seat: int
    move: int
    """The first move to be taken back, counted from 1. All later moves would be taken back, too."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record the request to take moves back, to which nobody has agreed yet.

        Return the notice about the request.
        """
        request = TakeBackRequest(entry.number, entry.at, frozenset(), self.seat, self.move)
        table.requests.take_back = request
        return TakeBackRequested(self.seat, self.move, table.moves.entries[self.move])


class TakeBackAnswered(Happening, tag_field="kind", tag="take_back_answer", frozen=True):
    """The entry for an answer to a request to take a move back.

    Any refusal ends the request. A refusal by the person who asked withdraws it.
    """

    seat: int
    agrees: bool

    def change(self, table: Table, entry: Entry) -> Notice:
        """If the seat agrees to take moves back, record this. If it refuses, end the request.

        No moves are taken back here: `TakenBack` does this.

        Return the notice about the answer.
        """
        request = table.requests.take_back
        agreed = request is not None and self.agrees
        table.requests.take_back = request.with_consent(self.seat) if request and agreed else None
        return TakeBackConsent(self.seat, self.agrees)


class TakenBack(Happening, tag_field="kind", tag="taken_back", frozen=True):
    """The entry for moves that were taken back: one move and all later moves.

    The game goes on with the luck that it had before the first of these moves.
    """

    seat: int
    move: int
    """The first move that was taken back, counted from 1."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Set the game and the clocks back to the moment before the move.

        The time that players spent on the moves counts for the decisions that they now make again.

        Return the notice with the entries that no longer count.
        """
        game, moves, clocks = table.game, table.moves, table.clocks
        assert game is not None
        if free_to_take_back(table, self.seat) != self.move:
            moves.looked.append((self.seat, self.move))
        game.undo_to(self.move - 1, same_luck=True)
        gone, moves.entries = moves.entries[self.move :], moves.entries[: self.move]
        thought, moves.seconds = moves.seconds[self.move - 1 :], moves.seconds[: self.move - 1]
        table.requests.take_back, moves.turned_back = None, entry.number
        for number, seconds in reversed([*zip(gone, thought, strict=True)]):
            seat = table.log[number - 1].seat
            assert seat is not None
            if table.options.pace == "minutes":
                clocks.left[seat] += seconds
            # The decision goes on: the time it took before the move counts again.
            clocks.since[seat] = entry.at - seconds
        clocks.look_who_decides(table.deciding, entry.at)
        return MovesTakenBack(self.seat, self.move, gone)


def move_to_take_back(table: Table, seat: int, move: int | None) -> int:
    """Return the number of the move that a seat wants to take back, counted from 1.

    Args:
        table: the table.
        seat: the seat.
        move: the number that the request names; None = the newest move of the seat.

    Raises:
        Refusal: moves cannot be taken back at this table, or there is no such move of the seat.
    """
    if not table.options.takes_back:
        raise Refusal(409, "no_taking_back")
    newest = last_own(table, seat)
    chosen = newest if move is None else move
    if newest is None or chosen is None or not is_own(table, seat, chosen):
        raise Refusal(409, "nothing_to_take_back")
    return chosen


def answering_seat(table: Table, person: str, named: int | None) -> int:
    """Return the seat for which a person answers a request to take moves back.

    Only seats at the person's device can be returned. The seat that made the request comes first.
    Next is the first seat that must still answer. If neither is at this device, return the first
    seat whose player has not resigned.

    Args:
        table: the table.
        person: the id of the person.
        named: the seat that the person names; None = no seat. It must be a seat of the person, but
            does not change the result.

    Raises:
        Refusal: the named seat is not the person's, the person has no seat or has resigned, or the
            game is not going on.
    """
    any_seat(table, person, named)
    request = table.requests.take_back
    concerned = () if request is None else (request.seat, *awaited_to_take_back(table))
    held = table.seats_of(person)
    seat = next((one for one in concerned if one in held), None)
    if seat is None:
        # The person has answered already, or there is nothing to answer.
        seat = next((one for one in held if not table.seats[one].resigned), held[0])
    return check_playing(table, seat, resigned=False)


def last_own(table: Table, seat: int) -> int | None:
    """Return the number of a seat's newest move, counted from 1; None if it has made none."""
    made = range(len(table.moves.entries) - 1, 0, -1)
    return next((move for move in made if is_own(table, seat, move)), None)


def is_own(table: Table, seat: int, move: int) -> bool:
    """Return whether a move was made on a seat and has not been taken back.

    Moves of an earlier game, from which the game of the table branches off, are nobody's own. Moves
    with which a lesson begins are nobody's own, either.
    """
    if not 1 <= move < len(table.moves.entries):
        return False
    logged = table.log_of_move(move)
    return logged.seat == seat and logged.by != "record"


def free_to_take_back(table: Table, seat: int) -> int | None:
    """Return the number of the move that a seat can take back without asking the other players.

    None if there is no such move. The move has to be the newest move of the game and chosen by the
    person. It must not have involved chance, or shown how many tickets a player kept, because this
    number can influence the other players. At the start, these numbers are shown only after
    everybody has answered. Until then, the newest answer can be taken back freely. A claim can be
    taken back, because it shows only the player's own cards.
    """
    if table.game is None or table.state != "playing" or not table.options.takes_back:
        return None
    last = table.game.last
    logged = table.log_of_move(table.game.length) if last is not None else None
    if last is None or logged is None or (logged.seat, logged.by) != (seat, "person"):
        return None
    shown = any(isinstance(event, TicketsKept) for event in last.events)
    return None if last.outcomes or shown else table.game.length


def asked_to_take_back(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats whose consent a seat needs to take a move back.

    Seats that have already agreed are included. Bots and people who resigned are not asked. If a
    bot stands in for a person, the seat is still asked, and only the person can consent: the player
    who takes the move back may have seen a hidden card. Other seats at the player's own device are
    not asked. Only one seat of each other device is asked.
    """
    asked: dict[str | None, int] = {}
    for other, there in enumerate(table.seats):
        elsewhere = other != seat and there.person != table.seats[seat].person
        if elsewhere and there.kind == "person" and not there.resigned:
            asked.setdefault(there.person, other)
    return tuple(asked.values())


def awaited_to_take_back(table: Table, *leaving: int) -> tuple[int, ...]:
    """Return the seats that have not answered the request to take a move back.

    The tuple is empty if there is no request.

    Args:
        table: the table.
        leaving: seats that a bot takes over now. They are not waited for.
    """
    request = table.requests.take_back
    if request is None:
        return ()
    answered = {*request.agreed, *leaving}
    return tuple(seat for seat in asked_to_take_back(table, request.seat) if seat not in answered)


def agreed_without(table: Table, seat: int) -> list[Happening]:
    """Return the entries to add when a seat agrees to a take-back, or need not agree any more.

    If no other consent is missing, this is one entry that takes the moves back. The list is empty
    if there is no request, if the seat itself made the request, or if other seats must still agree.
    """
    request = table.requests.take_back
    if request is None or request.seat == seat or awaited_to_take_back(table, seat):
        return []
    return [TakenBack(request.seat, request.move)]


def gone_on(table: Table, version: int) -> bool:
    """Return whether any move was made or taken back in the entries after a version."""
    return any(
        logged.move is not None or any(isinstance(one, MovesTakenBack) for one in logged.events)
        for logged in table.log[version:]
    )
