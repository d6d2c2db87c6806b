"""Firefox, spoken to in WebDriver BiDi over its own port."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from tests.server.serving import connect
from tests.web.other_browsers.windows import (
    PATIENCE,
    Interrupted,
    Point,
    Window,
    called,
    keying,
    line_with,
    pointing,
    process,
)

SLOW_TAP = 60_000
"""The milliseconds within which a finger that is lifted has tapped.

Firefox's own 300 pass between two commands on a busy machine, and a longer touch is no click.
"""

PREFERENCES: dict[str, int | str | bool] = {
    "apz.max_tap_time": SLOW_TAP,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#nowhere",
    "toolkit.telemetry.enabled": False,
}
"""Firefox's settings: it sends no requests of its own, and a slow tap is a tap."""


EVENTS = ["log.entryAdded", "browsingContext.navigationCommitted"]


class Refused(Exception):
    """The browser did not do what it was told."""


class Firefox:
    """A Firefox that runs."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._numbers = count(1)
        self._said: dict[str, list[str]] = {}
        """What went wrong, by window."""
        self._left: set[str] = set()
        """Pages that windows have been told to leave: what they still waited for does not come."""
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=EVENTS)

    @contextmanager
    def window(self, *, touch: bool = False) -> Generator[Window]:
        """A window of its own."""
        person = self.call("browser.createUserContext")["userContext"]
        try:
            made = self.call("browsingContext.create", type="tab", userContext=person)
            yield FirefoxWindow(self, made["context"], touch=touch)
        finally:
            self.call("browser.removeUserContext", userContext=person)

    def call(self, method: str, *, within: str | None = None, **parameters: Any) -> Any:
        """Tell it something; its answer.

        Args:
            method: what, in words of BiDi.
            within: the window whose page has to stay: a page that has been left never answers.
            parameters: of the method.

        Raises:
            Interrupted: the page did not stay.
            Refused: it did not do it.
        """
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded":
                self._log(answer["params"])
            elif answer.get("method") == "browsingContext.navigationCommitted":
                if answer["params"]["context"] == within:
                    raise Interrupted(answer["params"]["url"])
            elif answer.get("id") == number:
                if answer["type"] == "error":
                    raise Refused(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def _log(self, entry: dict[str, Any]) -> None:
        source = entry["source"]
        if entry["level"] in ("error", "warn") and source["realm"] not in self._left:
            said = self._said.setdefault(source.get("context", ""), [])
            said.append(f"{entry['level']}: {entry['text']}")

    def leave(self, window: str) -> None:
        """Listen no more to the page that a window shows."""
        realms = self.call("script.getRealms", context=window)["realms"]
        self._left.update(one["realm"] for one in realms)

    def said(self, window: str) -> list[str]:
        """What went wrong in a window so far."""
        self.call("session.status")
        return self._said.get(window, [])


class FirefoxWindow:
    """A tab that has everything of its own."""

    def __init__(self, firefox: Firefox, context: str, *, touch: bool) -> None:
        self._firefox = firefox
        self._context = context
        self._pointer = "touch" if touch else "mouse"

    def go(self, url: str) -> None:
        self._firefox.leave(self._context)
        self._tell("browsingContext.navigate", url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        taken, text = called(function, arguments)
        try:
            answer = self._firefox.call(
                "script.callFunction",
                within=self._context,
                functionDeclaration=taken,
                arguments=[{"type": "string", "value": text}],
                awaitPromise=True,
                target={"context": self._context},
            )
        except Refused as refused:
            raise Interrupted(str(refused)) from None
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def pointer(self, *path: Point, rest: int = 0) -> None:
        self._act(pointing(self._pointer, path, rest))

    def key(self, key: str) -> None:
        self._act(keying(key))

    def resize(self, width: int, height: int) -> None:
        self._tell("browsingContext.setViewport", viewport={"width": width, "height": height})

    def faults(self) -> list[str]:
        return self._firefox.said(self._context)

    def _act(self, source: dict[str, Any]) -> None:
        self._tell("input.performActions", actions=[source])

    def _tell(self, method: str, **parameters: Any) -> Any:
        return self._firefox.call(method, context=self._context, **parameters)


@contextmanager
def firefox(program: str, folder: Path) -> Generator[Firefox]:
    """A Firefox without a window on any screen.

    Args:
        program: what to start.
        folder: for its profile: empty, and removed by others.
    """
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(folder)]
    command += ["--remote-debugging-port", "0", "about:blank"]
    environment = os.environ | {"HOME": str(folder)}
    with ExitStack() as stack:
        running = stack.enter_context(process(command, environment, heard=True))
        assert running.stderr is not None
        line = stack.enter_context(line_with(running.stderr, "ws://"))
        address = line[line.index("ws://") :].strip()
        yield Firefox(stack.enter_context(connect(f"{address}/session", max_size=None)))
