"""Who starts and who sits where at a table of no tournament, as its regulation says."""

import asyncio

import pytest

from stolik.app.library import RULES, rules_profile
from stolik.rummikub import events as e
from tests.app.tables.hall import Hall


@pytest.mark.parametrize("bots", [0, 3])
@pytest.mark.parametrize("profile", RULES)
def test_tiles_are_drawn_for_the_seats_where_the_regulation_says_so(profile: str, bots: int):
    """szkoly2015 L67: the highest starts, the others sit in the order of their tiles."""

    async def play() -> None:
        hall = Hall()
        host = await hall.table(*["greedy"] * bots, profile=profile)
        for seat in range(4 - bots):
            await hall.sit(host, seat)
        opened = next(t.event for t in host.room.table.told if isinstance(t.event, e.TableOpened))
        assert bool(opened.drawn) == (profile == "szkoly2015")
        if opened.drawn:
            assert rules_profile(profile).seats_by_tile
            assert host.room.table.state.starter == opened.starter == opened.circle[0]
        else:
            assert opened.starter == 0

    asyncio.run(play())


def test_a_table_of_friends_that_draws_plays_on_in_the_order_of_the_tiles():
    async def play() -> None:
        starters = set()
        for seed in range(8):
            hall = Hall(seed=f"draw {seed}")
            host = await hall.table("greedy", "greedy", "greedy", profile="szkoly2015")
            await hall.sit(host, 0)
            starters.add(host.room.table.state.starter)
        assert len(starters) > 1

    asyncio.run(play())
