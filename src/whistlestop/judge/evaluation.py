"""An evaluation of a position: what each candidate action promises the seat that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action
from whistlestop.editions.model import Edition
from whistlestop.encoding import decode
from whistlestop.judge.search import PRIOR, Search, Settings, minds_at_table
from whistlestop.judge.value import network_for
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.rules.actions import CLAIM, PAY, STATION, WITHDRAW
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.state import STATE
from whistlestop.view import View
from whistlestop.worlds import position_for

LINE: Final = 6
"""Actions of a line, unless more or fewer are asked for."""

DEFAULT: Final = Settings()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An action of an imagined future, and who takes it."""

    seat: int
    action: Action

    def __str__(self) -> str:
        return f"{self.seat + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was tried in many worlds, and what came of it on average."""

    action: Action
    chance: float
    """The chance to win, 0 to 1; a win shared by n players counts 1/n."""
    chance_error: float
    """The standard error of the chance; infinite after a single playout."""
    margin: float
    """The expected lead over the best of the others, in points."""
    margin_error: float
    """The standard error of the margin; infinite after a single playout."""
    playouts: int
    """Games that were imagined after this action."""
    prior: bool
    """Whether this is what the policy would do without trying."""
    line: tuple[Foreseen, ...]
    """How the game goes on in a world in which it ends as it does on average.

    Everything in it that the viewer cannot see is imagined.
    """

    def __str__(self) -> str:
        line = ", ".join(map(str, self.line))
        return (
            f"{self.action}: wins {100 * self.chance:.0f} ± {100 * self.chance_error:.0f} %, "
            f"{self.margin:+.1f} ± {self.margin_error:.1f} points{line and f' ({line})'}"
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the candidate actions of a position promise to the seat that decides."""

    choice: Action
    """The action to take."""
    candidates: tuple[Candidate, ...]
    """The choice first; then those tried most, and among them the most promising."""
    playouts: int
    """Games that were imagined, over all candidates."""
    worlds: int
    """Worlds that were dealt."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.candidates))


def evaluate(
    view: View,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    line: int = LINE,
    settings: Settings = DEFAULT,
    own: npt.NDArray[np.void] | None = None,
    others: npt.NDArray[np.void] | None = None,
) -> Evaluation:
    """Try candidate actions in worlds that agree with a view, played on by fast policies.

    At tables for which there is a network that has learned from such games, it says after some
    turns how a world would end (`Settings.horizon`); elsewhere, and with other minds than the
    planner's, all of it is played.

    With `playouts`, equal views and seeds give equal evaluations, whatever the machine and the
    number of threads. With `seconds` they depend on how fast the machine is.

    Args:
        view: what the seat that decides sees. In the opening it may be any seat that has not
            answered.
        seconds: how long to play.
        playouts: how many games to imagine; a few less where they cannot be shared out evenly, and
            at least one for each candidate in each round of the search.
        seed: the seed of the worlds and of the luck in them.
        line: how many actions to foresee after each candidate, at most.
        settings: how many candidates there are, how they are weighed, and in how many threads.
        own: the mind that plays on for the seat that decides, as an array of one (see
            `policies.mind`); the planner's if left out.
        others: the mind that all others are taken to have; the planner's if left out.

    Raises:
        ValueError: the viewer has nothing to decide, or not exactly one of seconds and playouts
            is given, above 0.
        PositionError: no state looks like the view.
    """
    given = [number for number in (seconds, playouts) if number is not None]
    if len(given) != 1:
        raise ValueError("say either for how many seconds to play or how many playouts")
    if not given[0] > 0:
        raise ValueError(f"seconds or playouts must be above 0, not {given[0]}")
    search = search_from(view, seed=seed, settings=settings, own=own, others=others)
    if playouts is not None:
        search.run_playouts(playouts)
    elif seconds is not None:
        search.run_seconds(seconds)
    return _told(view.edition, search, max(line, 0))


def search_from(
    view: View,
    *,
    seed: int,
    settings: Settings = DEFAULT,
    own: npt.NDArray[np.void] | None = None,
    others: npt.NDArray[np.void] | None = None,
) -> Search:
    """A search in the position that a viewer sees; nothing is played yet.

    Args:
        view: as for `evaluate`.
        seed: as for `evaluate`.
        settings: as for `evaluate`.
        own: as for `evaluate`.
        others: as for `evaluate`.

    Raises:
        ValueError: the viewer has nothing to decide.
        PositionError: no state looks like the view.
    """
    planner = mind_of(PLANNING, view.edition.name, len(view.players))
    minds = minds_at_table(
        planner if own is None else own,
        planner if others is None else others,
        len(view.players),
        view.viewer,
    )
    # The networks have learned from planners: others would surprise them.
    asked = own is None and others is None
    networks = network_for(view.edition, len(view.players)) if asked else None
    return Search(books_of(view.edition), position_for(view), minds, seed, settings, networks)


def chosen_action(edition: Edition, search: Search, candidate: int) -> Action:
    """A candidate of a search as a typed action.

    Args:
        edition: the game's edition.
        search: the search.
        candidate: its place among the candidates.
    """
    numbers = (int(search.actions[candidate]), int(search.payments[candidate]))
    return _decoded(edition, search.root, numbers, search.seat)


def _decoded(edition: Edition, state: Any, numbers: tuple[int, int], seat: int) -> Action:
    return decode(edition, state, numbers[:1] if numbers[1] == ALONE else numbers, seat)


def _told(edition: Edition, search: Search, line: int) -> Evaluation:
    choice = search.chosen()

    def rank(candidate: int) -> tuple[bool, int, float]:
        values = search.utilities(candidate)
        return candidate != choice, -len(values), -float(values.mean())

    candidates: list[Candidate] = []
    for candidate in sorted(range(len(search.actions)), key=rank):
        shares, margins = search.shares(candidate), search.margins(candidate)
        candidates.append(
            Candidate(
                action=chosen_action(edition, search, candidate),
                chance=float(shares.mean()),
                chance_error=_error(shares),
                margin=float(margins.mean()),
                margin_error=_error(margins),
                playouts=len(shares),
                prior=candidate == PRIOR,
                line=_line(edition, search, candidate, line),
            )
        )
    return Evaluation(
        choice=candidates[0].action,
        candidates=tuple(candidates),
        playouts=search.playouts,
        worlds=search.worlds,
    )


def _error(values: npt.NDArray[np.float64]) -> float:
    """The standard error of a mean."""
    if len(values) < 2:
        return float("inf")
    return float(values.std(ddof=1)) / len(values) ** 0.5


def _line(edition: Edition, search: Search, candidate: int, length: int) -> tuple[Foreseen, ...]:
    """What follows a candidate in the world whose margin is nearest to the mean."""
    if not length:
        return ()
    margins = search.margins(candidate)
    world = int(np.abs(margins - margins.mean()).argmin())
    actions = np.zeros(2 * length, dtype=np.int64)  # a claim is two of them
    states = np.zeros(2 * length, dtype=STATE)
    number = int(search.follow(candidate, world, actions, states))
    found: list[Foreseen] = []
    place = 0
    while place < number and len(found) < length:
        action, seat = int(actions[place]), int(states[place]["seat"])
        whole = (action, ALONE)
        if CLAIM <= action < PAY or STATION <= action < WITHDRAW:
            if place + 1 == number:
                break
            whole = (action, int(actions[place + 1]))
        found.append(Foreseen(seat, _decoded(edition, states[place], whole, seat)))
        place += 1 if whole[1] == ALONE else 2
    return tuple(found)
