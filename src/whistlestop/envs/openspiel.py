"""The game for OpenSpiel. Import this module, then call `pyspiel.load_game("whistlestop")`.

Each random card or ticket is a chance node of its own. Outcomes have the numbers of `rules.luck`.
If only one outcome is possible, there is no chance node. A route and its payment are two decisions,
as in the rules.

| parameter | meaning |
| --- | --- |
| `edition` | a built-in edition, a study board (`tiny`, `middle`), or the path of a file |
| `players` | the number of players |
| `reward` | `win`, or `score`: a seat's final points minus the mean of the other seats' points |
| `starter` | the seat that begins. -1 = drawn by lot |

The rewards of all seats sum to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np

from whistlestop.editions.arguments import checked_players
from whistlestop.editions.gazetteer import Gazetteer, gazetteer
from whistlestop.editions.model import Edition
from whistlestop.envs.compiled.explicit_chance import DEAL, next_chance, outcomes_of
from whistlestop.envs.editions import edition_of
from whistlestop.events import Event
from whistlestop.extras import needed
from whistlestop.knowledge.worlds import deal_world
from whistlestop.observations import Layout, Numbering
from whistlestop.observations.compiled.memory import MEMORY, remember
from whistlestop.observations.compiled.writing import inform, observe
from whistlestop.policies.games import MOST_DECISIONS
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, SEAT, TICKET, outcome_ticket, seed
from whistlestop.rules.luck import OUTCOMES as MOST_OUTCOMES
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import legal
from whistlestop.seen.journal_events import entries, journal_of, tell
from whistlestop.seen.view import Sight, see
from whistlestop.whole_numbers import whole_number

pyspiel: Any = needed("pyspiel")

SHORT_NAME: Final = "whistlestop"

_PARAMETERS: Final[dict[str, str | int]] = {
    "edition": "usa",
    "players": 2,
    "reward": "win",
    "starter": -1,
}

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Whistlestop",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class Table:
    """Data and working memory that all games with one set of parameters share."""

    def __init__(self, edition: Edition, players: int, starter: int) -> None:
        """Create the shared data and the working memory.

        Args:
            edition: the edition.
            players: the number of players.
            starter: the seat that begins. -1 = drawn by lot.
        """
        self.edition = edition
        self.players = players
        self.starter = starter
        self.books = books_of(edition)
        self.numbering = Numbering.of(edition)
        self.layout = Layout.fitted(edition, players)
        self.states = np.zeros(2, dtype=STATE)
        self.lucks = np.zeros(1, dtype=LUCK)
        self.outcomes = np.zeros(MOST_OUTCOMES, dtype=np.int64)
        self.weights = np.zeros(outcomes_of(edition), dtype=np.int64)
        self.numbers = np.zeros(MOST_LEGAL, dtype=np.int16)
        self.sheet: Any = np.zeros(1, dtype=SHEET)[0]

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """Return the table itself, so that copies of a state share it."""
        del memo
        return self

    @property
    def index(self) -> Gazetteer:
        """The edition's index of names."""
        return gazetteer(self.edition)

    def most_points(self) -> int:
        """Return an upper bound for the difference between two players' final points."""
        edition = self.edition
        routes = sum(edition.points[route.length - 1] for route in edition.routes)
        tickets = sum(max(points for _, points in ticket.options) for ticket in edition.tickets)
        tokens = {stack.name: sum(stack.tokens) for stack in edition.merchandise}
        others = (
            edition.longest_path_bonus
            + edition.most_tickets_bonus
            + max(edition.doubly_joined, default=0)
            + edition.stations * edition.station_points
            + sum(district.points for district in edition.districts)
            + sum(tokens.get(city.merchandise or "", 0) for city in edition.cities)
            + edition.attraction_points * sum(city.attraction for city in edition.cities)
        )
        return routes + 2 * tickets + others


@lru_cache(maxsize=16)
def _table(edition: str, players: int, starter: int) -> Table:
    return Table(edition_of(edition), players, starter)


@lru_cache(maxsize=1 << 16)
def _seen(event: Event, seat: int | None) -> str:
    """Return an event in words, as a seat sees the event. A `seat` of None is a spectator."""
    return str(event.seen_by(seat))


class WhistlestopGame(pyspiel.Game):
    """The game of one edition for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Create a game. Use `pyspiel.load_game` instead.

        Args:
            params: the parameters, which the module's documentation lists. Those that are left out
                have their default values.

        Raises:
            EditionError: there is no such edition.
            TypeError: `players` or `starter` is not a whole number.
            ValueError: another parameter is not possible.
        """
        chosen: dict[str, Any] = {**_PARAMETERS, **(params or {})}
        players, starter = chosen["players"], chosen["starter"]
        edition = edition_of(chosen["edition"])
        players = checked_players(edition, players)
        starter = whole_number(starter, "starter")
        if not -1 <= starter < players:
            raise ValueError(f"starter is a seat from 0 to {players - 1}, or -1, not {starter}")
        if chosen["reward"] not in ("win", "score"):
            raise ValueError(f"reward is 'win' or 'score', not {chosen['reward']!r}")
        self.table = _table(chosen["edition"], players, starter)
        self.by_points = chosen["reward"] == "score"
        most = float(self.table.most_points()) if self.by_points else 1.0
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            _GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.table.numbering.size,
                max_chance_outcomes=len(self.table.weights),
                num_players=players,
                min_utility=-most,
                max_utility=most,
                utility_sum=0.0,
                max_game_length=MOST_DECISIONS,
            ),
            params or {},
        )

    def new_initial_state(self) -> WhistlestopState:
        """Return the state before the deal."""
        return WhistlestopState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> WhistlestopObserver:
        """Return an observer of this game's states.

        Args:
            iig_obs_type: the kind of observation. By default one without perfect recall.
            params: must be empty.

        Raises:
            ValueError: there are parameters.
        """
        return WhistlestopObserver(
            self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class WhistlestopState(pyspiel.State):
    """A position, or a chance node between an action and the next position.

    Attributes:
        table: the data that all states of the game share.
        position: the position, as an array of one `STATE`. At a chance node, the position before
            the action.
        memory: the past of the game for information state tensors, as an array of one
            `MEMORY`.
        logs: for each seat the words for what it has seen and done, in order. The last element is
            the log of a spectator.
    """

    def __init__(self, game: WhistlestopGame) -> None:
        """Create the state before the deal. Use `WhistlestopGame.new_initial_state` instead."""
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self.table = game.table
        self.by_points = game.by_points
        self.position = np.zeros(1, dtype=STATE)
        self.memory = np.zeros(1, dtype=MEMORY)
        self.logs: list[tuple[str, ...]] = [()] * (game.table.players + 1)
        self._action = DEAL
        self._given: tuple[int, ...] = ()
        self._chances: tuple[tuple[int, float], ...] = ()
        self._go_on()

    def current_player(self) -> int:
        """Return the seat that decides, `PlayerId.CHANCE`, or `PlayerId.TERMINAL` at the end."""
        if self._chances:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.position["seat"][0])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self._chances and int(self.position["phase"][0]) == Phase.OVER

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        if player != self.current_player():
            return []
        number = legal(table.books[0], self.position[0], table.numbers)
        return table.numbering.compact[table.numbers[:number]].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of a chance node as pairs of an outcome and a probability.

        The list is empty if the state is not a chance node.
        """
        return list(self._chances)

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self._chances:
            self._given = (*self._given, action)
        else:
            seat = int(self.position["seat"][0])
            self._action = int(self.table.numbering.numbers[action])
            self._log(seat, f"I {self.table.numbering.words(action)}")
        self._go_on()

    def _check(self, action: int) -> None:
        """Check that an action, or an outcome at a chance node, is possible now.

        Raises:
            ValueError: the action is not possible. Nothing has changed.
        """
        player = self.current_player()
        if self._chances:
            possible = [outcome for outcome, _ in self._chances]
            kind, those = "outcome", "chance_outcomes()"
        else:
            possible = self._legal_actions(player)
            kind, those = "action", "legal_actions()"
        if action in possible:
            return
        known = kind == "outcome" or 0 <= action < self.table.numbering.size
        words = (
            f" ({self._action_to_string(player, action)})" if known and not self._chances else ""
        )
        over = (
            " because the game is over" if self.is_terminal() else f"; {those} has those that are"
        )
        raise ValueError(f"the {kind} {action}{words} is not possible now{over}")

    def _log(self, seat: int, words: str) -> None:
        self.logs = [(*log, words) if other == seat else log for other, log in enumerate(self.logs)]

    def _go_on(self) -> None:
        """Continue until a seat has to decide, a random outcome is needed, or the game is over."""
        table = self.table
        while True:
            number = len(self._given)
            table.outcomes[:number] = self._given
            table.states[0] = self.position[0]
            kinds = next_chance(
                table.books,
                table.states,
                self._action,
                table.players,
                table.starter,
                table.lucks,
                table.outcomes,
                number,
                table.weights,
            )
            if kinds == 0:
                break
            (possible,) = table.weights.nonzero()
            if kinds > 1:
                shares = table.weights[possible] / table.weights.sum()
                self._chances = tuple(zip(possible.tolist(), shares.tolist(), strict=True))
                return
            self._given = (*self._given, int(possible[0]))
        self.position = table.states[1:].copy()
        if self._action == DEAL:
            self.memory = table.layout.memory(self.position[0])
        else:
            remember(
                table.books[0], table.states[0], self._action, self.position[0], self.memory[0]
            )
        self._given, self._chances = (), ()
        for event in tell(table.edition, entries(journal_of(table.lucks[0])), table.players):
            viewers = [*range(table.players), None]
            self.logs = [
                (*log, _seen(event, seat)) for seat, log in zip(viewers, self.logs, strict=True)
            ]

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.table.numbering.words(action)
        index = self.table.index
        if action < TICKET:
            return index.kinds[action]
        ticket = outcome_ticket(action)
        return f"seat {action - SEAT}" if ticket < 0 else index.ticket_codes[ticket]

    def returns(self) -> list[float]:
        """Return the reward of each seat at the end of the game, and zeros before the end."""
        table, seats = self.table, self.table.players
        if not self.is_terminal():
            return [0.0] * seats
        score(table.books[0], self.position[0], table.sheet)
        if self.by_points:
            totals = [float(total) for total in table.sheet["total"][:seats]]
            return [total - (sum(totals) - total) / (seats - 1) for total in totals]
        first = [int(rank) == 1 for rank in table.sheet["rank"][:seats]]
        return [(seats * won / sum(first) - 1) / (seats - 1) for won in first]

    def information_state_string(self, player: int | None = None) -> str:
        """Return words for everything that a seat has seen and done so far.

        Args:
            player: the seat. None is the seat that decides.
        """
        seat = self.current_player() if player is None else player
        return f"seat {seat}; " + "; ".join(self.logs[seat])

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> WhistlestopState:
        """Return a copy of the state in which the cards that a seat does not know are dealt again.

        The copy looks to the seat as this state does. Each way to deal the unknown cards and
        tickets is equally likely: conclusions from what other players did are not drawn. The copy
        keeps the history of this state, and the log of the seat. The log of each other seat is
        replaced by a spectator's log, to which the cards and tickets of that other seat are added.

        Args:
            player_id: the seat.
            probability_sampler: a function that returns random numbers from 0 to 1.
        """
        table = self.table
        other = self.clone()
        seed(table.lucks[0], np.uint64(int(probability_sampler() * (1 << 53))))
        deal_world(table.books[0], other.position[0], player_id, table.lucks[0])
        sight = Sight(table.edition, other.position[0])
        for seat in range(table.players):
            if seat != player_id:
                me = sight.view(seat).me
                other.logs[seat] = (*self.logs[-1], str((me.hand, me.tickets, me.offer)))
        return other

    def __str__(self) -> str:
        """Return the history: the numbers of all actions and outcomes so far."""
        return " ".join(map(str, self.history()))


class WhistlestopObserver:
    """An observer that writes a seat's observations, with OpenSpiel's interface for observers.

    Attributes:
        tensor: the observation, flat. With perfect recall it is the information state, with a
            summary of the past. The game's `table.layout` describes the parts.
        dict: `tensor` under the name `observation` or `information_state`.
    """

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        """Create the tensor.

        Args:
            table: the table of the game.
            kind: the kind of observation, a `pyspiel.IIGObservationType`.
            params: must be empty.

        Raises:
            ValueError: there are parameters.
        """
        if params:
            raise ValueError(f"there are no parameters of observations, but here are {params}")
        self._table = table
        self._recalls = bool(kind.perfect_recall)
        size = table.layout.whole if self._recalls else table.layout.size
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict = {"information_state" if self._recalls else "observation": self.tensor}

    def set_from(self, state: WhistlestopState, player: int) -> None:
        """Write a seat's observation of a state into `tensor`. Before the deal, write zeros."""
        book, layout = self._table.books[0], self._table.layout.record[0]
        position = state.position[0]
        if int(position["seats"]) == 0:
            self.tensor[:] = 0
        elif self._recalls:
            inform(book, layout, position, state.memory[0], player, self.tensor)
        else:
            observe(book, layout, position, player, self.tensor)

    def string_from(self, state: WhistlestopState, player: int) -> str:
        """Return a seat's observation in words.

        With perfect recall, return everything that the seat has seen and done so far.
        """
        if self._recalls:
            return state.information_state_string(player)
        if int(state.position["seats"][0]) == 0:
            return "before the deal"
        return str(see(self._table.edition, state.position[0], player))


def register() -> None:
    """Register the game with OpenSpiel. Later calls do nothing."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(_GAME_TYPE, WhistlestopGame)


register()
