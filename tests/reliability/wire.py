"""One connection and nothing around it: a burst must measure the server, not a client."""

import asyncio
import json
from typing import Any


class Wire:
    """Somebody's browser, as bare as it gets; one request at a time."""

    def __init__(self, port: int, **headers: str) -> None:
        self._port = port
        self._host = f"127.0.0.1:{port}"
        self._headers = {"host": self._host, "origin": f"http://{self._host}", **headers}
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> "Wire":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, value: Any, **headers: str) -> tuple[int, bytes]:
        """The same, for something that is to be done."""
        body = json.dumps(value).encode()
        more = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        return await self._ask("POST", path, body, more)

    async def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        told = {**self._headers, **headers}
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{k.replace('_', '-')}: {v}" for k, v in told.items()),
        ]
        async with self._lock:
            self._writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
            return await self._answer()

    async def _answer(self) -> tuple[int, bytes]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        lengths = [line for line in head if line.lower().startswith("content-length:")]
        body = await self._reader.readexactly(int(lengths[0].partition(":")[2]))
        return int(head[0].split()[1]), body
