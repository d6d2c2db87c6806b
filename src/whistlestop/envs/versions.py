"""The version of the environments, which is part of their names."""

from __future__ import annotations

from typing import Final

VERSION: Final = 0
"""The version of all environments. It is raised when a seed and a list of actions no longer lead to
the rewards of the previous version, or when observations or the numbers of actions change."""
