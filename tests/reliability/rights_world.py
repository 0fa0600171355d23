"""Two nodes of one database, and bare clients to talk to both."""

import asyncio
import json
import secrets
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.store_postgres import open_store
from stolik.adapters.web.edge.logs import json_log
from stolik.adapters.web.edge.running import listening, uvicorn_config
from stolik.adapters.web.services import Settings
from stolik.wiring.serving import Node, make_node
from tests.reliability.machine import slack

WANT_OF_RIGHT = {
    *("access.login_needed", "access.not_allowed", "live.not_yours", "live.line_unknown"),
    "access.no_replay",
}
_PATIENCE_S = 30.0
_STUCK_S = 30.0


@dataclass
class Answer:
    """What became of a request: done, refused for want of a right, or for another reason."""

    done: bool
    code: str = ""
    value: Any = None
    token: str = ""
    gone: bool = False  # the connection it was said on has ended

    @property
    def lacks_right(self) -> bool:
        return self.gone or self.code in WANT_OF_RIGHT


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs the tests: one of two nodes must not swallow them."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()


class RunningNode:
    """A node on a port of its own; it can be stopped and started again."""

    def __init__(self, url: str) -> None:
        self.database = url

    async def start(self) -> None:
        self._store, self._bus = await open_store(self.database), PostgresBus(self.database)
        log = json_log(StringIO())
        self.node: Node = await make_node(self._store, self._bus, Settings(), log, alone=False)
        # The hash of a password is not what is tried here: a cheap one of the same kind.
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.node.access.passwords._hasher = cheap  # type: ignore[attr-defined]
        self._listener = listening("127.0.0.1", 0)
        self.port = self._listener.getsockname()[1]
        self._server = _Server(uvicorn_config(self.node.app))
        self._serving = asyncio.ensure_future(self._server.serve([self._listener]))
        while not self._server.started:
            await asyncio.sleep(0.005)
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def stop(self) -> None:
        for _, writer in self._free:
            writer.close()
        self._server.should_exit = True
        self._server.force_exit = True
        await self._serving
        self._listener.close()
        await self.node.stop()
        await self._bus.close()
        await self._store.close()

    # --- HTTP --------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Answer:
        """One request; a connection is used again, by whoever comes next."""
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        host = f"127.0.0.1:{self.port}"
        head = [f"{method} {path} HTTP/1.1", f"host: {host}", f"origin: http://{host}"]
        head += [f"authorization: Bearer {token}"] if token else []
        head += ["content-type: application/json", f"content-length: {len(raw)}", "", ""]
        sent = "\r\n".join(head).encode() + raw
        while self._free:
            try:
                return await self._answer(*self._free.pop(), sent)
            except (asyncio.IncompleteReadError, ConnectionError) as closed:
                # The server closes what is idle for long; it has read nothing of this request.
                if getattr(closed, "partial", b""):
                    raise
        return await self._answer(*await asyncio.open_connection("127.0.0.1", self.port), sent)

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes
    ) -> Answer:
        writer.write(sent)
        async with asyncio.timeout(_STUCK_S):
            answer = await _read(reader)
        self._free.append((reader, writer))
        return answer

    # --- sockets -----------------------------------------------------------------------------

    async def socket(self, path: str, token: str) -> ClientConnection | None:
        """A socket; None if it is not for this login."""
        host = f"127.0.0.1:{self.port}"
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            return await connect(
                f"ws://{host}{path}",
                origin=f"http://{host}",  # type: ignore[arg-type]
                additional_headers=headers,
                proxy=None,
            )
        except InvalidStatus as refused:
            if refused.response.status_code != 403:
                raise
            return None


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
    raw = await reader.readexactly(int(fields.get("content-length", 0)))
    assert status < 500, (status, raw)
    told = json.loads(raw) if raw and "json" in fields.get("content-type", "") else None
    code = told.get("error", {}).get("code", "") if isinstance(told, dict) else ""
    cookie = next((line for line in head if line.lower().startswith("set-cookie: stolik=")), "")
    token = cookie.partition("=")[2].partition(";")[0].strip('"')
    return Answer(status < 300, code, told, token)


# --- talking on a connection that stays open ------------------------------------------------------


class SocketTalk:
    """A socket to a table, a clock or a hall."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, message: dict[str, Any]) -> Answer:
        """The answer to a command; what else is told meanwhile is passed over."""
        try:
            for each in _said(message):
                await self._socket.send(json.dumps(each))
            async with asyncio.timeout(_PATIENCE_S):
                while True:
                    told = json.loads(await self._socket.recv())
                    if (answer := _answer_to(message, told)) is not None:
                        return answer
        except ConnectionClosed:
            return Answer(done=False, gone=True)

    async def is_open(self, expected: bool) -> bool:
        """Whether it is still there; who is sent away may take a moment to be told."""
        with suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(0.001 if expected else 3.0 * slack()):
                while True:
                    await self._socket.recv()
        return self._socket.state.name == "OPEN"

    async def close(self) -> None:
        self._socket.transport.abort()


class LineTalk:
    """The same where no socket gets through."""

    def __init__(self, node: RunningNode, line: str, token: str) -> None:
        self._node, self._token, self._path = node, token, f"/api/lines/{line}"

    async def say(self, message: dict[str, Any]) -> Answer:
        for each in _said(message):
            said = await self._node.ask("POST", self._path, each, self._token)
            if not said.done:
                return said
        told = await self._node.ask("GET", self._path, token=self._token)
        if not told.done:
            return told
        answers = [_answer_to(message, each) for each in told.value]
        # Without one, it was taken back with everything else that waited.
        return next(filter(None, answers), Answer(done=False, gone=True))

    async def is_open(self, expected: bool) -> bool:
        for _ in range(1 if expected else round(60 * slack())):
            told = await self._node.ask("GET", self._path, token=self._token)
            said = told.value if told.done else [{"t": "bye"}]
            if any(each["t"] == "bye" for each in said):
                return False
            await asyncio.sleep(0 if expected else 0.05)
        return True

    async def close(self) -> None:
        """It is forgotten by itself."""


def _said(message: dict[str, Any]) -> list[dict[str, Any]]:
    """What has no answer of its own is followed by something that has: a second hello."""
    return [message, {"t": "hello", "table": "?"}] if message["t"] == "resume" else [message]


def _answer_to(message: dict[str, Any], told: dict[str, Any]) -> Answer | None:
    kind = told["t"]
    if kind == "bye":
        return Answer(done=False, gone=True)
    if kind == "no" and told.get("id") in (message.get("id"), None):
        code = told["faults"][0]["code"]
        return Answer(done=code == "live.hello_twice", code=code)
    if kind == "ack" and told["id"] == message.get("id"):
        return Answer(done=True)
    wanted = {"status": "status", "hello": "welcome"}.get(message["t"])
    return Answer(done=True) if kind == wanted else None


def new_id() -> str:
    return secrets.token_hex(16)
