"""People of a tournament: consent, their own data on request, and being forgotten.

Names lie beside the stream, so erasing one leaves every event and every link as it was.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from stolik.app.ports import Put
from stolik.app.reading.codec import plain
from stolik.app.tournaments.card import Person, agreeing, write_person
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.consent import Consent, To
from stolik.app.tournaments.office import Office
from stolik.refusal import Violation, refuse
from stolik.tournament.state import EntrantNumber


async def set_consent(
    office: Office, entrants: Iterable[int], to: Iterable[To], consent: Consent | None, *told: Put
) -> None:
    """What these people agree to, or no longer; without one to be named they are not named.

    `told` is kept with it, all in one write.
    """
    async with office.recording:
        people: dict[EntrantNumber, Person] = {}
        for entrant in entrants:
            number = known(office, entrant)
            person = office.people[number]
            people[number] = reduce(lambda who, what: agreeing(who, what, consent), to, person)
        puts = [write_person(office.card.id, number, person) for number, person in people.items()]
        await office.record([*puts, *told], people)


def lacking(office: Office, to: To) -> list[int]:
    """Who is to play and has not agreed to this."""
    return [
        int(number)
        for number, person in sorted(office.people.items())
        if number in office.state.entrants
        and office.state.entrants[number].plays
        and not person.agreed_to(to)
    ]


def data_of(office: Office, entrant: int) -> dict[str, Any]:
    """Everything that is kept about one entrant, for that entrant."""
    number = EntrantNumber(entrant)
    if number not in office.state.entrants:
        refuse(Violation(Refusal.PERSON_UNKNOWN, facts={"entrant": entrant}))
    person = office.people.get(number)
    state = office.state
    # Whose number it was before is somebody else's.
    return {
        "entrant": entrant,
        "person": plain(replace(person, replaced=())) if person else None,
        "entered": plain(state.entrants[number]),
        "seats": [
            {"round": int(r.number), "table": int(table.number), "seat": table.seats.index(number)}
            for r in state.rounds
            if (table := r.table_of(number)) is not None
        ],
        "results": [
            {"round": int(r.number), "table": int(table), "game": int(game), **plain(line)}
            for r in state.rounds
            for (table, game), result in r.results.items()
            for line in result.lines
            if line.entrant == number
        ],
        "penalties": [plain(p) for p in state.penalties if p.entrant == number],
    }


def known(office: Office, entrant: int) -> EntrantNumber:
    """An entrant whose name is kept; refused if there is none."""
    number = EntrantNumber(entrant)
    if number not in office.people:
        refuse(Violation(Refusal.PERSON_UNKNOWN, facts={"entrant": entrant}))
    return number
