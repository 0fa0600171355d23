"""A hall clock with an honest phone and a forging one, and a count of the truth beside it."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stolik.adapters.web.sockets import clock_messages as messages
from stolik.app.hall.clock_room import ClockRoom
from stolik.app.ports import CommandId
from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.table_clock.state import Ms, Phase
from tests.app.hall.venue import Screen, Venue

MOVE_MS = 40_000
DAY_MS = 86_400_000


class Phone:
    """A phone at the clock as the server has it: its login, and a line that is opened anew."""

    def __init__(self, room: ClockRoom, entrant: int) -> None:
        self.room, self.entrant = room, entrant
        self._sent = 0
        self.connect()

    def connect(self) -> None:
        """Open a line, the one before broken or not."""
        self.line = Screen()
        self.room.join(self.line, f"login {self.entrant}")

    def drop(self) -> None:
        self.room.leave(self.line)

    async def say(self, t: str, **more: Any) -> str:
        """Send a message; its id. What is refused has no effect."""
        self._sent += 1
        id_ = more.pop("id", f"{self.entrant:016x}{self._sent:016x}")
        ask = messages.read_message(json.dumps({"t": t, "id": id_, **more}))
        assert isinstance(ask, messages.Ask)
        self.room.heard(self.line)
        with suppress(Refused):
            await self.room.do(
                lambda at: messages.command_for(ask, at, referee=False),
                by=f"player {self.entrant}",
                command=CommandId(id_),
                ago_ms=ask.ago_ms,
                phone=self.line,
            )
        return id_

    def beat(self) -> None:
        self.room.heard(self.line)


@dataclass
class Count:
    """How long each seat's time ran by the wall of the hall, and what it was charged for."""

    truth: dict[Seat, float] = field(default_factory=dict)
    charged: dict[Seat, int] = field(default_factory=dict)
    move_gain: int = 0  # the most one tap gained
    late_flags: int = 0  # moves longer than their time without a flag

    def gain(self, seat: Seat) -> float:
        return self.truth.get(seat, 0) - self.charged.get(seat, 0)


class HallTable:
    """Time passes only here: what runs meanwhile is written down as everybody can see it."""

    def __init__(self, venue: Venue, room: ClockRoom) -> None:
        self.venue, self.room = venue, room
        self.honest, self.forger = (Phone(room, entrant) for entrant in room.place.seats[:2])
        self.seat = Seat(1)  # the forger's
        self.count = Count()
        self._move = (0, 0.0)  # its number, how long it has run in truth
        self.used_ids: list[tuple[str, dict[str, Any]]] = []

    @classmethod
    async def set(cls) -> "HallTable":
        venue = Venue()
        await venue.tournament()
        table = cls(venue, await venue.clock())
        await table.wait(2500)
        await table.honest.say("start", ago_ms=0)
        return table

    async def wait(self, ms: int) -> None:
        """Small steps: a flag or a hold in between changes whose time it is."""
        while ms > 0:
            step = min(ms, 250)
            before = self.room.state
            await self.venue.node.wait(step / 1000)
            self.honest.beat()
            ms -= step
            if before.runs:
                turn = before.turn
                self.count.truth[turn] = self.count.truth.get(turn, 0) + step
                number, ran = self._move
                self._move = (before.move, (ran if number == before.move else 0) + step)

    async def tap(self, phone: Phone, ago_ms: int = 0, **more: Any) -> None:
        """The seat to move ends its move by this phone."""
        state, now = self.room.state, self.room._house.clock.now()
        asked = {"seat": int(state.turn), "move": state.move, "ago_ms": ago_ms, **more}
        id_ = await phone.say("tap", **asked)
        self.used_ids.append((id_, asked))
        after = self.room.state
        if after.move == state.move + 1 and state.runs:
            self.count.move_gain = max(self.count.move_gain, now - after.since)
            number, ran = self._move
            fell = after.flags.get(state.turn, 0) > self._flags_before(state)
            if number == state.move and ran > MOVE_MS + 250 and not fell and not state.flagged:
                self.count.late_flags += 1

    @staticmethod
    def _flags_before(state: Any) -> int:
        return state.flags.get(state.turn, 0)

    def closed(self) -> Count:
        """The game as it stands: what everybody was charged for."""
        state = self.room.state
        now = Ms(self.room._house.clock.now())
        self.count.charged = {s: int(ms) for s, ms in state.used_at(now).items()}
        return self.count


# --- tricks: what a forging phone does in a move of its own ---------------------------------------


async def _says_long_ago(table: HallTable, chance: Random) -> None:
    """Connected all the time, and yet it says that it tapped long ago."""
    await table.wait(chance.randrange(1, 39) * 1000)
    await table.tap(table.forger, chance.choice((200, 5_000, 38_000, 180_000, DAY_MS)))


async def _drops_and_returns(table: HallTable, chance: Random) -> None:
    """Without a line while it thinks; back to tap, as it says, at the beginning of its move."""
    table.forger.drop()
    thought = chance.randrange(1, 60) * 1000
    await table.wait(thought)
    table.forger.connect()
    await table.tap(table.forger, thought - chance.choice((0, 1, 500)))


async def _drops_for_a_moment(table: HallTable, chance: Random) -> None:
    await table.wait(chance.randrange(1, 39) * 1000)
    table.forger.beat()
    table.forger.drop()
    table.forger.connect()
    await table.tap(table.forger, chance.choice((240, 400, 30_000)))


async def _drops_shortly(table: HallTable, _: Random) -> None:
    """Without a line for three seconds of each move, which nobody holds a table for."""
    table.forger.drop()
    await table.wait(3_000)
    table.forger.connect()
    await table.tap(table.forger, 2_900)


async def _leaves_a_dead_line(table: HallTable, chance: Random) -> None:
    """Two lines of one phone: the older is silent, the newer says that it was cut off."""
    older = table.forger.line
    await table.wait(chance.randrange(1, 39) * 1000)
    table.forger.connect()
    await table.tap(table.forger, 35_000)
    table.room.leave(older)


async def _pauses_in_the_past(table: HallTable, _: Random) -> None:
    await table.wait(20_000)
    for _again in range(3):
        await table.forger.say("pause", reason="spór", ago_ms=19_000)
        await table.wait(500)
        await table.forger.say("resume", ago_ms=0)
        await table.wait(500)
    await table.tap(table.forger, 10_000)


async def _resumes_in_the_past(table: HallTable, _: Random) -> None:
    """What is held costs nobody time, whenever somebody says that it went on."""
    await table.tap(table.forger)
    await table.wait(1_000)
    await table.forger.say("pause", reason="spór", ago_ms=0)
    await table.wait(30_000)
    await table.forger.say("resume", ago_ms=29_000)


async def _sends_old_ids(table: HallTable, chance: Random) -> None:
    await table.wait(chance.randrange(1, 30) * 1000)
    if table.used_ids:
        id_, asked = chance.choice(table.used_ids)
        await table.forger.say("tap", **{**asked, "id": id_, "ago_ms": 30_000})
    await table.tap(table.forger, 20_000)


async def _sends_out_of_order(table: HallTable, _: Random) -> None:
    """Taps of moves to come, first; their moves have not begun."""
    state = table.room.state
    for ahead in (3, 1, 2, -1):
        seat = (state.turn + ahead) % state.seats
        await table.forger.say("tap", seat=seat, move=max(0, state.move + ahead), ago_ms=9_000)
    await table.wait(5_000)
    await table.tap(table.forger, 5_000)


async def _puts_the_flag_off(table: HallTable, _: Random) -> None:
    """Reconnects all the time, so that nobody looks for its flag, and taps far too late."""
    for _again in range(45):
        table.forger.drop()
        table.forger.connect()
        await table.wait(1_000)
    await table.tap(table.forger, 40_000)


TRICKS = (
    _says_long_ago,
    _drops_and_returns,
    _drops_for_a_moment,
    _drops_shortly,
    _leaves_a_dead_line,
    _pauses_in_the_past,
    _resumes_in_the_past,
    _sends_old_ids,
    _sends_out_of_order,
    _puts_the_flag_off,
)


async def played(chance: Random, tricks: tuple[Any, ...] = TRICKS, moves: int = 40) -> Count:
    """A game of so many moves: everybody honest but the forger, who does what it likes."""
    table = await HallTable.set()
    for _ in range(moves):
        if table.room.state.held_by:
            await table.wait(1_000)
            await table.honest.say("resume", ago_ms=0)
        if table.room.state.phase is not Phase.PLAYING:
            break
        if table.room.state.turn == table.seat:
            await chance.choice(tricks)(table, chance)
        else:
            await table.wait(chance.randrange(1, 12) * 250)
            await table.tap(table.honest)
    return table.closed()
