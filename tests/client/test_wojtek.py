"""Miś Wojtek over real sockets: whole games, broken lines, deals verified by each seat."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.library import board
from stolik.bots.wojtek.registry import wojtek_bot_named
from stolik.client import HttpRefused, No, TableClient, fetch, log_in, play
from stolik.client.games.wojtek import WOJTEK
from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.wojtek.commands import ExchangeCards, MoveByCard
from stolik.wojtek.state import Phase
from tests.client.node import Running, running
from tests.client.test_bot import bot
from tests.client.test_client import gone, within

TRASA = board("trasa")
NAMES = ("random", "greedy", "planner")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


def set_table(server: Running, name: str, seats: int, **more: Any) -> list[str]:
    return server.table(name, profile="trasa", seats=seats, game="wojtek", **more)


async def whole_game(url: str, table: str, tokens: list[str], disturb=None, games: int = 1):
    clients = [TableClient(url, table, token) for token in tokens]

    async def one(number: int):
        name = NAMES[number % 3]
        thinker = wojtek_bot_named(name)(TRASA, Random(number))
        async with clients[number] as client:
            return await play(client, thinker.command, games)

    disturbing = asyncio.ensure_future(disturb(clients)) if disturb else None
    verified = await asyncio.gather(*(one(n) for n in range(len(tokens))))
    if disturbing:
        disturbing.cancel()
    return verified, clients


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_clients_play_a_game_and_each_verifies_its_deal(server: Running, seats: int):
    name = f"game-of-{seats}"
    tokens = set_table(server, name, seats)
    verified, clients = within(60, whole_game(server.url, name, tokens))
    assert [found[1].size for found in verified] == [seats] * seats
    assert all(client.memory.view.phase is Phase.OVER for client in clients)
    assert len({client.memory.view.results for client in clients}) == 1
    deals = [client.fairness.of_game(1) for client in clients]
    for seat, deal in enumerate(deals):
        assert f"seat{seat}:{deal.nonce}" in deals[0].public.split()


def test_clients_play_one_game_after_another_and_verify_each_deal(server: Running):
    tokens = set_table(server, "series", 2, games=3)
    verified, clients = within(60, whole_game(server.url, "series", tokens, games=3))
    assert [sorted(found) for found in verified] == [[1, 2, 3]] * 2
    assert [client.welcome.games for client in clients] == [3, 3]
    deals = [clients[0].fairness.of_game(game) for game in (1, 2, 3)]
    assert len({deal.commit for deal in deals}) == 3
    assert all(f"seat0:{deal.nonce}" in deal.public.split() for deal in deals)


def test_a_game_goes_on_over_lines_that_keep_breaking(server: Running):
    async def disturb(clients: list[TableClient]) -> None:
        chance = Random(5)
        while True:
            await asyncio.sleep(0.05)
            # A nonce lost on the way is a doubt of its device; that is not what is tried here.
            socket = chance.choice(clients)._socket
            if socket and all(client.fairness.deals for client in clients):
                socket.transport.abort()

    tokens = set_table(server, "bad-lines", 3)
    verified, clients = within(40, whole_game(server.url, "bad-lines", tokens, disturb))
    assert [found[1].kind for found in verified] == ["game"] * 3
    assert sum(client.connected for client in clients) > 3
    assert len({client.memory.view.results for client in clients}) == 1


def test_a_tampered_transcript_is_refused_by_who_saw_the_deal(server: Running):
    tokens = set_table(server, "tampered", 2)
    _, clients = within(60, whole_game(server.url, "tampered", tokens))
    told = asyncio.run(fetch(server.url, "/api/tables/tampered/games/1/transcript", tokens[0]))
    fairness, rules = clients[0].fairness, clients[0].welcome.rules
    deal = fairness.of_game(1)
    assert fairness.checked(deal, told, WOJTEK.pieces(rules)).size == 2
    drawn = next(each for each in told["log"] if each[0] == "card" and each[3] != each[3][::-1])
    drawn[3].reverse()
    with pytest.raises(Refused):
        fairness.checked(deal, told, WOJTEK.pieces(rules))


def test_a_refusal_says_why_and_messages_of_the_other_game_are_none_of_this_table(server: Running):
    tokens = set_table(server, "refusing", 2)

    async def try_it() -> list[tuple[str, ...]]:
        clients = [TableClient(server.url, "refusing", token) for token in tokens]
        for client in clients:
            await client.__aenter__()
        while (await clients[0].view()).phase is not Phase.PLAYING:
            if (await clients[0].view()).waiting:
                thinker = wojtek_bot_named("greedy")(TRASA, Random(1))
                mover = clients[clients[0].memory.view.turn]
                while not (await mover.view()).waiting:
                    await mover.change(1)  # he hears of it a moment later
                await mover.do(thinker.command(await mover.view()))
            await clients[0].change(1)
        # Who has not heard yet is refused as stale, whatever he asks for.
        newest = max([(await client.view()).version for client in clients])
        for client in clients:
            while (await client.view()).version < newest:
                await client.change(1)
        turn = clients[0].memory.view.turn
        asked = (
            (1 - turn, ExchangeCards(Seat(1 - turn), ("r",))),
            (turn, MoveByCard(Seat(turn), "z")),
        )
        codes = []
        for seat, command in asked:
            with pytest.raises(No) as no:
                await clients[seat].do(command)
            codes.append(no.value.codes)
        with pytest.raises(No) as no:
            await clients[turn].ask({"t": "draw"})
        await gone(clients)
        return [*codes, no.value.codes]

    assert within(20, try_it()) == [
        ("wojtek.not_your_turn",),
        ("wojtek.colour_unknown",),
        ("live.other_game",),
    ]


def test_practice_with_bots_and_what_may_be_asked_for(server: Running):
    wanted = {"game": "wojtek", "bots": ["planner", "random"], "turn_time_s": 60}
    practice = asyncio.run(fetch(server.url, "/api/practice", body=wanted))

    async def look() -> Any:
        token = await log_in(server.url, practice["link"])
        async with TableClient(server.url, practice["table"], token) as client:
            while not (await client.view()).seats:
                await client.change(1)
            return client.welcome, await client.view()

    welcome, view = within(20, look())
    assert (welcome.game, welcome.rules["verified"]) == ("wojtek", False)
    assert (len(view.seats), view.turn_time_s) == (3, 60)
    codes = []
    for wrong in ({"bots": ["patient"]}, {"profile": "../x.toml"}, {"bots": ["random"] * 5}):
        with pytest.raises(HttpRefused) as refused:
            asyncio.run(fetch(server.url, "/api/practice", body={"game": "wojtek", **wrong}))
        codes.append(refused.value.code)
    assert codes == ["live.bots", "profile.unknown", "live.bots"]


def test_two_bots_of_the_command_line_play_and_say_that_the_deal_was_fair(tmp_path: Path):
    with running(tmp_path) as server:
        tokens = set_table(server, "bots", 2)
        bots = [
            bot(server.url, "bots", token, "--bot", name)
            for token, name in zip(tokens, ("greedy", "planner"), strict=True)
        ]
        told = [one.communicate(timeout=60) for one in bots]
    assert [one.returncode for one in bots] == [0] * 2, told
    assert all("the deal event/0/bots/1 is as it was committed to" in out for out, _ in told)
    assert sorted(int(re.search(r"place (\d)", out)[1]) for out, _ in told) == [1, 2]
