"""The opponents of a learner: bots that play at random or decide by compiled policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from whistlestop.editions.model import Edition
from whistlestop.whole_numbers import whole_number

CHANCE: Final = "random"
"""The name of the bot that plays legal actions at random."""


def names_by_seat(names: Sequence[str], players: int, learner: int) -> tuple[str, ...]:
    """Return the name of the opponent on each seat. The learner's own seat has an empty name.

    Args:
        names: one name for all opponents, or one for each, in the order of their seats.
        players: the number of players.
        learner: the learner's seat.

    Raises:
        TypeError: the seat is not a whole number, `names` is not a sequence, or a name is not a
            string.
        ValueError: there are too many names or too few, or there is no such seat.
    """
    whole_number(learner, "the learner's seat", 0, players - 1)
    if isinstance(names, str):
        raise ValueError("give a list of opponents, even of one")
    if not isinstance(cast(object, names), Sequence):
        raise TypeError(f"opponents is a list of names of bots, not {names!r}")
    strange = [name for name in cast("Sequence[object]", names) if not isinstance(name, str)]
    if strange:
        raise TypeError(f"an opponent is the name of a bot, not {strange[0]!r}")
    if len(names) not in (1, players - 1):
        raise ValueError(
            f"give one opponent for all seats, or {players - 1} of them, not {len(names)}"
        )
    every = list(names) if len(names) == players - 1 else list(names) * (players - 1)
    every.insert(learner, "")
    return tuple(every)


def has_policy(name: str) -> bool:
    """Return True if the bots with a name need only a compiled policy or chance to decide.

    Return False for bots that search, although they also have a policy, and for bots that run in
    Python.

    Raises:
        BotError: there is no such bot.
    """
    if name == CHANCE:
        return True
    # Imported late, because these load the policies.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.bots.registry import make_bot

    made: Any = type(make_bot(name, 0))
    return (
        issubclass(made, PolicyBot)
        and made.choose is PolicyBot.choose
        and made.decide is PolicyBot.decide
    )


def minds_of(names: Sequence[str], edition: Edition, learner: int) -> npt.NDArray[np.void] | None:
    """Return the minds of all seats at the beginning of a game, or None if all play at random.

    Args:
        names: the names of the bots by seat, as `names_by_seat` returns them.
        edition: the edition.
        learner: the learner's seat. Its place in the result has a mind that is never used.

    Raises:
        BotError: there is no such bot, or it does not decide by a policy alone.
    """
    if all(name == CHANCE for seat, name in enumerate(names) if seat != learner):
        return None
    # Imported late, because these load the policies.
    from whistlestop.bots.registry import BotError, policy_bot
    from whistlestop.policies.mind import RANDOM, mind_of

    minds: list[Any] = []
    for seat, name in enumerate(names):
        if seat == learner or name == CHANCE:
            minds.append(mind_of(RANDOM))
        elif not has_policy(name):
            raise BotError(
                f"the bot {name} cannot be an opponent in many games at once: there opponents "
                "decide by a compiled policy, and this bot thinks or runs in Python. Use "
                "`planner` or another bot with a policy here, or play one game at a time "
                "(gymnasium.make, SeatEnv), where every bot can be an opponent"
            )
        else:
            minds.append(policy_bot(name, 0).mind_for(edition.board, len(names)))
    return np.concatenate(minds)
