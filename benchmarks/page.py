"""Measure the page in a real Chromium: how soon it shows and answers, and how smoothly it moves.

    python benchmarks/page.py
    python benchmarks/page.py --against FOLDER

The second command compares with another version of the whole project, unpacked in a folder. The
versions are measured in pairs, one right after the other, and take turns in going first. So the
state of the machine affects both alike.

There is one server process with its database in a temporary folder, and one browser without a
window and without a graphics card. All of them share the machine. Nothing is asserted: run it on a
quiet machine and read the figures.
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
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE = 30_000
"""The milliseconds after which a wait fails."""

BOARD = ".board-sheet [data-route]"

Table = tuple[Page, BrowserContext, str]
"""The page of one person, the browser of the other one, who needs no page, and the table's id."""

CLICK = """() => new Promise((resolve, reject) => {
  const deck = document.querySelector('[data-place="deck"]:enabled');
  const hand = document.querySelector('[data-place="hand"]');
  const before = hand.textContent;
  let began = 0, drawn = 0, shown = 0;
  const done = () => drawn && shown && resolve([drawn - began, shown - began]);
  const look = () => {
    if (hand.textContent === before) return;
    watching.disconnect();
    const mark = document.createElement("i");
    mark.textContent = "x";
    mark.setAttribute("elementtiming", "changed");
    mark.style.position = "fixed";
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      mark.remove();
      shown = list.getEntries()[0].renderTime;
      done();
    }).observe({type: "element"});
    document.body.append(mark);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      drawn = performance.now();
      done();
    }));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, {subtree: true, childList: true, characterData: true});
  setTimeout(() => reject(new Error("no change")), 20000);
  began = performance.now();
  deck.click();
})"""
"""Measure two times from a click on the deck, in milliseconds.

The first ends when the page has drawn the frame with the card in the hand and can start the next
frame. The second ends when that frame is on the screen. The browser reports this (Element Timing)
for a letter that is put into the page together with the card, in steps of 4 ms.
"""

FRAMES = """() => {
  window.moments = [];
  const step = (now) => {
    window.moments.push(now);
    window.stepping = requestAnimationFrame(step);
  };
  window.stepping = requestAnimationFrame(step);
}"""


def said(words: str) -> None:
    """Print to standard error what is being done."""
    print(words, file=sys.stderr, flush=True)


def share(values: list[float], percent: int) -> float:
    """Return a percentile of some values. `percent` is 50 for the median."""
    return sorted(values)[round(percent / 100 * (len(values) - 1))]


@contextmanager
def serving(project: str = "") -> Generator[str]:
    """Run a server of this version, or of the project in a folder, and yield its address."""
    command = [sys.executable, "-m", "whistlestop", "serve", "--no-open", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WHISTLESTOP_DATA": folder, "WHISTLESTOP_RATES": "0"}
        if project:
            # The versions must not share a cache, because they would overwrite each other's files.
            environment["PYTHONPATH"] = str(Path(project, "src"))
            environment["WHISTLESTOP_CACHE"] = str(Path(project, ".cache"))
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/.")
        finally:
            server.terminate()
            server.wait()


def opened(browser: Browser, url: str) -> BrowserContext:
    """Return a new browser context with an empty cache."""
    context = browser.new_context(
        base_url=url, viewport={"width": 1400, "height": 900}, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE)
    return context


def posted(context: BrowserContext, path: str, body: Any) -> Any:
    """Send a request to the server with the cookies of this browser, and return the answer."""
    headers = {"X-Requested-With": "whistlestop", "Content-Type": "application/json"}
    answer = context.request.post(path, data=json.dumps(body), headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def sat_down(browser: Browser, url: str, edition: str) -> Table:
    """Seat two people at a table, and choose their first tickets."""
    contexts = [opened(browser, url) for _ in range(2)]
    body = {"edition": edition, "seats": [{"kind": "me"}, {"kind": "open"}], "shuffle": False}
    table = posted(contexts[0], "/api/tables", body)["id"]
    posted(contexts[1], f"/api/tables/{table}/join", None)
    for context in contexts:
        while legal := decisions(context, table):
            if legal[0]["kind"] == "draw":
                break
            act(context, table, legal[0]["words"])
    page = contexts[0].new_page()
    page.goto(f"/t/{table}")
    page.locator(".supply").wait_for()
    return page, contexts[1], table


def decisions(context: BrowserContext, table: str) -> list[Any]:
    """Return the legal actions of the person with this browser."""
    found: list[Any] = context.request.get(f"/api/tables/{table}").json()["legal"]
    return found


def act(context: BrowserContext, table: str, words: str) -> None:
    """Take an action for the person with this browser."""
    body = {"id": str(uuid4()), "version": 1, "action": words}
    posted(context, f"/api/tables/{table}/actions", body)


def first_view(
    browser: Browser, url: str, path: str, wanted: str
) -> tuple[float, float, float, int]:
    """Open a path with an empty cache, and measure how it loads.

    Returns:
        The milliseconds to the first contentful paint, those until an element with the selector
        `wanted` is there, the bytes received, and the number of requests.
    """
    context = opened(browser, url)
    page = context.new_page()
    network: Any = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    received: list[float] = []

    def loaded(event: Any) -> None:
        received.append(event["encodedDataLength"])

    network.on("Network.loadingFinished", loaded)
    page.goto(path)
    page.locator(wanted).first.wait_for(state="attached")
    there: float = page.evaluate("performance.now()")
    page.wait_for_timeout(1000)
    paint: float = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
    )
    context.close()
    return paint, there, sum(received), len(received)


def frames(page: Page, seconds: float) -> list[float]:
    """Return the milliseconds between frames while the board is zoomed and dragged all the time."""
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


def answered(at: Table, moves: int, seconds: float) -> list[tuple[float, float]]:
    """Return the two times that `CLICK` measures, for each click of the first person.

    The two people take turns and draw two cards each.

    Args:
        at: the table.
        moves: the maximum number of clicks.
        seconds: about how long to play at most.
    """
    page, other, table = at
    found: list[tuple[float, float]] = []
    end = time.monotonic() + seconds
    while len(found) < moves and time.monotonic() < end:
        if decisions(other, table):
            act(other, table, "draw deck")
            continue
        page.locator('[data-place="deck"]:enabled').wait_for()
        drawn, shown = page.evaluate(CLICK)
        found.append((drawn, shown))
    return found


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one version. Times are in milliseconds."""

    start_paints: list[float]
    """The first contentful paints of the start page."""
    paints: list[float]
    """The first contentful paints of a table."""
    boards: list[float]
    """The times until the board of that table is there."""
    received: float
    requests: int
    gaps: list[float]
    """The times between frames while the board is zoomed and dragged."""
    moves: list[tuple[float, float]]
    """The times from a click until the change is drawn, and until it is on the screen."""

    def compared(self) -> dict[str, float]:
        """Return one figure for each measurement. Smaller is better."""
        return {
            "first paint of the start page": share(self.start_paints, 50),
            "first paint of a table": share(self.paints, 50),
            "the board is there": share(self.boards, 50),
            "own move, from click to drawn": share([drawn for drawn, _ in self.moves], 50),
            "own move, from click to the screen": share([shown for _, shown in self.moves], 50),
            "from frame to frame": sum(self.gaps) / len(self.gaps),
            "bytes received for a table": self.received,
        }


def measured(browser: Browser, url: str, edition: str, views: int, moves: int) -> Figures:
    """Measure the version that listens at an address."""
    said(f"a table of {edition}, load average {os.getloadavg()[0]:.1f}")
    table = sat_down(browser, url, edition)
    page = table[0]
    said("opening it with nothing in the cache")
    starts = [first_view(browser, url, "/", ".board-choice")[0] for _ in range(views)]
    seen = [first_view(browser, url, page.url, BOARD) for _ in range(views)]
    said("moves")
    times = answered(table, moves, 15)
    said("zooming and dragging")
    page.bring_to_front()
    gaps = frames(page, 5)
    for context in browser.contexts:
        context.close()
    received, requests = seen[-1][2:]
    return Figures(
        starts, [one[0] for one in seen], [one[1] for one in seen], received, requests, gaps, times
    )


def tell(figures: Figures) -> None:
    """Print the figures."""
    gaps = figures.gaps
    print(
        f"first contentful paint of the start page: median {share(figures.start_paints, 50):.0f} ms"
    )
    print(f"first contentful paint of a table: median {share(figures.paints, 50):.0f} ms")
    print(f"board shown: median {share(figures.boards, 50):.0f} ms")
    print(f"received: {figures.received / 1024:.0f} kB in {figures.requests} requests")
    print(
        f"zooming and dragging: {1000 * len(gaps) / sum(gaps):.0f} frames/s, between two frames "
        f"median {share(gaps, 50):.1f} ms, p95 {share(gaps, 95):.1f} ms"
    )
    for what, which in (("drawn", 0), ("on the screen", 1)):
        moments = [moment[which] for moment in figures.moves]
        print(
            f"own move, from click to {what}: p50 {share(moments, 50):.0f} ms, "
            f"p95 {share(moments, 95):.0f} ms in {len(moments)} moves"
        )


def compare(pairs: list[tuple[Figures, Figures]]) -> None:
    """Print the median ratio of this version's figures to the other version's, over all pairs."""
    for what in pairs[0][0].compared():
        both = [(this.compared()[what], other.compared()[what]) for this, other in pairs]
        ratios = [this / other for this, other in both]
        values = ", ".join(f"{this:.1f} to {other:.1f}" for this, other in both)
        print(f"{what}: {share(ratios, 50):.2f} ({values})")


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--views", type=int, default=5, help="how many times to open each page")
    parser.add_argument("--moves", type=int, default=32)
    parser.add_argument(
        "--against", default="", help="a folder with another version, to compare with"
    )
    parser.add_argument(
        "--pairs", type=int, default=3, help="how many times to measure both versions"
    )
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with ExitStack() as stack:
        url = stack.enter_context(serving())
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        stack.callback(browser.close)

        def measure(address: str) -> Figures:
            return measured(browser, address, options.edition, options.views, options.moves)

        if not options.against:
            tell(measure(url))
            return
        other = stack.enter_context(serving(options.against))
        pairs: list[tuple[Figures, Figures]] = []
        for number in range(options.pairs):
            if number % 2:
                before, now = measure(other), measure(url)
            else:
                now, before = measure(url), measure(other)
            pairs.append((now, before))
        compare(pairs)


if __name__ == "__main__":
    main()
