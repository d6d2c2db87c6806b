"""The server's log: one line of JSON for each event, without secrets."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import time
import traceback
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, Final

QUIET: Final = 600.0
"""A time in seconds. If a failure has not occurred for longer, its next occurrence counts as the
first again, and is logged in full."""

REMEMBERED: Final = 200
"""The maximum number of different failures that are counted at a time. If there are more, the one
that has not occurred for the longest time is forgotten."""

logger = logging.getLogger("whistlestop.server")

_UVICORN: Final = "uvicorn.error"
"""The name of uvicorn's logger."""


class _Json(logging.Formatter):
    """A log formatter that turns each log record into a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        fields |= {"what": record.getMessage(), **getattr(record, "fields", {})}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


def start_logging(everything: bool) -> None:
    """Write the log to standard error.

    Args:
        everything: whether to log every request and move, or only warnings and errors.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    for name in ("whistlestop.server", _UVICORN):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(logging.WARNING)
    # Clients can cause uvicorn's records. They must not be able to fill the log with them.
    logging.getLogger(_UVICORN).addFilter(_seldom)
    if everything:
        logger.setLevel(logging.INFO)


def log(what: str, **fields: Any) -> None:
    """Log an event. Do nothing if only warnings and errors are logged.

    Args:
        what: what happened.
        fields: further values for the line. Ids of tables are replaced by digests.
    """
    if logger.isEnabledFor(logging.INFO):
        logger.info(what, extra={"fields": _without_ids(fields)})


def warn(what: str, **fields: Any) -> None:
    """Log a warning.

    Args:
        what: what is unusual.
        fields: further values for the line. Ids of tables are replaced by digests.
    """
    logger.warning(what, extra={"fields": _without_ids(fields)})


def failed(what: str, fault: BaseException | None = None, **fields: Any) -> None:
    """Log a failure with its traceback.

    A failure that repeats is logged in full only once. At its 10th, 100th, ... occurrence only the
    count is logged, so that the log does not make a full disk worse.

    Args:
        what: the operation that failed.
        fault: the exception; None = the exception that is being handled.
        fields: further values for the line. Ids of tables are replaced by digests.
    """
    fault, fields = fault or sys.exception(), _without_ids(fields)
    times = _repeats.count(what, fault)
    if times == 1:
        logger.error(what, extra={"fields": fields}, exc_info=fault)
    elif times:
        logger.error(what, extra={"fields": {**fields, "fault": str(fault), "times": times}})


def table_digest(table: str) -> str:
    """Return the digest that the log has in place of a table's id.

    Anyone who knows the id can watch the table, so the log must not contain it.
    """
    return hashlib.blake2b(table.encode(), digest_size=6).hexdigest()


def _without_ids(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a log line with digests in place of the ids of tables."""
    if "table" in fields:
        fields = {**fields, "table": table_digest(fields["table"])}
    if "path" in fields:
        path = _TABLE.sub(lambda found: found[1] + table_digest(found[2]), fields["path"])
        fields = {**fields, "path": path}
    return fields


_TABLE: Final = re.compile(
    r"(/api/tables/|/t/|/replay/|/table\.|^/(?=[\w-]{12}(?:[^\w/-][^/]*)?$))([\w-]{8,})[^/]*",
    re.ASCII | re.IGNORECASE,
)
"""Matches a possible table id in a path. Group 1 is what stands before the id. Group 2 is the id.
The match also covers text that was appended to a link: a full stop from a message, or a seat's
key."""


class _Repeats:
    """A counter of the occurrences of each failure.

    If a failure has not occurred for more than `QUIET` seconds, its count starts again.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, ...], tuple[int, float]] = OrderedDict()

    def count(self, what: str, fault: BaseException | None) -> int:
        """Count a failure, and return how often it has occurred if it should be logged now.

        That is the case at the 1st, 10th, 100th, ... occurrence. Otherwise return 0.
        """
        place = ""
        for frame, line in traceback.walk_tb(fault.__traceback__ if fault is not None else None):
            place = f"{frame.f_code.co_filename}:{line}"
        key = (what, type(fault).__name__, place)
        now = time.monotonic()
        before, last = self._seen.pop(key, (0, now))
        times = 1 if now - last > QUIET else before + 1
        self._seen[key] = (times, now)
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return times if str(times).rstrip("0") == "1" else 0


_repeats: Final = _Repeats()


def _seldom(record: logging.LogRecord) -> bool:
    """Return whether to log a record of uvicorn.

    A failure that has occurred before is logged only at its 10th, 100th, ... occurrence. The
    record's traceback is then replaced by the number of occurrences.
    """
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, UnicodeDecodeError):
        # A client sent invalid UTF-8 over a WebSocket. The server is not at fault.
        return False
    times = _repeats.count(str(record.msg), fault)
    if times > 1:
        record.exc_info = None
        record.fields = {"fault": str(fault), "times": times} if fault else {"times": times}
    return times > 0
