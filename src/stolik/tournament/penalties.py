"""The penalty ledger: the format's ladder, the judge's points, reports, cancelling, test points."""

from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.entries import leave
from stolik.tournament.format import Exclusion, LadderStep, Offences
from stolik.tournament.progress import open_game
from stolik.tournament.state import (
    Bonus,
    Decision,
    EntrantNumber,
    EntryStatus,
    GameNumber,
    Penalty,
    Report,
    RoundNumber,
    TournamentState,
)
from stolik.tournament.story import Story, no


def penalise(story: Story, command: c.Penalise) -> None:
    """The next step of the ladder; points named by the judge take the place of the step's."""
    story.reason(command.reason)
    story.entrant(command.entrant)
    for points in (command.big_points, command.small_points):
        if points is not None and not -_MOST_POINTS <= points <= 0:
            no(Refusal.PENALTY_POINTS, most=_MOST_POINTS)
    game = _counted_game(story.state, command)
    step = _next_step(story, command.entrant, game)
    big = step.big_points if command.big_points is None else command.big_points
    small = step.small_points if command.small_points is None else command.small_points
    number = _round(story.state)
    given = Penalty(command.entrant, step.id, big, small, number, command.reason, game=game)
    _give(story, given, step.excludes, command.game)


def disqualify(story: Story, command: c.Disqualify) -> None:
    """At once, for something gross; the ladder is left out."""
    story.reason(command.reason)
    story.playing(command.entrant)
    number, reason = command.entrant, command.reason
    given = Penalty(number, c.DISQUALIFICATION, 0, 0, _round(story.state), reason)
    _give(story, given, Exclusion.TOURNAMENT, None)


def decide_report(story: Story, command: c.DecideReport) -> None:
    """Every report is answered; a warning is the next step of the ladder."""
    story.reason(command.reason)
    story.entrant(command.by)
    story.playing(command.against)
    number, reason = command.against, command.reason
    story.tell(e.ReportDecided(Report(command.by, number, command.decision, reason)))
    match command.decision:
        case Decision.REJECTED:
            pass
        case Decision.WARNING:
            penalise(story, c.Penalise(number, reason, game=command.game))
        case Decision.DISQUALIFICATION:
            given = Penalty(number, c.DISQUALIFICATION, 0, 0, _round(story.state), reason)
            _give(story, given, story.state.format.report_excludes, command.game)


def cancel(story: Story, command: c.CancelPenalty) -> None:
    """The line stays readable and counts no more; who was out because of it is in again."""
    story.reason(command.reason)
    ledger = story.state.penalties
    if not 1 <= command.penalty <= len(ledger):
        no(Refusal.PENALTY_UNKNOWN, penalty=command.penalty, most=len(ledger))
    line = ledger[command.penalty - 1]
    if line.cancelled:
        no(Refusal.PENALTY_CANCELLED, penalty=command.penalty)
    story.tell(e.PenaltyCancelled(command.penalty, command.reason))
    still_out = any(
        p.entrant == line.entrant and p.excludes is Exclusion.TOURNAMENT and not p.cancelled
        for p in story.state.penalties
    )
    if line.excludes is Exclusion.TOURNAMENT and not still_out:
        story.tell(e.StatusChanged(line.entrant, EntryStatus.PRESENT, command.reason))


def award_test(story: Story, command: c.AwardTest) -> None:
    """Points from the knowledge test, once for each entrant."""
    story.reason(command.reason)
    story.entrant(command.entrant)
    most = story.state.format.test_points
    if not 0 < command.points <= most:
        no(Refusal.TEST_POINTS, most=most)
    if any(bonus.entrant == command.entrant for bonus in story.state.bonuses):
        no(Refusal.TEST_TWICE, entrant=command.entrant)
    story.tell(e.TestAwarded(Bonus(command.entrant, command.points, command.reason)))


_MOST_POINTS = 10_000


def _counted_game(state: TournamentState, command: c.Penalise) -> GameNumber | None:
    """The game an offence is counted in, where the ladder begins anew with each."""
    match state.format.offences:
        case Offences.TOURNAMENT:
            return None
        case Offences.GAME:
            return command.game or open_game(state, command.entrant)


def _next_step(story: Story, entrant: EntrantNumber, game: GameNumber | None) -> LadderStep:
    """The rung after the offences counted so far: over the whole tournament, or in this game."""
    state = story.state
    ladder, here = state.format.ladder, (_round(state), game)
    per_game = state.format.offences is Offences.GAME
    offences = sum(
        p.entrant == entrant and not p.cancelled and (not per_game or (p.round, p.game) == here)
        for p in state.penalties
    )
    if offences >= len(ladder):
        no(Refusal.LADDER_ENDED, entrant=entrant)
    return ladder[offences]


def _give(story: Story, given: Penalty, excludes: Exclusion, game: GameNumber | None) -> None:
    match excludes:
        case Exclusion.NOTHING:
            story.tell(e.PenaltyGiven(given))
        case Exclusion.GAME:
            number = game or open_game(story.state, given.entrant)
            if number is None or not 1 <= number <= story.state.rounds[-1].games:
                no(Refusal.PENALTY_GAME, entrant=given.entrant)
            story.tell(e.PenaltyGiven(replace(given, excludes=excludes, game=number)))
        case Exclusion.TOURNAMENT:
            story.tell(e.PenaltyGiven(replace(given, excludes=excludes)))
            if story.state.entrants[given.entrant].plays:
                leave(story, given.entrant, EntryStatus.DISQUALIFIED, given.reason)


def _round(state: TournamentState) -> RoundNumber:
    """Where a penalty counts: the last published round, 0 before the first."""
    return RoundNumber(len(state.rounds) - (state.draft is not None))
