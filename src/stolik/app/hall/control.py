"""What the organiser can do with a whole hall: pure, as a core is.

event = start_clock(state, round, minutes, at)     # or raises Refused
state = evolve(state, event)
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from typing import assert_never

from stolik.app.hall import events as e
from stolik.app.hall.codes import Refusal
from stolik.free_text import says_something
from stolik.refusal import Violation, refuse

_MOST_MINUTES = 600
_MOST_SECONDS = 600
_MINUTE = 60_000
MOST_CALLS = 5  # withdrawn by one player of a table, in so many minutes; then he has to wait
_CALLS_MINUTES = 10


@dataclass(frozen=True, slots=True)
class HallState:
    """`left` is what the round had at `since`; it counts down from there while its clock runs."""

    version: int = 0
    round: int = 0  # whose time it is; 0: none yet
    left: int = 0
    since: int = 0
    time_called: e.TimeCalled | None = None
    taken_back: e.TimeCalled | None = None  # a call that was a slip, until the next one
    paused: int = 0  # the round all clocks of which stand
    pause_reason: str = ""
    break_ends: int | None = None
    call: e.ResultsCalled | None = None
    waiting: tuple[e.RefereeCalled, ...] = ()  # every caller, the longest first
    withdrawn: tuple[e.CallWithdrawn, ...] = ()  # lately
    contradicted: tuple[e.SheetContradicted, ...] = ()  # sheets that differ from what counts
    extended: e.MovesExtended | None = None  # the last one
    extended_by: int = 0  # the number of its event
    online: Mapping[tuple[int, int], e.OnlineTable] = field(default_factory=dict)
    # Every table ever set online for a place, the last one too.
    settings: Mapping[tuple[int, int], tuple[e.OnlineTable, ...]] = field(default_factory=dict)
    shown: e.TableShown | None = None  # the table the organiser has picked for the screen
    scene: e.ScenePicked | None = None  # what the screen was told to show

    @property
    def runs(self) -> bool:
        """Whether the time of the round passes."""
        return bool(self.round) and self.time_called is None and self.paused != self.round

    def left_at(self, now: int) -> int:
        """Milliseconds left to the round."""
        return self.left - (now - self.since if self.runs else 0)

    @property
    def due(self) -> int | None:
        """When the time of the round is over."""
        return self.since + self.left if self.runs else None

    def calls_of(self, number: int) -> tuple[e.RefereeCalled, ...]:
        """The tables of a round that wait for a referee: each by its first call."""
        first: dict[int, e.RefereeCalled] = {}
        for call in self.waiting:
            if call.round == number:
                first.setdefault(call.table, call)
        return tuple(first.values())

    @property
    def callers(self) -> Set[tuple[int, int, int | None]]:
        """Round, table and entrant of everybody who waits for a referee."""
        return {(call.round, call.table, call.entrant) for call in self.waiting}

    def shown_of(self, number: int) -> int | None:
        """The table of a round that was picked for the screen; None: none."""
        return self.shown.table if self.shown and self.shown.round == number else None

    def break_left(self, now: int) -> int | None:
        """Milliseconds left of the break; None when there is none."""
        if self.break_ends is None or self.break_ends <= now:
            return None
        return self.break_ends - now


def evolve(state: HallState, event: e.Event) -> HallState:
    """The state after one more event. Total; it never refuses."""
    return replace(_changed(state, event), version=state.version + 1)


def _changed(state: HallState, event: e.Event) -> HallState:  # noqa: C901 - a table, no tangle
    match event:
        case e.RoundClockStarted(number, minutes, at):
            left = minutes * _MINUTE
            fresh = replace(state, round=number, left=left, since=at, time_called=None)
            return replace(fresh, break_ends=None, call=None, scene=None, taken_back=None)
        case e.RoundClockExtended(minutes=minutes):
            return replace(state, left=state.left + minutes * _MINUTE)
        case e.MovesExtended():
            return replace(state, extended=event, extended_by=state.version + 1)
        case e.RoundPaused(number, reason, at):
            counted = replace(state, left=state.left_at(at), since=at)
            return replace(counted, paused=number, pause_reason=reason)
        case e.RoundResumed(at=at):
            counted = replace(state, left=state.left_at(at), since=at)
            return replace(counted, paused=0, pause_reason="")
        case e.TimeCalled(at=at):
            called = replace(state, time_called=event, taken_back=None)
            return replace(called, left=max(0, state.left_at(at)), since=at)
        case e.TimeCallTakenBack(at=at):
            return replace(state, time_called=None, taken_back=state.time_called, since=at)
        case e.BreakBegan(minutes, at):
            return replace(state, break_ends=at + minutes * _MINUTE)
        case e.BreakEnded():
            return replace(state, break_ends=None)
        case e.ResultsCalled():
            return replace(state, call=event)
        case e.TablesSetOnline(number, tables):
            set_now = {(number, table.table): table for table in tables}
            every = {at: (*state.settings.get(at, ()), table) for at, table in set_now.items()}
            settings = {**state.settings, **every}
            fresh = replace(state, online={**state.online, **set_now}, settings=settings)
            return _not_called(fresh, number, set_now.keys())
        case e.RefereeCalled():
            return replace(state, waiting=(*state.waiting, event))
        case e.CallWithdrawn(entrant=int()):
            return _withdrawn(state, event)
        case e.RefereeCame(number, table) | e.CallWithdrawn(number, table):
            others = (c for c in state.waiting if (c.round, c.table) != (number, table))
            return replace(state, waiting=tuple(others))
        case e.TableShown():
            return replace(state, shown=event if event.table else None)
        case e.ScenePicked():
            return replace(state, scene=event if event.scene else None)
        case e.SheetContradicted():
            return replace(state, contradicted=(*state.contradicted, event))
        case _:
            assert_never(event)


def _not_called(state: HallState, number: int, places: Set[tuple[int, int]]) -> HallState:
    """What was called was a game at the clock there; the one online begins only now."""

    def left(call: e.TimeCalled | None) -> e.TimeCalled | None:
        if call is None or call.round != number:
            return call
        return replace(call, games=tuple(g for g in call.games if (number, g[0]) not in places))

    return replace(state, time_called=left(state.time_called), taken_back=left(state.taken_back))


def _withdrawn(state: HallState, event: e.CallWithdrawn) -> HallState:
    """Who called besides still waits."""
    gone = (event.round, event.table, event.entrant)
    left = tuple(c for c in state.waiting if (c.round, c.table, c.entrant) != gone)
    lately = tuple(one for one in state.withdrawn if _is_lately(one, event.at))
    return replace(state, waiting=left, withdrawn=(*lately, event))


def _is_lately(one: e.CallWithdrawn, now: int) -> bool:
    return now - one.at < _CALLS_MINUTES * _MINUTE


def start_clock(state: HallState, number: int, minutes: int, at: int) -> e.RoundClockStarted:
    """The round begins; a break that was still on is over."""
    _minutes(minutes)
    if state.round == number and state.time_called is None:
        refuse(Violation(Refusal.ROUND_CLOCK_RUNS, facts={"round": number}))
    return e.RoundClockStarted(number, minutes, at)


def extend_clock(
    state: HallState, number: int, *, minutes: int, reason: str, at: int
) -> e.RoundClockExtended:
    """More time for the round."""
    _minutes(minutes)
    _reason(reason)
    _has_time(state, number)
    return e.RoundClockExtended(number, minutes, reason, at)


def extend_moves(number: int, *, seconds: int, reason: str, at: int) -> e.MovesExtended:
    """More time for every move that is running."""
    _reason(reason)
    if not 1 <= seconds <= _MOST_SECONDS:
        refuse(Violation(Refusal.SECONDS, facts={"most": _MOST_SECONDS}))
    return e.MovesExtended(number, seconds, reason, at)


def pause(state: HallState, number: int, *, reason: str, at: int) -> e.RoundPaused:
    """All clocks of the round stand: an alarm, an announcement, a power cut."""
    _reason(reason)
    if state.paused:
        refuse(Violation(Refusal.PAUSED_ALREADY, facts={"round": state.paused}))
    return e.RoundPaused(number, reason, at)


def resume(state: HallState, number: int, at: int) -> e.RoundResumed:
    """They go on."""
    if state.paused != number:
        refuse(Violation(Refusal.NOT_PAUSED, facts={"round": number}))
    return e.RoundResumed(number, at)


def call_time(
    state: HallState, number: int, games: tuple[tuple[int, int], ...], at: int
) -> e.TimeCalled:
    """The time is over: these games come to their last moves."""
    _has_time(state, number)
    return e.TimeCalled(number, games, at)


def take_time_back(state: HallState, number: int, at: int) -> e.TimeCallTakenBack:
    """The end was called by mistake; a round whose time is really over needs more of it."""
    if state.round != number or state.time_called is None:
        refuse(Violation(Refusal.TIME_NOT_CALLED, facts={"round": number}))
    if not state.left:
        refuse(Violation(Refusal.TIME_RAN_OUT, facts={"round": number}))
    return e.TimeCallTakenBack(number, at)


def begin_break(minutes: int, at: int) -> e.BreakBegan:
    """A countdown to the next round."""
    _minutes(minutes)
    return e.BreakBegan(minutes, at)


def end_break(state: HallState, at: int) -> e.BreakEnded:
    """Go on earlier."""
    if state.break_left(at) is None:
        refuse(Violation(Refusal.NO_BREAK))
    return e.BreakEnded(at)


def call_results(number: int, owing: tuple[int, ...], at: int) -> e.ResultsCalled:
    """Call the tables that owe a result."""
    if not owing:
        refuse(Violation(Refusal.NOTHING_MISSING, facts={"round": number}))
    return e.ResultsCalled(number, owing, at)


def call_referee(
    state: HallState, number: int, table: int, at: int, entrant: int | None = None
) -> e.RefereeCalled:
    """Somebody at a table asks for a referee; once each is enough."""
    if (number, table, entrant) in state.callers:
        refuse(Violation(Refusal.REFEREE_CALLED, facts={"table": table}))
    before = [one for one in state.withdrawn if one.entrant == entrant and _is_lately(one, at)]
    if entrant is not None and len(before) >= MOST_CALLS:
        facts = {"most": MOST_CALLS, "minutes": _CALLS_MINUTES}
        refuse(Violation(Refusal.CALLS_MANY, facts=facts))
    return e.RefereeCalled(number, table, at, entrant)


def referee_came(
    state: HallState, number: int, table: int, at: int, entrant: int | None = None
) -> e.RefereeCame | e.CallWithdrawn:
    """The table need not wait any longer: a referee says so; an entrant withdraws his own call."""
    callers = [c.entrant for c in state.waiting if (c.round, c.table) == (number, table)]
    if not callers:
        refuse(Violation(Refusal.REFEREE_NOT_CALLED, facts={"table": table}))
    if entrant is None:
        return e.RefereeCame(number, table, at)
    if entrant not in callers:
        refuse(Violation(Refusal.CALL_NOT_YOURS))
    return e.CallWithdrawn(number, table, at, entrant)


def contradict(state: HallState, sheet: e.SheetContradicted, at: int) -> e.SheetContradicted:
    """Another result than the one that counts; once per player is enough to send a referee."""
    told = ((s.round, s.table, s.game, s.by) for s in state.contradicted)
    if (sheet.round, sheet.table, sheet.game, sheet.by) in told:
        refuse(Violation(Refusal.SHEETS_DIFFER, facts={"game": sheet.game}))
    return replace(sheet, at=at)


def _has_time(state: HallState, number: int) -> None:
    if state.round != number:
        refuse(Violation(Refusal.NO_ROUND_CLOCK, facts={"round": number}))
    if state.time_called is not None:
        refuse(Violation(Refusal.TIME_CALLED_ALREADY, facts={"round": number}))


def _minutes(minutes: int) -> None:
    if not 1 <= minutes <= _MOST_MINUTES:
        refuse(Violation(Refusal.MINUTES, facts={"most": _MOST_MINUTES}))


def _reason(reason: str) -> None:
    if not says_something(reason):
        refuse(Violation(Refusal.REASON))
