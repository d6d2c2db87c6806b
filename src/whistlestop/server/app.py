"""The ASGI application: route handlers, answers to errors, and the guard before them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException

from whistlestop.server.errors import Details, Refusal, RequestFault
from whistlestop.server.house import House
from whistlestop.server.http.assets import page_file
from whistlestop.server.http.fast_path import FastPath
from whistlestop.server.http.guard import Guard
from whistlestop.server.http.head_requests import HeadRequests
from whistlestop.server.http.openapi import openapi
from whistlestop.server.http.request import json_answer, service_of
from whistlestop.server.http.routes import (
    accounts,
    appearance,
    bots,
    branching,
    catalogue,
    changing_hands,
    closing,
    clubs,
    daily,
    editions,
    hints,
    history,
    hosting,
    house_access,
    journeys,
    ladder,
    lessons,
    live,
    operations,
    pace,
    pages,
    people,
    playing,
    push,
    puzzles,
    records,
    rematching,
    retelling,
    reviews,
    seating,
    setting_up,
    standing_in,
    starting,
    stations,
    tables,
    taking_back,
    talking,
    thinking_ahead,
    tunnels,
    webhooks,
)
from whistlestop.server.service import Service
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store

LARGEST_BODY = 64 * 1024

HANDLERS: Final = (
    *catalogue.handlers,
    *editions.handlers,
    *lessons.handlers,
    *puzzles.handlers,
    *daily.handlers,
    *ladder.handlers,
    *clubs.handlers,
    *people.handlers,
    *house_access.handlers,
    *accounts.handlers,
    *webhooks.handlers,
    *push.handlers,
    *setting_up.handlers,
    *tables.handlers,
    *seating.handlers,
    *starting.handlers,
    standing_in.resign,
    standing_in.come_back,
    *rematching.handlers,
    standing_in.standin_after,
    *bots.handlers,
    *talking.handlers,
    *playing.handlers,
    *history.handlers,
    *records.handlers,
    *retelling.handlers,
    *hints.handlers,
    *reviews.handlers,
    *branching.handlers,
    *appearance.handlers,
    *changing_hands.handlers,
    *hosting.handlers,
    *pace.handlers,
    *closing.handlers,
    *taking_back.handlers,
    *thinking_ahead.handlers,
    *journeys.handlers,
    *stations.handlers,
    *tunnels.handlers,
    *live.handlers,
    *pages.handlers,
    *operations.handlers,
)
"""The handlers of all requests, in the order of the OpenAPI description."""

STATUS_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "bad_request",
}
"""The refusal code for each HTTP status of a request that is refused before a handler sees it."""


def application(
    settings: Settings,
    store: Store,
    lan: Sequence[str] | None = None,
    house: House | None = None,
) -> Guard:
    """Return the ASGI application.

    Args:
        settings: the operator's settings.
        store: an open database. The caller closes it after the application has ended.
        lan: URLs under which other devices reach this server; None = they cannot.
        house: the access from other devices in the house, which can be switched on and off while
            the server runs; None = the access cannot be switched.
    """
    service = Service(settings, store, lan, house)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None]:
        await service.start()
        drawing = asyncio.create_task(asyncio.to_thread(pages.draw_ahead))
        try:
            yield
        finally:
            await service.close()
            await drawing

    inside = Litestar(
        route_handlers=HANDLERS,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_refused,
            UnicodeDecodeError: _no_text,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        lifespan=[running],
        openapi_config=openapi(),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )
    return Guard(FastPath(HeadRequests(inside), service), service)


def _refused(_: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    return json_answer(refusal.body, refusal.status)


def _http_refused(request: Request[Any, Any, Any], fault: HTTPException) -> Response[bytes]:
    page = page_file("index.html") if fault.status_code == 404 and _by_hand(request) else None
    if page is not None:
        # The page says in the reader's language that nothing was found.
        return Response(page.body, status_code=404, media_type=page.media_type)
    code = STATUS_CODES.get(fault.status_code, "bad_request")
    if fault.status_code >= 500:
        code = "internal_error"
    faults = cast(list[str | RequestFault], fault.extra)
    details: Details = {"faults": faults} if isinstance(fault.extra, list) else {}
    # For these two codes, only the framework's message says what is wrong with the request.
    message = fault.detail if code in ("bad_request", "method_not_allowed") else None
    refusal = Refusal(fault.status_code, code, message=message, **details)
    return json_answer(refusal.body, refusal.status)


def _no_text(_: Request[Any, Any, Any], fault: UnicodeDecodeError) -> Response[bytes]:
    refusal = Refusal(400, "bad_request", case="not_utf8")
    return json_answer(refusal.body, refusal.status)


def _too_deep(request: Request[Any, Any, Any], fault: RecursionError) -> Response[bytes]:
    """Return the answer to a request that caused a `RecursionError`.

    For a POST request, the answer is status 400: its JSON is nested too deeply to be read. Requests
    with other methods have no such body. Their answer reports an internal error of the server.
    """
    if request.method != "POST":
        return _failed(request, fault)
    refusal = Refusal(400, "bad_request", case="nested")
    return json_answer(refusal.body, refusal.status)


def _by_hand(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser requests a page, and not the API, a file or a drawing.

    Browsers request pages with an `Accept` header that contains `text/html`.
    """
    files = request.url.path.startswith(("/api/", "/static/", "/drawings/"))
    return not files and "text/html" in request.headers.get("accept", "")


def _failed(request: Request[Any, Any, Any], fault: Exception) -> Response[bytes]:
    refusal = service_of(request).failure(request.url.path, fault)
    return json_answer(refusal.body, refusal.status)
