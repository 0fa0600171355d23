"""The connection to one table: it comes back by itself, and knows what it still waits for."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from stolik.client import messages as m
from stolik.client.fairness import Fairness
from stolik.client.games.game import ClientGame, Own
from stolik.client.games.registry import CLIENT_GAMES
from stolik.client.http import fetch
from stolik.client.memory import Memory, No
from stolik.fair.verifier import Verified

_FIRST_WAIT_S = 0.1
_LONGEST_WAIT_S = 5.0
# After these words there is no use in coming back.
_FOR_GOOD = ("bye.newer_connection", "bye.logged_out", "bye.table_damaged")

_END = "GameEnded"


class NotAdmitted(Exception):  # noqa: N818 - an answer, not an error
    """The table is not for this login, or the connection was ended for good."""


class TableClient:
    """One login at one table."""

    def __init__(self, url: str, table: str, token: str, *, lang: str = "pl") -> None:
        self.url = url.rstrip("/")
        self.table = table
        self.memory = Memory()
        self.fairness = Fairness(lambda: secrets.token_hex(32))
        self.welcome: m.Welcome | None = None
        self.on_items: Callable[[list[m.Item]], None] = lambda _: None
        self.connected = 0  # how often
        self._token = token
        self._lang = lang
        self._socket: ClientConnection | None = None
        self._asked_about: frozenset[str] = frozenset()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._jitter = Random(secrets.token_bytes(16))

    async def __aenter__(self) -> Self:
        self._task = asyncio.ensure_future(self._stay())
        while self.welcome is None:
            await self.change()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, NotAdmitted):
                await self._task

    @property
    def seat(self) -> int | None:
        """The own seat; None for who only looks."""
        return self.welcome.seat if self.welcome else None

    @property
    def game(self) -> ClientGame:
        """What is played here, told by the welcome; `KeyError` if this client does not know it."""
        return CLIENT_GAMES[self.welcome.game if self.welcome else ""]

    async def ask(self, message: Mapping[str, Any]) -> int:
        """Ask for something and wait until it is on disk: the number of its last event.

        Raises `No`. Survives a broken line: what became of it is asked when the line is back.
        """
        id_ = secrets.token_hex(16)
        whole = {**message, "id": id_, "after": self.memory.seq}
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[id_] = answer
        self.memory.pending[id_] = whole
        await self._send(whole)
        try:
            await self._unless_ended(answer)
            return answer.result()
        finally:
            self.memory.pending.pop(id_, None)
            self._answers.pop(id_, None)

    async def do(self, command: Own) -> int:
        """Ask for a command of the own seat, one of the game that is played here."""
        return await self.ask(self.game.message_of(command))

    async def show(self, felt: list[list[Any]], lifted: str | None = None) -> None:
        """Show the draft of the turn; it is shown again after the line was broken."""
        draft = {"t": "draft", "felt": felt, "lifted": lifted}
        self.memory.draft = draft
        await self._send(draft)

    async def view(self) -> Own:
        """The table after the last event heard of."""
        while not self.memory.is_fresh:
            lines, known = self.connected, self.memory.view
            await self._send({"t": "resume", "last_seq": 0})
            while self.memory.view is known and self.connected == lines:
                await self.change()  # a line that broke meanwhile has to be asked again
        assert self.memory.view
        return self.memory.view

    async def change(self, timeout_s: float | None = None) -> None:
        """Wait until something was heard; raises `NotAdmitted` when nothing more will be."""
        self._changed.clear()
        waiting = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait_for(self._unless_ended(waiting), timeout_s)
        except TimeoutError:
            pass
        finally:
            waiting.cancel()

    async def verified(self, game: int) -> Verified:
        """Check the deal of a finished game by what this client saw itself; raises `Refused`."""
        deal = self.fairness.of_game(game)
        if deal is None or self.welcome is None:
            raise LookupError(f"this client saw no deal of game {game}")
        path = f"/api/tables/{self.table}/games/{game}/transcript"
        transcript = await fetch(self.url, path, self._token)
        return self.fairness.checked(deal, transcript, self.game.pieces(self.welcome.rules))

    # --- staying connected -------------------------------------------------------------------

    async def _stay(self) -> None:
        wait = _FIRST_WAIT_S
        while True:
            before = self.connected
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):  # of the line
                await self._visit()
            self._socket = None
            wait = _FIRST_WAIT_S if self.connected > before else min(2 * wait, _LONGEST_WAIT_S)
            await asyncio.sleep(wait * (0.5 + self._jitter.random()))

    async def _visit(self) -> None:
        address = self.url.replace("http", "ws", 1) + "/api/socket"
        async with connect(address, origin=Origin(self.url), compression=None) as socket:
            nonce_hash = self.fairness.nonce_hash
            hello = self.memory.hello(self.table, self._token, nonce_hash, self._lang)
            self._asked_about = frozenset(hello["pending"])
            await socket.send(_encode(hello))
            async for raw in socket:
                self._socket = socket  # what the table says first is a welcome, or a refusal
                if (heard := m.read(raw)) is not None:
                    await self._hear(heard)
                    self._changed.set()

    async def _send(self, message: Mapping[str, Any]) -> None:
        """Send if the line is up; what matters is said again when it is back."""
        if self._socket:
            with contextlib.suppress(WebSocketException):
                await self._socket.send(_encode(message))

    async def _unless_ended(self, waiting: "asyncio.Future[Any]") -> None:
        assert self._task
        await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            self._task.result()

    # --- hearing -----------------------------------------------------------------------------

    async def _hear(self, heard: m.Heard) -> None:  # noqa: C901 - a table, no tangle
        match heard:
            case m.Events():
                await self._hear_events(heard)
            case m.Snapshot(view=raw, fair=fair):
                view = self.game.view.decode(raw)
                self.memory.heard_snapshot(heard, view)
                if fair:
                    self.fairness.dealt(view.game, fair, self.seat)
            case m.Ping(n):
                await self._send({"t": "pong", "n": n})
            case m.Ack(id_, seq):
                self._answer(id_, seq)
            case m.Rejected(id_, faults, seq):
                self._refused(id_, No(faults, seq))
            case m.Deal() if self.seat is not None:
                answer = self.fairness.asked(heard, self.seat)
                if answer:
                    await self._send(answer)
            case m.Welcome():
                await self._welcomed(heard)
            case m.Status(commands):
                await self._told(commands)
            case m.Bye(code, message) if code in _FOR_GOOD:
                raise NotAdmitted(f"{code}: {message}")
            case _:
                pass

    async def _welcomed(self, welcome: m.Welcome) -> None:
        self.welcome = welcome
        self.connected += 1
        draft = self.memory.draft
        if draft and welcome.seq == self.memory.seq:
            await self._send(draft)
        for id_, asked in tuple(self.memory.pending.items()):
            if id_ not in self._asked_about:  # asked for while the line was coming back
                await self._send(asked)

    async def _hear_events(self, events: m.Events) -> None:
        fresh, missing = self.memory.heard_events(events)
        for item in fresh:
            if item.kind == self.game.deal and "fair" in item.data:
                self.fairness.dealt(_game_of(item), item.data["fair"], self.seat)
            elif item.kind == _END and "closed" in item.data.get("fair", {}):
                self.fairness.ended(item.data["fair"])
        if missing:
            await self._send({"t": "resume", "last_seq": self.memory.seq})
        if fresh:
            self.on_items(fresh)

    async def _told(self, commands: Mapping[str, Mapping[str, Any]]) -> None:
        """What became of commands whose answer was lost; the unknown ones are sent again."""
        for id_, became in commands.items():
            if "acked" in became:
                self._answer(id_, became["acked"])
            elif id_ in self.memory.pending:
                await self._send(self.memory.pending[id_])

    def _answer(self, id_: str, seq: int) -> None:
        answer = self._answers.get(id_)
        if answer and not answer.done():
            answer.set_result(seq)

    def _refused(self, id_: str | None, no: No) -> None:
        answer = self._answers.get(id_ or "")
        if answer and not answer.done():
            answer.set_exception(no)
        elif self.welcome is None:
            raise NotAdmitted(str(no))


def _game_of(dealt: m.Item) -> int:
    """The number of the game; where a deal does not say it, it ends the name of the deal."""
    ctx: str = dealt.data["fair"]["ctx"]
    return int(dealt.data["game"] if "game" in dealt.data else ctx.rpartition("/")[2])


def _encode(message: Mapping[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
