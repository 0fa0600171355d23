"""One page for many readers, whenever they come."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from stolik.adapters.web.routes.public_pages import Pages
from stolik.app.tournaments.reading_eyes import ALL
from tests.app.hall.venue import Venue


class SlowPool:
    """Thinks when it is told to."""

    def __init__(self) -> None:
        self.goes_on = asyncio.Event()
        self.thought = 0

    async def think(self, work: Callable[[], Any], *_: str) -> Any:
        await self.goes_on.wait()
        self.thought += 1
        return work()


@pytest.mark.timeout(20)  # else it would spin for ever, and the whole server with it
def test_who_wants_a_newer_page_in_the_moment_one_is_made_gets_the_next():
    async def story() -> None:
        venue = Venue()
        await venue.tournament()
        office, pool = await venue.office(), SlowPool()
        pages = Pages(lambda: 0.0, pool)  # type: ignore[arg-type]
        first = asyncio.ensure_future(pages.page(office, eyes=ALL, lang="pl", after=0))
        await asyncio.sleep(0.01)
        await venue.ask(do="keep_apart", entrants=[1, 2])
        # It is made in the next turn of the loop; after it, in the same one, somebody comes.
        pool.goes_on.set()
        second = asyncio.ensure_future(pages.page(office, eyes=ALL, lang="pl", after=office.seq))
        await first
        assert (await second).seq == office.seq
        assert pool.thought == 2

    asyncio.run(story())
