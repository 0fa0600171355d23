"""People who ask to play: they wait beside the tournament until its organiser lets them in.

What they write are records and never events: who is turned away leaves no trace.
"""

import json
from dataclasses import dataclass

from stolik.app.access.roles import Role
from stolik.app.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.command_ids import formerly, mark
from stolik.app.naming import tidy
from stolik.app.office.codes import Refusal
from stolik.app.office.consent import Consent
from stolik.app.office.office import Asking, Book, Office
from stolik.app.ports import CommandId, EventStore, Put
from stolik.app.reading_eyes import ALL
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Enter
from stolik.tournament.state import EntrantNumber

REGISTRATION = "registration"
MOST_WAITING = 500
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class Registration:
    """What somebody wrote on the form."""

    name: str
    club: str = ""
    team: str = ""
    age_class: str = ""
    consent: Consent | None = None  # to be named in public


async def ask_to_play(office: Office, store: EventStore, id_: str, wish: Registration) -> None:
    """Wait for the organiser; the same form sent twice is one."""
    if not office.card.registration:
        refuse(Violation(Refusal.REGISTRATION_CLOSED))
    wish = _tidied(wish)
    if not any(sign.isalnum() for sign in wish.name):
        refuse(Violation(Refusal.REGISTRATION_NAME))  # spaces and dots call nobody
    async with office.forms:
        await _wait(office, store, id_, wish)


async def _wait(office: Office, store: EventStore, id_: str, wish: Registration) -> None:
    waiting = await store.all(REGISTRATION, f"{office.card.id}/")
    known = waiting.get(_key(office, id_))
    if known is not None and _read(known) == wish:
        return
    # Whoever knows the number of a form must not put another name on it, waiting or let in.
    if known is not None or await office.author_of(_mark(office, id_)):
        refuse(Violation(Refusal.REGISTRATION_USED))
    if len(waiting) >= MOST_WAITING:
        refuse(Violation(Refusal.REGISTRATION_FULL, facts={"most": MOST_WAITING}))
    body = json.dumps(plain(wish), ensure_ascii=False).encode()
    await store.put([Put(REGISTRATION, _key(office, id_), body)])
    office.tell()


async def waiting_to_play(office: Office, store: EventStore) -> dict[str, Registration]:
    """Everybody who waits, by the number of the form."""
    found = await store.all(REGISTRATION, f"{office.card.id}/")
    return {key.rpartition("/")[2]: _read(body) for key, body in found.items()}


async def let_play(office: Office, store: EventStore, id_: str, by: str) -> EntrantNumber | None:
    """Enter somebody who waits: once, however often it is asked for."""
    body = await store.get(REGISTRATION, _key(office, id_))
    if body is None:
        refuse(Violation(Refusal.REGISTRATION_UNKNOWN))
        raise AssertionError
    wish = _read(body)

    def work(book: Book) -> dict[str, object]:
        book.desk.do(Enter(wish.club, wish.team, wish.age_class), name=wish.name)
        return {"entrant": len(book.desk.state.entrants)}

    # The mark follows from the form: after a crash between the two it is not entered again.
    told: dict[str, object] = {}
    if not await _entered_before(office, id_):
        asking = Asking(by, _mark(office, id_), ALL, consent=wish.consent)
        told = await office.do(work, asking)
    await turn_away(office, store, id_)
    number = told.get("entrant")
    return EntrantNumber(number) if isinstance(number, int) else None


async def turn_away(office: Office, store: EventStore, id_: str) -> None:
    """Forget the form."""
    await store.put([Put(REGISTRATION, _key(office, id_), None)])
    office.tell()


async def turn_all_away(office: Office, store: EventStore) -> None:
    """Forget every form that waits: somebody has filled the list with nonsense."""
    found = await store.all(REGISTRATION, f"{office.card.id}/")
    await store.put([Put(REGISTRATION, key, None) for key in found])
    office.tell()


async def _entered_before(office: Office, id_: str) -> bool:
    """Whether an older version has let this form in: believed only of an organiser."""
    author = await office.author_of(formerly(f"{REGISTRATION}/{id_}"))
    return author is not None and author.startswith(f"{Role.ORGANISER} ")


def _mark(office: Office, id_: str) -> CommandId:
    return mark(office.card.stream, f"{REGISTRATION}/{id_}")


def _tidied(wish: Registration) -> Registration:
    name, club, team = tidy(wish.name), tidy(wish.club), tidy(wish.team)
    return Registration(name, club, team, tidy(wish.age_class), wish.consent)


def _key(office: Office, id_: str) -> str:
    return f"{office.card.id}/{id_}"


def _read(body: bytes) -> Registration:
    found = _READER.value(Registration, json.loads(body), REGISTRATION)
    assert isinstance(found, Registration)
    return found
