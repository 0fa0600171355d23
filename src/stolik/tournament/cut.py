"""Who advances: TOP by size, table winners, places that pass down; the end and its titles."""

from collections.abc import Iterator, Sequence

from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Field, Stage
from stolik.tournament.progress import Step, due, obstacles
from stolik.tournament.standings import Row, stage_standings, standings, tied_with
from stolik.tournament.state import EntrantNumber, Seats, TournamentState
from stolik.tournament.story import Story, no, violation


def cut(story: Story, command: c.Cut) -> None:
    """Advance the best to the next stage; a tie on the line wants lots first."""
    state = story.state
    refuse(*obstacles(state))
    step = due(state)
    if step.step is not Step.CUT:
        no(Refusal.CUT_NOT_DUE)
    rows = eligible(state, state.stage)
    stage = state.format.stages[step.stage]
    match stage.field:
        case Field.TABLE_WINNERS:
            advanced = _table_winners(state, rows)
        case _:
            advanced = _best(rows, _size(state, stage, command.size))
    story.tell(e.StageCut(step.stage, advanced))


def eligible(state: TournamentState, stage: int) -> tuple[Row, ...]:
    """The ranking less those who left or gave up their place."""
    return tuple(
        row
        for row in stage_standings(state, stage)
        if state.entrants[row.entrant].plays and row.entrant not in state.resigned
    )


def record_lots(story: Story, command: c.RecordLots) -> None:
    """Tied entrants drew tiles; equal tiles draw again."""
    rows = stage_standings(story.state, story.state.stage)
    places = {row.place for row in rows if row.entrant in dict(command.drawn)}
    drawn = dict(command.drawn)
    if len(places) != 1 or set(drawn) - set(tied_with(rows, min(places))) or len(drawn) < 2:
        no(Refusal.LOT_NOT_TIED)
    if len(set(drawn.values())) < len(drawn):
        no(Refusal.LOT_EQUAL)
    story.tell(e.LotsDrawn(tuple(sorted(drawn.items()))))


def resign(story: Story, command: c.Resign) -> None:
    """The place passes down the list of the stage before (szkoly2015 L45)."""
    story.reason(command.reason)
    state = story.state
    members = state.qualified.get(state.stage, ())
    if command.entrant not in members:
        no(Refusal.RESIGN_NOT_QUALIFIED, entrant=command.entrant)
    if any(r.stage == state.stage for r in state.rounds):
        no(Refusal.RESIGN_TOO_LATE)
    waiting = [r.entrant for r in eligible(state, state.stage - 1) if r.entrant not in members]
    successor = waiting[0] if waiting else None
    story.tell(e.PlacePassedDown(state.stage, command.entrant, successor, command.reason))


def finish(story: Story) -> None:
    """The last word: standings, titles, and who qualifies for the next event."""
    state = story.state
    refuse(*obstacles(state))
    if due(state).step is not Step.FINISH:
        no(Refusal.FINISH_NOT_DUE)
    rows = standings(state)
    refuse(*_title_ties(state, rows))
    titles = tuple(
        (title.id, row.entrant)
        for title in state.format.titles
        for row in rows
        if title.first <= row.place <= title.last
    )
    going = [row.entrant for row in rows if row.entrant not in state.resigned]
    placed = tuple((row.place, row.entrant) for row in rows)
    story.tell(e.TournamentFinished(placed, titles, tuple(going[: state.format.qualifies])))


def _size(state: TournamentState, stage: Stage, asked: int | None) -> int:
    count = len(state.entrants)
    ranges = [r for r in stage.cut if r.least <= count <= r.most]
    if not ranges and asked is None:
        no(Refusal.CUT_SIZE_OPEN, entrants=count)
    if ranges and asked is not None and asked != ranges[0].size:
        no(Refusal.CUT_SIZE_FIXED, size=ranges[0].size)
    size = ranges[0].size if ranges else asked or 0
    playing = len(eligible(state, state.stage))
    if not state.format.table_min <= size <= playing:
        no(Refusal.CUT_SIZE_RANGE, size=size, least=state.format.table_min, most=playing)
    return size


def _best(rows: Sequence[Row], size: int) -> Seats:
    if size < len(rows) and rows[size - 1].place == rows[size].place:
        tied = [row.entrant for row in rows if row.place == rows[size].place]
        no(Refusal.CUT_TIE, entrants=tuple(str(n) for n in tied))
    return tuple(row.entrant for row in rows[:size])


def _table_winners(state: TournamentState, rows: Sequence[Row]) -> Seats:
    """The best of each table of the stage's last round, in the order of the ranking."""
    winners: list[EntrantNumber] = []
    for table in state.rounds[-1].tables:
        here = [row for row in rows if row.entrant in table.seats]
        if len(here) > 1 and here[0].place == here[1].place:
            tied = tuple(str(row.entrant) for row in here if row.place == here[0].place)
            no(Refusal.CUT_TIE, entrants=tied)
        winners += [here[0].entrant] if here else []
    return tuple(row.entrant for row in rows if row.entrant in winners)


def _title_ties(state: TournamentState, rows: Sequence[Row]) -> Iterator[Violation]:
    """A title for one person cannot go to two."""
    for title in state.format.titles:
        holders = [row.entrant for row in rows if title.first <= row.place <= title.last]
        if len(holders) > title.last - title.first + 1:
            yield violation(
                Refusal.FINISH_TIE, title=title.id, entrants=tuple(str(n) for n in holders)
            )
