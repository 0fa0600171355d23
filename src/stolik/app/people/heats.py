"""School heats as the first stage of a final (003 L16, L22): the best of a heat become entries.

A heat is a tournament of its own. Its file tells every game, chained, and names only those of the
best who agreed to be named; the final plays the file through and believes nothing else of it.
A heat that was sent by link waits without a name: whoever looks at it is told the names as they
are known where it was played, so who is forgotten there is forgotten here.
"""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from stolik.app.library import BOARDS, FORMATS, RULES, is_written_out
from stolik.app.naming import skeleton, tidy
from stolik.app.ports import CommandId, EventStore, Put
from stolik.app.reading.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.streams.command_ids import mark
from stolik.app.streams.one_act import one_act
from stolik.app.tournaments.card import PERSON, TournamentCard, read_person
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.logbook import Logbook
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.free_text import says_something
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Enter
from stolik.tournament.cut import going_on
from stolik.tournament.standings import standings

HEAT = "heat"
ENTERED = "heat_entered"  # whom a final has taken, by the numbers of where the heat was played
MOST_WAITING = 500
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class Best:
    """One of the best of a heat; without a name: nobody has agreed that it is passed on."""

    place: int
    name: str
    entrant: int = 0  # in the heat; 0: not passed on


@dataclass(frozen=True, slots=True)
class Heat:
    """The result of a school's heat that waits for the organiser of the final."""

    school: str
    tournament: str  # how the heat was called
    head: str  # the end of its chain
    entrants: int
    best: tuple[Best, ...]
    source: str = ""  # the tournament on this server it was sent from; "": its file was brought


def by_numbers(heat: Heat, source: str) -> Heat:
    """The heat as it waits when it was sent by link: of names only whose they are."""
    best = (Best(one.place, "", one.entrant if one.name else 0) for one in heat.best)
    return replace(heat, best=tuple(best), source=source)


def read_heat(content: bytes, card: TournamentCard, school: str) -> Heat:
    """The best of a heat from its file; refused if it is damaged or not finished."""
    named_school = tidy(school)
    if not says_something(named_school):
        refuse(Violation(Asked.LIMIT, facts={"field": "school", "limit": "of length >= 1"}))
    book = Logbook.read(
        content,
        lambda shape, by: (
            (shape in FORMATS or is_written_out(shape))
            and (by in (*RULES, *BOARDS) or is_written_out(by))
        ),
    )
    state, people = book.desk.state, book.desk.people
    if not state.finished:
        refuse(Violation(Refusal.HEAT_NOT_FINISHED, facts={"name": book.name}))
    for result in (result for r in state.rounds for result in r.results.values()):
        if result.lines:
            book.counting.demand_possible(result.lines)  # the file has gone round every screen
    rows = standings(state)
    held = going_on(state, rows)[: card.heats_best]
    named = ((row, people.get(row.entrant, "")) for row in held)
    best = tuple(Best(row.place, tidy(name), int(row.entrant)) for row, name in named)
    return Heat(named_school, tidy(book.name), book.head, len(rows), best)


async def send_heat(office: Office, store: EventStore, heat: Heat, now: int) -> None:
    """Let a heat wait for the organiser; the same file sent twice is one."""
    async with office.forms:
        await _send(office, store, heat, now)


async def _send(office: Office, store: EventStore, heat: Heat, now: int) -> None:
    office.demand_taking()
    until = office.card.heats_until
    if not until:
        refuse(Violation(Refusal.HEATS_CLOSED))
    if now > until:
        when = datetime.fromtimestamp(until).strftime("%d.%m.%Y %H:%M")
        refuse(Violation(Refusal.HEATS_LATE, facts={"when": when}))
    if await office.author_of(_mark(office, id_of(heat))):
        refuse(Violation(Refusal.HEAT_USED, facts={"school": heat.school}))
    key = f"{office.card.id}/{id_of(heat)}"

    async def look() -> tuple[None, list[Put]]:
        waiting = await store.all(HEAT, f"{office.card.id}/")
        if len(waiting) >= MOST_WAITING and key not in waiting:
            refuse(Violation(Refusal.HEATS_MANY, facts={"most": MOST_WAITING}))
        before = read_waiting(waiting[key]) if key in waiting else heat
        # Its file brings no names where they are told by where it was played.
        kept = replace(before, school=heat.school) if before.source and not heat.source else heat
        return None, [write_heat(key, kept)]

    await one_act(store, f"{HEAT}/{office.card.id}", look)
    office.tell()


def id_of(heat: Heat) -> str:
    """A heat is known by where its chain ends."""
    return sha256(heat.head.encode()).hexdigest()[:32]


async def waiting_heats(office: Office, store: EventStore) -> dict[str, Heat]:
    """Every heat that waits, by its number, with the names that may be told now."""
    found = await store.all(HEAT, f"{office.card.id}/")
    return {
        key.rpartition("/")[2]: await _named(store, read_waiting(x)) for key, x in found.items()
    }


async def _named(store: EventStore, heat: Heat) -> Heat:
    """A heat sent by link with the names of those who are known and agree where it was played."""
    if not heat.source:
        return heat
    known = await store.all(PERSON, f"{heat.source}/") if any(b.entrant for b in heat.best) else {}

    def name(entrant: int) -> str:
        body = known.get(f"{heat.source}/{entrant}")
        person = read_person(body) if body else None
        return tidy(person.name) if person and person.consent else ""

    return replace(heat, best=tuple(replace(x, name=name(x.entrant)) for x in heat.best))


def same_school(office: Office, heat: Heat, others: dict[str, Heat]) -> bool:
    """Whether this school has sent another heat, or has entrants already."""
    school = skeleton(heat.school)
    clubs = {skeleton(one.club) for one in office.state.entrants.values()}
    sent = [one for one in others.values() if skeleton(one.school) == school]
    return school in clubs or len(sent) > 1


async def accept_heat(office: Office, store: EventStore, id_: str, by: str) -> tuple[int, ...]:
    """Enter the best of a heat who have a name: once, however often it is asked for."""
    async with office.forms:
        return await _accept(office, store, id_, by)


async def _accept(office: Office, store: EventStore, id_: str, by: str) -> tuple[int, ...]:
    async def waits() -> Heat:
        body = await store.get(HEAT, f"{office.card.id}/{id_}")
        if body is None:
            refuse(Violation(Refusal.HEAT_UNKNOWN))
        return await _named(store, read_waiting(body))

    async def still() -> None:  # it may have been turned away since, or somebody forgotten
        if await waits() != heat:
            refuse(Violation(Refusal.HEAT_CHANGED))

    heat = await waits()

    def work(book: TrialBook) -> dict[str, object]:
        before = book.desk.state.numbers_given
        for one in heat.best:
            if one.name:
                book.desk.do(Enter(heat.school, "", "", None), name=tidy(one.name))
        return {"entrants": list(range(before + 1, book.desk.state.numbers_given + 1))}

    puts = _entered(office, id_, heat)
    told = await office.do(work, Asking(by, _mark(office, id_), ALL, allowed=still, puts=puts))
    await _forget(office, store, id_)
    return tuple(told.get("entrants", ()))


def _entered(office: Office, id_: str, heat: Heat) -> tuple[Put, ...]:
    """For whoever is asked there to forget somebody: who has the name too."""
    if not heat.source:
        return ()
    numbers = [one.entrant for one in heat.best if one.name]
    key = f"{heat.source}/{office.card.id}/{id_}"
    return (Put(ENTERED, key, json.dumps(numbers).encode()),)


async def turn_heat_away(office: Office, store: EventStore, id_: str) -> None:
    """Forget a heat that waits; refused if it was accepted, or is gone already."""
    async with office.forms:
        is_there = await store.get(HEAT, f"{office.card.id}/{id_}") is not None
        await _forget(office, store, id_)
        if not is_there or await office.author_of(_mark(office, id_)):
            refuse(Violation(Refusal.HEAT_UNKNOWN))


async def _forget(office: Office, store: EventStore, id_: str) -> None:
    await store.put([Put(HEAT, f"{office.card.id}/{id_}", None)])
    office.tell()


def _mark(office: Office, id_: str) -> CommandId:
    return mark(office.card.stream, f"{HEAT}/{id_}")


def write_heat(key: str, heat: Heat) -> Put:
    """The record of a heat that waits."""
    return Put(HEAT, key, json.dumps(plain(heat), ensure_ascii=False).encode())


def read_waiting(body: bytes) -> Heat:
    found = _READER.value(Heat, json.loads(body), HEAT)
    assert isinstance(found, Heat)
    return found
