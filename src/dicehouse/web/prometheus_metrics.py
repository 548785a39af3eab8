"""Export a server's metrics for Prometheus, on a separate port, so that nobody outside can read them.

Needs the extra `metrics`. Gauges are read from the server when Prometheus asks; only requests and actions are
counted when they happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from dicehouse.errors import DicehouseError, how_to_install

from ..server.table_registry import TableRegistry
from .listening_socket import explain_listen_error, listen

PHASES = ("waiting", "playing", "over")
DURATION_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds


class MetricsUnavailable(DicehouseError):
    """Report that metrics can't be served as configured."""


def check_metrics_port(host: str, port: int) -> None:
    """Raise MetricsUnavailable if metrics can't be served there. On Windows the library itself would take over a port
    that is in use."""
    try:
        listen(host, port).close()
    except OSError as error:
        why = explain_listen_error(error, port, "--metrics")
        raise MetricsUnavailable(f"Metrics can't be served on {host}, port {port}: {why}.") from None


class Metrics:
    """Count requests and actions, and read the server's gauges on request. Raise MetricsUnavailable without the
    library."""

    def __init__(self) -> None:
        if find_spec("prometheus_client") is None:
            raise MetricsUnavailable(f"Metrics need another library. {how_to_install('metrics')}")
        from prometheus_client import CollectorRegistry, Counter, Histogram
        from prometheus_client.process_collector import ProcessCollector

        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Histogram(
            "dicehouse_request_seconds",
            "Seconds to answer a page request, by address pattern.",
            ("method", "route", "status"),
            registry=self.registry,
            buckets=DURATION_BUCKETS,
        )
        self._actions = Histogram(
            "dicehouse_action_seconds",
            "Seconds until an action or undo sent over a socket was saved and answered.",
            registry=self.registry,
            buckets=DURATION_BUCKETS,
        )
        self._refused = Counter("dicehouse_refused_actions", "Refused actions and undos.", registry=self.registry)
        self._errors = Counter("dicehouse_errors", "Page requests that failed.", registry=self.registry)

    def watch(self, table_registry: TableRegistry, open_sockets: Mapping[str, int]) -> None:
        """Report the figures of this server from now on; `open_sockets` counts the sockets of each guest."""
        self.registry.register(_ServerCollector(table_registry, open_sockets))

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a page that was sent."""
        self._requests.labels(method, route, str(status)).observe(seconds)
        if status >= 500:
            self._errors.inc()

    def count_action(self, seconds: float, *, refused: bool) -> None:
        """Count an action or an undo that was answered."""
        if refused:
            self._refused.inc()
        else:
            self._actions.observe(seconds)

    def serve(self, host: str, port: int) -> int:
        """Serve http://HOST:PORT/metrics in a thread and return the port. Raise OSError if the port can't be used."""
        from prometheus_client import start_http_server

        server, _ = start_http_server(port, host, self.registry)
        return int(server.server_port)


class _ServerCollector:
    """Read the server's own figures; prometheus_client calls `collect` in its thread."""

    def __init__(self, table_registry: TableRegistry, open_sockets: Mapping[str, int]) -> None:
        self._table_registry, self._open_sockets = table_registry, open_sockets

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        table_registry = self._table_registry
        tables = GaugeMetricFamily("dicehouse_tables", "Tables in memory, by phase.", labels=["phase"])
        phases = [table.state.phase for table in table_registry.loaded()]
        for phase in sorted({*PHASES, *phases}):
            tables.add_metric([phase], phases.count(phase))
        yield tables
        yield GaugeMetricFamily("dicehouse_sockets", "Open sockets.", sum(tuple(self._open_sockets.values())))
        yield GaugeMetricFamily(
            "dicehouse_thinking_bots", "Bots that are thinking or waiting to think.", table_registry.thinkers.waiting
        )
        kept = table_registry.store.figures()
        yield CounterMetricFamily("dicehouse_commits", "Transactions written to disk.", kept.commits)
        yield CounterMetricFamily(
            "dicehouse_writes", "Writes in these transactions; many writes share one transaction.", kept.writes
        )
        yield CounterMetricFamily("dicehouse_commit_seconds", "Total seconds of these transactions.", kept.seconds)
        yield CounterMetricFamily("dicehouse_failed_commits", "Failed transactions.", kept.failed)
