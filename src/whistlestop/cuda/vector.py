"""Many games at once on the device, by Gymnasium's vector interface."""

from __future__ import annotations

from typing import Any

from whistlestop.cuda.games import DeviceGames
from whistlestop.envs import VectorEnv as VectorEnvOfProcessor
from whistlestop.envs.games import Games


class VectorEnv(VectorEnvOfProcessor):
    """The vector environment of `whistlestop.envs`, with games and arrays on the device.

    It is made, reset and stepped the same, and brings the same games. What differs:

    - every array that it hands out lies on the device, and has `__cuda_array_interface__`, so that
      PyTorch, CuPy or JAX take it without copying, and `copy_to_host()`. They are written in place
      by the next step;
    - actions can be arrays on the device, which is where they cost least;
    - `opponents` play at random, or there are none;
    - every lane has a thread of the device for itself, up to some 65,000, and `threads` means
      nothing;
    - with `AutoresetMode.SAME_STEP` there is a `final_obs` after every step: `_final_obs` says in
      which lanes it counts.
    """

    _games_of: type[Games] = DeviceGames

    def _chosen(self, actions: Any) -> Any:
        chosen = self.games.given(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {chosen.dtype}")
        return chosen
