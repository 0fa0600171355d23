"""A storage that cannot be read, or that others are faster at: answered on every channel.

Nobody's socket dies of it: the same message sent again is carried out once the storage is well.
"""

import asyncio
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from stolik.adapters.web.edge import faults
from stolik.adapters.web.sockets import clock, session
from stolik.adapters.web.sockets.lines import Lines, Session
from stolik.app.ports import NotRead, NotSaved, Stale
from stolik.app.tables.codes import NoticeCode
from stolik.refusal import Refused
from tests.reliability.losing import SUBJECTS, TABLE, Gone, LineWay, Stage, Way, channels, one_node

CHANNELS = (
    *("table socket", "table line, polled", "table line, streamed"),
    *("clock socket", "clock line", "hall socket", "hall line"),
)
SPOKEN = [name for name in CHANNELS if not name.startswith("hall")]
READS = ("read", "get", "all", "done", "streams")
FAILS = {Stale: ("append",), NotSaved: ("append", "put"), NotRead: READS}
CODES = {
    Stale: {"stream.overtaken"},
    NotSaved: {"live.not_saved"},
    NotRead: {"live.not_saved", "http.not_read"},
}
Fault = type[Exception]


@contextmanager
def failing(stage: Stage, fault: Fault) -> Iterator[None]:
    """Meanwhile the store raises it at everything that could raise it."""
    node = stage.using.node
    store: Any = node.live.rooms.house.store

    async def raising(*_: object, **__: object) -> None:
        raise fault

    names = FAILS.get(fault, ("append",))
    for name in names:
        setattr(store, name, raising)
    if fault is NotRead:
        node.access.changed()  # every login has to be looked up again
    try:
        yield
    finally:
        for name in names:
            delattr(store, name)


async def opened(stage: Stage, name: str) -> Way:
    channel = channels(stage)[name][1]()
    await channel.open(await SUBJECTS["referee"](stage))
    assert await channel.next(5)
    return channel


async def answer(channel: Way, message: dict[str, Any]) -> str:
    """The code of what is answered; empty if it was carried out."""
    if isinstance(channel, LineWay):
        path, body = f"/api/lines/{channel.id}", json.dumps(message)
        posted = await channel.client.post(path, content=body)
        if posted.status_code != 204:
            return str(posted.json()["error"]["code"])
    else:
        await channel.say(message)
    for _ in range(50):
        told = await channel.next(3)
        if told and told.get("id") == message["id"]:
            return "" if told["t"] == "ack" else str(told["faults"][0]["code"])
    raise AssertionError("no answer")


def command(name: str) -> dict[str, Any]:
    """Something a referee says there."""
    wish = {"t": "start"} if name.startswith("clock") else {"t": "ruling", "reason": "x"}
    after = {"after": 10**6} if wish["t"] == "ruling" else {}
    return {**wish, **after, "id": secrets.token_hex(16)}


async def asked(name: str, fault: Fault) -> tuple[str, str, list[str]]:
    """The answer while the storage fails, that to the same message later, and the log's errors."""
    async with one_node() as stage:
        channel, message = await opened(stage, name), command(name)
        with failing(stage, fault):
            during = await answer(channel, message)
            await asyncio.sleep(1.3)  # whoever looks at connections each second meets it too
        after = await answer(channel, message)
        await channel.close()
        return during, after, stage.using.errors


@pytest.mark.parametrize("fault", FAILS)
@pytest.mark.parametrize("name", SPOKEN)
def test_a_command_is_answered_and_carried_out_later(name: str, fault: Fault):
    during, after, errors = asyncio.run(asked(name, fault))
    assert during in CODES[fault]
    assert after == ""
    assert errors == []


class UnthoughtError(Exception):
    """Nobody has thought of it."""


async def broken_by(name: str) -> tuple[str, int]:
    """What somebody hears whose command meets a bug, and how many were told in the log."""
    async with one_node() as stage:
        channel, message = await opened(stage, name), command(name)
        with failing(stage, UnthoughtError):
            told = await answer(channel, message)
        await channel.close()
        return told, len(stage.using.errors)


@pytest.mark.parametrize("name", ["table socket", "clock socket"])
def test_a_bug_is_answered_before_it_ends_the_line(name: str):
    """Else the same would be asked after each reconnect, for ever."""
    told, errors = asyncio.run(broken_by(name))
    assert told == "http.failed"
    assert errors


@pytest.mark.parametrize("name", ["table socket", "clock socket"])
def test_the_mutant_that_does_not_expect_it_kills_the_socket(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    for module in (session, clock, faults):
        monkeypatch.setattr(module, "FAULTS", (Refused,))
    with pytest.raises(Gone):
        asyncio.run(asked(name, NotSaved))


async def hears_on(name: str) -> bool:
    """Whether a screen of the hall hears what happens after the storage could not be read."""
    async with one_node() as stage:
        channel = await opened(stage, name)
        with failing(stage, NotRead):
            await asyncio.sleep(1.3)
        (await stage.using.node.live.offices.office(stage.tournament)).tell()
        told = await channel.next(5)
        await channel.close()
        return told is not None and told["t"] == "changed" and not stage.using.errors


@pytest.mark.parametrize("name", ["hall socket", "hall line"])
def test_a_screen_of_the_hall_hears_on(name: str):
    assert asyncio.run(hears_on(name))


async def streamed_on() -> bool:
    """Whether an event stream goes on after somebody spoke while the storage could not be read."""
    async with one_node() as stage:
        channel = await opened(stage, "table line, streamed")
        audience = (await stage.using.node.live.rooms.host(TABLE)).room.audience
        with failing(stage, NotRead):
            audience.notice(NoticeCode.REFEREE_ASKED)
            await asyncio.sleep(1.3)
        audience.notice(NoticeCode.SAVED_AGAIN)
        try:
            heard = [await channel.next(5) for _ in range(4)]
        except Gone:
            return False
        await channel.close()
        return NoticeCode.SAVED_AGAIN in {told["code"] for told in heard if told and "code" in told}


def test_an_event_stream_goes_on():
    assert asyncio.run(streamed_on())


def test_the_mutant_stream_that_ends_when_it_cannot_look_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    async def careless(lines: Lines, session: Session) -> bool:
        await lines.judge(session)
        return True

    monkeypatch.setattr(Lines, "_may_stay", careless)
    assert not asyncio.run(streamed_on())


async def coming(name: str) -> tuple[str, list[str]]:
    """What somebody is told who comes while the storage cannot be read; then he comes again."""
    async with one_node() as stage:
        token = await SUBJECTS["referee"](stage)
        channel = channels(stage)[name][1]()
        with failing(stage, NotRead):
            code = await turned_away(channel, token)
        await channel.close()
        await (await opened(stage, name)).close()
        return code, stage.using.errors


async def turned_away(channel: Way, token: str) -> str:
    try:
        await channel.open(token)
    except InvalidStatus as no:
        told = json.loads(no.response.body) if no.response.status_code == 503 else {}
        return str(told.get("error", {}).get("code"))
    except AssertionError as no:  # the body is all it says
        return str(json.loads(str(no).splitlines()[0])["error"]["code"])
    told = await channel.next(5)
    assert told
    return str(told["faults"][0]["code"])


@pytest.mark.parametrize("name", CHANNELS)
def test_who_comes_meanwhile_is_told_to_come_again(name: str):
    code, errors = asyncio.run(coming(name))
    assert code in CODES[NotRead]
    assert errors == []
