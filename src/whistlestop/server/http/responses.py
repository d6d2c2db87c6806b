"""The possible responses to each request, as `/docs/openapi.json` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIType

from whistlestop.server.errors import Refused

JSON: Final = "application/json"

SpokenLanguage = Literal["en", "it", "nl", "de", "fr"]

_ANY: Final = (400, 401, 408, 429, 431, 500, 503)
"""The statuses of refusals that any request can get."""
_POST: Final = (403,)
"""The additional statuses of refusals for requests that change something."""
BODY: Final = 413
"""The status if a request's body is too large."""

_WORDS: Final = {
    304: "The client has the newest version already.",
    400: "The request cannot be read, or the server does not accept this host name.",
    401: "The token is not valid.",
    403: "The caller is not allowed to do this, or the request comes from another site.",
    404: "Nothing was found.",
    408: "The request took too long to arrive.",
    409: "This is not possible now, or no longer.",
    413: "The body is too large.",
    422: "The request can be read, but a value in it is not possible.",
    429: "Too many requests. Wait a moment.",
    431: "The head of the request is too large.",
    500: "An error occurred in the server. Its log has the details.",
    503: "The database does not answer, or the server has too much to do.",
}


def answers(
    kind: Any, *refused: int, status: int = 200, media_type: str = JSON
) -> dict[int, ResponseSpec]:
    """Return the responses to a request that changes nothing, by their status.

    Args:
        kind: the type of the data in a successful response.
        refused: the statuses of refusals in addition to those that every request can get.
        status: the status of a successful response.
        media_type: the media type of a successful response.
    """
    refusals = {other: _spec(other, Refused, JSON) for other in sorted({*_ANY, *refused})}
    return {**refusals, status: _spec(status, kind, media_type)}


def changes(kind: Any, *refused: int, status: int = 200) -> dict[int, ResponseSpec]:
    """Return the responses to a request that changes something, by their status.

    The status 403 is always included.

    Args:
        kind: the type of the data in a successful response.
        refused: the statuses of refusals in addition to those that every such request can get.
        status: the status of a successful response.
    """
    return answers(kind, *_POST, *refused, status=status)


def file(media_type: str, *refused: int, kind: Any = str) -> dict[int, ResponseSpec]:
    """Return the responses to a request for a file that clients may cache, by their status.

    Args:
        media_type: the media type of the file.
        refused: the statuses of refusals in addition to those that every request can get.
        kind: the type of the file's contents.
    """
    return {**answers(kind, *refused, media_type=media_type), 304: _spec(304, None, JSON)}


def _spec(status: int, kind: Any, media_type: str) -> ResponseSpec:
    words = _WORDS.get(status, "Done.")
    return ResponseSpec(kind, generate_examples=False, description=words, media_type=media_type)


@dataclass
class RecordBody(Operation):
    """The OpenAPI description of a request whose body is a record.

    The body is either the record as text, or JSON with the record and its edition's file.
    """

    def __post_init__(self) -> None:
        """Set `request_body` to a description of both forms of the body.

        The framework cannot describe the body, because the handler has no parameter for it.
        """
        text = Schema(type=OpenAPIType.STRING)
        both = Schema(
            type=OpenAPIType.OBJECT,
            properties={
                "record": Schema(type=OpenAPIType.STRING, description="The record."),
                "edition_text": Schema(
                    type=OpenAPIType.STRING,
                    description="The file of the edition, unless the edition is built in.",
                ),
            },
            required=["record"],
        )
        self.request_body = RequestBody(
            content={
                "text/plain": OpenAPIMediaType(schema=text),
                JSON: OpenAPIMediaType(schema=both),
            },
            required=True,
        )


@dataclass
class TextBody(Operation):
    """The OpenAPI description of a request whose body is text that the handler reads itself."""

    def __post_init__(self) -> None:
        """Set `request_body` to a description of a body of plain text.

        The framework cannot describe the body, because the handler has no parameter for it.
        """
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={"text/plain": text}, required=True)
