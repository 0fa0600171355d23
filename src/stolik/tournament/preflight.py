"""The check before each step: what is missing for it, and what should be looked at."""

from collections import Counter
from collections.abc import Iterator, Sequence

from stolik.refusal import Fact, Refused, Violation
from stolik.tournament.codes import Notice, Refusal
from stolik.tournament.cut import (
    cut_violations,
    field_differs,
    on_both_sides,
    title_holders,
    title_ties,
)
from stolik.tournament.draws import draft_violations, field_violations, order_violations
from stolik.tournament.format import Seating
from stolik.tournament.placement import table_policy
from stolik.tournament.progress import Step, due, obstacles, reports_waiting, to_correct
from stolik.tournament.seating import SeatingRequest, frames
from stolik.tournament.standings import stage_standings, standings
from stolik.tournament.state import (
    EntrantNumber,
    EntryStatus,
    GameNumber,
    RoundNumber,
    Seats,
    TableNumber,
    TournamentState,
)
from stolik.tournament.teams import team_remarks

_NEAR_LINE = 3  # on each side of it


def missing(state: TournamentState) -> tuple[Violation, ...]:
    """Everything the step that is due would be refused for."""
    try:
        return tuple(obstacles(state)) or tuple(_missing_for_step(state))
    except Refused as refused:
        return refused.violations


def tied_for_seats(state: TournamentState) -> frozenset[EntrantNumber]:
    """Who has to draw tiles before the next step because it seats by place."""
    return _named(state, Refusal.SEATS_TIED)


def tied_for_title(state: TournamentState) -> frozenset[EntrantNumber]:
    """Who has to draw tiles before the end because a title or a prize is for one."""
    return _named(state, Refusal.FINISH_TIE)


def _named(state: TournamentState, code: Refusal) -> frozenset[EntrantNumber]:
    wanted = (v.facts["entrants"] for v in missing(state) if v.code == code)
    return frozenset(
        EntrantNumber(int(n)) for group in wanted if isinstance(group, tuple) for n in group
    )


def _missing_for_step(state: TournamentState) -> Iterator[Violation]:
    step = due(state)
    match step.step:
        case Step.DRAW:
            faults = tuple(field_violations(state, step.stage))
            yield from faults or _fixed_violations(state, step.stage)
            yield from () if faults else order_violations(state, step.stage)
        case Step.PUBLISH:
            assert state.draft is not None
            yield from draft_violations(state, state.draft)
        case Step.CUT:
            yield from cut_violations(state)
        case Step.FINISH:
            yield from reports_waiting(state)
            yield from title_ties(state, standings(state))
        case Step.PLAY | Step.NOTHING:
            pass


def _fixed_violations(state: TournamentState, stage: int) -> Iterator[Violation]:
    """Tables that people should keep and that are not there, or not large enough for them all."""
    if state.format.stages[stage].seating is not Seating.DRAW:
        return
    members = state.members(stage)
    fixed: dict[int, int] = {
        n: table for n in members if (table := state.entrants[n].fixed_table) is not None
    }
    try:
        frames(SeatingRequest(members, 1, tables=table_policy(state.format), fixed=fixed))
    except Refused as refused:
        yield from refused.violations


def remarks(state: TournamentState) -> Iterator[Violation]:
    """What hinders nobody and is worth a look before the step that is due."""
    if any(moved := field_differs(state)):
        comes, drops = (tuple(str(n) for n in group) for group in moved)
        yield Violation(Notice.CUT_DIFFERS, facts={"comes": comes, "drops": drops})
    if wrong := results_to_correct(state):
        games = tuple(f"{number}/{table}/{game}" for number, table, game in wrong)
        yield Violation(Notice.TO_CORRECT, facts={"games": games, "count": len(games)})
    match due(state).step:
        case Step.DRAW:
            yield from _before_draw(state)
        case Step.PLAY if standing := unseated(state):
            yield Violation(Notice.UNSEATED, facts=_by_name(standing))
        case Step.CUT if not missing(state):
            yield from _before_cut(*on_both_sides(state))
        case Step.FINISH if not missing(state):
            for title, row in title_holders(state, standings(state)):
                facts: dict[str, Fact] = {"title": title.id, "place": row.place}
                yield Violation(Notice.TITLE_GOES_TO, facts={**facts, "entrant": row.entrant})
        case _:
            pass


def results_to_correct(
    state: TournamentState,
) -> tuple[tuple[RoundNumber, TableNumber, GameNumber], ...]:
    """Results that do not go with the penalties given or cancelled since."""
    return tuple(
        (r.number, table, game)
        for r in state.rounds
        for (table, game), result in sorted(r.results.items())
        if to_correct(state, r, game, result)
    )


def advances(state: TournamentState) -> Seats:
    """Whom the cut would take, where that is what comes next and nothing is missing for it."""
    is_due = due(state).step is Step.CUT and not any(missing(state))
    return on_both_sides(state)[0] if is_due else ()


def _before_cut(inside: Seats, outside: Seats) -> Iterator[Violation]:
    """How many go on, and who is nearest to the line: a long list would hide them."""
    many = len(inside) > 2 * _NEAR_LINE
    near = ("…", *_numbers(inside[-_NEAR_LINE:])) if many else _numbers(inside)
    yield Violation(Notice.ADVANCES, facts={"people": len(inside), "entrants": near})
    if outside:
        nearest = _numbers(outside[:_NEAR_LINE])
        yield Violation(Notice.FIRST_OUTSIDE, facts={"entrants": nearest})


def _numbers(entrants: Seats) -> tuple[str, ...]:
    return tuple(str(n) for n in entrants)


def unconfirmed(state: TournamentState) -> tuple[EntrantNumber, ...]:
    """Whom a draw seats though nobody saw them come; nobody, where check-in is not used.

    Who has sat in an announced round was there.
    """
    step = due(state)
    if step.step not in (Step.DRAW, Step.PUBLISH):
        return ()
    if not any(one.status is EntryStatus.PRESENT for one in state.entrants.values()):
        return ()
    seated = {
        n for r in state.rounds if r is not state.draft for table in r.tables for n in table.seats
    }
    return tuple(
        n
        for n in state.members(step.stage)
        if state.entrants[n].status is EntryStatus.ENTERED and n not in seated
    )


def unseated(state: TournamentState) -> tuple[EntrantNumber, ...]:
    """Who could sit down in the round drawn or published last and has no chair yet."""
    if not state.rounds or state.finished:
        return ()
    last = state.rounds[-1]
    seated = {n for table in last.tables for n in table.seats}
    return tuple(n for n in sorted(state.members(last.stage)) if n not in seated)


def _before_draw(state: TournamentState) -> Iterator[Violation]:
    step = due(state)
    by_status: dict[EntryStatus, list[EntrantNumber]] = {}
    for number, entrant in sorted(state.entrants.items()):
        by_status.setdefault(entrant.status, []).append(number)
    if (absent := by_status.get(EntryStatus.ENTERED)) and not state.rounds:
        yield Violation(Notice.NOT_CHECKED_IN, facts=_by_name(absent))
    if waiting := by_status.get(EntryStatus.WAITING):
        yield Violation(Notice.WAITING_LIST, facts={"entrants": len(waiting)})
    yield from team_remarks(state)
    seating = state.format.stages[step.stage].seating
    if step.stage > state.stage and seating is not Seating.DRAW:
        yield from _late(state)
        if not any(order_violations(state, step.stage)):
            yield from _tied_order(state)


def _by_name(people: Sequence[EntrantNumber]) -> dict[str, Fact]:
    """How many there are, and the first of them: a message names people."""
    more = ("…",) if len(people) > _NAMED else ()
    return {"people": len(people), "entrants": (*(str(n) for n in people[:_NAMED]), *more)}


_NAMED = 5


def _late(state: TournamentState) -> Iterator[Violation]:
    """Who came after the games began sits last (zimowy L179)."""
    late = tuple(
        str(row.entrant)
        for row in stage_standings(state, state.stage)
        if not row.games and state.entrants[row.entrant].plays
    )
    if late and state.decided(25):
        yield Violation(Notice.LATE, facts={"entrants": late})


def _tied_order(state: TournamentState) -> Iterator[Violation]:
    """Where nothing demands a lot, who is level sits in the order of numbers."""
    places = Counter(row.place for row in stage_standings(state, state.stage))
    tied = tuple(
        str(row.entrant)
        for row in stage_standings(state, state.stage)
        if places[row.place] > 1 and state.entrants[row.entrant].plays
    )
    if tied:
        yield Violation(Notice.ORDER_TIED, facts={"entrants": tied})
