"""People who ask to play: they wait beside the tournament until its organiser lets them in.

What they write are records and never events: who is turned away leaves no trace.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from stolik.app.access.roles import PersonRole
from stolik.app.naming import tidy
from stolik.app.ports import Append, CommandId, EventStore, Put, Stale, Stream
from stolik.app.reading.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.command_ids import formerly, mark, our_own
from stolik.app.tournaments.card import Agreed, MailAddress
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.consent import Consent
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Enter
from stolik.tournament.state import EntrantNumber

REGISTRATION = "registration"
MOST_WAITING = 500
_TAKEN = b'{"event":"NumberTaken"}'
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class Registration:
    """What somebody wrote on the form."""

    name: str
    club: str = ""
    team: str = ""
    age_class: str = ""
    consent: Consent | None = None  # to be named in public
    also: tuple[Agreed, ...] = ()  # to the regulations, to photographs
    mail: MailAddress | None = None  # asked for only where letters are sent


async def ask_to_play(
    office: Office, store: EventStore, id_: str, wish: Registration, *, knows: bool = True
) -> None:
    """Wait for the organiser; the same form sent twice is one.

    `knows`: whether the asker may know of the tournament; to others a closed one is none at all.
    """
    if not office.card.takes_forms:
        code = Refusal.REGISTRATION_CLOSED if knows else Refusal.TOURNAMENT_UNKNOWN
        refuse(Violation(code))
    wish = _tidied(wish)
    if not any(sign.isalnum() for sign in wish.name):
        refuse(Violation(Refusal.REGISTRATION_NAME))  # spaces and dots call nobody
    async with office.forms:
        if not office.card.takes_forms:  # put away or deleted meanwhile
            refuse(Violation(Refusal.REGISTRATION_CLOSED))
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
    if not await _taken(office, store, id_, Put(REGISTRATION, _key(office, id_), body)):
        first = await store.get(REGISTRATION, _key(office, id_))  # another node was faster
        if first is None or _read(first) != wish:
            refuse(Violation(Refusal.REGISTRATION_USED))
    office.tell()


async def _taken(office: Office, store: EventStore, id_: str, form: Put) -> bool:
    """Whether the number was still free: of two at once, on whatever node, one gets it.

    The store lets only one begin the form's stream; in it is nothing, and it goes with the form.
    """
    stream = _stream(office, id_)
    entries = tuple(chained([_TAKEN], after=0, previous=genesis(stream), chance=office.chance))
    try:
        await store.append(Append(stream, 0, entries, our_own(office.chance), (form,)))
    except Stale:
        return False
    return True


async def waiting_to_play(office: Office, store: EventStore) -> dict[str, Registration]:
    """Everybody who waits, by the number of the form."""
    found = await store.all(REGISTRATION, f"{office.card.id}/")
    return {key.rpartition("/")[2]: _read(body) for key, body in found.items()}


async def is_waiting(office: Office, store: EventStore, id_: str) -> bool:
    """Whether a form still waits."""
    return await store.get(REGISTRATION, _key(office, id_)) is not None


async def let_play(
    office: Office,
    store: EventStore,
    id_: str,
    by: str,
    consented: Callable[[int], tuple[Put, ...]] = lambda _: (),
) -> EntrantNumber | None:
    """Enter somebody who waits: once, however often it is asked for.

    `consented` is asked for what is to be kept of a consent on the form.
    """
    async with office.forms:
        return await _let_play(office, store, id_, by, consented)


async def _let_play(
    office: Office,
    store: EventStore,
    id_: str,
    by: str,
    consented: Callable[[int], tuple[Put, ...]],
) -> EntrantNumber | None:
    async def waits() -> bytes:
        body = await store.get(REGISTRATION, _key(office, id_))
        if body is None:
            refuse(Violation(Refusal.REGISTRATION_UNKNOWN))
        return body

    async def still() -> None:  # another node may have turned them away since
        await waits()

    wish = _read(await waits())

    def work(book: TrialBook) -> dict[str, object]:
        book.desk.do(Enter(wish.club, wish.team, wish.age_class), name=wish.name)
        return {"entrant": book.desk.state.numbers_given}

    # The mark follows from the form: after a crash between the two it is not entered again.
    told: dict[str, object] = {}
    if not await _entered_before(office, id_):
        asking = Asking(
            by,
            _mark(office, id_),
            ALL,
            allowed=still,
            consent=wish.consent,
            also=wish.also,
            mail=wish.mail,
        )
        told = await office.do(work, asking)
    number = told.get("entrant")
    more = consented(number) if isinstance(number, int) and wish.consent else ()
    await _forget(office, store, id_, *more)
    return EntrantNumber(number) if isinstance(number, int) else None


async def turn_away(office: Office, store: EventStore, id_: str) -> None:
    """Forget a form that waits; refused if whoever sent it was let in, or it is gone already."""
    async with office.forms:
        is_there = await store.get(REGISTRATION, _key(office, id_)) is not None
        await _forget(office, store, id_)
        if not is_there or await office.author_of(_mark(office, id_)):
            refuse(Violation(Refusal.REGISTRATION_UNKNOWN))


async def _forget(office: Office, store: EventStore, id_: str, *told: Put) -> None:
    """Erase a form; `told` is kept in the same write."""
    puts = [Put(REGISTRATION, _key(office, id_), None), *told]
    await store.drop([_stream(office, id_)], puts)
    office.tell()


async def turn_all_away(office: Office, store: EventStore) -> None:
    """Forget every form that waits: somebody has filled the list with nonsense."""
    async with office.forms:
        await _forget_all(office, store)


async def _forget_all(office: Office, store: EventStore) -> None:
    found = await store.all(REGISTRATION, f"{office.card.id}/")
    streams = [_stream(office, key.rpartition("/")[2]) for key in found]
    await store.drop(streams, [Put(REGISTRATION, key, None) for key in found])
    office.tell()


async def _entered_before(office: Office, id_: str) -> bool:
    """Whether an older version has let this form in: believed only of an organiser."""
    author = await office.author_of(formerly(f"{REGISTRATION}/{id_}"))
    return author is not None and author.startswith(f"{PersonRole.ORGANISER} ")


def _mark(office: Office, id_: str) -> CommandId:
    return mark(office.card.stream, f"{REGISTRATION}/{id_}")


def _tidied(wish: Registration) -> Registration:
    name, club, team = tidy(wish.name), tidy(wish.club), tidy(wish.team)
    return replace(wish, name=name, club=club, team=team, age_class=tidy(wish.age_class))


def _stream(office: Office, id_: str) -> Stream:
    return Stream(f"{REGISTRATION}/{office.card.id}/{id_}")


def _key(office: Office, id_: str) -> str:
    return f"{office.card.id}/{id_}"


def _read(body: bytes) -> Registration:
    found = _READER.value(Registration, json.loads(body), REGISTRATION)
    assert isinstance(found, Registration)
    return found
