"""The environments by name: `gymnasium.make("whistlestop/Usa-v0")`.

Gymnasium finds this by the package's entry point; importing `whistlestop.envs` registers them, too.
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
    "Tiny": "tiny",
    "Middle": "middle",
}
"""The editions by their environments' names."""


def register() -> None:
    """Make the environments known to Gymnasium, once."""
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
