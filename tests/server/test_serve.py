"""`whistlestop serve` as its users start it: options, ports, a second start, Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine

from tests.server.serving import PATIENCE, Person, Process, sqlite
from whistlestop.cli.failures import Failure
from whistlestop.cli.main import app
from whistlestop.server import serve as running
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.logs import table_digest
from whistlestop.server.serve import CannotListen, address_of, bound
from whistlestop.server.settings import Settings, SettingsError, from_environment
from whistlestop.server.storage.notify import Notifications
from whistlestop.server.storage.store import StoreError


def started(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "whistlestop", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "WHISTLESTOP_DATA": str(data), **environment},
        timeout=PATIENCE,
        check=False,
    )


def test_it_starts_says_where_it_is_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    """A second start shows the first; the log has a line for every request and no secrets."""
    with Process(tmp_path, WHISTLESTOP_LOG="json") as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("usa", "me", "random")
        again = started("serve", "--no-open", data=tmp_path)
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout == f"Whistlestop is running already, at {server.url}\n"
        asked = started("serve", "--no-open", "--port", "0", data=tmp_path)
        assert asked.returncode == 2
        assert asked.stderr == (
            f"whistlestop: another server is using these tables: {server.url}\n"
        )
        with ada.follow(table) as following:
            following.update()
            complained = server.interrupt()
            while (frame := following.next())["type"] == "update":
                pass
            assert frame == {"type": "closing"}
    assert server.said == f"Whistlestop is at {server.url}\nStop it with Ctrl-C.\n"
    *log, last = complained.splitlines()
    assert last == "Stopped. All games are saved; start again to go on."
    lines = [json.loads(line) for line in log]
    assert {"request", "table", "move"} <= {line["what"] for line in lines}
    session = ada.http.cookies["whistlestop_session"]
    assert session not in complained


def test_without_a_command_it_serves(tmp_path: Path) -> None:
    """And by default on this machine alone, on the usual port or one of the next."""
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlestop"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "WHISTLESTOP_DATA": str(tmp_path), "WHISTLESTOP_NO_OPEN": "1"},
    )
    assert process.stdout is not None
    url = process.stdout.readline().split()[-1]
    assert url.startswith("http://127.0.0.1:87")
    assert httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
    process.terminate()
    _, complained = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complained.splitlines()[-1][:8]) == (0, "Stopped.")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_where_interrupts_are_ignored(tmp_path: Path, how: signal.Signals) -> None:
    """A shell has what it starts in the background ignore them; whoever sends one means it."""
    ignoring = ("sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-m", "whistlestop")
    with Process(tmp_path, command=ignoring) as server:
        assert server.interrupt(how).splitlines()[-1][:8] == "Stopped."


def test_help_is_still_there(tmp_path: Path) -> None:
    shown = started("--help", data=tmp_path)
    assert shown.returncode == 0
    assert "serve" in shown.stdout
    assert "play" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--port", "PORT"], {}, "cannot listen on 127.0.0.1 port PORT: Address already in use"),
        (["--host", "203.0.113.1"], {}, "cannot listen on 203.0.113.1"),
        (["--host", "my..server"], {}, "cannot listen on my..server port 8787: this is not a host"),
        ([], {"WHISTLESTOP_HOST": "a" * 64}, f"cannot listen on {'a' * 64} port 8787: this is not"),
        (["--database", "nonsense"], {}, "cannot use the database"),
        ([], {"WHISTLESTOP_DATA": "/proc/nowhere"}, "cannot keep tables in /proc/nowhere/"),
        ([], {"WHISTLESTOP_PORT": "many"}, "WHISTLESTOP_PORT must be a whole number, not 'many'"),
        ([], {"WHISTLESTOP_LAN": "perhaps"}, "WHISTLESTOP_LAN must be 1 or 0, not 'perhaps'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    environment: dict[str, str],
    words: str,
) -> None:
    monkeypatch.setenv("WHISTLESTOP_DATA", str(tmp_path))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        chosen = [port if argument == "PORT" else argument for argument in arguments]
        monkeypatch.setattr("sys.argv", ["whistlestop", "serve", "--no-open", *chosen])
        with pytest.raises(Failure) as failed:
            app()
    assert str(failed.value).startswith(words.replace("PORT:", f"{port}:"))
    assert "\n" not in str(failed.value)


def test_a_database_that_is_gone_at_once_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing but killing it would end a server that has not begun."""

    async def lost(_: Peers) -> None:
        raise ConnectionError("the server closed the connection")

    monkeypatch.setattr(Peers, "open", lost)
    settings = Settings(port=0, database=sqlite(tmp_path))
    with pytest.raises(StoreError, match="could not start"):
        running.serve(settings, lambda _: pytest.fail("it answers"))


def test_a_channel_needs_its_database_at_first() -> None:
    async def check() -> None:
        engine = create_engine("postgresql+psycopg://me@127.0.0.1:1/x")
        channel = Notifications(engine, 1, lambda heard: None, lambda serving, again: None)
        with pytest.raises(ConnectionError, match="port 1"):
            await asyncio.wait_for(channel.open(), PATIENCE)
        await channel.close()

    asyncio.run(check())


def test_settings_come_from_options_then_from_the_environment() -> None:
    environment = {
        "WHISTLESTOP_HOST": "::1",
        "WHISTLESTOP_PORT": "8000",
        "WHISTLESTOP_LAN": "yes",
        "WHISTLESTOP_ALLOWED_HOSTS": "a.example, b.example",
        "WHISTLESTOP_BOT_PAUSE": "1.5",
        "WHISTLESTOP_DATABASE": "",
        "WHISTLESTOP_POWER_CUT_SAFE": "0",
    }
    found = from_environment(environment, host="127.0.0.2", port=None, no_open=None)
    assert found == Settings(
        host="127.0.0.2",
        port=8000,
        lan=True,
        allowed_hosts=("a.example", "b.example"),
        bot_pause=1.5,
        power_cut_safe=False,
    )
    assert from_environment({}) == Settings()
    with pytest.raises(SettingsError, match="WHISTLESTOP_BOT_PAUSE must be a number"):
        from_environment({"WHISTLESTOP_BOT_PAUSE": "x"})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("power_cut_safe", "No", False),
        ("lan", "TRUE", True),
        ("workers", " 3 ", 3),
        ("workers", "03", 3),
        ("port", "+8000", 8000),
        ("bot_pause", ".5", 0.5),
        ("bot_pause", "1.", 1.0),
        ("bot_pause", "1e-1", 0.1),
        ("allowed_hosts", " a.example,,b.example ,", ("a.example", "b.example")),
        ("host", "null", "null"),
    ],
)
def test_settings_are_read_in_all_usual_spellings(name: str, text: str, value: object) -> None:
    found = getattr(from_environment({f"WHISTLESTOP_{name.upper()}": text}), name)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("workers", "3.0", "a whole number"),
        ("workers", "1e3", "a whole number"),
        ("port", "null", "a whole number"),
        ("bot_pause", "0,5", "a number"),
        ("lan", "on", "1 or 0"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(name: str, text: str, expected: str) -> None:
    variable = f"WHISTLESTOP_{name.upper()}"
    with pytest.raises(SettingsError) as refused:
        from_environment({variable: text})
    assert str(refused.value) == f"{variable} must be {expected}, not {text!r}"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "99999", "from 0 to 65535, not 99999"),
        ("port", "-1", "from 0 to 65535, not -1"),
        ("workers", "0", "from 1 to 1024, not 0"),
        ("bot_threads", "-2", "from 1 to 1024, not -2"),
        ("worker_memory", "1", "from 64 to 1000000, not 1"),
        ("heartbeat", "0", "from 0.1 to 86400, not 0.0"),
        ("bot_pause", "nan", "from 0 to 3600, not nan"),
        ("bot_seconds", "inf", "from 0 to 3600, not inf"),
        ("connections", "9" * 30, f"from 0 to 1000000, not {'9' * 30}"),
    ],
)
def test_a_number_out_of_range_is_named_with_its_range(name: str, text: str, expected: str) -> None:
    variable = f"WHISTLESTOP_{name.upper()}"
    with pytest.raises(SettingsError) as refused:
        from_environment({variable: text})
    assert str(refused.value) == f"{variable} must be {expected}"


def test_every_number_has_a_range() -> None:
    numbers = [
        setting.name for setting in fields(Settings) if type(setting.default) in (int, float)
    ]
    assert len(numbers) > 15
    for name in ("port", *numbers):
        for text in ("-1", "9" * 30):
            with pytest.raises(SettingsError, match=f"WHISTLESTOP_{name.upper()} must be from"):
                from_environment({f"WHISTLESTOP_{name.upper()}": text})


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("skiled", "there is no bot 'skiled'; did you mean skilled? There are beginner, "),
        ("planner:speed=2", "planner"),
        ("skilled@5s", "skilled"),
        ("/nowhere/bot.py:Bot", "/nowhere/bot.py"),
    ],
)
def test_a_bot_that_cannot_stand_in_is_refused_with_what_to_do(name: str, reason: str) -> None:
    """As any number out of range is. Otherwise games would stop when a player leaves."""
    with pytest.raises(SettingsError) as refused:
        from_environment({"WHISTLESTOP_STANDIN_BOT": name})
    assert str(refused.value).startswith("WHISTLESTOP_STANDIN_BOT must name a bot: ")
    assert reason in str(refused.value)


def test_any_bot_can_stand_in(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("from whistlestop.bots.random import RandomBot as Own\n", encoding="utf-8")
    for name in ("random", "planner", "planner:locomotive=3.5", "champion", f"{own}:Own"):
        assert from_environment({"WHISTLESTOP_STANDIN_BOT": name}).standin_bot == name


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(running, "DEFAULT_PORT", port)
        with bound(Settings()) as listening:
            assert port < listening.getsockname()[1] < port + running.TRIED
        monkeypatch.setattr(running, "TRIED", 1)
        with pytest.raises(CannotListen, match="all taken"):
            bound(Settings())


def test_the_house_is_told_where_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "own_addresses", lambda: ["192.168.1.7"])
    with bound(Settings(port=0, lan=True)) as listening:
        port = listening.getsockname()[1]
        found = address_of(listening)
    assert found.url == f"http://127.0.0.1:{port}"
    assert found.lan == (f"http://192.168.1.7:{port}",)
    with bound(Settings(port=0)) as listening:
        assert address_of(listening).lan is None


def test_phones_get_a_code(tmp_path: Path) -> None:
    with Process(tmp_path, "--lan") as server:
        assert server.interrupt().endswith("start again to go on.\n")
        said = server.said
        assert server.url.startswith("http://127.0.0.1:")
    if "In the house" in said:
        assert "█" in said or "▀" in said


def test_text_that_is_none_on_a_websocket_is_no_fault(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("usa", "me", "open")
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), PATIENCE) as line:
            line.sendall(
                f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
            )
            received = b""
            while b"\r\n\r\n" not in received:
                received += line.recv(65536)
            # A text of two bytes that no text begins with, with a mask of zeros.
            line.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
            # It is told that its text is none (1007).
            while b"\x88\x02\x03\xef" not in received:
                chunk = line.recv(65536)
                assert chunk
                received += chunk
        assert "trace" not in server.interrupt()


def test_the_log_names_no_table(tmp_path: Path) -> None:
    """Whoever knows the id of a private table can look on: the log has its digest."""
    with Process(tmp_path, WHISTLESTOP_LOG="json") as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("usa", "me", "random")
        ada.act(table, "keep all", ada.table(table)["version"])
        for path in ("/t/{}", "/replay/{}", "/api/editions/table.{}", "/api/tables/{}/record"):
            ada.http.get(path.format(table))
        ada.http.get(f"/drawings/table.{table}/thumbnail.svg")
        for path in (
            "/t/{}.",
            "/T/{})",
            "/replay/{},",
            "/api/tables/{}.",
            "/{}",
            "/t/{}%23seat=1.KEY",
        ):
            ada.http.get(path.format(table))
        ada.http.get(f"/drawings/table.{table}.svg")
        assert table not in ada.http.get("/metrics").text
        lines = server.interrupt()
    assert table not in lines
    assert "KEY" not in lines
    told = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    digest = table_digest(table)
    assert {line["table"] for line in told if "table" in line} == {digest}
    assert f"/api/tables/{digest}/record" in {line.get("path") for line in told}
