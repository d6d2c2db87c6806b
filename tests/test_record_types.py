"""The modules `record_types` agree with the records, and every field of a record is explained."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "record_types.py"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("record_types_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool: Any = _loaded()


@pytest.mark.parametrize("folder", tool.RECORDS)
def test_the_modules_are_up_to_date(folder: str) -> None:
    written = tool.path(folder).read_text(encoding="utf-8")
    assert written == tool.module_text(folder), "run tools/record_types.py"


@pytest.mark.parametrize(("module", "name"), tool.CLASSES)
def test_every_field_is_explained(module: str, name: str) -> None:
    """Weights are explained beside their values, and features in their own table."""
    loaded = importlib.import_module(module)
    fields = set(getattr(loaded, name).names)
    if name == "WEIGHTS":
        return
    if name == "LAYOUT":
        from whistlestop.observations.features import FEATURES, offset_field

        fields -= {offset_field(feature) for feature in FEATURES}
    assert fields - tool.meanings(loaded, name).keys() == set()
