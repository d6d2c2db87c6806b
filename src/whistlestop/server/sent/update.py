"""Updates: all data about a table that is sent to clients is made here.

Everything about the game comes from `game.view`, `event.seen_by` and the viewer's own legal
actions, or is derived from them. So hidden information cannot be sent by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from whistlestop.play.game import Game
from whistlestop.play.position import position_data
from whistlestop.seen.view import SPECTATOR, View
from whistlestop.server.sent.choices import legal_json
from whistlestop.server.sent.presence import Absence, Caller, Company
from whistlestop.server.sent.progress import Ways, districts
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.happenings.changing_hands import (
    asked_to_pass,
    awaited_to_pass,
    reclaimable,
)
from whistlestop.server.table.happenings.closing import asked_to_close
from whistlestop.server.table.happenings.taking_back import awaited_to_take_back, free_to_take_back
from whistlestop.server.table.seats import colours
from whistlestop.server.table.table import LogEntry, Table, event_data

encode = msgspec.json.encode

MOST_LOOKERS: Final = 200
"""The most callers for whom a table caches what they are told about themselves."""

MOST_UPDATES: Final = 200
"""The most updates of one version that a table caches. With running clocks, every second needs new
updates."""


class _Looker(NamedTuple):
    """The properties that decide which updates a caller gets. Moves do not change them."""

    seat: int | None
    """The seat whose view the caller gets; None = no seat."""
    viewer: int
    """The viewer of the game: a seat, or `SPECTATOR`."""
    own: bytes
    """What the caller is told about themselves, as JSON. Callers with equal JSON get equal
    updates."""


@dataclass
class Desk:
    """Makes the updates of one table, and caches the parts that several viewers or frames share.

    The cached parts are encoded JSON. Parts about the game are valid for one version of the table.
    Parts about the table and its callers are valid until an entry changes more than the game.
    """

    _version: int = -1
    _scenes: dict[int, bytes] = field(default_factory=dict[int, bytes])
    _entries: dict[int, msgspec.Raw] = field(default_factory=dict[int, msgspec.Raw])
    _updates: dict[object, bytes] = field(default_factory=dict[object, bytes])
    _arranged: int = -1
    _lookers: dict[Caller, _Looker] = field(default_factory=dict[Caller, _Looker])
    _shared: tuple[Company, bytes] | None = None
    _ways: Ways = field(default_factory=Ways)

    def update(
        self,
        table: Table,
        caller: Caller,
        company: Company,
        absences: Sequence[Absence],
        now: float,
        told: LogEntry | None,
    ) -> bytes:
        """Return the newest update for a caller, as JSON.

        Args:
            table: the table.
            caller: the person or program that gets the update.
            company: the people who are connected to the table.
            absences: what happens next to the seats of absent players.
            now: the present moment by the table's time.
            told: the newest entry; None = the caller has it already.
        """
        self._turn_to(table)
        looker = self._looker(table, caller)
        left = clocks(table, now)
        time = None if left is None else (*left,), (*absences,)
        key = company, looker.own, told is None, time
        if key not in self._updates:
            if len(self._updates) >= MOST_UPDATES:
                self._updates.clear()
            entry = None if told is None else self._entry(told, looker.viewer)
            self._updates[key] = self._whole(table, looker, company, absences, left, entry=entry)
        return self._updates[key]

    def missed(self, table: Table, caller: Caller, company: Company, told: LogEntry) -> bytes:
        """Return the update for an earlier entry that the caller has missed, as JSON.

        It has what happened, but no position. It describes the table as it is now, except for the
        state, which is the one after the entry. A client that reads until the state is `over` would
        otherwise stop before the last moves.
        """
        seat = table.looking(caller.person, caller.seat)
        return encode(
            {
                "type": "update",
                "version": told.number,
                "table": {**table_data(table, caller, company), "state": told.state},
                "entry": entry_data(told, table.viewer(seat)),
                **_NOTHING,
                "clocks": None,
                "absences": None,
            }
        )

    def snapshot(
        self,
        table: Table,
        caller: Caller,
        company: Company,
        absences: Sequence[Absence],
        now: float,
    ) -> bytes:
        """Return an update with all that a caller sees of the table and its entries, as JSON.

        Args:
            table: the table.
            caller: the person or program that gets the update.
            company: the people who are connected to the table.
            absences: what happens next to the seats of absent players.
            now: the present moment by the table's time.
        """
        self._turn_to(table)
        looker = self._looker(table, caller)
        log = [entry_data(told, looker.viewer) for told in table.log]
        left = clocks(table, now)
        return self._whole(table, looker, company, absences, left, entry=None, log=log)

    def _whole(
        self,
        table: Table,
        looker: _Looker,
        company: Company,
        absences: Sequence[Absence],
        left: list[int] | None,
        **more: Any,
    ) -> bytes:
        """Return an update with all that a caller sees of table and game, and with `more`."""
        head = {
            "type": "update",
            "version": table.version,
            "table": self._table(table, looker, company),
            "clocks": left,
            "absences": [asdict(absence) for absence in absences],
            **more,
        }
        return _merged(encode(head), self._scene(table, looker.seat))

    def _turn_to(self, table: Table) -> None:
        """Drop the cached parts that the table's newest entries have made invalid."""
        if self._version != table.version:
            self._version = table.version
            self._scenes, self._entries, self._updates = {}, {}, {}
        if self._arranged != table.arranged or len(self._lookers) > MOST_LOOKERS:
            self._arranged = table.arranged
            self._lookers, self._shared = {}, None

    def _looker(self, table: Table, caller: Caller) -> _Looker:
        """Return the properties of a caller at the table, from the cache if possible."""
        found = self._lookers.get(caller)
        if found is None:
            seat = table.looking(caller.person, caller.seat)
            found = _Looker(seat, table.viewer(seat), encode(own_data(table, caller)))
            self._lookers[caller] = found
        return found

    def _table(self, table: Table, looker: _Looker, company: Company) -> msgspec.Raw:
        """Return the `table` of a caller's update as JSON.

        It has three parts. The part for all callers is cached while the connected people stay
        unchanged. The part about the caller is cached for each caller. The part that every move
        changes is made each time.
        """
        if self._shared is None or self._shared[0] != company:
            self._shared = company, encode(shared_data(table, company))
        changing = encode(changing_data(table, looker.seat))
        return msgspec.Raw(_merged(self._shared[1], looker.own, changing))

    def _entry(self, told: LogEntry, viewer: int) -> msgspec.Raw:
        """Return the newest entry as a viewer sees it, as JSON. Each viewer's entry is cached."""
        if viewer not in self._entries:
            self._entries[viewer] = msgspec.Raw(encode(entry_data(told, viewer)))
        return self._entries[viewer]

    def _scene(self, table: Table, seat: int | None) -> bytes:
        """Return position, legal actions and progress as JSON. Each seat's result is cached."""
        seat = table.own_seat(seat)
        key = SPECTATOR if seat is None else seat
        if key not in self._scenes:
            made = _NOTHING if table.game is None else self._made(table, table.game, seat)
            self._scenes[key] = encode(made)
        return self._scenes[key]

    def _made(self, table: Table, game: Game, seat: int | None) -> dict[str, Any]:
        view = game.view(table.viewer(seat))
        deciding = table.deciding
        mine = seat is not None and seat in deciding
        return {
            "position": position_data(view),
            "deciding": deciding,
            "legal": legal_json(view, game.legal_actions(seat)) if mine else [],
            **progress_data(view, seat, self._ways),
        }


def _merged(*objects: bytes) -> bytes:
    """Return one JSON object with the members of several others, none of which is empty."""
    return b"{%b}" % b",".join([each[1:-1] for each in objects])


_NOTHING: dict[str, Any] = {
    "position": None,
    "deciding": None,
    "legal": None,
    "ways": None,
    "districts": None,
}


def past(table: Table, game: Game, caller: Caller, moves: int, eyes: int | None = None) -> bytes:
    """Return the update of a table as it was after some moves, as JSON.

    Args:
        table: the table.
        game: a copy of its game, which stands at that moment.
        caller: the person or program that gets the update.
        moves: the number of moves.
        eyes: the seat whose view is shown, which the caller must be allowed to see; None = the
            caller's own view.
    """
    seat = table.looking(caller.person, caller.seat) if eyes is None else eyes
    viewer = table.viewer(seat) if eyes is None else eyes
    told = table.log_of_move(moves)
    view = game.view(viewer)
    return encode(
        {
            "type": "update",
            "version": told.number,
            "table": table_data(table, caller, Company()),
            "entry": entry_data(told, viewer),
            "position": position_data(view),
            "deciding": game.deciding,
            "legal": [],
            **progress_data(view, table.own_seat(seat), Ways()),
            "clocks": None,
            "absences": None,
        }
    )


def log_data(table: Table, caller: Caller, eyes: int | None) -> list[dict[str, Any]]:
    """Return all entries of a table as JSON data, as the caller sees them.

    Args:
        table: the table.
        caller: the person or program that asks.
        eyes: the seat whose view is shown instead, which the caller must be allowed to see; None =
            the caller's own view.
    """
    own = table.looking(caller.person, caller.seat)
    viewer = table.viewer(own) if eyes is None else eyes
    return [entry_data(told, viewer) for told in table.log]


def progress_data(view: View, seat: int | None, ways: Ways) -> dict[str, Any]:
    """Return the progress of a seat's own tickets and districts as JSON data.

    Without a seat, it is empty.
    """
    if seat is None:
        return {"ways": {}, "districts": []}
    player = view.players[seat]
    tickets = dict.fromkeys((*(player.tickets or ()), *(player.offer or ())))
    return {"ways": ways.of(view, seat, tickets), "districts": districts(view, seat)}


def entry_data(told: LogEntry, viewer: int) -> dict[str, Any]:
    """Return an entry as a viewer sees it, as JSON data."""
    return {
        "number": told.number,
        "seat": told.seat,
        "events": [event_data(event, viewer) for event in told.events],
        "at": iso(told.at),
        "move": told.move,
        "by": told.by,
    }


def table_data(table: Table, caller: Caller, company: Company) -> dict[str, Any]:
    """Return all data of a table for a caller: its seats and options, and the caller's own part."""
    seat = table.looking(caller.person, caller.seat)
    return {
        **shared_data(table, company),
        **own_data(table, caller),
        **changing_data(table, seat),
    }


def shared_data(table: Table, company: Company) -> dict[str, Any]:
    """Return the data of a table that all callers get, and that moves do not change."""
    options = table.options
    # The deal of a lesson is fixed and public, so there is no commitment to show.
    luck = None if table.lesson else table.luck
    return {
        "id": table.id,
        "state": table.state,
        "edition": table.edition_key,
        "title": table.edition.title,
        "seats": seats_data(table, company.present),
        "public": options.public,
        "pace": {"kind": options.pace, "amount": options.amount},
        "standin_after": options.standin_after,
        "commitment": None if luck is None else luck.commitment,
        "seed": luck.opened if luck is not None and table.state == "over" else None,
        "luck": luck_data(table, luck) if table.state == "over" else None,
        "shuffle": options.shuffle,
        "explain": options.explained,
        "bot_pace": options.pace_of_bots,
        "take_back": take_back_data(table),
        "host_seat": table.seat_of(table.host),
        "offered": [{"seat": seat, "by": offer.by} for seat, offer in table.holders.offers.items()],
        "passing": passing_data(table),
        "closing": closing_data(table),
        "looked": [{"seat": seat, "move": move} for seat, move in table.moves.looked],
        "rematch": table.rematch,
        "viewers": company.viewers,
        "invite": f"/t/{table.id}",
        "imported": table.imported,
    }


def changing_data(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the data of a table that every move can change, for a caller who sees as a seat.

    Args:
        table: the table.
        seat: the seat whose view the caller gets; None = no seat.
    """
    own = None if seat is None else table.own_seat(seat)
    return {
        "moves": 0 if table.game is None else table.game.length,
        "lesson": lesson_data(table),
        "free_to_take_back": None if own is None else free_to_take_back(table, own),
    }


def lesson_data(table: Table) -> dict[str, Any] | None:
    """Return the name and the step of a table's lesson as JSON data. None if it has no lesson.

    The step is null if the game no longer follows the lesson.
    """
    if table.lesson is None:
        return None
    guide = guide_of(table)
    return {"name": table.lesson, "step": None if guide is None else guide.step}


def take_back_data(table: Table) -> dict[str, Any]:
    """Return whether moves can be taken back at a table, and the request that waits for answers."""
    request = table.requests.take_back
    asked = None
    if request is not None:
        asked = {
            "entry": request.entry,
            "seat": request.seat,
            "move": request.move,
            "awaited": awaited_to_take_back(table),
        }
    return {"allowed": table.options.takes_back, "asked": asked}


def closing_data(table: Table) -> dict[str, Any] | None:
    """Return the host's open request to end the game without a result, as JSON data.

    None if there is no such request. `awaited` lists the seats whose people have not agreed yet.
    """
    closing = table.requests.closing
    if closing is None:
        return None
    awaited = [seat for seat in asked_to_close(table) if seat not in closing.agreed]
    return {"entry": closing.entry, "seat": closing.seat, "awaited": awaited}


def passing_data(table: Table) -> dict[str, Any] | None:
    """Return the host's open request to give a seat to another person, as JSON data.

    None if there is no such request. `awaited` lists the seats that have not agreed yet.
    """
    passing = table.requests.seat
    if passing is None:
        return None
    return {
        "entry": passing.entry,
        "seat": passing.seat,
        "asker": passing.asker,
        "awaited": awaited_to_pass(table),
        # Nobody else plays who could agree. Then the owner must be absent for a day.
        "alone": not asked_to_pass(table, passing.seat),
    }


def luck_data(table: Table, luck: Luck | None) -> dict[str, Any] | None:
    """Return what each seat added to the luck, and the order of play.

    None if the table has no such values. The values are in the order in which the seats were set
    up.
    """
    if luck is None or luck.values is None:
        return None
    return {"values": luck.values, "order": table.order}


def own_data(table: Table, caller: Caller) -> dict[str, Any]:
    """Return the data of a table about the caller, which moves do not change."""
    seat = table.looking(caller.person, caller.seat)
    return {
        "host": table.host is not None and table.host == caller.person,
        "you": {
            "seat": seat,
            "name": caller.name,
            "seats": table.seats_of(caller.person),
            "former": table.holders.former.get(caller.person or ""),
        },
        "reclaimable": reclaimable(table, caller.person),
    }


def seats_data(table: Table, present: Iterable[str]) -> list[dict[str, Any]]:
    """Return the seats of a table as JSON data.

    Args:
        table: the table.
        present: the ids of the people who are connected.
    """
    there = frozenset(present)
    painted = colours(table.seats)
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "name_of": seat.name_of,
            "bot": seat.bot,
            "colour": painted[number],
            "present": seat.kind == "bot" or seat.person in there,
            "standin": seat.standin,
            "resigned": seat.resigned,
            "beside": seat.beside,
        }
        for number, seat in enumerate(table.seats)
    ]


def clocks(table: Table, now: float) -> list[int] | None:
    """Return the seconds left on each seat's clock. None without clocks or without a game."""
    if table.options.clock is None or table.game is None:
        return None
    return [
        max(round(left - table.clocks.spent(seat, now)), 0)
        for seat, left in enumerate(table.clocks.left)
    ]


@lru_cache(maxsize=256)
def iso(at: float) -> str:
    """Return a moment, in seconds since 1970, as an ISO 8601 text in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
