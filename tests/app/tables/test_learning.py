"""Learning at a real table: the lesson, hints, and a clock of one's own."""

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stolik.app.games.rummikub.asks import Announce, Draw, Lay
from stolik.app.games.rummikub.felt import settled
from stolik.app.games.rummikub.hints import Hint
from stolik.app.paper.rules_sheet import rules_sheet
from stolik.app.tables.host import Host
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, DrawTile, EndTurn, LayTiles
from stolik.rummikub.legality import move_violations
from stolik.rummikub.state import Phase
from stolik.rummikub.tiles import Tile
from stolik.seats import Seat
from tests.app.tables.hall import Hall

ME = Seat(0)


async def begun(hall: Hall, *bots: str, **changes: Any) -> Host:
    host = await hall.table(*bots, seats=1 + len(bots), **changes)
    await hall.sit(host, 0)
    await hall.do(host, DeclareReady(ME))
    await hall.wait(5)
    return host


def hinted(host: Host, lang: str = "pl") -> Hint:
    found: Hint = host.play.hint(ME, lang)()
    return found


def test_a_lesson_from_its_first_hint_to_its_end():
    async def play() -> None:
        hall = Hall()
        host = await begun(hall, "greedy", "patient", lesson=True, turn_time_s=0)
        state = lambda: host.room.table.state  # noqa: E731
        words = []
        while state().phase is Phase.PLAYING:
            assert state().turn == ME
            told = hinted(host)
            words.append(told.words)
            if told.tableau is None:
                ask = Draw("0" * 32, 0)
                command = host.play.asked(ask, ME)
                assert command is not None
                assert await hall.do(host, command.command) is None
                assert await hall.do(host, EndTurn(ME)) is None
            else:
                melds = [list(meld) for meld in reversed(told.tableau)]
                command = host.play.asked(Lay("0" * 32, 0, melds=melds), ME)
                assert command is not None
                assert await hall.do(host, command.command) is None
            await hall.wait(10)
        assert len(words) == 5
        assert "wygrać" in words[-1]
        assert "71" in words[1]
        assert min(result.score.small_points for result in state().results) == -200
        assert not hall.faults

    asyncio.run(play())


def test_in_a_lesson_only_what_is_learned_is_asked_of_the_table():
    async def play() -> None:
        host = await begun(Hall(), "greedy", "patient", lesson=True, turn_time_s=0)
        rack = host.room.table.state.seats[ME].rack
        run = [tile for tile in rack if tile.startswith("b")]
        for ask in (Lay("0" * 32, 0, melds=[run]), Announce("0" * 32, 0)):
            with pytest.raises(Refused, match=r"live\.lesson"):
                host.play.asked(ask, ME)
        assert host.play.asked(Draw("0" * 32, 0), ME)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("seconds", "whole"), [(None, 40), (120, 120), (0, None)], ids=["rules", "own", "none"]
)
def test_a_practice_table_may_have_another_clock_or_none(seconds: int | None, whole: int | None):
    async def play() -> None:
        hall = Hall()
        host = await begun(hall, "greedy", turn_time_s=seconds)
        table = host.room.table
        if table.state.turn != ME:
            await hall.wait(10)
        assert table.state.turn == ME
        deadline = table.clock.deadline
        assert (deadline is None) is (whole is None)
        if whole is None:
            await hall.wait(3600)
            assert table.state.turn == ME, "nobody's time runs out"
        else:
            assert table.state.rules.clock.turn_time_s == whole

    asyncio.run(play())


def test_hints_are_legal_moves_for_whoever_follows_them_to_the_end():
    async def play() -> None:
        hall = Hall(seed="hints")
        host = await begun(hall, "greedy", turn_time_s=0)
        state = lambda: host.room.table.state  # noqa: E731
        seen = set()
        for _ in range(60):
            if state().phase is not Phase.PLAYING:
                break
            told = hinted(host, "en")
            seen.add(told.words.split(":")[0].split(" ")[0])
            if told.tableau is None:
                bank = state().bank
                stack = bank[0].number if bank and not state().middle.tiles else None
                assert await hall.do(host, DrawTile(ME, stack)) is None
                assert await hall.do(host, EndTurn(ME)) is None
            else:
                tableau = tuple(tuple(map(Tile, meld)) for meld in told.tableau)
                mine = state().seats[ME]
                before = state().tableau
                rules = state().rules
                facts = {"opened": mine.opened}
                assert tableau == settled(before, tableau), "a hint moves no meld it leaves alone"
                assert not list(move_violations(before, tableau, mine.rack, rules, **facts))
                assert await hall.do(host, LayTiles(ME, tableau)) is None
            await hall.wait(3)
        assert len(seen) > 1
        assert not hall.faults

    asyncio.run(play())


def test_no_hints_where_people_play_or_when_others_move():
    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", seats=3)
        for seat in (0, 1):
            await hall.sit(host, seat)
            await hall.do(host, DeclareReady(Seat(seat)))
        with pytest.raises(Refused, match=r"live\.no_hints"):
            host.play.hint(ME, "pl")
        event = await Hall().table("greedy", seats=2, tournament="abc")
        with pytest.raises(Refused, match=r"live\.no_hints"):
            event.play.hint(ME, "pl")
        alone = await Hall().table("greedy", seats=2)
        with pytest.raises(Refused, match=r"live\.hint_not_now"):
            alone.play.hint(ME, "pl")

    asyncio.run(play())


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_sheet_says_what_the_profile_says(lang: str):
    ours, school = rules_sheet("mp2023", lang), rules_sheet("szkoly2015", lang)
    words = [rule.text for part in ours.parts for rule in part.rules]
    assert any("40" in each for each in words)
    assert any("−200" in each for each in words)
    assert words != [rule.text for part in school.parts for rule in part.rules]
    assert ours.parts[0].rules[2].melds == (("r5", "r6", "r7"),)
    assert ours.parts[0].rules[4].melds[0][1] == "j"
    still = [rule.text for part in rules_sheet("mp2023", lang, 0).parts for rule in part.rules]
    assert not any("40" in each for each in still)
    cited = [rule for part in ours.parts for rule in part.rules if rule.article]
    assert len(cited) > 20


def test_a_hint_knows_no_more_than_the_seat_that_asks():
    """The same for every way in which hidden tiles may lie."""

    async def play() -> None:
        hall = Hall(seed="hints")
        host = await begun(hall, "greedy", "greedy", turn_time_s=0)
        table, chance, seen = host.room.table, Random("hidden"), set()
        for _ in range(100):
            if table.state.phase is Phase.PLAYING and table.state.turn == ME:
                break
            await hall.wait(1)
        for _ in range(5):
            state = table.state
            hidden = [*state.seats[1].rack, *state.seats[2].rack]
            chance.shuffle(hidden)
            size = len(state.seats[1].rack)
            others = (tuple(hidden[:size]), tuple(hidden[size:]))
            racks = [replace(s, rack=r) for s, r in zip(state.seats[1:], others, strict=True)]
            table.state = replace(state, seats=(state.seats[0], *racks))
            told = hinted(host)
            seen.add((told.words, tuple(told.laid), str(told.tableau)))
        assert len(seen) == 1

    asyncio.run(play())
