"""What a seat knows, as numbers for learning: observations, information states, actions.

`Layout` says which number of a tensor means what, writes tensors and reads them; `Numbering` counts
the actions of an edition through. Whoever plays many games at once calls the compiled functions
below them: `compiled.writing`, `compiled.masks` and `compiled.memory`.
"""

from __future__ import annotations

from whistlestop.observations.layout import Layout, Placed
from whistlestop.observations.numbering import Numbering
from whistlestop.observations.past import memory_from

__all__ = ["Layout", "Numbering", "Placed", "memory_from"]
