"""People of a tournament: consent, their own data on request, and being forgotten.

Names lie beside the stream, so erasing one leaves every event and every link as it was.
"""

from typing import Any

from stolik.app.codec import plain
from stolik.app.office.codes import Refusal
from stolik.app.office.consent import Consent
from stolik.app.office.event import person_of, write_person
from stolik.app.office.office import Office
from stolik.refusal import Violation, refuse
from stolik.tournament.state import EntrantNumber


async def set_consent(office: Office, entrant: int, consent: Consent | None) -> None:
    """Whether somebody may be named on public pages; without it they no longer are."""
    number = known(office, entrant)
    person = person_of(office.people[number].name, consent)
    await office.record([write_person(office.card.id, number, person)], {number: person})


def data_of(office: Office, entrant: int) -> dict[str, Any]:
    """Everything that is kept about one entrant, for that entrant."""
    number = EntrantNumber(entrant)
    if number not in office.state.entrants:
        refuse(Violation(Refusal.PERSON_UNKNOWN, facts={"entrant": entrant}))
    person = office.people.get(number)
    state = office.state
    return {
        "entrant": entrant,
        "person": plain(person) if person else None,
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
