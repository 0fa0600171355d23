"""What an online table has to tell its tournament: how games ended, and what a referee decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stolik.app.command_ids import formerly, mark
from stolik.app.live.play import EndedGame, Happening, Play, SeatLine
from stolik.app.live.setup import TableSetup
from stolik.app.office.office import Book, Office, Work
from stolik.app.office.online import BY_HALL, BY_REFEREE, published_round
from stolik.app.ports import CommandId
from stolik.tournament.commands import Command, CorrectResult, Disqualify, RecordResult
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    Line,
    Points,
    RoundNumber,
    TableNumber,
    TournamentState,
)

RESULT, RULING = "result", "ruling"
_REWOUND = "rewind"


@dataclass(frozen=True, slots=True)
class Report:
    """One thing to tell, once. The same end of a game has the same mark: after a crash it is told
    again and counted once, and what somebody has corrected by hand since is left alone."""

    id: str
    what: str
    game: int  # 0: of none
    mark: CommandId
    former: CommandId  # the id an older version told it under
    work: Work


def reports_of(office: Office, play: Play) -> Iterator[Report]:
    """Everything there is to tell, rulings first: they may decide who came to a game."""
    for happening in play.happenings(BY_HALL):
        yield _ruling(office, play.table.setup, happening)
    for number, ended in sorted(play.ended_games().items()):
        yield _result(office, play.table.setup, number, ended)


def _ruling(office: Office, setup: TableSetup, happening: Happening) -> Report:
    what = f"out/{happening.event}"
    return Report(
        id=f"{setup.id}-{RULING}-{happening.event}",
        what=RULING,
        game=0,
        mark=mark(office.card.stream, f"{setup.stream}/{what}"),
        former=formerly(f"{setup.id}/{what}"),
        work=_done(happening.command),
    )


def _result(office: Office, setup: TableSetup, number: int, ended: EndedGame) -> Report:
    what = f"{number}/{ended.event}/{ended.at}"
    return Report(
        id=f"{setup.id}-{RESULT}-{ended.event}",
        what=RESULT,
        game=number,
        mark=mark(office.card.stream, f"{setup.stream}/{what}"),
        former=formerly(f"{setup.id}/{what}"),
        work=_recorded(setup, number, _lines(office.state, setup, ended)),
    )


def _done(command: Command) -> Work:
    def work(book: Book) -> dict[str, object]:
        if isinstance(command, Disqualify):
            known = book.desk.state.entrants.get(command.entrant)
            if known is None or not known.plays:
                return {}
        book.desk.do(command)
        return {}

    return work


def _recorded(setup: TableSetup, number: int, lines: tuple[Line, ...]) -> Work:
    game = (RoundNumber(setup.round), TableNumber(setup.table), GameNumber(number))

    def work(book: Book) -> dict[str, object]:
        known = published_round(book.desk.state, setup.round).results.get(game[1:])
        if known is None:
            book.desk.do(RecordResult(*game, lines, BY_REFEREE))
        elif known.lines != lines:
            # The referee went back and the game ended anew.
            book.desk.do(CorrectResult(*game, lines, _REWOUND))
        return {}

    return work


def _lines(state: TournamentState, setup: TableSetup, ended: EndedGame) -> tuple[Line, ...]:
    given = state.format.points_at(len(ended.lines))
    entrants = [EntrantNumber(setup.seats[line.seat].entrant or 0) for line in ended.lines]
    absent = {n for n in entrants if _never_came(state, n)}
    return tuple(
        Line(
            entrant,
            line.place,
            _points(line, given, came=entrant not in absent),
            line.small_points,
        )
        for entrant, line in zip(entrants, ended.lines, strict=True)
    )


def _never_came(state: TournamentState, entrant: EntrantNumber) -> bool:
    known = state.entrants.get(entrant)
    return known is not None and known.status is EntryStatus.NO_SHOW


def _points(line: SeatLine, given: Sequence[Points], *, came: bool) -> Points:
    """Where a place gives points it gives none to who did not come to the game (wojtek L101)."""
    if line.big_points is not None:
        return line.big_points
    return given[line.place - 1] if came else 0
