"""The server put together: the second half of `wiring`, loaded only when somebody serves."""

import asyncio
import secrets
from dataclasses import dataclass, replace
from random import Random
from time import monotonic, time
from typing import Any

import structlog
from litestar import Litestar

from stolik.adapters.cli.tournament import Session
from stolik.adapters.passwords import Argon2Passwords
from stolik.adapters.web import table_routes, tournament_routes
from stolik.adapters.web.application import make_app
from stolik.adapters.web.encoding import encode
from stolik.adapters.web.lines import Lines
from stolik.adapters.web.live import Live
from stolik.adapters.web.services import PlaceOf, Services, Settings
from stolik.adapters.web.table_session import place_of
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.access.roles import Place
from stolik.app.library import rules_profile
from stolik.app.live.house import House
from stolik.app.live.practice import PracticeLimit
from stolik.app.live.rooms import Rooms
from stolik.app.live.setup import KIND, read_setup
from stolik.app.office.office import Book
from stolik.app.office.offices import Offices
from stolik.app.ports import Bus, EventStore, Stream
from stolik.app.service_clock import ServiceClock
from stolik.wiring import best_opening, make_bot


@dataclass(frozen=True, slots=True)
class Node:
    """One server process on one store."""

    app: Litestar
    access: Access
    live: Live


async def make_node(store: EventStore, bus: Bus, settings: Settings, *, alone: bool) -> Node:
    """Everything but the port: the application and the tables behind it, going on by themselves."""
    log = structlog.get_logger()
    clock = ServiceClock(monotonic, await store.beat(0))
    house = House(
        store=store,
        bus=bus,
        clock=clock,
        chance=secrets.token_bytes,
        encode=encode,
        later=asyncio.get_running_loop().call_later,
        best_opening=best_opening,
        make_bot=lambda name, rules, seed: make_bot(name, rules, Random(seed)),
        on_fault=lambda stream, fault: log.error(
            "table stopped", stream=stream, fault=type(fault).__name__
        ),
        is_alone=alone,
    )
    rooms, offices = Rooms(house, rules_profile), Offices(house)
    lines = Lines(rooms, house.chance, monotonic)
    access = Access(
        store, house.chance, lambda: int(time()), Argon2Passwords(), Guessing(monotonic)
    )
    access.on_revoked(lines.revoked)

    async def beat() -> None:
        clock.beaten(await store.beat(clock.now()))

    services = Services(
        store, access, house.chance, beat, monotonic, settings, _places(store), log=log
    )
    app = make_app(services, [*table_routes.HANDLERS, *tournament_routes.HANDLERS])
    app.state.live = Live(rooms, offices, lines, PracticeLimit(monotonic), tournament_answer)
    node = Node(app, access, app.state.live)
    await _begin(node, bus)
    return node


def tournament_answer(book: Book, request: object, lang: str) -> dict[str, Any]:
    """The same answers as the command line gives."""
    return Session(book, lang).answer(request)


def _places(store: EventStore) -> PlaceOf:
    """Where a table named alone belongs: its own record says."""

    async def place(asked: Place) -> Place:
        record = None if asked.tournament else await store.get(KIND, asked.table)
        return replace(place_of(read_setup(record)), local=asked.local) if record else asked

    return place


async def _begin(node: Node, bus: Bus) -> None:
    rooms, offices = node.live.rooms, node.live.offices

    async def woken(stream: Stream, seq: int) -> None:
        await rooms.woken(stream, seq)
        await offices.woken(stream, seq)

    await bus.listen(woken, rooms.heard)
    await rooms.start()
