"""T16: frames by the thousand. Who floods a socket or a line is closed, and holds up nobody."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from stolik.adapters.web.edge import budget, crowd, gate
from stolik.adapters.web.edge.budget import Budget
from stolik.adapters.web.edge.crowd import Crowd
from stolik.adapters.web.sockets import session as table_session
from stolik.adapters.web.sockets import wire
from stolik.adapters.web.sockets.wire import Wire
from stolik.refusal import Refused
from tests.adapters.web.serving import Server, serving_everything
from tests.adapters.web.test_wire import BINARY, GO_ON, PING, PONG, TEXT, Peer, connected, framed
from tests.reliability.losing import TABLE, Gone, LineWay, SocketWay, Stage, one_node
from tests.reliability.report import figure

ATTACKERS, EACH = 20, 250_000  # bytes
TRICKS = {
    "empty texts": framed(TEXT, b""),
    "empty pings": framed(PING, b""),
    "pongs nobody asked for": framed(PONG, b"x"),
    "pieces of one message": framed(GO_ON, b"", last=False),
    "texts of one letter": framed(TEXT, b"x"),
    "no text at all": framed(BINARY, b"\xff"),
}
_SOCKETS = ("/api/socket", "{hall}/socket", "{hall}/tables/1/clock/socket")


@pytest.fixture(scope="module")
def server():
    with serving_everything() as running:
        yield running


def _pongs(peers: list[Peer], within_s: float) -> int:
    """How many pings are answered before nothing comes for so long."""
    found = 0
    for peer in peers:
        peer.line.settimeout(within_s)
        with suppress(TimeoutError):
            while peer.next()[0] == 0x80 | PONG:
                found += 1
    return found


def heard_together(server: Server, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Answers to 3 × 130 strangers' pings of one address: at once, and once time has passed."""
    monkeypatch.setattr(crowd, "STRANGERS", 1)
    now = [0.0]
    monkeypatch.setattr(server.services.crowd, "_now", lambda: now[0])
    with ExitStack() as stack:
        peers = [stack.enter_context(connected(server, "/api/socket")) for _ in range(3)]
        for peer in peers:
            peer.line.sendall(TRICKS["empty pings"] * 130)
        at_once = _pongs(peers, 0.5)
        now[0] = 60.0
        return at_once, _pongs(peers, 1)


def test_strangers_of_one_address_wait_and_nobody_is_sent_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    at_once, later = heard_together(server, monkeypatch)
    assert budget.BURST <= at_once < budget.BURST + 3 * 32  # read in slices
    assert at_once + later == 390


def test_the_mutant_that_hears_every_stranger_is_caught(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Crowd, "hears", lambda *_: True)
    assert heard_together(server, monkeypatch)[0] == 390


def test_strangers_on_lines_share_it_too():
    now = [0.0]
    here = Crowd(now=lambda: now[0])
    here.line("a", stranger=True)
    most = budget.BURST * budget.STRANGERS
    assert here.hears("a", most)
    assert (here.hears("a", 1), here.hears("b", 1)) == (False, True)
    now[0] += 1
    assert here.hears("a", budget.MESSAGES_A_SECOND)


@contextmanager
def watchdog(server: Server) -> Iterator[list[float]]:
    """The longest stall of the loop meanwhile, in milliseconds."""
    longest, on = [0.0], True

    async def watch() -> None:
        while on:
            began = perf_counter()
            await asyncio.sleep(0.005)
            longest[0] = max(longest[0], (perf_counter() - began - 0.005) * 1000)

    watching = asyncio.run_coroutine_threadsafe(watch(), server.loop)
    try:
        yield longest
    finally:
        on = False
        watching.result(30)


def flooded(server: Server, frame: bytes, first: bytes = b"") -> tuple[list[int], float]:
    """How each of twenty attackers was closed, and the longest stall meanwhile."""
    burst = first + frame * (EACH // len(frame))
    with watchdog(server) as longest:
        ends = [_closed(server, burst) for _ in range(ATTACKERS)]
    return ends, longest[0]


def _closed(server: Server, burst: bytes) -> int:
    """Send all of it at once; the code of the end, 0 if the line was cut, -1 if it is open."""
    with connected(server, "/api/socket") as peer:
        try:
            peer.line.sendall(burst)
            return _end(peer)
        except ConnectionError:
            return 0
        except TimeoutError:
            return -1


def _end(peer: Peer) -> int:
    while True:
        first, said = peer.next()
        if first == -1:
            return 0
        if first == 0x88:
            return int.from_bytes(said[:2], "big")


@pytest.mark.parametrize("trick", TRICKS)
def test_who_sends_frames_by_the_thousand_is_closed(server: Server, trick: str):
    first = framed(TEXT, b"begun", last=False) if trick.startswith("pieces") else b""
    ends, stall = flooded(server, TRICKS[trick], first)
    figure("T16", f"20 sockets × 250 kB of {trick}: longest stall, ms", round(stall), tier="quick")
    assert set(ends) <= {budget.TOO_FAST, 0}


@pytest.mark.full
def test_the_loop_is_not_held(server: Server):
    stalls = [flooded(server, frame)[1] for frame in TRICKS.values()]
    figure("T16", "20 sockets × 250 kB of frames: longest stall, ms", max(stalls), tier="full")
    assert max(stalls) <= 50 * 4  # the client is a thread of the same process


def test_the_mutant_without_a_budget_is_caught(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Budget, "allows", lambda *_, **__: True)
    with connected(server, "/api/socket") as peer:
        peer.line.settimeout(1)
        peer.line.sendall(TRICKS["empty pings"] * 1000)
        with pytest.raises(TimeoutError):
            _end(peer)


class _Loop:
    """A loop that turns by hand."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []

    def time(self) -> float:
        return 0.0

    def call_soon(self, work: Callable[[], None]) -> None:
        self.soon.append(work)

    def create_future(self) -> Any:
        raise AssertionError


def sliced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many frames are read in each turn of the loop, of a thousand that come at once."""
    monkeypatch.setattr(Budget, "allows", lambda *_, **__: True)
    read: list[int] = []
    made = Wire.__new__(Wire)
    made.loop = _Loop()  # type: ignore[assignment]
    made.handshake_initiated = made.handshake_complete = True
    made.scope = {"state": {}}  # type: ignore[typeddict-item]
    made._budget, made._rest = Budget(0), bytearray()
    made._reads_on = made._is_deaf = False
    made.transport = type("T", (), {"is_closing": lambda _: False})()

    def frame(at: int) -> int:
        read[-1] += 1
        return at + 6 if len(made._rest) >= at + 6 else 0

    monkeypatch.setattr(made, "_read_frame", frame)
    read.append(0)
    made.data_received(TRICKS["empty texts"] * 1000)
    while made.loop.soon:  # type: ignore[attr-defined]
        read.append(0)
        made.loop.soon.pop()()  # type: ignore[attr-defined]
    assert not made._rest
    return read


def test_a_slice_at_a_time_is_read(monkeypatch: pytest.MonkeyPatch):
    turns = sliced(monkeypatch)
    assert max(turns) <= wire._FRAMES_A_TURN + 1
    assert sum(turns) <= 1000 + len(turns)


def test_the_mutant_that_reads_all_at_once_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wire, "_FRAMES_A_TURN", 10**9)
    assert max(sliced(monkeypatch)) >= 1000


# --- lines, the hall, the clock ------------------------------------------------------------------


async def _floods(stage: Stage) -> list[str]:
    """Channels that bear more than the budget."""
    open_ones = []
    for path in _SOCKETS:
        channel = SocketWay(stage, path.format(hall=stage.here), None)
        await channel.open(stage.chief)
        for _ in range(budget.BURST + 50):
            await channel.say({"t": "nothing"})
        if not await _says_too_fast(channel):
            open_ones.append(path)
        await channel.close()
    line = LineWay(stage, "/api/lines", {"t": "hello", "table": TABLE})
    await line.open(stage.chief)
    statuses = set()
    for _ in range(budget.BURST + 50):
        answer = await line.client.post(f"/api/lines/{line.id}", content=b"{}")
        statuses.add(answer.status_code)
    if 429 not in statuses or not await _says_too_fast(line):
        open_ones.append("line")
    await line.close()
    return open_ones


async def _says_too_fast(channel: SocketWay | LineWay) -> bool:
    try:
        while told := await channel.next(2):
            if told["t"] == "bye":
                return bool(told["code"] == "bye.too_fast")
    except Gone:
        return False
    return False


async def _flooding() -> list[str]:
    async with one_node() as stage:
        return await _floods(stage)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine says no more than it may; so let it be little."""
    monkeypatch.setattr(budget, "BURST", 20)
    monkeypatch.setattr(budget, "MESSAGES_A_SECOND", 1)


@pytest.mark.usefixtures("small")
def test_every_socket_and_line_has_a_budget():
    assert asyncio.run(_flooding()) == []


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_the_mutant_without_any_budget_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Budget, "allows", lambda *_, **__: True)
    assert len(asyncio.run(_flooding())) == 4


# --- too many, and too silent --------------------------------------------------------------------


async def _crowding(most: int) -> tuple[int, int, str]:
    """How many sockets and lines of one address are let in, and what the others are told."""
    async with one_node() as stage:
        stage.using.node.app.state.services.crowd.most = most
        sockets, lines, told = [], 0, ""
        for _ in range(most + 2):
            channel = SocketWay(stage, f"{stage.here}/socket", None)
            try:
                await channel.open(stage.chief)
                sockets.append(channel)
            except Exception as refused:
                told = json.loads(refused.response.body)["error"]["code"]  # type: ignore[attr-defined]
        for channel in sockets:
            await channel.close()
        await asyncio.sleep(0.1)
        async with stage.using.client() as client:
            hello = json.dumps({"t": "hello", "table": TABLE})
            for _ in range(most + 2):
                answer: httpx.Response = await client.post("/api/lines", content=hello)
                lines += answer.status_code == 201
        return len(sockets), lines, told


def test_an_address_has_so_many_places_and_strangers_half_of_them():
    assert asyncio.run(_crowding(10)) == (10, 5, "http.too_many_connections")


def test_the_mutant_that_counts_nobody_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Crowd, "check", lambda *_, **__: None)
    assert asyncio.run(_crowding(10))[0] == 12


async def _shutting_out(most: int) -> tuple[int, bool]:
    """How many bare sockets a stranger gets, and whether who has a login still finds a place."""
    async with one_node() as stage:
        stage.using.node.app.state.services.crowd.most = most
        origin, url = stage.using.url, stage.using.url.replace("http", "ws", 1)
        held = []
        for _ in range(most + 2):
            with suppress(InvalidStatus):
                held.append(await connect(f"{url}/api/socket", origin=Origin(origin)))
        known = SocketWay(stage, f"{stage.here}/socket", None)
        got_in = False
        with suppress(InvalidStatus):
            await known.open(stage.chief)
            got_in = True
            await known.close()
        for socket in held:
            await socket.close()
        return len(held), got_in


def test_strangers_who_fill_an_address_leave_room_for_who_was_let_in():
    assert asyncio.run(_shutting_out(10)) == (5, True)


def test_the_mutant_that_thinks_nobody_a_stranger_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "is_let_in", lambda _: True)
    assert asyncio.run(_shutting_out(10)) == (10, False)


async def _hoarding(path: str, most: int) -> list[str]:
    """How the sockets that one login opens end, oldest first; "" for those that stay."""
    async with one_node() as stage:
        held = [SocketWay(stage, path.format(hall=stage.here), None) for _ in range(most + 2)]
        for channel in held:
            await channel.open(stage.chief)
        ends = [await _end_of(channel) for channel in held]
        for channel in held:
            await channel.close()
        return ends


async def _end_of(channel: SocketWay) -> str:
    with suppress(Gone):
        while told := await channel.next(0.3):
            if told["t"] == "bye":
                return str(told["code"])
    return ""


@pytest.mark.parametrize("path", _SOCKETS)
def test_the_oldest_socket_of_a_login_makes_room(path: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(crowd, "MOST_OF_ONE_LOGIN", 2)
    gone = "bye.newer_connection"
    assert asyncio.run(_hoarding(path, 2)) == [gone, gone, "", ""]


def test_a_login_whose_sockets_do_not_go_gets_no_more():
    held, places = ExitStack(), Crowd()
    with held:
        for _ in range(60):
            held.enter_context(places.socket("192.0.2.1", stranger=False, login="a"))
        with pytest.raises(Refused):
            places.check("192.0.2.1", login="a")
        places.check("192.0.2.1", login="b")
    places.check("192.0.2.1", login="a")


def test_a_school_behind_one_address_gets_in():
    places = Crowd()
    for n in range(2000):
        places.line("192.0.2.1", stranger=n % 2 == 0)
    with pytest.raises(Refused):
        places.line("192.0.2.1", stranger=False)
    places.line("192.0.2.2", stranger=True)


async def _silent() -> bool:
    async with one_node() as stage:
        channel = SocketWay(stage, "/api/socket", None)
        await channel.open("")
        told = await channel.next(3)
        await channel.close()
        return bool(told and told["code"] == "bye.no_hello")


def test_who_says_no_hello_is_sent_away(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_session, "_HELLO_MS", 300)
    assert asyncio.run(_silent())


@pytest.mark.full
def test_the_mutant_that_waits_for_ever_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_session, "_HELLO_MS", 10**9)
    assert not asyncio.run(_silent())
