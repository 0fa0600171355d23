"""T28: when the time an organiser set is over, no byte of anybody's name is left anywhere."""

import asyncio
from dataclasses import replace
from pathlib import Path
from time import time

import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.store_sqlite.copies import Copies
from stolik.app.people import forgetting
from stolik.app.people.registrations import REGISTRATION
from stolik.app.people.retention import forget_what_is_due
from tests.adapters.web.day import Day
from tests.adapters.web.node import PASSWORD, Browser, Running, serving_node
from tests.fakes import HandClock
from tests.reliability.report import figure

DAY_S = 24 * 3600
NAMES = ("Zawodnik 1", "Zawodnik Czekający", "Arbiter 7")


class Hall:
    """A tournament with people in it, and a wall clock that is turned by hand."""

    def __init__(self, server: Running, directory: Path, *, rounds: int = 1) -> None:
        self.server, self.directory, self.clock = server, directory, HandClock(time())
        self.day = Day(server, "eliminacje", 13)
        self._fill(rounds)

    def _fill(self, rounds: int) -> None:
        day = self.day
        for _ in range(rounds):
            day.round()
        day.let_in(1)
        wanted = [{"role": "referee", "label": NAMES[2]}]
        day.organiser.post(f"{day.here}/passes", {"passes": wanted})
        self.change(registration=True)
        self.guest().post(f"{day.here}/registrations", {"name": NAMES[1]})

    def guest(self) -> Browser:
        return self.server.client()

    def log_in_again(self) -> None:
        """A month later the organiser's own login is over too."""
        entry = {"name": "Organizator", "password": PASSWORD}
        self.day.organiser.post("/api/login", entry)

    def change(self, **more: object) -> None:
        """Another setting of the tournament."""
        kept = ("name", "public", "start", "round_minutes", "break_minutes", "registration")
        card = self.day.organiser.get(self.day.here)
        self.day.organiser.put(self.day.here, {**{key: card[key] for key in kept}, **more})

    def look(self, days: float = 0) -> int:
        """Let so much time pass; in how many tournaments somebody was forgotten then."""
        self.clock.now += days * DAY_S
        live, access = self.server.node.live, self.server.node.access
        access = replace(access, now=self.clock.seconds)
        return len(self.server.run(forget_what_is_due(live.offices, access)))

    def copy(self) -> None:
        """What the server does each minute, and at once after somebody was forgotten."""
        offices, store = self.server.node.live.offices, self.server.store
        assert isinstance(store, store_sqlite.SqliteStore)
        copies = Copies(
            store, [self.directory / "copies"], wall_clock=self.clock, on_fault=lambda *_: None
        )
        self.server.run(copies.renew() if offices.erasures else copies.minute())

    def left(self) -> list[str]:
        """Names of which a byte is left in any file."""
        files = [path for path in self.directory.rglob("*") if path.is_file()]
        kept = b"".join(path.read_bytes() for path in files)
        return [name for name in NAMES if name.encode() in kept]


def test_names_are_gone_when_their_time_is_over(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path)
        head = hall.day.organiser.get(hall.day.here)["head"]
        assert (hall.look(), hall.look(days=29.9)) == (0, 0)
        hall.copy()
        assert hall.left() == list(NAMES)  # the search itself works
        assert hall.look(days=0.2) == 1
        hall.copy()
        left = hall.left()
        assert hall.look(days=1) == 0  # once is enough
        hall.log_in_again()
        rows = hall.day.ask(do="standings")["rows"]
        assert {row["name"] for row in rows} == {f"#{n}" for n in range(1, 14)}
        assert hall.day.organiser.get(hall.day.here)["head"] == head
        hall.day.players[1].get(f"{hall.day.here}/me/data", refused="access.login_needed")
        assert hall.day.organiser.get(f"{hall.day.here}/registrations") == []
    figure("T28", "names left when their time was over", len(left), tier="quick")
    assert left == []
    assert asyncio.run(faults(tmp_path)) == ()


def test_the_time_begins_again_with_each_event(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path)
        assert hall.look() == 0
        hall.day.ask(do="enter", name="Zawodnik 14")
        assert (hall.look(days=29), hall.look(days=29), hall.look(days=2)) == (0, 0, 1)


def test_the_organiser_says_how_long(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path)
        hall.change(keep_days=0)
        assert (hall.look(), hall.look(days=5000)) == (0, 0)
        hall.change(keep_days=7)
        assert hall.look() == 1


def test_entries_taken_long_before_the_day_are_kept(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path, rounds=0)
        assert (hall.look(), hall.look(days=360), hall.look(days=6)) == (0, 0, 1)


def test_a_clock_that_was_wrong_erases_nobody(tmp_path: Path):
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path)
        today, hall.clock.now = hall.clock.now, 0.0  # a laptop that has forgotten the time
        assert hall.look() == 0
        hall.clock.now = today
        assert (hall.look(), hall.look(days=29)) == (0, 0)
        hall.clock.now = today - 10 * DAY_S
        assert (hall.look(), hall.look(days=29.9), hall.look(days=0.2)) == (0, 0, 1)


def test_a_server_that_forgets_the_forms_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    kept = tuple(kind for kind in forgetting.KEPT if kind != REGISTRATION)
    monkeypatch.setattr(forgetting, "KEPT", kept)
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as server:
        hall = Hall(server, tmp_path)
        assert (hall.look(), hall.look(days=31)) == (0, 1)
        hall.copy()
        assert hall.left() == [NAMES[1]]


async def faults(directory: Path) -> object:
    store = await store_sqlite.open_store(directory)
    try:
        return await store.check()
    finally:
        await store.close()
