"""Letters: to who has entered by the form, and to winners when the organiser says so."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import thought
from stolik.adapters.web.routes.reach import reached
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.people import letter_words
from stolik.app.people.codes import Refusal
from stolik.app.people.letters import Letter
from stolik.app.people.registrations import is_waiting
from stolik.app.people.winner_letters import (
    WinnerLetter,
    noted_as_sent,
    version_of,
    winner_letters,
)
from stolik.app.people.winners import write_again
from stolik.app.tournaments.card import MailAddress
from stolik.app.tournaments.codes import Refusal as OfficeRefusal
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.same_person import is_slip
from stolik.refusal import Violation, refuse
from stolik.tournament.state import EntrantNumber

_HERE = "/api/tournaments/{tournament:str}/mail"
_TAGS = ["people"]


class MailTold(msgspec.Struct):
    """Whether this server writes to people."""

    on: bool


class WinnersTold(msgspec.Struct):
    """What would be written to whom; nothing where this server sends no letters."""

    letters: list[WinnerLetter]
    version: str  # of these very words and addresses


class WinnersMeant(Body, frozen=True):
    """To whom of them letters go; refused if they are others by now than were read."""

    version: Annotated[str, msgspec.Meta(max_length=64)]
    entrants: Annotated[list[bounds.Entrant], msgspec.Meta(min_length=1, max_length=100)]


@get(_HERE, opt={"rule": Rule.ANYONE}, tags=_TAGS)
async def mail(request: HttpRequest, tournament: FromPath[str]) -> MailTold:
    """Whether an address on the form is of any use."""
    del tournament
    return MailTold(services_of(request).mailbox is not None)


@get(_HERE + "/winners", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def winners_told(request: HttpRequest, tournament: FromPath[str]) -> WinnersTold:
    """The letter to each winner, to be read before it goes; nobody before the end."""
    is_on = services_of(request).mailbox is not None
    letters = await _letters(request, tournament) if is_on else []
    return WinnersTold(letters, version_of(letters))


@post(
    _HERE + "/winners",
    dto=Strict[WinnersMeant],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def write_to_winners(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[WinnersMeant]
) -> None:
    """Send the letters as they were shown, each to its own address; nobody gets a second one."""
    services = services_of(request)
    if services.mailbox is None:
        refuse(Violation(Refusal.MAIL_OFF))
    letters = await _letters(request, tournament)
    if data.version != version_of(letters):
        refuse(Violation(OfficeRefusal.CHANGED_MEANWHILE))
    known = {one.entrant: one for one in letters}
    meant = dict.fromkeys(data.entrants)
    if not all(n in known and known[n].mail for n in meant):
        refuse(Violation(Refusal.MAIL_NOBODY))
    office, by = await live_of(request).offices.office(tournament), await login_of(request)
    written = [known[n] for n in meant]
    for one in await noted_as_sent(services.access, tournament, written, by.account):
        still = _still_named(office, one.entrant, one.name)
        unsent = partial(services.access.store.put, [write_again(tournament, one.entrant)])
        letter = Letter(one.mail, one.subject, one.text, still, unsent)
        services.mailbox.post(letter, f"winner/{tournament}/{one.entrant}")


async def _letters(request: HttpRequest, tournament: str) -> list[WinnerLetter]:
    office = await live_of(request).offices.office(tournament)
    compose, desk = await winner_letters(office, services_of(request).store), office.reading()
    return await thought(request, lambda: compose(desk()), tournament)


def tell_received(request: HttpRequest, office: Office, form: str, mail: MailAddress) -> None:
    """A form has come; whoever fills in several under one address hears of the first."""
    services = services_of(request)
    assert services.mailbox

    async def still() -> bool:
        return await is_waiting(office, services.store, form)

    letter = Letter(mail.to, *letter_words.received(office.card, mail.lang), still)
    services.mailbox.post_for_stranger(letter, f"received/{office.card.id}/{mail.to.lower()}")


async def tell_accepted(request: HttpRequest, office: Office, entrant: EntrantNumber) -> None:
    """Who waited was let in."""
    services, person = services_of(request), office.people.get(entrant)
    if services.mailbox is None or person is None or person.mail is None:
        return
    # An address of the hall's own network leads nobody there from home.
    here = (await reached(request)).address if services.settings.secure else ""
    page = f"{here}/tournament/{office.card.id}" if here else ""
    said = letter_words.accepted(
        office.card, person.mail.lang, name=person.name, entrant=int(entrant), page=page
    )
    letter = Letter(person.mail.to, *said, _still_named(office, int(entrant), person.name))
    services.mailbox.post(letter, f"accepted/{office.card.id}/{entrant}/{person.mail.to.lower()}")


def _still_named(office: Office, entrant: int, name: str) -> Callable[[], Awaitable[bool]]:
    """Whether the number is still that of whom the letter was written for."""

    async def still() -> bool:
        person = office.people.get(EntrantNumber(entrant))
        return person is not None and is_slip(name, person.name)

    return still


HANDLERS = (mail, winners_told, write_to_winners)
