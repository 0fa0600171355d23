"""Players of the load generator: the same hands and head at our tables and at the peer's.

They play real games: draw and click, open with the best opening, lay what the solver finds. They
keep what they know from what they are told, so the server is asked for nothing but the game.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from benchmarks.sockets import Socket, open_socket
from stolik.solver import best_opening, solve

_decode = msgspec.json.decode
_encode = msgspec.json.encode
OPENING = 30

Think = Callable[[], float]  # seconds before a move


class Figures:
    """What a run has measured."""

    def __init__(self) -> None:
        self.on = False
        self.latencies: list[float] = []
        self.kinds: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.lost = 0
        self.began = 0  # games whose play has begun

    def answered(self, kind: str, since: float) -> None:
        if self.on:
            self.latencies.append(perf_counter() - since)
            self.kinds[kind] += 1

    def begin(self) -> None:
        """Count from now on."""
        self.on = True
        self.latencies.clear()
        self.kinds.clear()
        self.refusals.clear()


class Hand:
    """What a player holds and sees, and what it would do about it."""

    def __init__(self) -> None:
        self.rack: list[str] = []
        self.tableau: list[list[str]] = []
        self.opened = False

    def move(self) -> tuple[list[list[str]], list[str]] | None:
        """The tableau to leave and the tiles laid, or None to draw."""
        if not self.opened:
            opening = best_opening(self.rack)
            if opening.value < OPENING:
                return None
            melds = [list(meld) for meld in opening.melds]
            return [*self.tableau, *melds], [tile for meld in melds for tile in meld]
        found = solve(self.tableau, self.rack)
        if not found.tiles:
            return None
        return [list(meld) for meld in found.tableau], list(found.laid)


class OurSeat:
    """A seat at one of our tables."""

    def __init__(self, port: int, table: str, token: str, think: Think, figures: Figures) -> None:
        self.hand, self.figures = Hand(), figures
        self.seat = -1
        self.seq = 0
        self.phase, self.turn, self.drew = "", -1, False
        self.middle, self.bank = 0, list[int]()
        self.said = False  # ready, or confirmed
        self.waiting: tuple[str, str, float] | None = None
        self._address = (port, table, token)
        self._think = think
        self._socket: Socket | None = None
        self._due: asyncio.TimerHandle | None = None

    async def connect(self) -> None:
        self._socket = await open_socket(self._address[0], "/api/socket", self._hear, self._lost)

    def sit_down(self) -> None:
        _, table, token = self._address
        self._send({"t": "hello", "table": table, "token": token})

    def abort(self) -> None:
        assert self._socket
        self._socket.abort()

    def _lost(self, _: int) -> None:
        self.figures.lost += 1

    def _hear(self, raw: bytes) -> None:
        message = _decode(raw)
        match message["t"]:
            case "events":
                self._events(message)
            case "snapshot":
                self._snapshot(message)
            case "ack":
                self._answered(message["id"])
            case "no":
                self._refused(message)
                return
            case "ping":
                self._send({"t": "pong", "n": message["n"]})
            case "welcome":
                self.seat = message["seat"]
        self._look()

    def _answered(self, id_: str) -> None:
        if self.waiting and self.waiting[0] == id_:
            self.figures.answered(self.waiting[1], self.waiting[2])
            self.waiting = None

    def _refused(self, message: dict[str, Any]) -> None:
        """What a lay was refused for is counted; then a tile is drawn instead."""
        self.figures.refusals[message["faults"][0]["code"]] += 1
        kind = self.waiting[1] if self.waiting else ""
        self.waiting = None
        if kind == "lay":
            self._ask("draw", stack=self._stack())

    def _snapshot(self, message: dict[str, Any]) -> None:
        view, self.seq = message["view"], message["seq"]
        self.phase, self.turn, self.drew = view["phase"], view["turn"], view["drew"]
        self.hand.tableau, self.hand.rack = view["tableau"], message["rack"] or []
        self.middle = view["middle"]["tiles"]
        self.bank = [stack["number"] for stack in view["bank"]]
        if view["seats"]:
            mine = view["seats"][self.seat]
            self.hand.opened = mine["opened"]
            said = mine["ready"] if self.phase == "readying" else mine["confirmed"]
            self.said = said or (self.waiting is not None and self.said)

    def _events(self, message: dict[str, Any]) -> None:
        for item in message["items"]:
            self.seq, data = item["seq"], item["data"]
            match item["kind"]:
                case "TilesLaid":
                    self.hand.tableau = data["tableau"]
                    self.hand.opened = self.hand.opened or data["seat"] == self.seat
                case "TileDrawn":
                    self.middle -= 1
                    self.drew = True
                case "StackPlaced":
                    self.middle = 7
                    self.bank.remove(data["stack"])
                case "GameStarted":
                    self.phase = "playing"
                    self.figures.began += 1
                case "TurnEnded":
                    self.drew = False
                case "GameEnded":
                    self.phase, self.said = "over", False
                case "TilesDealt":
                    self.phase, self.said = "readying", False
        self.turn = message["clock"]["seat"]
        if message["rack"] is not None:
            self.hand.rack = message["rack"]

    def _look(self) -> None:
        if self.waiting or self._due:
            return
        if self.phase == "playing" and self.turn == self.seat:
            self._later()
        elif self.phase in ("readying", "over") and not self.said:
            self.said = True
            self._ask("ready" if self.phase == "readying" else "confirm")

    def _later(self) -> None:
        wait = 0.0 if self.drew else self._think()  # the click follows the draw at once
        if not wait:
            self._act()
            return
        self._due = asyncio.get_running_loop().call_later(wait, self._due_now)

    def _due_now(self) -> None:
        self._due = None
        if self.phase == "playing" and self.turn == self.seat:
            self._act()

    def _act(self) -> None:
        if self.drew:
            self._ask("click")
        elif move := self.hand.move():
            self._ask("lay", melds=move[0])
        elif self.middle or self.bank:
            self._ask("draw", stack=self._stack())
        else:
            self._ask("click")

    def _stack(self) -> int | None:
        return None if self.middle else min(self.bank, default=None)

    def _ask(self, kind: str, **more: Any) -> None:
        id_ = os.urandom(16).hex()
        self.waiting = (id_, kind, perf_counter())
        self._send({"t": kind, "id": id_, "after": self.seq, **more})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._socket
        self._socket.send(_encode(message))


class PeerSeat:
    """The same player at a match of boardgame.io, over its own protocol (socket.io)."""

    def __init__(self, port: int, match: str, seat: int, think: Think, figures: Figures) -> None:
        self.hand, self.figures, self.seat = Hand(), figures, seat
        self.turn, self.pool, self.state_id = -1, 0, -1
        self.drew = False
        self.waiting: tuple[int, str, float] | None = None
        self._address = (port, match)
        self._think = think
        self._socket: Socket | None = None
        self._due: asyncio.TimerHandle | None = None

    async def connect(self) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        self._socket = await open_socket(self._address[0], path, self._hear, self._lost)

    def sit_down(self) -> None:
        """It did so when its socket was opened: socket.io begins to talk by itself."""

    def _lost(self, _: int) -> None:
        self.figures.lost += 1

    def _hear(self, raw: bytes) -> None:
        assert self._socket
        if raw[:1] == b"0":
            self._socket.send(b"40/rummikub,")
        elif raw[:1] == b"2":
            self._socket.send(b"3")
        elif raw[:2] == b"40":
            self._emit("sync", self._address[1], str(self.seat), None, 4)
        elif raw[:2] == b"42":
            name, *args = _decode(raw[raw.index(b",") + 1 :])
            if name == "sync":
                self._state(args[1]["state"])
            elif name == "update":
                self._state(args[1])

    def _state(self, state: dict[str, Any]) -> None:
        table, turn = state["G"], int(state["ctx"]["currentPlayer"])
        if state["_stateID"] <= self.state_id:
            return
        self.state_id = state["_stateID"]
        self.drew = self.drew and turn == self.turn
        self.hand.rack, self.hand.tableau = table["rack"], table["table"]
        self.hand.opened = table["opened"][self.seat]
        self.turn, self.pool, counts = turn, table["pool"], table["counts"]
        if self.waiting and self.state_id > self.waiting[0]:
            self.figures.answered(self.waiting[1], self.waiting[2])
            self.waiting = None
        if self.turn == self.seat and not self.waiting and not self._due:
            if min(counts) == 0 or (self.pool == 0 and not self.drew):
                self.drew = False
                self._ask("redeal")
            else:
                self._later()

    def _later(self) -> None:
        wait = 0.0 if self.drew else self._think()
        if not wait:
            self._act()
            return
        self._due = asyncio.get_running_loop().call_later(wait, self._due_now)

    def _due_now(self) -> None:
        self._due = None
        self._act()

    def _act(self) -> None:
        if self.drew:
            self._ask("click")
        elif move := self.hand.move():
            self._ask("lay", *move)
        else:
            self.drew = True
            self._ask("draw")

    def _ask(self, kind: str, *args: Any) -> None:
        self.waiting = (self.state_id, kind, perf_counter())
        is_move = kind != "click"
        payload = {
            "type": kind if is_move else "endTurn",
            "args": list(args),
            "playerID": str(self.seat),
        }
        action = {"type": "MAKE_MOVE" if is_move else "GAME_EVENT", "payload": payload}
        self._emit("update", action, self.state_id, self._address[1], str(self.seat))

    def _emit(self, *event: Any) -> None:
        assert self._socket
        self._socket.send(b"42/rummikub," + _encode(event))
