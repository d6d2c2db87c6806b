"""Evaluate a position: what each candidate action is worth to the seat that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action, check_types
from whistlestop.editions.model import Edition
from whistlestop.errors import IllegalAction
from whistlestop.judge.candidates import Whole
from whistlestop.judge.continuation import LINE, PLAN, Foreseen, Planned, continuation
from whistlestop.judge.search import PRIOR, Search, Settings, minds_at_table
from whistlestop.judge.ticket_sets import set_weights_for
from whistlestop.judge.value import neural_network_for
from whistlestop.play.notation import parse
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.seen.encoding import decode, encode, legal_actions
from whistlestop.seen.explain import belongs, reason_for
from whistlestop.seen.view import View
from whistlestop.seen.worlds import position_for
from whistlestop.whole_numbers import whole_number

DEFAULT: Final = Settings()


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was tried in many worlds, with the average result."""

    action: Action
    chance: float
    """The chance to win, from 0 to 1. A win shared by n players counts 1/n."""
    chance_error: float
    """The standard error of the chance. It is infinite after a single playout. The neural network's
    own error is not included."""
    margin: float
    """The expected lead over the best other seat, in points."""
    margin_error: float
    """The standard error of the margin. It is infinite after a single playout. The neural network's
    own error is not included."""
    loss: float
    """How much lower the chance is than that of the choice, in the worlds in which both were
    played. 0 for the choice itself. It can be below 0: the choice is made by utility, which counts
    the margin, too, and the prior is only replaced by a candidate that is clearly better."""
    loss_error: float
    """The standard error of the loss. It is computed from pairs in the same world. If the edition
    and number of players have a neural network, its own error is included. Infinite after a single
    playout."""
    playouts: int
    """The number of games that were imagined after this action."""
    prior: bool
    """Whether the policy would take this action without a search."""
    line: tuple[Foreseen, ...]
    """The next actions of all seats, in the imagined world whose margin is closest to the mean.

    If a neural network estimates margins, its estimate counts, and the world may end otherwise.
    Everything in the line that the deciding seat cannot see is imagined.
    """
    plan: tuple[Planned, ...]
    """What the deciding seat does in its next turns, in the same world as in the line: claims,
    stations, journeys and draws of tickets. Turns in which it draws cards are left out, and so are
    tunnels that it gives up."""

    def __str__(self) -> str:
        plan = "; ".join(map(str, self.plan))
        return (
            f"{self.action}: wins {100 * self.chance:.0f} ± {100 * self.chance_error:.0f} %, "
            f"{self.margin:+.1f} ± {self.margin_error:.1f} points{plan and f' ({plan})'}"
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the candidate actions of a position are worth to the seat that decides."""

    choice: Action
    """The action to take."""
    candidates: tuple[Candidate, ...]
    """All candidates. The choice comes first. The others follow in descending order of playouts
    and, with equal playouts, of utility (`Search.utilities`)."""
    playouts: int
    """The number of games that were imagined, over all candidates."""
    worlds: int
    """The number of worlds that were dealt."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.candidates))


def evaluate(
    view: View,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    line: int = LINE,
    plan: int = PLAN,
    settings: Settings = DEFAULT,
    own: npt.NDArray[np.void] | None = None,
    others: npt.NDArray[np.void] | None = None,
    also: Sequence[Action | str] = (),
) -> Evaluation:
    """Try candidate actions in worlds that agree with a view, and return what each is worth.

    Fast policies play each world on after each candidate. If the edition and number of players have
    a neural network, and all minds are the planner's, the network estimates the end of a world
    after some turns (`Settings.horizon`). Otherwise every world is played to the end.

    With `playouts`, equal views and seeds give equal evaluations on every machine and with any
    number of threads. With `seconds`, the result depends on the speed of the machine.

    Args:
        view: what the seat that decides sees. In the opening, any seat that has not answered may
            decide.
        seconds: how many seconds to search.
        playouts: how many games to imagine. The search may play a few less, so that all candidates
            get equally many. It plays at least one for each candidate in each of its rounds.
        seed: the seed of the worlds and of the luck in them.
        line: the maximum number of actions to return in the line of each candidate.
        plan: the maximum number of steps to return in the plan of each candidate.
        settings: how to search, such as the number of candidates and of threads.
        own: the mind that plays on for the seat that decides, as an array of one
            `MIND` (see `policies.mind`). The default is the planner's.
        others: the mind that plays on for all other seats, as an array of one `MIND`. The default
            is the planner's.
        also: legal actions, or their words, to try in any case and until the end of the search,
            such as the action that was played.

    Raises:
        TypeError: a number is not a whole number, or an element of `also` is not an action.
        ValueError: the seat of the view has nothing to decide. Or neither `seconds` nor `playouts`
            is given, or both are, or the number given is not above 0.
        ActionError: an action of `also` is not legal, or makes no sense in the edition.
        PositionError: no state agrees with the view.
    """
    check_effort(seconds, playouts)
    whole_number(seed, "a seed")
    search = search_from(view, seed=seed, settings=settings, own=own, others=others, also=also)
    if playouts is not None:
        search.run_playouts(playouts)
    elif seconds is not None:
        search.run_seconds(seconds)
    return _told(view, search, max(line, 0), max(plan, 0))


def check_effort(seconds: float | None, playouts: int | None) -> None:
    """Check the numbers that say how long to search.

    Raises:
        TypeError: the number of playouts is not a whole number.
        ValueError: neither number is given, or both are, or the number given is not above 0.
    """
    given = [number for number in (seconds, playouts) if number is not None]
    if len(given) != 1:
        raise ValueError("say either for how many seconds to play or how many playouts")
    if playouts is not None:
        whole_number(playouts, "playouts")
    if not given[0] > 0:
        raise ValueError(f"seconds or playouts must be above 0, not {given[0]}")


def search_from(
    view: View,
    *,
    seed: int,
    settings: Settings = DEFAULT,
    own: npt.NDArray[np.void] | None = None,
    others: npt.NDArray[np.void] | None = None,
    also: Sequence[Action | str] = (),
) -> Search:
    """Return a search in the position of a view, before any playout.

    Args:
        view: what the seat that decides sees.
        seed: the seed of the worlds and of the luck in them.
        settings: how to search, such as the number of candidates and of threads.
        own: the mind that plays on for the seat that decides, as an array of one `MIND`. The
            default is the planner's.
        others: the mind that plays on for all other seats, as an array of one `MIND`. The default
            is the planner's.
        also: legal actions, or their words, that are candidates in any case and remain until the
            last round.

    Raises:
        TypeError: an element of `also` is not an action.
        ValueError: the seat of the view has nothing to decide.
        ActionError: an action of `also` is not legal, or makes no sense in the edition.
        PositionError: no state agrees with the view.
    """
    planner = mind_of(PLANNING, view.edition.board, len(view.players))
    minds = minds_at_table(
        planner if own is None else own,
        planner if others is None else others,
        len(view.players),
        view.viewer,
    )
    # The neural networks were trained on planners' games and are wrong about other policies.
    asked = all(mind is None or _same_player(mind, planner) for mind in (own, others))
    neural_networks = neural_network_for(view.edition, len(view.players)) if asked else None
    roots = position_for(view)
    return Search(
        books_of(view.edition),
        roots,
        minds,
        seed,
        settings,
        neural_networks,
        set_weights_for(view.edition),
        _wholes(view, roots, also),
    )


def _same_player(minds: npt.NDArray[np.void], others: npt.NDArray[np.void]) -> bool:
    """Return whether two minds have the same policy and equal weights."""
    (one,), (other,) = minds, others
    weights = one["planner"]["weights"], other["planner"]["weights"]
    return bool(one["policy"] == other["policy"] and weights[0] == weights[1])


def _wholes(
    view: View, roots: npt.NDArray[np.void], actions: Sequence[Action | str]
) -> list[Whole]:
    """Return actions as pairs: the number of the action, and the number of its payment or `ALONE`.

    Args:
        view: the view of the seat that decides.
        roots: a position that agrees with the view, as an array of one `STATE`.
        actions: the actions, or their words.

    Raises:
        TypeError: an element of `actions` is not an action, or `actions` is a single string.
        ActionError: an action is not legal, or makes no sense in the edition.
    """
    if not actions:
        return []
    if isinstance(actions, str):
        raise TypeError(f"also: expected a list of actions, such as [{actions!r}]")
    state: Any = roots[0]
    legal = legal_actions(view.edition, state, view.viewer)
    found: list[Whole] = []
    for given in actions:
        action = parse(given, view, legal) if isinstance(given, str) else given
        check_types(action)
        if not belongs(view.phase, action):
            raise IllegalAction(reason_for(view, action))
        numbers = encode(view.edition, state, action, view.viewer)
        if decode(view.edition, state, numbers, view.viewer) not in legal:
            raise IllegalAction(reason_for(view, action))
        first, payment = (*numbers, ALONE)[:2]
        found.append((first, payment))
    return found


def chosen_action(edition: Edition, search: Search, candidate: int) -> Action:
    """Return a candidate of a search as a typed action.

    Args:
        edition: the game's edition.
        search: the search.
        candidate: the index of the candidate.
    """
    action, payment = int(search.actions[candidate]), int(search.payments[candidate])
    whole = (action,) if payment == ALONE else (action, payment)
    return decode(edition, search.root, whole, search.seat)


def _told(view: View, search: Search, line: int, plan: int) -> Evaluation:
    choice = search.chosen()

    def rank(candidate: int) -> tuple[bool, int, float]:
        values = search.utilities(candidate)
        return candidate != choice, -len(values), -float(values.mean())

    candidates: list[Candidate] = []
    for candidate in sorted(range(len(search.actions)), key=rank):
        shares, margins = search.shares(candidate), search.margins(candidate)
        loss, loss_error = search.loss(choice, candidate)
        action = chosen_action(view.edition, search, candidate)
        further = continuation(view, search, candidate, action, line, plan)
        candidates.append(
            Candidate(
                action=action,
                chance=float(shares.mean()),
                chance_error=error_of(shares),
                margin=float(margins.mean()),
                margin_error=error_of(margins),
                loss=loss,
                loss_error=loss_error,
                playouts=len(shares),
                prior=candidate == PRIOR,
                line=further.line,
                plan=further.plan,
            )
        )
    return Evaluation(
        choice=candidates[0].action,
        candidates=tuple(candidates),
        playouts=search.playouts,
        worlds=search.worlds,
    )


def error_of(values: npt.NDArray[np.float64]) -> float:
    """Return the standard error of the mean of some values, or infinity for fewer than two."""
    if len(values) < 2:
        return float("inf")
    return float(values.std(ddof=1)) / len(values) ** 0.5
