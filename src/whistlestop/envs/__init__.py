"""Environments for learning and search: Gymnasium, PettingZoo, OpenSpiel.

    >>> from whistlestop.envs import VectorEnv
    >>> env = VectorEnv("usa", players=2, num_envs=8)
    >>> observations, info = env.reset(seed=1)

| what | where |
| --- | --- |
| many games at once, with Gymnasium's vector interface | `whistlestop.envs.VectorEnv` |
| one seat against bots, by name | `gymnasium.make("whistlestop/Usa-v0", opponents=["random"])` |
| many games for Stable-Baselines3 | `whistlestop.envs.sb3.make_vec_env("usa", num_envs=8)` |
| all seats in turn, for PettingZoo | `whistlestop.envs.pettingzoo.env(edition="usa", players=3)` |
| a game for OpenSpiel | `import whistlestop.envs.openspiel`, `pyspiel.load_game("whistlestop")` |

The first environment of an installation compiles the code that it needs, and shows the progress on
stderr. Call `compile_environments()` to do this beforehand.

Environments need the extra `envs` (`pip install "whistlestop[envs]"`). OpenSpiel also needs the
extra `openspiel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.extras import needed

if TYPE_CHECKING:
    from whistlestop.envs.compilation import compile_environments
    from whistlestop.envs.single import SeatEnv
    from whistlestop.envs.vector import VectorEnv

__all__ = ["SeatEnv", "VectorEnv", "compile_environments"]

needed("gymnasium")
needed("whistlestop.envs.registration").register()


def __getattr__(name: str) -> Any:
    # Imported late, because loading the compiled code takes time.
    if name == "VectorEnv":
        from whistlestop.envs.vector import VectorEnv

        return VectorEnv
    if name == "SeatEnv":
        from whistlestop.envs.single import SeatEnv

        return SeatEnv
    if name == "compile_environments":
        from whistlestop.envs.compilation import compile_environments

        return compile_environments
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
