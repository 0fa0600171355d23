"""`decide`: the only place where a tournament can say no."""

from typing import assert_never

from stolik.tournament import (
    amending,
    creation,
    cut,
    draws,
    entries,
    penalties,
    pledges,
    reports,
    results,
    seat_draw,
    settling,
    shortening,
    slips,
    teams,
)
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.evolution import evolve, replay
from stolik.tournament.state import EntryStatus, TournamentState
from stolik.tournament.story import Story, no

__all__ = ["decide", "evolve", "replay"]

_AFTER_THE_END = (
    *(c.CorrectResult, c.Resign, c.TakeResignationBack),
    *(c.Amend, c.Reopen, c.CarryOutChance),
)


def decide(state: TournamentState, command: c.Command) -> tuple[e.Event, ...]:
    """The events a command leads to; raises `Refused` and changes nothing if it may not be."""
    story = Story(state)
    if not state.created and not isinstance(command, c.Create):
        no(Refusal.NOT_CREATED)
    if state.finished and not isinstance(command, _AFTER_THE_END):
        no(Refusal.FINISHED)
    _tell(story, command)
    return tuple(story.events)


def _tell(story: Story, command: c.Command) -> None:  # noqa: C901 - a table, no tangle
    match command:
        case c.Create():
            creation.create(story, command)
        case c.Enter():
            entries.enter(story, command)
        case c.Amend():
            amending.amend(story, command)
        case c.Remove():
            amending.remove(story, command)
        case c.CheckIn():
            entries.check_in(story, command)
        case c.NameGuardian():
            teams.name_guardian(story, command)
        case c.KeepApart():
            entries.keep_apart(story, command)
        case c.FixTable():
            entries.fix_table(story, command)
        case c.Withdraw(entrant, reason, game, left_in):
            entries.leave(story, entrant, EntryStatus.WITHDRAWN, reason, game, left_in)
        case c.NoShow(entrant, reason, game):
            entries.leave(story, entrant, EntryStatus.NO_SHOW, reason, game)
        case c.Return():
            entries.come_back(story, command)
        case c.Substitute():
            entries.substitute(story, command)
        case c.Disqualify():
            penalties.disqualify(story, command)
        case c.Penalise():
            penalties.penalise(story, command)
        case c.Warn():
            penalties.warn(story, command)
        case c.CancelPenalty():
            penalties.cancel(story, command)
        case c.FileReport():
            reports.file_report(story, command)
        case c.DecideReport():
            reports.decide_report(story, command)
        case c.AwardTest():
            penalties.award_test(story, command)
        case c.PledgeChance():
            draws.pledge_chance(story, command)
        case c.CarryOutChance():
            pledges.carry_out(story)
        case c.EnterSlip():
            slips.enter_slip(story, command, draws.stage_to_draw(story.state))
        case c.TakeBackSlip():
            slips.take_back_slip(story, command)
        case c.Draw():
            draws.draw(story, command)
        case c.SwapSeats():
            draws.swap_seats(story, command)
        case c.TakeSeat():
            draws.take_seat(story, command)
        case c.LockTable():
            draws.lock_table(story, command)
        case c.Publish():
            draws.publish(story, command)
        case c.Unpublish():
            draws.unpublish(story, command)
        case c.PledgeDeals():
            pledges.pledge_deals(story, command)
        case c.DrawSeats():
            seat_draw.draw_seats(story, command)
        case c.RecordResult():
            results.record(story, command)
        case c.CorrectResult():
            results.correct(story, command)
        case c.Unplayed():
            results.unplayed(story, command)
        case c.Confirm():
            results.confirm(story, command)
        case c.BreakTie():
            settling.break_tie(story, command)
        case c.TakeTieBack():
            settling.take_tie_back(story, command)
        case c.Cut():
            cut.cut(story, command)
        case c.TakeCutBack():
            cut.take_back(story, command.reason)
        case c.Resign():
            settling.resign(story, command)
        case c.TakeResignationBack():
            settling.take_place_back(story, command)
        case c.SetRounds(rounds, reason):
            shortening.set_rounds(story, rounds, reason)
        case c.Finish(early):
            shortening.finish_early(story, early) if early else cut.finish(story)
        case c.Reopen(reason):
            cut.reopen(story, reason)
        case _:
            assert_never(command)
