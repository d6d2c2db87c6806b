"""Figures as people read them, in tables of the terminal and of the report."""

from __future__ import annotations

from whistlestop.arena.tournament.intervals import Estimate
from whistlestop.arena.tournament.standings import Standing


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, which is a proper minus where it is one."""
    return f"{value:+.{digits}f}".replace("-", "−")


def number(value: float, digits: int = 0) -> str:
    """A number, with a proper minus if it is below 0."""
    return f"{value:.{digits}f}".replace("-", "−")


def margin(one: Standing) -> str:
    """A bot's mean margin, and half the width of its interval."""
    return f"{signed(one.margin.value, 1)} ± {one.margin.half_width:.1f}"


def interval(share: Estimate) -> str:
    """The two ends of a share's interval."""
    return f"{share.low:.1%}–{share.high:.1%}"


def time(seconds: float) -> str:
    """A time, in seconds or thousandths of them."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def lost_moves(one: Standing) -> str:
    """What has to be known about a bot that lost moves, so that nobody takes it for play."""
    return (
        f"lost {one.late + one.failed:,} moves to the fallback in {one.games:,} games: "
        f"{one.late:,} came too late, {one.failed:,} were not legal or failed. "
        f"The first: {one.complaint}."
    )
