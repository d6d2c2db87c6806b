"""Check what the package needs: the extra `cuda`, and a graphics card with its driver."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final

from whistlestop.extras import sentence
from whistlestop.rules.compiling import INTERPRETED

MODULES: Final = ("numba_cuda", "gymnasium")
"""Modules that the extra `cuda` installs."""


class NoDevice(RuntimeError):
    """The error for a machine on which no device can play games."""


def check_installed() -> None:
    """Check that the extra `cuda` is installed.

    Raises:
        ImportError: the extra is missing. The message gives the command that installs it.
    """
    for module in MODULES:
        if find_spec(module) is None:
            raise ImportError(sentence(module, "cuda"))


def is_available() -> bool:
    """Return whether games can be played on a device or on Numba's simulator."""
    return _fault() is None


def check_device() -> None:
    """Check that games can be played on a device or on Numba's simulator.

    Raises:
        NoDevice: they cannot. The message says why.
    """
    fault = _fault()
    if fault is not None:
        raise NoDevice(fault)


def is_simulated() -> bool:
    """Return whether Numba's simulator is used instead of a device."""
    return bool(_cuda().config.ENABLE_CUDASIM)


def device_name() -> str:
    """Return the name of the device that plays the games."""
    if is_simulated():
        return "Numba's simulator"
    name = _cuda().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _fault() -> str | None:
    """Return why games cannot be played, or None if they can."""
    if is_simulated():
        if not INTERPRETED:
            return (
                "the simulator of a device runs what is interpreted: set NUMBA_DISABLE_JIT=1, too"
            )
        return None
    cuda = _cuda()
    if cuda.is_available():
        return None
    error = cuda.cuda_error()
    reason = f" ({' '.join(str(error).split()).strip(' :.')})" if error is not None else ""
    return f"there is no graphics card by NVIDIA here whose driver answers{reason}"


def _cuda() -> Any:
    from numba import cuda

    return cuda
