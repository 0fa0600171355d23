"""T26: every write sent twice, at once and later; nothing happens twice, nobody acts for two."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from stolik.app.ports import CommandId
from stolik.app.streams.log import StreamLog
from stolik.app.tables.room import Room
from tests.reliability.nodes import Caller, Served, calling, people, served
from tests.reliability.report import figure

AT_ONCE = 4
# What a referee may say in turn; each has an effect, so each could have two.
REFEREE: tuple[dict[str, Any], ...] = (
    {"t": "warn", "seat": 1, "reason": "rozmowy"},
    {"t": "ruling", "reason": "gra toczy się dalej"},
    {"t": "add_time", "seconds": 10, "reason": "zegar"},
    {"t": "pause", "reason": "pytanie"},
    {"t": "inspect", "seat": 0, "reason": "liczba kostek"},
    {"t": "go_on"},
    {"t": "call_time"},
)
SEAT: tuple[dict[str, Any], ...] = ({"t": "draw"}, {"t": "announce"}, {"t": "click"})


def test_no_command_of_a_table_has_a_second_effect(ram_path: Path):
    commands, faults = asyncio.run(at_a_table(ram_path))
    figure("T26", "commands of a table, each sent 6 times", commands, tier="quick")
    assert faults == []


def test_no_request_of_a_tournament_has_a_second_effect(ram_path: Path):
    requests, faults = asyncio.run(in_a_tournament(ram_path))
    figure("T26", "requests of a tournament, each sent 5 times", requests, tier="quick")
    assert faults == []


def test_an_id_used_elsewhere_is_never_acknowledged(ram_path: Path):
    asyncio.run(used_elsewhere(ram_path))


def test_the_mutant_that_forgets_ids_is_caught(ram_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = StreamLog.append

    async def forgetful(
        log: StreamLog, events: Any, bodies: Any, _: Any, puts: Any = (), *, by: str
    ) -> Any:
        return await real(log, events, bodies, CommandId(secrets.token_hex(16)), puts, by=by)

    async def unknown(*_: object) -> None:
        return None

    monkeypatch.setattr(StreamLog, "append", forgetful)
    monkeypatch.setattr(StreamLog, "done", unknown)
    monkeypatch.setattr(Room, "status", unknown)
    assert asyncio.run(in_a_tournament(ram_path))[1]


async def at_a_table(directory: Path) -> tuple[int, list[str]]:
    """Every command by several sockets at once, then again by who has seen its events."""
    faults: list[str] = []
    async with served(directory, people("stol", patience_s=0)) as server:
        host = await server.node.live.rooms.host("stol")
        seats = server.hall.seats["stol"]
        async with (
            calling(server.url, server.hall.organiser, "stol") as one,
            calling(server.url, server.hall.organiser, "stol") as two,
            calling(server.url, seats[0], "stol") as player,
            calling(server.url, seats[1], "stol") as other,
        ):
            await player.until("snapshot")
            while host.room.table.state.phase.value != "playing":
                await asyncio.sleep(0.01)
            for message in SEAT:
                mover = (player, other)[host.room.table.state.turn]
                faults += await sent_often(server, message, mover)
            for message in REFEREE:
                faults += await sent_often(server, message, one, two)
        faults += server.errors
    return len(SEAT) + len(REFEREE), faults


async def sent_often(server: Served, message: dict[str, Any], *callers: Caller) -> list[str]:
    """Send one command again and again; what went wrong."""
    host = await server.node.live.rooms.host("stol")
    known, seq = secrets.token_hex(16), host.room.table.seq
    asked = {**message, "id": known, "after": seq}
    kind = asked.pop("t")
    for _ in range(AT_ONCE):
        for caller in callers:
            await caller.say(t=kind, **asked)
    answers = [await answer_to(caller, known) for _ in range(AT_ONCE) for caller in callers]
    last = host.room.table.seq
    for after in (seq, last):  # asked again by who has seen nothing of it, and by who has
        await callers[0].say(t=kind, **{**asked, "after": after})
        answers.append(await answer_to(callers[0], known))
    wrong = [answer for answer in answers if answer["t"] != "ack" or answer["seq"] != last]
    done = await server.node.access.store.done(CommandId(known))
    once = done is not None and (done.first, done.last) == (seq + 1, last)
    return [f"{kind}: {wrong[0]}"] if wrong else [] if once else [f"{kind}: two effects"]


async def answer_to(caller: Caller, known: str) -> dict[str, Any]:
    while (answer := await caller.until("ack", "no"))["id"] != known:
        pass
    return answer


async def in_a_tournament(directory: Path) -> tuple[int, list[str]]:
    """Every request under one id, several at once and once more."""
    faults: list[str] = []
    requests: list[dict[str, Any]] = [
        *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 9)),
        {"do": "penalty", "entrant": 1, "reason": "spóźnienie"},
        {"do": "withdraw", "entrant": 8, "reason": "choroba", "game": "without"},
        {"do": "draw"},
        {"do": "publish"},
    ]
    done = 0
    async with served(directory) as server:
        office = await server.node.live.offices.office(server.hall.tournament)
        headers = {"origin": server.url, "authorization": f"Bearer {server.hall.organiser}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=False) as web:
            for request in requests:
                before, known = office.seq, {"stolik-command": secrets.token_hex(16)}
                path = f"/api/tournaments/{server.hall.tournament}"
                sends = [web.post(path, json=request, headers=known) for _ in range(AT_ONCE)]
                answers = await asyncio.gather(*sends)
                once = office.seq
                answers.append(await web.post(path, json=request, headers=known))
                statuses = {answer.status_code for answer in answers}
                if statuses != {200}:
                    faults += [] if office.seq == before else [f"{request}: {statuses}"]
                    continue
                done += 1
                if office.seq != once:
                    faults.append(f"{request}: two effects")
                if {answer.text for answer in answers} != {answers[0].text}:
                    faults.append(f"{request}: not the same answer")
        faults += server.errors
    assert done >= 8
    return done, faults


async def used_elsewhere(directory: Path) -> None:
    async with served(directory, people("a", patience_s=0), people("b", patience_s=0)) as server:
        known = secrets.token_hex(16)
        for table in ("a", "b"):
            host = await server.node.live.rooms.host(table)
            host.dealing.begin()
            async with calling(server.url, server.hall.organiser, table) as caller:
                while caller.seq == 0 or not host.room.table.state.seats:
                    await caller.next()
                answer = await caller.ask("ruling", id=known, reason="raz", after=10**6)
                if table == "a":
                    assert answer["t"] == "ack"
                else:
                    assert answer["faults"][0]["code"] == "stream.command_id_used"
        headers = {"origin": server.url, "authorization": f"Bearer {server.hall.organiser}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=False) as web:
            answer = await web.post(
                f"/api/tournaments/{server.hall.tournament}",
                json={"do": "enter", "name": "Zawodnik 1"},
                headers={"stolik-command": known},
            )
            assert answer.json()["error"]["code"] == "stream.command_id_used"


def test_something_else_under_an_id_that_is_done_is_refused(ram_path: Path):
    asyncio.run(something_else(ram_path))


async def something_else(directory: Path) -> None:
    async with served(directory, people("a", patience_s=0)) as server:
        known, other = secrets.token_hex(16), secrets.token_hex(16)
        host = await server.node.live.rooms.host("a")
        host.dealing.begin()
        async with calling(server.url, server.hall.organiser, "a") as caller:
            while caller.seq == 0 or not host.room.table.state.seats:
                await caller.next()
            for reason, kind in (("raz", "ack"), ("raz", "ack"), ("dwa", "no")):
                answer = await caller.ask("ruling", id=known, reason=reason, after=10**6)
                assert answer["t"] == kind
            assert answer["faults"][0]["code"] == "stream.command_id_other"
        headers = {"origin": server.url, "authorization": f"Bearer {server.hall.organiser}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=False) as web:
            for name, status in (("Zawodnik 1", 200), ("Zawodnik 1", 200), ("Zawodnik 2", 409)):
                answer = await web.post(
                    f"/api/tournaments/{server.hall.tournament}",
                    json={"do": "enter", "name": name},
                    headers={"stolik-command": other},
                )
                assert answer.status_code == status, answer.text
            assert answer.json()["error"]["code"] == "stream.command_id_other"
        assert server.errors == []
