"""T20, rights that are lost: every way to lose one × every channel × every message of it.

A connection of a login that has ended dies at once on every node. Where it does not (the closing is
taken away here), each message is refused all the same: it is checked against the login as it is
now. Where the word between two nodes is lost, the record beside it ends all of it within 5 seconds.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from stolik.adapters.bus.postgres import PostgresBus
from stolik.adapters.web import lines
from stolik.adapters.web.clock_messages import MESSAGES as CLOCK_MESSAGES
from stolik.adapters.web.lines import Lines
from stolik.adapters.web.table_messages import MESSAGES
from stolik.app.access.access import Access
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import Role
from stolik.app.access.standing import Standing
from stolik.app.live.room import Room
from stolik.app.live.setup import Watching
from tests.postgres import Postgres
from tests.reliability.losing import (
    SUBJECTS,
    TABLE,
    WAYS,
    Gone,
    LineWay,
    SocketWay,
    Stage,
    Way,
    channels,
    one_node,
    two_nodes,
    with_pass,
)
from tests.reliability.report import figure
from tests.reliability.test_t20_commands import EXPECTED_AT_CLOCK, EXPECTED_MESSAGES

SOON_S = 3.0  # generous: the machine may be busy
LOST_WORD_S = 5.0  # promised where the word between two nodes was lost

# At the same time: a seat has one live connection.
GROUPS = (
    ("table socket", "clock socket", "hall socket"),
    ("table line, polled", "clock line", "hall line"),
    ("table line, streamed",),
)
SAID: Mapping[str, list[dict[str, Any]]] = {
    "table": [{"t": name, **fields} for name, (_, fields) in EXPECTED_MESSAGES.items()],
    "clock": [{"t": name, **fields} for name, (_, fields) in EXPECTED_AT_CLOCK.items()],
    "hall": [{"t": "hello"}],
}
# Who is dismissed loses the tournament a moment before his login; another node may look between.
GOOD_BYES = {"dismissed as co-organiser": {"bye.logged_out", "bye.watching"}}
_DEAD = {"live.not_yours", "live.line_unknown"}
Staged = Callable[[], AbstractAsyncContextManager[Stage]]


def test_the_lists_of_messages_are_whole():
    known = {kind.__struct_config__.tag for kind in MESSAGES} - {"hello"}
    assert {message["t"] for message in SAID["table"]} == known
    at_clock = {kind.__struct_config__.tag for kind in CLOCK_MESSAGES}
    assert {message["t"] for message in SAID["clock"]} == at_clock


async def survivors(
    stage: Stage, ways: Iterable[str], within_s: float = SOON_S, *, closes: bool = True
) -> list[str]:
    """What outlives the loss of its right: way, channel, message."""
    found = []
    for way in ways:
        for seat, group in enumerate(GROUPS):
            stage.seat = seat
            found += [
                f"{way}: {what}" async for what in _after(stage, way, group, within_s, closes)
            ]
    return found


async def _after(
    stage: Stage, way: str, group: Iterable[str], within_s: float, closes: bool
) -> AsyncIterator[str]:
    subject, lose = WAYS[way]
    token = await SUBJECTS[subject](stage)
    opened = {
        name: (kind, make()) for name, (kind, make) in channels(stage).items() if name in group
    }
    for name, (_, channel) in opened.items():
        await channel.open(token)
        told = await channel.next(5)
        assert told, name
        assert told["t"] in ("welcome", "clock", "changed"), (name, told)
    before = await _standing(stage)
    await lose(stage, token)
    for name, (kind, channel) in opened.items():
        if closes and not await _ends(channel, within_s, way):
            yield f"{name} is still open"
        async for what in _heard(channel, kind):
            yield f"{name} hears {what}"
        await channel.close()
    async for what in _requests(stage, token):
        yield what
    if before != await _standing(stage):
        yield "something was changed"


async def _standing(stage: Stage) -> Any:
    """What the messages could change."""
    host = await stage.using.node.live.rooms.host(TABLE)
    hall = await stage.using.node.live.halls.hall(stage.tournament)
    table = host.room.table
    return table.seq, table.draft, dict(table.rack_orders), (await hall.clock(1, 1)).seq


async def _ends(channel: Way, within_s: float, way: str = "") -> bool:
    """Whether a channel says good-bye, or is gone."""
    try:
        async with asyncio.timeout(within_s):
            while True:
                told = await channel.next(within_s)
                if told and told["t"] == "bye":
                    assert told["code"] in GOOD_BYES.get(way, {"bye.logged_out"}), (way, told)
                    return True
    except Gone:
        return True
    except TimeoutError:
        return False


async def _heard(channel: Way, kind: str) -> AsyncIterator[str]:
    """Which messages are carried out, or answered as if he were still somebody."""
    for message in SAID[kind]:
        fresh = {"id": secrets.token_hex(16)} if "id" in message else {}
        await channel.say({**message, **fresh})
        if kind == "hall":
            return
    # Refused like everything else; where it is not, everything before it has been answered.
    await channel.say({"t": "hello", "table": TABLE} if kind == "table" else {"t": "status"})
    try:
        while told := await channel.next(0.3):
            codes = {fault["code"] for fault in told.get("faults", ())}
            if told["t"] == "no" and not codes <= _DEAD:
                yield f"{told}"
            if told["t"] in ("ack", "status"):
                yield f"{told}"
    except Gone:
        return


async def _requests(stage: Stage, token: str) -> AsyncIterator[str]:
    """Plain requests that still know him, and lines he can still open."""
    async with stage.using.client(token) as client:
        who = (await client.get("/api/whoami")).json()
        if who["role"] != "anonymous":
            yield "a request is still his"
        for path in (stage.here, f"{stage.here}/hall", f"/api/tables/{TABLE}/people"):
            if (await client.get(path)).status_code != 401:
                yield f"GET {path}"
        wish = await client.post(stage.here, json={"do": "standings"})
        if wish.status_code != 401:
            yield "POST standings"
        for path in (f"{stage.here}/lines", f"{stage.here}/tables/1/clock/lines"):
            if (await client.post(path)).status_code != 401:
                yield f"POST {path}"


async def _lost(staged: Staged, ways: Iterable[str], *more: Any, **named: Any) -> list[str]:
    async with staged() as stage:
        found = await survivors(stage, ways, *more, **named)
        return found + stage.using.errors


def two_of(postgres: Postgres) -> Staged:
    @asynccontextmanager
    async def staged() -> AsyncIterator[Stage]:
        async with two_nodes(await postgres.new_database()) as stage:
            yield stage

    return staged


def _told(where: str, tier: str, ways: Iterable[str]) -> None:
    """Only what was really lost and said is counted."""
    count = len(list(ways))
    each = 3 * len(SAID["table"]) + 2 * len(SAID["clock"]) + 2 * len(SAID["hall"])
    said = f"messages after a lost right: {count} ways × 7 channels, outlived ({where})"
    figure("T20", said, f"{count * each}, 0", tier=tier)


def _no_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent away: only what he says is checked."""

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(Lines, "revoked", lambda *_: None)
    monkeypatch.setattr(Lines, "look", nothing)


FEW = ("log-out", "another password", "PIN renewed", "spectator revoked", "time is over")


def test_whoever_loses_a_right_is_gone_at_once():
    assert asyncio.run(_lost(one_node, WAYS)) == []
    _told("one node", "quick", WAYS)


def test_what_he_says_is_checked_though_nobody_closed_it(monkeypatch: pytest.MonkeyPatch):
    _no_closing(monkeypatch)
    assert asyncio.run(_lost(one_node, FEW, closes=False)) == []


def test_on_another_node_too(postgres: Postgres):
    assert asyncio.run(_lost(two_of(postgres), FEW)) == []
    _told("two nodes", "quick", FEW)


@pytest.mark.full
def test_on_another_node_by_every_way(postgres: Postgres):
    assert asyncio.run(_lost(two_of(postgres), WAYS)) == []
    _told("two nodes", "full", WAYS)


def test_where_the_word_between_nodes_is_lost_it_ends_in_time(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    assert asyncio.run(_lost(two_of(postgres), ("log-out", "PIN renewed"), LOST_WORD_S)) == []


def _last_word(postgres: Postgres) -> dict[str, Any]:
    """The answer to a referee's command, revoked on another node just before.

    No whisper has come, and nobody is sent away.
    """

    async def story() -> dict[str, Any]:
        async with two_nodes(await postgres.new_database()) as stage:
            for each in (stage.acting, stage.using):
                each.node.live.lines.stop()
            token = await SUBJECTS["referee"](stage)
            channel = SocketWay(stage, "/api/socket", {"t": "hello", "table": TABLE})
            await channel.open(token)
            while (await _next(channel))["t"] != "present":
                pass
            await WAYS["referee revoked"][1](stage, token)
            table = (await stage.using.node.live.rooms.host(TABLE)).room.table
            pause = {"t": "pause", "id": secrets.token_hex(16), "after": table.seq, "reason": "x"}
            await channel.say(pause)
            while (told := await _next(channel))["t"] not in ("no", "bye", "ack"):
                pass
            await channel.close()
            return told

    return asyncio.run(story())


def test_a_command_right_after_the_loss_finds_the_record(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    _no_closing(monkeypatch)
    assert _last_word(postgres)["code"] == "bye.logged_out"


def test_the_mutant_that_only_believes_whispers_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def blind(_: Access) -> None:
        pass

    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    monkeypatch.setattr(Access, "look", blind)
    _no_closing(monkeypatch)
    assert _last_word(postgres)["t"] == "ack"


async def _next(channel: Way) -> dict[str, Any]:
    told = await channel.next(5)
    assert told
    return told


# --- while it waits ----------------------------------------------------------------------------


async def carried_out_late(stage: Stage) -> list[str]:
    """Commands that waited for their turn while the right was lost, and were carried out."""
    found = []
    host = await stage.using.node.live.rooms.host(TABLE)
    hall = await stage.using.node.live.halls.hall(stage.tournament)
    clock = await hall.clock(1, 1)
    office = hall.office
    waits = {
        "table": (host.room._lock, lambda: host.room.table.seq),
        "clock": (clock._log._lock, lambda: clock.seq),
    }
    for kind, (lock, seq) in waits.items():
        token = await SUBJECTS["referee"](stage)
        name = f"{kind} socket"
        channel = channels(stage)[name][1]()
        await channel.open(token)
        await _next(channel)
        before = seq()
        async with lock:
            done = (
                {"t": "ruling", "reason": "x", "after": before}
                if kind == "table"
                else {"t": "start"}
            )
            await channel.say({**done, "id": secrets.token_hex(16)})
            await asyncio.sleep(0.1)
            await WAYS["referee revoked"][1](stage, token)
        await asyncio.sleep(0.2)
        found += [name] if seq() != before else []
        await channel.close()
    organiser = await SUBJECTS["organiser"](stage)
    before = office.seq
    async with stage.using.client(organiser) as client:
        async with office._lock:
            wish = {"do": "enter", "name": "Zawodnik 100"}
            asking = asyncio.ensure_future(client.post(stage.here, json=wish))
            await asyncio.sleep(0.1)
            await WAYS["log-out everywhere"][1](stage, organiser)
        answer = await asking
    found += ["request"] if office.seq != before or answer.status_code != 401 else []
    return found


async def _late() -> list[str]:
    async with one_node() as stage:
        return await carried_out_late(stage)


def test_a_command_that_waited_while_its_right_was_lost_is_not_carried_out():
    assert asyncio.run(_late()) == []


def test_the_mutant_that_asks_before_the_wait_only_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Room.do

    async def careless(room: Room, *args: Any, **more: Any) -> Any:
        more.pop("allowed", None)
        return await real(room, *args, **more)

    monkeypatch.setattr(Room, "do", careless)
    assert asyncio.run(_late()) == ["table socket"]


# --- a line's number is no right ---------------------------------------------------------------


async def _stolen() -> list[str]:
    """What somebody can do with a line of another player of the same table."""
    found = []
    async with one_node() as stage:
        mine = LineWay(stage, "/api/lines", {"t": "hello", "table": TABLE})
        await mine.open(await SUBJECTS["player"](stage))
        stage.seat = 1
        for token in ("", await SUBJECTS["player"](stage), await SUBJECTS["organiser"](stage)):
            async with stage.using.client(token) as thief:
                path = f"/api/lines/{mine.id}"
                answers = {
                    "says": await thief.post(path, content=json.dumps({"t": "resume"})),
                    "fetches": await thief.get(path),
                    "streams": await thief.send(
                        thief.build_request("GET", path + "/stream"), stream=True
                    ),
                }
                found += [did for did, answer in answers.items() if answer.status_code != 404]
                await answers["streams"].aclose()
        found += [] if found or (await _next(mine))["t"] == "welcome" else ["the owner cannot"]
        await mine.close()
    return found


def test_who_learnt_the_number_of_a_line_can_do_nothing_with_it():
    assert asyncio.run(_stolen()) == []


def test_the_mutant_that_takes_the_number_for_a_right_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "key_of", lambda _: b"")
    assert "says" in asyncio.run(_stolen())


# --- eyes that are no longer theirs --------------------------------------------------------------


async def _looking_on() -> list[str]:
    """Who still looks on after it was said otherwise."""
    from dataclasses import replace

    found = []
    async with one_node() as stage:
        live = stage.using.node.live
        office = await live.offices.office(stage.tournament)
        await office.describe(replace(office.card, public=True))
        host = await live.rooms.host(TABLE)
        await live.rooms.change(replace(host.room.table.setup, watching=Watching.RACKS_AFTER))
        stranger = {name: make() for name, (_, make) in channels(stage).items()}
        for channel in stranger.values():
            await channel.open("")
            await _next(channel)
        player = SocketWay(stage, "/api/socket", {"t": "hello", "table": TABLE})
        await player.open(await SUBJECTS["player"](stage))
        assert (await _next(player))["t"] == "welcome"
        await office.describe(replace(office.card, public=False))
        setup = host.room.table.setup
        moved = (setup.seats[1], setup.seats[0], *setup.seats[2:])
        await live.rooms.change(replace(setup, watching=Watching.NOBODY, seats=moved))
        for name, channel in {**stranger, "player of another seat now": player}.items():
            if not await _sent_away(channel):
                found.append(name)
            await channel.close()
    return found


async def _sent_away(channel: Way) -> bool:
    try:
        async with asyncio.timeout(SOON_S):
            while (told := await channel.next(SOON_S)) is None or told["t"] != "bye":
                pass
    except (Gone, TimeoutError) as end:
        return isinstance(end, Gone)
    return bool(told["code"] == "bye.watching")


def test_eyes_that_are_no_longer_theirs_close():
    assert asyncio.run(_looking_on()) == []


# --- mutants -------------------------------------------------------------------------------------


def test_the_mutant_that_believes_the_login_it_was_opened_with_is_caught(
    monkeypatch: pytest.MonkeyPatch,
):
    _no_closing(monkeypatch)
    monkeypatch.setattr(Standing, "is_fresh", True)
    found = asyncio.run(_lost(one_node, ("log-out", "PIN renewed"), closes=False))
    assert any("table socket hears" in one for one in found)
    assert any("table line, polled hears" in one for one in found)
    assert any("clock line hears" in one for one in found)


def test_the_mutant_that_closes_nothing_is_caught(monkeypatch: pytest.MonkeyPatch):
    _no_closing(monkeypatch)
    found = asyncio.run(_lost(one_node, ("pass revoked",), 0.5))
    assert "pass revoked: hall socket is still open" in found


def test_the_mutant_that_never_looks_at_the_record_is_caught(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
):
    async def blind(_: Access) -> None:
        pass

    monkeypatch.setattr(PostgresBus, "whisper", lambda *_: None)
    monkeypatch.setattr(Access, "look", blind)
    found = asyncio.run(_lost(two_of(postgres), ("log-out",), LOST_WORD_S / 2))
    assert any("still open" in one for one in found)


def test_a_thousand_logins_that_end_at_once_are_heard_of(postgres: Postgres):
    """One whisper has less than 8 kB; what does not fit would be lost."""

    async def story() -> bool:
        async with two_nodes(await postgres.new_database()) as stage:
            stage.using.node.live.lines.stop()  # the whispers alone
            token = await with_pass(stage, Wanted(Role.SPECTATOR))
            channel = SocketWay(stage, f"{stage.here}/socket", None)
            await channel.open(token)
            await _next(channel)
            stage.acting.node.access.revoked([*(f"{n:032x}" for n in range(1000)), _id(token)])
            ended = await _ends(channel, SOON_S)
            await channel.close()
            return ended

    assert asyncio.run(story())


def _id(token: str) -> str:
    from stolik.app.access.secrets_made import shown

    seen = shown(token)
    assert seen
    return seen.id
