"""Environments for learning and search: Gymnasium, PettingZoo, OpenSpiel.

    >>> from whistlestop.envs import VectorEnv
    >>> env = VectorEnv("usa", players=2, num_envs=8)
    >>> observations, info = env.reset(seed=1)

| what | where |
| --- | --- |
| many games at once, by Gymnasium's vector interface | `whistlestop.envs.VectorEnv` |
| one seat against bots | `gymnasium.make("whistlestop/Usa-v0", opponents=["random"])` |
| everybody in turn, for PettingZoo | `whistlestop.envs.pettingzoo.env(edition="usa", players=3)` |
| for OpenSpiel | `import whistlestop.envs.openspiel`, `pyspiel.load_game("whistlestop")` |

They need the extra `envs` (`pip install "whistlestop[envs]"`), and that for OpenSpiel `openspiel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.envs.needs import needed

if TYPE_CHECKING:
    from whistlestop.envs.single import SeatEnv
    from whistlestop.envs.vector import VectorEnv

__all__ = ["SeatEnv", "VectorEnv"]

needed("gymnasium", "envs")
needed("whistlestop.envs.registration", "envs").register()


def __getattr__(name: str) -> Any:
    # Late: what is compiled is loaded by those who use it.
    if name == "VectorEnv":
        from whistlestop.envs.vector import VectorEnv

        return VectorEnv
    if name == "SeatEnv":
        from whistlestop.envs.single import SeatEnv

        return SeatEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
