"""The short way of messages: the same bytes give the same answers, however they arrive."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from litestar import websocket
from litestar.connection import WebSocket

from stolik.adapters.web.edge import internals
from stolik.adapters.web.sockets.table import listen
from stolik.adapters.web.sockets.ways import socket_outbox
from stolik.app.access.roles import Rule
from tests.adapters.web.serving import Server, serving

TEXT, BINARY, GO_ON, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA
_MASK = bytes((0x12, 0xEF, 0x00, 0xCF))
HELLO = "zażółć gęślą".encode()


@websocket("/echo", opt={"rule": Rule.ANYONE})
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    outbox = socket_outbox(socket, lambda value: repr(value).encode())

    async def receive(raw: str | bytes) -> None:
        if raw == "bye":
            outbox.close("bye.server_stops")
        outbox.send(raw.encode() if isinstance(raw, str) else raw)

    await listen(socket, receive)
    outbox.drop()


@pytest.fixture(scope="module", params=["short", "plain"])
def server(request: pytest.FixtureRequest):
    """By our own way, and by uvicorn's where an upgrade has broken ours."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "plain":
            patch.setattr(internals, "missing", lambda _: ["everything"])
        with serving(handlers=[echo]) as running:
            yield running


class Peer:
    """A client that says exactly the bytes it is told to."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.rest = b""

    def next(self) -> tuple[int, bytes]:
        """The next frame: its first byte and what it carries."""
        while True:
            if len(self.rest) >= 2:
                length, at = self.rest[1], 2
                if length in (126, 127):
                    at = 4 if length == 126 else 10
                    length = int.from_bytes(self.rest[2:at], "big")
                if len(self.rest) >= at + length:
                    first, found = self.rest[0], self.rest[at : at + length]
                    self.rest = self.rest[at + length :]
                    return first, found
            data = self.line.recv(65536)
            if not data:
                return -1, b""
            self.rest += data


@contextmanager
def connected(server: Server, path: str = "/echo") -> Iterator[Peer]:
    host = f"127.0.0.1:{server.port}"
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
            "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: c3RvbGlrIGJlbmNobWFyaw==\r\n\r\n".encode()
        )
        peer = Peer(line)
        while b"\r\n\r\n" not in peer.rest:
            peer.rest += line.recv(4096)
        head, _, peer.rest = peer.rest.partition(b"\r\n\r\n")
        assert b" 101 " in head
        yield peer


def framed(kind: int, payload: bytes, *, last: bool = True, masked: bool = True) -> bytes:
    length, mark = len(payload), 0x80 if masked else 0
    head = bytes((0x80 * last | kind, mark | min(length, 126 if length < 65536 else 127)))
    if length > 125:
        head += length.to_bytes(2 if length < 65536 else 8, "big")
    mask = _MASK if masked else b""
    body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload
    return head + mask + body


@pytest.mark.parametrize("length", [1, 125, 126, 127, 4000, 65535, 65536, 200_000])
def test_a_text_of_any_length_comes_back(server: Server, length: int):
    with connected(server) as peer:
        for text in (b"x" * length, b"after it"):
            peer.line.sendall(framed(TEXT, text))
            assert peer.next() == (0x81, text)


@pytest.mark.parametrize("step", [1, 3, 1000])
def test_it_does_not_matter_how_the_bytes_are_cut(server: Server, step: int):
    texts = [HELLO, b"a", b"b" * 300, b""]
    sent = b"".join(
        (framed(TEXT, texts[0]), framed(PING, b"p"), *(framed(TEXT, t) for t in texts[1:]))
    )
    with connected(server) as peer:
        for i in range(0, len(sent), step):
            peer.line.sendall(sent[i : i + step])
        found = [peer.next() for _ in range(5)]
    assert sorted(found) == sorted([(0x8A, b"p"), *((0x81, text) for text in texts)])
    assert [text for first, text in found if first == 0x81] == texts


def test_a_text_in_pieces_is_put_together(server: Server):
    with connected(server) as peer:
        peer.line.sendall(framed(TEXT, HELLO[:5], last=False))  # in the middle of a letter
        peer.line.sendall(framed(PING, b"still there?"))
        peer.line.sendall(framed(GO_ON, HELLO[5:]) + framed(TEXT, b"next"))
        answers = [peer.next() for _ in range(3)]
    assert answers == [(0x8A, b"still there?"), (0x81, HELLO), (0x81, b"next")]


def test_bytes_are_heard_like_text(server: Server):
    with connected(server) as peer:
        peer.line.sendall(framed(BINARY, b"\x01\x00") + framed(TEXT, b"text"))
        assert [peer.next()[1], peer.next()[1]] == [b"\x01\x00", b"text"]


def test_what_is_said_in_one_turn_leaves_in_order(server: Server):
    texts = [str(n).encode() for n in range(60)]
    with connected(server) as peer:
        peer.line.sendall(b"".join(framed(TEXT, text) for text in texts))
        assert [peer.next()[1] for _ in texts] == texts


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (framed(TEXT, b"no mask", masked=False), 1002),
        (framed(TEXT, b"\xff\xfe"), 1007),
        (framed(TEXT, b"x" * 300_000)[:100], 1009),
        (framed(TEXT, b"begun", last=False) + framed(TEXT, b"another"), 1002),
        (framed(GO_ON, b"of what?"), 1002),
        (framed(0x3, b"no such kind"), 1002),
        (bytes((0xC1,)) + framed(TEXT, b"an extension")[1:], 1002),
        (framed(CLOSE, (1000).to_bytes(2, "big")), 1000),
    ],
    ids=[
        "unmasked",
        "no text",
        "too long",
        "in pieces",
        "no beginning",
        "no kind",
        "extended",
        "end",
    ],
)
def test_what_breaks_the_protocol_ends_the_line(server: Server, wrong: bytes, code: int):
    with connected(server) as peer:
        peer.line.sendall(framed(TEXT, b"fine") + wrong)
        heard = [peer.next(), peer.next()]
    ends = [text for first, text in heard if first == 0x88]
    assert [int.from_bytes(text[:2], "big") for text in ends] == [code]


def test_the_last_word_is_said_before_the_end(server: Server):
    with connected(server) as peer:
        peer.line.sendall(framed(TEXT, b"bye"))
        first, last_word = peer.next()
        assert (first, b"bye.server_stops" in last_word) == (0x81, True)
        assert peer.next() == (0x88, (4000).to_bytes(2, "big"))
