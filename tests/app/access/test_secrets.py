"""Codes that notice a slip, tokens that keep only their hash, guesses that are counted."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.app.access.guessing import (
    FAILURES,
    FAILURES_OF_ADDRESS,
    WINDOW_S,
    Address,
    Guesser,
    Guessing,
)
from stolik.app.access.secrets_made import (
    PLAYER_CODE,
    REFEREE_PIN,
    CodeKind,
    new_code,
    new_secret,
    read_code,
    shown,
)
from stolik.refusal import Refused
from tests.fakes import HandClock, SeededChance

KINDS = [PLAYER_CODE, REFEREE_PIN]


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_is_read_however_it_is_typed(kind: CodeKind):
    code = new_code(kind, SeededChance())
    plain = code.replace("-", "")
    assert len(plain) == 9
    for typed in (code, code.lower(), plain, f" {plain} ", code.replace("-", " ")):
        assert read_code(kind, typed) == plain


@given(seed=st.text(), kind=st.sampled_from(KINDS), place=st.integers(0, 8), step=st.integers(1))
def test_one_wrong_character_is_noticed(seed: str, kind: CodeKind, place: int, step: int):
    code = new_code(kind, SeededChance(seed)).replace("-", "")
    size = len(kind.alphabet)
    other = kind.alphabet[(kind.alphabet.index(code[place]) + step) % size]
    wrong = code[:place] + other + code[place + 1 :]
    assert read_code(kind, wrong) == (code if wrong == code else None)


@given(seed=st.text(), kind=st.sampled_from(KINDS), place=st.integers(0, 7))
def test_two_neighbours_that_change_places_are_noticed(seed: str, kind: CodeKind, place: int):
    code = new_code(kind, SeededChance(seed)).replace("-", "")
    swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    assert read_code(kind, swapped) == (code if swapped == code else None)


@pytest.mark.parametrize("typed", ["", "-", "x" * 10_000, "OOO-OOO-OOO", "źźź", "\x00" * 9])
def test_what_is_no_code_is_none(typed: str):
    assert read_code(PLAYER_CODE, typed) is None


def test_every_symbol_is_as_likely_as_any_other():
    chance = SeededChance("even")
    letters = Counter("".join(new_code(PLAYER_CODE, chance).replace("-", "") for _ in range(3000)))
    expected = 27_000 / 23
    square = sum((letters[symbol] - expected) ** 2 / expected for symbol in PLAYER_CODE.alphabet)
    assert square < 49  # chi-square of 22 degrees, 0.1 %


def test_a_secret_keeps_only_its_hash():
    secret = new_secret(SeededChance())
    assert len(secret.token) == 64
    assert secret.token not in repr(secret)
    seen = shown(secret.token)
    assert seen
    assert seen.id == secret.id
    assert seen.opens(secret.hash)
    assert not seen.opens(new_secret(SeededChance("other")).hash)
    assert shown("short") is None
    assert shown("ż" * 64) is None


async def _failed_guess() -> str | None:
    return None


async def _right_guess() -> str | None:
    return "in"


def guess_from(guessing: Guessing, address: Address, evaluate=_failed_guess) -> str:
    try:
        return asyncio.run(guessing.guess("code", Guesser(address), evaluate)) or "wrong"
    except Refused as refused:
        return str(refused.violations[0].code)


def test_guesses_from_everywhere_are_counted_together():
    guessing = Guessing(HandClock())
    answers = [guess_from(guessing, Address(f"192.0.2.{n}")) for n in range(50)]
    assert answers.count("wrong") == FAILURES
    assert guess_from(guessing, Address("198.51.100.1"), _right_guess) == "access.too_many_guesses"


def test_an_attack_from_the_hall_does_not_lock_this_machine_out():
    guessing = Guessing(HandClock())
    for n in range(50):
        guess_from(guessing, Address(f"192.0.2.{n}"))
    assert guess_from(guessing, Address("127.0.0.1", local=True), _right_guess) == "in"


def test_a_machine_has_one_count_for_all_its_own_addresses():
    guessing = Guessing(HandClock())
    tried = [Address(f"127.0.0.{n}", local=True) for n in range(1, 29)]
    answers = [guess_from(guessing, address) for address in [*tried, *tried]]
    assert answers.count("wrong") == FAILURES
    # The hall does not pay for it.
    assert guess_from(guessing, Address("192.0.2.1"), _right_guess) == "in"


def test_correct_answers_are_not_counted():
    guessing = Guessing(HandClock())
    answers = {guess_from(guessing, Address("192.0.2.1"), _right_guess) for _ in range(500)}
    assert answers == {"in"}


def test_after_a_minute_it_is_forgotten():
    clock = HandClock()
    guessing = Guessing(clock)
    for _ in range(FAILURES_OF_ADDRESS):
        guess_from(guessing, Address("192.0.2.1"))
        clock.now += 1
    assert guess_from(guessing, Address("192.0.2.1")) == "access.too_many_guesses"
    clock.now += WINDOW_S - 0.5
    assert guess_from(guessing, Address("192.0.2.1"), _right_guess) == "in"


def test_many_at_once_are_still_counted():
    async def storm() -> list[object]:
        guessing = Guessing(HandClock())

        async def slow() -> None:
            await asyncio.sleep(0)

        tries = [guessing.guess("code", Guesser(Address("192.0.2.1")), slow) for _ in range(200)]
        return await asyncio.gather(*tries, return_exceptions=True)

    done = asyncio.run(storm())
    assert sum(one is None for one in done) == FAILURES_OF_ADDRESS
