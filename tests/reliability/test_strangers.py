"""What strangers can make us keep: bounded by table and by address, and it goes away again."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.store_sqlite import open_store
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.access import passes
from stolik.app.access.access import MOST_LOGINS, Access
from stolik.app.access.roles import ANONYMOUS, PRACTICE, Login, PersonRole
from stolik.app.hall import clock_measure, clock_room
from stolik.app.ports import Stream
from stolik.app.tables import practice, practice_keeper
from stolik.app.tables.practice import ADDRESS_BYTES, OWN_BYTES, Asker, PracticeLimit, TableBudget
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tables.setup import SeatSetup, TableSetup, stream_of
from stolik.refusal import Refused
from stolik.rummikub.commands import Challenge
from stolik.seats import Seat
from stolik.table_clock import commands as clock
from stolik.table_clock.state import Holder
from stolik.wiring.serving import make_access
from tests.app.hall.venue import Venue, tap
from tests.app.tables.hall import Hall
from tests.reliability.losing import one_node
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
    own = 8 * (OWN_BYTES + 500 * (seconds + 20))
    assert kept <= ADDRESS_BYTES + own + 15_000 * (seconds + 20)
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
    hall.rooms.budget_of = lambda _: TableBudget(limit, Asker("1.2.3.4"))
    host = await hall.table("greedy", seats=2)
    await hall.sit(host, 0)
    for _ in range(60):  # his time runs out again and again, the bot plays
        await hall.wait(45)
        if host.room.kept_bytes > SMALL:
            break
    assert hall.faults == []
    return host.room.kept_bytes


LITTLE = 6_000


def test_all_tables_of_an_address_share_one_purse(monkeypatch: pytest.MonkeyPatch):
    assert LITTLE / 2 < asyncio.run(written_by_an_address(monkeypatch)) <= LITTLE


def _spends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PracticeLimit, "spend", lambda *_: None)


def _knows_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PracticeLimit, "_forget", lambda limit, _: limit._purses.clear())


def _a_purse_for_each_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def budget_of(keeper: PracticeKeeper, setup: TableSetup) -> TableBudget:
        return TableBudget(keeper._limit, Asker(setup.id))

    monkeypatch.setattr(PracticeKeeper, "budget_of", budget_of)


@pytest.mark.parametrize(
    "mutant", [_spends_nothing, _knows_nobody_for_long, _a_purse_for_each_table]
)
def test_the_mutants_without_a_purse_for_an_address_are_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
):
    mutant(monkeypatch)
    assert asyncio.run(written_by_an_address(monkeypatch)) > LITTLE


async def written_by_an_address(monkeypatch: pytest.MonkeyPatch) -> int:
    """What two tables that one address has set come to write, with nothing growing back."""
    monkeypatch.setattr(practice, "ADDRESS_BYTES", LITTLE)
    monkeypatch.setattr(practice, "OWN_BYTES", 0)
    monkeypatch.setattr(practice, "_GROWS_BACK", 1e-6)
    house = House()
    house.hall.rooms.budget_of = house.keeper.budget_of
    hosts = []
    for table in ("a", "b"):
        await house.made(table)
        hosts.append(await house.hall.rooms.host(table))
        await house.hall.sit(hosts[-1], 0)
    before, kept = -1, 0
    while before < kept <= LITTLE:  # his time runs out again and again, the bots play
        await house.hall.wait(45)
        before, kept = kept, sum(host.room.kept_bytes for host in hosts)
    return kept


def test_an_address_sets_so_many_tables_in_a_while():
    assert set_at_once() == 60


def test_the_mutant_that_counts_no_tables_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(practice, "_MOST", 10**6)
    assert set_at_once() == 80


def set_at_once() -> int:
    """How many of 80 tables an address gets in eight minutes; later, and elsewhere, it goes on."""
    now = 0.0
    limit = PracticeLimit(lambda: now)
    given = 0
    for _ in range(80):
        now += 6
        with suppress(Refused):
            limit.count(Asker("a"))
            given += 1
    limit.count(Asker("b"))
    now += 600
    limit.count(Asker("a"))
    return given


def test_an_address_waits_and_then_goes_on():
    now = 0.0
    limit = PracticeLimit(lambda: now)
    limit.spend(Asker("a"), ADDRESS_BYTES)
    with pytest.raises(Refused, match="practice_pace"):
        limit.spend(Asker("a"), 1_000)
    limit.spend(Asker("b"), 1_000)  # another address is not touched
    now = 1.0
    limit.spend(Asker("a"), 10_000)
    now = 1e6
    limit.spend(Asker("b"), 1)
    assert list(limit._purses) == ["b"]


# --- a school behind one address -----------------------------------------------------------------


def at_practice(table: str) -> Login:
    return Login(id=f"login {table}", role=PersonRole.PLAYER, tournament=PRACTICE, table=table)


def test_a_class_practises_beside_a_pupil_who_writes_all_he_can():
    """Thirty pupils, four games each in ten minutes, behind the address of one who floods."""
    assert asyncio.run(refused_of_a_class()) == []


def test_the_mutant_that_counts_a_school_as_one_asker_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(PracticeKeeper, "_came_before", lambda *_: "")
    assert asyncio.run(refused_of_a_class())
    monkeypatch.undo()
    monkeypatch.setattr(practice, "OWN_BYTES", 0)
    monkeypatch.setattr(practice, "_OWN_GROWS_BACK", 0)
    assert asyncio.run(refused_of_a_class())


async def refused_of_a_class() -> list[str]:
    house, refused = House(), []
    await house.made("flood")
    flood = house.keeper.budget_of(setup_of("flood"))
    assert flood
    with suppress(Refused):
        while True:
            flood.spend(events=1, bytes_=0, size=1_000)
    for game in range(4):
        for pupil in range(30):
            login = at_practice(f"{pupil}-{game - 1}") if game else ANONYMOUS
            table = f"{pupil}-{game}"
            try:
                await house.made(table, login=login)
                budget = house.keeper.budget_of(setup_of(table))
                assert budget
                for _ in range(30):
                    budget.spend(events=1, bytes_=0, size=300)
            except Refused as fault:
                refused.append(f"{table}: {fault}")
    return refused


def test_one_stranger_with_a_login_of_each_table_is_one_asker():
    """Each table gives a login, and each login asks for the next table: all are on one account."""

    async def story() -> int:
        house, given, login = House(), 0, ANONYMOUS
        for n in range(100):
            with suppress(Refused):
                await house.made(f"t{n}", login=login)
                given, login = given + 1, at_practice(f"t{n}")
        return given

    assert asyncio.run(story()) == 1 + 20


def setup_of(table: str) -> TableSetup:
    return TableSetup(id=table, profile="mp2023", seats=(SeatSetup(), SeatSetup(bot="greedy")))


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

    async def made(
        self, table: str, host: str = "1.2.3.4", login: Login = ANONYMOUS, **more
    ) -> None:
        seats = (SeatSetup(), SeatSetup(bot="greedy"))
        setup = TableSetup(id=table, profile="mp2023", seats=seats, **more)
        if more:
            await self.hall.rooms.create(setup)
        else:
            await self.keeper.create(setup, host, login)
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


def test_the_mutant_that_keeps_every_table_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def not_at_all(_: PracticeKeeper, __: str) -> None:
        """However many there are."""

    async def kept(by: Callable[[int], str]) -> int:
        house = House()
        for n in range(8):
            await house.made(f"t{n}", host=by(n))
        return len(house.tables)

    monkeypatch.setattr(practice_keeper, "MOST_OF_AN_ADDRESS", 3)
    monkeypatch.setattr(practice_keeper, "MOST_TABLES", 5)
    assert (asyncio.run(kept(lambda _: "a")), asyncio.run(kept(str))) == (3, 5)
    monkeypatch.setattr(PracticeKeeper, "_make_room", not_at_all)
    assert (asyncio.run(kept(lambda _: "a")), asyncio.run(kept(str))) == (8, 8)


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
    wanted = passes.Wanted(role=PersonRole.PLAYER, table="t", seat=0)
    (issued,) = await passes.issue(house.access, "practice", [wanted])
    for _ in range(5 * MOST_LOGINS):
        await passes.enter(house.access, issued.entry)
    kept = [key for kind, key in house.hall.store.records if kind == "login"]
    assert len(kept) + len(ended) == 5 * MOST_LOGINS
    assert not set(kept) & set(ended)
    return len(kept)


def test_a_clock_takes_so_many_taps_and_then_only_a_referee(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock_room, "MOST_EVENTS", 20)
    assert asyncio.run(tapped()) == (20, "hall.clock_full", "")


def test_the_mutants_whose_clock_is_never_full_or_full_for_all_are_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    assert asyncio.run(tapped())[0] > 40, "the bound is what stopped him"
    monkeypatch.setattr(clock_room, "MOST_EVENTS", 20)
    monkeypatch.setattr(clock_room, "OF_A_SEAT", ("",))
    assert asyncio.run(tapped())[2] == "hall.clock_full"
    monkeypatch.setattr(clock_room, "OF_A_SEAT", ())
    assert asyncio.run(tapped())[0] > 40


async def tapped() -> tuple[int, str, str]:
    """A player holds his clock and lets it go twenty times: events, his refusal, a referee's."""
    venue = Venue()
    await venue.tournament()
    room = await venue.clock(1)
    await room.do(clock.Start, by="player x")

    async def hold_and_go(by: str, times: int) -> str:
        try:
            for _ in range(times):
                await room.do(lambda at: clock.Pause(Holder.TABLE, "", at), by=by)
                await room.do(lambda at: clock.Resume(Holder.TABLE, at), by=by)
        except Refused as refused:
            return str(refused.violations[0].code)
        return ""

    stopped = await hold_and_go("player x", 20)
    return room.seq, stopped, await hold_and_go("referee y", 1)


async def _storm(reason: str, times: int = 200) -> tuple[list[int], int, str]:
    """A seat that stops its clock again and again: bytes kept a wave, stops let in, the answer."""
    venue, kept, stops, answer = Venue(), [], 0, ""
    await venue.tournament()
    room = await venue.clock(1)
    await room.do(clock.Start, by="player x")
    for _ in range(2):
        for _ in range(times):
            try:
                await room.do(lambda at: clock.Pause(Holder.TABLE, reason, at), by="player x")
                stops += 1
                await room.do(lambda at: clock.Resume(Holder.TABLE, at), by="player x")
            except Refused as fault:
                answer = str(fault)
        log = await venue.node.store.read(room.place.stream)
        kept.append(sum(len(one.body) for one in log))
        venue = await venue.again()  # a restart forgives nothing
        room = await venue.clock(1)
    await room.do(lambda at: clock.Pause(Holder.TABLE, reason, at), by="player y")
    await room.do(lambda at: clock.Resume(Holder.TABLE, at), by="player x")
    await room.do(lambda at: clock.Pause(Holder.TABLE, reason, at), by="referee z")
    return kept, stops, answer


@pytest.mark.parametrize(("reason", "most"), [("spór", 40), ("\N{BEAR FACE}" * 500, 12)])
def test_a_seat_stops_its_clock_so_often_in_a_game_and_others_still_may(reason: str, most: int):
    kept, stops, answer = asyncio.run(_storm(reason))
    assert stops <= most
    assert "enough_said" in answer
    assert kept[0] == kept[1] < 40_000


def test_the_mutant_without_a_measure_at_the_clock_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock_measure.Measure, "demand", lambda *_: None)
    kept, stops, _ = asyncio.run(_storm("spór"))
    assert stops == 400
    assert kept[1] > 40_000


def test_an_honest_game_at_the_clock_notices_no_measure():
    """One phone for the whole table, a tap every five seconds, some disputes, every game anew."""

    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        room = await venue.clock(1)
        await room.do(clock.Start, by="player x")
        for n in range(600):
            assert await tap(room, by="player x") is None
            if n % 20 == 0:
                await room.do(lambda at: clock.Pause(Holder.TABLE, "spór", at), by="player x")
                await room.do(lambda at: clock.Resume(Holder.TABLE, at), by="player x")

    asyncio.run(story())


async def _issued_again_and_again() -> tuple[list[int], set[str]]:
    """What an organiser is answered who issues passes without end; how many are open then."""
    async with one_node() as stage, stage.acting.client(stage.chief) as chief:
        codes: set[str] = set()
        for wanted in ({"role": "player", "entrant": stage.player}, {"role": "spectator"}):
            for _ in range(passes.MOST_OF_ENTRANT + 2):
                body = {"passes": [wanted]}
                answer = await chief.post(f"{stage.here}/passes", json=body)
                codes |= (
                    {v["code"] for v in answer.json()["error"]["violations"]}
                    if (answer.status_code >= 400)
                    else set()
                )
        told = (await chief.get(f"{stage.here}/passes")).json()
        roles = [one["role"] for one in told]
        return [roles.count("player"), roles.count("spectator")], codes


def test_nobody_has_passes_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passes, "MOST_OTHERS", 3)
    opened, codes = asyncio.run(_issued_again_and_again())
    assert opened == [passes.MOST_OF_ENTRANT, 3]
    assert codes == {"access.too_many_of_entrant", "access.too_many_passes"}


def test_the_mutant_that_issues_passes_without_end_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def room(*_: object) -> None:
        return None

    monkeypatch.setattr(passes, "demand_room", room)
    opened, codes = asyncio.run(_issued_again_and_again())
    assert opened == [passes.MOST_OF_ENTRANT + 2] * 2
    assert not codes
