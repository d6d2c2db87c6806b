"""Tables brought to a moment that matters: a tunnel that wants more, the last turn, a tie.

A game is rehearsed here until what is wanted is about to happen; then a server whose luck can be
told plays the same moves from the same seed, and what comes next is done in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.server.serving import QUICK, Person, Running, sqlite
from whistlestop import Game
from whistlestop.actions import Action
from whistlestop.game import Move
from whistlestop.server import hosting
from whistlestop.server.luck import Luck

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
        game, random = Game.new(edition, seats, seed=seed), Random(seed)
        while not game.over:
            seat = random.choice(game.deciding)
            game.play(random.choice(game.legal_actions(seat)), seat)
            if seat == 0 and wanted(game, game.moves[-1]):
                *before, last = game.moves
                moves = tuple((one.seat, str(one.action)) for one in before)
                return Rehearsal(edition, seats, seed, moves, last.action, game)
    raise AssertionError(f"nothing of the kind in {SEEDS} games of {edition}")


class Stage:
    """A server on which games begin with a luck that is chosen."""

    def __init__(self, running: Running, seeds: list[int]) -> None:
        self.url = running.url
        self.seeds = seeds

    def person(self) -> Person:
        """Somebody without a browser."""
        return Person(self.url)

    def set_up(self, page: Page, rehearsal: Rehearsal, **options: Any) -> str:
        """A table at that moment, with the person of a page in its first seat; its id."""
        me = browsing(page, self.url)
        others = [self.person() for _ in range(rehearsal.seats - 1)]
        table = me.new_table(rehearsal.edition, "me", *["open"] * len(others), **options)
        self.seeds.append(rehearsal.seed)
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
    real = hosting.new_luck
    with (
        pytest.MonkeyPatch.context() as patch,
        Running(sqlite(folder), replace(QUICK, **settings)) as running,
    ):
        patch.setattr(hosting, "new_luck", lambda: Luck(seeds.pop(0), "salt") if seeds else real())
        yield Stage(running, seeds)
