"""For whoever runs the server: is it well, and how much is there to do."""

from __future__ import annotations

from collections import Counter

from litestar import Response, get

from whistlestop.server import logs
from whistlestop.server.api.calls import Call, json_answer, service_of


@get("/health", summary="Whether the server is well")
async def health(request: Call) -> Response[bytes]:
    """200 if the database answers, 503 if not."""
    try:
        await service_of(request).store.alive()
    except Exception:
        logs.failed("health")
        return json_answer({"status": "the database does not answer"}, 503)
    return json_answer({"status": "ok"})


@get("/metrics", sync_to_thread=False, media_type="text/plain", summary="Figures")
def metrics(request: Call) -> Response[str]:
    """Figures of this process, as Prometheus reads them."""
    service = service_of(request)
    states = Counter(room.table.state for room in service.tables.rooms if room.table is not None)
    gauges = {
        "tables": len(service.tables.rooms),
        "games_running": states["playing"],
        "connections": service.live.connections,
    }
    return Response(service.metrics.text(gauges), media_type="text/plain; version=0.0.4")


handlers = [health, metrics]
