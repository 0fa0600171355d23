"""Clients that others generate from /openapi.json run a small event against a real server."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.web.serving import PASSWORD, Server, serving_everything
from tools.build_frontend import npm

HERE = Path(__file__).parent
_ORGANISER = "Organizator 1"

# Nothing of ours is imported: only what was generated.
_EVENT = """
import json, re, sys
from stolik_api import AuthenticatedClient, Client, models as m
from stolik_api.api.login import login_log_in, login_whoami
from stolik_api.api.people import access_issue_passes
from stolik_api.api.tournaments import tournaments_ask, tournaments_create

server, name, password = sys.argv[1:]
stranger = Client(base_url=server, headers={"origin": server})
entered = login_log_in.sync_detailed(client=stranger, body=m.LogIn(name=name, password=password))
token = re.search("stolik=([^;]+)", entered.headers["set-cookie"])[1]
client = AuthenticatedClient(base_url=server, token=token)
wanted = m.TournamentWanted(name="Turniej 1", format_="eliminacje", seed="turniej")
here = tournaments_create.sync(client=client, body=wanted)
assert isinstance(here, m.TournamentTold), here

def ask(request):
    told = tournaments_ask.sync(here.id, client=client, body=request)
    assert not isinstance(told, m.Refusal), told
    return told.to_dict()

for number in range(1, 13):
    ask(m.EnterRequest(do="enter", name=f"Zawodnik {number}"))
ask(m.DrawRequest(do="draw"))
ask(m.PublishRequest(do="publish"))
for table in ask(m.RoundRequest(do="round", round_=1))["tables"]:
    for game in (1, 2, 3):
        seats = [m.Seat(one["entrant"], rack_sum=10 * n) for n, one in enumerate(table["seats"])]
        number = table["table"]
        ask(m.ResultRequest(do="result", round_=1, table=number, game=game, seats=seats))
standings = ask(m.StandingsRequest(do="standings"))["rows"]
refused = tournaments_ask.sync_detailed(
    here.id, client=client, body=m.PublishRequest(do="publish")
)
wanted = m.PassesWanted(passes=[m.PassWanted.from_dict({"role": "referee"})])
(issued,) = access_issue_passes.sync(here.id, client=client, body=wanted)
link = AuthenticatedClient(base_url=server, token=issued.link.partition("#")[2])
print(json.dumps({
    "standings": standings,
    "refused": refused.parsed.error.code,
    "status": refused.status_code,
    "referee": login_whoami.sync(client=link).role,
}))
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving_everything() as running:
        running.organiser(_ORGANISER).close()
        yield running


@pytest.fixture(scope="module")
def described(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("api") / "openapi.json"
    with server.client() as web:
        file.write_bytes(web.get("/openapi.json").content)
    return file


def run(*command: object, cwd: Path, **env: str) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def held(told: str) -> Mapping[str, Any]:
    """What came of the event, after what is the same in every language."""
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    assert len(found["standings"]) == 12
    assert found["standings"][0]["place"] == 1
    assert (found["refused"], found["status"]) == ("draft.none", 409)
    return found


def test_an_event_through_a_generated_python_client(described: Path, server: Server):
    where, generator = described.parent, Path(sys.executable).with_name("openapi-python-client")
    (where / "generator.yml").write_text(json.dumps(_settings(described)))
    run(
        *(generator, "generate", "--path", described, "--config", "generator.yml"),
        *("--meta", "none", "--output-path", "stolik_api", "--fail-on-warning"),
        cwd=where,
    )
    told = run(sys.executable, "-c", _EVENT, server.url, _ORGANISER, PASSWORD, cwd=where)
    assert held(told)["referee"] == "referee"


def _settings(described: Path) -> dict[str, Any]:
    """As the generator wants it: every kind of file is a file."""
    paths = json.loads(described.read_text("utf-8"))["paths"].values()
    answers = [one["responses"] for item in paths for one in item.values()]
    kinds = {kind for told in answers for one in told.values() for kind in one.get("content", ())}
    files = dict.fromkeys(sorted(kinds - {"application/json"}), "application/octet-stream")
    return {"post_hooks": [], "content_type_overrides": files}


@pytest.mark.full
def test_an_event_through_a_generated_typescript_client(described: Path, server: Server):
    where = described.parent / "typescript"
    shutil.copytree(HERE, where, ignore=shutil.ignore_patterns("*.py", "node_modules"))
    assert npm(where, "ci", "--no-audit", "--no-fund", "--silent") == 0
    run("npx", "openapi-typescript", described, "-o", "api.ts", cwd=where)
    checks = ("--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck")
    run("npx", "tsc", *checks, "event.ts", cwd=where)
    held(run("node", "event.js", server.url, _ORGANISER, PASSWORD, cwd=where))
