"""A round from the draw to its publication."""

from collections import Counter
from collections.abc import Iterator

from stolik.free_text import says_something
from stolik.refusal import Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.cut import seats_tied
from stolik.tournament.placement import placed_tables, table_policy
from stolik.tournament.pledges import check_public, pledge, reveal
from stolik.tournament.progress import Step, due, obstacles
from stolik.tournament.slips import (
    SLIPS,
    demand_by_chance,
    slip_violations,
    tables_by_slip,
)
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
from stolik.tournament.tables import possible_counts
from stolik.tournament.teams import team_violations


def draw(story: Story, command: c.Draw) -> None:
    """Seat the next round as a draft; a repeated draw needs a reason and gets a number."""
    state = story.state
    if state.draft is not None and not says_something(command.reason):
        no(Refusal.DRAW_AGAIN_REASON)
    stage = stage_to_draw(state)
    number = RoundNumber(len(state.rounds) + (state.draft is None))
    placed = placed_tables(state, stage)
    if command.tables == placed:
        refuse_any(*order_violations(state, stage))
    check_public(state, stage, command.public)
    if command.how == SLIPS:
        _demand_slips(state, stage, command.tables)
    refuse_any(*_seating_violations(state, stage, command.tables))
    if not says_something(command.reason) and placed not in (None, command.tables):
        no(Refusal.NOT_AS_PLACED, stage=state.format.stages[stage].title)
    story.tell(
        e.RoundDrawn(
            draw=state.draws + 1,
            round=number,
            stage=stage,
            tables=command.tables,
            numbers=_table_numbers(state, command),
            games=state.format.stages[stage].games,
            how=command.how,
            label=command.label,
            algorithm=command.algorithm,
            input_hash=command.input_hash,
            plan=command.plan,
            reason=command.reason,
            public=command.public,
        )
    )


def _demand_slips(state: TournamentState, stage: int, tables: tuple[Seats, ...]) -> None:
    """What is called drawn by slips is what the slips say."""
    demand_by_chance(state, stage)
    refuse_any(*slip_violations(state, stage))
    if tables != tables_by_slip(state):
        no(Refusal.NOT_AS_SLIPS)


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
        no(Refusal.TABLE_UNKNOWN, table=command.table, tables=len(draft.tables))
    story.tell(e.TableLocked(command.table, command.locked, command.reason))


def take_seat(story: Story, command: c.TakeSeat) -> None:
    """Somebody late gets a free chair, in the draft or in the round being played; nobody moves."""
    story.reason(command.reason)
    state = story.state
    entrant = story.entrant(command.entrant)
    if not state.rounds:
        no(Refusal.NO_DRAFT)
    last = state.rounds[-1]
    if last.table_of(command.entrant) is not None:
        no(Refusal.ALREADY_SEATED, entrant=command.entrant)
    if entrant.number not in state.members(last.stage):
        no(Refusal.NOT_IN_FIELD, entrant=command.entrant, round=last.number)
    _demand_chair(state, last, command.table)
    story.tell(e.SeatTaken(last.number, command.entrant, command.table, command.reason))


def _demand_chair(state: TournamentState, last: Round, number: TableNumber) -> None:
    """A chair is free while the table is below its size and nothing of it is settled."""
    table = next((one for one in last.tables if one.number == number), None)
    if table is None:
        no(Refusal.TABLE_UNKNOWN, table=number, tables=len(last.tables))
    if len(table.seats) >= state.format.table_max:
        no(Refusal.TABLE_FULL, table=number, most=state.format.table_max)
    if table.locked:
        no(Refusal.TABLE_LOCKED, table=number)
    if table.tiles or any(played == number for played, _ in last.results):
        no(Refusal.TABLE_PLAYS, table=number)


def free_chairs(state: TournamentState) -> tuple[TableNumber, ...]:
    """The tables of the last round somebody late can join."""
    last = state.rounds[-1]
    begun = {table for table, _ in last.results}
    most = state.format.table_max
    return tuple(
        table.number
        for table in last.tables
        if len(table.seats) < most and not (table.locked or table.tiles or table.number in begun)
    )


def pledge_chance(story: Story, command: c.PledgeChance) -> None:
    """The house commits itself before the dice for the next draw are thrown."""
    pledge(story, command, stage_to_draw(story.state))


def publish(story: Story, command: c.Publish) -> None:
    """The draft counts from now on; who came or left since it was drawn needs a new draw."""
    draft = _draft(story)
    refuse_any(*draft_violations(story.state, draft))
    story.tell(e.RoundPublished(draft.number))
    reveal(story, command.seed)


def unpublish(story: Story, command: c.Unpublish) -> None:
    """Take a published draw back, until its first result."""
    story.reason(command.reason)
    if story.state.draft or not story.state.rounds:
        no(Refusal.NOT_PUBLISHED)
    last = story.state.rounds[-1]
    if last.results:
        no(Refusal.RESULT_EXISTS, round=last.number)
    story.tell(e.RoundUnpublished(last.number, command.reason))


def draft_violations(state: TournamentState, draft: Round) -> Iterator[Violation]:
    """Why a draft cannot be published as it is."""
    yield from _seating_violations(state, draft.stage, tuple(t.seats for t in draft.tables))


def field_violations(state: TournamentState, stage: int) -> Iterator[Violation]:
    """Why the field of a stage cannot be seated."""
    count, shape = len(state.members(stage)), state.format
    yield from team_violations(state)
    if count < shape.entrants_min and not state.rounds:
        yield violation(Refusal.TOO_FEW_ENTRANTS, entrants=count, least=shape.entrants_min)
    elif not possible_counts(count, table_policy(shape)):
        least, most = shape.table_min, shape.table_max
        yield violation(Refusal.SEATING_ENTRANTS, entrants=count, smallest=least, largest=most)


def order_violations(state: TournamentState, stage: int) -> Iterator[Violation]:
    """A stage seated by the standings before it (zimowy L192): no ties there, as they are now."""
    first = not any(r.stage == stage for r in state.rounds)
    cut_anew = stage in state.qualified and first and state.decided(30)
    if cut_anew or (stage > state.stage and stage not in state.qualified):
        yield from seats_tied(state, stage, state.members(stage))


def stage_to_draw(state: TournamentState) -> int:
    """The stage whose round is due to be drawn; refused with what is missing for it."""
    if state.draft is not None:
        return state.draft.stage
    refuse_any(*obstacles(state))
    step = due(state)
    if step.step is Step.CUT:
        no(Refusal.CUT_FIRST, stage=state.format.stages[step.stage].title)
    if step.step is not Step.DRAW:
        no(Refusal.NOTHING_TO_DRAW)
    refuse_any(*field_violations(state, step.stage))
    return step.stage


def _seating_violations(
    state: TournamentState, stage: int, tables: tuple[Seats, ...]
) -> Iterator[Violation]:
    """Everybody who plays sits exactly once, at a table of a size the format knows."""
    field = set(state.members(stage))
    seated = Counter(n for seats in tables for n in seats)
    twice = tuple(str(n) for n, times in seated.items() if times > 1)
    if twice:
        yield violation(Refusal.SEATED_TWICE, entrants=twice)
    if left_out := sorted(field - seated.keys()):
        yield violation(Refusal.NOT_SEATED, entrants=tuple(str(n) for n in left_out))
    if strangers := sorted(seated.keys() - field):
        yield violation(Refusal.STRANGER_SEATED, entrants=tuple(str(n) for n in strangers))
    least, most = state.format.table_min, state.format.table_max
    for size in sorted({len(seats) for seats in tables}):
        if not least <= size <= most:
            yield violation(Refusal.TABLE_SIZE, size=size, least=least, most=most)


def _table_numbers(state: TournamentState, command: c.Draw) -> tuple[TableNumber, ...]:
    """Tables count from 1; one with an entrant who cannot move gets that entrant's number.

    A slip says the table itself: whoever cannot move changes places with somebody, for all to see.
    """
    tables = command.tables
    if command.how == SLIPS:
        return tuple(TableNumber(n) for n in range(1, len(tables) + 1))
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
    return story.state.draft


def _table_of(draft: Round, entrant: EntrantNumber) -> Table:
    table = draft.table_of(entrant)
    if table is None:
        no(Refusal.NOT_SEATED, entrants=(str(entrant),))
    return table
