"""A whole node on a real store and a real port, as `stolik serve` makes it, to talk to."""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.app.access.invitations import set_up_link
from stolik.app.people.letters import Mailbox, SendLetter
from stolik.app.ports import EventStore
from stolik.app.streams.copying import AskCopies, no_copies
from stolik.wiring.serving import Node, make_node

PASSWORD = "a password of the hall"
_HERE_ONLY = Settings()
OpenStore = Callable[[], Awaitable[EventStore]]


@dataclass
class Running:
    """A node under test."""

    url: str
    node: Node
    store: EventStore
    loop: asyncio.AbstractEventLoop
    log: StringIO
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self) -> "Browser":
        """Somebody's browser."""
        made = httpx.Client(base_url=self.url, headers={"origin": self.url}, timeout=30)
        self.clients.append(made)
        return Browser(self.url, made)

    def run(self, doing: Any) -> Any:
        """Run something inside the server's loop."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(30)

    def first_organiser(self) -> "Browser":
        """The organiser who came in by the printed link."""
        token = self.run(set_up_link(self.node.access))
        browser = self.client()
        filled = {"token": token, "name": "Organizator", "password": PASSWORD}
        browser.post("/api/login/link", filled)
        return browser


@dataclass
class Browser:
    """A client that expects success unless a code is named."""

    url: str
    http: httpx.Client

    def get(self, path: str, refused: str = "") -> Any:
        return self._told(self.http.get(path), refused)

    def post(self, path: str, body: Any = None, refused: str = "", **more: Any) -> Any:
        return self._told(self.http.post(path, json=body, **more), refused)

    def put(self, path: str, body: Any, refused: str = "") -> Any:
        return self._told(self.http.put(path, json=body), refused)

    def delete(self, path: str, refused: str = "") -> Any:
        return self._told(self.http.delete(path), refused)

    def socket(self, path: str) -> "Talk":
        cookies = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        url = self.url.replace("http", "ws") + path
        opened = connect(url, origin=self.url, additional_headers={"cookie": cookies})
        return Talk(opened.__enter__())

    def _told(self, answer: httpx.Response, refused: str) -> Any:
        told = answer.json() if answer.content else None
        if refused:
            code = told.get("error", {}).get("code") if isinstance(told, dict) else None
            assert code == refused, (answer.status_code, told)
        else:
            assert answer.status_code < 300, (answer.status_code, told)
        return told


@dataclass
class Talk:
    """A socket; `wait` reads on until something is so."""

    socket: ClientConnection
    clock: dict[str, Any] = field(default_factory=dict)  # as it was shown last

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """A command; its answer."""
        id_ = more.pop("id", None) or secrets.token_hex(16)
        self.socket.send(json.dumps({"t": kind, "id": id_, **more}))
        return self.wait(lambda m: m.get("id") == id_)

    def wait(self, found: Callable[[dict[str, Any]], bool], within: float = 5) -> dict[str, Any]:
        deadline = monotonic() + within
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.01, deadline - monotonic())))
            if message["t"] == "clock":
                self.clock = message
            if found(message):
                return message


@contextmanager
def serving_node(
    open_store: OpenStore,
    settings: Settings = _HERE_ONLY,
    *,
    copies: AskCopies = no_copies,
    send: SendLetter | None = None,
) -> Iterator[Running]:
    """A node of its own on this store, gone with a stop of everything at the end."""
    listener = listening("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    loop, log = asyncio.new_event_loop(), StringIO()
    # The loop has a thread of its own: the test's may have one too (Playwright does).
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin() -> tuple[EventStore, Node]:
        store, to_log = await open_store(), json_log(log)
        mailbox = Mailbox(send, to_log, (0.05,)) if send else None
        more = {"copies": copies, "mailbox": mailbox}
        node = await make_node(
            store, LocalBus(), settings, to_log, alone=True, bot_delay_s=0, **more
        )
        return store, node

    store, node = asyncio.run_coroutine_threadsafe(begin(), loop).result(30)
    server = uvicorn.Server(uvicorn_config(node.app))

    serving = asyncio.run_coroutine_threadsafe(server.serve([listener]), loop)
    while not server.started:
        sleep(0.005)
    running = Running(url, node, store, loop, log)
    try:
        yield running
    finally:
        for client in running.clients:
            client.close()
        server.should_exit = True
        serving.result(15)
        running.run(node.stop())
        running.run(store.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(15)
        listener.close()
        loop.close()
