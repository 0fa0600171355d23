"""A live table of Miś Wojtek: what is kept, what is told, what falls due, what can be checked."""

import asyncio
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stolik.app.games.wojtek.game import WOJTEK
from stolik.app.games.wojtek.play import WojtekPlay
from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.games.wojtek.transcript import card_set
from stolik.app.games.wojtek.verification import played
from stolik.app.library import board
from stolik.app.tables.host import Host
from stolik.app.tables.transcript_of import transcript_of
from stolik.bots.wojtek.greedy import GreedyBot
from stolik.bots.wojtek.random_bot import RandomBot
from stolik.fair import verify
from stolik.refusal import Refused
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import commands as c
from stolik.wojtek import events as e
from stolik.wojtek import view as wojtek
from stolik.wojtek.edition import JudgeRules
from stolik.wojtek.endings import results_of
from stolik.wojtek.engine import replay
from stolik.wojtek.refereeing import by_red_card
from stolik.wojtek.state import Decision, Phase, Waiting, new_table
from tests.app.tables.hall import Eyes, Hall

TRASA = board("trasa")


async def begun(hall: Hall, seats: int = 3, **changes: Any) -> tuple[Host, list[Eyes]]:
    """A table of people who have all come: cards are dealt at once."""
    setup = {"game": "wojtek", "profile": "trasa", **changes}
    host = await hall.table(seats=seats, **setup)
    eyes = [await hall.sit(host, seat) for seat in range(seats)]
    while host.room.table.state.waiting is Waiting.START:
        seat = host.room.table.state.turn
        await hall.do(host, thought(host, GreedyBot(host.room.table.board)))
        assert host.room.table.state.seats[seat].start is not None
    assert host.room.table.state.phase is Phase.PLAYING
    return host, eyes


def thought(host: Host, bot: Any) -> c.SeatCommand:
    """What a bot would do for the seat to move."""
    state = host.room.table.state
    viewer = wojtek.Viewer(wojtek.Role.SEAT, state.turn)
    return bot.command(wojtek.visible_to(state, viewer))


async def played_on(hall: Hall, host: Host, turns: int = 1000, seed: int = 0) -> None:
    """Some turns, or the whole game, by a bot on every seat."""
    bot = RandomBot(host.room.table.board, Random(seed))
    for _ in range(turns):
        if host.room.table.state.phase is Phase.OVER:
            return
        assert await hall.do(host, thought(host, bot)) is None


def run(doing: Any) -> Any:
    return asyncio.run(doing)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_whole_game_is_kept_and_everybody_can_check_its_deal(seats: int):
    async def play() -> None:
        hall = Hall(seed=f"whole {seats}")
        host, eyes = await begun(hall, seats)
        await played_on(hall, host)
        table = host.room.table
        assert hall.faults == []
        told = await transcript_of(host.room, 1)
        fair = eyes[0].last("snapshot")["fair"]
        found = verify(told, fair["commit"], fair["public"], cards=card_set(TRASA))
        assert found.size == seats
        # The log is one that the rules would tell, and replays to the same table.
        assert played([t.event for t in table.told], TRASA) == table.state
        again = await hall.again().rooms.host("t")
        assert again.room.table.state == table.state
        assert not again.play.is_running

    run(play())


def test_bots_play_by_themselves():
    async def play() -> None:
        hall = Hall(seed="bots")
        host = await hall.table(
            "planner", "greedy", "random", seats=3, game="wojtek", profile="trasa"
        )
        host.dealing.look()
        await hall.wait(200)
        assert hall.faults == []
        assert host.room.table.state.phase is Phase.OVER

    run(play())


def test_what_is_hidden_is_told_to_its_own_seat_only():
    async def play() -> None:
        hall = Hall()
        host, eyes = await begun(hall)
        referee = await hall.look(host, Viewer(Role.REFEREE))
        mover = host.room.table.state.turn
        hand = host.room.table.state.seats[mover].hand
        await hall.do(host, c.ExchangeCards(mover, hand[:2]))
        for seat, each in enumerate([*eyes, referee]):
            items = each.last("events")["items"]
            shown = ["cards" in i["data"] for i in items if i["kind"].startswith("Cards")]
            assert shown == [seat == mover] * 2
            view = each.last("snapshot")["view"]
            assert [s["hand"] is not None for s in view["seats"]] == [s == seat for s in range(3)]
        now = host.room.table.state.turn
        offered = [each.last("snapshot")["options"] is not None for each in eyes]
        assert offered == [seat == now for seat in range(3)]
        assert referee.last("snapshot")["options"] is None

    run(play())


def test_without_a_clock_nobody_who_is_there_is_pushed():
    async def play() -> None:
        hall = Hall()
        host, _ = await begun(hall)
        before = host.room.table.seq
        await hall.wait(3600)
        assert host.room.table.seq == before

    run(play())


async def left_by_the_second(hall: Hall, **changes: Any) -> tuple[Host, list[Eyes], int]:
    """The second to move has gone, and it is his turn."""
    host, eyes = await begun(hall, **changes)
    first, second = host.room.table.state.order[:2]
    host.room.audience.leave(eyes[second])
    await hall.do(host, thought(host, GreedyBot(TRASA)))
    assert host.room.table.state.turn == second
    assert eyes[first].last("notice")["code"] == "notice.referee_asked"
    return host, eyes, second


def test_a_log_from_when_a_red_card_reached_back_is_still_believed():
    """Before decision W22 it put somebody out of a game that was over, too."""

    async def play() -> None:
        hall = Hall(seed="former")
        host, _ = await begun(hall, 2)
        await played_on(hall, host)
        state = host.room.table.state
        log = [t.event for t in host.room.table.told]
        card = e.OffencePunished(Seat(0), e.LadderStep.RED_CARD, -3, "krzyki")
        out = (*log, card, by_red_card(state, Seat(0), "krzyki"))
        log = [*out, e.GameEnded(state.ending, results_of(replay(out, new_table(TRASA))))]
        assert played(log, TRASA).seats[0].excluded

    run(play())


def test_without_a_clock_the_turn_of_who_has_gone_is_passed_after_a_while():
    async def play() -> None:
        hall = Hall()
        host, _, gone = await left_by_the_second(hall)
        await hall.wait(89.9)
        assert host.room.table.state.turn == gone
        await hall.wait(0.2)
        assert host.room.table.state.turn != gone
        (passed,) = [t for t in host.room.table.told if isinstance(t.event, e.TurnPassed)]
        assert (passed.event, passed.by) == (e.TurnPassed(gone, "away"), "clock")
        assert played([t.event for t in host.room.table.told], TRASA) == host.room.table.state

    run(play())


@pytest.mark.parametrize("patience_s", [20, 200])
def test_the_organiser_says_how_long_the_absent_are_waited_for(patience_s: int):
    """A switch of the board (W19), whatever clock the table has besides."""
    own = {"based_on": "trasa", "id": "own", "title": "Own", "clock": {"patience_s": patience_s}}

    async def play() -> None:
        hall = Hall()
        host, _, gone = await left_by_the_second(hall, profile=json.dumps(own), turn_time_s=0)
        await hall.wait(patience_s - 0.1)
        assert host.room.table.state.turn == gone
        await hall.wait(0.2)
        assert host.room.table.state.turn != gone

    run(play())


def test_who_comes_back_in_time_has_his_turn():
    async def play() -> None:
        hall = Hall()
        host, _, gone = await left_by_the_second(hall)
        await hall.wait(80)
        await hall.sit(host, gone)
        await hall.wait(3600)
        assert host.room.table.state.turn == gone

    run(play())


def test_a_table_everybody_has_left_stands_until_somebody_is_back():
    """And then the one who is missing has all his time from that moment on."""

    async def play() -> None:
        hall = Hall()
        host, eyes, gone = await left_by_the_second(hall)
        for each in eyes:
            host.room.audience.leave(each)
        await hall.wait(3600)
        assert host.room.table.state.turn == gone
        await hall.sit(host, next(s for s in range(3) if s != gone))
        await hall.wait(89.9)
        assert host.room.table.state.turn == gone
        await hall.wait(0.2)
        assert host.room.table.state.turn != gone

    run(play())


def test_bots_wait_for_the_one_they_practise_with():
    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", "greedy", seats=3, game="wojtek", profile="trasa")
        me = await hall.sit(host, 0)
        while host.room.table.state.turn != 0 or host.room.table.state.phase is Phase.CLOSED:
            await hall.wait(1)
        host.room.audience.leave(me)
        before = host.room.table.seq
        await hall.wait(3600)
        assert host.room.table.seq == before

    run(play())


def test_a_start_that_nobody_chooses_is_chosen_after_a_while():
    async def play() -> None:
        for seed in range(200):
            hall = Hall(seed=f"start {seed}")
            host = await hall.table(seats=3, game="wojtek", profile="trasa")
            eyes = [await hall.sit(host, seat) for seat in range(3)]
            state = host.room.table.state
            if state.waiting is Waiting.START:
                break
        host.room.audience.leave(eyes[state.turn])
        await hall.wait(90.1)
        assert host.room.table.state.seats[state.turn].start is not None

    run(play())


# --- several games ----------------------------------------------------------------------------


async def confirmed(hall: Hall, host: Host) -> None:
    """Everybody has seen the ranking; the next game is dealt."""
    for seat in host.room.table.state.active_seats:
        assert await hall.do(host, c.ConfirmResult(seat)) is None
    while host.room.table.state.waiting is Waiting.START:
        assert await hall.do(host, thought(host, GreedyBot(host.room.table.board))) is None


def test_games_follow_each_other_and_each_has_a_deal_of_its_own():
    async def play() -> None:
        hall = Hall(seed="series")
        host, eyes = await begun(hall, games=3)
        fairs = []
        for game in (1, 2, 3):
            assert (host.play.game_number, host.play.is_playing) == (game, True)
            fairs.append(eyes[0].last("snapshot")["fair"])
            await played_on(hall, host, seed=game)
            assert host.play.is_running is (game < 3)
            if game < 3:
                await confirmed(hall, host)
        assert hall.faults == []
        assert sorted(host.play.ended_games()) == [1, 2, 3]
        assert [fair["ctx"][-2:] for fair in fairs] == ["/1", "/2", "/3"]
        assert len({fair["commit"] for fair in fairs}) == 3
        for game, fair in enumerate(fairs, start=1):
            told = await transcript_of(host.room, game)
            assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA)).size == 3
        assert played([t.event for t in host.room.table.told], TRASA) == host.room.table.state

    run(play())


def test_the_next_game_waits_until_all_have_seen_the_ranking_but_not_for_ever():
    async def play() -> None:
        hall = Hall(seed="waiting")
        host, _ = await begun(hall, games=2)
        await played_on(hall, host)
        assert await hall.do(host, c.ConfirmResult(Seat(0))) is None
        assert await hall.do(host, c.ConfirmResult(Seat(0))) == "wojtek.confirmed_already"
        await hall.wait(80)
        assert host.room.table.state.game == 1
        await hall.wait(20)
        assert host.room.table.state.game == 2
        assert hall.faults == []

    run(play())


def test_a_report_is_decided_before_the_next_game():
    """It may mean the last place of the game that is over."""

    async def play() -> None:
        hall = Hall(seed="report")
        host, _ = await begun(hall, games=2)
        await played_on(hall, host)
        await hall.do(host, c.ReportMisconduct(Seat(0), Seat(1), "podpowiada"))
        await confirmed(hall, host)
        await hall.wait(600)
        assert host.room.table.state.game == 1
        await hall.do(host, c.DecideReport(1, Decision.DISQUALIFICATION, "prawda"))
        await hall.wait(5)
        (line,) = [line for line in host.play.ended_games()[1].lines if line.seat == 1]
        assert line.place == 3
        assert host.room.table.state.game == 2
        assert not host.room.table.state.seats[1].excluded, "the next game is another one"

    run(play())


def test_the_ladder_goes_on_in_the_next_game_unless_each_has_its_own():
    async def play(restarts: bool) -> int:
        hall = Hall(seed="ladder")
        host, _ = await begun(hall, games=2, ladder_restarts=restarts)
        await hall.do(host, c.Penalise(Seat(1), "krzyki"))
        await played_on(hall, host)
        await confirmed(hall, host)
        assert host.room.table.state.game == 2
        return host.room.table.state.seats[1].offences

    assert [run(play(restarts)) for restarts in (False, True)] == [1, 0]


def test_a_server_that_comes_back_between_games_goes_on_with_the_next():
    async def play() -> None:
        hall = Hall(seed="between")
        host, _ = await begun(hall, games=2)
        await played_on(hall, host)
        hall = hall.again()
        host = await hall.rooms.host("t")
        await confirmed(hall, host)
        hall = hall.again()
        host = await hall.rooms.host("t")
        await played_on(hall, host, seed=5)
        assert hall.faults == []
        told, fair = await transcript_of(host.room, 2), host.room.table.fair
        assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA)).size == 3

    run(play())


def test_bots_play_a_whole_series_by_themselves():
    async def play() -> None:
        hall = Hall(seed="bots")
        bots = ("planner", "greedy", "random")
        host = await hall.table(*bots, seats=3, game="wojtek", profile="trasa", games=2)
        host.dealing.look()
        await hall.wait(400)
        assert hall.faults == []
        assert sorted(host.play.ended_games()) == [1, 2]

    run(play())


def test_a_turn_that_runs_out_is_over_and_never_early():
    async def play() -> None:
        hall = Hall()
        host, eyes = await begun(hall, turn_time_s=30)
        mover = host.room.table.state.turn
        await hall.wait(29.9)
        assert host.room.table.state.turn == mover
        await hall.wait(0.2)
        assert host.room.table.state.turn != mover
        assert "TurnTimedOut" in eyes[0].kinds()

    run(play())


def test_the_clock_stands_while_the_judge_is_waited_for_and_time_can_be_added():
    async def play() -> None:
        hall = Hall()
        host, _ = await begun(hall, turn_time_s=30)
        await hall.wait(20)
        await hall.do(host, c.AddTime(15, "zegar"))
        assert host.room.table.clock.left(hall.clock.now()) == pytest.approx(25_000, abs=100)
        await hall.do(host, c.Pause("pytanie"))
        await hall.wait(100)
        await hall.do(host, c.Resume())
        assert host.room.table.clock.left(hall.clock.now()) == pytest.approx(25_000, abs=100)

    run(play())


def test_the_time_of_the_game_is_called_by_itself():
    async def play() -> None:
        hall = Hall()
        _, eyes = await begun(hall, game_minutes=10)
        await hall.wait(601)
        assert "TimeCalled" in eyes[0].kinds()

    run(play())


def test_who_comes_back_gets_what_was_missed():
    async def play() -> None:
        hall = Hall()
        host, eyes = await begun(hall)
        seen = host.room.table.seq
        host.room.audience.leave(eyes[1])
        await played_on(hall, host, turns=3)
        back = Eyes(Viewer(Role.SEAT, Seat(1)))
        host.room.audience.join(back, seen, {})
        numbers = [i["seq"] for m in back.told if m["t"] == "events" for i in m["items"]]
        assert numbers == list(range(seen + 1, host.room.table.seq + 1))
        assert back.last("snapshot")["seq"] == host.room.table.seq

    run(play())


def test_a_server_that_comes_back_goes_on_with_the_same_chance():
    async def play() -> None:
        hall = Hall(seed="killed")
        host, _ = await begun(hall)
        await played_on(hall, host, turns=4)
        hall = hall.again()
        host = await hall.rooms.host("t")
        await played_on(hall, host, seed=1)
        assert hall.faults == []
        told = await transcript_of(host.room, 1)
        fair = host.room.table.fair
        assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA)).size == 3

    run(play())


def test_a_rewind_leaves_the_line_that_counts_and_it_can_still_be_checked():
    async def play() -> None:
        hall = Hall(seed="rewound")
        host, eyes = await begun(hall)
        rest = host.room.table.seq
        state = host.room.table.state
        await played_on(hall, host, turns=5)
        await hall.do(host, c.Pause("pytanie"))
        await hall.do(host, c.Rewind(rest, "zły ruch"))
        assert host.room.table.state.seats == state.seats
        assert eyes[0].last("snapshot")["view"]["paused"]
        await hall.do(host, c.Resume())
        await played_on(hall, host, seed=2)
        told = await transcript_of(host.room, 1)
        fair = host.room.table.fair
        assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA))

    run(play())


def test_a_red_card_takes_a_seat_out_and_the_others_play_on():
    async def play() -> None:
        hall = Hall(seed="red")
        host, eyes = await begun(hall, warnings=(0, 3, 0))
        assert await hall.do(host, c.Penalise(Seat(1), "krzyki")) is None
        assert host.room.table.state.seats[1].excluded
        assert eyes[1].last("snapshot")["options"] is None
        await played_on(hall, host)
        (line,) = [r for r in host.room.table.state.results if r.seat == 1]
        assert (line.standing.place, line.deduction) == (3, -3)
        told = await transcript_of(host.room, 1)
        fair = host.room.table.fair
        assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA))

    run(play())


def test_a_report_is_told_to_the_judge_and_the_two_it_is_about():
    async def play() -> None:
        hall = Hall()
        host, eyes = await begun(hall)
        referee = await hall.look(host, Viewer(Role.REFEREE))
        watcher = await hall.look(host, Viewer(Role.SPECTATOR))
        await hall.do(host, c.ReportMisconduct(Seat(0), Seat(1), "podpowiada"))
        told = [b"podpowiada" in each.raw[-2] for each in (*eyes, referee, watcher)]
        assert told == [True, True, False, True, False]
        seen = [len(each.last("snapshot")["view"]["reports"]) for each in (*eyes, referee, watcher)]
        assert seen == [1, 1, 0, 1, 0]

    run(play())


def test_the_seed_stays_secret_until_the_game_is_over():
    async def play() -> None:
        hall = Hall()
        host, eyes = await begun(hall)
        with pytest.raises(Refused) as refused:
            await transcript_of(host.room, 1)
        assert refused.value.violations[0].code == "fair.game_alive"
        seed = next(iter((await hall.store.all("deal")).values())).hex().encode()
        assert not any(seed in raw for each in eyes for raw in each.raw)
        await played_on(hall, host)
        assert any(seed in raw for raw in eyes[0].raw)

    run(play())


def test_where_the_organiser_wants_it_the_judge_confirms():
    """Bots wait for him too; without his word nobody moves on."""

    async def play() -> None:
        hall = Hall(seed="judge")
        changed = replace(TRASA, judge=JudgeRules(True, True, False))
        on_it = replace(WOJTEK, play=lambda s, house: WojtekPlay(WojtekTable(s, changed), house))
        hall.rooms.games = {on_it.name: on_it}
        host = await hall.table("greedy", "greedy", seats=2, game="wojtek", profile="trasa")
        host.dealing.look()
        for _ in range(60):
            await hall.wait(20)
            state = host.room.table.state
            if state.phase is Phase.OVER:
                break
            if state.waiting in (Waiting.CITY, Waiting.THREE_CARDS):
                before = host.room.table.seq
                await hall.wait(60)
                assert host.room.table.seq == before
                assert await hall.do(host, c.Confirm()) is None
        assert hall.faults == []
        assert host.room.table.state.phase is Phase.OVER
        assert any(isinstance(t.event, e.JudgeConfirmed) for t in host.room.table.told)

    run(play())
