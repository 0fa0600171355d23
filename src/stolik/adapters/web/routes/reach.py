"""By which address phones reach this server, told and chosen; and the QR codes that say it."""

import re
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.params import JSONBody

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.https import PAGE as HTTPS
from stolik.adapters.web.routes.https import plain_address
from stolik.adapters.web.routes.pages import SCREENS
from stolik.app.access.reach import Reach, choose, reach_of
from stolik.app.access.roles import PersonRole, Rule
from stolik.refusal import Violation, refuse

_SCREENS = tuple(
    re.compile(re.sub(r"\{\w+:(str|int)\}", "[0-9A-Za-z]{1,64}", path)) for path in SCREENS
)
_WAY_IN = re.compile("/enter#[0-9A-Za-z_=-]{1,200}")


class Chosen(Body, frozen=True):
    """One of the machine's own addresses, as it was told."""

    address: Annotated[str, msgspec.Meta(max_length=300)]


class ShownWay(Body, frozen=True):
    """A way in as it was told: `/enter#…`. Its secret stands in no address that a log keeps."""

    path: Annotated[str, msgspec.Meta(max_length=300)]


@get("/api/reach", opt={"rule": Rule.ANYONE}, tags=["server"])
async def reach(request: HttpRequest) -> Reach:
    """The address phones are sent to, "" if none; an organiser reads every one there is."""
    found = await reached(request)
    if (await login_of(request)).role is not PersonRole.ORGANISER:
        return Reach(found.address, ())
    command = services_of(request).settings.lan_command
    return found if found.address else replace(found, command=command)


@put("/api/reach", dto=Strict[Chosen], opt={"rule": Rule.ORGANISER}, tags=["server"])
async def choose_reach(request: HttpRequest, data: JSONBody[Chosen]) -> Reach:
    """Say which of the machine's networks the phones are in."""
    services = services_of(request)
    return await choose(services.store, services.settings.addresses, data.address)


@get("/api/qr", opt={"rule": Rule.ANYONE}, tags=["server"])
async def qr(request: HttpRequest, path: q.Path) -> Response[bytes]:
    """A picture that leads a phone to one of our own screens, at an address phones reach."""
    if not any(screen.fullmatch(path) for screen in _SCREENS):
        refuse(Violation(Refusal.NOT_FOUND))
    found = await reached(request)
    # Who is to install a certificate does not trust it yet.
    address = plain_address(found.address, found.addresses) if path == HTTPS else found.address
    if not address:
        refuse(Violation(Refusal.NO_REACH))
    return _picture(await thought(request, lambda: _kept(address + path), ""))


@post(
    "/api/qr",
    dto=Strict[ShownWay],
    status_code=200,
    opt={"rule": Rule.ORGANISER},
    tags=["server"],
)
async def way_in_qr(request: HttpRequest, data: JSONBody[ShownWay]) -> Response[bytes]:
    """A picture that lets somebody else in, who reads it off an organiser's screen."""
    if not _WAY_IN.fullmatch(data.path):
        refuse(Violation(Refusal.NOT_FOUND))
    address = (await reached(request)).address
    if not address:
        refuse(Violation(Refusal.NO_REACH))
    return _picture(await thought(request, lambda: _drawn(address + data.path), ""))


def _picture(drawn: bytes) -> Response[bytes]:
    # Another network may be chosen at any moment: the picture of before leads nowhere.
    headers = {"cache-control": "no-store"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def reached(request: HttpRequest) -> Reach:
    """By which address phones reach us; never by the one of who asks."""
    services = services_of(request)
    return await reach_of(services.store, services.settings.addresses)


@lru_cache(maxsize=256)
def _kept(address: str) -> bytes:
    """Of our screens, which everybody asks for; what lets somebody in is not kept."""
    return _drawn(address)


def _drawn(address: str) -> bytes:
    import segno

    out = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        out, kind="svg", border=3, omitsize=True, xmldecl=False, light="#fff", dark="#000", nl=False
    )
    return out.getvalue()


HANDLERS = (reach, choose_reach, qr, way_in_qr)
