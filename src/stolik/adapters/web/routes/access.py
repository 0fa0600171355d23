"""Letting others in: organisers by invitation, everybody else by a pass."""

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.bounds import LARGEST_LIST
from stolik.adapters.web.edge.guard import (
    allowed_by,
    login_of,
    services_of,
)
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.routes.login import ENDS_OWN
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds as b
from stolik.app.access import accounts, invitations, open_invitations, passes
from stolik.app.access.head_judge import naming
from stolik.app.access.records import Pass
from stolik.app.access.roles import PersonRole, Rule
from stolik.app.access.secrets_made import shown
from stolik.app.streams.slices import in_slices
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.seats import AccessChange


class PassWanted(Body, frozen=True):
    """A player or bot: `entrant`. A referee: `tables`, null for all."""

    role: Literal["player", "referee", "spectator", "bot", "door"]
    tables: Annotated[list[b.Word], msgspec.Meta(max_length=1000)] | None = None
    table: b.Word = ""
    seat: b.SeatNumber | None = None
    entrant: b.Entrant | None = None
    label: b.Name = ""


class PassesWanted(Body, frozen=True):
    passes: Annotated[list[PassWanted], msgspec.Meta(max_length=b.MOST_ENTRANTS)]


class LinkMade(msgspec.Struct):
    """Where the link leads: the token stands after `#`, so no server ever sees it in an address."""

    link: str
    id: str  # as in the list of open ones


class PassTold(msgspec.Struct, omit_defaults=True):
    """A pass; its link and code only when they have just been made."""

    id: str
    role: PersonRole
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
    by_gone: bool = False  # whether he organises this tournament no longer


class InvitationTold(msgspec.Struct):
    """An invitation that waits; who has its link comes in by it."""

    id: str
    made_at: int
    expires: int
    by: str


class Organiser(msgspec.Struct):
    id: str
    name: str


class HeadJudgeNamed(Body, frozen=True):
    """The id of an organiser or of a referee's pass; empty: every organiser is the head judge."""

    id: b.Word = ""
    was: b.Word | None = None  # refused if it is somebody else by now


class HeadJudge(msgspec.Struct):
    id: str


_HERE = "/api/tournaments/{tournament:str}"


@get(_HERE + "/head-judge", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def head_judge(request: HttpRequest, tournament: FromPath[str]) -> HeadJudge:
    """Who decides what a document leaves to the head judge."""
    office = await live_of(request).offices.office(tournament)
    return HeadJudge(office.card.head_judge)


@put(
    _HERE + "/head-judge",
    dto=Strict[HeadJudgeNamed],
    opt={"rule": Rule.ORGANISER_HERE},
    tags=["people"],
)
async def name_head_judge(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[HeadJudgeNamed]
) -> HeadJudge:
    """Name the head judge; organisers read in the history who named whom."""
    access, login = services_of(request).access, await login_of(request)
    office = await live_of(request).offices.office(tournament)
    act = await naming(access, tournament, data.id, login.account)

    def named(card: TournamentCard) -> TournamentCard:
        if data.was is not None and card.head_judge not in (data.was, data.id):
            refuse(Violation(Refusal.CHANGED_MEANWHILE))
        return replace(card, head_judge=data.id)

    await office.describe(named, act)
    return HeadJudge(data.id)


@get(_HERE + "/organisers", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def organisers(request: HttpRequest, tournament: FromPath[str]) -> list[Organiser]:
    """Who organises this tournament."""
    found = await accounts.organisers(services_of(request).access, tournament)
    return [Organiser(account.id, account.name) for account in found]


@post(_HERE + "/organisers/invitations", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def invite_organiser(request: HttpRequest, tournament: FromPath[str]) -> LinkMade:
    """A link for one more organiser; it works once."""
    access, login = services_of(request).access, await login_of(request)
    token = await invitations.co_organiser_link(
        access, tournament, login.account, allowed_by(request, request.route_handler)
    )
    seen = shown(token)
    assert seen is not None, "a token just made is right"
    return LinkMade(link_path(token), seen.id)


@get(_HERE + "/organisers/invitations", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def list_invitations(request: HttpRequest, tournament: FromPath[str]) -> list[InvitationTold]:
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
    request: HttpRequest, tournament: FromPath[str], invitation: FromPath[str]
) -> None:
    """Let nobody in by this invitation any more."""
    access, login = services_of(request).access, await login_of(request)
    await open_invitations.take_back(access, tournament, invitation, login.account)


@delete(
    _HERE + "/organisers/{account:str}",
    opt={"rule": Rule.ORGANISER_HERE, **ENDS_OWN},
    tags=["people"],
)
async def dismiss_organiser(
    request: HttpRequest, tournament: FromPath[str], account: FromPath[str]
) -> None:
    """Let somebody organise this tournament no longer."""
    access, login = services_of(request).access, await login_of(request)
    await accounts.dismiss(access, tournament, account, login.account)


@get(_HERE + "/passes", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def list_passes(request: HttpRequest, tournament: FromPath[str]) -> list[PassTold]:
    """Every way in that is still good, without its secrets."""
    access = services_of(request).access
    names = await accounts.names(access)
    here = {account.id for account in await accounts.organisers(access, tournament)}
    found = await passes.passes_of(access, tournament)
    return [
        _told(entry, by=names.get(entry.by, ""), by_gone=bool(entry.by) and entry.by not in here)
        async for entry in in_slices(found)
    ]


@post(
    _HERE + "/passes",
    dto=Strict[PassesWanted],
    request_max_body_size=LARGEST_LIST,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=["people"],
)
async def issue_passes(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[PassesWanted]
) -> list[PassTold]:
    """Let players, referees, spectators and bots in; links and codes are told only now."""
    wanted = [_wanted(one) for one in data.passes]
    services, login = services_of(request), await login_of(request)
    passes.check(wanted)
    await services.check_holders(tournament, wanted)
    await passes.demand_room(services.access, tournament, wanted)
    await services.tell_way_in(tournament, wanted, AccessChange.PASS_ISSUED)
    allowed = allowed_by(request, request.route_handler)
    made = await passes.issue(services.access, tournament, wanted, login.account, allowed)
    return [
        _told(issued.entry, issued.link, issued.code, login.label)
        async for issued in in_slices(made)
    ]


@post(_HERE + "/passes/{entry:str}/renew", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def renew_pass(
    request: HttpRequest, tournament: FromPath[str], entry: FromPath[str]
) -> PassTold:
    """A new link and code; the old ones and every login by them are over."""
    services, login = services_of(request), await login_of(request)
    old = await passes.of_here(services.access, tournament, entry)
    await services.tell_way_in(tournament, [passes.whose(old)], AccessChange.PASS_RENEWED)
    allowed = allowed_by(request, request.route_handler)
    issued = await passes.renew(services.access, tournament, entry, login.account, allowed)
    return _told(issued.entry, issued.link, issued.code, login.label)


@delete(_HERE + "/passes/{entry:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=["people"])
async def revoke_pass(
    request: HttpRequest, tournament: FromPath[str], entry: FromPath[str]
) -> None:
    """End a pass and every login by it at once."""
    access, login = services_of(request).access, await login_of(request)
    await passes.revoke(access, tournament, entry, login.account)


def link_path(token: str) -> str:
    """Where a link leads on this server."""
    return f"/enter#{token}"


def _wanted(one: PassWanted) -> passes.Wanted:
    return passes.Wanted(
        role=PersonRole(one.role),
        tables=None if one.tables is None else tuple(one.tables),
        table=one.table,
        seat=one.seat,
        entrant=one.entrant,
        label=one.label,
    )


def _told(
    entry: Pass, link: str = "", code: str = "", by: str = "", *, by_gone: bool = False
) -> PassTold:
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
        by_gone=by_gone,
    )


HANDLERS = (
    *(organisers, invite_organiser, list_invitations, take_invitation_back, dismiss_organiser),
    *(head_judge, name_head_judge),
    *(list_passes, issue_passes, renew_pass, revoke_pass),
)
