"""What is known of people: consent, their own data, and being forgotten."""

from typing import Any

import msgspec
from litestar import Request, delete, get, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.guard import login_of, services_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.app.access.roles import Rule
from stolik.app.office.consent import VERSION, ConsentBy, agreed
from stolik.app.office.forgetting import forget_person
from stolik.app.office.people import data_of, known, set_consent

Asking = Request[Any, Any, Any]
_HERE = "/api/tournaments/{tournament:str}"
_PERSON = _HERE + "/people/{entrant:int}"
_TAGS = ["people"]


class Consent(Body, frozen=True):
    """Whether somebody may be named on public pages."""

    consent: bool


class ForgottenTold(msgspec.Struct):
    """How many words were erased, and how many an older version has left in the log."""

    words: int
    in_log: int


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
    """Record a consent given on paper, or withdraw one, to be named on public pages."""
    office = await live_of(request).offices.office(tournament)
    now = services_of(request).access.now()
    given = agreed(ConsentBy.PAPER, VERSION, now) if data.consent else None
    await set_consent(office, entrant, given)


@delete(_PERSON, status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def forget(
    request: Asking, tournament: FromPath[str], entrant: FromPath[int]
) -> ForgottenTold:
    """Erase a name, what was written about its bearer, their ways in and every copy that holds it.

    Results stay under the number. `in_log` counts words that a version before this one has written
    into the log itself: they cannot be taken out.
    """
    access, offices = services_of(request).access, live_of(request).offices
    office = await offices.office(tournament)
    done = await forget_person(offices, access, office, known(office, entrant))
    return ForgottenTold(done.words, done.in_log)


HANDLERS = (person, my_data, consent, forget)
