"""The server put together: the second half of `wiring`, loaded only when somebody serves."""

import asyncio
import json
import secrets
from dataclasses import dataclass
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
from stolik.adapters.web.services import Services, Settings
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.library import rules_profile
from stolik.app.live.house import House
from stolik.app.live.practice import PracticeLimit
from stolik.app.live.rooms import Rooms
from stolik.app.office.office import Book
from stolik.app.office.offices import Offices
from stolik.app.ports import Bus, EventStore, NotRead, Stream
from stolik.app.service_clock import ServiceClock
from stolik.wiring import best_opening, make_bot

_REVOKED = Stream("logins")  # what is whispered here are logins that have ended
_AGAIN_S = 0.5


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
        node=secrets.token_hex(8),
    )
    rooms, offices = Rooms(house, rules_profile), Offices(house)
    lines = Lines(rooms, house.chance, monotonic)
    access = Access(
        store, house.chance, lambda: int(time()), Argon2Passwords(), Guessing(monotonic)
    )
    access.on_revoked(lines.revoked)

    async def beat() -> None:
        clock.beaten(await store.beat(clock.now()))

    services = Services(store, access, house.chance, beat, monotonic, settings, log=log)
    app = make_app(services, [*table_routes.HANDLERS, *tournament_routes.HANDLERS])
    app.state.live = Live(rooms, offices, lines, PracticeLimit(monotonic), tournament_answer)
    node = Node(app, access, app.state.live)
    await _begin(node, bus)
    return node


def tournament_answer(book: Book, request: object, lang: str) -> dict[str, Any]:
    """The same answers as the command line gives."""
    return Session(book, lang).answer(request)


async def _begin(node: Node, bus: Bus) -> None:
    rooms, offices = node.live.rooms, node.live.offices

    async def woken(stream: Stream, seq: int) -> None:
        while True:
            try:
                await rooms.woken(stream, seq)
                await offices.woken(stream, seq)
            except NotRead:
                await asyncio.sleep(_AGAIN_S)  # a wake-up that was heard must not be lost here
            else:
                return

    async def heard(stream: Stream, message: bytes) -> None:
        if stream == _REVOKED:
            node.live.lines.revoked(frozenset(json.loads(message)))
        else:
            await rooms.heard(stream, message)

    def revoked(logins: frozenset[str]) -> None:
        bus.whisper(_REVOKED, encode(sorted(logins)))

    node.access.on_revoked(revoked)
    await bus.listen(woken, heard)
    await rooms.start()
