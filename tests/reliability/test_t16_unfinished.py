"""T16: who begins a request and never ends it locks nobody out, and costs little when it goes."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep, thread_time

import pytest

from stolik.adapters.web.edge import doorway, impatience
from stolik.adapters.web.edge.doorway import Rank
from tests.adapters.web.serving import Server, serving
from tests.reliability.report import figure
from tests.reliability.test_t16_silent import answered, connected, few, is_open, open_ones
from tests.reliability.test_t16_slow import dawdles

_POST = b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
_POST += b"Content-Type: application/json\r\n"
_LENGTH, _CHUNKED = b"Content-Length: %d\r\n", b"Transfer-Encoding: chunked\r\n"
_EXPECT = b"Expect: 100-continue\r\n"
HALF = {
    "a body": _POST + _LENGTH % 100 + b"\r\n{",
    "no byte of a body": _POST + _LENGTH % 100 + b"\r\n",
    "a piece": _POST + _CHUNKED + b"\r\n1\r\n{\r\n",
    "what it asked leave for": _POST + _LENGTH % 100 + _EXPECT + b"\r\n",
    "much": _POST + _LENGTH % 1_000_000 + b"\r\n{",
    "a head": _POST,
    "another head": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /",
}


@contextmanager
def half_sent(server: Server, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """So many connections in the middle of a request."""
    with ExitStack() as stack:
        strangers = [stack.enter_context(connected(server)) for _ in range(count)]
        for one in strangers:
            one.sendall(sent)
        yield strangers


def good_among(sent: bytes, count: int = 60, most: int = 20, phones: int = 10) -> int:
    """How many phones of the same address are answered."""
    with serving(change=few(most)) as server, half_sent(server, count, sent):
        sleep(0.2)
        good = 0
        for _ in range(phones):
            with connected(server) as phone:
                good += answered(phone)
        return good


@pytest.mark.parametrize("way", HALF)
def test_half_sent_requests_lock_out_nobody(way: str):
    assert good_among(HALF[way]) == 10


def test_the_mutant_that_turns_the_newcomer_away_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doorway._Address, "longest", lambda _, newcomer: newcomer)
    assert good_among(HALF["a body"]) == 0


KINDS = {
    Rank.SILENT: HALF["a head"],
    Rank.SENDING: HALF["a body"],
}


def held(sent: bytes, soon: int) -> int:
    with serving() as server, half_sent(server, 40, sent) as strangers:
        return open_ones(strangers, soon)


@pytest.mark.parametrize("kind", KINDS)
def test_of_each_kind_that_waits_there_are_few(kind: Rank, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(doorway.MOST, kind, 10)
    assert held(KINDS[kind], 10) == 10


@pytest.mark.parametrize("kind", KINDS)
def test_the_mutant_without_so_few_is_caught(kind: Rank, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(doorway.MOST, kind, 1000)
    with serving() as server, half_sent(server, 40, KINDS[kind]) as strangers:
        sleep(0.5)
        assert sum(is_open(one) for one in strangers) == 40


def test_who_goes_on_sending_stays_and_is_answered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(doorway.MOST, Rank.SENDING, 10)
    with serving() as server, connected(server) as phone, ExitStack() as stack:
        phone.sendall(_POST + _LENGTH % 8 + b"\r\n")
        for _ in range(8):
            phone.sendall(b"{")
            sleep(0.05)
            stack.enter_context(half_sent(server, 5, HALF["a body"]))
            sleep(0.05)
        assert phone.recv(1000).startswith(b"HTTP/1.1 4")


def test_a_body_that_does_not_move_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(impatience, "_HEAD_S", 0.3)
    monkeypatch.setattr(impatience, "_STALLED_S", 0.5)
    with serving() as server:
        assert not dawdles(server, HALF["a body"], b"", 5)
        assert dawdles(server, HALF["a body"], b" ", 1.5)


def test_a_server_that_lets_a_body_rest_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(impatience, "_HEAD_S", 0.3)
    with serving() as server:
        assert dawdles(server, HALF["a body"], b"", 1.5)


def begun(sent: bytes) -> int:
    """How many requests were begun of twenty that were given up."""
    with serving() as server:
        with half_sent(server, 20, sent):
            sleep(0.2)
        sleep(0.2)
        with connected(server) as phone:
            assert answered(phone)
        sleep(0.1)
        return server.log.getvalue().count("/api/login") + server.log.getvalue().count('"POST"')


def test_what_is_given_up_was_never_begun():
    assert begun(HALF["a body"]) == begun(HALF["a piece"]) == begun(HALF["much"]) == 0


def test_the_mutant_that_begins_at_the_head_is_caught(monkeypatch: pytest.MonkeyPatch):
    plain = impatience.HttpToolsProtocol._start_asgi_task
    monkeypatch.setattr(impatience.Impatience, "_start_asgi_task", plain)
    assert begun(HALF["a body"]) >= 20


_BODY = b'{"name": "%s", "password": "x"}'
WHOLE = {
    "little": [_POST + _LENGTH % 32 + b"\r\n" + _BODY % b"abcd"],
    "in two": [_POST + _LENGTH % 32 + b"\r\n" + _BODY[:9], _BODY[9:] % b"" + b"    "],
    "in pieces": [_POST + _CHUNKED + b"\r\n1\r\n{\r\n", b"1\r\n}\r\n0\r\n\r\n"],
    "more than a little": [_POST + _LENGTH % 19_000 + b"\r\n", b" " * 18_998 + b"{}"],
    "too much": [_POST + _LENGTH % 90_000 + b"\r\n", b" " * 90_000],
    "far too much": [_POST + _LENGTH % 90_000_000 + b"\r\n"],
}


@pytest.mark.parametrize("way", WHOLE)
def test_whatever_comes_to_its_end_is_answered(way: str):
    with serving() as server, connected(server) as phone:
        for part in WHOLE[way]:
            phone.sendall(part)
            sleep(0.05)
        status = phone.recv(1000)
    assert status.startswith(b"HTTP/1.1 413" if "too much" in way else b"HTTP/1.1 4")


def test_who_asks_leave_to_send_gets_it():
    with serving() as server, connected(server) as phone:
        phone.sendall(_POST + _LENGTH % 2 + _EXPECT + b"\r\n")
        assert phone.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        phone.sendall(b"{}")
        assert phone.recv(1000).startswith(b"HTTP/1.1 4")


def test_who_has_nothing_more_to_send_gets_its_answer_only():
    with serving() as server, connected(server) as phone:
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + _EXPECT + b"\r\n")
        assert phone.recv(1000).startswith(b"HTTP/1.1 200")


async def _longest_turn(until: float) -> float:
    """The most time, in s of this thread's own, between two turns of the loop."""
    most = 0.0
    while monotonic() < until:
        before = thread_time()
        await asyncio.sleep(0)
        most = max(most, thread_time() - before)
    return most


def crowd_leaves(sent: bytes, count: int) -> float:
    """The longest turn of the loop while so many go at once, in ms."""
    with serving() as server:
        with half_sent(server, count, sent):
            sleep(1)
            watching = asyncio.run_coroutine_threadsafe(_longest_turn(monotonic() + 3), server.loop)
            sleep(0.3)
        turn: float = watching.result(20) * 1000
        with connected(server) as phone:
            assert answered(phone)
        return turn


@pytest.mark.parametrize("way", ["a body", "a head", "another head"])
@pytest.mark.parametrize(
    ("tier", "count"), [("quick", 300), pytest.param("full", 1900, marks=pytest.mark.full)]
)
def test_a_crowd_that_leaves_at_once_holds_up_nobody(tier: str, count: int, way: str):
    longest = crowd_leaves(HALF[way], count)
    figure("T16", f"ms of the loop when {count} in {way} go", round(longest, 1), tier=tier)
    assert tier == "quick" or longest < 50
