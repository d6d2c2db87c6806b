"""What players can do at a table, and the conditions for each command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import UNSET

from whistlestop.actions import Action
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition
from whistlestop.errors import ActionError, AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.language import ENGLISH
from whistlestop.play.lessons import LEARNER, Lesson
from whistlestop.player_names import distinct
from whistlestop.reasons import because
from whistlestop.server.errors import (
    Refusal,
    colour_taken,
    ended,
    not_started,
    not_your_seat,
    table_closed,
)
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.jobs import Replayed
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.settings import Settings
from whistlestop.server.table.commitment import new_luck
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.happenings import (
    Created,
    Joined,
    Left,
    Moved,
    OptionsChanged,
    Recoloured,
    Renamed,
    Resigned,
    Said,
    SeatAnswered,
    SeatOffered,
    StandinAfterChanged,
    StandinEnded,
    StandinStarted,
    Started,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TakenOver,
)
from whistlestop.server.table.happenings.changing_hands import reclaimable
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.playing import Mover, SpokenAction
from whistlestop.server.table.happenings.seating import free_seat, open_seats, seats_to_leave
from whistlestop.server.table.happenings.setting_up import CreationSecret
from whistlestop.server.table.happenings.standing_in import Why
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.happenings.taking_back import (
    agreed_without,
    answering_seat,
    asked_to_take_back,
    free_to_take_back,
    gone_on,
    move_to_take_back,
)
from whistlestop.server.table.happenings.talking import check_phrase
from whistlestop.server.table.permissions import (
    any_seat,
    check_host,
    check_playing,
    seat_in_game,
    the_seat,
)
from whistlestop.server.table.seats import Colour, Options, Seat, free_colour
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that a client sent."""

    id: str
    version: int
    """The newest version of the table that the sender had seen."""
    words: str
    language: str = ENGLISH
    """The code of a language, besides English, that the words may be in."""


class Commands:
    """The commands of players at the tables of one server."""

    def __init__(self, tables: Tables, settings: Settings, quotas: Quotas) -> None:
        """Keep the parts of the server that the commands use."""
        self._tables = tables
        self._quotas = quotas
        self._settings = settings

    # Setting up -----------------------------------------------------------------------------

    async def create(
        self,
        person: Person,
        edition: Edition,
        seats: Sequence[Seat],
        options: Options,
        text: str | None = None,
        luck: str | None = None,
    ) -> str:
        """Set up a table, and return its id. The game starts at once if no seat is open.

        Args:
            person: the person who sets up the table and becomes its host.
            edition: the edition to play.
            seats: the seats, with the people and bots in them.
            options: the table's options.
            text: the edition's file, if it is a user's own edition; None = a built-in edition.
            luck: what the person adds to the luck; None = nothing.

        Raises:
            Refusal: the number of seats does not fit the edition, or the person or their address
                has too many tables or no space left.
        """
        fewest, most = edition.players
        if not fewest <= len(seats) <= most:
            raise Refusal(
                422, "wrong_number_of_seats", players=[fewest, most], fewest=fewest, most=most
            )
        drafts: list[Happening] = [_created(edition, text, seats, options, person.id, luck)]
        if all(seat.kind != "open" for seat in seats):
            drafts.append(self._start())
        return await self._set_up(person, drafts)

    async def begin_lesson(self, person: Person, taught: Lesson) -> str:
        """Set up the table of a lesson with its fixed deal and first moves, and return its id.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
        """
        seats = [
            Seat(
                "person",
                person.id,
                person.name or unnamed(LEARNER),
                colour=person.colour,
                given=not person.name,
            ),
            Seat("bot", bot=taught.bot, name=taught.bot.capitalize()),
        ]
        secret = StartSecret(taught.seed, "lesson")
        order = [*range(len(seats))]
        drafts: list[Happening] = [
            Created(
                taught.edition.name, seats, Options(shuffle=False), person.id, lesson=taught.name
            ),
            Started(order, self._settings.standin_bot, LEARNER, secret=secret),
            *(Moved(seat, SpokenAction(words), "record") for seat, words in taught.before),
        ]
        return await self._set_up(person, drafts)

    async def _set_up(self, person: Person, drafts: Sequence[Happening]) -> str:
        """Set up a table with its first entries, and return its id.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
        """
        async with self._quotas.new_table(person.id) as made:
            table_id = await self._tables.create(drafts)
            made(table_id)
        return table_id

    def _start(self, table: Table | None = None) -> Started:
        """Return the entry that starts a game.

        Args:
            table: the table that waits for the start; None = a new table.
        """
        bot = self._settings.standin_bot
        if table is None or table.luck is not None:
            return Started(UNSET, bot)
        # The table was set up by a version that made no commitment to the luck before the start.
        luck = new_luck()
        seats = len(table.seats)
        order = luck.order(seats) if table.options.shuffle else [*range(seats)]
        return Started(order, bot, secret=StartSecret(luck.seed, luck.salt))

    @retry_conflicts
    async def join(
        self,
        table_id: str,
        person: Person,
        wanted: int | None,
        luck: str | None = None,
        beside: str | None = None,
    ) -> int:
        """Take a seat, and return the table's new version.

        Taking the last open seat starts the game. Nothing changes if the person already sits in the
        wanted seat, or in any seat if none is wanted.

        Args:
            table_id: the id of the table.
            person: the person who takes the seat.
            wanted: the number of the seat; None = the first open seat.
            luck: what the person adds to the luck; None = nothing.
            beside: the name of another player at the device of a seated person, who gets the seat;
                None = the person.

        Raises:
            Refusal: the table is closed or its game has begun, the seat is taken, the person has a
                seat already, or `beside` is given and the person has no seat.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = table.seat_of(person.id)
            if beside is None and seat is not None and wanted in (None, seat):
                return table.version
            number = free_seat(table, person.id, wanted, beside=beside is not None)
            name = name_at(table, number, beside or person.name or unnamed(number))
            colour = free_colour(person.colour, (), table.seats)
            drafts: list[Happening] = [
                Joined(
                    number,
                    person.id,
                    name,
                    colour,
                    UNSET if luck is None else luck,
                    UNSET if beside or person.name else True,
                    UNSET if beside is None else True,
                )
            ]
            if len(open_seats(table)) == 1:
                drafts.append(self._start(table))
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def call(self, table_id: str, person: Person, *, recolour: bool) -> None:
        """Update the name at a person's seat to their present name.

        Nothing changes if the person has no seat or the game is over.

        Args:
            table_id: the id of the table.
            person: the person, with their present name and colour.
            recolour: whether the seat also gets the person's favourite colour, unless another
                person has that colour. A bot that has it takes the seat's old colour.
        """
        async with self._tables.use(table_id) as (room, table):
            number = table.seat_of(person.id)
            if number is None or table.seats[number].beside or table.ended:
                return
            drafts: list[Happening] = []
            name = name_at(table, number, person.name or unnamed(number))
            if name != table.seats[number].name:
                drafts.append(Renamed(number, name, UNSET if person.name else True))
            if recolour:
                drafts += _recoloured(table, number, person.colour)
            if drafts:
                await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def recolour(self, table_id: str, person: Person, number: int, colour: Colour) -> int:
        """Give a seat at a person's device another colour, and return the table's new version.

        A bot that has the colour takes the seat's old colour.

        Args:
            table_id: the id of the table.
            person: the person who uses the device.
            number: the number of the seat.
            colour: the new colour.

        Raises:
            Refusal: the seat is not at the person's device, another person has the colour, or the
                table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            if number not in table.seats_of(person.id):
                raise not_your_seat()
            if table.ended:
                raise ended(table.state)
            if table.seats[number].colour == colour:
                return table.version
            drafts = _recoloured(table, number, colour)
            if not drafts:
                raise colour_taken()
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def leave(self, table_id: str, person: Person) -> int:
        """Give up a seat before the game begins, and return the table's new version.

        If the person names no seat, all seats at their device are given up.

        Raises:
            Refusal: the person has no such seat, the game has begun, or the table is closed.
        """
        async with self._tables.use(table_id) as (room, table):
            given = seats_to_leave(table, person.id, person.seat)
            return await self._tables.append(room, table, [Left(one) for one in given])

    @retry_conflicts
    async def start(self, table_id: str, person: Person) -> int:
        """Start the game with bots in the open seats, and return the table's new version.

        Nothing changes if the game has begun.

        Raises:
            Refusal: the person is not the host, or the table is closed.
        """
        async with self._tables.use(table_id) as (room, table):
            check_host(table, person.id)
            if table.state == "closed":
                raise table_closed()
            if table.state != "open":
                return table.version
            return await self._tables.append(room, table, [self._start(table)])

    @retry_conflicts
    async def let_stand_in(self, table_id: str, person: Person, seconds: float | None) -> int:
        """Set when a bot stands in for an absent player, and return the table's new version.

        Args:
            table_id: the id of the table.
            person: the person who asks.
            seconds: how long a player must be absent; None = bots never stand in.

        Raises:
            Refusal: the person is not the host, or the table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            changed = StandinAfterChanged(seconds)
            changed.check(table, person.id)
            if table.options.standin_after == seconds:
                return table.version
            return await self._tables.append(room, table, [changed])

    @retry_conflicts
    async def choose_options(self, table_id: str, person: Person, wanted: OptionsChanged) -> int:
        """Set the pace of bots and whether they explain moves, and return the table's new version.

        Raises:
            Refusal: the person is not the host, or the table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            wanted.check(table, person.id)
            changed = wanted.new_at(table)
            if changed == OptionsChanged():
                return table.version
            return await self._tables.append(room, table, [changed])

    @retry_conflicts
    async def rematch(self, table_id: str, person: Person, luck: str | None = None) -> str:
        """Return the id of the table for a rematch, which is set up if there is none yet.

        The players stay, and the order of play moves on by one seat.

        Args:
            table_id: the id of the table whose game is over.
            person: a person who played there.
            luck: what the person adds to the luck of the new game; None = nothing.

        Raises:
            Refusal: the person has no seat, the game is not over or was imported, or the person or
                their address has too many tables or no space left.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = any_seat(table, person.id, person.seat)
            if table.rematch is not None:
                return table.rematch
            if table.state != "over" or table.imported:
                raise Refusal(409, "not_over")
            people = [seat.person for seat in table.seats if seat.person is not None]
            names = await self._tables.names_of(people)
            seats = [_as_before(seat, names) for seat in (*table.seats[1:], table.seats[0])]
            options = replace(table.options, shuffle=False)
            drafts = [
                _created(table.edition, table.edition_text, seats, options, person.id, luck),
                self._start(),
            ]
            async with self._quotas.new_table(person.id) as made:
                table_id = await self._tables.follow_up(room, table, seat, drafts)
                made(table_id)
            return table_id

    async def import_game(
        self, found: Replayed, edition: Edition, person: Person, text: str | None = None
    ) -> str:
        """Set up a table with the game of a record, and return its id.

        All moves are checked again while they are played. Nothing is committed if one of them is
        illegal.

        Args:
            found: the verified record.
            edition: the edition of the record.
            person: the person who imports it and becomes the table's host.
            text: the edition's file, if it is a user's own edition; None = a built-in edition.

        Raises:
            ActionError: a move is not legal.
        """
        played_by = found.bots or [""] * len(found.seats)
        seats = [
            Seat("bot" if bot else "person", name=name, bot=bot or None)
            for name, bot in zip(found.seats, played_by, strict=True)
        ]
        secret = StartSecret(dealt=found.dealt)
        drafts: list[Happening] = [
            _imported(edition, text, seats, person.id),
            Started(
                [*range(len(seats))],
                "",
                found.starter,
                names=[*found.seats],
                secret=secret,
            ),
        ]
        for move in found.moves:
            action = SpokenAction(move.action)
            drafts.append(Moved(move.seat, action, "record", outcomes=move.outcomes))
        return await self._tables.create(drafts)

    # Playing --------------------------------------------------------------------------------

    @retry_conflicts
    async def act(self, table_id: str, person: Person, proposal: Proposal, came: float) -> int:
        """Take a player's action, and return the version that it led to, once it is committed.

        An action that was sent before with the same id changes nothing, and its version is
        returned.

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
                raise _stale(table)
            if seat not in table.deciding:
                raise _stale(table) if stale else not_your_turn(table)
            action = _read(table, seat, proposal, stale)
            _follow_lesson(table, seat, action)
            drafts = returned(table, person)
            drafts.append(move_draft(table, seat, action, "person", came + room.lead, proposal.id))
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def resign(self, table_id: str, person: Person) -> int:
        """Give a seat to a bot for good, and return the table's new version.

        Raises:
            Refusal: the person has no such seat, or the game is not going on.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = seat_in_game(table, person.id, person.seat)
            if table.seats[seat].resigned:
                return table.version
            resigned = Resigned(seat, self._settings.standin_bot)
            drafts = [resigned, *agreed_without(table, seat)]
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def come_back(self, table_id: str, person: Person) -> int:
        """Give a person back the seats that a bot or another person took over meanwhile.

        All seats at one device come back together. If such a seat was offered to another person,
        the offer ends.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person has no seat at this table, or the game is not going on.
        """
        async with self._tables.use(table_id) as (room, table):
            lost = reclaimable(table, person.id)
            if not lost:
                check_playing(table, any_seat(table, person.id, person.seat))
            drafts = [*returned(table, person), *_reclaimed(table, person, lost)]
            if not drafts:
                return table.version
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def chat(self, table_id: str, person: Person, phrase: str) -> int:
        """Say one of the fixed phrases, and return the table's new version.

        Raises:
            Refusal: the phrase is not in the list, the person has no seat, or the table is closed.
        """
        check_phrase(phrase)
        async with self._tables.use(table_id) as (room, table):
            said = Said(any_seat(table, person.id, person.seat), phrase)
            said.check(table)
            return await self._tables.append(room, table, [said])

    # Taking back ----------------------------------------------------------------------------

    @retry_conflicts
    async def take_back(
        self,
        table_id: str,
        person: Person,
        move: int | None,
        version: int | None = None,
        *,
        ask: bool,
    ) -> int:
        """Take back a move at once if no consent is needed, or ask the others for consent.

        Args:
            table_id: the id of the table.
            person: the person whose move it is.
            move: the number of the move, counted from 1; all later moves are taken back, too. None
                = the newest move of the person's seat.
            version: the newest version that the person had seen. If moves were made or taken back
                since, the request is refused, so that a second click has no effect. None = not
                checked.
            ask: whether to ask the other players if their consent is needed. Bots always consent.

        Returns:
            The table's new version.

        Raises:
            Refusal: the table does not allow it, there is no such move, consent is needed but `ask`
                is false, or another request waits for answers.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = seat_in_game(table, person.id, person.seat, resigned=False)
            if version is not None and gone_on(table, version):
                raise _stale(table)
            chosen = move_to_take_back(table, seat, move)
            request = table.requests.take_back
            free = chosen == free_to_take_back(table, seat)
            drafts = returned(table, person)
            if free or (ask and not asked_to_take_back(table, seat)):
                drafts.append(TakenBack(seat, chosen))
            elif not ask:
                raise Refusal(409, "needs_consent")
            elif request is not None:
                if (request.seat, request.move) == (seat, chosen):
                    return table.version
                raise Refusal(409, "already_asked")
            else:
                drafts.append(TakeBackAsked(seat, chosen))
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer_take_back(
        self, table_id: str, person: Person, asked: int, *, agrees: bool
    ) -> int:
        """Answer a request to take moves back, and return the table's new version.

        If the person who asked refuses, the request is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the table's version at which the request was made.
            agrees: whether the person agrees.

        Raises:
            Refusal: there is no such request any more, or the person has no seat in the running
                game.
        """
        async with self._tables.use(table_id) as (room, table):
            request = table.requests.take_back
            seat = answering_seat(table, person.id, person.seat)
            if request is None or request.entry != asked:
                raise Refusal(409, "not_asked")
            if agrees and seat in (request.seat, *request.agreed):
                return table.version
            drafts = returned(table, person)
            drafts.append(TakeBackAnswered(seat, agrees))
            if agrees:
                drafts += agreed_without(table, seat)
            return await self._tables.append(room, table, drafts)

    # What bots do ---------------------------------------------------------------------------

    async def stand_in(self, room: Room, table: Table, seat: int, why: Why) -> None:
        """Let a bot stand in for a player. The caller holds the room's lock.

        If the player is absent, bots stand in for all players at the player's device.
        """
        bot = self._settings.standin_bot
        away = table.seats_of(table.seats[seat].person) if why == "absent" else (seat,)
        drafts = [StandinStarted(one, why, bot) for one in away if not table.seats[one].by_bot]
        await self._tables.append(room, table, drafts)

    async def bot_moves(
        self, room: Room, table: Table, seat: int, action: Action, now: float
    ) -> None:
        """Take a bot's action. The caller holds the room's lock."""
        by = "bot" if table.seats[seat].kind == "bot" else "standin"
        await self._tables.append(room, table, [move_draft(table, seat, action, by, now)])


def unnamed(seat: int) -> str:
    """Return the name for a player who has not given one."""
    return f"Player {seat + 1}"


def move_draft(
    table: Table, seat: int, action: Action, by: Mover, now: float, sent: str | None = None
) -> Moved:
    """Return the entry for a move, with its time if the table's clocks run in minutes.

    Args:
        table: the table.
        seat: the seat that moves.
        action: the action.
        by: who chose the action.
        now: the present moment by the table's time.
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


def _created(
    edition: Edition,
    text: str | None,
    seats: Sequence[Seat],
    options: Options,
    host: str,
    added: str | None,
) -> Created:
    """Return the entry for a new table, with the server's newly drawn share of the luck."""
    luck = new_luck()
    return Created(
        edition.name,
        [*seats],
        options,
        host,
        edition_text=UNSET if text is None else text,
        luck=UNSET if added is None else added,
        secret=CreationSecret(luck.seed, luck.salt),
    )


def _imported(edition: Edition, text: str | None, seats: Sequence[Seat], host: str) -> Created:
    """Return the entry for the table of an imported record, which needs no luck."""
    own = UNSET if text is None else text
    return Created(edition.name, [*seats], Options(), host, imported=True, edition_text=own)


def _as_before(seat: Seat, names: Mapping[str, str]) -> Seat:
    """Return a seat for a rematch, with its player's present name."""
    if seat.kind == "person":
        if seat.person is None:
            # The player was forgotten on request. A bot plays there when the game begins.
            return Seat("open")
        name = seat.name if seat.beside else names.get(seat.person) or seat.name
        given = seat.given and name == seat.name
        return Seat(
            "person", seat.person, name, colour=seat.colour, given=given, beside=seat.beside
        )
    return Seat("bot", bot=seat.bot, colour=seat.colour)


def name_at(table: Table, number: int, name: str) -> str:
    """Return a player's name for a seat, changed if another name at the table is like it."""
    others = [seat.name for at, seat in enumerate(table.seats) if at != number]
    return distinct([*(other for other in dict.fromkeys(others) if other), name])[-1]


def _recoloured(table: Table, number: int, liked: Colour) -> list[Happening]:
    """Return entries that give a seat a colour. None are returned if another person has it."""
    holder = next((at for at, seat in enumerate(table.seats) if seat.colour == liked), None)
    taken: list[tuple[int, Colour | None]] = [(number, liked)]
    if holder is not None:
        if table.seats[holder].kind != "bot":
            return []
        taken.append((holder, table.seats[number].colour))
    return [Recoloured(seat, colour) for seat, colour in taken]


def returned(table: Table, person: Person) -> list[Happening]:
    """Return the entries that give a person back the seats in which bots stand in.

    The entries cover all seats at the person's device. They also end the host's request to give
    such a seat to another person.
    """
    held = table.seats_of(person.id)
    drafts: list[Happening] = [StandinEnded(seat) for seat in held if table.seats[seat].standin]
    for seat in held:
        offer = table.holders.offers.get(seat)
        if table.seats[seat].resigned:
            continue
        request = table.requests.seat
        if request is not None and request.seat == seat:
            drafts.append(SeatAnswered(seat, agrees=False))
        elif offer is not None and offer.by == "host":
            drafts.append(SeatOffered(seat, "host", None))
    return drafts


def _reclaimed(table: Table, person: Person, seats: Sequence[int]) -> list[Happening]:
    """Return the entries that give a person back the seats that they lost while absent."""
    drafts: list[Happening] = []
    for seat in seats:
        owner = next(one for one in table.holders.owners[seat] if one.person == person.id)
        named = owner.name if owner.beside else person.name
        name = name_at(table, seat, named or unnamed(seat))
        drafts.append(TakenOver(seat, person.id, name, UNSET if named else True, back=True))
    return drafts


def _opening(table: Table, seat: int) -> bool:
    """Return whether a seat chooses its opening tickets, which taking back does not affect."""
    assert table.game is not None
    return seat in table.deciding and table.game.view(seat).phase.startswith("opening")


def _stale(table: Table) -> Refusal:
    return Refusal(409, "stale_version", version=table.version)


def not_your_turn(table: Table) -> Refusal:
    """Return the refusal of a move by a player who does not have to decide now."""
    people = [player.name for player in table.seats]
    reason = because(gazetteer(table.edition), "not_your_turn", people, seats=table.deciding)
    return Refusal(409, "not_your_turn", seats=list(table.deciding), message=str(reason))


def _read(table: Table, seat: int, proposal: Proposal, stale: bool) -> Action:
    """Return the legal action that a client's words mean.

    Raises:
        Refusal: the words cannot be read, mean several actions, or mean an action that is not
            legal.
    """
    assert table.game is not None
    try:
        action = table.game.parse(proposal.words, seat, proposal.language)
        if str(action) in table.game.choices(seat):
            return action
        # An action can have several spellings, and the list of legal actions has one. The rules
        # decide about others.
        table.game.copy().play(action, seat)
    except AmbiguousAction as error:
        raise Refusal(
            422,
            "ambiguous_action",
            choices=list(error.choices),
            **_reason_details(error),
            message=str(error),
        ) from error
    except (MalformedAction, IllegalAction) as error:
        if stale:
            raise _stale(table) from error
        code = "illegal_action" if isinstance(error, IllegalAction) else "malformed_action"
        raise Refusal(422, code, **_reason_details(error), message=str(error)) from error
    return action


def _follow_lesson(table: Table, seat: int, action: Action) -> None:
    """Check that an action is the one that the table's lesson asks for next, if any.

    Raises:
        Refusal: the lesson asks for another action.
    """
    guide = guide_of(table)
    if guide is None or guide.due is None or guide.due == (seat, str(action)):
        return
    raise Refusal(409, "lesson_asks", expected=guide.due[1])


def _reason_details(error: ActionError) -> dict[str, Any]:
    """Return the reason for a refused action as values for programs (`docs/reasons.md`)."""
    if error.reason is None:
        return {}
    return {"reason": error.reason.code, "values": dict(error.reason.values)}
