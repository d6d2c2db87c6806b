"""Action spaces that know which actions are legal now."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """The actions of one environment; a sample without a mask is one of the legal ones."""

    def __init__(self, mask: npt.NDArray[np.int8]) -> None:
        """Look at a mask, now and later.

        Args:
            mask: `int8[actions]`, written in place by the environment.
        """
        super().__init__(len(mask))
        self.watch(mask)

    def watch(self, mask: npt.NDArray[np.int8]) -> None:
        """Look at another mask from now on: that of a copied environment.

        Args:
            mask: as for the constructor.
        """
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """An action at random.

        Args:
            mask: which actions may come, in place of the legal ones.
            probability: how likely each action is, in place of a mask.
        """
        if mask is None and probability is None:
            mask = np.asarray(self._mask)
        return super().sample(mask, probability)


class LegalActionsOfLanes(spaces.MultiDiscrete[Any]):
    """The actions of many lanes; a sample without a mask is legal in each."""

    def __init__(self, masks: npt.NDArray[np.int8]) -> None:
        """Look at masks, now and later.

        Args:
            masks: `int8[lanes, actions]`, written in place by the environment.
        """
        super().__init__(np.full(len(masks), masks.shape[1]))
        self.watch(masks)

    def watch(self, masks: npt.NDArray[np.int8]) -> None:
        """Look at other masks from now on: those of a copied environment.

        Args:
            masks: as for the constructor.
        """
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action at random for every lane.

        Args:
            mask: which actions may come, in place of the legal ones.
            probability: how likely each action is, in place of a mask.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        marks = np.asarray(self._masks) != 0
        chances = self.np_random.random(len(marks)) * marks.sum(1)
        return (marks.cumsum(1) > chances[:, None]).argmax(1)
