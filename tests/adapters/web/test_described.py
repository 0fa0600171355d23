"""What is described is what programs can rely on: names, requests, refusals, whom it is for."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.adapters.web.edge.guard import declared_rules
from stolik.adapters.web.routes.described import request_name, roles_of
from stolik.app.access.roles import Login, PersonRole, Place, Rule, may
from stolik.app.texts import catalogue
from stolik.app.tournaments.requests import REQUESTS, read_request
from tests.adapters.web.people import fresh_token
from tests.adapters.web.serving import Server, serving_everything

NAMES = Path(__file__).with_name("api_v1.txt")
_LARGEST = 260_000  # bytes: a program reads it once


# Whoever bears a role, with all that it may give him, and places where it may.
BEARERS = [
    Login(
        "me",
        role,
        account="me",
        tournaments=frozenset({"t"}),
        tournament="t",
        table="a",
        seat=0,
        entrant=1,
    )
    for role in PersonRole
]
PLACES = [
    Place("t", table, 0, (1,), head_judge=judge) for table in ("", "a") for judge in ("", "me")
]


@pytest.mark.parametrize("rule", list(Rule))
def test_the_roles_that_are_described_are_those_that_may(rule: Rule):
    described = set(roles_of(rule)) or set(PersonRole) - {PersonRole.ANONYMOUS}
    if rule is Rule.ANYONE:
        described = set(PersonRole)
    assert described == {who.role for who in BEARERS if any(may(who, rule, at) for at in PLACES)}


@pytest.fixture(scope="module")
def server():
    with serving_everything() as running:
        yield running


@pytest.fixture(scope="module")
def told(server: Server) -> dict[str, Any]:
    with server.client() as web:
        answer = web.get("/openapi.json")
    assert len(answer.content) < _LARGEST
    described: dict[str, Any] = answer.json()
    return described


def operations(told: dict[str, Any]) -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, item in told["paths"].items()
        for method, operation in item.items()
    }


def test_a_name_or_address_once_given_stays(told: dict[str, Any]):
    """New ones are added to the file; a line that is there is a promise to other programs."""
    found = operations(told)
    assert len(found) == sum(len(item) for item in told["paths"].values()), "no name twice"
    listed = sorted(f"{name} {method} {path}" for name, (method, path, _) in found.items())
    assert listed == NAMES.read_text("utf-8").splitlines()


@pytest.mark.parametrize("do", REQUESTS)
def test_every_request_has_a_shape_and_an_example(told: dict[str, Any], do: str):
    (content,) = operations(told)["tournaments_ask"][2]["requestBody"]["content"].values()
    union = told["components"]["schemas"]["TournamentRequest"]
    name = f"#/components/schemas/{request_name(do)}"
    assert {"$ref": name} in union["oneOf"]
    assert union["discriminator"]["mapping"][do] == name
    schema = told["components"]["schemas"][request_name(do)]
    assert schema["properties"]["do"]["const"] == do
    assert set(schema["properties"]) == {
        one.encode_name for one in msgspec.structs.fields(REQUESTS[do].shape)
    }
    example = content["examples"][do]["value"]
    assert read_request(example).do == do


def test_who_may_is_said_of_every_route(server: Server, told: dict[str, Any]):
    rules = declared_rules(server.app)
    for path, method in rules:
        plain = path
        for kind in ("str", "int"):
            plain = plain.replace(f":{kind}}}", "}")
        address = plain.replace("/api/", "/api/v1/", 1)
        if method == "HEAD" or method.lower() not in told["paths"].get(address, {}):
            continue
        operation = told["paths"][address][method.lower()]
        is_open = rules[path, method] is Rule.ANYONE
        assert (operation["security"] == []) == is_open, operation["operationId"]
        assert {"401", "403"} <= set(operation["responses"]) or is_open
        assert "429" in operation["responses"]


def test_the_version_in_an_address_changes_nothing(server: Server):
    with server.client() as web:
        assert web.get("/api/v1/whoami").json() == web.get("/api/whoami").json()
        assert web.get("/api/v2/whoami").status_code == 404
        assert web.get("/api/v1/v1/whoami").status_code == 404
        assert web.get("/api/v1/").status_code == 404
    assert '"route": "/api/whoami"' in server.log.getvalue()
    assert "/v1" not in server.log.getvalue()


def test_a_program_with_a_token_needs_no_origin(server: Server):
    """A page of somebody else cannot send that header; cookies do not count beside it."""
    token = server.run(fresh_token(server.services.access, "organiser here"))
    shown = {"authorization": f"Bearer {token}"}

    def status(**headers: str) -> int:
        return httpx.post(server.url + "/api/v1/logout", headers=headers).status_code

    assert status() == 403
    assert status(cookie=f"stolik={token}") == 403
    assert status(**shown, origin="http://evil.example") == 403
    assert status(**shown, **{"sec-fetch-site": "cross-site"}) == 403
    assert status(**shown) == 204


def test_a_file_is_described_as_what_it_is(told: dict[str, Any]):
    answers = operations(told)["papers_printed"][2]["responses"]
    assert list(answers["200"]["content"]) == ["application/pdf"]
    assert answers["404"] == {"$ref": "#/components/responses/NotFound"}


def test_the_examples_of_refusals_are_refusals_of_ours(told: dict[str, Any]):
    for name, response in told["components"]["responses"].items():
        (content,) = response["content"].values()
        assert content["example"]["error"]["code"] in catalogue("en"), name
