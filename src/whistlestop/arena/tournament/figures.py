"""Format numbers for the tables of the terminal and of the report."""

from __future__ import annotations

from whistlestop.arena.tournament.intervals import Estimate
from whistlestop.arena.tournament.standings import Standing


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign. The minus is the character −."""
    return f"{value:+.{digits}f}".replace("-", "−")


def number(value: float, digits: int = 0) -> str:
    """Return a number as text. The minus of a negative number is the character −."""
    return f"{value:.{digits}f}".replace("-", "−")


def margin(one: Standing) -> str:
    """Return a bot's mean margin and half the width of its interval."""
    return f"{signed(one.margin.value, 1)} ± {one.margin.half_width:.1f}"


def interval(share: Estimate) -> str:
    """Return the two ends of a share's interval."""
    return f"{share.low:.1%}–{share.high:.1%}"


def time(seconds: float) -> str:
    """Return a time in seconds, or in milliseconds if it is less than a second."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def lost_moves(one: Standing) -> str:
    """Return a warning that a bot lost moves to the fallback, with the first reason."""
    return (
        f"lost {one.late + one.failed:,} moves to the fallback in {one.games:,} games: "
        f"{one.late:,} came too late, {one.failed:,} were not legal or failed. "
        f"The first: {one.complaint}."
    )
