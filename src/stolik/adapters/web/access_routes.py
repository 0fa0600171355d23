"""Coming in, going out, and letting others in."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.bounds import LARGEST_LIST
from stolik.adapters.web.guard import (
    address_of,
    cookie_name,
    device_cookie_name,
    device_of,
    is_secure,
    login_of,
    services_of,
)
from stolik.adapters.web.language import language_of
from stolik.adapters.web.reading import Body, Strict
from stolik.app import bounds as b
from stolik.app.access import accounts, devices, invitations, logins, open_invitations, passes
from stolik.app.access.password_rules import LONGEST_PASSWORD, weakness
from stolik.app.access.records import Pass, Purpose
from stolik.app.access.roles import Login, Role, Rule
from stolik.app.access.secrets_made import Secret
from stolik.app.live.eyes import PASS_ISSUED, PASS_RENEWED
from stolik.app.office.event import KIND as TOURNAMENT
from stolik.app.office.event import read_card
from stolik.app.texts import say

Asking = Request[Any, Any, Any]


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


class PassWanted(Body, frozen=True):
    """A player or bot: `entrant`, or `table` and `seat`. A referee: `tables`, null for all."""

    role: Literal["player", "referee", "spectator", "bot"]
    tables: Annotated[list[b.Word], msgspec.Meta(max_length=1000)] | None = None
    table: b.Word = ""
    seat: b.SeatNumber | None = None
    entrant: b.Entrant | None = None
    label: b.Name = ""


class PassesWanted(Body, frozen=True):
    passes: Annotated[list[PassWanted], msgspec.Meta(max_length=b.MOST_ENTRANTS)]


class Who(msgspec.Struct):
    """Who somebody is here."""

    role: Role
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


class LinkMade(msgspec.Struct):
    """Where the link leads: the token stands after `#`, so no server ever sees it in an address."""

    link: str


class PassTold(msgspec.Struct, omit_defaults=True):
    """A pass; its link and code only when they have just been made."""

    id: str
    role: Role
    tables: list[str] | None
    table: str
    seat: int | None
    entrant: int | None
    label: str
    expires: int
    link: str = ""
    code: str = ""
    made_at: int = 0
    by: str = ""  # the name of who issued it, as long as that account is there


class InvitationTold(msgspec.Struct):
    """An invitation that waits; who has its link comes in by it."""

    id: str
    made_at: int
    expires: int
    by: str


class Organiser(msgspec.Struct):
    id: str
    name: str


@get("/api/whoami", opt={"rule": Rule.ANYONE}, tags=["login"])
async def whoami(request: Asking) -> Who:
    """Who the server takes you for."""
    return _who(await login_of(request))


@post("/api/login", dto=Strict[LogIn], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"])
async def log_in(request: Asking, data: JSONBody[LogIn]) -> Response[Who]:
    """Log in as an organiser."""
    access = services_of(request).access
    address, device = address_of(request), device_of(request)
    secret, _ = await accounts.log_in(access, data.name, data.password, address, device=device)
    return await let_in(request, secret)


@post(
    "/api/login/look", dto=Strict[Link], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def look_at_link(request: Asking, data: JSONBody[Link]) -> LinkPurpose:
    """What a link is for, before it is used; and whether a password would do."""
    found = await invitations.look(services_of(request).access, data.token)
    if isinstance(found, Pass):
        return LinkPurpose(found.role, [])
    knows = (await login_of(request)).role is Role.ORGANISER
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
async def follow_link(request: Asking, data: JSONBody[Link]) -> Response[Who]:
    """Exchange the token of a link for a login."""
    access = services_of(request).access
    names = await _names_of(request, await invitations.tournament_of(access, data.token))
    filled = invitations.Filled(data.name, data.password, names)
    secret = await invitations.follow(access, data.token, await login_of(request), filled)
    return await let_in(request, secret)


@post(
    "/api/login/code", dto=Strict[Code], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def enter_by_code(request: Asking, data: JSONBody[Code]) -> Response[Who]:
    """Come in as a player; the same code works on another device too."""
    return await _by_code(request, Role.PLAYER, data.code)


@post(
    "/api/login/pin", dto=Strict[Code], status_code=200, opt={"rule": Rule.ANYONE}, tags=["login"]
)
async def enter_by_pin(request: Asking, data: JSONBody[Code]) -> Response[Who]:
    """Come in as a referee."""
    return await _by_code(request, Role.REFEREE, data.code)


@post("/api/logout", status_code=204, opt={"rule": Rule.LOGGED_IN}, tags=["login"])
async def log_out(request: Asking) -> Response[None]:
    """End this login."""
    await logins.log_out(services_of(request).access, await login_of(request))
    return _forgotten(request)


@post("/api/logout/everywhere", status_code=204, opt={"rule": Rule.ORGANISER}, tags=["login"])
async def log_out_everywhere(request: Asking) -> Response[None]:
    """End every login of this account, on all devices."""
    await accounts.log_out_everywhere(services_of(request).access, await login_of(request))
    return _forgotten(request)


@post(
    "/api/password",
    dto=Strict[NewPassword],
    status_code=200,
    opt={"rule": Rule.ORGANISER},
    tags=["login"],
)
async def change_password(request: Asking, data: JSONBody[NewPassword]) -> Response[Who]:
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
async def look_at_password(request: Asking, data: JSONBody[PasswordShown]) -> Weakness:
    """Whether this would do as another password; nothing is changed."""
    login = await login_of(request)
    return Weakness(
        _said(request, data.password, login.label, *await _names_of(request, *login.tournaments))
    )


_HERE = "/api/tournaments/{tournament:str}"
_MOST_NAMES = 50  # tournaments whose names no password is made of


@get(_HERE + "/organisers", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def organisers(request: Asking, tournament: FromPath[str]) -> list[Organiser]:
    """Who organises this tournament."""
    found = await accounts.organisers(services_of(request).access, tournament)
    return [Organiser(account.id, account.name) for account in found]


@post(_HERE + "/organisers/invitations", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def invite_organiser(request: Asking, tournament: FromPath[str]) -> LinkMade:
    """A link for one more organiser; it works once."""
    access, login = services_of(request).access, await login_of(request)
    return LinkMade(
        link_path(await invitations.co_organiser_link(access, tournament, login.account))
    )


@get(_HERE + "/organisers/invitations", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def list_invitations(request: Asking, tournament: FromPath[str]) -> list[InvitationTold]:
    """Invitations that still let somebody in, without their links."""
    access = services_of(request).access
    names = await accounts.names(access)
    return [
        InvitationTold(one.id, one.made_at, one.expires, names.get(one.by, ""))
        for one in await open_invitations.open_invitations(access, tournament)
    ]


@delete(
    _HERE + "/organisers/invitations/{invitation:str}",
    opt={"rule": Rule.ORGANISER_HERE},
    tags=["people"],
)
async def take_invitation_back(
    request: Asking, tournament: FromPath[str], invitation: FromPath[str]
) -> None:
    """Let nobody in by this invitation any more."""
    await open_invitations.take_back(services_of(request).access, tournament, invitation)


@delete(_HERE + "/organisers/{account:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def dismiss_organiser(
    request: Asking, tournament: FromPath[str], account: FromPath[str]
) -> None:
    """Let somebody organise this tournament no longer."""
    await accounts.dismiss(services_of(request).access, tournament, account)


@get(_HERE + "/passes", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def list_passes(request: Asking, tournament: FromPath[str]) -> list[PassTold]:
    """Every way in that is still good, without its secrets."""
    access = services_of(request).access
    names = await accounts.names(access)
    found = await passes.passes_of(access, tournament)
    return [_told(entry, by=names.get(entry.by, "")) for entry in found]


@post(
    _HERE + "/passes",
    dto=Strict[PassesWanted],
    request_max_body_size=LARGEST_LIST,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=["people"],
)
async def issue_passes(
    request: Asking, tournament: FromPath[str], data: JSONBody[PassesWanted]
) -> list[PassTold]:
    """Let players, referees, spectators and bots in; links and codes are told only now."""
    wanted = [_wanted(one) for one in data.passes]
    services, login = services_of(request), await login_of(request)
    passes.check(wanted)
    await services.tell_way_in(tournament, wanted, PASS_ISSUED)
    made = await passes.issue(services.access, tournament, wanted, login.account)
    return [_told(issued.entry, issued.link, issued.code, login.label) for issued in made]


@post(_HERE + "/passes/{entry:str}/renew", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def renew_pass(request: Asking, tournament: FromPath[str], entry: FromPath[str]) -> PassTold:
    """A new link and code; the old ones and every login by them are over."""
    services, login = services_of(request), await login_of(request)
    old = await passes.of_here(services.access, tournament, entry)
    await services.tell_way_in(tournament, [passes.whose(old)], PASS_RENEWED)
    issued = await passes.renew(services.access, tournament, entry, login.account)
    return _told(issued.entry, issued.link, issued.code, login.label)


@delete(_HERE + "/passes/{entry:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def revoke_pass(request: Asking, tournament: FromPath[str], entry: FromPath[str]) -> None:
    """End a pass and every login by it at once."""
    await passes.revoke(services_of(request).access, tournament, entry)


def link_path(token: str) -> str:
    """Where a link leads on this server."""
    return f"/enter#{token}"


async def _by_code(request: Asking, role: Role, typed: str) -> Response[Who]:
    access = services_of(request).access
    address, device = address_of(request), device_of(request)
    secret, _ = await passes.enter_by_code(access, role, typed, address, device=device)
    return await let_in(request, secret)


async def let_in(request: Asking, secret: Secret) -> Response[Who]:
    """A login as a cookie, and who that is."""
    services = services_of(request)
    login = await logins.login_of(services.access, secret.token)
    lasts = max(0, login.expires - services.access.now())
    cookies = [_cookie(is_secure(request), secret.token, lasts)]
    if mark := await devices.marked(services.access, device_of(request), secret):
        cookies.append(_device_cookie(is_secure(request), mark))
    headers = {"x-stolik-token": secret.token} if login.role is Role.BOT else {}
    return Response(_who(login), cookies=cookies, headers=headers)


def _forgotten(request: Asking) -> Response[None]:
    cookie = _cookie(is_secure(request), "", 0)
    return Response(None, status_code=204, cookies=[cookie])


def _cookie(secure: bool, token: str, lasts_s: int) -> Cookie:
    return Cookie(
        cookie_name(secure),
        value=token,
        max_age=lasts_s,
        path="/",
        httponly=True,
        secure=secure,
        samesite="strict",
    )


def _device_cookie(secure: bool, mark: str) -> Cookie:
    """It opens nothing; it stays when somebody logs out."""
    return Cookie(
        device_cookie_name(secure),
        value=mark,
        max_age=devices.DEVICE_S,
        path="/api/login",
        httponly=True,
        secure=secure,
        samesite="strict",
    )


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


def _wanted(one: PassWanted) -> passes.Wanted:
    return passes.Wanted(
        role=Role(one.role),
        tables=None if one.tables is None else tuple(one.tables),
        table=one.table,
        seat=one.seat,
        entrant=one.entrant,
        label=one.label,
    )


def _said(request: Asking, password: str, *about: str) -> str:
    """What is wrong with a password, in words."""
    weak = weakness(password[: 2 * LONGEST_PASSWORD], about)
    return say(weak, language_of(request.scope)) if weak else ""


async def _names_of(request: Asking, *tournaments: str) -> tuple[str, ...]:
    """What these tournaments are called."""
    store = services_of(request).store
    found = [await store.get(TOURNAMENT, one) for one in tournaments[:_MOST_NAMES] if one]
    return tuple(read_card(record).name for record in found if record)


def _told(entry: Pass, link: str = "", code: str = "", by: str = "") -> PassTold:
    return PassTold(
        id=entry.id,
        role=entry.role,
        tables=None if entry.tables is None else list(entry.tables),
        table=entry.table,
        seat=entry.seat,
        entrant=entry.entrant,
        label=entry.label,
        expires=entry.expires,
        link=link_path(link) if link else "",
        code=code,
        made_at=entry.made_at,
        by=by,
    )


HANDLERS = (
    *(whoami, log_in, look_at_link, follow_link, enter_by_code, enter_by_pin),
    *(log_out, log_out_everywhere, change_password, look_at_password),
    *(organisers, invite_organiser, list_invitations, take_invitation_back, dismiss_organiser),
    *(list_passes, issue_passes, renew_pass, revoke_pass),
)
