"""T22 over HTTP: whatever is sent, no answer is a failure of ours; what is refused changes nothing.

Requests come from the server's own description (schemathesis) and, where that is too polite, byte
by byte over a bare connection.
"""

import socket
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from litestar import get
from litestar.params import FromPath
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks

from stolik.app.access.roles import Rule
from tests.adapters.web.people import fresh_token
from tests.adapters.web.serving import Server, serving, serving_everything
from tests.fakes import MemoryStore
from tests.reliability.report import figure
from tests.reliability.test_t20_roles import private_tournament

_AS_DESCRIBED = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
_PEOPLE = ("account", "login", "pass", "invitation", "code", "organiser_of")


def failures(server: Server, examples: int, here: str | None = None) -> list[str]:
    """Requests that were answered with 5xx, or that were refused and changed something."""
    store = server.store
    assert isinstance(store, MemoryStore)
    found: list[str] = []
    schema = schemathesis.openapi.from_url(server.url + "/openapi.json")
    for operation in (result.ok() for result in schema.get_all_operations()):

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def tried(case: schemathesis.Case) -> None:
            headers = {"origin": server.url}
            if here:
                who = fresh_token(server.services.access, "organiser here", here)
                headers["authorization"] = f"Bearer {server.run(who)}"
                if "tournament" in case.path_parameters:
                    case.path_parameters["tournament"] = here
            before = _kept(store)
            answer = case.call(base_url=server.url, headers=headers, timeout=10)
            if answer.status_code >= 500:
                found.append(f"{case.method} {case.path}: {answer.status_code}")
            if answer.status_code >= 400 and _kept(store) != before:
                found.append(f"{case.method} {case.path}: refused, and changed something")
            found.extend(_not_as_described(case, answer))

        tried()
    return found


def _not_as_described(case: schemathesis.Case, answer: schemathesis.Response) -> Iterator[str]:
    """A status, kind or shape of an answer that a program could not expect."""
    try:
        case.validate_response(answer, checks=_AS_DESCRIBED)
    except FailureGroup as told:
        for fault in told.exceptions:
            yield f"{case.method} {case.path}: {answer.status_code}: {fault}"


def _kept(store: MemoryStore) -> dict[tuple[str, str], bytes]:
    return {key: body for key, body in store.records.items() if key[0] in _PEOPLE}


def test_nothing_that_is_described_fails():
    with serving_everything() as server:
        assert failures(server, 2, private_tournament(server)) == []
        assert failures(server, 1) == []
        assert '"event": "failed"' not in server.log.getvalue()


@pytest.mark.full
def test_nothing_that_is_described_fails_however_often():
    with serving_everything() as server:
        assert failures(server, 60, private_tournament(server)) == []
        assert '"event": "failed"' not in server.log.getvalue()


def test_a_route_that_fails_is_caught():
    @get("/fragile/{number:str}", opt={"rule": Rule.ANYONE})
    async def fragile(number: FromPath[str]) -> int:
        return int(number)

    with serving(handlers=[fragile]) as server:
        assert failures(server, 2)


# Below the manners of a client


def hostile_requests() -> Iterator[bytes]:
    head = b"\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    for target in (
        *(
            b"/%00",
            b"/%ff%fe",
            b"/../../etc/passwd",
            b"/..%2f..%2fetc%2fpasswd",
            b"//",
            b"/?%",
            b"*",
        ),
        *(b"/api/whoami?" + b"a=1&" * 5000, b"/" + b"a" * 20_000, b"/docs/%0d%0aset-cookie:x=1"),
        *(b"http://evil.example/api/whoami", b"/api/tournaments/%2e%2e/passes", "/ż".encode()),
        *(b"/?lang=%ff", b"/?lang=" + b"\xc5\xbc"),
    ):
        yield b"GET " + target + b" HTTP/1.1" + head + b"\r\n"
    for method in (b"TRACE", b"CONNECT", b"OPTIONS", b"get", b"PROPFIND", b"\x00", b"A" * 5000):
        yield method + b" /healthz HTTP/1.1" + head + b"\r\n"
    for more in (
        *(
            b"Cookie: " + b"stolik=;" * 3000,
            b"Cookie: stolik=\xff\xfe",
            b"Cookie: stolik=" + b"A" * 64,
        ),
        *(
            b"Authorization: Bearer",
            b"Authorization: Bearer \xff" + b"=" * 64,
            b"Authorization: \x00",
        ),
        *(b"Accept-Language: " + b"pl;q=," * 3000, b"Accept-Language: \xff;q=nan, en;q=1e999"),
        *(b"Host: evil.example", b"Transfer-Encoding: chunked", b"Content-Length: -1"),
        *(
            b"Content-Length: 99999999999999999999",
            b"X-Forwarded-For: \xff",
            b"Expect: 100-continue",
        ),
    ):
        yield b"GET /api/whoami HTTP/1.1" + head + more + b"\r\n\r\n"
    for body in (
        *(b"[" * 100_000, b'{"a":' * 50_000, b'{"token": "\\ud800"}', b'{"token": 1e999999}'),
        *(b'{"code": "' + b"9" * 500_000 + b'"}', b"\x00" * 1000, b'"' + b"\\u0000" * 1000 + b'"'),
        *("﻿{}".encode(), b"NaN", b'{"code": ' + b"1" * 5000 + b"}"),
    ):
        length = b"Content-Length: %d\r\n\r\n" % len(body)
        for path in (b"/api/login/code", b"/api/login/link", b"/api/lines", b"/api/practice"):
            yield b"POST " + path + b" HTTP/1.1" + head + length + body


def test_bytes_that_are_no_request_do_no_harm():
    with serving_everything() as server:
        requests = list(hostile_requests())
        for raw in requests:
            status = _status(server, raw)
            assert status is None or 200 <= status < 500, raw[:200]
        figure(
            "T22",
            "hostile requests by bytes: answered with 5xx",
            f"{len(requests)}: 0",
            tier="quick",
        )
        with server.client() as client:
            assert client.get("/healthz").status_code == 200
        assert '"event": "failed"' not in server.log.getvalue()


def _status(server: Server, raw: bytes) -> int | None:
    """The status a request is answered with; None if the connection was closed or left waiting."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.settimeout(0.5)
        try:
            connection.sendall(raw)
            answer = connection.recv(200)
        except OSError:
            return None
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else None
