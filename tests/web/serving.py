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

from stolik.adapters.passwords import Argon2Passwords
from stolik.adapters.web.application import make_app
from stolik.adapters.web.logs import json_log
from stolik.adapters.web.services import Services
from stolik.adapters.web.serving import listening, uvicorn_config
from stolik.app.access import invitations, records
from stolik.app.access.access import Access
from stolik.app.access.guessing import Guessing
from stolik.app.ports import EventStore
from tests.memory import HandClock, MemoryStore, SeededChance

PASSWORD = "a password of the hall"


@dataclass
class Server:
    """A server under test, what it works with and what it wrote into its log."""

    services: Services
    url: str
    port: int
    log: StringIO
    loop: asyncio.AbstractEventLoop
    clock: HandClock
    app: Litestar

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
    """A server with these handlers beside its own."""
    log, clock = StringIO(), HandClock()
    services = change(make_services(store or MemoryStore(), clock, json_log(log)))
    app = make_app(services, handlers)
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = uvicorn.Server(uvicorn_config(app))
    loop = asyncio.new_event_loop()
    thread = Thread(target=lambda: loop.run_until_complete(server.serve([listener])), daemon=True)
    thread.start()
    deadline = monotonic() + 10
    while not server.started and monotonic() < deadline:
        sleep(0.005)
    try:
        yield Server(services, f"http://127.0.0.1:{port}", port, log, loop, clock, app)
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
        loop.close()


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
