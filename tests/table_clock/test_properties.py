"""What is true of every clock, whatever is pressed when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.table_clock import ClockState, commands, decide, replay
from stolik.table_clock import events as e
from stolik.table_clock.state import Holder, Ms, OnFlag, Phase, Times

c = commands
SEATS = st.integers(2, 4)


@st.composite
def stories(draw):
    """A setting and moments at which something is pressed, right or wrong."""
    seats = draw(SEATS)
    percents = tuple(draw(st.sampled_from((100, 150, 300))) for _ in range(seats))
    times = Times(
        Ms(draw(st.sampled_from((5_000, 40_000)))),
        percents,
        games=draw(st.integers(1, 3)),
        on_flag=draw(st.sampled_from(tuple(OnFlag))),
        one_move_each=draw(st.booleans()),
        game=Ms(draw(st.sampled_from((0, 60_000)))),
        until_all_pass=draw(st.booleans()),
        announce_before_game=draw(st.booleans()),
    )
    steps = draw(
        st.lists(st.tuples(st.integers(-3_000, 30_000), st.integers(0, 18), SEATS), max_size=60)
    )
    return c.SetUp(times, Seat(draw(st.integers(0, seats - 1))), Ms(0)), steps


def pressed(state: ClockState, what: int, seat: int, at: Ms) -> c.Command:
    """Taps most of the time; everything else now and then."""
    s = Seat(seat % max(state.seats, 1))
    choices: list[c.Command] = [
        c.Start(at),
        c.Pause(Holder.TABLE, "spór", at),
        c.Resume(Holder.TABLE, at),
        c.Pause(Holder.HALL, "", at),
        c.Resume(Holder.HALL, at),
        c.RestartMove(state.move, at),
        c.Announce(s, at),
        c.CorrectSeat(s, "pomyłka", at, referee=True),
        c.CallTime(at),
        c.TakeTimeBack(at),
        c.EmptyBank(s, at),
        c.RefillBank(at),
        c.AddTime(10, "spór", at),
        c.EndGame(at),
        c.SeeRacks(s, at),
        c.NextGame(at, referee=True),
        c.Tick(at),
    ]
    tap = c.Tap(state.turn, state.move, at, referee=bool(seat % 2), passed=seat % 3 == 0)
    return choices[what] if what < len(choices) else tap


def played(story) -> tuple[ClockState, list[e.Event], Ms]:
    set_up, steps = story
    events = list(decide(ClockState(), set_up))
    state, now = replay(events), 0
    for passed, what, seat in steps:
        now = max(0, now + passed)
        try:
            told = decide(state, pressed(state, what, seat, Ms(now)))
        except Refused:
            continue
        events += told
        state = replay(told, state)
    return state, events, Ms(max(now, state.since))


@given(stories())
def test_replay_gives_the_same_clock(story):
    state, events, _ = played(story)
    assert replay(events) == state
    assert state.version == len(events)


@given(stories())
def test_moments_never_go_back(story):
    _, events, _ = played(story)
    moments = [event.at for event in events]
    assert moments == sorted(moments)


@given(stories())
def test_times_add_up_and_only_one_seat_pays(story):
    """Every running millisecond of a game is paid by exactly one seat, by a count of its own."""
    state, events, now = played(story)
    owed: dict[Seat, int] = {}
    before = ClockState()
    for event in events:
        if isinstance(event, e.GameStarted):
            owed = {}
        elif before.runs:
            owed[before.turn] = owed.get(before.turn, 0) + event.at - before.since
        before = replay([event], before)
    if state.runs:
        owed[state.turn] = owed.get(state.turn, 0) + now - state.since
    used = state.used_at(now)
    assert {s: ms for s, ms in used.items() if ms} == {s: ms for s, ms in owed.items() if ms}


@given(stories(), st.integers(0, 10_000_000))
def test_a_pause_costs_nobody_time(story, pause_ms):
    state, _, now = played(story)
    if not state.runs:
        return
    held = replay(decide(state, c.Pause(Holder.TABLE, "", now)), state)
    if not held.held_by or held.flagged != state.flagged:
        return
    later = Ms(now + pause_ms)
    on = replay(decide(held, c.Resume(Holder.TABLE, later)), held)
    assert on.left_at(later) == state.left_at(now)
    assert on.used_at(later) == state.used_at(now)


@given(stories(), st.integers(0, 200_000))
def test_a_flag_falls_at_its_deadline_and_never_early(story, wait):
    state, _, now = played(story)
    if state.deadline is None or state.deadline <= now:
        return
    at = Ms(now + wait)
    fell = [f for f in decide(state, c.Tick(at)) if isinstance(f, e.FlagFell)]
    assert [f.at for f in fell] == ([state.deadline] if at >= state.deadline else [])


@given(stories())
def test_one_tap_ends_one_move(story):
    state, _, now = played(story)
    tap = c.Tap(state.turn, state.move, now, referee=True)
    if state.phase is not Phase.PLAYING or state.held_by:
        return
    after = replay(decide(state, tap), state)
    with pytest.raises(Refused, match=r"move_over|not_running"):
        decide(after, tap)
