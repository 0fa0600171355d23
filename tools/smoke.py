"""Whether Stolik works once installed: the same questions to a wheel, an sdist, a Debian package.

    python tools/smoke.py dist/stolik-….whl dist/stolik-….tar.gz dist/stolik_….deb
    python tools/smoke.py /usr/bin/stolik

A package is put into an empty place first. Only the standard library is used, and of the sources
nothing but the lock and the page of the first bot.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent
_BOT_PAGE = ROOT / "docs" / "first-bot.md"
_LOCK = ROOT / "requirements" / "product.txt"
_EVENT = (
    {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"},
    *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 9)),
    {"do": "draw"},
    {"do": "publish"},
)


def installed(package: Path, place: Path) -> Path:
    """The program of a package put into an empty place; a program stays where it is."""
    if package.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", package, place], check=True)
        return place / "opt" / "stolik" / "bin" / "stolik"
    if package.suffix not in (".whl", ".gz"):
        return package
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    pip = [place / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    subprocess.run([*pip, "--require-hashes", "-r", _LOCK], check=True)
    subprocess.run([*pip, "--no-deps", package], check=True)
    return place / "bin" / "stolik"


def smoke(stolik: Path, place: Path) -> None:
    """Solve, hold an event, print, export, serve and play; raises at the first that fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}

    def ask(*words: str, given: str = "") -> str:
        return subprocess.run(
            [stolik, *words],
            input=given,
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout

    opening = json.loads(ask("opening", given=json.dumps({"rack": ["k10", "b10", "j"]})))
    _demand(opening["value"] == 30, "the solver")
    ask("tournament", "--log", "t.jsonl", given="\n".join(map(json.dumps, _EVENT)))
    ask("print", "scores", "t.jsonl", "-o", "scores.pdf")
    _demand((place / "scores.pdf").read_bytes().startswith(b"%PDF"), "a printed page")
    ask("sheet", "export", "t.jsonl", "-o", "t.xlsx")
    _demand(zipfile.is_zipfile(place / "t.xlsx"), "a workbook")
    port = _free_port()
    server = subprocess.Popen(
        [stolik, "serve", "--port", str(port), "--data", place / "data"],
        cwd=place,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _demand("<title>" in _page(address + "/"), "the first page")
        _demand("Stolik" in _page(address + "/docs/manual/index.html"), "the manual")
        _play(address, place)
    finally:
        server.terminate()
        server.wait(20)


def _play(address: str, place: Path) -> None:
    """A practice game by the protocol, with the bot of sixty lines."""
    (code,) = re.findall(r"```python\n(.*?)```", _BOT_PAGE.read_text("utf-8"), re.S)
    bot = place / "bot.py"
    bot.write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, bot, address], capture_output=True, text=True, timeout=240, check=True
    )
    _demand(done.stdout.startswith("{0: "), "a practice game")


def _page(address: str) -> str:
    for _ in range(150):
        with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            told: str = answer.read().decode()
            return told
        time.sleep(0.2)
    raise AssertionError("the server does not answer")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _demand(is_there: bool, what: str) -> None:
    print(f"{'ok' if is_there else 'FAILED'}: {what}", flush=True)
    if not is_there:
        raise AssertionError(what)


def main(*packages: str) -> None:
    """One after the other, each in a place of its own."""
    for package in packages:
        print(f"== {Path(package).name}", flush=True)
        with tempfile.TemporaryDirectory() as made:
            place = Path(made)
            (place / "work").mkdir()
            smoke(installed(Path(package).absolute(), place / "installed"), place / "work")


if __name__ == "__main__":
    main(*sys.argv[1:])
