"""A topic of table events has the same name in every folder of the server."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, cast

from whistlestop.server.app import HANDLERS
from whistlestop.server.hosting.commands import Commands

HERE = Path(__file__).parent
SERVER = HERE.parents[1] / "src" / "whistlestop" / "server"
NO_TOPICS = {"happening", "forgotten"}
"""The base of all happenings, and what the deletion of a person leaves at a table."""


def modules(folder: str) -> set[str]:
    return {file.stem for file in (SERVER / folder).glob("*.py")} - {"__init__"}


def test_every_topic_has_a_module_in_each_folder() -> None:
    topics = modules("table/happenings") - NO_TOPICS
    assert topics <= modules("hosting")
    assert topics <= modules("http/routes")
    assert {f"test_{topic}.py" for topic in topics} <= {file.name for file in HERE.iterdir()}
    nothing = cast(Any, None)
    assert topics == vars(Commands(nothing, nothing, nothing)).keys()


def test_every_handler_is_served() -> None:
    for name in sorted(modules("http/routes")):
        for handler in import_module(f"whistlestop.server.http.routes.{name}").handlers:
            assert any(handler is served for served in HANDLERS), (name, handler)
