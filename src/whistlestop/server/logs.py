"""The server's log: one line of JSON for each thing that happened, without anybody's secrets."""

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
"""Seconds without a fault after which it is written whole again."""

REMEMBERED: Final = 200
"""Different faults that are counted at a time."""

logger = logging.getLogger("whistlestop.server")

_UVICORN: Final = "uvicorn.error"
"""The logger of the library that speaks HTTP."""


class _Json(logging.Formatter):
    """Formats a record as an object."""

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
        everything: whether to write every request and move, or only what went wrong.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    for name in ("whistlestop.server", _UVICORN):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(logging.WARNING)
    # What clients send makes it write: a line for each time would be theirs to have.
    logging.getLogger(_UVICORN).addFilter(_seldom)
    if everything:
        logger.setLevel(logging.INFO)


def log(what: str, **fields: Any) -> None:
    """Write that something happened."""
    if logger.isEnabledFor(logging.INFO):
        logger.info(what, extra={"fields": _without_ids(fields)})


def warn(what: str, **fields: Any) -> None:
    """Write that something is odd."""
    logger.warning(what, extra={"fields": _without_ids(fields)})


def failed(what: str, fault: BaseException | None = None, **fields: Any) -> None:
    """Write that something went wrong, with where.

    A fault that comes again and again is written whole the first time only, then as a count at
    its 10th, 100th, ... time: a full disk must not be filled by the log that tells of it.

    Args:
        what: what was being done.
        fault: what went wrong; None = the exception that is being handled.
        fields: what else there is to say.
    """
    fault, fields = fault or sys.exception(), _without_ids(fields)
    times = _repeats.told(what, fault)
    if times == 1:
        logger.error(what, extra={"fields": fields}, exc_info=fault)
    elif times:
        logger.error(what, extra={"fields": {**fields, "fault": str(fault), "times": times}})


def table_digest(table: str) -> str:
    """Return what stands in the log for a table's id, with which anybody could look on there."""
    return hashlib.blake2b(table.encode(), digest_size=6).hexdigest()


def _without_ids(fields: dict[str, Any]) -> dict[str, Any]:
    """Return what is to be logged with digests in the place of the ids of tables."""
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
"""What may be the id of a table in a path, with what somebody's message program has added to it: a
full stop, or the key of a seat."""


class _Repeats:
    """Counts how often the same has gone wrong; after some quiet it counts anew."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, ...], tuple[int, float]] = OrderedDict()

    def told(self, what: str, fault: BaseException | None) -> int:
        """The number of times that this has happened, including now; 0 = it is not to be told."""
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
    """Whether to write a record of that library; one that repeats gets its count."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, UnicodeDecodeError):
        # A client sent text that is none over a WebSocket, and is told so: nothing is wrong here.
        return False
    times = _repeats.told(str(record.msg), fault)
    if times > 1:
        record.exc_info = None
        record.fields = {"fault": str(fault), "times": times} if fault else {"times": times}
    return times > 0
