"""Who has many tournaments is one asker all the same: papers, files and draws take turns by him."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stolik.adapters import store_sqlite
from stolik.adapters.web.edge import thinking
from stolik.app.access.roles import Login, PersonRole
from stolik.app.thinking.pools import Pool
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node

POOLS = ("papers", "large", "uploads", "draws", "questions")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path)) as found:
        yield found


def heard(server: Running, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple[str, ...]]]:
    """The keys under which everything is thought from now on, by pool."""
    found: dict[str, list[tuple[str, ...]]] = {name: [] for name in POOLS}

    def listening(name: str) -> None:
        pool: Any = getattr(server.node.live.pools, name)
        think = pool.think

        async def thinking(work: Any, *keys: str, **more: Any) -> Any:
            found[name].append(keys)
            return await think(work, *keys, **more)

        monkeypatch.setattr(pool, "think", thinking)

    for name in POOLS:
        listening(name)
    return found


def asked_for_everything(server: Running, found: dict[str, list[tuple[str, ...]]]) -> set[str]:
    """By whom two tournaments of one organiser take turns, wherever they wait."""
    day = Day(server, "zimowy", 4, confirmations=0)
    for ask in found.values():
        ask.clear()
    other = day.organiser.post("/api/tournaments", {"name": "Drugi", "format": "zimowy"})["id"]
    http = day.organiser.http
    for here in (day.here, f"/api/tournaments/{other}"):
        for path in ("sheets/workbook", "sheets/entrants.csv", "print/startlist"):
            http.get(f"{here}/{path}")
        for path in ("sheets/workbook", "sheets/entrants", "heats?school=S", "file/back"):
            http.post(f"{here}/{path}", content=b"x\n")
        for path in ("file/out", "file/heat"):
            http.post(f"{here}/{path}")
        http.post(here, json={"do": "draw"})
        http.post(here, json={"do": "standings"})
    http.get("/api/boards")
    assert [len(found[name]) > 1 for name in POOLS if name != "large"] == [True] * 4
    return {keys[0] for waited in found.values() for keys in waited}


def test_two_tournaments_of_one_account_wait_as_one(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    askers = asked_for_everything(server, heard(server, monkeypatch))
    assert {name.split(" ")[0] for name in askers} == {"account", "organiser"}
    assert len(askers) == 2  # the one who draws, by his signature; the one who asks


def test_the_mutant_that_takes_turns_by_login_is_caught(
    server: Running, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(thinking, "asker", lambda login: f"login {login.id}")
    askers = asked_for_everything(server, heard(server, monkeypatch))
    assert {name.split(" ")[0] for name in askers} != {"account", "organiser"}


def waited(*, by_account: bool) -> int:
    """How many of somebody's twenty tournaments come before the one of somebody else."""
    done: list[str] = []

    async def story() -> None:
        pool = Pool("test", at_once=1, most=100, most_of_one=50)

        async def asks(account: str, tournament: str) -> None:
            login = Login(id=tournament, role=PersonRole.ORGANISER, account=account)
            keys = (thinking.asker(login), tournament)
            await pool.think(lambda: done.append(account), *(keys if by_account else keys[1:]))

        his = [asyncio.ensure_future(asks("his", f"t{n}")) for n in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(*his, asks("hers", "u"))
        pool.close()

    asyncio.run(story())
    return done.index("hers")


def test_nobody_waits_for_twenty_tournaments_of_somebody_else():
    assert waited(by_account=True) <= 2
    assert waited(by_account=False) > 10  # the mutant: turns by tournament
