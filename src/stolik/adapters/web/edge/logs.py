"""The server's log: one JSON object per line, with no name, token, code, tile or address in it."""

import sys
from pathlib import Path
from traceback import extract_tb
from typing import TextIO

import structlog
from litestar.exceptions import HTTPException, LitestarException, WebSocketException
from litestar.types import Scope

from stolik.adapters.web.services import Services
from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.refusal import Refused

_EVERYTHING = 20
LARGEST = 10_000_000
# Litestar's own refusals are answers; a body that does not come to its end is one of them.
_LEFT = (ConnectionError, HTTPException, WebSocketException, Refused, NotSaved, NotRead, Stale)


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
    """Where a bug is, without its words: they may hold what must not be in a log.

    What comes when an answer has begun is told by Litestar in an exception of its own: what it
    came from is told here. That somebody left in the middle of it, or was sent away, is no bug.
    """
    if isinstance(error, LitestarException) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    if isinstance(error, _LEFT):
        number = scope["state"].get("request", "-")
        services.log.info("left", id=number, error=type(error).__name__)
        return
    at = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-8:]]
    number = scope["state"].get("request", "-")
    services.log.error("failed", id=number, error=type(error).__name__, at=at)
