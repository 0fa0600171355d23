"""Programs elsewhere are told what happens: signed, in order, again until they take it."""

import asyncio
import hmac
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic, sleep, time

import httpx
import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.cli.server.webhooks import HookOptions, planned_hooks
from stolik.adapters.outgoing.guarded_post import Outward, is_public
from stolik.adapters.outgoing.webhook_courier import Courier
from stolik.app.tournaments.notices import Notices, Receiver
from stolik.refusal import Refused
from tests.adapters.cli.test_serve import link_in, started
from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD, Browser, Running, serving_node

SYSTEM = ssl.create_default_context()
SECRET = "s3cret-of-a-federation-4711"


class Site:
    """A receiver: what came, and what it answers."""

    def __init__(self) -> None:
        self.answers: list[int] = []  # the next ones; 204 when there are none
        self.heard: list[tuple[dict[str, str], bytes]] = []

    @property
    def told(self) -> list[dict]:
        return [json.loads(body) for _, body in self.heard]


@contextmanager
def receiving(site: Site, port: int = 0) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = site.answers.pop(0) if site.answers else 204
            if status < 300:
                site.heard.append((dict(self.headers), body))
            self.send_response(status)
            if status == 302:
                self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook?of=us"
    finally:
        server.shutdown()
        server.server_close()


def notices_of(server: Running, **more: bool) -> Notices:
    courier = Courier(SECRET, time, Outward(SYSTEM, more.get("private", True)))
    store, offices = server.node.access.store, server.node.live.offices

    class Quiet:
        def warning(self, event: str, **facts: object) -> None:
            pass

    return Notices(store, offices, courier.send, Quiet(), address=lambda: "https://turniej.example")


def played(day: Day) -> None:
    (seats,) = day.round()
    day.ask(**day.sheet(1, 1, 1, seats))


def test_draws_and_results_are_told_in_order_and_signed(tmp_path: Path):
    site = Site()
    with (
        receiving(site) as url,
        serving_node(lambda: store_sqlite.open_store(tmp_path)) as server,
    ):
        notices, receiver = notices_of(server), Receiver(url)
        assert server.run(notices.tell(receiver)) is True
        day = Day(server, "zimowy", 4, confirmations=0)
        played(day)
        assert server.run(notices.tell(receiver)) is True
        assert server.run(notices.tell(receiver)) is True  # nothing is told twice
    assert [one["what"] for one in site.told] == ["draw.published", "result.recorded"]
    here = day.here.rpartition("/")[2]
    assert site.told[1] | {"id": ""} == {
        "schema": "stolik.notice.1",
        "id": "",
        "what": "result.recorded",
        "tournament": {"id": here, "name": "Turniej"},
        "round": 1,
        "table": 1,
        "game": 1,
        "results": f"https://turniej.example{day.here}/open/results.json",
    }
    for headers, body in site.heard:
        at, _, signed = headers["Stolik-Signature"].removeprefix("t=").partition(",v1=")
        assert signed == hmac.new(SECRET.encode(), f"{at}.".encode() + body, sha256).hexdigest()
        assert abs(int(at) - time()) < 60
        assert headers["Stolik-Notice"] == json.loads(body)["id"]
        assert b"Zawodnik" not in body


def test_what_was_not_taken_is_told_after_a_restart_once(tmp_path: Path):
    site = Site()
    with receiving(site) as url:
        with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
            notices = notices_of(server)
            assert server.run(notices.tell(Receiver(url))) is True
            day = Day(server, "zimowy", 4, confirmations=0)
            played(day)
            site.answers = [204, 503]  # the draw is taken, the result is not
            assert server.run(notices.tell(Receiver(url))) is False
            site.answers = [302]  # nobody is followed elsewhere
            assert server.run(notices.tell(Receiver(url))) is False
        with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
            assert server.run(notices_of(server).tell(Receiver(url))) is True
    assert [one["what"] for one in site.told] == ["draw.published", "result.recorded"]


def test_a_tournament_that_is_not_public_is_told_to_nobody(tmp_path: Path):
    site = Site()
    with (
        receiving(site) as url,
        serving_node(lambda: store_sqlite.open_store(tmp_path)) as server,
    ):
        notices = notices_of(server)
        server.run(notices.tell(Receiver(url)))
        day = Day(server, "zimowy", 4, confirmations=0)
        card = {"name": "Turniej", "public": False, "start": "10:00", "registration": False}
        day.organiser.put(day.here, {**card, "round_minutes": 50, "break_minutes": 5, "day": []})
        played(day)
        assert server.run(notices.tell(Receiver(url))) is True
    assert site.heard == []


def test_a_new_receiver_hears_nothing_of_before(tmp_path: Path):
    site = Site()
    with (
        receiving(site) as url,
        serving_node(lambda: store_sqlite.open_store(tmp_path)) as server,
    ):
        day = Day(server, "zimowy", 4, confirmations=0)
        (seats,) = day.round()
        notices = notices_of(server)
        server.run(notices.tell(Receiver(url)))
        day.ask(**day.sheet(1, 1, 1, seats))
        server.run(notices.tell(Receiver(url)))
    assert [one["what"] for one in site.told] == ["result.recorded"]


def test_who_takes_nothing_is_asked_less_and_less_often(tmp_path: Path):
    async def look(notices: Notices, receiver: Receiver) -> None:
        task = asyncio.ensure_future(notices._keep_telling(receiver))
        await asyncio.sleep(1.5)
        task.cancel()

    site = Site()
    with (
        receiving(site) as url,
        serving_node(lambda: store_sqlite.open_store(tmp_path)) as server,
    ):
        notices, receiver = notices_of(server), Receiver(url)
        server.run(notices.tell(receiver))
        played(Day(server, "zimowy", 4, confirmations=0))
        site.answers = [500] * 100
        receiver.pause = 0.1
        server.run(look(notices, receiver))
        assert 2 <= 100 - len(site.answers) <= 4  # after 0.2 s, 0.6 s and 1.4 s
        site.answers = []
        receiver.pause = 0.1
        server.run(look(notices, receiver))
    assert [one["what"] for one in site.told] == ["draw.published", "result.recorded"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:4700::1111", True),
        *((one, False) for one in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1")),
        *((one, False) for one in ("169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1")),
        *((one, False) for one in ("::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1")),
        *((one, False) for one in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::")),
    ],
)
def test_addresses_of_local_networks_are_known_however_they_are_written(address, public):
    assert is_public(address) is public


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "0x7f000001", "2130706433"])
def test_nobody_is_asked_in_a_local_network_unless_it_is_allowed(name: str):
    site = Site()
    with receiving(site) as url:
        there = url.replace("127.0.0.1", name)
        told = asyncio.run(Courier(SECRET, time, Outward(SYSTEM)).send(there, "a/1", b"{}"))
        assert told == "private address"
        near = Courier(SECRET, time, Outward(SYSTEM, private=True))
        assert asyncio.run(near.send(url, "a/1", b"{}")) == ""
    assert len(site.heard) == 1


def test_who_does_not_answer_or_says_nonsense_has_taken_nothing():
    said = [b"", b"SSH-2.0-OpenSSH 200\r\n", b"HTTP/1.1\r\n", b"x" * 200_000, None]

    async def work() -> list[str]:
        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if (line := said[0]) is not None:
                writer.write(line)
                writer.close()
            else:
                await asyncio.sleep(2)

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        told = []
        courier = Courier(SECRET, time, Outward(SYSTEM, private=True, patience_s=0.3))
        while said:
            told.append(await courier.send(url, "a/1", b"{}"))
            said.pop(0)
        server.close()
        return [*told, await courier.send(url, "a/1", b"{}")]

    told = asyncio.run(work())
    assert all(told), told
    assert told[1] == "no HTTP"
    assert told[4] == "TimeoutError"


@pytest.mark.full
def test_the_server_as_people_start_it_tells_through_its_own_restart(tmp_path: Path):
    site, word = Site(), tmp_path / "secret"
    word.write_text(SECRET)
    with receiving(site) as url:
        options = ("--webhook", url, "--webhook-secret", str(word), "--webhook-private")
        with started(tmp_path / "data", *options) as text:
            assert url in text
            base, token = link_in(text)
            http = httpx.Client(base_url=base, headers={"origin": base}, timeout=30)
            organiser = Browser(base, http)
            filled = {"token": token, "name": "Organizator", "password": PASSWORD}
            organiser.post("/api/login/link", filled)
            wanted = {"name": "Turniej", "format": "zimowy", "seed": "17", "confirmations": 0}
            here = "/api/tournaments/" + organiser.post("/api/tournaments", wanted)["id"]
            for n in range(1, 5):
                organiser.post(here, {"do": "enter", "name": f"Zawodnik {n}"})
            site.answers = [500] * 50
            organiser.post(here, {"do": "draw"})
            organiser.post(here, {"do": "publish"})
            _wait(lambda: len(site.answers) < 50)
        assert site.heard == []
        site.answers = []
        with started(tmp_path / "data", *options):
            _wait(lambda: bool(site.heard))
    assert [one["what"] for one in site.told] == ["draw.published"]


def _wait(found) -> None:
    until = monotonic() + 20
    while not found():
        assert monotonic() < until
        sleep(0.05)


@pytest.mark.parametrize(
    "url",
    [
        "federacja.example",
        "ftp://federacja.example/",
        "https://a:b@federacja.example/",
        "https://federacja.example/#x",
        "https://federacja.example/a b",
        "https://federacja.example/\r\nX-More: 1",
        "https://federacja.example:99999/",
        "https:///x",
    ],
)
def test_an_address_that_makes_no_sense_keeps_the_server_from_starting(tmp_path: Path, url: str):
    word = tmp_path / "secret"
    word.write_text(SECRET)
    with pytest.raises(Refused) as refused:
        planned_hooks(HookOptions((url,), word))
    assert [one.code for one in refused.value.violations] == ["serve.webhook"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8118", "192.168.1.7", "[::1]", "localhost", "10.1.1.1"]
)
def test_an_address_that_would_be_told_nothing_keeps_it_from_starting(tmp_path: Path, host: str):
    word = tmp_path / "secret"
    word.write_text(SECRET)
    here = (f"http://{host}/hook",)
    with pytest.raises(Refused) as refused:
        planned_hooks(HookOptions(here, word))
    assert [one.code for one in refused.value.violations] == ["serve.webhook_private"]
    assert planned_hooks(HookOptions(here, word, private=True))
    assert planned_hooks(HookOptions(("https://8.8.8.8/hook", "https://klub.example/"), word))


def test_nothing_is_told_unsigned(tmp_path: Path):
    with pytest.raises(Refused) as refused:
        planned_hooks(HookOptions(("https://federacja.example/",)))
    assert [one.code for one in refused.value.violations] == ["serve.webhook_secret"]
    (tmp_path / "secret").write_text("short")
    with pytest.raises(Refused):
        planned_hooks(HookOptions(("https://federacja.example/",), tmp_path / "secret"))
    assert planned_hooks(HookOptions()) is None
