"""A live table: what is kept, what is told, what falls due."""

import asyncio

import pytest

from stolik.app.tables.speaking import refusal
from stolik.refusal import Refused, Violation
from stolik.rummikub.commands import (
    AddTime,
    DeclareReady,
    DrawTile,
    EndTurn,
    LayTiles,
    Pause,
    Resume,
    Warn,
)
from stolik.rummikub.state import Phase
from stolik.seats import Role, Seat, Viewer
from tests.app.tables.hall import Eyes, Hall

ALL = range(4)


async def started(hall: Hall, **changes: object):
    """A table of four people who are ready: the game runs and seat 0 is to move."""
    host = await hall.table(**changes)
    eyes = [await hall.sit(host, seat) for seat in ALL]
    for seat in ALL:
        await hall.do(host, DeclareReady(Seat(seat)))
    assert host.room.table.state.phase is Phase.PLAYING
    return host, eyes


def test_nothing_is_dealt_before_everybody_is_there():
    async def play():
        hall = Hall()
        host = await hall.table()
        for seat in ALL:
            assert host.room.table.state.phase is Phase.CLOSED
            await hall.sit(host, seat)
        assert host.room.table.state.phase is Phase.READYING

    asyncio.run(play())


def test_everybody_gets_every_number_and_only_his_own_tile():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        await hall.do(host, DrawTile(Seat(0)))
        drawn = [item for e in eyes for item in e.last("events")["items"]]
        assert {item["seq"] for item in drawn} == {host.room.table.seq}
        assert ["tile" in item["data"] for item in drawn] == [True, False, False, False]

    asyncio.run(play())


def test_the_flag_falls_in_time_and_never_early():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        await hall.wait(39.9)
        assert "TimeRanOut" not in eyes[1].kinds()
        await hall.wait(0.2)
        assert "TimeRanOut" in eyes[1].kinds()
        assert host.room.table.state.turn == 1

    asyncio.run(play())


def test_time_added_while_the_flag_is_about_to_fall_counts():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        await hall.wait(39.99)
        async with (
            host.room._runner.turn
        ):  # something is being saved: whoever comes now waits in line
            referee = asyncio.ensure_future(hall.do(host, AddTime(10, "zegar stał")))
            await hall.wait(0.02)
        assert await referee is None
        await hall.wait(9.9)
        assert "TimeRanOut" not in eyes[0].kinds()
        await hall.wait(0.2)
        assert "TimeRanOut" in eyes[0].kinds()

    asyncio.run(play())


def test_a_pause_costs_nobody_time():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        await hall.wait(30)
        await hall.do(host, Pause("spór"))
        await hall.wait(300)
        await hall.do(host, Resume())
        await hall.wait(9.9)
        assert "TimeRanOut" not in eyes[0].kinds()
        await hall.wait(0.2)
        assert "TimeRanOut" in eyes[0].kinds()

    asyncio.run(play())


def test_the_time_of_a_game_is_called_and_a_pause_takes_none_of_it():
    """szkoly2015 L101: the running move is finished and the game is counted."""

    async def play():
        hall = Hall()
        host, eyes = await started(hall, profile="szkoly2015", game_minutes=1)
        await hall.wait(30)
        await hall.do(host, Pause("spór"))
        await hall.wait(300)
        await hall.do(host, Resume())
        await hall.wait(29)
        assert "TimeCalled" not in eyes[0].kinds()
        await hall.wait(1.2)
        assert "TimeCalled" in eyes[0].kinds()
        await hall.wait(60)
        assert host.room.table.state.phase is Phase.OVER

    asyncio.run(play())


def test_a_restart_costs_nobody_time():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        await hall.wait(25)
        host.close()
        hall.time.now += 3600  # the laptop was off for an hour
        after = hall.again()
        await after.rooms.start()
        host = await after.rooms.host("t")
        left = host.room.table.clock.left(after.clock.now())
        assert abs(left - 15_000) <= 1000
        await after.rooms.stop()

    asyncio.run(play())


def test_a_full_disk_stops_the_clock():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        await hall.wait(10)
        hall.store.fail()
        for _ in range(60):
            hall.time.now += 1
        left = host.room.table.clock.left(hall.clock.now())
        assert left >= 27_000
        hall.store.mend()
        await hall.beat()
        assert host.room.table.clock.left(hall.clock.now()) >= 27_000

    asyncio.run(play())


def test_the_same_command_sent_twice_is_done_once():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        seq, command = host.room.table.seq, hall.id()
        again = {"command_id": command, "after": seq}
        assert await hall.do(host, DrawTile(Seat(0)), **again) is None
        assert await hall.do(host, DrawTile(Seat(0)), **again) is None
        assert host.room.table.seq == seq + 1
        unknown = hall.id()
        assert await host.room.status([command, unknown], "seat") == {
            command: {"acked": seq + 1},
            unknown: {"unknown": True},
        }

    asyncio.run(play())


def test_a_command_from_the_past_is_stale():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        seq = host.room.table.seq
        await hall.do(host, DrawTile(Seat(0)), after=seq)
        assert await hall.do(host, EndTurn(Seat(0)), after=seq) == "live.stale"
        assert await hall.do(host, EndTurn(Seat(0)), after=seq + 1) is None

    asyncio.run(play())


def test_what_others_say_beside_the_play_makes_nobody_stale():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        seq = host.room.table.seq
        await hall.do(host, Warn(Seat(2), "rozmowy"), after=seq)
        assert await hall.do(host, DrawTile(Seat(0)), after=seq) is None

    asyncio.run(play())


def test_the_newer_connection_of_a_seat_wins_and_sees_the_same():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        newer = await hall.sit(host, 0)
        assert eyes[0].closed == "bye.newer_connection"
        assert newer.last("snapshot")["rack"] == eyes[0].last("snapshot")["rack"]
        assert eyes[1].last("present")["seats"] == [True] * 4

    asyncio.run(play())


def test_a_refused_move_changes_nothing_and_tells_nobody():
    async def play():
        hall = Hall()
        host, eyes = await started(hall)
        before = [len(e.raw) for e in eyes], host.room.table.seq
        assert await hall.do(host, LayTiles(Seat(0), (("k1", "k2"),))) is not None
        assert await hall.do(host, DrawTile(Seat(1))) is not None
        assert ([len(e.raw) for e in eyes], host.room.table.seq) == before

    asyncio.run(play())


@pytest.mark.parametrize("watcher", [Role.SPECTATOR, Role.REFEREE, Role.PUBLIC])
def test_a_watcher_sees_no_rack_while_the_game_lives(watcher: Role):
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        eyes = await hall.look(host, Viewer(watcher))
        view = eyes.last("snapshot")["view"]
        assert [seat["rack"] for seat in view["seats"]] == [None] * 4
        assert eyes.last("snapshot")["rack"] is None

    asyncio.run(play())


def test_bots_play_whole_games_by_themselves_and_the_deal_is_revealed():
    async def play():
        hall = Hall()
        host = await hall.table(*["greedy"] * 4, games=2)
        eyes = Eyes(Viewer(Role.SPECTATOR))
        host.room.audience.join(eyes, 0, {})
        for _ in range(4000):
            await hall.wait(1)
            state = host.room.table.state
            if state.game == 2 and state.phase is Phase.OVER:
                break
        assert hall.faults == []
        ends = [i for m in eyes.told if m["t"] == "events" for i in m["items"]]
        seeds = [i["data"]["fair"]["seed"] for i in ends if i["kind"] == "GameEnded"]
        assert len(seeds) == 2

    asyncio.run(play())


def test_who_comes_back_knows_which_move_of_another_can_be_challenged():
    async def play():
        hall = Hall()
        host, _ = await started(hall)
        table = host.room.table
        assert table.last_move_of_others(Seat(1)) is None
        await hall.do(host, DrawTile(Seat(0)))
        drawn = table.seq
        await hall.do(host, EndTurn(Seat(0)))
        assert table.last_move_of_others(Seat(1)) == drawn
        assert table.last_move_of_others(Seat(0)) is None

    asyncio.run(play())


def test_a_refusal_names_tiles_as_they_look_and_not_by_their_codes():
    broken = Violation("meld.mixed", melds=(("r5", "b13", "j"),))
    (fault,) = refusal(Refused((broken,)), id="a", seq=1, lang="en").faults
    assert "5◆ 13■ ★" in fault.message
    assert fault.melds == (("r5", "b13", "j"),)
