"""A set of texts with a maximum size, which drops the text that was added longest ago."""

from __future__ import annotations

from collections import OrderedDict


class RecentKeys:
    """A set of texts. If there are too many, the one that was added longest ago is dropped."""

    def __init__(self, most: int) -> None:
        """Create an empty set.

        Args:
            most: the maximum number of texts.
        """
        self._most = most
        self._keys: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, key: str) -> bool:
        """Return whether a text is in the set."""
        return key in self._keys

    def add(self, key: str) -> None:
        """Add a text, or make it the newest one."""
        self._keys[key] = None
        self._keys.move_to_end(key)
        if len(self._keys) > self._most:
            self._keys.popitem(last=False)

    def discard(self, key: str) -> None:
        """Remove a text. Do nothing if it is not there."""
        self._keys.pop(key, None)
