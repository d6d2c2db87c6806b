"""Small tournaments for the tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.arena.tournament.matchups import Tournament, tournament
from whistlestop.arena.tournament.results import DealOutcome, Thinking
from whistlestop.editions.load import load

PATIENT = 600.0
"""Seconds for a decision that no machine is too busy for."""


def planned(
    *names: str,
    editions: Iterable[str] = ("london",),
    players: Iterable[int] = (2,),
    seed: int = 1,
    gauntlet: bool = False,
) -> Tournament:
    """A tournament of these bots."""
    return tournament(
        read_contestants(names, PATIENT),
        [load(name) for name in editions],
        list(players),
        seed,
        gauntlet=gauntlet,
    )


def without_time(outcomes: Iterable[DealOutcome]) -> list[DealOutcome]:
    """Outcomes without what depends on the machine."""
    return [
        replace(
            outcome,
            games=tuple(
                replace(
                    game,
                    seats=tuple(
                        replace(seat, thinking=untimed(seat.thinking)) for seat in game.seats
                    ),
                )
                for game in outcome.games
            ),
        )
        for outcome in outcomes
    ]


def untimed(thinking: Thinking) -> Thinking:
    """The same decisions in no time."""
    return replace(thinking, seconds=0.0, slowest=0.0)
