"""`evolve`: the only place where a clock's state changes. Total; it never refuses."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from stolik.seats import Seat
from stolik.table_clock import events as e
from stolik.table_clock.state import ClockState, Holder, Ms, Phase

_PAIR = 2  # who comes next is who came before


def replay(events: Iterable[e.Event], state: ClockState | None = None) -> ClockState:
    """The state after all these events."""
    state = ClockState() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: ClockState, event: e.Event) -> ClockState:
    """The state after one more event."""
    counted = _counted(state, event.at)
    return replace(_changed(counted, event), version=state.version + 1)


def _counted(state: ClockState, at: Ms) -> ClockState:
    """What passed until now is charged to the seat to move, and to nobody while it stands."""
    game_left = state.game_left_at(at)
    counted = replace(state, left=state.left_at(at), used=state.used_at(at))
    return replace(counted, game_left=game_left, since=at)


def _changed(state: ClockState, event: e.Event) -> ClockState:  # noqa: C901 - a table, no tangle
    match event:
        case e.ClockSet(times, starter):
            return replace(state, phase=Phase.READY, times=times, starter=starter, turn=starter)
        case e.GameStarted(game, starter):
            return _began(state, game, starter)
        case e.MoveEnded(seat, following):
            less = None if state.last_moves is None else state.last_moves - 1
            announced = _still_announced(state, seat)
            moved = replace(_moving(state, following), last_moves=less, announced=announced)
            moved = replace(moved, rests=_rests(state, following))
            moved = replace(moved, clicked=True, passes=state.passes + 1 if event.passed else 0)
            moved = _led_back(moved, following, event.left)
            return _reached(moved, seat, event.reach)
        case e.FlagFell(seat):
            flags = {**state.flags, seat: state.flags.get(seat, 0) + 1}
            return replace(state, flagged=True, flags=flags)
        case e.Paused(by):
            return replace(state, held_by=state.held_by | {by})
        case e.Resumed(by):
            return replace(state, held_by=state.held_by - {by})
        case e.MoveRestarted(seat):
            return replace(state, left=state.move_time(seat), flagged=False, clicked=False)
        case e.OpeningAnnounced(seat) if state.phase is not Phase.PLAYING:
            return replace(state, announced_before=state.announced_before | {seat})
        case e.OpeningAnnounced(seat):
            return replace(state, announced={**state.announced, seat: state.move})
        case e.SeatCorrected():
            return _corrected(state, event)
        case e.TimeCalled(last_moves):
            called = replace(state, time_called=True, last_moves=last_moves)
            return replace(called, game_time_over=event.of_game)
        case e.TimeTakenBack(last_moves):
            return replace(state, time_called=False, last_moves=last_moves)
        case e.BankEmptied(_, move, last_moves):
            return replace(state, bank=move, passes=0, last_moves=last_moves)
        case e.BankRefilled():
            return replace(state, bank=None, passes=0, last_moves=None)
        case e.TimeAdded(_, seconds):
            left = Ms(state.left + 1000 * seconds)
            return replace(state, left=left, flagged=state.flagged and left <= 0)
        case e.PercentsSet(percents):
            return replace(state, times=replace(state.times, percents=percents))
        case e.SeatsOut(out):
            return _without(replace(state, out=frozenset(out)))
        case e.GameEnded(ending):
            # A dispute is over with its game; who holds the whole hall still holds it.
            held = state.held_by & {Holder.HALL}
            over = replace(state, phase=Phase.OVER, ending=ending, seen=frozenset())
            return replace(over, held_by=held, flagged=False)
        case e.RacksSeen(seat):
            return replace(state, seen=state.seen | {seat})
        case e.NextGameReady(starter):
            ready = replace(state, phase=Phase.READY, starter=starter, turn=starter)
            return replace(ready, announced_before=frozenset())
        case e.ResultsFollowed():
            return _followed(state, event)
        case _:
            assert_never(event)


def _followed(state: ClockState, event: e.ResultsFollowed) -> ClockState:
    """Nothing of the game that has its result is left; a dispute is over with it."""
    last = event.games >= state.times.games
    before = state.announced_before if state.game == event.games and not last else frozenset()
    return replace(
        state,
        phase=Phase.OVER if last else Phase.READY,
        game=event.games,
        starter=event.starter,
        turn=event.starter,
        flagged=False,
        held_by=state.held_by & {Holder.HALL},
        announced_before=before,
    )


def _began(state: ClockState, game: int, starter: Seat) -> ClockState:
    fresh = replace(
        state,
        phase=Phase.PLAYING,
        game=game,
        starter=starter,
        used={},
        rests={},
        owed={},
        reached={},
        flags={},
        announced={},
        game_left=state.times.game,
        game_time_over=False,
        time_called=False,
        bank=None,
        passes=0,
        last_moves=None,
        ending=None,
    )
    return _moving(fresh, starter)


def _corrected(state: ClockState, event: e.SeatCorrected) -> ClockState:
    """The move of another seat, which goes on with what it had, a fallen flag with it."""
    seat, left = event.seat, event.left
    owed = {**state.owed, **({state.turn: (state.left, 0)} if event.owes else {})}
    owed = {one: rest for one, rest in owed.items() if one != seat}
    moving = replace(_moving(state, seat), rests={**state.rests, state.turn: state.left}, owed=owed)
    return moving if left is None else replace(moving, left=left, flagged=left <= 0)


def _led_back(state: ClockState, seat: Seat, left: Ms | None) -> ClockState:
    """After a tap: what is owed to others is one tap older; who is led back has what was left."""
    owed = {one: (rest, taps + 1) for one, (rest, taps) in state.owed.items() if one != seat}
    state = replace(state, owed=owed)
    if left is None:
        return state
    return replace(state, left=left, flagged=left <= 0, clicked=False)


def _rests(state: ClockState, following: Seat) -> dict[Seat, Ms]:
    """Of who ended a move and those before; who comes next in turn has a fresh one to come."""
    fresh = {following, state.after(following)} if state.in_play > _PAIR else {following}
    rests = {**state.rests, state.turn: state.left}
    return {seat: left for seat, left in rests.items() if seat not in fresh}


def _without(state: ClockState) -> ClockState:
    """The start and the turn of who is out go to the next who is not."""
    starter = state.after(state.starter) if state.starter in state.out else state.starter
    state = replace(state, starter=starter)
    if state.last_moves is not None:
        state = replace(state, last_moves=min(state.last_moves, state.in_play))
    if state.turn not in state.out:
        return state
    if state.phase is Phase.PLAYING:
        return _moving(state, state.after(state.turn))
    return replace(state, turn=starter)


def _reached(state: ClockState, seat: Seat, reach: Ms) -> ClockState:
    """What a late tap took from the next seat is counted against its own."""
    if not reach:
        return state
    return replace(state, reached={**state.reached, seat: Ms(state.reached.get(seat, 0) + reach)})


def _still_announced(state: ClockState, seat: Seat) -> dict[Seat, int]:
    """An announcement is for the next turn of its seat and used up after it (decision 14)."""
    return {s: n for s, n in state.announced.items() if s != seat or n == state.move}


def _moving(state: ClockState, seat: Seat) -> ClockState:
    """A fresh move of this seat."""
    left, number = state.move_time(seat), state.move + 1
    return replace(state, turn=seat, move=number, left=left, flagged=False, clicked=False)
