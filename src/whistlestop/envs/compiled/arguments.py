"""The arrays that the compiled functions of lanes work on, grouped into named tuples.

A function gets only the groups that it needs. Python passes each group as a plain tuple, because
Numba needs half a microsecond longer to find the type of a named tuple. The function names the
values itself, as in `games = LaneGames(*games)`. This costs nothing in compiled code.
"""

# Annotations are evaluated here, because the tool that makes the reference cannot evaluate those of
# named tuples later.

from typing import NamedTuple

from whistlestop.envs.compiled.record_types import Lane
from whistlestop.observations.compiled.record_types import LayoutRecord, Memory
from whistlestop.policies.record_types import Mind
from whistlestop.rules.annotations import Number, Numbers, Records
from whistlestop.rules.record_types import Book, Luck, Sheet, State


class LaneGames(NamedTuple):
    """The games in the lanes, and what is needed to deal and continue them.

    A lane holds one game at a time.
    """

    books: Records[Book]
    """The facts of the edition, as an array of one `BOOK`."""
    states: Records[State]
    """`STATE[lanes]`, the positions."""
    lanes: Records[Lane]
    """`LANE[lanes]`, the records of the lanes."""
    memories: Records[Memory]
    """`MEMORY[lanes]`, the past of each game. The array is empty if observations do not need the
    past."""
    blank: Records[State]
    """A state of zeros, from which each deal begins, as an array of one `STATE`."""
    seats: Number
    """The number of players in each game."""


class ActionTables(NamedTuple):
    """The legal actions of every lane, and how masks number the actions."""

    numbers: Numbers
    """[index in the mask] the number of the action in the rules."""
    indices: Numbers
    """[number in the rules] the index of the action in the mask."""
    marks: Numbers
    """`int8[lanes, actions]`, the masks: 1 for each legal action."""
    allowed: Numbers
    """`uint64[lanes, words]`, the legal actions as sets: bit i % 64 of word i // 64 stands for the
    action with the index i in the mask."""


class Terms(NamedTuple):
    """The terms of the games: the learner's seat, the reward, and the limit of decisions."""

    learner: Number
    """The learner's seat, or `SELF_PLAY`."""
    reward: Number
    """The kind of reward: `WIN`, `MARGIN` or `SCORE`."""
    most_decisions: Number
    """The number of decisions of the caller after which a game is given up. 0 = never."""


class StepResults(NamedTuple):
    """The arrays that receive the results of a step: the rewards, and which games have ended."""

    paid: Numbers
    """`float32[lanes, seats]`, the reward of each seat."""
    rewards: Numbers
    """`float32[lanes]`, the reward of the learner, or in self-play of the seat that acted."""
    terminated: Numbers
    """`bool[lanes]`, whether the game ended."""
    truncated: Numbers
    """`bool[lanes]`, whether the game was given up."""
    ended: Numbers
    """`bool[lanes]`, whether the game ended or was given up. `note_ended` writes this array."""


class Observations(NamedTuple):
    """The arrays that receive observations."""

    layouts: Records[LayoutRecord]
    """The layout of observations, as an array of one record."""
    observations: Numbers
    """`float32[lanes, features]`. If there are no rows, no observations are written."""
    seats: Numbers
    """`int64[lanes]`, receives the seat whose observation is written."""


class Workspace(NamedTuple):
    """The working memory of a worker. Previous contents have no effect.

    Each array has one row for each thread of the worker: one on a CPU, more on a GPU.
    """

    before: Records[State]
    """[thread] a copy of the position before an action."""
    lucks: Records[Luck]
    """[thread] the luck that draws the random outcomes of games, such as cards."""
    choosing: Records[Luck]
    """[thread] the luck for random choices between actions."""
    sheets: Records[Sheet]
    """[thread] the score sheet of a game that has ended."""
    legal: Numbers
    """`int16[threads, MOST_LEGAL]`, the numbers of the legal actions."""


class Opponents(NamedTuple):
    """The minds of opponents that decide by a compiled policy."""

    players: Records[Mind]
    """`MIND[seats]`, the minds of all seats at the beginning of a game."""
    minds: Records[Mind]
    """`MIND[lanes, seats]`, the minds of all seats in the present games."""
