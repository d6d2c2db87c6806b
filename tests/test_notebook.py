"""The notebook of the examples runs, and what it shows is what it would show again."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

nbclient: Any = importlib.import_module("nbclient")
nbformat: Any = importlib.import_module("nbformat")

NOTEBOOK = Path(__file__).parent.parent / "examples" / "first_look.ipynb"


def shown(notebook: Any) -> list[tuple[str, list[str]]]:
    """What was printed under each cell, and what kinds of pictures were drawn."""
    return [
        (
            "".join(one.text for one in cell.outputs if one.output_type == "stream"),
            [kind for one in cell.outputs for kind in one.get("data", {}) if "image" in kind],
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.timeout(900)  # what its environment plays may have to be compiled first
def test_it_runs_and_shows_the_same() -> None:
    kept: Any = nbformat.read(NOTEBOOK, as_version=4)
    again: Any = nbformat.read(NOTEBOOK, as_version=4)
    for cell in again.cells:
        cell.outputs = []
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    nbclient.NotebookClient(again, timeout=800, resources=resources).execute()
    before, now = shown(kept), shown(again)
    # How training goes depends on the last bits of sums, which processors round differently.
    (training,) = (i for i, (text, _) in enumerate(before) if "games won" in text)
    assert now[:training] == before[:training]
    assert [pictures for _, pictures in now] == [pictures for _, pictures in before]
    assert [pictures for _, pictures in now].count(["image/png"]) == 2
    *_, last = now[training][0].splitlines()
    won = float(last.partition("decisions:")[2].split()[0])
    assert won > 85, "a player who has learned wins most games against one who draws lots"


def test_its_last_picture_needs_no_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    (last,) = (cell.source for cell in cells if "docs/learning" in cell.source)
    exec(compile(last, str(NOTEBOOK), "exec"), {"curve": [(0, 10), (256, 60)]})
    assert importlib.import_module("matplotlib").pyplot.get_fignums()
    importlib.import_module("matplotlib.pyplot").close("all")
