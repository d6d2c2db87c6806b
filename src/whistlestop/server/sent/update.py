"""Updates: the only way from a table to what is sent, so that nothing hidden slips out.

Everything about the game comes from `game.view`, `event.seen_by`, the viewer's own legal actions,
and what can be worked out from those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from whistlestop.game import Game
from whistlestop.position import position_data
from whistlestop.server.sent.choices import action_json
from whistlestop.server.sent.presence import Absence, Caller, Company
from whistlestop.server.sent.progress import Ways, districts
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.seats import colours
from whistlestop.server.table.table import Table, Told, event_data
from whistlestop.view import SPECTATOR, View

encode = msgspec.json.encode

MOST_LOOKERS: Final = 200
"""The most callers of whom a table remembers what they are told about themselves."""

MOST_UPDATES: Final = 200
"""The most updates of one version that a table keeps: each second has others where time runs."""


class _Looker(NamedTuple):
    """What decides which updates a caller gets. Moves do not change it; other entries may."""

    seat: int | None
    """The seat with whose eyes they look; None = with nobody's."""
    viewer: int
    """Whose view of the game they get: a seat, or `SPECTATOR`."""
    own: bytes
    """What they are told about themselves, as JSON. Callers with equal JSON get equal updates."""


@dataclass
class Desk:
    """Makes a table's updates, and keeps what several viewers or frames share.

    What is kept is JSON already. What the game shows is kept for the newest version alone; the
    table itself, and who looks, until more than the game changes.
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
        told: Told | None,
    ) -> bytes:
        """The newest update, with the entry that led to it (None = nothing new)."""
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

    def missed(self, table: Table, caller: Caller, company: Company, told: Told) -> bytes:
        """An update that others follow at once: only what happened.

        The table is told as it is now, but for its state: whoever reads until the game is over
        must not stop before its last moves.
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
        """Everything, with the log so far."""
        self._turn_to(table)
        looker = self._looker(table, caller)
        log = [entry_data(told, looker.viewer) for told in table.told]
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
        """Forget what no longer holds: of the game after every entry, of the rest after most."""
        if self._version != table.version:
            self._version = table.version
            self._scenes, self._entries, self._updates = {}, {}, {}
        if self._arranged != table.arranged or len(self._lookers) > MOST_LOOKERS:
            self._arranged = table.arranged
            self._lookers, self._shared = {}, None

    def _looker(self, table: Table, caller: Caller) -> _Looker:
        """Return who a caller is at the table; of the last callers it is known already."""
        found = self._lookers.get(caller)
        if found is None:
            seat = table.looking(caller.person, caller.seat)
            found = _Looker(seat, table.viewer(seat), encode(own_data(table, caller)))
            self._lookers[caller] = found
        return found

    def _table(self, table: Table, looker: _Looker, company: Company) -> msgspec.Raw:
        """Return the `table` of a caller's update as JSON.

        It has three parts: what everybody is told, which is kept while the same people are there;
        what the caller is told about themselves; and what every move may change.
        """
        if self._shared is None or self._shared[0] != company:
            self._shared = company, encode(shared_data(table, company))
        changing = encode(changing_data(table, looker.seat))
        return msgspec.Raw(_merged(self._shared[1], looker.own, changing))

    def _entry(self, told: Told, viewer: int) -> msgspec.Raw:
        """Return what happened last as JSON; it is made once for all who see it from one seat."""
        if viewer not in self._entries:
            self._entries[viewer] = msgspec.Raw(encode(entry_data(told, viewer)))
        return self._entries[viewer]

    def _scene(self, table: Table, seat: int | None) -> bytes:
        """Return position, legal actions and progress as JSON, made once for each seat's eyes."""
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
            "legal": [action_json(action) for action in game.legal_actions(seat)] if mine else [],
            **progress_data(view, seat, self._ways),
        }


def _merged(*objects: bytes) -> bytes:
    """Return one JSON object with the members of several, none of which is empty."""
    return b"{%b}" % b",".join([each[1:-1] for each in objects])


_NOTHING: dict[str, Any] = {
    "position": None,
    "deciding": None,
    "legal": None,
    "ways": None,
    "districts": None,
}


def past(table: Table, game: Game, caller: Caller, moves: int, eyes: int | None = None) -> bytes:
    """The update of a table as it was after some moves; `game` is played that far.

    Args:
        table: the table.
        game: its game at that moment.
        caller: who asks.
        moves: the number of moves.
        eyes: the seat whose eyes to look through, which the caller may; None = the caller's own.
    """
    seat = table.looking(caller.person, caller.seat) if eyes is None else eyes
    viewer = table.viewer(seat) if eyes is None else eyes
    told = table.told_move(moves)
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
    """Every entry as the caller sees it, or a seat whose eyes they may look through."""
    own = table.looking(caller.person, caller.seat)
    viewer = table.viewer(own) if eyes is None else eyes
    return [entry_data(told, viewer) for told in table.told]


def progress_data(view: View, seat: int | None, ways: Ways) -> dict[str, Any]:
    """The progress of a seat's own tickets and districts."""
    if seat is None:
        return {"ways": {}, "districts": []}
    player = view.players[seat]
    tickets = dict.fromkeys((*(player.tickets or ()), *(player.offer or ())))
    return {"ways": ways.of(view, seat, tickets), "districts": districts(view, seat)}


def entry_data(told: Told, viewer: int) -> dict[str, Any]:
    """An entry as a viewer sees it."""
    return {
        "number": told.number,
        "seat": told.seat,
        "events": [event_data(event, viewer) for event in told.events],
        "at": iso(told.at),
        "move": told.move,
        "by": told.by,
    }


def table_data(table: Table, caller: Caller, company: Company) -> dict[str, Any]:
    """The table itself: who sits there, what was agreed, and what the caller is there."""
    seat = table.looking(caller.person, caller.seat)
    return {
        **shared_data(table, company),
        **own_data(table, caller),
        **changing_data(table, seat),
    }


def shared_data(table: Table, company: Company) -> dict[str, Any]:
    """The part of a table that everybody is told, and that moves leave as it is."""
    options = table.options
    # A lesson's deal is no secret: there is nothing to promise, and nothing to open in the end.
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
        "offered": [{"seat": seat, "by": offer.by} for seat, offer in table.offers.items()],
        "passing": passing_data(table),
        "closing": closing_data(table),
        "looked": [{"seat": seat, "move": move} for seat, move in table.looked],
        "rematch": table.rematch,
        "viewers": company.viewers,
        "invite": f"/t/{table.id}",
        "imported": table.imported,
    }


def changing_data(table: Table, seat: int | None) -> dict[str, Any]:
    """The part of a table that every move changes, for a caller who looks with a seat's eyes."""
    own = None if seat is None else table.own_seat(seat)
    return {
        "moves": 0 if table.game is None else table.game.length,
        "lesson": lesson_data(table),
        "free_to_take_back": None if own is None else table.free_to_take_back(own),
    }


def lesson_data(table: Table) -> dict[str, Any] | None:
    """The lesson that is taken at a table, and the step that it is at; null: it has left it."""
    if table.lesson is None:
        return None
    guide = guide_of(table)
    return {"name": table.lesson, "step": None if guide is None else guide.step}


def take_back_data(table: Table) -> dict[str, Any]:
    """Whether moves are taken back at this table, and what is being asked of whom."""
    request = table.request
    asked = None
    if request is not None:
        asked = {
            "entry": request.entry,
            "seat": request.seat,
            "move": request.move,
            "awaited": table.awaited(),
        }
    return {"allowed": table.options.takes_back, "asked": asked}


def closing_data(table: Table) -> dict[str, Any] | None:
    """The host's wish to end the game without a result, and who has not answered it."""
    closing = table.closing
    if closing is None:
        return None
    awaited = [seat for seat in table.asked_to_close() if seat not in closing.agreed]
    return {"entry": closing.entry, "seat": closing.seat, "awaited": awaited}


def passing_data(table: Table) -> dict[str, Any] | None:
    """Return the host's wish to let another person have a seat, and who has not agreed."""
    passing = table.passing
    if passing is None:
        return None
    return {
        "entry": passing.entry,
        "seat": passing.seat,
        "asker": passing.asker,
        "awaited": table.awaited_to_pass(),
        # Where nobody else plays who could agree, a day of absence has to pass.
        "alone": not table.asked_to_pass(passing.seat),
    }


def luck_data(table: Table, luck: Luck | None) -> dict[str, Any] | None:
    """The players' contributions to the luck, by the seats as set up, and the order of play."""
    if luck is None or luck.values is None:
        return None
    return {"values": luck.values, "order": table.order}


def own_data(table: Table, caller: Caller) -> dict[str, Any]:
    """The part of a table about the caller, which moves leave as it is."""
    seat = table.looking(caller.person, caller.seat)
    return {
        "host": table.host is not None and table.host == caller.person,
        "you": {
            "seat": seat,
            "name": caller.name,
            "seats": table.seats_of(caller.person),
            "former": table.former.get(caller.person or ""),
        },
        "reclaimable": table.reclaimable(caller.person),
    }


def seats_data(table: Table, present: Iterable[str]) -> list[dict[str, Any]]:
    """The seats of a table as JSON."""
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
    """Seconds left on each seat's clock."""
    if table.options.clock is None or table.game is None:
        return None
    return [max(round(left - table.spent(seat, now)), 0) for seat, left in enumerate(table.clocks)]


@lru_cache(maxsize=256)
def iso(at: float) -> str:
    """A moment in words that programs read."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
