"""What is due next, and what is missing for it."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum

from stolik.refusal import Violation
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Exclusion, Field, TournamentFormat
from stolik.tournament.state import (
    Entrant,
    EntrantNumber,
    GameNumber,
    Line,
    Result,
    Round,
    RoundNumber,
    RoundStatus,
    Seats,
    Table,
    TableNumber,
    TournamentState,
)
from stolik.tournament.story import violation


class Step(StrEnum):
    """The organiser's next step."""

    DRAW = "draw"
    PUBLISH = "publish"
    PLAY = "play"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Due:
    """The step, and the stage it belongs to."""

    step: Step
    stage: int


def due(state: TournamentState) -> Due:
    """What comes next."""
    if state.finished:
        return Due(Step.NOTHING, state.stage)
    if state.draft:
        return Due(Step.PUBLISH, state.stage)
    if any(True for r in state.rounds for _ in missing_games(state, r)):
        return Due(Step.PLAY, state.stage)
    stages = state.format.stages
    if len(state.rounds_of(state.stage)) < stages[state.stage].rounds:
        return Due(Step.DRAW, state.stage)
    following = state.stage + 1
    if following == len(stages):
        return Due(Step.FINISH, state.stage)
    step = Step.DRAW if stages[following].field is Field.ALL else Step.CUT
    return Due(step, following)


def missing_games(state: TournamentState, r: Round) -> Iterator[tuple[Table, GameNumber]]:
    """Games of a published round without a result; a table with one player left has none."""
    if r.status is not RoundStatus.PUBLISHED:
        return
    for table in r.tables:
        for number in range(1, r.games + 1):
            game = GameNumber(number)
            if (table.number, game) not in r.results and len(party(state, r, table, game)) >= 2:
                yield table, game


def tables_owing(state: TournamentState, r: Round) -> Iterator[TableNumber]:
    """Tables of a published round with a game that has no result."""
    games = [GameNumber(n) for n in range(1, r.games + 1)]
    for table in r.tables if r.status is RoundStatus.PUBLISHED else ():
        open_ = (game for game in games if (table.number, game) not in r.results)
        if any(len(party(state, r, table, game)) >= 2 for game in open_):
            yield table.number


def party(state: TournamentState, r: Round, table: Table, game: GameNumber) -> Seats:
    """Who is part of a game: who played it, or whoever of the table has not left before it."""
    result = r.results.get((table.number, game))
    if result is not None:
        played = {line.entrant for line in result.lines}
        bye = not played and result.absent
        return tuple(n for n in table.seats if (n not in result.absent if bye else n in played))
    return tuple(
        n for n in table.seats if state.entrants[n].plays or _stays(state.entrants[n], r, game)
    )


def _stays(entrant: Entrant, r: Round, game: GameNumber) -> bool:
    """Whether somebody who has left was still there for a game whose sheet is on its way."""
    return entrant.stays_in is not None and (
        entrant.stays_in[0] == r.number and game <= entrant.stays_in[1]
    )


def games_to_confirm(
    state: TournamentState,
) -> tuple[tuple[RoundNumber, TableNumber, GameNumber], ...]:
    """Results that wait for somebody's word."""
    return tuple(
        (r.number, table, game)
        for r in state.rounds
        for (table, game), result in sorted(r.results.items())
        if not is_confirmed(state, result.confirmed_by)
    )


def obstacles(state: TournamentState) -> Iterator[Violation]:
    """What stands in the way of the next draw, cut or finish, in words to be."""
    missing = [
        f"{r.number}/{table.number}/{game}"
        for r in state.rounds
        for table, game in missing_games(state, r)
    ]
    if missing:
        yield violation(Refusal.RESULTS_MISSING, games=tuple(missing[:20]), count=len(missing))
    if unsure := [f"{r}/{table}/{game}" for r, table, game in games_to_confirm(state)]:
        yield violation(Refusal.NOT_CONFIRMED, games=tuple(unsure[:20]), count=len(unsure))
    for r in state.rounds:
        for (_, game), result in sorted(r.results.items()):
            if wrong := not_last(state, r.number, game, result.lines):
                yield violation(Refusal.EXCLUDED_NOT_LAST, entrants=tuple(str(n) for n in wrong))


def reports_waiting(state: TournamentState) -> Iterator[Violation]:
    """Every report has to be decided (002 L160, 004 L127): the end waits for it (decision 35)."""
    waiting = sum(report.decision is None for report in state.reports)
    if waiting and state.decided(35):
        yield violation(Refusal.FINISH_REPORTS, reports=waiting)


def to_correct(state: TournamentState, r: Round, game: GameNumber, result: Result) -> bool:
    """Whether what the ledger says since does not go with a result."""
    return result.doubted or bool(not_last(state, r.number, game, result.lines))


def open_game(state: TournamentState, entrant: EntrantNumber) -> GameNumber | None:
    """The game an entrant is playing: the first at his table without a result."""
    return next(iter(open_games(state, entrant)), None)


def open_games(state: TournamentState, entrant: EntrantNumber) -> tuple[GameNumber, ...]:
    """The games at an entrant's table without a result."""
    last = state.rounds[-1] if state.rounds else None
    table = last.table_of(entrant) if last else None
    if last is None or table is None:
        return ()
    return tuple(game for t, game in missing_games(state, last) if t is table)


def games_together(
    state: TournamentState, one: EntrantNumber, other: EntrantNumber
) -> tuple[tuple[RoundNumber, GameNumber], ...]:
    """Games both were in, the last first: those with a result, and the one being played."""
    found: list[tuple[RoundNumber, GameNumber]] = []
    for r in state.rounds:
        table = r.table_of(one)
        if r.status is not RoundStatus.PUBLISHED or table is None or other not in table.seats:
            continue
        for game in map(GameNumber, range(1, r.games + 1)):
            result = r.results.get((table.number, game))
            if result is None:
                found += (
                    [(r.number, game)] if {one, other} <= set(party(state, r, table, game)) else []
                )
                break
            if {one, other} <= {line.entrant for line in result.lines}:
                found.append((r.number, game))
    return tuple(reversed(found))


def put_out(state: TournamentState, number: RoundNumber, game: GameNumber) -> set[EntrantNumber]:
    """Whom the ledger has put out of a game: by a red card, or at once (L112, L127)."""
    return {
        p.entrant
        for p in state.penalties
        if p.excludes is Exclusion.GAME and (p.round, p.game) == (number, game) and not p.cancelled
    }


def not_last(
    state: TournamentState, number: RoundNumber, game: GameNumber, lines: tuple[Line, ...]
) -> tuple[EntrantNumber, ...]:
    """Who was excluded from a game and is nevertheless not last in it."""
    return before_others(lines, put_out(state, number, game))


def before_others(lines: tuple[Line, ...], out: AbstractSet[EntrantNumber]) -> Seats:
    """Those of `out` who have a place before somebody else."""
    others = [line.place for line in lines if line.entrant not in out]
    return tuple(
        line.entrant
        for line in lines
        if line.entrant in out and line.place < max(others, default=0)
    )


def with_last(
    lines: tuple[Line, ...], out: AbstractSet[EntrantNumber], shape: TournamentFormat
) -> tuple[Line, ...]:
    """The lines with those of `out` last together; the others keep their order and move up."""
    points, others = shape.points_at(len(lines)), [x.place for x in lines if x.entrant not in out]

    def moved(line: Line) -> Line:
        ahead = sum(place < line.place for place in others)
        place = len(lines) if line.entrant in out else 1 + ahead
        return replace(line, place=place, big_points=points[place - 1])

    return tuple(map(moved, lines))


def is_confirmed(state: TournamentState, by: tuple[str, ...]) -> bool:
    """Enough people at the table said yes, or a referee did."""
    return "referee" in by or len(set(by)) >= state.confirmations
