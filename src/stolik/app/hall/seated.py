"""What people at an online table are called, by who asks; names are never in the table's events."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from stolik.app.access.roles import Login, Rule, may
from stolik.app.tables.setup import SeatSetup
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.rights import place_of, sees_names
from stolik.app.tournaments.roll import Roll
from stolik.tournament.state import EntrantNumber


@dataclass(frozen=True, slots=True)
class SeatName:
    """One seat: the name as the tournament's page would show it to the same reader."""

    name: str
    team: str = ""


async def people_at(
    office: Office, seats: Iterable[SeatSetup], login: Login
) -> tuple[SeatName, ...]:
    """Who sits there, seat by seat.

    Who belongs to the tournament reads names, the public those with consent. Who may watch the
    table and not follow the tournament reads numbers.
    """
    follows = may(login, Rule.WATCHER_HERE, place_of(office))
    listed = await office.listed(names=sees_names(login, office)) if follows else Roll({}, {})
    known = office.state.entrants
    return tuple(_seated(listed, seat.entrant or 0, known) for seat in seats)


def _seated(listed: Roll, entrant: int, known: Container[int]) -> SeatName:
    number = EntrantNumber(entrant)
    return (
        SeatName(listed.called(number), listed.team(number)) if entrant in known else SeatName("")
    )
