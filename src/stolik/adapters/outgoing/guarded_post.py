"""One POST to somebody elsewhere: to an address that was looked at, and nowhere else.

The name is asked for once and the address it gave is the one connected to: no second answer of a
name server can lead elsewhere. Redirections are not followed, and nothing of the answer is read but
its first line.
"""

import asyncio
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from socket import SOCK_STREAM
from urllib.parse import SplitResult, urlsplit

from stolik import __version__
from stolik.app.internet import is_public

_PORTS = {"http": 80, "https": 443}


class NotTaken(Exception):  # noqa: N818 - an answer, not an error
    """Why something stays where it is."""


class PrivateAddress(NotTaken):
    """It is for nobody outside: another try leads nowhere else."""


@dataclass(frozen=True, slots=True)
class Outward:
    """What may be connected to, and for how long."""

    # Who is believed by https; made once, as reading whom the system believes takes long.
    trusting: ssl.SSLContext
    private: bool = False  # addresses of this machine and of local networks too
    patience_s: float = 10.0


async def post(wire: Outward, url: str, headers: Iterable[tuple[str, str]], body: bytes) -> int:
    """The status of the answer; raises `NotTaken` with the reason if there was none."""
    try:
        async with asyncio.timeout(wire.patience_s):
            return await _posted(wire, urlsplit(url), _head(urlsplit(url), headers, body) + body)
    except (OSError, ValueError, EOFError) as fault:
        raise NotTaken(type(fault).__name__) from fault


async def _posted(wire: Outward, url: SplitResult, request: bytes) -> int:
    address, port = await _looked_up(wire, url)
    secure = url.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=wire.trusting if secure else None,
        server_hostname=url.hostname if secure else None,
    )
    try:
        writer.write(request)
        await writer.drain()
        version, status = (await reader.readline()).split()[:2]
        if not version.startswith(b"HTTP/1."):
            raise NotTaken("no HTTP")
        return int(status)
    finally:
        writer.transport.abort()


async def _looked_up(wire: Outward, url: SplitResult) -> tuple[str, int]:
    port = url.port or _PORTS[url.scheme]
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(url.hostname, port, type=SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not wire.private and not all(map(is_public, addresses)):
        raise PrivateAddress("private address")
    return addresses[0], port


def _head(url: SplitResult, headers: Iterable[tuple[str, str]], body: bytes) -> bytes:
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    lines = (
        f"POST {target} HTTP/1.1",
        f"Host: {url.netloc}",
        f"User-Agent: stolik/{__version__}",
        *(f"{name}: {value}" for name, value in headers),
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode("ascii")
