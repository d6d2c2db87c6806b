"""Who plays whom: the matchups of a tournament, and the seats of each of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from whistlestop.arena.seeds import derived
from whistlestop.arena.tournament.contestants import Contestant
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.model import Edition


@dataclass(frozen=True, slots=True)
class Matchup:
    """Bots that play each other on one board, deal after deal."""

    number: int
    """Its number in the tournament, from 0."""
    edition: Edition
    contestants: tuple[int, ...]
    """The numbers of the contestants, one for each seat."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.contestants)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that decides what is played."""

    contestants: tuple[Contestant, ...]
    matchups: tuple[Matchup, ...]
    seed: int

    def names(self, matchup: Matchup) -> tuple[str, ...]:
        """The names of a matchup's contestants."""
        return tuple(self.contestants[number].name for number in matchup.contestants)

    @property
    def settings(self) -> tuple[tuple[Edition, int], ...]:
        """The boards and numbers of players, each once, in the order of the matchups."""
        return tuple(dict.fromkeys((one.edition, one.players) for one in self.matchups))


def tournament(
    contestants: Sequence[Contestant],
    editions: Sequence[Edition],
    players: Sequence[int],
    seed: int,
    *,
    gauntlet: bool = False,
) -> Tournament:
    """A tournament in which everybody meets everybody, on every board and at every size of table.

    For two players that is every pair; for more, every choice of so many contestants. Who is named
    several times can sit at a table as often; matchups of the same names are played once.

    Args:
        contestants: the bots.
        editions: the boards.
        players: the numbers of players.
        seed: repeats the tournament, 0 to 2**64 - 1.
        gauntlet: only the matchups that the first contestant takes part in.

    Raises:
        ValueError: a board is not for so many players, there are too few contestants for a table,
            or something is named twice.
    """
    _check_once("edition", [one.name for one in editions])
    _check_once("number", [str(number) for number in players])
    matchups: list[Matchup] = []
    for edition in editions:
        for number in players:
            checked_players(edition, number)
            if number > len(contestants):
                raise ValueError(
                    f"{number} players need {number} bots, not {len(contestants)}; a bot may be "
                    "named several times, so that several of its kind sit at the table"
                )
            for seated in _choices(contestants, number, gauntlet):
                matchups.append(Matchup(len(matchups), edition, seated))
    return Tournament(tuple(contestants), tuple(matchups), seed)


def _check_once(what: str, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"the {what} {twice} is given twice")


def _choices(
    contestants: Sequence[Contestant], players: int, gauntlet: bool
) -> list[tuple[int, ...]]:
    """The choices of so many contestants, each set of names once."""
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for chosen in combinations(range(len(contestants)), players):
        names = tuple(sorted(contestants[number].name for number in chosen))
        if not gauntlet or contestants[0].name in names:
            found.setdefault(names, chosen)
    return list(found.values())


_DEAL, _ORDER, _BOTS = 0, 1, 2
"""What seeds are for. The first contestant's bots get the third, the next one's the fourth."""


def deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal: the same for every matchup, and for all rotations of its seats."""
    return derived(seed, deal, _DEAL)


def bot_seed(seed: int, deal: int, contestant: int) -> int:
    """The seed of a contestant's bots in the games of a deal."""
    return derived(seed, deal, _BOTS + contestant)


def seatings(matchup: Matchup, seed: int, deal: int) -> list[tuple[int, ...]]:
    """Who sits where in each game of a deal.

    The contestants sit in an order drawn for the deal, which is then rotated: each of them has
    every seat once, and over many deals everybody has everybody to the left.

    Args:
        matchup: the matchup.
        seed: the tournament's.
        deal: the number of the deal, from 0.

    Returns:
        The contestants' numbers in the order of the seats, for every rotation.
    """
    order = list(matchup.contestants)
    Random(derived(seed, deal, _ORDER)).shuffle(order)
    seats = len(order)
    return [tuple(order[(seat - turn) % seats] for seat in range(seats)) for turn in range(seats)]
