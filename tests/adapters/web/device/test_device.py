"""A device alone: what it answers, keeps and refuses; in CPython, as `test_one_engine` allows."""

import asyncio
import json
from typing import Any

import pytest

from stolik.wiring.device import Device, start
from tests.adapters.web.device.playing import MemoryDrawer, played, still_world


def asked(device: Device, method: str, path: str, body: Any = None, lang: str = "pl") -> Any:
    """A future of the status and the answer."""
    sent = "" if body is None else json.dumps(body)

    async def ask() -> tuple[int, Any]:
        status, told = await device.ask(method, path, sent, lang)
        return status, json.loads(told)

    return ask()


def alone(doing) -> Any:
    """What comes out of something done with a device of its own."""

    async def run() -> Any:
        device = await start(MemoryDrawer(), {})
        try:
            return await doing(device)
        finally:
            await device.stop()

    return asyncio.run(run())


def test_a_game_is_played_to_its_end_studied_and_found_again_after_a_restart():
    async def play() -> None:
        drawer = MemoryDrawer()
        device, table = await played("3", ["greedy"], drawer=drawer)
        here = f"/api/tables/{table}/games/1"
        before = await asked(device, "GET", f"{here}/record")
        await device.stop()
        again = await start(drawer, drawer.kept, still_world("4"))
        assert await asked(again, "GET", f"{here}/record") == before
        status, study = await asked(again, "GET", f"{here}/study?after=0")
        assert status == 200
        assert study["turns"]
        assert await again.rooms.house.store.check() == ()
        await again.stop()

    asyncio.run(play())


def test_the_judge_says_minus_200_with_its_proof():
    rack = {"rack": ["r12", "r13", "j", "k5"], "last_drawn": "k5"}
    status, told = alone(lambda device: asked(device, "POST", "/api/tools/verdict", rack))
    assert (status, told["small_points"]) == (200, -200)
    assert told["melds"] == [["j", "r12", "r13"]]
    assert told["text"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/tournaments", None, 404, "http.not_found"),
        ("POST", "/api/practice", {"bots": ["nobody"]}, 409, "live.bots"),
        ("POST", "/api/practice", {"colour": 1}, 400, "request.unknown_field"),
        ("GET", "/api/tools/guide/mine", None, 409, "profile.unknown"),
        ("GET", "/api/tables/d0d0d0d0d0d0aa/hint", None, 409, "live.unknown"),
    ],
)
def test_what_it_cannot_answer_is_refused_as_a_server_does(method, path, body, status, code):
    found, told = alone(lambda device: asked(device, method, path, body, "en"))
    assert (found, told["error"]["code"]) == (status, code)
    assert told["error"]["message"]


def test_what_cannot_be_kept_is_not_played():
    class Full(MemoryDrawer):
        is_full = False

        async def keep(self, changes) -> None:
            if self.is_full:
                raise OSError("no room")
            await super().keep(changes)

    async def play() -> tuple[int, Any]:
        drawer = Full()
        device = await start(drawer, {})
        drawer.is_full = True
        answer = await asked(device, "POST", "/api/practice", {})
        await device.stop()
        return answer

    status, told = asyncio.run(play())
    assert (status, told["error"]["code"]) == (409, "live.not_saved")
