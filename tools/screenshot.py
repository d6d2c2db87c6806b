"""Take the README's picture of a table: a game of Germany after some turns, in a real browser.

    python tools/screenshot.py

This needs Chromium. A bot plays for the person whose page is shown, so that the game makes sense.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

from whistlestop.bots.registry import make_bot
from whistlestop.play.game import Game
from whistlestop.play.position import read_view

TARGET = Path(__file__).parent.parent / "docs" / "gallery" / "table.png"
MOVES = 46
"""The number of the person's moves before the picture is taken."""


def main() -> None:
    """Start a server, play, and take the picture."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("there is no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "WHISTLESTOP_DATA": folder,
            "WHISTLESTOP_BOT_PAUSE": "0",
            "WHISTLESTOP_RATES": "0",
        }
        command = [sys.executable, "-m", "whistlestop", "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            _look(url, chromium)
        finally:
            server.terminate()
            server.wait()
    print(f"wrote {TARGET}")


def _look(url: str, chromium: str) -> None:
    with httpx.Client(base_url=url, headers={"X-Requested-With": "whistlestop"}) as client:
        client.post("/api/me", json={"name": "Ada"})
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": "planner"} for _ in range(2))]
        table = client.post(
            "/api/tables", json={"edition": "germany", "seats": seats, "shuffle": False}
        ).json()["id"]
        _play(client, table)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
            page.context.add_cookies(
                [
                    {"name": one.name, "value": one.value or "", "url": url}
                    for one in client.cookies.jar
                ]
            )
            page.goto(f"{url}/t/{table}")
            page.wait_for_selector("#city-BER")
            page.wait_for_timeout(2500)
            page.screenshot(path=TARGET)
            browser.close()


def _play(client: httpx.Client, table: str) -> None:
    """Let a bot choose the person's actions, from what the person may see."""
    bot = make_bot("planner", 5)
    done = 0
    while done < MOVES:
        update = client.get(f"/api/tables/{table}").json()
        if update["table"]["state"] == "over":
            return
        if not update["legal"]:
            continue
        view = read_view(json.dumps(update["position"]))
        twin = Game.sampled(view, seed=done)
        seat = update["table"]["you"]["seat"]
        action = bot.choose(twin.view(seat), twin.legal_actions(seat), 1.0)
        words = str(action)
        if words not in {one["words"] for one in update["legal"]}:
            words = update["legal"][0]["words"]
        client.post(
            f"/api/tables/{table}/actions",
            json={"id": str(uuid.uuid4()), "version": update["version"], "action": words},
        )
        done += 1


if __name__ == "__main__":
    main()
