"""What is known of people: consent, their own data, and being forgotten."""

from typing import Any

from litestar import Request, delete, get, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.guard import login_of, services_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.app.access import passes
from stolik.app.access.roles import Rule
from stolik.app.office.people import data_of, erase_person, set_consent

Asking = Request[Any, Any, Any]
_HERE = "/api/tournaments/{tournament:str}"
_PERSON = _HERE + "/people/{entrant:int}"
_TAGS = ["people"]


class Consent(Body, frozen=True):
    """Whether somebody may be named on public pages."""

    consent: bool


@get(_PERSON, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def person(
    request: Asking, tournament: FromPath[str], entrant: FromPath[int]
) -> dict[str, Any]:
    """Everything that is kept about an entrant."""
    return data_of(await live_of(request).offices.office(tournament), entrant)


@get(_HERE + "/me/data", opt={"rule": Rule.PLAYER_HERE}, tags=_TAGS)
async def my_data(request: Asking, tournament: FromPath[str]) -> dict[str, Any]:
    """Everything that is kept about you, as a player who entered."""
    login = await login_of(request)
    return data_of(await live_of(request).offices.office(tournament), login.entrant or 0)


@put(_PERSON, dto=Strict[Consent], status_code=204, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def consent(
    request: Asking, tournament: FromPath[str], entrant: FromPath[int], data: JSONBody[Consent]
) -> None:
    """Record or withdraw the consent to be named on public pages."""
    office = await live_of(request).offices.office(tournament)
    await set_consent(office, entrant, data.consent)


@delete(_PERSON, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def forget(request: Asking, tournament: FromPath[str], entrant: FromPath[int]) -> None:
    """Erase a name, its ways in and every copy that holds it; results stay under the number."""
    access, offices = services_of(request).access, live_of(request).offices
    await erase_person(await offices.office(tournament), entrant)
    for entry in await passes.passes_of(access, tournament):
        if entry.entrant == entrant:
            await passes.revoke(access, tournament, entry.id)
    offices.erasures += 1


HANDLERS = (person, my_data, consent, forget)
