"""`evolve`: the only place where a tournament's state changes. Total; it never refuses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar, assert_never

from stolik.tournament import events as e
from stolik.tournament.format import Exclusion, varied
from stolik.tournament.rounds_named import renamed
from stolik.tournament.state import (
    Correction,
    CorrectionCause,
    Entrant,
    EntrantNumber,
    GameNumber,
    OpenGame,
    Passed,
    Penalty,
    Pledge,
    Result,
    Round,
    RoundNumber,
    RoundStatus,
    Seats,
    Table,
    TableNumber,
    TournamentState,
)

L = TypeVar("L")


def replay(events: Iterable[e.Event], state: TournamentState) -> TournamentState:
    """The state after all `events`, from a new tournament or any state on."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: TournamentState, event: e.Event) -> TournamentState:  # noqa: C901 - a table
    """The state after one more event."""
    match event:
        case e.TournamentCreated():
            return _created(state, event)
        case e.EntrantEntered(number, status, club, team, age_class, table):
            given = replace(state, numbers_given=max(state.numbers_given, number))
            return _with_entrant(given, Entrant(number, status, club, team, age_class, table))
        case e.EntrantAmended(number, club, team, age_class):
            known = state.entrants[number]
            amended = replace(known, club=club, team=team, age_class=age_class)
            return _with_entrant(state, amended)
        case e.EntrantRemoved(number):
            others = {n: one for n, one in state.entrants.items() if n != number}
            return replace(state, entrants=others)
        case e.StatusChanged():
            return _with_status_of(state, event)
        case e.EntrantSubstituted():
            return state
        case e.GuardianNamed(team, guardian):
            most = max(state.guardians_known, guardian)
            guardians = {**state.guardians, team: guardian}
            return replace(state, guardians=guardians, guardians_known=most)
        case e.KeptApart(entrants):
            return replace(state, apart=(*state.apart, frozenset(entrants)))
        case e.TableFixed(number, table):
            return _with_entrant(state, replace(state.entrants[number], fixed_table=table))
        case e.PenaltyGiven(penalty):
            return replace(state, penalties=(*state.penalties, penalty))
        case e.PenaltyCancelled(number, reason):
            line = replace(state.penalties[number - 1], cancelled=reason)
            ledger = _replaced(state.penalties, number, line)
            return replace(_doubting(state, line), penalties=ledger)
        case e.ReportFiled(report) | e.ReportDecided(report, None):
            return replace(state, reports=(*state.reports, report))
        case e.ReportDecided(report, number):
            reports = _replaced(state.reports, number or 0, report)
            return replace(state, reports=reports)
        case e.TestAwarded(bonus):
            return replace(state, bonuses=(*state.bonuses, bonus))
        case e.ChancePledged(commit, ctx, slips):
            return replace(state, pledge=Pledge(commit, ctx, slips))
        case e.ChanceCarriedOut():
            return replace(state, pledge=_carried_out(state.pledge))
        case e.ChanceRevealed():
            return replace(state, pledge=None)
        case e.SlipEntered(slip):
            before = (one for one in state.slips if one.round == slip.round)
            return replace(state, slips=(*before, slip))
        case e.SlipTakenBack(slip):
            return replace(state, slips=tuple(one for one in state.slips if one != slip))
        case e.RoundDrawn():
            return _drawn(state, event)
        case e.SeatsSwapped(one, other):
            return _with_draft_tables(
                state, lambda t: replace(t, seats=_swapped(t.seats, one, other))
            )
        case e.TableLocked(number, locked):
            return _with_draft_tables(
                state, lambda t: replace(t, locked=locked) if t.number == number else t
            )
        case e.SeatTaken(_, entrant, number):
            return _with_draft_tables(
                state,
                lambda t: replace(t, seats=(*t.seats, entrant)) if t.number == number else t,
            )
        case e.RoundPublished(number):
            return _with_status(state, number, RoundStatus.PUBLISHED)
        case e.RoundUnpublished(number):
            return _taken_back(state, number)
        case e.DealsPledged(id=setting):
            return replace(state, deals=state.deals | {setting})
        case e.SeatsDrawn():
            return _seated(state, event)
        case e.ResultRecorded(number, table, game, lines, by, reason, absent):
            told = (lines, (by,) if by else (), reason, absent)
            result = Result(*told, collected=event.collected, excluded=event.excluded)
            return _with_result(state, number, (table, game), result)
        case e.ResultCorrected(number, table, game):
            old = state.rounds[number - 1].results[table, game]
            return _with_result(state, number, (table, game), _corrected(old, event))
        case e.ResultConfirmed(number, table, game, by):
            result = state.rounds[number - 1].results[table, game]
            agreed = replace(result, confirmed_by=(*result.confirmed_by, by))
            return _with_result(state, number, (table, game), agreed)
        case e.TieBroken(settlement):
            return replace(state, settlements=(*state.settlements, settlement))
        case e.TieTakenBack(settlement):
            return replace(state, settlements=_without_last(state.settlements, settlement))
        case e.CutTakenBack(stage):
            qualified = {s: field for s, field in state.qualified.items() if s != stage}
            rounds = tuple(r for r in state.rounds if r.stage < stage)
            return replace(state, stage=stage - 1, qualified=qualified, rounds=rounds, plan=())
        case e.StageCut(stage, advanced):
            qualified = {**state.qualified, stage: advanced}
            places = {**state.places, stage: len(advanced)}
            return replace(state, stage=stage, qualified=qualified, places=places, plan=())
        case e.PlacePassedDown():
            return _passed_down(state, event)
        case e.ResignationTakenBack():
            return _place_back(state, event)
        case e.RoundsSet():
            return _rounds_set(state, event)
        case e.TournamentFinished(qualified=going):
            over = replace(state, finished=True, ended_early=bool(event.early))
            return replace(over, going=going, titled_after=len(state.rounds))
        case e.TournamentReopened():
            return replace(state, finished=False, ended_early=False, going=())
        case _:
            assert_never(event)


def _rounds_set(state: TournamentState, event: e.RoundsSet) -> TournamentState:
    """What was planned beyond the last round is forgotten."""
    stages = list(state.format.stages)
    before = (event.stage, stages[event.stage].rounds)
    stages[event.stage] = replace(stages[event.stage], rounds=event.rounds)
    drawn = sum(r.stage == event.stage for r in state.rounds)
    shape = replace(state.format, stages=tuple(renamed(stages)))
    plan = state.plan[: event.rounds - drawn]
    return replace(state, format=shape, rounds_before=before, plan=plan)


def _created(state: TournamentState, event: e.TournamentCreated) -> TournamentState:
    begun = state.begun_with(event.format_hash)
    shape = varied(begun, draw=event.draw, team_size=event.team_size, table_size=event.table_size)
    return replace(
        state,
        format=shape,
        created=True,
        decisions=event.decisions,
        seed=event.seed,
        confirmations=event.confirmations,
    )


def _with_status_of(state: TournamentState, event: e.StatusChanged) -> TournamentState:
    stays = None
    if event.open_game is not None:
        last = event.open_game if event.game is OpenGame.STANDS else event.open_game - 1
        stays = (state.rounds[-1].number, GameNumber(last)) if last else None
    known = state.entrants[event.entrant]
    return _with_entrant(state, replace(known, status=event.status, stays_in=stays))


def _doubting(state: TournamentState, line: Penalty) -> TournamentState:
    """Results in which the cancelled exclusion shows are to be looked at again."""
    r = state.rounds[line.round - 1] if 1 <= line.round <= len(state.rounds) else None
    table = r.table_of(line.entrant) if r else None
    if r is None or table is None:
        return state
    results = {
        game: replace(result, doubted=True)
        for game, result in r.results.items()
        if game[0] == table.number and _shows_in(line, game[1], result)
    }
    return _with_round(state, replace(r, results={**r.results, **results})) if results else state


def _shows_in(line: Penalty, game: GameNumber, result: Result) -> bool:
    """Whether a result has the excluded last, or was written without him."""
    places = {one.entrant: one.place for one in result.lines}
    match line.excludes:
        case Exclusion.GAME:
            last = max(places.values(), default=0)
            return game == line.game and places.get(line.entrant) == last
        case Exclusion.TOURNAMENT:
            return line.entrant not in places
        case Exclusion.NOTHING:
            return False


def _replaced(lines: tuple[L, ...], number: int, line: L) -> tuple[L, ...]:
    return (*lines[: number - 1], line, *lines[number:])


def _without_last(lines: tuple[L, ...], line: L) -> tuple[L, ...]:
    kept = list(reversed(lines))
    kept.remove(line)
    return tuple(reversed(kept))


def _with_entrant(state: TournamentState, entrant: Entrant) -> TournamentState:
    return replace(state, entrants={**state.entrants, entrant.number: entrant})


def _drawn(state: TournamentState, event: e.RoundDrawn) -> TournamentState:
    by_number = sorted(zip(event.numbers, event.tables, strict=True))
    tables = tuple(Table(number, seats) for number, seats in by_number)
    before, pledge = state.draft, state.pledge
    drawn = Round(
        *(event.round, event.stage, tables, event.games),
        commit=pledge.commit if pledge and event.public else "",
        draws=1 + (before.draws if before else 0),
        changes=(event.how == "by_hand") + (before.changes if before else 0),
        seated_before=before.seated_before if before else frozenset(),
    )
    return replace(
        state,
        draws=event.draw,
        stage=event.stage,
        rounds=(*state.rounds[: event.round - 1], drawn),
        pledge=_drawn_with(state.pledge, event),
        plan=event.plan,
        plan_field=frozenset(n for seats in event.tables for n in seats),
    )


def _carried_out(pledge: Pledge | None) -> Pledge | None:
    return replace(pledge, out=True) if pledge else None


def _drawn_with(pledge: Pledge | None, event: e.RoundDrawn) -> Pledge | None:
    if pledge is None or not event.public:
        return pledge
    return replace(pledge, public=event.public, draws=(*pledge.draws, event.draw))


def _with_draft_tables(state: TournamentState, change: Callable[[Table], Table]) -> TournamentState:
    last = state.rounds[-1]
    tables = tuple(change(table) for table in last.tables)
    changed = replace(last, tables=tables, changes=last.changes + 1)
    return replace(state, rounds=(*state.rounds[:-1], changed))


def _swapped(seats: Seats, one: EntrantNumber, other: EntrantNumber) -> Seats:
    places = {one: other, other: one}
    return tuple(places.get(seat, seat) for seat in seats)


def _with_round(state: TournamentState, changed: Round) -> TournamentState:
    rounds = list(state.rounds)
    rounds[changed.number - 1] = changed
    return replace(state, rounds=tuple(rounds))


def _with_status(
    state: TournamentState, number: RoundNumber, status: RoundStatus
) -> TournamentState:
    return _with_round(state, replace(state.rounds[number - 1], status=status))


def _taken_back(state: TournamentState, number: RoundNumber) -> TournamentState:
    known = state.rounds[number - 1]
    drawn = (frozenset(table.seats) for table in known.tables if table.tiles)
    draft = replace(known, status=RoundStatus.DRAFT, seated_before=known.seated_before.union(drawn))
    return _with_draft_tables(_with_round(state, draft), lambda table: replace(table, tiles=()))


def _seated(state: TournamentState, event: e.SeatsDrawn) -> TournamentState:
    known = state.rounds[event.round - 1]
    tables = tuple(
        replace(t, seats=event.seats, tiles=event.tiles) if t.number == event.table else t
        for t in known.tables
    )
    return _with_round(state, replace(known, tables=tables))


# What online tables wrote for a reason before they said why a result was another.
_FORMER_WORD = "rewind"


def _corrected(old: Result, event: e.ResultCorrected) -> Result:
    cause, reason = event.cause, event.reason
    if event.online and (cause, reason) == (CorrectionCause.BY_HAND, _FORMER_WORD):
        cause, reason = CorrectionCause.TOLD_ANEW, ""
    return Result(
        event.lines,
        ("referee",),
        reason,
        event.absent,
        old.version + 1,
        old.lines,
        collected=event.collected,
        corrections=(*old.corrections, Correction(old.lines, cause, reason)),
        excluded=event.excluded,
    )


def _with_result(
    state: TournamentState,
    number: RoundNumber,
    game: tuple[TableNumber, GameNumber],
    result: Result,
) -> TournamentState:
    known = state.rounds[number - 1]
    return _with_round(state, replace(known, results={**known.results, game: result}))


def _passed_down(state: TournamentState, event: e.PlacePassedDown) -> TournamentState:
    others = (one for one in state.passed if one.entrant != event.resigned)
    passed = (*others, Passed(event.stage, event.resigned, event.successor))
    state = replace(state, passed=passed)
    successor = () if event.successor is None else (event.successor,)
    if event.stage == len(state.format.stages):
        going = tuple(n for n in state.going if n != event.resigned)
        return replace(state, going=(*going, *successor))
    members = tuple(n for n in state.qualified[event.stage] if n != event.resigned)
    qualified = {**state.qualified, event.stage: (*members, *successor)}
    return replace(state, qualified=qualified)


def _place_back(state: TournamentState, event: e.ResignationTakenBack) -> TournamentState:
    passed = tuple(one for one in state.passed if one.entrant != event.entrant)
    state = replace(state, passed=passed)
    if event.stage == len(state.format.stages):
        return replace(state, going=event.advanced)
    if event.stage not in state.qualified:
        return state
    qualified = {**state.qualified, event.stage: event.advanced}
    rounds = tuple(r for r in state.rounds if r.stage < event.stage)
    return replace(state, qualified=qualified, rounds=rounds, plan=())
