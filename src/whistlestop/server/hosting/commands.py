"""Everything that people can do at a table, and the conditions for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from msgspec import UNSET

from whistlestop.actions import Action
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.model import Edition
from whistlestop.errors import ActionError, AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.language import ENGLISH
from whistlestop.lessons import LEARNER, Lesson
from whistlestop.player_names import distinct
from whistlestop.reasons import because
from whistlestop.server.errors import (
    Refusal,
    colour_taken,
    ended,
    not_started,
    not_your_seat,
    table_closed,
    which_seat,
)
from whistlestop.server.hosting.jobs import Replayed
from whistlestop.server.hosting.outrun import unless_outrun
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.settings import Settings
from whistlestop.server.table.commitment import new_luck
from whistlestop.server.table.entries import (
    Content,
    Created,
    CreationSecret,
    Joined,
    Left,
    Moved,
    Mover,
    OptionsChanged,
    Recoloured,
    Renamed,
    Resigned,
    Said,
    SeatAnswered,
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
    Why,
)
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.seats import Colour, Options, Seat, free_colour
from whistlestop.server.table.table import Table

PHRASES: Final = (
    "hello",
    "good_luck",
    "nice_move",
    "oh_no",
    "thanks",
    "sorry",
    "one_moment",
    "your_turn",
    "well_played",
    "goodbye",
)
"""All that can be said at a table: nobody has to watch over it."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that a client sent."""

    id: str
    version: int
    """The newest that the sender had seen."""
    words: str
    language: str = ENGLISH
    """The code of the language that the words may be in besides English."""


class Commands:
    """The tables of one server, for the people at them."""

    def __init__(self, tables: Tables, settings: Settings, quotas: Quotas) -> None:
        """Prepare."""
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
        """Set up a table; the game starts immediately if no seat is open.

        Args:
            person: whose it is.
            edition: what is played.
            seats: who sits there.
            options: what else was chosen.
            text: the edition's file, if it is one of their own.
            luck: what the person adds to the luck.
        """
        fewest, most = edition.players
        if not fewest <= len(seats) <= most:
            raise Refusal(
                422,
                "wrong_number_of_seats",
                f"{edition.title} is for {fewest} to {most} players, not {len(seats)}.",
                players=[fewest, most],
            )
        drafts: list[Content] = [_created(edition, text, seats, options, person.id, luck)]
        if all(seat.kind != "open" for seat in seats):
            drafts.append(self._start())
        return await self._set_up(person, drafts)

    async def begin_lesson(self, person: Person, taught: Lesson) -> str:
        """Set up the table of a lesson, as it is dealt for everybody, with the moves before it."""
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
        drafts: list[Content] = [
            Created(
                taught.edition.name, seats, Options(shuffle=False), person.id, lesson=taught.name
            ),
            Started(order, self._settings.standin_bot, LEARNER, secret=secret),
            *(Moved(seat, SpokenAction(words), "record") for seat, words in taught.before),
        ]
        return await self._set_up(person, drafts)

    async def _set_up(self, person: Person, drafts: Sequence[Content]) -> str:
        """Set up a table with its first entries. Return its id.

        Raises:
            Refusal: the person, or the person's address, has too many tables or no space left.
        """
        async with self._quotas.new_table(person.id) as made:
            table_id = await self._tables.create(drafts)
            made(table_id)
        return table_id

    def _start(self, table: Table | None = None) -> Started:
        """The start of a game, at a new table or at one that waited."""
        bot = self._settings.standin_bot
        if table is None or table.luck is not None:
            return Started(UNSET, bot)
        # A version that promised nothing before the start has set the table up.
        luck = new_luck()
        seats = len(table.seats)
        order = luck.order(seats) if table.options.shuffle else [*range(seats)]
        return Started(order, bot, secret=StartSecret(luck.seed, luck.salt))

    @unless_outrun
    async def join(
        self,
        table_id: str,
        person: Person,
        wanted: int | None,
        luck: str | None = None,
        beside: str | None = None,
    ) -> int:
        """Take a seat; the game starts when it was the last open one.

        Args:
            table_id: the table.
            person: who sits down.
            wanted: which seat; None = the first that is open.
            luck: what the person adds to the luck.
            beside: the name of somebody at their device who sits down instead; they already sit.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = table.seat_of(person.id)
            if beside is None and seat is not None and wanted in (None, seat):
                return table.version
            if table.state == "closed":
                raise table_closed()
            if table.state != "open":
                raise Refusal(409, "already_started", "The game has begun without you.")
            if beside is not None and seat is None:
                raise not_your_seat()
            if beside is None and seat is not None:
                raise Refusal(409, "already_seated", "You have a seat at this table.")
            free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
            if wanted is not None and wanted not in free:
                raise Refusal(409, "seat_taken", "That seat is taken.")
            number = free[0] if wanted is None else wanted
            name = name_at(table, number, beside or person.name or unnamed(number))
            colour = free_colour(person.colour, (), table.seats)
            drafts: list[Content] = [
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
            if len(free) == 1:
                drafts.append(self._start(table))
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def call(self, table_id: str, person: Person, *, recolour: bool) -> None:
        """Update the name at a person's seat to their present name.

        Args:
            table_id: the table; nothing changes where they have no seat or the game is over.
            person: the person as they are now.
            recolour: whether the seat also gets the colour that they like, if it is to be had.
                A bot that plays with that colour gives it away and takes theirs.
        """
        async with self._tables.use(table_id) as (room, table):
            number = table.seat_of(person.id)
            if number is None or table.seats[number].beside or table.ended:
                return
            drafts: list[Content] = []
            name = name_at(table, number, person.name or unnamed(number))
            if name != table.seats[number].name:
                drafts.append(Renamed(number, name, UNSET if person.name else True))
            if recolour:
                drafts += _recoloured(table, number, person.colour)
            if drafts:
                await self._tables.append(room, table, drafts)

    @unless_outrun
    async def recolour(self, table_id: str, person: Person, number: int, colour: Colour) -> int:
        """Give a seat at a person's device another colour, at this table alone.

        Args:
            table_id: the table.
            person: who holds the device.
            number: one of the seats at it.
            colour: the new one. A bot that plays with it gives it away.
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

    @unless_outrun
    async def leave(self, table_id: str, person: Person) -> int:
        """Give a seat back before the game begins, or all at one device if none is named."""
        async with self._tables.use(table_id) as (room, table):
            seat = _any_seat(table, person)
            if table.state == "closed":
                raise table_closed()
            if table.state != "open":
                raise Refusal(409, "already_started", "The game has begun: you can only resign.")
            given = table.seats_of(person.id) if person.seat is None else (seat,)
            return await self._tables.append(room, table, [Left(one) for one in given])

    @unless_outrun
    async def start(self, table_id: str, person: Person) -> int:
        """Begin; bots take the open seats."""
        async with self._tables.use(table_id) as (room, table):
            if table.host != person.id:
                raise Refusal(403, "not_host", "Only the host of the table can start the game.")
            if table.state == "closed":
                raise table_closed()
            if table.state != "open":
                return table.version
            return await self._tables.append(room, table, [self._start(table)])

    @unless_outrun
    async def let_stand_in(self, table_id: str, person: Person, seconds: float | None) -> int:
        """Set the seconds after which a bot moves for an absent player; None = never."""
        async with self._tables.use(table_id) as (room, table):
            if table.host != person.id:
                raise Refusal(403, "not_host", "Only the host of the table can change this.")
            if table.ended:
                raise ended(table.state)
            if table.options.standin_after == seconds:
                return table.version
            return await self._tables.append(room, table, [StandinAfterChanged(seconds)])

    @unless_outrun
    async def choose_options(self, table_id: str, person: Person, wanted: OptionsChanged) -> int:
        """Set how long bots wait before they move, and whether they say why; only the host may."""
        async with self._tables.use(table_id) as (room, table):
            if table.host != person.id:
                raise Refusal(403, "not_host", "Only the host of the table can change this.")
            if table.ended:
                raise ended(table.state)
            known = OptionsChanged(table.options.pace_of_bots, table.options.explained)
            changed = OptionsChanged(
                UNSET if wanted.bot_pace == known.bot_pace else wanted.bot_pace,
                UNSET if wanted.explain == known.explain else wanted.explain,
            )
            if changed == OptionsChanged():
                return table.version
            return await self._tables.append(room, table, [changed])

    @unless_outrun
    async def rematch(self, table_id: str, person: Person, luck: str | None = None) -> str:
        """A table for the same people, the order rotated; always the same one.

        Args:
            table_id: the table of the game that is over.
            person: somebody who played there.
            luck: what the person adds to the luck of the new game.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = _any_seat(table, person)
            if table.rematch is not None:
                return table.rematch
            if table.state != "over" or table.imported:
                raise Refusal(409, "not_over", "A rematch is for when the game is over.")
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
        """A finished table made of a record; its moves are verified again as they are played.

        Args:
            found: what the record holds.
            edition: what it is of.
            person: whose the table is.
            text: the edition's file, if it is an own edition.
        """
        played_by = found.bots or [""] * len(found.seats)
        seats = [
            Seat("bot" if bot else "person", name=name, bot=bot or None)
            for name, bot in zip(found.seats, played_by, strict=True)
        ]
        secret = StartSecret(dealt=found.dealt)
        drafts: list[Content] = [
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

    @unless_outrun
    async def act(self, table_id: str, person: Person, proposal: Proposal, came: float) -> int:
        """Take an action; the version that it led to, once it is committed.

        Args:
            table_id: which table.
            person: who takes it.
            proposal: the action, as it was sent.
            came: when it came, by the server's clock: to wait for the table costs nobody time.
        """
        async with self._tables.use(table_id, proposal.version) as (room, table):
            if (answer := table.answered.get((person.id, proposal.id))) is not None:
                return answer
            seat = _seat(table, person)
            if table.state == "open":
                raise not_started()
            if table.seats[seat].resigned:
                raise not_your_seat()
            if table.ended:
                raise ended(table.state)
            stale = proposal.version < table.version
            if proposal.version < table.turned_back and not _opening(table, seat):
                # What was chosen before moves were taken back was meant for another position.
                raise _stale(table)
            if seat not in table.deciding:
                raise _stale(table) if stale else _not_your_turn(table)
            action = _read(table, seat, proposal, stale)
            _follow_lesson(table, seat, action)
            drafts = returned(table, person)
            drafts.append(move_draft(table, seat, action, "person", came + room.lead, proposal.id))
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def resign(self, table_id: str, person: Person) -> int:
        """Turn a seat over to a bot for good."""
        async with self._tables.use(table_id) as (room, table):
            seat = _playing_seat(table, person)
            if table.seats[seat].resigned:
                return table.version
            resigned = Resigned(seat, self._settings.standin_bot)
            drafts = [resigned, *agreed_without(table, seat)]
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def come_back(self, table_id: str, person: Person) -> int:
        """Give a person back the seats that a bot or another person has had meanwhile.

        All seats at one device come back together. An offer of such a seat to somebody else ends.

        Returns:
            The table's version afterwards.

        Raises:
            Refusal: the person has no seat at this table, or the game is not going on.
        """
        async with self._tables.use(table_id) as (room, table):
            lost = table.reclaimable(person.id)
            if not lost:
                _check_playing(table, _any_seat(table, person))
            drafts = [*returned(table, person), *_reclaimed(table, person, lost)]
            if not drafts:
                return table.version
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def chat(self, table_id: str, person: Person, phrase: str) -> int:
        """Say one of the phrases."""
        if phrase not in PHRASES:
            raise Refusal(
                422, "unknown_phrase", "That is none of the phrases.", phrases=list(PHRASES)
            )
        async with self._tables.use(table_id) as (room, table):
            seat = _any_seat(table, person)
            if table.state == "closed":
                raise table_closed()
            return await self._tables.append(room, table, [Said(seat, phrase)])

    # Taking back ----------------------------------------------------------------------------

    @unless_outrun
    async def take_back(
        self,
        table_id: str,
        person: Person,
        move: int | None,
        version: int | None = None,
        *,
        ask: bool,
    ) -> int:
        """Take one's own move back at once where that is free, or ask the others.

        Args:
            table_id: the table.
            person: whose move it is.
            move: which one, counted from 1, with all that were made after it; None = the newest
                of one's own.
            version: the newest that the person had seen; a second click is told so from the first.
            ask: whether to ask the others, if they have to agree. Bots do at once.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = _own_playing_seat(table, person)
            if version is not None and table.gone_on(version):
                raise _stale(table)
            if not table.options.takes_back:
                message = "At this table no moves are taken back."
                raise Refusal(409, "no_taking_back", message)
            newest = table.last_own(seat)
            chosen = newest if move is None else move
            if newest is None or chosen is None or not _is_own(table, seat, chosen):
                raise Refusal(409, "nothing_to_take_back", "You have made no such move.")
            drafts = returned(table, person)
            if chosen == table.free_to_take_back(seat) or (ask and not table.asked(seat)):
                drafts.append(TakenBack(seat, chosen))
            elif not ask:
                raise Refusal(409, "needs_consent", "The others have to agree to that.")
            elif table.request is not None:
                if (table.request.seat, table.request.move) == (seat, chosen):
                    return table.version
                message = "Something is being asked already; it has to be answered first."
                raise Refusal(409, "already_asked", message)
            else:
                drafts.append(TakeBackAsked(seat, chosen))
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def answer_take_back(
        self, table_id: str, person: Person, asked: int, *, agrees: bool
    ) -> int:
        """Agree to what somebody wants to take back, or refuse; or give up one's own wish.

        Args:
            table_id: the table.
            person: who answers.
            asked: the version at which it was asked.
            agrees: whether they may.
        """
        async with self._tables.use(table_id) as (room, table):
            request = table.request
            seat = _answering(table, person)
            if request is None or request.entry != asked:
                raise Refusal(409, "not_asked", "Nobody asks for that any more.")
            if agrees and seat in (request.seat, *request.agreed):
                return table.version
            drafts = returned(table, person)
            drafts.append(TakeBackAnswered(seat, agrees))
            if agrees:
                drafts += agreed_without(table, seat)
            return await self._tables.append(room, table, drafts)

    # What bots do ---------------------------------------------------------------------------

    async def stand_in(self, room: Room, table: Table, seat: int, why: Why) -> None:
        """Let a bot move for a player; the caller holds the room.

        Whoever is away, their device is, and so are all who play at it.
        """
        bot = self._settings.standin_bot
        away = table.seats_of(table.seats[seat].person) if why == "absent" else (seat,)
        drafts = [StandinStarted(one, why, bot) for one in away if not table.seats[one].by_bot]
        await self._tables.append(room, table, drafts)

    async def bot_moves(
        self, room: Room, table: Table, seat: int, action: Action, now: float
    ) -> None:
        """Take a bot's action; the caller holds the room."""
        by = "bot" if table.seats[seat].kind == "bot" else "standin"
        await self._tables.append(room, table, [move_draft(table, seat, action, by, now)])


def unnamed(seat: int) -> str:
    """The name of a player who has not given one."""
    return f"Player {seat + 1}"


def move_draft(
    table: Table, seat: int, action: Action, by: Mover, now: float, sent: str | None = None
) -> Moved:
    """An entry for a move, with the time it took where there is a clock.

    Args:
        table: where it is made.
        seat: who moves.
        action: what they do.
        by: who has chosen the action.
        now: the present moment.
        sent: the id that a person's action came with.
    """
    timed = table.options.pace == "minutes"
    return Moved(
        seat,
        SpokenAction(str(action), action),
        by,
        UNSET if sent is None else sent,
        round(table.spent(seat, now), 3) if timed else UNSET,
    )


def _created(
    edition: Edition,
    text: str | None,
    seats: Sequence[Seat],
    options: Options,
    host: str,
    added: str | None,
) -> Created:
    """An entry for a new table, for which the server draws its share of the luck."""
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
    """An entry for the table of a record, to whose luck nobody adds anything."""
    own = UNSET if text is None else text
    return Created(edition.name, [*seats], Options(), host, imported=True, edition_text=own)


def _as_before(seat: Seat, names: Mapping[str, str]) -> Seat:
    """The player of a seat for another game, by their present name."""
    if seat.kind == "person":
        if seat.person is None:
            # They had themselves forgotten: a bot plays there when the game begins.
            return Seat("open")
        name = seat.name if seat.beside else names.get(seat.person) or seat.name
        given = seat.given and name == seat.name
        return Seat(
            "person", seat.person, name, colour=seat.colour, given=given, beside=seat.beside
        )
    return Seat("bot", bot=seat.bot, colour=seat.colour)


def name_at(table: Table, number: int, name: str) -> str:
    """The name of the player in a seat, distinct from all other names at the table."""
    others = [seat.name for at, seat in enumerate(table.seats) if at != number]
    return distinct([*(other for other in dict.fromkeys(others) if other), name])[-1]


def _recoloured(table: Table, number: int, liked: Colour) -> list[Content]:
    """Entries that give a seat the colour its person likes; none if another person has it."""
    holder = next((at for at, seat in enumerate(table.seats) if seat.colour == liked), None)
    taken: list[tuple[int, Colour | None]] = [(number, liked)]
    if holder is not None:
        if table.seats[holder].kind != "bot":
            return []
        taken.append((holder, table.seats[number].colour))
    return [Recoloured(seat, colour) for seat, colour in taken]


def _seat(table: Table, person: Person) -> int:
    """The seat for which a person asks: of several at their device, the one that they named."""
    held = table.seats_of(person.id)
    if len(held) > 1 and person.seat is None:
        raise which_seat(held)
    return _any_seat(table, person)


def _any_seat(table: Table, person: Person) -> int:
    """The same for what concerns all at one device: their own seat if they named none."""
    seat = table.seat_of(person.id) if person.seat is None else person.seat
    if seat is None or seat not in table.seats_of(person.id):
        raise not_your_seat()
    return seat


def _check_playing(table: Table, seat: int, *, resigned: bool = True) -> int:
    """A seat, if the game is on; `resigned`: also if a bot has it for good."""
    if table.state == "open":
        raise not_started()
    if table.ended:
        raise ended(table.state)
    if table.seats[seat].resigned and not resigned:
        raise not_your_seat()
    return seat


def _playing_seat(table: Table, person: Person) -> int:
    return _check_playing(table, _seat(table, person))


def _own_playing_seat(table: Table, person: Person) -> int:
    """As above, if no bot has the seat for good."""
    return _check_playing(table, _seat(table, person), resigned=False)


def _answering(table: Table, person: Person) -> int:
    """The seat for which a person answers: of those at their device, the one that is concerned."""
    _any_seat(table, person)
    concerned = () if table.request is None else (table.request.seat, *table.awaited())
    held = table.seats_of(person.id)
    seat = next((one for one in concerned if one in held), None)
    if seat is None:
        # They have answered already, or there is nothing to answer.
        seat = next((one for one in held if not table.seats[one].resigned), held[0])
    return _check_playing(table, seat, resigned=False)


def returned(table: Table, person: Person) -> list[Content]:
    """Return the entries that give a person back the seats in which bots stood in for them.

    The entries cover all seats at the person's device. They also end the host's wish to let
    another person have such a seat.
    """
    held = table.seats_of(person.id)
    drafts: list[Content] = [StandinEnded(seat) for seat in held if table.seats[seat].standin]
    for seat in held:
        offer = table.offers.get(seat)
        if table.seats[seat].resigned:
            continue
        if table.passing is not None and table.passing.seat == seat:
            drafts.append(SeatAnswered(seat, agrees=False))
        elif offer is not None and offer.by == "host":
            drafts.append(SeatOffered(seat, "host", None))
    return drafts


def _reclaimed(table: Table, person: Person, seats: Sequence[int]) -> list[Content]:
    """Return the entries that give a person back the seats they lost while they were away."""
    drafts: list[Content] = []
    for seat in seats:
        owner = next(one for one in table.owners[seat] if one.person == person.id)
        named = owner.name if owner.beside else person.name
        name = name_at(table, seat, named or unnamed(seat))
        drafts.append(TakenOver(seat, person.id, name, UNSET if named else True, back=True))
    return drafts


def _is_own(table: Table, seat: int, move: int) -> bool:
    """Whether a move stands, and was made on this seat."""
    return 1 <= move < len(table.standing) and table.told_move(move).seat == seat


def agreed_without(table: Table, seat: int) -> list[Content]:
    """What follows when a seat's consent is not waited for any more: maybe it was the last one."""
    request = table.request
    if request is None or request.seat == seat or table.awaited(seat):
        return []
    return [TakenBack(request.seat, request.move)]


def _opening(table: Table, seat: int) -> bool:
    """Whether a seat chooses its opening tickets: what others take back does not concern it."""
    assert table.game is not None
    return seat in table.deciding and table.game.view(seat).phase.startswith("opening")


def _stale(table: Table) -> Refusal:
    return Refusal(
        409,
        "stale_version",
        "The game has gone on meanwhile, and this is no longer possible.",
        version=table.version,
    )


def _not_your_turn(table: Table) -> Refusal:
    people = [player.name for player in table.seats]
    reason = because(gazetteer(table.edition), "not_your_turn", people, seats=table.deciding)
    return Refusal(409, "not_your_turn", str(reason), seats=list(table.deciding))


def _read(table: Table, seat: int, proposal: Proposal, stale: bool) -> Action:
    """The action meant by some words, if it is legal now."""
    assert table.game is not None
    try:
        action = table.game.parse(proposal.words, seat, proposal.language)
        if str(action) in table.game.choices(seat):
            return action
        # Legal actions are listed one way; the rules have the last word on others.
        table.game.copy().play(action, seat)
    except AmbiguousAction as error:
        raise Refusal(
            422,
            "ambiguous_action",
            str(error),
            choices=list(error.choices),
            **_reason_details(error),
        ) from error
    except (MalformedAction, IllegalAction) as error:
        if stale:
            raise _stale(table) from error
        code = "illegal_action" if isinstance(error, IllegalAction) else "malformed_action"
        raise Refusal(422, code, str(error), **_reason_details(error)) from error
    return action


def _follow_lesson(table: Table, seat: int, action: Action) -> None:
    """Refuse what a lesson does not ask for: it would lead away from what is to come."""
    guide = guide_of(table)
    if guide is None or guide.due is None or guide.due == (seat, str(action)):
        return
    raise Refusal(
        409,
        "lesson_asks",
        "The rules allow that, but the lesson asks for something else now.",
        expected=guide.due[1],
    )


def _reason_details(error: ActionError) -> dict[str, Any]:
    """The reason of a refused action, for programs: `docs/reasons.md`."""
    if error.reason is None:
        return {}
    return {"reason": error.reason.code, "values": dict(error.reason.values)}
