"""Passwords are kept by argon2id as costly as we say, and nobody is told who has an account."""

import asyncio
from typing import Any

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from stolik.adapters import passwords
from stolik.adapters.passwords import Argon2Passwords
from stolik.refusal import Refused

WORD = "a password of the hall"
pytestmark = pytest.mark.usefixtures("costly_passwords")


def cost(kept: str) -> tuple[Type, int, int, int]:
    found = extract_parameters(kept)
    return found.type, found.memory_cost, found.time_cost, found.parallelism


def is_costly(kept: str) -> bool:
    """At least what OWASP asks of argon2id: 19 MiB, two passes."""
    kind, memory, passes, _ = cost(kept)
    return kind is Type.ID and memory >= 19 * 1024 and passes >= 2


def test_what_is_kept_of_a_password_is_costly_to_try():
    one, other = (asyncio.run(Argon2Passwords().hashed(WORD)) for _ in "12")
    assert is_costly(one)
    assert one != other, "each has a salt of its own"
    assert WORD not in one


def test_the_mutant_that_takes_it_lightly_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "_MEMORY_KIB", 64)
    assert not is_costly(asyncio.run(Argon2Passwords().hashed(WORD)))


class Counted:
    """A hasher that notes what each comparison costs."""

    def __init__(self, real: PasswordHasher) -> None:
        self._real = real
        self.costs: list[Any] = []

    def verify(self, kept: str, password: str) -> bool:
        self.costs.append(cost(kept))
        return self._real.verify(kept, password)


def compared(kept: str, typed: str) -> tuple[bool, list[Any]]:
    """The answer, and the work behind it."""

    async def story() -> tuple[bool, list[Any]]:
        checked = Argon2Passwords()
        checked._decoy.result()
        counted = Counted(checked._hasher)
        checked._hasher = counted  # type: ignore[assignment]
        return await checked.matches(kept, typed), counted.costs

    return asyncio.run(story())


def told_apart() -> list[str]:
    """By what a stranger learns whether somebody has an account."""
    kept = asyncio.run(Argon2Passwords().hashed(WORD))
    right, work = compared(kept, WORD)
    assert right
    assert len(work) == 1
    found = []
    for typed in (WORD, "nobody has this password", ""):
        is_let_in, done = compared("", typed)
        found += ["let in"] if is_let_in else []
        found += ["less work"] if done != work else []
    return sorted(set(found))


def test_who_has_no_account_waits_as_long_and_is_never_let_in():
    assert told_apart() == []


def test_the_mutant_that_answers_at_once_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Argon2Passwords._matches
    monkeypatch.setattr(
        Argon2Passwords, "_matches", lambda self, kept, word: bool(kept) and real(self, kept, word)
    )
    assert told_apart() == ["less work"]


def test_the_mutant_with_a_cheap_decoy_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Argon2Passwords.__init__

    def cheaply(self: Argon2Passwords) -> None:
        real(self)
        cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
        self._decoy = self._threads.submit(cheap.hash, "nobody has this password")

    monkeypatch.setattr(Argon2Passwords, "__init__", cheaply)
    assert told_apart() == ["less work"]


def test_the_mutant_whose_decoy_opens_is_caught(monkeypatch: pytest.MonkeyPatch):
    real = Argon2Passwords._matches

    def opens(self: Argon2Passwords, kept: str, password: str) -> bool:
        return real(self, kept or self._decoy.result(), password)

    monkeypatch.setattr(Argon2Passwords, "_matches", opens)
    assert told_apart() == ["let in"]


def test_the_mutant_that_lets_everybody_wait_is_caught(monkeypatch: pytest.MonkeyPatch):
    async def refused(most: int) -> int:
        monkeypatch.setattr(passwords, "MOST_WAITING", most)
        hashing = Argon2Passwords()
        tries = (hashing.hashed(WORD) for _ in range(6))
        done = await asyncio.gather(*tries, return_exceptions=True)
        return sum(isinstance(one, Refused) for one in done)

    assert asyncio.run(refused(4)) == 2
    assert asyncio.run(refused(10**6)) == 0
