"""A hall to test in: a real table with real rules, in which only time and chance are made up."""

import asyncio
import heapq
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.web.edge.encoding import encode
from stolik.app.games.registry import GAMES
from stolik.app.ports import CommandId, EventStore
from stolik.app.streams.service_clock import ServiceClock
from stolik.app.tables.host import Host
from stolik.app.tables.house import House
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.refusal import Refused
from stolik.rummikub.commands import Command
from stolik.seats import Role, Seat, Viewer
from stolik.wiring.tools import TOOLS
from tests.fakes import MemoryStore


class Alarm:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Time:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._count = 0

    def monotonic(self) -> float:
        return self.now

    def later(self, delay_s: float, call: Callable[[], None]) -> Alarm:
        alarm = Alarm(call)
        self._count += 1
        heapq.heappush(self._alarms, (self.now + delay_s, self._count, alarm))
        return alarm

    async def pass_by(self, seconds: float, beat: Callable[[], Any] | None = None) -> None:
        """Let time pass; whatever falls due on the way happens, and the clock's beat is kept."""
        until = self.now + seconds
        while True:
            await settle()
            step = min(until, self.now + 0.5, *(at for at, _, _ in self._alarms[:1]))
            self.now = max(self.now, step)
            if beat:
                await beat()
            while self._alarms and self._alarms[0][0] <= self.now:
                alarm = heapq.heappop(self._alarms)[2]
                if alarm.call:
                    alarm.call()
                await settle()
            if self.now >= until:
                return


class Eyes:
    """A connection that remembers everything it was told."""

    def __init__(self, viewer: Viewer, lang: str = "pl") -> None:
        self.viewer = viewer
        self.device = f"seat {viewer.seat}"
        self.lang = lang
        self.raw: list[bytes] = []
        self.closed: str | None = None

    def send(self, message: bytes) -> None:
        self.raw.append(message)

    def close(self, code: str) -> None:
        self.closed = code

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(message) for message in self.raw]

    def last(self, kind: str) -> dict[str, Any]:
        return [message for message in self.told if message["t"] == kind][-1]

    def kinds(self) -> list[str]:
        """The kinds of events seen, in order."""
        return [i["kind"] for m in self.told if m["t"] == "events" for i in m["items"]]


class Hall:
    """Rooms of one node; `again()` is the same server after a restart."""

    def __init__(
        self, store: EventStore | None = None, time: Time | None = None, seed: str = "hall"
    ) -> None:
        self.store = store or MemoryStore()
        self.time = time or Time()
        self.seed = seed
        self.faults: list[BaseException] = []
        self._drawn = 0
        self._ids = 0
        self.clock = ServiceClock(self.time.monotonic, getattr(self.store, "ms", 0))
        self.house = House(
            store=self.store,
            bus=LocalBus(),
            clock=self.clock,
            chance=self.chance,
            encode=encode,
            later=self.time.later,
            tools=TOOLS,
            on_fault=lambda _, fault: self.faults.append(fault),
        )
        self.rooms = Rooms(self.house, GAMES)

    def again(self) -> "Hall":
        """The server was killed and has come back on the same disk."""
        return Hall(self.store, self.time, f"{self.seed}+")

    def chance(self, count: int) -> bytes:
        self._drawn += 1
        block = b"".join(
            sha256(f"{self.seed}/{self._drawn}/{i}".encode()).digest()
            for i in range(count // 32 + 1)
        )
        return block[:count]

    async def table(self, *bots: str, seats: int = 4, **changes: Any) -> Host:
        """A table with bots on its last seats, opened."""
        people = seats - len(bots)
        setups = (*(SeatSetup() for _ in range(people)), *(SeatSetup(bot=b) for b in bots))
        setup = TableSetup(id="t", seats=setups, **{"profile": "mp2023", **changes})
        await self.rooms.create(setup)
        return await self.rooms.host("t")

    async def sit(self, host: Host, seat: int) -> Eyes:
        return await self.look(host, Viewer(Role.SEAT, Seat(seat)))

    async def look(self, host: Host, viewer: Viewer) -> Eyes:
        eyes = Eyes(viewer)
        known(host, eyes)
        host.room.audience.join(eyes, 0, {})
        host.dealing.look()
        await settle()
        return eyes

    async def do(self, host: Host, command: Command, **more: Any) -> str | None:
        """Carry a command out as its seat would; the first code if it is refused."""
        try:
            await host.room.do(command, by="seat", **more)
        except Refused as refused:
            return refused.violations[0].code
        finally:
            await settle()
        return None

    async def wait(self, seconds: float) -> None:
        await self.time.pass_by(seconds, self.beat)

    async def beat(self) -> None:
        self.clock.beaten(await self.store.beat(self.clock.now()))

    def id(self) -> CommandId:
        self._ids += 1
        return CommandId(sha256(f"{self.seed} {self._ids}".encode()).hexdigest()[:32])


def known(host: Host, eyes: Eyes) -> None:
    """The eyes of a seat as if they had been there when it was dealt: no event tells of them."""
    seat, known_eyes = eyes.viewer.seat, host.room.table.eyes
    if seat is not None and not known_eyes.knows(seat, eyes.device):
        known_eyes._marks.setdefault(seat, []).append(eyes.device)


async def settle() -> None:
    """Let every task that can go on go on."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]  # nobody sleeps here but in virtual time
        await asyncio.sleep(0)


def decoded(message: bytes) -> Any:
    return msgspec.json.decode(message)
