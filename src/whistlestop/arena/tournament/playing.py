"""Play the games of a deal: the deal is played in every rotation of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Self

from whistlestop.actions import Action
from whistlestop.analysis.accounting import SeatLuck, luck_in
from whistlestop.arena.match import play_on
from whistlestop.arena.summary import seat_result
from whistlestop.arena.tournament import isolation
from whistlestop.arena.tournament.contestants import Budget, Contestant
from whistlestop.arena.tournament.isolation import BotProcess, Isolated
from whistlestop.arena.tournament.limits import Decider, Seated, Trusted, fallback
from whistlestop.arena.tournament.matchups import (
    Matchup,
    Tournament,
    bot_seed,
    deal_seed,
    luck_seed,
    seatings,
)
from whistlestop.arena.tournament.results import (
    DealOutcome,
    GameOutcome,
    PlayedDeal,
    SeatOutcome,
)
from whistlestop.bots.following import Following
from whistlestop.bots.protocol import Factory
from whistlestop.bots.registry import file_of
from whistlestop.play.game import Game
from whistlestop.play.record import write_record

_WARMING_UP: Final = 6
"""The number of moves per player in the trial game that a bot plays before its first game. What the
bot loads or compiles in the trial game does not count as thinking time in the games.
"""


_TRYING_OUT: Final = 0.1
"""The maximum time in seconds that a bot is given for a decision in the trial game."""


@dataclass(frozen=True, slots=True, order=True)
class Task:
    """A deal that is to be played."""

    deal: int
    """The number of the deal in its matchup, from 0."""
    matchup: int
    """The number of the matchup in the tournament, from 0."""


class Player:
    """An object that plays deals of one tournament in this process.

    The package's own bots think in this process. Each contestant from a user's file has its own
    process (see `isolation`).
    """

    def __init__(self, tournament: Tournament) -> None:
        """Set the tournament. Bots are loaded when they first play."""
        self._tournament = tournament
        self._factories: dict[str, Factory] = {}
        self._bot_processes: dict[str, BotProcess] = {}
        self._games = count()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for bot_process in self._bot_processes.values():
            bot_process.end()

    def warm_up(self) -> None:
        """Let the package's own bots load and compile what they need.

        Processes that are started later need not compile this code again.

        Raises:
            BotError: a bot cannot be loaded.
        """
        for contestant in self._tournament.contestants:
            if not _is_of_user(contestant):
                self._decider(contestant, 0, 0)

    def play(self, task: Task) -> PlayedDeal:
        """Play all games of a deal.

        Returns:
            The outcome of the deal and the records of its games.

        Raises:
            BotError: a bot cannot be loaded.
        """
        matchup = self._tournament.matchups[task.matchup]
        games: list[GameOutcome] = []
        records: list[str] = []
        seated = seatings(matchup, self._tournament.seed, task.deal)
        for rotation, contestants in enumerate(seated):
            outcome, record = self._play(matchup, task.deal, rotation, contestants)
            games.append(outcome)
            records.append(record)
        outcome = DealOutcome(matchup.number, task.deal, tuple(games))
        return PlayedDeal(outcome, tuple(records))

    def _play(
        self, matchup: Matchup, deal: int, rotation: int, contestants: tuple[int, ...]
    ) -> tuple[GameOutcome, str]:
        seed, number = self._tournament.seed, next(self._games)
        game = Game.new(matchup.edition, matchup.players, seed=deal_seed(seed, deal))
        seated = [self._tournament.contestants[one] for one in contestants]
        seats = [
            Seated(self._decider(contestant, number, bot_seed(seed, deal, one)))
            for one, contestant in zip(contestants, seated, strict=True)
        ]

        following = [Following(seat) for seat in range(len(seats))]

        def decide(seat: int) -> Action:
            news = following[seat].news(game)
            return seats[seat].decide(game.view(seat), game.legal_actions(seat), news)

        match = play_on(game, decide)
        luck = self._luck(game, deal, rotation)
        outcome = GameOutcome(
            turns=match.turns,
            decisions=match.decisions,
            seats=tuple(
                SeatOutcome(
                    contestants[seat],
                    seat_result(match.sheet, seat),
                    one.account.closed(),
                    luck[seat],
                )
                for seat, one in enumerate(seats)
            ),
        )
        return outcome, write_record(game, bots=tuple(one.name for one in seated))

    def _luck(self, game: Game, deal: int, rotation: int) -> Sequence[SeatLuck | None]:
        """Return how much chance changed the result of each seat in a finished game.

        All elements are None if the tournament does not measure luck.

        Args:
            game: the game. It is not changed.
            deal: the number of the deal, from 0.
            rotation: the number of the rotation, from 0.
        """
        worlds = self._tournament.luck_worlds
        if not worlds:
            return [None] * len(game.seats)
        return luck_in(game, worlds, luck_seed(self._tournament.seed, deal, rotation))

    def _decider(self, contestant: Contestant, game: int, seed: int) -> Decider:
        """Return a decider for a contestant in one game. A new contestant is tried out first.

        Args:
            contestant: the contestant.
            game: the number of the game, which no other game of this player has.
            seed: the seed of the contestant's bot.
        """
        name = contestant.name
        if _is_of_user(contestant):
            if name not in self._bot_processes:
                editions = [edition for edition, _ in self._tournament.settings]
                self._bot_processes[name] = BotProcess(contestant, editions)
                hasty = _hasty(contestant)
                self._try_out(
                    Isolated(hasty, self._bot_processes[name], game, 0, isolation.TRYING_OUT)
                )
            return Isolated(contestant, self._bot_processes[name], game, seed)
        if name not in self._factories:
            self._factories[name] = contestant.factory()
            self._try_out(Trusted(name, self._factories[name](0), _hasty(contestant).budget))
        return Trusted(name, self._factories[name](seed), contestant.budget)

    def _try_out(self, decider: Decider) -> None:
        """Let a bot play seat 0 in the trial game, with `_WARMING_UP` moves for each player.

        `fallback` chooses the moves of the other seats, and replaces the bot's lost moves.
        """
        edition, players = self._tournament.settings[0]
        game = Game.new(edition, players, seed=0)
        for _ in range(players * _WARMING_UP):
            seat = game.seat
            if seat is None:
                return
            legal = game.legal_actions(seat)
            chosen = decider.decide(game.view(seat), legal).action if seat == 0 else None
            game.play(chosen or fallback(legal), seat)


def _is_of_user(contestant: Contestant) -> bool:
    return file_of(contestant.bot) is not None


def _hasty(contestant: Contestant) -> Contestant:
    """Return a contestant with at most `_TRYING_OUT` seconds for a decision, for the trial game.

    A contestant whose budget is a number of playouts is returned unchanged.
    """
    seconds = contestant.budget.seconds
    if seconds is None:
        return contestant
    return replace(contestant, budget=Budget(min(seconds, _TRYING_OUT), None))
