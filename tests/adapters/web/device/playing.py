"""A game against bots by messages alone; the same in CPython and in a browser's Python.

Time stands still and chance comes from a seed, so that one seed is one log, wherever it is played.
"""

import asyncio
import json
from hashlib import sha256

from stolik.wiring.device import Device, World, start


class Chance:
    """Bytes that look like chance and are the same in every run."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, size: int) -> bytes:
        blocks = b""
        while len(blocks) < size:
            blocks += sha256(f"{self._seed}/{self._count}".encode()).digest()
            self._count += 1
        return blocks[:size]


class MemoryDrawer:
    """What a browser keeps by key."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def keep(self, changes) -> None:
        for key, value in changes:
            if value is None:
                self.kept.pop(key, None)
            else:
                self.kept[key] = value


class Person:
    """At the first seat: does what the hint says."""

    def __init__(self, device: Device, table: str) -> None:
        self._device = device
        self._table = table
        self._news = asyncio.Event()
        self._asked = 0
        self.view, self.seq = None, 0
        self.refused = []
        self.line = device.line(self._hear, lambda: None)
        self.line.receive(json.dumps({"t": "hello", "table": table}))

    def _hear(self, message: str) -> None:
        said = json.loads(message)
        if said["t"] == "snapshot":
            self.view, self.seq = said["view"], said["seq"]
            self._news.set()
        elif said["t"] == "events":
            self.line.receive(json.dumps({"t": "resume", "last_seq": 0}))
        elif said["t"] == "no":
            self.refused.append(said)
            self._news.set()

    async def play(self) -> None:
        """Until the game is over and every bot has confirmed it."""
        while True:
            await asyncio.wait_for(self._news.wait(), 30)
            self._news.clear()
            assert not self.refused, self.refused
            seats = self.view["seats"]
            if self.view["phase"] == "over" and all(seat["confirmed"] for seat in seats[1:]):
                return
            ask = await self._move()
            if ask:
                self._asked += 1
                self.line.receive(
                    json.dumps({**ask, "id": f"{self._asked:032x}", "after": self.seq})
                )

    async def _move(self):
        if self.view["phase"] == "readying":  # the last one, so that who comes first is no chance
            ready = [seat["ready"] for seat in self.view["seats"]]
            return {"t": "ready"} if ready == [False] + [True] * (len(ready) - 1) else None
        if self.view["phase"] != "playing" or self.view["turn"] != 0:
            return None
        if self.view["drew"]:
            return {"t": "click"}
        status, body = await self._device.ask("GET", f"/api/tables/{self._table}/hint", "", "pl")
        assert status == 200, body
        if tableau := json.loads(body)["tableau"]:
            return {"t": "lay", "melds": tableau}
        if not self.view["may_draw"]:
            return {"t": "click"}
        lowest = min((stack["number"] for stack in self.view["bank"]), default=None)
        return {"t": "draw"} if self.view["middle"]["tiles"] else {"t": "draw", "stack": lowest}


def still_world(seed: str) -> World:
    """No time passes and chance is known."""
    return World(Chance(seed), lambda: 0.0, lambda: 1_700_000_000, 0.0)


async def played(seed: str, bots: list[str], profile: str = "", drawer=None):
    """A game to its end: the device and the table."""
    drawer = drawer or MemoryDrawer()
    device = await start(drawer, {}, still_world(seed))
    wanted = json.dumps({"bots": bots, "profile": profile, "turn_time_s": 0})
    status, body = await device.ask("POST", "/api/practice", wanted, "pl")
    assert status == 200, body
    table = json.loads(body)["table"]
    person = Person(device, table)
    await person.play()
    return device, table


async def log_of(device: Device, table: str) -> list[str]:
    """Every entry of a table as it was kept: body, salt and link of the chain."""
    entries = await device.rooms.house.store.read(f"table/{table}")
    return [f"{e.seq} {e.body.decode()} {e.salt.hex()} {e.link.hex()}" for e in entries]


async def whole_log(seed: str, bots: list[str], profile: str = "") -> str:
    """A game played and told, and what its study and record say."""
    device, table = await played(seed, bots, profile)
    lines = await log_of(device, table)
    for part in ("record", "study?after=0", "film", "transcript"):
        status, body = await device.ask("GET", f"/api/tables/{table}/games/1/{part}", "", "pl")
        lines.append(f"{status} {body}")
    await device.stop()
    return "\n".join(lines)
