"""Routes for operators: health and metrics."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler

from whistlestop.server import clock, logs
from whistlestop.server.errors import Refused
from whistlestop.server.http.request import Call, json_answer, service_of
from whistlestop.server.http.responses import answers
from whistlestop.server.metrics import gauge


def as_spelled(call: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a request that spells the path of a route differently: `/metrics/` or `/%6detrics`.

    A proxy that blocks a path compares spellings, and may let other spellings pass.

    Raises:
        NotFoundException: the path is not spelled exactly as in the route.
    """
    if call.scope["raw_path"].decode("latin-1") not in handler.paths:
        raise NotFoundException


class Health(msgspec.Struct):
    """The server's health: `ok`, or what is wrong."""

    status: str
    """`ok`, or a sentence that says what is wrong."""


@get(
    "/health",
    guards=[as_spelled],
    summary="Get the server's health",
    responses={**answers(Health), **answers(Health | Refused, status=503)},
)
async def health(request: Call) -> Response[bytes]:
    """Return status 200 if the database can be read and written, and 503 if not.

    Also 503 if the connection to other servers is lost.
    """
    try:
        await service_of(request).store.check()
    except TimeoutError:
        return json_answer(Health("the database does not answer"), 503)
    except Exception as fault:
        logs.failed("health")
        return json_answer(Health(f"nothing can be saved: {fault}"), 503)
    if not service_of(request).peers.listening:
        return json_answer(Health("other servers cannot be heard"), 503)
    return json_answer(Health("ok"))


@get(
    "/metrics",
    guards=[as_spelled],
    sync_to_thread=False,
    media_type="text/plain",
    summary="Get the metrics",
    responses=answers(str, media_type="text/plain"),
)
def metrics(request: Call) -> Response[str]:
    """Return the metrics of this process in the format of Prometheus."""
    service = service_of(request)
    states = Counter(room.table.state for room in service.tables.rooms if room.table is not None)
    gauges = (
        gauge("tables", "Tables in memory.", states.total()),
        gauge(
            "tables_asleep", "Tables that left memory.", len(service.tables.rooms) - states.total()
        ),
        gauge("games_running", "Games in progress.", states["playing"]),
        gauge("connections", "Connections that follow a table.", service.live.connections),
        gauge(
            "bot_decisions_queued",
            "Decisions of bots that wait for a thread.",
            service.thinking.queued,
        ),
        gauge(
            "bot_seconds_given",
            "Seconds that a decision may take now if all count for one person.",
            service.thinking.share,
        ),
        gauge("servers", "Servers that share the database.", len(service.peers.others) + 1),
        gauge(
            "clock_off_seconds",
            "Seconds by which the machine's clock is ahead of the server's.",
            round(clock.wall_ahead(), 1),
        ),
    )
    return Response(service.metrics.text(gauges), media_type="text/plain; version=0.0.4")


handlers = [health, metrics]
