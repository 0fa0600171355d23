"""How uvicorn runs the application."""

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
