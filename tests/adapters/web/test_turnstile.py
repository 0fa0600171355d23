"""The turnstile: few requests begin in each turn of the loop; others are heard between."""

import asyncio

import pytest

from stolik.adapters.web.edge import turnstile
from stolik.adapters.web.edge.turnstile import Lane, Turnstile


async def order_of(strangers: int, known: int) -> tuple[list[str], int]:
    """In which order they began, and how many began at most in one turn."""
    gate, began, turns, most = Turnstile(), list[str](), [0], [0]

    async def come(who: str, lane: Lane) -> None:
        await gate.enter(lane)
        began.append(who)
        turns[0] += 1
        most[0] = max(most[0], turns[0])

    def another_turn() -> None:
        turns[0] = 0
        if len(began) < strangers + known:
            asyncio.get_running_loop().call_soon(another_turn)

    another_turn()
    crowd = [come("stranger", Lane.STRANGERS) for _ in range(strangers)]
    await asyncio.gather(*crowd, *(come("known", Lane.TOKENS) for _ in range(known)))
    return began, most[0]


def test_few_begin_in_one_turn_and_all_in_the_end():
    began, most = asyncio.run(order_of(50, 0))
    assert len(began) == 50
    assert most <= 2


def test_who_shows_a_token_does_not_stand_behind_strangers():
    began, _ = asyncio.run(order_of(50, 1))
    assert "known" in began[:5]


def test_one_alone_begins_at_once():
    assert asyncio.run(order_of(1, 0)) == (["stranger"], 1)


def test_the_mutant_that_lets_everybody_in_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turnstile, "AT_A_TURN", dict.fromkeys(Lane, 1000))
    assert asyncio.run(order_of(50, 0))[1] > 2


def test_who_goes_away_holds_up_nobody():
    async def work() -> list[str]:
        gate, began = Turnstile(), list[str]()

        async def come(who: str) -> None:
            await gate.enter(Lane.STRANGERS)
            began.append(who)

        tasks = [asyncio.ensure_future(come(str(n))) for n in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return began

    assert asyncio.run(work()) == ["0", "1", "3", "4"]


async def begun_meanwhile(lane: Lane, turns: int) -> tuple[int, int]:
    """Of many, how many began in so many turns of a move; and how many in the end."""
    gate, began = Turnstile(), [0]

    async def come() -> None:
        await gate.enter(lane)
        began[0] += 1

    crowd = [asyncio.ensure_future(come()) for _ in range(40)]
    with gate.going_first():
        for _ in range(turns):
            await asyncio.sleep(0)
        meanwhile = began[0]
    await asyncio.gather(*crowd)
    return meanwhile, began[0]


@pytest.mark.parametrize("lane", [Lane.STRANGERS, Lane.WORDS])
def test_strangers_stand_back_while_somebody_plays(lane: Lane, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turnstile, "PAUSE_S", 60)
    meanwhile, in_the_end = asyncio.run(begun_meanwhile(lane, 20))
    assert 1 <= meanwhile <= turnstile.AT_A_TURN[lane]
    assert in_the_end == 40


def test_who_shows_a_token_does_not_stand_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turnstile, "PAUSE_S", 60)
    meanwhile, _ = asyncio.run(begun_meanwhile(Lane.TOKENS, 20))
    assert meanwhile >= 10


def test_strangers_begin_all_the_same_where_somebody_always_plays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turnstile, "PAUSE_S", 0.001)

    async def work() -> None:
        gate = Turnstile()
        with gate.going_first():
            await asyncio.gather(*(gate.enter(Lane.STRANGERS) for _ in range(20)))

    asyncio.run(work())


def test_the_mutant_whose_strangers_do_not_stand_back_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turnstile, "PAUSE_S", 0)
    assert asyncio.run(begun_meanwhile(Lane.STRANGERS, 20))[0] > 1
