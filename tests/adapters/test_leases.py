"""Leases on PostgreSQL: one node answers, a silent one is buried, nobody is left behind."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

import asyncpg
import pytest

from stolik.adapters.bus import postgres_leases
from stolik.adapters.bus.postgres_leases import PostgresLeases
from stolik.adapters.store_postgres import open_store
from stolik.app.ports import NotRead, Put
from tests.postgres import Postgres


async def nodes(postgres: Postgres, count: int) -> tuple[str, list[PostgresLeases]]:
    """So many nodes on a database of their own."""
    url = await postgres.new_database()
    await (await open_store(url)).close()
    leases = [PostgresLeases(url, f"n{n}") for n in range(count)]
    for each in leases:
        await each.beat()
    return url, leases


async def ended(leases: Iterable[PostgresLeases]) -> None:
    for each in leases:
        await each.end()


async def running(url: str, places: Iterable[str]) -> None:
    store = await open_store(url)
    await store.put([Put("running", place, b"") for place in places])
    await store.close()


def played(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def test_the_first_who_comes_answers_and_both_know_of_each_other(postgres: Postgres):
    async def story():
        _, (one, other) = await nodes(postgres, 2)
        assert await one.come("t", with_people=False) == frozenset()
        assert await other.come("t", with_people=False) == {"n0"}
        assert (one.holds("t"), other.holds("t")) == (True, False)
        assert (await one.beat()).newcomers == (("t", "n1"),)
        assert (await one.beat()).newcomers == ()
        await ended((one, other))

    played(story)


def test_people_take_a_lease_from_a_node_without_any_and_from_no_other(postgres: Postgres):
    async def story():
        _, (one, other) = await nodes(postgres, 2)
        await one.come("t", with_people=False)
        await other.come("t", with_people=True)
        assert other.holds("t")
        await one.come("t", with_people=True)
        assert (one.holds("t"), other.holds("t")) == (False, True)
        assert await one.used(["t", "u"]) == {"t"}
        await other.come("t", with_people=False)
        assert await one.used(["t"]) == frozenset()
        await ended((one, other))

    played(story)


def test_a_lease_that_was_taken_without_a_word_is_not_believed_for_long(postgres: Postgres):
    async def story():
        _, (one, other) = await nodes(postgres, 2)
        await one.come("t", with_people=False)
        await other.come("t", with_people=True)
        assert one.holds("t")
        for _ in range(postgres_leases._HELD_EACH):
            await one.beat()
        assert not one.holds("t")
        await ended((one, other))

    played(story)


def test_of_many_at_once_each_orphan_gets_one_node(postgres: Postgres):
    async def story():
        url, leases = await nodes(postgres, 3)
        places = {f"t{n:03}" for n in range(120)}
        await running(url, places)
        await leases[1].come("t119", with_people=False)

        async def all_of(each: PostgresLeases) -> list[str]:
            found: list[str] = []
            while more := await each.orphans():
                found += more
            return found

        found = [place for some in await asyncio.gather(*map(all_of, leases)) for place in some]
        assert sorted(found) == sorted(places - {"t119"})
        assert all(sum(each.holds(place) for each in leases) == 1 for place in places)
        await ended(leases)

    played(story)


def test_a_silent_node_is_buried_and_learns_of_it_when_it_wakes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres_leases, "SILENT_S", 0.1)

    async def story():
        url, (one, other) = await nodes(postgres, 2)
        await running(url, ["t"])
        await one.come("t", with_people=True)
        await other.come("t", with_people=True)
        await asyncio.sleep(0.2)
        assert (await other.beat()).living == frozenset()
        assert await other.orphans() == ("t",)
        await other.come("t", with_people=True)
        woken = await one.beat()
        assert woken.was_buried
        assert not one.holds("t")
        assert await one.come("t", with_people=True) == {"n1"}
        assert not one.holds("t")
        assert not (await one.beat()).was_buried
        await ended((one, other))

    played(story)


def test_a_buried_node_that_opens_something_first_still_learns_of_it(postgres: Postgres):
    async def story():
        url, (one,) = await nodes(postgres, 1)
        await one.come("t", with_people=True)
        admin = await asyncpg.connect(url)
        await admin.execute("DELETE FROM nodes")
        await admin.close()
        await one.come("u", with_people=True)
        assert (one.holds("t"), one.holds("u")) == (False, True)
        assert (await one.beat()).was_buried
        await one.end()

    played(story)


def test_a_node_that_ends_leaves_everything_at_once(postgres: Postgres):
    async def story():
        url, (one, other) = await nodes(postgres, 2)
        await running(url, ["t"])
        await one.come("t", with_people=True)
        assert await other.orphans() == ()
        await one.end()
        assert await other.orphans() == ("t",)
        assert (await other.beat()).living == frozenset()
        await other.end()

    played(story)


def test_what_is_closed_is_answered_for_by_whoever_comes_next(postgres: Postgres):
    async def story():
        _, (one, other) = await nodes(postgres, 2)
        await one.come("t", with_people=True)
        await one.leave(["t"])
        assert not one.holds("t")
        assert await other.come("t", with_people=False) == frozenset()
        assert other.holds("t")
        await ended((one, other))

    played(story)


def test_after_a_crash_of_the_server_all_is_said_again(postgres: Postgres):
    async def story():
        _, (one, other) = await nodes(postgres, 2)
        await one.come("t", with_people=True)
        postgres.kill()
        with suppress(NotRead):
            await one.beat()
        postgres.start()
        while True:
            try:
                found = await one.beat()
            except NotRead:
                continue
            break
        assert found.was_buried
        await other.beat()
        await other.come("t", with_people=False)
        assert (one.holds("t"), other.holds("t")) == (False, True)
        await ended((one, other))

    played(story)
