"""Coming in and going out."""

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.cookies import (
    cookie,
    device_cookie,
    login_cookie,
    seats_cookie,
    with_seat,
)
from stolik.adapters.web.edge.guard import (
    address_of,
    device_of,
    is_secure,
    login_of,
    seats_of,
    services_of,
)
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.app import bounds as b
from stolik.app.access import accounts, devices, invitations, logins, passes
from stolik.app.access.password_rules import LONGEST_PASSWORD, weakness
from stolik.app.access.records import Pass, Purpose
from stolik.app.access.roles import PRACTICE, Login, PersonRole, Rule
from stolik.app.access.secrets_made import Secret
from stolik.app.tables.setup import is_let_in
from stolik.app.texts import say
from stolik.app.tournaments.card import KIND as TOURNAMENT
from stolik.app.tournaments.card import read_card

# What may end the very right it is done by: of what it writes only the first is asked about.
ENDS_OWN = {"ends_own": True}


class LogIn(Body, frozen=True):
    name: b.Name
    password: b.Secret


class Code(Body, frozen=True):
    code: b.Name


class Link(Body, frozen=True):
    """`name` and `password` where the link makes an account."""

    token: b.Secret
    name: b.Name = ""
    password: b.Secret = ""


class NewPassword(Body, frozen=True):
    old: b.Secret
    new: b.Secret


class PasswordShown(Body, frozen=True):
    password: b.Secret


class Who(msgspec.Struct):
    """Who somebody is here."""

    role: PersonRole
    tournament: str
    tournaments: list[str]
    tables: list[str] | None
    table: str
    seat: int | None
    entrant: int | None
    label: str
    expires: int


class LinkPurpose(msgspec.Struct, omit_defaults=True):
    """What a link is for, and which fields it needs."""

    purpose: str
    needs: list[str]
    weakness: str = ""  # why the password that was shown will not do


class Weakness(msgspec.Struct):
    """Why a password will not do; empty if it will."""

    weakness: str


_MOST_NAMES = 50  # tournaments whose names no password is made of


@get("/api/whoami", opt={"rule": Rule.ANYONE}, tags=["login"])
async def whoami(request: HttpRequest) -> Who:
    """Who the server takes you for."""
    return _who(await login_of(request))


@post("/api/login", dto=Strict[LogIn], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"])
async def log_in(request: HttpRequest, data: JSONBody[LogIn]) -> Response[Who]:
    """Log in as an organiser."""
    access = services_of(request).access
    address, device = address_of(request), device_of(request)
    secret, _ = await accounts.log_in(access, data.name, data.password, address, device=device)
    return await let_in(request, secret)


@post(
    "/api/login/look", dto=Strict[Link], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def look_at_link(request: HttpRequest, data: JSONBody[Link]) -> LinkPurpose:
    """What a link is for, before it is used; and whether a password would do."""
    found = await invitations.look(services_of(request).access, data.token)
    if isinstance(found, Pass):
        return LinkPurpose(found.role, [])
    knows = (await login_of(request)).role is PersonRole.ORGANISER
    needs = {
        Purpose.SET_UP: ["name", "password"],
        Purpose.RESET: ["password"],
        Purpose.CO_ORGANISER: [] if knows else ["name", "password"],
    }
    names = await _names_of(request, found.tournament)
    said = _said(request, data.password, data.name, *names) if data.password else ""
    return LinkPurpose(found.purpose, needs[found.purpose], said)


@post(
    "/api/login/link", dto=Strict[Link], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def follow_link(request: HttpRequest, data: JSONBody[Link]) -> Response[Who]:
    """Exchange the token of a link for a login."""
    access = services_of(request).access
    names = await _names_of(request, await invitations.tournament_of(access, data.token))
    filled = invitations.Filled(data.name, data.password, names)
    secret = await invitations.follow(access, data.token, await login_of(request), filled)
    return await let_in(request, secret)


@post(
    "/api/login/code", dto=Strict[Code], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def enter_by_code(request: HttpRequest, data: JSONBody[Code]) -> Response[Who]:
    """Come in as a player; the same code works on another device too."""
    return await _by_code(request, PersonRole.PLAYER, data.code)


@post(
    "/api/login/pin", dto=Strict[Code], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def enter_by_pin(request: HttpRequest, data: JSONBody[Code]) -> Response[Who]:
    """Come in as a referee."""
    return await _by_code(request, PersonRole.REFEREE, data.code)


@post("/api/logout", status_code=204, opt={"rule": Rule.ANYONE, **ENDS_OWN}, tags=["login"])
async def log_out(request: HttpRequest) -> Response[None]:
    """End this login and the seats of this browser, be it that only they are left."""
    await logins.log_out(services_of(request).access, await login_of(request))
    return await _forgotten(request)


@post(
    "/api/logout/everywhere",
    status_code=204,
    opt={"rule": Rule.ORGANISER, **ENDS_OWN},
    tags=["login"],
)
async def log_out_everywhere(request: HttpRequest) -> Response[None]:
    """End every login of this account, on all devices."""
    await accounts.log_out_everywhere(services_of(request).access, await login_of(request))
    return await _forgotten(request)


@post(
    "/api/password",
    dto=Strict[NewPassword],
    status_code=200,
    opt={"rule": Rule.ORGANISER, **ENDS_OWN},
    tags=["login"],
)
async def change_password(request: HttpRequest, data: JSONBody[NewPassword]) -> Response[Who]:
    """Another password; every other device is logged out."""
    access, login = services_of(request).access, await login_of(request)
    secret = await accounts.change_password(
        access,
        login,
        data.old,
        data.new,
        address_of(request),
        about=await _names_of(request, *login.tournaments),
    )
    return await let_in(request, secret)


@post(
    "/api/password/look",
    dto=Strict[PasswordShown],
    status_code=200,
    opt={"rule": Rule.ORGANISER},
    tags=["login"],
)
async def look_at_password(request: HttpRequest, data: JSONBody[PasswordShown]) -> Weakness:
    """Whether this would do as another password; nothing is changed."""
    login = await login_of(request)
    return Weakness(
        _said(request, data.password, login.label, *await _names_of(request, *login.tournaments))
    )


async def _by_code(request: HttpRequest, role: PersonRole, typed: str) -> Response[Who]:
    access = services_of(request).access
    address, device = address_of(request), device_of(request)
    secret, _ = await passes.enter_by_code(access, role, typed, address, device=device)
    return await let_in(request, secret)


async def let_in(request: HttpRequest, secret: Secret) -> Response[Who]:
    """A login as a cookie, and who that is. A seat to practise takes no other login's place."""
    access, secure = services_of(request).access, is_secure(request)
    login = await logins.login_of(access, secret.token)
    lasts = max(0, login.expires - access.now())
    practises = login.tournament == PRACTICE
    cookies = []
    if not (practises and is_let_in(await login_of(request))):
        cookies.append(cookie(login_cookie(secure), secret.token, lasts))
    if practises:
        seats = with_seat(seats_of(request), login.table, secret.token)
        cookies.append(cookie(seats_cookie(secure), seats, lasts))
    if mark := await devices.marked(access, device_of(request), secret):
        # It opens nothing; it stays when somebody logs out.
        path = "/api/login"
        cookies.append(cookie(device_cookie(secure), mark, devices.DEVICE_S, path=path))
    headers = {"x-stolik-token": secret.token} if login.role is PersonRole.BOT else {}
    return Response(_who(login), cookies=cookies, headers=headers)


async def _forgotten(request: HttpRequest) -> Response[None]:
    """Whoever sits down at this browser next finds neither a login nor a seat."""
    access, secure = services_of(request).access, is_secure(request)
    for token in seats_of(request).values():
        await logins.log_out(access, await logins.login_of(access, token))
    emptied = [cookie(name(secure), "", 0) for name in (login_cookie, seats_cookie)]
    return Response(None, status_code=204, cookies=emptied)


def _who(login: Login) -> Who:
    return Who(
        role=login.role,
        tournament=login.tournament,
        tournaments=sorted(login.tournaments),
        tables=None if login.tables is None else list(login.tables),
        table=login.table,
        seat=login.seat,
        entrant=login.entrant,
        label=login.label,
        expires=login.expires,
    )


def _said(request: HttpRequest, password: str, *about: str) -> str:
    """What is wrong with a password, in words."""
    weak = weakness(password[: 2 * LONGEST_PASSWORD], about)
    return say(weak, language_of(request.scope)) if weak else ""


async def _names_of(request: HttpRequest, *tournaments: str) -> tuple[str, ...]:
    """What these tournaments are called."""
    store = services_of(request).store
    found = [await store.get(TOURNAMENT, one) for one in tournaments[:_MOST_NAMES] if one]
    return tuple(read_card(record).name for record in found if record)


HANDLERS = (
    *(whoami, log_in, look_at_link, follow_link, enter_by_code, enter_by_pin),
    *(log_out, log_out_everywhere, change_password, look_at_password),
)
