"""Seats drawn by tile with the first deal (szkoly2015 L67): who sits after whom, who starts."""

import pytest

from stolik.app.library import rules_profile
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.view import visible_to
from stolik.seats import Role, Seat, Viewer

SCHOOLS = rules_profile("szkoly2015")
DRAWN = (("k3",), ("b9", "r2"), ("j",), ("o9", "k11"))  # seats 2, 3, 1, 0


def opened(drawn: tuple, starter: int, rules: object = SCHOOLS) -> TableState:
    table = new_table(rules)  # type: ignore[arg-type]
    order = table.rules.tile_set
    return replay(decide(table, c.OpenTable(4, Seat(starter), order, (), drawn)), table)


def played(state: TableState, *commands: c.Command) -> TableState:
    for command in commands:
        state = replay(decide(state, command), state)
    return state


def test_the_highest_starts_and_the_others_move_in_order():
    state = opened(DRAWN, 2)
    assert state.circle == (2, 3, 1, 0)
    state = played(state, *(c.DeclareReady(Seat(n)) for n in range(4)))
    turns = []
    for _ in range(8):
        turns.append(int(state.turn))
        state = played(state, c.DrawTile(state.turn), c.EndTurn(state.turn))
    assert turns == [2, 3, 1, 0] * 2
    # The judge deals stacks 1 and 2 to the starter, 3 and 4 to who sits after him (L69).
    assert state.seats[3].rack[:14] == SCHOOLS.tile_set[14:28]


def test_everybody_sees_the_tiles_while_the_first_game_is_played():
    for role in Role:
        viewer = Viewer(role, Seat(0) if role is Role.SEAT else None)
        shown = visible_to(opened(DRAWN, 2), viewer)
        assert (shown.circle, shown.drawn) == ((2, 3, 1, 0), DRAWN)


@pytest.mark.parametrize(
    ("drawn", "starter", "code"),
    [
        (DRAWN, 0, "table.starter"),
        (DRAWN[:3], 2, "table.seat_draw"),
        ((*DRAWN[:3], ()), 2, "table.seat_draw"),
        ((*DRAWN[:3], ("o9",)), 2, "table.seat_draw"),  # level, and one did not draw again
        ((("k3", "k4"), *DRAWN[1:]), 2, "table.seat_draw"),  # alone, and drew again
        ((*DRAWN[:3], ("b9", "r2")), 2, "table.seat_draw"),
        ((*DRAWN[:3], ("x9",)), 2, "table.seat_draw"),
    ],
)
def test_a_draw_that_settles_nothing_is_refused(drawn: tuple, starter: int, code: str):
    with pytest.raises(Refused) as refused:
        opened(drawn, starter)
    assert [v.code for v in refused.value.violations] == [code]


def test_other_rules_draw_no_tiles():
    with pytest.raises(Refused) as refused:
        opened(DRAWN, 2, rules_profile("mp2023"))
    assert [v.code for v in refused.value.violations] == ["table.seat_draw"]
