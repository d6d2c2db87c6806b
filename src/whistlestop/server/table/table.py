"""One table: the state that results from applying its entries in order.

`Table.apply` is the only place where an entry changes anything, both when the entry happens and
when the list is read again after a restart. While the game runs, chance is computed from the seed
in the table's luck. What chance brought is stored with every move. When the entries are read again,
the computed and the stored outcomes must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from msgspec import UNSET

from whistlestop.editions.load import load, loads
from whistlestop.editions.model import Edition
from whistlestop.events import Event, TicketsKept
from whistlestop.play.game import Game
from whistlestop.player_names import distinct, mended
from whistlestop.seen.view import REFEREE, SPECTATOR
from whistlestop.server.table import notices
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.entries import (
    ClocksResumed,
    CloseAnswered,
    CloseAsked,
    Closed,
    Content,
    Created,
    Entry,
    Forgotten,
    HostChanged,
    Joined,
    Left,
    Moved,
    Mover,
    OptionsChanged,
    PaceChanged,
    Recoloured,
    RematchMade,
    Renamed,
    Replaced,
    Resigned,
    Said,
    SeatAnswered,
    SeatAsked,
    SeatOffered,
    SpokenAction,
    StandinAfterChanged,
    StandinEnded,
    StandinStarted,
    Started,
    StartSecret,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TakenOver,
)
from whistlestop.server.table.managing import Closing, Offer, Owner, Passing
from whistlestop.server.table.notices import Notice
from whistlestop.server.table.seats import Options, Seat, colours

OWN: Final = "table."
"""The prefix before a table's id in the key of a player's own edition. Names have no dot."""


RESPITE: Final = 30.0
"""The least seconds on the clock of a person who returns, or the whole time if that is shorter."""


class LuckDiffers(Exception):
    """The seed brings other outcomes than the stored ones: another version dealt this game."""


Events = tuple[Event | Notice, ...]
"""What is told of an entry: events of the game, or a notice about the table."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one entry."""

    number: int
    seat: int | None
    events: Events
    at: float
    state: str
    """The table's state after the entry."""
    move: int | None = None
    """The number of the move in the game, counted from 1; None if the entry is no move."""
    by: Mover | None = None
    """Who took that move: the person, the seat's bot, a bot that stands in, or a record."""
    bot: str | None = None
    """The name of the bot that took the move; None if a person did."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to take a move back that some players have not answered."""

    entry: int
    """The number of the entry that made the request."""
    seat: int
    """The seat that asked."""
    move: int
    """The first move to be taken back, counted from 1."""
    at: float
    """When the seat asked, in seconds since 1970."""
    agreed: frozenset[int] = frozenset()
    """The seats whose players have agreed."""


@dataclass
class Table:
    """A table with its edition, seats and game, after its latest entry."""

    id: str
    exact: bool = True
    """Whether chance comes from the seed; if not, moves are played with the stored outcomes."""
    edition: Edition = field(init=False)
    edition_text: str | None = None
    """The file of a player's own edition; None for an edition that comes with the program."""
    options: Options = field(default_factory=Options)
    host: str | None = None
    seats: list[Seat] = field(default_factory=list[Seat])
    game: Game | None = None
    imported: bool = False
    luck: Luck | None = None
    """The game's luck; None for a record, and for tables of early versions before the start."""
    added: dict[int, str] = field(default_factory=dict[int, str])
    """The values that players added to the luck before the start, by seat as set up."""
    order: tuple[int, ...] = ()
    """The order of play: each item is the number of a seat as it was set up."""
    rematch: str | None = None
    lesson: str | None = None
    """The name of the lesson played at this table; None if there is none."""
    state: str = "open"
    """`open` (not begun), `playing`, `over`, or `closed` by the host without a result."""
    version: int = 0
    told: list[Told] = field(default_factory=list[Told])
    clocks: list[float] = field(default_factory=list[float])
    """The seconds left on each seat's clock."""
    since: dict[int, float] = field(default_factory=dict[int, float])
    """When each deciding seat began to decide, in seconds since 1970."""
    thought: list[float] = field(default_factory=list[float])
    """The seconds that each move took, without moves that were taken back."""
    answered: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """The version that each action led to, by person and by the id in the person's request."""
    standing: list[int] = field(default_factory=list[int])
    """The numbers of the entries of the start and the moves, without moves that were taken back."""
    request: Request | None = None
    """The open request to take a move back; None if there is none."""
    looked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """The seat and first move of each take-back that was not free.

    Somebody may have learned something from the moves that were taken back.
    """
    turned_back: int = 0
    """The version at which moves were last taken back; 0 = never."""
    offers: dict[int, Offer] = field(default_factory=dict[int, Offer])
    """The open offers, by seat. Another person can take an offered seat."""
    former: dict[str, int] = field(default_factory=dict[str, int])
    """The last seat of each person who had a seat in the game and no longer has one, by person."""
    passing: Passing | None = None
    """The host's open request to let another person take a seat; None if there is none."""
    asked_about: dict[int, float] = field(default_factory=dict[int, float])
    """When the host last asked for each seat, in seconds since 1970."""
    owners: dict[int, tuple[Owner, ...]] = field(default_factory=dict[int, tuple[Owner, ...]])
    """The people who lost each seat while they were away, in the order in which they lost it."""
    closing: Closing | None = None
    """The host's open request to end the game without a result; None if there is none."""
    standin_chosen: float = 0.0
    """When the host last changed `standin_after`, in seconds since 1970; 0 = never."""
    arranged: int = 0
    """The number of the last entry that changed something other than the game.

    This can be the table's state, its seats or options, or an open request.
    """
    explained_since: int = 0
    """The version from which bots explain their moves, if they do; 0 = from the beginning."""
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
        people = (self.host, *(seat.person for seat in self.seats), *self.former)
        return frozenset(person for person in people if person is not None)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person, including seats of other players at the person's device."""
        if person is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.person == person)

    def seat_of(self, person: str | None) -> int | None:
        """Return a person's own seat, even if others use their device; None if there is none."""
        held = self.seats_of(person)
        return min(held, key=lambda seat: self.seats[seat].beside, default=None)

    def looking(self, person: str | None, named: int | None = None) -> int | None:
        """Return the seat from whose view a person sees the game; None = the spectators' view.

        Args:
            person: the person's id.
            named: the seat that the person named. During a game, a person at a device with several
                seats who names none gets the spectators' view: the server does not know who holds
                the device.
        """
        held = self.seats_of(person)
        if named is not None:
            return named if named in held else None
        if len(held) > 1 and self.state == "playing":
            return None
        return self.seat_of(person)

    def own_seat(self, seat: int | None) -> int | None:
        """Return the seat whose secrets the person in a seat may see; None if there is none.

        A person who has resigned sees no secrets until the end: the hand is the bot's now.
        """
        if seat is not None and self.seats[seat].resigned and self.state != "over":
            return None
        return seat

    def viewer(self, seat: int | None) -> int:
        """Return the viewer as whom a seat (None = a spectator) sees the game.

        After the end everybody sees everything.
        """
        if self.state == "over":
            return REFEREE
        own = self.own_seat(seat)
        return SPECTATOR if own is None else own

    def spent(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has spent on its present decision; 0 if it has none."""
        return max(now - self.since[seat], 0.0) if seat in self.since else 0.0

    # Taking back -----------------------------------------------------------------------------

    def told_move(self, move: int) -> Told:
        """Return what was told of a move that still stands, counted from 1; 0 = the start."""
        return self.told[self.standing[move] - 1]

    def last_own(self, seat: int) -> int | None:
        """Return the newest move of a seat, counted from 1; None if the seat has made none."""
        made = range(len(self.standing) - 1, 0, -1)
        return next((move for move in made if self.told_move(move).seat == seat), None)

    def free_to_take_back(self, seat: int) -> int | None:
        """Return the move that a seat can take back without asking; None if there is none.

        It has to be the newest move of the game, chosen by the person, without chance, and without
        showing anything hidden. A player who claimed a route showed only cards of their own. How
        many tickets a player keeps is new to the other players and can influence their moves. At
        the start, these numbers are shown only after everybody has answered, so until then an
        answer can be taken back freely.
        """
        if self.game is None or self.state != "playing" or not self.options.takes_back:
            return None
        last = self.game.last
        told = self.told_move(self.game.length) if last is not None else None
        if last is None or told is None or (told.seat, told.by) != (seat, "person"):
            return None
        shown = any(isinstance(event, TicketsKept) for event in last.events)
        return None if last.outcomes or shown else self.game.length

    def asked(self, seat: int) -> tuple[int, ...]:
        """Return the seats whose consent a seat needs to take a move back, given or not.

        Bots always consent. A bot that stands in cannot consent: the game belongs to the absent
        person, and the player who takes the move back may have seen a hidden card. Players at one
        device agree among themselves. Only one seat of each other device is asked, and its person
        answers.
        """
        asked: dict[str | None, int] = {}
        for other, there in enumerate(self.seats):
            elsewhere = other != seat and there.person != self.seats[seat].person
            if elsewhere and there.kind == "person" and not there.resigned:
                asked.setdefault(there.person, other)
        return tuple(asked.values())

    def asked_to_close(self) -> tuple[int, ...]:
        """Return the seats asked whether the host may end the game, one for each other device."""
        asked: dict[str | None, int] = {}
        for number, seat in enumerate(self.seats):
            if seat.person != self.host and seat.kind == "person" and not seat.resigned:
                asked.setdefault(seat.person, number)
        return tuple(asked.values())

    def asked_to_pass(self, seat: int) -> tuple[int, ...]:
        """Return the seats whose people have to agree before another person gets a seat.

        They are all people who play, except the host, the person in that seat, and the players at
        their devices. One seat answers for all at a device. A bot that stands in cannot agree.
        """
        asked: dict[str, int] = {}
        for number, there in enumerate(self.seats):
            person = there.person
            if person is None or person in (self.host, self.seats[seat].person):
                continue
            if number != seat and there.kind == "person" and not there.resigned:
                asked.setdefault(person, number)
        return tuple(asked.values())

    def awaited_to_pass(self) -> tuple[int, ...]:
        """Return the seats that have not yet agreed to the host's request for a seat."""
        passing = self.passing
        if passing is None:
            return ()
        asked = self.asked_to_pass(passing.seat)
        return tuple(seat for seat in asked if seat not in passing.agreed)

    def claimants(self, seat: int) -> tuple[str, ...]:
        """Return the ids of the people who have a right to a seat and have not given it up.

        They are the person who plays there, and those who lost the seat while they were away.
        """
        there = self.seats[seat]
        playing = there.kind == "person" and not there.resigned
        people = dict.fromkeys(owner.person for owner in self.owners.get(seat, ()))
        if playing and there.person is not None:
            people[there.person] = None
        return tuple(people)

    def reclaimable(self, person: str | None) -> tuple[int, ...]:
        """Return the seats that a person lost while they were away, and can take back."""
        if person is None or self.state != "playing":
            return ()
        return tuple(
            seat
            for seat, owners in sorted(self.owners.items())
            if any(owner.person == person for owner in owners)
        )

    def gone_on(self, version: int) -> bool:
        """Return whether moves have been made or taken back since a version."""
        return any(
            told.move is not None or any(isinstance(one, notices.TakenBack) for one in told.events)
            for told in self.told[version:]
        )

    def awaited(self, *leaving: int) -> tuple[int, ...]:
        """Return the seats that have not answered the request to take a move back.

        The tuple is empty if there is no request.

        Args:
            leaving: seats that a bot takes over now. They are not waited for.
        """
        if self.request is None:
            return ()
        answered = {*self.request.agreed, *leaving}
        return tuple(seat for seat in self.asked(self.request.seat) if seat not in answered)

    def bot_seed(self, seat: int) -> int:
        """Return the seed of the bot that plays on a seat."""
        return (self.luck.part(f"{seat}") if self.luck else seat) >> 1

    # Entries ---------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Entry:
        """Carry out an entry.

        Returns:
            The entry, completed with what chance brought.

        Raises:
            ActionError: the entry is a move that is not legal. Nothing has changed.
            LuckDiffers: chance brought something else than the entry says.
        """
        before = self.state, self.request
        content, events = self._carry_out(entry.content, entry)
        if self.game is not None and self.state == "playing" and self.game.over:
            self.state = "over"
            self.request = self.closing = self.passing = None
            self.offers.clear()
            self.owners.clear()
        if not isinstance(content, Moved) or (self.state, self.request) != before:
            self.arranged = entry.number
        self.version = entry.number
        self.updated = entry.at
        told = Told(entry.number, self._seat_told(content), events, entry.at, self.state)
        if isinstance(content, Moved) and self.game is not None:
            bot = None if content.by == "person" else self.seats[content.seat].bot
            told = replace(told, move=self.game.length, by=content.by, bot=bot)
        self.told.append(told)
        return entry if content is entry.content else replace(entry, content=content)

    def _carry_out(self, content: Content, entry: Entry) -> tuple[Content, Events]:
        """Carry out a content. Return it with what chance brought, and what to tell of it."""
        match content:
            case Moved():
                return self._move(content, entry)
            case Created():
                self._create(content)
                notice = notices.TableCreated()
            case Joined(seat=seat, name=name):
                given = content.given is True
                self.seats[seat] = Seat(
                    "person",
                    content.person,
                    name,
                    colour=content.colour,
                    given=given,
                    beside=content.beside is True,
                )
                self.host = self.host or content.person
                if content.luck is not UNSET:
                    self.added[seat] = content.luck
                notice = notices.SeatTaken(seat, name, self.seats[seat].name_of)
            case Left(seat=seat):
                notice = notices.SeatLeft(seat, self.seats[seat].name, self.seats[seat].name_of)
                self._give_back(seat)
            case Started():
                self.standing = [entry.number]
                return self._start(content, entry.at)
            case Renamed(seat=seat, name=name):
                before, before_of = self.seats[seat].name, self.seats[seat].name_of
                self.seats[seat].name, self.seats[seat].given = name, content.given is True
                name_of = self.seats[seat].name_of
                notice = notices.Renamed(seat, name, before, name_of, before_of)
                if self.game is not None:
                    self.game.seats = tuple(seat.name for seat in self.seats)
            case Recoloured(seat=seat, colour=colour):
                self.seats[seat].colour = colour
                notice = notices.ColourChosen(seat, colour)
            case Resigned(seat=seat, bot=bot):
                self.seats[seat].resigned, self.seats[seat].bot = True, bot
                self._forget_wishes(seat)
                notice = notices.Resigned(seat)
            case StandinStarted(seat=seat, why=why, bot=bot):
                self.seats[seat].standin, self.seats[seat].bot = True, bot
                if why == "clock" and self.options.pace == "minutes":
                    self.clocks[seat] = 0.0
                notice = notices.StandinStarted(seat, why)
            case StandinEnded(seat=seat):
                self._return(seat, entry.at)
                notice = notices.StandinEnded(seat)
            case StandinAfterChanged(seconds=seconds):
                self.options = replace(self.options, standin_after=seconds)
                self.standin_chosen = entry.at
                notice = notices.StandinAfterChanged(seconds)
            case OptionsChanged(bot_pace=bot_pace, explain=explain):
                options = self.options
                self.options = replace(
                    options,
                    bot_pace=options.bot_pace if bot_pace is UNSET else bot_pace,
                    explain=options.explain if explain is UNSET else explain,
                )
                if explain is not UNSET:
                    self.explained_since = entry.number
                notice = notices.OptionsChanged(
                    None if bot_pace is UNSET else bot_pace, None if explain is UNSET else explain
                )
            case ClocksResumed():
                self.since = dict.fromkeys(self.since, entry.at)
                notice = notices.ClocksResumed()
            case Said(seat=seat, phrase=phrase):
                notice = notices.Said(seat, phrase)
            case RematchMade(table=table):
                self.rematch = table
                notice = notices.RematchMade(table)
            case TakeBackAsked(seat=seat, move=move):
                self.request = Request(entry.number, seat, move, entry.at)
                notice = notices.TakeBackAsked(seat, move, self.standing[move])
            case TakeBackAnswered(seat=seat, agrees=agrees):
                request = self.request
                if request is not None and agrees:
                    self.request = replace(request, agreed=request.agreed | {seat})
                else:
                    self.request = None
                notice = notices.TakeBackAnswered(seat, agrees)
            case TakenBack(seat=seat, move=move):
                if self.free_to_take_back(seat) != move:
                    self.looked.append((seat, move))
                notice = notices.TakenBack(seat, move, self._turn_back(move, entry))
            case Forgotten(person=person, bot=bot):
                notice = notices.Forgotten(self._forget(person, bot))
            case SeatOffered(seat=seat, by=by, key=key):
                if key is None:
                    self.offers.pop(seat, None)
                else:
                    self.offers[seat] = Offer(by, key)
                notice = notices.SeatOffered(seat, by, key is not None)
            case SeatAsked(seat=seat, asker=asker):
                self.passing = Passing(entry.number, seat, asker, entry.at)
                self.asked_about[seat] = entry.at
                notice = notices.SeatAsked(seat, self.seats[seat].name, self.seats[seat].name_of)
            case SeatAnswered(seat=seat, agrees=agrees):
                notice = self._answer_for_seat(seat, agrees=agrees)
            case TakenOver(seat=seat, person=person, name=name):
                back, given = content.back is True, content.given is True
                by_host = seat in self.offers and self.offers[seat].by == "host"
                beside = self._let_go(seat, person, back=back, by_host=by_host)
                before = self._give_up(seat)
                self.former.pop(person, None)
                new = Seat("person", person, name, colour=before.colour, given=given, beside=beside)
                self._put(seat, new, entry.at)
                notice = notices.TakenOver(
                    seat, name, before.name, new.name_of, before.name_of, back
                )
                gone = before.person is not None and not self.seats_of(before.person)
                if gone and before.person == self.host:
                    self.host = person
            case Replaced(seat=seat, bot=bot, name=name):
                self._remember_owner(seat)
                before = self._give_up(seat)
                new = Seat("bot", name=name, bot=bot, colour=before.colour)
                self._put(seat, new, entry.at)
                notice = notices.Replaced(seat, name, before.name, new.name_of, before.name_of)
            case HostChanged(seat=seat):
                self.host = self.seats[seat].person
                self.closing = None
                self._drop_passing()
                notice = notices.HostChanged(seat)
            case PaceChanged(pace=pace, amount=amount):
                notice = notices.PaceChanged(pace, amount, self._pace(content, entry.at))
            case CloseAsked(seat=seat):
                self.closing = Closing(entry.number, seat)
                notice = notices.CloseAsked(seat)
            case CloseAnswered(seat=seat, agrees=agrees):
                closing = self.closing
                if closing is not None and agrees and seat is not None:
                    self.closing = replace(closing, agreed=closing.agreed | {seat})
                else:
                    self.closing = None
                notice = notices.CloseAnswered(seat, agrees)
            case Closed(seat=seat):
                self.state = "closed"
                self.request = self.closing = self.passing = None
                self.offers.clear()
                self.owners.clear()
                self.since.clear()
                notice = notices.TableClosed(seat)
        return content, (notice,)

    def _seat_told(self, content: Content) -> int | None:
        """Return the seat that an entry is about; None = the table as a whole."""
        match content:
            case Created() | Started() | ClocksResumed() | Forgotten():
                return None
            case StandinAfterChanged() | OptionsChanged() | PaceChanged():
                return self.seat_of(self.host)
            case _:
                return content.seat

    def _create(self, created: Created) -> None:
        text = created.edition_text
        if text is UNSET:
            self.edition = load(created.edition)
        else:
            self.edition_text, self.edition = text, loads(text, kept=True)
        self.host = created.host
        self.imported = created.imported
        self.lesson = None if created.lesson is UNSET else created.lesson
        # A record has outcomes and no seed.
        self.exact = self.exact and not self.imported
        self.options = created.options
        # Copy the seats, so that later changes of the seats leave the entry as it is.
        self.seats = [seat.mended() for seat in created.seats]
        if created.secret is not UNSET:
            self.luck = Luck(created.secret.seed, created.secret.salt)
        seat = self.seat_of(self.host)
        if created.luck is not UNSET and seat is not None:
            self.added[seat] = created.luck

    def _give_back(self, seat: int) -> None:
        others = [*self.seats[seat + 1 :], *self.seats[:seat]]
        stays = any(other.person == self.host for other in others)
        if self.seats[seat].person == self.host and not stays:
            # The next person at the table becomes the host. If there is none, the next to sit down
            # does.
            self.host = next((other.person for other in others if other.person), None)
        self.seats[seat] = Seat("open")
        self.added.pop(seat, None)

    def _forget(self, person: str, bot: str) -> list[int]:
        """Remove a person whom no entry names. Return their seats; [] before the start."""
        theirs = [number for number, seat in enumerate(self.seats) if seat.person == person]
        for number in theirs:
            if self.state == "open":
                self._give_back(number)
                continue
            seat = self.seats[number]
            seat.person = None
            if self.state == "playing":
                seat.resigned, seat.bot = True, bot
            self.offers.pop(number, None)
            self._forget_wishes(number)
        for number, owners in [*self.owners.items()]:
            self.owners[number] = tuple(one for one in owners if one.person != person)
        self.former.pop(person, None)
        if self.request is not None and not self.awaited():
            self.request = None
        if self.host == person:
            self.closing = None
            self._drop_passing()
            others = (seat.person for seat in self.seats if not seat.resigned)
            self.host = next((other for other in others if other), None)
        return [] if self.state == "open" else theirs

    def _forget_wishes(self, seat: int) -> None:
        """Cancel the requests and consents of a seat, because its player changes."""
        if self.request is not None and self.request.seat == seat:
            self.request = None
        if self.closing is not None:
            agreed = self.closing.agreed - {seat}
            self.closing = (
                None if self.closing.seat == seat else replace(self.closing, agreed=agreed)
            )
        if self.passing is not None:
            if seat in (self.passing.seat, self.passing.asker):
                self._drop_passing()
            else:
                agreed = self.passing.agreed - {seat}
                self.passing = replace(self.passing, agreed=agreed)

    def _answer_for_seat(self, seat: int | None, *, agrees: bool) -> notices.SeatAnswered:
        """Record an answer to the host's request for a seat. A refusal ends the request."""
        passing = self.passing
        assert passing is not None
        role = "asker" if seat == passing.asker else "owner" if seat == passing.seat else "other"
        if agrees and seat is not None:
            self.passing = replace(passing, agreed=passing.agreed | {seat})
        else:
            self._drop_passing()
        there = self.seats[passing.seat]
        return notices.SeatAnswered(seat, there.name, agrees, role, there.name_of)

    def _drop_passing(self) -> None:
        """End the host's request for a seat, and the offer that resulted from it."""
        passing, self.passing = self.passing, None
        offer = None if passing is None else self.offers.get(passing.seat)
        if passing is not None and offer is not None and offer.by == "host":
            del self.offers[passing.seat]

    def _remember_owner(self, seat: int) -> None:
        """Note that the person in a seat, who loses it while they are away, may take it back."""
        there = self.seats[seat]
        if there.kind == "person" and not there.resigned and there.person is not None:
            owner = Owner(there.person, there.name, there.beside)
            self.owners[seat] = (*self.owners.get(seat, ()), owner)

    def _let_go(self, seat: int, person: str, *, back: bool, by_host: bool) -> bool:
        """Update who can take back a seat that a person takes.

        Returns:
            Whether the person takes back the seat of a second player at their device.
        """
        owners = self.owners.get(seat, ())
        mine = next((at for at, one in enumerate(owners) if one.person == person), None)
        if mine is not None:
            # Later owners of the seat held it only for this person.
            self.owners[seat] = owners[:mine]
            return back and owners[mine].beside
        if by_host:
            self._remember_owner(seat)
        return False

    def _give_up(self, seat: int) -> Seat:
        """Take a seat away from its player. Return the seat as it was."""
        before = self.seats[seat]
        if before.person is not None and self.seats_of(before.person) == (seat,):
            self.former[before.person] = seat
        self._forget_wishes(seat)
        if self.request is not None:
            # The new player has agreed to nothing.
            self.request = replace(self.request, agreed=self.request.agreed - {seat})
        self.offers.pop(seat, None)
        return before

    def _put(self, seat: int, new: Seat, at: float) -> None:
        """Put a new player on a seat during the game, with some time on the clock."""
        self.seats[seat] = new
        self._begin_again(seat, at)
        assert self.game is not None
        self.game.seats = tuple(seat.name for seat in self.seats)

    def _pace(self, content: PaceChanged, at: float) -> float | None:
        """Change the clock. Return the seconds added to all clocks; None if they start again."""
        before = self.options.clock
        same = content.pace == self.options.pace
        self.options = replace(self.options, pace=content.pace, amount=content.amount)
        clock = self.options.clock
        if self.game is None:
            return None
        if same and clock is not None and before is not None:
            self.clocks = [left + clock - before for left in self.clocks]
            return clock - before
        self.clocks = [clock or 0.0] * len(self.seats)
        self.since = dict.fromkeys(self.since, at)
        return None

    def _start(self, started: Started, at: float) -> tuple[Started, Events]:
        secret = StartSecret() if started.secret is UNSET else started.secret
        order = self._draw(started, secret)
        seats = [self.seats[number] for number in order]
        for seat in seats:
            if seat.kind == "open":
                seat.kind, seat.bot = "bot", started.bot
        names = _names(started, secret, seats)
        for seat, name, colour in zip(seats, names, colours(seats), strict=True):
            seat.given = seat.given or (seat.kind == "person" and not seat.name)
            seat.name, seat.colour = name, colour
        written = None if secret.dealt is UNSET else secret.dealt
        game = Game.new(
            self.edition,
            names,
            seed=self.luck.deal if self.luck else None,
            starter=None if started.starter is UNSET else started.starter,
            dealt=None if self.exact or written is None else tuple(written),
        )
        dealt = [chance.word for chance in game.dealt]
        if written is not None and dealt != written:
            raise LuckDiffers("the deal")
        self.seats, self.game, self.order = seats, game, tuple(order)
        self.state = "over" if self.imported else "playing"
        self.clocks = [self.options.clock or 0.0] * len(seats)
        self._look_who_decides(at)
        secret = msgspec.structs.replace(secret, dealt=dealt)
        done = msgspec.structs.replace(started, order=order, names=[*names], secret=secret)
        return done, game.opening

    def _draw(self, started: Started, secret: StartSecret) -> list[int]:
        """Complete the luck. Return the order of play, as the numbers of the seats as set up."""
        seats = range(len(self.seats))
        if secret.seed is not UNSET and secret.salt is not UNSET:
            # The table was set up by a version in which players could not add to the luck.
            self.luck = Luck(secret.seed, secret.salt)
        elif self.luck is not None:
            values = tuple(self.added.get(seat, "") for seat in seats)
            self.luck = replace(self.luck, values=values)
        if started.order is not UNSET:
            return started.order
        if self.luck is None or not self.options.shuffle:
            return [*seats]
        return self.luck.order(len(seats))

    def _move(self, moved: Moved, entry: Entry) -> tuple[Moved, Events]:
        assert self.game is not None
        seat, spoken = moved.seat, moved.action
        written = None if moved.outcomes is UNSET else moved.outcomes
        if self.exact or written is None:
            self.game.play(spoken.known, seat)
        else:
            self.game.replay(spoken.known, seat, written)
        move = self.game.last
        assert move is not None
        outcomes = [chance.word for chance in move.outcomes]
        if written is not None and outcomes != written:
            raise LuckDiffers(f"move {self.game.length}")
        if self.options.pace == "minutes" and moved.spent is not UNSET:
            self.clocks[seat] -= moved.spent
        if moved.id is not UNSET and (person := self.seats[seat].person) is not None:
            self.answered[person, moved.id] = entry.number
        self.standing.append(entry.number)
        self.thought.append(self.spent(seat, entry.at) if moved.spent is UNSET else moved.spent)
        self.request = None
        self.since.pop(seat, None)
        self._look_who_decides(entry.at)
        if move.action is not spoken.action:
            spoken = SpokenAction(str(move.action), move.action)
        done = msgspec.structs.replace(moved, action=spoken, outcomes=outcomes)
        return done, move.events

    def _turn_back(self, move: int, entry: Entry) -> list[int]:
        """Take back a move and all moves after it. Return the numbers of their entries."""
        assert self.game is not None
        while self.game.length >= move:
            self.game.undo(same_luck=True)
        gone, self.standing = self.standing[move:], self.standing[:move]
        thought, self.thought = self.thought[move - 1 :], self.thought[: move - 1]
        self.request, self.turned_back = None, entry.number
        for number, seconds in reversed([*zip(gone, thought, strict=True)]):
            seat = self.told[number - 1].seat
            assert seat is not None
            if self.options.pace == "minutes":
                self.clocks[seat] += seconds
            # The decision goes on: the time it took before the move counts again.
            self.since[seat] = entry.at - seconds
        self._look_who_decides(entry.at)
        return gone

    def _return(self, seat: int, now: float) -> None:
        self.seats[seat].standin, self.seats[seat].bot = False, None
        self._begin_again(seat, now)

    def _begin_again(self, seat: int, now: float) -> None:
        """Give the new player of a seat time to decide."""
        if seat in self.since:
            self.since[seat] = now
        if self.options.clock is not None:
            self.clocks[seat] = max(self.clocks[seat], min(RESPITE, self.options.clock))

    def _look_who_decides(self, now: float) -> None:
        deciding = self.deciding
        self.since = {seat: self.since.get(seat, now) for seat in deciding}


def _names(started: Started, secret: StartSecret, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of the players in a game, in the order of play."""
    if started.names is not UNSET:
        return tuple(started.names)
    wanted = [
        mended(seat.name or (seat.bot or "").capitalize(), f"Player {number + 1}")
        for number, seat in enumerate(seats)
    ]
    if secret.dealt is UNSET:
        return distinct(wanted)
    # An earlier version, which kept no names, started this game. It told only equal names apart.
    return distinct(wanted, alike=str)


def played(table_id: str, entries: Iterable[Entry]) -> tuple[Table, str]:
    """Return the table that results from its entries, and a warning; the warning is usually empty.

    Chance goes on exactly where it stopped. A later version of the program may deal in another way,
    so that the seed no longer brings the stored outcomes. Then the game is played with the stored
    outcomes and goes on with new luck, and the warning says so.

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


def event_data(event: Event | Notice, viewer: int) -> dict[str, Any]:
    """Return an event or notice as JSON-ready data, with only what a viewer may see.

    The referee sees everything.
    """
    if isinstance(event, Notice):
        return msgspec.to_builtins(event)
    if viewer != REFEREE:
        event = event.seen_by(None if viewer == SPECTATOR else viewer)
    fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
    return {"type": type(event).__name__, **fields}
