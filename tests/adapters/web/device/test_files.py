"""What a browser takes along: served as it was built, and only the worker may compile anything."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest

from stolik.adapters.web.device.device_seat import MARK
from tests.adapters.web.serving import serving
from tests.needs import missing
from tools.build_device import FILES, PARTS, RUNTIME, modules
from tools.build_frontend import FRONTEND

DEVICE = FRONTEND / "src" / "device"


@pytest.fixture(scope="module")
def web() -> Iterator[httpx.Client]:
    with serving() as server, server.client() as client:
        yield client


def test_one_worker_may_compile_webassembly_and_nobody_may_evaluate_text(web: httpx.Client):
    shell = web.get("/shell.json").json()
    policies = {path: web.get(path).headers["content-security-policy"] for path in shell}
    allowed = [path for path, policy in policies.items() if "wasm-unsafe-eval" in policy]
    assert [re.sub(r"-[\w-]+\.js$", "", path) for path in allowed] == ["/assets/device_worker"]
    assert not [policy for policy in policies.values() if " 'unsafe-" in policy]


def test_every_part_is_there_packed_and_for_ever(web: httpx.Client):
    if not (FILES / PARTS).exists():
        missing("the files of a device: python tools/build_device.py")
    parts = web.get("/device/parts.json").json()
    names = [f"{parts['runtime']}/{name}" for name in RUNTIME] + parts["packages"]
    for name in names + [parts["kernel"]] * bool(parts["kernel"]):
        answer = web.get(f"/device/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
    plain = web.get(f"/device/{parts['packages'][1]}", headers={"accept-encoding": "identity"})
    assert plain.content[:2] == b"PK"


@pytest.mark.parametrize("path", ["x.wasm", "pyodide/x.wasm", "..%2f__init__.py", PARTS + ".gz"])
def test_nothing_else_is(web: httpx.Client, path: str):
    assert web.get(f"/device/{path}").status_code == 404


def test_the_browser_knows_our_tables_and_files_by_the_same_names():
    assert f'"{MARK}"' in (DEVICE / "tables.ts").read_text("utf-8")
    found = re.search(r"RUNTIME = (\[.*\]);", (DEVICE / "files.ts").read_text("utf-8"))
    assert found
    assert set(json.loads(found[1])) == {*RUNTIME, "pyodide-lock.json"}


def test_what_is_packed_needs_no_server():
    packed = {path.as_posix().partition("/src/stolik/")[2] for path in modules()}
    assert {"wiring/browser.py", "bots/registry.py", "lab/analysis.py"} <= packed  # by name, later
    servers = re.compile(r"^(import|from) (litestar|apsw|uvicorn|argon2)", re.M)
    assert [name for name in sorted(packed) if servers.search(_read(name))] == []


def _read(name: str) -> str:
    return (FRONTEND.parent / "src" / "stolik" / name).read_text("utf-8")
