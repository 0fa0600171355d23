"""A referee's `begin`: acknowledged, and acknowledged again, but dealt once."""

import asyncio
import secrets
from pathlib import Path

from tests.reliability.nodes import calling, people, served


def test_begin_is_acknowledged_and_deals_once(tmp_path: Path):
    async def play() -> None:
        async with (
            served(tmp_path, people("stol")) as server,
            calling(server.url, server.hall.organiser, "stol") as referee,
        ):
            known = secrets.token_hex(16)
            assert (await referee.ask("begin", id=known))["t"] == "ack"
            while "TilesDealt" not in kinds(referee.heard):
                await referee.next(10)
            assert (await referee.ask("begin", id=known))["t"] == "ack"
            await asyncio.sleep(0.2)
            await referee.ask("begin")
            assert kinds(referee.heard).count("TilesDealt") == 1

    asyncio.run(play())


def kinds(heard: list[dict[str, object]]) -> list[str]:
    return [item["kind"] for told in heard if told["t"] == "events" for item in told["items"]]  # type: ignore[attr-defined]
