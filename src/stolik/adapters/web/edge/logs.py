"""The server's log: one JSON object per line, with no name, token, code, tile or address in it."""

from traceback import extract_tb
from typing import TextIO

import structlog
from litestar.types import Scope

from stolik.adapters.web.services import Services

_EVERYTHING, _FAILURES = 20, 40


def json_log(
    sink: TextIO | None, *, only_failures: bool = False
) -> structlog.typing.FilteringBoundLogger:
    """A log that writes lines of JSON to `sink`."""
    level = _FAILURES if only_failures else _EVERYTHING
    log: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sink),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
    return log


def tell_bug(services: Services, scope: Scope, error: Exception) -> None:
    """Where a bug is, without its words: they may hold what must not be in a log."""
    at = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-8:]]
    number = scope["state"].get("request", "-")
    services.log.error("failed", id=number, error=type(error).__name__, at=at)
