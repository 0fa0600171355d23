"""By which name a request comes: one name, and one of ours, wherever it is written."""

import json
import socket

import pytest

from stolik.adapters.web.edge import gate
from stolik.adapters.web.edge.impatience import Impatience
from stolik.adapters.web.edge.language import header
from tests.adapters.web.serving import Server, serving_everything

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
FOREIGN = (
    ("/healthz", ("evil.example",), 421),
    ("/healthz", ("{ours}", "evil.example"), 400),
    ("/healthz", ("evil.example", "{ours}"), 400),
    ("/healthz", ("{ours}", "{ours}"), 400),
    ("http://evil.example/healthz", ("{ours}",), 421),
    ("HTTPS://evil.example:80/healthz", ("{ours}",), 421),
    ("http://{ours}@evil.example/healthz", ("{ours}",), 421),
    ("http://[2001:db8::1]/healthz", ("{ours}",), 421),
    ("/healthz", ("{ours}@evil.example",), 421),
    ("/healthz", ("{ours}@{ours}",), 421),
)


def status(server: Server, target: str, hosts: tuple[str, ...], more: str = "") -> int:
    """Of a request by these names; other clients would tidy it up."""
    ours = f"127.0.0.1:{server.port}"
    named = "".join(f"Host: {host.format(ours=ours)}\r\n" for host in hosts)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as wire:
        head = f"GET {target.format(ours=ours)} HTTP/1.1\r\n{named}{more}\r\n"
        wire.sendall(head.encode())
        return int(wire.recv(65536).split()[1])


def taken(server: Server) -> list[str]:
    """What was not refused as it should be, as a page and as a socket."""
    found = [row for row in FOREIGN if status(server, row[0], row[1]) != row[2]]
    upgrade = f"Origin: {server.url}\r\n{UPGRADE}"
    asked = [(target.replace("/healthz", "/api/socket"), hosts) for target, hosts, _ in FOREIGN]
    sockets = [row for row in asked if status(server, *row, upgrade) < 400]
    return [*map(str, found), *(f"socket {row}" for row in sockets)]


def test_a_request_has_one_name_and_it_is_ours():
    with serving_everything() as server:
        assert taken(server) == []
        assert status(server, "/healthz", ("{ours}",)) == 200
        upgrade = f"Origin: {server.url}\r\n{UPGRADE}"
        assert status(server, "/api/socket", ("{ours}",), upgrade) == 101
        assert status(server, "http://{ours}/healthz", ("{ours}",)) == 200


def test_a_gate_that_counts_no_hosts_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "_names", lambda scope: [header(scope, b"host")])
    with serving_everything() as server:
        assert any("'{ours}', 'evil.example'" in row for row in taken(server))


def test_a_gate_that_does_not_read_the_target_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Impatience, "_note_authority", lambda _: None)
    with serving_everything() as server:
        assert any("http://evil.example" in row for row in taken(server))


def answer(server: Server, head: str) -> tuple[int, str, str]:
    """Status, head and body of what is answered to a request as it is written here."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as wire:
        ends = "" if "Connection:" in head else "Connection: close\r\n"
        wire.sendall(f"{head}{ends}\r\n".encode())
        raw = b"".join(iter(lambda: wire.recv(65536), b"")).decode()
    top, _, body = raw.partition("\r\n\r\n")
    return int(top.split()[1]), top.lower(), body


@pytest.mark.parametrize(("lang", "word"), [("pl", "adres"), ("en", "address")])
def test_whoever_is_turned_away_at_the_gate_is_told_why_in_his_language(lang: str, word: str):
    with serving_everything() as server:
        ours, told = f"Host: 127.0.0.1:{server.port}\r\n", f"Accept-Language: {lang}\r\n"
        alien = f"Host: evil.example\r\n{told}"
        socketed = f"GET /api/socket HTTP/1.1\r\n{ours}{told}Origin: http://evil.example\r\n"
        for head, status, code in (
            (f"GET /healthz HTTP/1.1\r\n{alien}", 421, "http.host"),
            (f"GET /api/socket HTTP/1.1\r\n{alien}{UPGRADE}", 421, "http.host"),
            (f"{socketed}{UPGRADE}", 403, "http.origin"),
            (f"POST /api/login HTTP/1.1\r\n{ours}{told}Content-Length: 0\r\n", 403, "http.origin"),
        ):
            found, top, body = answer(server, head)
            assert (found, json.loads(body)["error"]["code"]) == (status, code), (head, body)
            assert "application/json" in top
        page = f"GET / HTTP/1.1\r\n{alien}Accept: text/html\r\n"
        found, top, body = answer(server, page)
        assert (found, "text/html" in top) == (421, True)
        assert f'lang="{lang}"' in body
        assert word in body.lower()
