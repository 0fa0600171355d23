"""Online tables of a tournament: set from a published round."""

from collections.abc import Iterable

from stolik.app.bounds import MOST_TABLES
from stolik.app.ports import Chance
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.office import Office
from stolik.refusal import Violation, refuse
from stolik.tournament.format import ExcludedBy, Offences
from stolik.tournament.ladder import excludes_by_count, offences
from stolik.tournament.state import (
    EntrantNumber,
    Round,
    RoundStatus,
    Seats,
    Table,
    TournamentState,
)

# What the application referees counts as confirmed by a referee.
BY_REFEREE = "referee"
BY_HALL = "hall"  # what is done at a table because the hall or the tournament says so


def published_round(state: TournamentState, number: int) -> Round:
    """A round whose tables are settled; refused before."""
    rounds = [r for r in state.rounds if r.status is RoundStatus.PUBLISHED and r.number == number]
    if not rounds:
        refuse(Violation(Refusal.NOT_PUBLISHED, facts={"round": number}))
    return rounds[0]


def seats_played(office: Office, table: str) -> tuple[int, ...]:
    """Who sits at a table of the round that is being played; nobody where there is no such."""
    rounds = [r for r in office.state.rounds if r.status is RoundStatus.PUBLISHED]
    tables = {str(t.number): t.seats for t in rounds[-1].tables} if rounds else {}
    return tuple(int(n) for n in tables.get(table, ()))


def seats_left(state: TournamentState, table: Table) -> Seats:
    """Who of a table has not left: the others are no part of a game that begins now."""
    return tuple(n for n in table.seats if state.entrants[n].plays)


def online_setups(
    office: Office, number: int, tables: Iterable[int] | None, chance: Chance
) -> tuple[TableSetup, ...]:
    """How the online tables of a round are set; all of its tables if none are named."""
    counting = office.counting
    if not counting.online:
        refuse(Violation(Refusal.NO_GAME_ONLINE))
    found = published_round(office.state, number)
    here = {int(t.number): seats_left(office.state, t) for t in found.tables}
    wanted = [t for t, seats in here.items() if len(seats) > 1] if tables is None else list(tables)
    strange = [t for t in wanted if not 1 <= t <= len(found.tables)]
    if strange:
        facts = {"table": strange[0], "most": len(found.tables)}
        refuse(Violation(Refusal.TABLE_UNKNOWN, facts=facts))
    alone = [t for t in wanted if len(here[t]) < 2]
    if alone:
        refuse(Violation(Refusal.TABLE_ALONE, facts={"table": alone[0]}))
    return tuple(
        TableSetup(
            id=chance(12).hex(),
            profile=counting.online,
            seats=tuple(SeatSetup(entrant=int(n)) for n in here[t]),
            games=found.games,
            tournament=office.card.id,
            round=int(found.number),
            table=t,
            game_minutes=counting.game_minutes(office.state.format.stages[found.stage]),
            game=office.state.format.game,
            warnings=_offences(office, here[t]),
            ledger_counts=excludes_by_count(office.state.format),
            head_judge_excludes=office.state.format.excluded_by is ExcludedBy.HEAD_JUDGE,
            ladder_restarts=office.state.format.offences is Offences.GAME,
            seats_by_tile=counting.seat_tile is not None
            and not found.seats_drawn(found.tables[t - 1]),
        )
        for t in wanted
    )


def _offences(office: Office, seats: Iterable[EntrantNumber]) -> tuple[int, ...]:
    """What each has on the ladder already; where the game has one it goes on at the table."""
    if not office.counting.keeps_offences:
        return ()
    match office.state.format.offences:
        case Offences.TOURNAMENT:
            return tuple(offences(office.state, entrant) for entrant in seats)
        case Offences.GAME:
            return tuple(0 for _ in seats)


def most_tables(state: TournamentState) -> int:
    """The highest number a table may have: before anybody has entered any that fits a hall."""
    drawn = [table.number for each in state.rounds for table in each.tables]
    return max(len(state.entrants), *drawn, 0) if state.entrants else MOST_TABLES
