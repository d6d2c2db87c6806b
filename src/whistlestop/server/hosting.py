"""Everything people can do at a table, with what it takes to be allowed to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from random import SystemRandom
from typing import Any, Final, ParamSpec, TypeVar

from whistlestop.actions import Action
from whistlestop.editions.model import Edition
from whistlestop.errors import ActionError, AmbiguousAction, IllegalAction, MalformedAction
from whistlestop.game import Game
from whistlestop.server.errors import Refusal, game_over, not_started, not_your_seat
from whistlestop.server.luck import new_luck
from whistlestop.server.people import Person
from whistlestop.server.rooms import Room
from whistlestop.server.seats import Options, Seat, distinct, free_colour
from whistlestop.server.settings import Settings
from whistlestop.server.store import Outrun
from whistlestop.server.table import Table
from whistlestop.server.tables import Draft, Tables

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

MOST_TRIES: Final = 10
"""How often something is begun again because another server was quicker."""

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
    """An action that somebody sends."""

    id: str
    version: int
    """The newest that the sender had seen."""
    words: str


def _unless_outrun(
    method: Callable[Asked, Awaitable[Answer]],
) -> Callable[Asked, Coroutine[Any, Any, Answer]]:
    """Begin again where another server was quicker: what was to be done may not be possible now."""

    @wraps(method)
    async def again(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        for _ in range(MOST_TRIES):
            try:
                return await method(*args, **kwargs)
            except Outrun:
                continue
        raise Refusal(503, "too_busy", "This table is changing too fast; try again.")

    return again


class Hosting:
    """The tables of one server, for the people at them."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        """Prepare."""
        self._tables = tables
        self._settings = settings

    # Setting up -----------------------------------------------------------------------------

    async def create(
        self,
        person: Person,
        edition: Edition,
        seats: Sequence[Seat],
        options: Options,
        text: str | None = None,
    ) -> str:
        """A new table; the game starts at once if no seat is open.

        Args:
            person: whose it is.
            edition: what is played.
            seats: who sits there.
            options: what else was chosen.
            text: the edition's file, if it is one of their own.
        """
        fewest, most = edition.players
        if not fewest <= len(seats) <= most:
            raise Refusal(
                422,
                "wrong_number_of_seats",
                f"{edition.title} is for {fewest} to {most} players, not {len(seats)}.",
                players=[fewest, most],
            )
        drafts: list[Draft] = [_created(edition, text, seats, options, person.id)]
        if all(seat.kind != "open" for seat in seats):
            drafts.append(self._start(len(seats), options.shuffle))
        members = {seat.person for seat in seats if seat.person} | {person.id}
        return await self._tables.create(drafts, members=sorted(members))

    def _start(self, seats: int, shuffle: bool) -> Draft:
        luck = new_luck()
        order = list(range(seats))
        if shuffle:
            SystemRandom().shuffle(order)
        data = {"order": order, "bot": self._settings.standin_bot}
        return "started", data, {"seed": luck.seed, "salt": luck.salt}

    @_unless_outrun
    async def join(self, table_id: str, person: Person, wanted: int | None) -> int:
        """Take a seat; the game starts when it was the last open one."""
        async with self._tables.use(table_id) as (room, table):
            seat = table.seat_of(person.id)
            if seat is not None and wanted in (None, seat):
                return table.version
            if table.state != "open":
                raise Refusal(409, "already_started", "The game has begun without you.")
            if seat is not None:
                raise Refusal(409, "already_seated", "You have a seat at this table.")
            free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
            if wanted is not None and wanted not in free:
                raise Refusal(409, "seat_taken", "That seat is taken.")
            number = free[0] if wanted is None else wanted
            data = {
                "seat": number,
                "person": person.id,
                "name": _name_at(table, number, person.name or unnamed(number)),
                "colour": free_colour(table.seats, person.colour),
            }
            drafts: list[Draft] = [("joined", data, None)]
            if len(free) == 1:
                drafts.append(self._start(len(table.seats), table.options.shuffle))
            return await self._tables.append(room, table, drafts, members=(person.id,))

    @_unless_outrun
    async def call(self, table_id: str, person: Person) -> None:
        """Call somebody at a table what they are called now; before the game, also their colour."""
        async with self._tables.use(table_id) as (room, table):
            number = table.seat_of(person.id)
            if number is None or table.state == "over":
                return
            drafts: list[Draft] = []
            name = _name_at(table, number, person.name or unnamed(number))
            if name != table.seats[number].name:
                drafts.append(("renamed", {"seat": number, "name": name}, None))
            others = [seat for at, seat in enumerate(table.seats) if at != number]
            colour = free_colour(others, person.colour)
            if table.state == "open" and colour != table.seats[number].colour:
                drafts.append(("recoloured", {"seat": number, "colour": colour}, None))
            if drafts:
                await self._tables.append(room, table, drafts)

    @_unless_outrun
    async def leave(self, table_id: str, person: Person) -> int:
        """Give a seat back before the game begins."""
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, person)
            if table.state != "open":
                raise Refusal(409, "already_started", "The game has begun: you can only resign.")
            return await self._tables.append(room, table, [("left", {"seat": seat}, None)])

    @_unless_outrun
    async def start(self, table_id: str, person: Person) -> int:
        """Begin; bots take the open seats."""
        async with self._tables.use(table_id) as (room, table):
            if table.host != person.id:
                raise Refusal(403, "not_host", "Only who set the table up can start the game.")
            if table.state != "open":
                return table.version
            draft = self._start(len(table.seats), table.options.shuffle)
            return await self._tables.append(room, table, [draft])

    @_unless_outrun
    async def rematch(self, table_id: str, person: Person) -> str:
        """A table for the same people, the order rotated; always the same one."""
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, person)
            if table.rematch is not None:
                return table.rematch
            if table.state != "over" or table.imported:
                raise Refusal(409, "not_over", "A rematch is for when the game is over.")
            people = [seat.person for seat in table.seats if seat.person is not None]
            names = await self._tables.names_of(people)
            seats = [_as_before(seat, names) for seat in (*table.seats[1:], table.seats[0])]
            options = replace(table.options, shuffle=False)
            drafts = [
                _created(table.edition, table.edition_text, seats, options, person.id),
                self._start(len(seats), False),
            ]
            members = sorted({seat.person for seat in seats if seat.person})
            return await self._tables.follow_up(room, table, seat, drafts, members)

    async def import_game(
        self, game: Game, bots: Sequence[str], person: Person, text: str | None = None
    ) -> str:
        """A finished table made of a record; `text` is the file of an edition of one's own."""
        names = game.seats
        played_by = bots or ("",) * len(names)
        seats = [
            Seat("bot" if bot else "person", name=name, bot=bot or None)
            for name, bot in zip(names, played_by, strict=True)
        ]
        starter = None if game.starter_drawn else game.starter
        dealt = [chance.word for chance in game.dealt]
        drafts: list[Draft] = [
            _created(game.edition, text, seats, Options(), person.id, imported=True),
            (
                "started",
                {"order": list(range(len(seats))), "starter": starter, "bot": ""},
                {"dealt": dealt},
            ),
        ]
        for move in game.moves:
            outcomes = [chance.word for chance in move.outcomes]
            data = {"seat": move.seat, "action": str(move.action), "outcomes": outcomes}
            drafts.append(("move", {**data, "by": "record"}, None))
        return await self._tables.create(drafts, members=(person.id,))

    # Playing --------------------------------------------------------------------------------

    @_unless_outrun
    async def act(self, table_id: str, person: Person, proposal: Proposal, now: float) -> int:
        """Take an action; the version that it led to, once it is committed."""
        async with self._tables.use(table_id, proposal.version) as (room, table):
            if (answer := table.answered.get((person.id, proposal.id))) is not None:
                return answer
            seat = _seat(table, person)
            if table.state == "open":
                raise not_started()
            if table.seats[seat].resigned:
                raise not_your_seat()
            if table.state == "over":
                raise game_over()
            stale = proposal.version < table.version
            if seat not in table.deciding:
                raise _stale(table) if stale else _not_your_turn(table)
            action = _read(table, seat, proposal.words, stale)
            drafts: list[Draft] = []
            if table.seats[seat].standin:
                drafts.append(("returned", {"seat": seat}, None))
            drafts.append(move_draft(table, seat, action, "person", now, proposal.id))
            return await self._tables.append(room, table, drafts)

    @_unless_outrun
    async def resign(self, table_id: str, person: Person) -> int:
        """Turn a seat over to a bot for good."""
        async with self._tables.use(table_id) as (room, table):
            seat = _playing_seat(table, person)
            if table.seats[seat].resigned:
                return table.version
            data = {"seat": seat, "bot": self._settings.standin_bot}
            return await self._tables.append(room, table, [("resigned", data, None)])

    @_unless_outrun
    async def come_back(self, table_id: str, person: Person) -> int:
        """Take one's seat back from the bot that moved meanwhile."""
        async with self._tables.use(table_id) as (room, table):
            seat = _playing_seat(table, person)
            if not table.seats[seat].standin:
                return table.version
            return await self._tables.append(room, table, [("returned", {"seat": seat}, None)])

    @_unless_outrun
    async def chat(self, table_id: str, person: Person, phrase: str) -> int:
        """Say one of the phrases."""
        if phrase not in PHRASES:
            raise Refusal(
                422, "unknown_phrase", "That is none of the phrases.", phrases=list(PHRASES)
            )
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, person)
            draft: Draft = ("chat", {"seat": seat, "phrase": phrase}, None)
            return await self._tables.append(room, table, [draft])

    # What bots do ---------------------------------------------------------------------------

    async def stand_in(self, room: Room, table: Table, seat: int, why: str) -> None:
        """Let a bot move for somebody; the caller holds the room."""
        data = {"seat": seat, "why": why, "bot": self._settings.standin_bot}
        await self._tables.append(room, table, [("standin", data, None)])

    async def bot_moves(
        self, room: Room, table: Table, seat: int, action: Action, now: float
    ) -> None:
        """Take a bot's action; the caller holds the room."""
        by = "bot" if table.seats[seat].kind == "bot" else "standin"
        await self._tables.append(room, table, [move_draft(table, seat, action, by, now)])


def unnamed(seat: int) -> str:
    """What somebody is called who has not said a name."""
    return f"Player {seat + 1}"


def move_draft(
    table: Table, seat: int, action: Action, by: str, now: float, sent: str | None = None
) -> Draft:
    """An entry for a move, with the time it took where there is a clock.

    Args:
        table: where it is made.
        seat: who moves.
        action: what they do.
        by: `person`, `bot` or `standin`.
        now: the present moment.
        sent: the id that a person's action came with.
    """
    table.understood = action
    data: dict[str, Any] = {"seat": seat, "action": str(action), "by": by}
    if sent is not None:
        data["id"] = sent
    if table.options.pace == "minutes":
        data["spent"] = round(table.spent(seat, now), 3)
    return "move", data, None


def _created(
    edition: Edition,
    text: str | None,
    seats: Sequence[Seat],
    options: Options,
    host: str,
    *,
    imported: bool = False,
) -> Draft:
    data: dict[str, Any] = {
        "edition": edition.name,
        "seats": [seat.data() for seat in seats],
        "options": options.data(),
        "host": host,
        "imported": imported,
    }
    if text is not None:
        data["edition_text"] = text
    return "created", data, None


def _as_before(seat: Seat, names: Mapping[str, str]) -> Seat:
    """The same player for another game, by the name that people have now."""
    if seat.kind == "person":
        name = names.get(seat.person or "") or seat.name
        return Seat("person", seat.person, name, colour=seat.colour)
    return Seat("bot", bot=seat.bot, colour=seat.colour)


def _name_at(table: Table, number: int, name: str) -> str:
    """What somebody in a seat is called there: nobody else has the same name."""
    others = [seat.name for at, seat in enumerate(table.seats) if at != number]
    return distinct([*(other for other in dict.fromkeys(others) if other), name])[-1]


def _seat(table: Table, person: Person) -> int:
    seat = table.seat_of(person.id)
    if seat is None:
        raise not_your_seat()
    return seat


def _playing_seat(table: Table, person: Person) -> int:
    seat = _seat(table, person)
    if table.state == "open":
        raise not_started()
    if table.state == "over":
        raise game_over()
    return seat


def _stale(table: Table) -> Refusal:
    return Refusal(
        409,
        "stale_version",
        "The game has gone on meanwhile, and this is no longer possible.",
        version=table.version,
    )


def _not_your_turn(table: Table) -> Refusal:
    names = " and ".join(table.seats[seat].name for seat in table.deciding)
    return Refusal(
        409,
        "not_your_turn",
        f"It is not your turn: {names} must decide.",
        seats=list(table.deciding),
    )


def _read(table: Table, seat: int, words: str, stale: bool) -> Action:
    """The action meant by some words, if it is legal now."""
    assert table.game is not None
    try:
        action = table.game.parse(words, seat)
        if str(action) in table.game.choices(seat):
            return action
        # Legal actions are listed one way; the rules have the last word on others.
        table.game.copy().play(action, seat)
    except AmbiguousAction as error:
        raise Refusal(
            422,
            "ambiguous_action",
            _sentence(error),
            choices=list(error.choices),
            **_reason_details(error),
        ) from error
    except (MalformedAction, IllegalAction) as error:
        if stale:
            raise _stale(table) from error
        code = "illegal_action" if isinstance(error, IllegalAction) else "malformed_action"
        raise Refusal(422, code, _sentence(error), **_reason_details(error)) from error
    return action


def _reason_details(error: ActionError) -> dict[str, Any]:
    """The reason of a refused action, for programs: `docs/reasons.md`."""
    if error.reason is None:
        return {}
    return {"reason": error.reason.code, "values": dict(error.reason.values)}


def _sentence(error: ActionError) -> str:
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}."
