"""Requests that are commands word for word."""

from collections.abc import Callable, Mapping

from stolik.adapters.cli import tournament_requests as r
from stolik.app.exact import read_exact
from stolik.app.paper.checks import TypedRow, TypedSheet
from stolik.app.paper.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.state import (
    Decision,
    EntrantNumber,
    GameNumber,
    Points,
    RoundNumber,
    SettledBy,
    TableNumber,
)


def command_for(q: r.Do) -> c.Command:  # noqa: C901 - a table, no tangle
    """The command a request stands for."""
    match q:
        case r.OfEntrant(entrant=n):
            return c.CheckIn(EntrantNumber(n))
        case r.WithReason(do=do, entrant=n, reason=reason):
            return _BY_NAME[do](EntrantNumber(n), reason)
        case r.Penalty(entrant=n, reason=reason, big_points=big, small_points=small, game=game):
            return c.Penalise(EntrantNumber(n), reason, big, small, _game_or_none(game))
        case r.CancelPenalty(penalty=number, reason=reason):
            return c.CancelPenalty(number, reason)
        case r.Report(by=by, entrant=n, decision=decision, reason=reason, game=game):
            found, number = Decision(decision), EntrantNumber(n)
            return c.DecideReport(EntrantNumber(by), number, found, reason, _game_or_none(game))
        case r.Test(entrant=n, points=points, reason=reason):
            return c.AwardTest(EntrantNumber(n), points, reason)
        case r.KeepApart(entrants=numbers):
            return c.KeepApart(tuple(EntrantNumber(n) for n in numbers))
        case r.FixTable(entrant=n, table=table):
            return c.FixTable(EntrantNumber(n), None if table is None else TableNumber(table))
        case r.Lock(table=table, locked=locked, reason=reason):
            return c.LockTable(TableNumber(table), locked, reason)
        case r.Unpublish(reason=reason):
            return c.Unpublish(reason)
        case r.Unplayed(reason=reason):
            return c.Unplayed(*game_of(q), reason)
        case r.Confirm(by=by):
            return c.Confirm(*game_of(q), by)
        case r.Lots(drawn=drawn):
            tiles = tuple((EntrantNumber(lot.entrant), lot.tile) for lot in drawn)
            return c.BreakTie(SettledBy.LOT, tiles)
        case r.ExtraGame(places=places):
            order = tuple((EntrantNumber(f.entrant), -f.place) for f in places)
            return c.BreakTie(SettledBy.EXTRA_GAME, order)
        case r.Cut(size=size):
            return c.Cut(size)
        case _:
            raise AssertionError(q.do)


def game_of(q: r.OfGame) -> tuple[RoundNumber, TableNumber, GameNumber]:
    """Which game a request is about."""
    return RoundNumber(q.round), TableNumber(q.table), GameNumber(q.game)


def typed_sheet(q: r.Sheet) -> TypedSheet:
    """What was typed from a printed sheet, to be held against itself."""
    rows = tuple(
        TypedRow(
            EntrantNumber(seat.entrant),
            seat.sign,
            seat.small_points,
            _points(seat.big_points),
            _points(seat.total_small),
            _points(seat.total_big),
        )
        for seat in q.seats
    )
    return TypedSheet(*game_of(q), rows, q.sheet, _points(q.control))


def _points(written: int | str | None) -> Points | None:
    """Points as people write them: `27`, `63 1/3`."""
    if not isinstance(written, str):
        return written
    number = read_exact(written.strip())
    if number is None:
        refuse(Violation(Refusal.SHEET_NUMBER, facts={"number": written}))
    return number


def _game_or_none(game: int | None) -> GameNumber | None:
    return None if game is None else GameNumber(game)


_BY_NAME: Mapping[str, Callable[[EntrantNumber, str], c.Command]] = {
    "withdraw": c.Withdraw,
    "no_show": c.NoShow,
    "return": c.Return,
    "disqualify": c.Disqualify,
    "resign": c.Resign,
}
