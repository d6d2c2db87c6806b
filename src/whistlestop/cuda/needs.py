"""What a graphics card needs besides Whistlestop itself, and what is said where it is missing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final

from whistlestop.rules.compiling import INTERPRETED

MODULES: Final = ("numba_cuda", "gymnasium")
"""What the extra `cuda` brings."""


class NoDevice(RuntimeError):
    """There is nothing here that games could be played on."""


def check_installed() -> None:
    """See that the extra is installed.

    Raises:
        ImportError: it is not; the message says what brings it.
    """
    for module in MODULES:
        if find_spec(module) is None:
            raise ImportError(
                f'{module} is not installed; this brings it: pip install "whistlestop[cuda]"'
            )


def is_available() -> bool:
    """Whether there is a device to run on, or Numba's simulator of one."""
    return _fault() is None


def check_device() -> None:
    """See that there is a device to run on.

    Raises:
        NoDevice: there is none; the message says why.
    """
    fault = _fault()
    if fault is not None:
        raise NoDevice(fault)


def is_simulated() -> bool:
    """Whether Numba's simulator stands in for a device."""
    return bool(_cuda().config.ENABLE_CUDASIM)


def device_name() -> str:
    """What the device is called that games are played on."""
    if is_simulated():
        return "Numba's simulator"
    name = _cuda().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _fault() -> str | None:
    """Why nothing can run; None if it can."""
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
