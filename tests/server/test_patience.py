"""Every request of the tests waits long enough for a busy machine.

By themselves, httpx gives up after 5 s, websockets after 10 s to connect and 20 s without an answer
to a ping.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
REQUESTS = {"get", "post", "put", "patch", "delete", "head", "request", "stream"}
CLIENTS = {"Client", "AsyncClient"}


def impatient(source: str) -> Iterator[int]:
    """The lines with a request of httpx or a WebSocket that do not say how long it waits."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "websockets.sync.client":
            yield from (node.lineno for name in node.names if name.name == "connect")
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        whose, what = node.func.value, node.func.attr
        asks = isinstance(whose, ast.Name) and whose.id == "httpx" and what in REQUESTS | CLIENTS
        if asks and "timeout" not in {keyword.arg for keyword in node.keywords}:
            yield node.lineno


def test_every_request_says_how_long_it_waits() -> None:
    found = [
        f"{file.relative_to(TESTS)}:{line}"
        for file in sorted(TESTS.rglob("*.py"))
        for line in impatient(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_impatience_is_noticed() -> None:
    assert [*impatient("from websockets.sync.client import ClientConnection, connect")] == [1]
    assert [*impatient("httpx.get('x')\nhttpx.Client(timeout=3)\nhttpx.Client()")] == [1, 3]
