"""Requests that are commands word for word."""

import re

from stolik.app.tournaments import requests as r
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.online import BY_REFEREE
from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import (
    Decision,
    EntrantNumber,
    GameNumber,
    OpenGame,
    RoundNumber,
    SettledBy,
    TableNumber,
)


def command_for(q: r.Do) -> c.Command:  # noqa: C901 - a table, no tangle
    """The command a request stands for."""
    match q:
        case r.CheckIn(entrant=n, here=here):
            return c.CheckIn(EntrantNumber(n), here=here)
        case r.Withdraw(entrant=n, reason=reason, game=answer):
            return c.Withdraw(EntrantNumber(n), reason, _leaving(answer), _game_or_none(q.left_in))
        case r.NoShow(entrant=n, reason=reason, game=answer):
            return c.NoShow(EntrantNumber(n), reason, _leaving(answer))
        case r.Return(entrant=n, reason=reason):
            return c.Return(EntrantNumber(n), reason)
        case r.Resign(entrant=n, reason=reason):
            return c.Resign(EntrantNumber(n), reason)
        case r.ResignBack(entrant=n, reason=reason):
            return c.TakeResignationBack(EntrantNumber(n), reason)
        case r.Remove(entrant=n, reason=reason):
            return c.Remove(EntrantNumber(n), reason)
        case r.Disqualify(entrant=n, reason=reason, game=game):
            left = (_leaving(q.leaving), _game_or_none(q.left_in))
            return c.Disqualify(EntrantNumber(n), reason, _game_or_none(game), *left)
        case r.Penalty(entrant=n, reason=reason, game=game, step=step):
            return c.Penalise(
                EntrantNumber(n),
                reason,
                q.big_points,
                q.small_points,
                game=_game_or_none(game),
                step=step,
                leaving=_leaving(q.leaving),
                left_in=_game_or_none(q.left_in),
                over=q.over,
            )
        case r.CancelPenalty(penalty=number, reason=reason):
            return c.CancelPenalty(number, reason)
        case r.FileReport(by=by, entrant=n, words=words):
            return c.FileReport(EntrantNumber(by), EntrantNumber(n), words)
        case r.Report(by=by, entrant=n, decision=decision, reason=reason, game=game):
            return c.DecideReport(
                EntrantNumber(by),
                EntrantNumber(n),
                Decision(decision),
                reason,
                game=_game_or_none(game),
                is_step=q.is_step,
                report=q.report,
                leaving=_leaving(q.leaving),
                left_in=_game_or_none(q.left_in),
                words=q.words,
                round=None if q.round is None else RoundNumber(q.round),
                over=q.over,
            )
        case r.Test(entrant=n, points=points, reason=reason):
            return c.AwardTest(EntrantNumber(n), points, reason)
        case r.KeepApart(entrants=numbers):
            return c.KeepApart(tuple(EntrantNumber(n) for n in numbers))
        case r.FixTable(entrant=n, table=table):
            return c.FixTable(EntrantNumber(n), None if table is None else TableNumber(table))
        case r.Slip():
            return _slip(q)
        case r.TakeSeat(entrant=n, table=table, reason=reason):
            return c.TakeSeat(EntrantNumber(n), TableNumber(table), reason)
        case r.Lock(table=table, locked=locked, reason=reason):
            return c.LockTable(TableNumber(table), locked, reason)
        case r.Unpublish(reason=reason):
            return c.Unpublish(reason)
        case r.SetRounds(rounds=rounds, reason=reason):
            return c.SetRounds(rounds, reason)
        case r.Reopen(reason=reason):
            return c.Reopen(reason)
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
        case r.TieBack(entrants=numbers, reason=reason):
            return c.TakeTieBack(tuple(EntrantNumber(n) for n in numbers), reason)
        case r.Cut(size=size):
            return c.Cut(size)
        case r.CutBack(reason=reason):
            return c.TakeCutBack(reason)
        case _:
            raise AssertionError(q.do)


def _slip(q: r.Slip) -> c.EnterSlip | c.TakeBackSlip:
    """3B, as it is printed or typed in haste; a player enters his own."""
    if q.by not in ("", BY_REFEREE, str(q.entrant)):
        refuse(Violation(Refusal.SLIP_OF_ANOTHER))
    found = re.fullmatch(rf"\s*(\d{{1,4}})\s*([{LETTERS}])\s*", q.slip.upper())
    if found is None:
        refuse(Violation(Refusal.SLIP_UNREADABLE))
    what = c.TakeBackSlip if isinstance(q, r.SlipBack) else c.EnterSlip
    seat = LETTERS.index(found[2]) + 1
    return what(EntrantNumber(q.entrant), TableNumber(int(found[1])), seat)


def game_of(q: r.OfGame) -> tuple[RoundNumber, TableNumber, GameNumber]:
    """Which game a request is about."""
    return RoundNumber(q.round), TableNumber(q.table), GameNumber(q.game)


def _leaving(answer: str | None) -> OpenGame | None:
    return None if answer is None else OpenGame(answer)


def _game_or_none(game: int | None) -> GameNumber | None:
    return None if game is None else GameNumber(game)
