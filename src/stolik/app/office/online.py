"""Online tables of a tournament: set from a published round, their results come by themselves."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from stolik.app.live.play import EndedGame, Play, SeatLine
from stolik.app.live.setup import RUMMIKUB, WOJTEK, SeatSetup, TableSetup
from stolik.app.office.codes import Refusal
from stolik.app.office.office import Asking, Book, Office, Work
from stolik.app.ports import Chance, CommandId
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Command, CorrectResult, Disqualify, RecordResult
from stolik.tournament.format import Offences
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
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


async def report_results(office: Office, play: Play) -> None:
    """Tell the tournament how each game ended; telling it twice changes nothing."""
    for number, ended in sorted(play.ended_games().items()):
        await _report(office, play.table.setup, number, ended)


async def report_happenings(office: Office, play: Play) -> None:
    """What a referee decided at a table counts in the tournament too, once."""
    setup = play.table.setup
    for happening in play.happenings(BY_HALL):
        asking = Asking(by=setup.stream, command=_id(setup, f"out/{happening.event}"))
        await office.do(_done(happening.command), asking)


def _done(command: Command) -> Work:
    def work(book: Book) -> dict[str, object]:
        if isinstance(command, Disqualify):
            known = book.desk.state.entrants.get(command.entrant)
            if known is None or not known.plays:
                return {}
        book.desk.do(command)
        return {}

    return work


async def _report(office: Office, setup: TableSetup, number: int, ended: EndedGame) -> None:
    game = (RoundNumber(setup.round), TableNumber(setup.table), GameNumber(number))
    given = office.state.format.points_at(len(ended.lines))
    entrants = [EntrantNumber(setup.seats[line.seat].entrant or 0) for line in ended.lines]
    absent = {n for n in entrants if _never_came(office.state, n)}
    lines = tuple(
        Line(
            entrant,
            line.place,
            _points(line, given, came=entrant not in absent),
            line.small_points,
        )
        for entrant, line in zip(entrants, ended.lines, strict=True)
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


def _never_came(state: TournamentState, entrant: EntrantNumber) -> bool:
    known = state.entrants.get(entrant)
    return known is not None and known.status is EntryStatus.NO_SHOW


def _points(line: SeatLine, given: Sequence[Points], *, came: bool) -> Points:
    """Where a place gives points it gives none to who did not come to the game (wojtek L101)."""
    if line.big_points is not None:
        return line.big_points
    return given[line.place - 1] if came else 0


def _id(setup: TableSetup, what: str) -> CommandId:
    return CommandId(sha256(f"{setup.id}/{what}".encode()).hexdigest()[:32])
