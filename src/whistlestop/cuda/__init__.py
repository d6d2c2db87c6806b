"""The rules on a graphics card: random games, and environments for learning.

    >>> from whistlestop.cuda import RandomGames
    >>> games = RandomGames("usa", players=2)
    >>> results = games.play(range(100_000))
    >>> results.totals.copy_to_host().mean()

| what | where |
| --- | --- |
| play whole random games from seeds, and return scores and ranks | `whistlestop.cuda.RandomGames` |
| step many games at once, with Gymnasium's vector interface | `whistlestop.cuda.VectorEnv` |
| check whether a device is available | `whistlestop.cuda.is_available()` |

The package needs the extra `cuda` (`pip install "whistlestop[cuda]"`) and a card by NVIDIA with its
driver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.cuda.needs import NoDevice, check_installed, device_name, is_available

if TYPE_CHECKING:
    from whistlestop.cuda.random_games import RandomGames
    from whistlestop.cuda.vector import VectorEnv

__all__ = ["NoDevice", "RandomGames", "VectorEnv", "device_name", "is_available"]

check_installed()


def __getattr__(name: str) -> Any:
    # Imported on first use, because these modules load the rules.
    if name == "RandomGames":
        from whistlestop.cuda.random_games import RandomGames

        return RandomGames
    if name == "VectorEnv":
        from whistlestop.cuda.vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
