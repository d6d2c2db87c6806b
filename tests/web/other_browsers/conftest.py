"""WebKit and Firefox, and a server whose pages tell what goes wrong in them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.serving import Running, sqlite
from tests.web.other_browsers.firefox import firefox
from tests.web.other_browsers.surface import Surface
from tests.web.other_browsers.webkit import webkit
from tests.web.other_browsers.windows import Browser
from whistlestop.server.http import assets
from whistlestop.server.http.routes import pages

OpenOther = Callable[..., Surface]

MINI_BROWSERS = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"

TELLS = """
(() => {
  // What has not come when a page is left does not come any more, and that is no fault.
  let left = false;
  addEventListener("beforeunload", () => { left = true; });
  const tell = (what) => {
    const told = JSON.parse(sessionStorage.getItem("faults") ?? "[]");
    sessionStorage.setItem("faults", JSON.stringify([...told, String(what)]));
  };
  for (const kind of ["error", "warn"]) {
    const real = console[kind];
    console[kind] = (...said) => {
      if (left) return;
      tell(`${kind}: ${said.join(" ")}`);
      real.apply(console, said);
    };
  }
  addEventListener("error", (event) => {
    const { src, href } = event.target;
    tell(event.message ?? `not loaded: ${src ?? href?.baseVal ?? href}`);
  }, true);
  addEventListener("unhandledrejection", (event) => tell(`unhandled: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) => {
    tell(`refused by ${event.violatedDirective}: ${event.blockedURI}`);
  });
})();
"""
"""Written before the first script of every page: WebKit's driver tells nothing of the console."""


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose pages keep in `sessionStorage` what goes wrong in them."""
    real = assets.page_file

    def page_file(path: str) -> assets.Asset | None:
        found = real(path)
        if path != "theme.js":
            return found
        assert found is not None
        return assets.asset(TELLS.encode() + found.body, ".js")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "page_file", page_file)
        with Running(sqlite(tmp_path_factory.mktemp("telling"))) as running:
            yield running.url


@pytest.fixture(scope="module", params=["webkit", "firefox"])
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser that is not Chromium."""
    name: str = request.param
    folder = tmp_path_factory.mktemp(name)
    if name == "webkit":
        mini = next((str(found) for found in Path("/").glob(MINI_BROWSERS)), None)
        wanted = [shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), mini]
        driver, screen, program = _all(wanted, "webkit2gtk-driver and xvfb")
        with webkit(driver, screen, program, folder) as browser:
            yield browser
    else:
        (program,) = _all([shutil.which("firefox-esr")], "firefox-esr")
        with firefox(program, folder) as browser:
            yield browser


def _all(programs: list[str | None], packages: str) -> list[str]:
    """Programs, if they are all there; where they are not, there is nothing to test."""
    there = [program for program in programs if program is not None]
    if len(there) < len(programs):
        if os.environ.get("CI"):
            pytest.fail(f"a browser is missing: install Debian's {packages}")
        pytest.skip(f"this machine has no {packages}")
    return there


@pytest.fixture
def open_other(other: Browser, telling: str) -> Iterator[OpenOther]:
    """Open a page of somebody new; at the end nothing may have gone wrong in it."""
    with ExitStack() as closing:
        opened: list[Surface] = []

        def open_one(*, width: int = 1280, height: int = 720, touch: bool = False) -> Surface:
            window = closing.enter_context(other.window(touch=touch))
            window.resize(width, height)
            opened.append(Surface(window, telling))
            return opened[-1]

        yield open_one
        for page in opened:
            assert page.window.faults() == []
