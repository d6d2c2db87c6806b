"""Beginning again where another server was quicker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from whistlestop.server.errors import Refusal
from whistlestop.server.storage.store import Outrun

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

MOST_TRIES: Final = 10
"""How often something is begun again because another server was quicker."""


def unless_outrun(
    method: Callable[Asked, Awaitable[Answer]],
) -> Callable[Asked, Coroutine[Any, Any, Answer]]:
    """Begin again where another server was quicker: what was to be done may not be possible now."""

    @wraps(method)
    async def again(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        for _ in range(MOST_TRIES):
            try:
                return await method(*args, **kwargs)
            except Outrun:
                continue
        raise Refusal(503, "too_busy", "This table is changing too fast; try again.")

    return again
