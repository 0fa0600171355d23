"""T21: only our own pages, only our own names, sessions that end, guesses that lead nowhere."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import httpx
import pytest
from litestar import websocket
from litestar.connection import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from stolik.adapters.web.services import Services
from stolik.app.access.guessing import FAILURES, WINDOW_S, Guessing
from stolik.app.access.passes import Wanted, enter, issue, revoke
from stolik.app.access.roles import Role, Rule
from stolik.app.access.secrets_made import PLAYER_CODE, REFEREE_PIN, CodeKind, new_code
from stolik.app.live.setup import SeatSetup, TableSetup
from tests.fakes import MemoryStore, SeededChance
from tests.reliability.report import figure
from tests.web.people import HERE, fresh_token
from tests.web.serving import PASSWORD, Server, serving, serving_everything

_EVIL = "evil.example"


@websocket("/socket", opt={"rule": Rule.ANYONE})
async def socket_route(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


# Pages of somebody else


def hostile_origins(server: Server) -> list[str | None]:
    return [
        None,
        "null",
        "",
        f"http://{_EVIL}",
        f"http://{_EVIL}:{server.port}",
        f"http://127.0.0.1.{_EVIL}:{server.port}",
        f"http://127.0.0.1:{server.port + 1}",
        f"https://127.0.0.1:{server.port}",
        f"http://localhost:{server.port}",  # ours by name, but not the page that was opened
        f"{server.url}/",
        f"{server.url}@{_EVIL}",
        f"file://{server.url}",
    ]


def let_in_from_elsewhere(server: Server) -> Iterator[str]:
    """Requests and sockets of hostile pages that were not refused."""
    for origin in hostile_origins(server):
        headers = {} if origin is None else {"origin": origin}
        with httpx.Client(base_url=server.url, headers=headers) as client:
            for method in ("POST", "PUT", "DELETE", "PATCH"):
                answer = client.request(method, "/api/logout")
                if answer.json()["error"]["code"] != "http.origin":
                    yield f"{method} from {origin}: {answer.status_code}"
        if _socket_opens(server, headers=headers):
            yield f"socket from {origin}"


def let_in_by_another_name(server: Server) -> Iterator[str]:
    """Requests and sockets under names that are not ours (a page's own name pointed at us)."""
    port = server.port
    for host in (_EVIL, f"{_EVIL}:{port}", f"127.0.0.1.{_EVIL}", "192.168.1.9", "", f"x@{_EVIL}"):
        for method in ("GET", "POST"):
            headers = {"host": host, "origin": f"http://{host}"}
            answer = httpx.request(method, server.url + "/api/whoami", headers=headers)
            if answer.status_code != 421 and not (host == "" and answer.status_code == 400):
                yield f"{method} as {host}: {answer.status_code}"
        if host and _socket_opens(server, headers={"host": host, "origin": f"http://{host}"}):
            yield f"socket as {host}"


def _socket_opens(server: Server, *, headers: dict[str, str]) -> bool:
    given = {key: value for key, value in headers.items() if key != "host"}
    url = server.url.replace("http", "ws") + "/socket"
    if "host" in headers:
        # The client takes its Host from the address and its connection from here.
        url = f"ws://{headers['host'].partition(':')[0].replace('@', '')}:{server.port}/socket"
    try:
        with connect(url, additional_headers=given, address=("127.0.0.1", server.port)):
            return True
    except InvalidHandshake:
        return False


def test_only_our_own_pages_and_names():
    with serving(handlers=[socket_route]) as server:
        assert list(let_in_from_elsewhere(server)) == []
        assert list(let_in_by_another_name(server)) == []
        assert _socket_opens(server, headers={"origin": server.url})
        with server.client() as client:
            assert client.get("/api/whoami", headers={"origin": "http://x"}).status_code == 200


def test_a_browser_that_says_same_origin_is_believed():
    with serving() as server:
        headers = {"sec-fetch-site": "same-origin"}
        answer = httpx.post(server.url + "/api/login/code", json={"code": "x"}, headers=headers)
        assert answer.json()["error"]["code"] == "access.code_typo"
        headers = {"sec-fetch-site": "same-site"}
        answer = httpx.post(server.url + "/api/login/code", json={"code": "x"}, headers=headers)
        assert answer.json()["error"]["code"] == "http.origin"


def test_a_server_that_knows_too_many_names_is_caught():
    def careless(services: Services) -> Services:
        hosts = services.settings.hosts | {_EVIL}
        return replace(services, settings=replace(services.settings, hosts=hosts))

    with serving(handlers=[socket_route], change=careless) as server:
        assert list(let_in_by_another_name(server))


def test_in_a_local_network_any_address_in_digits_is_ours():
    def lan(services: Services) -> Services:
        return replace(services, settings=replace(services.settings, any_address=True))

    with serving(change=lan) as server:
        url = server.url + "/healthz"
        for host, status in (("192.168.1.9:8000", 200), ("[fe80::1]:80", 200), (_EVIL, 421)):
            assert httpx.get(url, headers={"host": host}).status_code == status


def test_preflights_are_answered_with_nothing():
    with serving() as server:
        headers = {"origin": f"http://{_EVIL}", "access-control-request-method": "POST"}
        answer = httpx.options(server.url + "/api/login", headers=headers)
        assert answer.status_code == 405
        assert not [name for name in answer.headers if name.startswith("access-control")]


# Sessions


@pytest.fixture(scope="module")
def server():
    with serving() as running:
        yield running


def test_a_session_ends_when_it_is_ended(server: Server):
    ended: list[frozenset[str]] = []
    server.services.access.on_revoked(ended.append)
    organiser = server.organiser("Organizator 1", HERE)
    again = server.client()
    logged_in = again.post("/api/login", json={"name": "organizator 1", "password": PASSWORD})
    assert logged_in.status_code == 200
    again.post("/api/logout")
    assert again.get("/api/whoami").json()["role"] == "anonymous"
    assert organiser.get("/api/whoami").json()["role"] == "organiser"
    assert len(ended) == 1

    again.post("/api/login", json={"name": "Organizator 1", "password": PASSWORD})
    organiser.post("/api/logout/everywhere")
    assert again.get("/api/whoami").json()["role"] == "anonymous"
    assert len(ended[-1]) == 2


def test_a_stolen_cookie_dies_with_its_session(server: Server):
    organiser = server.organiser("Organizator 2", HERE)
    stolen = dict(organiser.cookies)
    organiser.post("/api/logout")
    thief = httpx.get(server.url + "/api/whoami", cookies=stolen)
    assert thief.json()["role"] == "anonymous"


def test_a_new_password_ends_every_other_session(server: Server):
    organiser = server.organiser("Organizator 3", HERE)
    other = server.client()
    other.post("/api/login", json={"name": "Organizator 3", "password": PASSWORD})
    short = organiser.post("/api/password", json={"old": PASSWORD, "new": "short"})
    assert short.json()["error"]["code"] == "access.password_length"
    wrong = organiser.post("/api/password", json={"old": "wrong", "new": "a new password"})
    assert wrong.json()["error"]["code"] == "access.password_wrong"
    changed = organiser.post("/api/password", json={"old": PASSWORD, "new": "a new password"})
    assert changed.status_code == 200
    assert organiser.get("/api/whoami").json()["role"] == "organiser"
    assert other.get("/api/whoami").json()["role"] == "anonymous"
    old = other.post("/api/login", json={"name": "Organizator 3", "password": PASSWORD})
    assert old.status_code == 403


def test_a_cookie_somebody_made_up_is_not_adopted(server: Server):
    chosen = "A" * 64
    client = server.client()
    client.cookies.set("stolik", chosen)
    assert client.get("/api/whoami").json()["role"] == "anonymous"
    code = _player_code(server)
    answer = client.post("/api/login/code", json={"code": code})
    assert chosen not in answer.headers["set-cookie"]


def test_half_a_token_opens_nothing(server: Server):
    """The id of a login is no secret; without the other half it is worth nothing."""
    token = server.run(fresh_token(server.services.access, "organiser here"))
    assert token
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    for shown, role in ((token, "organiser"), (forged, "anonymous"), (token[:-4], "anonymous")):
        headers = {"authorization": f"Bearer {shown}"}
        assert httpx.get(server.url + "/api/whoami", headers=headers).json()["role"] == role


def test_a_session_runs_out_by_the_clock():
    with serving() as server:
        organiser = server.organiser("Organizator 4")
        server.clock.now += 15 * 24 * 3600
        assert organiser.get("/api/whoami").json()["role"] == "anonymous"


def test_by_https_the_cookie_is_the_strict_one():
    def secure(services: Services) -> Services:
        return replace(services, settings=replace(services.settings, secure=True))

    with serving(change=secure) as server:
        code = _player_code(server)
        origin = server.url.replace("http:", "https:")
        answer = server.client(origin=origin).post("/api/login/code", json={"code": code})
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-stolik=")
        assert "secure" in cookie.lower()


def test_a_socket_is_closed_when_its_login_ends():
    with serving_everything() as server:
        access = server.services.access
        setup = TableSetup("t21", "mp2023", (SeatSetup(), SeatSetup()), tournament=HERE)
        server.run(server.app.state.live.rooms.create(setup))
        wanted = [Wanted(Role.PLAYER, table="t21", seat=seat) for seat in (0, 1)]
        gone, stays = server.run(issue(access, HERE, wanted))
        url = server.url.replace("http", "ws") + "/api/socket"
        with (
            connect(url, origin=server.url) as first,
            connect(url, origin=server.url) as second,
        ):
            for socket, issued in ((first, gone), (second, stays)):
                secret, _ = server.run(enter(access, issued.entry))
                hello = {"t": "hello", "table": "t21", "token": secret.token}
                socket.send(json.dumps(hello))
                assert json.loads(socket.recv(timeout=5))["t"] == "welcome"
            server.run(revoke(access, HERE, gone.entry.id))
            told = [json.loads(message) for message in _until_closed(first)]
            assert (told[-1]["t"], told[-1]["code"]) == ("bye", "bye.logged_out")
            second.send(json.dumps({"t": "resume", "last_seq": 0}))
            assert second.recv(timeout=5)


def _until_closed(socket: ClientConnection) -> Iterator[str | bytes]:
    try:
        while True:
            yield socket.recv(timeout=5)
    except ConnectionClosed:
        return


# Codes and guesses


def _player_code(server: Server, entrant: int = 1) -> str:
    wanted = [Wanted(Role.PLAYER, entrant=entrant)]
    (issued,) = server.run(issue(server.services.access, HERE, wanted))
    return issued.code


class CountingStore(MemoryStore):
    """Counts how often a code was looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluated = 0

    async def get(self, kind: str, key: str) -> bytes | None:
        self.evaluated += kind == "code"
        return await super().get(kind, key)


class NoLimit(Guessing):
    """The mutant: it counts nothing."""

    async def guess(self, kind, address, evaluate):
        del kind, address
        return await evaluate()


def guesses_evaluated(
    count: int, route: str, kind: CodeKind, *, guessing: type[Guessing] = Guessing
) -> int:
    """How many of so many guesses in one minute were looked at."""
    store = CountingStore()

    def change(services: Services) -> Services:
        limit = guessing(services.access.guessing._monotonic)
        return replace(services, access=replace(services.access, guessing=limit))

    with serving(store=store, change=change) as server, server.client() as client:
        _player_code(server)
        chance = SeededChance("guess")
        for _ in range(count):
            client.post(route, json={"code": new_code(kind, chance)})
    return store.evaluated


ROUTES = [("/api/login/code", PLAYER_CODE), ("/api/login/pin", REFEREE_PIN)]


@pytest.mark.parametrize(("route", "kind"), ROUTES)
def test_guesses_of_a_minute_are_not_looked_at(route: str, kind: CodeKind):
    evaluated = guesses_evaluated(200, route, kind)
    figure("T21", f"200 guesses of a {kind.name}'s code: evaluated", evaluated, tier="quick")
    assert evaluated <= 10


@pytest.mark.full
def test_ten_thousand_guesses_evaluate_ten():
    evaluated = guesses_evaluated(10_000, *ROUTES[0])
    figure("T21", "10,000 guesses in a minute: evaluated", evaluated, tier="full")
    assert evaluated <= 10


def test_a_server_without_a_limit_is_caught():
    assert guesses_evaluated(30, *ROUTES[0], guessing=NoLimit) > 10


def test_passwords_cannot_be_tried_out():
    with serving() as server, server.client() as client:
        server.organiser("Organizator 1", HERE).close()
        answers = [
            client.post("/api/login", json={"name": "Organizator 1", "password": f"wrong {n:03}"})
            for n in range(40)
        ]
        codes = [answer.json()["error"]["code"] for answer in answers]
        assert codes.count("access.password_wrong") == FAILURES
        assert codes[-1] == "access.too_many_guesses"
        assert 0 < int(answers[-1].headers["retry-after"]) <= WINDOW_S
        right = {"name": "Organizator 1", "password": PASSWORD}
        assert client.post("/api/login", json=right).status_code == 429
        server.clock.now += WINDOW_S + 1
        assert client.post("/api/login", json=right).status_code == 200


def test_five_hundred_correct_joins_in_a_minute_pass():
    with serving() as server, server.client() as client:
        wanted = [Wanted(Role.PLAYER, entrant=n) for n in range(500)]
        issued = server.run(issue(server.services.access, HERE, wanted))
        for entrant, one in enumerate(issued):
            answer = client.post("/api/login/code", json={"code": one.code.lower()})
            assert answer.status_code == 200
            assert answer.json()["entrant"] == entrant


def test_a_slip_of_the_finger_is_not_counted():
    with serving() as server, server.client() as client:
        code = _player_code(server)
        for _ in range(3 * FAILURES):
            slip = client.post("/api/login/code", json={"code": _with_slip(code)})
            assert slip.json()["error"]["code"] == "access.code_typo"
        assert client.post("/api/login/code", json={"code": code}).status_code == 200


def _with_slip(code: str) -> str:
    alphabet = PLAYER_CODE.alphabet
    return alphabet[(alphabet.index(code[0]) + 1) % len(alphabet)] + code[1:]


def test_links_work_while_codes_are_under_attack():
    with serving() as server, server.client() as client:
        wanted = [Wanted(Role.PLAYER, entrant=1)]
        (issued,) = server.run(issue(server.services.access, HERE, wanted))
        chance = SeededChance("attack")
        guess = partial(client.post, "/api/login/code")
        while guess(json={"code": new_code(PLAYER_CODE, chance)}).status_code != 429:
            pass
        assert client.post("/api/login/link", json={"token": issued.link}).status_code == 200
