"""A table under rules that the kernel does not serve thinks beside the loop."""

import asyncio
from threading import current_thread

import pytest

from stolik.app.games.rummikub.play import RummikubPlay
from stolik.app.library import written_out
from stolik.rummikub.state import Phase
from tests.app.tables.hall import Hall

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
