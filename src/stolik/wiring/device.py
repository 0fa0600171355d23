"""A browser alone put together: the same rooms, rules and bots as a server's, for one person.

Run by the worker of the web app (frontend/src/device) in Pyodide; it runs in CPython as well.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Any, NoReturn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.chance import chance_by_the_page
from stolik.adapters.web.device.device_answers import DeviceAnswers, Judging
from stolik.adapters.web.device.device_line import DeviceLine, End, Say
from stolik.adapters.web.device.device_seat import DeviceSeat
from stolik.adapters.web.device.device_store import DeviceStore, Drawer
from stolik.adapters.web.edge.encoding import encode
from stolik.adapters.web.edge.faults import FAULTS, refused_by
from stolik.adapters.web.edge.statuses import refusal_body, status_of
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.access.standing import nobody
from stolik.app.games.registry import GAMES
from stolik.app.games.rummikub.verdict import judged
from stolik.app.ports import Chance, EventStore
from stolik.app.streams.service_clock import ServiceClock
from stolik.app.tables.house import House
from stolik.app.tables.practice import PracticeLimit
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tables.rooms import Rooms
from stolik.wiring.parts import AskedOnce, asked_most, asked_opening
from stolik.wiring.tools import TOOLS


class Device:
    """DeviceAnswers requests and holds lines to tables, as a server does."""

    def __init__(self, house: House, world: "World") -> None:
        self.rooms = Rooms(house, GAMES)
        self._access = _access(house.store, world)
        practice = PracticeKeeper(self.rooms, self._access, PracticeLimit(world.monotonic))
        self.rooms.budget_of = practice.budget_of
        self._seat = DeviceSeat(self.rooms, self._access, practice)
        self._answers = DeviceAnswers(self._seat, Judging(_judge, asked_opening, asked_most))

    async def stop(self) -> None:
        """Leave every table as it is."""
        await self.rooms.stop()

    async def ask(self, method: str, path: str, body: str, lang: str) -> tuple[int, str]:
        """The status and the body of an answer."""
        try:
            found = await self._answers.answer(method, path, body.encode(), lang)
        except FAULTS as fault:
            refused = refused_by(fault)
            return status_of(refused), refusal_body(refused, lang).decode()
        return 200, encode(found).decode()

    def line(self, say: Say, end: End) -> DeviceLine:
        """A line to a table, opened by the `hello` that is said first."""
        return DeviceLine(self.rooms, self._seat.who, nobody(self._access), say, end)


@dataclass(frozen=True, slots=True)
class World:
    """Chance and time as a device has them; a test brings its own."""

    chance: Chance = field(default_factory=chance_by_the_page)
    monotonic: Callable[[], float] = monotonic
    wall: Callable[[], int] = lambda: int(time())
    bot_delay_s: float = House.bot_delay_s


async def start(drawer: Drawer, kept: Mapping[str, bytes], world: World | None = None) -> Device:
    """Everything as it was left: tables that were being played go on when somebody comes."""
    world = world or World()
    store = DeviceStore(drawer, kept)
    house = House(
        store=store,
        bus=LocalBus(),
        clock=ServiceClock(world.monotonic, await store.beat(0)),
        chance=world.chance,
        encode=encode,
        later=asyncio.get_running_loop().call_later,
        tools=TOOLS,
        on_fault=lambda stream, fault: print(f"{stream} stopped: {fault!r}"),
        wall=world.wall,
        bot_delay_s=world.bot_delay_s,
    )
    device = Device(house, world)
    device.rooms.begin()
    return device


def _judge(request: object) -> dict[str, Any]:
    """The verdict on a rack."""
    return judged(request, AskedOnce().best_opening)


def _access(store: EventStore, world: World) -> Access:
    return Access(
        store=store,
        chance=world.chance,
        now=world.wall,
        passwords=_NoPasswords(),
        guessing=Guessing(world.monotonic, lambda *_: None),
    )


class _NoPasswords:
    """Nobody has an account on a device."""

    def hashed(self, password: str) -> NoReturn:
        del password
        raise NotImplementedError

    def matches(self, kept: str, password: str) -> Any:
        del kept, password
        raise NotImplementedError
