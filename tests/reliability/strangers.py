"""What a stranger without any account can do to our disk, from one address."""

import asyncio
import secrets
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from tests.reliability.nodes import Served, calling

LONG = "x" * 500


async def open_tables(server: Served, count: int, **wanted: Any) -> list[tuple[str, str]]:
    """Practice tables until they are refused: each with the token of its first seat."""
    found = []
    async with httpx.AsyncClient(base_url=server.url, headers={"origin": server.url}) as web:
        for _ in range(count):
            made = await web.post("/api/practice", json=wanted)
            if made.status_code != 201:
                break
            link = made.json()["link"].partition("#")[2]
            entered = await web.post("/api/login/link", json={"token": link})
            assert entered.status_code < 300, entered.text
            found.append((made.json()["table"], entered.cookies["stolik"]))
            web.cookies.clear()
    return found


async def complain(server: Served, table: str, token: str, until: float) -> int:
    """Report one's neighbours again and again, with as many words as are taken."""
    sent = 0
    with suppress(ConnectionClosed, TimeoutError, OSError):
        async with calling(server.url, token, table) as caller:
            while monotonic() < until:
                for _ in range(20):
                    await caller.say(
                        t="report",
                        id=secrets.token_hex(16),
                        after=caller.seq,
                        about=1 + sent % 2,
                        reason=LONG,
                    )
                    sent += 1
                for _ in range(20):
                    await caller.until("ack", "no", timeout_s=5)
    return sent


async def attack(server: Served, seconds: float, tables: int) -> int:
    """As much as one address can write in so many seconds; how much was asked for."""
    opened = await open_tables(server, tables, game="wojtek", bots=["greedy", "greedy"])
    until = monotonic() + seconds
    return sum(await asyncio.gather(*(complain(server, *each, until) for each in opened)))


def size_of(directory: Path) -> int:
    """Bytes in a data directory."""
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())
