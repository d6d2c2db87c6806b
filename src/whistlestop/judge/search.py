"""Search: distribute playouts among the candidates, and choose one of them.

The policy's own choice is the *prior*. Another candidate replaces the prior only if playouts
clearly favour that candidate: all candidates are played in equal worlds, and the average difference
must be greater than a chosen number of standard errors. Playouts are distributed by sequential
halving (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits",
2013): after each round only the better half of the candidates remains. The prior always remains,
and so do candidates that the caller wants to know about.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.judge.candidates import Whole, candidates_of
from whistlestop.judge.compiled.arguments import Decision, Outcomes, Trace
from whistlestop.judge.compiled.neural_network import NEURAL_NETWORK
from whistlestop.judge.compiled.playouts import PLAYOUT_WORKSPACE, play_worlds
from whistlestop.judge.compiled.ticket_sets import SET_FEATURES
from whistlestop.rules.state import STATE

Records = npt.NDArray[np.void]
Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

PRIOR: Final = 0
"""The index of the policy's own choice among the candidates."""

BATCH_SECONDS: Final = 0.02
"""About how many seconds a batch of worlds takes. The clock is read after each batch."""


NO_NEURAL_NETWORK: Final[Records] = np.zeros(1, dtype=NEURAL_NETWORK)
"""The array to pass to `play_worlds` if it uses no neural network."""

ONE_BY_ONE: Final = np.zeros(SET_FEATURES)
"""Weights that are all 0, to pass as the weights of the features of sets of tickets.

With them, each ticket of another seat is imagined by its own likelihood, not as part of a set."""

_NO_STATES: Final[Any] = np.zeros(0, dtype=STATE)

NO_TRACE: Final = Trace(np.zeros(0, dtype=np.int64), _NO_STATES)
"""Empty arrays to pass to `play_worlds`, so that it does not write the actions that it plays."""

_NOT_FOR_ALL: Final[Any] = np.zeros((0, 0, 0))
_IMAGINED: Final = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search: how many candidates it tries, and how it compares them."""

    candidates: int = 12
    """The maximum number of candidates, not counting actions that are to be tried in any case."""
    threshold: float = 1.0
    """The number of standard errors by which another candidate must be better than the prior to
    replace it."""
    margin_share: float = 0.5
    """The weight of the margin in the utility, from 0 to 1. The share of the win has the weight
    `1 - margin_share`."""
    margin_scale: float = 30.0
    """The margin in points at which the logistic curve from margins to utilities reaches 0.73. The
    curve is 0.5 at a margin of 0."""
    halving: bool = True
    """Whether each round keeps only the better half of the candidates. If not, there is only one
    round, in which all candidates are played equally often."""
    horizon: int | None = None
    """The number of turns of all seats after which a neural network estimates the end of a world.
    The present turn counts. 0 = play every world to the end, as without a network. None = use the
    value that was found best for the edition and the number of players, which may be 0."""
    caution: float | None = None
    """The neural network's error in the difference between the utilities of two candidates, such as
    0.02. The square of this error is added to the square of the standard error. None = use the
    value that is stored with the network."""
    threads: int = 1
    """The number of threads that play worlds. It affects the speed and not the result."""

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            ValueError: a number is out of its range.
        """
        if self.candidates < 1 or self.threads < 1:
            raise ValueError("candidates and threads must be at least 1")
        if (self.horizon or 0) < 0 or (self.caution or 0) < 0:
            raise ValueError("horizon and caution must not be below 0")
        if not 0 <= self.margin_share <= 1 or self.margin_scale <= 0 or self.threshold < 0:
            raise ValueError(
                "margin_share must be from 0 to 1, margin_scale above 0, and threshold not below 0"
            )


class Search:
    """The candidates in one position, and the results of their playouts so far.

    Attributes:
        actions: [candidate] the numbers of the actions. The prior is first.
        payments: [candidate] the number of the payment for each action, or `ALONE`.
        active: the indices of the candidates that are still tried. The prior is first.
        worlds: the number of worlds that were dealt so far.
        playouts: the number of games that were played so far, over all candidates.
        settings: the settings of the search.
    """

    def __init__(
        self,
        books: Records,
        roots: Records,
        minds: Records,
        seed: int,
        settings: Settings,
        neural_networks: Records | None = None,
        set_weights: Values | None = None,
        also: Sequence[Whole] = (),
    ) -> None:
        """Select the candidates. No world is played yet.

        Args:
            books: the facts of the edition, as an array of one `BOOK`.
            roots: a position that is not over, as an array of one `STATE`. The search is for the
                seat that decides in this position. What this seat cannot know has no effect.
            minds: `MIND[seats]`, the minds before the decision. They are not changed.
            seed: the seed of all chance. Equal seeds give equal results.
            settings: how to distribute the playouts and compare the candidates.
            neural_networks: the neural network that estimates how a world ends if planners play
                all seats, in an array of one record. If left out, every world is played to the end.
            set_weights: [feature] the weights by which sets of tickets are imagined, from
                `ticket_sets.set_weights_for`. If left out, tickets are imagined one by one.
            also: legal actions that are candidates in any case, and remain until the last round.
        """
        self.settings = settings
        self._neural_networks = NO_NEURAL_NETWORK if neural_networks is None else neural_networks
        self._horizon, self._caution = 0, 0.0
        if neural_networks is not None:
            usual = int(neural_networks["horizon"][0])
            self._horizon = usual if settings.horizon is None else settings.horizon
        if neural_networks is not None and self._horizon > 0:
            known = float(neural_networks["caution"][0])
            self._caution = known if settings.caution is None else settings.caution
        self._position: tuple[Any, Any, Any] = (books, roots, minds)
        weights = ONE_BY_ONE if set_weights is None else set_weights
        self._imagined = (books, roots, _IMAGINED, minds, weights)
        self._seed = seed % (1 << 64)
        self._workspaces = [np.zeros(1, dtype=PLAYOUT_WORKSPACE) for _ in range(settings.threads)]
        found = candidates_of(*self._position, self._seed, settings.candidates, also)
        self._kept = len({found[PRIOR], *also})
        number = len(found)
        self.actions: Numbers = np.array([action for action, _ in found], dtype=np.int64)
        self.payments: Numbers = np.array([payment for _, payment in found], dtype=np.int64)
        self.active: Numbers = np.arange(number, dtype=np.int64)
        self._shares: list[Values] = [np.zeros(0)] * number
        self._margins: list[Values] = [np.zeros(0)] * number
        self.worlds = 0
        self.playouts = 0

    def play(self, worlds: int) -> None:
        """Deal `worlds` more worlds, and play each of them once after every active candidate."""
        number = len(self.active)
        shares: Values = np.zeros((worlds, number))
        margins: Values = np.zeros((worlds, number))
        bounds = np.linspace(0, worlds, self.settings.threads + 1).astype(int).tolist()
        parts = [
            (workspace, first, last)
            for workspace, first, last in zip(self._workspaces, bounds, bounds[1:], strict=False)
            if first < last
        ]

        def run(part: tuple[Records, int, int]) -> None:
            workspace, first, last = part
            play_worlds(
                Decision(*self._imagined, self.actions[self.active], self.payments[self.active]),
                self._neural_networks,
                self._horizon,
                self._seed_of(self.worlds + first),
                workspace,
                Outcomes(shares[first:last], margins[first:last], _NOT_FOR_ALL, _NOT_FOR_ALL),
                NO_TRACE,
            )

        if len(parts) > 1:
            with ThreadPoolExecutor(len(parts)) as pool:
                list(pool.map(run, parts))
        else:
            for part in parts:
                run(part)
        for place, candidate in enumerate(map(int, self.active)):
            self._shares[candidate] = np.concatenate((self._shares[candidate], shares[:, place]))
            self._margins[candidate] = np.concatenate((self._margins[candidate], margins[:, place]))
        self.worlds += worlds
        self.playouts += worlds * number

    @property
    def root(self) -> Any:
        """The position in which the search was started, as a state record."""
        return self._position[1][0]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self.root["seat"])

    @property
    def first_seed(self) -> int:
        """The seed of the first world. Each further world has the next higher seed."""
        return first_seed(self._seed)

    def _seed_of(self, world: int) -> np.uint64:
        return np.uint64((self.first_seed + world) % (1 << 64))

    def follow(self, candidate: int, world: int, actions: Numbers, states: Any) -> int:
        """Play a world to the end after a candidate, and write the first actions and positions.

        Args:
            candidate: the index of the candidate.
            world: the number of the world, counted from 0.
            actions: an array that receives the numbers of the first actions after the candidate.
            states: an array that receives the positions in which these actions are taken.

        Returns:
            The number of actions written, at most the length of `actions`.
        """
        place = slice(candidate, candidate + 1)
        share, margin = np.zeros((1, 1)), np.zeros((1, 1))
        number = play_worlds(
            Decision(*self._imagined, self.actions[place], self.payments[place]),
            self._neural_networks,
            0,
            self._seed_of(world),
            self._workspaces[0],
            Outcomes(share, margin, _NOT_FOR_ALL, _NOT_FOR_ALL),
            Trace(actions, states),
        )
        return int(number)

    def shares(self, candidate: int) -> Values:
        """Return the deciding seat's share of the win in each world played after a candidate.

        The share is 1 for a sole winner, 1/n for each of n winners, and otherwise 0. If a neural
        network has estimated the end of the world, the value is the chance to win.
        """
        return self._shares[candidate]

    def margins(self, candidate: int) -> Values:
        """Return the seat's lead over the best other seat in each world played after a candidate.

        The seat is the one that decides. The lead is in points, and may be the estimate of a neural
        network.
        """
        return self._margins[candidate]

    def utilities(self, candidate: int) -> Values:
        """Return a candidate's utility in each world in which it was played, from 0 to 1.

        The utility is the weighted mean of the share of the win and of the margin. A logistic curve
        maps the margin to a number from 0 to 1. `Settings` has the weight and the scale.
        """
        share, scale = self.settings.margin_share, self.settings.margin_scale
        logistic = 1 / (1 + np.exp(-self.margins(candidate) / scale))
        return (1 - share) * self.shares(candidate) + share * logistic

    def means(self) -> Values:
        """Return the mean utility of each active candidate, in the order of `active`."""
        return np.array([self.utilities(candidate).mean() for candidate in self.active.tolist()])

    def halve(self) -> None:
        """Remove the half of the active candidates with the lower mean utilities.

        Of an odd number of candidates, the greater part remains. The prior and the candidates in
        `also` are never removed, and at least one other candidate remains with them.
        """
        means = self.means()
        means[: self._kept] = np.inf
        kept = np.sort(np.argsort(-means, kind="stable")[: self._half(len(means))])
        self.active = self.active[kept]

    def _half(self, size: int) -> int:
        """Return how many candidates remain after a round with `size` active candidates."""
        return min(size, max((size + 1) // 2, self._kept + 1))

    def chosen(self) -> int:
        """Return the index of the candidate to play.

        The result is the prior, unless the mean utility of another active candidate is higher by
        more than `Settings.threshold` standard errors of the difference. Of several such
        candidates, the one with the highest mean utility is chosen.
        """
        best, lead = PRIOR, 0.0
        prior = self.utilities(PRIOR)
        for candidate in self.active.tolist():
            better = self.utilities(candidate) - prior
            if candidate == PRIOR or len(better) < 2:
                continue
            error = (float(better.var(ddof=1)) / len(better) + self._caution**2) ** 0.5
            mean = float(better.mean())
            if mean > max(lead, self.settings.threshold * error):
                best, lead = candidate, mean
        return best

    def loss(self, choice: int, candidate: int) -> tuple[float, float]:
        """Return a candidate's loss and the standard error of the loss.

        The loss is how much lower the candidate's chance to win is than that of the choice, in the
        worlds in which both were played. The error includes that of the neural network. It is
        infinite after a single world. Both numbers are 0 for the choice itself.

        Args:
            choice: the index of the choice.
            candidate: the index of the other candidate.
        """
        if candidate == choice:
            return 0.0, 0.0
        shares = self.shares(choice), self.shares(candidate)
        worlds = min(map(len, shares))
        losses = shares[0][:worlds] - shares[1][:worlds]
        if worlds < 2:
            return float(losses.mean()), float("inf")
        error = (float(losses.var(ddof=1)) / worlds + self._caution**2) ** 0.5
        return float(losses.mean()), error

    def rounds(self) -> list[int]:
        """Return the number of active candidates in each round of a search that begins now."""
        sizes = [len(self.active)]
        while self.settings.halving and sizes[-1] > self._kept + 1:
            sizes.append(self._half(sizes[-1]))
        return sizes

    def run_playouts(self, playouts: int) -> None:
        """Run all rounds with about this number of playouts in total.

        The search may play a few playouts less. It plays more playouts if the number is too small
        for one world in every round.
        """
        sizes = self.rounds()
        until = 0
        for number, size in enumerate(sizes):
            if number:
                self.halve()
            until += playouts // len(sizes)
            last = number == len(sizes) - 1
            self.play(max((playouts if last else until) - self.playouts, size) // size)

    def run_seconds(self, seconds: float) -> None:
        """Run all rounds for about this number of seconds. At least one world is played.

        The clock is read between batches of worlds, so that the search may take slightly longer.
        """
        begin = time.perf_counter()
        sizes = self.rounds()
        self.play(1)
        now = time.perf_counter()
        for number in range(len(sizes)):
            end = begin + seconds * (number + 1) / len(sizes)
            if number and now < begin + seconds:
                self.halve()
            while now < end:
                pace = max(now - begin, 1e-9) / self.playouts
                fitting = min(BATCH_SECONDS, end - now) / (pace * len(self.active))
                self.play(max(1, min(int(fitting), 1000)))
                now = time.perf_counter()


def first_seed(seed: int) -> int:
    """Return the seed of the first world of a search. Each further world has the next higher seed.

    Searches with neighbouring seeds have first seeds that are far apart, so that no world is
    repeated.

    Args:
        seed: the seed of the search.
    """
    return (seed * 0x9E3779B97F4A7C15 + 1) % (1 << 63)


def minds_at_table(own: Records, others: Records, seats: int, seat: int) -> Records:
    """Return the minds of all seats of a game, as `MIND[seats]`.

    Args:
        own: the mind of the seat that decides, as an array of one `MIND`.
        others: the mind of all other seats, as an array of one `MIND`.
        seats: the number of seats.
        seat: the seat that decides.
    """
    minds: Any = np.repeat(others, seats)
    minds[seat] = own[0]
    return minds
