"""What strangers can make us keep: bounded by table and by address, and it goes away again."""

import asyncio
from pathlib import Path

import pytest

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.access import passes
from stolik.app.access.access import MOST_LOGINS, Access
from stolik.app.access.roles import Role
from stolik.app.hall import clock_room
from stolik.app.live import practice, practice_keeper
from stolik.app.live.practice import ADDRESS_BYTES, PracticeLimit, TableBudget
from stolik.app.live.practice_keeper import PracticeKeeper
from stolik.app.live.setup import SeatSetup, TableSetup, stream_of
from stolik.app.ports import Stream
from stolik.refusal import Refused
from stolik.rummikub.commands import Challenge
from stolik.rummikub.state import Seat
from stolik.serving import make_access
from stolik.table_clock import commands as clock
from stolik.table_clock.state import Holder
from tests.app.hall.venue import Venue
from tests.app.live.hall import Hall
from tests.reliability.nodes import served
from tests.reliability.report import figure
from tests.reliability.strangers import attack
from tests.streams import next_append

# --- budgets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tier", "seconds"), [("quick", 2.0), pytest.param("full", 17.0, marks=pytest.mark.full)]
)
def test_an_address_writes_so_much_and_no_more(tmp_path: Path, tier: str, seconds: float):
    sent, kept, faults = asyncio.run(attacked(tmp_path, seconds))
    figure(
        "R20", f"reports sent in {seconds:.0f} s / MB kept", f"{sent} / {kept / 1e6:.2f}", tier=tier
    )
    # What grows back meanwhile, on a machine that may be slow to stop.
    assert kept <= ADDRESS_BYTES + 15_000 * (seconds + 20)
    assert faults == []


async def attacked(directory: Path, seconds: float) -> tuple[int, int, list[str]]:
    async with served(directory) as server:
        sent = await attack(server, seconds, 8)
        store = server.node.access.store
        streams = await store.streams("table/")
        kept = [len(e.body) for stream in streams for e in await store.read(stream)]
        return sent, sum(kept), server.errors


SMALL = 10_000


def test_a_table_is_full_at_some_point(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice, "TABLE_BYTES", SMALL)
    assert SMALL / 2 < asyncio.run(written_at_a_table()) <= SMALL


def test_the_mutant_without_a_budget_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice, "TABLE_BYTES", SMALL)
    monkeypatch.setattr(TableBudget, "spend", lambda *_, **__: None)
    assert asyncio.run(written_at_a_table()) > SMALL


async def written_at_a_table() -> int:
    hall = Hall()
    limit = PracticeLimit(hall.time.monotonic)
    hall.rooms.budget_of = lambda _: TableBudget(limit, "1.2.3.4")
    host = await hall.table("greedy", seats=2)
    await hall.sit(host, 0)
    for _ in range(60):  # his time runs out again and again, the bot plays
        await hall.wait(45)
        if host.room.kept_bytes > SMALL:
            break
    assert hall.faults == []
    return host.room.kept_bytes


def test_an_address_waits_and_then_goes_on():
    now = 0.0
    limit = PracticeLimit(lambda: now)
    limit.spend("a", ADDRESS_BYTES)
    with pytest.raises(Refused, match="practice_pace"):
        limit.spend("a", 1_000)
    limit.spend("b", 1_000)  # another address is not touched
    now = 1.0
    limit.spend("a", 10_000)
    now = 1e6
    limit.spend("b", 1)
    assert list(limit._purses) == ["b"]


def test_a_seat_raises_so_many_matters_and_no_more():
    async def story():
        hall = Hall()
        host = await hall.table("greedy", seats=2)
        await hall.sit(host, 0)
        await hall.wait(5)
        event = host.room.table.seq
        codes = [await hall.do(host, Challenge(Seat(0), event)) for _ in range(60)]
        assert 1 <= codes.count(None) <= 40, codes
        assert codes[-1] == "live.enough_said"

    asyncio.run(story())


# --- what is left goes away ---------------------------------------------------------------------


class House:
    """Practice tables of one node, in virtual time."""

    def __init__(self) -> None:
        self.hall = Hall()
        self.access = make_access(self.hall.store, LocalBus())
        self.keeper = PracticeKeeper(
            self.hall.rooms, self.access, PracticeLimit(self.hall.time.monotonic)
        )

    async def made(self, table: str, host: str = "1.2.3.4", **more) -> None:
        seats = (SeatSetup(), SeatSetup(bot="greedy"))
        setup = TableSetup(id=table, profile="mp2023", seats=seats, **more)
        if more:
            await self.hall.rooms.create(setup)
        else:
            await self.keeper.create(setup, host)
        await self.hall.wait(0.001)

    @property
    def tables(self) -> list[str]:
        return sorted(key for kind, key in self.hall.store.records if kind == "table")


A_DAY = 5_000  # of this test: at a table with a bot something happens every few seconds


def test_a_table_goes_a_day_after_its_last_event_with_all_that_is_its_own(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(practice_keeper, "KEPT_MS", A_DAY)

    async def story():
        house = House()
        await house.made("stary")
        host = await house.hall.rooms.host("stary")
        eyes = await house.hall.sit(host, 0)
        await quiet(house, "stary")
        assert await house.keeper.sweep() == 0, "somebody is at it"
        host.room.audience.leave(eyes)
        await house.made("nowy")
        await house.made("turniejowy", tournament="t")
        assert await house.keeper.sweep() == 1
        assert house.tables == ["nowy", "turniejowy"]
        left = [key for key in house.hall.store.records if "stary" in key[1]]
        assert left == []
        assert stream_of("stary") not in house.hall.store.entries
        assert not any(at.stream == stream_of("stary") for at in house.hall.store.commands.values())

    asyncio.run(story())


async def quiet(house: House, table: str) -> None:
    """Until nothing has happened at a table for longer than it is kept."""
    while house.hall.clock.now() - (house.hall.rooms.last_told(table) or 0) <= A_DAY:
        await house.hall.wait(1)


def test_the_mutant_that_counts_days_only_removes_a_table_in_use(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice_keeper, "KEPT_MS", A_DAY)

    async def story():
        house = House()
        await house.made("w-grze")
        host = await house.hall.rooms.host("w-grze")
        await house.hall.sit(host, 0)
        await quiet(house, "w-grze")
        return await house.keeper.sweep()

    assert asyncio.run(story()) == 0
    monkeypatch.setattr(practice_keeper.Rooms, "is_used", lambda *_: False)
    assert asyncio.run(story()) == 1


def test_with_too_many_the_one_left_longest_goes_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice_keeper, "MOST_OF_AN_ADDRESS", 3)
    monkeypatch.setattr(practice_keeper, "MOST_TABLES", 5)

    async def story():
        house = House()
        await house.made("a1")
        host = await house.hall.rooms.host("a1")
        await house.hall.sit(host, 0)  # never removed
        for table in ("a2", "a3", "a4"):
            await house.made(table)
        assert house.tables == ["a1", "a3", "a4"]
        for n in range(4):
            await house.made(f"b{n}", host=f"10.0.0.{n}")
        assert house.tables == ["a1", "b0", "b1", "b2", "b3"]
        for n in range(4):
            await house.hall.sit(await house.hall.rooms.host(f"b{n}"), 0)
        with pytest.raises(Refused, match="practice_crowded"):
            await house.made("za-dużo", host="10.0.0.9")

    asyncio.run(story())


def test_after_a_restart_old_tables_are_found_and_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice_keeper, "MOST_TABLES", 2)

    async def story():
        house = House()
        await house.made("a")
        await house.made("b")
        again = House()
        again.hall = house.hall.again()
        again.keeper = PracticeKeeper(again.hall.rooms, again.access, PracticeLimit(lambda: 0.0))
        await again.made("c")
        assert len(again.tables) == 2
        assert "c" in again.tables

    asyncio.run(story())


# --- no byte is left ----------------------------------------------------------------------------


def test_no_byte_of_a_dropped_stream_is_left(tmp_path: Path):
    planted, left = asyncio.run(dropped(tmp_path))
    figure(
        "R20", "traces of removed tables planted / left", f"{planted} / {len(left)}", tier="quick"
    )
    assert left == []


async def dropped(path: Path) -> tuple[int, list[bytes]]:
    """Events of many tables, in turn; half of the tables go, database and mirror are searched."""
    (path / "stick").mkdir()
    plan = MirrorPlan(path / "stick", patience_s=60, start_s=60)
    store = await open_store(path / "data", mirror=plan)
    tables = [Stream(f"table/{n}") for n in range(20)]
    for step in range(15):
        for n, table in enumerate(tables):
            trace = b"%08d-%08d " % (n, step)
            await store.append(await next_append(store, table, b"trace " + trace * (1 + step * 20)))
    await store.drop(tables[::2])
    assert await store.check() == ()
    assert sorted(await store.streams()) == sorted(tables[1::2])
    now = _all_bytes(path)
    await store.close()
    now += _all_bytes(path)
    gone = [b"trace %08d-%08d" % (n, step) for n in range(0, 20, 2) for step in range(15)]
    assert all(b"trace %08d-%08d" % (n, 3) in now for n in range(1, 20, 2))
    return len(gone), [trace for trace in gone if trace in now]


def _all_bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.rglob("*") if file.is_file())


def test_the_mutant_that_leaves_the_log_as_it_is_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Writer, "_housekeeping", lambda *_: False)
    monkeypatch.setattr(Mirror, "_look_after", lambda *_: None)
    assert asyncio.run(dropped(tmp_path))[1]


# --- logins and taps ----------------------------------------------------------------------------


def test_a_link_followed_again_and_again_keeps_few_logins():
    assert asyncio.run(logins_kept()) < 2 * MOST_LOGINS


def test_the_mutant_that_counts_no_logins_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Access, "came_in", lambda *_: ())
    assert asyncio.run(logins_kept()) >= 2 * MOST_LOGINS


async def logins_kept() -> int:
    house, ended = House(), []
    house.access.on_revoked(ended.extend)
    wanted = passes.Wanted(role=Role.PLAYER, table="t", seat=0)
    (issued,) = await passes.issue(house.access, "practice", [wanted])
    for _ in range(5 * MOST_LOGINS):
        await passes.enter(house.access, issued.entry)
    kept = [key for kind, key in house.hall.store.records if kind == "login"]
    assert len(kept) + len(ended) == 5 * MOST_LOGINS
    assert not set(kept) & set(ended)
    return len(kept)


def test_a_clock_takes_so_many_taps_and_then_only_a_referee(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock_room, "MOST_EVENTS", 20)

    async def story():
        venue = Venue()
        await venue.tournament()
        room = await venue.clock(1)
        await room.do(clock.Start, by="player x")

        async def hold_and_go(by: str) -> None:
            await room.do(lambda at: clock.Pause(Holder.TABLE, "", at), by=by)
            await room.do(lambda at: clock.Resume(Holder.TABLE, at), by=by)

        async def tap_on() -> None:
            for _ in range(20):
                await hold_and_go("player x")

        with pytest.raises(Refused, match="clock_full"):
            await tap_on()
        assert room.seq <= 21
        await hold_and_go("referee y")

    asyncio.run(story())
