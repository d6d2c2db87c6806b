"""Bots wait until pages have shown the last move; how long that takes is known here as there."""

from __future__ import annotations

import re
from pathlib import Path

import whistlestop
from whistlestop.events import (
    CardDrawn,
    DisplayRefilled,
    Event,
    RouteClaimed,
    SurchargeDue,
    TicketsKept,
    TunnelCardRevealed,
    TunnelEntered,
)
from whistlestop.server.hosting import animation_times
from whistlestop.server.hosting.animation_times import seconds_to_show

WEB = Path(whistlestop.__file__).parent / "web"


def milliseconds(seconds: float) -> int:
    return round(1000 * seconds)


def test_the_page_has_the_same_figures() -> None:
    text = "\n".join(
        (WEB / file).read_text(encoding="utf-8")
        for file in ("table/turn/tunnel-trial.js", "table/news.js", "board/motion.js")
    )
    for name in ("BETWEEN", "LAID_OUT", "TURNED_UP", "ANSWERED", "STEP", "APPEARING"):
        (found,) = re.findall(rf"^const {name} = (\d+);$", text, re.MULTILINE)
        assert int(found) == milliseconds(getattr(animation_times, name)), name
    longer = {*re.findall(r"duration: STEP \+ (\d+)", text)}
    assert {int(one) for one in longer} == {
        milliseconds(animation_times.FLIGHT - animation_times.STEP)
    }
    (refilled,) = re.findall(r"glow\(.*slot.*delay \+ (\d+)\)", text)
    assert int(refilled) == milliseconds(animation_times.REFILLED)
    # What the page shows, and nothing else, is waited for.
    shows = text[text.index("const SHOWS") :]
    shown = {*re.findall(r"^  ([A-Z]\w+)\(", shows, re.MULTILINE)} - {"GameOver"}
    # The cards of a tunnel are turned up before the table knows of them.
    tunnel = {one.__name__ for one in (TunnelEntered, TunnelCardRevealed, SurchargeDue)}
    waited_for = {one.__name__ for one in animation_times._SHOWN}  # pyright: ignore[reportPrivateUsage]
    assert shown | tunnel == waited_for


def test_what_lands_last_counts() -> None:
    card = CardDrawn(0, 2, "red")
    refilled = DisplayRefilled(2, "blue")
    kept = TicketsKept(0, ("short",), (), None, None, None)
    tunnel: list[Event] = [TunnelEntered(0, "A-B", (("red", 2),))]
    assert seconds_to_show(()) == seconds_to_show([kept]) == 0
    assert milliseconds(seconds_to_show([card])) == 350
    assert milliseconds(seconds_to_show([card, refilled])) == 680
    # The third card is turned up after 0.5 + 0.5 + 0.5 seconds.
    tunnel += [TunnelCardRevealed("red", asks=True)] * 3
    assert milliseconds(seconds_to_show(tunnel)) == 1850
    # The answer comes 0.5 seconds later, and is seen for 0.7.
    assert milliseconds(seconds_to_show([*tunnel, SurchargeDue(0, 3)])) == 2800
    claims = [RouteClaimed(0, "A-B", (("red", length - 1), ("wild", 1)), 1) for length in (2, 6)]
    assert [milliseconds(seconds_to_show([one])) for one in claims] == [390, 750]
