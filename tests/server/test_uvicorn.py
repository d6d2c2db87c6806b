"""What the server uses of Uvicorn's inside is there, and `pyproject.toml` holds Uvicorn to it.

`server/connections.py`, `server/house.py` and `server/serve.py` derive from Uvicorn's protocols and
its server. Uvicorn has no public hooks for what they do: to count connections, to limit the time
for heads and bodies, and to limit frames of WebSockets. Uvicorn may change its inside in any
version. If a test here fails, read what has changed there, adapt these three files, run
`test_connections.py`, `test_live.py` and `test_house.py` with the new version and with the lowest,
and only then raise the bound.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from whistlestop.server.connections import Config, Connection, Connections, Line
from whistlestop.server.house import Neighbour
from whistlestop.server.serve import Server

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"

OVERRIDDEN: dict[type, tuple[type, tuple[str, ...]]] = {
    Connection: (
        HttpToolsProtocol,
        (
            "connection_made",
            "connection_lost",
            "data_received",
            "handle_websocket_upgrade",
            "on_message_begin",
            "on_headers_complete",
            "on_message_complete",
            "on_response_complete",
            "pause_writing",
            "resume_writing",
            "send_400_response",
        ),
    ),
    Neighbour: (HttpToolsProtocol, ("connection_made",)),
    Line: (
        WebSocketsSansIOProtocol,
        (
            "run_asgi",
            "connection_lost",
            "pause_writing",
            "resume_writing",
            "handle_ping",
            "handle_pong",
            "handle_cont",
        ),
    ),
    Server: (uvicorn.Server, ("startup", "shutdown")),
}
"""The methods that our classes replace, with the class of Uvicorn that must still call them."""

HTTP = {"client", "config", "cycle", "loop", "pipeline", "transport"}
WEBSOCKET = {
    "close_sent",
    "config",
    "conn",
    "disconnected",
    "frames",
    "handle_parser_exception",
    "loop",
    "pending_ping_payload",
    "read_paused",
    "transport",
    "writable",
}
CYCLE = {"disconnected", "message_event", "response_complete", "response_started"}
SERVER = {"config", "run", "server_state", "servers", "started"}
"""The attributes that our classes read or set."""


def overridden() -> Iterator[Any]:
    for ours, (theirs, names) in OVERRIDDEN.items():
        for name in names:
            yield pytest.param(ours, theirs, name, id=f"{ours.__name__}.{name}")


@pytest.mark.parametrize(("ours", "theirs", "name"), [*overridden()])
def test_uvicorn_still_has_the_method(ours: type, theirs: type, name: str) -> None:
    """Else Uvicorn would not call ours any more, and a limit would silently be gone."""
    here = f"{theirs.__name__}.{name} of Uvicorn {version('uvicorn')}"
    assert name in vars(ours), f"{ours.__name__}.{name} is gone: remove it here"
    assert name in vars(theirs), f"{here} is gone: {ours.__name__}.{name} is never called"
    found = inspect.signature(getattr(theirs, name)).parameters
    assert [*found] == [*inspect.signature(getattr(ours, name)).parameters], f"{here} takes {found}"
    ways = {inspect.iscoroutinefunction(getattr(one, name)) for one in (ours, theirs)}
    assert len(ways) == 1, f"{here} and ours are not both coroutines"


@pytest.mark.parametrize("ours", [Connection, Line], ids=lambda one: one.__name__)
def test_no_override_is_missing_above(ours: type) -> None:
    """The list above is complete."""
    theirs, names = OVERRIDDEN[ours]
    also = {name for name in vars(ours) if name in vars(theirs) and not name.startswith("__")}
    assert also == set(names)


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that does nothing."""


def test_uvicorn_still_has_the_attributes() -> None:
    async def look() -> None:
        connections = Connections(0, 0, 1, 1, 1)
        settings: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "log_config": None}
        config = Config(_nothing, connections, lifespan="off", **settings)
        config.load()
        assert config.http_protocol_class is Connection, "Uvicorn does not use our connections"
        assert config.ws_protocol_class is Line, "Uvicorn does not use our WebSockets"
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        # As `serve.py` makes connections from devices in the house.
        made = Connection(config, server.server_state, server.lifespan.state)
        line = Line(config, server.server_state, server.lifespan.state)
        parameters = [*inspect.signature(RequestResponseCycle).parameters]
        cycle = RequestResponseCycle(**dict.fromkeys(parameters))  # type: ignore[arg-type]
        for theirs, thing, names in (
            (HttpToolsProtocol, made, HTTP),
            (WebSocketsSansIOProtocol, line, WEBSOCKET),
            (RequestResponseCycle, cycle, CYCLE),
            (uvicorn.Server, server, SERVER),
        ):
            missing = {name for name in names if not hasattr(thing, name)}
            assert not missing, f"{theirs.__name__} of Uvicorn {version('uvicorn')} lacks {missing}"
        for listening in server.servers:
            listening.close()

    asyncio.run(look())


def test_uvicorn_is_bounded_above() -> None:
    """A version that nobody has tried these classes with is not installed."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (asked,) = (one for one in extras["server"] if one.startswith("uvicorn"))
    bound = re.search(r"<(\d+)\.(\d+)$", asked)
    assert bound is not None, f"{asked} has no upper bound"
    tried = tuple(map(int, version("uvicorn").split(".")[:2]))
    newest = tuple(map(int, bound.groups()))
    assert tried < newest, f"Uvicorn {version('uvicorn')} is installed, but {asked} is wanted"
