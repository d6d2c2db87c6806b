"""The libraries of the page are the ones that their README names."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

import whistlestop

WEB = Path(whistlestop.__file__).parent / "web"
FOLDERS = [WEB / "vendor", Path(__file__).parent / "vendor"]


@pytest.mark.parametrize("folder", FOLDERS, ids=["page", "tests"])
def test_every_library_has_the_hash_that_is_written_down(folder: Path) -> None:
    told = dict(
        re.findall(
            r"^\| `([^`]+)` \|(?:.*\|)? `([0-9a-f]{64})` \|$",
            (folder / "README.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("*.js")
    }
    assert told == found


def test_modules_import_by_relative_paths() -> None:
    for file in WEB.rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        for name in re.findall(
            r"""(?:^import |^[^`\n]*\} ?from ?|import\()["']([^"'\n]+)["']""", text, re.M
        ):
            assert name.startswith("."), f"{file.name} imports {name}"
            assert (file.parent / name).is_file(), f"{file.name} imports {name}"
