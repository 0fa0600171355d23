"""What every request passes first: the right host, the right origin; and what every answer gets.

It stands around the whole application, so that an unknown path is treated like any other.
"""

from collections.abc import Iterable
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stolik.adapters.web.edge.arrival import AUTHORITY, by_https, by_own_door
from stolik.adapters.web.edge.bounds import target_fault
from stolik.adapters.web.edge.codes import Refusal
from stolik.adapters.web.edge.crowd import GOES_FIRST, SOCKET_LOGIN, STRANGER_HEARD, STRANGER_TURN
from stolik.adapters.web.edge.guard import NOT_READ, address_of, shows_token, token_of
from stolik.adapters.web.edge.language import header, language_of
from stolik.adapters.web.edge.logs import tell_bug
from stolik.adapters.web.edge.policy import POLICY
from stolik.adapters.web.edge.preflight import allow, is_preflight
from stolik.adapters.web.edge.refusals import refusal_headers
from stolik.adapters.web.edge.refused_page import refused_page
from stolik.adapters.web.edge.statuses import refusal_body, status_of
from stolik.adapters.web.edge.turnstile import Lane, Turnstile
from stolik.adapters.web.edge.versions import as_routed
from stolik.adapters.web.services import Services, Settings
from stolik.app.access.in_turn import TURN
from stolik.app.access.logins import login_of
from stolik.app.access.roles import ANONYMOUS, Login
from stolik.app.ports import NotRead
from stolik.app.tables.setup import is_let_in
from stolik.refusal import Refused, Violation

SAFE_METHODS = ("GET", "HEAD")
METHODS = (*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE")

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
}
# Once a browser has come by https it does not come by anything else for a year. Other names of the
# same domain are not ours to speak for.
_BY_HTTPS = {"strict-transport-security": "max-age=31536000"}


def gate(app: ASGIApp, services: Services) -> ASGIApp:
    """The application behind the gate."""
    turnstile = Turnstile()

    async def behind_the_gate(scope: Scope, receive: Receive, send: Send) -> None:
        as_routed(scope)
        await turnstile.enter(Lane.TOKENS if _has_token(scope) else Lane.STRANGERS)
        if scope["type"] == ScopeType.WEBSOCKET:
            await _socket(app, services, scope, receive, send, turnstile=turnstile)
        else:
            await _request(app, services, scope, receive, send)

    return behind_the_gate


def _has_token(scope: Scope) -> bool:
    """Whether it says that it belongs here; what is said is looked at later."""
    return any(name in (b"authorization", b"cookie") for name, _ in scope["headers"])


async def _request(
    app: ASGIApp, services: Services, scope: Scope, receive: Receive, send: Send
) -> None:
    began = services.monotonic()
    number = _number(services, scope)
    status = 500
    started = False

    async def sending(message: Message) -> None:
        nonlocal status, started
        if message["type"] == "http.response.start":
            started = True
            status = message["status"]
            # Plain http stays open beside our own https, at another port that stays in links.
            only = _is_secure(scope, services.settings) and not by_own_door(scope)
            message["headers"] = _completed(message["headers"], number, only_https=only)
        await send(message)

    turn = TURN.set(None)
    try:
        fault = _fault(scope, services)
        if fault:
            await _refuse(fault, scope, sending)
        elif is_preflight(scope):
            await allow(sending)
        else:
            await app(scope, receive, sending)
    except Exception as error:  # a bug: it is told in the log, and to nobody else
        tell_bug(services, scope, error)
        if not started:
            await _refuse(Violation(Refusal.FAILED), scope, sending)
    finally:
        TURN.reset(turn)
    seconds = services.monotonic() - began
    _note(services, scope, number, status=status, seconds=seconds)


async def _socket(
    app: ASGIApp,
    services: Services,
    scope: Scope,
    receive: Receive,
    send: Send,
    *,
    turnstile: Turnstile,
) -> None:
    fault = _fault(scope, services)
    if fault:
        await _deny(Refused([fault]), scope, receive, send)
        services.log.info("socket refused", code=str(fault.code))
        return
    _number(services, scope)
    connection = ASGIConnection[Any, Any, Any, Any](scope)
    login = await _login(connection, services)
    host, stranger = address_of(connection).host, not is_let_in(login)
    scope["state"][SOCKET_LOGIN] = login.id

    async def sending(message: Message) -> None:
        if message["type"] == "websocket.close" and message["code"] == NOT_READ:
            await _denied(Refused([Violation(Refusal.NOT_READ)]), scope, send)
        else:
            await send(message)

    try:
        services.crowd.check(host, stranger=stranger, login=login.id)
    except Refused as refused:
        await _deny(refused, scope, receive, send)
        services.log.info("socket refused", code=str(refused.violations[0].code))
        return
    try:
        with services.crowd.socket(host, stranger=stranger, login=login.id):
            if stranger:
                scope["state"][STRANGER_HEARD] = partial(services.crowd.hears, host)
                scope["state"][STRANGER_TURN] = partial(turnstile.enter, Lane.WORDS)
            else:
                scope["state"][GOES_FIRST] = turnstile.going_first
            await app(scope, receive, sending)
    except Exception as error:
        tell_bug(services, scope, error)


async def _login(connection: ASGIConnection[Any, Any, Any, Any], services: Services) -> Login:
    """Whom somebody has let in, as far as the first words of this browser or program tell."""
    try:
        return await login_of(services.access, token_of(connection))
    except NotRead:
        return ANONYMOUS


async def _deny(refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """A plain answer instead of a socket."""
    await receive()
    await _denied(refused, scope, send)


async def _denied(refused: Refused, scope: Scope, send: Send) -> None:
    status, headers, body = _told(refused, scope)
    start: Any = {"type": "websocket.http.response.start", "status": status, "headers": headers}
    told: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(told)


def _number(services: Services, scope: Scope) -> str:
    """The number of this request: in its answer and in every line of the log about it."""
    number = services.chance(8).hex()
    scope.setdefault("state", {})["request"] = number
    return number


def _fault(scope: Scope, services: Services) -> Violation | None:
    """Why this goes no further: a host that is not ours, or a page of somebody else."""
    if fault := target_fault(scope):
        return fault
    names = _names(scope)
    if len(names) != 1:  # a proxy and we might each believe another one
        return Violation(Refusal.BAD_REQUEST)
    host = names[0]
    if not all(_is_ours(name, services.settings) for name in (host, *_in_target(scope))):
        return Violation(Refusal.HOST)
    if scope["type"] != ScopeType.WEBSOCKET:
        if scope["method"] in SAFE_METHODS or is_preflight(scope):
            return None
        if scope["method"] not in METHODS:
            return Violation(Refusal.METHOD)
    secure = _is_secure(scope, services.settings)
    return None if _own_origin(scope, host, secure) else Violation(Refusal.ORIGIN)


def _names(scope: Scope) -> list[str]:
    """What the request calls us; without a name it is the empty one."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"] or [""]


def _in_target(scope: Scope) -> list[str]:
    """The name in an address written out in full, `http://name/path`: it counts as well."""
    state: dict[str, Any] = scope.get("state", {})
    return [state[AUTHORITY]] if AUTHORITY in state else []


def _is_secure(scope: Scope, settings: Settings) -> bool:
    return settings.secure or by_https(scope, settings.proxies)


def _is_ours(host: str, settings: Settings) -> bool:
    """Whether we are known by this name, or by any address where the network is local."""
    if not _is_readable(host):
        return False
    name = (host if host.endswith("]") else host.rpartition(":")[0] or host).lower()
    if name in settings.hosts:
        return True
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return settings.any_address


def _is_readable(host: str) -> bool:
    """Whether an address can be made of it: whoever reads `request.url` later must not fail.

    Nor find another name in it: of `ours:8000@other` all but `other` is a login.
    """
    try:
        found = urlsplit(f"//{host}/")
        return (found.port or 0) >= 0 and found.netloc == host and found.username is None
    except ValueError:
        return False


def _own_origin(scope: Scope, host: str, secure: bool) -> bool:
    """Whether a page of ours asks; browsers say so and cannot be made to lie by a page.

    A program that shows its token is no page: nobody else's can make a browser send that header.
    """
    origin = header(scope, b"origin")
    if origin:
        return origin.lower() == f"{'https' if secure else 'http'}://{host.lower()}"
    if scope["type"] == ScopeType.WEBSOCKET:
        return False
    site = header(scope, b"sec-fetch-site")
    return site == "same-origin" or (not site and shows_token(scope))


def _completed(
    headers: Iterable[tuple[bytes, bytes]], number: str, *, only_https: bool
) -> list[tuple[bytes, bytes]]:
    """An answer's headers with those it must have; what the route says goes before."""
    given = [(key.lower(), value) for key, value in headers]
    names = {key for key, _ in given}
    wanted = {**_HEADERS, "x-request-id": number, **(_BY_HTTPS if only_https else {})}
    lacking = [(k.encode(), v.encode()) for k, v in wanted.items() if k.encode() not in names]
    return [*given, *lacking]


async def _refuse(violation: Violation, scope: Scope, send: Send) -> None:
    status, headers, body = _told(Refused([violation]), scope)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _told(refused: Refused, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """As every refusal is told: a page for a person, else a code with its sentence."""
    is_socket = scope["type"] == ScopeType.WEBSOCKET
    page = None if is_socket else refused_page(Request[Any, Any, Any](scope), refused)
    body = page.content if page else refusal_body(refused, language_of(scope))
    kind = "text/html; charset=utf-8" if page else "application/json"
    headers = {"content-type": kind, "content-length": str(len(body)), **refusal_headers(refused)}
    raw = [(key.encode(), value.encode()) for key, value in headers.items()]
    return status_of(refused), raw, body


def _note(services: Services, scope: Scope, number: str, *, status: int, seconds: float) -> None:
    """One line per request: the pattern of its route, never what stood in the address."""
    route = str(scope.get("path_template") or "-")
    asked = str(scope.get("method"))
    method = asked if asked in METHODS else "-"
    services.metrics.answered(method, route, status=status, seconds=seconds)
    milliseconds = round(seconds * 1000, 1)
    services.log.info(
        "request", id=number, method=method, route=route, status=status, ms=milliseconds
    )
