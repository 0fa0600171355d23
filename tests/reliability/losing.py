"""Nodes with one tournament, people who come in over every channel, and ways to lose a right."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import StringIO
from typing import Any

import httpx
import uvicorn
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.store_postgres import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.app.access import passes, records
from stolik.app.access.logins import login_of_account
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole
from stolik.app.access.secrets_made import shown
from stolik.app.ports import Bus, EventStore
from stolik.app.tables.setup import SeatSetup, TableSetup, Watching
from stolik.app.tournaments.answering import answer as tournament_answer
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.trying import Asking
from stolik.tournament.commands import Create
from stolik.wiring.serving import Node, make_node
from tests.fakes import MemoryStore

PASSWORD = "a password of the hall"
TABLE = "stol"


@dataclass
class Served:
    """A node on a real port."""

    node: Node
    url: str
    log: StringIO

    def client(self, token: str = "") -> httpx.AsyncClient:
        """Somebody's browser."""
        headers = {"origin": self.url, **({"authorization": f"Bearer {token}"} if token else {})}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60, verify=False)

    @property
    def errors(self) -> list[str]:
        """What should never have happened."""
        return [line for line in self.log.getvalue().splitlines() if '"level": "error"' in line]


@asynccontextmanager
async def served(store: EventStore, bus: Bus, *, alone: bool) -> AsyncIterator[Served]:
    """A node on this store."""
    log = StringIO()
    node = await make_node(store, bus, Settings(), json_log(log), alone=alone)
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(node.app))
    serving = asyncio.ensure_future(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield Served(node, f"http://127.0.0.1:{listener.getsockname()[1]}", log)
    finally:
        server.should_exit = True
        await serving
        listener.close()
        await node.stop()
        await bus.close()
        await store.close()


@dataclass
class Stage:
    """Where a right is lost, where it is used, and the tournament it is about."""

    acting: Served
    using: Served
    tournament: str = ""
    chief: str = ""  # the token of an organiser who stays
    entrants: tuple[int, ...] = ()  # at table 1, by seat
    later_s: int = 0  # how far the wall clock has jumped
    seat: int = 0  # of the player

    @property
    def player(self) -> int:
        return self.entrants[self.seat]

    @property
    def here(self) -> str:
        return f"/api/tournaments/{self.tournament}"


@asynccontextmanager
async def one_node() -> AsyncIterator[Stage]:
    """Both on one node."""
    async with served(MemoryStore(), LocalBus(), alone=True) as only:
        yield await _set(Stage(only, only))


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[Stage]:
    """Lost on one node of a PostgreSQL, used on the other."""
    async with AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(
                served(await open_store(url), PostgresBus(url), alone=False)
            )
            for _ in range(2)
        ]
        yield await _set(Stage(*nodes))


async def _set(stage: Stage) -> Stage:
    """A private tournament with a published round; table 1 in the hall, and one more online."""
    node = stage.acting.node
    card = TournamentCard(node.access.chance(8).hex(), "Turniej", "zimowy", "", public=False)
    stage.tournament, stage.chief = card.id, await organiser(stage, card.id)
    office = await node.live.offices.create(card)
    await office.do(lambda book: {"events": len(book.desk.do(Create("ziarno", 0)))}, Asking("t"))
    entered = [{"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 9)]
    for request in (*entered, {"do": "draw"}, {"do": "publish"}):
        work = partial(tournament_answer, value=request, lang="pl")
        await office.do(work, Asking("t"))
    stage.entrants = tuple(int(n) for n in office.state.rounds[0].tables[0].seats)
    seats = tuple(SeatSetup(entrant=n) for n in stage.entrants)
    setup = TableSetup(
        TABLE, "mp2023", seats, tournament=card.id, table=1, watching=Watching.NO_RACKS
    )
    await node.live.rooms.create(setup)
    host = await stage.using.node.live.rooms.host(TABLE)
    host.dealing.begin()
    while not host.room.table.seq:
        await asyncio.sleep(0.01)
    for served_ in {id(one): one for one in (stage.acting, stage.using)}.values():
        real = served_.node.access.now
        object.__setattr__(served_.node.access, "now", lambda real=real: real() + stage.later_s)
    return stage


# --- people ------------------------------------------------------------------------------------


async def organiser(stage: Stage, tournament: str) -> str:
    """The token of a new organiser of the tournament."""
    access, number = stage.acting.node.access, secrets.token_hex(8)
    hashed = await access.passwords.hashed(PASSWORD)
    account = records.Account(number, f"Organizator {number}", hashed, "epoch", access.now())
    secret, put = login_of_account(access, account)
    member = records.organiser_of(number, tournament)
    await access.store.put([records.keep(account), member, put])
    return secret.token


async def with_pass(stage: Stage, wanted: Wanted, by: str = "") -> str:
    """The token of somebody who came in by a pass."""
    access = stage.acting.node.access
    (issued,) = await passes.issue(access, stage.tournament, [wanted], by)
    secret, _ = await passes.enter(access, issued.entry)
    return secret.token


async def of_a_co_organiser(stage: Stage, wanted: Wanted) -> str:
    """The token of somebody who came in by a pass of an organiser who may be dismissed."""
    token = await organiser(stage, stage.tournament)
    return await with_pass(stage, wanted, (await _login(stage, token)).account)


SUBJECTS: Mapping[str, Callable[[Stage], Awaitable[str]]] = {
    "organiser": lambda stage: organiser(stage, stage.tournament),
    "referee": lambda stage: with_pass(stage, Wanted(PersonRole.REFEREE, tables=("1",))),
    "player": lambda stage: with_pass(stage, Wanted(PersonRole.PLAYER, entrant=stage.player)),
    "spectator": lambda stage: with_pass(stage, Wanted(PersonRole.SPECTATOR)),
    "co-organiser's referee": lambda stage: of_a_co_organiser(
        stage, Wanted(PersonRole.REFEREE, tables=("1",))
    ),
    "co-organiser's spectator": lambda stage: of_a_co_organiser(
        stage, Wanted(PersonRole.SPECTATOR)
    ),
}


# --- ways to lose a right ------------------------------------------------------------------------


async def _login(stage: Stage, token: str) -> records.KeptLogin:
    """What is kept of a login."""
    seen = shown(token)
    assert seen
    kept = await records.find(stage.acting.node.access.store, records.KeptLogin, seen.id)
    assert kept
    return kept


async def _asked(stage: Stage, method: str, path: str, token: str, body: Any = None) -> None:
    async with stage.acting.client(token) as client:
        answer = await client.request(method, path, json=body)
    assert answer.status_code < 300, (path, answer.status_code, answer.text)


async def _log_out(stage: Stage, token: str) -> None:
    await _asked(stage, "POST", "/api/logout", token)


async def _everywhere(stage: Stage, token: str) -> None:
    await _asked(stage, "POST", "/api/logout/everywhere", token)


async def _password(stage: Stage, token: str) -> None:
    changed = {"old": PASSWORD, "new": "another password of it"}
    await _asked(stage, "POST", "/api/password", token, changed)


async def _dismissed(stage: Stage, token: str) -> None:
    account = (await _login(stage, token)).account
    await _asked(stage, "DELETE", f"{stage.here}/organisers/{account}", stage.chief)


async def maker_dismissed(stage: Stage, token: str) -> None:
    access = stage.acting.node.access
    entry = await records.find(access.store, records.Pass, (await _login(stage, token)).entry)
    assert entry
    await _asked(stage, "DELETE", f"{stage.here}/organisers/{entry.by}", stage.chief)


async def _revoked(stage: Stage, token: str) -> None:
    entry = (await _login(stage, token)).entry
    await _asked(stage, "DELETE", f"{stage.here}/passes/{entry}", stage.chief)


async def _renewed(stage: Stage, token: str) -> None:
    entry = (await _login(stage, token)).entry
    await _asked(stage, "POST", f"{stage.here}/passes/{entry}/renew", stage.chief)


async def _run_out(stage: Stage, _: str) -> None:
    stage.later_s += passes.PASS_S + 1


async def _erased(stage: Stage, _: str) -> None:
    await _asked(stage, "DELETE", f"{stage.here}/people/{stage.player}", stage.chief)


async def _substituted(stage: Stage, _: str) -> None:
    wish = {"do": "substitute", "entrant": stage.player, "name": "Zawodnik 99", "reason": "x"}
    await _asked(stage, "POST", stage.here, stage.chief, wish)


async def _forgotten(stage: Stage, _: str) -> None:
    await passes.revoke_all(stage.acting.node.access, stage.tournament)


WAYS: Mapping[str, tuple[str, Callable[[Stage, str], Awaitable[None]]]] = {
    "log-out": ("player", _log_out),
    "log-out of a spectator": ("spectator", _log_out),
    "log-out everywhere": ("organiser", _everywhere),
    "another password": ("organiser", _password),
    "dismissed as co-organiser": ("organiser", _dismissed),
    "dismissed who made the PIN": ("co-organiser's referee", maker_dismissed),
    "dismissed who made the link": ("co-organiser's spectator", maker_dismissed),
    "pass revoked": ("player", _revoked),
    "PIN renewed": ("referee", _renewed),
    "referee revoked": ("referee", _revoked),
    "spectator revoked": ("spectator", _revoked),
    "substituted": ("player", _substituted),
    "all people forgotten": ("player", _forgotten),
    "erased": ("player", _erased),
    "time is over": ("player", _run_out),  # last: the clock stays ahead
}


# --- channels ------------------------------------------------------------------------------------


class Gone(Exception):  # noqa: N818 - an answer, not an error
    """There is no such connection any more."""


class SocketWay:
    """A WebSocket."""

    def __init__(self, stage: Stage, path: str, hello: dict[str, Any] | None) -> None:
        self._stage, self._path, self._hello = stage, path, hello
        self._socket: ClientConnection | None = None

    async def open(self, token: str) -> None:
        url = self._stage.using.url
        self._socket = await connect(
            url.replace("http", "ws", 1) + self._path,
            origin=Origin(url),
            additional_headers={"authorization": f"Bearer {token}"},
            close_timeout=1,
        )
        if self._hello:
            await self.say(self._hello)

    async def say(self, message: dict[str, Any]) -> None:
        assert self._socket
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps(message))

    async def next(self, within_s: float) -> dict[str, Any] | None:
        assert self._socket
        try:
            heard = await asyncio.wait_for(self._socket.recv(), within_s)
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            raise Gone from closed
        assert isinstance(heard, str), "a browser reads words, not bytes"
        told: dict[str, Any] = json.loads(heard)
        return told

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()


class LineWay:
    """A line that is polled."""

    def __init__(self, stage: Stage, path: str, hello: dict[str, Any] | None) -> None:
        self._stage, self._path, self._hello = stage, path, hello
        self._heard: list[dict[str, Any]] = []
        self.id = ""

    async def open(self, token: str) -> None:
        self.client = self._stage.using.client(token)
        answer = await self.client.post(self._path, content=json.dumps(self._hello or {}))
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["line"]

    async def say(self, message: dict[str, Any]) -> None:
        answer = await self.client.post(f"/api/lines/{self.id}", content=json.dumps(message))
        assert answer.status_code in (204, 404), answer.text

    async def next(self, within_s: float) -> dict[str, Any] | None:
        if not self._heard:
            wait = max(0, round(within_s))
            answer = await self.client.get(f"/api/lines/{self.id}", params={"wait": wait})
            if answer.status_code == 404:
                raise Gone
            assert answer.status_code == 200, answer.text
            self._heard = answer.json()
        return self._heard.pop(0) if self._heard else None

    async def close(self) -> None:
        await self.client.aclose()


class StreamWay(LineWay):
    """A line whose other half is an event stream."""

    async def open(self, token: str) -> None:
        await super().open(token)
        self._told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with suppress(httpx.HTTPError):
            async with self.client.stream("GET", f"/api/lines/{self.id}/stream") as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("data: "):
                        self._told.put_nowait(json.loads(line[6:]))
        self._told.put_nowait(None)

    async def next(self, within_s: float) -> dict[str, Any] | None:
        try:
            told = await asyncio.wait_for(self._told.get(), within_s)
        except TimeoutError:
            return None
        if told is None:
            self._told.put_nowait(None)
            raise Gone
        return told

    async def close(self) -> None:
        self._reading.cancel()
        await super().close()


Way = SocketWay | LineWay
_HELLO = {"t": "hello", "table": TABLE}


def channels(stage: Stage) -> Mapping[str, tuple[str, Callable[[], Way]]]:
    """Every channel, and whose messages it takes: the table's, the clock's or the hall's."""
    clock = f"{stage.here}/tables/1/clock"
    return {
        "table socket": ("table", lambda: SocketWay(stage, "/api/socket", _HELLO)),
        "table line, polled": ("table", lambda: LineWay(stage, "/api/lines", _HELLO)),
        "table line, streamed": ("table", lambda: StreamWay(stage, "/api/lines", _HELLO)),
        "clock socket": ("clock", lambda: SocketWay(stage, f"{clock}/socket", None)),
        "clock line": ("clock", lambda: LineWay(stage, f"{clock}/lines", None)),
        "hall socket": ("hall", lambda: SocketWay(stage, f"{stage.here}/socket", None)),
        "hall line": ("hall", lambda: LineWay(stage, f"{stage.here}/lines", None)),
    }
