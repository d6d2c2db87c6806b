"""WebKit: its MiniBrowser, spoken to in WebDriver through WebKitWebDriver.

MiniBrowser wants a screen, and gets one of its own.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.web.other_browsers.windows import (
    PATIENCE,
    Interrupted,
    Point,
    Window,
    called,
    keying,
    pointing,
    process,
)

SCREEN = "1600x1200x24"

SMALL = """
* { margin: 0; padding: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px; }
"""
"""The window's own buttons would keep it wider than a phone."""

ROOM_FOR = """async (width, height) => {
  while (innerWidth !== width || innerHeight !== height) {
    await new Promise((go) => setTimeout(go, 20));
  }
}"""

LOST = ("no such window", "no such frame", "script timeout", "unknown error")
"""How it says that the page in which something was done is no longer there."""

LONGEST = 15_000
"""Milliseconds until it gives up what is being done in a page that may be lost."""


STARTS = 4
"""The number of times that MiniBrowser is started before a test gives up."""


class WebKit:
    """A screen on which MiniBrowsers run, each started by a driver of its own."""

    def __init__(self, driver: str, program: str, environment: Mapping[str, str]) -> None:
        self._driver = driver
        self._program = program
        self._environment = environment

    @contextmanager
    def window(self, *, touch: bool = False) -> Generator[Window]:
        """Start a MiniBrowser that forgets everything and treats every pointer as a mouse.

        Rarely, a MiniBrowser never reports to its driver, which then waits for ever. In this case
        both are ended and started again.
        """
        for start in range(1, STARTS + 1):
            with ExitStack() as stack:
                http = stack.enter_context(self._driver_running())
                try:
                    session = self._session(http)
                except httpx.ReadTimeout:
                    if start == STARTS:
                        raise
                    continue
                try:
                    yield WebKitWindow(http, session)
                finally:
                    http.delete(session)
                return

    @contextmanager
    def _driver_running(self) -> Generator[httpx.Client]:
        """Start a driver, and yield a client that sends to it."""
        port = _free_port()
        command = [self._driver, "--host=127.0.0.1", f"--port={port}"]
        # The driver does not report when it begins to listen.
        patient = httpx.HTTPTransport(retries=8)
        with (
            process(command, self._environment),
            httpx.Client(
                base_url=f"http://127.0.0.1:{port}", transport=patient, timeout=PATIENCE
            ) as http,
        ):
            http.get("/status").raise_for_status()
            yield http

    def _session(self, http: httpx.Client) -> str:
        """Start a MiniBrowser, and return the path of its session."""
        options = {"binary": self._program, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = http.post("/session", json={"capabilities": wanted})
        session = f"/session/{answer.raise_for_status().json()['value']['sessionId']}"
        http.post(f"{session}/timeouts", json={"script": LONGEST}).raise_for_status()
        return session


class WebKitWindow:
    """A session of the driver."""

    def __init__(self, http: httpx.Client, session: str) -> None:
        self._http = http
        self._session = session

    def go(self, url: str) -> None:
        self._tell("url", url=url)

    def run(self, function: str, *arguments: Any) -> Any:
        taken, text = called(function, arguments)
        answer = self._http.post(
            f"{self._session}/execute/sync",
            json={"script": f"return ({taken})(arguments[0])", "args": [text]},
        )
        value = answer.json()["value"]
        if answer.is_error:
            if value["error"] in LOST:
                raise Interrupted(value["error"])
            raise AssertionError(f"{value['error']}: {value['message']}")
        return json.loads(value)

    def pointer(self, *path: Point, rest: int = 0) -> None:
        self._act(pointing("mouse", path, rest))

    def key(self, key: str) -> None:
        self._act(keying(key))

    def resize(self, width: int, height: int) -> None:
        # The window has a bar of its own.
        bar = self.run("() => outerHeight - innerHeight")
        self._tell("window/rect", x=0, y=0, width=width, height=height + bar)
        self.run(ROOM_FOR, width, height)

    def faults(self) -> list[str]:
        return self.run("() => JSON.parse(sessionStorage.getItem('faults') ?? '[]')")

    def _act(self, source: dict[str, Any]) -> None:
        self._tell("actions", actions=[source])

    def _tell(self, command: str, **parameters: Any) -> Any:
        answer = self._http.post(f"{self._session}/{command}", json=parameters)
        value = answer.json()["value"]
        assert answer.is_success, f"{command}: {value}"
        return value


@contextmanager
def webkit(driver: str, screen: str, program: str, folder: Path) -> Generator[WebKit]:
    """A WebKit on a screen that nobody sees.

    Args:
        driver: WebKitWebDriver.
        screen: Xvfb.
        program: MiniBrowser.
        folder: its home: empty, and removed by others.
    """
    looks = folder / ".config" / "gtk-3.0"
    looks.mkdir(parents=True)
    (looks / "gtk.css").write_text(SMALL)
    with ExitStack() as stack:
        display = stack.enter_context(_screen(screen))
        environment = os.environ | {
            "DISPLAY": f":{display}",
            "GDK_BACKEND": "x11",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / ".config"),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        }
        yield WebKit(driver, program, environment)


@contextmanager
def _screen(program: str) -> Generator[str]:
    """A screen; its number."""
    told, tells = os.pipe()
    with os.fdopen(told) as pipe, os.fdopen(tells, "w") as end:
        command = [program, "-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        with process(command, os.environ, files=[tells]):
            # It has its own: when it ends without a word, so does the pipe.
            end.close()
            yield pipe.readline().strip()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
