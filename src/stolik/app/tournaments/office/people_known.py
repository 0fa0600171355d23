"""What the records beside a tournament's stream tell of its people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stolik.app.ports import EventStore, Put
from stolik.app.streams.beside import off_the_loop
from stolik.app.tournaments.card.card import (
    FORGOTTEN,
    PERSON,
    Person,
    instead_of,
    person_of,
    read_person,
    renamed,
    write_person,
)
from stolik.app.tournaments.office.trying import Asking, Tried
from stolik.tournament.events import EntrantAmended, EntrantSubstituted
from stolik.tournament.state import EntrantNumber

People = dict[EntrantNumber, Person]


@dataclass(frozen=True, slots=True)
class PeopleKnown:
    """Who is called how, and whose name was erased."""

    people: People
    forgotten: frozenset[EntrantNumber]


async def read_people(store: EventStore, tournament: str) -> PeopleKnown:
    """As they are kept."""
    records = await store.all(PERSON, f"{tournament}/")
    gone = await store.all(FORGOTTEN, f"{tournament}/")
    people = await off_the_loop(len(records), _people, records)
    return PeopleKnown(people, frozenset(map(_number, gone)))


def tombs(tournament: str, gone: Iterable[EntrantNumber]) -> list[Put]:
    """What is kept of somebody whose name is erased."""
    return [Put(FORGOTTEN, f"{tournament}/{number}", b"{}") for number in gone]


def joined(
    tournament: str, people: Mapping[EntrantNumber, Person], tried: Tried, asking: Asking
) -> tuple[People, list[Put]]:
    """Who is called how after a request, and their records."""
    agreed = (asking.consent, asking.also, asking.mail)
    same = {x.entrant for x in tried.events if isinstance(x, EntrantAmended)}
    same -= {x.entrant for x in tried.events if isinstance(x, EntrantSubstituted)}
    found = {
        # Who is only written otherwise has agreed to what he agreed to.
        n: renamed(people[n], name)
        if n in same and n in people
        else instead_of(people.get(n), person_of(name, *agreed))
        for n, name in tried.names.items()
    }
    return found, [write_person(tournament, number, who) for number, who in found.items()]


def _people(records: Mapping[str, bytes]) -> People:
    return {_number(key): read_person(body) for key, body in records.items()}


def _number(key: str) -> EntrantNumber:
    """Whom a record is about."""
    return EntrantNumber(int(key.rpartition("/")[2]))
