"""The house's part at a table: flags that fall, bots that move, seats that have gone."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from stolik.app.ports import NotRead, NotSaved
from stolik.app.streams.chain import Rot
from stolik.app.tables import messages as m
from stolik.app.tables.codes import NoticeCode, Refusal
from stolik.app.tables.dealing_room import DealingRoom
from stolik.app.tables.eyes import take_eyes
from stolik.app.tables.house import Alarm, Connection
from stolik.app.tables.play import Due
from stolik.app.tables.recorded import Recorded
from stolik.app.tables.room import Room
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer

BY_BOT, BY_CLOCK = "bot", "clock"
# Another node has the mover's connection and his draft: its flag comes first.
_GRACE_MS = 1000
_AGAIN_S = 1.0
_TRIPS = 3
# A practice table that must not write waits: whoever looks at once would look for ever.
_NO_BUDGET = frozenset({Refusal.PRACTICE_PACE, Refusal.PRACTICE_FULL})
_NO_BUDGET_S = 30.0


class Host:
    """Looks after one room of this node."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.play = room.play
        self.dealing = DealingRoom(room, self._spawn)
        self.kept_running: bool | None = None  # what the store is known to say of this table
        self.on_told: Callable[[Sequence[Recorded]], None] = lambda _: None
        self._alarm: Alarm | None = None
        self._alarm_at = 0  # the service time it was set for
        self._bot_alarm: Alarm | None = None
        self._bot_thinks = False
        self._lag_ms = 0
        self._ping: tuple[int, int | None] = (0, None)  # its number, when it was sent
        self._trips: dict[Seat, deque[int]] = {}  # how long each seat's last answers took
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        room.on_told = self._after
        room.on_present = self.dealing.look
        room.audience.on_presence = self._set_alarm
        room.audience.on_strange = self._meet
        self._meeting: set[tuple[int, str]] = set()

    async def open(self) -> None:
        """Take up the table as its stream left it."""
        await self.room.catch_up()
        await self.dealing.open()
        self.look()

    def look(self) -> None:
        """See what is due next, and be back by then."""
        self._set_alarm()
        self._set_bot_alarm()
        self.dealing.look()

    def changed(self) -> None:
        """The table is set otherwise: a bot may sit in, a seat may have another time."""
        self.play.forget_bots()
        self.look()
        self.room.audience.seated()

    def close(self) -> None:
        """Leave the table; its clock goes on where it is opened again."""
        self._closed = True
        for alarm in (self._alarm, self._bot_alarm):
            if alarm:
                alarm.cancel()
        self.dealing.close()
        for task in self._tasks:
            task.cancel()
        for connection in tuple(self.room.audience.connections):
            connection.close(NoticeCode.SERVER_STOPS)

    def pong(self, seat: Seat, number: int) -> None:
        """The mover's device has answered: this is how long his line takes.

        Its first answer counts, and the quickest of the last ones: who held one back now has
        shown before what the line can do.
        """
        n, sent = self._ping
        if number == n and sent is not None and seat == self.room.table.state.turn:
            self._ping = (n, None)
            trips = self._trips.setdefault(seat, deque(maxlen=_TRIPS))
            trips.append(self.room.house.clock.now() - sent)
            self._lag_ms = min(trips)  # the alarm looks at it when it rings

    async def on_time(self) -> None:
        """Somebody asks for something: what fell due before is told first, whoever is faster."""
        deadline = self.room.table.clock.deadline
        if deadline is not None and deadline <= self.room.house.clock.now() and self._due_now():
            await self._guarded(self._fall_due)

    def _after(self, told: Sequence[Recorded]) -> None:
        if self.play.begins_turn(told):
            self._lag_ms = 0
            self._send_ping()
            self._ask_referee()
        self.dealing.learn(told)
        self.look()
        self.on_told(told)

    def _meet(self, connection: Connection) -> None:
        """A device with a seat's eyes that nobody knows of: all are told, then it is shown all."""
        seat, device = connection.viewer.seat, connection.device
        assert seat is not None
        if (seat, device) in self._meeting:
            return
        self._meeting.add((seat, device))

        async def meet() -> None:
            try:
                await take_eyes(self.room, seat, device)
            finally:
                self._meeting.discard((seat, device))
            self.room.audience.met(seat, device)

        self._spawn(meet)

    def _send_ping(self) -> None:
        to = self._connections_of(self.room.table.state.turn)
        if to and self.play.is_playing:
            self._ping = (self._ping[0] + 1, self.room.house.clock.now())
            self.room.audience.say(m.Ping(self._ping[0]), to)

    def _ask_referee(self) -> None:
        if self.play.wants_referee(self.room.audience.present()):
            self.room.audience.notice(NoticeCode.REFEREE_ASKED)

    # --- the clock ---------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        due = self._next_due()
        at = due.at + self._grace_ms() if due else None
        if self._alarm and at is not None and self._alarm_at <= at:
            return  # it comes in time and looks again: most moves put the flag off
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        if at is not None:
            house = self.room.house
            wait_ms = max(at - house.clock.now(), 0)
            self._alarm, self._alarm_at = house.later(wait_ms / 1000, self._ring), at

    def _ring(self) -> None:
        self._alarm = None
        self._spawn(self._fall_due)

    async def _fall_due(self) -> None:
        due = self._due_now()
        if due:
            # Time may be added, or the turn begun anew, while this waits for its turn to be kept.
            note = self.play.flag_note(self._lag_ms)
            await self.room.do(
                due.command, by=BY_CLOCK, note=note, still=lambda: self._due_now() == due
            )
        else:
            self._set_alarm()  # the clock had stood still, or somebody was faster

    def _next_due(self) -> Due | None:
        return self.play.next_due(self._lag_ms, self.room.audience.presence())

    def _due_now(self) -> Due | None:
        due = self._next_due()
        return due if due and due.at + self._grace_ms() <= self.room.house.clock.now() else None

    def _grace_ms(self) -> int:
        here = self.room.house.is_alone or self._connections_of(self.room.table.state.turn)
        return 0 if here else _GRACE_MS

    # --- bots --------------------------------------------------------------------------------

    def _set_bot_alarm(self) -> None:
        seat = self.play.bot_to_act()
        if self._bot_alarm:
            self._bot_alarm.cancel()
        house = self.room.house
        self._bot_alarm = None
        if seat is not None:
            self._bot_alarm = house.later(house.bot_delay_s, lambda: self._spawn(self._bot_acts))

    async def _bot_acts(self) -> None:
        seat = self.play.bot_to_act()
        if seat is None or self._bot_thinks:
            return
        after = self.room.table.seq
        self._bot_thinks = True
        try:
            command = await self.room.thought(lambda: self.play.bot_command(seat))
        finally:
            self._bot_thinks = False
        await self.room.do(command, by=f"{BY_BOT} {seat}", after=after)

    # --- tasks -------------------------------------------------------------------------------

    def _connections_of(self, seat: Seat) -> list[Connection]:
        viewer = Viewer(Role.SEAT, seat)
        return [c for c in self.room.audience.connections if c.viewer == viewer]

    def _spawn(self, work: Callable[[], Awaitable[None]]) -> None:
        if self._closed:  # what was being written when it was left is not followed by more
            return
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """A broken invariant stops this table, never the tournament."""
        try:
            await work()
        except Refused as refused:
            if {each.code for each in refused.violations} & _NO_BUDGET:
                self.room.house.later(_NO_BUDGET_S, self.look)
            else:
                self.look()  # somebody was faster; what is due now may be something else
        except (NotSaved, NotRead):
            self.room.house.later(_AGAIN_S, self.look)
        except (Rot, Exception) as fault:
            self.room.house.on_fault(self.room.table.setup.stream, fault)
            for connection in tuple(self.room.audience.connections):
                connection.close(NoticeCode.TABLE_DAMAGED)
