"""How uvicorn runs the application."""

import socket
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar

from stolik.adapters.web.edge import internals
from stolik.adapters.web.edge.doorway import Doorway, room_for
from stolik.adapters.web.services import Settings

_MOST_FILES = 1_000_000
_SOME_FILES = (65_536, 10_240, 4_096)


def uvicorn_config(app: Litestar) -> uvicorn.Config:
    """Sockets without compression, no log of addresses, and an end that lets requests finish."""
    return uvicorn.Config(
        app,
        http=_http(app.state.services.settings),
        ws=_sockets(),
        ws_per_message_deflate=False,
        ws_max_size=256 * 1024,
        access_log=False,
        log_config=None,
        log_level="critical",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=64 * 1024,
    )


def _http(settings: Settings) -> Any:
    """Our own way to read requests where the installed uvicorn carries it, else uvicorn's.

    Connections of one server make room for one another.
    """
    if internals.missing(internals.HTTP):
        return "auto"
    from stolik.adapters.web.edge.impatience import Impatience

    most, proxies, local = room_for(most_files()), settings.proxies, settings.may_be_local
    doorway = Doorway(settings.most_connections, most, proxies, may_be_local=local)
    return type("AtTheDoor", (Impatience,), {"doorway": doorway})


def _sockets() -> Any:
    """The same for sockets; they go the plain way then (`sockets/ways.py`)."""
    if internals.missing(internals.SOCKETS):
        return "auto"
    from stolik.adapters.web.sockets.wire import Wire

    return Wire


def most_files() -> int:
    """How many files and connections the process may have open, now that it has asked for all."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return _MOST_FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (hard, *_SOME_FILES)  # where the limit is said to be none, the system has another
    for files in (n for n in wanted if hard == resource.RLIM_INFINITY or n <= hard):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
            break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, _MOST_FILES)


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens; raises `OSError` if the address or the port cannot be used."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.create_server((address, port), family=family, backlog=2048)
    # Without it a short answer waits 40 ms for the other side's acknowledgement of its head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
