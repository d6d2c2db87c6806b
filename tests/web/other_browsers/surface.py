"""A page in another browser, with as much of Playwright's page as those ask for who play on it.

Everything waits, as there: what is pressed until it can be, the rest until it is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.browsing import SETTLE
from tests.web.other_browsers.windows import Interrupted, Point, Window

Step = tuple[str, ...]
"""How to get from some elements to others: a way, and what it needs."""

AT_ONCE = 4_000
"""Milliseconds that the page itself waits, until it is asked again."""

PRESSES = 10
"""So often is tried to press something that does not hold still."""

SHOWN = """() => {
  const text = (selector) => document.querySelector(selector)?.innerText;
  return [location.href, ...["dialog[open]", ".turn-area", ".tray"].map(text)];
}"""
"""What a page tells of itself where something was waited for in vain."""

ASKED = """async (steps, task, wanted, patience) => {
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const name = (element) =>
    (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\\s+/g, " ");
  const roles = { button: "button, [role=button]", link: "a[href]", radio: "[type=radio]" };
  const selected = (root, selector) => {
    if (!selector.includes(":visible")) return [...root.querySelectorAll(selector)];
    // Playwright's word: each of the list's parts may have it.
    const found = selector.split(",").flatMap((part) => {
      const all = [...root.querySelectorAll(part.replace(":visible", ""))];
      return part.includes(":visible") ? all.filter(shown) : all;
    });
    return [...new Set(found)];
  };
  const ways = {
    css: (roots, selector) => [...new Set(roots.flatMap((root) => selected(root, selector)))],
    role: (roots, role, words, exact) =>
      ways.css(roots, roles[role]).filter((element) => {
        if (!shown(element)) return false;
        if (exact) return name(element) === words;
        return name(element).toLowerCase().includes(words.toLowerCase());
      }),
    nth: (roots, place) => [roots.at(Number(place))].filter(Boolean),
  };
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const within = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const tasks = {
    count: (all) => all.length,
    texts: (all) => all.map((element) => element.innerText ?? element.textContent),
    text: ([first]) => first && (first.innerText ?? first.textContent),
    attribute: ([first]) => first && { value: first.getAttribute(wanted) },
    seen: ([first]) => (first && shown(first)) || undefined,
    gone: ([first]) => !(first && shown(first)) || undefined,
    // Where it can be pressed, once it is at rest and nothing lies over it.
    point: async ([first]) => {
      if (!first || !shown(first) || first.matches(":disabled")) return undefined;
      const holds = (hit) => first.contains(hit) || hit.closest("label")?.contains(first);
      const over = document.elementFromPoint(...middle(first));
      // Something that stays at an edge of the window may lie over it: in the middle nothing does.
      if (!within(middle(first)) || (over && !holds(over))) {
        first.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      }
      const before = middle(first);
      await frame();
      await frame();
      const now = middle(first);
      if (before.some((value, place) => Math.abs(value - now[place]) > 0.5)) return undefined;
      const hit = document.elementFromPoint(...now);
      if (!hit || !holds(hit)) return undefined;
      if (wanted === "press") window.expectPress(holds);
      return now;
    },
  };
  const deadline = performance.now() + patience;
  for (;;) {
    let found = [document];
    for (const [way, ...more] of steps) found = ways[way](found, ...more);
    const told = await tasks[task](found);
    if (told !== undefined) return { told };
    if (performance.now() > deadline) return null;
    await new Promise((go) => setTimeout(go, 25));
  }
}"""

EXPECTS = """() => {
  const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  const check = (event) => {
    window.pressed ??= window.presses(event.target);
    if (window.pressed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  window.expectPress ??= (holds) => {
    window.pressed = undefined;
    window.presses = holds;
    for (const kind of kinds) addEventListener(kind, check, true);
  };
  window.endPress ??= async () => {
    const deadline = performance.now() + 2_000;
    while (window.pressed === undefined && performance.now() < deadline) {
      await new Promise((go) => setTimeout(go, 25));
    }
    for (const kind of kinds) removeEventListener(kind, check, true);
    return window.pressed ?? false;
  };
}"""
"""What lets nothing else be pressed than what was meant, if that has moved away meanwhile."""

MET = """async (condition, wanted, patience) => {
  const deadline = performance.now() + patience;
  for (;;) {
    if (await condition(wanted)) return { told: true };
    if (performance.now() > deadline) return null;
    await new Promise((go) => setTimeout(go, 25));
  }
}"""


class Surface:
    """A page."""

    def __init__(self, window: Window, base: str) -> None:
        self.window = window
        self.base = base

    def goto(self, path: str) -> None:
        self.window.go(self.base + path)

    def reload(self) -> None:
        self.window.go(self.evaluate("() => location.href"))

    def evaluate(self, function: str, *arguments: Any) -> Any:
        return self.window.run(function, *arguments)

    def wait_for_function(
        self, condition: str, *, arg: Any = None, timeout: float = SETTLE
    ) -> None:
        met = f"(wanted, patience) => ({MET})({condition}, wanted, patience)"
        self._until(condition, lambda: self.window.run(met, arg, AT_ONCE), timeout)

    def locator(self, selector: str) -> Part:
        return Part(self, (("css", selector),))

    def get_by_role(self, role: str, *, name: str, exact: bool = False) -> Part:
        return Part(self, ()).get_by_role(role, name=name, exact=exact)

    def ask(
        self, steps: tuple[Step, ...], task: str, wanted: str = "", timeout: float = SETTLE
    ) -> Any:
        """Have the page do something with elements, once it can be done."""
        return self._until(
            f"{task} of {steps}",
            lambda: self.window.run(ASKED, steps, task, wanted, AT_ONCE),
            timeout,
        )

    def _until(self, what: str, attempt: Callable[[], Any], timeout: float = SETTLE) -> Any:
        deadline = time.monotonic() + timeout / 1000
        while time.monotonic() < deadline:
            # A page that is being left has no answer; the next one does.
            with suppress(Interrupted):
                answer = attempt()
                if answer is not None:
                    return answer["told"]
        raise AssertionError(f"in vain: {what}; the page shows {self.evaluate(SHOWN)}")


class Part:
    """What a selector finds, whenever it is looked for."""

    def __init__(self, page: Surface, steps: tuple[Step, ...]) -> None:
        self._page = page
        self._steps = steps

    def locator(self, selector: str) -> Part:
        return self._further("css", selector)

    def get_by_role(self, role: str, *, name: str, exact: bool = False) -> Part:
        return self._further("role", role, name, "exact" if exact else "")

    @property
    def first(self) -> Part:
        return self.nth(0)

    @property
    def last(self) -> Part:
        return self.nth(-1)

    def nth(self, place: int) -> Part:
        return self._further("nth", str(place))

    def _further(self, *step: str) -> Part:
        return Part(self._page, (*self._steps, step))

    def count(self) -> int:
        return self._ask("count")

    def wait_for(self, *, state: str = "visible", timeout: float = SETTLE) -> None:
        self._ask({"visible": "seen", "hidden": "gone"}[state], timeout=timeout)

    def inner_text(self) -> str:
        return self._ask("text")

    def all_inner_texts(self) -> list[str]:
        return self._ask("texts")

    def get_attribute(self, name: str) -> str | None:
        return self._ask("attribute", name)["value"]

    def click(self, *, rest: int = 0) -> None:
        """Press it.

        Args:
            rest: the milliseconds for which it stays pressed.
        """
        self._press(rest=rest)

    def drag(self, *path: Point) -> None:
        """Press it, move the pointer over the points of a path, and lift it at the last one."""
        self._press(*path)

    def _press(self, *path: Point, rest: int = 0) -> None:
        """Press it; once more, if something else came to lie there just before.

        Until a page has been painted, WebKit presses what was there before.
        """
        window = self._page.window
        for _ in range(PRESSES):
            window.run(EXPECTS)
            x, y = self._ask("point", "press")
            window.pointer((x, y), *path, rest=rest)
            try:
                if window.run("() => window.endPress?.() ?? true"):
                    return
            except Interrupted:
                # It led elsewhere.
                return
        raise AssertionError(f"it does not hold still: {self._steps}")

    def middle(self) -> Point:
        """Where it can be pressed, once it can."""
        x, y = self._ask("point")
        return x, y

    def _ask(self, task: str, wanted: str = "", timeout: float = SETTLE) -> Any:
        return self._page.ask(self._steps, task, wanted, timeout)
