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
    @classmethod
    def fitted(cls, edition, players):
        return cls()
    def split(self, t):
        return {"all": t}
    def observe(self, states, seat, out):
        out[:] = 0
        out[:11] = states["hand"][0, seat]
