"""Retrying an operation after another server has changed the table first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from whistlestop.server.errors import Refusal
from whistlestop.server.storage.store import Conflict

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

MOST_TRIES: Final = 10
"""The maximum number of times that an operation is tried if other servers keep changing the table
first."""


def retry_conflicts(
    method: Callable[Asked, Awaitable[Answer]],
) -> Callable[Asked, Coroutine[Any, Any, Answer]]:
    """Decorate an operation on a table so that it is tried again after a conflict.

    A conflict is a change that another server commits first. Each try reads the table again. The
    other server's change may be a reason to refuse the operation.

    Raises:
        Refusal: after `MOST_TRIES` conflicts.
    """

    @wraps(method)
    async def again(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        for _ in range(MOST_TRIES):
            try:
                return await method(*args, **kwargs)
            except Conflict:
                continue
        raise Refusal(503, "too_busy")

    return again
