"""Teams: limits counted in teams, their guardians, and what a team lacks before the first draw."""

from collections import Counter
from collections.abc import Iterator, Mapping

from stolik.refusal import Violation
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Notice, Refusal
from stolik.tournament.state import EntrantNumber, EntryStatus, GuardianNumber, TournamentState
from stolik.tournament.story import Story, no, violation


def name_guardian(story: Story, command: c.NameGuardian) -> None:
    """An adult leads a team; the format says how many teams one adult may lead."""
    state, team = story.state, command.team
    if not state.format.team_size:
        no(Refusal.TEAMS_NONE, format=state.format.id)
    if team not in _teams(state):
        no(Refusal.TEAM_UNKNOWN, team=team)
    guardian = command.guardian or GuardianNumber(state.guardians_known + 1)
    if not 1 <= guardian <= state.guardians_known + 1:
        no(Refusal.GUARDIAN_UNKNOWN, guardian=guardian)
    most = state.format.guardian_teams
    led = led_by(state, guardian) - {team}
    if len(led) >= most:
        no(Refusal.GUARDIAN_TEAMS, guardian=guardian, most=most, teams=tuple(sorted(led)))
    story.tell(e.GuardianNamed(team, guardian))


def led_by(state: TournamentState, guardian: GuardianNumber) -> set[str]:
    """The teams an adult leads; one that has left altogether is led by nobody."""
    here = _teams(state)
    return {team for team, one in state.guardians.items() if one == guardian and team in here}


def is_full(state: TournamentState, team: str) -> bool:
    """Whether who enters for this team has to wait: first come, first served, team by team."""
    most = state.format.teams_max
    if not most:
        return False
    playing = teams_playing(state)
    if team in playing:
        return False
    # A team keeps its place in the queue: who joins it later waits with it.
    return len(playing) >= most or team in _waiting(state).values()


def first_waiting_team(state: TournamentState) -> tuple[EntrantNumber, ...]:
    """The members of the team that waits longest."""
    waiting = _waiting(state)
    first = next(iter(waiting.values()), "")
    return tuple(n for n, team in waiting.items() if team == first)


def teams_playing(state: TournamentState) -> Counter[str]:
    """The teams with somebody to be seated, and how many."""
    return Counter(one.team for one in state.entrants.values() if one.plays and one.team)


def team_violations(state: TournamentState) -> Iterator[Violation]:
    """Why an event for teams cannot begin: too few teams, or a team nobody answers for."""
    shape, playing = state.format, teams_playing(state)
    if not shape.team_size or state.rounds:
        return
    if len(playing) < shape.teams_min:
        yield violation(Refusal.TOO_FEW_TEAMS, teams=len(playing), least=shape.teams_min)
    alone = tuple(sorted(team for team in playing if team not in state.guardians))
    if 0 < shape.guardian_from <= shape.team_size and alone:
        yield violation(Refusal.GUARDIAN_MISSING, teams=alone)


def team_remarks(state: TournamentState) -> Iterator[Violation]:
    """Teams that are not complete, or have more members than a team has."""
    size = state.format.team_size
    if not size or state.rounds:
        return
    teams = Counter(one.team for one in state.entrants.values() if one.plays)
    odd = tuple(f"{team or '–'} ({n})" for team, n in sorted(teams.items()) if n != size)
    if odd:
        yield Violation(Notice.TEAM_SIZE, facts={"size": size, "teams": odd})


def _teams(state: TournamentState) -> set[str]:
    """Teams that play or wait."""
    gone = (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW, EntryStatus.DISQUALIFIED)
    return {one.team for one in state.entrants.values() if one.team and one.status not in gone}


def _waiting(state: TournamentState) -> Mapping[EntrantNumber, str]:
    """Who waits, with the team, first come first."""
    return {
        n: one.team
        for n, one in sorted(state.entrants.items())
        if one.status is EntryStatus.WAITING
    }
