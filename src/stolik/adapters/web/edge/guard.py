"""The guard of every route: it reads the route's declared rule and asks `may`.

A route that declares no rule is found when the application is made, and it does not start.
"""

from collections.abc import Iterator
from hmac import compare_digest
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Scope

from stolik.adapters.web.edge import arrival
from stolik.adapters.web.edge.bounds import refuse_unbounded
from stolik.adapters.web.edge.codes import Refusal as Http
from stolik.adapters.web.edge.cookies import device_cookie, login_cookie, seats_cookie, seats_in
from stolik.adapters.web.edge.language import header
from stolik.adapters.web.services import Services
from stolik.app.access.codes import Refusal
from stolik.app.access.guessing import Address
from stolik.app.access.in_turn import TURN, HeldRight
from stolik.app.access.roles import ANONYMOUS, Login, Place, Rule, may
from stolik.app.access.standing import LoginNow
from stolik.app.access.standing import standing_of as recognised
from stolik.app.ports import NotRead
from stolik.app.streams.errand import Allowed
from stolik.refusal import Refused, Violation

Connection = ASGIConnection[Any, Any, Any, Any]
NOT_READ = 4503  # nobody knows whom the socket is for: the gate says so in a plain answer


class Undeclared(Exception):  # noqa: N818 - names what it found
    """A route says not whom it is for; the server must not start."""


def declared_rules(app: Litestar) -> dict[tuple[str, str], Rule]:
    """The rule of every route by path and method; raises `Undeclared` if one has none."""
    rules = {}
    for path, method, handler in _all_handlers(app):
        rule = handler.opt.get("rule")
        if not isinstance(rule, Rule):
            raise Undeclared(f"{method} {path}")
        rules[path, method] = rule
    return rules


def _all_handlers(app: Litestar) -> Iterator[tuple[str, str, BaseRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if method != "OPTIONS":  # no such request comes past the gate
                    yield route.path, method, handler
        else:
            yield route.path, route.scope_type.name, route.route_handler


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let nobody pass whom the rule is not for."""
    _refuse_unbounded(connection)
    rule = handler.opt.get("rule")
    if rule is Rule.ANYONE or (handler.opt.get("scraper") and is_scraper(connection)):
        return
    try:
        login, place = await login_of(connection), await _place(connection)
        if isinstance(rule, Rule) and may(login, rule, place):
            _begin_turn(connection, handler)
            return
    except NotRead:
        if connection.scope["type"] == ScopeType.WEBSOCKET:
            raise WebSocketException(code=NOT_READ, detail=str(Http.NOT_READ)) from None
        raise
    except Refused as refused:  # there is nothing there any more
        if connection.scope["type"] == ScopeType.WEBSOCKET:
            raise WebSocketException(code=4403, detail=str(refused)) from None
        raise
    code = refused_to(login, rule)
    if connection.scope["type"] == ScopeType.WEBSOCKET:
        raise WebSocketException(code=4403, detail=str(code))
    raise Refused([Violation(code)])


def _begin_turn(connection: Connection, handler: BaseRouteHandler) -> None:
    """From now on each write of this request is asked about."""
    if connection.scope["type"] == ScopeType.HTTP:
        once = bool(handler.opt.get("ends_own"))
        TURN.set(HeldRight(allowed_by(connection, handler), once=once))


def _refuse_unbounded(connection: Connection) -> None:
    try:
        refuse_unbounded(connection.path_params)
    except Refused as refused:
        if connection.scope["type"] == ScopeType.WEBSOCKET:
            raise WebSocketException(code=4403, detail=str(refused)) from None
        raise


def services_of(connection: Connection) -> Services:
    """The parts the application was made with."""
    services: Services = connection.app.state.services
    return services


async def login_of(connection: Connection) -> Login:
    """Who is asking; looked up once per request."""
    return (await standing_of(connection)).login


async def standing_of(connection: Connection) -> LoginNow:
    """Who is asking, for whoever has to know it later too."""
    state = connection.scope["state"]
    if "standing" not in state:
        access = services_of(connection).access
        state["standing"] = await recognised(access, token_of(connection))
    standing: LoginNow = state["standing"]
    return standing


def allowed_by(connection: Connection, handler: BaseRouteHandler) -> Allowed:
    """Refuses what the asker may not do any more; to be asked when the waiting is over."""

    async def still() -> None:
        login = await (await standing_of(connection)).surely()
        rule, place = handler.opt.get("rule"), await _place(connection)
        if not (isinstance(rule, Rule) and may(login, rule, place)):
            raise Refused([Violation(refused_to(login, rule))])

    return still


def refused_to(login: Login, rule: Rule | None) -> Refusal:
    """Why somebody is not let through; who was sent the link of a game reads it in words.

    The same words whether there is no such game or it is not for him: he learns no more.
    """
    if rule is Rule.LOOKER_BACK_HERE:
        return Refusal.NO_REPLAY
    return Refusal.LOGIN_NEEDED if login is ANONYMOUS else Refusal.NOT_ALLOWED


def token_of(connection: Connection, table: str = "") -> str | None:
    """The token of a program that says who it is in a header, or one of the browser's.

    At a practice table that is the token of its seat there; the table may be named by the path.
    """
    if shows_token(connection.scope):
        return header(connection.scope, b"authorization").partition(" ")[2].strip()
    where = table or str(connection.scope.get("path_params", {}).get("table", ""))
    login = connection.cookies.get(login_cookie(is_secure(connection)))
    return seats_of(connection).get(where, login)


def tokens_of(connection: Connection) -> tuple[str | None, ...]:
    """Everything that is shown, for what was opened by one of them."""
    seats = () if shows_token(connection.scope) else seats_of(connection).values()
    return token_of(connection), *seats


def shows_token(scope: Scope) -> bool:
    """Whether a program says who it is; whatever cookies it has do not count then."""
    kind = header(scope, b"authorization").partition(" ")[0]
    return kind.lower() == "bearer"


def seats_of(connection: Connection) -> dict[str, str]:
    """The tokens of this browser's seats at practice tables, by table."""
    return seats_in(connection.cookies.get(seats_cookie(is_secure(connection)), ""))


def device_of(connection: Connection) -> str:
    """The mark of a device that came in before, as it is shown."""
    return connection.cookies.get(device_cookie(is_secure(connection)), "")


def address_of(connection: Connection) -> Address:
    """Where a request comes from, for every limit there is. Through a proxy nobody is local."""
    settings = services_of(connection).settings
    return arrival.address_of(
        connection.scope, settings.proxies, may_be_local=settings.may_be_local
    )


def is_secure(connection: Connection) -> bool:
    """Whether the browser came by https, as our settings or a proxy we trust say."""
    settings = services_of(connection).settings
    return settings.secure or arrival.by_https(connection.scope, settings.proxies)


def is_scraper(connection: Connection) -> bool:
    """Whether a program shows the token that opens the counters."""
    wanted = services_of(connection).settings.metrics_token
    kind, _, token = header(connection.scope, b"authorization").partition(" ")
    return bool(wanted) and kind.lower() == "bearer" and _same(token.strip(), wanted)


def _same(shown: str, wanted: str) -> bool:
    return compare_digest(shown.encode("latin-1", "replace"), wanted.encode())


async def _place(connection: Connection) -> Place:
    given = connection.path_params
    place = Place(
        tournament=str(given.get("tournament", "")),
        table=str(given.get("table", "")),
        seat=given.get("seat"),
        local=address_of(connection).local,
    )
    return await services_of(connection).place_of(place)
