"""How uvicorn runs the application."""

import socket

import uvicorn
from litestar import Litestar


def uvicorn_config(app: Litestar) -> uvicorn.Config:
    """Sockets without compression, no log of addresses, and an end that lets requests finish."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
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


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens; raises `OSError` if the address or the port cannot be used."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.create_server((address, port), family=family, backlog=2048)
    # Without it a short answer waits 40 ms for the other side's acknowledgement of its head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
