"""Online tables of a tournament: set from a published round, their results come by themselves."""

from collections.abc import Iterable

from stolik.app.live.rooms import Rooms
from stolik.app.live.setup import SeatSetup, TableSetup
from stolik.app.live.table import LiveTable
from stolik.app.office.codes import Refusal
from stolik.app.office.office import Asking, Book, Office
from stolik.app.ports import Chance
from stolik.refusal import Violation, refuse
from stolik.rummikub.state import Phase
from stolik.tournament.commands import CorrectResult, RecordResult
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    Points,
    Round,
    RoundNumber,
    RoundStatus,
    TableNumber,
    TournamentState,
)

# What the application referees counts as confirmed by a referee.
BY_REFEREE = "referee"
_REWOUND = "rewind"


def published_round(state: TournamentState, number: int) -> Round:
    """A round whose tables are settled; refused before."""
    rounds = [r for r in state.rounds if r.status is RoundStatus.PUBLISHED and r.number == number]
    if not rounds:
        refuse(Violation(Refusal.NOT_PUBLISHED, facts={"round": number}))
    return rounds[0]


def online_setups(
    office: Office, number: int, tables: Iterable[int] | None, chance: Chance
) -> tuple[TableSetup, ...]:
    """How the online tables of a round are set; all of its tables if none are named."""
    if office.rules is None:
        refuse(Violation(Refusal.NO_GAME_ONLINE))
    assert office.rules is not None
    found = published_round(office.state, number)
    wanted = [int(t.number) for t in found.tables] if tables is None else list(tables)
    strange = [t for t in wanted if not 1 <= t <= len(found.tables)]
    if strange:
        facts = {"table": strange[0], "most": len(found.tables)}
        refuse(Violation(Refusal.TABLE_UNKNOWN, facts=facts))
    return tuple(
        TableSetup(
            id=chance(12).hex(),
            profile=office.rules.id,
            seats=tuple(SeatSetup(entrant=int(n)) for n in found.tables[t - 1].seats),
            games=found.games,
            tournament=office.card.id,
            round=int(found.number),
            table=t,
        )
        for t in wanted
    )


async def set_online(
    office: Office, rooms: Rooms, number: int, tables: Iterable[int] | None
) -> list[dict[str, object]]:
    """Set the online tables of a round; each with the commitments of its deals."""
    made = []
    for setup in online_setups(office, number, tables, rooms.house.chance):
        commits = await rooms.create(setup)
        made.append({"table": setup.table, "id": setup.id, "commits": commits})
    return made


async def report_result(office: Office, table: LiveTable) -> None:
    """Tell the tournament how a game ended; telling it twice changes nothing."""
    state, setup = table.state, table.setup
    if state.phase is not Phase.OVER:
        return
    game = (RoundNumber(setup.round), TableNumber(setup.table), GameNumber(state.game))
    lines = tuple(
        Line(
            EntrantNumber(setup.seats[result.seat].entrant or 0),
            result.score.place,
            _whole(result.score.big_points),
            _whole(result.score.small_points),
        )
        for result in state.results
    )

    def work(book: Book) -> dict[str, object]:
        known = published_round(book.desk.state, setup.round).results.get(game[1:])
        if known is None:
            book.desk.do(RecordResult(*game, lines, BY_REFEREE))
        elif known.lines != lines:
            # The referee went back and the game ended anew.
            book.desk.do(CorrectResult(*game, lines, _REWOUND))
        return {}

    # Reported again after a crash it is found to be known. Under an id that somebody could work out
    # beforehand, and use for a command of his own, it could be kept from ever being reported.
    await office.do(work, Asking(by=setup.stream))


def _whole(value: Points) -> Points:
    return int(value) if value.denominator == 1 else value
