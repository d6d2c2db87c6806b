"""The server's metrics, in the text format of Prometheus.

Requests and moves only increase plain numbers. The library turns these numbers into metrics when
Prometheus asks for them. So metrics take almost no time from requests and moves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """A histogram of durations in seconds."""

    def __init__(self) -> None:
        """Start without measurements."""
        self._counts = [0] * (len(_BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(_BUCKETS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, meaning: str) -> Metric:
        """Return the histogram as a metric.

        Args:
            name: the name of the metric with the prefix `whistlestop_`.
            meaning: what the metric measures, for people who read the metrics.
        """
        totals = zip((*map(str, _BUCKETS), "+Inf"), accumulate(self._counts), strict=True)
        return HistogramMetricFamily(name, meaning, buckets=[*totals], sum_value=self._sum)


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
        self.webhook_calls: Counter[str] = Counter()
        """The number of calls of people's addresses: `sent` if the call arrived, `failed` if it did
        not, and `dropped` if there were too many calls."""
        self.push_messages: Counter[str] = Counter()
        """The number of messages to people's devices: `sent` if the push service accepted the
        message, `failed` if it did not, `ended` if the device gets no more messages, and `dropped`
        if there were too many."""
        self.errors: Counter[str] = Counter()
        """The number of failures of the server, by the part that failed, such as `storage`."""
        self.request_seconds = Histogram()
        self.move_seconds = Histogram()
        """The seconds from taking a move to its commit."""

    def text(self, gauges: Iterable[Metric]) -> str:
        """Return all metrics in the text format of Prometheus.

        Args:
            gauges: further current values, as `gauge` returns them.
        """
        # The library's own registry is shared by everything in the process. This one has the
        # metrics of this server alone.
        registry = CollectorRegistry()
        registry.register(_Collected((*gauges, *self._families())))
        return generate_latest(registry).decode()

    def _families(self) -> Iterable[Metric]:
        for name, meaning, label, counts in (
            ("requests", "Answered requests, by class of HTTP status.", "status", self.requests),
            ("moves", "Moves, by who made them.", "by", self.moves),
            ("bot_decisions", "Decisions of bots, by the time they had.", "time", self.decisions),
            (
                "webhook_calls",
                "Calls of people's addresses, by what came of them.",
                "result",
                self.webhook_calls,
            ),
            (
                "push_messages",
                "Messages to people's devices, by what came of them.",
                "result",
                self.push_messages,
            ),
            ("errors", "Failures of the server, by place.", "where", self.errors),
        ):
            family = CounterMetricFamily(f"whistlestop_{name}", meaning, labels=[label])
            for key, value in sorted(counts.items()):
                family.add_metric([key], value)
            yield family
        yield self.request_seconds.family(
            "whistlestop_request_seconds", "Seconds from a request to its answer."
        )
        yield self.move_seconds.family(
            "whistlestop_move_seconds", "Seconds from taking a move to its commit."
        )


@dataclass(frozen=True, eq=False)
class _Collected:
    """Finished metrics, in the form that a registry of the Prometheus library accepts."""

    families: tuple[Metric, ...]

    def collect(self) -> Iterable[Metric]:
        return self.families


def gauge(name: str, meaning: str, value: float) -> Metric:
    """Return a current value as a metric.

    Args:
        name: the name of the metric without the prefix `whistlestop_`.
        meaning: what the value is, for people who read the metrics.
        value: the value.
    """
    return GaugeMetricFamily(f"whistlestop_{name}", meaning, value=value)
