"""Asking to play, and letting in who asked."""

from collections import Counter
from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.guard import address_of, login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.mail import tell_accepted, tell_received
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Place, Rule, may
from stolik.app.naming import skeleton
from stolik.app.people import registrations
from stolik.app.people.codes import Refusal
from stolik.app.people.letters import LONGEST_ADDRESS, read_address
from stolik.app.people.registrations import Registration
from stolik.app.ports import Put
from stolik.app.tournaments.card import MailAddress, agreed_also
from stolik.app.tournaments.consent import ConsentBy, To, agreed
from stolik.app.tournaments.desk import Desk
from stolik.refusal import Violation, refuse

_WAITING = "/api/tournaments/{tournament:str}/registrations"
_TAGS = ["people"]

Words = Annotated[str, msgspec.Meta(max_length=200)]


class Form(Body, frozen=True):
    """Who wants to play."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    club: Words = ""
    team: Words = ""
    age_class: Words = ""
    consent: bool = False  # to be named in public
    also: Annotated[tuple[Literal["regulations", "photo"], ...], msgspec.Meta(max_length=2)] = ()
    guardian: bool = False  # the player is under age: whoever writes is the guardian
    consent_text: Annotated[str, msgspec.Meta(max_length=20)] = ""  # the version that was read
    mail: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS)] = ""  # where letters are sent


class Waiting(msgspec.Struct):
    """Somebody who waits for the organiser."""

    id: str
    name: str
    club: str
    team: str
    age_class: str
    consent_by: str  # empty: none was given
    also: list[str]  # what else was agreed to
    mail: str  # where to write to; empty: none was given
    same_name: list[int]
    looks_like: list[int]
    mixed_script: bool
    waiting_alike: int  # other forms of the same name, or of one that looks like it


@post(_WAITING, dto=Strict[Form], status_code=204, opt={"rule": Rule.ANYONE}, tags=_TAGS)
async def register(request: HttpRequest, tournament: FromPath[str], data: JSONBody[Form]) -> None:
    """Ask to play where the organiser has opened the list; he decides."""
    services = services_of(request)
    id_ = command_of(request) or services.chance(16).hex()
    address = address_of(request)
    if not address.local:  # whoever stands at the server writes for the whole queue
        services.forms.count(address.host, services.monotonic())
    who = ConsentBy.GUARDIAN if data.guardian else ConsentBy.SELF
    agrees = bool(data.consent or data.also)
    read = agreed(who, data.consent_text, services.access.now()) if agrees else None
    also = tuple(agreed_also(To(to), read) for to in dict.fromkeys(data.also)) if read else ()
    given = read if data.consent else None
    mail = _mail(request, data.mail)
    wish = Registration(data.name, data.club, data.team, data.age_class, given, also, mail)
    # Whatever is refused before this line is refused without a look at the tournament.
    office = await live_of(request).offices.office(tournament)
    place = await services.place_of(Place(tournament))
    knows = may(await login_of(request), Rule.WATCHER_HERE, place)
    await registrations.ask_to_play(office, services.store, id_, wish, knows=knows)
    if mail:
        tell_received(request, office, id_, mail)


def _mail(request: HttpRequest, typed: str) -> MailAddress | None:
    """Where to write to; refused where no letters are sent: what is not needed is not kept."""
    if not typed.strip():
        return None
    if services_of(request).mailbox is None:
        refuse(Violation(Refusal.MAIL_OFF))
    return MailAddress(read_address(typed), language_of(request.scope))


@get(_WAITING, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def waiting(request: HttpRequest, tournament: FromPath[str]) -> list[Waiting]:
    """Everybody who waits to be let in."""
    office = await live_of(request).offices.office(tournament)
    found = await registrations.waiting_to_play(office, services_of(request).store)
    desk = office.reading()

    def compared() -> list[Waiting]:
        at, times = desk(), Counter(skeleton(one.name) for one in found.values())
        return [_waiting(id_, one, at, times) for id_, one in found.items()]

    return await thought(request, compared, tournament)


def _waiting(id_: str, one: Registration, desk: Desk, times: Counter[str]) -> Waiting:
    looks = desk.looks(one.name)
    return Waiting(
        id=id_,
        name=one.name,
        club=one.club,
        team=one.team,
        age_class=one.age_class,
        consent_by=one.consent.by.value if one.consent else "",
        also=[given.to for given in one.also],
        mail=one.mail.to if one.mail else "",
        same_name=[int(n) for n, name in desk.people.items() if name == one.name and n > 0],
        looks_like=list(looks.looks_like),
        mixed_script=looks.mixed_script,
        waiting_alike=times[skeleton(one.name)] - 1,
    )


@post(
    _WAITING + "/{form:str}/accept",
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def accept(
    request: HttpRequest, tournament: FromPath[str], form: FromPath[str]
) -> dict[str, int | None]:
    """Enter somebody who waits."""
    office = await live_of(request).offices.office(tournament)
    login, access = await login_of(request), services_of(request).access
    store = services_of(request).store

    def consented(number: int) -> tuple[Put, ...]:
        # Who filled in the form agreed, and the organiser let them in.
        return (noted(access, tournament, What.CONSENT_GIVEN, entrants=(number,)),)

    entered = await registrations.let_play(office, store, form, signature(login), consented)
    if entered is not None:
        await tell_accepted(request, office, entered)
    return {"entrant": entered}


@delete(_WAITING + "/{form:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def turn_away(request: HttpRequest, tournament: FromPath[str], form: FromPath[str]) -> None:
    """Forget somebody who waits, in the copies of the database too."""
    offices = live_of(request).offices
    office = await offices.office(tournament)
    await registrations.turn_away(office, services_of(request).store, form)
    offices.erasures += 1


@delete(_WAITING, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def turn_all_away(request: HttpRequest, tournament: FromPath[str]) -> None:
    """Forget everybody who waits, in the copies of the database too."""
    offices = live_of(request).offices
    office = await offices.office(tournament)
    await registrations.turn_all_away(office, services_of(request).store)
    offices.erasures += 1


HANDLERS = (register, waiting, accept, turn_away, turn_all_away)
