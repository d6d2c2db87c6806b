"""One table: the state that results from applying its entries in order.

`Table.apply` is the only place where an entry changes anything, both when the entry happens and
when the list is read again after a restart. The entry's kind says what changes (`happenings`).
While the game runs, random outcomes are computed from the seed in the table's luck. They are
stored with every move. When the entries are read again, the computed and the stored outcomes must
agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Literal

from whistlestop.editions.model import Edition
from whistlestop.play.game import Game
from whistlestop.seen.view import REFEREE, SPECTATOR
from whistlestop.server.table.clocks import Clocks
from whistlestop.server.table.commitment import Luck, LuckDiffers
from whistlestop.server.table.entries import Entry
from whistlestop.server.table.happenings.changing_hands import drop_request
from whistlestop.server.table.happenings.happening import Events
from whistlestop.server.table.happenings.playing import Moved, Mover
from whistlestop.server.table.happenings.setting_up import BranchedFrom
from whistlestop.server.table.hints import Hints
from whistlestop.server.table.holders import Holders
from whistlestop.server.table.moves import Moves
from whistlestop.server.table.requests import Requests
from whistlestop.server.table.seats import Options, Seat

OWN: Final = "table."
"""The prefix before a table's id in the key of a player's own edition.

Names of editions contain no dot, so such a key is never also a name.
"""


State = Literal["open", "playing", "over", "closed"]
"""The state of a table.

`open`: the game has not begun. `playing`: the game is going on. `over`: the game has ended with a
result. `closed`: the host has closed the table without a result.
"""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry as viewers see it: its events, and who made the move if it is a move."""

    number: int
    seat: int | None
    """The seat that the entry is about; None = the table as a whole."""
    events: Events
    at: float
    state: State
    """The table's state after the entry."""
    move: int | None = None
    """The number of the move in the game, counted from 1; None if the entry is not a move."""
    by: Mover | None = None
    """Who made the move, or `record` if it comes from a record or from a lesson's beginning.

    None if the entry is not a move.
    """
    bot: str | None = None
    """The name of the bot that made the move; None if no bot did."""


@dataclass
class Table:
    """A table with its edition, seats and game, after its latest entry."""

    id: str
    exact: bool = True
    """Whether random outcomes are computed from the seed. If not, the stored outcomes are
    played."""
    edition: Edition = field(init=False)
    edition_text: str | None = None
    """The file of a player's own edition; None for an edition that comes with the program."""
    options: Options = field(default_factory=Options)
    host: str | None = None
    seats: list[Seat] = field(default_factory=list[Seat])
    game: Game | None = None
    imported: bool = False
    lesson: str | None = None
    """The name of the lesson played at this table; None if there is none."""
    branch: BranchedFrom | None = None
    """The moment of another game from which this game branches off; None if it begins with a new
    deal.

    The moves up to that moment have stored outcomes. Later outcomes are computed from the seed.
    """
    puzzle: str | None = None
    """The id of the puzzle that is solved at this table; None if there is none.

    As with a branch, the moves up to the puzzle have stored outcomes.
    """
    daily: date | None = None
    """The day whose deal is played at this table; None if the table plays no deal of the day."""
    luck: Luck | None = None
    """The game's luck; None if the game was read from a record.

    Early versions chose the luck at the start. At their tables, it is None until then.
    """
    added: dict[int, str] = field(default_factory=dict[int, str])
    """The values that players added to the luck, keyed by the seat's number before the start."""
    order: tuple[int, ...] = ()
    """The order of play: each item is the number of a seat as it was set up.

    Empty before the start.
    """
    rematch: str | None = None
    """The id of the table for the rematch; None if there is none."""
    state: State = "open"
    """`open` (not begun), `playing`, `over`, or `closed` by the host without a result."""
    version: int = 0
    log: list[LogEntry] = field(default_factory=list[LogEntry])
    """The entries of the table as viewers see them, the oldest first."""
    clocks: Clocks = field(default_factory=Clocks)
    moves: Moves = field(default_factory=Moves)
    requests: Requests = field(default_factory=Requests)
    holders: Holders = field(default_factory=Holders)
    hints: Hints = field(default_factory=Hints)
    standin_chosen: float = 0.0
    """When the host last changed `standin_after`, in seconds since 1970; 0 = never."""
    explained_since: int = 0
    """The version from which bots explain their moves, if they do; 0 = from the beginning."""
    arranged: int = 0
    """The number of the last entry that changed something other than the game.

    This can be the table's state, its seats or options, or an open request.
    """
    updated: float = 0.0

    # State ----------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """Whether the game is over or the table closed, so that no move can follow."""
        return self.state in ("over", "closed")

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        if self.game is None or self.ended:
            return ()
        return self.game.deciding

    @property
    def edition_key(self) -> str:
        """The edition's key in addresses: its name, or `table.ID` for a player's own edition."""
        return self.edition.name if self.edition_text is None else f"{OWN}{self.id}"

    @property
    def members(self) -> frozenset[str]:
        """The ids of the host and of all people who have or had a seat in the game.

        Empty if the host closed the table before the game began.
        """
        if self.state == "closed" and self.game is None:
            # Nothing was played, so the table appears in nobody's list.
            return frozenset()
        people = (self.host, *(seat.person for seat in self.seats), *self.holders.former)
        return frozenset(person for person in people if person is not None)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person, including seats of other players at the person's device.

        Args:
            person: the person's id; None = nobody is signed in, and the result is empty.
        """
        if person is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.person == person)

    def seat_of(self, person: str | None) -> int | None:
        """Return a person's own seat, even if others use their device; None if there is none.

        Args:
            person: the person's id; None = nobody is signed in.
        """
        held = self.seats_of(person)
        return min(held, key=lambda seat: self.seats[seat].beside, default=None)

    def looking(self, person: str | None, named: int | None = None) -> int | None:
        """Return the seat from whose view a person sees the game; None = the spectators' view.

        Args:
            person: the person's id; None = nobody is signed in.
            named: the seat that the person named; None = no seat. During a game, a person whose
                device has several seats must name one of them. Otherwise, the person gets the
                spectators' view, because the server does not know who holds the device.
        """
        held = self.seats_of(person)
        if named is not None:
            return named if named in held else None
        if len(held) > 1 and self.state == "playing":
            return None
        return self.seat_of(person)

    def own_seat(self, seat: int | None) -> int | None:
        """Return `seat` if the person in it may see its secrets; otherwise None.

        A person who has resigned sees no secrets until the game is over, because the hand now
        belongs to the bot.

        Args:
            seat: the number of the seat; None = a spectator.
        """
        if seat is not None and self.seats[seat].resigned and self.state != "over":
            return None
        return seat

    def viewer(self, seat: int | None) -> int:
        """Return the number of the viewer whose view of the game a seat gets.

        This is the seat itself, or `SPECTATOR` without a seat or after resigning. After the end of
        the game, it is `REFEREE`, who sees everything.

        Args:
            seat: the number of the seat; None = a spectator.
        """
        if self.state == "over":
            return REFEREE
        own = self.own_seat(seat)
        return SPECTATOR if own is None else own

    def log_of_move(self, move: int) -> LogEntry:
        """Return the log entry of a move that has not been taken back.

        Args:
            move: the number of the move, counted from 1; 0 = the start of the game.
        """
        return self.log[self.moves.entries[move] - 1]

    @property
    def begun_elsewhere(self) -> bool:
        """Whether the game goes on from a moment of another game, as a branch or a puzzle."""
        return self.branch is not None or self.puzzle is not None

    def follows_seed(self, by: Mover) -> bool:
        """Return whether the random outcomes of the deal or of a move are computed from the seed.

        If the result is false, the stored outcomes are played.

        Args:
            by: who makes the move; `record` for the deal.
        """
        return self.exact and not (self.begun_elsewhere and by == "record")

    def bot_seed(self, seat: int) -> int:
        """Return the seed of the bot that plays on a seat."""
        return (self.luck.part(f"{seat}") if self.luck else seat) >> 1

    def forget_requests(self, seat: int) -> None:
        """Cancel the requests and consents of a seat, because its player changes."""
        self.requests.forget_seat(seat)
        request = self.requests.seat
        if request is not None and seat in (request.seat, request.asker):
            drop_request(self)

    # Entries ---------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Entry:
        """Carry out an entry.

        Returns:
            The entry, completed with its random outcomes.

        Raises:
            ActionError: the entry is a move that is not legal. Nothing has changed.
            LuckDiffers: the seed leads to other random outcomes than the entry has.
        """
        before = self.state, self.requests.take_back
        content, events = entry.content.apply(self, entry)
        if self.game is not None and self.state == "playing" and self.game.over:
            self.state = "over"
            self.requests.clear()
            self.holders.end()
        moved = isinstance(content, Moved)
        if not moved or (self.state, self.requests.take_back) != before:
            self.arranged = entry.number
        self.version = entry.number
        self.updated = entry.at
        logged = LogEntry(entry.number, content.subject(self), events, entry.at, self.state)
        if moved and self.game is not None:
            bot = None if content.by == "person" else self.seats[content.seat].bot
            logged = replace(logged, move=self.game.length, by=content.by, bot=bot)
        self.log.append(logged)
        return entry if content is entry.content else replace(entry, content=content)


def played(table_id: str, entries: Iterable[Entry]) -> tuple[Table, str]:
    """Return the table that results from its entries, and the text of a warning.

    Usually, the seed leads to the stored random outcomes, and the game goes on with the seed's next
    outcomes. If a later version of the program deals in another way, the seed leads to other
    outcomes. Then the game is played with the stored outcomes and goes on with new luck, and there
    is a warning. Otherwise, the warning is empty.

    Raises:
        ActionError: a move is not legal.
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
