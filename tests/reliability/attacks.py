"""Everything a stranger has tried to stop a hall with; each is one more function in `ATTACKS`.

An attack is given the server's port and what it was prepared with, and goes on until it is told to
stop. What it is answered does not matter to it; a server that closes the line is called again.
"""

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from random import Random
from time import perf_counter
from typing import Any

from tests.reliability.watched import Large
from tests.reliability.watched_rows import hard_racks
from tests.reliability.wire import Wire

Attack = Callable[[int, Large, float], Awaitable[None]]
STRUCK = {"times": 0}
_LOST = (OSError, EOFError, ValueError, IndexError, asyncio.TimeoutError)


async def again(until: float, work: Callable[[], Awaitable[Any]]) -> None:
    """So often as there is time."""
    while perf_counter() < until:
        STRUCK["times"] += 1
        with suppress(*_LOST):
            async with asyncio.timeout(max(0.1, until - perf_counter())):
                await work()
        await asyncio.sleep(0.001)


async def asked(port: int, until: float, *wishes: tuple[str, str, Any]) -> None:
    """Requests one after the other over one line."""

    async def line() -> None:
        async with Wire(port, accept_language=secrets.token_hex(8)) as wire:
            while perf_counter() < until:
                for method, path, body in wishes:
                    STRUCK["times"] += 1
                    await (wire.get(path) if method == "GET" else wire.post(path, body))

    await again(until, line)


async def forecasts(port: int, _: Large, until: float) -> None:
    paths = [f"/api/formats/grandprix/forecast?entrants={n}" for n in (10_000, 1_000_000)]
    await asked(port, until, *(("GET", path, None) for path in paths))


async def verdicts(port: int, _: Large, until: float) -> None:
    bodies = [{"rack": rack, "last_drawn": "unknown"} for rack in hard_racks()]
    await asked(port, until, *(("POST", "/api/tools/verdict", body) for body in bodies))


async def questions(port: int, large: Large, until: float) -> None:
    path = f"/api/tournaments/{large.big}"
    names = ("standings", "outlook", "overview", "check", "teams", "penalties")
    await asked(port, until, *(("POST", path, {"do": do}) for do in names))


async def readings(port: int, large: Large, until: float) -> None:
    here = f"/api/tournaments/{large.big}"
    paths = ("/openapi.json", "/docs", here + "/public?seq=9007199254740991", here + "/draws")
    more = ("/api/tables/boty/games/1/film", here + f"/history?after={2**63}", "/api/formats")
    await asked(port, until, *(("GET", path, None) for path in (*paths, *more)))


async def qr_codes(port: int, _: Large, until: float) -> None:
    paths = [f"/api/qr?path=/tournament/{secrets.token_hex(32)}" for _ in range(500)]
    await asked(port, until, *(("GET", path, None) for path in paths))


async def guesses(port: int, _: Large, until: float) -> None:
    codes = [{"code": f"{n:06}"} for n in range(50)]
    logins = [{"name": "Organizator", "password": f"hasło {n}"} for n in range(5)]
    wishes = [("POST", "/api/login/pin", code) for code in codes]
    await asked(port, until, *wishes, *(("POST", "/api/login", login) for login in logins))


async def practice(port: int, _: Large, until: float) -> None:
    await asked(port, until, ("POST", "/api/practice", {"bots": ["patient"] * 3}))


async def large_bodies(port: int, large: Large, until: float) -> None:
    many = {f"f{n}": [] for n in range(6000)}
    here = f"/api/tournaments/{large.big}"
    await asked(port, until, ("POST", "/api/login", many), ("POST", here, many))


async def heads_without_end(port: int, _: Large, until: float) -> None:
    async def flood() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET / HTTP/1.1\r\n")
            while perf_counter() < until:
                writer.write(b"X-A: 1\r\n" * 500)
                await writer.drain()
        finally:
            writer.transport.abort()

    await again(until, flood)


async def many_sockets(port: int, _: Large, until: float) -> None:
    """Open, say half a word, go."""

    async def come_and_go() -> None:
        reader, writer = await opened(port)
        try:
            writer.write(frame(b'{"t": "hello", "table": "stol"}'))
            await reader.read(1000)
        finally:
            writer.transport.abort()

    await again(until, come_and_go)


async def garbage(port: int, _: Large, until: float) -> None:
    """Messages nobody can read, as fast as they are taken."""
    chance = Random(1)

    async def talk() -> None:
        _, writer = await opened(port)
        try:
            while perf_counter() < until:
                writer.write(frame(json.dumps({"t": "lay", "x": chance.random()}).encode()) * 20)
                await writer.drain()
                await asyncio.sleep(0.01)
        finally:
            writer.transport.abort()

    await again(until, talk)


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket, as bare as it gets."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    writer.write(
        f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(text: bytes) -> bytes:
    """A masked text frame."""
    mask = os.urandom(4)
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + mask + bytes(sign ^ mask[i % 4] for i, sign in enumerate(text))


async def empty_frames(port: int, _: Large, until: float) -> None:
    """A quarter of a megabyte of frames with nothing in them."""

    async def flood() -> None:
        reader, writer = await opened(port)
        try:
            writer.write(frame(b"") * 40_000)
            await writer.drain()
            await reader.read(1000)
        finally:
            writer.transport.abort()

    await again(until, flood)


ATTACKS: tuple[Attack, ...] = (
    *(forecasts, verdicts, questions, readings, qr_codes, guesses, practice),
    *(large_bodies, heads_without_end, many_sockets, garbage, empty_frames),
)


@contextmanager
def attackers(
    count: int, port: int, large: Large, seconds: float, *names: str
) -> Iterator[Callable[[], int]]:
    """So many at once, from a process of their own: a player's phone does not share theirs.

    They have begun when this returns; what it yields says how often they have struck.
    """
    words = [str(port), str(count), str(seconds), json.dumps(asdict(large)), *names]
    attacking = subprocess.Popen(
        [sys.executable, "-m", "tests.reliability.attacks", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert attacking.stdin
    assert attacking.stdout
    out = attacking.stdout

    def strikes() -> int:
        return int(out.readline())

    try:
        strikes()
        yield strikes
    finally:
        attacking.kill()
        attacking.wait()


async def attack(
    tricks: Sequence[Attack], count: int, port: int, large: Large, until: float
) -> None:
    """Each with the next trick of the list; told once they have begun, and at the end."""

    async def telling() -> None:
        print(STRUCK["times"], flush=True)
        await asyncio.sleep(until - perf_counter())
        print(STRUCK["times"], flush=True)

    chosen = (tricks[n % len(tricks)] for n in range(count))
    await asyncio.gather(telling(), *(trick(port, large, until) for trick in chosen))


def main() -> None:
    port, count, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    large = Large(**json.loads(sys.argv[4]))
    tricks = [trick for trick in ATTACKS if not sys.argv[5:] or trick.__name__ in sys.argv[5:]]
    asyncio.run(attack(tricks, count, port, large, perf_counter() + seconds))


if __name__ == "__main__":
    main()
