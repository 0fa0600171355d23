"""What was entered wrongly: words put right at any time, entries by mistake taken off."""

from collections.abc import Iterable
from itertools import chain

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.entries import move_up
from stolik.tournament.state import EntrantNumber, TournamentState
from stolik.tournament.story import Story, no


def amend(story: Story, command: c.Amend) -> None:
    """Club, team and class as they should have been; results stay where they are."""
    before = story.entrant(command.entrant).team
    moves = command.team != before
    if moves and story.state.finished:
        no(Refusal.FINISHED)  # the places of teams have been announced
    if story.state.format.teams_max and not command.team:
        no(Refusal.TEAM_MISSING)
    words = (command.club, command.team, command.age_class)
    story.tell(e.EntrantAmended(command.entrant, *words, command.reason, command.renamed))
    if moves:
        _lead_on(story, before, command.team)


def changed_of(state: TournamentState, said: c.Amend | e.EntrantAmended) -> tuple[str, ...]:
    """What of an entrant is otherwise after this."""
    known = state.entrants[said.entrant]
    words = (
        *(("name", said.renamed), ("club", said.club != known.club)),
        *(("team", said.team != known.team), ("class", said.age_class != known.age_class)),
    )
    return tuple(name for name, changed in words if changed)


def is_public(state: TournamentState, changed: Iterable[str]) -> bool:
    """Whether everybody is told: once anybody has a seat, who it is decides who sits and wins."""
    return bool(state.rounds) and not _WEIGHTY.isdisjoint(changed)


_WEIGHTY = frozenset({"name", "team", "class"})


def remove(story: Story, command: c.Remove) -> None:
    """Only who has left no trace in the tournament; everybody else withdraws."""
    story.reason(command.reason)
    entrant = story.entrant(command.entrant)
    if command.entrant in seated(story.state):
        no(Refusal.ENTRANT_SEATED, entrant=command.entrant)
    if command.entrant in noted(story.state):
        no(Refusal.ENTRANT_NOTED, entrant=command.entrant)
    story.tell(e.EntrantRemoved(command.entrant, command.reason))
    if entrant.plays:
        move_up(story, command.reason)


def seated(state: TournamentState) -> frozenset[EntrantNumber]:
    """Who has a seat in any round, drawn or planned."""
    drawn = (table.seats for one in state.rounds for table in one.tables)
    planned = (seats for tables in state.plan for seats in tables)
    return frozenset(n for seats in chain(drawn, planned) for n in seats)


def noted(state: TournamentState) -> frozenset[EntrantNumber]:
    """Of whom a penalty, a report, a test, a slip, a cut or a tie tells."""
    return frozenset(
        chain(
            (one.entrant for one in state.penalties),
            (one.entrant for one in state.bonuses),
            (one.entrant for one in state.slips),
            (n for one in state.reports for n in (one.by, one.against)),
            (n for advanced in state.qualified.values() for n in advanced),
            (n for one in state.settlements for n, _ in one.drawn),
        )
    )


def _lead_on(story: Story, before: str, team: str) -> None:
    """A team that is only called otherwise now keeps the adult who leads it."""
    state = story.state
    guardian = state.guardians.get(before)
    left = any(one.team == before for one in state.entrants.values())
    if guardian is not None and team and not left and team not in state.guardians:
        story.tell(e.GuardianNamed(team, guardian))
