"""The bus between nodes: wake-ups arrive, whispers may, a gap is told."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest

from stolik.adapters.bus.local import LocalBus
from stolik.adapters.bus.postgres import PostgresBus
from stolik.app.ports import Stream
from tests.postgres import Postgres


class Ears:
    """What a node has heard."""

    def __init__(self) -> None:
        self.wakes: list[tuple[str, int]] = []
        self.whispers: list[tuple[str, bytes]] = []

    async def on_wake(self, stream: Stream, seq: int) -> None:
        self.wakes.append((stream, seq))

    async def on_whisper(self, stream: Stream, message: bytes) -> None:
        self.whispers.append((stream, message))


async def listening(bus) -> Ears:
    ears = Ears()
    await bus.listen(ears.on_wake, ears.on_whisper)
    return ears


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_node_that_is_alone_hears_nothing():
    async def story():
        bus = LocalBus()
        ears = await listening(bus)
        bus.wake(Stream("t/1"), 3)
        bus.whisper(Stream("t/1"), b"x")
        await asyncio.sleep(0)
        await bus.close()
        assert (ears.wakes, ears.whispers) == ([], [])

    asyncio.run(story())


def test_other_nodes_hear_and_the_speaker_does_not(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        buses = [PostgresBus(url) for _ in range(3)]
        ears = [await listening(bus) for bus in buses]
        buses[0].wake(Stream("t/1"), 3)
        buses[0].whisper(Stream("t/1"), bytes(range(256)))
        buses[1].wake(Stream("t/ż \"'"), 1)
        await until(lambda: len(ears[2].wakes) == 2 and bool(ears[2].whispers))
        await until(lambda: bool(ears[0].wakes and ears[1].whispers))
        assert sorted(ears[2].wakes) == [("t/1", 3), ("t/ż \"'", 1)]
        assert ears[2].whispers == ears[1].whispers == [("t/1", bytes(range(256)))]
        assert (ears[0].wakes, ears[0].whispers) == ([("t/ż \"'", 1)], [])
        for bus in buses:
            await bus.close()

    asyncio.run(story())


def test_only_the_latest_number_of_a_stream_is_told(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        speaker, listener = PostgresBus(url), PostgresBus(url)
        await listening(speaker)
        ears = await listening(listener)
        for seq in (1, 2, 9, 4):
            speaker.wake(Stream("t/1"), seq)
        await until(lambda: bool(ears.wakes))
        assert ears.wakes == [("t/1", 9)]
        await speaker.close()
        await listener.close()

    asyncio.run(story())


def test_a_thousand_tables_and_long_whispers_fit(postgres: Postgres):
    """A notification holds fewer than 8000 bytes; what cannot be split is left out."""

    async def story():
        url = await postgres.new_schema()
        speaker, listener = PostgresBus(url), PostgresBus(url)
        await listening(speaker)
        ears = await listening(listener)
        wanted = {(f"table/{n:040}ż", n) for n in range(1000)}
        for stream, seq in wanted:
            speaker.wake(Stream(stream), seq)
        for size in (10_000, 5_800, 7_000, 10):
            speaker.whisper(Stream("t/1"), b"x" * size)
        await until(lambda: len(ears.wakes) >= 1000 and len(ears.whispers) >= 2)
        assert set(ears.wakes) == wanted
        assert [len(message) for _, message in ears.whispers] == [5_800, 10]
        await speaker.close()
        await listener.close()

    asyncio.run(story())


def test_a_listener_that_fails_does_not_make_the_node_deaf(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        speaker, listener = PostgresBus(url), PostgresBus(url)
        await listening(speaker)
        ears, complaints = Ears(), []

        async def clumsy(stream: Stream, seq: int) -> None:
            await ears.on_wake(stream, seq)
            if seq == 1:
                raise RuntimeError("oops")

        asyncio.get_running_loop().set_exception_handler(lambda _, said: complaints.append(said))
        await listener.listen(clumsy, ears.on_whisper)
        for seq in (1, 2):
            speaker.wake(Stream("t/1"), seq)
            await until(lambda seq=seq: ("t/1", seq) in ears.wakes)
        assert len(complaints) == 1
        await speaker.close()
        await listener.close()

    asyncio.run(story())


@pytest.mark.parametrize("whose", ["speaker", "listener"])
def test_after_a_gap_everything_is_looked_at(postgres: Postgres, whose: str):
    async def story():
        url = await postgres.new_schema()
        buses = {"speaker": PostgresBus(url), "listener": PostgresBus(url)}
        ears = {name: await listening(bus) for name, bus in buses.items()}
        admin = await asyncpg.connect(url)
        pid = buses[whose]._connection.get_server_pid()
        await admin.execute("SELECT pg_terminate_backend($1)", pid)
        await admin.close()
        await until(lambda: ("", 0) in ears[whose].wakes)
        buses["speaker"].wake(Stream("t/1"), 7)
        await until(lambda: ("t/1", 7) in ears["listener"].wakes)
        for bus in buses.values():
            await bus.close()

    asyncio.run(story())
