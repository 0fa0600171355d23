"""Online tables of a Miś Wojtek tournament: set from a round, reporting by themselves."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from stolik.app.hall import control
from stolik.app.tables.asks import Warn
from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.tournament.format import Exclusion
from stolik.tournament.ladder import offences
from stolik.tournament.state import EntrantNumber
from stolik.wojtek import commands as game
from stolik.wojtek.events import SeatExcluded
from stolik.wojtek.evolution import resting_points
from stolik.wojtek.state import Decision, Phase
from tests.app.hall.venue import Venue


def run(story):
    asyncio.run(story())


async def opened(venue: Venue, bots: str = "greedy"):
    """A tournament of ten with table 1 of its first round online."""
    await venue.tournament("wojtek", entrants=10)
    (host,) = await venue.online(1, bots=bots)
    return host


async def played(venue: Venue, host) -> None:
    for _ in range(200):
        if host.room.table.state.phase is Phase.OVER:
            await venue.wait(0)
            return
        await venue.wait(3)
    raise AssertionError("the game does not end")


def test_the_places_of_an_online_game_come_to_the_tournament_once():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        lines = (await venue.results())[1, 1].lines
        places = {r.seat: r.standing.place for r in host.room.table.state.results}
        seats = host.room.table.setup.seats
        assert {line.entrant: line.place for line in lines} == {
            seats[seat].entrant: place for seat, place in places.items()
        }
        points = (5, 3, 2, 1, 0)
        assert all(line.big_points == points[line.place - 1] for line in lines)
        seq = (await venue.office()).seq
        fresh = await venue.again()
        await fresh.node.rooms.host(host.room.table.setup.id)
        await fresh.wait(2)
        assert (await fresh.office()).seq == seq
        assert venue.node.faults == []

    run(story)


def test_the_ladder_goes_on_between_the_tournament_and_its_table():
    async def story():
        venue = Venue()
        await venue.tournament("wojtek", entrants=10)
        office = await venue.office()
        first = int(office.state.rounds[0].tables[0].seats[0])
        await venue.ask(do="penalty", entrant=first, reason="hałas")
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(1)
        assert host.room.table.state.seats[0].offences == 1
        assert await venue.node.do(host, game.Penalise(Seat(0), "krzyki")) is None
        await venue.wait(0)
        steps = [p.step for p in office.state.penalties if p.entrant == first]
        assert steps == ["warning", "yellow_card"]
        await played(venue, host)
        assert [p.step for p in office.state.penalties if p.entrant == first] == steps
        (line,) = [x for x in (await venue.results())[1, 1].lines if x.entrant == first]
        assert line.big_points == (5, 3, 2, 1, 0)[line.place - 1], "the ledger takes the points off"
        assert venue.node.faults == []

    run(story)


def test_a_report_answered_at_the_table_is_answered_in_the_tournament():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        about = EntrantNumber(host.room.table.setup.seats[1].entrant)
        asked = (
            game.ReportMisconduct(Seat(0), Seat(1), "podpowiada"),
            game.DecideReport(1, Decision.WARNING, "prawda", is_step=True),
            game.ReportMisconduct(Seat(0), Seat(1), "znowu"),
            game.DecideReport(2, Decision.DISQUALIFICATION, "znowu"),
        )
        for command in asked:
            assert await venue.node.do(host, command) is None
        await played(venue, host)
        office = await venue.office()
        steps = [p.step for p in office.state.penalties if p.entrant == about]
        assert steps == ["warning", "at_once"]
        assert [r.decision.value for r in office.state.reports] == ["warning", "disqualification"]
        lines = (await venue.results())[1, 1].lines
        (line,) = [line for line in lines if line.entrant == about]
        assert line.place == len(lines)
        assert venue.node.faults == []

    run(story)


def test_the_judge_overrules_and_the_result_is_corrected():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        count = len(host.room.table.state.seats)
        before = [r.standing.place for r in host.room.table.state.results]
        wanted = tuple(count + 1 - place for place in before)
        assert await venue.node.do(host, game.Overrule(wanted, "pomyłka")) is None
        await venue.wait(0)
        entrants = [seat.entrant for seat in host.room.table.setup.seats]
        lines = {x.entrant: x.place for x in (await venue.results())[1, 1].lines}
        assert lines == dict(zip(entrants, wanted, strict=True))
        assert venue.node.faults == []

    run(story)


def test_places_beside_an_absentee_and_an_excluded_are_the_same_in_the_tournament():
    """004 L101, L105, L112: what the table takes from the judge its tournament takes too."""

    async def story():
        venue = Venue()
        host = await opened(venue, bots="")
        table = host.room.table
        host.dealing.begin()
        await venue.wait(1)
        await _sat_out(venue, host, away=4)
        assert await venue.node.do(host, game.Exclude(Seat(3), "krzyki")) is None
        await venue.wait(0)
        for wrong in ((1, 2, 3, 4, 5), (1, 2, 4, 3, None), (1, 2, 5, 4, None)):
            assert await venue.node.do(host, game.Overrule(wrong, "pomyłka")) is not None
        assert await venue.node.do(host, game.Overrule((3, 1, 2, 4, None), "pomyłka")) is None
        await venue.wait(0)
        entrants = [seat.entrant for seat in table.setup.seats]
        told = (await venue.results())[1, 1]
        assert {x.entrant: x.place for x in told.lines} == dict(
            zip(entrants[:4], (3, 1, 2, 4), strict=True)
        )
        assert told.absent == (entrants[4],)
        assert venue.node.faults == []

    run(story)


def test_who_is_excluded_after_the_judge_set_the_places_is_last_in_the_tournament_too():
    """004 L105, L127: the later word names a place, and the table's ranking is the tournament's."""

    async def story():
        venue = Venue()
        host = await opened(venue, bots="")
        table = host.room.table
        host.dealing.begin()
        await venue.wait(1)
        await _sat_out(venue, host, away=4)
        assert await venue.node.do(host, game.Overrule((3, 1, 2, 4, None), "pomyłka")) is None
        await venue.wait(0)
        assert await venue.node.do(host, game.Exclude(Seat(1), "krzyki")) is None
        await venue.wait(0)
        places = [line.standing.place for line in table.state.results]
        assert places == [2, 4, 1, 3, 0]
        told = (await venue.results())[1, 1]
        entrants = [seat.entrant for seat in table.setup.seats]
        assert {x.entrant: x.place for x in told.lines} == dict(
            zip(entrants[:4], places[:4], strict=True)
        )
        assert told.absent == (entrants[4],)
        assert venue.node.faults == []

    run(story)


async def _sat_out(venue: Venue, host, away: int) -> None:
    """Everybody has one turn, and one seat lets it go by."""
    for _ in range(40):
        state = host.room.table.state
        if state.phase is Phase.OVER:
            return
        if state.phase is Phase.PLAYING and not state.time_called:
            command = game.CallTime()
        elif state.turn == away or state.phase is Phase.SETTING_UP:
            command = game.PassTurn(state.turn, "nie ma go")
        else:
            command = game.ExchangeCards(state.turn, state.seats[state.turn].hand[:1])
        assert await venue.node.do(host, command) is None
        await venue.wait(0)
    raise AssertionError("the game does not end")


def test_who_withdraws_is_out_of_his_game_and_the_others_play_on():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        entrant = host.room.table.setup.seats[1].entrant
        await venue.ask(do="withdraw", entrant=entrant, reason="chory", game="without")
        await venue.wait(0)
        assert host.room.table.state.seats[1].excluded
        await played(venue, host)
        assert (1, 1) in await venue.results()
        assert venue.node.faults == []

    run(story)


def test_the_hall_stops_its_online_tables_and_lets_them_go_on():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        assert await venue.do(lambda s, at: control.pause(s, 1, reason="alarm", at=at)) is None
        await venue.wait(1)
        assert host.room.table.state.paused
        assert await venue.do(lambda s, at: control.resume(s, 1, at=at)) is None
        await venue.wait(1)
        assert not host.room.table.state.paused
        assert venue.node.faults == []

    run(story)


TWO_GAMES = """
based_on = "wojtek"
id = "dwie"
[[stages]]
id = "basic"
title = "Runda"
field = "all"
rounds = 2
games = 2
minutes = 45
seating = "draw"
draw = "planned"
criteria = ["big_points", "lot"]
"""


def test_every_game_of_a_table_comes_to_the_tournament(tmp_path: Path):
    async def story():
        venue = Venue()
        shape = tmp_path / "dwie.toml"
        shape.write_text(TWO_GAMES, "utf-8")
        await venue.tournament(str(shape), entrants=10)
        (host,) = await venue.online(1, bots="greedy")
        for game_number in (1, 2):
            await played(venue, host)
            assert set(await venue.results()) == {(1, n) for n in range(1, game_number + 1)}
            if game_number == 1:
                offender = EntrantNumber(host.room.table.setup.seats[1].entrant)
                while host.room.table.state.game == 1:
                    await venue.wait(1)
                for command in (
                    game.ReportMisconduct(Seat(0), Seat(1), "podpowiada"),
                    game.DecideReport(1, Decision.DISQUALIFICATION, "prawda"),
                ):
                    assert await venue.node.do(host, command) is None
                await venue.wait(0)
        office = await venue.office()
        (penalty,) = [p for p in office.state.penalties if p.entrant == offender]
        assert penalty.game == 2
        lines = (await venue.results())[1, 2].lines
        assert [x.place for x in lines if x.entrant == offender] == [len(lines)]
        assert not host.play.is_running
        assert venue.node.faults == []

    run(story)


def test_who_never_came_to_his_game_is_no_part_of_it():
    async def story():
        venue = Venue()
        await venue.tournament("wojtek", entrants=8)
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(1)
        entrant = host.room.table.setup.seats[1].entrant
        await venue.ask(do="no_show", entrant=entrant, reason="nie ma go")
        await played(venue, host)
        result = (await venue.results())[1, 1]
        assert result.absent == (entrant,)
        assert sorted((line.place, line.big_points) for line in result.lines) == [
            (1, 5),
            (2, 3),
            (3, 2),
        ]
        assert venue.node.faults == []

    run(story)


def test_a_seat_gets_only_bots_that_play_this_game():
    async def story():
        venue = Venue()
        await venue.tournament("wojtek", entrants=10)
        (host,) = await venue.online(1, bots="planner")
        assert {seat.bot for seat in host.room.table.setup.seats} == {"planner"}
        online = (await venue.hall()).online
        with pytest.raises(Refused, match=r"bot\.unknown"):
            await online.seat_bot(1, 1, 0, "patient")  # it plays tiles

    asyncio.run(story())


def test_places_set_by_the_judge_stay_and_their_reason_is_told():
    """004 L105: through a penalty, and through a rewind after which the game ends anew."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        table = host.room.table
        seats, came = len(table.setup.seats), [x.standing.place for x in table.state.results]
        orders = (tuple(range(seats, 0, -1)), tuple(range(1, seats + 1)))
        places = next(one for one in orders if one != tuple(came))
        assert await venue.node.do(host, game.Overrule(places, "karta wzięta dwa razy")) is None
        await venue.wait(0)
        assert (await venue.results())[1, 1].reason == "karta wzięta dwa razy"
        assert await venue.node.do(host, game.Penalise(Seat(0), "krzyki")) is None
        last = resting_points(table.state.log)[-1]
        assert await venue.node.do(host, game.Rewind(last, "pomyłka")) is None
        assert await venue.node.do(host, game.Resume()) is None
        await played(venue, host)
        assert tuple(line.standing.place for line in table.state.results) == places
        told = (await venue.results())[1, 1]
        seats = {seat.entrant: places[n] for n, seat in enumerate(table.setup.seats)}
        assert {line.entrant: line.place for line in told.lines} == seats
        assert venue.node.faults == []

    run(story)


def test_a_judge_who_disqualifies_at_the_table_writes_no_step_into_the_ledger():
    """004 L127: last in that game, hall and online; and leaving is no fault at all."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        office, seats = await venue.office(), host.room.table.setup.seats
        assert await venue.node.do(host, game.Exclude(Seat(0), "oszustwo")) is None
        await venue.wait(0)
        given = office.state.penalties[-1]
        assert (given.entrant, given.step, given.game) == (seats[0].entrant, "at_once", 1)
        assert office.state.entrants[EntrantNumber(seats[0].entrant)].plays
        assert offences(office.state, given.entrant) == 0
        await venue.ask(do="withdraw", entrant=seats[1].entrant, reason="choroba", game="without")
        out = [t.event for t in host.room.table.told if isinstance(t.event, SeatExcluded)]
        assert [(one.left, bool(one.article)) for one in out] == [(False, True), (True, False)]
        assert len(office.state.penalties) == 1
        assert venue.node.faults == []

    run(story)


@pytest.mark.parametrize("steps", [("penalty",) * 4, ("disqualify",)])
def test_who_is_put_out_of_a_game_in_the_ledger_is_out_of_it_online(steps):
    """004 L112, L127: out of that game and last in it, written down once."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        office, table = await venue.office(), host.room.table
        entrant = table.setup.seats[2].entrant
        for step in steps:
            assert Seat(2) in table.state.active_seats
            await venue.ask(do=step, entrant=entrant, reason="oszustwo")
            await venue.wait(0)
        assert Seat(2) not in table.state.active_seats
        (out,) = [t.event for t in table.told if isinstance(t.event, SeatExcluded)]
        assert (out.seat, out.reason, out.left) == (2, "oszustwo", False)
        await played(venue, host)
        (line,) = [x for x in (await venue.results())[1, 1].lines if x.entrant == entrant]
        assert line.place == len(table.setup.seats)
        assert len(office.state.penalties) == len(steps)
        assert office.state.entrants[EntrantNumber(entrant)].plays
        assert venue.node.faults == []

    run(story)


def test_a_card_that_was_taken_back_before_its_game_puts_nobody_out():
    async def story():
        venue = Venue()
        await venue.tournament("wojtek", entrants=10)
        first = int((await venue.office()).state.rounds[0].tables[0].seats[0])
        await venue.ask(do="disqualify", entrant=first, reason="oszustwo")
        await venue.ask(do="cancel_penalty", penalty=1, reason="pomyłka")
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(1)
        state = host.room.table.state
        assert len(state.active_seats) == len(state.seats)
        assert venue.node.faults == []

    run(story)


def test_the_table_gives_the_step_that_follows_the_one_of_the_desk():
    """The ladder is the tournament's: after a warning in the hall comes the card, online too."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await venue.wait(1)
        entrant = EntrantNumber(host.room.table.setup.seats[0].entrant)
        await venue.ask(do="penalty", entrant=entrant, reason="krzyki")
        asked = host.play.asked(Warn("0" * 32, 0, seat=0, reason="krzyki", over=1), Seat(1))
        await venue.caretaker.demand_seen(host, asked.seen)
        assert await venue.node.do(host, asked.command) is None
        await venue.wait(0)
        state = (await venue.office()).state
        assert [p.step for p in state.penalties] == ["warning", "yellow_card"]
        assert host.room.table.state.seats[0].offences == 2
        assert venue.node.faults == []

    run(story)


def test_a_red_card_after_the_game_says_and_does_the_same_online_and_in_the_hall():
    """004 L112: out of the game that is on; one that is over keeps its places (decision W22)."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        office = await venue.office()
        online, hall = (table.seats for table in office.state.rounds[0].tables)
        rows = [{"entrant": n, "place": i + 1} for i, n in enumerate(hall)]
        await venue.ask(do="result", round=1, table=2, game=1, seats=rows, by="referee")
        for _ in range(3):
            assert await venue.node.do(host, game.Penalise(Seat(0), "krzyki")) is None
            await venue.wait(0)
            await venue.ask(do="penalty", entrant=hall[0], reason="krzyki")
        before = {at: one.lines for at, one in (await venue.results()).items()}
        said = await venue.ask(do="ladder", entrant=online[0], game=1, after_game=True)
        assert said["warning"] == (await venue.ask(do="ladder", entrant=hall[0]))["warning"]
        assert "liczą się same punkty" in said["warning"]["effect"]
        assert await venue.node.do(host, game.Penalise(Seat(0), "krzyki")) is None
        await venue.wait(0)
        await venue.ask(do="penalty", entrant=hall[0], reason="krzyki")
        one, other = office.state.penalties[-2:]
        assert (one.step, one.entrant) == ("red_card", online[0])
        assert replace(one, entrant=other.entrant) == other
        assert other.excludes is Exclusion.NOTHING
        assert {at: one.lines for at, one in (await venue.results()).items()} == before
        assert not host.room.table.state.seats[0].excluded
        assert venue.node.faults == []

    run(story)


def test_who_withdraws_after_his_online_game_keeps_his_place_in_it():
    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        before = (await venue.results())[1, 1]
        winner = next(line.entrant for line in before.lines if line.place == 1)
        await venue.ask(do="withdraw", entrant=winner, reason="jedzie do domu")
        await venue.wait(0)
        assert (await venue.results())[1, 1] == before
        assert venue.node.faults == []

    run(story)


def test_every_correction_of_an_online_result_says_why_and_by_whom():
    """Each one is kept for the protocol; the reason of an exclusion stays in the ledger."""

    async def story():
        venue = Venue()
        host = await opened(venue)
        await played(venue, host)
        came = [x.standing.place for x in host.room.table.state.results]
        places = tuple(len(came) + 1 - place for place in came)
        first, second = (Seat(places.index(n)) for n in (1, 2))
        for command in (
            game.Overrule(places, "Błąd w liczeniu"),
            game.Exclude(first, "krzyki"),
            game.Exclude(second, "krzyki"),
        ):
            await host.room.do(command, by="referee")
            await venue.wait(0)
        found = (await venue.results())[1, 1].corrections
        assert [(one.cause.value, one.reason) for one in found] == [
            ("places_set", "Błąd w liczeniu"),
            ("exclusion", ""),
            ("exclusion", ""),
        ]
        entries = [json.loads(one.body) for one in await (await venue.office())._log.told()]
        kinds = ("ResultCorrected", "PenaltyGiven")
        judged = [one["by"] for one in entries if one["event"]["event"] in kinds]
        assert [by.partition(" ")[0] for by in judged] == ["referee"] * 5
        fresh = await venue.again()
        await fresh.node.rooms.host(host.room.table.setup.id)
        await fresh.wait(2)
        assert (await fresh.results())[1, 1].corrections == found, "told once, also after a crash"
        assert venue.node.faults == []

    run(story)
