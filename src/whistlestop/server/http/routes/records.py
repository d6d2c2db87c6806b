"""Set up a table from a record."""

from __future__ import annotations

import msgspec
from litestar import post

from whistlestop.editions.load import load
from whistlestop.play.record import LONGEST_RECORD
from whistlestop.server.errors import Details, Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.boards import bad_edition, check_length, read_here
from whistlestop.server.hosting.worker_pool import WorkerFailed
from whistlestop.server.http.request import (
    Call,
    Made,
    asker,
    check_new_table,
    commands_of,
    person,
    service_of,
    unless_gone,
)
from whistlestop.server.http.responses import BODY, RecordBody, changes
from whistlestop.server.http.routes.setting_up import LARGEST_TABLE


@post(
    "/api/records",
    status_code=201,
    request_max_body_size=LONGEST_RECORD + LARGEST_TABLE,
    operation_class=RecordBody,
    summary="Import a record",
    responses=changes(Made, BODY, 422, status=201),
)
async def import_record(request: Call) -> Made:
    """Set up a finished table from a record, and return its id.

    The body is the record as text. If the record is of a player's own edition, the body is JSON
    with `record` and `edition_text`, the file of that edition. Refused (400) if the record has an
    error, or if its edition is not built in and `edition_text` is missing. Refused (413) if the
    record or the file is too large. Refused (422) if the file has errors. Refused (429) if the
    caller has too many tables or imports too often.
    """
    caller = await person(request)
    check_new_table(request)
    sent = _sent_record(await request.body(), request.headers.get("content-type", ""))
    if len(sent.record) > LONGEST_RECORD:
        raise Refusal(413, "too_large", case="record")
    service = service_of(request)
    text = sent.edition_text
    if text is not None:
        check_length(text)
    task, home = jobs.ReplayRecord(sent.record, text), asker(request).home
    answer = await unless_gone(request, service.workers.do(caller.id, task, home))
    match answer:
        case jobs.BadRecord():
            raise _bad_record(answer)
        case jobs.BadEdition():
            raise bad_edition(answer)
        case jobs.Replayed():
            edition = load(answer.edition) if text is None else await read_here(text)
            made = await commands_of(request).setting_up.import_game(answer, edition, caller, text)
            return Made(made)
        case _:
            raise WorkerFailed(f"no game: {type(answer).__name__}")


def _bad_record(found: jobs.BadRecord) -> Refusal:
    """Return the refusal (400) of a faulty record, with the line, column and kind of the fault."""
    details: Details = {
        "line": found.line,
        "column": found.column,
        "reason": found.reason,
        "fault": found.fault,
        "values": found.values,
    }
    if found.edition is not None:
        details["edition"] = found.edition
    if found.board is not None:
        # Pages need this to say the reason in another language.
        details |= {"board": found.board, "seats": [*found.seats]}
    message = f"Line {found.line}, column {found.column}: {found.reason}"
    return Refusal(400, "bad_record", message=message, **details)


class SentRecord(msgspec.Struct):
    """The body of a request to import a record.

    `edition_text` is the text of the edition's file; None = the edition is built in.
    """

    record: str
    edition_text: str | None = None


def _sent_record(body: bytes, media_type: str) -> SentRecord:
    """Return the record in a body: JSON if the media type says so, otherwise text.

    Raises:
        Refusal: the JSON is not valid, or the text is not UTF-8.
    """
    if media_type.partition(";")[0].strip().casefold() == "application/json":
        try:
            return msgspec.json.decode(body, type=SentRecord)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal(400, "bad_request", case="unreadable", reason=str(error)) from error
    try:
        return SentRecord(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refusal(400, "bad_record", case="not_utf8") from error


handlers = [import_record]
