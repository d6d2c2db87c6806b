"""Action spaces that sample legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """The action space of one environment. Without a mask, `sample` returns a legal action."""

    def __init__(self, mask: npt.NDArray[np.int8]) -> None:
        """Create the space of the actions in a mask.

        Args:
            mask: `int8[actions]`, 1 for each legal action. The environment updates it in place.
        """
        super().__init__(len(mask))
        self.watch(mask)

    def watch(self, mask: npt.NDArray[np.int8]) -> None:
        """Use another mask from now on, such as that of a copied environment.

        Args:
            mask: `int8[actions]`, 1 for each legal action. The environment updates it in place.
        """
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action, a legal one by default.

        Args:
            mask: 1 for each action that may be returned, instead of the legal actions.
            probability: the probability of each action, instead of a mask.
        """
        if mask is None and probability is None:
            mask = np.asarray(self._mask)
        return super().sample(mask, probability)


class LegalActionsOfLanes(spaces.MultiDiscrete[Any]):
    """The action space of many lanes. Without a mask, `sample` returns legal actions."""

    def __init__(self, masks: npt.NDArray[np.int8]) -> None:
        """Create the space of the actions in the masks of all lanes.

        Args:
            masks: `int8[lanes, actions]`, 1 for each legal action. The environment updates them in
                place.
        """
        super().__init__(np.full(len(masks), masks.shape[1]))
        self.watch(masks)

    def watch(self, masks: npt.NDArray[np.int8]) -> None:
        """Use other masks from now on, such as those of a copied environment.

        Args:
            masks: `int8[lanes, actions]`, 1 for each legal action. The environment updates them in
                place.
        """
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action for every lane, legal ones by default.

        Args:
            mask: the actions that may be returned, instead of the legal ones, in the form that
                `gymnasium.spaces.MultiDiscrete.sample` takes.
            probability: the probabilities of the actions, instead of masks, in the form that
                `gymnasium.spaces.MultiDiscrete.sample` takes.
        """
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        marks = np.asarray(self._masks) != 0
        chances = self.np_random.random(len(marks)) * marks.sum(1)
        return (marks.cumsum(1) > chances[:, None]).argmax(1)
