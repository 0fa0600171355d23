"""The turnstile: few requests begin in each turn of the loop; others are heard between."""

import asyncio

import pytest

from stolik.adapters.web.edge import turnstile
from stolik.adapters.web.edge.turnstile import Turnstile


async def order_of(strangers: int, known: int) -> tuple[list[str], int]:
    """In which order they began, and how many began at most in one turn."""
    gate, began, turns, most = Turnstile(), list[str](), [0], [0]

    async def come(who: str, *, has_token: bool) -> None:
        await gate.enter(has_token=has_token)
        began.append(who)
        turns[0] += 1
        most[0] = max(most[0], turns[0])

    def another_turn() -> None:
        turns[0] = 0
        if len(began) < strangers + known:
            asyncio.get_running_loop().call_soon(another_turn)

    another_turn()
    crowd = [come("stranger", has_token=False) for _ in range(strangers)]
    await asyncio.gather(*crowd, *(come("known", has_token=True) for _ in range(known)))
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
    monkeypatch.setattr(turnstile, "AT_A_TURN", 1000)
    assert asyncio.run(order_of(50, 0))[1] > 2


def test_who_goes_away_holds_up_nobody():
    async def work() -> list[str]:
        gate, began = Turnstile(), list[str]()

        async def come(who: str) -> None:
            await gate.enter(has_token=False)
            began.append(who)

        tasks = [asyncio.ensure_future(come(str(n))) for n in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return began

    assert asyncio.run(work()) == ["0", "1", "3", "4"]
