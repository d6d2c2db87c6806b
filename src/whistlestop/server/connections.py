"""Connections: limits on their number and on the time that clients may take.

A client that sends half a request and then waits keeps a file handle in use. A thousand such
clients would block everyone else. So connections are counted, by address and in total. A connection
whose client is too slow is closed after some seconds, or at once if a new connection needs its
place.
"""

from __future__ import annotations

import asyncio
import struct
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, Final, Literal, cast

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from whistlestop.server.addresses import is_proxy, network
from whistlestop.server.errors import Refusal

SWEEP: Final = 0.5
"""Seconds between two checks for connections that have taken too long."""

LARGEST_HEAD: Final = 64 * 1024
"""The maximum number of bytes in the head of a request. A larger one is refused, status 431."""

MOST_ASKED: Final = 100
"""The maximum number of requests on one connection that are not yet answered completely. A further
request is refused with status 429, and the connection is closed."""

MOST_PARTS: Final = 100
"""The maximum number of frames in a WebSocket message. With more, the WebSocket is closed."""

HELD_UP: Final = 1.0
"""Seconds for which the server stops reading from a client that has sent too many frames."""

RESERVED_FILES: Final = 100
"""The number of file handles reserved for the database, for other files and for answers."""


class Connections:
    """All open connections of a server, with their limits."""

    def __init__(
        self, most: int, most_by_address: int, head: float, body: float, send: float
    ) -> None:
        """Set the limits. No connections are counted yet.

        Args:
            most: the maximum number of connections; 0 = any number.
            most_by_address: the maximum number of connections from one address; 0 = any number.
                For a trusted proxy, only `most` counts.
            head: seconds that the head of a request may take to arrive.
            body: seconds that the body of a request may take to arrive.
            send: seconds that a client may take to accept what it is sent.
        """
        self.head, self.body, self.send = head, body, send
        self._most, self._most_by_address = most, most_by_address
        self._homes: dict[object, str] = {}
        """The address or network that each client counts under, by transport; empty for a proxy."""
        self._there: defaultdict[str, set[object]] = defaultdict(set)
        self._waiting: OrderedDict[Connection, float | None] = OrderedDict()
        """Connections that wait for the client, the longest waiting first. Each has the moment at
        which its time runs out, or None if it is idle between requests."""
        self._unread: dict[Connection | Line, float] = {}
        """Connections whose client does not accept what it is sent, each with the moment at which
        its time runs out."""
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def number(self) -> int:
        """The number of open connections."""
        return len(self._homes)

    def enter(self, connection: Connection, address: str) -> Literal["full", "full_here"] | None:
        """Count a new connection, if there is room for it.

        If a limit is reached, the connection that has waited longest for its client is closed, and
        the new one takes its place.

        Returns:
            None if the connection is counted. `full` if there are too many connections in total,
            and `full_here` if there are too many from this address, and none of them can be closed.
        """
        home = "" if is_proxy(address) else network(address)
        here = self._there[home]
        full: Literal["full", "full_here"] | None = None
        if home and 0 < self._most_by_address <= len(here):
            full = "full_here"
            longest = next((one for one in self._waiting if one.transport in here), None)
        elif 0 < self._most <= len(self._homes):
            full = "full"
            longest = next(iter(self._waiting), None)
        else:
            longest = None
        if full is not None and longest is None:
            return full
        if full is not None and longest is not None:
            longest.give_way(full)
            self.leave(longest.transport)
            self.served(longest)
        self._homes[connection.transport] = home
        self._there[home].add(connection.transport)
        return None

    def leave(self, transport: object) -> None:
        """Stop counting a connection that was closed. Do nothing if it was not counted."""
        home = self._homes.pop(transport, None)
        if home is not None:
            self._there[home].discard(transport)
            if not self._there[home]:
                del self._there[home]

    def wait_for(self, connection: Connection, seconds: float | None) -> None:
        """Start the time limit for what a client must send next.

        Args:
            connection: the client's connection.
            seconds: the limit; None = the connection is idle and has no limit.
        """
        self._waiting.pop(connection, None)
        self._waiting[connection] = None if seconds is None else connection.loop.time() + seconds

    def served(self, connection: Connection) -> None:
        """End the time limit of a connection, because its client has sent what was expected."""
        self._waiting.pop(connection, None)

    def pause(self, connection: Connection | Line) -> None:
        """Start the time limit of a client that does not accept what it is sent."""
        self._unread[connection] = connection.loop.time() + self.send

    def resume(self, connection: Connection | Line) -> None:
        """End the time limit of `pause`, because the client accepts data again."""
        self._unread.pop(connection, None)

    def watch(self) -> None:
        """Close slow connections, and schedule the next check.

        Checks follow every `SWEEP` seconds until `close` is called.
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = [one for one, until in self._waiting.items() if until is not None and until <= now]
        for connection in late:
            self.served(connection)
            connection.time_out()
        for connection in [one for one, until in self._unread.items() if until <= now]:
            self.resume(connection)
            connection.transport.abort()
        self._alarm = loop.call_later(SWEEP, self.watch)

    def close(self) -> None:
        """Stop checking for connections that have taken too long."""
        if self._alarm is not None:
            self._alarm.cancel()


class Config(uvicorn.Config):
    """The configuration of a uvicorn server that counts its connections."""

    def __init__(self, app: Any, connections: Connections, **settings: Any) -> None:
        """Configure uvicorn to use `Connection` and `Line`.

        Args:
            app: the ASGI application.
            connections: the count of connections, with their limits.
            settings: further settings of `uvicorn.Config`.
        """
        super().__init__(app, http=Connection, ws=Line, **settings)
        self.connections = connections


class Connection(HttpToolsProtocol):
    """An HTTP connection that is counted and has time limits."""

    _stage: Literal["idle", "head", "body", "answer"] = "head"
    _received = 0
    """How many bytes of the current request have arrived since its head began."""

    def __init__(self, *settings: Any, **more: Any) -> None:
        """Create a connection without requests. The arguments are those of uvicorn's protocol."""
        super().__init__(*settings, **more)
        self._asked: deque[RequestResponseCycle] = deque()
        """Requests that have not been answered completely, the first one first. A client may send
        further requests before it has an answer."""

    @property
    def _all(self) -> Connections:
        return cast(Config, self.config).connections

    @property
    def _newest(self) -> RequestResponseCycle | None:
        """The request that came last, answered or not; None = none has come."""
        return cast("RequestResponseCycle | None", self.cycle)

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The oldest unanswered request, else the newest request; None = none has come."""
        return self._asked[0] if self._asked else self._newest

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection. If there are too many, refuse it with status 503 and close it."""
        super().connection_made(transport)
        full = self._all.enter(self, self.client[0] if self.client else "")
        if full is None:
            self._all.wait_for(self, self._all.head)
        else:
            self.give_way(full)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and drop its unanswered requests."""
        self._all.leave(self.transport)
        self._all.served(self)
        self._all.resume(self)
        self._abandon()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data. Refuse a request with status 431 if its head exceeds `LARGEST_HEAD` bytes."""
        if self._stage == "idle":
            self._expect_head()
        self._received += len(data)
        super().data_received(data)
        if self._stage == "head" and self._received > LARGEST_HEAD:
            self._refuse(Refusal(431, "too_large", case="head"))

    def handle_websocket_upgrade(self) -> None:
        """Turn the connection into a WebSocket, which still counts as a connection.

        If earlier requests on the connection are unanswered, the request for a WebSocket is refused
        with status 429, and the connection is closed.
        """
        if self._asked:
            # The answers to earlier requests would get between the WebSocket's messages.
            self._refuse(_too_many_asked())
            return
        self._all.served(self)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Note that a request begins.

        If the previous request has arrived but is still being answered, the time limit for the new
        request's head starts now.
        """
        super().on_message_begin()
        if self._stage == "answer":
            self._expect_head()
            self._received = 1

    def on_headers_complete(self) -> None:
        """Note that the head of a request has arrived, and start the time limit for its body.

        If `MOST_ASKED` other requests on the connection are unanswered, the request is refused with
        status 429, and the connection is closed.
        """
        if len(self._asked) >= MOST_ASKED:
            if not self.transport.is_closing():
                self._refuse(_too_many_asked())
            return
        before = self._newest
        super().on_headers_complete()
        if (cycle := self._newest) is not None and cycle is not before:
            self._asked.append(cycle)
        self._stage = "body"
        self._all.wait_for(self, self._all.body)

    def on_message_complete(self) -> None:
        """Note that a request has arrived completely, and end its time limit."""
        super().on_message_complete()
        self._stage = "answer"
        self._all.served(self)
        if (cycle := self._newest) is None or cycle.response_complete:
            # The request was answered before all of it had arrived.
            self._rest()

    def on_response_complete(self) -> None:
        """Note that a request was answered. The connection is idle if no other request waits."""
        if self._asked:
            self._asked.popleft()
        super().on_response_complete()
        if self._stage == "answer" and not self.pipeline:
            self._rest()

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read what it is sent."""
        super().pause_writing()
        self._all.pause(self)

    def resume_writing(self) -> None:
        """End the client's time limit for reading, because the client reads again."""
        super().resume_writing()
        self._all.resume(self)

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not HTTP with status 400, and close. `msg` is ignored."""
        self._refuse(Refusal(400, "bad_request", case="not_http"))

    def time_out(self) -> None:
        """Close a connection whose client took too long.

        If part of a request has arrived, answer with status 408 first.
        """
        if self._stage == "head" and not self._received:
            # Browsers open spare connections. If nothing was asked, nothing is answered.
            self.transport.close()
        else:
            self._refuse(Refusal(408, "too_slow"))

    def give_way(self, full: Literal["full", "full_here"]) -> None:
        """Close the connection with status 503, because there are too many connections.

        Args:
            full: `full_here` if there are too many from one address; `full` if there are too many
                in total.
        """
        if full == "full_here":
            self._refuse(Refusal(503, "too_many_connections", case="address"))
        else:
            self._refuse(Refusal(503, "too_many_connections"))

    def _expect_head(self) -> None:
        self._stage, self._received = "head", 0
        self._all.wait_for(self, self._all.head)

    def _rest(self) -> None:
        self._stage = "idle"
        if not self.transport.is_closing():
            self._all.wait_for(self, None)

    def _abandon(self) -> None:
        """Drop all unanswered requests.

        When a connection is lost, uvicorn itself drops only the last request.
        """
        for cycle in self._asked:
            cycle.disconnected = True
            cycle.message_event.set()
        self._asked.clear()
        self.pipeline.clear()

    def _refuse(self, refusal: Refusal) -> None:
        """Send a refusal and close the connection.

        If an answer is partly sent, the connection is closed without the refusal.
        """
        if self.transport.is_closing():
            self.transport.abort()
            return
        if (cycle := self._answering) is not None and cycle.response_started:
            if not cycle.response_complete:
                self.transport.abort()
                return
            if self._stage == "idle":
                self.transport.close()
                return
        body = msgspec.json.encode(refusal.body)
        head = (
            f"HTTP/1.1 {refusal.status} {_PHRASES[refusal.status]}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            "cache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        self._abandon()
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()


def _too_many_asked() -> Refusal:
    return Refusal(429, "too_many_requests", case="unanswered")


_PHRASES: Final = {
    400: "Bad Request",
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class Line(WebSocketsSansIOProtocol):
    """A WebSocket connection, which is counted among the server's connections."""

    allows: Callable[[], bool] | None = None
    """The function that counts one frame of the client and returns whether the frame is allowed.
    None = the application has not identified the client yet, so that every frame is allowed."""

    async def run_asgi(self) -> None:
        """Run the application until the WebSocket closes.

        The key `line` of the application's ASGI scope has this object.
        """
        cast(dict[str, Any], self.scope)["line"] = self
        await super().run_asgi()

    async def tell(self, text: bytes) -> None:
        """Wait until the client has room for more data, and then send a text message as one frame.

        The function skips the layers of the application and the library, which would cost more than
        the message itself. The message needs only a frame head: a server masks nothing, and no
        extension is in use.

        Args:
            text: the text in UTF-8.

        Raises:
            ClientDisconnected: the connection is closed or closing.
        """
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame_head(len(text)) + text)

    @property
    def _all(self) -> Connections:
        return cast(Config, self.config).connections

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._all.leave(self.transport)
        self._all.resume(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read what it is sent."""
        super().pause_writing()
        self._all.pause(self)

    def resume_writing(self) -> None:
        """End the client's time limit for reading, because the client reads again."""
        super().resume_writing()
        self._all.resume(self)

    def handle_ping(self) -> None:
        """Answer a ping, if the rate limit allows it and the client reads what it is sent.

        The library sends together all answers to frames that arrived together. If the ping may not
        be answered, these answers are discarded.
        """
        if self._may_send() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """Note a pong. If it does not answer a ping of the server, count it for the rate limit."""
        if bytes(event.data) == self.pending_ping_payload or self._may_send():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take one more frame of a message that comes in several frames.

        If the message has more than `MOST_PARTS` frames, close the WebSocket with code 1009.
        Without this limit, a client could send empty frames for ever.
        """
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        elif not self.disconnected and self.conn.state is State.OPEN:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many parts")
            self.handle_parser_exception()

    def _may_send(self) -> bool:
        """Count a frame of the client, and return whether the rate limit allows the frame.

        If not, stop reading from the client for `HELD_UP` seconds.
        """
        if self.allows is None or self.allows():
            return True
        if not self.read_paused and self.transport.is_reading():
            self.transport.pause_reading()
            self.loop.call_later(HELD_UP, self._read_on)
        return False

    def _read_on(self) -> None:
        # While a message waits for the application, the library itself decides when to read on.
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()


def frame_head(size: int) -> bytes:
    """Return the head of a WebSocket frame that a server sends with one whole text message.

    Args:
        size: how many bytes of UTF-8 the text has.

    Returns:
        2, 4 or 10 bytes. The unmasked text follows them (RFC 6455, section 5.2).
    """
    if size < 126:
        return struct.pack("!BB", _WHOLE_TEXT, size)
    if size < 1 << 16:
        return struct.pack("!BBH", _WHOLE_TEXT, 126, size)
    return struct.pack("!BBQ", _WHOLE_TEXT, 127, size)


_WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""


def room_for(wanted: int) -> int:
    """Return how many connections the server may accept with the file handles that it can open.

    If the system's limit on file handles is too low for `wanted` connections, the function raises
    the limit as far as possible. On Windows, and if the number of file handles is unlimited, the
    result is `wanted`, even if it is 0.

    Args:
        wanted: the number of connections that there should be. If it is above 0, the result is
            never larger. 0 = as many as the present limit on file handles allows.
    """
    try:
        import resource
    except ImportError:
        # On Windows, sockets are not counted as files.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return wanted
    asked = wanted + RESERVED_FILES if wanted else soft
    if soft < asked:
        more = asked if hard == unlimited else min(asked, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
        except (OSError, ValueError):
            pass
    room = max(soft - RESERVED_FILES, soft // 2)
    return min(wanted, room) if wanted else room
