"""What a seat knows, as numbers for learning: observations, information states and actions.

`Layout` says what each number of a tensor means; it also writes and reads tensors. `Numbering`
numbers the actions of an edition without gaps. To play many games at once, call the compiled
functions that these classes use: `compiled.writing`, `compiled.masks` and `compiled.memory`.
"""

from __future__ import annotations

from whistlestop.observations.layout import Layout, Placed
from whistlestop.observations.numbering import Numbering
from whistlestop.observations.past import memory_from

__all__ = ["Layout", "Numbering", "Placed", "memory_from"]
