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
"""The number of games that are tried before `rehearse` fails."""

Wanted = Callable[[Game, Move], bool]
"""A function that gets a game and its last move. It returns whether to stop before that move."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A game up to the moment before a wanted move."""

    edition: str
    seats: int
    seed: int
    moves: tuple[tuple[int, str], ...]
    """The seats and words of all moves before."""
    action: Action
    """The wanted move, which the first seat makes next."""
    game: Game
    """The game after the wanted move."""


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
    """Play at random until it is the first seat's turn and a player has few pieces left."""

    def wanted(game: Game, move: Move) -> bool:
        before = game.copy()
        before.undo()
        view = before.view(0)
        few = min(player.pieces for player in view.players) <= pieces
        return few and view.phase == "turn" and not game.over

    return rehearse(edition, wanted)


def ended(edition: str, wanted: Callable[[ScoreSheet], bool], *, first: int = 0) -> Game:
    """Play games of two at random until one ends with a wanted score sheet.

    `first` is the first seed.
    """
    for seed in range(first, first + SEEDS):
        *_, game = at_random(edition, 2, seed)
        if wanted(game.score_sheet()):
            return game
    raise AssertionError(f"none of {SEEDS} games of {edition} ends like that")


def at_random(edition: str, seats: int, seed: int) -> Iterator[Game]:
    """Play one game at random. Yield the game after each move."""
    game, random = Game.new(edition, seats, seed=seed), Random(seed)
    while not game.over:
        seat = game.deciding[0]
        game.play(random.choice(game.legal_actions(seat)), seat)
        yield game


class Stage:
    """A server whose games begin with seeds that the test chooses."""

    def __init__(self, running: Running, seeds: list[int]) -> None:
        self.running = running
        self.url = running.url
        self.seeds = seeds

    def person(self) -> Person:
        """Return a new person who uses the server without a browser."""
        return Person(self.url)

    def begin(self, starter: int, edition: str = "usa") -> None:
        """Choose the seed of the next game of two so that a seat takes the first turn."""
        luck = (seed for seed in range(100) if Game.new(edition, seed=seed).starter == starter)
        self.seeds.append(next(luck))

    def leave_on_the_clock(self, table: str, seat: int, seconds: float) -> None:
        """Set the time that is left on the clock of a seat."""

        async def hurry(room: Room, found: Table) -> None:
            spent = found.clocks.spent(seat, room.now())
            found.clocks.left[seat] = spent + seconds
            room.stirred.set()

        self._do(table, hurry)

    def stand_in(self, table: str, seat: int) -> None:
        """Let a bot stand in for a seat, as after a long absence."""

        async def replace(room: Room, found: Table) -> None:
            await self.running.service.commands.standing_in.stand_in(room, found, seat, "absent")

        self._do(table, replace)

    def _do(self, table: str, act: Callable[[Room, Table], Coroutine[Any, Any, None]]) -> None:
        """Run a function on a table in the server's event loop."""

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
    """Return the person of a page, to send requests without the page."""
    page.context.request.get(f"{url}/api/me")
    person = Person(url)
    person.http.cookies = httpx.Cookies(
        {one.get("name", ""): one.get("value", "") for one in page.context.cookies(url)}
    )
    return person


@contextmanager
def staged(folder: Path, **settings: Any) -> Generator[Stage]:
    """Run a server in a thread of this process.

    Its games begin with the seeds that the test adds.
    """
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
