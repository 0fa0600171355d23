"""The client against the real server: whole games, broken lines, deals verified by each seat."""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from stolik.app.access.roles import may
from stolik.app.library import rules_profile
from stolik.app.tables import table_rights
from stolik.app.tables.setup import Watching
from stolik.client import HttpRefused, No, NotAdmitted, TableClient, fetch, log_in, play
from stolik.client.games.rummikub import RUMMIKUB
from stolik.fair.closing import closing
from stolik.fair.entropy import nonce_commitment
from stolik.refusal import Refused
from stolik.rummikub.commands import DeclareReady, DrawTile, EndTurn
from stolik.rummikub.state import Phase
from stolik.seats import Seat
from stolik.wiring.parts import make_bot
from tests.client.node import Running, running

RULES = rules_profile("mp2023")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


def within(seconds: float, doing: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(doing, seconds))


def greedy(seed: int):
    return make_bot("greedy", RULES, Random(seed)).command


async def whole_game(url: str, table: str, tokens: list[str], disturb=None):
    """Everybody plays to the end: what each has verified, and the clients."""
    clients = [TableClient(url, table, token) for token in tokens]

    async def one(number: int):
        async with clients[number] as client:
            return await play(client, greedy(number))

    disturbing = asyncio.ensure_future(disturb(clients)) if disturb else None
    verified = await asyncio.gather(*(one(n) for n in range(len(tokens))))
    if disturbing:
        disturbing.cancel()
    return verified, clients


async def begun(url: str, table: str, tokens: list[str]) -> list[TableClient]:
    """Everybody has come and is ready."""
    clients = [TableClient(url, table, token) for token in tokens]
    for client in clients:
        await client.__aenter__()
    for client in clients:
        while not client.game.is_waited_for(await client.view(), client.seat):
            await client.change()
        await client.do(DeclareReady(Seat(client.seat)))
    for client in clients:
        while (await client.view()).phase is not Phase.PLAYING:
            await client.change()
    return clients


@asynccontextmanager
async def elsewhere(server: AbstractContextManager[Running]):
    """A server that starts and stops while the clients go on."""
    yield await asyncio.to_thread(server.__enter__)
    await asyncio.to_thread(server.__exit__, None, None, None)


async def gone(clients: list[TableClient]) -> None:
    for client in clients:
        await client.__aexit__()


def test_four_clients_play_a_game_and_each_verifies_its_deal(server: Running):
    tokens = server.table("a-game")
    verified, clients = within(60, whole_game(server.url, "a-game", tokens))
    assert [found[1].kind for found in verified] == ["game"] * 4
    assert all(client.memory.view.phase is Phase.OVER for client in clients)
    deals = [client.fairness.of_game(1) for client in clients]
    assert len({deal.nonce for deal in deals}) == 4
    for seat, deal in enumerate(deals):
        assert f"seat{seat}:{deal.nonce}" in deals[0].public.split()


def test_a_game_goes_on_over_lines_that_keep_breaking(server: Running):
    async def disturb(clients: list[TableClient]) -> None:
        chance, pause = Random(5), 0.01  # a quick machine plays the game before a longer one ends
        while True:
            await asyncio.sleep(pause)
            victim = chance.choice(clients)
            if victim.connected and (socket := victim._socket):
                socket.transport.abort()
                pause = 0.1

    tokens = server.table("bad-lines")
    verified, clients = within(30, whole_game(server.url, "bad-lines", tokens, disturb))
    assert [found[1].kind for found in verified] == ["game"] * 4
    assert sum(client.connected for client in clients) > 4
    assert len({client.memory.view.results for client in clients}) == 1


def test_a_tampered_transcript_is_refused_by_who_saw_the_deal(server: Running):
    tokens = server.table("tampered", seats=2)
    _, clients = within(60, whole_game(server.url, "tampered", tokens))
    path = "/api/tables/tampered/games/1/transcript"
    told = asyncio.run(fetch(server.url, path, tokens[0]))
    fairness, rules = clients[0].fairness, clients[0].welcome.rules
    deal = fairness.of_game(1)
    assert fairness.checked(deal, told, RUMMIKUB.pieces(rules)).size == 2
    log = told["log"][:-1]
    cut = {**told, "log": log, "closed": closing(told["commit"], log)}
    with pytest.raises(Refused) as refused:  # closed anew by the cheat: the device saw the end
        fairness.checked(deal, cut, RUMMIKUB.pieces(rules))
    assert refused.value.violations[0].code == "fair.closed_otherwise"
    tiles = told["log"][0][3]
    other = next(i for i, tile in enumerate(tiles) if tile != tiles[0])  # equal ones tell nothing
    tiles[0], tiles[other] = tiles[other], tiles[0]
    with pytest.raises(Refused):
        fairness.checked(deal, told, RUMMIKUB.pieces(rules))


def test_the_transcript_is_for_those_of_the_table_and_only_after_the_game(server: Running):
    tokens = server.table("alive", seats=2, watching=Watching.NOBODY)
    path = "/api/tables/alive/games/1/transcript"

    async def look() -> list[str]:
        clients = await begun(server.url, "alive", tokens)
        found = []
        for token in (tokens[0], "", server_watcher):
            with pytest.raises(HttpRefused) as refused:
                await fetch(server.url, path, token)
            found.append(refused.value.code)
        await gone(clients)
        return found

    server_watcher = server.watcher()
    assert within(20, look()) == [
        *("fair.game_alive", "access.no_replay"),
        "access.no_replay",  # a closed table: a pass for its tournament is not enough
    ]


def test_an_answer_lost_on_the_way_is_asked_for_and_nothing_is_done_twice(server: Running):
    tokens = server.table("lost-answer", seats=2)

    async def lose_answers() -> tuple[int, int, int]:
        clients = await begun(server.url, "lost-answer", tokens)
        mover = clients[(await clients[0].view()).turn]
        before = mover.memory.seq
        drawing = asyncio.ensure_future(mover.do(DrawTile(Seat(mover.seat))))
        await asyncio.sleep(0)  # it is written to the line …
        mover._socket.transport.close()  # … and no answer comes back on it
        answer = await drawing
        view = await mover.view()
        await gone(clients)
        return answer - before, view.version - before, view.seats[mover.seat].tiles

    assert within(20, lose_answers()) == (1, 1, 15)


def test_the_draft_is_shown_again_after_the_server_was_away(tmp_path: Path):
    async def restart_in_mid_turn() -> tuple[Any, Any]:
        async with elsewhere(running(tmp_path)) as server:
            tokens = await asyncio.to_thread(server.table, "draft", seats=2)
            clients = await begun(server.url, "draft", tokens)
            mover = clients[(await clients[0].view()).turn]
            tile = mover.memory.rack[0]
            await mover.show([[tile, 0, 0]])
        port = int(server.url.rpartition(":")[2])
        async with elsewhere(running(tmp_path, port)) as server:
            while mover.connected < 2:
                await mover.change()
            table = server.node.live.rooms._hosts["draft"].room.table
            while (draft := table.draft) is None:
                await asyncio.sleep(0.01)
            await gone(clients)
        return [tile], [placed.tile for placed in draft.felt]

    shown, seen = within(40, restart_in_mid_turn())
    assert shown == seen


def test_the_newer_connection_of_a_seat_wins_and_the_older_stays_away(server: Running):
    tokens = server.table("two-devices", seats=2)

    def seat() -> TableClient:
        return TableClient(server.url, "two-devices", tokens[0])

    async def until_the_end(client: TableClient) -> None:
        while True:
            await client.change()

    async def both() -> None:
        async with seat() as older, seat() as newer:
            with pytest.raises(NotAdmitted, match="newer_connection"):
                await until_the_end(older)
            assert newer.welcome.seat == 0

    within(10, both())


def test_a_table_is_not_for_who_has_no_business_there(server: Running):
    tokens = server.table("mine", seats=2)
    server.table("yours", seats=2)

    async def intrude() -> None:
        async with TableClient(server.url, "yours", ""):
            pass

    with pytest.raises(NotAdmitted, match="not_yours"):
        within(10, intrude())
    assert tokens


def test_a_refusal_says_why_and_changes_nothing(server: Running):
    tokens = server.table("refusing", seats=2)

    async def click_first() -> tuple[tuple[str, ...], int]:
        clients = await begun(server.url, "refusing", tokens)
        other = clients[1 - (await clients[0].view()).turn]
        before = other.memory.seq
        with pytest.raises(No) as no:
            await other.do(EndTurn(Seat(other.seat)))
        await gone(clients)
        return no.value.codes, other.memory.seq - before

    assert within(10, click_first()) == (("turn.not_yours",), 0)


def test_a_link_is_exchanged_for_a_login_and_a_login_stays_what_it_is(server: Running):
    practice = asyncio.run(fetch(server.url, "/api/practice", body={}))
    token = asyncio.run(log_in(server.url, practice["link"]))
    assert asyncio.run(log_in(server.url, token)) == token
    who = asyncio.run(fetch(server.url, "/api/whoami", token))
    assert (who["role"], who["table"], who["seat"]) == ("player", practice["table"], 0)


def test_a_nonce_lost_on_a_cut_line_is_asked_for_again(server: Running):
    tokens, nonces = server.table("cut-line", seats=2), ["11" * 32, "22" * 32]

    async def come(seat: int) -> Any:
        line = await connect(server.url.replace("http", "ws") + "/api/socket", origin=server.url)
        hash_ = nonce_commitment(nonces[seat])
        hello = {"t": "hello", "table": "cut-line", "token": tokens[seat], "nonce_hash": hash_}
        await line.send(json.dumps(hello))
        return line

    async def heard(line: Any, kind: str, *, reveal: bool | None = None) -> dict[str, Any]:
        while True:
            told = json.loads(await line.recv())
            if told["t"] == kind and (reveal is None or told["reveal"] == reveal):
                return told

    async def cut() -> str:
        lines = [await come(0), await come(1)]
        for line, nonce in zip(lines, nonces, strict=True):
            await heard(line, "deal", reveal=False)
            await line.send(json.dumps({"t": "nonce_hash", "hash": nonce_commitment(nonce)}))
        await heard(lines[0], "deal", reveal=True)
        lines[0].transport.abort()  # before it has answered
        lines[0] = await come(0)
        await heard(lines[0], "deal", reveal=True)
        for line, nonce in zip(lines, nonces, strict=True):
            await line.send(json.dumps({"t": "nonce", "nonce": nonce}))
        dealt = await heard(lines[0], "events")
        notes = [item["data"]["fair"] for item in dealt["items"] if "fair" in item["data"]]
        return str(notes[0]["public"])

    public = within(10, cut())
    assert [f"seat{n}:{nonce}" in public for n, nonce in enumerate(nonces)] == [True, True]


def test_a_seat_is_judged_once_and_not_at_each_move(server: Running, monkeypatch):
    asked = []

    def counted(*args: Any) -> bool:
        asked.append(args)
        return may(*args)

    monkeypatch.setattr(table_rights, "may", counted)
    _, clients = within(120, whole_game(server.url, "judged", server.table("judged")))
    moves = clients[0].memory.seq
    assert moves > 20
    assert len(asked) < 10 * moves  # of them most when they sat down
