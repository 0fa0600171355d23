"""T22 over the socket: hostile messages by the thousand; what is refused changes nothing."""

import asyncio
import json
import secrets
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from stolik.adapters.web.sockets.session import TableSession
from stolik.adapters.web.sockets.table_messages import MESSAGES
from stolik.app.tables.asks import Ask
from stolik.app.tables.host import Host
from stolik.app.tables.messages import DraftShown
from stolik.seats import Role, Viewer
from tests.reliability.nodes import Caller, Served, calling, people, served
from tests.reliability.report import figure

PER_CONNECTION = 75  # a connection that says more in a burst is closed
_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 4, 10**6, 10**30, -(10**30), 1.5, 1e308, "", "x", "k7", "j"),
    *("ą" * 600, "\u0000", "😀", "../../etc/passwd", [], {}, [[]], [["k7", 0, 0]] * 250),
    *("r", "*", ["r"], ["r", "r", "*"], [1, 2, 3, 4], "rejected", "honey"),
    *([["k7", 1, 2]], [["j", 100_001, 0]], {"a": {"b": [1]}}, [None], ["k7"] * 300, "0" * 32),
)
_FIELDS = (
    *("id", "after", "felt", "melds", "lifted", "lifted_from_table", "rack", "hash", "nonce"),
    *("stack", "event", "seconds", "reason", "to", "challenge", "seat", "gross", "n", "last_seq"),
    *("table", "proto", "token", "pending", "announces_opening", "unknown"),
    *("colour", "cards", "slot", "own", "about", "report", "decision", "places"),
)
_RAW: tuple[str | bytes, ...] = (
    *("", "{", "null", "[]", "0", '"x"', "NaN", '{"t":1}', '{"t":"draw"}', '{"t":"nothing"}'),
    *("[" * 5000, '{"a":' * 3000, "\ufeff{}", '{"t":"draw","t":"click"}', "9" * 4000),
    *(b"\xff\xfe\x00", b"\x80" * 40, b'{"t":"pong","n":1}'),
)


@pytest.mark.parametrize("game", ["rummikub", "wojtek"])
@pytest.mark.parametrize(
    ("tier", "count"), [("quick", 500), pytest.param("full", 5000, marks=pytest.mark.full)]
)
def test_no_message_does_harm(ram_path: Path, tier: str, count: int, game: str):
    sent, refused, faults = asyncio.run(bombarded(ram_path, count, game))
    said = f"hostile socket messages, of them refused ({game})"
    figure("T22", said, f"{sent}, {refused}", tier=tier)
    assert faults == []
    assert sent >= count
    assert refused > count / 2


def test_the_mutant_that_fails_on_nonsense_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real = TableSession.receive

    async def careless(session: TableSession, raw: str | bytes) -> None:
        json.loads(raw)
        await real(session, raw)

    monkeypatch.setattr(TableSession, "receive", careless)
    assert asyncio.run(bombarded(ram_path, 200))[2]


async def bombarded(
    directory: Path, count: int, game: str = "rummikub"
) -> tuple[int, int, list[str]]:
    """How much was sent and refused, and what went wrong."""
    chance, sent, refused, faults = Random(22), 0, 0, []
    setup = people("stol")
    if game == "wojtek":
        setup = replace(setup, game=game, profile="trasa")
    async with served(directory, setup) as server:
        host = await server.node.live.rooms.host("stol")
        host.dealing.begin()
        while sent < count:
            who = chance.choice(("organiser", "seat", "anonymous"))
            try:
                done, no, wrong = await one_connection(server, host, chance, who)
            except ConnectionClosed:
                faults.append(f"{who}: the connection was closed")
                break
            sent, refused, faults = sent + done, refused + no, faults + wrong
        faults += server.errors
        # After all of it the table is what its log says.
        live = host.room.table
        stored = await server.node.access.store.read(live.setup.stream)
        faults += [] if live.seq == len(stored) else ["the log is another"]
    return sent, refused, faults


async def one_connection(
    server: Served, host: Host, chance: Random, who: str
) -> tuple[int, int, list[str]]:
    """A stream of nonsense; after each message one that is certainly refused, to be in step."""
    token = {"organiser": server.hall.organiser, "seat": server.hall.seats["stol"][0]}.get(who, "")
    refused, faults = 0, []
    async with calling(server.url, token, "stol") as caller:
        for _ in range(PER_CONNECTION):
            before = stands(host)
            message = nonsense(chance, caller.seq)
            await caller.socket.send(message)
            answers = await in_step(caller)
            said_no = [m for m in answers if m["t"] == "no"]
            refused += bool(said_no)
            after = stands(host)
            if said_no and after != before:  # something may have fallen due, told a little later
                answers += await in_step(caller)
            clock = any(m["t"] == "events" for m in answers)
            if said_no and not clock and after != before:
                faults.append(f"refused, and changed something: {message!r:.200}")
    return PER_CONNECTION, refused, faults


def stands(host: Host) -> tuple[int, DraftShown | None]:
    """Where a table stands, as one sees it who sees everything that lies."""
    return host.room.table.seq, host.play.draft_shown(Viewer(Role.REFEREE))


async def in_step(caller: Caller) -> list[dict[str, Any]]:
    """Everything said until our own marker is refused."""
    marker = secrets.token_hex(16)
    await caller.say(t="challenge", id=marker, after=0, event=10**6)
    answers = []
    while True:
        answer = await caller.next()
        if answer["t"] == "no" and answer["id"] == marker:
            return answers
        answers.append(answer)


def nonsense(chance: Random, seq: int) -> str | bytes:
    """Rubbish, or a message that is nearly right."""
    if chance.random() < 0.2:
        return chance.choice(_RAW)
    kind = chance.choice(MESSAGES)
    message: dict[str, Any] = {"t": kind.__struct_config__.tag}
    if issubclass(kind.of, Ask):
        message |= {"id": secrets.token_hex(16), "after": seq}
    for field in chance.sample(_FIELDS, chance.choice((0, 1, 1, 2, 4))):
        message[field] = chance.choice(_VALUES)
    text = json.dumps(message)
    if chance.random() < 0.2:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(("", "}", '"', "\\u0000", "é")) + text[at + 1 :]
    return text.encode() if chance.random() < 0.1 else text
