"""Seats that are no part of the game: no turn, no start, nobody waits for them."""

import pytest

from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock.engine import decide, replay
from stolik.table_clock.state import ClockState, Ms, Phase, Times

A, B, C, D = (Seat(n) for n in range(4))


def clock(*asked: c.Command) -> ClockState:
    state = ClockState()
    times = Times(Ms(40_000), (100,) * 4, games=3)
    for command in (c.SetUp(times, A, Ms(0)), *asked):
        state = replay(decide(state, command), state)
    return state


def test_who_has_left_does_not_start_and_is_passed_over():
    state = clock(c.SetOut((A, C), Ms(1)), c.Start(Ms(2)))
    assert (state.starter, state.turn) == (B, B)
    assert clock(c.SetOut((A, C), Ms(1)), c.Start(Ms(2)), c.Tap(B, 1, Ms(3))).turn == D


def test_who_leaves_in_his_move_gives_the_turn_on():
    state = clock(c.Start(Ms(1)), c.SetOut((A,), Ms(2)))
    assert (state.turn, state.move, state.left) == (B, 2, 40_000)


def test_one_more_move_each_and_the_racks_count_those_who_play():
    state = clock(c.SetOut((D,), Ms(1)), c.Start(Ms(2)), c.CallTime(Ms(3)))
    assert state.last_moves == 3
    seen = (c.SeeRacks(seat, Ms(4)) for seat in (A, B, C))
    over = clock(c.SetOut((D,), Ms(1)), c.Start(Ms(2)), c.EndGame(Ms(3)), *seen, c.NextGame(Ms(5)))
    assert (over.phase, over.starter) == (Phase.READY, B)


def test_one_alone_has_no_clock():
    with pytest.raises(Refused):
        clock(c.SetOut((A, B, C), Ms(1)))


def test_nobody_gives_the_turn_to_who_has_left():
    begun = (c.SetOut((D,), Ms(1)), c.Start(Ms(2)))
    with pytest.raises(Refused) as caught:
        clock(*begun, c.CorrectSeat(D, "pomyłka", Ms(3), referee=True))
    assert caught.value.violations[0].code == "table_clock.seat_out"
