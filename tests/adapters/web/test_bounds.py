"""What comes in is bounded: every number, list and text has a limit that a refusal names."""

import asyncio
import socket
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import httpx
import pytest
from msgspec import inspect

from stolik.adapters.web.edge import bounds, gate, impatience
from stolik.app.reading.strict_json import parse
from stolik.app.texts import catalogue
from stolik.app.tournaments.requests import REQUESTS
from stolik.refusal import Refused
from tests.adapters.web.people import fresh_token
from tests.adapters.web.serving import Server, serving_everything
from tests.postgres import Postgres
from tests.reliability.nodes import NodeProcess
from tests.reliability.test_t20_roles import private_tournament

HUGE = 2**63
GAME = {"round": 1, "table": 1, "game": 1}
MANY_FIELDS = "&".join(f"f{n}=1" for n in range(60))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving_everything() as running:
        yield running


@pytest.fixture(scope="module")
def organiser(server: Server) -> Iterator[tuple[httpx.Client, str]]:
    """Somebody who may ask everything, and where."""
    here = private_tournament(server)
    token = server.run(fresh_token(server.services.access, "organiser here", here))
    with server.client(authorization=f"Bearer {token}") as client:
        yield client, f"/api/tournaments/{here}"


def refused(answer: httpx.Response, status: int = 400) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"]["message"])


def test_a_forecast_for_a_million_is_refused_at_once_and_names_the_limit(server: Server):
    with server.client() as client:
        began = perf_counter()
        told = refused(client.get("/api/formats/grandprix/forecast?entrants=1000000"))
        most = client.get("/api/formats/grandprix/forecast?entrants=10000")
        assert perf_counter() - began < 2
    assert "10000" in told
    assert most.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        f"/history?after={HUGE}",
        f"/history?after={10**30}",
        f"/public?seq={HUGE}",
        f"/public?edition={HUGE}",
        f"/print/scores?round={HUGE}",
        f"/print/timetable?minutes={HUGE}",
        f"/print/timetable?breaks={HUGE}",
        f"/print/diplomas?places={HUGE}",
        f"/rounds/{HUGE}/missing",
        f"/rounds/{HUGE}/online",
        f"/tables/{HUGE}/sheet",
        f"/people/{HUGE}",
        f"/history?{MANY_FIELDS}",
        "/history?after=1%00",
        "/public?lang=%00",
        "/passes%00",
        f"/registrations?{'x' * 3000}={'y' * 3000}",
        "/sheets/" + "x" * 300,
    ],
)
def test_an_address_beyond_every_limit_is_refused_in_words(
    organiser: tuple[httpx.Client, str], path: str
):
    client, here = organiser
    answer = client.get(here + path)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"do": "enter", "name": "Z" * 201}, "name"),
        ({"do": "enter", "name": "Zawodnik 1", "fixed_table": HUGE}, "fixed_table"),
        ({"do": "withdraw", "entrant": 1, "reason": "x" * 501}, "reason"),
        ({"do": "penalty", "entrant": 1, "reason": "x", "big_points": 10**9}, "big_points"),
        ({"do": "keep_apart", "entrants": [1] * 10_001}, "entrants"),
        ({"do": "draw", "tables": [[1, 2, 3, 4]] * 5_001}, "tables"),
        ({"do": "draw", "tables": [[1] * 13]}, "tables[0]"),
        ({"do": "draw", "table_size": HUGE}, "table_size"),
        ({"do": "cut", "size": 10**30}, "size"),
        ({"do": "plan", "minutes": 10**7}, "minutes"),
        ({"do": "plan", "long_breaks": [{"after_round": 1, "minutes": 1}] * 1001}, "long_breaks"),
        ({"do": "standings", "after_round": HUGE}, "after_round"),
        ({"do": "round", "round": HUGE}, "round"),
        (
            {"do": "result", "round": 1, "table": 1, "game": 1, "seats": [{"entrant": 1}] * 13},
            "seats",
        ),
    ],
)
def test_a_request_about_a_tournament_names_the_field_and_its_limit(
    organiser: tuple[httpx.Client, str], request_: dict[str, Any], field: str
):
    client, here = organiser
    error = client.post(here, json=request_).json()["error"]
    assert error["code"] == "request.limit"
    called = catalogue("pl").get(f"field_label.{field.partition('[')[0]}", field)
    assert called in error["message"]


def unbounded(kind: inspect.Type, place: str) -> Iterator[str]:
    """The texts, numbers and lists of a shape that could be of any length."""
    match kind:
        case inspect.StructType():
            for one in kind.fields:
                yield from unbounded(one.type, f"{place}.{one.encode_name}")
        case inspect.UnionType(types=arms):
            for arm in arms:
                yield from unbounded(arm, place)
        case inspect.StrType(max_length=None) | inspect.IntType(le=None) | inspect.IntType(ge=None):
            yield place
        case inspect.ListType() | inspect.VarTupleType() | inspect.DictType():
            yield from [place] if kind.max_length is None else []
            items = kind.value_type if isinstance(kind, inspect.DictType) else kind.item_type
            yield from unbounded(items, f"{place}[]")
        case _:
            pass


def test_everything_in_a_request_about_a_tournament_is_bounded():
    shapes = {do: inspect.type_info(kind.shape) for do, kind in REQUESTS.items()}
    found = [place for do, shape in shapes.items() for place in unbounded(shape, do)]
    assert [place for place in found if not place.endswith(".do")] == []


def test_the_sign_without_a_shape_is_refused_in_every_text():
    for raw in (b'{"name": "a\\u0000b"}', b'{"name": "\\\\\\u0000"}'):
        with pytest.raises(Refused):
            parse(raw)
    assert parse(b'"\\\\u0000"') == "\\u0000"  # a backslash that somebody wrote


def test_a_body_of_many_fields_is_refused_as_fast_as_it_is_read():
    fields = ",".join(f'"f{n}":1' for n in range(80_000))
    began = perf_counter()
    with pytest.raises(Refused) as refused:
        parse(f'{{{fields},"f79999":2}}'.encode())
    assert [v.code for v in refused.value.violations] == ["request.duplicate_field"]
    assert perf_counter() - began < 5  # counting each field by itself took minutes


def bare(server: Server, head: str) -> bytes:
    """The answer to a request as it stands here."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as wire:
        wire.sendall(f"{head}\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer and (part := wire.recv(65536)):
            answer += part
    return answer


def test_headers_and_addresses_have_limits(server: Server):
    many = "".join(f"\r\nX-{n}: 1" for n in range(bounds.MOST_HEADERS + 1))
    long = "\r\nX-Long: " + "x" * bounds.LONGEST_HEADERS
    assert bare(server, "GET /healthz HTTP/1.1" + many).startswith(b"HTTP/1.1 431")
    assert bare(server, "GET /healthz HTTP/1.1" + long).startswith(b"HTTP/1.1 431")
    target = "/healthz?" + "x" * bounds.LONGEST_TARGET
    assert bare(server, f"GET {target} HTTP/1.1").startswith(b"HTTP/1.1 414")
    assert bare(server, "GET /healthz HTTP/1.1").startswith(b"HTTP/1.1 200")


def flood(server: Server, begin: bytes, more: bytes, most: int) -> tuple[int, bytes]:
    """How many bytes of a head without end were taken, and what was answered."""
    sent, answer = 0, b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as wire:
        try:
            wire.sendall(begin)
            while sent < most:
                wire.sendall(more)
                sent += len(more)
        except OSError:
            pass
        try:
            while part := wire.recv(65536):
                answer += part
        except OSError:
            pass
    return sent, answer


FLOODS = {
    "headers": (b"GET /healthz HTTP/1.1\r\n", b"X-A: 1\r\n" * 2000),
    "one header": (b"GET /healthz HTTP/1.1\r\nX-A: ", b"x" * 16_000),
    "target": (b"GET /", b"x" * 16_000),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_head_without_end_is_cut_off(server: Server, kind: str):
    sent, _ = flood(server, *FLOODS[kind], most=30_000_000)
    assert sent < 30_000_000


def test_the_mutant_without_a_limit_of_heads_is_caught(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(impatience, "LONGEST_HEAD", 10**12)
    monkeypatch.setattr(impatience, "MOST_HEADERS", 10**12)
    assert flood(server, *FLOODS["headers"], most=5_000_000)[0] >= 5_000_000


def test_the_mutant_gate_without_limits_is_caught(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "target_fault", lambda _: None)
    many = "".join(f"\r\nX-{n}: 1" for n in range(bounds.MOST_HEADERS + 1))
    assert bare(server, "GET /healthz HTTP/1.1" + many).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "path",
    [
        "/api/tournaments/a%00b",
        "/api/tables/a%00b/people",
        "/api/tournaments/a%00b/public",
        "/tournament/a%00b",
        "/api/lines/a%00b",
        "/api/qr?path=%00",
        "/api/tournaments/x/public?lang=%00",
    ],
)
def test_the_sign_without_a_shape_is_no_failure_on_postgres(postgres_node: NodeProcess, path: str):
    answer = httpx.get(postgres_node.url + path, timeout=10)
    assert 400 <= answer.status_code < 500


def test_nor_in_a_body_on_postgres(postgres_node: NodeProcess):
    headers = {"origin": postgres_node.url}
    for path, body in (
        ("/api/login", {"name": "a\0b", "password": "a\0b"}),
        ("/api/login/code", {"code": "a\0b"}),
        ("/api/login/link", {"token": "a\0b"}),
        ("/api/lines", {"t": "hello", "table": "a\0b"}),
    ):
        answer = httpx.post(postgres_node.url + path, json=body, headers=headers, timeout=10)
        assert answer.status_code < 500, (path, answer.text)


@pytest.fixture(scope="module")
def postgres_node(postgres: Postgres) -> Iterator[NodeProcess]:
    node = NodeProcess(("--database", asyncio.run(postgres.new_database())))
    asyncio.run(node.start(cold=True))
    yield node
    node.kill()
