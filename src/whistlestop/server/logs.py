"""The server's log: one line of JSON for each thing that happened, without anybody's secrets."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

logger = logging.getLogger("whistlestop.server")


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
    for name in ("whistlestop.server", "uvicorn.error"):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(logging.WARNING)
    if everything:
        logger.setLevel(logging.INFO)


def log(what: str, **fields: Any) -> None:
    """Write that something happened."""
    if logger.isEnabledFor(logging.INFO):
        logger.info(what, extra={"fields": fields})


def warn(what: str, **fields: Any) -> None:
    """Write that something is odd."""
    logger.warning(what, extra={"fields": fields})


def failed(what: str, **fields: Any) -> None:
    """Write that something went wrong, with where; to be called while handling the exception."""
    logger.error(what, extra={"fields": fields}, exc_info=True)
