"""Reports about players (002 L160, 004 L121–L127): filed, and always answered."""

from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Exclusion
from stolik.tournament.ladder import current_round
from stolik.tournament.penalties import put_out, warn
from stolik.tournament.progress import games_together
from stolik.tournament.state import Decision, EntrantNumber, Report, RoundStatus, TournamentState
from stolik.tournament.story import Story, no


def file_report(story: Story, command: c.FileReport) -> None:
    """A player may tell how somebody behaved with whom he has played; the judge will answer."""
    story.reason(command.words)
    story.playing(command.by)
    story.entrant(command.against)
    if command.by == command.against:
        no(Refusal.REPORT_ONESELF)
    if not _have_met(story.state, command.by, command.against):
        no(Refusal.REPORT_NOT_MET, entrant=command.against)
    whom = (command.by, command.against)
    if any((r.by, r.against) == whom and r.decision is None for r in story.state.reports):
        no(Refusal.REPORT_WAITS, entrant=command.against)
    number = current_round(story.state)
    story.tell(e.ReportFiled(Report(*whom, None, "", command.words, number, command.noted)))


def decide_report(story: Story, command: c.DecideReport) -> None:
    """Every report is answered: rejected, a warning, or disqualification at once."""
    story.reason(command.reason)
    story.entrant(command.by)
    against, reason = command.against, command.reason
    if command.decision is not Decision.REJECTED:
        story.playing(against)
    report = replace(_filed(story, command), decision=command.decision, reason=reason)
    story.tell(e.ReportDecided(report, command.report))
    match command.decision:
        case Decision.REJECTED:
            pass
        case Decision.WARNING:
            if _is_step(story.state, command):
                given = c.Warn(against, reason, command.game, over=command.over)
                warn(story, replace(given, after_game=command.after_game))
        case Decision.DISQUALIFICATION:
            excludes = story.state.format.report_excludes
            out = c.Disqualify(against, reason, command.game, command.leaving, command.left_in)
            of_game = excludes is Exclusion.GAME
            put_out(story, _of_their_game(story.state, command, out) if of_game else out, excludes)


def _filed(story: Story, command: c.DecideReport) -> Report:
    """The report as it waits, or one that was told and is decided at once."""
    if command.report is None:
        return Report(command.by, command.against, None, "", command.words)
    reports = story.state.reports
    if not 1 <= command.report <= len(reports):
        no(Refusal.REPORT_UNKNOWN, report=command.report, most=len(reports))
    found = reports[command.report - 1]
    if found.decision is not None:
        no(Refusal.REPORT_DECIDED, report=command.report)
    if (found.by, found.against) != (command.by, command.against):
        no(Refusal.REPORT_UNKNOWN, report=command.report, most=len(reports))
    return found


def _of_their_game(
    state: TournamentState, command: c.DecideReport, out: c.Disqualify
) -> c.Disqualify:
    """The game named, or the last one both were in."""
    if command.game is not None:
        return replace(out, round=command.round)
    games = games_together(state, command.by, command.against)
    meant = (one for one in games if command.round in (None, one[0]))
    found = next(meant, None)
    return out if found is None else replace(out, round=found[0], game=found[1])


def _is_step(state: TournamentState, command: c.DecideReport) -> bool:
    default = state.format.reported_warning_is_step
    return default if command.is_step is None else command.is_step


def _have_met(state: TournamentState, one: EntrantNumber, other: EntrantNumber) -> bool:
    published = (r for r in state.rounds if r.status is RoundStatus.PUBLISHED)
    return any({one, other} <= set(table.seats) for r in published for table in r.tables)
