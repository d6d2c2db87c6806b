"""Interim."""
from __future__ import annotations
from functools import lru_cache
import numpy as np
from whistlestop.envs.naming import action_names
from whistlestop.rules.actions import ACTIONS


class Numbering:
    def __init__(self, edition):
        self.size = ACTIONS
        self.numbers = np.arange(ACTIONS, dtype=np.int64)
        self.places = np.arange(ACTIONS, dtype=np.int64)
        self.names = action_names(edition)

    @classmethod
    def of(cls, edition):
        return _numbering(edition)


@lru_cache
def _numbering(edition):
    return Numbering(edition)


class Layout:
    size = 64
    low = np.zeros(64, np.float32)
    high = np.ones(64, np.float32)
    @classmethod
    def fitted(cls, edition, players):
        return cls()
    def split(self, t):
        return {"all": t}
    def observe(self, states, seat, out):
        out[:] = 0
        out[:11] = states["hand"][0, seat]


from whistlestop.knowledge.compiling import compiled


@compiled
def observe_lanes(books, states, learner, observation, seats, chosen, every, first, end):
    for lane in range(first, end):
        if every or chosen[lane]:
            seat = np.int64(states[lane].seat) if learner < 0 else learner
            seats[lane] = seat
            observation[lane, :] = 0.0
            for k in range(11):
                observation[lane, k] = states[lane].hand[seat, k] / 100.0
