"""Asking to play, and letting in who asked."""

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.asking import command_of, signature
from stolik.adapters.web.guard import address_of, login_of, services_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.app.access.roles import Rule
from stolik.app.desk import Desk
from stolik.app.office import registrations
from stolik.app.office.consent import ConsentBy, agreed
from stolik.app.office.registrations import Registration

Asking = Request[Any, Any, Any]
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
    guardian: bool = False  # the player is under age: whoever writes is the guardian
    consent_text: Annotated[str, msgspec.Meta(max_length=20)] = ""  # the version that was read


class Waiting(msgspec.Struct):
    """Somebody who waits for the organiser."""

    id: str
    name: str
    club: str
    team: str
    age_class: str
    consent_by: str  # empty: none was given
    same_name: list[int]
    looks_like: list[int]
    mixed_script: bool


@post(_WAITING, dto=Strict[Form], status_code=204, opt={"rule": Rule.ANYONE}, tags=_TAGS)
async def register(request: Asking, tournament: FromPath[str], data: JSONBody[Form]) -> None:
    """Ask to play where the organiser has opened the list; he decides."""
    services = services_of(request)
    office = await live_of(request).offices.office(tournament)
    id_ = command_of(request) or services.chance(16).hex()
    address = address_of(request)
    if not address.local:  # whoever stands at the server writes for the whole queue
        services.forms.count(address.host, services.monotonic())
    who = ConsentBy.GUARDIAN if data.guardian else ConsentBy.SELF
    given = agreed(who, data.consent_text, services.access.now()) if data.consent else None
    wish = Registration(data.name, data.club, data.team, data.age_class, given)
    await registrations.ask_to_play(office, services.store, id_, wish)


@get(_WAITING, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def waiting(request: Asking, tournament: FromPath[str]) -> list[Waiting]:
    """Everybody who waits to be let in."""
    office = await live_of(request).offices.office(tournament)
    found = await registrations.waiting_to_play(office, services_of(request).store)
    desk = office.desk()
    return [_waiting(id_, one, desk) for id_, one in found.items()]


def _waiting(id_: str, one: Registration, desk: Desk) -> Waiting:
    looks = desk.looks(one.name)
    return Waiting(
        id=id_,
        name=one.name,
        club=one.club,
        team=one.team,
        age_class=one.age_class,
        consent_by=one.consent.by.value if one.consent else "",
        same_name=[int(n) for n, name in desk.people.items() if name == one.name and n > 0],
        looks_like=looks.get("looks_like", []),
        mixed_script=looks.get("mixed_script", False),
    )


@post(
    _WAITING + "/{form:str}/accept",
    status_code=200,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def accept(
    request: Asking, tournament: FromPath[str], form: FromPath[str]
) -> dict[str, int | None]:
    """Enter somebody who waits."""
    office = await live_of(request).offices.office(tournament)
    by, store = signature(await login_of(request)), services_of(request).store
    return {"entrant": await registrations.let_play(office, store, form, by)}


@delete(_WAITING + "/{form:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def turn_away(request: Asking, tournament: FromPath[str], form: FromPath[str]) -> None:
    """Forget somebody who waits, in the copies of the database too."""
    offices = live_of(request).offices
    office = await offices.office(tournament)
    await registrations.turn_away(office, services_of(request).store, form)
    offices.erasures += 1


@delete(_WAITING, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def turn_all_away(request: Asking, tournament: FromPath[str]) -> None:
    """Forget everybody who waits, in the copies of the database too."""
    offices = live_of(request).offices
    office = await offices.office(tournament)
    await registrations.turn_all_away(office, services_of(request).store)
    offices.erasures += 1


HANDLERS = (register, waiting, accept, turn_away, turn_all_away)
