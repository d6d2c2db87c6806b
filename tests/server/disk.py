"""A disk that is slow, or that loses what was not written through: `disk_shim.c`, compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("disk_shim.c")


def compiler() -> str | None:
    """The C compiler of this machine, if there is one and what it makes can be preloaded."""
    return shutil.which("cc") if Path("/proc/self/fd").is_dir() else None


needs_compiler = pytest.mark.skipif(
    compiler() is None and not os.environ.get("CI"), reason="there is no C compiler"
)


def shim(folder: Path) -> Path:
    """Compile the shim into a folder. Return what is to be preloaded."""
    made = folder / "disk_shim.so"
    words = ["-O1", "-shared", "-fPIC", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run([compiler() or "cc", *words], check=True)
    return made


def watched(library: Path, folder: Path, images: Path) -> dict[str, str]:
    """The environment of a server of whose folder the disk's images are kept."""
    images.mkdir(exist_ok=True)
    return {
        "LD_PRELOAD": str(library),
        "DISK_FOLDER": str(folder.resolve()),
        "DISK_IMAGES": str(images),
    }


def cut_power(folder: Path, images: Path) -> None:
    """Make a folder what a power cut leaves of it: only what had been written through.

    A name that was not written through is not there. A file that was not has its name and nothing
    in it.
    """
    lines = (images / "names").read_text(encoding="utf-8").splitlines()
    kept: dict[str, bytes] = {}
    for line in lines:
        inode, _, name = line.partition(" ")
        image = images / inode
        kept[name] = image.read_bytes() if image.exists() else b""
    for file in [*folder.iterdir(), *images.iterdir()]:
        if file.is_file():
            file.unlink()
    # What is there now is on the disk.
    names = ""
    for name, content in kept.items():
        (folder / name).write_bytes(content)
        inode = (folder / name).stat().st_ino
        (images / str(inode)).write_bytes(content)
        names += f"{inode} {name}\n"
    (images / "names").write_text(names, encoding="utf-8")
