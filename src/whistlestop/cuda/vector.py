"""Many games at once on the device, with Gymnasium's vector interface."""

from __future__ import annotations

from typing import Any

from whistlestop.cuda.games import DeviceGames
from whistlestop.envs import VectorEnv as VectorEnvOfProcessor
from whistlestop.envs.games import Games


class VectorEnv(VectorEnvOfProcessor):
    """The vector environment of `whistlestop.envs`, with games and arrays on the device.

    Both environments have the interface and the games in common. These are the differences:

    - Every returned array is on the device. It has `copy_to_host()` and `__cuda_array_interface__`,
      so that PyTorch, CuPy and JAX can use it without a copy. The next step overwrites it.
    - Actions can be arrays on the device, which is fastest.
    - `opponents` must play at random, if there are any.
    - Every lane has its own thread on the device, up to about 65,000 lanes. `threads` has no
      effect.
    - With `AutoresetMode.SAME_STEP` every step returns a `final_obs`. `_final_obs` says for which
      lanes it is valid.
    """

    _games_of: type[Games] = DeviceGames

    def _chosen(self, actions: Any) -> Any:
        chosen = self.games.given(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {chosen.dtype}")
        return chosen
