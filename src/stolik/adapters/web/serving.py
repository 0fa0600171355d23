"""How uvicorn runs the application."""

import gc
import socket
from contextlib import suppress

import uvicorn
from litestar import Litestar

from stolik.adapters.web.impatience import Impatience
from stolik.adapters.web.wire import Wire


def uvicorn_config(app: Litestar) -> uvicorn.Config:
    """Sockets without compression, no log of addresses, and an end that lets requests finish."""
    return uvicorn.Config(
        app,
        http=Impatience,
        ws=Wire,
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


def ready_for_many() -> None:
    """Let the process hold as many connections as the system allows, without long pauses.

    What is loaded by now stays: the collector need not look at it again. A full collection walks
    over every table, so it comes seldom; hardly anything of ours is kept alive by a circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens; raises `OSError` if the address or the port cannot be used."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.create_server((address, port), family=family, backlog=2048)
    # Without it a short answer waits 40 ms for the other side's acknowledgement of its head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
