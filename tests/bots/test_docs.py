from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.pages import run_blocks

from whistlestop.bots.registry import make_bot

DOCUMENT = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def test_snippets_run(tmp_path: Path) -> None:
    assert "after" in run_blocks(DOCUMENT, tmp_path)


@pytest.mark.parametrize("name", ["Greedy", "Careless"])
def test_its_bots_can_be_named_by_file(tmp_path: Path, name: str) -> None:
    source = next(snippet for snippet in SNIPPETS if f"class {name}" in snippet)
    imports = "from whistlestop import Action, ClaimRoute, View\n"
    path = tmp_path / "my_bot.py"
    path.write_text(imports + source, encoding="utf-8")
    assert callable(make_bot(f"{path}:{name}", 1).choose)
