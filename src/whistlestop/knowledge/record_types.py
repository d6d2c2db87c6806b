"""Fields of the records in `knowledge`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt


class Likelihood(Protocol):
    """How likely the other seats hold each ticket, and a workspace."""

    weight: npt.NDArray[np.float64]
    """[seat, ticket] how likely the seat holds the ticket, relative to others of its stack."""
    left: npt.NDArray[np.float64]
    """[seat, ticket] spaces that the ticket's cheapest path still needs; `INFINITE` = no path."""
    path: npt.NDArray[np.uint64]
    """[seat, ticket, word] all routes of the ticket's cheapest path, built or not."""
    cost: npt.NDArray[np.float64]
    """[route] the spaces of the route, or 0 if the seat whose tickets are weighed owns it."""
    distance: npt.NDArray[np.float64]
    """[place] the cost of the cheapest path from the ticket's origin to the place."""
    via: npt.NDArray[np.int64]
    """[place] the last route of the cheapest path to the place; -1 = a place of the origin."""
    parts: npt.NDArray[np.uint64]
    """[part] the connected parts of a seat's network, each as a set of places."""
