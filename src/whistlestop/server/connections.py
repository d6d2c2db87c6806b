"""Connections: how many there may be, and how long clients may take over their part.

A client that sends half a request and waits holds a file handle; a thousand of those would keep
everybody else out. So connections are counted, by address and in all, and those that owe the server
something are closed after some seconds, or at once where others need the room.
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
"""Seconds between looks for connections that have taken too long."""

LARGEST_HEAD: Final = 64 * 1024
"""Most bytes of a request's head."""

MOST_ASKED: Final = 100
"""Most requests on one connection that have no whole answer yet."""

MOST_PARTS: Final = 100
"""Most frames of one message on a WebSocket."""

HELD_UP: Final = 1.0
"""Seconds for which nothing more is read from somebody who has sent too much."""

RESERVED_FILES: Final = 100
"""File handles that are left for the database, for other files and for answering."""


class Connections:
    """All open connections of a server."""

    def __init__(
        self, most: int, most_by_address: int, head: float, body: float, send: float
    ) -> None:
        """Start with none.

        Args:
            most: how many there may be; 0 = any number.
            most_by_address: how many there may be from one address; 0 = any number. A proxy may
                have as many as there may be.
            head: seconds that the head of a request may take to arrive.
            body: seconds that its body may take.
            send: seconds that a client may take to accept what it is sent.
        """
        self.head, self.body, self.send = head, body, send
        self._most, self._most_by_address = most, most_by_address
        self._homes: dict[object, str] = {}
        """Transport → where it comes from."""
        self._there: defaultdict[str, set[object]] = defaultdict(set)
        self._waiting: OrderedDict[Connection, float | None] = OrderedDict()
        """Those that owe the server something, with the moment until which they have time, and
        those that are idle; the longest waiting come first."""
        self._unread: dict[Connection | Line, float] = {}
        """Those that do not accept what they are sent, with the moment until which they have."""
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def number(self) -> int:
        """The number of open connections."""
        return len(self._homes)

    def enter(self, connection: Connection, address: str) -> Literal["full", "full_here"] | None:
        """Count a new connection; why it cannot stay, if it cannot.

        Where there are as many as there may be, the longest waiting one is closed in its favour.
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
        """A connection is closed."""
        home = self._homes.pop(transport, None)
        if home is not None:
            self._there[home].discard(transport)
            if not self._there[home]:
                del self._there[home]

    def wait_for(self, connection: Connection, seconds: float | None) -> None:
        """Set a limit, in seconds, on what a connection owes the server; None = it is only idle."""
        self._waiting.pop(connection, None)
        self._waiting[connection] = None if seconds is None else connection.loop.time() + seconds

    def served(self, connection: Connection) -> None:
        """A connection has sent what it owed."""
        self._waiting.pop(connection, None)

    def pause(self, connection: Connection | Line) -> None:
        """A connection does not accept what it is sent."""
        self._unread[connection] = connection.loop.time() + self.send

    def resume(self, connection: Connection | Line) -> None:
        """A connection accepts again what it is sent."""
        self._unread.pop(connection, None)

    def watch(self) -> None:
        """Close, from now on, those that have taken too long."""
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
        """Watch no more."""
        if self._alarm is not None:
            self._alarm.cancel()


class Config(uvicorn.Config):
    """The configuration of a server, with its connections."""

    def __init__(self, app: Any, connections: Connections, **settings: Any) -> None:
        """Prepare.

        Args:
            app: the application.
            connections: where they are counted.
            settings: as for uvicorn.
        """
        super().__init__(app, http=Connection, ws=Line, **settings)
        self.connections = connections


class Connection(HttpToolsProtocol):
    """A connection on which requests come."""

    _stage: Literal["idle", "head", "body", "answer"] = "head"
    _received = 0
    """Bytes of the present request's head."""

    def __init__(self, *settings: Any, **more: Any) -> None:
        """Begin; the arguments are those of uvicorn."""
        super().__init__(*settings, **more)
        self._asked: deque[RequestResponseCycle] = deque()
        """Requests that have no whole answer yet, the first one first; a client may send the next
        ones before it has an answer."""

    @property
    def _all(self) -> Connections:
        return cast(Config, self.config).connections

    @property
    def _newest(self) -> RequestResponseCycle | None:
        """The request that came last, answered or not; None = none has come."""
        return cast("RequestResponseCycle | None", self.cycle)

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The request that is being answered; if none is, the last one; None = none has come."""
        return self._asked[0] if self._asked else self._newest

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it; refuse it if there are too many."""
        super().connection_made(transport)
        full = self._all.enter(self, self.client[0] if self.client else "")
        if full is None:
            self._all.wait_for(self, self._all.head)
        else:
            self.give_way(full)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._all.leave(self.transport)
        self._all.served(self)
        self._all.resume(self)
        self._abandon()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._stage == "idle":
            self._expect_head()
        self._received += len(data)
        super().data_received(data)
        if self._stage == "head" and self._received > LARGEST_HEAD:
            message = "The head of this request is too large."
            self._refuse(Refusal(431, "too_large", message))

    def handle_websocket_upgrade(self) -> None:
        """Hand it on; it is still counted."""
        if self._asked:
            # Their answers would stand among its messages.
            self._refuse(_too_many_asked())
            return
        self._all.served(self)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._stage == "answer":
            self._expect_head()
            self._received = 1

    def on_headers_complete(self) -> None:
        """Note that the head of a request has arrived."""
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
        """Note that a request has arrived completely."""
        super().on_message_complete()
        self._stage = "answer"
        self._all.served(self)
        if (cycle := self._newest) is None or cycle.response_complete:
            # It was answered before it had come whole.
            self._rest()

    def on_response_complete(self) -> None:
        """Note that a request has been answered."""
        if self._asked:
            self._asked.popleft()
        super().on_response_complete()
        if self._stage == "answer" and not self.pipeline:
            self._rest()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._all.pause(self)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._all.resume(self)

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP."""
        self._refuse(Refusal(400, "bad_request", "This is no HTTP request that can be read."))

    def time_out(self) -> None:
        """Close a connection that has taken too long."""
        if self._stage == "head" and not self._received:
            # Browsers open connections that they may need; nothing was asked.
            self.transport.close()
        else:
            message = "This request took too long to arrive."
            self._refuse(Refusal(408, "too_slow", message))

    def give_way(self, full: Literal["full", "full_here"]) -> None:
        """There are too many connections."""
        where = "from your address" if full == "full_here" else "to this server"
        message = f"There are too many connections {where}; try again in a moment."
        self._refuse(Refusal(503, "too_many_connections", message))

    def _expect_head(self) -> None:
        self._stage, self._received = "head", 0
        self._all.wait_for(self, self._all.head)

    def _rest(self) -> None:
        self._stage = "idle"
        if not self.transport.is_closing():
            self._all.wait_for(self, None)

    def _abandon(self) -> None:
        """Answer nothing more; the library tells the newest request alone, not those before it."""
        for cycle in self._asked:
            cycle.disconnected = True
            cycle.message_event.set()
        self._asked.clear()
        self.pipeline.clear()

    def _refuse(self, refusal: Refusal) -> None:
        """Say why, if nothing else is being said, and close."""
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
    message = "Wait for answers before you ask for more on this connection."
    return Refusal(429, "too_many_requests", message)


_PHRASES: Final = {
    400: "Bad Request",
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class Line(WebSocketsSansIOProtocol):
    """A WebSocket, which is counted as the connection it was before."""

    allows: Callable[[], bool] | None = None
    """Counts something that the client has sent, and tells whether that may be answered. None = the
    application has not said yet who the client is."""

    async def run_asgi(self) -> None:
        """Run the application for this WebSocket until it closes.

        The application finds this object as `line` in the scope that it is called with.
        """
        cast(dict[str, Any], self.scope)["line"] = self
        await super().run_asgi()

    async def tell(self, text: bytes) -> None:
        """Send a text message as one frame, as soon as the client has room for it.

        A message through the application's layers and the library costs more than its contents.
        Here it needs a head alone: a server masks nothing, and no extension is in use.

        Args:
            text: the text in UTF-8.

        Raises:
            ClientDisconnected: the connection is closed, or being closed.
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
        """Count it no more."""
        self._all.leave(self.transport)
        self._all.resume(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._all.pause(self)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._all.resume(self)

    def handle_ping(self) -> None:
        """Answer a ping if it is allowed, and the client reads the answers to earlier ones.

        The library answers together what arrived together, so this says whether that may be sent.
        """
        if self._may_send() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """Note that the client is there; what it was not asked for is counted."""
        if bytes(event.data) == self.pending_ping_payload or self._may_send():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take one more part of a message: empty parts would add up for ever."""
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        elif not self.disconnected and self.conn.state is State.OPEN:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many parts")
            self.handle_parser_exception()

    def _may_send(self) -> bool:
        """Count one more frame. If there were too many, read nothing more for a while."""
        if self.allows is None or self.allows():
            return True
        if not self.read_paused and self.transport.is_reading():
            self.transport.pause_reading()
            self.loop.call_later(HELD_UP, self._read_on)
        return False

    def _read_on(self) -> None:
        # Where a message waits for the application, the library goes on with reading.
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()


def frame_head(size: int) -> bytes:
    """Return the head of a WebSocket frame that a server sends with one whole text message.

    Args:
        size: how many bytes of UTF-8 the text has.

    Returns:
        2, 4 or 10 bytes, after which the text follows unmasked (RFC 6455, section 5.2).
    """
    if size < 126:
        return struct.pack("!BB", _WHOLE_TEXT, size)
    if size < 1 << 16:
        return struct.pack("!BBH", _WHOLE_TEXT, 126, size)
    return struct.pack("!BBQ", _WHOLE_TEXT, 127, size)


_WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""


def room_for(wanted: int) -> int:
    """The number of connections there is room for; as many file handles are requested.

    Args:
        wanted: how many there should be; 0 = as many as there is room for.
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
