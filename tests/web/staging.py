"""Tables brought to a moment that matters: a tunnel that wants more, the last turn, a tie.

A game is rehearsed here until what is wanted is about to happen; then a server whose luck can be
told plays the same moves from the same seed, and what comes next is done in the browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.server.serving import QUICK, Person, Running, sqlite
from whistlestop import Game
from whistlestop.actions import Action
from whistlestop.play.game import Move
from whistlestop.seen.sheet import ScoreSheet
from whistlestop.server.hosting import setting_up
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.table import Table

SEEDS = 60
"""How many games are rehearsed before it is clear that what is wanted does not happen."""

Wanted = Callable[[Game, Move], bool]
"""Whether a move, just made in a game, is the one to stop before."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A game up to the moment before what was wanted."""

    edition: str
    seats: int
    seed: int
    moves: tuple[tuple[int, str], ...]
    """Seats and words."""
    action: Action
    """What the first seat does next."""
    game: Game
    """The game after that."""


def rehearse(edition: str, wanted: Wanted, *, seats: int = 2, first: int = 0) -> Rehearsal:
    """Play at random until the first seat makes a move that is wanted.

    Args:
        edition: which one.
        wanted: asked after every move of the first seat.
        seats: how many play.
        first: the seed to begin with: one that is known to lead there saves time.
    """
    for seed in range(first, first + SEEDS):
        for game in at_random(edition, seats, seed):
            if game.moves[-1].seat == 0 and wanted(game, game.moves[-1]):
                *before, last = game.moves
                moves = tuple((one.seat, str(one.action)) for one in before)
                return Rehearsal(edition, seats, seed, moves, last.action, game)
    raise AssertionError(f"nothing of the kind in {SEEDS} games of {edition}")


@cache
def last_rounds(edition: str, pieces: int = 8) -> Rehearsal:
    """Play at random until it is the first seat's turn and somebody has few pieces left."""

    def wanted(game: Game, move: Move) -> bool:
        before = game.copy()
        before.undo()
        view = before.view(0)
        few = min(player.pieces for player in view.players) <= pieces
        return few and view.phase == "turn" and not game.over

    return rehearse(edition, wanted)


def ended(edition: str, wanted: Callable[[ScoreSheet], bool], *, first: int = 0) -> Game:
    """Play at random until a game of two ends as wanted; `first`: as above."""
    for seed in range(first, first + SEEDS):
        *_, game = at_random(edition, 2, seed)
        if wanted(game.score_sheet()):
            return game
    raise AssertionError(f"none of {SEEDS} games of {edition} ends like that")


def at_random(edition: str, seats: int, seed: int) -> Iterator[Game]:
    """A game after each of its moves."""
    game, random = Game.new(edition, seats, seed=seed), Random(seed)
    while not game.over:
        seat = game.deciding[0]
        game.play(random.choice(game.legal_actions(seat)), seat)
        yield game


class Stage:
    """A server on which games begin with a luck that is chosen."""

    def __init__(self, running: Running, seeds: list[int]) -> None:
        self.running = running
        self.url = running.url
        self.seeds = seeds

    def person(self) -> Person:
        """Somebody without a browser."""
        return Person(self.url)

    def begin(self, starter: int, edition: str = "usa") -> None:
        """In the next game of two this seat takes the first turn."""
        luck = (seed for seed in range(100) if Game.new(edition, seed=seed).starter == starter)
        self.seeds.append(next(luck))

    def leave_on_the_clock(self, table: str, seat: int, seconds: float) -> None:
        """As if somebody had thought until only so much is left."""

        async def hurry(room: Room, found: Table) -> None:
            spent = found.clocks.spent(seat, room.now())
            found.clocks.left[seat] = spent + seconds
            room.stirred.set()

        self._do(table, hurry)

    def stand_in(self, table: str, seat: int) -> None:
        """As if somebody had been absent for too long."""

        async def replace(room: Room, found: Table) -> None:
            await self.running.service.commands.standing_in.stand_in(room, found, seat, "absent")

        self._do(table, replace)

    def _do(self, table: str, act: Callable[[Room, Table], Coroutine[Any, Any, None]]) -> None:
        """Do something to a table where the server runs."""

        async def using() -> None:
            async with self.running.service.tables.use(table) as (room, found):
                await act(room, found)

        room = self.running.service.tables.in_memory(table)
        assert room is not None
        assert room.autoplay is not None
        asyncio.run_coroutine_threadsafe(using(), room.autoplay.get_loop()).result()

    def set_up(
        self,
        page: Page,
        rehearsal: Rehearsal,
        *pages: Page,
        names: Sequence[str] = (),
        **options: object,
    ) -> str:
        """A table at that moment; its id.

        Args:
            page: the person of this one sits in the first seat.
            rehearsal: how to get there.
            pages: those of others; seats beyond are taken by people without a browser.
            names: what all are called, from the first seat on.
            options: of the table.
        """
        me, *others = (browsing(one, self.url) for one in (page, *pages))
        others += [self.person() for _ in range(rehearsal.seats - 1 - len(others))]
        for person, name in zip((me, *others), names, strict=False):
            person.posted("/api/me", {"name": name})
        self.seeds.append(rehearsal.seed)
        table = me.new_table(rehearsal.edition, "me", *["open"] * len(others), **options)
        for other in others:
            other.posted(f"/api/tables/{table}/join", {})
        players = [me, *others]
        for seat, words in rehearsal.moves:
            players[seat].act(table, words, 1)
        return table


def browsing(page: Page, url: str) -> Person:
    """The person of a page, for requests that nobody watches."""
    page.context.request.get(f"{url}/api/me")
    person = Person(url)
    person.http.cookies = httpx.Cookies(
        {one.get("name", ""): one.get("value", "") for one in page.context.cookies(url)}
    )
    return person


@contextmanager
def staged(folder: Path, **settings: Any) -> Generator[Stage]:
    """A server that deals from seeds one names, in a thread of this process."""
    seeds: list[int] = []
    real, deal = setting_up.new_luck, Luck.deal.fget
    assert deal is not None
    with (
        pytest.MonkeyPatch.context() as patch,
        Running(sqlite(folder), replace(QUICK, **settings)) as running,
    ):
        luck = lambda: Luck(seeds.pop(0), "salt") if seeds else real()  # noqa: E731
        patch.setattr(setting_up, "new_luck", luck)
        # Whatever players add to it: these games are dealt from the seed alone.
        chosen = property(lambda luck: luck.seed if luck.salt == "salt" else deal(luck))
        patch.setattr(Luck, "deal", chosen)
        yield Stage(running, seeds)
