"""The server's metrics, in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """A histogram of durations in seconds."""

    def __init__(self) -> None:
        """Start without measurements."""
        self._counts = [0] * (len(_BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        place = next((n for n, most in enumerate(_BUCKETS) if seconds <= most), len(_BUCKETS))
        self._counts[place] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterable[str]:
        """Yield the lines of the histogram in the text format of Prometheus."""
        yield f"# TYPE {name} histogram"
        total = 0
        for most, count in zip((*map(str, _BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{most}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    """The counters and histograms of one server."""

    def __init__(self) -> None:
        """Start with all counts at zero."""
        self.requests: Counter[str] = Counter()
        """The number of answers, by class of HTTP status, such as `2xx`."""
        self.moves: Counter[str] = Counter()
        """The number of moves, by who made them: `person`, `bot` or `standin`."""
        self.decisions: Counter[str] = Counter()
        """The number of bots' decisions: `full` if a bot had all of its time, `shortened` if it had
        less because other decisions were due."""
        self.errors: Counter[str] = Counter()
        """The number of failures of the server itself, by the place where they occurred."""
        self.request_seconds = Histogram()
        self.move_seconds = Histogram()
        """The seconds from taking a move to its commit."""

    def text(self, gauges: dict[str, float]) -> str:
        """Return all metrics in the text format of Prometheus.

        Args:
            gauges: further current values, by their names without the prefix `whistlestop_`.
        """
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE whistlestop_{name} gauge", f"whistlestop_{name} {value:g}"]
        for name, label, counts in (
            ("requests_total", "status", self.requests),
            ("moves_total", "by", self.moves),
            ("bot_decisions_total", "time", self.decisions),
            ("errors_total", "where", self.errors),
        ):
            lines.append(f"# TYPE whistlestop_{name} counter")
            lines += [
                f'whistlestop_{name}{{{label}="{key}"}} {value}'
                for key, value in sorted(counts.items())
            ]
        lines += self.request_seconds.lines("whistlestop_request_seconds")
        lines += self.move_seconds.lines("whistlestop_move_seconds")
        return "\n".join(lines) + "\n"
