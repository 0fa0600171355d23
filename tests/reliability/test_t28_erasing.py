"""T28: after erasing a record no byte of it is left in any file, and the chain still holds."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from stolik.adapters.store_sqlite import SqliteStore, open_store, writing
from stolik.adapters.store_sqlite.mirror import Mirror, MirrorPlan
from stolik.adapters.store_sqlite.writer import Writer
from stolik.app.ports import Put, Stream
from tests.reliability.report import figure
from tests.streams import next_append

# So many steps it takes until a record that moved to another page leaves a copy behind.
LONG = 3000


@pytest.mark.parametrize(
    ("tier", "steps"), [("quick", 600), pytest.param("full", LONG, marks=pytest.mark.full)]
)
def test_no_byte_of_an_erased_record_is_left(tmp_path: Path, tier: str, steps: int):
    erased, alive, left = asyncio.run(erasing(tmp_path, steps))
    figure("T28", "traces of erased records planted", erased, tier=tier)
    figure("T28", "traces left in any file", len(left), tier=tier)
    assert (erased > 30, alive > 30, left) == (True, True, [])


@pytest.mark.parametrize(
    ("tier", "steps"), [("quick", 300), pytest.param("full", LONG, marks=pytest.mark.full)]
)
def test_no_byte_of_an_erased_record_is_left_in_the_mirror(tmp_path: Path, tier: str, steps: int):
    erased, alive, left = asyncio.run(erasing_with_a_mirror(tmp_path, steps))
    figure("T28", "traces left in the mirror", len(left), tier=tier)
    assert (erased > 15, alive > 15, left) == (True, True, [])


def test_the_mutant_that_leaves_the_log_of_the_mirror_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Mirror, "_look_after", lambda *_: None)
    assert asyncio.run(erasing_with_a_mirror(tmp_path, 100))[2]


@pytest.mark.full
def test_the_mutant_that_trusts_secure_delete_alone_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writing, "_rewrite_records", lambda _: None)
    assert asyncio.run(erasing(tmp_path, LONG))[2]


def test_the_mutant_that_leaves_the_log_as_it_is_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Writer, "_housekeeping", lambda *_: False)
    assert asyncio.run(erasing(tmp_path, 100))[2]


async def erasing(directory: Path, steps: int) -> tuple[int, int, list[bytes]]:
    """How many traces were planted and erased, how many live on, and the erased ones found."""
    return await erased_from(await open_store(directory), directory, steps)


async def erasing_with_a_mirror(path: Path, steps: int) -> tuple[int, int, list[bytes]]:
    """The same, looked for in the mirror."""
    stick = path / "stick"
    stick.mkdir()
    store = await open_store(path / "data", mirror=MirrorPlan(stick, patience_s=60, start_s=60))
    return await erased_from(store, stick, steps)


async def erased_from(
    store: SqliteStore, directory: Path, steps: int
) -> tuple[int, int, list[bytes]]:
    erased, alive = await churned(store, Random(0), steps)
    bytes_now = b"".join(path.read_bytes() for path in directory.iterdir())
    assert all(trace in bytes_now for trace in alive)  # the search itself works
    assert await store.check() == ()
    await store.close()
    bytes_now += b"".join(path.read_bytes() for path in directory.iterdir())
    return len(erased), len(alive), [trace for trace in erased if trace in bytes_now]


async def churned(
    store: SqliteStore, chance: Random, steps: int
) -> tuple[list[bytes], list[bytes]]:
    """Records come, change and go; the traces of the erased ones, and of the living."""
    alive: dict[str, list[bytes]] = {}
    erased: list[bytes] = []
    puts: list[Put] = []
    for step in range(steps):
        trace = b"<trace %06d>" % step
        body = trace + b"." * chance.choice([chance.randrange(700)] * 9 + [9000]) + trace
        match chance.choices(["new", "change", "erase"], [6, 2, 2])[0]:
            case "change" if alive:
                key = chance.choice(sorted(alive))
                alive[key].append(trace)
            case "erase" if alive:
                key = chance.choice(sorted(alive))
                erased += alive.pop(key)
                body = None
            case _:
                key = f"{chance.getrandbits(64):016x}"
                alive[key] = [trace]
        puts.append(Put("person", key, body))
        if len(puts) == 6:
            await store.put(puts)
            await store.append(await next_append(store, Stream(f"t/{step // 100}"), b"x" * 300))
            puts.clear()
    key, traces = alive.popitem()
    await store.put([*puts, Put("person", key, None)])
    return erased + traces, [traces[-1] for traces in alive.values()]
