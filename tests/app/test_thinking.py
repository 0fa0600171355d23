"""Pools: bounded, fair between those who wait, and free again whatever happens."""

import asyncio
import gc
import os
import sys
from collections import Counter
from collections.abc import Callable
from threading import Event, get_native_id
from typing import Any

import pytest

from stolik.app.thinking.codes import Refusal
from stolik.app.thinking.pools import Pool, Pools
from stolik.app.thinking.shared import Shared
from stolik.refusal import Refused, Violation


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


def test_the_mutant_that_lets_the_first_go_on_is_caught(monkeypatch: pytest.MonkeyPatch):
    def next_of_the_same(tried: Pool) -> None:
        for key, queue in list(tried._queues.items()):
            queue.popleft().set_result(None)
            if not queue:
                del tried._queues[key]
            return
        tried._busy -= 1

    monkeypatch.setattr(Pool, "_next", next_of_the_same)
    done: list[str] = []
    asyncio.run(crowd(pool(), "aaabc", done.append))
    assert "".join(done) == "aaabc"


def test_one_key_has_room_for_so_much_and_the_others_have_theirs():
    results = asyncio.run(crowd(pool(), "aaaaaab", lambda k: k))
    assert codes(results) == [Refusal.HERE] * 2
    assert results[-1] == "b"


def test_all_together_have_room_for_so_much():
    results = asyncio.run(crowd(pool(), "abcdefgh", lambda k: k))
    assert codes(results) == [Refusal.EVERYWHERE] * 2


def test_a_tournament_has_room_for_so_much_whoever_asks():
    assert codes(asyncio.run(crowd_of_a_tournament())) == [Refusal.HERE] * 2


async def crowd_of_a_tournament() -> list[Any]:
    tried, free = pool(), Event()
    first = asyncio.ensure_future(tried.think(free.wait, "x", "t"))
    await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(tried.think(int, key, "t")) for key in "abcdef"]
    await asyncio.sleep(0)
    free.set()
    await first
    return await asyncio.gather(*waiting, return_exceptions=True)


def test_the_mutant_that_counts_by_who_asks_only_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Pool._refuse_crowds
    monkeypatch.setattr(Pool, "_refuse_crowds", lambda tried, keys: real(tried, keys[:1]))
    assert codes(asyncio.run(crowd_of_a_tournament())) == []


def test_the_mutant_that_lets_everybody_wait_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Pool, "_refuse_crowds", lambda *_: None)
    for keys in ("aaaaaab", "abcdefgh"):
        assert codes(asyncio.run(crowd(pool(), keys, lambda k: k))) == []


def test_the_mutant_that_never_counts_off_who_waited_is_caught(monkeypatch: pytest.MonkeyPatch):
    """Counts of who waits go down again: else an address is full for ever."""
    assert asyncio.run(waited_again()) == []
    monkeypatch.setattr("stolik.app.thinking.pools.Counter", Uncounted)
    assert asyncio.run(waited_again()) == [Refusal.HERE] * 4


class Uncounted(Counter[str]):
    def __isub__(self, _: Counter[str]) -> "Uncounted":  # type: ignore[override,misc]
        return self


async def waited_again() -> list[str]:
    tried = pool()
    await crowd(tried, "aaaa", lambda k: k)
    return codes(await crowd(tried, "aaaa", lambda k: k))


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


def told_after(fault: Exception) -> list[Any]:
    """What the server's log is told when work ends so that nobody waits for any more."""
    told: list[Any] = []

    async def work() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        tried, free = pool(), Event()

        def ends() -> None:
            free.wait(5)
            raise fault

        gone = asyncio.ensure_future(tried.think(ends, "a"))
        await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.sleep(0)
        free.set()
        assert await tried.think(lambda: 17, "b") == 17
        gc.collect()  # a future says what nobody looked at when it goes

    asyncio.run(work())
    return [what["exception"] for what in told]


def test_a_refusal_nobody_waits_for_is_no_failure_and_a_bug_is():
    assert told_after(Refused([Violation(Refusal.NOBODY_WAITS)])) == []
    assert [type(fault) for fault in told_after(ZeroDivisionError())] == [ZeroDivisionError]


def test_the_mutant_that_leaves_it_lying_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("stolik.app.thinking.pools._unheard", lambda _: None)
    assert told_after(Refused([Violation(Refusal.NOBODY_WAITS)]))


async def gone_with_his_turn() -> bool:
    """Somebody is given his turn and goes away in the same moment: does the next one get it?"""
    tried, free = pool(), Event()
    first = asyncio.ensure_future(tried.think(free.wait, "first"))
    await asyncio.sleep(0)
    gone = asyncio.ensure_future(tried.think(int, "a"))
    stays = asyncio.ensure_future(tried.think(int, "b"))
    await asyncio.sleep(0)
    given = tried._next
    tried._next = lambda: (given(), gone.cancel())  # type: ignore[method-assign,assignment]
    free.set()
    await first
    done, _ = await asyncio.wait({stays}, timeout=0.3)
    stays.cancel()
    return bool(done)


def test_a_turn_given_to_who_is_gone_is_the_next_ones():
    assert asyncio.run(gone_with_his_turn())


def test_the_mutant_that_keeps_the_turn_of_who_is_gone_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Pool, "_gone", lambda *_: None)
    assert not asyncio.run(gone_with_his_turn())


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


def test_a_burst_of_readers_is_answered_by_what_is_made_after_they_came():
    """One is made at a time: who comes meanwhile waits for the next, with all the others."""

    async def story() -> None:
        now, made = 0, list[int]()

        async def make() -> int:
            seen = now
            await asyncio.sleep(0)
            made.append(seen)
            return seen

        shared = Shared(make)
        first = [asyncio.ensure_future(shared.answer()) for _ in range(9)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        now = 1
        later = [asyncio.ensure_future(shared.answer()) for _ in range(9)]
        later[0].cancel()  # who goes away takes nobody's answer along
        assert set(await asyncio.gather(*first)) == {0}
        assert set(await asyncio.gather(*later[1:])) == {1}
        assert made == [0, 1]
        now = 2
        assert await shared.answer() == 2

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="all threads of a process have one priority")
def test_what_thinks_for_strangers_yields_the_processor_to_the_loop():
    def behind() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    async def work() -> tuple[int, int, int]:
        pools = Pools()
        try:
            known = await pools.commands.think(behind, "a")
            return behind(), known, await pools.strangers.think(behind, "a")
        finally:
            pools.close()

    loop, known, strangers = asyncio.run(work())
    assert (known, strangers) == (loop, min(loop + 5, 19))
