"""The matchups of a tournament, and the seats of the bots in each of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from whistlestop.arena.seeds import derived
from whistlestop.arena.tournament.contestants import Contestant
from whistlestop.editions.arguments import checked_players
from whistlestop.editions.model import Edition
from whistlestop.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class Matchup:
    """A set of bots that play each other on one board, deal after deal."""

    number: int
    """The number of the matchup in the tournament, from 0."""
    edition: Edition
    contestants: tuple[int, ...]
    """The numbers of the contestants, one for each seat."""

    @property
    def players(self) -> int:
        """The number of players in each game."""
        return len(self.contestants)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The settings of a tournament, except for the conditions under which its matchups end."""

    contestants: tuple[Contestant, ...]
    matchups: tuple[Matchup, ...]
    seed: int
    luck_worlds: int = 0
    """The number of worlds in which luck is measured (see `luck_in`). 0 = luck is not measured."""

    def names(self, matchup: Matchup) -> tuple[str, ...]:
        """Return the names of a matchup's contestants."""
        return tuple(self.contestants[number].name for number in matchup.contestants)

    @property
    def settings(self) -> tuple[tuple[Edition, int], ...]:
        """The different pairs of edition and number of players, in the order of the matchups."""
        return tuple(dict.fromkeys((one.edition, one.players) for one in self.matchups))


def tournament(
    contestants: Sequence[Contestant],
    editions: Sequence[Edition],
    players: Sequence[int],
    seed: int,
    *,
    gauntlet: bool = False,
    luck_worlds: int = 0,
) -> Tournament:
    """Return a tournament of all matchups on all boards, with all numbers of players.

    A matchup is a choice of contestants, one for each seat. With two players, the matchups are all
    pairs of contestants. A bot that is named several times can take several seats in a game. Of
    several matchups with equal names of bots, only the first is played.

    Args:
        contestants: the bots.
        editions: the boards.
        players: the numbers of players.
        seed: the seed of the tournament, 0 to 2**64 - 1. An equal seed repeats the tournament,
            unless a bot thinks for a time in seconds.
        gauntlet: whether to play only the matchups with the first contestant.
        luck_worlds: the number of worlds in which luck is measured. 0 = luck is not measured.

    Raises:
        TypeError: the number of worlds is not a whole number.
        ValueError: the number of worlds is below 0, a board does not allow a number of players,
            there are fewer contestants than players, or an edition or a number of players is named
            twice.
    """
    whole_number(luck_worlds, "luck_worlds", 0)
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
    return Tournament(tuple(contestants), tuple(matchups), seed, luck_worlds)


def _check_once(what: str, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"the {what} {twice} is given twice")


def _choices(
    contestants: Sequence[Contestant], players: int, gauntlet: bool
) -> list[tuple[int, ...]]:
    """Return every choice of `players` contestants. A choice has the contestants' numbers.

    Of several choices with equal names, only the first is returned. With `gauntlet`, every choice
    has the name of the first contestant.
    """
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for chosen in combinations(range(len(contestants)), players):
        names = tuple(sorted(contestants[number].name for number in chosen))
        if not gauntlet or contestants[0].name in names:
            found.setdefault(names, chosen)
    return list(found.values())


_DEAL, _ORDER, _BOTS = 0, 1, 2
"""Numbers that are passed to `seeds.derived`, so that the deal, the order of the contestants and
the bots have different seeds. Contestant 0 has the number `_BOTS`, contestant 1 the next number,
and so on.
"""

_LUCK = 1 << 32
"""The number that is passed to `seeds.derived` for the worlds in which luck is measured. It differs
from `_DEAL`, `_ORDER` and the numbers of all contestants, so that no seed is used twice."""


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of a deal. It is equal for all matchups and all rotations of the seats."""
    return derived(seed, deal, _DEAL)


def bot_seed(seed: int, deal: int, contestant: int) -> int:
    """Return the seed of a contestant's bots in the games of a deal."""
    return derived(seed, deal, _BOTS + contestant)


def luck_seed(seed: int, deal: int, rotation: int) -> int:
    """Return the seed of the worlds in which the luck of a game is measured."""
    return derived(seed, deal, _LUCK, rotation)


def seatings(matchup: Matchup, seed: int, deal: int) -> list[tuple[int, ...]]:
    """Return the contestant on every seat, for each game of a deal.

    The order of the contestants is drawn at random for the deal. It is then rotated by one seat
    from game to game. So each contestant has every seat once. Over many deals, each contestant sits
    beside every other.

    Args:
        matchup: the matchup.
        seed: the seed of the tournament.
        deal: the number of the deal, from 0.

    Returns:
        For every rotation, the numbers of the contestants in the order of the seats.
    """
    order = list(matchup.contestants)
    Random(derived(seed, deal, _ORDER)).shuffle(order)
    seats = len(order)
    return [tuple(order[(seat - turn) % seats] for seat in range(seats)) for turn in range(seats)]
