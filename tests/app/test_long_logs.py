"""A long log is read beside the loop: nobody at a table waits for a tournament of thousands."""

import asyncio
from collections.abc import Callable
from secrets import token_bytes, token_hex
from time import thread_time
from typing import Any

import msgspec
import pytest

from stolik.app.ports import CommandId, Stream
from stolik.app.reading.codec import write_event
from stolik.app.streams import beside, log
from stolik.app.streams.log import StreamLog
from stolik.tournament import events as e
from stolik.tournament.state import EntrantNumber, EntryStatus
from tests.fakes import MemoryStore

EVENTS = 12_000
LONGEST_S = 0.02


async def held() -> float:
    """The processor time for which the loop was held while a log was read and told again."""
    store = MemoryStore()
    await written(store)
    longest, going = 0.0, True

    async def beat() -> None:
        nonlocal longest
        while going:
            began = thread_time()
            await asyncio.sleep(0.001)
            longest = max(longest, thread_time() - began)

    beating = asyncio.ensure_future(beat())
    await asyncio.sleep(0.01)
    longest = 0.0
    reader = StreamLog(Stream("tournament/x"), store, token_bytes)
    assert len(await reader.unread()) == EVENTS
    assert b'"Klub 7"' in (await reader.told())[7].body
    going = False
    await beating
    return longest


async def written(store: MemoryStore) -> None:
    clubs = [f"Klub {n}" for n in range(100)] + [""] * (EVENTS - 100)
    entered = EntryStatus.ENTERED
    events = [
        e.EntrantEntered(EntrantNumber(n), entered, club, "", "", None)
        for n, club in enumerate(clubs)
    ]
    bodies = [msgspec.json.encode({"event": write_event(event)}) for event in events]
    writer = StreamLog(Stream("tournament/x"), store, token_bytes)
    await writer.append(events, bodies, CommandId(token_hex(16)), by="test")


def test_reading_a_long_log_does_not_hold_the_loop():
    assert asyncio.run(held()) <= LONGEST_S


async def on_the_loop(_: int, work: Callable[..., Any], /, *given: Any, **more: Any) -> Any:
    return work(*given, **more)


def test_the_mutant_that_reads_it_on_the_loop_is_caught(monkeypatch: pytest.MonkeyPatch):
    for module in (beside, log):
        monkeypatch.setattr(module, "off_the_loop", on_the_loop)
    assert asyncio.run(held()) > LONGEST_S
