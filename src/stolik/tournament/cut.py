"""Who advances: TOP by size, table winners; the end, its titles and who qualifies."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from stolik.refusal import Violation, refuse_any
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Field, Seating, Stage, Title
from stolik.tournament.progress import Step, due, obstacles, reports_waiting
from stolik.tournament.standings import Row, stage_standings, standings, state_after, took_part
from stolik.tournament.state import EntrantNumber, Seats, TournamentState
from stolik.tournament.story import Story, no, violation
from stolik.tournament.tiebreaks import SETTLING


def cut(story: Story, command: c.Cut) -> None:
    """Advance the best to the next stage; a tie on the line wants to be broken first."""
    state = story.state
    refuse_any(*obstacles(state))
    step = due(state)
    if step.step is not Step.CUT:
        no(Refusal.CUT_NOT_DUE)
    refuse_any(*cut_violations(state, command.size))
    story.tell(e.StageCut(step.stage, _advancing(state, command.size)))


def take_back(story: Story, reason: str) -> None:
    """Open the stage before again, until the round after the cut is published."""
    story.reason(reason)
    state = story.state
    if state.stage not in state.qualified:
        no(Refusal.CUT_NONE)
    if not may_take_back(state):
        no(Refusal.CUT_BACK_TOO_LATE)
    story.tell(e.CutTakenBack(state.stage, reason))


def may_take_back(state: TournamentState) -> bool:
    """Whether a cut stands that nobody has sat down by; tiles drawn for seats are not undrawn."""
    if state.finished or state.stage not in state.qualified or state.rounds_of(state.stage):
        return False
    return state.draft is None or not state.draft.seated_before


def field_differs(state: TournamentState) -> tuple[Seats, Seats]:
    """Who would come in and who would drop out, were the last cut announced now."""
    if not may_take_back(state):
        return (), ()
    announced, now = state.members(state.stage), would_advance(state, state.stage)
    comes = tuple(n for n in now if n not in announced)
    return comes, tuple(n for n in announced if n not in now)


def on_both_sides(state: TournamentState) -> tuple[Seats, Seats]:
    """Whom the next cut would take, and whom it would not, the best of them first."""
    inside = _advancing(state, None)
    rows = eligible(state, state.stage)
    return inside, tuple(row.entrant for row in rows if row.entrant not in inside)


def cut_violations(state: TournamentState, size: int | None = None) -> Iterator[Violation]:
    """What keeps the next cut from being made, once all results are in."""
    following, rows = _following(state), eligible(state, state.stage)
    assert following is not None
    if following.field is Field.CUT:
        faults = tuple(_size_violations(state, following, size))
        yield from faults
        if faults:
            return
    if tied := _tied(state, rows, size):
        yield violation(Refusal.CUT_TIE, entrants=tuple(str(n) for n in sorted(tied)))
    # Everything that tiles decide is said at once; who is level on the line draws for a seat too.
    yield from seats_tied(state, state.stage + 1, _advancing(state, size), tied)


def seats_tied(
    state: TournamentState, stage: int, members: Seats, unsure: Set[EntrantNumber] = frozenset()
) -> Iterator[Violation]:
    """Equal places that decide seats (eliminacje L46): by lot or tile, never by entry number."""
    if not state.decided(26) or not SETTLING & set(state.format.stages[stage - 1].criteria):
        return
    one_table = len(members) <= state.format.table_max
    here = state.format.stages[stage]
    if here.seating is Seating.DRAW or (here.seats_by_tile and one_table):
        return
    rows = eligible(state, stage - 1)
    sure = set(members) - unsure
    places = Counter(row.place for row in rows if row.entrant in sure)
    if level := sorted(row.entrant for row in rows if places[row.place] > 1):
        yield violation(Refusal.SEATS_TIED, entrants=tuple(str(n) for n in level))


def eligible(state: TournamentState, stage: int) -> tuple[Row, ...]:
    """The ranking less those who left or gave up their place."""
    return tuple(row for row in stage_standings(state, stage) if _may_advance(state, row.entrant))


def _may_advance(state: TournamentState, entrant: EntrantNumber) -> bool:
    return state.entrants[entrant].plays and entrant not in state.resigned


def size_of_cut(state: TournamentState) -> int | None:
    """How many the next stage takes, where the format says so beforehand."""
    following = _following(state)
    if following is None or following.field is not Field.CUT:
        return None
    return size_by_range(state, following)


def tied_on_line(state: TournamentState) -> frozenset[EntrantNumber]:
    """Who is level across the line of the next cut, as the standings are now."""
    following = _following(state)
    if following is None or following.field is Field.ALL or not state.rounds_of(state.stage):
        return frozenset()
    return frozenset(_tied(state, eligible(state, state.stage), None))


def finish(story: Story) -> None:
    """The last word: standings, titles, and who qualifies for the next event."""
    state = story.state
    refuse_any(*obstacles(state))
    if due(state).step is not Step.FINISH:
        no(Refusal.FINISH_NOT_DUE)
    announce(story)


def announce(story: Story, early: str = "") -> None:
    """The places as they are now; `early`: why nothing more is played."""
    state = story.state
    rows = standings(state)
    refuse_any(*reports_waiting(state), *title_ties(state, rows))
    titles = tuple((title.id, row.entrant) for title, row in title_holders(state, rows))
    placed = tuple((row.place, row.entrant) for row in rows)
    going = tuple(candidates(state))[: state.format.qualifies]
    story.tell(e.TournamentFinished(placed, titles, going, early))


def reopen(story: Story, reason: str) -> None:
    """Take the end back; titles and places in the next event are announced anew."""
    story.reason(reason)
    if not story.state.finished:
        no(Refusal.NOT_FINISHED)
    story.tell(e.TournamentReopened(reason))


def candidates(state: TournamentState) -> Iterator[EntrantNumber]:
    """Who may qualify for the next event, best first."""
    for row in standings(state):
        if row.entrant not in state.resigned and state.entrants[row.entrant].plays:
            yield row.entrant


def title_holders(state: TournamentState, rows: Sequence[Row]) -> Iterator[tuple[Title, Row]]:
    """Who is called what; who withdrew keeps a place and no title, which goes to the next."""
    held = still_here(state, rows)
    for title in state.format.titles:
        yield from ((title, row) for row in held if title.first <= row.place <= title.last)


def still_here(state: TournamentState, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with places counted among those who have neither left nor given a seat up."""
    if not state.decided(25):
        return rows
    here = [
        row
        for row in rows
        if state.entrants[row.entrant].plays and not _gave_seat_up(state, row.entrant)
    ]
    first: dict[int, int] = {}  # of those who share a place
    for i, row in enumerate(here, start=1):
        first.setdefault(row.place, i)
    return [replace(row, place=first[row.place]) for row in here]


def _gave_seat_up(state: TournamentState, entrant: EntrantNumber) -> bool:
    """Whether somebody made room in the last field: what is won there is not his (decision 33).

    Who gives up a place in the next event has won his title all the same.
    """
    last = max(state.qualified, default=None)
    if last is None or not state.decided(33):
        return False
    return entrant in state.resigned and entrant not in state.qualified[last]


def going_on(state: TournamentState, rows: Sequence[Row]) -> list[Row]:
    """Who may go on to another event, in order: neither left nor gave the place up (003 L45)."""
    return [row for row in still_here(state, rows) if row.entrant not in state.resigned]


def title_ties(state: TournamentState, rows: Sequence[Row]) -> Iterator[Violation]:
    """A title for one person cannot go to two, nor a place in the next event."""
    rows = still_here(state, rows)
    lines = [(title.id, title.first, title.last) for title in state.format.titles]
    if state.format.qualifies:
        lines.append(("qualification", 1, state.format.qualifies))
    for name, first, last in lines:
        holders = [row.entrant for row in rows if first <= row.place <= last]
        if len(holders) > last - first + 1:
            tied = _level_across(rows, last)
            yield violation(
                Refusal.FINISH_TIE,
                title=name,
                place=max(row.place for row in rows if row.entrant in tied),
                entrants=tuple(str(n) for n in sorted(tied)),
            )


def would_advance(state: TournamentState, stage: int) -> Seats:
    """Whom a cut that was made would take by the results as they are now."""
    last = max(r.number for r in state.rounds if r.stage < stage)
    return _advancing(state_after(state, last), len(state.qualified[stage]))


def _following(state: TournamentState) -> Stage | None:
    after = state.format.stages[state.stage + 1 : state.stage + 2]
    return after[0] if after else None


def _advancing(state: TournamentState, size: int | None) -> Seats:
    following, rows = _following(state), eligible(state, state.stage)
    assert following is not None
    if following.field is Field.TABLE_WINNERS:
        return _table_winners(state, rows, following.winners)
    return tuple(row.entrant for row in rows[: _cut_to(state, following, size)])


def _tied(state: TournamentState, rows: Sequence[Row], size: int | None) -> set[EntrantNumber]:
    following = _following(state)
    assert following is not None
    if following.field is Field.TABLE_WINNERS:
        return {
            n
            for here in _by_table(state, rows)
            for n in _level_across(here, following.winners, counted=True)
            if state.entrants[n].plays
        }
    return _level_across(rows, _cut_to(state, following, size), counted=True)


def _level_across(rows: Sequence[Row], line: int, *, counted: bool = False) -> set[EntrantNumber]:
    """Who shares a place on both sides of a line: by their number in the list, or by place."""
    at = line if counted else sum(row.place <= line for row in rows) - 1
    if counted and not 0 < at < len(rows):
        return set()
    place = rows[at].place
    if counted and rows[at - 1].place != place:
        return set()
    return {row.entrant for row in rows if row.place == place}


def size_by_range(state: TournamentState, stage: Stage) -> int | None:
    """The regulation counts those who take part (eliminacje L40–45)."""
    count = len(took_part(state))
    return next((r.size for r in stage.cut if r.least <= count <= r.most), None)


def _cut_to(state: TournamentState, stage: Stage, asked: int | None) -> int:
    return asked or size_by_range(state, stage) or 0


def _size_violations(
    state: TournamentState, stage: Stage, asked: int | None
) -> Iterator[Violation]:
    fixed, playing = size_by_range(state, stage), len(eligible(state, state.stage))
    least = state.format.table_min
    if fixed is None and asked is None:
        yield violation(Refusal.CUT_SIZE_OPEN, entrants=len(took_part(state)))
    elif fixed is not None and fixed > playing and asked is None:
        yield violation(Refusal.CUT_TOO_FEW_LEFT, size=fixed, playing=playing)
    elif fixed is not None and fixed <= playing and asked not in (None, fixed):
        yield violation(Refusal.CUT_SIZE_FIXED, size=fixed)
    elif asked is not None and not least <= asked <= playing:
        yield violation(Refusal.CUT_SIZE_RANGE, size=asked, least=least, most=playing)


def _by_table(state: TournamentState, rows: Sequence[Row]) -> list[list[Row]]:
    """The ranking table by table: also who won there and has left since (decision 26)."""
    if state.decided(26):
        everybody = stage_standings(state, state.stage, with_excluded=True)
        # Level with who has left, the one who is here has won the table.
        rows = sorted(everybody, key=lambda row: (row.place, not _may_advance(state, row.entrant)))
    return [[row for row in rows if row.entrant in t.seats] for t in state.rounds[-1].tables]


def _table_winners(state: TournamentState, rows: Sequence[Row], winners: int) -> Seats:
    """The best of each table in the order of the ranking; for who has left the next of all."""
    tables = _by_table(state, rows)
    best = {row.entrant for here in tables for row in here[:winners]}
    here = [row.entrant for row in rows]
    first = [n for n in here if n in best]
    others = [n for n in here if n not in best][: winners * len(tables) - len(first)]
    if state.decided(26):
        return (*first, *others)  # as a place is passed down after the cut
    return tuple(n for n in here if n in best or n in others)
