"""One table: a list of entries, played through from the first.

`Table.apply` is the only place where an entry changes anything, both when it happens and when the
list is read again after a restart. While the game runs, chance comes from the seed in the entry of
the start; what it brought is written beside every move. Read again, both must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from whistlestop.actions import Action
from whistlestop.editions.load import load, loads
from whistlestop.editions.model import Edition
from whistlestop.events import Event
from whistlestop.game import Game
from whistlestop.server.luck import Luck
from whistlestop.server.seats import Options, Seat, colours, distinct
from whistlestop.server.store import Entry
from whistlestop.view import REFEREE, SPECTATOR

OWN: Final = "table."
"""Before a table's id: the edition of one's own that is played there. No edition has a dot."""


RESPITE: Final = 30.0
"""Seconds that somebody has at least who comes back: nobody can play on without any time."""


class LuckDiffers(Exception):
    """The seed brings something else than what is written: another version dealt this game."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened at a table, and not in its game; everybody sees it."""

    type: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it can be told."""

    number: int
    seat: int | None
    events: tuple[Event | Notice, ...]
    at: float


@dataclass
class Table:
    """Who plays what, and how far they are."""

    id: str
    exact: bool = True
    """Whether moves are played from the seed; else with the outcomes that are written."""
    edition: Edition = field(init=False)
    edition_text: str | None = None
    """The file of an edition of somebody's own; None = one that comes along."""
    options: Options = field(default_factory=Options)
    host: str | None = None
    seats: list[Seat] = field(default_factory=list[Seat])
    game: Game | None = None
    imported: bool = False
    luck: Luck | None = None
    rematch: str | None = None
    state: str = "open"
    """`open`, `playing` or `over`."""
    version: int = 0
    told: list[Told] = field(default_factory=list[Told])
    clocks: list[float] = field(default_factory=list[float])
    """Seconds left, by seat."""
    since: dict[int, float] = field(default_factory=dict[int, float])
    """Since when each deciding seat has been deciding."""
    answered: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """(Person, id of the action that they sent) → the version that it led to."""
    updated: float = 0.0
    understood: Action | None = None
    """The next move, where its words have been read already."""

    # What is the case ------------------------------------------------------------------------

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        if self.game is None or self.state == "over":
            return ()
        return self.game.deciding

    @property
    def edition_key(self) -> str:
        """What its edition goes by in addresses: its name, or the table for one of one's own."""
        return self.edition.name if self.edition_text is None else f"{OWN}{self.id}"

    def seat_of(self, person: str | None) -> int | None:
        """Where somebody sits."""
        if person is None:
            return None
        return next((n for n, seat in enumerate(self.seats) if seat.person == person), None)

    def viewer(self, seat: int | None) -> int:
        """As whom somebody in this seat (None = a spectator) looks at the game."""
        if self.state == "over":
            return REFEREE
        return SPECTATOR if seat is None else seat

    def spent(self, seat: int, now: float) -> float:
        """Seconds that a seat has been thinking about its present decision."""
        return max(now - self.since[seat], 0.0) if seat in self.since else 0.0

    # Entries ---------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Entry:
        """Carry an entry out; it is returned with what chance brought.

        Raises:
            ActionError: it is a move that is not legal; nothing has changed.
            LuckDiffers: chance brought something else than what is written.
        """
        done, told = _KINDS[entry.kind](self, entry)
        if self.game is not None and self.state == "playing" and self.game.over:
            self.state = "over"
        self.version = entry.number
        self.updated = entry.at
        self.told.append(told)
        return done

    def _created(self, entry: Entry) -> tuple[Entry, Told]:
        data = entry.data
        self.edition_text = data.get("edition_text")
        known = self.edition_text is None
        self.edition = load(data["edition"]) if known else loads(self.edition_text or "")
        self.host = data.get("host")
        self.imported = data.get("imported", False)
        # A record has outcomes and no seed.
        self.exact = self.exact and not self.imported
        self.options = Options(**data["options"])
        self.seats = [Seat(**seat) for seat in data["seats"]]
        return entry, _notice(entry, None, "TableCreated")

    def _joined(self, entry: Entry) -> tuple[Entry, Told]:
        seat, name = entry.data["seat"], entry.data["name"]
        colour = entry.data.get("colour")
        self.seats[seat] = Seat("person", entry.data["person"], name, colour=colour)
        return entry, _notice(entry, seat, "SeatTaken", seat=seat, name=name)

    def _left(self, entry: Entry) -> tuple[Entry, Told]:
        seat: int = entry.data["seat"]
        name = self.seats[seat].name
        self.seats[seat] = Seat("open")
        return entry, _notice(entry, seat, "SeatLeft", seat=seat, name=name)

    def _started(self, entry: Entry) -> tuple[Entry, Told]:
        data, secret = entry.data, entry.secret or {}
        order: list[int] = data["order"]
        seats = [self.seats[number] for number in order]
        for seat in seats:
            if seat.kind == "open":
                seat.kind, seat.bot = "bot", data["bot"]
        names = distinct(
            seat.name or (seat.bot.capitalize() if seat.bot else f"Player {number + 1}")
            for number, seat in enumerate(seats)
        )
        for seat, name, colour in zip(seats, names, colours(seats), strict=True):
            seat.name, seat.colour = name, colour
        if "seed" in secret:
            self.luck = Luck(secret["seed"], secret["salt"])
        written = secret.get("dealt")
        game = Game.new(
            self.edition,
            names,
            seed=self.luck.seed if self.luck else None,
            starter=data.get("starter"),
            dealt=None if self.exact or written is None else tuple(written),
        )
        dealt = [chance.word for chance in game.dealt]
        if written is not None and dealt != written:
            raise LuckDiffers("the deal")
        self.seats, self.game = seats, game
        self.state = "over" if self.imported else "playing"
        self.clocks = [self.options.clock or 0.0] * len(seats)
        self._look_who_decides(entry.at)
        done = replace(entry, secret={**secret, "dealt": dealt})
        return done, Told(entry.number, None, game.opening, entry.at)

    def _moved(self, entry: Entry) -> tuple[Entry, Told]:
        assert self.game is not None
        data = entry.data
        seat: int = data["seat"]
        written = data.get("outcomes")
        action: Action | str = data["action"]
        if self.understood is not None and str(self.understood) == action:
            action = self.understood
        self.understood = None
        if self.exact or written is None:
            self.game.play(action, seat)
        else:
            self.game.replay(action, seat, written)
        move = self.game.last
        assert move is not None
        outcomes = [chance.word for chance in move.outcomes]
        if written is not None and outcomes != written:
            raise LuckDiffers(f"move {self.game.length}")
        if self.options.pace == "minutes":
            self.clocks[seat] -= data.get("spent", 0.0)
        if "id" in data and (person := self.seats[seat].person) is not None:
            self.answered[person, data["id"]] = entry.number
        self.since.pop(seat, None)
        self._look_who_decides(entry.at)
        done = replace(entry, data={**data, "action": str(move.action), "outcomes": outcomes})
        return done, Told(entry.number, seat, move.events, entry.at)

    def _renamed(self, entry: Entry) -> tuple[Entry, Told]:
        number: int = entry.data["seat"]
        name: str = entry.data["name"]
        before: str = self.seats[number].name
        self.seats[number].name = name
        if self.game is not None:
            self.game.seats = tuple(seat.name for seat in self.seats)
        return entry, _notice(entry, number, "Renamed", seat=number, name=name, before=before)

    def _recoloured(self, entry: Entry) -> tuple[Entry, Told]:
        number, colour = entry.data["seat"], entry.data["colour"]
        self.seats[number].colour = colour
        return entry, _notice(entry, number, "ColourChosen", seat=number, colour=colour)

    def _resigned(self, entry: Entry) -> tuple[Entry, Told]:
        number: int = entry.data["seat"]
        self.seats[number].resigned, self.seats[number].bot = True, entry.data["bot"]
        return entry, _notice(entry, number, "Resigned", seat=number)

    def _absent(self, entry: Entry) -> tuple[Entry, Told]:
        number, why = entry.data["seat"], entry.data["why"]
        self.seats[number].standin, self.seats[number].bot = True, entry.data["bot"]
        if why == "clock" and self.options.pace == "minutes":
            self.clocks[number] = 0.0
        return entry, _notice(entry, number, "StandinStarted", seat=number, why=why)

    def _returned(self, entry: Entry) -> tuple[Entry, Told]:
        number: int = entry.data["seat"]
        self.seats[number].standin, self.seats[number].bot = False, None
        if number in self.since:
            self.since[number] = entry.at
        if self.options.clock is not None:
            self.clocks[number] = max(self.clocks[number], min(RESPITE, self.options.clock))
        return entry, _notice(entry, number, "StandinEnded", seat=number)

    def _resumed(self, entry: Entry) -> tuple[Entry, Told]:
        self.since = dict.fromkeys(self.since, entry.at)
        return entry, _notice(entry, None, "ClocksResumed")

    def _said(self, entry: Entry) -> tuple[Entry, Told]:
        seat, phrase = entry.data["seat"], entry.data["phrase"]
        return entry, _notice(entry, seat, "Said", seat=seat, phrase=phrase)

    def _again(self, entry: Entry) -> tuple[Entry, Told]:
        self.rematch = entry.data["table"]
        return entry, _notice(entry, entry.data["seat"], "RematchMade", table=self.rematch)

    def _look_who_decides(self, now: float) -> None:
        deciding = self.deciding
        self.since = {seat: self.since.get(seat, now) for seat in deciding}


_KINDS: dict[str, Callable[[Table, Entry], tuple[Entry, Told]]] = {
    "created": Table._created,  # pyright: ignore[reportPrivateUsage]
    "joined": Table._joined,  # pyright: ignore[reportPrivateUsage]
    "left": Table._left,  # pyright: ignore[reportPrivateUsage]
    "started": Table._started,  # pyright: ignore[reportPrivateUsage]
    "move": Table._moved,  # pyright: ignore[reportPrivateUsage]
    "renamed": Table._renamed,  # pyright: ignore[reportPrivateUsage]
    "recoloured": Table._recoloured,  # pyright: ignore[reportPrivateUsage]
    "resigned": Table._resigned,  # pyright: ignore[reportPrivateUsage]
    "standin": Table._absent,  # pyright: ignore[reportPrivateUsage]
    "returned": Table._returned,  # pyright: ignore[reportPrivateUsage]
    "resumed": Table._resumed,  # pyright: ignore[reportPrivateUsage]
    "chat": Table._said,  # pyright: ignore[reportPrivateUsage]
    "rematch": Table._again,  # pyright: ignore[reportPrivateUsage]
}


def _notice(entry: Entry, seat: int | None, kind: str, /, **fields: Any) -> Told:
    return Told(entry.number, seat, (Notice(kind, fields),), entry.at)


def played(table_id: str, entries: Iterable[Entry]) -> tuple[Table, str]:
    """A table from its entries, and what was odd about them, if anything.

    Chance goes on exactly where it stopped. If the seed no longer brings what is written (a later
    version may deal otherwise), the game is played with what is written, and goes on with new luck.
    """
    kept = list(entries)
    table = Table(table_id)
    try:
        for entry in kept:
            table.apply(entry)
    except LuckDiffers as differs:
        table = Table(table_id, exact=False)
        for entry in kept:
            table.apply(entry)
        assert table.game is not None
        table.game = table.game.copy()
        table.exact = True
        return table, f"the seed brings another game from {differs} on: played by its outcomes"
    return table, ""


def event_data(event: Event | Notice, viewer: int) -> dict[str, Any]:
    """An event as a viewer sees it; the referee sees everything."""
    if isinstance(event, Notice):
        return {"type": event.type, **event.fields}
    if viewer != REFEREE:
        event = event.seen_by(None if viewer == SPECTATOR else viewer)
    fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
    return {"type": type(event).__name__, **fields}
