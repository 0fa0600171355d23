"""The penalty ledger: the next step of the format's ladder, points by the judge, cancelling."""

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.entries import leave
from stolik.tournament.format import Exclusion, LadderStep
from stolik.tournament.state import EntrantNumber, EntryStatus, Penalty, RoundNumber
from stolik.tournament.story import Story, no


def penalise(story: Story, command: c.Penalise) -> None:
    """The next step of the ladder; points named by the judge take the place of the step's."""
    story.reason(command.reason)
    story.entrant(command.entrant)
    for points in (command.big_points, command.small_points):
        if points is not None and points > 0:
            no(Refusal.PENALTY_POSITIVE)
    step = next_step(story, command.entrant)
    big = step.big_points if command.big_points is None else command.big_points
    small = step.small_points if command.small_points is None else command.small_points
    _give(story, Penalty(command.entrant, step.id, big, small, _round(story), command.reason))
    if step.excludes is Exclusion.TOURNAMENT:
        leave(story, command.entrant, EntryStatus.DISQUALIFIED, command.reason)


def disqualify(story: Story, command: c.Disqualify) -> None:
    """At once, for something gross; the ladder is left out."""
    leave(story, command.entrant, EntryStatus.DISQUALIFIED, command.reason)
    reason = command.reason
    _give(story, Penalty(command.entrant, "disqualification", 0, 0, _round(story), reason))


def cancel(story: Story, command: c.CancelPenalty) -> None:
    """The line stays readable and counts no more."""
    story.reason(command.reason)
    ledger = story.state.penalties
    if not 1 <= command.penalty <= len(ledger):
        no(Refusal.PENALTY_UNKNOWN, penalty=command.penalty)
    if ledger[command.penalty - 1].cancelled:
        no(Refusal.PENALTY_CANCELLED, penalty=command.penalty)
    story.tell(e.PenaltyCancelled(command.penalty, command.reason))


def next_step(story: Story, entrant: EntrantNumber) -> LadderStep:
    """The rung after the offences counted so far, over the whole tournament."""
    ladder = story.state.format.ladder
    offences = sum(p.entrant == entrant and not p.cancelled for p in story.state.penalties)
    if offences >= len(ladder):
        no(Refusal.LADDER_ENDED, entrant=entrant)
    return ladder[offences]


def _give(story: Story, penalty: Penalty) -> None:
    story.tell(e.PenaltyGiven(penalty))


def _round(story: Story) -> RoundNumber:
    """Where a penalty counts: the last published round, 0 before the first."""
    published = [r.number for r in story.state.rounds if r is not story.state.draft]
    return published[-1] if published else RoundNumber(0)
