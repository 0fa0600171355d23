"""What the server counts, in a registry of its own."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_TIMES_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """Counters of requests; other parts may register their own beside them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "stolik_http_requests",
            "Requests answered, by the route's pattern.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "stolik_http_seconds", "Time to answer.", registry=self.registry, buckets=_TIMES_S
        )

    def answered(self, method: str, route: str, *, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.observe(seconds)

    def watch_mirror(self, in_step: Callable[[], bool]) -> None:
        """Tell whether what is acknowledged stands in the mirror too."""
        gauge = Gauge("stolik_mirror_in_step", "1 if the mirror holds all.", registry=self.registry)
        gauge.set_function(in_step)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
