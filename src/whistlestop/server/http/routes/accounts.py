"""Routes for the caller's account: other devices, games and results, an export, and deletion."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody

from whistlestop.play.daily import deal_of
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.accounts import CODE_LASTS
from whistlestop.server.hosting.own_puzzles import own_puzzle_sent
from whistlestop.server.hosting.people import Person
from whistlestop.server.http.qr import qr_svg
from whistlestop.server.http.request import (
    Call,
    asker,
    json_answer,
    list_place,
    own_address,
    person,
    service_of,
    session_token,
)
from whistlestop.server.http.responses import BODY, answers, changes
from whistlestop.server.http.routes.push import devices_sent
from whistlestop.server.http.routes.webhooks import webhook_sent
from whistlestop.server.rate_limits import NEW_CODES, WRONG_CODES, Rate
from whistlestop.server.sent.clubs import ClubLine, line_sent
from whistlestop.server.sent.daily import DailyDeal, deal_sent
from whistlestop.server.sent.entries import iso
from whistlestop.server.sent.ladder import LadderKept, rating_sent
from whistlestop.server.sent.listing import Ended, Listed, ended_from, listed_from
from whistlestop.server.sent.push import PushDevice
from whistlestop.server.sent.reviews import OwnPuzzle
from whistlestop.server.storage.accounts import Played
from whistlestop.server.table.ahead import KeptPlans, read_kept
from whistlestop.server.table.seats import Colour

READ_CODES: Final = Rate(30, 0.2)
"""The limit on look-ups of valid or invalid codes by a person: how many at once, and how many more
each second."""

PAGE: Final = 20
"""The maximum number of games in a response with finished games."""


class Code(msgspec.Struct):
    """A code with which a person can sign in on another device."""

    code: str
    """The code, which a person can also type on the other device."""
    link: str
    """The address of the account page, with the code behind `#`.

    Browsers do not send the part of an address behind `#` to servers.
    """
    qr: str
    """The link as a QR code, in SVG."""
    seconds: int
    """The seconds until the code expires."""


class TypedCode(msgspec.Struct):
    """The body of a request about a code that a person has typed."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    """The code, at most 40 characters. Capitals, spaces and hyphens make no difference."""


class Somebody(msgspec.Struct):
    """A person, shown so that the user can confirm who is meant."""

    name: str
    """The person's name; empty if the person has chosen none."""
    colour: Colour
    """The person's usual colour of pieces."""
    games: int
    """The number of tables that the person belongs to."""


class SignedIn(Somebody):
    """The person that this device is signed in as now."""

    running: int
    """The number of this person's games that are being played."""
    elsewhere: bool
    """Whether this person has another device, or a program with a token."""


class CodeRead(msgspec.Struct):
    """The person that a code would sign this device in as, and the person it is signed in as."""

    then: Somebody
    """The person that this device would be signed in as."""
    now: SignedIn
    """The person that this device is signed in as now."""
    same: bool
    """Whether `then` and `now` are the same person."""


class Devices(msgspec.Struct):
    """The number of browsers and programs that can act as the caller."""

    sessions: int
    """The number of browsers that are signed in as the caller, including the one that asks."""
    programs: int
    """The number of programs with a token of the caller."""


class Score(msgspec.Struct):
    """The numbers of games that a person played and won."""

    played: int
    """The number of finished games."""
    won: int
    """The number of games that the person won, alone or together with others."""


class Against(Score):
    """The caller's results in all games against one bot, or in all games against people."""

    bot: str | None
    """The name of the bot; null = the games against people."""


class OnBoard(Score):
    """Results on one board."""

    board: str | None
    """The name of the edition; null = all players' own editions together."""
    best: int | None
    """The caller's highest score on this board; null if the caller gave up all games on it. Games
    that the caller gave up do not count here."""
    path: int
    """The length of the caller's longest path on this board, in spaces; 0 in editions that do not
    count it. Games that the caller gave up do not count here."""


class Results(msgspec.Struct):
    """The caller's results in finished games.

    Lessons, imported records and games that go on from a moment of another game do not count.
    """

    all: Score
    """The numbers of games that the caller played and won on all boards together."""
    against: list[Against]
    """The results against people, and against each bot. A game counts once for people, and once for
    each bot that took part."""
    boards: list[OnBoard]
    """The caller's results by board."""
    complete: bool
    """Whether all games are included. If not, each request adds a few older games."""
    devices: Devices
    """The browsers and programs that can act as the caller."""


class EndedGames(msgspec.Struct):
    """Finished games of the caller, the most recently changed game first."""

    games: list[Ended]
    """The finished games of the caller on this page, the most recently changed one first."""
    further: str | None
    """The value of `before` for the next page; null if there are no more games."""


class Confirmation(msgspec.Struct):
    """The body of a request to delete something. It confirms that this is not a mistake."""

    sure: Literal[True]
    """Always true. A request with another value is refused."""


def _guess(call: Call) -> None:
    """Count an attempt to use or look up a code, before it is known whether the code is right.

    Raises:
        Refusal: too many attempts came from this address.
    """
    service, home = service_of(call), asker(call).home
    if not service.limits.allow(WRONG_CODES, home):
        raise Refusal(429, "too_many_requests", case="minutes")


def _right(call: Call) -> None:
    """Undo the last count of `_guess`, because the code was right."""
    service_of(call).limits.give_back(WRONG_CODES, asker(call).home)


@post(
    "/api/me/code",
    status_code=201,
    summary="Get a code for another device",
    responses=changes(Code, status=201),
)
async def new_code(request: Call) -> Response[bytes]:
    """Return a code of eight letters that signs another device in as the caller.

    The code is valid for ten minutes and can be used once. It replaces the caller's earlier code.
    Programs cannot get a code.
    """
    caller, service = await person(request), service_of(request)
    session_token(request)
    if not asker(request).allows(NEW_CODES):
        raise Refusal(429, "too_many_requests", case="minutes")
    code = await service.accounts.new_code(caller)
    link = f"{own_address(request)}/me#{code}"
    return json_answer(Code(code, link, qr_svg(link).decode(), int(CODE_LASTS)), 201)


@post(
    "/api/me/code/read",
    status_code=200,
    summary="Look up a code",
    responses=changes(CodeRead, BODY, 404),
)
async def read_code(request: Call, data: JSONBody[TypedCode]) -> Response[bytes]:
    """Return the person that a code would sign this device in as. Nothing changes.

    The response also has the person that this device is signed in as now. The code may be in small
    letters and in groups. Programs cannot read codes.
    """
    caller, service = await person(request), service_of(request)
    session_token(request)
    if not asker(request).allows(READ_CODES):
        raise Refusal(429, "too_many_requests", case="minutes")
    _guess(request)
    owner = await service.accounts.owner(data.code)
    _right(request)
    games, running = await service.accounts.kept.games(caller.id)
    devices = await service.accounts.kept.devices(caller.id, clock.now())
    then = owner.person
    return json_answer(
        CodeRead(
            Somebody(then.name, then.colour, owner.games),
            SignedIn(
                name=caller.name,
                colour=caller.colour,
                games=games,
                running=running,
                elsewhere=devices.sessions > 1 or devices.programs > 0,
            ),
            then.id == caller.id,
        )
    )


@post(
    "/api/me/code/use",
    status_code=200,
    summary="Sign in on this device",
    responses=changes(Somebody, BODY, 404, 409),
)
async def use_code(request: Call, data: JSONBody[TypedCode]) -> Response[bytes]:
    """Sign this device in as the person to whom a code belongs. The response sets the cookie.

    The person that the device was signed in as keeps their games and their other devices. If they
    have neither, they are deleted. Programs cannot use codes.
    """
    caller, service = await person(request), service_of(request)
    token = session_token(request)
    _guess(request)
    session = await service.accounts.use_code(data.code, caller, token)
    _right(request)
    asker(request).send_cookie(session.token)
    now = session.person
    games, _ = await service.accounts.kept.games(now.id)
    return json_answer(Somebody(now.name, now.colour, games))


@post(
    "/api/me/devices/end",
    status_code=200,
    summary="Sign out the other devices",
    responses=changes(Devices),
)
async def end_others(request: Call) -> Devices:
    """End the caller's sessions on all other devices, and delete all their API tokens and codes.

    Return the numbers of browsers and programs that can still act as the caller.
    """
    caller, service = await person(request), service_of(request)
    await service.accounts.end_others(caller, session_token(request))
    return await _devices(request, caller)


async def _devices(call: Call, caller: Person) -> Devices:
    found = await service_of(call).accounts.kept.devices(caller.id, clock.now())
    return Devices(found.sessions, found.programs)


@get("/api/me/results", summary="Get your results", responses=answers(Results))
async def results(request: Call) -> Response[bytes]:
    """Return the caller's results: against people, against each bot, and by board.

    A game against people and bots counts for both.
    """
    caller = await person(request)
    return json_answer(await _results(request, caller))


async def _results(call: Call, caller: Person) -> Results:
    accounts = service_of(call).accounts
    complete = await accounts.settle(caller)
    found = await accounts.kept.standing(caller.id)
    people = found.against.pop(None, Played(0, 0))
    against = [Against(people.played, people.won, None)] if people.played else []
    against += [Against(one.played, one.won, bot) for bot, one in sorted(_bots(found.against))]
    boards = [OnBoard(one.played, one.won, one.board, one.best, one.path) for one in found.boards]
    score = Score(found.all.played, found.all.won)
    return Results(score, against, boards, complete, await _devices(call, caller))


def _bots(against: dict[str | None, Played]) -> list[tuple[str, Played]]:
    return [(bot, one) for bot, one in against.items() if bot is not None]


@get("/api/me/games", summary="List your finished games", responses=answers(EndedGames, 422))
async def games(request: Call, before: FromQuery[str] = "") -> Response[bytes]:
    """Return the caller's finished games, the most recently changed game first.

    Leave `before` out for the first page. For the next page, pass `further` of the previous
    response as `before`. `place` and `score` are null for games that do not
    count (see `Results`). `score` is also null if the caller gave up.
    """
    start = list_place(before)
    caller = await person(request)
    service = service_of(request)
    rows = await service.accounts.kept.ended(caller.id, start, PAGE + 1)
    shown = await service.tables.readable(rows[:PAGE])
    last = rows[:PAGE][-1:] if len(rows) > PAGE else []
    further = f"{last[0].updated}~{last[0].id}" if last else None
    return json_answer(EndedGames([ended_from(row, caller.id) for row in shown], further))


class ListedWithRecord(Listed, frozen=True):
    """A table of the caller, with the address of its record."""

    record: str
    """The path of the record, which contains all moves."""


class Everything(msgspec.Struct, frozen=True):
    """Everything that the server keeps about the caller, without secrets."""

    name: str
    """The caller's name."""
    colour: Colour
    """The colour that the caller prefers."""
    since: str | None
    """When the server first saw the caller, in UTC (ISO 8601); null if that cannot be read."""
    results: Results
    """The caller's results."""
    tables: list[ListedWithRecord]
    """All tables of the caller."""
    daily: list[DailyDeal]
    """The caller's attempts at the deals of the day, the last day first."""
    ladder: LadderKept | None
    """The caller's place on the ladder; null if the caller has never been on it."""
    puzzles: list[OwnPuzzle]
    """The puzzles from the caller's games, the last found first."""
    clubs: list[ClubLine]
    """The caller's clubs, the one that the caller joined first at the beginning."""
    webhook: str | None
    """The address that the server calls when a table waits for the caller; null = none. Programs
    get only its beginning."""
    push: list[PushDevice]
    """The devices that get messages when a table waits for the caller."""
    plans: dict[str, KeptPlans]
    """The caller's plans, as the database keeps them. The keys are the ids of tables."""


@get(
    "/api/me/everything",
    summary="Export your data",
    responses=answers(Everything),
)
async def everything(request: Call) -> Response[bytes]:
    """Return everything that the server keeps about the caller, as a JSON file without secrets.

    Games are listed with the addresses of their records, which contain all moves.
    """
    caller, service = await person(request), service_of(request)
    kept = service.accounts.kept
    tables: list[ListedWithRecord] = []
    rows = await service.store.tables_of(caller.id, MOST_TABLES)
    for row in await service.tables.readable(rows):
        line = msgspec.structs.asdict(listed_from(row, caller.id))
        tables.append(ListedWithRecord(**line, record=f"/api/tables/{row.id}/record"))
    plans: dict[str, KeptPlans] = {}
    for table, plan in (await kept.plans(caller.id)).items():
        # Leave out plans that were damaged on the disk.
        with suppress(msgspec.DecodeError, UnicodeError, TypeError):
            plans[table] = read_kept(plan)
    since = await kept.created(caller.id)
    attempts = await service.daily.kept.attempts(caller.id, "", LAST_DAY)
    answer = Everything(
        name=caller.name,
        colour=caller.colour,
        since=None if since is None else iso(since),
        results=await _results(request, caller),
        tables=tables,
        daily=[deal_sent(deal_of(date.fromisoformat(one.day)), one) for one in attempts],
        ladder=await _ladder(request, caller),
        puzzles=[*map(own_puzzle_sent, await service.own_puzzles.of_person(caller.id))],
        clubs=[line_sent(club) for club in await service.clubs.kept.of_person(caller.id)],
        webhook=webhook_sent(request, await service.webhooks.kept.get(caller.id)).address,
        push=devices_sent(request, await service.push.devices(caller.id)),
        plans=plans,
    )
    made = json_answer(answer)
    made.headers["content-disposition"] = 'attachment; filename="whistlestop.json"'
    return made


async def _ladder(call: Call, caller: Person) -> LadderKept | None:
    ladder = service_of(call).ladder
    await ladder.settle()
    own = await ladder.kept.own(caller.id)
    if own is None:
        return None
    since = (await ladder.kept.joined([caller.id])).get(caller.id)
    ratings = tuple([rating_sent(one) for one in await ladder.kept.ratings(own)])
    return LadderKept(own, None if since is None else iso(since), ratings)


MOST_TABLES: Final = 100_000
"""The maximum number of tables in an export. No person has so many, so all tables are returned."""


LAST_DAY: Final = "9999-12-31"
"""A day later than all attempts at the deals of the day, as the end of a range of days."""


class Deleted(msgspec.Struct):
    """A confirmation that the caller has been deleted."""

    gone: bool = True
    """Always true."""


@post(
    "/api/me/forget",
    status_code=200,
    summary="Delete yourself",
    responses=changes(Deleted, BODY),
)
async def forget(request: Call, data: JSONBody[Confirmation]) -> Response[bytes]:
    """Delete the caller: name, colour, devices, messages, tokens, webhook, plans and results.

    The response also deletes the session cookie.

    Games stay, because they also belong to the other players, but nothing in them names the caller
    any more. In games that are being played, a bot takes the caller's seat. At tables whose game
    has not begun, the caller's seat becomes open. If the caller was the host, the first other
    player becomes the host. The caller leaves all clubs. If the caller was the founder, the longest
    member becomes the founder.
    """
    caller = await person(request)
    session_token(request)
    await service_of(request).accounts.forget(caller)
    asker(request).drop_cookie()
    return json_answer(Deleted())


handlers = [new_code, read_code, use_code, end_others, results, games, everything, forget]
