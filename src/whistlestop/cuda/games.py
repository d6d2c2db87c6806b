"""Games side by side on the device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any

import numpy as np

from whistlestop.cuda import arrays
from whistlestop.cuda.compiled import stepping
from whistlestop.cuda.needs import check_device
from whistlestop.editions.model import Edition
from whistlestop.envs.games import Games, Worker
from whistlestop.envs.opponents import CHANCE


class Kernels:
    """The functions on lanes, each started in many threads at once."""

    def __init__(self, grid: tuple[int, int]) -> None:
        """Start nothing yet.

        Args:
            grid: how many blocks there are, and how many threads in each, to share the lanes.
        """
        self._grid = grid

    def __getattr__(self, name: str) -> Callable[..., None]:
        kernel = getattr(stepping, name)

        def start(*arguments: Any) -> None:
            # The last two say which lanes; each thread knows its own.
            kernel[self._grid](*arguments[:-2])

        return start


class DeviceGames(Games):
    """Games of one edition in lanes on the device: `Games`, with all arrays of lanes there."""

    # There is nothing at hand to share for a thread that has one lane.
    _whole = False

    def __init__(
        self,
        edition: str | PathLike[str] | Edition,
        players: int,
        number: int,
        *,
        opponents: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        """Make lanes without games; `reset` deals.

        Args:
            edition: as for `Games`, and so the rest.
            players: as above.
            number: as above.
            opponents: as above; on the device they can play at random only.
            options: as above; `threads` has no meaning here.

        Raises:
            EditionError: there is no such edition.
            NoDevice: there is no device.
            ValueError: something else is not possible.
        """
        check_device()
        if opponents is not None and any(name != CHANCE for name in opponents):
            raise ValueError(f"on the device opponents play at random: name them {CHANCE!r}")
        blocks, block = arrays.grid(max(1, min(number, arrays.MOST_THREADS)))
        self._rooms = blocks * block
        self._functions = Kernels((blocks, block))
        self._found = self._zeros(1, np.int64)
        super().__init__(edition, players, number, opponents=opponents, **options)

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return arrays.zeros(shape, dtype)

    def given(self, array: Any, dtype: Any = None) -> Any:
        """An array on the device: the same one if it is there already."""
        return arrays.on_device(array, dtype)

    def _made_workers(self, threads: int) -> list[Worker]:
        del threads
        return [Worker(0, self._number, self._zeros, self._rooms)]

    def _fetched(self, records: Any, lane: int) -> Any:
        return records[lane : lane + 1].copy_to_host()[0]

    def _first_illegal(self, actions: Any) -> int:
        self._found.copy_to_device(np.array([self._number]))
        self._functions.find_illegal(self.lanes, self._allowed, actions, self._found, 0, 0)
        found = int(self._found.copy_to_host()[0])
        return -1 if found == self._number else found

    def any_ended(self) -> bool:
        """True: asking the device would make everything wait for the answer."""
        return True
