"""School heats as the first stage of a final (003 L16, L22): the best of a heat become entries.

A heat is a tournament of its own. Its file tells every game, chained, and names only those of the
best who agreed to be named; the final plays the file through and believes nothing else of it.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from stolik.app.library import BOARDS, FORMATS, RULES, is_written_out
from stolik.app.naming import skeleton, tidy
from stolik.app.ports import CommandId, EventStore, Put
from stolik.app.reading.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.reading.codes import Refusal as Asked
from stolik.app.streams.command_ids import mark
from stolik.app.streams.one_act import one_act
from stolik.app.tournaments.card import TournamentCard
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
MOST_WAITING = 500
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class Best:
    """One of the best of a heat; without a name: nobody has agreed that it is passed on."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class Heat:
    """The result of a school's heat that waits for the organiser of the final."""

    school: str
    tournament: str  # how the heat was called
    head: str  # the end of its chain
    entrants: int
    best: tuple[Best, ...]


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
    named = ((row.place, people.get(row.entrant, "")) for row in held)
    best = tuple(Best(place, tidy(name)) for place, name in named)
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
    body = json.dumps(plain(heat), ensure_ascii=False).encode()

    async def look() -> tuple[None, list[Put]]:
        waiting = await store.all(HEAT, f"{office.card.id}/")
        if len(waiting) >= MOST_WAITING and key not in waiting:
            refuse(Violation(Refusal.HEATS_MANY, facts={"most": MOST_WAITING}))
        return None, [Put(HEAT, key, body)]

    await one_act(store, f"{HEAT}/{office.card.id}", look)
    office.tell()


def id_of(heat: Heat) -> str:
    """A heat is known by where its chain ends."""
    return sha256(heat.head.encode()).hexdigest()[:32]


async def waiting_heats(office: Office, store: EventStore) -> dict[str, Heat]:
    """Every heat that waits, by its number."""
    found = await store.all(HEAT, f"{office.card.id}/")
    return {key.rpartition("/")[2]: _read(body) for key, body in found.items()}


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
        heat = (await waiting_heats(office, store)).get(id_)
        if heat is None:
            refuse(Violation(Refusal.HEAT_UNKNOWN))
        return heat

    async def still() -> None:  # another node may have turned it away since
        await waits()

    heat = await waits()

    def work(book: TrialBook) -> dict[str, object]:
        before = book.desk.state.numbers_given
        for one in heat.best:
            if one.name:
                book.desk.do(Enter(heat.school, "", "", None), name=tidy(one.name))
        return {"entrants": list(range(before + 1, book.desk.state.numbers_given + 1))}

    told = await office.do(work, Asking(by, _mark(office, id_), ALL, allowed=still))
    await _forget(office, store, id_)
    return tuple(told.get("entrants", ()))


async def turn_heat_away(office: Office, store: EventStore, id_: str) -> None:
    """Forget a heat that waits; refused if it was accepted, or is gone already."""
    async with office.forms:
        is_there = id_ in await waiting_heats(office, store)
        await _forget(office, store, id_)
        if not is_there or await office.author_of(_mark(office, id_)):
            refuse(Violation(Refusal.HEAT_UNKNOWN))


async def _forget(office: Office, store: EventStore, id_: str) -> None:
    await store.put([Put(HEAT, f"{office.card.id}/{id_}", None)])
    office.tell()


def _mark(office: Office, id_: str) -> CommandId:
    return mark(office.card.stream, f"{HEAT}/{id_}")


def _read(body: bytes) -> Heat:
    found = _READER.value(Heat, json.loads(body), HEAT)
    assert isinstance(found, Heat)
    return found
