"""What is known of people: consents, their own data, and being forgotten."""

from typing import Annotated, Any

import msgspec
from litestar import delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.bounds import LARGEST_LIST
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Rule
from stolik.app.people.forgetting import ForgetWish, Namesakes, forget_person
from stolik.app.people.own_data import data_of, known, lacking, set_consent
from stolik.app.people.signed import Noting, note_signed, unnote
from stolik.app.tournaments.consent import VERSION, ConsentBy, To, agreed

_HERE = "/api/tournaments/{tournament:str}"
_PERSON = _HERE + "/people/{entrant:int}"
_TAGS = ["people"]


class Consent(Body, frozen=True):
    """Whether somebody agrees to something, by default to be named on public pages."""

    consent: bool
    to: To = To.NAME
    guardian: bool = False  # who signed is the guardian of somebody under age


class SignedForms(Body, frozen=True):
    """Printed forms that were signed: by whom, and what they say yes to."""

    to: Annotated[list[To], msgspec.Meta(min_length=1, max_length=3)]
    entrants: Annotated[list[bounds.Entrant], msgspec.Meta(min_length=1, max_length=1000)]
    guardian: bool = False
    back: bool = False  # noted by mistake just now, by whoever says so: taken back


class Lacking(msgspec.Struct):
    """Who is to play and has not agreed yet, by what is agreed to."""

    regulations: list[int]
    photo: list[int]
    name: list[int]


class ForgottenTold(msgspec.Struct):
    """How many words were erased, and how many an older version has left in the log.

    `unsure` are those that are left because a namesake may be meant: the organiser looks at them.
    `details` of the tournament and labels of passes name the person too: only a hand can write
    them anew.
    Unless `done`, nothing was erased: he is asked about them first.
    `waiting_in` are the finals, by title, at which a heat sent from here waits: it names the person
    no longer. Those of `entered_in` have entered them already, and are to be asked by themselves.
    """

    words: int
    in_log: int
    unsure: list[str]
    details: list[str]
    done: bool
    waiting_in: list[str]
    entered_in: list[str]


@get(_PERSON, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def person(
    request: HttpRequest, tournament: FromPath[str], entrant: FromPath[int]
) -> dict[str, Any]:
    """Everything that is kept about an entrant."""
    return data_of(await live_of(request).offices.office(tournament), entrant)


@get(_HERE + "/me/data", opt={"rule": Rule.PLAYER_HERE}, tags=_TAGS)
async def my_data(request: HttpRequest, tournament: FromPath[str]) -> dict[str, Any]:
    """Everything that is kept about you, as a player who entered."""
    login = await login_of(request)
    return data_of(await live_of(request).offices.office(tournament), login.entrant or 0)


@put(_PERSON, dto=Strict[Consent], status_code=204, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def consent(
    request: HttpRequest, tournament: FromPath[str], entrant: FromPath[int], data: JSONBody[Consent]
) -> None:
    """Record a consent given on paper, or withdraw one."""
    who = ConsentBy.PAPER_GUARDIAN if data.guardian else ConsentBy.PAPER
    await _agree(request, tournament, [entrant], [data.to], who if data.consent else None)


@get(_HERE + "/consents", opt={"rule": Rule.DOOR_HERE}, tags=_TAGS)
async def consents(request: HttpRequest, tournament: FromPath[str]) -> Lacking:
    """Whose acceptance of the regulations and whose consents are missing: for the check-in."""
    office = await live_of(request).offices.office(tournament)
    return Lacking(*(lacking(office, to) for to in (To.REGULATIONS, To.PHOTO, To.NAME)))


@post(
    _HERE + "/consents",
    dto=Strict[SignedForms],
    status_code=204,
    request_max_body_size=LARGEST_LIST,
    opt={"rule": Rule.DOOR_HERE},
    tags=_TAGS,
)
async def signed_forms(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[SignedForms]
) -> None:
    """Record what many have signed on printed forms, in one go.

    Consents that stand are left as they are; what an organiser withdrew only organisers bring back.
    """
    office, login = await live_of(request).offices.office(tournament), await login_of(request)
    who = ConsentBy.PAPER_GUARDIAN if data.guardian else ConsentBy.PAPER
    given = agreed(who, VERSION, services_of(request).access.now())
    access, asked = services_of(request).access, (data.entrants, data.to)
    if data.back:
        await unnote(office, access, *asked, login)
    else:
        await note_signed(office, access, *asked, Noting(given, login))


async def _agree(
    request: HttpRequest, tournament: str, entrants: list[int], to: list[To], who: ConsentBy | None
) -> None:
    office = await live_of(request).offices.office(tournament)
    access, by = services_of(request).access, (await login_of(request)).author
    given = agreed(who, VERSION, access.now()) if who else None
    what = What.CONSENT_GIVEN if given else What.CONSENT_WITHDRAWN
    meant = () if to == [To.NAME] else tuple(one.value for one in to)
    told = noted(access, tournament, what, by=by, entrants=tuple(entrants), consents=meant)
    await set_consent(office, entrants, to, given, told)


@delete(_PERSON, status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def forget(
    request: HttpRequest,
    tournament: FromPath[str],
    entrant: FromPath[int],
    namesakes: FromQuery[Namesakes] = Namesakes.KEEP,
    before: FromQuery[bool] = False,
) -> ForgottenTold:
    """Erase a name, what was written about its bearer, their ways in and every copy that holds it.

    All names go that ever stood under the number. `before`: only those of who was substituted;
    who plays now stays.

    Results stay under the number. `in_log` counts words that a version before this one has written
    into the log itself: they cannot be taken out. `unsure` are words that may mean a namesake:
    `namesakes` says whether they go too; with `ask` nothing is done if there are any.
    """
    access, offices = services_of(request).access, live_of(request).offices
    office = await offices.office(tournament)
    by = (await login_of(request)).account
    number = known(office, entrant)
    wish = ForgetWish(by, namesakes, before)
    told = await forget_person(offices, access, office, number, wish)
    left, sent = (list(told.unsure), list(told.details)), told.passed_on
    finals = list(sent.waiting_in), list(sent.entered_in)
    return ForgottenTold(told.words, told.in_log, *left, told.done, *finals)


HANDLERS = (person, my_data, consent, consents, signed_forms, forget)
