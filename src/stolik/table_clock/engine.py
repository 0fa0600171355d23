"""`decide`: the only place where a clock can say no.

A command comes with its moment. Whatever fell due before that moment is told first, so a flag
stands in the log where it fell, whether somebody looked in time or a phone was cut off.
"""

from typing import NoReturn, assert_never

from stolik.free_text import says_something
from stolik.refusal import Violation, refuse
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock import events as e
from stolik.table_clock.codes import Refusal
from stolik.table_clock.evolution import evolve, replay
from stolik.table_clock.state import ClockState, Ending, Holder, Ms, Phase

__all__ = ["decide", "evolve", "replay"]

_SEATS_LEAST, _SEATS_MOST = 2, 6
_PERCENT_LEAST, _PERCENT_MOST = 100, 1000
_MOVE_LEAST, _MOVE_MOST = 5_000, 3_600_000
_MOST_SECONDS = 3600


def decide(state: ClockState, command: c.Command) -> tuple[e.Event, ...]:
    """The events a command leads to; raises `Refused` and changes nothing if it may not be."""
    story = _Story(state)
    if state.phase is Phase.NOT_SET and not isinstance(command, c.SetUp):
        _no(Refusal.NOT_SET)
    # Nothing is placed before what has been told already.
    at = Ms(max(_placed(state, command), state.since))
    story.pass_to(at)
    _tell(story, command, at)
    return tuple(story.events)


def _placed(state: ClockState, command: c.Command) -> Ms:
    """When it was done; of a phone's word about that only so much counts as its seat has left."""
    if not isinstance(command, c.Tap) or command.came is None:
        return command.at
    return Ms(min(command.came, max(command.at, command.came - state.reach(command.came))))


class _Story:
    """A decision as it unfolds: each event told already stands in the state."""

    def __init__(self, state: ClockState) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def tell(self, event: e.Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def pass_to(self, at: Ms) -> None:
        """Let time pass; at the very end of it the flag has fallen, or the game's time is over."""
        while (due := self.state.due) is not None and due <= at:
            moment = Ms(max(due, self.state.since))
            if due == self.state.deadline:
                self.tell(e.FlagFell(self.state.turn, moment))
            else:
                self.tell(e.TimeCalled(_moves_after_time(self.state), moment, of_game=True))

    def playing(self) -> ClockState:
        if self.state.phase is not Phase.PLAYING:
            _no(Refusal.NOT_RUNNING)
        return self.state

    def seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.state.seats:
            refuse(Violation(Refusal.SEAT_UNKNOWN, facts={"seats": self.state.seats}))


def _tell(story: _Story, command: c.Command, at: Ms) -> None:  # noqa: C901 - a table, no tangle
    match command:
        case c.SetUp():
            _set_up(story, command, at)
        case c.Start():
            _start(story, at)
        case c.Tap():
            _tap(story, command, at)
        case c.Pause():
            _pause(story, command, at)
        case c.Resume():
            _resume(story, command, at)
        case c.RestartMove(number):
            _restart(story, number, at)
        case c.Announce(seat):
            _announce(story, seat, at)
        case c.CorrectSeat():
            _correct_seat(story, command, at)
        case c.CallTime():
            _call_time(story, at)
        case c.TakeTimeBack():
            _take_time_back(story, at)
        case c.EmptyBank(seat):
            _empty_bank(story, seat, at)
        case c.RefillBank():
            _refill_bank(story, at)
        case c.AddTime():
            _add_time(story, command, at)
        case c.SetPercents(percents):
            _refuse_times(story.state.times.move, percents)
            if len(percents) != story.state.seats:
                _no(Refusal.SEATS)
            story.tell(e.PercentsSet(percents, at))
        case c.SetOut(out):
            for seat in out:
                story.seat(seat)
            if story.state.seats - len(set(out)) < _SEATS_LEAST:
                _no(Refusal.SEATS)
            story.tell(e.SeatsOut(tuple(sorted(set(out))), at))
        case c.EndGame():
            story.playing()
            story.tell(e.GameEnded(Ending.STOPPED, at))
        case c.SeeRacks(seat):
            _see_racks(story, seat, at)
        case c.NextGame():
            _next_game(story, command, at)
        case c.FollowResults():
            _follow_results(story, command, at)
        case c.Tick():
            pass
        case _:
            assert_never(command)


def _set_up(story: _Story, command: c.SetUp, at: Ms) -> None:
    if story.state.phase is not Phase.NOT_SET:
        _no(Refusal.SET_ALREADY)
    seats = len(command.times.percents)
    if not _SEATS_LEAST <= seats <= _SEATS_MOST or not 0 <= command.starter < seats:
        _no(Refusal.SEATS)
    _refuse_times(command.times.move, command.times.percents)
    story.tell(e.ClockSet(command.times, command.starter, at))


def _refuse_times(move: Ms, percents: tuple[int, ...]) -> None:
    fitting = all(_PERCENT_LEAST <= percent <= _PERCENT_MOST for percent in percents)
    if not fitting or not _MOVE_LEAST <= move <= _MOVE_MOST:
        refuse(Violation(Refusal.TIMES, facts={"least": _PERCENT_LEAST, "most": _PERCENT_MOST}))


def _start(story: _Story, at: Ms) -> None:
    state = story.state
    if state.phase is Phase.PLAYING:
        _no(Refusal.GAME_RUNNING)
    if state.phase is Phase.OVER:
        _no(Refusal.NOT_ALL_SEEN)
    if state.held_by:
        _no(Refusal.PAUSED)
    story.tell(e.GameStarted(state.game + 1, state.starter, at))


def _tap(story: _Story, command: c.Tap, at: Ms) -> None:
    """One tap ends one move: it names the move, so that two phones never end two by mistake."""
    story.seat(command.seat)
    if command.move < story.state.move:
        _no(Refusal.MOVE_OVER)
    state = story.playing()
    if command.move > state.move:
        _no(Refusal.MOVE_NOT_BEGUN)
    if command.seat != state.turn:
        _no(Refusal.OTHER_SEAT)
    if state.held_by:
        _no(Refusal.PAUSED)
    if state.waits and not command.referee:
        _no(Refusal.WAITS_FOR_REFEREE)
    passed = command.passed and state.may_pass
    if state.last_moves == 0 or (passed and state.passes + 1 >= state.in_play):
        story.tell(e.GameEnded(_ending(state), at))
    else:
        reach = Ms(0 if command.came is None else max(0, command.came - at))
        following = state.after(state.turn)
        left = state.owed_to(following)
        story.tell(e.MoveEnded(state.turn, following, at, reach, passed, left))


def _ending(state: ClockState) -> Ending:
    """What the last move came after; both are counted alike."""
    return Ending.TIME_OVER if state.time_called else Ending.POOL_EMPTY


def _pause(story: _Story, command: c.Pause, at: Ms) -> None:
    # The whole hall can be held before a game begins; all else is about a game.
    if command.by is not Holder.HALL:
        story.playing()
    if command.by in story.state.held_by:
        _no(Refusal.PAUSED_ALREADY)
    story.tell(e.Paused(command.by, command.reason, at))


def _resume(story: _Story, command: c.Resume, at: Ms) -> None:
    # Whoever lets a table go on has agreed to what its phone brought, too.
    lifted = {Holder.TABLE, Holder.OUTAGE} if command.by is Holder.TABLE else {command.by}
    held = sorted(lifted & story.state.held_by)
    if not held:
        _no(Refusal.NOT_PAUSED)
    for by in held:
        story.tell(e.Resumed(by, at))


def _restart(story: _Story, number: int, at: Ms) -> None:
    """mp2023 L46–48: who was clicked at before the tile was drawn begins his move anew."""
    if number < story.state.move:
        _no(Refusal.MOVE_OVER)
    state = story.playing()
    if number > state.move:
        _no(Refusal.MOVE_NOT_BEGUN)
    if not state.times.restarts:
        _no(Refusal.RESTART_NOT_DUE)
    if state.waits:
        _no(Refusal.WAITS_FOR_REFEREE)
    # Before the first move nobody has clicked; and a move begins anew once.
    if not state.clicked:
        _no(Refusal.RESTART_ONCE)
    story.tell(e.MoveRestarted(state.turn, at))


def _announce(story: _Story, seat: Seat, at: Ms) -> None:
    story.seat(seat)
    if story.state.phase is Phase.READY:
        _announce_before_game(story, seat, at)
        return
    state = story.playing()
    if seat != state.turn:
        _no(Refusal.OTHER_SEAT)
    # Whose time is over has no move left in which to announce.
    if state.flagged:
        refuse(Violation(Refusal.ANNOUNCED_LATE, article="decision 23"))
    if state.announced.get(seat) == state.move:
        _no(Refusal.ANNOUNCED_ALREADY)
    story.tell(e.OpeningAnnounced(seat, at))


def _announce_before_game(story: _Story, seat: Seat, at: Ms) -> None:
    """mp2023 L99: with readiness one may announce the opening of one's first move."""
    if not story.state.times.announce_before_game:
        _no(Refusal.ANNOUNCED_IN_GAME)
    if seat in story.state.announced_before:
        _no(Refusal.ANNOUNCED_ALREADY)
    story.tell(e.OpeningAnnounced(seat, at))


def _correct_seat(story: _Story, command: c.CorrectSeat, at: Ms) -> None:
    _reason_given(command.reason)
    story.seat(command.seat)
    state = story.playing()
    if state.waits and not command.referee:
        _no(Refusal.WAITS_FOR_REFEREE)
    if command.seat in state.out:
        _no(Refusal.SEAT_OUT)
    # Fresh time for who is to move anyway is no correction: a referee gives it.
    if command.seat == state.turn and not command.referee:
        _no(Refusal.SEAT_ON_MOVE)
    left = None if command.seat == state.turn else state.rests.get(command.seat)
    owes = command.seat != state.turn and not command.referee
    story.tell(e.SeatCorrected(command.seat, command.reason, at, left, owes))


def _call_time(story: _Story, at: Ms) -> None:
    """Decision 13: the running move is finished, then one more move each, or nothing more."""
    state = story.playing()
    if state.time_called:
        _no(Refusal.TIME_CALLED_ALREADY)
    story.tell(e.TimeCalled(_moves_after_time(state), at))


def _take_time_back(story: _Story, at: Ms) -> None:
    """What an empty bank has left to play goes on; the game's own limit is nobody's slip."""
    state = story.playing()
    if not state.time_called or state.game_time_over:
        _no(Refusal.TIME_NOT_CALLED)
    left = None
    if state.bank is not None and not state.times.until_all_pass:
        left = state.in_play - (state.move - state.bank)
    story.tell(e.TimeTakenBack(left, at))


def _moves_after_time(state: ClockState) -> int:
    """Decision 13; last moves that have begun already go on as they are."""
    if not state.times.one_move_each:
        return 0
    return state.in_play if state.last_moves is None else state.last_moves


def _empty_bank(story: _Story, seat: Seat, at: Ms) -> None:
    """Decision 13: one more move each, who took the last tile comes last; or until all pass."""
    story.seat(seat)
    state = story.playing()
    if state.last_moves is not None or state.bank is not None:
        _no(Refusal.LAST_MOVES_ALREADY)
    passed = (
        Seat((seat + step) % state.seats) for step in range((state.turn - seat) % state.seats)
    )
    since = sum(one not in state.out for one in passed)
    last_moves = None if state.times.until_all_pass else state.in_play - since
    story.tell(e.BankEmptied(seat, state.move - since, last_moves, at))


def _refill_bank(story: _Story, at: Ms) -> None:
    state = story.playing()
    if state.bank is None or state.time_called:
        _no(Refusal.BANK_NOT_EMPTY)
    story.tell(e.BankRefilled(at))


def _add_time(story: _Story, command: c.AddTime, at: Ms) -> None:
    _reason_given(command.reason)
    state = story.playing()
    if not 1 <= command.seconds <= _MOST_SECONDS:
        refuse(Violation(Refusal.SECONDS, facts={"most": _MOST_SECONDS}))
    story.tell(e.TimeAdded(state.turn, command.seconds, command.reason, at))


def _see_racks(story: _Story, seat: Seat, at: Ms) -> None:
    story.seat(seat)
    if story.state.phase is not Phase.OVER:
        _no(Refusal.GAME_NOT_OVER)
    if seat in story.state.seen:
        _no(Refusal.SEEN_ALREADY)
    story.tell(e.RacksSeen(seat, at))


def _next_game(story: _Story, command: c.NextGame, at: Ms) -> None:
    state = story.state
    if state.phase is not Phase.OVER:
        _no(Refusal.GAME_NOT_OVER)
    if state.game >= state.times.games:
        _no(Refusal.NO_MORE_GAMES)
    if len(state.seen - state.out) < state.in_play and not command.referee:
        _no(Refusal.NOT_ALL_SEEN)
    starter = command.starter
    if starter is None:
        rotates = state.times.starter_rotates
        starter = state.after(state.starter) if rotates else state.starter
    story.seat(starter)
    story.tell(e.NextGameReady(starter, at))


def _follow_results(story: _Story, command: c.FollowResults, at: Ms) -> None:
    """Whoever has typed a result has finished that game, however its clock stands."""
    state = story.state
    story.seat(command.starter)
    if not 0 <= command.games <= state.times.games:
        _no(Refusal.NO_MORE_GAMES)
    if not state.is_behind(command.games) and not state.starts_otherwise(*_next(command)):
        _no(Refusal.GAME_NOT_OVER)
    story.tell(e.ResultsFollowed(command.games, command.starter, at))


def _next(command: c.FollowResults) -> tuple[int, Seat]:
    return command.games, command.starter


def _reason_given(reason: str) -> None:
    if not says_something(reason):
        _no(Refusal.REASON)


def _no(code: Refusal) -> NoReturn:
    refuse(Violation(code))
