"""Limits on thinking: how long a bot may take, and what happens if it takes longer.

A bot that takes too long, raises an exception or chooses an illegal action loses that move only.
The fallback makes the move, the game goes on, and the tournament counts the loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from whistlestop.actions import Action, DrawDeck
from whistlestop.arena.tournament.clock import Clock
from whistlestop.arena.tournament.contestants import Budget
from whistlestop.arena.tournament.results import Thinking
from whistlestop.bots.asking import Answer, Chosen, TooSlow, ask, complaint
from whistlestop.bots.protocol import Bot
from whistlestop.events import Event
from whistlestop.seen.view import View

GRACE: Final = 0.05
"""The seconds by which every decision may exceed its budget, because operating systems cause
delays."""

GRACE_SHARE: Final = 0.1
"""The share of the budget by which a decision may exceed it, in addition to `GRACE`."""

WITHOUT_CLOCK: Final = 60.0
"""The limit in seconds for a decision whose budget is a number of playouts."""


def limit(budget: Budget) -> float:
    """Return the limit in seconds for a decision. Later decisions are replaced by `fallback`.

    The limit is the budget with the allowance for delays (`GRACE`, `GRACE_SHARE`). For a budget in
    playouts, the limit is `WITHOUT_CLOCK`.
    """
    if budget.seconds is None:
        return WITHOUT_CLOCK
    return budget.seconds * (1 + GRACE_SHARE) + GRACE


def fallback(legal: Sequence[Action]) -> Action:
    """Return the action for a bot that is late or fails: a draw from the deck, if legal.

    If drawing from the deck is illegal, return the first legal action. The choice is never random.
    If tickets are on offer, the first legal action keeps as few of them as possible.

    Args:
        legal: the legal actions, at least one, in the order in which a game lists them.
    """
    draw = DrawDeck()
    return draw if draw in legal else legal[0]


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of asking a bot for a decision.

    The move is *lost* if the bot is late or fails. `fallback` then chooses the action.
    """

    action: Action | None
    """A legal action, or None if the move is lost, so that `fallback` must choose."""
    seconds: float
    """The seconds that the bot thought."""
    late: bool = False
    """Whether the move is lost because the answer came too late."""
    complaint: str = ""
    """The reason why the move is lost. Empty if the move is not lost."""


def judged(name: str, answer: Answer, seconds: float, most: float) -> Decision:
    """Return the decision for a bot's answer: without an action if the answer is late or a fault.

    Args:
        name: the bot's name, for the complaint.
        answer: the result of asking the bot.
        seconds: the seconds that the bot thought.
        most: the limit in seconds.
    """
    if seconds > most:
        return too_late(name, seconds, most)
    if isinstance(answer, Chosen):
        return Decision(answer.action, seconds)
    return Decision(None, seconds, complaint=complaint(name, answer))


def too_late(name: str, seconds: float, most: float) -> Decision:
    """Return a decision without an action, for a bot that took longer than its limit."""
    return Decision(None, seconds, late=True, complaint=complaint(name, TooSlow(round(most, 3))))


@dataclass(slots=True)
class Account:
    """The running counts and times of a seat's decisions in one game."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    late: int = 0
    failed: int = 0
    complaint: str = ""

    def note(self, decision: Decision) -> None:
        """Add a decision to the counts and times."""
        self.decisions += 1
        self.seconds += decision.seconds
        self.slowest = max(self.slowest, decision.seconds)
        self.late += decision.late
        self.failed += decision.action is None and not decision.late
        self.complaint = self.complaint or decision.complaint

    def closed(self) -> Thinking:
        """Return the counts and times so far. The times are rounded to microseconds."""
        return Thinking(
            decisions=self.decisions,
            seconds=round(self.seconds, 6),
            slowest=round(self.slowest, 6),
            late=self.late,
            failed=self.failed,
            complaint=self.complaint,
        )


class Decider(Protocol):
    """An object that decides for one seat in one game, within limits on thinking."""

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Decision:
        """Choose an action for the seat within the limits on thinking.

        Args:
            view: what the seat sees.
            legal: the legal actions.
            news: the events since the last decision, for a bot that asks for them.

        Returns:
            The decision, with the time it took. Its action is None if the move is lost.
        """
        ...


@dataclass(slots=True)
class Trusted:
    """A bot that thinks in this process. It is not interrupted, but a late answer is discarded."""

    name: str
    bot: Bot
    budget: Budget

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Decision:
        """Ask the bot for an action, and measure the time it takes (see `Decider.decide`)."""
        clock = Clock()
        answer = ask(self.bot, view, legal, seconds_for(self.budget), news)
        return judged(self.name, answer, clock.seconds(), limit(self.budget))


def seconds_for(budget: Budget) -> float:
    """Return the seconds that a bot with this budget is told it has for a decision.

    For a budget in playouts, the result is `WITHOUT_CLOCK`.
    """
    return WITHOUT_CLOCK if budget.seconds is None else budget.seconds


@dataclass(slots=True)
class Seated:
    """A decider on its seat, with the fallback for lost moves and the counts of its decisions."""

    decider: Decider
    account: Account = field(default_factory=Account)

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Action:
        """Return the bot's action, and count the decision.

        If the bot is late, fails or chooses an illegal action, the move is lost: the action is that
        of the fallback.

        Args:
            view: what the seat sees.
            legal: the legal actions.
            news: the events since the last decision.
        """
        decision = self.decider.decide(view, legal, news)
        self.account.note(decision)
        return fallback(legal) if decision.action is None else decision.action
