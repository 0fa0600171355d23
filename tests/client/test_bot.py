"""`stolik bot` against `stolik serve`, both as processes of their own."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stolik.client import fetch
from tests.client.node import running

STOLIK = str(Path(sys.executable).parent / "stolik")


@contextmanager
def served(data: Path) -> Iterator[str]:
    """A server somebody started by hand; its address as it says it."""
    command = [STOLIK, "serve", "--port", "0", "--data", str(data), "--lang", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        said = process.stdout.readline().decode()
        try:
            yield re.search(r"http://127\.0\.0\.1:\d+", said)[0]
        finally:
            process.terminate()


def bot(url: str, table: str, token: str, *more: str) -> subprocess.Popen[str]:
    command = [STOLIK, "bot", url, table, "--token", token, "--lang", "en", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_four_bots_play_a_whole_game_and_say_that_its_deal_was_fair(tmp_path: Path):
    with running(tmp_path) as server:
        tokens = server.table("bots")
        bots = [bot(server.url, "bots", token) for token in tokens]
        told = [one.communicate(timeout=60) for one in bots]
    assert [one.returncode for one in bots] == [0] * 4, told
    assert all("the deal event/0/bots/1 is as it was committed to" in out for out, _ in told)
    places = sorted(int(re.search(r"place (\d)", out)[1]) for out, _ in told)
    assert places[0] == 1


def test_a_bot_without_a_server_or_a_seat_says_so(tmp_path: Path):
    with served(tmp_path) as url:
        practice = asyncio.run(fetch(url, "/api/practice", body={}))
        wrong = bot(url, practice["table"], "x" * 64)
        _, said = wrong.communicate(timeout=20)
        assert wrong.returncode == 1
        assert said.startswith("This link is not valid")
    nobody = bot(url, "x", "y")
    assert "No server answers at" in nobody.communicate(timeout=20)[1]
    assert nobody.returncode == 1
