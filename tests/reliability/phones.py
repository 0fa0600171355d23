"""Many phones at one server: sockets cheap enough for a test to have hundreds of them."""

import asyncio
import json
from time import perf_counter
from typing import Any

from benchmarks.sockets import Socket, open_socket

_PATIENCE_S = 20.0


class ToldPhone:
    """Looks at one table; counts what it was told, and keeps when."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self.heard_at: dict[int, float] = {}
        self.known = 0  # the last event known of, by a snapshot too
        self.faults = 0  # events that came twice, out of order, or after one that did not come
        self.closed: int | None = None
        self.welcomed = asyncio.Event()
        self._where = (port, table, token)
        self._socket: Socket | None = None

    async def connect(self) -> None:
        """Come in, or come back."""
        port, table, token = self._where
        self.welcomed.clear()
        self.closed = None
        self._socket = await open_socket(port, "/api/socket", self._hear, self._lost)
        self.say(t="hello", table=table, token=token, last_seq=self.known)
        await asyncio.wait_for(self.welcomed.wait(), _PATIENCE_S)

    def say(self, **message: Any) -> None:
        assert self._socket
        self._socket.send(json.dumps(message).encode())

    def abort(self) -> None:
        """Cut the line without a word."""
        assert self._socket
        self._socket.abort()

    def stop_reading(self) -> None:
        """Stay connected and read nothing any more."""
        assert self._socket
        assert self._socket.transport
        self._socket.transport.pause_reading()

    def _hear(self, raw: bytes) -> None:
        now, message = perf_counter(), json.loads(raw)
        if message["t"] == "events":
            for item in message["items"]:
                self.faults += item["seq"] != self.known + 1
                self.heard_at[item["seq"]] = now
                self.known = item["seq"]
            self.welcomed.set()
        elif message["t"] == "snapshot":
            self.known = max(self.known, message["seq"])
            self.welcomed.set()

    def _lost(self, code: int) -> None:
        self.closed = code


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    return round(1000 * sorted(times)[int(len(times) * share)], 1) if times else 0.0
