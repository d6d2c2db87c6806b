"""Files as responses: compressed once, and sent again only after they have changed."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from litestar import Request, Response

Call = Request[Any, Any, Any]

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"

_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
}
_PACKED: Final = frozenset((".woff2", ".png", ".jpg", ".webp", ".ico"))


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, ready to be sent."""

    body: bytes
    packed: bytes | None
    """The body compressed with gzip; None if that would not be shorter."""
    media_type: str
    tag: str


@lru_cache(maxsize=256)
def asset(body: bytes, ending: str) -> Asset:
    """Return a file with its compressed body. The result is cached.

    Args:
        body: the content of the file.
        ending: the ending of its name with the dot, which determines the media type.
    """
    kind = _TYPES.get(ending) or mimetypes.types_map.get(ending, "application/octet-stream")
    packed = None if ending in _PACKED else gzip.compress(body, 9, mtime=0)
    if packed is not None and len(packed) >= len(body):
        packed = None
    return Asset(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


MOST_MADE: Final = 256
"""The maximum number of assets in the cache of `made`. If there are more, the least recently
requested asset is dropped."""

_made: OrderedDict[tuple[str, ...], Asset] = OrderedDict()
_making = threading.Lock()


def made(key: tuple[str, ...], ending: str, make: Callable[[], str | bytes]) -> Asset:
    """Return an asset from the cache, or make it at the first request.

    Args:
        key: what identifies the asset.
        ending: the ending of its name with the dot.
        make: returns the content. Two requests at the same time may both call it.
    """
    with _making:
        if key in _made:
            _made.move_to_end(key)
            return _made[key]
    content = make()
    found = asset(content.encode() if isinstance(content, str) else content, ending)
    with _making:
        _made[key] = found
        while len(_made) > MOST_MADE:
            _made.popitem(last=False)
    return found


def answer(request: Call, found: Asset) -> Response[bytes]:
    """Return an asset as a response, or a response with status 304 if the client has it.

    If the request has the query parameter `v`, the version of the file, clients may keep the
    response forever.
    """
    cache = FOREVER if request.query_params.get("v") else ASK_AGAIN
    headers = {"etag": found.tag, "cache-control": cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    body = found.body
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, headers=headers, media_type=found.media_type)


def page_file(path: str) -> Asset | None:
    """Return a file of the web page. None if there is no such file, or if it is not for clients.

    `path` is relative to the folder `web`. But a path that begins with `language/` and ends with
    `.json` means a file in the folder `language`, which is beside `web`.
    """
    parts = [part for part in path.split("/") if part]
    if not parts or any(part.startswith(".") or "\\" in part for part in parts):
        return None
    if not path.isprintable():
        return None
    if parts[-1].endswith((".py", ".pyc")):
        return None
    # The terminal reads the catalogues, too, so they are outside the page's folder.
    spoken = parts[0] == "language" and parts[-1].endswith(".json")
    try:
        file: Traversable = resources.files("whistlestop" if spoken else "whistlestop.web")
    except ModuleNotFoundError:
        return None
    for part in parts:
        file = file.joinpath(part)
    if not file.is_file():
        return None
    _, dot, ending = parts[-1].rpartition(".")
    body = file.read_bytes()
    # Comments of other authors' files stay, because they contain licences.
    own = ending in ("js", "css") and parts[0] != "vendor"
    return asset(lightened(body) if own else body, dot + ending)


_COMMENT: Final = re.compile(
    rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*$|/\*\* @[a-z]+ (?:(?!\*/).)*\*/ ?", re.M | re.S
)
"""The comments that `lightened` removes: those that fill their lines, and type annotations of
values within a line."""

_INDENTATION: Final = re.compile(rb"^[ \t]+", re.M)


@lru_cache(maxsize=256)
def lightened(body: bytes) -> bytes:
    """Return a file of the page without comments and indentation. Every line keeps its number.

    The indentation of lines within a template literal is removed, too. Therefore only templates
    with the tag `html` may span lines, because `html` ignores indentation.
    """
    code = _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), body)
    return _INDENTATION.sub(b"", code)
