"""Is it alive, can it write, how is it doing."""

from typing import Any

from litestar import Request, Response, get

from stolik.adapters.web.guard import services_of
from stolik.app.access.roles import Rule


@get("/healthz", opt={"rule": Rule.ANYONE}, tags=["server"])
async def healthz() -> dict[str, str]:
    """Alive."""
    return {"status": "alive"}


@get("/readyz", opt={"rule": Rule.ANYONE}, tags=["server"])
async def readyz(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Can write: it has just done so. 503 if not."""
    await services_of(request).beat()
    return {"status": "ready"}


@get("/metrics", opt={"rule": Rule.LOCAL_OR_ORGANISER}, tags=["server"], sync_to_thread=False)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Counters for Prometheus; for this machine and for organisers."""
    text = services_of(request).metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/time", opt={"rule": Rule.ANYONE}, tags=["server"], sync_to_thread=False)
def server_time(request: Request[Any, Any, Any]) -> dict[str, int]:
    """The wall clock here, in seconds since 1970: a phone compares its own."""
    return {"now": services_of(request).access.now()}


HANDLERS = (healthz, readyz, metrics, server_time)
