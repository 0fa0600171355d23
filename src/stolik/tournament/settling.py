"""Ties broken by tile or extra game, and places given up that pass down the list."""

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.cut import candidates, eligible
from stolik.tournament.standings import stage_standings
from stolik.tournament.state import EntrantNumber, Seats, Settlement, TournamentState
from stolik.tournament.story import Story, no


def break_tie(story: Story, command: c.BreakTie) -> None:
    """All who are level and still play; who draws equal tiles draws again."""
    state, drawn = story.state, dict(command.drawn)
    stage = stage_to_settle(state)
    if command.by not in state.format.stages[stage].criteria:
        no(Refusal.TIE_NOT_SETTLED_SO, by=command.by.value)
    for number in drawn:
        story.entrant(number)
    if len(drawn) < len(command.drawn) or set(drawn) not in _tied_groups(state, stage):
        no(Refusal.TIE_NOT_TIED)
    if any(abs(value) > _LARGEST for value in drawn.values()):
        no(Refusal.TIE_VALUE, most=_LARGEST)
    if len(set(drawn.values())) == 1:
        no(Refusal.TIE_ALL_EQUAL)
    ordered = tuple(sorted(drawn.items()))
    story.tell(e.TieBroken(Settlement(stage, command.by, ordered)))


def take_tie_back(story: Story, command: c.TakeTieBack) -> None:
    """What was written down wrong, until the places it gave are announced: a cut, a draw, the end.

    It wants a reason and stays in the log: nobody draws again in secret.
    """
    story.reason(command.reason)
    state, among = story.state, set(command.entrants)
    found = [one for one in state.settlements if {n for n, _ in one.drawn} == among]
    if not found:
        no(Refusal.TIE_NOT_BROKEN)
    if found[-1].stage != state.stage:
        no(Refusal.TIE_TOO_LATE)
    story.tell(e.TieTakenBack(found[-1], command.reason))


def stage_to_settle(state: TournamentState) -> int:
    """Whose places are parted now: those of what was played, until the next stage is announced."""
    if state.decided(30) and state.stage and not state.rounds_of(state.stage):
        return state.stage - 1
    return state.stage


def resign(story: Story, command: c.Resign) -> None:
    """A qualified entrant gives up a place: in the next stage, or after the end in the next event.

    It passes down the list of the stage before (szkoly2015 L45).
    """
    story.reason(command.reason)
    state = story.state
    qualified = state.going if state.finished else state.qualified.get(state.stage, ())
    if command.entrant not in qualified:
        no(Refusal.RESIGN_NOT_QUALIFIED, entrant=command.entrant)
    if not state.finished and _is_drawn(state):
        no(Refusal.RESIGN_TOO_LATE)
    pass_down(story, command.entrant, command.reason)


def may_resign(state: TournamentState) -> Seats:
    """Who has a place now that could be given up."""
    if state.finished:
        return state.going
    return () if _is_drawn(state) else state.qualified.get(state.stage, ())


def pass_down(story: Story, entrant: EntrantNumber, reason: str) -> None:
    """The next of the list takes a place that was given up; nobody, once the stage is drawn."""
    state = story.state
    if not state.finished and entrant not in may_resign(state):
        return
    stage = len(state.format.stages) if state.finished else state.stage
    story.tell(e.PlacePassedDown(stage, entrant, steps_in(state, entrant), reason))


def steps_in(state: TournamentState, entrant: EntrantNumber | None = None) -> EntrantNumber | None:
    """Who takes the place that is given up next; it need not be known yet by whom."""
    if state.finished:
        members, waiting = state.going, candidates(state)
    else:
        members = state.qualified.get(state.stage, ())
        waiting = (row.entrant for row in eligible(state, state.stage - 1))
    return next((n for n in waiting if n not in members and n != entrant), None)


_LARGEST = 1000


def _is_drawn(state: TournamentState) -> bool:
    return any(r.stage == state.stage for r in state.rounds)


def _tied_groups(state: TournamentState, stage: int) -> list[set[EntrantNumber]]:
    groups: dict[int, set[EntrantNumber]] = {}
    for row in stage_standings(state, stage):
        if state.entrants[row.entrant].plays:
            groups.setdefault(row.place, set()).add(row.entrant)
    return [group for group in groups.values() if len(group) > 1]
