"""What the organiser says to the whole hall reaches every table, and survives a restart."""

import asyncio

import pytest

from stolik.app.hall import control
from stolik.app.hall.hall import shown
from stolik.app.streams.errand import Errand
from stolik.app.tables.host import Host
from stolik.refusal import Refused
from stolik.rummikub import commands as game
from stolik.rummikub.state import Phase as Live
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock.state import Holder, Phase
from tests.app.hall.venue import Screen, Venue, press, tap
from tests.app.tables.hall import settle


def run(story):
    asyncio.run(story())


async def mixed() -> tuple[Venue, object, object]:
    """Table 1 plays in the hall, table 2 online; both games are running."""
    venue = Venue()
    await venue.tournament()
    (host,) = await venue.online(2)
    await all_ready(venue, host)
    assert host.room.table.state.phase is Live.PLAYING
    room = await venue.clock(1)
    room.join(Screen())
    await press(room, c.Start)
    return venue, room, host


async def all_ready(venue: Venue, host: Host) -> None:
    seats = range(len(host.room.table.setup.seats))
    for seat in seats:
        await venue.node.sit(host, seat)
    for seat in seats:
        assert await venue.node.do(host, game.DeclareReady(Seat(seat))) is None


def test_a_pause_stops_every_clock_and_costs_nobody_time():
    async def story():
        venue, room, host = await mixed()
        await venue.wait(10)
        assert await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at)) is None
        left = room.state.left, host.room.table.clock.left_ms
        assert Holder.HALL in room.state.held_by
        assert host.room.table.state.paused
        assert await tap(room) == "table_clock.paused"
        await venue.wait(300)
        again = lambda s, at: control.pause(s, 1, reason="alarm", at=at)  # noqa: E731
        assert await venue.do(again) == "hall.paused_already"
        assert await venue.do(lambda s, at: control.resume(s, 1, at)) is None
        assert (room.state.left, host.room.table.clock.left_ms) == left
        assert room.state.runs
        assert not host.room.table.state.paused

    run(story)


def test_a_dispute_still_stands_after_the_pause_of_the_hall():
    async def story():
        venue, room, host = await mixed()
        await press(room, lambda at: c.Pause(Holder.TABLE, "spór", at))
        await venue.node.do(host, game.Pause("spór"))
        await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at))
        await venue.do(lambda s, at: control.resume(s, 1, at))
        assert not room.state.runs
        assert host.room.table.state.paused

    run(story)


def test_a_game_that_begins_during_a_pause_stands_too():
    async def story():
        venue, room, _ = await mixed()
        await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at))
        await press(room, c.EndGame)
        await press(room, lambda at: c.NextGame(at, referee=True))
        assert await press(room, c.Start) == "table_clock.paused"

    run(story)


def test_an_online_table_dealt_during_a_pause_stands_too():
    async def story():
        venue = Venue()
        await venue.tournament()
        await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at))
        (host,) = await venue.online(2, bots="greedy")
        await venue.wait(5)
        assert host.room.table.state.phase is Live.READYING
        assert host.room.table.state.paused
        await venue.do(lambda s, at: control.resume(s, 1, at))
        await venue.wait(5)
        assert host.room.table.state.phase is Live.PLAYING

    run(story)


def test_a_clock_first_used_during_a_pause_stands():
    async def story():
        venue = Venue()
        await venue.tournament()
        await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at))
        room = await venue.clock(2)
        assert await press(room, c.Start) == "table_clock.paused"
        assert await press(room, lambda at: c.Pause(Holder.TABLE, "", at)) is not None
        await venue.do(lambda s, at: control.resume(s, 1, at))
        assert await press(room, c.Start) is None

    run(story)


def test_a_pause_survives_a_restart_in_the_middle_of_it():
    async def story():
        venue, room, host = await mixed()
        await venue.wait(5)
        # the event is kept, and the server is killed before any table has heard of it
        hall = await venue.hall()
        await hall._log.do(
            lambda: (control.pause(hall.state, 1, reason="alarm", at=venue.node.clock.now()),),
            Errand("organiser"),
        )
        fresh = await venue.again()
        again = await fresh.clock(1)
        assert Holder.HALL in again.state.held_by
        live = (await fresh.node.rooms.host(host.room.table.setup.id)).room.table
        assert live.state.paused
        assert again.state.left > 30_000
        assert room.state.seats == again.state.seats

    run(story)


def test_the_time_of_the_round_runs_out_and_every_running_game_comes_to_its_last_moves():
    async def story():
        venue, room, host = await mixed()
        idle = await venue.clock(1)
        assert idle is room
        assert await venue.do(lambda s, at: control.start_clock(s, 1, 2, at)) is None
        running = lambda s, at: control.start_clock(s, 1, 2, at)  # noqa: E731
        assert await venue.do(running) == "hall.round_clock_runs"
        await venue.wait(119)
        assert not room.state.time_called
        assert not host.room.table.state.time_called
        await venue.wait(1.5)
        hall = await venue.hall()
        assert shown(hall)["time_called"]
        assert room.state.time_called
        assert room.state.last_moves == room.state.seats
        assert host.room.table.state.time_called
        late = lambda s, at: control.extend_clock(s, 1, minutes=1, reason="x", at=at)  # noqa: E731
        assert await venue.do(late) == "hall.time_called_already"
        # a game that begins afterwards is not called by it
        await press(room, c.EndGame)
        await press(room, lambda at: c.NextGame(at, referee=True))
        await press(room, c.Start)
        await hall.settle()
        assert room.state.phase is Phase.PLAYING
        assert not room.state.time_called

    run(story)


def test_the_end_of_time_called_by_mistake_is_taken_back_at_every_table():
    async def story():
        venue, room, host = await mixed()
        await venue.do(lambda s, at: control.start_clock(s, 1, 10, at))
        await venue.wait(60)
        hall = await venue.hall()
        back = lambda s, at: control.take_time_back(s, 1, at)  # noqa: E731
        assert await venue.do(back) == "hall.time_not_called"
        games = await hall.running_games(1)
        await venue.do(lambda s, at: control.call_time(s, 1, games, at))
        assert room.state.time_called
        assert host.room.table.state.time_called
        await venue.wait(5)
        turn = host.room.table.state.turn
        assert await venue.do(back) is None
        assert await hall.gone_on(1) == ()
        assert not shown(hall)["time_called"]
        assert 535_000 <= shown(hall)["left_ms"] <= 540_000  # what the call took is given back
        assert not room.state.time_called
        assert room.state.last_moves is None
        live = host.room.table.state
        assert (live.time_called, live.last_moves, live.paused, live.turn) == (
            False,
            None,
            False,
            turn,
        )
        assert live.phase is Live.PLAYING
        # Called in earnest it is called again, and a table that has gone on is named.
        games = await hall.running_games(1)
        await venue.do(lambda s, at: control.call_time(s, 1, games, at))
        assert host.room.table.state.time_called
        await venue.node.do(host, game.DrawTile(Seat(turn)))
        await venue.do(back)
        assert await hall.gone_on(1) == (2,)
        assert not room.state.time_called

    run(story)


def test_time_that_ran_out_by_itself_is_not_a_slip():
    async def story():
        venue, room, _ = await mixed()
        await venue.do(lambda s, at: control.start_clock(s, 1, 2, at))
        await venue.wait(121)
        assert room.state.time_called
        back = lambda s, at: control.take_time_back(s, 1, at)  # noqa: E731
        assert await venue.do(back) == "hall.time_ran_out"

    run(story)


def test_the_round_s_time_stands_while_the_server_is_down_and_during_a_pause():
    async def story():
        venue, _, _ = await mixed()
        await venue.do(lambda s, at: control.start_clock(s, 1, 10, at))
        await venue.wait(60)
        venue.node.time.now += 3600
        fresh = await venue.again()
        left = shown(await fresh.hall())["left_ms"]
        assert 538_000 <= left <= 541_000
        await fresh.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at))
        await fresh.wait(100)
        await fresh.do(lambda s, at: control.resume(s, 1, at))
        assert abs(shown(await fresh.hall())["left_ms"] - left) < 1000
        more = lambda s, at: control.extend_clock(s, 1, minutes=5, reason="x", at=at)  # noqa: E731
        assert await fresh.do(more) is None
        assert abs(shown(await fresh.hall())["left_ms"] - left - 300_000) < 1000

    run(story)


def test_every_running_move_gets_more_time_once():
    async def story():
        venue, room, host = await mixed()
        await venue.wait(10)
        now = venue.node.clock.now
        before = room.state.left_at(now()), host.room.table.clock.left(now())
        more = lambda _, at: control.extend_moves(1, seconds=30, reason="hałas", at=at)  # noqa: E731
        assert await venue.do(more) is None
        hall = await venue.hall()
        await hall.settle()
        after = room.state.left_at(now()), host.room.table.clock.left(now())
        assert [b - a for a, b in zip(before, after, strict=True)] == [30_000, 30_000]
        fresh = await venue.again()
        assert (await fresh.clock(1)).state.left == room.state.left

    run(story)


def test_tables_that_owe_a_result_are_called_until_it_is_there():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        call = lambda _, at: control.call_results(1, hall.owing(1), at)  # noqa: E731
        assert await venue.do(call) is None
        assert shown(hall)["call"] == {"round": 1, "tables": [1, 2]}
        seats = [int(n) for n in hall.office.state.rounds[0].tables[0].seats]
        for number in (1, 2, 3):
            rows = [{"entrant": n, "rack_sum": 0 if n == seats[0] else n} for n in seats]
            await venue.ask(do="result", round=1, table=1, game=number, seats=rows)
        assert shown(hall)["call"] == {"round": 1, "tables": [2]}
        for number in (1, 2, 3):
            await venue.ask(do="unplayed", round=1, table=2, game=number, reason="x")
        assert shown(hall)["call"] is None
        assert await venue.do(call) == "hall.nothing_missing"

    run(story)


def test_a_break_counts_down_and_ends():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        assert await venue.do(control.end_break) == "hall.no_break"
        await venue.do(lambda _, at: control.begin_break(10, at))
        await venue.wait(60)
        assert shown(hall)["break_ms"] == 540_000
        assert await venue.do(control.end_break) is None
        assert shown(hall)["break_ms"] is None
        await venue.do(lambda _, at: control.begin_break(1, at))
        await venue.wait(61)
        assert shown(hall)["break_ms"] is None

    run(story)


@pytest.mark.parametrize("minutes", [0, -1, 601])
def test_times_without_sense_are_refused(minutes: int):
    with pytest.raises(Refused, match=r"hall\.minutes"):
        control.start_clock(control.HallState(), 1, minutes, 0)


def test_an_online_table_has_no_clock_in_the_hall():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        await venue.online(2)
        with pytest.raises(Refused, match=r"hall\.plays_online"):
            await hall.clock(1, 2)
        with pytest.raises(Refused, match=r"office\.table_unknown"):
            await hall.clock(1, 9)
        with pytest.raises(Refused, match=r"office\.not_published"):
            await hall.clock(2, 1)
        await settle()

    run(story)


def test_a_call_at_the_clock_in_the_hall_is_none_for_the_game_begun_online_instead():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        room = await venue.clock(1)
        room.join(Screen())
        await press(room, c.Start)
        await venue.do(lambda s, at: control.start_clock(s, 1, 10, at))
        games = await hall.running_games(1)
        assert games == ((1, 1),)
        await venue.do(lambda s, at: control.call_time(s, 1, games, at))
        (host,) = await venue.online(1)
        await all_ready(venue, host)
        await hall.settle()
        assert host.room.table.state.phase is Live.PLAYING
        assert not host.room.table.state.time_called
        # Nor is what was never called there taken back there.
        await venue.do(lambda s, at: control.take_time_back(s, 1, at))
        assert await hall.gone_on(1) == ()

    run(story)


def test_the_clock_of_a_round_stops_when_the_next_one_is_announced():
    async def story():
        venue = Venue()
        await venue.tournament("grandprix", 12)
        assert await venue.do(lambda s, at: control.start_clock(s, 1, 50, at)) is None
        office = await venue.office()
        first = office.state.rounds[0]
        for table in first.tables:
            for number in range(1, first.games + 1):
                where = {"round": 1, "table": table.number, "game": number}
                await venue.ask(do="unplayed", **where, reason="test")
        await venue.ask(do="draw")
        hall = await venue.hall()
        assert hall.state.runs
        await venue.ask(do="publish")
        await hall.settle()
        assert not hall.state.runs
        assert await venue.do(lambda s, at: control.start_clock(s, 2, 50, at)) is None
        assert hall.state.round == 2
        assert hall.state.runs

    run(story)
