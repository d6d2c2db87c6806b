"""Kernels compiled for a device that is not there, and what its assembler says of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import pytest
from numba import cuda

OLDEST = (8, 0)
"""The compute capability that is compiled for; the assembler goes on from there to newer ones."""

_device: Any = cuda
_numba: Any = numba


class Needs(NamedTuple):
    """What a kernel needs of the device for each thread."""

    registers: int
    stack: int
    spilled: int


def ptx_of(kernel: Any, arguments: tuple[Any, ...]) -> str:
    """The device's code of a kernel for such arguments, which lie on this machine."""
    signature = _numba.void(*(_numba.typeof(argument) for argument in arguments))
    with _pretended(OLDEST):
        return _device.compile_ptx(kernel.py_func, signature, cc=OLDEST)[0]


@contextmanager
def _pretended(capability: tuple[int, int]) -> Generator[None]:
    """Let there be a device: the compiler asks for one when a kernel calls functions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "numba.cuda.dispatcher.get_current_device",
            lambda: SimpleNamespace(compute_capability=capability),
        )
        yield


def assembled(code: str, capability: int, folder: Path) -> Needs:
    """What code needs when it is assembled for a capability."""
    file = folder / "kernel.ptx"
    file.write_text(code)
    nvidia = find_spec("nvidia")
    assert nvidia is not None
    assert nvidia.submodule_search_locations is not None
    tool = Path(nvidia.submodule_search_locations[0]) / "cuda_nvcc" / "bin" / "ptxas"
    run = subprocess.run(
        [tool, "-v", f"-arch=sm_{capability}", file, "-o", folder / "kernel.cubin"],
        check=True,
        capture_output=True,
        text=True,
    )

    def number(pattern: str) -> int:
        return max(int(match) for match in re.findall(pattern, run.stderr))

    return Needs(
        registers=number(r"Used (\d+) registers"),
        stack=number(r"(\d+) bytes stack frame"),
        spilled=number(r"(\d+) bytes spill"),
    )
