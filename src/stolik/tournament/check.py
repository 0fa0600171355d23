"""A recorded log taken on trust by nobody: every step must be one that `decide` would tell."""

from collections.abc import Sequence
from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.engine import decide, replay
from stolik.tournament.format import Exclusion
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    OpenGame,
    TournamentState,
)


class Impossible(Exception):  # noqa: N818 - an answer, not an error
    """The events do not follow from the state before them."""


def checked(state: TournamentState, events: Sequence[e.Event]) -> TournamentState:
    """The state after the events of one command; raises `Impossible` or `Refused`."""
    command = command_behind(events)
    match events:
        case [e.TournamentCreated(format_hash=named)] if not state.created:
            state = replace(state, format=state.begun_with(named))
        case _:
            pass
    if command is None or decide(state, command) != tuple(events):
        raise Impossible
    return replay(events, state)


def command_behind(events: Sequence[e.Event]) -> c.Command | None:  # noqa: C901 - a table
    """The command that can have led to these events; the first one tells it."""
    match tuple(events):
        case (e.TournamentCreated(_, _, seed, needed, kind, size, decisions),):
            return c.Create(seed, needed, kind, size, decisions)
        case (e.EntrantEntered(_, _, club, team, age_class, table),):
            return c.Enter(club, team, age_class, table)
        case (e.EntrantAmended(number, club, team, age_class, reason, renamed), *_):
            return c.Amend(number, club, team, age_class, reason, renamed)
        case (e.EntrantRemoved(number, reason), *_):
            return c.Remove(number, reason)
        case (e.StatusChanged(number, EntryStatus.WITHDRAWN, reason, left_in, game), *_):
            return c.Withdraw(number, reason, game, left_in)
        case (e.StatusChanged(number, EntryStatus.NO_SHOW, reason, _, game), *_):
            return c.NoShow(number, reason, game)
        case (e.StatusChanged(number, status, reason), *_):
            return _behind_status(number, status, reason)
        case (e.EntrantSubstituted(number, reason),):
            return c.Substitute(number, reason)
        case (e.GuardianNamed(team, guardian),):
            return c.NameGuardian(team, guardian)
        case (e.KeptApart(entrants),):
            return c.KeepApart(entrants)
        case (e.TableFixed(number, table),):
            return c.FixTable(number, table)
        case (e.PenaltyGiven(p), *more):
            if p.step == c.DISQUALIFICATION:
                return c.Disqualify(p.entrant, p.reason, p.game, *_leaving(more))
            big, small = p.big_points, p.small_points
            if not (isinstance(big, int) and isinstance(small, int)):
                return None
            asked = c.Penalise(p.entrant, p.reason, big, small, p.game, p.step, *_leaving(more))
            return replace(asked, after_game=p.excludes is Exclusion.NOTHING)
        case (e.PenaltyCancelled(number, reason), *_):
            return c.CancelPenalty(number, reason)
        case (e.ReportFiled(report),):
            return c.FileReport(report.by, report.against, report.words, report.noted)
        case (e.ReportDecided(report, number), *more) if report.decision is not None:
            given = next((x.penalty for x in more if isinstance(x, e.PenaltyGiven)), None)
            game = given.game if given else None
            who, why = (report.by, report.against), report.reason
            leaving, left_in = _leaving(more)
            step = (given is not None, number)
            words = report.words if number is None else ""  # else as it was filed
            decided = c.DecideReport(
                *(*who, report.decision, why, game, *step, leaving, left_in, words)
            )
            if given is not None and given.step == c.DISQUALIFICATION and game is not None:
                decided = replace(decided, round=given.round)
            spared = given is not None and given.excludes is Exclusion.NOTHING
            return replace(decided, after_game=spared)
        case (e.TestAwarded(bonus),):
            return c.AwardTest(bonus.entrant, bonus.big_points, bonus.reason)
        case (e.SlipEntered(slip),):
            return c.EnterSlip(slip.entrant, slip.table, slip.seat)
        case (e.SlipTakenBack(slip),):
            return c.TakeBackSlip(slip.entrant, slip.table, slip.seat)
        case (e.RoundDrawn() as d,):
            made = (d.tables, d.how, d.label, d.algorithm, d.input_hash, d.plan, d.reason)
            return c.Draw(*made, d.public)
        case (e.ChancePledged(commit, ctx, slips),):
            return c.PledgeChance(commit, ctx, slips)
        case (e.ChanceCarriedOut(),):
            return c.CarryOutChance()
        case (e.ChanceRevealed(_, seed), e.ChancePledged(commit, ctx, slips)):
            return c.PledgeChance(commit, ctx, slips, seed)
        case (e.SeatsSwapped(one, other, reason),):
            return c.SwapSeats(one, other, reason)
        case (e.SeatTaken(_, entrant, number, reason),):
            return c.TakeSeat(entrant, number, reason)
        case (e.TableLocked(number, locked, reason),):
            return c.LockTable(number, locked, reason)
        case (e.RoundPublished(),):
            return c.Publish()
        case (e.RoundPublished(), e.ChanceRevealed(_, seed)):
            return c.Publish(seed)
        case (e.RoundUnpublished(_, reason),):
            return c.Unpublish(reason)
        case (e.DealsPledged(number, table, setting, commits),):
            return c.PledgeDeals(number, table, setting, commits)
        case (e.SeatsDrawn(number, table, tiles, _, reason),):
            drawn = tuple((n, row) for n, row in tiles if row)
            return c.DrawSeats(number, table, drawn, reason)
        case (e.ResultRecorded(number, table, game, (), _, reason, ()),):
            return c.Unplayed(number, table, game, reason)
        case (e.ResultRecorded(number, table, game, lines, by, _, absent, online, held, out),):
            return c.RecordResult(number, table, game, lines, by, absent, online, held, out)
        case (e.ResultCorrected(number, table, game) as told, *_):
            again = (told.lines, told.reason, told.absent, told.online)
            correct = c.CorrectResult(number, table, game, *again)
            correct = replace(correct, collected=told.collected, cause=told.cause)
            return replace(correct, excluded=told.excluded)
        case (e.ResultConfirmed(number, table, game, by),):
            return c.Confirm(number, table, game, by)
        case (e.TieBroken(settlement),):
            return c.BreakTie(settlement.by, settlement.drawn)
        case (e.TieTakenBack(settlement, reason),):
            return c.TakeTieBack(tuple(n for n, _ in settlement.drawn), reason)
        case (e.CutTakenBack(_, reason),):
            return c.TakeCutBack(reason)
        case (e.StageCut(_, advanced),):
            return c.Cut(len(advanced))
        case (e.PlacePassedDown(_, number, _, reason),):
            return c.Resign(number, reason)
        case (e.ResignationTakenBack(_, number, _, _, reason),):
            return c.TakeResignationBack(number, reason)
        case (e.RoundsSet(_, rounds, reason),):
            return c.SetRounds(rounds, reason)
        case (e.TournamentFinished(early=early),):
            return c.Finish(early)
        case (e.TournamentReopened(reason),):
            return c.Reopen(reason)
        case _:
            return None


def _leaving(more: Sequence[e.Event]) -> tuple[OpenGame | None, GameNumber | None]:
    """What was said of the game at the table of somebody who was put out, and which one it is."""
    changes = (x for x in more if isinstance(x, e.StatusChanged))
    out = (x for x in changes if x.status is EntryStatus.DISQUALIFIED)
    return next(((x.game, x.open_game) for x in out), (None, None))


def _behind_status(number: EntrantNumber, status: EntryStatus, reason: str) -> c.Command | None:
    match status:
        case EntryStatus.PRESENT:
            return c.Return(number, reason) if reason else c.CheckIn(number)
        case EntryStatus.ENTERED:
            return c.CheckIn(number, here=False)
        case EntryStatus.WAITING:
            return c.Return(number, reason) if reason else c.CheckIn(number)
        case _:
            return None
