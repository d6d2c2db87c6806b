"""Who plays the seats that a learner does not: chance, or compiled policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from whistlestop.editions.model import Edition
from whistlestop.whole_numbers import whole_number

CHANCE: Final = "random"
"""The bot that plays anything that is legal."""


def names_by_seat(names: Sequence[str], players: int, learner: int) -> tuple[str, ...]:
    """The opponent on each seat, in the order of the seats; the learner's own is left empty.

    Args:
        names: one name for all opponents, or one for each.
        players: how many play.
        learner: the learner's seat.

    Raises:
        TypeError: the seat is no whole number, or a name is no text.
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
    """Return whether the bots of this name decide by a compiled policy alone, or at random.

    A bot that searches begins with a policy, but it does not play as that policy plays.

    Raises:
        BotError: there is no such bot.
    """
    if name == CHANCE:
        return True
    # Late, as they load the policies.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.bots.registry import make_bot

    made: Any = type(make_bot(name, 0))
    return (
        issubclass(made, PolicyBot)
        and made.choose is PolicyBot.choose
        and made.decide is PolicyBot.decide
    )


def minds_of(names: Sequence[str], edition: Edition, learner: int) -> npt.NDArray[np.void] | None:
    """The minds of all seats at the beginning of a game; None if all play at random.

    Args:
        names: as `names_by_seat` has them.
        edition: what is played.
        learner: the learner's seat; its mind is never asked.

    Raises:
        BotError: there is no such bot, or it does not decide by a policy alone.
    """
    if all(name == CHANCE for seat, name in enumerate(names) if seat != learner):
        return None
    # Late, as it loads the policies.
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
            minds.append(policy_bot(name, 0).mind_for(edition.name, len(names)))
    return np.concatenate(minds)
