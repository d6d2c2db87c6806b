"""Calls go to the internet alone: not to the host's network, by no name, redirect or proxy."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.receiving import OUTSIDE, Answer, Names, Network, answering, receiver, trusting
from whistlestop.server.hosting import outgoing
from whistlestop.server.hosting.outgoing import (
    AddressError,
    Outcome,
    Outgoing,
    Overloaded,
    is_outside,
    listed_hosts,
    read_address,
)

ADDRESS = "https://rooms.example/hooks/1?key=2"

NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n"


def posted(
    answer: Answer,
    names: Names | None = None,
    address: str = ADDRESS,
    *,
    tls: Callable[[], ssl.SSLContext] | None = trusting,
    here: bool = False,
) -> tuple[Outcome, Network]:
    """Call an address whose name leads to a receiver of the tests."""

    async def work() -> tuple[Outcome, Network]:
        async with receiver(answer) as network:
            network.here = here
            sender = Outgoing(names or Names([OUTSIDE]), tls and tls(), network)
            read = read_address(address, frozenset())
            sent = await sender.post(read, b'{"text":"hello"}', {"webhook-id": "msg_1"})
            return sent, network

    return asyncio.run(work())


def test_a_call_is_one_request_to_the_checked_address() -> None:
    requests: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        requests.append(head + await reader.readexactly(16))
        writer.write(NO_CONTENT.encode())

    outcome, network = posted(answer)
    assert outcome == Outcome("sent", 204)
    # The connection goes to the address that was checked, and not to the name.
    assert network.meant == [(OUTSIDE, 443)]
    head, _, body = requests[0].partition(b"\r\n\r\n")
    line, *headers = head.decode().lower().split("\r\n")
    assert line == "post /hooks/1?key=2 http/1.1"
    assert body == b'{"text":"hello"}'
    assert {"host: rooms.example", "content-length: 16", "webhook-id: msg_1"} <= {*headers}
    assert not any(header.startswith(("cookie", "authorization")) for header in headers)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(status: int) -> None:
    redirect = (
        f"HTTP/1.1 {status} Moved\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n"
    )
    outcome, network = posted(answering(redirect))
    assert outcome == Outcome("redirect", status)
    assert len(network.meant) == 1


@pytest.mark.parametrize("status", [100 + 99, 400, 404, 410, 429, 500, 599])
def test_other_statuses_are_reported(status: int) -> None:
    text = f"HTTP/1.1 {status} Hm\r\ncontent-length: 0\r\n\r\n"
    outcome, _ = posted(answering(text))
    # An interim answer is followed by the real one, which never comes here.
    assert outcome == (Outcome("no_answer") if status < 200 else Outcome("status", status))


def test_a_name_is_looked_up_once_so_that_it_cannot_change_between() -> None:
    # The second answer would lead inside, as in an attack by rebinding.
    names = Names([OUTSIDE], ["127.0.0.1"])
    outcome, network = posted(answering(NO_CONTENT), names)
    assert outcome == Outcome("sent", 204)
    assert names.asked == ["rooms.example"]
    assert network.meant == [(OUTSIDE, 443)]
    # The next call looks again, and refuses.
    outcome, network = posted(answering(NO_CONTENT), Names(["127.0.0.1"]))
    assert outcome == Outcome("inside")
    assert network.meant == []


INSIDE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.5",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.9.9.9",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.254",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    f"::ffff:{OUTSIDE}",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::5db8:d822",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:0:5ef5:79fd:0:59d:a0e5:b8f",
    "2001:2::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "2606:2800:220:1::1%eth0",
    "nonsense",
]


@pytest.mark.parametrize("address", INSIDE)
def test_names_that_lead_inside_are_not_called(address: str) -> None:
    assert not is_outside(address)
    for answers in ([address], [OUTSIDE, address], [address, OUTSIDE]):
        outcome, network = posted(answering(NO_CONTENT), Names(answers))
        assert outcome == Outcome("inside")
        assert network.meant == []


@pytest.mark.parametrize("address", [OUTSIDE, "8.8.8.8", "2606:2800:220:1::1", "2a00:1450::1"])
def test_addresses_of_the_internet_are_called(address: str) -> None:
    assert is_outside(address)
    outcome, network = posted(answering(NO_CONTENT), Names([address]))
    assert outcome == Outcome("sent", 204)
    assert network.meant == [(address, 443)]


def test_the_machine_itself_is_not_called_at_its_public_address() -> None:
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.read(1))

    outcome, network = posted(answer, here=True)
    assert outcome == Outcome("inside")
    assert (len(network.meant), b"".join(asked)) == (1, b"")


def test_the_certificate_must_be_valid_for_the_name() -> None:
    other = "https://other.example/"
    assert posted(answering(NO_CONTENT), address=other)[0] == Outcome("certificate")
    # Without the tests' trust, nobody has signed it.
    stranger, _ = posted(answering(NO_CONTENT), tls=ssl.create_default_context)
    assert stranger == Outcome("certificate")


def test_unknown_names_and_closed_ports() -> None:
    assert posted(answering(NO_CONTENT), Names([]))[0] == Outcome("unknown_host")

    async def work() -> Outcome:
        async with receiver(answering(NO_CONTENT)) as network:
            pass
        return await Outgoing(Names([OUTSIDE, "8.8.8.8"]), trusting(), network).post(
            read_address(ADDRESS, frozenset()), b"", {}
        )

    assert asyncio.run(work()) == Outcome("unreachable")


def test_the_look_up_of_the_system_finds_loopback_inside() -> None:
    async def work(host: str) -> Outcome:
        return await Outgoing().post(read_address(f"https://{host}/", frozenset()), b"", {})

    # The system reads some of these as numbers.
    for host in ("localhost", "2130706433", "0x7f.1", "127.1"):
        assert asyncio.run(work(host)) in (Outcome("inside"), Outcome("unknown_host")), host
    assert asyncio.run(work("localhost")) == Outcome("inside")


def test_a_slow_receiver_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MOST_SECONDS", 0.2)

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(-1)

    async def dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Each byte comes in time, but the answer never ends.
        writer.write(b"HTTP/1.1 200 OK\r\nx: ")
        while not writer.is_closing():
            writer.write(b"y")
            await writer.drain()
            await asyncio.sleep(0.001)

    assert posted(silent)[0] == Outcome("timeout")
    assert posted(dripping)[0] == Outcome("timeout")


def test_look_ups_that_hang_delay_neither_others_nor_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hanging, asked = threading.Event(), threading.Semaphore(0)

    def look_up(host: str, *_: object, **__: object) -> list[object]:
        if host == "slow.example":
            asked.release()
            hanging.wait()
        return [(0, 0, 0, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(outgoing, "MOST_SECONDS", 0.05)
    before = threading.active_count()

    async def work() -> list[Outcome]:
        sender = Outgoing()
        slow = read_address("https://slow.example/", frozenset())
        given_up = [await sender.post(slow, b"", {}) for _ in range(12)]
        monkeypatch.setattr(outgoing, "MOST_SECONDS", 10.0)
        other = read_address("https://rooms.example/", frozenset())
        return [*given_up, await sender.post(other, b"", {})]

    assert asyncio.run(work()) == [*[Outcome("timeout")] * 12, Outcome("inside")]
    # They still hang, in threads that do not keep the program from ending.
    looking = [one for one in threading.enumerate() if one.name == "look-up"]
    assert len(looking) == 12
    assert all(one.daemon for one in looking)
    hanging.set()
    for one in looking:
        one.join()
    assert threading.active_count() == before


def test_a_connection_that_is_reset_at_once_is_a_failed_call() -> None:
    class Reset(Network):
        """Connections whose other side is gone already."""

        async def connect_tcp(self, *arguments: Any, **more: Any) -> Any:
            stream = await super().connect_tcp(*arguments, **more)
            found = stream.get_extra_info
            stream.get_extra_info = lambda info: None if info == "server_addr" else found(info)
            return stream

    async def work() -> Outcome:
        async with receiver(answering(NO_CONTENT)) as network:
            network.__class__ = Reset
            read = read_address(ADDRESS, frozenset())
            return await Outgoing(Names([OUTSIDE]), trusting(), network).post(read, b"", {})

    assert asyncio.run(work()) == Outcome("unreachable")


def test_a_slow_look_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.05)

    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    async def work() -> Outcome:
        address = read_address(ADDRESS, frozenset())
        return await Outgoing(never, trusting()).post(address, b"", {})

    assert asyncio.run(work()) == Outcome("timeout")


def test_nothing_of_a_huge_answer_is_waited_for() -> None:
    sent = 0

    async def huge(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n")
        while not writer.is_closing():
            writer.write(bytes(65_536))
            await writer.drain()
            sent += 65_536

    assert posted(huge)[0] == Outcome("sent", 200)
    # What fits into the buffers on the way, and no more.
    assert sent < 64 * 1024 * 1024


def test_an_endless_head_and_nonsense_are_no_answers() -> None:
    endless = "HTTP/1.1 200 OK\r\n" + "a: b\r\n" * 100_000
    assert posted(answering(endless))[0] == Outcome("no_answer")
    assert posted(answering("SSH-2.0-something\r\n"))[0] == Outcome("no_answer")
    assert posted(answering(""))[0] == Outcome("no_answer")


def test_the_environment_names_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert posted(answering(NO_CONTENT))[0] == Outcome("sent", 204)


# Addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "form"),
        ("rooms.example/hook", "form"),
        ("ftp://rooms.example/", "form"),
        ("https://", "form"),
        ("https:///hook", "form"),
        ("https://rooms..example/", "form"),
        ("https://räume.example/", "form"),
        ("https://rooms.example/a b", "form"),
        ("https://rooms.example/\r\nHost: x", "form"),
        ("https://rooms.example\\@127.0.0.1/", "form"),
        ("https://rooms.example:/", "form"),
        ("https://[rooms]/", "form"),
        ("https://[1:2]/", "form"),
        ("https://rooms.example/" + "a" * 2000, "form"),
        ("https://" + "a." * 127 + "aa/", "form"),
        ("http://rooms.example/", "https"),
        ("https://user@rooms.example/", "user"),
        ("https://user:word@rooms.example/", "user"),
        ("https://rooms.example:22/", "port"),
        ("https://rooms.example:80/", "port"),
        ("https://rooms.example:0/", "port"),
        ("https://rooms.example:99999/", "port"),
        ("https://127.0.0.1/", "inside"),
        ("https://[::1]/", "inside"),
        ("https://[::ffff:127.0.0.1]:8443/", "inside"),
        ("https://169.254.169.254/latest/", "inside"),
    ],
)
def test_addresses_that_cannot_be_called(text: str, fault: str) -> None:
    with pytest.raises(AddressError) as caught:
        read_address(text, frozenset())
    assert caught.value.fault == fault


def test_addresses_are_read_as_they_will_be_called() -> None:
    read = read_address("HTTPS://Rooms.Example.:8443?a=b#c", frozenset())
    assert (read.scheme, read.host, read.port) == ("https", "rooms.example", 8443)
    assert read.target == "/?a=b"
    assert read_address("https://rooms.example", frozenset()).target == "/"
    six = read_address("https://[2606:2800:220:1::1]/x", frozenset())
    assert six.host == "2606:2800:220:1::1"


def test_hosts_that_the_operator_names_may_be_anywhere() -> None:
    listed = listed_hosts(["chat.home", "10.0.0.5:8065", "[fd00::1]:80"])
    for text in (
        "http://chat.home/",
        "https://CHAT.home/",
        "http://10.0.0.5:8065/hooks/1",
        "http://[fd00::1]/",
    ):
        assert read_address(text, listed).listed, text
    for text, fault in (
        ("http://chat.home:8065/", "https"),
        ("https://chat.home:22/", "port"),
        ("http://10.0.0.5/", "https"),
        ("https://10.0.0.5/", "inside"),
        ("http://chat.home.example/", "https"),
    ):
        with pytest.raises(AddressError) as caught:
            read_address(text, listed)
        assert caught.value.fault == fault, text
    with pytest.raises(ValueError, match="chat home"):
        listed_hosts(["chat home"])


def test_a_call_that_finds_no_free_look_up_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MOST_LOOK_UPS", 0)

    async def called() -> None:
        with pytest.raises(Overloaded):
            await Outgoing().post(read_address(ADDRESS, frozenset()), b"{}", {})

    asyncio.run(called())
