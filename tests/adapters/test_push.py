"""A phone that asked for it is told its own table: sealed, once, and not when it is late."""

import asyncio
import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import MISSING, fields, replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep, time
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from stolik.adapters import store_sqlite
from stolik.adapters.cli.server.outgoing import TellOptions, planned_push
from stolik.adapters.https.authority import authority_in, server_pem
from stolik.adapters.outgoing.guarded_post import Outward
from stolik.adapters.outgoing.postman import Postman
from stolik.adapters.outgoing.push_courier import PushCourier
from stolik.adapters.outgoing.push_keys import keys_of
from stolik.adapters.outgoing.sealing import BrowserKeys, sealed
from stolik.adapters.web.services import Settings
from stolik.app.access.phones import SERVICES, ToldPhone, is_service
from stolik.app.access.records import PHONE
from stolik.app.hall.hall import Hall
from stolik.app.hall.pushing import PushFate, Pushing, PushPace
from stolik.app.ports import Stream
from stolik.app.reading.base64url import read, written
from stolik.refusal import Refused
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, Running, serving_node
from tests.fakes import MemoryStore

CURVE = ec.SECP256R1()


class Phone:
    """A browser: it gives its keys away and reads what was sealed for it, by RFC 8291."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.secret = bytes(range(16))

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wants(self, endpoint: str) -> dict[str, str]:
        return {
            "endpoint": endpoint,
            "p256dh": written(self.point),
            "auth": written(self.secret),
        }

    def reads(self, body: bytes) -> dict:
        salt, size, rest = body[:16], body[20], body[21:]
        theirs, text = rest[:size], rest[size:]
        point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        shared = self.key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\x00" + self.point + theirs
        ikm = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(ikm)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(ikm)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


class Service:
    """A push service on this machine, by https: what came, and what it answers."""

    def __init__(self, place: str, trusting: ssl.SSLContext) -> None:
        self.place, self.trusting = place, trusting
        self.answers: list[int] = []  # the next ones; 201 when there are none
        self.came: list[tuple[str, dict[str, str], bytes]] = []

    def endpoint(self, name: str) -> str:
        return f"https://{self.place}/push/{name}"

    def to(self, name: str) -> list[tuple[dict[str, str], bytes]]:
        return [(head, body) for path, head, body in self.came if path == f"/push/{name}"]


@contextmanager
def push_service(tmp_path: Path) -> Iterator[Service]:
    authority = authority_in(tmp_path, "stolik.local", datetime.now(UTC))
    pem = server_pem(tmp_path, authority, ["localhost"], datetime.now(UTC))
    trusting = ssl.create_default_context()
    trusting.load_verify_locations(cadata=authority.handed_out)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = service.answers.pop(0) if service.answers else 201
            if status < 300:
                service.came.append((self.path, dict(self.headers), body))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("localhost", 0), Handler)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(pem)
    server.socket = secure.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    service = Service(f"localhost:{server.server_port}", trusting)
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


class Log:
    """What a server's owner would read."""

    def __init__(self) -> None:
        self.said: list[tuple[str, dict[str, object]]] = []

    def info(self, event: str, **facts: object) -> None:
        self.said.append((event, facts))

    warning = info


class Told:
    """A tournament of four whose phones can be told."""

    def __init__(self, server: Running, service: Service, pace: PushPace) -> None:
        self.server, self.service = server, service
        self.keys = server.run(keys_of(server.node.access.store))
        self.day = Day(server, "zimowy", 4, confirmations=0)
        self.day.let_in(1, 2, 3, 4)
        self.push = f"{self.day.here}/me/push"
        wire = Outward(private=True, trusting=service.trusting)
        self.courier = PushCourier(self.keys, lambda: "mailto:sala@example.org", time, wire)
        self.pace, self.log = pace, Log()
        self.pushing = self.pushing_with()

    def pushing_with(self, **other: Any) -> Pushing:
        live = self.server.node.live
        parts = {
            "access": self.server.node.access,
            "offices": live.offices,
            "halls": live.halls,
            "send": self.courier.send,
            "log": self.log,
            "pace": self.pace,
        }
        pushing = Pushing(**{**parts, **other})
        self.server.run(pushing.begin())
        return pushing

    def wants(self, entrant: int, phone: Phone, lang: str = "pl", name: str = "") -> Browser:
        browser = self.day.players[entrant]
        browser.http.headers["accept-language"] = lang
        browser.put(self.push, phone.wants(self.service.endpoint(name or str(entrant))))
        return browser

    def look(self) -> None:
        self.server.run(self.pushing.look())
        self.server.run(self.pushing.told())

    def kept(self) -> list[dict]:
        found = self.server.run(self.server.node.access.store.all(PHONE))
        return [json.loads(body) for body in found.values()]


@contextmanager
def telling(tmp_path: Path, *pauses: float, lasts_s: float = 600) -> Iterator[Told]:
    with push_service(tmp_path) as service:
        settings = Settings(push_key="on", push_services=(service.place,))
        store = lambda: store_sqlite.open_store(tmp_path / "data")  # noqa: E731
        with serving_node(store, settings) as server:
            yield Told(server, service, PushPace(0.01, pauses, lasts_s))


def test_the_seal_is_that_of_the_standard():
    """The example of RFC 8291, section 5."""
    own = ec.derive_private_key(
        int.from_bytes(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    public = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    browser = BrowserKeys(read(public), read("BTBZMqHH6r4Tts7J_aSIgg"))
    salt = read("DGv6ra1nlYgDCS1FRnbzlw")
    body = sealed(b"When I grow up, I want to be a watermelon", browser, salt, own)
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
        "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
        "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_each_phone_is_told_its_own_table_in_its_own_language(tmp_path: Path):
    one, other = Phone(), Phone()
    with telling(tmp_path) as told:
        told.wants(1, one)
        told.wants(2, other, "en")
        (seats,) = told.day.round()
        told.look()
        told.look()  # nothing is told twice
        ((head, body),) = told.service.to("1")
        ((_, body_en),) = told.service.to("2")
        key = told.keys.public
    letters = {entrant: "ABCD"[seat] for seat, entrant in enumerate(seats)}
    message = one.reads(body)
    assert message["title"] == f"Runda I: stolik 1, miejsce {letters[1]}"
    assert message["body"] == "Stoliki są wylosowane. Turniej"
    assert message["path"] == f"/tournament/{told.day.here.rpartition('/')[2]}"
    assert other.reads(body_en)["title"] == f"Round 1: table 1, seat {letters[2]}"
    assert "Zawodnik" not in json.dumps(message)
    assert (head["TTL"], head["Urgency"], head["Content-Encoding"]) == ("599", "high", "aes128gcm")
    assert _signed_by(key, head["Authorization"], told.service.place)


def _signed_by(key: str, header: str, place: str) -> bool:
    token, _, shown = header.removeprefix("vapid t=").partition(", k=")
    said, _, signature = token.rpartition(".")
    claims = json.loads(read(said.split(".")[1]))
    raw = read(signature)
    pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(shown))
    point.verify(encode_dss_signature(*pair), said.encode(), ec.ECDSA(SHA256()))
    assert claims["sub"] == "mailto:sala@example.org"
    assert 0 < claims["exp"] - time() < 24 * 3600
    return shown == key and claims["aud"] == f"https://{place}"


def test_a_break_before_the_round_says_how_soon_and_its_clock_that_it_is_on(tmp_path: Path):
    phone = Phone()
    with telling(tmp_path) as told:
        day = told.day
        told.wants(3, phone)
        day.organiser.post(f"{day.here}/break", {"minutes": 7})  # no table is known yet
        told.look()
        assert told.service.came == []
        day.round()
        told.look()
        day.organiser.post(f"{day.here}/break", {"minutes": 5})
        told.look()
        day.organiser.post(f"{day.here}/rounds/1/clock", {"minutes": 50})
        told.look()
        day.organiser.post(f"{day.here}/break", {"minutes": 5})  # in the middle of a round
        told.look()
        said = [phone.reads(body)["body"] for _, body in told.service.to("3")]
    assert said == [
        "Zaczynamy za 7 minut. Turniej",
        "Zaczynamy za 5 minut. Turniej",
        "Runda trwa: 50 minut. Turniej",
    ]


def test_a_service_that_cannot_is_asked_again_and_one_that_is_late_is_left(tmp_path: Path):
    with telling(tmp_path, 0.01, 0.01) as told:
        told.wants(1, Phone())
        told.service.answers = [503, 429]
        told.day.round()
        told.look()
        assert len(told.service.to("1")) == 1
    with telling(tmp_path / "late", 0.3, lasts_s=0.2) as told:
        told.wants(1, Phone())
        told.service.answers = [503]
        told.day.round()
        told.look()
        assert told.service.came == []


def test_of_two_nodes_one_tells_however_far_each_of_them_has_seen(tmp_path: Path):
    with telling(tmp_path) as told:
        told.wants(1, Phone())
        server = told.server
        several = replace(server.node.access, alone=False)
        nodes = [told.pushing_with(access=several) for _ in range(2)]
        told.day.round()
        for node in nodes:  # the second sees one event more
            server.run(node.look())
            server.run(node.told())
            told.day.ask(do="keep_apart", entrants=[1, 2])
        assert len(told.service.to("1")) == 1


def test_what_stood_in_the_log_for_long_is_told_to_nobody(tmp_path: Path):
    """Another node wrote it; here somebody opens the tournament hours later."""
    with telling(tmp_path, lasts_s=0.3) as told:
        told.wants(1, Phone())
        told.day.round()
        sleep(0.4)
        told.look()
        assert told.service.came == []


def test_who_switched_it_on_anew_while_a_try_waited_stays_told(tmp_path: Path):
    with telling(tmp_path, 0.5) as told:
        player = told.wants(1, Phone(), name="old")
        told.service.answers = [503, 410]
        told.day.round()
        told.server.run(told.pushing.look())
        while told.service.answers == [503, 410]:
            sleep(0.01)
        player.delete(told.push)
        told.wants(1, Phone(), name="new")
        told.server.run(told.pushing.told())
        assert [one["endpoint"] for one in told.kept()] == [told.service.endpoint("new")]


def test_news_are_looked_at_again_after_a_fault_of_the_store(tmp_path: Path):
    class Failing:
        faults = 1

        async def look(self, tournament: str) -> Hall:
            if self.faults:
                self.faults -= 1
                raise OSError
            return await halls.look(tournament)

        def opened(self) -> tuple[Hall, ...]:
            return halls.opened()

    with telling(tmp_path) as told:
        halls = told.server.node.live.halls
        told.wants(1, Phone())
        told.pushing = told.pushing_with(halls=Failing())
        told.day.round()
        told.look()
        assert told.service.came == []
        assert told.log.said == [("no push", {"why": "OSError"})]
        told.look()
        assert len(told.service.to("1")) == 1


def test_a_phone_that_breaks_the_telling_breaks_no_others(tmp_path: Path):
    async def send(phone: ToldPhone, *_: object) -> PushFate:
        if phone.entrant == 1:
            raise RuntimeError
        return PushFate.TAKEN

    with telling(tmp_path) as told:
        told.wants(1, Phone())
        told.wants(2, Phone())
        told.pushing = told.pushing_with(send=send)
        told.day.round()
        told.look()
        here = told.day.here.rpartition("/")[2]
        assert told.log.said == [
            ("no push", {"why": "RuntimeError"}),
            ("pushed", {"tournament": here, "never": 1, "taken": 1}),
        ]


def test_a_store_that_fails_at_the_start_ends_no_telling():
    class Failing(MemoryStore):
        asked = 0

        async def streams(self, prefix: str) -> Mapping[Stream, int]:
            self.asked += 1
            if self.asked == 1:
                raise OSError
            return await super().streams(prefix)

    async def work() -> tuple[Failing, Log]:
        store, log, nothing = Failing(), Log(), SimpleNamespace(opened=tuple)
        parts = (SimpleNamespace(store=store), nothing, nothing, None, log)
        pushing = Pushing(*parts, PushPace(0.001))
        with suppress(TimeoutError):
            await asyncio.wait_for(pushing.keep_on(), 0.2)
        return store, log

    store, log = asyncio.run(work())
    assert (store.asked, log.said) == (3, [("no push", {"why": "OSError"})])


def test_a_round_taken_back_is_told_no_further(tmp_path: Path):
    with telling(tmp_path) as told:
        told.wants(1, Phone())
        told.day.round()
        told.day.ask(do="unpublish", reason="pomyłka")
        told.look()
        assert told.service.came == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int):
    with telling(tmp_path) as told:
        told.wants(1, Phone())
        told.service.answers = [status]
        told.day.round()
        told.look()
        assert told.kept() == []


def test_a_phone_goes_with_its_login_its_pass_and_its_person(tmp_path: Path):
    with telling(tmp_path) as told:
        day, phone = told.day, Phone()
        for entrant in (1, 2, 3, 4):
            assert told.wants(entrant, phone, name=str(entrant)).get(told.push)["on"] is True
        day.players[1].post("/api/logout")
        assert {one["entrant"] for one in told.kept()} == {2, 3, 4}
        (entry,) = [
            one for one in day.organiser.get(f"{day.here}/passes") if one.get("entrant") == 2
        ]
        day.organiser.delete(f"{day.here}/passes/{entry['id']}")
        assert {one["entrant"] for one in told.kept()} == {3, 4}
        day.organiser.delete(f"{day.here}/people/3")
        day.players[4].delete(told.push)
        assert told.kept() == []
        assert day.players[4].get(told.push)["on"] is False
        day.round()
        told.look()
        assert told.service.came == []


def test_a_browser_belongs_to_whoever_switched_it_on_last(tmp_path: Path):
    with telling(tmp_path) as told:
        told.wants(1, Phone(), name="same")
        told.wants(2, Phone(), name="same")
        assert [one["entrant"] for one in told.kept()] == [2]


def test_nobody_but_a_player_and_no_address_but_of_a_service(tmp_path: Path):
    with telling(tmp_path) as told:
        player, wanted = told.day.players[1], Phone().wants(told.service.endpoint("1"))
        strange = wanted | {"endpoint": "https://192.168.1.1/"}
        player.put(told.push, strange, refused="push.address")
        off = b"\4" + bytes(32) + b"\1" * 32  # as long as a point, and beside the curve
        pressed = b"\2" + Phone().point[1:]
        for key in (b"\0\0\0", bytes(65), off, pressed):
            player.put(told.push, wanted | {"p256dh": written(key)}, refused="push.keys")
        (bot,) = told.day.organiser.post(
            f"{told.day.here}/passes", {"passes": [{"role": "bot", "entrant": 4}]}
        )
        program = {"authorization": f"Bearer {bot['link'].partition('#')[2]}"}
        answer = told.server.client().http.put(told.push, json=wanted, headers=program)
        assert answer.json()["error"]["code"] == "push.nobody"
        told.day.organiser.put(told.push, wanted, refused="access.not_allowed")
        assert told.kept() == []


def test_where_it_was_not_ordered_no_phone_is_kept(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        day = Day(server, "zimowy", 4)
        day.let_in(1)
        assert day.players[1].get(f"{day.here}/me/push") == {"key": "", "on": False}
        wanted = Phone().wants("https://fcm.googleapis.com/fcm/send/x")
        day.players[1].put(f"{day.here}/me/push", wanted, refused="push.off")


@pytest.mark.parametrize("kind", [Outward, Postman])
def test_whom_the_system_believes_is_not_read_anew_for_each_message(kind: type):
    (trusting,) = (one for one in fields(kind) if one.name == "trusting")
    assert trusting.default is MISSING


def test_a_local_address_behind_a_service_is_not_asked(tmp_path: Path):
    async def work(service: Service) -> PushFate:
        keys, browser = await keys_of(MemoryStore()), Phone()
        courier = PushCourier(keys, str, time, Outward(trusting=service.trusting))
        there = browser.wants(service.endpoint("x"))
        phone = ToldPhone("l", "t", 1, there["endpoint"], there["p256dh"], there["auth"], "pl")
        return await courier.send(phone, b"{}", 60, "t-1")

    with push_service(tmp_path) as service:
        assert asyncio.run(work(service)) is PushFate.NEVER
    assert service.came == []


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://web.push.apple.com/x", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://a:b@fcm.googleapis.com/x", False),
        ("https://evilfcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com.example/x", False),
        ("https://fcm.googleapis.com/x\r\nX-More: 1", False),
        ("https://127.0.0.1/x", False),
        ("https://[::1/x", False),
    ],
)
def test_only_push_services_are_written_to(endpoint: str, known: bool):
    assert is_service(endpoint, SERVICES) is known


def test_the_keys_are_made_once():
    async def twice() -> tuple[str, str]:
        store = MemoryStore()
        return (await keys_of(store)).public, (await keys_of(store)).public

    one, other = asyncio.run(twice())
    assert one == other
    assert len(read(one)) == 65


def test_a_contact_that_is_no_address_keeps_the_server_from_starting():
    assert planned_push(TellOptions()) is None
    assert planned_push(TellOptions(push=True)).contact == ""
    assert planned_push(TellOptions(push_contact="sala@klub.pl")).contact == "mailto:sala@klub.pl"
    with pytest.raises(Refused) as refused:
        planned_push(TellOptions(push_contact="klub"))
    assert [one.code for one in refused.value.violations] == ["serve.push_contact"]
