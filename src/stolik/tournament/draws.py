"""A round from the draw to its publication."""

from collections import Counter
from collections.abc import Iterator

from stolik.refusal import Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.progress import Step, due, obstacles
from stolik.tournament.state import (
    EntrantNumber,
    Round,
    RoundNumber,
    Seats,
    Table,
    TableNumber,
    TournamentState,
)
from stolik.tournament.story import Story, no, violation


def draw(story: Story, command: c.Draw) -> None:
    """Seat the next round as a draft; a repeated draw needs a reason and gets a number."""
    state = story.state
    if state.draft is not None:
        if not command.reason.strip():
            no(Refusal.DRAW_AGAIN_REASON)
        number, stage = state.draft.number, state.draft.stage
    else:
        stage = _stage_to_draw(state)
        number = RoundNumber(len(state.rounds) + 1)
    refuse(*_seating_violations(state, stage, command.tables))
    story.tell(
        e.RoundDrawn(
            draw=state.draws + 1,
            round=number,
            stage=stage,
            tables=command.tables,
            numbers=_table_numbers(state, command.tables),
            games=state.format.stages[stage].games,
            how=command.how,
            label=command.label,
            algorithm=command.algorithm,
            input_hash=command.input_hash,
            plan=command.plan,
            reason=command.reason,
        )
    )


def swap_seats(story: Story, command: c.SwapSeats) -> None:
    """Change the draft by hand."""
    story.reason(command.reason)
    draft = _draft(story)
    tables = [_table_of(draft, number) for number in (command.one, command.other)]
    if command.one == command.other:
        no(Refusal.SAME_SEAT)
    for table in tables:
        if table.locked:
            no(Refusal.TABLE_LOCKED, table=table.number)
    story.tell(e.SeatsSwapped(command.one, command.other, command.reason))


def lock_table(story: Story, command: c.LockTable) -> None:
    """Keep a table of the draft as it is."""
    draft = _draft(story)
    if command.table not in (table.number for table in draft.tables):
        no(Refusal.TABLE_UNKNOWN, table=command.table)
    story.tell(e.TableLocked(command.table, command.locked))


def publish(story: Story) -> None:
    """The draft counts from now on; whoever left since it was drawn must be out of it."""
    draft = _draft(story)
    gone = [n for t in draft.tables for n in t.seats if not story.state.entrants[n].plays]
    if gone:
        no(Refusal.STRANGER_SEATED, entrants=tuple(str(n) for n in gone))
    story.tell(e.RoundPublished(draft.number))


def unpublish(story: Story, command: c.Unpublish) -> None:
    """Take a published draw back, until its first result."""
    story.reason(command.reason)
    if story.state.draft or not story.state.rounds:
        no(Refusal.NOT_PUBLISHED)
    last = story.state.rounds[-1]
    if last.results:
        no(Refusal.RESULT_EXISTS, round=last.number)
    story.tell(e.RoundUnpublished(last.number, command.reason))


def _stage_to_draw(state: TournamentState) -> int:
    refuse(*obstacles(state))
    step = due(state)
    if step.step is Step.CUT:
        no(Refusal.CUT_FIRST, stage=state.format.stages[step.stage].title)
    if step.step is not Step.DRAW:
        no(Refusal.NOTHING_TO_DRAW)
    count, limits = len(state.playing), state.format
    if step.stage == 0 and count < limits.entrants_min and not state.rounds:
        no(Refusal.TOO_FEW_ENTRANTS, entrants=count, least=limits.entrants_min)
    return step.stage


def _seating_violations(
    state: TournamentState, stage: int, tables: tuple[Seats, ...]
) -> Iterator[Violation]:
    """Everybody who plays sits exactly once, at a table of a size the format knows."""
    members = state.qualified.get(stage)
    numbers = sorted(state.entrants) if members is None else members
    field = {n for n in numbers if state.entrants[n].plays}
    seated = Counter(n for seats in tables for n in seats)
    twice = tuple(str(n) for n, times in seated.items() if times > 1)
    if twice:
        yield violation(Refusal.SEATED_TWICE, entrants=twice)
    if left_out := sorted(field - seated.keys()):
        yield violation(Refusal.NOT_SEATED, entrants=tuple(str(n) for n in left_out))
    if strangers := sorted(seated.keys() - field):
        yield violation(Refusal.STRANGER_SEATED, entrants=tuple(str(n) for n in strangers))
    for seats in tables:
        if not state.format.table_min <= len(seats) <= state.format.table_max:
            least, most = state.format.table_min, state.format.table_max
            yield violation(Refusal.TABLE_SIZE, size=len(seats), least=least, most=most)


def _table_numbers(state: TournamentState, tables: tuple[Seats, ...]) -> tuple[TableNumber, ...]:
    """Tables count from 1; one with an entrant who cannot move gets that entrant's number."""
    wanted: dict[int, TableNumber] = {}
    for i, seats in enumerate(tables):
        for n in seats:
            fixed = state.entrants[n].fixed_table
            if fixed is not None and fixed <= len(tables) and fixed not in wanted.values():
                wanted.setdefault(i, fixed)
    free = (TableNumber(n) for n in range(1, len(tables) + 1) if n not in wanted.values())
    return tuple(wanted.get(i) or next(free) for i in range(len(tables)))


def _draft(story: Story) -> Round:
    if story.state.draft is None:
        no(Refusal.NO_DRAFT)
    assert story.state.draft is not None
    return story.state.draft


def _table_of(draft: Round, entrant: EntrantNumber) -> Table:
    table = draft.table_of(entrant)
    if table is None:
        no(Refusal.NOT_SEATED, entrants=(str(entrant),))
    assert table is not None
    return table
