"""The guard before every request: it checks where a request comes from and who sends it.

The guard wraps the application, so that no route can be left unprotected. It checks the server's
name, the origin, and a header that forms on other sites cannot send. It keeps games with the deal
of the day from people who could still play this deal. It also limits rates, and adds headers to
every response.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec

from whistlestop.server import logs
from whistlestop.server.addresses import is_proxy, network
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.people import COOKIE, LASTS, Kind, Person
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.rate_limits import NEW_PEOPLE, REQUESTS, WRONG_TOKENS, Rate
from whistlestop.server.sent.presence import Caller
from whistlestop.server.service import Service
from whistlestop.server.settings import HOST_NAME, LAST_PORT

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))

PROOF: Final = "whistlestop"
"""The value that the header X-Requested-With must have. Forms on other sites cannot send it."""


@dataclass(slots=True)
class Asker:
    """The sender of a request."""

    service: Service
    address: str
    secure: bool
    """Whether the request came over HTTPS."""
    person: Person | None = None
    program: bool = False
    """Whether the request has an API token, and not the session of a page."""
    token: str | None = None
    """The secret of the sender's session; None for programs, and for people without a session."""
    seat: int | None = None
    """The number of the seat that the request names, for devices that several people share."""
    cookie: str | None = None
    """The session cookie to send with the response; None = none."""

    @property
    def home(self) -> str:
        """The sender's address or network. Limits treat all addresses of a network as one."""
        return network(self.address)

    @property
    def payer(self) -> Payer:
        """The sender as a `Payer`, for whom the server's work on the request is counted.

        If the sender has no session, the address is used instead of the person's id.
        """
        return Payer(self.home if self.person is None else self.person.id, self.home)

    @property
    def caller(self) -> Caller:
        """The sender as a `Caller`, for whom updates are made."""
        if self.person is None:
            return Caller(seat=self.seat)
        return Caller(self.person.id, self.person.name, self.seat)

    async def admitted(self) -> Person:
        """Return the sender. If they have no session yet, add a new person and set the cookie.

        Raises:
            Refusal: too many new people came from this address.
        """
        if self.person is None:
            if not self.service.limits.allow(NEW_PEOPLE, network(self.address)):
                raise _too_many()
            session = await self.service.people.admit()
            self.person = session.person
            self.send_cookie(session.token)
            self.token = session.token
            self.service.quotas.seen(self.person.id, self.home)
        return self.person if self.seat is None else replace(self.person, seat=self.seat)

    def allows(self, rate: Rate) -> bool:
        """Count one request of the sender, for the person and for the address.

        Return whether the rate allows the request.
        """
        person = None if self.person is None else self.person.id
        return self.service.limits.allow_person(rate, person, self.address)

    def send_cookie(self, token: str) -> None:
        """Let the response set the session's cookie to a token. The header is put into `cookie`."""
        secure = "; Secure" if self.secure else ""
        self.cookie = (
            f"{COOKIE}={token}; Path=/; Max-Age={int(LASTS)}; HttpOnly; SameSite=Lax{secure}"
        )

    def drop_cookie(self) -> None:
        """Let the response delete the session's cookie. The header is put into `cookie`."""
        self.cookie = f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


class Guard:
    """An ASGI application that checks requests and passes allowed ones to another application."""

    def __init__(self, inside: Any, service: Service) -> None:
        """Wrap an application.

        Args:
            inside: the application that answers allowed requests.
            service: the parts of the server.
        """
        self._inside = inside
        self.service = service
        self._hosts = own_names() | {name.casefold() for name in service.settings.allowed_hosts}
        # Requests in progress by address. Requests whose address is that of a trusted proxy count
        # under "", and their number is not limited.
        self._asking: Counter[str] = Counter()
        # The same few names recur.
        self._allows = lru_cache(maxsize=256)(self._answers_to)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Check a request. Pass it on to the other application, or answer with a refusal.

        The sender of an allowed request is put into its scope, where `asker_of` finds it. If the
        other application fails, the failure is logged, and the answer is a refusal, too. If the
        response has already begun, the exception is raised again. Events that are no requests, such
        as the start of the server, are passed on.
        """
        if scope["type"] not in ("http", "websocket"):
            await self._inside(scope, receive, send)
            return
        began = time.perf_counter()
        answer = _Answer(scope, send)
        address = scope["client"][0] if scope.get("client") else ""
        home = "" if is_proxy(address) else network(address)
        self._asking[home] += 1
        try:
            most = self.service.settings.connections_by_address
            if home and 0 < most < self._asking[home]:
                raise Refusal(503, "too_many_connections", case="address")
            scope["asker"] = answer.asker = asker = await self._examined(scope)
            if not _PAGE.fullmatch(scope["path"]):
                one = None if asker.person is None else asker.person.id
                await self.service.daily.check_readable(scope["path"], one)
            noted = self._hear(scope, answer.asker)
            await self._inside(scope, receive, answer)
            if not noted:
                self._hear(scope, answer.asker)
        except Refusal as refusal:
            await answer.refuse(refusal)
        except Exception as fault:
            # Handlers report their own faults. This one is from code between the guard and them.
            refusal = self.service.failure(scope["path"], fault)
            if answer.status:
                raise
            await answer.refuse(refusal)
        finally:
            self._asking[home] -= 1
            if not self._asking[home]:
                del self._asking[home]
            self._note(scope, answer, time.perf_counter() - began)

    def _hear(self, scope: Any, asker: Asker) -> bool:
        """Count a request about a table as a sign of the sender's presence.

        Connections that follow a table are not counted here.

        Returns:
            False if the request could not be counted because the table is not in memory or the
            person does not belong to it. The caller then tries again after the request has been
            answered. Otherwise True.
        """
        found = _TABLE.match(scope["path"]) if scope["type"] == "http" else None
        if found is None or asker.person is None or scope["path"].endswith("/stream"):
            return True
        return self.service.live.heard_from(found[1], asker.person.id)

    def _note(self, scope: Any, answer: _Answer, seconds: float) -> None:
        if scope["type"] != "http" or answer.status == 0:
            return
        if scope["path"].startswith("/api/tables/") and "/ahead" in scope["path"]:
            # Plans are private. Requests about them are neither counted nor logged.
            return
        metrics = self.service.metrics
        metrics.requests[f"{answer.status // 100}xx"] += 1
        if not scope["path"].endswith("/stream"):
            metrics.request_seconds.add(seconds)
        logs.log(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=answer.status,
            milliseconds=round(seconds * 1000, 2),
        )

    async def _examined(self, scope: Any) -> Asker:
        """Return the sender of a request, after checking the headers of the request.

        Raises:
            Refusal: the `Host` header names another server, the request comes from another site,
                its token is not valid, or the sender makes too many requests.
        """
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        host = headers.get("host", "")
        if not self._allows(host):
            raise Refusal(400, "unknown_host", host=host[:100])
        client = scope.get("client")
        asker = Asker(
            self.service, client[0] if client else "", scope["scheme"] in ("https", "wss")
        )
        if scope["path"].startswith("/api/tables/"):
            asker.seat = _named_seat(scope["query_string"])
        token = _bearer(headers)
        if token is not None:
            asker.program = True
            asker.person = await self._known("program", token, asker.address)
            if asker.person is None:
                raise Refusal(401, "unknown_token")
        else:
            _check_origin(scope, headers, host)
            token = _session(headers)
            if token is not None:
                asker.person = await self._known("session", token, asker.address)
                asker.token = None if asker.person is None else token
                await self._prolong(asker, token)
        if not asker.allows(REQUESTS):
            raise _too_many()
        if asker.person is not None:
            self.service.quotas.seen(asker.person.id, asker.home)
        return asker

    async def _known(self, kind: Kind, token: str, address: str) -> Person | None:
        """Return the person to whom a token belongs; None if it is not valid.

        Raises:
            Refusal: too many tokens from this address were not valid.
        """
        people, limits = self.service.people, self.service.limits
        home = network(address)
        asks = not people.remembers(kind, token)
        if asks and not limits.allow(WRONG_TOKENS, home):
            raise _too_many()
        person = await people.holder(kind, token)
        if asks and person is not None:
            limits.give_back(WRONG_TOKENS, home)
        return person

    async def _prolong(self, asker: Asker, token: str) -> None:
        people = self.service.people
        if asker.person is not None and (longer := await people.prolonged(token, asker.person)):
            asker.person = longer
            asker.send_cookie(token)

    def _answers_to(self, host: str) -> bool:
        """Return whether a `Host` header names this server. This prevents DNS rebinding."""
        form = HOST_NAME.fullmatch(host)
        if form is None or int(form["port"] or 0) > LAST_PORT:
            return False
        name = form["host"].strip("[]").casefold()
        if name in self._hosts or "*" in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        # DNS rebinding needs a name, so a host that is an IP address is safe.
        return True


class _Answer:
    """A wrapper of `send` that adds the guard's headers to every response."""

    def __init__(self, scope: Any, send: Any) -> None:
        self._scope = scope
        self._send = send
        self.asker: Asker | None = None
        self.status = 0

    async def __call__(self, message: Any) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            headers = [*message.get("headers", ()), *_HEADERS]
            if self.asker is not None and self.asker.cookie is not None:
                headers = _for_one_person(headers)
                headers.append((b"set-cookie", self.asker.cookie.encode("ascii")))
            message = {**message, "headers": headers}
            self.status = message.get("status", 101)
        await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        """Send a refusal as JSON. A WebSocket is closed instead, with code 1008."""
        if self._scope["type"] == "websocket":
            await self._send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        body = msgspec.json.encode(refusal.body)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
        ]
        await self({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def _for_one_person(headers: list[Any]) -> list[Any]:
    """Return a response's headers, changed so that no shared cache stores the response.

    This is needed if the response sets a session.
    """
    kept = [(name, value) for name, value in headers if name.lower() != b"cache-control"]
    wanted = b", ".join(value for name, value in headers if name.lower() == b"cache-control")
    return [*kept, (b"cache-control", wanted if b"no-store" in wanted else b"private, no-cache")]


def _too_many() -> Refusal:
    return Refusal(429, "too_many_requests")


def _named_seat(query: bytes) -> int | None:
    """Return the seat that a query names; None if it names none.

    Raises:
        Refusal: the value of `seat` is not one number of at most two digits.
    """
    if b"seat=" not in query:
        return None
    named = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("seat")
    if named is None:
        return None
    if len(named) > 1 or not _SEAT.fullmatch(named[0]):
        raise Refusal(400, "bad_request", case="seat")
    return int(named[0])


_TABLE: Final = re.compile(rf"/api/tables/({TABLE_ID.pattern})(?:/|$)")

_PAGE: Final = re.compile(r"/(t|replay)/[^/]*")
"""The paths of tables' pages, which show nothing of a table before they have loaded its data. So
everybody may request them."""

_SEAT: Final = re.compile("[0-9]{1,2}")


def _bearer(headers: dict[str, str]) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" and token else None


def _session(headers: dict[str, str]) -> str | None:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if cookie is None else cookie.value


def _check_origin(scope: Any, headers: dict[str, str], host: str) -> None:
    """Check that no page of another site has made a browser send this request.

    Only WebSockets and requests that can change something are checked.

    Args:
        scope: the request's ASGI scope.
        headers: the request's headers, with names in small letters.
        host: the value of the header `Host`.

    Raises:
        Refusal: the origin is another site, or a request that can change something lacks the
            header `X-Requested-With`.
    """
    unsafe = scope["type"] == "http" and scope["method"] not in SAFE
    if not unsafe and scope["type"] != "websocket":
        return
    origin = headers.get("origin")
    if origin is not None:
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        if (own := _site(f"{scheme}://{host}")) is None or _site(origin) != own:
            raise Refusal(403, "wrong_origin", case="named", expected=f"{scheme}://{host[:100]}")
    if unsafe and headers.get("x-requested-with") != PROOF:
        raise Refusal(403, "missing_header", case="named", header=f"X-Requested-With: {PROOF}")


def _site(origin: str) -> tuple[str, str, int] | None:
    """Return the scheme, host and port of an origin; None if it is not an HTTP origin."""
    found = _ORIGIN.fullmatch(origin.casefold())
    if found is None:
        return None
    scheme, host, port = found.groups()
    return scheme, host, int(port) if port else {"http": 80, "https": 443}[scheme]


_ORIGIN: Final = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^\s/?#@:\[\]]+)(?::([0-9]{1,5}))?")


def own_names() -> set[str]:
    """Return the host names of this machine in small letters, among them `localhost`."""
    name = socket.gethostname().casefold()
    return {"localhost", name, f"{name.partition('.')[0]}.local"}


def asker_of(scope: Any) -> Asker:
    """Return the sender of a request, as determined by the guard."""
    return scope["asker"]
