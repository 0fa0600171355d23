"""A thousand ways in are no reason to hold up a hall: who reads them lets others in between."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

from stolik.app.access import logins, passes, records
from stolik.app.access.access import Access
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole
from tests.app.access.test_people import told

_COUNT = 400
_LEAST = _COUNT // 50


async def _turns(access: Access) -> list[int]:
    """How often the loop turned while passes were issued, listed and ended."""
    turns, found = 0, []

    async def turning() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.ensure_future(turning())
    wanted = [Wanted(PersonRole.PLAYER, entrant=n) for n in range(1, _COUNT + 1)]
    for work in (
        lambda: passes.issue(access, "here", wanted),
        lambda: passes.passes_of(access, "here"),
        lambda: passes.revoke_those(access, lambda _: False),
    ):
        before = turns
        await work()
        found.append(turns - before)
    other.cancel()
    return found


def test_the_loop_turns_while_passes_are_issued_listed_and_ended():
    async def story(access: Access) -> None:
        assert min(await _turns(access)) >= _LEAST

    told(story)


def test_the_mutant_that_does_it_in_one_stroke_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def whole(items: Iterable[Any], _: int = 0) -> AsyncIterator[Any]:
        for item in items:
            yield item

    for module in (records, passes, logins):
        monkeypatch.setattr(module, "in_slices", whole)

    async def story(access: Access) -> None:
        assert max(await _turns(access)) < _LEAST

    told(story)
