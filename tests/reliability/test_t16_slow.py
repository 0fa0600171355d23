"""T16: who never finishes a request is closed; who only thinks, or listens, is not."""

import socket
from time import monotonic, sleep

import pytest
from websockets.sync.client import connect

from stolik.adapters.web.edge import impatience
from tests.adapters.web.serving import Server, serving, serving_everything
from tests.reliability.report import figure

_HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
_SENT = _HEAD.replace(b"GET", b"POST") + b"Content-Length: 100\r\n\r\n"
_PATIENCE_S = 0.4
# What is sent at first, and what then again and again.
SLOW = {
    "in silence": (b"", b""),
    "over a head": (_HEAD, b"a"),
    "with empty lines": (b"", b"\r\n"),
    "over a body": (_SENT, b"a"),
    "over a head after an answer": (_HEAD + b"\r\n" + _HEAD, b"a"),
    "with empty lines after an answer": (_HEAD + b"\r\n", b"\r\n"),
}


def dawdles(server: Server, first: bytes, drop: bytes, seconds: float) -> bool:
    """Whether a client that goes on byte by byte is still connected after so long."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as client:
        client.sendall(first)
        client.settimeout(0.02)
        end = monotonic() + seconds
        while monotonic() < end:
            try:
                client.sendall(drop)
                sleep(0.05)
                if client.recv(1000) == b"":
                    return False
            except TimeoutError:
                continue
            except OSError:
                return False
        return True


def held(server: Server, seconds: float = 10) -> list[str]:
    """The ways of dawdling that keep a connection."""
    return [way for way, sent in SLOW.items() if dawdles(server, *sent, seconds)]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impatience, "_HEAD_S", _PATIENCE_S)
    monkeypatch.setattr(impatience, "_BODY_S", _PATIENCE_S)


@pytest.mark.usefixtures("impatient")
def test_a_request_that_does_not_end_is_closed():
    with serving() as server:
        left = held(server)
        figure(
            "T16", f"of {len(SLOW)} ways to dawdle over a request, held", len(left), tier="quick"
        )
        assert left == []


@pytest.mark.usefixtures("impatient")
def test_a_socket_may_be_silent_for_as_long_as_it_likes():
    with serving_everything() as server:
        url = server.url.replace("http", "ws") + "/api/socket"
        with connect(url, origin=server.url) as line:
            sleep(_PATIENCE_S * 3)
            line.send("{}")
            assert line.recv(5)


@pytest.mark.usefixtures("impatient")
def test_a_connection_that_has_its_answer_may_wait_for_the_next_question():
    with serving() as server, server.client() as client:
        client.get("/healthz")
        kept = client._transport._pool.connections[0]  # type: ignore[attr-defined]
        sleep(_PATIENCE_S * 3)
        client.get("/healthz")
        assert client._transport._pool.connections[0] is kept  # type: ignore[attr-defined]


def test_a_server_that_waits_for_ever_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(impatience.Impatience, "_wait", lambda *_: None)
    with serving() as server:
        assert "over a head" in held(server, 1)


@pytest.mark.usefixtures("impatient")
def test_a_server_that_starts_to_count_only_once_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        impatience.Impatience, "data_received", impatience.HttpToolsProtocol.data_received
    )
    with serving() as server:
        assert held(server, 1.5) == [way for way in SLOW if way.endswith("after an answer")]
