"""Format numbers for the tables of the terminal and of the report."""

from __future__ import annotations

from typing import Final

from whistlestop.arena.tournament.intervals import Estimate
from whistlestop.arena.tournament.less_luck import LessLuck
from whistlestop.arena.tournament.standings import Standing


def signed(value: float, digits: int = 0) -> str:
    """Return a number as text with `digits` decimals and its sign, `+` or `−`."""
    return f"{value:+.{digits}f}".replace("-", "−")


def number(value: float, digits: int = 0) -> str:
    """Return a number as text with `digits` decimals. Negative numbers begin with `−`."""
    return f"{value:.{digits}f}".replace("-", "−")


def margin(one: Standing | LessLuck) -> str:
    """Return a bot's mean margin ± half the width of the margin's interval: `+3.2 ± 1.1`."""
    return f"{signed(one.margin.value, 1)} ± {one.margin.half_width:.1f}"


LESS_LUCK: Final = ("Won", "95 %", "Fewer", "Margin", "Fewer")
"""The headings of the columns that `less_luck` returns, in order."""

LESS_LUCK_NOTE: Final = (
    "Fewer: without this share of the games, the intervals would be as wide as the plain ones."
)
"""The explanation of the headings `Fewer` for the reader of a table."""


def less_luck(one: LessLuck) -> tuple[str, str, str, str, str]:
    """Return a bot's results with luck subtracted, as the five texts of a row of a table.

    They are the share of wins, the interval of this share, the percentage of games saved for the
    share, the mean margin with half the width of its interval, and the percentage of games saved
    for the margin. `LessLuck` explains the games saved.
    """
    return (
        f"{one.wins.value:.1%}",
        interval(one.wins),
        number(100 * one.wins_saved) + " %",
        margin(one),
        number(100 * one.margin_saved) + " %",
    )


def interval(share: Estimate) -> str:
    """Return the two ends of a share's interval as text, such as `48.1%–55.3%`."""
    return f"{share.low:.1%}–{share.high:.1%}"


def time(seconds: float) -> str:
    """Return a time as text, such as `1.25 s`, or `12.5 ms` if it is less than a second."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def lost_moves(one: Standing) -> str:
    """Return a warning that the fallback replaced moves of a bot (see `limits.fallback`).

    The text has the numbers of these moves and the reason for the first one. There must be at least
    one.
    """
    return (
        f"lost {one.late + one.failed:,} moves to the fallback in {one.games:,} games: "
        f"{one.late:,} came too late, {one.failed:,} were not legal or failed. "
        f"The first: {one.complaint}."
    )
