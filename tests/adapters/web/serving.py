"""The real server on a real port, in a thread, for tests to talk to."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
import structlog
import uvicorn
from litestar import Litestar

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.passwords import Argon2Passwords
from stolik.adapters.web.application import make_app
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Services, Settings
from stolik.app.access import invitations, records
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.ports import EventStore
from stolik.wiring.serving import make_node
from tests.fakes import HandClock, MemoryStore, SeededChance

PASSWORD = "a password of the hall"


@dataclass
class Server:
    """A server under test, what it works with and what it wrote into its log."""

    app: Litestar
    services: Services
    port: int
    log: StringIO
    loop: asyncio.AbstractEventLoop
    clock: HandClock
    store: EventStore  # as it is, without what the server puts around it

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **headers: str) -> httpx.Client:
        """Somebody's browser: it names its origin as browsers do."""
        headers = {"origin": self.url, **headers}
        return httpx.Client(base_url=self.url, headers=headers, timeout=20)

    def run(self, doing: Any) -> Any:
        """Run a use case inside the server's loop."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(20)

    def organiser(self, name: str = "Organizator", *tournaments: str) -> httpx.Client:
        """A browser of an organiser of these tournaments, made by an invitation."""
        access = self.services.access
        token = self.run(invitations.co_organiser_link(access, "none"))
        client = self.client()
        answer = client.post(
            "/api/login/link", json={"token": token, "name": name, "password": PASSWORD}
        )
        assert answer.status_code == 200, answer.text
        account = self.run(_account(access, name))
        self.run(access.store.put([records.organiser_of(account, t) for t in tournaments]))
        return client


async def _account(access: Access, name: str) -> str:
    return next(a.id for a in await records.every(access.store, records.Account) if a.name == name)


@contextmanager
def serving(
    *,
    store: EventStore | None = None,
    handlers: Sequence[Any] = (),
    change: Callable[[Services], Services] = lambda services: services,
) -> Iterator[Server]:
    """A server with these handlers beside those of people and roles; time passes by hand."""
    log, clock = StringIO(), HandClock()
    kept = store or MemoryStore()
    services = change(make_services(kept, clock, json_log(log)))
    app = make_app(services, handlers)
    with _loop() as loop, _answering(app, loop) as port:
        yield Server(app, services, port, log, loop, clock, kept)


@contextmanager
def serving_everything(store: EventStore | None = None) -> Iterator[Server]:
    """The server as it is put together for people, with all of its routes, on a store of ours."""
    log, kept = StringIO(), store or MemoryStore()
    with _loop() as loop:
        making = make_node(kept, LocalBus(), Settings(), json_log(log), alone=True)
        node = asyncio.run_coroutine_threadsafe(making, loop).result(20)
        with _answering(node.app, loop) as port:
            services: Services = node.app.state.services
            yield Server(node.app, services, port, log, loop, HandClock(), kept)
        asyncio.run_coroutine_threadsafe(node.stop(), loop).result(20)


@contextmanager
def _loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop of its own, in a thread."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@contextmanager
def _answering(app: Litestar, loop: asyncio.AbstractEventLoop) -> Iterator[int]:
    """The port on which an application answers."""
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app))
    running = asyncio.run_coroutine_threadsafe(server.serve([listener]), loop)
    deadline = monotonic() + 10
    while not server.started and monotonic() < deadline and not running.done():
        sleep(0.005)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        running.result(20)
        listener.close()


def make_services(
    store: EventStore, clock: HandClock, log: structlog.typing.FilteringBoundLogger
) -> Services:
    chance = SeededChance("web")
    access = Access(store, chance, clock.seconds, Argon2Passwords(), Guessing(clock))

    async def beat() -> None:
        await store.beat(1)

    return Services(
        store=store, access=access, chance=chance, beat=beat, monotonic=monotonic, log=log
    )
