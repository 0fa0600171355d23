"""`evolve`: the only place where a tournament's state changes. Total; it never refuses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from stolik.tournament import events as e
from stolik.tournament.state import (
    Entrant,
    EntrantNumber,
    GameNumber,
    Result,
    Round,
    RoundNumber,
    RoundStatus,
    Seats,
    Table,
    TableNumber,
    TournamentState,
)

GameKey = tuple[TableNumber, GameNumber]


def evolve(state: TournamentState, event: e.Event) -> TournamentState:
    """The state after one more event."""
    return replace(_changed(state, event), log=(*state.log, event))


def replay(events: Iterable[e.Event], state: TournamentState) -> TournamentState:
    """The state after all `events`, from a new tournament or any state on."""
    for event in events:
        state = evolve(state, event)
    return state


def _changed(state: TournamentState, event: e.Event) -> TournamentState:  # noqa: C901 - a table
    match event:
        case e.TournamentCreated(seed=seed, confirmations=confirmations):
            return replace(state, created=True, seed=seed, confirmations=confirmations)
        case e.EntrantEntered(number, status, club, team, age_class, table):
            return _with_entrant(state, Entrant(number, status, club, team, age_class, table))
        case e.StatusChanged(number, status):
            return _with_entrant(state, replace(state.entrants[number], status=status))
        case e.EntrantSubstituted():
            return state
        case e.KeptApart(entrants):
            return replace(state, apart=(*state.apart, frozenset(entrants)))
        case e.TableFixed(number, table):
            return _with_entrant(state, replace(state.entrants[number], fixed_table=table))
        case e.PenaltyGiven(penalty):
            return replace(state, penalties=(*state.penalties, penalty))
        case e.PenaltyCancelled(number, reason):
            ledger = list(state.penalties)
            ledger[number - 1] = replace(ledger[number - 1], cancelled=reason)
            return replace(state, penalties=tuple(ledger))
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
        case e.RoundPublished(number):
            return _with_status(state, number, RoundStatus.PUBLISHED)
        case e.RoundUnpublished(number):
            return _with_status(state, number, RoundStatus.DRAFT)
        case e.ResultRecorded(number, table, game, lines, by, reason):
            confirmed = (by,) if by else ()
            return _with_result(state, number, (table, game), Result(lines, confirmed, reason))
        case e.ResultCorrected(number, table, game, lines, reason):
            return _with_result(state, number, (table, game), Result(lines, ("referee",), reason))
        case e.ResultConfirmed(number, table, game, by):
            known = state.rounds[number - 1].results[table, game]
            agreed = replace(known, confirmed_by=(*known.confirmed_by, by))
            return _with_result(state, number, (table, game), agreed)
        case e.LotsDrawn(drawn):
            return replace(state, lots={**state.lots, **dict(drawn)})
        case e.StageCut(stage, advanced):
            qualified = {**state.qualified, stage: advanced}
            return replace(state, stage=stage, qualified=qualified, plan=(), lots={})
        case e.PlacePassedDown():
            return _passed_down(state, event)
        case e.TournamentFinished():
            return replace(state, finished=True)
        case _:
            assert_never(event)


def _with_entrant(state: TournamentState, entrant: Entrant) -> TournamentState:
    return replace(state, entrants={**state.entrants, entrant.number: entrant})


def _drawn(state: TournamentState, event: e.RoundDrawn) -> TournamentState:
    tables = tuple(
        Table(number, seats) for number, seats in zip(event.numbers, event.tables, strict=True)
    )
    drawn = Round(event.round, event.stage, tables, event.games)
    return replace(
        state,
        draws=event.draw,
        stage=event.stage,
        rounds=(*state.rounds[: event.round - 1], drawn),
        plan=event.plan,
        plan_field=frozenset(n for seats in event.tables for n in seats),
    )


def _with_draft_tables(state: TournamentState, change: Callable[[Table], Table]) -> TournamentState:
    last = state.rounds[-1]
    changed = replace(last, tables=tuple(change(table) for table in last.tables))
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


def _with_result(
    state: TournamentState,
    number: RoundNumber,
    game: tuple[TableNumber, GameNumber],
    result: Result,
) -> TournamentState:
    known = state.rounds[number - 1]
    return _with_round(state, replace(known, results={**known.results, game: result}))


def _passed_down(state: TournamentState, event: e.PlacePassedDown) -> TournamentState:
    members = [n for n in state.qualified[event.stage] if n != event.resigned]
    if event.successor is not None:
        members.append(event.successor)
    qualified = {**state.qualified, event.stage: tuple(members)}
    return replace(state, qualified=qualified, resigned=state.resigned | {event.resigned})
