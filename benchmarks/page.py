"""The page in a real Chromium: how soon it shows, how smoothly it moves, how soon it answers.

    python benchmarks/page.py

One server process with its database in a temporary folder, and one browser without a window; all of
it shares the machine. Nothing is asserted: run it on a quiet machine and read the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 30_000
"""Milliseconds after which something has gone wrong."""

Table = tuple[Page, Page]
"""The pages of two people at one table; the first begins."""

CLICK = """() => new Promise((resolve, reject) => {
  const deck = document.querySelector('[data-place="deck"]:enabled');
  const held = () => document.querySelector('[data-place="hand"]').innerText;
  const before = held();
  let began = 0;
  const look = () => {
    if (held() === before) return;
    watching.disconnect();
    // The frame after the one in which it is painted begins when that one is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, {subtree: true, childList: true, characterData: true});
  setTimeout(() => reject(new Error("no change")), 20000);
  began = performance.now();
  deck.click();
})"""
"""From a click on the deck to the frame that shows the card in the hand."""

FRAMES = """() => {
  window.moments = [];
  const step = (now) => {
    window.moments.push(now);
    window.stepping = requestAnimationFrame(step);
  };
  window.stepping = requestAnimationFrame(step);
}"""


def said(words: str) -> None:
    """Tell what is being done."""
    print(words, file=sys.stderr, flush=True)


def share(values: list[float], percent: int) -> float:
    """The value that so many per cent do not exceed."""
    return sorted(values)[round(percent / 100 * (len(values) - 1))]


@contextmanager
def serving() -> Generator[str]:
    """A server of its own; its address."""
    command = [sys.executable, "-m", "whistlestop", "serve", "--no-open", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WHISTLESTOP_DATA": folder, "WHISTLESTOP_RATES": "0"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/.")
        finally:
            server.terminate()
            server.wait()


def opened(browser: Browser, url: str) -> BrowserContext:
    """Somebody with a browser of their own and nothing in its cache."""
    context = browser.new_context(
        base_url=url, viewport={"width": 1400, "height": 900}, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE)
    return context


def posted(context: BrowserContext, path: str, body: Any) -> Any:
    """Ask the server for something as whoever has this browser."""
    headers = {"X-Requested-With": "whistlestop", "Content-Type": "application/json"}
    answer = context.request.post(path, data=json.dumps(body), headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def sat_down(browser: Browser, url: str, edition: str) -> Table:
    """Two people at a table, their first tickets chosen."""
    contexts = [opened(browser, url) for _ in range(2)]
    body = {"edition": edition, "seats": [{"kind": "me"}, {"kind": "open"}], "shuffle": False}
    table = posted(contexts[0], "/api/tables", body)["id"]
    posted(contexts[1], f"/api/tables/{table}/join", None)
    pages = [context.new_page() for context in contexts]
    for context, page in zip(contexts, pages, strict=True):
        update = context.request.get(f"/api/tables/{table}").json()
        move = {"id": "opening", "version": update["version"]}
        words = update["legal"][0]["words"]
        posted(context, f"/api/tables/{table}/actions", {**move, "action": words})
        page.goto(f"/t/{table}")
        page.locator(".supply").wait_for()
    # Who begins is drawn by lot.
    first: int = contexts[0].request.get(f"/api/tables/{table}").json()["deciding"][0]
    return pages[first], pages[1 - first]


def first_view(browser: Browser, url: str, table: str) -> tuple[float, float, float, int]:
    """First contentful paint, when the board is there (ms), and bytes received, requests."""
    context = opened(browser, url)
    page = context.new_page()
    network: Any = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    received: list[float] = []

    def loaded(event: Any) -> None:
        received.append(event["encodedDataLength"])

    network.on("Network.loadingFinished", loaded)
    page.goto(table)
    page.locator(".board-sheet [data-route]").first.wait_for(state="attached")
    board: float = page.evaluate("performance.now()")
    page.wait_for_timeout(1000)
    paint: float = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
    )
    context.close()
    return paint, board, sum(received), len(received)


def frames(page: Page, seconds: float) -> list[float]:
    """Milliseconds from frame to frame while the board is zoomed and dragged without a rest."""
    box = page.locator(".board-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.evaluate(FRAMES)
    end, round_ = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for _ in range(8):
            page.mouse.wheel(0, -60 if round_ % 2 == 0 else 60)
        page.mouse.down()
        for step in range(20):
            page.mouse.move(x + 6 * step, y + 3 * step)
        for step in range(20, -1, -1):
            page.mouse.move(x + 6 * step, y + 3 * step)
        page.mouse.up()
        round_ += 1
    at: list[float] = page.evaluate("cancelAnimationFrame(window.stepping), window.moments")
    return [after - before for before, after in pairwise(at)]


def answered(pages: Table, moves: int, seconds: float) -> list[float]:
    """Milliseconds from click to change; the two draw in turn, two cards each."""
    found: list[float] = []
    end = time.monotonic() + seconds
    while len(found) < moves and time.monotonic() < end:
        for page in pages:
            for _ in range(2):
                page.locator('[data-place="deck"]:enabled').wait_for()
                found.append(page.evaluate(CLICK))
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--views", type=int, default=5, help="times a table is opened afresh")
    parser.add_argument("--moves", type=int, default=32)
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        said(f"a table of {options.edition}, load average {os.getloadavg()[0]:.1f}")
        pages = sat_down(browser, url, options.edition)
        said("opening it with nothing in the cache")
        views = [first_view(browser, url, pages[0].url) for _ in range(options.views)]
        paints, boards = [view[0] for view in views], [view[1] for view in views]
        said("moves")
        times = answered(pages, options.moves, 15)
        said("zooming and dragging")
        pages[0].bring_to_front()
        gaps = frames(pages[0], 5)
        said(f"load average {os.getloadavg()[0]:.1f}")
        browser.close()
    print(f"first contentful paint of a table: median {share(paints, 50):.0f} ms of {len(views)}")
    print(f"the board is there: median {share(boards, 50):.0f} ms")
    print(f"received: {views[-1][2] / 1024:.0f} kB in {views[-1][3]} requests")
    print(
        f"zooming and dragging: {1000 * len(gaps) / sum(gaps):.0f} frames/s, from one to the next "
        f"median {share(gaps, 50):.1f} ms, p95 {share(gaps, 95):.1f} ms"
    )
    print(
        f"click to change: p50 {share(times, 50):.0f} ms, p95 {share(times, 95):.0f} ms "
        f"in {len(times)} moves"
    )


if __name__ == "__main__":
    main()
