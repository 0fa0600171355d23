"""What people at an online table are called, by who asks; names are never in the table's events."""

from collections.abc import Iterable
from dataclasses import dataclass

from stolik.app.access.roles import Login, Rule, may
from stolik.app.tables.setup import SeatSetup
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import Eyes
from stolik.app.tournaments.rights import eyes_of, place_of
from stolik.tournament.state import EntrantNumber


@dataclass(frozen=True, slots=True)
class SeatName:
    """One seat: the name as the tournament's page would show it to the same reader."""

    name: str
    team: str = ""


def people_at(office: Office, seats: Iterable[SeatSetup], login: Login) -> tuple[SeatName, ...]:
    """Who sits there, seat by seat.

    Who belongs to the tournament reads names, the public those with consent. Who may watch the
    table and not follow the tournament reads numbers.
    """
    follows = may(login, Rule.WATCHER_HERE, place_of(office))
    desk = office.desk(eyes_of(login, office) if follows else Eyes())
    labels = desk.labels() if follows else {}
    return tuple(_seated(desk, labels, seat.entrant) for seat in seats)


def _seated(desk: Desk, labels: dict[EntrantNumber, str], entrant: int | None) -> SeatName:
    number = EntrantNumber(entrant or 0)
    known = desk.state.entrants.get(number)
    if known is None:
        return SeatName("")
    return SeatName(labels.get(number, f"#{number}"), known.team if labels else "")
