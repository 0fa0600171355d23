"""Online tables report by themselves: exactly once, after a crash, after a rewind."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

from stolik.app.tables.asks import Disqualify, Warn
from stolik.app.tables.rooms import RUNNING
from stolik.app.tournaments.online import online_setups
from stolik.refusal import Refused
from stolik.rummikub import commands as game
from stolik.rummikub import events as e
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.tournament.state import EntrantNumber
from tests.app.hall.venue import Venue


def run(story):
    asyncio.run(story())


async def played(venue: Venue, host, number: int = 3, step: float = 2) -> None:
    """Let the bots play until the game of this number is over."""
    for _ in range(600):
        state = host.room.table.state
        if state.phase is Phase.OVER and state.game == number:
            return
        await venue.wait(step)
    raise AssertionError("the game does not end")


def test_every_game_of_an_online_table_is_reported_once():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host)
        await venue.wait(5)
        office = await venue.office()
        assert sorted(await venue.results()) == [(1, 1), (1, 2), (1, 3)]
        seq = office.seq
        assert await venue.node.store.get(RUNNING, host.room.table.setup.id) is None
        fresh = await venue.again()
        await fresh.node.rooms.host(host.room.table.setup.id)
        await fresh.wait(2)
        assert (await fresh.office()).seq == seq
        assert venue.node.faults == []

    run(story)


def test_a_crash_between_the_end_and_the_report_loses_nothing():
    async def story():
        venue = Venue(reports=False)
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host, 2)
        assert await venue.results() == {}
        fresh = await venue.again()
        await fresh.wait(1)
        assert (1, 1) in await fresh.results()
        assert (1, 2) in await fresh.results()

    run(story)


def test_what_was_corrected_by_hand_is_not_undone_by_a_restart():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await played(venue, host, 1)
        await venue.wait(0)
        lines = (await venue.results())[1, 1].lines
        rows = [
            {"entrant": line.entrant, "rack_sum": 0 if i == 0 else 10 + i}
            for i, line in enumerate(lines)
        ]
        await venue.ask(do="correct", round=1, table=1, game=1, seats=rows, reason="protest")
        corrected = (await venue.results())[1, 1].lines
        assert corrected != lines
        fresh = await venue.again()
        await fresh.wait(1)
        assert (await fresh.results())[1, 1].lines == corrected

    run(story)


def test_a_rewind_after_the_end_corrects_the_result():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        for _ in range(600):
            if host.room.table.state.phase is Phase.OVER:
                break
            await venue.wait(0.4)
        await venue.wait(0)
        before = (await venue.results())[1, 1]
        table = host.room.table
        began = next(
            n for n, t in enumerate(table.told, start=1) if isinstance(t.event, e.GameStarted)
        )
        assert await venue.node.do(host, game.Rewind(began, "spór")) is None
        assert (await venue.results())[1, 1] == before, "kept until the game ends anew"
        assert table.state.paused
        assert await venue.node.do(host, game.CallTime()) is None
        assert await venue.node.do(host, game.Resume()) is None
        await played(venue, host, 1)
        await venue.wait(0)
        after = (await venue.results())[1, 1]
        assert [(x.cause.value, x.reason) for x in after.corrections] == [("rewind", "spór")]
        assert after.lines != before.lines
        ended = [t.event for t in table.told if isinstance(t.event, e.GameEnded)]
        assert [line.place for line in after.lines] == [r.score.place for r in ended[-1].results]

    run(story)


def test_who_is_disqualified_at_his_table_is_out_of_the_tournament():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = EntrantNumber(host.room.table.setup.seats[1].entrant)
        rules = host.room.table.rules.penalties
        for _ in range(rules.warnings_before_exclusion):
            assert await venue.node.do(host, game.Warn(Seat(1), "podglądanie")) is None
        assert await venue.node.do(host, game.Disqualify(Seat(1), "podglądanie")) is None
        await played(venue, host)
        await venue.wait(0)
        assert not (await venue.office()).state.entrants[entrant].plays
        found = await venue.results()
        assert entrant in [line.entrant for line in found[1, 1].lines]
        assert entrant not in [line.entrant for line in found[1, 3].lines]
        assert venue.node.faults == []

    run(story)


def test_who_is_disqualified_in_the_tournament_is_out_of_his_online_game():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = host.room.table.setup.seats[2].entrant
        await venue.ask(do="penalty", entrant=entrant, reason="podglądanie")
        await venue.ask(do="disqualify", entrant=entrant, reason="oszustwo", leaving="stands")
        await venue.wait(0)
        assert Seat(2) not in host.room.table.state.active_seats
        await played(venue, host)
        await venue.wait(0)
        assert sorted(await venue.results()) == [(1, 1), (1, 2), (1, 3)]
        assert venue.node.faults == []

    run(story)


def warned(venue: Venue, host, seat: int):
    """A warning as the referee's phone asks for it."""
    ask = Warn("0" * 32, 0, seat=seat, reason="podglądanie")
    return venue.node.do(host, host.play.asked(ask, Seat(0)).command)


def test_three_warnings_disqualify_wherever_they_were_given():
    """000 L128: one in the hall, two at online tables of two rounds; one is cancelled between."""

    async def story():
        venue = Venue()
        await venue.tournament("grandprix", entrants=12)
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = EntrantNumber(host.room.table.setup.seats[1].entrant)
        office = await venue.office()
        await venue.ask(do="penalty", entrant=entrant, reason="hałas")
        await venue.ask(do="penalty", entrant=entrant, reason="pomyłka")
        await venue.ask(do="cancel_penalty", penalty=2, reason="pomyłka")
        assert await warned(venue, host, 1) is None
        await venue.wait(0)
        assert [p.step for p in office.state.penalties] == ["violation"] * 3
        assert office.state.entrants[entrant].plays
        (setup,) = online_setups(office, 1, [1], venue.node.rooms.house.chance)
        assert setup.warnings[1] == 2, "the next table knows of both"
        assert await warned(venue, host, 1) is None
        await venue.wait(0)
        assert office.state.penalties[-1].step == "disqualification"
        assert not office.state.entrants[entrant].plays
        assert Seat(1) not in host.room.table.state.active_seats
        assert venue.node.faults == []

    run(story)


def test_who_withdraws_loses_his_turns_and_the_round_still_gets_its_results():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        entrant = host.room.table.setup.seats[0].entrant
        hall = await venue.hall()
        await hall.online.seat_bot(1, 1, 0, "")  # his seat is his own again, and he is gone
        await venue.wait(4)
        await venue.ask(do="withdraw", entrant=entrant, reason="choroba", game="stands")
        (out,) = (t.event for t in host.room.table.told if isinstance(t.event, e.SeatDisqualified))
        assert (out.left, out.article) == (True, ""), "illness is no gross violation"
        await played(venue, host, step=30)
        await venue.wait(0)
        assert sorted(await venue.results()) == [(1, 1), (1, 2), (1, 3)]
        assert venue.node.faults == []

    run(story)


def test_a_table_of_a_round_drawn_again_reports_nothing():
    async def story():
        venue = Venue()
        await venue.tournament()
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        await venue.ask(do="unpublish", reason="pomyłka")
        await venue.ask(do="draw", reason="pomyłka")
        await venue.ask(do="publish")
        await played(venue, host, 1)
        await venue.wait(0)
        assert await venue.results() == {}

    run(story)


def penalised(venue: Venue, host, ask) -> Awaitable[str | None]:
    """What a referee's phone asks for, by what it was shown; its code if it is refused."""
    asked = host.play.asked(ask, Seat(0))

    async def done() -> str | None:
        try:
            as_seen = partial(venue.caretaker.demand_seen, host, asked.seen)
            await host.room.do(asked.command, by="referee", as_seen=as_seen)
        except Refused as refused:
            return refused.violations[0].code
        finally:
            await venue.quiet()
        return None

    return done()


def test_a_warning_at_a_table_is_refused_if_the_desk_has_moved_the_count():
    """000 L128: who was shown "no points lost" disqualifies nobody by it."""

    async def story():
        venue = Venue()
        await venue.tournament("grandprix", entrants=12)
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = EntrantNumber(host.room.table.setup.seats[1].entrant)
        office = await venue.office()
        for _ in range(2):
            await venue.ask(do="penalty", entrant=entrant, reason="hałas")
        ask = Warn("0" * 32, 0, seat=1, reason="podglądanie", over=0)
        assert await penalised(venue, host, ask) == "penalty.overtaken"
        assert office.state.entrants[entrant].plays
        assert Seat(1) in host.room.table.state.active_seats
        assert await penalised(venue, host, replace(ask, over=2)) is None
        assert not office.state.entrants[entrant].plays
        assert venue.node.faults == []

    run(story)


def test_of_two_referees_on_two_nodes_who_were_shown_the_same_one_warns():
    async def story():
        here = Venue(reports=False)  # what happens at its table is still on its way
        await here.tournament("grandprix", entrants=12)
        (host,) = await here.online(1, bots="greedy")
        await here.wait(4)
        there = Venue(here.node.again(), reports=False)
        other = await there.node.rooms.host(host.room.table.setup.id)
        ask = Warn("0" * 32, 0, seat=1, reason="podglądanie", over=0)
        assert await penalised(here, host, ask) is None
        assert await penalised(there, other, ask) == "penalty.overtaken"
        assert await penalised(there, other, replace(ask, over=1)) is None

    run(story)


def test_a_warning_of_the_desk_is_one_where_the_table_asks_for_it():
    """002 L162: excluded only after a warning, wherever that was given."""

    async def story():
        venue = Venue()
        await venue.tournament("zimowy")
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = EntrantNumber(host.room.table.setup.seats[1].entrant)
        out = Disqualify("0" * 32, 0, seat=1, reason="podglądanie", over=0)
        assert await penalised(venue, host, out) == "exclusion.warning_first"
        await venue.ask(do="penalty", entrant=entrant, reason="hałas")
        assert await penalised(venue, host, out) == "penalty.overtaken"
        assert await penalised(venue, host, replace(out, over=1)) is None
        assert not (await venue.office()).state.entrants[entrant].plays
        assert venue.node.faults == []

    run(story)


def test_an_exclusion_taken_back_at_the_desk_stays_at_the_online_table():
    """What judges decided outlives a rewind: the desk says so, and what can be done."""

    async def story():
        venue = Venue()
        await venue.tournament("grandprix", entrants=12)
        (host,) = await venue.online(1, bots="greedy")
        await venue.wait(4)
        entrant = host.room.table.setup.seats[2].entrant
        await venue.ask(do="disqualify", entrant=entrant, reason="oszustwo", leaving="stands")
        await venue.wait(0)
        await venue.ask(do="cancel_penalty", penalty=1, reason="pomyłka")
        assert (await venue.office()).state.entrants[EntrantNumber(entrant)].plays
        table = host.room.table
        began = next(
            n for n, t in enumerate(table.told, start=1) if isinstance(t.event, e.GameStarted)
        )
        await venue.node.do(host, game.Pause("spór"))
        assert await venue.node.do(host, game.Rewind(began, "spór")) is None
        assert Seat(2) not in table.state.active_seats
        assert venue.node.faults == []

    run(story)
