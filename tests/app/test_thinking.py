"""Pools: bounded, fair between those who wait, and free again whatever happens."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from stolik.app.thinking import Pool
from stolik.app.thinking_codes import Refusal
from stolik.refusal import Refused


def pool(**limits: int) -> Pool:
    return Pool("test", **{"at_once": 1, "most": 6, "most_of_one": 4, **limits})


def codes(results: list[Any]) -> list[str]:
    return [one.violations[0].code for one in results if isinstance(one, Refused)]


async def crowd(tried: Pool, keys: str, work: Callable[[str], object]) -> list[Any]:
    """Everybody asks at once, in this order, behind somebody who thinks until all are there."""
    free = Event()
    first = asyncio.ensure_future(tried.think(free.wait, "first"))
    await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(tried.think(lambda k=k: work(k), k)) for k in keys]
    await asyncio.sleep(0)
    free.set()
    await first
    return await asyncio.gather(*waiting, return_exceptions=True)


def test_keys_take_turns():
    done: list[str] = []
    asyncio.run(crowd(pool(), "aaabc", done.append))
    assert "".join(done) == "abcaa"


def test_one_key_has_room_for_so_much_and_the_others_have_theirs():
    results = asyncio.run(crowd(pool(), "aaaaaab", lambda k: k))
    assert codes(results) == [Refusal.HERE] * 2
    assert results[-1] == "b"


def test_all_together_have_room_for_so_much():
    results = asyncio.run(crowd(pool(), "abcdefgh", lambda k: k))
    assert codes(results) == [Refusal.EVERYWHERE] * 2


def test_a_tournament_has_room_for_so_much_whoever_asks():
    async def work() -> list[Any]:
        tried, free = pool(), Event()
        first = asyncio.ensure_future(tried.think(free.wait, "x", "t"))
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(tried.think(int, key, "t")) for key in "abcdef"]
        await asyncio.sleep(0)
        free.set()
        await first
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert codes(asyncio.run(work())) == [Refusal.HERE] * 2


def test_a_fault_is_told_and_leaves_the_pool_free():
    async def work() -> int:
        tried = pool()
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await tried.think(lambda: 1 // 0, "a")
        return await tried.think(lambda: 17, "a")

    assert asyncio.run(work()) == 17


def test_who_goes_away_leaves_his_turn_to_the_next():
    async def work() -> tuple[list[str], int]:
        tried, free, done = pool(), Event(), list[str]()
        first = asyncio.ensure_future(tried.think(free.wait, "first"))
        await asyncio.sleep(0)
        gone = [asyncio.ensure_future(tried.think(lambda: done.append("gone"), "a")) for _ in "12"]
        stays = asyncio.ensure_future(tried.think(lambda: done.append("stays"), "b"))
        await asyncio.sleep(0)
        first.cancel()  # the thread thinks on; its place is not free before it is done
        for one in gone:
            one.cancel()
        await asyncio.sleep(0.02)
        assert not done
        free.set()
        await stays
        await tried.think(lambda: done.append("later"), "a")
        return done, tried.waiting

    assert asyncio.run(work()) == (["stays", "later"], 0)


def test_the_loop_goes_on_while_somebody_thinks():
    async def work() -> bool:
        free = Event()
        thinking = asyncio.ensure_future(pool().think(lambda: free.wait(5), "a"))
        await asyncio.sleep(0.01)
        free.set()  # only the loop can say so
        return await thinking

    assert asyncio.run(work())


def test_the_mutant_that_thinks_on_the_loop_is_caught():
    async def work() -> bool:
        free = Event()

        async def on_the_loop() -> bool:
            return free.wait(0.2)

        thinking = asyncio.ensure_future(on_the_loop())
        await asyncio.sleep(0.01)
        free.set()
        return await thinking

    assert not asyncio.run(work())
