"""An organiser with all his powers against a game that is being played, for T17.

Everything he asks for goes through the routes of a whole server, in made-up time and chance, so
that two games which differ in hidden tiles alone can be compared answer by answer.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import httpx

from stolik.adapters.web.edge.guard import declared_rules
from stolik.app.access import logins, records
from stolik.app.tables.eyes import take_eyes
from stolik.app.tables.host import Host
from stolik.seats import Role, Seat, Viewer
from stolik.wiring.serving import Node
from tests.app.tables.hall import Eyes, Hall, settle

URL = "http://127.0.0.1"
SEEN = ("AccessChanged", "RackInspected", "HandInspected")  # what tells a table of a look
_KINDS = tuple(f'"{kind}"'.encode() for kind in SEEN)
# What is asked otherwise below, or never ends, or shows nothing of any table.
_NOT_ASKED = (
    *("/api/lines/{line:str}", "/api/lines/{line:str}/stream", "/docs/{path:str}"),
    *("/assets/{name:str}", "/api/texts/{lang:str}/{part:str}"),
    *("/device/{name:str}", "/device/{folder:str}/{name:str}"),
    *("/docs", "/docs/openapi.json", "/openapi.json"),
)
_DOCUMENTS = ("protocol", "seating", "labels")
_QUESTIONS = (
    *("overview", "round", "standings", "teams", "outlook", "check", "plan", "penalties"),
    *("people", "tables"),
)


@dataclass(frozen=True, slots=True)
class Got:
    """One answer: to whom, to what, and how many looks the table was told of with it."""

    who: str
    what: str
    body: bytes
    told: int


@dataclass
class Organising:
    """A tournament with one online table, its organiser and his letter box."""

    node: Node
    hall: Hall
    web: httpx.AsyncClient
    here: str = ""
    table: str = ""
    organiser: str = ""
    papers: bool = False  # whether drawn papers are asked for too: they take a second each
    early: str = ""  # a login by a pass made before the game
    opponents: list[Eyes] = field(default_factory=list)
    got: list[Got] = field(default_factory=list)

    # --- before the game -------------------------------------------------------------------

    async def set_up(self, shape: str, entrants: int) -> Host:
        """A published round whose only table is played online."""
        self.organiser = await _organiser(self.node)
        wanted = {"name": "Turniej", "format": shape, "seed": "17", "public": False}
        made = await self.ask("POST", "/api/tournaments", wanted)
        self.here = f"/api/tournaments/{made['id']}"
        for n in range(1, entrants + 1):
            await self.ask("POST", self.here, {"do": "enter", "name": f"Zawodnik {n}"})
        for do in ("draw", "publish"):
            await self.ask("POST", self.here, {"do": do})
        (online,) = await self.ask("POST", f"{self.here}/rounds/1/online", {})
        self.table = online["id"]
        return await self.node.live.rooms.host(self.table)

    async def sit_down(self, host: Host, hidden: Seat) -> Eyes:
        """Everybody sits on a device of his own; the eyes of the hidden seat."""
        own = None
        for seat in range(len(host.room.table.setup.seats)):
            if seat == hidden and host.play.hides_racks:
                # The early pass sat here when it was dealt: who comes now is told of with it.
                await take_eyes(host.room, seat, f"seat {seat}")
                self.got.append(Got("early pass", "the player comes", b"", self.looks_told()))
            eyes = await self.hall.look(host, Viewer(Role.SEAT, Seat(seat)))
            if seat == hidden:
                own = eyes
            else:
                self.opponents.append(eyes)
        await settle()
        assert own
        return own

    async def pass_for(self, entrant: int) -> tuple[str, str]:
        """A pass of an entrant: its number and its link."""
        wanted = {"passes": [{"role": "player", "entrant": entrant, "label": "drugi"}]}
        (issued,) = await self.ask("POST", f"{self.here}/passes", wanted)
        return issued["id"], issued["link"].partition("#")[2]

    async def enter(self, link: str) -> str:
        """A new login by a link, as on another device."""
        answer = await self.web.post("/api/login/link", json={"token": link})
        self.web.cookies.clear()
        return str(answer.cookies["stolik"])

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Something the organiser does that must go well."""
        answer = await self.web.request(
            method, path, json=body, headers={"authorization": f"Bearer {self.organiser}"}
        )
        assert answer.status_code < 300, (path, answer.text)
        await settle()  # what it set off draws its chance before the next request does
        return answer.json() if answer.content else None

    # --- during the game -------------------------------------------------------------------

    def looks_told(self) -> int:
        """How many looks every opponent was told of; a new pass is no look yet."""
        told = [sum(_is_look(item) for item in texts(eyes)) for eyes in self.opponents]
        assert len(set(told)) == 1, "not everybody was told the same"
        return told[0]

    async def try_out(self, who: str, token: str, method: str, path: str, body: Any = None) -> Any:
        """Use a power and keep every byte of the answer."""
        before = self.looks_told()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.web.request(method, path, json=body, headers=headers)
        await settle()
        assert answer.status_code < 500, (path, answer.text)
        raw = _steady(answer)
        told = self.looks_told() - before
        self.got.append(Got(who, f"{method} {path} {body or ''}", raw, told))
        return answer

    async def try_line(self, who: str, token: str, *said: Mapping[str, Any]) -> None:
        """Look at the table without a socket, and say something."""
        hello = {"t": "hello", "table": self.table}
        opened = await self.try_out(who, token, "POST", "/api/lines", hello)
        line = f"/api/lines/{opened.json()['line']}"
        for one in said:
            await self.try_out(who, token, "POST", line, dict(one))
        await self.try_out(who, token, "GET", line)

    async def try_film(self, who: str, token: str) -> None:
        """The game so far, and what proves its deal."""
        for kind in ("film", "transcript"):
            await self.try_out(who, token, "GET", f"/api/tables/{self.table}/games/1/{kind}")

    async def try_every_page(self) -> None:
        """All that can be got as the organiser, and by somebody with no pass at all."""
        for path, method in sorted(declared_rules(self.node.app)):
            if method == "GET" and path not in _NOT_ASKED:
                for filled in self._filled(path):
                    await self.try_out("organiser", self.organiser, "GET", filled)
                    await self.try_out("stranger", "", "GET", filled)
        for do in _QUESTIONS:
            asked = {"do": do, "round": 1, "table": 1}
            await self.try_out("organiser", self.organiser, "POST", self.here, asked)
        await self.try_line("organiser", self.organiser)

    def _filled(self, path: str) -> Sequence[str]:
        filled = path.replace("/api/tournaments/{tournament:str}", self.here)
        for name in ("{round_number:int}", "{table:int}", "{entrant:int}", "{game:int}"):
            filled = filled.replace(name, "1")
        filled = filled.replace("{table:str}", self.table).replace("{name:str}", "zimowy")
        filled = filled.replace("{file:str}", "standings.csv")
        if "{document:str}" in filled:
            documents = _DOCUMENTS if self.papers else ()
            return [filled.replace("{document:str}", name) for name in documents]
        if filled.endswith("/sheet") and not self.papers:
            return []
        return [filled] if "{" not in filled else []


async def _organiser(node: Node) -> str:
    account = records.Account(node.access.chance(16).hex(), "Organizator", "", "epoch", 0)
    secret, put = logins.login_of_account(node.access, account)
    await node.access.store.put([records.keep(account), put])
    return secret.token


def _steady(answer: httpx.Response) -> bytes:
    """An answer without what real time wrote: how long requests took, when a workbook was made."""
    content = answer.content
    if content.startswith(b"# HELP"):
        content = b"\n".join(line for line in content.splitlines() if not _is_time(line))
    elif content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as book:
            names = [name for name in book.namelist() if name != "docProps/core.xml"]
            content = b"\n".join(book.read(name) for name in names)
    else:
        return f"{answer.status_code} {dict(answer.headers)}".encode() + content
    return f"{answer.status_code}".encode() + content


def _is_time(line: bytes) -> bool:
    return b"seconds" in line or b"_created" in line


def unseen_differences(one: Sequence[Got], other: Sequence[Got]) -> list[str]:
    """Answers by which the twins can be told apart though the table was told of no look.

    A device is told once; what it sees afterwards is known to everybody.
    """
    assert [(got.who, got.what, got.told) for got in one] == [
        (got.who, got.what, got.told) for got in other
    ]
    known: set[str] = set()
    found = []
    for mine, theirs in zip(one, other, strict=True):
        if mine.told:
            known.add(mine.who)
        if mine.body != theirs.body and mine.who not in known:
            found.append(f"{mine.who}: {mine.what}")
    return found


def seen_differences(one: Sequence[Got], other: Sequence[Got]) -> set[str]:
    """Who could tell the twins apart at all."""
    pairs = zip(one, other, strict=True)
    return {mine.who for mine, theirs in pairs if mine.body != theirs.body}


def _is_look(item: Mapping[str, Any]) -> bool:
    return item["kind"] != "AccessChanged" or item["data"]["what"] == "device"


def texts(eyes: Eyes) -> list[dict[str, Any]]:
    """What a viewer was told of looks, in order."""
    found: list[dict[str, Any]] = []
    for message in map(json.loads, (raw for raw in eyes.raw if any(k in raw for k in _KINDS))):
        if message["t"] == "events":
            found += [item for item in message["items"] if item["kind"] in SEEN]
    return found
