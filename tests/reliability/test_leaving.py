"""Nothing goes on for who has gone: neither while the server runs nor when it stops."""

import asyncio
import json
from collections import Counter

from websockets.asyncio.client import connect

from tests.reliability.losing import Stage, one_node

CROWD = 20


def tasks() -> Counter[str]:
    """What is going on in this process, by the name of what is run."""
    names = (getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
    return Counter(name for name in names if name.rpartition(".")[2] in ("_tell", "_watch"))


def test_screens_that_came_and_went_leave_nothing_behind():
    async def story() -> None:
        async with one_node() as stage:
            await _quiet(0)
            await screens(stage)
            await _quiet(0)
            await lines(stage)
            assert tasks()["_tell"] == CROWD
        assert not tasks(), "a server that has stopped does nothing more"

    asyncio.run(story())


async def screens(stage: Stage) -> None:
    """Sockets of the hall: some say goodbye, some are cut off."""
    url = stage.using.url.replace("http", "ws") + stage.here + "/socket"
    headers = {"authorization": f"Bearer {stage.chief}"}
    many = [
        await connect(url, additional_headers=headers, origin=stage.using.url)  # type: ignore[arg-type]
        for _ in range(CROWD)
    ]
    for one in many:
        assert json.loads(await one.recv())["t"] == "changed"
    assert tasks()["_tell"] == CROWD
    for n, one in enumerate(many):
        if n % 2:
            one.transport.abort()
        else:
            await one.close()


async def lines(stage: Stage) -> None:
    async with stage.using.client(stage.chief) as client:
        for _ in range(CROWD + 5):  # the oldest make room
            answer = await client.post(f"{stage.here}/lines")
            assert answer.status_code == 201, answer.text
        await asyncio.sleep(0)


async def _quiet(left: int) -> None:
    for _ in range(200):
        if tasks()["_tell"] == left:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(tasks())
