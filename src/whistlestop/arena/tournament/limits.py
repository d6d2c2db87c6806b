"""Limits on thinking: how long a bot may take, and what is done where it takes longer.

Whoever exceeds its time, raises something or answers with what is not legal loses the move, and
only that: the fallback makes it, the game goes on, and the tournament counts it.
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
from whistlestop.view import View

GRACE: Final = 0.05
"""Seconds that every decision may take beyond its time, which an operating system can cost."""

GRACE_SHARE: Final = 0.1
"""The share of its time that a decision may take beyond it, together with `GRACE`."""

WITHOUT_CLOCK: Final = 60.0
"""The limit in seconds for a decision that is given playouts instead of time."""


def limit(budget: Budget) -> float:
    """The seconds after which a decision comes too late."""
    if budget.seconds is None:
        return WITHOUT_CLOCK
    return budget.seconds * (1 + GRACE_SHARE) + GRACE


def fallback(legal: Sequence[Action]) -> Action:
    """The move of whoever has lost theirs: a card from the deck, or else the first legal action.

    Nothing of it is left to luck. Of offered tickets the first legal action keeps the fewest.

    Args:
        legal: the legal actions, at least one, in the order in which a game lists them.
    """
    draw = DrawDeck()
    return draw if draw in legal else legal[0]


@dataclass(frozen=True, slots=True)
class Decision:
    """What came of asking a bot."""

    action: Action | None
    """A legal action; None if the move is lost."""
    seconds: float
    """How long the bot thought."""
    late: bool = False
    """Whether the move is lost because the answer did not come in time."""
    complaint: str = ""
    """Why the move is lost; empty if it is not."""


def judged(name: str, answer: Answer, seconds: float, most: float) -> Decision:
    """What an answer is worth, whatever it is and however long it took.

    Args:
        name: the bot's name, for the complaint.
        answer: what came of asking it.
        seconds: how long it took.
        most: the limit in seconds.
    """
    if seconds > most:
        return too_late(name, seconds, most)
    if isinstance(answer, Chosen):
        return Decision(answer.action, seconds)
    return Decision(None, seconds, complaint=complaint(name, answer))


def too_late(name: str, seconds: float, most: float) -> Decision:
    """The decision of a bot that took longer than its limit."""
    return Decision(None, seconds, late=True, complaint=complaint(name, TooSlow(round(most, 3))))


@dataclass(slots=True)
class Account:
    """A seat's decisions in one game as they are made."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    late: int = 0
    failed: int = 0
    complaint: str = ""

    def note(self, decision: Decision) -> None:
        """Count a decision."""
        self.decisions += 1
        self.seconds += decision.seconds
        self.slowest = max(self.slowest, decision.seconds)
        self.late += decision.late
        self.failed += decision.action is None and not decision.late
        self.complaint = self.complaint or decision.complaint

    def closed(self) -> Thinking:
        """The account at the end of the game."""
        return Thinking(
            decisions=self.decisions,
            seconds=round(self.seconds, 6),
            slowest=round(self.slowest, 6),
            late=self.late,
            failed=self.failed,
            complaint=self.complaint,
        )


class Mind(Protocol):
    """Whatever decides for one seat in one game."""

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Decision:
        """Decide within the limits.

        Args:
            view: what the seat sees.
            legal: what it may do.
            news: what has happened since the last time, for a bot that wants to hear it.
        """
        ...


@dataclass(slots=True)
class Trusted:
    """A bot that thinks in this process: a late answer does not count, but it is waited for."""

    name: str
    bot: Bot
    budget: Budget

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Decision:
        """Decide; see `Mind`."""
        clock = Clock()
        answer = ask(self.bot, view, legal, seconds_for(self.budget), news)
        return judged(self.name, answer, clock.seconds(), limit(self.budget))


def seconds_for(budget: Budget) -> float:
    """The seconds that a bot is told it has for a decision."""
    return WITHOUT_CLOCK if budget.seconds is None else budget.seconds


@dataclass(slots=True)
class Seated:
    """A mind on its seat: every question gets a legal action, and the account is kept."""

    mind: Mind
    account: Account = field(default_factory=Account)

    def decide(self, view: View, legal: Sequence[Action], news: tuple[Event, ...] = ()) -> Action:
        """The bot's decision, or the fallback's.

        Args:
            view: what the seat sees.
            legal: what it may do.
            news: what has happened since the last time.
        """
        decision = self.mind.decide(view, legal, news)
        self.account.note(decision)
        return fallback(legal) if decision.action is None else decision.action
