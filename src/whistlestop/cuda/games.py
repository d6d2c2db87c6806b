"""Many games at once on the device."""

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
    """The functions of `envs.compiled.lanes` as kernels. Each attribute is one of these functions.

    Calling the attribute starts the kernel in many threads. The arguments are those of the function
    in `envs.compiled.lanes`. The last two, the range of lanes, have no effect.
    """

    def __init__(self, grid: tuple[int, int]) -> None:
        """Set the grid. No kernel is started yet.

        Args:
            grid: the number of blocks, and of threads in each block, among which the lanes are
                shared.
        """
        self._grid = grid

    def __getattr__(self, name: str) -> Callable[..., None]:
        kernel = getattr(stepping, name)

        def start(*arguments: Any) -> None:
            # The last two arguments are the range of lanes, which each thread computes itself.
            kernel[self._grid](*arguments[:-2])

        return start


class DeviceGames(Games):
    """Games of one edition in lanes on the device. All arrays of lanes are on the device, too."""

    # A whole step of a few lanes at once is faster only if they share a cache, as on a processor.
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
        """Create the lanes, without games. Call `reset` to deal the games.

        Args:
            edition: a built-in edition, a study board (`tiny`, `middle`), the path of a file, or an
                edition.
            players: the number of players in each game.
            number: the number of lanes.
            opponents: the names of the players of the other seats. On the device, all of them must
                be `random`. None = ask for the decisions of every seat.
            options: the other options of `Games`. `threads` has no effect.

        Raises:
            EditionError: there is no such edition.
            NoDevice: there is no device.
            ValueError: another argument is not possible.
        """
        check_device()
        if opponents is not None and any(name != CHANCE for name in opponents):
            raise ValueError(f"on the device opponents play at random: name them {CHANCE!r}")
        blocks, block = arrays.grid(max(1, min(number, arrays.MOST_THREADS)))
        self._threads = blocks * block
        self._functions = Kernels((blocks, block))
        self._found = self._zeros(1, np.int64)
        super().__init__(edition, players, number, opponents=opponents, **options)

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return arrays.zeros(shape, dtype)

    def given(self, array: Any, dtype: Any = None) -> Any:
        """Return an array on the device. An array that is already on the device is not copied.

        Args:
            array: an array, or anything that NumPy converts to an array.
            dtype: the type of the items of a copy. The default is NumPy's choice.
        """
        return arrays.on_device(array, dtype)

    def _made_workers(self, threads: int) -> list[Worker]:
        del threads
        return [Worker(0, self._number, self._zeros, self._threads)]

    def _fetched(self, records: Any, lane: int) -> Any:
        return records[lane : lane + 1].copy_to_host()[0]

    def _first_illegal(self, actions: Any) -> int:
        self._found.copy_to_device(np.array([self._number]))
        self._functions.find_illegal(self.lanes, self._allowed, actions, self._found, 0, 0)
        found = int(self._found.copy_to_host()[0])
        return -1 if found == self._number else found

    def any_ended(self) -> bool:
        """Return True, even if no game has ended.

        Fetching the true answer from the device would delay every step.
        """
        return True
