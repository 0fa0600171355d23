"""What only the store of several nodes promises: one order, and the truth about a commit."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from stolik.adapters.store_postgres import open_store
from stolik.adapters.store_postgres.migrations import MIGRATIONS
from stolik.app.ports import AlreadyDone, Append, NotSaved, Put, Stale, Stream
from stolik.app.streams.chain import verified
from stolik.refusal import Refused
from tests.postgres import Postgres
from tests.streams import append_after, next_append

TABLE = Stream("table/1")


@asynccontextmanager
async def nodes(url: str, count: int):
    """Stores of several nodes, opened at the same time."""
    async with AsyncExitStack() as stack:
        opened = await asyncio.gather(*(open_store(url) for _ in range(count)))
        for store in opened:
            stack.push_async_callback(store.close)
        yield opened


def test_every_session_waits_for_the_disk(postgres: Postgres):
    async def story():
        url = await postgres.new_database()
        connection = await asyncpg.connect(url)
        name = await connection.fetchval("SELECT current_database()")
        await connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        await connection.close()
        async with nodes(url, 1) as (store,):
            session = store._writer._session.connection
            assert await session.fetchval("SHOW synchronous_commit") == "on"

    asyncio.run(story())


def test_a_server_that_is_not_there_is_refused_without_telling_the_password(tmp_path: Path):
    with pytest.raises(Refused, match=r"database\.unreachable") as refused:
        asyncio.run(open_store(f"postgresql://postgres:hunter2@/x?host={tmp_path}"))
    assert "hunter2" not in str(refused.value.violations)


def test_a_database_of_a_newer_version_is_refused(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        async with nodes(url, 1) as (store,):
            connection = store._writer._session.connection
            await connection.execute("INSERT INTO schema_steps VALUES ($1)", len(MIGRATIONS) + 1)
        with pytest.raises(Refused, match=r"database\.newer"):
            await open_store(url)

    asyncio.run(story())


def test_several_nodes_write_one_order(postgres: Postgres):
    async def story():
        url = await postgres.new_schema()
        streams = [Stream(f"table/{n}") for n in range(2)]
        kept: list[Append] = []

        async def writer(store, stream: Stream) -> None:
            for _ in range(12):
                append = await next_append(store, stream, secrets.token_bytes(4))
                try:
                    await store.append(append)
                except Stale:
                    continue
                kept.append(append)

        async with nodes(url, 3) as stores:
            await asyncio.gather(
                *(writer(store, stream) for store in stores for stream in streams for _ in range(4))
            )
            for stream in streams:
                entries = verified(stream, await stores[0].read(stream))
                ours = [append.entries[0] for append in kept if append.stream == stream]
                assert sorted(ours, key=lambda entry: entry.seq) == list(entries)
            assert await stores[1].check() == ()
        assert len(kept) > 20

    asyncio.run(story())


def test_a_command_sent_to_several_nodes_is_carried_out_once(postgres: Postgres):
    async def story():
        async with nodes(await postgres.new_schema(), 3) as stores:
            for n in range(25):
                append = await next_append(stores[0], TABLE, b"%d" % n)
                answers = await asyncio.gather(
                    *(store.append(append) for store in stores), return_exceptions=True
                )
                already = [answer for answer in answers if isinstance(answer, AlreadyDone)]
                done = [answer for answer in answers if not isinstance(answer, Exception)]
                assert (len(done), len(already)) == (1, 2), answers
                assert {answer.appended for answer in already} == set(done)
            assert len(await stores[2].read(TABLE)) == 25

    asyncio.run(story())


def test_groups_that_cross_each_other_do_not_stand_still(postgres: Postgres):
    """Two nodes write to the same streams in opposite orders."""

    async def story():
        async with nodes(await postgres.new_schema(), 2) as stores:
            names = [Stream(f"t/{n:03}") for n in range(60)]

            async def all_of(store, order) -> list:
                appends = [append_after((), [b"x"], stream=stream) for stream in order]
                puts = [store.put([Put("p", stream, b"y")]) for stream in order]
                asked = [*map(store.append, appends), *puts]
                return await asyncio.gather(*asked, return_exceptions=True)

            answers = await asyncio.wait_for(
                asyncio.gather(all_of(stores[0], names), all_of(stores[1], names[::-1])), 10
            )
            kept = [a for of_node in answers for a in of_node if a and not isinstance(a, Stale)]
            assert len(kept) == 60
            assert await stores[0].streams() == dict.fromkeys(names, 1)

    asyncio.run(story())


# A line that goes dead


class Line:
    """A line to the server that can be cut just before or just after a COMMIT passes."""

    def __init__(self, server: Postgres, directory: Path) -> None:
        self.directory = directory
        self._target = str(server.directory / ".s.PGSQL.5432")
        self.cut = ""  # "before", "after"
        self.cuts = 0
        self._silent = False  # what the server answers is lost
        self._open: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def opened(self):
        path = str(self.directory / ".s.PGSQL.5432")
        server = await asyncio.start_unix_server(self._serve, path)
        try:
            yield self
        finally:
            server.close()
            self._drop()

    def _drop(self) -> None:
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _serve(self, near_in: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        far_in, far_out = await asyncio.open_unix_connection(self._target)
        self._open |= {near_out, far_out}
        await asyncio.gather(
            self._pass(near_in, far_out, self._to_server),
            self._pass(far_in, near_out, self._to_client),
        )

    async def _pass(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        change: Callable[[bytes, asyncio.StreamWriter], Awaitable[None]],
    ) -> None:
        try:
            while data := await source.read(65536):
                await change(data, target)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            target.close()

    async def _to_server(self, data: bytes, target: asyncio.StreamWriter) -> None:
        if b"COMMIT" in data and self.cut:
            if self.cut == "after":
                self._silent = True
                await _as_it_is(data, target)
                await asyncio.sleep(0.2)  # long enough for the server to carry it out
            self.cut, self._silent = "", False
            self.cuts += 1
            self._drop()
            return
        await _as_it_is(data, target)

    async def _to_client(self, data: bytes, target: asyncio.StreamWriter) -> None:
        if not self._silent:
            await _as_it_is(data, target)


async def _as_it_is(data: bytes, target: asyncio.StreamWriter) -> None:
    target.write(data)
    await target.drain()


@pytest.fixture
def line(postgres: Postgres, tmp_path: Path) -> Line:
    return Line(postgres, tmp_path)


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_commit_in_doubt_is_answered_with_the_truth(postgres: Postgres, line: Line, cut: str):
    async def story():
        direct = await postgres.new_schema()
        url = direct.replace(str(postgres.directory), str(line.directory))
        async with nodes(direct, 1) as (witness,), line.opened(), nodes(url, 1) as (store,):
            health: list[bool] = []
            store.on_health(health.append)
            first = append_after((), [b"one"], stream=TABLE)
            await store.append(first)
            line.cut = cut
            append = append_after(first.entries, [b"two"], stream=TABLE)
            late = append_after((), [b"late"], stream=TABLE)
            answers = await asyncio.gather(
                store.append(append), store.append(late), return_exceptions=True
            )
            assert line.cuts == 1
            kept = await witness.done(append.command) is not None
            assert kept == (cut == "after")
            kinds = [type(answer).__name__ for answer in answers]
            assert kinds == (["Appended", "Stale"] if kept else ["NotSaved"] * 2)
            assert health == [False, True]
            # Asked again, as a client would.
            again = await asyncio.gather(store.append(append), return_exceptions=True)
            assert type(again[0]).__name__ == ("AlreadyDone" if kept else "Appended")
            assert len(await witness.read(TABLE)) == 2

    asyncio.run(story())


@pytest.mark.parametrize("cut", ["before", "after"])
def test_records_in_doubt_are_answered_with_the_truth(postgres: Postgres, line: Line, cut: str):
    async def story():
        direct = await postgres.new_schema()
        url = direct.replace(str(postgres.directory), str(line.directory))
        async with nodes(direct, 1) as (witness,), line.opened(), nodes(url, 1) as (store,):
            line.cut = cut
            try:
                await store.put([Put("p", "1", b"x"), Put("p", "2", None)])
                answered = True
            except NotSaved:
                answered = False
            assert line.cuts == 1
            assert answered == (await witness.get("p", "1") == b"x") == (cut == "after")

    asyncio.run(story())


def test_questions_wait_while_the_line_is_mended(postgres: Postgres, line: Line):
    async def story():
        direct = await postgres.new_schema()
        url = direct.replace(str(postgres.directory), str(line.directory))
        async with nodes(direct, 1) as (witness,), line.opened(), nodes(url, 1) as (store,):
            append = append_after((), [b"one"], stream=TABLE)
            await witness.append(append)
            for _ in range(5):
                assert await store.read(TABLE) == append.entries
                line._drop()

    asyncio.run(story())
