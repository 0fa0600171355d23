"""Ties broken by tile or extra game, and places given up that pass down the list."""

from dataclasses import replace

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.cut import candidates, eligible, may_take_back, would_advance
from stolik.tournament.standings import stage_standings, standings
from stolik.tournament.state import EntrantNumber, Passed, Seats, Settlement, TournamentState
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


def take_place_back(story: Story, command: c.TakeResignationBack) -> None:
    """Until the round after the cut is published; in the next event, as long as the end stands.

    It wants a reason and stays in the log beside the resignation.
    """
    story.reason(command.reason)
    state, number = story.state, command.entrant
    passed = next((one for one in state.passed if one.entrant == number), None)
    if passed is None:
        no(Refusal.RESIGN_NOT_RESIGNED, entrant=number)
    if not _is_open(state, passed):
        no(Refusal.RESIGN_BACK_TOO_LATE)
    story.playing(number)
    leaves, field = gives_back(state, number), _field_of(state, passed.stage)
    members = set() if field is None else {*field, number} - {leaves}
    advanced = tuple(n for n in _ranked_for(state, passed.stage) if n in members)
    told = (passed.stage, number, leaves, advanced, command.reason)
    story.tell(e.ResignationTakenBack(*told))


def may_come_back(state: TournamentState) -> Seats:
    """Who gave up a place that can still be his again."""
    return tuple(
        one.entrant
        for one in state.passed
        if one.entrant in state.entrants
        and state.entrants[one.entrant].plays
        and _is_open(state, one)
    )


def gives_back(state: TournamentState, entrant: EntrantNumber) -> EntrantNumber | None:
    """Who leaves the field if `entrant` takes his place again: the last of those who stepped in."""
    passed = next(one for one in state.passed if one.entrant == entrant)
    field = _field_of(state, passed.stage)
    if not field or len(field) < _places(state, passed.stage):
        return None
    stepped = {one.successor for one in state.passed if one.stage == passed.stage} & set(field)
    leaving = stepped or set(field) - set(_would_go_on(state, passed))
    return max(leaving, key=_ranked_for(state, passed.stage).index, default=None)


def _would_go_on(state: TournamentState, passed: Passed) -> Seats:
    """The field as it would be announced now, had this place not been given up."""
    others = tuple(one for one in state.passed if one is not passed)
    without = replace(state, passed=others)
    if passed.stage == len(state.format.stages):
        return tuple(candidates(without))[: state.format.qualifies]
    return would_advance(without, passed.stage)


def _field_of(state: TournamentState, stage: int) -> Seats | None:
    """Who was announced for a stage, or for the next event; None before it is."""
    if stage == len(state.format.stages):
        return state.going if state.finished else None
    return state.qualified.get(stage)


def _places(state: TournamentState, stage: int) -> int:
    if stage == len(state.format.stages):
        return state.format.qualifies
    return state.places[stage]


def _ranked_for(state: TournamentState, stage: int) -> Seats:
    """Everybody in the order that decides on these places; last who was put out since."""
    ends = stage == len(state.format.stages)
    rows = standings(state) if ends else stage_standings(state, stage - 1)
    ranked = tuple(row.entrant for row in rows)
    return (*ranked, *(n for n in _field_of(state, stage) or () if n not in ranked))


def _is_open(state: TournamentState, passed: Passed) -> bool:
    """Whether nobody has sat down by a place that was given up, nor can any more."""
    last = len(state.format.stages)
    if passed.stage == last or state.finished:
        return passed.stage == last
    if passed.stage == state.stage + 1:  # the cut was taken back
        return True
    return passed.stage == state.stage and may_take_back(state)


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
