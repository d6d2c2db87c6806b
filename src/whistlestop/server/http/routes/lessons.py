"""Lessons, and the tables at which they are taken."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from whistlestop.play import lessons as taught_lessons
from whistlestop.play.lessons import lesson, lesson_names
from whistlestop.server.errors import Refusal
from whistlestop.server.http.assets import answer, made
from whistlestop.server.http.request import (
    Call,
    Made,
    check_new_table,
    commands_of,
    person,
    service_of,
)
from whistlestop.server.http.responses import BODY, JSON, changes, file
from whistlestop.server.http.routes.tables import MOST_LISTED
from whistlestop.server.sent.lessons import Lesson, LessonTitle, lesson_sent, title_sent
from whistlestop.server.sent.listing import newest_lessons


class Beginning(msgspec.Struct):
    """The body of a request to begin a lesson."""

    anew: bool = False
    """Whether to set up a new table even if the caller has an unfinished table of this lesson."""


@lru_cache(maxsize=1)
def _titles() -> bytes:
    return msgspec.json.encode([title_sent(lesson(name)) for name in lesson_names()])


@get(
    "/api/lessons",
    sync_to_thread=False,
    summary="List the lessons",
    responses=file(JSON, kind=list[LessonTitle]),
)
def lessons(request: Call) -> Response[bytes]:
    """Return all lessons, each with its board and its approximate length in minutes.

    Lessons in which beginners play a whole game come first.
    """
    return answer(request, made(("lessons",), ".json", _titles))


@get(
    "/api/lessons/{name:str}",
    sync_to_thread=False,
    summary="Get a lesson",
    responses=file(JSON, 404, kind=Lesson),
)
def one_lesson(request: Call, name: FromPath[str]) -> Response[bytes]:
    """Return a lesson's steps.

    Each step has the action that the reader has to take (if any), what the page points at, and the
    key of the step's text in the language catalogues.
    """
    taught = _lesson(name)
    make = lambda: msgspec.json.encode(lesson_sent(taught))  # noqa: E731
    return answer(request, made(("lesson", name), ".json", make))


@post(
    "/api/lessons/{name:str}",
    status_code=201,
    summary="Take a lesson",
    responses=changes(Made, 404, BODY, status=201),
)
async def take_lesson(
    request: Call, name: FromPath[str], data: JSONBody[Beginning | None] = None
) -> Made:
    """Return the id of a table where the caller takes a lesson.

    It is the table where the caller has begun the lesson and not finished it. If there is none, or
    if `anew` is true, a new table is set up.
    """
    caller, service, taught = await person(request), service_of(request), _lesson(name)
    if data is None or not data.anew:
        kept = await service.store.tables_of(caller.id, MOST_LISTED)
        rows = await service.tables.readable(kept)
        begun = newest_lessons((row.id, row.state, row.summary) for row in rows)
        if name in begun:
            return Made(begun[name])
    check_new_table(request)
    return Made(await commands_of(request).setting_up.begin_lesson(caller, taught))


def _lesson(name: str) -> taught_lessons.Lesson:
    """Return the lesson with a name.

    Raises:
        Refusal: there is no such lesson.
    """
    try:
        return lesson(name)
    except KeyError as error:
        raise Refusal(404, "no_lesson") from error


handlers = [lessons, one_lesson, take_lesson]
