"""How the game may go on after a candidate action, in one imagined world."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.actions import (
    Action,
    BuildStation,
    Cards,
    ClaimRoute,
    DrawDisplay,
    PaySurcharge,
    Withdraw,
    cards_text,
)
from whistlestop.editions.model import Edition
from whistlestop.judge.search import Search
from whistlestop.policies.games import MOST_DECISIONS
from whistlestop.rules.actions import CLAIM, DRAW_TICKETS, PAY, STATION, WITHDRAW
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.encoding import decode
from whistlestop.seen.view import View

Numbers = npt.NDArray[np.int64]

LINE: Final = 6
"""The default number of actions in the line of a candidate."""

PLAN: Final = 3
"""The default number of steps in the plan of a candidate."""

_WHOLE_GAME: Final = 1000
"""The number of actions in which a plan is looked for. Few games have more."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An action in an imagined continuation of the game, and the seat that takes this action."""

    seat: int
    action: Action

    def __str__(self) -> str:
        return f"{self.seat + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A step of a plan: what a seat does in one of its later turns, and which cards it needs first.

    `action` is only the first action of the turn. Of a journey, it is the start. Of a tunnel, it is
    the claim without the surcharge.
    """

    action: Action
    missing: Cards
    """The cards of the payment that the seat does not hold yet. Cards that it pays before this
    step, surcharges included, are not counted as held."""

    def __str__(self) -> str:
        collect = f"collect {cards_text(self.missing)}, " if self.missing else ""
        return f"{collect}{self.action}"


@dataclass(frozen=True, slots=True)
class Continuation:
    """How the game may go on after a candidate action, in one imagined world.

    The search played the candidate in several worlds. The margin is the deciding seat's lead at the
    end of a world, or a neural network's estimate of this lead. The continuation is that of the
    world whose margin is closest to the mean of all these worlds.
    """

    line: tuple[Foreseen, ...]
    """The next actions of all seats."""
    plan: tuple[Planned, ...]
    """What the deciding seat does in its next turns, without the turns in which it draws cards."""


def continuation(
    view: View, search: Search, candidate: int, action: Action, line: int, plan: int
) -> Continuation:
    """Imagine how the game goes on after a candidate of a finished search.

    Args:
        view: the view of the seat that decides.
        search: the search, after some playouts of the candidate.
        candidate: the index of the candidate.
        action: the candidate's action.
        line: the maximum number of actions in the line.
        plan: the maximum number of steps in the plan.
    """
    if not line and not plan:
        return Continuation((), ())
    margins = search.margins(candidate)
    world = int(np.abs(margins - margins.mean()).argmin())
    # A claim takes two places in the array: one for the route, and one for the payment.
    places = min(2 * line, MOST_DECISIONS)
    if plan:
        places = max(places, _WHOLE_GAME)
    actions: Numbers = np.zeros(places, dtype=np.int64)
    states = np.zeros(places, dtype=STATE)
    number = int(search.follow(candidate, world, actions, states))
    trace = _Trace(view.edition, actions[:number], states[:number])
    hand = _Hand(view)
    hand.take(action)
    return Continuation(line=_line(trace, line), plan=_plan(trace, search.seat, hand, plan))


@dataclass(frozen=True, slots=True)
class _Trace:
    """What all seats do after the candidate action in one imagined world, in order.

    Attributes:
        edition: the game's edition.
        actions: [i] the numbers of the actions. A payment is an action of its own.
        states: [i] the positions in which the actions are taken.
    """

    edition: Edition
    actions: Numbers
    states: Any

    def whole(self, place: int) -> Action | None:
        """Return the action at an index of `actions`, together with its payment.

        Return None if the action needs a payment and the trace ends before it.
        """
        numbers = [int(action) for action in self.actions[place : place + self.size(place)]]
        if len(numbers) < self.size(place):
            return None
        state = self.states[place]
        return decode(self.edition, state, tuple(numbers), int(state["seat"]))

    def size(self, place: int) -> int:
        """Return how many elements of `actions` an action takes, from the index `place` on.

        A claim and a station take 2, one for the payment. Any other action takes 1.
        """
        action = int(self.actions[place])
        return 2 if CLAIM <= action < PAY or STATION <= action < WITHDRAW else 1


def _line(trace: _Trace, length: int) -> tuple[Foreseen, ...]:
    """Return the first `length` actions of a trace, or fewer if it ends. Payments do not count."""
    found: list[Foreseen] = []
    place = 0
    while place < len(trace.actions) and len(found) < length:
        action = trace.whole(place)
        if action is None:
            break
        found.append(Foreseen(int(trace.states[place]["seat"]), action))
        place += trace.size(place)
    return tuple(found)


class _Hand:
    """The cards that a seat surely holds at one moment of an imagined continuation.

    They are the cards in its hand before the continuation and the cards that it has taken from the
    display since, without those that it has paid. Cards from the deck do not count.
    """

    def __init__(self, view: View) -> None:
        """Begin with the viewer's hand and with the set that it has laid out for a tunnel."""
        self._held = Counter(view.me.hand or {})
        self._laid_out = Counter(dict(view.tunnel.cards) if view.tunnel else {})

    def take(self, action: Action) -> Cards:
        """Remove the cards that an action costs from the hand. Return those that the hand lacks.

        A card that the action takes from the display is added to the hand. If the action gives a
        tunnel up, the cards that paid for the tunnel are added again. Other actions change nothing,
        and return no cards.
        """
        if isinstance(action, DrawDisplay):
            self._held[action.card] += 1
        elif isinstance(action, Withdraw):
            self._held += self._laid_out
        elif isinstance(action, ClaimRoute | BuildStation | PaySurcharge):
            paid = Counter(dict(action.cards))
            # A surcharge can only be followed by the end of the turn, so that nothing comes back.
            self._laid_out = paid & self._held
            self._held -= self._laid_out
            missing = paid - self._laid_out
            return tuple((card, missing[card]) for card, _ in action.cards if missing[card])
        return ()


def _plan(trace: _Trace, seat: int, hand: _Hand, steps: int) -> tuple[Planned, ...]:
    """Return what a seat does in its next turns, and which cards it must collect for each of them.

    Turns in which it draws cards are left out, and so are tunnels that it gives up.

    Args:
        trace: the actions of all seats.
        seat: the seat.
        hand: the cards of the seat before the trace.
        steps: the maximum number of turns to return.
    """
    phases, actions = trace.states["phase"], trace.actions
    turns = (phases == Phase.TURN) & (actions >= DRAW_TICKETS)
    own = (trace.states["seat"] == seat) & (turns | (phases == Phase.SURCHARGE))
    found: list[Planned] = []
    for place in np.flatnonzero(own).tolist():
        if turns[place] and len(found) == steps:
            break
        action = trace.whole(place)
        if action is None:
            break
        missing = hand.take(action)
        if turns[place]:
            found.append(Planned(action, missing))
        elif isinstance(action, Withdraw):
            del found[-1:]  # Nothing is deleted if the candidate itself is the tunnel.
    return tuple(found)
