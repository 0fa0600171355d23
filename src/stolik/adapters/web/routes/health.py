"""Is it alive, can it write, how is it doing."""

from typing import Any, Literal

import msgspec
from litestar import Request, Response, get

from stolik.adapters.web.edge.guard import address_of, is_scraper, login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.app.access.roles import Place, Rule, may
from stolik.app.streams.mirroring import MirrorState
from stolik.app.texts import say


class Ready(msgspec.Struct, omit_defaults=True):
    """The server can write; and how its mirror is doing, if it has one."""

    status: Literal["ready"]
    mirror: MirrorState | None = None


class MirrorTold(msgspec.Struct):
    """How the mirror is doing, and what to do about it; no state where there is none."""

    state: MirrorState | None
    message: str


class CopiesTold(msgspec.Struct):
    """How much lies in a place for copies; if the last one failed, why and what to do."""

    place: str
    copies: int
    bytes: int
    failed: bool
    message: str


@get("/healthz", opt={"rule": Rule.ANYONE}, tags=["server"])
async def healthz() -> dict[str, str]:
    """Alive."""
    return {"status": "alive"}


@get("/readyz", opt={"rule": Rule.ANYONE}, tags=["server"])
async def readyz(request: Request[Any, Any, Any]) -> Ready:
    """Can write: it has just done so. 503 if not; strangers are told nothing more than that."""
    services = services_of(request)
    await services.beat()
    place = Place(local=address_of(request).local)
    is_ours = may(await login_of(request), Rule.LOCAL_OR_ORGANISER, place)
    health = services.mirror() if is_ours or is_scraper(request) else None
    return Ready("ready", health.state if health else None)


@get("/api/mirror", opt={"rule": Rule.ORGANISER}, tags=["server"], sync_to_thread=False)
def mirror(request: Request[Any, Any, Any]) -> MirrorTold:
    """Whether what is acknowledged stands in a second place too; for organisers."""
    health = services_of(request).mirror()
    why = health.why if health else None
    message = say(why, language_of(request.scope)) if why else ""
    return MirrorTold(health.state if health else None, message)


@get("/api/copies", opt={"rule": Rule.ORGANISER}, tags=["server"], sync_to_thread=False)
def copies(request: Request[Any, Any, Any]) -> list[CopiesTold]:
    """Every place that gets copies of the database, and why one gets none; for organisers."""
    lang = language_of(request.scope)
    return [
        CopiesTold(
            place=one.place,
            copies=one.copies,
            bytes=one.bytes,
            failed=one.why is not None,
            message=say(one.why, lang) if one.why else "",
        )
        for one in services_of(request).copies()
    ]


@get(
    "/metrics",
    opt={"rule": Rule.LOCAL_OR_ORGANISER, "scraper": True},
    tags=["server"],
    sync_to_thread=False,
)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Counters for Prometheus; for this machine, organisers, and who has `--metrics-token`."""
    text = services_of(request).metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4")


@get("/api/time", opt={"rule": Rule.ANYONE}, tags=["server"], sync_to_thread=False)
def server_time(request: Request[Any, Any, Any]) -> dict[str, int]:
    """The wall clock here, in seconds since 1970: a phone compares its own."""
    return {"now": services_of(request).access.now()}


HANDLERS = (healthz, readyz, mirror, copies, metrics, server_time)
