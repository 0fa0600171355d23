"""T06: the laptop dies in mid-round, disk and all; another goes on from what is on the stick.

From the mirror nothing that was acknowledged is missing; from a copy the last seconds may be.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from tests.reliability.machine import slack
from tests.reliability.report import figure

PASSWORD = "a password of the hall"
RUN = "from stolik.wiring.cli import main; main()"
STOLIK = (sys.executable, "-c", RUN)
HASTEN = "from tests.reliability.test_t06_laptop import hasten; hasten()"
HASTY = (sys.executable, "-c", f"{HASTEN}; {RUN}")
ROOT = Path(__file__).parents[2]
ENTRANTS = 24
DESKS = 3
# A result acknowledged so long ago has to be on the stick.
COPIED_WITHIN_S = 5.0

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another kind")


class Laptop:
    """A machine with a server on it, as people start it."""

    def __init__(self, data: Path, *where: str, program: Sequence[str] = STOLIK) -> None:
        self.data = data
        words = ("--port", "0", "--data", str(data), *where, "--lang", "en")
        self._process = subprocess.Popen(
            [*program, "serve", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.printed = self._ready()
        (self.url,) = set(re.findall(r"http://127\.0\.0\.1:\d+", self.printed))

    def _ready(self) -> str:
        assert self._process.stdout
        lines = []
        while line := self._process.stdout.readline():
            lines.append(line)
            if "Ctrl+C" in line:
                return "".join(lines)
        raise AssertionError("it does not start")

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers={"origin": self.url}, timeout=30)

    def die(self) -> None:
        """At once, with everything on it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        shutil.rmtree(self.data)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)


@dataclass
class Event:
    """A tournament, and which results were acknowledged when."""

    web: httpx.Client
    here: str
    tables: list[list[int]] = field(default_factory=list)
    acked: dict[tuple[int, int], float] = field(default_factory=dict)

    def ask(self, **request: Any) -> Any:
        answer = self.web.post(self.here, json=request)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def games(self) -> list[tuple[int, int]]:
        """Tables and games of the round, in the order in which they end."""
        return [(table, game) for game in (1, 2) for table in range(1, len(self.tables) + 1)]

    def result(self, table: int, game: int) -> None:
        seats = self.tables[table - 1]
        rows = [{"entrant": n, "rack_sum": 0 if n == seats[0] else 5 + n} for n in seats]
        self.ask(do="result", round=1, table=table, game=game, seats=rows)
        self.acked[table, game] = monotonic()

    def missing(self) -> set[tuple[int, int]]:
        """The results the server does not know, of those it acknowledged."""
        told = [line["event"] for line in self.web.get(f"{self.here}/history").json()]
        known = {(e["table"], e["game"]) for e in told if e["event"] == "ResultRecorded"}
        return set(self.acked) - known


def begun(laptop: Laptop, entrants: int = ENTRANTS) -> Event:
    """A round that is being played."""
    token = laptop.printed.partition("/enter#")[2].split()[0]
    web = laptop.client()
    filled = {"token": token, "name": "Organizator", "password": PASSWORD}
    assert web.post("/api/login/link", json=filled).status_code == 200
    wanted = {"name": "Turniej", "format": "eliminacje", "seed": "17"}
    event = Event(web, "/api/tournaments/" + web.post("/api/tournaments", json=wanted).json()["id"])
    for n in range(1, entrants + 1):
        event.ask(do="enter", name=f"Zawodnik {n}")
    event.ask(do="draw")
    event.tables = [table["seats"] for table in event.ask(do="publish")["tables"]]
    return event


@dataclass
class Death:
    """What a laptop's end has cost."""

    acked: int
    lost: set[tuple[int, int]]
    lost_though_old: set[tuple[int, int]]
    seconds: float


def death(tmp_path: Path, newest: Callable[[Path], Path]) -> Death:
    """Results come in, the laptop dies, another one goes on from the newest copy."""
    stick = tmp_path / "stick"
    laptop = Laptop(tmp_path / "old", "--copies", str(stick))
    event = begun(laptop)
    while not any(stick.glob("round-*.db")):
        sleep(0.05)
    games = event.games
    for table, game in games[: len(games) * 3 // 4]:
        event.result(table, game)
    sleep(COPIED_WITHIN_S + 0.5)
    for table, game in games[len(games) * 3 // 4 : -1]:
        event.result(table, game)
    laptop.die()
    return gone_on(tmp_path / "new", event, newest(stick), "--copies", str(stick))


def mirrored_death(tmp_path: Path, program: Sequence[str] = STOLIK) -> Death:
    """Results come in from several desks at once; the laptop dies among them."""
    stick = tmp_path / "stick"
    stick.mkdir()
    laptop = Laptop(tmp_path / "old", "--mirror", str(stick), program=program)
    event = begun(laptop, 3 * ENTRANTS)
    due = len(event.games) * 3 // 4
    with ThreadPoolExecutor(DESKS) as desks:
        asked = [desks.submit(event.result, *which) for which in event.games[:-1]]
        while len(event.acked) < due:
            sleep(0.001)
        laptop.die()
    for one in asked:  # who was not answered has heard of it
        assert one.exception() is None or isinstance(one.exception(), httpx.TransportError)
    return gone_on(tmp_path / "new", event, stick, "--mirror", str(stick))


def gone_on(data: Path, event: Event, copy: Path, *where: str) -> Death:
    """Another laptop goes on from a copy or a mirror."""
    died, last = monotonic(), event.games[-1]
    words = ("restore", str(copy), "--data", str(data))
    subprocess.run([*STOLIK, *words], check=True, stdout=subprocess.DEVNULL)
    second = Laptop(data, *where)
    try:
        goes_on = Event(second.client(), event.here, event.tables, dict(event.acked))
        goes_on.web.cookies = event.web.cookies  # everybody's login is still good
        lost = goes_on.missing()
        goes_on.result(*last)
        seconds = monotonic() - died
        assert not goes_on.missing() - lost
    finally:
        second.stop()
    old = {result for result in lost if event.acked[result] < died - COPIED_WITHIN_S}
    return Death(len(event.acked), lost, old, seconds)


def latest(stick: Path) -> Path:
    return stick / "latest.db"


@pytest.mark.full
def test_with_a_mirror_nothing_that_was_acknowledged_is_lost(tmp_path: Path):
    found = mirrored_death(tmp_path)
    figure("T06", "with a mirror: acknowledged before the laptop died", found.acked, tier="full")
    figure("T06", "with a mirror: lost", len(found.lost), tier="full")
    figure("T06", "with a mirror: s until another went on", round(found.seconds, 2), tier="full")
    assert found.lost == set()
    assert found.seconds <= 10 * slack()


@pytest.mark.full
def test_a_server_that_answers_before_the_mirror_has_it_is_caught(tmp_path: Path):
    assert mirrored_death(tmp_path, HASTY).lost


def hasten() -> None:
    """Make this process the mutant: answers leave at once, the mirror is written when it can be."""
    from stolik.adapters.store_sqlite import mirror

    repeat = mirror.repeat

    def late(connection: Any, batch: Any) -> None:
        entries = [entry for append in batch.appends for entry in append.entries]
        if any(b"ResultRecorded" in entry.body for entry in entries):
            sleep(0.25)
        repeat(connection, batch)

    mirror.repeat = late
    mirror.Mirror.keep = lambda self, batch: self._line.put(mirror._Job(batch))


@pytest.mark.full
def test_another_laptop_goes_on_from_the_stick(tmp_path: Path):
    found = death(tmp_path, latest)
    figure("T06", "results acknowledged before the laptop died", found.acked, tier="full")
    figure("T06", "lost, of those older than 5 s", len(found.lost_though_old), tier="full")
    figure("T06", "lost, of the last seconds (copies only)", len(found.lost), tier="full")
    figure("T06", "s until another laptop went on", round(found.seconds, 2), tier="full")
    assert found.lost_though_old == set()
    assert found.seconds <= 10 * slack()


@pytest.mark.full
def test_a_copy_that_is_too_old_is_caught(tmp_path: Path):
    def first(stick: Path) -> Path:
        (made,) = stick.glob("round-*.db")
        return made

    assert death(tmp_path, first).lost_though_old
