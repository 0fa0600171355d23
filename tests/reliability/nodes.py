"""Real nodes in processes of their own, and somebody to talk to them over real sockets."""

import asyncio
import compileall
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

import stolik
from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.app.access import logins, records
from stolik.app.access.access import Access
from stolik.app.access.records import Account
from stolik.app.access.roles import PersonRole
from stolik.app.access.secrets_made import new_id
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.trying import Asking
from stolik.tournament.commands import Create
from stolik.wiring.serving import Node, make_node
from tests.reliability.machine import slack


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Nursery:
    """Starts nodes by fork from a process that has read the code already."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.node_main", "--warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, *words: str) -> int:
        """The process id of a new node."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(list(words)) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """No more nodes."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)


@cache
def _as_installed() -> None:
    """Bytecode of our own code, as any installed package has it.

    Where Python is told to write none (`PYTHONDONTWRITEBYTECODE`) a working copy is compiled anew
    at each start, which takes longer than everything else.
    """
    compileall.compile_dir(Path(stolik.__file__).parent, quiet=1)


@dataclass
class NodeProcess:
    """A node that can be killed and started again on the same port."""

    where: tuple[str, ...]  # --data DIR or --database URL
    nursery: Nursery | None = None
    port: int = field(default_factory=free_port)
    more: tuple[str, ...] = ()
    pid: int = 0
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self, *, cold: bool = False) -> float:
        """Start it; the seconds until it is ready to write."""
        _as_installed()
        began = monotonic()
        words = (*self.where, "--port", str(self.port), *self.more)
        if self.nursery and not cold:
            self.pid = self.nursery.start(*words)
        else:
            # A node with nothing odd about it is what people start.
            plain = not self.more and "--data" in words
            module = ("stolik", "serve") if plain else ("tests.reliability.node_main",)
            command = [sys.executable, "-m", *module, *words]
            silent = subprocess.DEVNULL if plain else None
            self._process = subprocess.Popen(command, stdout=silent, stderr=silent)
            self.pid = self._process.pid
        await self._ready()
        return monotonic() - began

    async def _ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, verify=False) as client:
            deadline = monotonic() + 20 * slack()
            while monotonic() < deadline:
                with suppress(httpx.HTTPError):
                    if (await client.get("/readyz", timeout=2)).status_code == 200:
                        return
                await asyncio.sleep(0.01)
        raise TimeoutError("the node does not get ready")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """kill -9, or another signal."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
        if how is signal.SIGKILL:
            self._wait_until_gone()

    def _wait_until_gone(self) -> None:
        """Until the system has taken back what it held, its locks above all."""
        if self._process:
            self._process.wait()
            self._process = None
            return
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                sleep(0.001)


@dataclass
class Caller:
    """Somebody at a socket: remembers what came and answers pings."""

    socket: ClientConnection
    seq: int = 0
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, timeout_s: float = 5) -> dict[str, Any]:
        """The next message; raises `ConnectionClosed` at the end."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), timeout_s))
        if message["t"] == "events" and message["items"]:
            self.seq = message["items"][-1]["seq"]
        elif message["t"] == "snapshot":
            self.seq = message["seq"]
        elif message["t"] == "ping":
            await self.say(t="pong", n=message["n"])
        self.heard.append(message)
        return message

    async def until(self, *kinds: str, timeout_s: float = 5) -> dict[str, Any]:
        """The next message of a kind."""
        async with asyncio.timeout(timeout_s):
            while (message := await self.next(timeout_s))["t"] not in kinds:
                pass
        return message

    async def ask(self, kind: str, timeout_s: float = 5, **more: Any) -> dict[str, Any]:
        """A command and its answer."""
        known = more.pop("id", None) or secrets.token_hex(16)
        await self.say(t=kind, **{"id": known, "after": self.seq, **more})
        while True:
            answer = await self.until("ack", "no", timeout_s=timeout_s)
            if answer["id"] == known:
                return answer


@asynccontextmanager
async def calling(url: str, token: str, table: str, **hello: Any) -> AsyncIterator[Caller]:
    """A socket at a table, after the welcome."""
    address = url.replace("http", "ws", 1) + "/api/socket"
    headers = {"authorization": f"Bearer {token}"}
    async with connect(
        address,
        origin=websockets.Origin(url),
        additional_headers=headers,
        compression=None,
        max_queue=None,  # who does not read must not be slow to leave
        close_timeout=1,
    ) as socket_:
        caller = Caller(socket_, hello.get("last_seq", 0))
        await caller.say(t="hello", table=table, **hello)
        await caller.until("welcome")
        yield caller


@dataclass(frozen=True)
class Prepared:
    """What a hall needs before its server starts: an organiser, a tournament, tables."""

    tournament: str
    organiser: str  # a token
    seats: dict[str, list[str]]  # tokens by table


async def prepared(node: Node, *tables: TableSetup, format_: str = "zimowy") -> Prepared:
    """An organiser and tables of one tournament, written into an empty store."""
    access = node.access
    card = TournamentCard(access.chance(8).hex(), "Turniej", format_, "", public=True)
    account = Account(new_id(access.chance), "Organizator", "", "e", access.now())
    secret, put = logins.login_of_account(access, account)
    await access.store.put([records.keep(account), put])
    office = await node.live.offices.create(card, records.organiser_of(account.id, card.id))
    await office.do(lambda book: {"events": len(book.desk.do(Create("ziarno", 0)))}, Asking("test"))
    seats = {}
    for setup in tables:
        await node.live.rooms.create(replace(setup, tournament=card.id))
        seats[setup.id] = [
            await seat_token(access, card.id, str(setup.table or setup.id), seat)
            for seat in range(len(setup.seats))
        ]
    return Prepared(card.id, secret.token, seats)


async def prepared_directory(directory: Path, *tables: TableSetup) -> Prepared:
    """A data directory ready for a server."""
    store = await open_store(directory)
    node = await make_node(store, LocalBus(), Settings(), json_log(StringIO()), alone=True)
    made = await prepared(node, *tables)
    await node.stop()
    await store.close()
    return made


async def seat_token(access: Access, tournament: str, table: str, seat: int) -> str:
    """A login bound to a seat."""
    entry = records.Pass(
        id=new_id(access.chance),
        role=PersonRole.PLAYER,
        tournament=tournament,
        tables=None,
        table=table,
        seat=seat,
        entrant=None,
        label="",
        hash="",
        code="",
        made_at=access.now(),
        expires=access.now() + 3600,
    )
    secret, put = logins.login_of_pass(access, entry)
    await access.store.put([records.keep(entry), put])
    return secret.token


def people(table: str, count: int = 2, **more: Any) -> TableSetup:
    """A table of people."""
    seats = tuple(SeatSetup() for _ in range(count))
    return TableSetup(id=table, profile="mp2023", seats=seats, **more)


@dataclass(frozen=True)
class Served:
    """A node in this very process, on a real port, and what it wrote into its log."""

    node: Node
    hall: Prepared
    url: str
    log: StringIO

    @property
    def errors(self) -> list[str]:
        """What should never have happened."""
        return [line for line in self.log.getvalue().splitlines() if '"level": "error"' in line]


@asynccontextmanager
async def served(directory: Path, *tables: TableSetup) -> AsyncIterator[Served]:
    """A node on SQLite with these tables."""
    store, log = await open_store(directory), StringIO()
    node = await make_node(store, LocalBus(), Settings(), json_log(log), alone=True)
    hall = await prepared(node, *tables)
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(node.app))
    serving = asyncio.ensure_future(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield Served(node, hall, f"http://127.0.0.1:{listener.getsockname()[1]}", log)
    finally:
        server.should_exit = True
        await serving
        listener.close()
        await node.stop()
        await store.close()
