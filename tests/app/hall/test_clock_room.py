"""The clock of a table with its phones: in sync, through outages, over a restart."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from stolik.app.hall import control
from stolik.app.hall.me import my_table
from stolik.app.hall.times import write_percent
from stolik.app.ports import NotRead, Put, Stale
from stolik.app.streams.beside import TEXT
from stolik.table_clock import commands as c
from stolik.table_clock.state import Holder, Ms, Phase
from tests.app.hall.venue import Screen, Venue, press, tap


def run(story):
    asyncio.run(story())


async def playing(*, phones: int = 1) -> tuple[Venue, object, list[Screen]]:
    venue = Venue()
    await venue.tournament()
    room = await venue.clock()
    screens = [Screen() for _ in range(phones)]
    for number, screen in enumerate(screens):
        room.join(screen, f"login {number}")
    await venue.wait(3)
    assert await press(room, c.Start) is None
    return venue, room, screens


def test_all_phones_show_the_same_clock():
    async def story():
        venue, room, (one, other) = await playing(phones=2)
        await venue.wait(10)
        await tap(room)
        assert one.last == other.last
        assert (one.last["turn"], one.last["left_ms"], one.last["move"]) == (1, 40_000, 2)
        assert one.last["seats"][0]["used_ms"] == 10_000

    run(story)


def test_who_has_left_is_passed_over_by_the_clock():
    async def story():
        venue, room, (one,) = await playing()
        second = (await venue.office()).state.rounds[0].tables[0].seats[1]
        await venue.ask(do="withdraw", entrant=int(second), reason="choroba", game="without")
        await venue.quiet()
        assert [seat["out"] for seat in one.last["seats"]] == [False, True, False, False]
        await tap(room)
        assert one.last["turn"] == 2

    run(story)


def test_the_flag_falls_by_itself_while_a_phone_is_there():
    async def story():
        venue, room, (one,) = await playing()
        await venue.wait(39.9)
        assert not room.state.flagged
        await venue.wait(0.2)
        assert room.state.flagged
        assert one.last["seats"][0]["flags"] == 1

    run(story)


@contextmanager
def overtaken_and_unread(store: Any) -> Iterator[None]:
    """Others write first, and what they wrote cannot be read."""

    async def raising(fault: type[Exception], *_: object) -> None:
        raise fault

    store.append, store.read = partial(raising, Stale), partial(raising, NotRead)
    try:
        yield
    finally:
        del store.append, store.read


def test_the_flag_falls_once_the_storage_can_be_read_again():
    async def story():
        venue, room, _ = await playing()
        await venue.wait(39.9)
        with overtaken_and_unread(venue.node.store):
            await venue.wait(0.2)
            assert not room.state.flagged
        await venue.wait(1.1)
        assert room.state.flagged
        assert venue.node.faults == []

    run(story)


def test_the_time_of_a_round_is_called_once_the_storage_can_be_read_again():
    async def story():
        venue, _, _ = await playing()
        await venue.do(lambda state, at: control.start_clock(state, 1, 1, at))
        hall = await venue.hall()
        await venue.wait(59.9)
        with overtaken_and_unread(venue.node.store):
            await venue.wait(0.2)
            assert hall.state.time_called is None
        await venue.wait(1.1)
        assert hall.state.time_called
        assert venue.node.faults == []

    run(story)


def test_erased_words_of_a_clock_do_not_stay_in_mind():
    async def story():
        venue, room, _ = await playing()
        await press(room, lambda at: c.Pause(Holder.TABLE, "Zawodnik 1 zasłabł", at))
        before, stream, store = room.state, room.place.stream, venue.node.store
        words = await store.all(TEXT, f"{stream}/")
        assert len(words) == 1
        await store.put([Put(TEXT, key, None) for key in words])
        assert await room._log.runner.log.has_lost_words()
        await venue.halls.forget(stream)
        assert not await room._log.runner.log.has_lost_words()
        assert room.state == before
        assert await press(room, lambda at: c.Resume(Holder.TABLE, at)) is None

    run(story)


def test_a_screen_that_looks_on_brings_no_flag_down():
    async def story():
        venue, room, (one,) = await playing()
        screen = Screen()
        room.watch(screen)
        assert screen.last["left_ms"] == 40_000
        room.leave(one)
        await venue.wait(60)
        assert not room.state.flagged, "the phone that may have tapped is not there"
        room.join(one)
        await venue.wait(3)
        assert room.state.flagged
        assert screen.last == one.last
        room.leave(screen)
        await tap(room)
        assert screen.last != one.last

    run(story)


async def brings(room, phone: Screen, since_s: float, *taps: tuple[int, int, float]) -> None:
    """A phone that was away sends its taps: seat, move, how many seconds after its line broke."""
    for seat, move, at in taps:
        made = lambda at, s=seat, m=move: c.Tap(s, m, at)  # noqa: E731
        ago_ms = round((since_s - at) * 1000)
        assert await press(room, made, ago_ms=ago_ms, phone=phone) is None


def test_a_phone_that_was_cut_off_brings_its_moves_and_the_table_agrees():
    async def story():
        venue, room, (one,) = await playing()
        room.leave(one)
        # on the phone: taps after 10, 25 and 30 seconds, sent after 35
        await venue.wait(35)
        room.join(one, "login 0")
        await brings(room, one, 35, (0, 1, 10), (1, 2, 25), (2, 3, 30))
        assert (room.state.turn, room.state.move) == (3, 4), "no tap is lost"
        used = [room.state.used[s] for s in (0, 1, 2)]
        assert used == [34_750, 0, 0], "the time is the server's but for a quarter of a second"
        await venue.wait(3)
        assert room.state.held_by == {Holder.OUTAGE}, "the table sees that something was doubtful"
        assert one.last["held_by"] == ["outage"]
        left = room.state.left_at(Ms(venue.node.clock.now()))
        await venue.wait(60)
        assert await press(room, lambda at: c.Resume(Holder.TABLE, at)) is None
        assert room.state.left_at(Ms(venue.node.clock.now())) == left >= 37_000

    run(story)


def test_a_short_outage_holds_nobody_up():
    async def story():
        venue, room, (one,) = await playing()
        await venue.wait(10)
        room.leave(one)
        await venue.wait(6)
        room.join(one, "login 0")
        await brings(room, one, 6, (0, 1, 1))
        await venue.wait(3)
        assert room.state.runs
        assert room.state.used[0] == 15_750

    run(story)


def test_a_flag_that_fell_while_nobody_was_there_is_for_the_table_to_settle():
    async def story():
        venue, room, (one,) = await playing()
        await venue.wait(36)
        room.leave(one)
        await venue.wait(6)
        assert not room.state.flagged, "nobody was there who could have tapped"
        room.join(one, "login 0")
        await brings(room, one, 6, (0, 1, 1))
        assert dict(room.state.flags) == {0: 1}
        await venue.wait(3)
        assert room.state.held_by == {Holder.OUTAGE}

    run(story)


def test_a_phone_that_reconnects_does_not_put_the_flag_off_while_another_is_there():
    async def story():
        venue, room, (_, other) = await playing(phones=2)
        for _ in range(41):
            await venue.wait(1)
            room.leave(other)
            room.join(other, "login 1")
        assert room.state.flagged

    run(story)


def test_a_late_tap_is_never_placed_before_what_was_acknowledged():
    async def story():
        venue, room, (one, _) = await playing(phones=2)
        room.leave(one)
        await venue.wait(20)
        assert await press(room, lambda at: c.Pause(Holder.TABLE, "spór", at)) is None
        assert await press(room, lambda at: c.Resume(Holder.TABLE, at)) is None
        await venue.wait(0.1)
        room.join(one, "login 0")
        assert await tap(room, ago_ms=15_000, phone=one) is None
        assert room.state.used[0] == 20_000, "the tap stands right after the pause, not before"

    run(story)


def test_an_acknowledged_flag_stays_whatever_a_phone_says_later():
    async def story():
        venue, room, (one, _) = await playing(phones=2)
        room.leave(one)
        await venue.wait(45)
        room.join(one, "login 0")
        assert await tap(room, ago_ms=30_000, phone=one) is None
        assert dict(room.state.flags) == {0: 1}
        assert (room.state.turn, room.state.used[0]) == (1, 45_000)

    run(story)


def test_two_phones_tap_the_same_move_and_one_counts():
    async def story():
        venue, room, _ = await playing(phones=2)
        await venue.wait(5)
        taps = (room.do(lambda at: c.Tap(0, 1, at), by="table") for _ in range(2))
        one, other = await asyncio.gather(*taps, return_exceptions=True)
        assert one.last == room.seq
        assert str(other) == "table_clock.move_over"
        assert (room.state.turn, room.state.move) == (1, 2)

    run(story)


def test_a_tap_sent_again_is_done_once():
    async def story():
        venue, room, _ = await playing()
        id_ = venue.node.id()
        await venue.wait(5)
        made = lambda at: c.Tap(0, 1, at)  # noqa: E731
        first = await room.do(made, by="table", command=id_)
        again = await room.do(made, by="table", command=id_)
        assert first == again
        unknown = venue.node.id()
        assert await room.status([id_, unknown], "table") == {
            id_: {"acked": first.last},
            unknown: {"unknown": True},
        }
        assert room.state.move == 2

    run(story)


def test_a_restart_costs_nobody_time():
    async def story():
        venue, room, _ = await playing()
        await venue.wait(10)
        venue.node.time.now += 600  # the server lies down for ten minutes
        fresh = await venue.again()
        again = await fresh.clock()
        assert again.state == room.state
        left = again.state.left_at(Ms(fresh.node.clock.now()))
        assert 29_000 <= left <= 31_000
        again.join(Screen())
        await fresh.wait(25)
        assert not again.state.flagged
        await fresh.wait(7)
        assert again.state.flagged

    run(story)


def test_more_time_for_who_needs_it():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        room = await venue.clock()
        second = room.place.seats[1]
        await hall.set_percent(second, 150, [write_percent(hall.office, second, 150)])
        await press(room, c.Start)
        await tap(room)
        assert room.state.left == 60_000
        first = room.place.seats[0]
        await hall.set_percent(first, 200, [write_percent(hall.office, first, 200)])
        await tap(room)
        while room.state.turn:
            await tap(room)
        assert room.state.left == 80_000
        fresh = await venue.again()
        assert (await fresh.hall()).percents == {first: 200, second: 150}

    run(story)


def test_who_looks_on_is_not_told_who_needs_more_time():
    async def story():
        venue = Venue()
        hall = await venue.tournament()
        room, phone, onlooker = await venue.clock(), Screen(), Screen()
        second = room.place.seats[1]
        await hall.set_percent(second, 150, [write_percent(hall.office, second, 150)])
        room.join(phone)
        room.watch(onlooker)
        for begin in (False, True):
            assert not begin or await press(room, c.Start) is None
            assert [seat["percent"] for seat in phone.last["seats"]] == [100, 150, 100, 100]
            assert [seat["percent"] for seat in onlooker.last["seats"]] == [100] * 4

    run(story)


def test_the_rules_say_how_long_and_what_a_flag_means():
    async def story():
        venue = Venue()
        await venue.tournament("szkoly2015", 16)
        room = await venue.clock()
        room.join(Screen())
        await press(room, c.Start)
        assert (room.state.times.move, room.state.times.games) == (60_000, 3)
        await venue.wait(61)
        assert room.state.waits
        assert await tap(room) == "table_clock.waits_for_referee"
        await press(room, c.EndGame)
        assert room.state.phase is Phase.OVER

    run(story)


def test_a_game_of_the_heats_has_its_own_limit_and_says_what_now():
    """szkoly2015 L101: 25 minutes, the running move is finished and the game is over."""

    async def story():
        venue = Venue()
        await venue.tournament("szkoly2015", 16)
        room, phone = await venue.clock(), Screen()
        room.join(phone)
        await venue.wait(3)
        await press(room, c.Start)
        assert (phone.last["game_ms"], phone.last["game_left_ms"]) == (1_500_000, 1_500_000)
        for _ in range(30):
            await venue.wait(49)
            await tap(room)
        await venue.wait(29.9)
        assert not room.state.time_called
        await venue.wait(0.2)
        last = phone.last
        assert (last["time_called"], last["game_time_over"], last["last_moves"]) == (True, True, 0)
        await tap(room)
        assert (phone.last["phase"], phone.last["ending"]) == ("over", "time_over")

    run(story)


def _sheet(seats: tuple[int, ...], game: int) -> dict[str, Any]:
    rows = [{"entrant": int(n), "rack_sum": 10 * i} for i, n in enumerate(seats)]
    return {"do": "result", "round": 1, "table": 1, "game": game, "seats": rows}


def test_the_clock_follows_the_results():
    async def story():
        venue, room, (one,) = await playing()
        seats = (await venue.office()).state.rounds[0].tables[0].seats
        await tap(room)
        await venue.ask(**_sheet(seats, 1))
        await venue.quiet()
        assert (one.last["phase"], one.last["game"], one.last["starter"]) == ("ready", 1, 1)
        assert await press(room, c.Start) is None
        assert (one.last["game"], one.last["turn"]) == (2, 1)

    run(story)


def test_a_clock_opened_late_is_for_the_game_that_comes():
    async def story():
        venue = Venue()
        await venue.tournament()
        seats = (await venue.office()).state.rounds[0].tables[0].seats
        await venue.ask(**_sheet(seats, 1))
        room, one = await venue.clock(), Screen()
        room.join(one, "login")
        assert (one.last["game"], one.last["starter"]) == (1, 1)
        assert await press(room, c.Start) is None
        assert (one.last["game"], one.last["turn"]) == (2, 1)

    run(story)


def test_the_starter_is_the_one_everybody_is_told():
    """mp2023 L9: the third starts the third game, also where the second has left."""

    async def story():
        venue, room, (one,) = await playing()
        seats = (await venue.office()).state.rounds[0].tables[0].seats
        await venue.ask(do="withdraw", entrant=int(seats[1]), reason="choroba", game="without")
        for game in (2, 3):
            await press(room, c.EndGame)
            await press(room, partial(c.NextGame, referee=True))
            told = (await my_table(await venue.hall(), int(seats[0]))).starter
            if game == 2:
                await venue.ask(**_sheet((seats[0], seats[2], seats[3]), 1))
                told = (await my_table(await venue.hall(), int(seats[0]))).starter
            assert one.last["starter"] == 2, game
            assert told == 2
            assert await press(room, c.Start) is None

    run(story)


@pytest.mark.parametrize("ago_ms", [0, 600_000])
def test_two_hands_on_two_phones_end_one_move(ago_ms: int):
    """Also where the first one says that it was late: it had a line all the time."""

    async def story():
        venue, room, (one, other) = await playing(phones=2)
        await venue.wait(5)
        assert await tap(room, ago_ms, phone=one) is None
        assert await tap(room, phone=other) == "table_clock.move_over"
        assert one.last["move"] == 2
        await venue.wait(1)
        assert await tap(room, phone=other) is None
        assert one.last["move"] == 3

    run(story)
