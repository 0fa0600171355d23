"""The lesson is a game by the real rules in which everything comes once, and that ends."""

from dataclasses import replace

import pytest

from stolik.app.library import lesson, rules_profile
from stolik.bots.solving import solving_for
from stolik.lab.analysis import possible_in
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.lesson import PUPIL, Companion, Lesson, Step, is_due, prepared
from stolik.rummikub.state import Phase, TableState, new_table
from stolik.rummikub.tiles import Tile, all_of, without
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer

RULES = rules_profile("mp2023")
LESSON = lesson("rummikub", Lesson)
OPENS, WAITS = Seat(1), Seat(2)


def commands(step: Step, state: TableState) -> list[c.Command]:
    if step.t == "draw":
        return [c.DrawTile(PUPIL), c.EndTurn(PUPIL)]
    return [c.LayTiles(PUPIL, step.tableau(state.tableau))]


def others(state: TableState) -> TableState:
    """Everybody else acts until the pupil is waited for."""
    while state.phase is Phase.PLAYING and state.turn != PUPIL:
        seen = visible_to(state, Viewer(Role.SEAT, state.turn))
        state = replay(decide(state, Companion(LESSON).command(seen)), state)
    return state


def dealt() -> TableState:
    state = new_table(RULES)
    state = replay(decide(state, prepared(LESSON, RULES)), state)
    for seat in state.active_seats:
        state = replay(decide(state, c.DeclareReady(seat)), state)
    return state


@pytest.fixture(scope="module")
def turns() -> list[TableState]:
    """The table before each of the pupil's turns, and after the last."""
    state, seen = dealt(), []
    for step in LESSON.of_pupil:
        assert state.turn == PUPIL
        assert LESSON.step(PUPIL, len(state.seats[PUPIL].rack)) == step
        seen.append(state)
        for command in commands(step, state):
            rack, table = state.seats[PUPIL].rack, state.tableau
            assert is_due(LESSON, command, rack, table)
            state = replay(decide(state, command), state)
        state = others(state)
    return [*seen, state]


def test_the_pupil_goes_out_and_somebody_could_have_opened(turns: list[TableState]):
    state = turns[-1]
    assert state.phase is Phase.OVER
    assert state.seats[PUPIL].rack == ()
    places = {result.seat: result for result in state.results}
    assert places[PUPIL].score.place == 1
    assert places[WAITS].score.small_points == -200
    assert places[WAITS].verdict
    assert places[WAITS].verdict.melds
    assert places[OPENS].verdict is None


def test_somebodys_time_runs_out_on_two_tiles(turns: list[TableState]):
    ran_out = [event for event in turns[-1].log if isinstance(event, e.TimeRanOut)]
    assert [(event.seat, event.ruling) for event in ran_out] == [
        (WAITS, e.TimeOutRuling.UNFINISHED)
    ]


def test_each_turn_has_just_what_it_teaches(turns: list[TableState]):
    solving, steps = solving_for(RULES), LESSON.of_pupil
    for state, step in zip(turns, steps, strict=False):
        found = possible_in(state.tableau, state.seats[PUPIL], solving)
        laid = without(all_of(step.tableau(state.tableau)), all_of(state.tableau))
        # Nothing more could be laid in this turn: nobody is told to hold back what he sees.
        assert found.tiles == len(laid), step.say
    first = possible_in(turns[0].tableau, turns[0].seats[PUPIL], solving)
    assert first.opening_value == 25


def test_what_is_not_being_learned_is_not_due():
    rack, step = tuple(map(Tile, LESSON.racks[0])), LESSON.of_pupil[1]
    lay = c.LayTiles(PUPIL, step.tableau(()))
    assert not is_due(LESSON, lay, rack, ()), "the first turn is a draw"
    fifteen = (*rack, Tile("r12"))
    assert is_due(LESSON, lay, fifteen, ())
    assert not is_due(LESSON, c.DrawTile(PUPIL), fifteen, ())
    less = c.LayTiles(PUPIL, (tuple(map(Tile, ("r10", "r11", "r12", "r13"))),))
    assert not is_due(LESSON, less, fifteen, ())
    for other in (c.AskRedeal(PUPIL), c.AnnounceOpening(PUPIL), c.Challenge(PUPIL, 3)):
        assert not is_due(LESSON, other, rack, ())
    assert not is_due(LESSON, c.DeclareReady(PUPIL, announces_opening=True), rack, ())


def test_a_turn_is_known_by_the_tiles_it_begins_with():
    known = [(step.seat, step.tiles) for step in LESSON.steps]
    assert len(known) == len(set(known))
    assert LESSON.step(PUPIL, 99) is None
    assert replace(LESSON, steps=()).of_pupil == ()
