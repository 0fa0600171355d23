"""Places do not move when a stage closes: who is level was compared with all who played it."""

from dataclasses import replace

from stolik.app.library import tournament_format
from stolik.tournament.standings import standings
from stolik.tournament.state import (
    Entrant,
    EntrantNumber,
    GameNumber,
    Line,
    Result,
    Round,
    RoundNumber,
    RoundStatus,
    Table,
    TableNumber,
    TournamentState,
)

A, B, C = (EntrantNumber(n) for n in (1, 2, 3))


def played() -> TournamentState:
    """All level on points; A beat C three times, C beat B once: direct meetings say A, B, C."""
    shape = tournament_format("wojtek")
    stages = (replace(shape.stages[0], criteria=("big_points", "direct")), *shape.stages[1:])
    won = [(A, C), (A, C), (A, C), (C, B)]
    lines = [(Line(x, 1, 0, 0), Line(y, 2, 0, 0)) for x, y in won]
    results = {
        (TableNumber(1), GameNumber(i)): Result(pair) for i, pair in enumerate(lines, start=1)
    }
    table = Table(TableNumber(1), (A, B, C))
    first = Round(RoundNumber(1), 0, (table,), 4, RoundStatus.PUBLISHED, results)
    return TournamentState(
        replace(shape, stages=stages),
        entrants={n: Entrant(n) for n in (A, B, C)},
        rounds=(first,),
    )


def test_nobody_moves_when_the_best_go_further():
    before = played()
    assert [row.entrant for row in standings(before)] == [A, B, C]
    final = Round(RoundNumber(2), 1, (), 1, RoundStatus.PUBLISHED)
    after = replace(before, stage=1, qualified={1: (A,)}, rounds=(*before.rounds, final))
    rows = standings(after)
    assert [(row.entrant, row.place) for row in rows] == [(A, 1), (B, 2), (C, 3)]
    decided = rows[2].decision
    assert decided is not None
    assert (decided.criterion, decided.above, decided.mine) == ("direct", -1, -2)


def test_who_gave_the_place_up_is_set_apart_by_what_set_him_apart():
    before = played()
    final = Round(RoundNumber(2), 1, (), 1, RoundStatus.PUBLISHED)
    after = replace(before, stage=1, qualified={1: (B,)}, rounds=(*before.rounds, final))
    last = standings(after)[-1]
    assert (last.entrant, last.place) == (C, 3)
    assert last.decision is not None
    assert (last.decision.criterion, last.decision.above, last.decision.mine) == ("direct", 3, -2)
