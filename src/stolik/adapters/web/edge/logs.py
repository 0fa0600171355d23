"""The server's log: one JSON object per line, with no name, token, code, tile or address in it."""

import sys
from pathlib import Path
from traceback import extract_tb
from typing import TextIO

import structlog
from litestar.types import Scope

from stolik.adapters.web.services import Services

_EVERYTHING = 20
LARGEST = 10_000_000


def json_log(sink: TextIO | None) -> structlog.typing.FilteringBoundLogger:
    """A log that writes lines of JSON to `sink`."""
    log: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sink),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_EVERYTHING),
    )
    return log


def log_sink(file: Path | None) -> TextIO:
    """What the log is written on; a file that has grown large begins anew, the last one is kept."""
    if file is None:
        return sys.stderr
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and file.stat().st_size > LARGEST:
        file.replace(file.with_suffix(".log.1"))
    return file.open("a", encoding="utf-8", buffering=1)


def tell_bug(services: Services, scope: Scope, error: Exception) -> None:
    """Where a bug is, without its words: they may hold what must not be in a log."""
    at = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-8:]]
    number = scope["state"].get("request", "-")
    services.log.error("failed", id=number, error=type(error).__name__, at=at)
