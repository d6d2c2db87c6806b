"""Twin worlds at the API's edge: what a viewer cannot know changes no byte of any answer.

Two servers hold the same table, except for what somebody else there keeps secret: how many opening
tickets they kept before everybody has answered, or which cards and tickets they have. Whatever
others ask of both servers, the answers are the same. Every route of the application is asked; a new
one fails the test until it is listed here.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from msgspec import UNSET, structs

from tests.server.serving import PATIENCE, QUICK, Running, connect, move, sqlite
from tests.server.test_whole_games import EDITIONS
from whistlestop.analysis.hints import HintEffort
from whistlestop.play.game import Chance, Game
from whistlestop.rules.compiling import INTERPRETED
from whistlestop.seen.view import REFEREE
from whistlestop.server import clock
from whistlestop.server.hosting import hint_making
from whistlestop.server.hosting.people import LASTS, hashed
from whistlestop.server.sent.listing import summary
from whistlestop.server.storage import schema, store
from whistlestop.server.storage.store import Change, Listing, NewTable
from whistlestop.server.table.commitment import Luck, new_luck
from whistlestop.server.table.entries import Entry, to_keep
from whistlestop.server.table.happenings import Created, Moved, Started
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import CreationSecret
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.seats import Options, Seat
from whistlestop.server.table.table import Table

NOW: Final = 1_800_000_000.0
"""The time at both servers, which stands still."""

STRANGER: Final = 98
"""Somebody who has a session, and no seat."""
MAKER: Final = 99
"""Somebody else, who sets up tables whose ids are drawn at random."""


CLUB: Final = "theirclub"
"""The id of a club. The people who play are its members, and all tables belong to it."""
KEY: Final = "theirkey"
"""The secret part of the club's link."""


@dataclass(frozen=True)
class Ask:
    """A request; `{table}` in the address is the table's id."""

    address: str
    body: Any = None
    by: int | None = None
    """The one person who asks this; None = everybody but the seat with the secrets."""
    newcomers: bool = True
    """Whether somebody asks it, too, whom the server does not know yet."""


TABLE: Final = "/api/tables/{table_id}"

OF_A_TABLE: Final[dict[tuple[str, str], tuple[Ask, ...]]] = {
    ("GET", "/api/tables"): (Ask("/api/tables"),),
    ("GET", "/api/me/results"): (Ask("/api/me/results", newcomers=False),),
    ("GET", "/api/me/games"): (Ask("/api/me/games", newcomers=False),),
    ("GET", "/api/me/everything"): (Ask("/api/me/everything", newcomers=False),),
    ("GET", "/api/clubs/{club}"): (Ask(f"/api/clubs/{CLUB}"),),
    ("GET", "/api/clubs/{club}/games"): (Ask(f"/api/clubs/{CLUB}/games"),),
    ("GET", "/api/clubs/{club}/standings"): (Ask(f"/api/clubs/{CLUB}/standings"),),
    ("GET", TABLE): (Ask("/api/tables/{table}"),),
    ("GET", f"{TABLE}/at/{{moves}}"): tuple(
        Ask(f"/api/tables/{{table}}/at/{moves}{eyes}")
        for moves in (0, 1, 2, 5, 9, 10_000)
        for eyes in ("", "?eyes=0", "?eyes=1", "?eyes=9")
    ),
    ("GET", f"{TABLE}/log"): tuple(
        Ask(f"/api/tables/{{table}}/log{eyes}") for eyes in ("", "?eyes=0", "?eyes=1", "?eyes=-1")
    ),
    ("GET", f"{TABLE}/turns"): (Ask("/api/tables/{table}/turns"),),
    ("GET", f"{TABLE}/review"): tuple(
        Ask(f"/api/tables/{{table}}/review{since}") for since in ("", "?since=3", "?since=-1")
    ),
    ("GET", f"{TABLE}/ladder"): (Ask("/api/tables/{table}/ladder"),),
    ("GET", f"{TABLE}/club"): (Ask("/api/tables/{table}/club"),),
    ("POST", f"{TABLE}/review/deeper"): tuple(
        Ask("/api/tables/{table}/review/deeper", {"move": move}) for move in (None, 3, 10_000)
    ),
    ("GET", f"{TABLE}/puzzle"): (Ask("/api/tables/{table}/puzzle"),),
    ("POST", f"{TABLE}/branches"): tuple(
        Ask("/api/tables/{table}/branches", {"move": move, "hidden": hidden})
        for move in (0, 5, 10_000)
        for hidden in ("same", "new")
    ),
    ("GET", f"{TABLE}/at/{{moves}}/motive"): tuple(
        Ask(f"/api/tables/{{table}}/at/{moves}/motive") for moves in (0, 1, 2, 5, 9, 10, 11, 10_000)
    ),
    ("GET", f"{TABLE}/record"): (Ask("/api/tables/{table}/record"),),
    ("GET", f"{TABLE}/sheet"): (Ask("/api/tables/{table}/sheet"),),
    ("GET", f"{TABLE}/result.svg"): (Ask("/api/tables/{table}/result.svg"),),
    ("GET", f"{TABLE}/edition.toml"): (Ask("/api/tables/{table}/edition.toml"),),
    ("GET", f"{TABLE}/qr.svg"): (Ask("/api/tables/{table}/qr.svg"),),
    ("GET", f"{TABLE}/why"): (
        Ask("/api/tables/{table}/why?route={route}"),
        Ask("/api/tables/{table}/why?city={city}"),
        Ask("/api/tables/{table}/why?route=nowhere"),
    ),
    ("GET", f"{TABLE}/journey"): (
        Ask("/api/tables/{table}/journey?city={city}"),
        Ask("/api/tables/{table}/journey?city={city}&way={route}"),
        Ask("/api/tables/{table}/journey"),
    ),
    ("GET", f"{TABLE}/journeys"): (Ask("/api/tables/{table}/journeys"),),
    ("GET", f"{TABLE}/stations"): (Ask("/api/tables/{table}/stations"),),
    ("GET", f"{TABLE}/tunnel"): (Ask("/api/tables/{table}/tunnel?route={route}"),),
    ("GET", f"{TABLE}/stream"): (
        Ask("/api/tables/{table}/stream"),
        Ask("/api/tables/{table}/stream?since=0"),
        Ask("/api/tables/{table}/stream?since=3"),
    ),
    ("WEBSOCKET", f"{TABLE}/live"): (
        Ask("/api/tables/{table}/live"),
        Ask("/api/tables/{table}/live?since=0"),
    ),
    ("GET", "/api/editions/{name}"): (Ask("/api/editions/table.{table}"),),
    ("GET", "/drawings/{edition}/thumbnail.svg"): (Ask("/drawings/table.{table}/thumbnail.svg"),),
    ("GET", "/drawings/{edition}/geometry.json"): (Ask("/drawings/table.{table}/geometry.json"),),
    ("GET", "/t/{_table}"): (Ask("/t/{table}"),),
    ("GET", "/replay/{_table}"): (Ask("/replay/{table}"),),
    # Before actions: what they draw is not the same in both worlds.
    ("POST", f"{TABLE}/hints"): (Ask("/api/tables/{table}/hints", {"allowed": True}),),
    ("POST", f"{TABLE}/hints/answer"): (
        Ask("/api/tables/{table}/hints/answer", {"asked": 1, "agrees": True}),
    ),
    ("POST", f"{TABLE}/hint"): (Ask("/api/tables/{table}/hint"),),
    ("POST", f"{TABLE}/coach"): (Ask("/api/tables/{table}/coach"),),
    ("POST", f"{TABLE}/coach/verdict"): (
        Ask("/api/tables/{table}/coach/verdict", {"action": "tickets", "version": 1_000}),
        Ask("/api/tables/{table}/coach/verdict", {"action": "draw deck", "version": 1_000}),
    ),
    ("POST", f"{TABLE}/actions"): (
        Ask("/api/tables/{table}/actions", move("fly to the moon", 1, "1")),
        Ask("/api/tables/{table}/actions", move("tickets", 1_000, "2")),
        Ask("/api/tables/{table}/actions", move("keep none", 1_000, "3")),
        Ask("/api/tables/{table}/actions", {"id": 4}),
    ),
    ("GET", f"{TABLE}/ahead"): (Ask("/api/tables/{table}/ahead"),),
    ("POST", f"{TABLE}/ahead"): (
        Ask("/api/tables/{table}/ahead", {"marked": ["{route}"]}),
        Ask("/api/tables/{table}/ahead", {"plan": {"steps": ["claim {route}"], "turns": 5}}),
        Ask(
            "/api/tables/{table}/ahead",
            {
                "plan": {
                    "steps": ["draw deck"],
                    "conditions": [{"when": "ticket"}, {"when": "pieces", "pieces": 2}],
                }
            },
        ),
        # Else the plan would be carried out later, at a moment of its own in each world.
        Ask("/api/tables/{table}/ahead", {"plan": {"steps": []}}),
    ),
    ("GET", f"{TABLE}/ahead/claims"): (
        Ask("/api/tables/{table}/ahead/claims"),
        Ask("/api/tables/{table}/ahead/claims?route={route}"),
    ),
    ("POST", f"{TABLE}/take-back"): (
        Ask("/api/tables/{table}/take-back"),
        Ask("/api/tables/{table}/take-back", {"move": 10_000}),
    ),
    ("POST", f"{TABLE}/take-back/answer"): (
        Ask("/api/tables/{table}/take-back/answer", {"asked": 1, "agrees": True}),
    ),
    ("POST", f"{TABLE}/seats/colour"): (
        Ask("/api/tables/{table}/seats/colour", {"seat": 9, "colour": "red"}),
    ),
    ("POST", f"{TABLE}/seats/offer"): (Ask("/api/tables/{table}/seats/offer", {"seat": 9}),),
    ("POST", f"{TABLE}/seats/withdraw"): (Ask("/api/tables/{table}/seats/withdraw", {"seat": 0}),),
    ("POST", f"{TABLE}/seats/answer"): (
        Ask("/api/tables/{table}/seats/answer", {"asked": 1, "agrees": True}),
    ),
    ("POST", f"{TABLE}/seats/take"): (
        Ask("/api/tables/{table}/seats/take", {"seat": 0, "key": "none"}),
    ),
    ("POST", f"{TABLE}/seats/bot"): (
        Ask("/api/tables/{table}/seats/bot", {"seat": 0, "bot": "random"}),
    ),
    ("POST", f"{TABLE}/host"): (Ask("/api/tables/{table}/host", {"seat": 9}),),
    ("POST", f"{TABLE}/pace"): (Ask("/api/tables/{table}/pace", {"kind": "none"}),),
    ("POST", f"{TABLE}/close"): (Ask("/api/tables/{table}/close"),),
    ("POST", f"{TABLE}/close/answer"): (
        Ask("/api/tables/{table}/close/answer", {"asked": 1, "agrees": True}),
    ),
    ("POST", f"{TABLE}/join"): (
        Ask("/api/tables/{table}/join"),
        Ask("/api/tables/{table}/join", {"seat": 0}),
    ),
    ("POST", f"{TABLE}/leave"): (Ask("/api/tables/{table}/leave"),),
    ("POST", f"{TABLE}/start"): (Ask("/api/tables/{table}/start"),),
    ("POST", f"{TABLE}/return"): (Ask("/api/tables/{table}/return"),),
    ("POST", f"{TABLE}/standin-after"): (
        Ask("/api/tables/{table}/standin-after", {"seconds": 60}),
    ),
    ("POST", f"{TABLE}/options"): (Ask("/api/tables/{table}/options", {"explain": False}),),
    ("POST", f"{TABLE}/rematch"): (Ask("/api/tables/{table}/rematch"),),
    ("POST", f"{TABLE}/chat"): (Ask("/api/tables/{table}/chat", {"phrase": "hello"}),),
}
"""(Method, route) → what is asked of every pair of tables, in this order."""

RESIGNING: Final = ("POST", f"{TABLE}/resign")
"""It is asked last: a bot may then answer in the resigned player's place."""

OF_THE_SERVER: Final[dict[tuple[str, str], tuple[Ask, ...]]] = {
    ("GET", "/"): (Ask("/"),),
    ("GET", "/health"): (Ask("/health"),),
    ("GET", "/metrics"): (Ask("/metrics"),),
    ("GET", "/docs"): (Ask("/docs"),),
    ("GET", "/docs/openapi.json"): (Ask("/docs/openapi.json"),),
    ("GET", "/docs/{path}"): (Ask("/docs/nothing"),),
    ("GET", "/favicon.ico"): (Ask("/favicon.ico"),),
    ("GET", "/service-worker.js"): (Ask("/service-worker.js"),),
    ("GET", "/static/{path}"): (Ask("/static/net/live.js"),),
    ("GET", "/rules/{_edition}"): (Ask("/rules/usa"),),
    ("GET", "/learn/{_lesson}"): (Ask("/learn/first"),),
    ("GET", "/puzzles"): (Ask("/puzzles"),),
    ("GET", "/puzzle/{_puzzle}"): (Ask("/puzzle/usa-nothing"),),
    ("GET", "/api/puzzles"): (Ask("/api/puzzles"),),
    ("POST", "/api/puzzles/{name}"): (Ask("/api/puzzles/usa-nothing", {}),),
    ("GET", "/daily"): (Ask("/daily"),),
    ("GET", "/api/daily"): (Ask("/api/daily"),),
    ("POST", "/api/daily"): (Ask("/api/daily", {"day": "2001-01-01"}),),
    ("GET", "/api/daily/days"): (Ask("/api/daily/days"),),
    ("GET", "/api/daily/ranking"): tuple(
        Ask(f"/api/daily/ranking?span={span}") for span in ("day", "week", "month")
    ),
    ("GET", "/ladder"): (Ask("/ladder"),),
    ("GET", "/api/ladder"): (Ask("/api/ladder"), Ask("/api/ladder?edition=usa&players=2")),
    ("GET", "/api/ladder/people/{player}"): (Ask("/api/ladder/people/nobody"),),
    ("POST", "/api/ladder/join"): (Ask("/api/ladder/join", {}),),
    ("POST", "/api/ladder/leave"): (Ask("/api/ladder/leave", {}),),
    ("POST", "/api/ladder/preview"): (Ask("/api/ladder/preview", {"seats": ["me", "open"]}),),
    ("GET", "/clubs"): (Ask("/clubs"),),
    ("GET", "/club/{_club}"): (Ask(f"/club/{CLUB}"),),
    ("GET", "/api/clubs"): (Ask("/api/clubs"),),
    ("POST", "/api/clubs"): (Ask("/api/clubs", {"name": "The others"}, by=MAKER),),
    ("GET", "/api/clubs/{club}/daily"): tuple(
        Ask(f"/api/clubs/{CLUB}/daily?span={span}") for span in ("day", "week", "month")
    ),
    ("POST", "/api/clubs/{club}/invitation"): (
        Ask(f"/api/clubs/{CLUB}/invitation", {"key": KEY}),
        Ask(f"/api/clubs/{CLUB}/invitation", {"key": "another"}, by=STRANGER),
    ),
    ("POST", "/api/clubs/{club}/join"): (
        Ask(f"/api/clubs/{CLUB}/join", {"key": "another"}, by=STRANGER),
    ),
    ("POST", "/api/clubs/{club}/leave"): (Ask(f"/api/clubs/{CLUB}/leave", by=STRANGER),),
    ("GET", "/api/clubs/{club}/link"): (Ask(f"/api/clubs/{CLUB}/link", by=2),),
    ("POST", "/api/clubs/{club}/link"): (Ask(f"/api/clubs/{CLUB}/link", by=2),),
    ("POST", "/api/clubs/{club}/rename"): (
        Ask(f"/api/clubs/{CLUB}/rename", {"name": "The others"}, by=2),
    ),
    ("POST", "/api/clubs/{club}/remove"): (
        Ask(f"/api/clubs/{CLUB}/remove", {"member": "member-3"}, by=2),
    ),
    ("POST", "/api/clubs/{club}/hand-over"): (
        Ask(f"/api/clubs/{CLUB}/hand-over", {"member": "member-3"}, by=2),
    ),
    ("POST", "/api/clubs/{club}/close"): (Ask(f"/api/clubs/{CLUB}/close", {"sure": True}, by=2),),
    ("GET", "/api/lessons"): (Ask("/api/lessons"),),
    ("GET", "/api/lessons/{name}"): (Ask("/api/lessons/first"),),
    ("POST", "/api/lessons/{name}"): (Ask("/api/lessons/nothing", {}),),
    ("GET", "/drawings/fonts/{name}"): (Ask("/drawings/fonts/text.woff2"),),
    ("GET", "/drawings/pieces.svg"): (Ask("/drawings/pieces.svg"),),
    ("GET", "/drawings/stylesheet.css"): (Ask("/drawings/stylesheet.css"),),
    ("GET", "/drawings/{edition}/board.svg"): (Ask("/drawings/usa/board.svg"),),
    ("GET", "/drawings/{edition}/cards.svg"): (Ask("/drawings/usa/cards.svg"),),
    ("GET", "/api/bots"): (Ask("/api/bots"),),
    ("GET", "/api/boards"): (Ask("/api/boards"),),
    ("GET", "/api/editions"): (Ask("/api/editions"),),
    ("GET", "/api/me"): (Ask("/api/me", by=STRANGER),),
    ("POST", "/api/me"): (Ask("/api/me", {"name": "Zoe"}, by=1),),
    ("GET", "/me"): (Ask("/me"),),
    ("POST", "/api/me/code"): (),
    ("POST", "/api/me/code/read"): (Ask("/api/me/code/read", {"code": "B" * 8}, by=STRANGER),),
    ("POST", "/api/me/code/use"): (Ask("/api/me/code/use", {"code": "B" * 8}, by=STRANGER),),
    ("POST", "/api/me/devices/end"): (Ask("/api/me/devices/end", by=STRANGER),),
    ("GET", "/api/me/webhook"): (Ask("/api/me/webhook", by=STRANGER),),
    ("POST", "/api/me/webhook"): (
        Ask("/api/me/webhook", {"address": "https://rooms.example/"}, by=STRANGER),
    ),
    ("POST", "/api/me/webhook/try"): (Ask("/api/me/webhook/try", by=STRANGER),),
    ("POST", "/api/me/webhook/remove"): (Ask("/api/me/webhook/remove", by=STRANGER),),
    ("GET", "/api/me/push"): (Ask("/api/me/push", by=STRANGER),),
    ("POST", "/api/me/push"): (
        Ask(
            "/api/me/push",
            {"endpoint": "https://push.example/", "p256dh": "", "auth": "", "language": "en"},
            by=STRANGER,
        ),
    ),
    ("POST", "/api/me/push/try"): (Ask("/api/me/push/try", {"device": "none"}, by=STRANGER),),
    ("POST", "/api/me/push/remove"): (Ask("/api/me/push/remove", {"device": "none"}, by=STRANGER),),
    ("POST", "/api/me/forget"): (Ask("/api/me/forget", {}, by=STRANGER),),
    ("POST", "/api/editions"): (Ask("/api/editions", "no edition", by=STRANGER),),
    ("POST", "/api/editions/board.svg"): (Ask("/api/editions/board.svg", "none", by=STRANGER),),
    ("POST", "/api/house"): (Ask("/api/house", {"open": True}, by=STRANGER),),
    ("POST", "/api/tokens"): (Ask("/api/tokens", by=MAKER),),
    ("POST", "/api/tables"): (
        Ask("/api/tables", {"edition": "usa", "seats": [{"kind": "me"}] * 1}, by=MAKER),
        Ask("/api/tables", {"edition": "usa", "seats": [{"kind": "open"}] * 2}, by=MAKER),
    ),
    ("POST", "/api/records"): (Ask("/api/records", "whistlestop record 1", by=MAKER),),
}
"""(Method, route) → what is asked once; none of it is about one table."""


# The two servers ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    """Two servers who know the same people; people's clock stands still there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: NOW)
        one, other = (
            Running(
                sqlite(tmp_path_factory.mktemp(name)),
                replace(QUICK, presence_grace=0, polling_grace=3600),
            )
            for name in ("one", "other")
        )
        with one, other:
            for server in (one, other):
                with server.store.engine.begin() as connection:
                    for person in (*range(5), STRANGER, MAKER):
                        _admit(connection, person)
                    _found(connection)
            yield one, other
            for server in (one, other):
                browser(server.url).close()


def _admit(connection: Any, person: int) -> None:
    known, name = id_of(person), f"Player {person + 1}"
    connection.execute(schema.person.insert().values(id=known, name=name, created=NOW))
    token, expires = hashed(token_of(person)), NOW + LASTS
    connection.execute(schema.session.insert().values(token=token, person=known, expires=expires))


def _found(connection: Any) -> None:
    club = {"id": CLUB, "name": "They", "key": KEY, "founder": id_of(0), "created": NOW}
    connection.execute(schema.club.insert().values(**club))
    for person in range(5):
        member = {"club": CLUB, "person": id_of(person), "id": f"member-{person}", "joined": NOW}
        connection.execute(schema.club_member.insert().values(**member))


def id_of(person: int) -> str:
    return f"{person + 1:032x}"


def token_of(person: int) -> str:
    return f"the-session-of-{person}"


def test_every_route_is_asked(worlds: tuple[Running, Running]) -> None:
    inside: Any = worlds[0].gate
    while not isinstance(inside, Litestar):
        inside = inside._inside
    found: set[tuple[str, str]] = set()
    for route in inside.routes:
        asked: Sequence[str] = tuple(getattr(route, "methods", ()))
        methods = {method for method in asked if method not in ("OPTIONS", "HEAD")}
        found |= {(method, route.path_format) for method in methods or {"WEBSOCKET"}}
    listed = {*OF_A_TABLE, *OF_THE_SERVER, RESIGNING}
    assert found - listed == set(), "ask these, too, in both worlds"
    assert listed - found == set()


# Twin tables ----------------------------------------------------------------------------------


@dataclass
class Played:
    """A table that is being played, with the entries that led there."""

    table: Table
    entries: list[Entry]

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def add(self, content: Happening) -> None:
        """Carry something out."""
        number = self.table.version + 1
        self.entries.append(self.table.apply(Entry(number, content, NOW - 99 + number)))

    def move(self, words: str | None = None, seat: int | None = None) -> None:
        """Take an action, or else the first legal one."""
        chosen = self.game.seat if seat is None else seat
        assert chosen is not None
        words = words or str(self.game.legal_actions(chosen)[0])
        by = "bot" if self.table.seats[chosen].kind == "bot" else "person"
        self.add(Moved(chosen, SpokenAction(words), by))


def begun(
    table_id: str,
    edition: str,
    seats: int,
    luck: Luck,
    bots: Sequence[int] = (),
    options: Options | None = None,
) -> Played:
    """A table of people, and of bots on some seats, whose game has begun."""
    found = Played(Table(table_id), [])
    sitting = [
        Seat("bot", bot="casual", name=f"Casual {n + 1}")
        if n in bots
        else Seat("person", id_of(n), f"Player {n + 1}")
        for n in range(seats)
    ]
    secret = CreationSecret(luck.seed, luck.salt)
    host = next(n for n in range(seats) if n not in bots)
    found.add(Created(edition, sitting, options or Options(), id_of(host), secret=secret))
    found.add(Started([*range(seats)], "random"))
    return found


Twins = tuple[Table, list[Entry], list[Entry]]
"""A table as it is in the first world, and its entries in both."""


def differently_many(
    table_id: str, edition: str, seats: int, seat: int, options: Options | None = None
) -> Twins:
    """In one world a seat kept as few opening tickets as it could, in the other one all."""
    found: list[Played] = []
    luck = new_luck()
    for choose in (min, max):
        one = begun(table_id, edition, seats, luck, options=options)
        while one.game.view().phase != "opening_keep":
            one.move()
        answers = sorted(str(action) for action in one.game.legal_actions(seat))
        one.move(choose(answers, key=lambda words: len(words.split())), seat)
        found.append(one)
    one, other = found
    assert len(one.game.view(seat).me.answer or ()) < len(other.game.view(seat).me.answer or ())
    return one.table, one.entries, other.entries


def other_cards(
    table_id: str,
    edition: str,
    seats: int,
    seat: int,
    bots: Sequence[int] = (),
    options: Options | None = None,
) -> Twins:
    """In both worlds a seat drew as much, but other cards and other tickets."""
    one = begun(table_id, edition, seats, new_luck(), bots, options)
    while one.game.view().phase != "turn":
        one.move()
    for _ in range(4 * seats):
        one.move("draw deck")
    assert one.game.view().phase == "turn"
    exchange = _exchange(one.game, seat)
    moves = iter(one.game.moves)
    other: list[Entry] = []
    for entry in one.entries:
        content = entry.content
        match content:
            case Started(secret=StartSecret() as secret):
                dealt = [exchange(chance) for chance in one.game.dealt]
                content = structs.replace(content, secret=structs.replace(secret, dealt=dealt))
            case Moved(action=action):
                taken = next(moves)
                if taken.seat == seat:
                    words = [exchange(Chance(word, seat)) for word in action.words.split()]
                    action = SpokenAction(" ".join(words))
                outcomes = [exchange(chance) for chance in taken.outcomes]
                content = structs.replace(content, action=action, outcomes=outcomes)
            case _:
                pass
        entry = replace(entry, content=content)
        other.append(entry)
    return one.table, one.entries, other


def _exchange(game: Game, seat: int) -> Callable[[Chance], str]:
    """What chance brings in the other world in place of what only this seat saw."""
    index = game.index
    outcomes = [*game.dealt, *(chance for played in game.moves for chance in played.outcomes)]
    drawn = {chance.word for chance in outcomes}
    stack = {code: game.edition.tickets[number].stack for code, number in index.ticket_of.items()}
    unseen = [code for code in index.ticket_codes if code not in drawn]
    twins = dict[str, str]()
    for chance in outcomes:
        if chance.seat == seat and chance.word in stack and chance.word not in twins:
            # In Germany one stack may be dealt whole: those tickets stay.
            twin = next((code for code in unseen if stack[code] == stack[chance.word]), None)
            if twin is not None:
                unseen.remove(twin)
                twins[chance.word] = twin
    deck = Counter(dict(game.view(REFEREE).deck_cards or {}))

    def exchange(chance: Chance) -> str:
        word = chance.word
        if chance.seat != seat or word in twins or word not in index.kinds:
            return twins.get(word, word) if chance.seat == seat else word
        # A card that is in the deck still, so that nothing is missing or there twice.
        instead = max((kind for kind in deck if kind != word), key=lambda kind: deck[kind])
        deck.subtract({instead: 1})
        return instead

    return exchange


def keep(server: Running, table: Table, entries: Sequence[Entry]) -> None:
    """Put a table into a server's database."""
    kept = tuple(to_keep(entry) for entry in entries)
    first = Change(table.id, kept, joined=table.members)
    listing = Listing(table.state, NOW, summary(table))
    new = NewTable(table.edition.name, False, listing, first, host=table.host, club=CLUB)
    with server.store.engine.begin() as connection:
        store._create(connection, new)  # pyright: ignore[reportPrivateUsage]


# Asking ---------------------------------------------------------------------------------------

BLURRED: Final = (
    (re.compile(r'"viewers":\d+'), ""),
    (re.compile(r'"present":(true|false)'), ""),
    (re.compile(r'"absences":\[[^]]*\]'), ""),
    (re.compile(r"whistlestop_[\w-]{43}"), "TOKEN"),
    (re.compile(r'^\{"id":"[\w-]{12}"\}$'), "ID"),
    (re.compile(r"^(whistlestop_\w+(\{[^}]*\})?) [\d.e+-]+$", re.MULTILINE), r"\1"),
    (re.compile(r"127\.0\.0\.1:\d+"), "HOST"),
)
"""What differs between any two servers or connections."""

OWN_HEADERS: Final = frozenset(("date", "content-length", "set-cookie"))


def answer(server: Running, method: str, ask: Ask, by: int | None, names: dict[str, str]) -> str:
    """What somebody is answered; None has no session."""
    address = ask.address.format(**names)
    cookie = {} if by is None else {"Cookie": f"whistlestop_session={token_of(by)}"}
    if method == "WEBSOCKET":
        url = server.url.replace("http", "ws", 1) + address
        with connect(url, additional_headers=cookie, max_size=None, close_timeout=1) as socket:
            return blurred("\n".join(_frames(lambda: str(socket.recv(timeout=PATIENCE)), names)))
    client = browser(server.url)
    client.cookies.clear()
    if method == "GET" and "/stream" in address:
        with client.stream("GET", address, headers=cookie) as response:
            lines = response.iter_lines()
            return blurred("\n".join(_frames(lambda: next(lines), names)))
    content: dict[str, Any] = {}
    if ask.body is not None:
        content = {"content" if isinstance(ask.body, str) else "json": ask.body}
    response = client.request(method, address, headers=cookie, **content)
    assert response.status_code < 500, response.text
    kept = sorted(pair for pair in response.headers.multi_items() if pair[0] not in OWN_HEADERS)
    body = response.content.decode("utf-8", "backslashreplace")
    if address.endswith("/qr.svg"):
        # Each server has its own address there.
        body = ""
    return f"{response.status_code} {kept}\n{blurred(body)}"


@lru_cache
def browser(url: str) -> httpx.Client:
    """What asks a server; it takes long to make."""
    headers = {"X-Requested-With": "whistlestop"}
    return httpx.Client(base_url=url, headers=headers, timeout=PATIENCE)


def _frames(more: Callable[[], str], names: dict[str, str]) -> Iterator[str]:
    """All that has happened at the table, from the connection's beginning on."""
    newest = f'"type":"update","version":{names["version"]},'
    while True:
        frame = more()
        yield frame
        if newest in frame:
            return


def blurred(text: str) -> str:
    for pattern, instead in BLURRED:
        text = pattern.sub(instead, text)
    return text


def holes_of(table: Table) -> dict[str, str]:
    """What the holes of requests are filled with at a table."""
    assert table.game is not None
    index = table.game.index
    return {
        "table": table.id,
        "version": str(table.version),
        "route": index.route_codes[0],
        "city": index.places[0].code,
    }


def compare(worlds: tuple[Running, Running], twins: Twins, seat: int, also: Any = ()) -> None:
    """Ask both worlds everything, for everybody but the seat whose secrets differ."""
    table, *entries = twins
    for server, one in zip(worlds, entries, strict=True):
        keep(server, table, one)
    names = holes_of(table)
    seats = len(table.seats)
    others = [(seat + step) % seats for step in dict.fromkeys((1, seats - 1))]
    asked = [
        (method, ask, by)
        for (method, _), asks in (*OF_A_TABLE.items(), *also)
        for ask in asks
        for by in ((None, STRANGER, *others) if ask.by is None else (ask.by,))
        if by is not None or ask.newcomers
    ]
    asked += [("POST", Ask("/api/tables/{table}/resign"), by) for by in (None, STRANGER, others[0])]
    for method, ask, by in asked:
        found = [answer(server, method, ask, by, names) for server in worlds]
        assert found[0] == found[1], (method, ask.address, by)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("make", [differently_many, other_cards])
def test_no_answer_tells_what_others_keep_secret(
    worlds: tuple[Running, Running], edition: str, make: Callable[..., Twins]
) -> None:
    """Whether the seat is the first or the last of them, and has answered alone."""
    seats = EDITIONS[edition]
    for seat in (0, seats - 1):
        twins = make(secrets.token_urlsafe(9), edition, seats, seat)
        compare(worlds, twins, seat)


@pytest.mark.parametrize("edition", ["usa", "europe"])
@pytest.mark.parametrize("explain", [False, True])
def test_no_bot_tells_what_others_keep_secret(
    worlds: tuple[Running, Running], edition: str, explain: bool
) -> None:
    """A bot that says why it moves knows its own secrets alone; else nobody hears even of those."""
    options = Options(explain=explain or UNSET)
    secret, bots = (0, (2,)) if explain else (2, (2,))
    while True:
        twins = other_cards(secrets.token_urlsafe(9), edition, 3, secret, bots, options)
        # Else the bot would go on playing, each world's its own way.
        if not {*bots} & {*twins[0].deciding}:
            break
    compare(worlds, twins, secret)
    told = [one for one in twins[0].log if one.by == "bot"]
    names = {"table": twins[0].id}
    statuses = {
        answer(worlds[0], "GET", Ask(f"/api/tables/{{table}}/at/{one.move}/motive"), 1, names)[:3]
        for one in told
    }
    assert statuses == {"200" if explain else "403"}


@pytest.mark.skipif(INTERPRETED, reason="hints take minutes, and requests do not wait so long")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("make", [differently_many, other_cards])
def test_no_hint_tells_what_others_keep_secret(
    worlds: tuple[Running, Running],
    monkeypatch: pytest.MonkeyPatch,
    edition: str,
    make: Callable[..., Twins],
) -> None:
    """Hints and the coach's warnings are worked out from what the player's seat sees."""
    # Any other world would lead to other means.
    small = HintEffort(playouts=12, worlds=8, step=4, least_worlds=4, most_worlds=8)

    def effort(_: int) -> HintEffort:
        return small

    monkeypatch.setattr(hint_making, "effort_for", effort)
    while True:
        name = secrets.token_urlsafe(9)
        twins = make(name, edition, EDITIONS[edition], 0, options=Options(hints=True))
        table, *entries = twins
        assert table.game is not None
        # Nobody has a hint about a decision without a choice.
        choices = {seat: table.game.legal_actions(seat) for seat in table.deciding if seat != 0}
        if deciding := [seat for seat, legal in choices.items() if len(legal) > 1]:
            break
    for server, one in zip(worlds, entries, strict=True):
        keep(server, table, one)
    by = deciding[0]
    words = [str(action) for action in choices[by][:3]]
    asks = [
        Ask("/api/tables/{table}/hint"),
        Ask("/api/tables/{table}/coach"),
        *(
            Ask("/api/tables/{table}/coach/verdict", {"action": action, "version": 1_000})
            for action in words
        ),
        Ask("/api/tables/{table}/hint"),
    ]
    for ask in asks:
        one, other = [answer(server, "POST", ask, by, holes_of(table)) for server in worlds]
        assert one == other, ask.address
        assert one[:3] == "200", one


def test_no_answer_about_the_server_tells_what_players_keep_secret(
    worlds: tuple[Running, Running],
) -> None:
    twins = differently_many(secrets.token_urlsafe(9), "usa", 2, 0)
    compare(worlds, twins, 0, OF_THE_SERVER.items())
