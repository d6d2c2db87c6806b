"""The environments by name: `gymnasium.make("whistlestop/Usa-v0")`.

Importing `whistlestop.envs` registers them, and so does the module in front of the name:
`gymnasium.make("whistlestop.envs:whistlestop/Usa-v0")`. Older versions of Gymnasium use the
entry point of the package as well.
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
