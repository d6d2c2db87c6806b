"""Register the environments with Gymnasium: `gymnasium.make("whistlestop/Usa-v0")`.

Importing `whistlestop.envs` registers them. Gymnasium imports the module itself if its name comes
first: `gymnasium.make("whistlestop.envs:whistlestop/Usa-v0")`. Older versions of Gymnasium also
find the environments by the entry point of the package.
"""

from __future__ import annotations

from typing import Final

from gymnasium.envs import registration

from whistlestop.envs.versions import VERSION

NAMES: Final = {
    "Usa": "usa",
    "Germany": "germany",
    "London": "london",
    "NewYork": "newyork",
    "Europe": "europe",
    "Switzerland": "switzerland",
    "India": "india",
    "Nordic": "nordic",
    "Tiny": "tiny",
    "Middle": "middle",
}
"""The edition of each environment, by the environment's name."""


def register() -> None:
    """Register all environments with Gymnasium. Later calls do nothing."""
    for name, edition in NAMES.items():
        identifier = f"whistlestop/{name}-v{VERSION}"
        if identifier not in registration.registry:
            registration.register(  # pyright: ignore[reportUnknownMemberType]
                identifier,
                entry_point="whistlestop.envs.single:SeatEnv",
                vector_entry_point="whistlestop.envs.vector:VectorEnv",
                kwargs={"edition": edition, "opponents": ("random",)},
                disable_env_checker=True,
            )
