"""Check the lower bounds of the runtime dependencies: install the lowest versions, and play.

    make test-lowest

An environment in a temporary folder gets the lowest version of each dependency that pyproject.toml
allows. All modules that need no extra are imported there. A game is played over HTTP and followed
by a WebSocket. This needs a package index, and uv, which the development environment has.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

SMOKE = """
import importlib, json, os, pkgutil, re, subprocess, sys, tempfile, urllib.request
import whistlestop, whistlestop.server, whistlestop.cli
from whistlestop import Game, read_record, write_record
for package in (whistlestop.server, whistlestop.cli):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".migrations.env" not in module.name and "cuda" not in module.name:
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as missing:
                # Of an extra.
                if missing.name.split(".")[0] in ("whistlestop", "uvicorn", "websockets"):
                    raise
game = Game.new("usa", ["Ada", "Ben"], seed=1)
for _ in range(20):
    seat = game.deciding[0]
    game.play(game.legal_actions(seat)[0], seat)
assert write_record(read_record(write_record(game))) == write_record(game)
subprocess.run([sys.executable, "-m", "whistlestop", "draw", "usa", "-o", "board.svg"], check=True)
from websockets.sync.client import connect
with tempfile.TemporaryDirectory() as folder:
    environment = os.environ | {"WHISTLESTOP_DATA": folder}
    command = [sys.executable, "-m", "whistlestop", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().split()[-1]
        cookies = {}
        def ask(path, body=None):
            data = None if body is None else json.dumps(body).encode()
            headers = {"X-Requested-With": "whistlestop", "Content-Type": "application/json"}
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
            with urllib.request.urlopen(urllib.request.Request(url + path, data, headers)) as got:
                if found := re.match("([^=]+)=([^;]+)", got.headers["Set-Cookie"] or ""):
                    cookies[found[1]] = found[2]
                return json.load(got)
        ask("/api/me", {"name": "Ada"})
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        table = ask("/api/tables", {"edition": "usa", "seats": seats, "shuffle": False})["id"]
        version = ask("/api/tables/" + table)["version"]
        move = {"id": "1", "version": version, "action": "keep all"}
        assert ask(f"/api/tables/{table}/actions", move)["version"] > version
        with connect(url.replace("http", "ws") + f"/api/tables/{table}/live") as line:
            assert json.loads(line.recv())["type"] == "update"
        urllib.request.urlopen(url + "/").read()
    finally:
        server.terminate()
        assert server.wait() == 0
print("The lowest versions work.")
"""


def main() -> None:
    """Create the environment, install the lowest versions, and play."""
    uv = Path(sys.executable).with_name("uv")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "venv"
        python = made / "bin" / "python"
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, made], check=True)
        install = [uv, "pip", "install", "--quiet", "--python", python]
        subprocess.run([*install, "--resolution", "lowest-direct", f"{ROOT}[all]"], check=True)
        subprocess.run([uv, "pip", "list", "--python", python], check=True)
        subprocess.run([python, "-c", SMOKE], cwd=folder, check=True)


if __name__ == "__main__":
    main()
