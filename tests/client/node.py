"""A whole server on a real port, in a thread of its own, with tables for clients to sit down at."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, TypeVar

import uvicorn

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite.store import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.app.access import passes
from stolik.app.access.invitations import Filled, follow
from stolik.app.access.roles import ANONYMOUS, PersonRole
from stolik.app.games.game import Game
from stolik.app.games.registry import GAMES
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.wiring.serving import Node, make_node

T = TypeVar("T")

EVENT = "event"  # tables of practice are for nobody but who plays at them


@dataclass
class Running:
    """A node under test and the way to it."""

    url: str
    node: Node
    loop: asyncio.AbstractEventLoop
    server: uvicorn.Server

    def run(self, doing: Awaitable[T]) -> T:
        """Run something inside the server's loop."""

        async def done() -> T:
            return await doing

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(60)

    def table(
        self, name: str, *, profile: str = "mp2023", seats: int = 4, **more: Any
    ) -> list[str]:
        """A table for people; the login token of each seat."""
        return self.run(set_table(self.node, name, profile=profile, seats=seats, **more))

    def watcher(self) -> str:
        """The login of somebody who may look at any of these tables."""
        return self.run(_watcher(self.node))


async def set_table(
    node: Node, name: str, *, profile: str = "mp2023", seats: int = 4, **more: Any
) -> list[str]:
    """Set a table and let its players in."""
    more = {"tournament": EVENT, "watching": Watching.NO_RACKS, **more}
    setup = TableSetup(id=name, profile=profile, seats=(SeatSetup(),) * seats, **more)
    await node.live.rooms.create(setup)
    wanted = [passes.Wanted(role=PersonRole.PLAYER, table=name, seat=n) for n in range(seats)]
    return [await _let_in(node, one.link) for one in await _issued(node, wanted)]


async def _watcher(node: Node) -> str:
    issued = await _issued(node, [passes.Wanted(role=PersonRole.SPECTATOR)])
    return await _let_in(node, issued[0].link)


async def _issued(node: Node, wanted: list[passes.Wanted]) -> Any:
    return await passes.issue(node.access, EVENT, wanted)


async def _let_in(node: Node, link: str) -> str:
    return (await follow(node.access, link, ANONYMOUS, Filled())).token


@contextmanager
def running(
    data: Path,
    port: int = 0,
    change: Callable[[Node], None] = lambda _: None,
    games: Mapping[str, Game] = GAMES,
) -> Iterator[Running]:
    """A server on a store in this directory; the same directory goes on where it stopped."""
    loop = asyncio.new_event_loop()
    listener = listening("127.0.0.1", port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    found: list[Running] = []

    async def serve() -> None:
        store = await open_store(data)
        log = json_log(StringIO())
        node = await make_node(store, LocalBus(), Settings(), log, alone=True, games=games)
        change(node)
        server = uvicorn.Server(uvicorn_config(node.app))
        found.append(Running(address, node, loop, server))
        await server.serve([listener])
        await node.stop()
        await store.close()

    thread = Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    deadline = monotonic() + 20
    while not (found and found[0].server.started) and monotonic() < deadline:
        sleep(0.005)
    try:
        yield found[0]
    finally:
        found[0].server.should_exit = True
        thread.join(20)
        listener.close()
        loop.close()
