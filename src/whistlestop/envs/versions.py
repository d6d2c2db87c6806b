"""The version of the environments, which is part of their names."""

from __future__ import annotations

from typing import Final

VERSION: Final = 0
"""Counted up when the same seed and the same actions no longer give the same rewards, or when
observations or the numbers of actions change."""
