"""Online tables of a tournament: set from a published round."""

from collections.abc import Iterable

from stolik.app.live.setup import RUMMIKUB, WOJTEK, SeatSetup, TableSetup
from stolik.app.office.codes import Refusal
from stolik.app.office.office import Office
from stolik.app.ports import Chance
from stolik.refusal import Violation, refuse
from stolik.tournament.format import Offences
from stolik.tournament.state import EntrantNumber, Round, RoundStatus, TournamentState

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


def online_setups(
    office: Office, number: int, tables: Iterable[int] | None, chance: Chance
) -> tuple[TableSetup, ...]:
    """How the online tables of a round are set; all of its tables if none are named."""
    game, rules = _game_of(office)
    found = published_round(office.state, number)
    wanted = [int(t.number) for t in found.tables] if tables is None else list(tables)
    strange = [t for t in wanted if not 1 <= t <= len(found.tables)]
    if strange:
        facts = {"table": strange[0], "most": len(found.tables)}
        refuse(Violation(Refusal.TABLE_UNKNOWN, facts=facts))
    return tuple(
        TableSetup(
            id=chance(12).hex(),
            profile=rules,
            seats=tuple(SeatSetup(entrant=int(n)) for n in found.tables[t - 1].seats),
            games=found.games,
            tournament=office.card.id,
            round=int(found.number),
            table=t,
            game=game,
            warnings=_offences(office, found.tables[t - 1].seats) if game == WOJTEK else (),
            ladder_restarts=office.state.format.offences is Offences.GAME,
        )
        for t in wanted
    )


def _game_of(office: Office) -> tuple[str, str]:
    """Which game is played online, and the name of its rules or board."""
    if office.rules is not None:
        return RUMMIKUB, office.rules.id
    if office.board is not None:
        return WOJTEK, office.card.profile or office.state.format.profile
    refuse(Violation(Refusal.NO_GAME_ONLINE))
    raise AssertionError


def _offences(office: Office, seats: Iterable[EntrantNumber]) -> tuple[int, ...]:
    """What each has on the ladder already; it goes on at the table."""
    counted = [p.entrant for p in office.state.penalties if not p.cancelled]
    match office.state.format.offences:
        case Offences.TOURNAMENT:
            return tuple(counted.count(entrant) for entrant in seats)
        case Offences.GAME:
            return tuple(0 for _ in seats)
