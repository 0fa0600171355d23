"""What people at an online table are called, by who asks; names are never in the table's events."""

from collections.abc import Iterable
from dataclasses import dataclass

from stolik.app.access.roles import Login, Rule, may
from stolik.app.tables.setup import SeatSetup
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.rights import place_of, sees_names
from stolik.app.tournaments.roll import Roll
from stolik.tournament.ladder import counted_game, offences
from stolik.tournament.state import EntrantNumber, GameNumber, TournamentState


@dataclass(frozen=True, slots=True)
class SeatName:
    """One seat: the name as the tournament's page would show it to the same reader."""

    name: str
    team: str = ""
    offences: int | None = None  # that the tournament counts, wherever given; None: it counts none


async def people_at(
    office: Office, seats: Iterable[SeatSetup], login: Login, game: int
) -> tuple[SeatName, ...]:
    """Who sits there, seat by seat.

    Who belongs to the tournament reads names, the public those with consent. Who may watch the
    table and not follow the tournament reads numbers.
    """
    follows = may(login, Rule.WATCHER_HERE, place_of(office))
    listed = await office.listed(names=sees_names(login, office)) if follows else Roll({}, {})
    entrants = [EntrantNumber(seat.entrant or 0) for seat in seats]
    counted = offences_at(office.state, entrants, game)
    known = office.state.entrants
    return tuple(
        SeatName(listed.called(n), listed.team(n), count) if n in known else SeatName("")
        for n, count in zip(entrants, counted, strict=True)
    )


def offences_at(
    state: TournamentState, entrants: Iterable[EntrantNumber], game: int
) -> tuple[int | None, ...]:
    """What each of a table has on the ladder by now: at the desk, in the hall, at any table."""
    return tuple(
        offences(state, n, counted_game(state, n, GameNumber(game))) if _counts(state, n) else None
        for n in entrants
    )


def _counts(state: TournamentState, entrant: EntrantNumber) -> bool:
    return bool(state.format.ladder) and entrant in state.entrants
