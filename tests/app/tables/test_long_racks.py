"""A table under rules that the kernel does not serve thinks beside the loop."""

import asyncio
import gc
from functools import partial
from random import Random
from threading import current_thread
from time import process_time

import pytest

from stolik.app.games.rummikub.play import RummikubPlay
from stolik.app.library import rules_profile, written_out
from stolik.app.thinking.pools import give_way
from stolik.rummikub.state import Phase
from stolik.wiring.parts import best_opening
from tests.app.tables.hall import Hall
from tests.reliability.report import figure

ONE_JOKER = written_out(
    {"based_on": "mp2023", "title": "Jeden joker", "melds": {"jokers_per_meld": 1}}
)


@pytest.mark.parametrize(("profile", "beside"), [(ONE_JOKER, True), ("mp2023", False)])
def test_a_game_is_thought_out_beside_the_loop_where_it_may_take_long(profile, beside, monkeypatch):
    threads: set[str] = set()

    def watched(name: str) -> None:
        was = getattr(RummikubPlay, name)

        def watching(play: RummikubPlay, asked: object) -> object:
            threads.add(current_thread().name.partition("_")[0])
            return was(play, asked)

        monkeypatch.setattr(RummikubPlay, name, watching)

    watched("decide")
    watched("bot_command")

    async def play() -> None:
        hall = Hall()
        host = await hall.table("greedy", "searcher", "patient", seats=3, profile=profile)
        for _ in range(3000):
            if host.room.table.state.phase is Phase.OVER:
                break
            await hall.wait(1)
            await asyncio.sleep(0.001)  # threads know no virtual time
        assert host.room.table.state.phase is Phase.OVER
        assert not hall.faults

    asyncio.run(play())
    assert threads == ({"stolik-tables"} if beside else {"MainThread"})


@pytest.mark.full
def test_a_table_of_long_racks_does_not_hold_the_loop():
    """Racks the plain search takes a second for, asked about at a real table."""
    give_way()
    gc.freeze()  # as a server does: what is loaded stays
    rules = rules_profile(ONE_JOKER)
    numbered = [tile for tile in rules.tile_set if tile != "j"]

    async def longest() -> float:
        host = await Hall().table(seats=3, profile=ONE_JOKER)
        longest, thinking = 0.0, True

        async def tick() -> None:
            """How much this process computes between two turns of the loop, others or not."""
            nonlocal longest
            while thinking:
                at = process_time()
                await asyncio.sleep(0.001)
                longest = max(longest, process_time() - at)

        ticking = asyncio.ensure_future(tick())
        for seed in range(4):
            rack = ("j", "j", *Random(seed).sample(numbered, 90))
            found = await host.room.thought(partial(best_opening, rack, rules))
            assert found.value >= rules.opening.minimum
        thinking = False
        await ticking
        return longest * 1000

    found = asyncio.run(longest())
    gc.unfreeze()
    figure(
        "T31",
        "stall of the loop by racks of 92 tiles under rules of one's own, ms",
        f"{found:.1f}",
        tier="full",
    )
    assert found <= 50
