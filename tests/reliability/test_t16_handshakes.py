"""T16: a handshake that nobody can take is answered and closed, not left open for ever."""

import asyncio

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stolik.adapters.web.edge.strain.turnstile import Turnstile
from stolik.adapters.web.sockets import wire
from tests.adapters.web.serving import Server, serving
from tests.reliability.test_t16_silent import connected

_SOON_S = 3.0
_UPGRADE = (
    "GET /api/socket?table={target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    "Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
)


def told(server: Server, target: str = "x", more: str = "") -> bytes:
    """All that comes until the line is closed; empty where it stays open."""
    with connected(server) as phone:
        port = phone.getpeername()[1]
        phone.settimeout(_SOON_S)
        phone.sendall(_UPGRADE.format(target=target, port=port, more=more).encode())
        said = b""
        try:
            while part := phone.recv(4096):
                said += part
        except TimeoutError:
            return b""
        except ConnectionResetError:
            pass
        return said or b"closed"


TOO_MUCH = {
    "the gate's address": ("x" * 5_000, "", b"414"),
    "an address": ("x" * 9_000, "", b"414"),
    "a very long address": ("x" * 60_000, "", b"414"),
    "a header": ("x", f"X-Long: {'x' * 9_000}\r\n", b"431"),
    "headers": ("x", "".join(f"X-{n}: x\r\n" for n in range(200)), b"431"),
    "a body": ("x", "Content-Length: 5\r\n", b"closed"),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_a_handshake_with_too_much_is_answered_and_closed(what: str):
    target, more, status = TOO_MUCH[what]
    with serving() as server:
        assert status in told(server, target, more).split(b"\r\n")[0]


def test_the_mutant_that_leaves_it_to_uvicorn_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wire, "Wire", WebSocketsSansIOProtocol)
    with serving() as server:
        assert told(server, "x" * 9_000) == b""


def test_a_handshake_that_does_not_end_is_closed(monkeypatch: pytest.MonkeyPatch):
    async def for_ever(*_: object) -> None:
        await asyncio.sleep(_SOON_S * 3)

    monkeypatch.setattr(Turnstile, "enter", for_ever)
    with serving() as server:
        assert told(server) == b""
    monkeypatch.setattr(wire, "_HANDSHAKE_S", 0.5)
    with serving() as server:
        assert told(server) == b"closed"
