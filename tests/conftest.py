"""Hypothesis settings, the PostgreSQL of the tests, and the table of reliability figures."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.needs import missing
from tests.postgres import Postgres
from tests.reliability import report

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "full",
    settings.get_profile("quick"),
    derandomize=False,
    # A table is named by its seed: there is nothing to shrink, and shrinking would take for ever.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real server, started once for all tests of this process."""
    try:
        server = Postgres()
    except Exception as error:
        missing(f"PostgreSQL does not start ({error})")
    yield server
    server.stop()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # not in the workers of xdist
        report.begin()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = report.table()
    if lines:
        terminalreporter.section("reliability")
        for line in lines:
            terminalreporter.write_line(line)
