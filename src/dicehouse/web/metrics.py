"""What a server can be watched by, for Prometheus: on a port of its own, so that nobody from outside reads it.

Needs `dicehouse[metrics]`. Gauges are read from the house when somebody asks; only requests and actions are counted
when they happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dicehouse.errors import DicehouseError

if TYPE_CHECKING:
    from .site import Site

PHASES = ("waiting", "playing", "over")
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds


class NoMetrics(DicehouseError):
    """They can't be served as asked."""


class Metrics:
    """Counts requests and actions, and looks at the house when it is asked. NoMetrics without the library."""

    def __init__(self) -> None:
        if find_spec("prometheus_client") is None:
            raise NoMetrics('Metrics need one library more: pip install "dicehouse[metrics]".')
        from prometheus_client import CollectorRegistry, Counter, Histogram
        from prometheus_client.process_collector import ProcessCollector

        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Histogram(
            "dicehouse_request_seconds",
            "How long pages took, by the pattern of their address.",
            ("method", "route", "status"),
            registry=self.registry,
            buckets=QUICK,
        )
        self._actions = Histogram(
            "dicehouse_action_seconds",
            "How long moves and undos over sockets took until they were safe and answered.",
            registry=self.registry,
            buckets=QUICK,
        )
        self._refused = Counter(
            "dicehouse_refused_actions", "Moves and undos that were refused.", registry=self.registry
        )
        self._errors = Counter("dicehouse_errors", "Pages that broke.", registry=self.registry)

    def watch(self, site: Site) -> None:
        """Look at this house from now on."""
        self.registry.register(_Looker(site))

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A page was sent."""
        self._requests.labels(method, route, str(status)).observe(seconds)
        if status >= 500:
            self._errors.inc()

    def acted(self, seconds: float, *, refused: bool) -> None:
        """A move or an undo was answered."""
        if refused:
            self._refused.inc()
        else:
            self._actions.observe(seconds)

    def serve(self, host: str, port: int) -> int:
        """Answer at http://HOST:PORT/metrics in a thread; returns the port. OSError if nobody can listen there."""
        from prometheus_client import start_http_server

        server, _ = start_http_server(port, host, self.registry)
        return int(server.server_port)


class _Looker:
    """Reads the house's own figures; prometheus_client calls `collect` in its thread."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        house = self._site.house
        tables = GaugeMetricFamily("dicehouse_tables", "Tables in memory, by phase.", labels=["phase"])
        phases = [table.phase for table in house.loaded()]
        for phase in sorted({*PHASES, *phases}):
            tables.add_metric([phase], phases.count(phase))
        yield tables
        yield GaugeMetricFamily("dicehouse_sockets", "Open sockets.", sum(tuple(self._site.sockets.values())))
        yield GaugeMetricFamily("dicehouse_thinking_bots", "Bots that think or wait to think.", house.thinkers.waiting)
        kept = house.store.figures()
        yield CounterMetricFamily("dicehouse_commits", "Transactions that were written to the disk.", kept.commits)
        yield CounterMetricFamily("dicehouse_writes", "Writes that they held; many share one.", kept.writes)
        yield CounterMetricFamily("dicehouse_commit_seconds", "How long they took together.", kept.seconds)
        yield CounterMetricFamily("dicehouse_failed_commits", "Transactions that failed.", kept.failed)
