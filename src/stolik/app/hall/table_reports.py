"""What an online table has to tell its tournament: how games ended, and what a referee decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stolik.app.ports import CommandId
from stolik.app.streams.command_ids import formerly, mark
from stolik.app.tables.eyes import ORGANISER
from stolik.app.tables.play import EndedGame, Happening, Play, SeatLine
from stolik.app.tables.setup import TableSetup
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.online import BY_HALL, BY_REFEREE, published_round
from stolik.app.tournaments.trying import TrialBook, Work
from stolik.seats import Role
from stolik.tournament.commands import (
    Command,
    CorrectResult,
    DecideReport,
    Disqualify,
    Penalise,
    RecordResult,
    Warn,
)
from stolik.tournament.format import Exclusion
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    Line,
    OpenGame,
    Points,
    RoundNumber,
    Seats,
    TableNumber,
    TournamentState,
)

RESULT, RULING = "result", "ruling"
_JUDGES = (Role.REFEREE.value, ORGANISER)
_PUTS_OUT = Disqualify | Warn | Penalise | DecideReport


@dataclass(frozen=True, slots=True)
class Report:
    """One thing to tell, once. The same end of a game has the same mark: after a crash it is told
    again and counted once, and what somebody has corrected by hand since is left alone."""

    id: str
    what: str
    game: int  # 0: of none
    mark: CommandId
    former: CommandId  # the id an older version told it under
    by: str  # the table's stream, after a judge's role if it was his doing
    work: Work


def reports_of(office: Office, play: Play) -> Iterator[Report]:
    """Everything there is to tell, rulings first: they may decide who came to a game."""
    for happening in play.happenings(BY_HALL):
        told = play.table.told[happening.event - 1]
        yield _ruling(office, play.table.setup, happening, told.by)
    for number, ended in sorted(play.ended_games().items()):
        yield _result(office, play.table.setup, number, ended)


def is_of_table(setup: TableSetup, author: str | None) -> bool:
    """Whether the table itself has written it: no login signs with the name of a stream."""
    return author is not None and author.rpartition(" ")[2] == setup.stream


def _author(setup: TableSetup, by: str) -> str:
    """As a login signs: a role, then which one; at a table judges are known by their role."""
    return f"{by} {setup.stream}" if by in _JUDGES else setup.stream


def _ruling(office: Office, setup: TableSetup, happening: Happening, by: str) -> Report:
    what = f"out/{happening.event}"
    return Report(
        id=f"{setup.id}-{RULING}-{happening.event}",
        what=RULING,
        game=0,
        mark=mark(office.card.stream, f"{setup.stream}/{what}"),
        former=formerly(f"{setup.id}/{what}"),
        by=_author(setup, by),
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
        by=_author(setup, ended.by),
        work=_recorded(setup, number, *_lines(office.state, setup, ended), ended),
    )


def _done(command: Command) -> Work:
    def work(book: TrialBook) -> dict[str, object]:
        if not _is_known(book.desk.state, command):
            book.desk.do(_in_words_of(book.desk.state, command))
        return {}

    return work


def _is_known(state: TournamentState, command: Command) -> bool:
    """Whether the tournament has nothing to hear: he is out already, or only of his game."""
    if not isinstance(command, Disqualify | Warn):
        return False
    known = state.entrants.get(command.entrant)
    of_game = isinstance(command, Disqualify) and command.game is not None
    ends_all = state.format.disqualification is Exclusion.TOURNAMENT
    return known is None or not known.plays or (of_game and ends_all)


def _in_words_of(state: TournamentState, command: Command) -> Command:
    """The step a table has given, unless the format's ladder has other ones.

    What becomes of the game the table says itself, with its result: who is put out stays in it.
    """
    if isinstance(command, _PUTS_OUT) and command.leaving is None:
        command = replace(command, leaving=OpenGame.STANDS)
    steps = {step.id for step in state.format.ladder}
    if isinstance(command, Penalise) and command.step not in steps:
        return replace(command, step="")
    return command


def _recorded(
    setup: TableSetup, number: int, lines: tuple[Line, ...], absent: Seats, ended: EndedGame
) -> Work:
    game = (RoundNumber(setup.round), TableNumber(setup.table), GameNumber(number))

    def work(book: TrialBook) -> dict[str, object]:
        known = published_round(book.desk.state, setup.round).results.get(game[1:])
        if known is None:
            book.desk.do(RecordResult(*game, lines, BY_REFEREE, absent, online=True))
        elif (known.lines, known.absent) != (lines, absent):
            told = CorrectResult(*game, lines, ended.reason, absent, online=True)
            book.desk.do(replace(told, cause=ended.cause))
        return {}

    return work


def _lines(
    state: TournamentState, setup: TableSetup, ended: EndedGame
) -> tuple[tuple[Line, ...], Seats]:
    """The lines of those who joined the game, and who did not."""
    came: list[tuple[EntrantNumber, SeatLine]] = []
    absent: list[EntrantNumber] = []
    given_up: list[int] = []  # places of who was never there after all
    for line in ended.lines:
        entrant = EntrantNumber(setup.seats[line.seat].entrant or 0)
        if line.place and not _never_came(state, entrant):
            came.append((entrant, line))
        else:
            absent.append(entrant)
            given_up += [line.place] if line.place else []
    if absent and len(came) < 2:
        return (), tuple(absent)  # left alone: a bye, which the tournament values
    given = state.format.points_at(len(came))
    lines = []
    for entrant, line in came:
        place = line.place - sum(other < line.place for other in given_up)
        lines.append(Line(entrant, place, _points(line, place, given), line.small_points))
    return tuple(lines), tuple(absent)


def _never_came(state: TournamentState, entrant: EntrantNumber) -> bool:
    known = state.entrants.get(entrant)
    return known is not None and known.status is EntryStatus.NO_SHOW


def _points(line: SeatLine, place: int, given: Sequence[Points]) -> Points:
    """The game's own points, or what the format gives for a place."""
    return given[place - 1] if line.big_points is None else line.big_points
