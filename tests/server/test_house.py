"""The devices in the house: who can let them in, where the server listens, and who is hung up on.

All of it is on loopback: 127.0.0.2 plays the private address, 127.0.0.3 a device near by, and
127.0.0.4 one from elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.serving import PATIENCE, Running, sqlite
from whistlestop.server import house as houses
from whistlestop.server.house import House, is_private, private_addresses
from whistlestop.server.serve import bound, house_of
from whistlestop.server.settings import Settings

HOUSE, NEAR, FAR = "127.0.0.2", "127.0.0.3", "127.0.0.4"


def in_the_house(port: int, *addresses: str) -> House:
    return House(port, lambda: addresses or (HOUSE,), lambda address: address == NEAR)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Running]:
    """A server as it is started with nothing said."""
    with Running(sqlite(tmp_path), house=in_the_house) as running:
        yield running


def door(server: Running) -> str:
    """The server's address for the house."""
    return server.url.replace("127.0.0.1", HOUSE)


def device(url: str, address: str) -> httpx.Client:
    """A device with an address of its own."""
    return httpx.Client(
        base_url=url,
        transport=httpx.HTTPTransport(local_address=address),
        headers={"X-Requested-With": "whistlestop"},
        timeout=PATIENCE,
    )


def test_the_door_is_opened_and_shut(home: Running) -> None:
    ada, url = home.person("Ada"), door(home)
    table = ada.new_table("usa", "me", "open")
    assert (ada.got("/api/me")["lan"], ada.got("/api/me")["house"]) == (None, False)
    with device(url, NEAR) as early, pytest.raises(httpx.ConnectError):
        early.get("/health")
    for _ in range(2):
        told = ada.posted("/api/house", {"open": True})
        assert (told["lan"], told["house"], told["name"]) == ([url], True, "Ada")
    with device(url, NEAR) as phone:
        me = phone.get("/api/me").json()
        assert (me["lan"], me["house"]) == ([url], None)
        assert phone.post(f"/api/tables/{table}/join").status_code == 200
        with phone.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            assert ada.posted("/api/house", {"open": False})["lan"] is None
            # Who was let in is out, and not only those who would have come.
            with pytest.raises(httpx.TransportError):
                list(lines)
        with pytest.raises(httpx.ConnectError):
            phone.get("/health")
    assert ada.posted("/api/house", {"open": True})["lan"] == [url]


def test_who_is_not_near_is_hung_up_on(home: Running) -> None:
    """A router may send somebody here from outside, to an address of its own."""
    home.person().posted("/api/house", {"open": True})
    with device(door(home), FAR) as stranger, pytest.raises(httpx.TransportError):
        stranger.get("/health")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"Via": "1.1 somewhere"},
        {"Forwarded": "for=127.0.0.1"},
        {"Host": "192.168.1.7:8787"},
        {"Host": socket.gethostname()},
    ],
)
def test_what_was_passed_on_does_not_switch_it(home: Running, headers: dict[str, str]) -> None:
    ada = home.person("Ada")
    answer = ada.http.post("/api/house", json={"open": True}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_at_the_computer")
    assert ada.http.get("/api/me", headers=headers).json()["house"] is None


def test_no_guest_switches_it(home: Running) -> None:
    ada = home.person("Ada")
    ada.posted("/api/house", {"open": True})
    with device(door(home), NEAR) as phone:
        for body in ({"open": False}, {"open": True}):
            answer = phone.post("/api/house", json=body, headers={"Host": "127.0.0.1"})
            assert (answer.status_code, answer.json()["code"]) == (403, "not_at_the_computer")
    page_elsewhere = {"Origin": "http://elsewhere.example"}
    answer = ada.http.post("/api/house", json={"open": False}, headers=page_elsewhere)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert ada.got("/api/me")["house"] is True


def test_without_a_private_network_nothing_changes(tmp_path: Path) -> None:
    """192.0.2.1 is nobody's, so that it cannot be listened at."""
    with Running(sqlite(tmp_path), house=lambda port: in_the_house(port, "192.0.2.1")) as server:
        ada = server.person("Ada")
        assert ada.refused("/api/house", {"open": True}) == (409, "no_private_network")
        assert (ada.got("/api/me")["lan"], ada.got("/api/me")["house"]) == (None, False)


def test_a_server_ends_with_its_door_open(tmp_path: Path) -> None:
    """Those in the house are told, as everybody is, and the next start finds it shut."""
    with Running(sqlite(tmp_path), house=in_the_house) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        ada.posted("/api/house", {"open": True})
        with device(door(server), NEAR) as phone:
            phone.get("/api/me")
            with phone.stream("GET", f"/api/tables/{table}/stream") as stream:
                lines = stream.iter_lines()
                next(lines)
                server.stop()
                assert '"closing"' in list(lines)[-1]
    with Running(sqlite(tmp_path), house=in_the_house) as again:
        assert again.person().got("/api/me")["house"] is False


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("172.32.0.1", False),
        ("192.168.1.7", True),
        ("169.254.9.9", True),
        ("127.0.0.1", False),
        ("100.64.0.1", False),
        ("203.0.113.9", False),
        ("fd12::7", True),
        ("fe80::1%eth0", True),
        ("2001:db8::7", False),
        ("nonsense", False),
    ],
)
def test_what_is_private(address: str, private: bool) -> None:
    assert is_private(address) is private


def test_public_addresses_are_never_listened_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor those for which a browser would have to name the link."""
    own = {
        socket.AF_INET: ["203.0.113.9", "192.168.1.7"],
        socket.AF_INET6: ["2001:db8::7", "fe80::7%2", "fd12::7"],
    }
    monkeypatch.setattr(houses, "own_addresses", lambda family=socket.AF_INET: own[family])
    assert private_addresses() == ["192.168.1.7", "fd12::7"]


def test_it_is_offered_only_where_nothing_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with bound(Settings(port=0)) as listening:
        assert house_of(Settings(), listening) is not None
        for said in (
            Settings(host="127.0.0.1"),
            Settings(lan=True),
            Settings(allowed_hosts=("games.example",)),
        ):
            assert house_of(said, listening) is None
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")
        assert house_of(Settings(), listening) is None
