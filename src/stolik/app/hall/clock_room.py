"""The clock of one table in the hall, and every phone that shows it.

    a tap ─▶ decide ─▶ append (on disk) ─▶ acknowledge, show every phone

A phone that was cut off runs on and sends its taps later, with how long ago each was made. That
counts within what this node saw of the phone, and within what the clock allows: milliseconds. A
table whose phone says much more is held until it agrees to go on (docs/decisions/0005).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from stolik.app.hall.clock_measure import OF_A_SEAT, Measure
from stolik.app.hall.codes import Refusal
from stolik.app.hall.log import EventLog
from stolik.app.hall.sight import Sights
from stolik.app.ports import Appended, CommandId, NotRead, NotSaved, Stream
from stolik.app.streams.errand import Allowed, Errand, always
from stolik.app.tables.house import Alarm, House
from stolik.app.tasks import Tasks
from stolik.refusal import Refused, Violation, refuse
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock.codes import Refusal as Clock_
from stolik.table_clock.engine import decide, evolve, replay
from stolik.table_clock.events import Event
from stolik.table_clock.state import ClockState, Holder, Ms, Phase, Times

KIND = "clock"
BY_CLOCK = "clock"
# Many times what a round needs; a referee can still set the clock right.
MOST_EVENTS = 20_000
# A phone that has come back gets this long to send what it could not, before a flag is looked for.
_GRACE_S = 2.0
# Taps that say they waited longer than this without a line, and nobody saw it: the table decides.
_DOUBT_MS = 10_000
_AGAIN_S = 1.0
# Two taps on two phones nearer than this are meant for the same move.
_HANDS_APART_MS = 400


class Phone(Protocol):
    """Somebody who looks at the clock. Sending never waits."""

    def send(self, message: bytes) -> None:
        """Pass a message on."""
        ...


@dataclass(frozen=True, slots=True)
class ClockPlace:
    """Which clock it is, and whom it is for."""

    tournament: str
    round: int
    table: int
    seats: tuple[int, ...]  # entrants, in seat order

    @property
    def stream(self) -> Stream:
        """The clock's events."""
        return Stream(f"{KIND}/{self.tournament}/{self.round}/{self.table}")


Make = Callable[[Ms], c.Command]


class ClockRoom:
    """Everything that happens at one clock goes through here."""

    def __init__(
        self,
        place: ClockPlace,
        house: House,
        *,
        times: Callable[[], Times],
        is_held: Callable[[], bool],
        out: Callable[[int], tuple[Seat, ...]] = lambda _: (),
        starter: Callable[[int], Seat] = lambda _: Seat(0),
        played: Callable[[], int] = lambda: 0,
    ) -> None:
        self.place = place
        self.state = ClockState()
        self.phones: list[Phone] = []  # of those who may touch the clock
        self.watchers: list[Phone] = []
        self._house = house
        self._times = times
        self._out = out  # who is no part of a game, by its number
        self._starter = starter  # who starts it
        self._played = played  # how many games have their results
        self._is_held = is_held  # whether the whole round stands
        self._measure = Measure()
        self._log: EventLog[Event] = EventLog(
            place.stream, Event, house, self._believe, self._begin_anew, self._measure.heard
        )
        self._tasks = Tasks(place.stream, house.on_fault)
        self._alarm: Alarm | None = None
        self._not_before = 0.0  # of the service clock: no flag is looked for until then
        self._sights = Sights(house.clock.now(), alone=house.is_alone)
        self._tapped: tuple[Phone, float] | None = None  # by which phone, and when it was made
        self._doubt: Alarm | None = None

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._log.seq

    async def open(self) -> None:
        """Take the clock up as its stream left it."""
        await self._log.runner.catch_up()

    async def catch_up(self) -> None:
        """Learn what other nodes have written."""
        await self._log.runner.catch_up()

    async def forget(self) -> None:
        """If words were erased: know the clock only as its log tells it now."""
        await self._log.runner.forget()

    async def do(
        self,
        make: Make,
        *,
        by: str,
        command: CommandId | None = None,
        ago_ms: int = 0,
        phone: Phone | None = None,
        allowed: Allowed = always,
    ) -> Appended:
        """Carry out a command: it is on disk when this returns.

        A phone may say how long ago it was made; only of a tap that counts, and only so far.
        """
        if self.seq >= MOST_EVENTS and by.startswith(OF_A_SEAT):
            refuse(Violation(Refusal.CLOCK_FULL, facts={"most": MOST_EVENTS}))
        doubtful: list[bool] = []

        def decided() -> Sequence[Event]:
            now = Ms(self._house.clock.now())
            first = self._set_up(now)
            state, asked = replay(first, self.state), make(now)
            if isinstance(asked, c.NextGame):
                asked = replace(asked, starter=self._starter(state.game + 1))
            if isinstance(asked, c.Tap) and ago_ms and phone is not None:
                earliest = self._sights.earliest(phone, ago_ms, now)
                asked = replace(asked, at=Ms(earliest), came=now)
                doubtful[:] = [self._is_doubtful(state, phone, ago_ms, now)]
            if isinstance(asked, c.Tap) and phone is not None:
                self._demand_one_hand(phone, asked.at)
            told = decide(state, asked)
            self._measure.demand(told, by)
            if isinstance(asked, c.Tap) and phone is not None:
                self._tapped = (phone, asked.at)
            return (*first, *told)

        note = {"ago_ms": ago_ms} if ago_ms else None
        done = await self._log.do(decided, Errand(by, command, allowed), note=note)
        if any(doubtful):
            self._doubt_soon()
        return done

    def _demand_one_hand(self, phone: Phone, made: float) -> None:
        """Two phones at a table, two hands at once: one tap ends one move."""
        if self._tapped is None:
            return
        other, before = self._tapped
        if other is not phone and abs(made - before) < _HANDS_APART_MS:
            refuse(Violation(Clock_.MOVE_OVER))

    async def status(self, commands: Sequence[CommandId], by: str) -> dict[str, dict[str, Any]]:
        """What became of somebody's commands whose answer was lost on the way."""
        return await self._log.runner.fates(commands, by)

    def join(self, phone: Phone, who: str = "") -> None:
        """A phone looks in, or has come back with what it could not send."""
        now = self._house.clock.now()
        # Where another phone is at the table, nobody puts a flag off by coming again and again.
        if not self.phones:
            self._not_before = now + _GRACE_S * 1000
        self.phones.append(phone)
        self._sights.came(phone, who, now)
        phone.send(self._house.encode(self.shown()))
        self._set_alarm()

    def heard(self, phone: Phone) -> None:
        """A phone has said something, if only that it is there."""
        self._sights.heard(phone, self._house.clock.now())

    def watch(self, screen: Phone) -> None:
        """A screen looks on. No flag is looked for on its account: it has no taps to bring."""
        self.watchers.append(screen)
        screen.send(self._house.encode(self.shown(watched=True)))

    def leave(self, phone: Phone) -> None:
        """A phone has gone; it runs on by itself, and so does the clock."""
        for here in (self.phones, self.watchers):
            if phone in here:
                here.remove(phone)
        self._sights.went(phone)

    def close(self) -> None:
        """Leave the clock; it goes on where it is opened again."""
        for alarm in (self._alarm, self._doubt):
            if alarm:
                alarm.cancel()

    def shown(self, *, watched: bool = False) -> dict[str, Any]:
        """The clock as its phones see it; who needs more time is nothing for those who look on."""
        now = Ms(self._house.clock.now())
        # One that nobody has touched shows what it would be set to.
        state = replay(self._set_up(now), self.state)
        place, used, times = self.place, state.used_at(now), state.times
        return {
            "t": "clock",
            "seq": self.seq,
            "now": now,
            "tournament": place.tournament,
            "round": place.round,
            "table": place.table,
            "phase": state.phase,
            "game": state.game,
            "games": times.games,
            "starter": state.starter,
            "turn": state.turn,
            "move": state.move,
            "running": state.runs,
            "left_ms": state.left_at(now),
            "move_ms": times.move,
            "held_by": sorted(state.held_by),
            "flagged": state.flagged,
            "waits": state.waits,
            "time_called": state.time_called,
            "game_ms": times.game,
            "game_left_ms": state.game_left_at(now) if times.game else None,
            "game_time_over": state.game_time_over,
            "one_move_each": times.one_move_each,
            "bank_empty": state.bank is not None,
            "may_pass": state.may_pass,
            "until_all_pass": times.until_all_pass,
            "passes": state.passes,
            "may_restart": times.restarts and state.clicked,
            "announce_before_game": times.announce_before_game,
            "last_moves": state.last_moves,
            "ending": state.ending,
            "seats": [
                {
                    "entrant": entrant,
                    "percent": 100 if watched else times.percents[seat],
                    "used_ms": used.get(Seat(seat), 0),
                    "flags": state.flags.get(Seat(seat), 0),
                    "announced": Seat(seat) in state.announced,
                    "announced_before": Seat(seat) in state.announced_before,
                    "seen": Seat(seat) in state.seen,
                    "out": Seat(seat) in state.out,
                }
                for seat, entrant in enumerate(place.seats)
            ],
        }

    def _set_up(self, at: Ms) -> tuple[Event, ...]:
        """The first thing at a clock: it is set, and stands if the whole round does."""
        if self.state.phase is not Phase.NOT_SET:
            return ()
        games, times = self._played(), self._times()
        told = decide(self.state, c.SetUp(times, self._starter(1), at))
        if games:
            follow = c.FollowResults(games, self._starter(min(games + 1, times.games)), at)
            told += decide(replay(told, self.state), follow)
        if out := self._out(min(games + 1, times.games)):
            told += decide(replay(told, self.state), c.SetOut(out, at))
        if self._is_held():
            told += decide(replay(told, self.state), c.Pause(Holder.HALL, "", at))
        return told

    def _begin_anew(self) -> None:
        self.state = ClockState()
        self._measure.forget()

    def _believe(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        for here, watched in ((self.phones, False), (self.watchers, True)):
            message = self._house.encode(self.shown(watched=watched)) if here else b""
            for phone in tuple(here):
                phone.send(message)
        self._set_alarm()

    # --- what nobody saw ---------------------------------------------------------------------

    def _is_doubtful(self, state: ClockState, phone: Phone, ago_ms: int, now: Ms) -> bool:
        """Whether a phone without a line says what would change much, and nobody saw it."""
        if not self._sights.was_away(phone, ago_ms, now):
            return False
        flag = state.flagged or (state.deadline is not None and state.deadline <= now)
        return ago_ms >= _DOUBT_MS or flag

    def _doubt_soon(self) -> None:
        """Hold the clock once the phone has brought all of its taps."""
        if self._doubt is None:
            self._doubt = self._house.later(_GRACE_S, lambda: self._tasks.spawn(self._hold))

    async def _hold(self) -> None:
        self._doubt = None
        with suppress(Refused, NotSaved, NotRead):  # the game is over, or it stands already
            await self.do(lambda at: c.Pause(Holder.OUTAGE, "", at), by=BY_CLOCK)

    # --- the flag, and the end of the game's time ---------------------------------------------

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        due = self._due()
        self._alarm = None
        if due is not None:
            wait_s = max(0.0, due - self._house.clock.now()) / 1000
            self._alarm = self._house.later(wait_s, lambda: self._tasks.spawn(self._fall))

    def _due(self) -> float | None:
        """When to look for one: while a phone is here. One that is cut off may have tapped."""
        due = self.state.due
        if due is None or not self.phones:
            return None
        return max(float(due), self._not_before)

    async def _fall(self) -> None:
        due = self._due()
        if due is None:
            return
        if due > self._house.clock.now():
            self._set_alarm()
            return
        try:
            await self.do(c.Tick, by=BY_CLOCK)
        except Refused:
            self._set_alarm()
        except (NotSaved, NotRead):
            self._alarm = self._house.later(_AGAIN_S, self._set_alarm)
