"""T21: only our own pages, only our own names, sessions that end, guesses that lead nowhere."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import httpx
import pytest
from litestar import websocket
from litestar.connection import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from stolik.adapters.passwords import MOST_WAITING, Argon2Passwords
from stolik.adapters.web.edge import gate as edge_gate
from stolik.adapters.web.edge import guard as edge_guard
from stolik.adapters.web.edge.arrival import network
from stolik.adapters.web.routes import health
from stolik.adapters.web.services import Services
from stolik.app.access import invitations
from stolik.app.access.guessing import (
    FAILURES,
    FAILURES_OF_ADDRESS,
    FORGET_S,
    MOST_COUNTS,
    WINDOW_S,
    Address,
    Guesser,
    Guessing,
)
from stolik.app.access.passes import Wanted, enter, issue, revoke
from stolik.app.access.roles import PRACTICE, PersonRole, Rule
from stolik.app.access.secrets_made import PLAYER_CODE, REFEREE_PIN, CodeKind, new_code
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.refusal import Refused
from tests.adapters.web.people import HERE, fresh_token
from tests.adapters.web.serving import PASSWORD, Server, serving, serving_everything
from tests.fakes import HandClock, MemoryStore, SeededChance
from tests.reliability.report import figure

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
        wanted = [Wanted(PersonRole.PLAYER, table="t21", seat=seat) for seat in (0, 1)]
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


# Links that let in once, tried as an attacker would


def test_a_link_that_was_used_is_worth_nothing(server: Server):
    access = server.services.access
    token = server.run(invitations.co_organiser_link(access, HERE))
    filled = {"token": token, "name": "Organizator 21", "password": PASSWORD}
    first = server.client().post("/api/login/link", json=filled)
    assert first.status_code == 200
    for again in (filled, {**filled, "name": "Organizator 22"}):
        for route in ("link", "look"):
            answer = server.client().post(f"/api/login/{route}", json=again)
            assert answer.json()["error"]["code"] == "access.link_unknown"


def test_of_many_who_use_a_link_at_once_one_comes_in(server: Server):
    token = server.run(invitations.co_organiser_link(server.services.access, HERE))
    filled = [
        {"token": token, "name": f"Organizator 23 {n}", "password": PASSWORD} for n in range(8)
    ]

    async def storm() -> list[int]:
        headers = {"origin": server.url}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=20) as client:
            tries = [client.post("/api/login/link", json=one) for one in filled]
            return sorted(answer.status_code for answer in await asyncio.gather(*tries))

    assert asyncio.run(storm()) == [200] + [403] * 7


LOGIN_WAYS = ("/api/login", "/api/login/code", "/api/login/pin", "/api/login/link")


@pytest.mark.parametrize("way", LOGIN_WAYS)
def test_no_page_of_somebody_else_logs_anybody_in(server: Server, way: str):
    """Otherwise a victim would work on, not knowing, in the attacker's name."""
    code = _player_code(server)
    body = {"code": code} if way.endswith("code") else {}
    for headers in ({"origin": f"http://{_EVIL}"}, {}, {"sec-fetch-site": "cross-site"}):
        answer = httpx.post(server.url + way, json=body, headers=headers)
        assert answer.json()["error"]["code"] == "http.origin"
        assert "set-cookie" not in answer.headers
    # A form of another page can send text that looks like JSON, but not our origin.
    plain = {"content-type": "text/plain", "origin": "null"}
    answer = httpx.post(server.url + way, content=json.dumps(body), headers=plain)
    assert answer.json()["error"]["code"] == "http.origin"


def test_a_login_is_never_the_one_that_was_shown(server: Server):
    """Who planted a login of his own in a browser has nothing of what the browser does later."""
    attacker = server.client()
    attacker.post("/api/login/code", json={"code": _player_code(server)})
    planted = attacker.cookies["stolik"]
    organiser = server.organiser("Organizator 24", HERE)
    organiser.post("/api/logout")
    victim = server.client(cookie=f"stolik={planted}")
    right = {"name": "Organizator 24", "password": PASSWORD}
    answer = victim.post("/api/login", json=right)
    assert answer.status_code == 200
    assert planted not in str(answer.headers.get_list("set-cookie"))
    headers = {"authorization": f"Bearer {planted}"}
    assert httpx.get(server.url + "/api/whoami", headers=headers).json()["role"] == "player"


def test_nothing_sends_a_browser_elsewhere(server: Server):
    """No answer redirects, whatever it is asked: there is no way to borrow our name."""
    for path in (
        "//evil.example",
        "/enter?next=http://evil.example",
        "/%2F%2Fevil.example",
        "/\\x",
    ):
        answer = httpx.get(server.url + path, follow_redirects=False)
        assert not 300 <= answer.status_code < 400
        assert "location" not in answer.headers


# Proxies, and who sits at the machine


def gained_through_proxies(change: Callable[[Services], Services]) -> list[str]:
    """What somebody out there may read through proxies that say nothing, or are forged."""
    found = []
    with serving(change=change) as server:
        for name, headers in {
            "silent": {},
            "silent, by our name": {"host": f"127.0.0.1:{server.port}"},
            "forged": {"x-forwarded-for": "127.0.0.1"},
            "forged, modern": {"forwarded": "for=127.0.0.1;host=localhost"},
            "empty": {"x-forwarded-for": ""},
        }.items():
            if httpx.get(server.url + "/metrics", headers=headers).status_code == 200:
                found.append(name)
    return found


def _proxied(services: Services) -> Services:
    settings = replace(services.settings, may_be_local=False)
    return replace(services, settings=settings)


def _proxied_and_trusted(services: Services) -> Services:
    settings = replace(services.settings, may_be_local=False, proxies=(network("127.0.0.0/8"),))
    return replace(services, settings=settings)


@pytest.mark.parametrize("change", [_proxied, _proxied_and_trusted])
def test_nobody_is_local_behind_a_proxy(change: Callable[[Services], Services]):
    assert gained_through_proxies(change) == []


def test_the_mutant_that_takes_a_silent_proxy_for_the_organiser_is_caught():
    assert gained_through_proxies(lambda services: services) == ["silent", "silent, by our name"]


def test_the_counters_open_for_their_token_alone():
    assert opened_by_tokens() == ["/metrics by the token"]


def opened_by_tokens() -> list[str]:
    """What opens for a program far away that shows this or that as its token."""

    def scraped(services: Services) -> Services:
        settings = replace(services.settings, may_be_local=False, metrics_token="m" * 32)
        return replace(services, settings=settings)

    found = []
    with serving(change=scraped) as server:
        for token in ("m" * 32, "m" * 31, "x", "ż" * 32):
            raw = [(b"authorization", b"Bearer " + token.encode())]
            name = "the token" if token == "m" * 32 else repr(token)
            for path in ("/metrics", f"/api/tournaments/{HERE}/passes"):  # it opens nothing else
                status = httpx.get(server.url + path, headers=raw).status_code
                assert status in (200, 401)
                found += [f"{path} by {name}"] if status == 200 else []
    with serving(change=_proxied) as server:  # without a token set, an empty one is none
        raw = [(b"authorization", b"Bearer")]
        status = httpx.get(server.url + "/metrics", headers=raw).status_code
        found += ["/metrics without a token"] if status == 200 else []
    return found


def test_the_mutants_that_open_the_counters_are_caught(monkeypatch: pytest.MonkeyPatch):
    """Whoever shows anything; whoever shows nothing where none is set."""
    monkeypatch.setattr(edge_guard, "_same", lambda *_: True)
    assert "/metrics by 'x'" in opened_by_tokens()
    monkeypatch.setattr(edge_guard, "is_scraper", lambda _: True)
    assert "/metrics without a token" in opened_by_tokens()


def test_the_mutant_whose_counters_are_anybodys_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(health.metrics.opt, "rule", Rule.ANYONE)
    assert "/metrics without a token" in opened_by_tokens()
    assert gained_through_proxies(_proxied)


def test_by_https_browsers_come_by_nothing_else_and_cookies_are_strict():
    assert told_by_https() == {"by https": "max-age=31536000", "plain": "", "forged": ""}


def test_the_mutants_that_are_silent_or_too_sure_of_https_are_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    with monkeypatch.context() as patch:
        patch.setattr(edge_gate, "_BY_HTTPS", {})
        assert told_by_https()["by https"] == ""
    monkeypatch.setattr(edge_gate, "by_https", lambda *_: True)
    told = told_by_https()
    assert told["plain"]
    assert told["forged"]


def told_by_https() -> dict[str, str]:
    """What a browser is told to come by, where it did and where it or nobody we trust says so."""
    found = {}
    with serving(change=_proxied_and_trusted) as server:
        host = f"127.0.0.1:{server.port}"
        told = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
        client = server.client(**told, origin=f"https://{host}")
        answer = client.post("/api/login/code", json={"code": _player_code(server)})
        found["by https"] = answer.headers.get("strict-transport-security", "")
        cookies = {one.partition("=")[0]: one for one in answer.headers.get_list("set-cookie")}
        assert set(cookies) == {"__Host-stolik", "__Secure-stolik-device"}
        for cookie in cookies.values():
            assert {"secure", "httponly", "samesite=strict"} <= set(cookie.lower().split("; "))
        plain = server.client().get("/api/whoami")
        found["plain"] = plain.headers.get("strict-transport-security", "")
    with serving() as server:  # nobody trusts who says so here
        answer = server.client(**{"x-forwarded-proto": "https"}).get("/api/whoami")
        found["forged"] = answer.headers.get("strict-transport-security", "")
    return found


# Codes and guesses


def _player_code(server: Server, entrant: int = 1) -> str:
    wanted = [Wanted(PersonRole.PLAYER, entrant=entrant)]
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

    async def guess(self, kind, guesser, evaluate):
        del kind, guesser
        return await evaluate()


class BlindToAddresses(Guessing):
    """The mutant of before: one attacker's address locks everybody."""

    def _refuse_too_many(self, kind, guesser):
        super()._refuse_too_many(kind, Guesser(Address("one"), guesser.target, guesser.known_as))

    def failed(self, kind, counts):
        one = ("address one" if who.startswith("address ") else who for who in counts)
        super().failed(kind, tuple(one))


class KnowsNoDevice(Guessing):
    """The mutant of before: whoever came in before is a stranger again."""

    async def guess(self, kind, guesser, evaluate):
        return await super().guess(kind, replace(guesser, known_as=""), evaluate)


class NeverGrows(Guessing):
    """The mutant of before: the tenth lock is as short as the first."""

    def failed(self, kind, counts):
        super().failed(kind, counts)
        for count in self._counts.values():
            count.locks = 0


def with_guessing(guessing: type[Guessing]) -> Callable[[Services], Services]:
    """A server behind a proxy on the same machine: addresses are what the proxy says."""

    def change(services: Services) -> Services:
        limit = guessing(services.access.guessing._monotonic)
        settings = replace(services.settings, proxies=(network("127.0.0.1"),), may_be_local=False)
        access = replace(services.access, guessing=limit)
        return replace(services, access=access, settings=settings)

    return change


def stranger(server: Server, number: int = 1) -> httpx.Client:
    """Somebody out there, by an address of their own."""
    return server.client(**{"x-forwarded-for": f"203.0.113.{number}"})


def guesses_evaluated(
    count: int, route: str, kind: CodeKind, *, guessing: type[Guessing] = Guessing
) -> int:
    """How many of so many guesses in one minute were looked at, from a whole botnet."""
    store = CountingStore()
    with (
        serving(store=store, change=with_guessing(guessing)) as server,
        server.client() as client,
    ):
        _player_code(server)
        chance = SeededChance("guess")
        for n in range(count):
            headers = {"x-forwarded-for": f"2001:db8:{n % 50:x}::{n:x}, 203.0.113.{n % 50}"}
            client.post(route, json={"code": new_code(kind, chance)}, headers=headers)
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


def guess_codes(client: httpx.Client, label: str = "guess") -> int:
    """Guess until nothing is looked at any more; how many were."""
    chance = SeededChance(label)
    for n in range(1000):
        answer = client.post("/api/login/code", json={"code": new_code(PLAYER_CODE, chance)})
        if answer.status_code == 429:
            return n
    return 1000


def locked_out_by_one_attacker(guessing: type[Guessing] = Guessing) -> list[str]:
    """Who cannot come in with the right secret while one address guesses."""
    found = []
    with serving(change=with_guessing(guessing)) as server:
        first, other = _player_code(server, 1), _player_code(server, 2)
        phone = stranger(server, 1)  # behind the same address as the attacker
        assert phone.post("/api/login/code", json={"code": first}).status_code == 200
        phone.post("/api/logout")
        guess_codes(stranger(server, 1))
        if phone.post("/api/login/code", json={"code": first}).status_code != 200:
            found.append("a phone that came in before")
        if stranger(server, 2).post("/api/login/code", json={"code": other}).status_code != 200:
            found.append("a phone of another address")
    return found


def test_one_address_that_guesses_locks_out_only_its_own_strangers():
    assert locked_out_by_one_attacker() == []


@pytest.mark.parametrize("mutant", [BlindToAddresses, KnowsNoDevice])
def test_the_mutant_that_locks_out_others_is_caught(mutant: type[Guessing]):
    assert locked_out_by_one_attacker(mutant)


def locks_in_a_row(guessing: type[Guessing] = Guessing) -> list[int]:
    """How long one address waits after each full window of failures."""
    waits = []
    with serving(change=with_guessing(guessing)) as server, stranger(server) as client:
        for n in range(7):
            guess_codes(client, f"window {n}")
            answer = client.post("/api/login/code", json={"code": _player_code(server)})
            waits.append(int(answer.headers["retry-after"]))
            server.clock.now += waits[-1]
        server.clock.now += 8 * FORGET_S
        guess_codes(client, "much later")
        answer = client.post("/api/login/code", json={"code": _player_code(server)})
        waits.append(int(answer.headers["retry-after"]))
    return waits


def test_each_lock_of_an_address_lasts_twice_as_long_and_is_slowly_forgotten():
    assert locks_in_a_row() == [60, 120, 240, 480, 960, 960, 960, 60]


def test_the_mutant_whose_locks_never_grow_is_caught():
    assert set(locks_in_a_row(NeverGrows)) == {60}


def test_an_ipv6_household_is_one_address():
    with serving(change=with_guessing(Guessing)) as server:
        for n in range(FAILURES_OF_ADDRESS):
            one = server.client(**{"x-forwarded-for": f"2001:db8:1:2:{n:x}::1"})
            code = new_code(PLAYER_CODE, SeededChance(f"household {n}"))
            assert one.post("/api/login/code", json={"code": code}).status_code == 403
        next_door = server.client(**{"x-forwarded-for": "2001:db8:1:2:ffff::1"})
        answer = next_door.post("/api/login/code", json={"code": _player_code(server)})
        assert answer.status_code == 429
        elsewhere = server.client(**{"x-forwarded-for": "2001:db8:1:3::1"})
        answer = elsewhere.post("/api/login/code", json={"code": _player_code(server)})
        assert answer.status_code == 200


def test_a_header_of_somebody_untrusted_is_no_new_address():
    """Otherwise each guess would come from an address of its own."""
    with serving() as server:
        chance = SeededChance("forged")
        answers = [
            server.client(**{"x-forwarded-for": f"203.0.113.{n}"}).post(
                "/api/login/code", json={"code": new_code(PLAYER_CODE, chance)}
            )
            for n in range(FAILURES_OF_ADDRESS + 1)
        ]
        assert [answer.status_code for answer in answers[-2:]] == [403, 429]


def test_passwords_cannot_be_tried_out():
    with serving(change=with_guessing(Guessing)) as server:
        at_home = server.organiser("Organizator 1", HERE)
        at_home.post("/api/logout")
        answers = [
            stranger(server, n).post(
                "/api/login", json={"name": "organizator  1", "password": f"wrong {n:03}"}
            )
            for n in range(40)
        ]
        codes = [answer.json()["error"]["code"] for answer in answers]
        assert codes.count("access.password_wrong") == FAILURES
        assert codes[-1] == "access.too_many_guesses"
        assert 0 < int(answers[-1].headers["retry-after"]) <= WINDOW_S
        right = {"name": "Organizator 1", "password": PASSWORD}
        outside = stranger(server, 99)
        assert outside.post("/api/login", json=right).status_code == 429
        # The organiser's own browser came in before: nobody else's guesses concern it.
        assert at_home.post("/api/login", json=right).status_code == 200
        server.clock.now += WINDOW_S + 1
        assert outside.post("/api/login", json=right).status_code == 200


def test_a_target_stays_locked_when_guessers_come_from_everywhere():
    with serving(change=with_guessing(Guessing)) as server:
        server.organiser("Organizator 1", HERE).close()
        for window, wait in enumerate((60, 120, 240)):
            for n in range(FAILURES):
                wrong = {"name": "Organizator 1", "password": f"wrong {n:03}"}
                guess = stranger(server, 10 * window + n).post("/api/login", json=wrong)
                assert guess.json()["error"]["code"] == "access.password_wrong"
            wrong = {"name": "Organizator 1", "password": "again"}
            locked = stranger(server, 200).post("/api/login", json=wrong)
            assert int(locked.headers["retry-after"]) == wait
            server.clock.now += wait


def test_a_device_is_known_only_for_the_account_it_came_in_as():
    """An organiser's browser is no better at another organiser's password than a stranger's."""
    with serving(change=with_guessing(Guessing)) as server:
        server.organiser("Organizator 1", HERE).close()
        mallory = server.organiser("Organizator 2", HERE)
        wrong = {"name": "Organizator 1", "password": "wrong wrong"}
        codes = [
            mallory.post("/api/login", json=wrong).status_code
            for _ in range(FAILURES_OF_ADDRESS + 1)
        ]
        assert codes == [403] * FAILURES_OF_ADDRESS + [429]


def test_a_known_device_has_no_guesses_for_nothing():
    """Coming in again and again with one's own code wins no further guesses at others'."""
    with serving(change=with_guessing(Guessing)) as server:
        code = _player_code(server)
        chance, looked_at = SeededChance("greedy"), 0
        for _ in range(4):
            phone = stranger(server)
            phone.post("/api/login/code", json={"code": code})
            for _ in range(FAILURES + 2):
                guess = {"code": new_code(PLAYER_CODE, chance)}
                looked_at += phone.post("/api/login/code", json=guess).status_code == 403
        # Once all is locked nobody comes in as anybody; before that one count was shared.
        assert looked_at <= FAILURES + FAILURES_OF_ADDRESS


@pytest.mark.parametrize("way", ["practice", "spectator", "forged"])
def test_what_anybody_can_get_makes_no_device_known(way: str):
    with serving(change=with_guessing(Guessing)) as server, stranger(server) as client:
        if way == "forged":
            mark = "eyJwbGF5ZXIiOiAieCJ9." + "0" * 64
            client.cookies.set("stolik-device", mark, path="/api/login")
        else:
            wanted = (
                (PRACTICE, Wanted(PersonRole.PLAYER, table="t", seat=0))
                if way == "practice"
                else (HERE, Wanted(PersonRole.SPECTATOR))
            )
            (issued,) = server.run(issue(server.services.access, wanted[0], [wanted[1]]))
            answer = client.post("/api/login/link", json={"token": issued.link})
            assert answer.status_code == 200
            assert "stolik-device" not in answer.headers["set-cookie"]
        assert guess_codes(client) == FAILURES_OF_ADDRESS


def test_the_mark_of_a_device_is_sent_only_where_people_come_in():
    with serving() as server, server.client() as client:
        client.post("/api/login/code", json={"code": _player_code(server)})
        (mark,) = [one for one in client.cookies.jar if one.name == "stolik-device"]
        assert mark.path == "/api/login"
        assert mark.has_nonstandard_attr("HttpOnly")


def test_a_new_password_makes_strangers_of_all_devices():
    """Whoever stole a device's mark must not be able to lock its owner out for ever."""
    with serving(change=with_guessing(Guessing)) as server:
        organiser = server.organiser("Organizator 1", HERE)
        stolen = {one.name: one.value or "" for one in organiser.cookies.jar}["stolik-device"]
        changed = {"old": PASSWORD, "new": "a second word of the hall"}
        assert organiser.post("/api/password", json=changed).status_code == 200
        thief = stranger(server, 66)
        thief.cookies.set("stolik-device", stolen, path="/api/login")
        wrong = {"name": "Organizator 1", "password": "wrong wrong"}
        codes = [thief.post("/api/login", json=wrong).status_code for _ in range(8)]
        assert codes.count(403) == FAILURES_OF_ADDRESS


def test_a_revoked_pass_makes_strangers_of_its_devices():
    with serving(change=with_guessing(Guessing)) as server, stranger(server) as client:
        wanted = [Wanted(PersonRole.PLAYER, entrant=1)]
        (issued,) = server.run(issue(server.services.access, HERE, wanted))
        client.post("/api/login/code", json={"code": issued.code})
        server.run(revoke(server.services.access, HERE, issued.entry.id))
        assert guess_codes(client) == FAILURES_OF_ADDRESS


def test_somebody_at_the_machine_is_not_locked_out_by_the_hall():
    with serving() as server, server.client() as client:
        code = _player_code(server)
        for n in range(3):
            guess_codes(server.client(**{"x-forwarded-for": f"203.0.113.{n}"}), f"hall {n}")
        assert client.post("/api/login/code", json={"code": code}).status_code == 200


def test_counts_take_a_bounded_room():
    now = HandClock()
    guessing = Guessing(now)
    for n in range(3 * MOST_COUNTS):
        guessing.failed("player", ("everybody", f"address {n}", f"target {n}"))
    assert len(guessing._counts) <= MOST_COUNTS + 3
    now.now += 100 * FORGET_S
    for n in range(MOST_COUNTS):
        guessing.failed("player", (f"address again {n}",))
    assert len(guessing._counts) <= MOST_COUNTS + 3


def test_failures_of_another_node_count_here():
    told: list[tuple[str, tuple[str, ...]]] = []
    now = HandClock()
    here, there = Guessing(now, lambda *what: told.append(what)), Guessing(now)

    async def nothing() -> None:
        return None

    async def story() -> None:
        for n in range(FAILURES):
            await here.guess("player", Guesser(Address(f"203.0.113.{n}")), nothing)
        for what in told:
            there.failed(*json.loads(json.dumps(what)))
        with pytest.raises(Refused):
            await there.guess("player", Guesser(Address("198.51.100.1")), nothing)

    asyncio.run(story())


def test_many_logins_at_once_are_refused_before_they_fill_the_machine():
    """Each hash takes 19 MiB: two at a time, a few in line, the rest come back later."""
    passwords = Argon2Passwords()

    async def story() -> list[object]:
        tries = [passwords.hashed(f"a password {n}") for n in range(3 * MOST_WAITING)]
        return list(await asyncio.gather(*tries, return_exceptions=True))

    done = asyncio.run(story())
    refused = [one for one in done if isinstance(one, Refused)]
    assert len(refused) == 2 * MOST_WAITING
    assert {one.violations[0].code for one in refused} == {"access.busy"}
    assert all(isinstance(one, str | Refused) for one in done)


def test_five_hundred_correct_joins_in_a_minute_pass():
    """From one address, while the organiser's laptop is somewhere else."""
    with serving(change=with_guessing(Guessing)) as server, stranger(server) as client:
        wanted = [Wanted(PersonRole.PLAYER, entrant=n) for n in range(500)]
        issued = server.run(issue(server.services.access, HERE, wanted))
        for entrant, one in enumerate(issued):
            client.cookies.clear()
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
        wanted = [Wanted(PersonRole.PLAYER, entrant=1)]
        (issued,) = server.run(issue(server.services.access, HERE, wanted))
        chance = SeededChance("attack")
        guess = partial(client.post, "/api/login/code")
        while guess(json={"code": new_code(PLAYER_CODE, chance)}).status_code != 429:
            pass
        assert client.post("/api/login/link", json={"token": issued.link}).status_code == 200
