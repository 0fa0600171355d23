"""A terminal shows addresses and a QR code and stays quiet; the log is in a file, or shown."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from stolik.adapters.cli.server.log_file import log_file as where
from stolik.adapters.web.edge import logs
from tests.adapters.cli.test_serve import link_in
from tests.tiers import first


def test_where_the_lines_go(tmp_path: Path):
    assert where(tmp_path, verbose=False, at_terminal=True) == tmp_path / "stolik.log"
    assert where(tmp_path, verbose=True, at_terminal=True) is None
    assert where(tmp_path, verbose=False, at_terminal=False) is None  # a service collects them


def test_a_log_that_has_grown_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "LARGEST", 10)
    file = tmp_path / "data" / "stolik.log"
    for line in ("first line\n", "second line\n"):
        with logs.log_sink(file) as log:
            log.write(line)
    assert file.read_text() == "second line\n"
    assert file.with_suffix(".log.1").read_text() == "first line\n"


@pytest.mark.parametrize("options", first((), ("--verbose",), ids=("quiet", "verbose")))
def test_at_a_terminal(tmp_path: Path, options: tuple[str, ...]):
    """The error stream is a terminal: nothing but what was announced is shown on it."""
    master, slave = pty.openpty()
    command = [sys.executable, "-c", "from stolik.wiring.cli import main; main()", "serve"]
    server = subprocess.Popen(
        [*command, "--port", "0", "--data", str(tmp_path), "--lang", "en", *options],
        env={**os.environ, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=slave,
        text=True,
    )
    os.close(slave)
    try:
        assert server.stdout
        told = ""
        while "Ctrl+C" not in told:
            told += server.stdout.readline()
        url, _ = link_in(told)
        assert httpx.get(f"{url}/api/whoami").status_code == 200
        time.sleep(0.3)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    os.set_blocking(master, False)
    shown = _read(master)
    kept = tmp_path / "stolik.log"
    if options:
        assert "whoami" in shown
        assert not kept.exists()
    else:
        assert shown == ""
        assert "whoami" in kept.read_text()
        assert str(kept) in told


def _read(master: int) -> str:
    try:
        return os.read(master, 100_000).decode()
    except OSError:  # nothing was written, or the other end is closed
        return ""
    finally:
        os.close(master)
