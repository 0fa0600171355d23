"""The application starts, answers and refuses as it should."""

import re
import struct

import httpx
import pytest
from litestar import get, post, websocket
from litestar.connection import WebSocket

from stolik.adapters.web.application import make_app
from stolik.adapters.web.edge.guard import Undeclared
from stolik.adapters.web.edge.logs import json_log
from stolik.app.access import invitations
from stolik.app.access.roles import Rule
from stolik.refusal import Violation, refuse
from tests.adapters.web.serving import PASSWORD, Server, make_services, serving
from tests.fakes import HandClock, MemoryStore


@get("/refused", opt={"rule": Rule.ANYONE})
async def refused() -> None:
    refuse(Violation("turn.not_yours"), Violation("move.no_rack_tile"))


@get("/broken", opt={"rule": Rule.ANYONE})
async def broken() -> None:
    raise RuntimeError("the secret is 1234")


@pytest.fixture(scope="module")
def server():
    with serving(handlers=[refused, broken]) as running:
        yield running


@pytest.fixture
def web(server: Server):
    with server.client() as client:
        yield client


def test_it_is_alive_and_can_write(web: httpx.Client):
    assert web.get("/healthz").json() == {"status": "alive"}
    assert web.get("/readyz").json() == {"status": "ready"}


def test_the_first_organiser_comes_in_by_the_printed_link(server: Server):
    token = server.run(invitations.set_up_link(server.services.access))
    web = server.client()
    needs = web.post("/api/login/look", json={"token": token}).json()
    assert needs == {"purpose": "set_up", "needs": ["name", "password"]}
    filled = {"token": token, "name": "Organizator 1", "password": PASSWORD}
    answer = web.post("/api/login/link", json=filled)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie  # plain http in a hall knows no such cookie
    assert web.get("/api/whoami").json()["role"] == "organiser"
    # the link is used up, and nobody can set the server up again
    assert server.client().post("/api/login/link", json=filled).status_code == 403
    assert server.run(invitations.set_up_link(server.services.access)) is None


@get("/open")
async def open_route() -> None: ...


@post("/open", opt={"rule": "anyone"})
async def named_by_text() -> None: ...


@websocket("/open")
async def open_socket(socket: WebSocket) -> None: ...


@pytest.mark.parametrize("handler", [open_route, named_by_text, open_socket])
def test_a_route_without_a_rule_does_not_start(handler):
    services = make_services(MemoryStore(), HandClock(), json_log(None))
    with pytest.raises(Undeclared, match="/open"):
        make_app(services, [handler])


def test_a_refusal_names_every_violation_in_the_language_asked_for(web: httpx.Client):
    answer = web.get("/refused", headers={"accept-language": "en-GB,en;q=0.9,pl;q=0.8"})
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["code"] == "turn.not_yours"
    assert [v["code"] for v in error["violations"]] == ["turn.not_yours", "move.no_rack_tile"]
    assert "It is not your turn" in error["message"]
    assert "Teraz" in web.get("/refused?lang=pl").text or "kolej" in web.get("/refused").text


def test_a_bug_tells_nothing(server: Server, web: httpx.Client):
    answer = web.get("/broken")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "http.failed"
    assert "1234" not in answer.text
    assert "1234" not in server.log.getvalue()
    assert "RuntimeError" in server.log.getvalue()


def test_what_is_not_saved_is_said(server: Server, web: httpx.Client):
    server.services.store.fail()
    try:
        answer = web.get("/readyz", headers={"accept-language": "en"})
    finally:
        server.services.store.mend()
    assert answer.status_code == 503
    assert answer.json()["error"]["message"].startswith("Not saved")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "request.not_json"),
        (b'{"name": "x", "password": "y", "admin": true}', "request.unknown_field"),
        (b'{"name": "x"}', "request.missing_field"),
        (b'{"name": 5, "password": "y"}', "request.wrong_type"),
        (b'{"name": "x", "name": "z", "password": "y"}', "request.duplicate_field"),
        (b"[1]", "request.wrong_type"),
        (b"", "http.bad_request"),
        (b"\xff", "request.not_json"),
    ],
)
def test_what_cannot_be_read_is_refused_like_on_the_command_line(
    web: httpx.Client, body: bytes, code: str
):
    answer = web.post("/api/login", content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_a_body_without_end_is_refused(web: httpx.Client):
    answer = web.post("/api/login", content=b" " * 1_100_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request.too_long")


def test_an_unknown_address_is_told_in_json(web: httpx.Client):
    answer = web.get("/nowhere")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "http.not_found")


def test_the_docs_load_nothing_from_elsewhere(web: httpx.Client):
    page = web.get("/docs").text
    assert "<script" not in page
    assert "style=" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "/api/v1/login/link" in page
    assert web.get("/docs/style.css").headers["content-type"].startswith("text/css")
    told = web.get("/openapi.json").json()
    assert "/api/v1/login/link" in told["paths"]
    assert web.get("/docs/openapi.json").json() == told


@pytest.mark.parametrize(("lang", "page"), [("pl", "pl/index.html"), ("en", "index.html")])
def test_the_manual_begins_in_the_readers_language(web: httpx.Client, lang: str, page: str):
    answer = web.get("/docs/manual", headers={"accept-language": lang})
    assert (answer.status_code, answer.headers["location"]) == (302, f"/docs/manual/{page}")
    assert f'<html lang="{lang}">' in web.get(answer.headers["location"]).text


@pytest.mark.parametrize("folder", ["pl", "pl/"])
def test_a_folder_of_the_manual_is_its_first_page(web: httpx.Client, folder: str):
    answer = web.get(f"/docs/manual/{folder}")
    assert (answer.status_code, answer.headers["location"]) == (302, "/docs/manual/pl/index.html")


def test_the_manual_has_its_own_files_and_no_others(web: httpx.Client):
    plain = {"accept-encoding": "identity"}
    page = web.get("/docs/manual/pl/wyniki.html", headers=plain)
    assert "content-encoding" not in page.headers
    assert "Wpisywanie wyników" in page.text
    assert web.get("/docs/manual/images/hall.png").headers["content-type"] == "image/png"
    for path in ("nothing.html", "..%2fapplication.py", "%2e%2e/application.py", "site.css.gz/x"):
        assert web.get(f"/docs/manual/{path}").status_code == 404


def test_every_answer_is_guarded(web: httpx.Client):
    for path in ("/healthz", "/nowhere", "/docs", "/api/whoami", "/broken"):
        headers = web.get(path).headers
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "noindex" in headers["x-robots-tag"]
        assert headers["x-request-id"]


def test_the_way_in_needs_nothing_from_elsewhere(web: httpx.Client):
    page = web.get("/enter")
    assert 'lang="pl"' in page.text
    linked = set(re.findall(r'(?:src|href)="([^"]*)"', page.text))
    assert "/icon.svg" in linked
    ours = ("/assets/", "/icon.svg", "/icon-192.png", "/manifest.webmanifest")
    assert all(path.startswith(ours) for path in linked)
    assert all(web.get(path).status_code == 200 for path in linked)
    assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", page.text)


def test_a_home_screen_gets_what_the_manifest_promises(web: httpx.Client):
    answer = web.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    for icon in answer.json()["icons"]:
        drawn = web.get(icon["src"])
        assert drawn.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
