"""The bot that decides by a compiled policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.actions import Action
from whistlestop.bots.protocol import Bot
from whistlestop.editions.model import Edition
from whistlestop.policies.entry import choose_whole
from whistlestop.policies.mind import mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK, seed
from whistlestop.seen.encoding import decode
from whistlestop.seen.view import View
from whistlestop.seen.worlds import position_for

Minds = npt.NDArray[np.void]
"""A mind, as an array with one record (see `policies.mind.mind_of`)."""

Policy = int | Minds | Callable[[str, int], Minds]
"""A description of a bot's policy, in one of three forms:

- the number of a policy. Its weights are those for the edition and the number of players.
- a mind.
- a function that makes a mind for the name of an edition and a number of players.
"""


class PolicyBot:
    """A bot that plays what a compiled policy decides. Its mind is the policy's memory."""

    def __init__(self, seed_number: int, policy: Policy) -> None:
        """Make a bot for one seat of one game.

        Args:
            seed_number: the seed of the policy's random numbers. Equal seeds give equal decisions.
            policy: the policy, in one of the forms of `Policy`. A mind is copied.
        """
        self._policy = policy
        self._minds: Minds | None = None
        self._lucks = np.zeros(1, dtype=LUCK)
        seed(self._lucks[0], np.uint64(seed_number % (1 << 64)))

    @property
    def minds(self) -> Minds:
        """The bot's mind after its last decision, as an array with one record.

        Raises:
            ValueError: the bot has not decided anything yet.
        """
        if self._minds is None:
            raise ValueError("a bot has its mind from its first decision on")
        return self._minds

    def mind_for(self, edition: str, players: int) -> Minds:
        """Return a new mind for the beginning of a game, as an array with one record.

        Args:
            edition: the name of the edition.
            players: the number of players.
        """
        return _made(self._policy, edition, players)

    def choose(self, view: View, legal: tuple[Action, ...], seconds: float) -> Action:
        """Return the action that the policy chooses. A call takes one or two milliseconds.

        Args:
            view: the view of the bot's seat.
            legal: the legal actions.
            seconds: ignored.

        Raises:
            ValueError: the seat has nothing to decide, or the policy's action is not in `legal`.
        """
        del seconds
        action = self.decide(view)
        if action not in legal:
            raise ValueError(f"the policy chose '{action}', which is not among the legal actions")
        return action

    def decide(self, view: View) -> Action:
        """Return the action that the policy takes for the seat of a view.

        Raises:
            ValueError: the seat has nothing to decide.
        """
        if self._minds is None:
            self._minds = self.mind_for(view.edition.board, len(view.players))
        return self._decided(view.edition, position_for(view), view.viewer)

    def _decided(self, edition: Edition, states: npt.NDArray[np.void], seat: int) -> Action:
        numbers = np.empty(2, dtype=np.int64)
        minds: Any = self._minds
        choose_whole(books_of(edition), states, minds, self._lucks, numbers)
        action, payment = (int(number) for number in numbers)
        state: Any = states[0]
        return decode(edition, state, (action,) if payment == ALONE else (action, payment), seat)


def _made(policy: Policy, edition: str, players: int) -> Minds:
    """Return a new mind for one bot at the beginning of a game, as an array with one record."""
    if isinstance(policy, int):
        return mind_of(policy, edition, players)
    if callable(policy):
        return policy(edition, players)
    return policy.copy()


def policy_bots(policy: Policy) -> Callable[[int], Bot]:
    """Return a function that makes a bot with this policy from the bot's seed.

    Args:
        policy: the policy, in one of the forms of `Policy`.
    """
    return lambda seed_number: PolicyBot(seed_number, policy)
