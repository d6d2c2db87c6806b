"""Updates: all data about a table that is sent to clients is made here.

Everything about the game comes from `game.view`, `event.seen_by` and the viewer's own legal
actions, or is derived from them. So hidden information cannot be sent by mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from whistlestop.play.game import Game
from whistlestop.play.position_data import Position, position_data
from whistlestop.seen.view import SPECTATOR, View
from whistlestop.server.sent.choices import Action, legal_sent
from whistlestop.server.sent.entries import Entry, entry_sent
from whistlestop.server.sent.presence import Absence, Caller, Presence
from whistlestop.server.sent.progress import District, Way, Ways, progress_of
from whistlestop.server.sent.tables import (
    Own,
    Table,
    for_caller,
    own_part,
    shared_part,
    table_sent,
)
from whistlestop.server.table.table import LogEntry
from whistlestop.server.table.table import Table as Kept

encode = msgspec.json.encode

MOST_CALLERS: Final = 200
"""The maximum number of callers of a table for whom the fields of `Own` are cached. If there are
more, the whole cache is cleared."""

MOST_UPDATES: Final = 200
"""The maximum number of updates that are cached for one version of a table. Before another one is
added, the whole cache is cleared. While clocks run, new updates are made every second."""


class _AnyUpdate(Struct, frozen=True, tag_field="type", tag="update"):
    """The fields that every update has."""

    version: int
    """The number of the table's entries so far."""
    table: Table
    """The table as it is now. In an update for an earlier entry, `state` is the state after the
    entry."""
    entry: Entry | None
    """The entry that led to `version`; null in snapshots, and if a player only came or went."""
    position: Position | None
    """What the viewer sees of the game. All fields from this one to `districts` are null before the
    game, and if another update follows at once."""
    stations_left: tuple[int, ...] | None
    """The number of stations that each player can still build (E-20)."""
    asking_cards: tuple[str, ...] | None
    """While the surcharge of a tunnel is due: the kinds of cards that ask for one more card when
    they are turned up (E-11, E-45). First comes the colour of the cards laid out, if any, and then
    the wild card. Empty if no surcharge is due."""
    deciding: tuple[int, ...] | None
    """The seats that have to decide now."""
    legal: tuple[Action, ...] | None
    """The viewer's legal actions now."""
    ways: dict[str, Way | None] | None
    """For each of the viewer's own and offered tickets, by its code: the way to complete it that
    needs the fewest pieces; null = the ticket cannot be completed any more."""
    districts: tuple[District, ...] | None
    """The viewer's progress in each district."""
    clocks: tuple[int, ...] | None
    """The seconds left on each seat's clock; null if there is no clock or no game, and if another
    update follows at once."""
    absences: tuple[Absence, ...] | None
    """The players who are away; null if another update follows at once."""


class Update(_AnyUpdate, frozen=True, tag="update"):
    """A table and its game as the viewer sees them, and the entry that the update is about."""

    log: tuple[Entry, ...] | UnsetType = UNSET
    """In a snapshot: all entries so far. Otherwise absent."""


class Snapshot(_AnyUpdate, frozen=True, tag="update"):
    """An update that includes all entries so far."""

    log: tuple[Entry, ...]
    """All entries so far."""


class Moment(_AnyUpdate, frozen=True, tag="update"):
    """A game as it was after some moves, and the table as it is now.

    `clocks` and `absences` are null.
    """

    entry: Entry
    """The entry of the last move before the moment that is shown; before the first move, the entry
    of the game's start."""
    position: Position
    """What the viewer sees of the game as it was at the moment that is shown."""
    stations_left: tuple[int, ...]
    """The number of stations that each player could still build at the moment that is shown
    (E-20)."""
    asking_cards: tuple[str, ...]
    """While the surcharge of a tunnel was due: the kinds of cards that asked for one more card when
    they were turned up. First comes the colour of the cards laid out, if any, and then the wild
    card. Empty if no surcharge was due at the moment that is shown."""
    deciding: tuple[int, ...]
    """The seats that had to decide at the moment that is shown."""
    legal: tuple[Action, ...]
    """Always empty, because no action can be taken in the past."""
    ways: dict[str, Way | None]
    """For each of the viewer's own and offered tickets, by its code: the way that would have
    completed it with the fewest pieces from the moment that is shown; null = the ticket could not
    be completed any more."""
    districts: tuple[District, ...]
    """The viewer's progress in each district at the moment that is shown."""


class Heartbeat(Struct, frozen=True, tag_field="type", tag="heartbeat"):
    """A message without content. It shows that the connection is alive while nothing happens."""


class ClosingFrame(Struct, frozen=True, tag_field="type", tag="closing"):
    """A message that the server shuts down.

    Connect again after a moment, and send the last version as `since`.
    """


Frame = Update | Heartbeat | ClosingFrame
"""A message to a client that follows a table."""


class _Viewing(NamedTuple):
    """The properties that decide which updates a caller gets. Moves do not change them."""

    seat: int | None
    """The seat whose view the caller gets; None = no seat."""
    viewer: int
    """The viewer of the game: a seat, `SPECTATOR`, or `REFEREE` after the end of the game."""
    own: Own
    """The fields of the table that are about the caller."""


class _Scene(NamedTuple):
    """The fields of an update that are about the game. All are None before the game begins."""

    position: Position | None
    stations_left: tuple[int, ...] | None
    asking_cards: tuple[str, ...] | None
    deciding: tuple[int, ...] | None
    legal: tuple[Action, ...] | None
    ways: dict[str, Way | None] | None
    districts: tuple[District, ...] | None


_NO_SCENE: Final = _Scene(*[None] * len(_Scene._fields))


@dataclass
class UpdateMaker:
    """A maker of one table's updates, with a cache of parts that several viewers or updates share.

    Parts about the game are valid for one version of the table. Parts about the table and its
    callers are valid until an entry changes more than the game.
    """

    _version: int = -1
    _scenes: dict[int, _Scene] = field(default_factory=dict[int, _Scene])
    _entries: dict[int, Entry] = field(default_factory=dict[int, Entry])
    _updates: dict[object, bytes] = field(default_factory=dict[object, bytes])
    _arranged: int = -1
    _callers: dict[Caller, _Viewing] = field(default_factory=dict[Caller, _Viewing])
    _shared: tuple[Presence, Table] | None = None
    _ways: Ways = field(default_factory=Ways)

    def update(
        self,
        table: Kept,
        caller: Caller,
        presence: Presence,
        absences: Sequence[Absence],
        now: float,
        logged: LogEntry | None,
    ) -> bytes:
        """Return the newest update for a caller, as JSON.

        Args:
            table: the table.
            caller: the person or program that gets the update.
            presence: the people who are connected to the table.
            absences: what happens next to the seats of absent players.
            now: the present moment by the table's time, in seconds since 1970.
            logged: the newest entry; None = the caller has it already.
        """
        self._turn_to(table)
        viewing = self._viewing(table, caller)
        left = clocks(table, now)
        key = presence, viewing.own, logged is None, left, tuple(absences)
        if key not in self._updates:
            if len(self._updates) >= MOST_UPDATES:
                self._updates.clear()
            entry = None if logged is None else self._entry(logged, viewing.viewer)
            self._updates[key] = self._whole(table, viewing, presence, absences, left, entry)
        return self._updates[key]

    def missed(self, table: Kept, caller: Caller, presence: Presence, logged: LogEntry) -> bytes:
        """Return the update for an earlier entry that the caller has missed, as JSON.

        The update has the entry's events, but no position. The table in the update is the table as
        it is now, except for `state`, which is the state after the entry. A client that reads until
        the state is `over` would otherwise stop before the last moves.

        Args:
            table: the table.
            caller: the person or program that gets the update.
            presence: the people who are connected to the table.
            logged: the entry.
        """
        seat = table.looking(caller.person, caller.seat)
        shown = table_sent(table, caller, presence)
        return encode(
            Update(
                logged.number,
                msgspec.structs.replace(shown, state=logged.state),
                entry_sent(logged, table.viewer(seat)),
                *_NO_SCENE,
                None,
                None,
            )
        )

    def snapshot(
        self,
        table: Kept,
        caller: Caller,
        presence: Presence,
        absences: Sequence[Absence],
        now: float,
    ) -> bytes:
        """Return an update with all that a caller sees of the table and its entries, as JSON.

        Args:
            table: the table.
            caller: the person or program that gets the update.
            presence: the people who are connected to the table.
            absences: what happens next to the seats of absent players.
            now: the present moment by the table's time, in seconds since 1970.
        """
        self._turn_to(table)
        viewing = self._viewing(table, caller)
        log = tuple([entry_sent(logged, viewing.viewer) for logged in table.log])
        return self._whole(table, viewing, presence, absences, clocks(table, now), None, log)

    def _whole(
        self,
        table: Kept,
        viewing: _Viewing,
        presence: Presence,
        absences: Sequence[Absence],
        left: tuple[int, ...] | None,
        entry: Entry | None,
        log: tuple[Entry, ...] | UnsetType = UNSET,
    ) -> bytes:
        """Return the JSON of an update about the present table and game, as a caller sees them.

        Args:
            table: the table.
            viewing: the properties of the caller.
            presence: the people who are connected to the table.
            absences: what happens next to the seats of absent players.
            left: the seconds left to each seat; None if there is no clock or no game.
            entry: the newest entry as the caller sees it; None = the caller has it already.
            log: all entries, for a snapshot; otherwise unset.
        """
        shown = self._table(table, viewing, presence)
        scene = self._scene(table, viewing.seat)
        return encode(Update(table.version, shown, entry, *scene, left, tuple(absences), log))

    def _turn_to(self, table: Kept) -> None:
        """Drop the cached parts that the table's newest entries have made invalid.

        Also drop the parts about callers and the table if there are more than `MOST_CALLERS`
        callers.
        """
        if self._version != table.version:
            self._version = table.version
            self._scenes, self._entries, self._updates = {}, {}, {}
        if self._arranged != table.arranged or len(self._callers) > MOST_CALLERS:
            self._arranged = table.arranged
            self._callers, self._shared = {}, None

    def _viewing(self, table: Kept, caller: Caller) -> _Viewing:
        """Return the properties of a caller at the table, from the cache if possible."""
        found = self._callers.get(caller)
        if found is None:
            seat = table.looking(caller.person, caller.seat)
            found = _Viewing(seat, table.viewer(seat), own_part(table, caller))
            self._callers[caller] = found
        return found

    def _table(self, table: Kept, viewing: _Viewing, presence: Presence) -> Table:
        """Return the table for a caller.

        The part for all callers is cached while the connected people stay unchanged. The part about
        the caller is cached for each caller.
        """
        if self._shared is None or self._shared[0] != presence:
            self._shared = presence, shared_part(table, presence)
        return for_caller(self._shared[1], viewing.own, table, viewing.seat)

    def _entry(self, logged: LogEntry, viewer: int) -> Entry:
        """Return an entry as a viewer sees it, from the cache if possible.

        The cache holds the newest entry only, once for each viewer. `_turn_to` clears it when the
        table has a newer entry.

        Args:
            logged: the newest entry of the table.
            viewer: a seat, `SPECTATOR` or `REFEREE`.
        """
        if viewer not in self._entries:
            self._entries[viewer] = entry_sent(logged, viewer)
        return self._entries[viewer]

    def _scene(self, table: Kept, seat: int | None) -> _Scene:
        """Return the position, the legal actions and the progress that a seat sees.

        The result is cached for each seat until the table's next entry.

        Args:
            table: the table.
            seat: the seat whose view is shown; None = the spectators' view.
        """
        seat = table.own_seat(seat)
        key = SPECTATOR if seat is None else seat
        if key not in self._scenes:
            made = _NO_SCENE if table.game is None else self._made(table, table.game, seat)
            self._scenes[key] = made
        return self._scenes[key]

    def _made(self, table: Kept, game: Game, seat: int | None) -> _Scene:
        view = game.view(table.viewer(seat))
        deciding = table.deciding
        mine = seat is not None and seat in deciding
        legal = legal_sent(view, game.legal_actions(seat)) if mine else ()
        progress = progress_of(view, seat, self._ways)
        return _Scene(
            position_data(view),
            stations_left(view),
            view.asking_cards(),
            deciding,
            legal,
            progress.ways,
            progress.districts,
        )


def stations_left(view: View) -> tuple[int, ...]:
    """Return the number of stations that each player can still build."""
    return tuple([player.stations_left for player in view.players])


def past(table: Kept, game: Game, caller: Caller, moves: int, eyes: int | None = None) -> bytes:
    """Return an update about a table as it was after some moves, as JSON.

    Args:
        table: the table.
        game: a copy of the table's game, set back to just after the moves.
        caller: the person or program that gets the update.
        moves: the number of moves.
        eyes: the seat whose view is shown, which the caller must be allowed to see; None = the
            caller's own view.
    """
    seat = table.looking(caller.person, caller.seat) if eyes is None else eyes
    viewer = table.viewer(seat) if eyes is None else eyes
    logged = table.log_of_move(moves)
    view = game.view(viewer)
    progress = progress_of(view, table.own_seat(seat), Ways())
    return encode(
        Moment(
            logged.number,
            table_sent(table, caller, Presence()),
            entry_sent(logged, viewer),
            position_data(view),
            stations_left(view),
            view.asking_cards(),
            game.deciding,
            (),
            progress.ways,
            progress.districts,
            None,
            None,
        )
    )


def log_sent(table: Kept, caller: Caller, eyes: int | None) -> list[Entry]:
    """Return all entries of a table as the caller sees them.

    Args:
        table: the table.
        caller: the person or program that asks.
        eyes: the seat whose view is shown, which the caller must be allowed to see; None =
            the caller's own view.
    """
    own = table.looking(caller.person, caller.seat)
    viewer = table.viewer(own) if eyes is None else eyes
    return [entry_sent(logged, viewer) for logged in table.log]


def clocks(table: Kept, now: float) -> tuple[int, ...] | None:
    """Return the seconds left on each seat's clock; None if there is no clock or no game.

    `now` is the present moment by the table's time, in seconds since 1970.
    """
    if table.options.clock is None or table.game is None:
        return None
    return tuple(
        [
            max(round(left - table.clocks.spent(seat, now)), 0)
            for seat, left in enumerate(table.clocks.left)
        ]
    )
