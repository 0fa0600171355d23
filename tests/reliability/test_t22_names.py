"""T22, names: well-formed messages with strange names in them, from the seat whose turn it is.

Whatever a seat calls a tile, a card, a colour: it is refused with a code, never a failure of ours.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import inspect as shape
from websockets.exceptions import ConnectionClosed

from stolik.adapters.web.sockets.table_messages import MESSAGES, Twin
from stolik.app.access.roles import Rule
from stolik.app.games.rummikub import asked as rummikub_asked
from stolik.app.tables.asks import Ask
from stolik.app.tables.host import Host
from stolik.rummikub.tiles import Tile
from tests.reliability.nodes import Caller, Served, calling, people, served
from tests.reliability.report import figure
from tests.reliability.test_t22_sockets import in_step, stands

PER_CONNECTION = 80
_NAMES = (
    *("zz", "kx", "bx", "k0", "k14", "k99", "k-1", "k_1", "k 1", "k１", "K1", "j1", "jj", "", "1"),
    *("k", "*", "**", "*honey", "honey", "r", "x", "\u0000", "😀", "ąę", "null", "r\n"),
    *("__class__", "k1", "b1", "o1", "r1", "k2", "k3", "j"),
)
_SPEAKS = tuple(kind for kind in MESSAGES if kind.rule is Rule.SEAT_HERE)
_FOUND: tuple[dict[str, Any], ...] = (  # by which a stranger once got a failure of ours
    *({"melds": [[name] * 3]} for name in ("zz", "", "kx", "k１", "😀")),
    *({"melds": [each]} for each in (["k1", "b1", "zz"], ["kx", "bx", "ox"], ["k1", "k2", "kx"])),
    {"felt": [["zz", 0, 0], ["zz", 30, 0], ["kx", 60, 0]]},
    {"felt": [["", 0, 0], ["", 30, 0], ["", 60, 0]]},
)


@pytest.mark.parametrize("game", ["rummikub", "wojtek"])
@pytest.mark.parametrize(
    ("tier", "count"), [("quick", 400), pytest.param("full", 4000, marks=pytest.mark.full)]
)
def test_no_name_does_harm(ram_path: Path, tier: str, count: int, game: str):
    sent, own_turn, faults = asyncio.run(named(ram_path, count, game))
    said = f"strange names, of them in the own turn ({game})"
    figure("T22", said, f"{sent}, {own_turn}", tier=tier)
    assert faults == []
    assert own_turn >= (sent * 0.9 if game == "rummikub" else 30)  # a race may be over soon


def test_the_mutant_that_takes_names_on_trust_is_caught(
    ram_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def trusting(names: Sequence[str], _: Any) -> tuple[Tile, ...]:
        return tuple(Tile(name) for name in names)

    monkeypatch.setattr(rummikub_asked, "sound_tiles", trusting)
    assert asyncio.run(named(ram_path, 40, "rummikub"))[2]


async def named(directory: Path, count: int, game: str) -> tuple[int, int, list[str]]:
    """How much was sent, how much of it by the seat to move, and what went wrong."""
    chance, sent, own_turn = Random(7), 0, 0
    faults: list[str] = []
    setup = people("stol")
    if game == "wojtek":
        setup = replace(setup, game=game, profile="trasa")
    async with served(directory, setup) as server:
        host = await server.node.live.rooms.host("stol")
        host.dealing.begin()
        while sent < count and not faults:
            async with seats(server) as callers:
                await made_ready(callers, host)
                for n in range(PER_CONNECTION):
                    at_turn = host.play.hides_racks  # dealt and not over: somebody is to act
                    caller = callers[int(host.room.table.state.turn)]
                    message = (
                        {"t": "lay", **head(caller), **_FOUND[n]}
                        if n < len(_FOUND) and game == "rummikub"
                        else strange(chance, caller)
                    )
                    sent, own_turn = sent + 1, own_turn + at_turn
                    faults += await answered(caller, host, message)
                    if faults:
                        break
        faults += server.errors
    return sent, own_turn, faults


async def answered(caller: Caller, host: Host, message: dict[str, Any]) -> list[str]:
    before = stands(host)
    await caller.socket.send(json.dumps(message))
    try:
        answers = await in_step(caller)
    except ConnectionClosed as closed:
        return [f"closed, {closed}: {message!r:.200}"]
    said_no = any(m["t"] == "no" for m in answers)
    clock = any(m["t"] == "events" for m in answers)
    if said_no and not clock and stands(host) != before:
        return [f"refused, and changed something: {message!r:.200}"]
    return []


@asynccontextmanager
async def seats(server: Served) -> AsyncIterator[list[Caller]]:
    async with AsyncExitStack() as stack:
        tokens = server.hall.seats["stol"]
        yield [
            await stack.enter_async_context(calling(server.url, token, "stol")) for token in tokens
        ]


async def made_ready(callers: list[Caller], host: Host) -> None:
    for caller in callers:
        while caller.seq == 0:
            await caller.next()
        if not host.play.is_playing:
            await caller.ask("ready")
    for caller in callers:
        await in_step(caller)  # all that the others did is known


def head(caller: Caller) -> dict[str, Any]:
    return {"id": secrets.token_hex(16), "after": caller.seq}


def strange(chance: Random, caller: Caller) -> dict[str, Any]:
    """A message as its shape wants it, with any names in it."""
    kind: type[Twin] = chance.choice(_SPEAKS)
    info = shape.type_info(kind)
    assert isinstance(info, shape.StructType)
    said = {each.name: filled(each.type, chance) for each in info.fields}
    if issubclass(kind.of, Ask):
        said |= head(caller)
    return {"t": info.tag, **said}


def filled(info: Any, chance: Random) -> Any:
    """Something of this shape."""
    match info:
        case shape.StrType(pattern=str() as pattern) if "64" in pattern:
            return secrets.token_hex(32)
        case shape.StrType(min_length=least, max_length=most):
            fits = [n for n in _NAMES if (least or 0) <= len(n) <= (most or 99)]
            return chance.choice(fits) if fits else secrets.token_hex(16)
        case shape.IntType(ge=least, le=most):
            return chance.choice(
                [n for n in (0, 1, 2, 3, 30, 60, -1) if (least or 0) <= n <= (most or 99)]
            )
        case (
            shape.ListType(item_type=item, max_length=most)
            | shape.VarTupleType(item_type=item, max_length=most)
        ):
            return [
                filled(item, chance) for _ in range(min(chance.choice((0, 1, 3, 4)), most or 4))
            ]
        case shape.TupleType(item_types=items):
            return [filled(item, chance) for item in items]
        case shape.NamedTupleType(fields=fields):
            return [filled(each.type, chance) for each in fields]
        case shape.UnionType(types=types):
            return filled(chance.choice(types), chance)
        case _:
            return plain(info, chance)


def plain(info: Any, chance: Random) -> Any:
    """Something of a shape that holds no other."""
    match info:
        case shape.LiteralType(values=values):
            return chance.choice((*values, *_NAMES))
        case shape.BoolType():
            return chance.random() < 0.5
        case shape.NoneType():
            return None
        case _:
            raise AssertionError(info)
