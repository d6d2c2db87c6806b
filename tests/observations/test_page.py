"""The page about observations says what the code does."""

from __future__ import annotations

import doctest
import re

from tests.observations.page import PAGE, rewritten
from whistlestop.observations import layout, numbering


def test_the_table_is_that_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rewritten(text) == text, "run `python -m tests.observations.page`"


def test_the_examples_run() -> None:
    space: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, str(PAGE), "exec"), space)
    for module in (layout, numbering):
        assert doctest.testmod(module).failed == 0
