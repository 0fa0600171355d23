"""Online tables of a tournament: set from a published round, their results come by themselves."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from stolik.app.live.setup import SeatSetup, TableSetup
from stolik.app.live.table import LiveTable
from stolik.app.office.codes import Refusal
from stolik.app.office.office import Asking, Book, Office, Work
from stolik.app.ports import Chance, CommandId
from stolik.refusal import Violation, refuse
from stolik.rummikub import events as e
from stolik.tournament.commands import CorrectResult, Disqualify, RecordResult
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


async def report_results(office: Office, table: LiveTable) -> None:
    """Tell the tournament how each game ended; telling it twice changes nothing."""
    for number, ended in sorted(_ended_games(table).items()):
        await _report(office, table.setup, number, ended)


async def report_disqualified(office: Office, table: LiveTable) -> None:
    """Who was disqualified at his table is out of the tournament too, on the referee's word."""
    for number, told in enumerate(table.told, start=1):
        if isinstance(told.event, e.SeatDisqualified) and told.by != BY_HALL:
            entrant = EntrantNumber(table.setup.seats[told.event.seat].entrant or 0)
            await office.do(
                _disqualifying(entrant, told.event.reason),
                Asking(by=table.setup.stream, command=_id(table.setup, f"out/{number}")),
            )


def _disqualifying(entrant: EntrantNumber, reason: str) -> Work:
    def work(book: Book) -> dict[str, object]:
        known = book.desk.state.entrants.get(entrant)
        if known is not None and known.plays:
            book.desk.do(Disqualify(entrant, reason))
        return {}

    return work


@dataclass(frozen=True, slots=True)
class _Ended:
    """The end of a game: its event's number, when it was told, and its score sheet."""

    event: int
    at: int
    results: tuple[e.SeatResult, ...]


def _ended_games(table: LiveTable) -> dict[int, _Ended]:
    """Every game that has ended and was not taken up again."""
    found: dict[int, _Ended] = {}
    game = 0
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TilesDealt(game=dealt):
                game = dealt
            case e.GameEnded(results=results):
                found[game] = _Ended(number, told.at, results)
            case e.Rewound(to=to) if game in found and to < found[game].event:
                del found[game]  # until it ends anew the tournament keeps what it knows
    return found


async def _report(office: Office, setup: TableSetup, number: int, ended: _Ended) -> None:
    game = (RoundNumber(setup.round), TableNumber(setup.table), GameNumber(number))
    lines = tuple(
        Line(
            EntrantNumber(setup.seats[result.seat].entrant or 0),
            result.score.place,
            _whole(result.score.big_points),
            _whole(result.score.small_points),
        )
        for result in ended.results
    )

    def work(book: Book) -> dict[str, object]:
        known = published_round(book.desk.state, setup.round).results.get(game[1:])
        if known is None:
            book.desk.do(RecordResult(*game, lines, BY_REFEREE))
        elif known.lines != lines:
            # The referee went back and the game ended anew.
            book.desk.do(CorrectResult(*game, lines, _REWOUND))
        return {}

    # The same end under the same id: after a crash it is reported again and counted once, and what
    # somebody has corrected by hand since is left alone. Nobody can work the id out beforehand, and
    # use it up for a request of his own: the millisecond of the end is in it.
    id_ = _id(setup, f"{number}/{ended.event}/{ended.at}")
    await office.do(work, Asking(by=setup.stream, command=id_))


def _id(setup: TableSetup, what: str) -> CommandId:
    return CommandId(sha256(f"{setup.id}/{what}".encode()).hexdigest()[:32])


def _whole(value: Points) -> Points:
    return int(value) if value.denominator == 1 else value
