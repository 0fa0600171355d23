"""What every event store promises, on every engine."""

import asyncio
import secrets
from dataclasses import replace
from random import Random

import pytest

from stolik.app.ports import AlreadyDone, Append, Appended, CommandId, Put, Stale, Stream
from stolik.app.streams.chain import verified
from tests.adapters.store.conftest import Engine
from tests.fakes import MemoryStore
from tests.streams import append_after, new_command, next_append

TABLE = Stream("table/1")


def test_what_was_appended_is_read_in_order(engine: Engine):
    async def story():
        async with engine.opened() as store:
            first = append_after((), [b"one", b"two"], stream=TABLE)
            assert await store.append(first) == Appended(TABLE, 1, 2)
            second = append_after(first.entries, [b"three", b""], stream=TABLE)
            assert await store.append(second) == Appended(TABLE, 3, 4)
            assert await store.read(TABLE) == first.entries + second.entries
            assert await store.read(TABLE, after=3) == second.entries[1:]
            assert await store.read(TABLE, after=9) == ()
            assert await store.read(Stream("table/2")) == ()

    asyncio.run(story())


def test_what_was_kept_is_there_after_opening_again(engine: Engine):
    async def story():
        append = append_after((), [b"one"], stream=TABLE, puts=[Put("person", "7", b"name")])
        async with engine.opened() as store:
            await store.append(append)
            await store.beat(1234)
        async with engine.opened() as store:
            assert await store.read(TABLE) == append.entries
            assert await store.done(append.command) == Appended(TABLE, 1, 1)
            assert await store.get("person", "7") == b"name"
            assert await store.beat(0) == 1234

    asyncio.run(story())


@pytest.mark.parametrize("after", [0, 2])
def test_an_append_to_another_end_is_stale_and_leaves_no_trace(engine: Engine, after: int):
    async def story():
        async with engine.opened() as store:
            first = append_after((), [b"one"], stream=TABLE)
            await store.append(first)
            entries = (replace(first.entries[0], seq=after + 1),)
            late = Append(TABLE, after, entries, new_command(), (Put("person", "1", b"x"),))
            with pytest.raises(Stale):
                await store.append(late)
            assert await store.read(TABLE) == first.entries
            assert await store.done(late.command) is None
            assert await store.get("person", "1") is None

    asyncio.run(story())


def test_the_same_command_gets_the_same_answer_for_ever(engine: Engine):
    async def story():
        first = append_after((), [b"one", b"two"], stream=TABLE)
        async with engine.opened() as store:
            await store.append(first)
            await store.append(append_after(first.entries, [b"three"], stream=TABLE))
        async with engine.opened() as store:
            # Again as it was, and again as a newer client would build it, or for another stream.
            elsewhere = append_after((), [b"x"], stream=Stream("t/9"), command=first.command)
            for again in (first, elsewhere):
                with pytest.raises(AlreadyDone) as answer:
                    await store.append(again)
                assert answer.value.appended == Appended(TABLE, 1, 2)
            assert len(await store.read(TABLE)) == 3
            assert await store.read(Stream("t/9")) == ()

    asyncio.run(story())


@pytest.mark.parametrize("seqs", [(), (2,), (1, 3), (2, 1)])
def test_entries_that_do_not_follow_are_a_bug_of_the_caller(engine: Engine, seqs: tuple[int, ...]):
    async def story():
        async with engine.opened() as store:
            entry = append_after((), [b"one"], stream=TABLE).entries[0]
            entries = tuple(replace(entry, seq=seq) for seq in seqs)
            with pytest.raises(ValueError, match=r".*"):
                await store.append(Append(TABLE, 0, entries, new_command()))
            assert await store.streams() == {}

    asyncio.run(story())


def test_records_are_written_replaced_and_erased(engine: Engine):
    async def story():
        async with engine.opened() as store:
            await store.put([Put("person", "1", b"a"), Put("person", "2", b"b")])
            await store.put([Put("person", "1", b"c"), Put("person", "2", None)])
            await store.put([Put("person", "nobody", None), Put("login", "1", b"")])
            assert await store.all("person") == {"1": b"c"}
            assert await store.get("login", "1") == b""
            assert await store.get("person", "2") is None
            # The last word about a record counts.
            await store.put([Put("p", "1", b"a"), Put("p", "1", None), Put("q", "1", None)])
            await store.put([Put("q", "1", None), Put("q", "1", b"z")])
            assert (await store.get("p", "1"), await store.get("q", "1")) == (None, b"z")

    asyncio.run(story())


def test_names_are_found_by_how_they_begin(engine: Engine):
    names = [
        "table/1",
        "table/10",
        "table/2",
        "tabl",
        "table/ż",
        "tournament/1",
        "Table/1",
        "%a",
        "_",
    ]

    async def story():
        async with engine.opened() as store:
            for name in names:
                await store.append(append_after((), [b"x", b"y"], stream=Stream(name)))
                await store.put([Put("kind", name, name.encode())])
            for prefix in ["", "table/", "table/1", "t", "%", "_", "ż", "table/ż", "zzz"]:
                wanted = [name for name in names if name.startswith(prefix)]
                assert await store.streams(prefix) == dict.fromkeys(wanted, 2)
                assert list(await store.all("kind", prefix)) == sorted(wanted)

    asyncio.run(story())


def test_the_latest_beat_stays(engine: Engine):
    async def story():
        async with engine.opened() as store:
            assert [await store.beat(ms) for ms in (5, 3, 7)] == [5, 5, 7]
            assert set(await asyncio.gather(*(store.beat(ms) for ms in range(50)))) <= {
                7,
                *range(50),
            }
            assert await store.beat(0) == 49

    asyncio.run(story())


def test_any_bytes_come_back_as_they_were(engine: Engine):
    bodies = [b"\0\xff" * 40_000, b"", bytes(range(256)), "żółć".encode()]

    async def story():
        async with engine.opened() as store:
            append = append_after((), bodies, stream=Stream("s/zażółć 'x' \"y\" \\"))
            await store.append(append)
            assert await store.read(append.stream) == append.entries
            assert verified(append.stream, await store.read(append.stream)) == append.entries

    asyncio.run(story())


def test_one_late_wish_does_not_spoil_its_group(engine: Engine):
    async def story():
        async with engine.opened() as store:
            done = append_after((), [b"x"], stream=TABLE)
            await store.append(done)
            good = [append_after((), [b"y"], stream=Stream(f"t/{n}")) for n in range(20)]
            stale = [append_after((), [b"z"], stream=TABLE) for _ in range(20)]
            wishes = [wish for pair in zip(good, stale, strict=True) for wish in pair] + [done] * 5
            answers = await asyncio.gather(*map(store.append, wishes), return_exceptions=True)
            kinds = [type(answer).__name__ for answer in answers]
            assert kinds == ["Appended", "Stale"] * 20 + ["AlreadyDone"] * 5
            assert await store.read(TABLE) == done.entries

    asyncio.run(story())


def test_appends_asked_for_in_order_are_judged_in_order(engine: Engine):
    """A caller need not wait for the answer before it builds on it."""

    async def story():
        async with engine.opened() as store:
            appends, entries = [], ()
            for n in range(30):
                appends.append(append_after(entries, [b"%d" % n], stream=TABLE))
                entries += appends[-1].entries
            answers = await asyncio.gather(*map(store.append, appends))
            assert [answer.last for answer in answers] == list(range(1, 31))

    asyncio.run(story())


def test_many_writers_of_one_stream_get_one_order(engine: Engine):
    async def story():
        wins: list[Append] = []

        async def writer(store, name: int):
            for turn in range(15):
                append = await next_append(store, TABLE, b"%d/%d" % (name, turn))
                try:
                    await store.append(append)
                except Stale:
                    await asyncio.sleep(0)
                else:
                    wins.append(append)

        async with engine.opened() as store:
            await asyncio.gather(*(writer(store, name) for name in range(8)))
            entries = verified(TABLE, await store.read(TABLE))
            kept = {append.entries[0] for append in wins}
            assert len(wins) == len(kept) == len(entries)
            assert kept == set(entries)
            assert await store.check() == ()

    asyncio.run(story())


@pytest.mark.parametrize("seed", range(3))
def test_a_store_behaves_like_its_model(engine: Engine, seed: int):
    chance, model = Random(seed), MemoryStore()

    async def story():
        async with engine.opened() as store:
            for _ in range(12):
                group = [_random_wish(chance, model) for _ in range(chance.randrange(1, 8))]
                group.append(("beat", chance.randrange(1000)))
                got = await asyncio.gather(*(_answer(store, wish) for wish in group))
                assert got == [await _answer(model, wish) for wish in group]
            assert await _everything(store) == await _everything(model)
        async with engine.opened() as store:
            assert await _everything(store) == await _everything(model)

    if engine.name != "memory":
        asyncio.run(story())


STREAMS = [Stream(f"s/{n}") for n in range(3)]
COMMANDS = [CommandId(f"{n:032x}") for n in range(25)]
KEYS = ["a", "ab", "b"]


def _random_wish(chance: Random, model: MemoryStore):
    puts = [
        Put(chance.choice("pq"), chance.choice(KEYS), chance.choice([None, b"", b"1", b"2"]))
        for _ in range(chance.randrange(3))
    ]
    if chance.random() < 0.2:
        return "put", puts
    stream = chance.choice(STREAMS)
    stored = model.entries.get(stream, [])
    entries = stored[: chance.choice([len(stored)] * 4 + [0, max(0, len(stored) - 1)])]
    bodies = [secrets.token_bytes(3) for _ in range(chance.randrange(1, 4))]
    command = chance.choice(COMMANDS)
    return "append", append_after(entries, bodies, stream=stream, command=command, puts=puts)


async def _answer(store, wish):
    try:
        return await getattr(store, wish[0])(wish[1])
    except AlreadyDone as already:
        return already.appended, "already"
    except Stale:
        return "stale"


async def _everything(store):
    return (
        {stream: await store.read(stream) for stream in STREAMS},
        await store.streams(),
        {command: await store.done(command) for command in COMMANDS},
        {kind: await store.all(kind) for kind in "pq"},
        await store.beat(0),
    )


def test_a_dropped_stream_is_as_if_it_had_never_been(engine: Engine):
    other = Stream("table/2")

    async def story():
        async with engine.opened() as store:
            gone = append_after((), [b"one", b"two"], stream=TABLE)
            stays = append_after((), [b"three"], stream=other, puts=[Put("person", "1", b"x")])
            await asyncio.gather(store.append(gone), store.append(stays))
            await store.drop([TABLE], [Put("person", "1", None)])
            assert await store.streams() == {other: 1}
            assert await store.read(TABLE) == ()
            assert await store.done(gone.command) is None
            assert await store.done(stays.command) == Appended(other, 1, 1)
            assert await store.get("person", "1") is None
            assert await store.check() == ()
            anew = append_after((), [b"four"], stream=TABLE)
            assert await store.append(anew) == Appended(TABLE, 1, 1)
        async with engine.opened() as store:
            assert await store.read(TABLE) == anew.entries
            assert await store.check() == ()

    asyncio.run(story())


def test_what_comes_with_a_drop_is_never_half_there(engine: Engine):
    async def story():
        async with engine.opened() as store:
            first = append_after((), [b"one"], stream=TABLE)
            await store.append(first)
            second = append_after(first.entries, [b"two"], stream=TABLE)
            third = append_after(first.entries, [b"three"], stream=TABLE)
            await asyncio.gather(
                *(store.append(second), store.drop([TABLE]), store.append(third)),
                return_exceptions=True,
            )
            assert await store.check() == ()
            await store.drop([TABLE])
            assert await store.streams() == {}

    asyncio.run(story())
